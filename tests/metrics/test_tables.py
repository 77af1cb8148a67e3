"""Judgments and runs as other tools hold them, values as data frames, and what a notebook shows."""

from __future__ import annotations

import math
import re
import subprocess
import sys
from typing import Any
from xml.etree import ElementTree as ET

import ir_measures
import pandas as pd
import pytest

from irviz.metrics import (
    AP,
    CG,
    RR,
    Evaluation,
    EvaluationError,
    MetricsError,
    NumRet,
    P,
    Ranking,
    RankingError,
    evaluate,
    nDCG,
    rankings,
)
from irviz.metrics.tables import choose_id_columns
from tests.each import each

QRELS = {"q1": {"d1": 2, "d2": 0, "d3": 1}, "q2": {"d1": 0, "d4": 1}, "q3": {"d5": 1}}
RUN = {"q1": {"d3": 3.5, "d2": 3.5, "d1": 1.0, "d9": 0.5}, "q2": {"d4": 0.25, "d1": 0.75}}
METRICS = [nDCG @ 10, AP, P @ 1]
WANTED = evaluate(QRELS, RUN, METRICS)


def rows(of: dict[str, dict[str, Any]]) -> list[tuple[str, str, Any]]:
    return [(query, doc, value) for query, docs in of.items() for doc, value in docs.items()]


def frame(of: dict[str, dict[str, Any]], names: str) -> pd.DataFrame:
    return pd.DataFrame(rows(of), columns=names.split())


class Theirs:
    """What ranx's Qrels and Run are made of: no dictionary, and one when asked."""

    def __init__(self, held: dict[str, dict[str, Any]]) -> None:
        self.held = held

    def keys(self) -> Any:
        return self.held.keys()

    def to_dict(self) -> dict[str, dict[str, Any]]:
        return {query: dict(docs) for query, docs in self.held.items()}


class Polars:
    """As much of another library's frame as counts: columns, and cells by a column's name."""

    def __init__(self, held: pd.DataFrame) -> None:
        self.held = held
        self.columns = [*held.columns]

    def __getitem__(self, name: str) -> Any:
        return self.held[name]


HELD: dict[str, tuple[Any, Any]] = {
    "ir_measures' frames": (frame(QRELS, "query_id doc_id relevance"), frame(RUN, "query_id doc_id score")),
    "PyTerrier's": (frame(QRELS, "qid docno label"), frame(RUN, "qid docno score")),
    "BEIR's": (frame(QRELS, "query-id corpus-id score"), frame(RUN, "query-id corpus-id score")),
    "ranx's frames": (frame(QRELS, "q_id doc_id score"), frame(RUN, "q_id doc_id score")),
    "an index of ids": (
        frame(QRELS, "qid docno label").set_index(["qid", "docno"]),
        frame(RUN, "qid docno score").set_index("qid"),
    ),
    "another library's": (Polars(frame(QRELS, "qid docno label")), Polars(frame(RUN, "qid docno score"))),
    "grades with a point": (frame(QRELS, "qid docno label").astype({"label": float}), frame(RUN, "qid docno score")),
    "ranx's": (Theirs(QRELS), Theirs(RUN)),
    "series of dictionaries": (pd.Series(QRELS), pd.Series(RUN)),
    "dictionaries and a frame": (QRELS, frame(RUN, "qid docno score")),
}


@pytest.mark.parametrize("held", HELD)
def test_whatever_holds_them_the_values_are_the_same(held: str) -> None:
    qrels, run = HELD[held]
    found = evaluate(qrels, run, METRICS)
    assert (found.values, found.missing) == (WANTED.values, WANTED.missing)
    assert rankings(qrels, run) == rankings(QRELS, RUN)


def test_tuples_one_after_the_other_as_ir_measures_reads_them() -> None:
    found = evaluate(
        (ir_measures.Qrel(*row) for row in rows(QRELS)), [ir_measures.ScoredDoc(*row) for row in rows(RUN)], METRICS
    )
    assert found.values == WANTED.values
    theirs = ir_measures.calc_aggregate([ir_measures.nDCG @ 10, ir_measures.AP, ir_measures.P @ 1], QRELS, RUN)
    assert {str(metric): value for metric, value in found.means.items()} == pytest.approx(
        {str(metric): value for metric, value in theirs.items()}
    )


