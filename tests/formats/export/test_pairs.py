"""Two lists taken along: their values with the differences, and files that give the same values again."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from irviz.formats import read
from irviz.formats.export import pairs
from irviz.metrics import evaluate
from irviz.scenarios.pairs import PAIRED
from irviz.scenarios.sample import make_sample
from irviz.state.collection import Collection
from irviz.state.curves.series import compute_curves_by_board
from irviz.state.pairs.pair import pair_runs

if TYPE_CHECKING:
    from irviz.state.desk import Desk


def brought() -> Desk:
    """A query of one's own, from two files."""
    two = make_sample()
    files = {"A": "bm25.run", "B": "dense.run"}
    results = Collection(two.qrels, two.runs, two.titles, files=files)
    return pair_runs(results, "white cat", 3)


DESKS = {**PAIRED, "brought": brought()}


@pytest.mark.parametrize("name", DESKS)
def test_values_are_those_of_the_page_with_their_differences(name: str) -> None:
    desk = DESKS[name]
    table = pairs.values(desk)
    assert len(table.rows) == desk.n
    found = compute_curves_by_board(desk)
    for k, row in enumerate(table.rows, 1):
        assert row[0] == k
        told = dict(zip(table.header, row, strict=True))
        for metric in desk.metrics:
            a, b = (found[side][metric.name][k - 1] for side in ("a", "b"))
            assert told[f"{metric}@k of A"] == a
            assert told[f"{metric}@k of B"] == b
            assert told[f"{metric}@k: B − A"] == b - a


@pytest.mark.parametrize("name", DESKS)
def test_files_give_the_same_values_again(name: str) -> None:
    desk = DESKS[name]
    qrels = read(pairs.qrels_file(desk), wanted="qrels").qrels
    assert qrels is not None
    found = compute_curves_by_board(desk)
    for side, place in (("a", 0), ("b", 1)):
        run = read(pairs.run_file(desk, place), wanted="run").run
        assert run is not None
        metrics = [metric @ desk.k for metric in desk.metrics]
        again = evaluate(qrels, run, metrics, threshold=desk.threshold)
        for metric, cut in zip(desk.metrics, metrics, strict=True):
            assert again.means[cut] == pytest.approx(found[side][metric.name][desk.k - 1])


def test_own_results_are_called_by_their_query_and_files() -> None:
    desk = brought()
    assert [board.query for board in desk.boards] == ["bm25.run", "dense.run"]
    assert desk.asked == "white cat"
    assert [*pairs.runs(desk)] == ["bm25.run", "dense.run"]
    assert [*pairs.judgments(desk)] == ["white-cat"]


def test_two_files_of_one_name_are_told_apart() -> None:
    two = make_sample()
    results = Collection(two.qrels, two.runs, files={"A": "run.txt", "B": "run.txt"})
    desk = pair_runs(results, "white cat", 3)
    assert [board.query for board in desk.boards] == ["run.txt (A)", "run.txt (B)"]
    assert make_sample().label_run("A") == "run A"


def test_what_is_covered_stays_covered() -> None:
    desk = replace(brought(), present=True, masked=True)
    assert pairs.values(desk).rows == []
