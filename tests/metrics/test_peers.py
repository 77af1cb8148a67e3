"""Other packages as oracles, where they mean the same."""

from __future__ import annotations

import random
import shutil
from itertools import pairwise
from typing import TYPE_CHECKING

import ir_measures
import pytest

from irviz.metrics import AP, DCG, ERR, F1, RR, TOOLS, Judged, P, R, Ranking, Rprec, Success, evaluate, nDCG, parse
from tests.each import each

if TYPE_CHECKING:
    from irviz.metrics import Metric


def close(value: object) -> object:
    return pytest.approx(value, rel=1e-12, abs=1e-12)


def lists(seed: int, count: int, most: int = 4) -> list[tuple[int, ...]]:
    """Random lists of grades with at least one document that is relevant and one that is not."""
    rng = random.Random(seed)
    drawn = []
    for _ in range(count):
        n = rng.randrange(2, 30)
        grades = [rng.randrange(most + 1) for _ in range(n)]
        grades[rng.randrange(n)] = 0
        grades[grades.index(0) - 1] = most
        drawn.append(tuple(grades))
    return drawn


def falling(n: int) -> list[float]:
    return [1.0 - i / n for i in range(n)]


NAMES = [
    *("P@1", "P@5", "P(rel=2)@10", "R@5", "R(rel=3)@10", "RR", "RR@3", "RR(rel=2)"),
    *("AP", "AP@5", "AP(rel=2)@10", "nDCG", "nDCG@5", "nDCG@30", "Rprec", "Rprec(rel=2)"),
    *("Success@1", "Success(rel=3)@5", "Judged@1", "Judged@10", "Judged", "Bpref", "Bpref(rel=2)"),
    *("infAP", "infAP(rel=2)", "IPrec@0.0", "IPrec@0.1", "IPrec(rel=2)@0.7", "SetP", "SetP(rel=2)"),
    *("SetP(relative=True)", "SetR(rel=2)", "SetF", "SetAP(rel=2)", "NumRet", "NumRet(rel=1)", "NumRel"),
    *("AP(judged_only=True)", "AP(judged_only=True,rel=2)@5", "nDCG(judged_only=True)@10"),
    *("P(judged_only=True)@5", "RR(judged_only=True)", "Success(judged_only=True)@2"),
]