def test_without_scores_ranks_count_and_without_those_the_order_of_the_rows() -> None:
    scored = frame(RUN, "qid docno score").sort_values(["score", "docno"], ascending=False, kind="stable")
    ordered = scored.drop(columns="score")
    ranked = ordered.assign(rank=ordered.groupby("qid").cumcount()).sample(frac=1, random_state=1)
    for run in (ordered, ranked):
        assert evaluate(QRELS, run, METRICS).values == WANTED.values


def test_the_column_counts_whose_ids_meet_the_judgments() -> None:
    retrieved = frame(RUN, "qid docno score")
    own = retrieved["docno"].str[1:].astype(int)
    run = retrieved.assign(docid=own, query="some words")[["qid", "docid", "docno", "score", "query"]]
    assert evaluate(QRELS, run, METRICS).values == WANTED.values
    numbered = {query: {doc[1:]: grade for doc, grade in of.items()} for query, of in QRELS.items()}
    by_number = evaluate(numbered, run, METRICS)
    assert by_number.values == WANTED.values


def test_ids_of_tables_are_text_however_pandas_read_them() -> None:
    qrels = pd.DataFrame({"qid": [301, 301], "docno": [7.0, 12.0], "label": [1, 0]})
    run = pd.DataFrame({"qid": ["301", "301"], "docno": ["12", "7"], "score": [1, 1]})
    found = evaluate(qrels, run, [AP])
    # Of equal scores the greater text comes first, as in trec_eval: 7 before 12.
    assert found.per_query == {"301": {AP: 1.0}}


FRAME = frame(RUN, "qid docno score")
BAD: list[tuple[str, dict[str, Any], type[MetricsError], str]] = [
    (
        "no documents",
        {"run": FRAME.drop(columns="docno")},
        EvaluationError,
        "the run is a data frame without a column of the document ids: its columns are 'qid', 'score'",
    ),
    (
        "no grades",
        {"qrels": frame(QRELS, "qid docno weight")},
        EvaluationError,
        "the judgments are a data frame without a column of grades",
    ),
    (
        "two columns of a name",
        {"run": pd.concat([FRAME, FRAME["docno"]], axis=1)},
        EvaluationError,
        "two columns of a data frame are called 'docno': rename one",
    ),
    (
        "a document twice",
        {"run": pd.concat([FRAME, FRAME])},
        RankingError,
        "query 'q1': document 'd3' is in row 1 of the run and again in row 7",
    ),
    (
        "no id",
        {"run": FRAME.assign(docno=FRAME["docno"].where(FRAME["score"] < 3.5))},
        RankingError,
        "row 1 of the run has nan as its document id",
    ),
    (
        "no score",
        {"run": FRAME.assign(score=[1, math.nan, 1, 1, 1, 1])},
        RankingError,
        "query 'q1': document 'd2' has the score nan",
    ),
    (
        "no rank",
        {"run": FRAME.assign(rank="first").drop(columns="score")},
        RankingError,
        "row 1 of the run has the rank 'first'",
    ),
    (
        "a fraction",
        {"qrels": frame({"q1": {"d1": 0.5}}, "qid docno label")},
        RankingError,
        "query 'q1': document 'd1' is judged 0.5",
    ),
    (
        "plain tuples",
        {"run": rows(RUN)},
        EvaluationError,
        "the run is a list whose item 1 has no query_id, doc_id and score",
    ),
    ("read already", {"run": iter(())}, EvaluationError, "with nothing in it: it can be read once only"),
    ("a frame a query", {"qrels": {"q1": FRAME}}, EvaluationError, "a query are a table"),
    (
        "a series a query",
        {"run": {"q1": pd.Series({"d1": 1.0})}},
        RankingError,
        "query 'q1': the results are a Series: pass a dict",
    ),
    (
        "a series among the judgments",
        {"qrels": {"q1": pd.Series({"d1": 1})}, "run": {}},
        EvaluationError,
        "a query are a table",
    ),
]


