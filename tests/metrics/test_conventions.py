"""What other tools compute: the registry against the facts, and against the tools at hand."""

from __future__ import annotations

import ir_measures
import pytest
import pytrec_eval

from irviz.metrics import METRICS, TOOLS, Ranking, conventions_table
from irviz.metrics.duplicates import DUPLICATES

BINARY = Ranking([1, 0, 0, 1, 1, 0, 1, 0])
GRADED = Ranking([0, 4, 1, 3, 4, 1, 3, 2])
# Grades 1 0 1 with five relevant documents in all.
PARTLY = Ranking([1, 0, 1], missed=[1, 1, 1])

# AP@3 of the third list, nDCG@2 of the second, P@5 of the third; None where it has no such metric.
FACTS: dict[str, tuple[float | None, float | None, float | None]] = {
    "trec_eval": (0.3333, 0.3869, 0.4),
    "ir_measures": (0.3333, 0.3869, 0.4),
    "ranx": (0.3333, 0.3869, 0.4),
    "MTEB and BEIR": (0.3333, 0.3869, 0.4),
    "scikit-learn": (0.8333, 0.3869, None),
    "torchmetrics": (0.8333, 0.3869, 0.4),
    "Spark": (0.5556, 0.3869, 0.4),
    "Quepid": (0.3333, 0.2883, 0.6667),
    "OpenSearch": (0.3333, 0.3869, 0.6667),
    "Elasticsearch": (None, 0.3869, 0.6667),
    "LlamaIndex": (0.3333, 0.1734, 0.6667),
    "Haystack": (0.3333, 0.2341, None),
    "MLflow": (None, 0.3869, 0.6667),
    "Ragas": (0.8333, None, 0.6667),
    "DeepEval": (0.8333, None, None),
    "TensorFlow Ranking": (0.3333, 0.3869, 0.6667),
    "Recommenders": (0.5556, 0.3869, 0.4),
    "RecBole": (0.5556, 0.3869, 0.4),
    "Kaggle-style code": (0.5556, None, None),
}


def test_every_tool_has_its_facts() -> None:
    assert set(FACTS) == set(TOOLS)


@pytest.mark.parametrize("name", FACTS)
def test_facts(name: str) -> None:
    metrics = TOOLS[name].metrics
    cases = zip((("AP", 3, PARTLY), ("nDCG", 2, GRADED), ("P", 5, PARTLY)), FACTS[name], strict=True)
    for (symbol, k, ranking), value in cases:
        if value is None:
            assert symbol not in metrics
        else:
            assert round((metrics[symbol] @ k)(ranking), 4) == value


def test_the_registry() -> None:
    for name, tool in TOOLS.items():
        assert tool.name == name
        assert tool.version
        assert tool.checked in {"run", "read"}
        assert tool.notes
        assert tool.duplicates in DUPLICATES
        assert all(note.endswith(".") for note in tool.notes)
        for symbol, metric in tool.metrics.items():
            assert metric.name == symbol
            assert metric.cutoff is None
            assert symbol in METRICS


def test_against_the_tools_at_hand() -> None:
    qrels = {"q": {f"d{i}": grade for i, grade in enumerate((1, 0, 1, 2, 1, 1))}}
    run = {"q": {"d0": 3.0, "d1": 2.0, "d2": 1.0}}
    ranking = Ranking.from_scores(run["q"], qrels["q"])
    theirs = pytrec_eval.RelevanceEvaluator(qrels, {"map_cut_2", "ndcg_cut_2", "P_5"}).evaluate(run)["q"]
    names = {"map_cut_2": "AP", "ndcg_cut_2": "nDCG", "P_5": "P"}
    for measure, symbol in names.items():
        k = int(measure[-1])
        assert (TOOLS["trec_eval"].metrics[symbol] @ k)(ranking) == theirs[measure]
        name = f"{symbol}@{k}"
        (row,) = ir_measures.iter_calc([ir_measures.parse_measure(name)], qrels, run)
        assert (TOOLS["ir_measures"].metrics[symbol] @ k)(ranking) == row.value


def test_the_table() -> None:
    head, rule, *rows = conventions_table().splitlines()
    columns = head.count("|")
    assert rule.count("|") == columns
    assert [row.split(" | ")[0].removeprefix("| ") for row in rows] == list(TOOLS)
    assert all(row.count("|") == columns and row.startswith("| ") and row.endswith(" |") for row in rows)
    cells = {row[2:-2].split(" | ")[0]: row[2:-2].split(" | ")[1:] for row in rows}
    assert cells["Quepid"] == [
        *("min(n,k)", "R", "exp", "judged, not cut", "AP NaN, nDCG 0", ".250", ".288", "counted twice", "read")
    ]
    assert cells["Kaggle-style code"] == ["–", "min(R,k)", "–", "–", "0", ".333", "–", "first counts", "read"]
    assert cells["scikit-learn"][1:4] == ["hits", "linear", "retrieved, cut at k"]