@pytest.mark.exhaustive
@each("name", NAMES)
def test_ir_measures(name: str) -> None:
    rng = random.Random(5)
    qrels, run = {}, {}
    for q, grades in enumerate(lists(seed=11, count=150)):
        ids = [f"d{i}" for i in rng.sample(range(1000), len(grades) + 3)]
        scores = dict(zip(ids, falling(len(grades)), strict=False))
        judged = dict(zip(ids, (*grades, 1, 0, 2), strict=True))
        if q % 2:
            # Some documents were never judged.
            for doc in rng.sample(ids, len(ids) // 2):
                del judged[doc]
        run[f"q{q}"] = scores
        qrels[f"q{q}"] = judged
    theirs = {row.query_id: row.value for row in ir_measures.iter_calc([ir_measures.parse_measure(name)], qrels, run)}
    evaluation = evaluate(qrels, run, [name])
    (values,) = evaluation.values.values()
    assert dict(zip(evaluation.queries, values, strict=True)) == close(theirs)


def test_a_negative_grade_counts_as_judged_in_ir_measures() -> None:
    qrels, run = {"q": {"a": -1, "b": 0}}, {"q": {"a": 3.0, "b": 2.0, "c": 1.0}}
    (row,) = ir_measures.iter_calc([ir_measures.parse_measure("Judged@3")], qrels, run)
    ranking = Ranking.from_scores(run["q"], qrels["q"])
    assert row.value == (TOOLS["ir_measures"].metrics["Judged"] @ 3)(ranking) == 2 / 3
    assert (Judged @ 3)(ranking) == 1 / 3


@pytest.mark.skipif(not shutil.which("perl"), reason="gdeval, which ir_measures runs, is in Perl")
def test_gdeval_by_way_of_ir_measures() -> None:
    names = ["ERR@5", "ERR@20", "nDCG(dcg='exp-log2')@5"]
    qrels, run = {}, {}
    for q, grades in enumerate(lists(seed=4, count=40)):
        ids = [f"d{i:02}" for i in range(len(grades))]
        qrels[str(q)] = dict(zip(ids, grades, strict=True))
        run[str(q)] = dict(zip(ids, falling(len(ids)), strict=True))
    ours = evaluate(qrels, run, names).per_query
    measures = [ir_measures.parse_measure(name) for name in names]
    rows = list(ir_measures.iter_calc(measures, qrels, run))
    assert len(rows) == len(names) * len(qrels)
    for row in rows:
        by_name = {str(metric): value for metric, value in ours[row.query_id].items()}
        # It prints five digits.
        assert by_name[str(row.measure)] == pytest.approx(row.value, abs=6e-6)


# What ir_measures 0.4.3 printed, which hands the first three to trectools 0.0.50 and the others to
# cwl-eval 1.0.12: neither is needed for anything else.
RANK_BIASED = {"RBP": 0.598528, "RBP@3": 0.32, "RBP(p=0.5)": 0.578125, "RBP(rel=1)": 0.307456, "RBP(rel=2)": 0.225536}


@pytest.mark.parametrize(("name", "value"), RANK_BIASED.items())
def test_rank_biased_precision_is_graded_where_ir_measures_is(name: str, value: float) -> None:
    judgments = {"a": 2, "b": 0, "c": 1, "d": 3, "e": -1}

    assert parse(name)(Ranking.from_ids(list("xaebcd"), judgments)) == close(value)
    # Same text: what the name leaves open is the same there.
    measure = ir_measures.parse_measure(name)
    rel = measure.SUPPORTED_PARAMS["rel"]
    assert (measure["rel"] is rel.default) == ("rel" not in name)
    assert "NOT_PROVIDED to use graded relevance" in rel.desc


@pytest.mark.exhaustive
@each("grades", lists(seed=2, count=25))
def test_scikit_learn(grades: tuple[int, ...]) -> None:
    sklearn = pytest.importorskip("sklearn.metrics")
    ranking = Ranking(grades)
    n = len(grades)
    scores = falling(n)
    hit = [int(grade >= 1) for grade in grades]
    for k in {1, 2, n // 2 or 1, n, n + 3}:
        retrieved = [int(i < k) for i in range(n)]
        expected: list[tuple[Metric, float]] = [
            (nDCG(ideal="retrieved") @ k, sklearn.ndcg_score([grades], [scores], k=k)),
            (nDCG @ k, sklearn.ndcg_score([grades], [scores], k=k)),
            (DCG @ k, sklearn.dcg_score([grades], [scores], k=k)),
            (R @ k, sklearn.recall_score(hit, retrieved)),
        ]
        if k <= n:
            expected += [(P @ k, sklearn.precision_score(hit, retrieved)), (F1 @ k, sklearn.f1_score(hit, retrieved))]
        for metric, value in expected:
            assert metric(ranking) == close(value), metric
    average = sklearn.average_precision_score(hit, scores)
    assert AP(denominator="hits")(ranking) == close(average)
    assert AP(ranking) == pytest.approx(sklearn.label_ranking_average_precision_score([hit], [scores]))


@pytest.mark.exhaustive
def test_scikit_learn_never_sees_what_was_missed() -> None:
    sklearn = pytest.importorskip("sklearn.metrics")
    ranking, ours = Ranking([1, 0, 1], missed=[1, 1, 1]), TOOLS["scikit-learn"].metrics
    assert AP(denominator="hits")(ranking) == ours["AP"](ranking)
    assert ours["AP"](ranking) == close(sklearn.average_precision_score([1, 0, 1], [3, 2, 1]))
    assert ours["nDCG"](ranking) == close(sklearn.ndcg_score([[1, 0, 1]], [[3, 2, 1]]))
    assert AP(ranking) < AP(denominator="hits")(ranking)


@pytest.mark.parametrize("metric_", [P @ 5, R @ 5, RR, AP, AP @ 5, nDCG, Rprec, Success @ 5, ERR @ 5])
def test_the_notation_is_theirs(metric_: Metric) -> None:
    assert str(ir_measures.parse_measure(str(metric_))) == str(metric_)


def test_their_lists_fall() -> None:
    assert all(a > b for a, b in pairwise(falling(30)))