@pytest.mark.parametrize(("changed", "error", "problem"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_bad_tables(changed: dict[str, Any], error: type[MetricsError], problem: str) -> None:
    with pytest.raises(error, match=re.escape(problem)):
        evaluate(**{"qrels": QRELS, "run": RUN, "metrics": [AP], **changed})


def test_values_as_data_frames() -> None:
    found = WANTED.to_frame()
    assert found.index.name == "query"
    assert [*found.columns] == ["nDCG@10", "AP", "P@1"]
    assert found.T.to_dict() == {
        query: {str(metric): value for metric, value in of.items()} for query, of in WANTED.per_query.items()
    }
    means = WANTED.to_frame(means=True)
    assert means.index.name == "metric"
    assert means["mean"].to_dict() == {str(metric): mean for metric, mean in WANTED.means.items()}
    counted = evaluate(QRELS, RUN, [NumRet, AP]).to_frame(means=True)
    assert [*zip(counted["mean"], counted["overall"], strict=True)][:1] == [(2.0, 6.0)]
    nothing = evaluate({"q1": {"a": 0}, "q2": {"a": 1}}, {}, AP, undefined="skip")
    assert [*nothing.to_frame(means=True)["undefined"]] == [1]
    assert math.isnan(float(nothing.to_frame()["AP"].iloc[0]))


WITHOUT = """
import sys
sys.modules["pandas"] = None
from irviz.metrics import AP, evaluate
evaluation = evaluate({"q": {"a": 1}}, {"q": ["a"]}, AP)
assert "<svg" in evaluation._repr_html_()
try:
    evaluation.to_frame()
except ImportError as error:
    print(error)
"""
LATE = """
import sys
from irviz.metrics import AP, evaluate
evaluation = evaluate({"q": {"a": 1}}, {"q": ["a"]}, AP)
evaluation._repr_html_()
assert "pandas" not in sys.modules
evaluation.to_frame()
assert "pandas" in sys.modules
"""


@pytest.mark.exhaustive
def test_pandas_is_imported_for_a_data_frame_and_for_nothing_else() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT], check=True, capture_output=True, text=True)
    assert done.stdout.startswith("a data frame needs pandas, which is not installed: pip install")
    subprocess.run([sys.executable, "-c", LATE], check=True)


def elements(html: str) -> ET.Element:
    return ET.fromstring(html)  # noqa: S314 - our own


def shown(evaluation: Evaluation) -> ET.Element:
    return elements(evaluation._repr_html_())


def test_a_notebook_shows_the_mean_with_its_working_and_a_curve() -> None:
    page = shown(WANTED)
    table = [[*map("".join, (cell.itertext() for cell in row))] for row in page.iter("tr")]
    assert table[0] == ["metric", "mean", "working", "curve"]
    for metric, row in zip(METRICS, table[1:], strict=True):
        name, mean, working, _ = row
        assert name == str(metric)
        assert float(mean) == pytest.approx(WANTED.means[metric], abs=5e-5)
        assert eval(working) == pytest.approx(WANTED.means[metric], abs=5e-5)  # noqa: S307
    titles = [one.text or "" for one in page.iter("{http://www.w3.org/2000/svg}title")]
    assert len(titles) == 3
    assert "the best first" in titles[0]
    assert "Not in the run, and counted as empty lists: q3." in "".join(page.itertext())


def test_several_cutoffs_of_a_metric_are_one_curve() -> None:
    page = shown(evaluate(QRELS, RUN, ["P@1", "P@2", "P@3", "AP"]))
    lines = [one.attrib["points"] for one in page.iter("{http://www.w3.org/2000/svg}polyline")]
    assert [len(points.split()) for points in lines] == [3, 3]
    heights = [float(point.split(",")[1]) for point in lines[0].split()]
    means = [evaluate(QRELS, RUN, P @ k).means[P @ k] for k in (1, 2, 3)]
    assert [(44 - y) / 40 for y in heights] == pytest.approx(means, abs=0.002)


