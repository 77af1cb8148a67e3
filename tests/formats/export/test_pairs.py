"""Two lists taken along: their values with the differences, and files that give the same values again."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from irviz.formats import read
from irviz.formats.export import pairs
from irviz.formats.export.sheet import differing, sheet
from irviz.metrics import evaluate
from irviz.scenarios.catalogue import CATALOGUE
from irviz.scenarios.pairs import PAIRED
from irviz.scenarios.sample import sample
from irviz.state.chosen_conventions import Conventions
from irviz.state.collection import Collection
from irviz.state.curves.series import compute_curves_by_board
from irviz.state.pairs.pair import pair_runs

if TYPE_CHECKING:
    from irviz.state.desk import Desk


def brought() -> Desk:
    """A query of one's own, from two files."""
    two = sample()
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
    page = sheet(desk)
    assert page["title"] == "white cat: bm25.run and dense.run"
    assert page["columns"] == ["bm25.run", "dense.run", "B − A at k = 3"]
    assert "MRR" not in str(page)
    a, b = (compute_curves_by_board(desk)[side]["nDCG"][2] for side in ("a", "b"))
    (row,) = [one for one in page["rows"] if one["name"] == "nDCG"]
    assert row["cells"] == [f"{a:.3f}", f"{b:.3f}", f"{b - a:+.3f}".replace("-", "−")]


def test_two_files_of_one_name_are_told_apart() -> None:
    two = sample()
    results = Collection(two.qrels, two.runs, files={"A": "run.txt", "B": "run.txt"})
    desk = pair_runs(results, "white cat", 3)
    assert [board.query for board in desk.boards] == ["run.txt (A)", "run.txt (B)"]
    assert sample().label_run("A") == "run A"


def test_what_is_covered_stays_covered() -> None:
    desk = replace(brought(), present=True, masked=True)
    assert pairs.values(desk).rows == []


def test_conventions_that_differ_are_named() -> None:
    cats = CATALOGUE["cats"]
    assert differing(cats) == []
    changed = replace(cats, conventions=Conventions(ap="min(R,k)", undefined=1.0))
    assert [one.partition(":")[0] for one in differing(changed)] == ["AP@k divides by min(R,k)", "Nothing relevant"]
    graded = CATALOGUE["graded"]
    strict = graded.replace_boards(*(replace(board, threshold=2) for board in graded.boards))
    assert differing(strict) == ["relevant from grade 2 on"]
