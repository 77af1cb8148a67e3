"""On the same files, irviz and ir_measures come to the same values."""

from __future__ import annotations

import gzip
import random
from typing import TYPE_CHECKING, Any

import ir_measures as untyped
import pytest

from irviz.formats import paired, read_file, trec
from irviz.metrics import evaluate

if TYPE_CHECKING:
    from pathlib import Path

    from irviz.formats import Qrels, Run

ir_measures: Any = untyped

METRICS = ["P@5", "P@100", "R@10", "R(rel=2)@10", "RR", "RR(rel=2)", "AP", "AP@7", "AP(rel=2)@7"]
METRICS += ["nDCG", "nDCG@3", "nDCG@20", "Rprec", "Success@1", "Success(rel=2)@5"]


def collection(seed: int) -> tuple[Qrels, Run]:
    """Lists with ties, spam, unjudged documents, and queries that one of the files lacks."""
    rng = random.Random(seed)
    qrels: Qrels = {}
    run: Run = {}
    for number in rng.sample(range(100), 40):
        pool = [f"d{i}" for i in rng.sample(range(1000), 40)]
        scores = {doc: round(rng.gauss(0, 3), rng.choice((0, 1, 3))) for doc in pool[:30]}
        if rng.random() < 0.9:
            run[f"q{number}"] = scores
        if rng.random() < 0.9:
            judged = rng.sample(pool, rng.randrange(1, 25))
            grades = {doc: rng.choice((-2, 0, 0, 1, 1, 2, 3)) for doc in judged}
            # pytrec_eval breaks down where all judgments of a query are below 0.
            grades[judged[0]] = rng.choice((0, 1))
            qrels[f"q{number}"] = grades
    return qrels, run


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("packed", [False, True], ids=["plain", "gzip"])
def test_values_agree_on_the_same_files(tmp_path: Path, seed: int, packed: bool) -> None:
    qrels, run = collection(seed)
    end = ".gz" if packed else ""
    paths = tmp_path / f"a.qrels{end}", tmp_path / f"a.run{end}"
    for path, text in zip(paths, (trec.write_qrels(qrels), trec.write_run(run)), strict=True):
        path.write_bytes(gzip.compress(text.encode()) if packed else text.encode())

    pair = paired(read_file(paths[0], wanted="qrels"), read_file(paths[1], wanted="run"))
    ours = evaluate(pair.qrels, pair.run, METRICS)
    measures = {str(metric): ir_measures.parse_measure(str(metric)) for metric in ours.means}
    theirs = ir_measures.calc(
        list(measures.values()), ir_measures.read_trec_qrels(str(paths[0])), ir_measures.read_trec_run(str(paths[1]))
    )

    values = {(row.query_id, row.measure): row.value for row in theirs.per_query}
    for metric, mean in ours.means.items():
        measure = measures[str(metric)]
        assert mean == pytest.approx(theirs.aggregated[measure], abs=1e-12), metric
        for query, row in ours.per_query.items():
            assert row[metric] == pytest.approx(values[query, measure], abs=1e-12), (query, metric)


def test_what_ir_measures_reads_is_read_alike(tmp_path: Path) -> None:
    qrels, run = collection(7)
    (tmp_path / "qrels").write_text(trec.write_qrels(qrels))
    (tmp_path / "run").write_text(trec.write_run(run))

    rows = ir_measures.read_trec_run(str(tmp_path / "run"))
    judged = ir_measures.read_trec_qrels(str(tmp_path / "qrels"))

    ours = read_file(tmp_path / "run").run or {}
    assert [(r.query_id, r.doc_id, r.score) for r in rows] == [
        (query, doc, score) for query, scores in ours.items() for doc, score in scores.items()
    ]
    grades = read_file(tmp_path / "qrels").qrels or {}
    assert [(r.query_id, r.doc_id, r.relevance) for r in judged] == [
        (query, doc, grade) for query, each in grades.items() for doc, grade in each.items()
    ]