def test_names_from_files_stay_text() -> None:
    evil = "<script>alert(1)</script>&\"'"
    evaluation = evaluate({evil: {"a": 1}, "q": {"b": 0}}, {"x": {}, evil: ["a"]}, [AP, nDCG @ 3])
    html = evaluation._repr_html_()
    assert "<script" not in html
    assert evil in "".join(elements(html).itertext())


def test_a_working_shows_itself_with_its_curve() -> None:
    ranking = Ranking([0, 1, 0, 1, 1, 0, 1, 0])
    page = elements(AP.worked(ranking, k=5)._repr_html_())
    text = "".join(page.itertext())
    assert "AP@5 = (1/2 + 2/4 + 3/5) / 4 = 0.4 = 2/5" in text
    (line,) = page.iter("{http://www.w3.org/2000/svg}polyline")
    points = line.attrib["points"].split()
    assert [float(point.split(",")[0]) for point in points] == pytest.approx(
        [4 + 212 * at / 7 for at in range(8)], abs=0.06
    )
    *_, marked = page.iter("{http://www.w3.org/2000/svg}circle")
    assert f"{marked.attrib['cx']},{marked.attrib['cy']}" == points[4]
    assert "= 0.5 = 1/2" in "".join(elements(AP.worked(Ranking([0, 1, 0, 1]))._repr_html_()).itertext())
    assert "= (1 + 1) / 2 = 1.0P@k" in "".join(elements(P.worked(Ranking([1, 1]), k=2)._repr_html_()).itertext())
    blank = elements(AP.worked(Ranking([0, 0]))._repr_html_())
    assert AP.where_undefined in "".join(blank.itertext())
    assert elements(RR.worked(Ranking([]))._repr_html_()).find(".//{*}svg") is None


@each(("n", "points", "dots"), [(1, 1, 2), (12, 12, 13), (13, 13, 1), (399, 399, 1), (400, 201, 1)])
def test_of_a_long_curve_fewer_points_are_drawn(n: int, points: int, dots: int) -> None:
    page = elements(CG.worked(Ranking([2] * n))._repr_html_())
    (line,) = page.findall(".//{*}polyline")
    assert len(line.attrib["points"].split()) == points
    assert line.attrib["points"].endswith(f"{216 if n > 1 else 4}.0,4.0")
    assert [one.attrib["r"] for one in page.findall(".//{*}circle")] == ["2"] * (dots - 1) + ["4"]


def test_a_long_evaluation_stays_small() -> None:
    few = {query: {"a": 1} for query in "abcdef"}
    assert f"({' + '.join(['1.0000'] * 6)}) / 6" in evaluate(few, few, [RR])._repr_html_()
    queries = {f"q{i}": {"a": 1} for i in range(5_000)}
    run = {query: ["b"] * (i % 2) + ["a"] for i, query in enumerate(queries)}
    html = evaluate(queries, run, [RR, AP])._repr_html_()
    assert len(html) < 20_000
    assert "…" in html


def test_ids_are_where_judged_documents_are_even_if_of_other_queries() -> None:
    judged = {"q1": {"D7": 1}, "q2": {"D8": 1}}
    found = {"query": [0], "document": [1, 2]}

    assert choose_id_columns(found, [["q9", "7", "D7"], ["q9", "8", "D8"]], judged) == {"query": 0, "document": 2}
    # A judged pair counts for more than two judged documents.
    found = {"query": [0, 1], "document": [2, 3]}
    rows = [["q1", "q9", "D7", "x"], ["q9", "q9", "x", "D8"], ["q9", "q9", "x", "D8"]]
    assert choose_id_columns(found, rows, judged) == {"query": 0, "document": 2}
    # Where no document is judged, the queries say which column has their ids.
    found = {"query": [1, 0], "document": [2]}
    assert choose_id_columns(found, [["q1", "cat", "D9"]], judged) == {"query": 0, "document": 2}
