"""The page to print, as it is described."""

from __future__ import annotations

from dataclasses import replace
from math import isnan
from typing import TYPE_CHECKING, Any

import pytest

from irviz.metrics.rounding import format_rounded
from irviz.scenarios.catalogue import CATALOGUE
from irviz.state.board import Board, Item
from irviz.state.chosen_conventions import Conventions
from irviz.state.curves.series import compute_curves, compute_curves_by_board
from irviz.state.desk import Desk
from irviz.views.paper import list_changed_conventions, render_paper
from tests.formats.export.test_boards import DESKS, nothing_relevant
from tests.formats.export.test_pairs import brought
from tests.state.hand import unjudged
from tests.views.described import elements, texts, where

if TYPE_CHECKING:
    from collections.abc import Sequence


def find(described: Sequence[Any], selector: str) -> list[list[Any]]:
    return [one for one in elements(described) if one[0].startswith(selector)]


def read_table(page: Sequence[Any]) -> tuple[list[str], dict[str, list[str]]]:
    """The heads of the columns, and by metric the cells of its row."""
    first, *rows = (row[2:] for row in find(page, "tr"))
    columns = [one[-1] for one in find(first, "th")]
    return columns, {texts(row)[0]: [one[-1] for one in find(row, "td")] for row in rows}


@pytest.mark.parametrize("name", DESKS)
def test_the_page_holds_the_boards_and_their_values(name: str) -> None:
    desk = DESKS[name]
    page = render_paper(desk, linkable=True)

    columns, rows = read_table(page)
    several = len(desk.visible) > 1
    means = {"RR": "MRR", "AP": "MAP"} if several else {}
    here = columns.index(f"mean at k = {desk.k}" if several else f"k = {desk.k}")
    assert [one[-1] for one in find(page, "td.ix-sheet-here")] == [cells[here] for cells in rows.values()]
    at_k = {metric: row[desk.k - 1] for metric, row in compute_curves(desk).items()}
    for metric, (symbol, cells) in zip(desk.metrics, rows.items(), strict=True):
        value = at_k[metric.name]
        assert symbol == f"{means.get(metric.name, metric.name)}@k"
        assert len(cells) == len(columns)
        assert cells[here] == ("–" if isnan(value) else format_rounded(value))
    for shown, board in zip(find(page, "section"), desk.visible, strict=True):
        cards = find(shown[2:], "li")
        assert [card[1]["data-inside"] for card in cards] == [rank <= desk.k for rank in range(1, board.n + 1)]
        assert [card[1]["data-relevant"] for card in cards] == list(map(bool, board.ranking.hits))
        titles = [board.items[index].title for index in board.order]
        assert [find(card[2:], "ix:picture")[0][-1] for card in cards] == titles


def test_it_says_what_is_undefined_and_which_conventions_hold() -> None:
    conventions = Conventions(ap="hits", undefined="nan")
    page = render_paper(replace(nothing_relevant(), conventions=conventions), linkable=True)
    alone = render_paper(nothing_relevant().open("cat-in-a-box"), linkable=True)

    assert texts(page)[1] == "Cutoff k = 3. On a board nothing is relevant, so R, AP and nDCG are undefined."
    assert texts(alone)[1] == "Cutoff k = 3. 8 results; none is relevant. So R, AP and nDCG are undefined."
    said = dict(zip(texts(find(page, "dt")), texts(find(page, "dd")), strict=True))
    assert said["AP@k divides by: "] == "those that the first k ranks do hold"
    assert said["Nothing relevant: "] == "a metric without a value has none"
    assert "Gain of a grade: " not in said


def test_a_long_list_has_some_cutoffs_and_the_one_that_is_set() -> None:
    page = render_paper(CATALOGUE["long"].move_cutoff(7), linkable=True)

    assert read_table(page)[0] == ["k = 1", "k = 3", "k = 5", "k = 7", "k = 10", "k = 20"]


def test_two_lists_stand_beside_each_other_with_their_difference() -> None:
    desk = brought()
    page = render_paper(desk, linkable=False)

    assert texts(page)[0] == "white cat: bm25.run and dense.run"
    columns, rows = read_table(page)
    assert columns == ["bm25.run", "dense.run", "B − A at k = 3"]
    assert "MRR" not in str(page)
    a, b = (compute_curves_by_board(desk)[side]["nDCG"][2] for side in ("a", "b"))
    assert rows["nDCG@k"] == [f"{a:.3f}", f"{b:.3f}", f"{b - a:+.3f}".replace("-", "−")]


@pytest.mark.parametrize(
    ("top", "small", "said"),
    [(1, False, ["✓ relevant", "not judged"]), (1, True, ["✓ ", "?"]), (3, False, ["✓ grade 3", "not judged"])],
)
def test_a_card_says_what_was_judged(top: int, small: bool, said: list[str]) -> None:
    items = tuple(Item(name, name.upper()) for name in map(str, range(12 if small else 2)))
    grades = (top, *(0 for _ in items[1:]))
    board = Board("b", "q", items, tuple(range(len(items))), grades, top=top, incomplete=True)
    page = render_paper(Desk("b", (unjudged(board, 1),), "b", 1), linkable=True)

    assert [find(card[2:], "span")[0][-1] for card in find(page, "li")[:2]] == said


def test_a_picture_of_another_machine_is_not_on_paper() -> None:
    items = (Item("a", "A", picture="https://example.org/a.png"), Item("b", "B", picture="cat.png"))
    page = render_paper(Desk("b", (Board("b", "q", items, (0, 1), (1, 0)),), "b", 1), linkable=True)

    assert where(page, "of", "cat.png")
    assert "example.org" not in str(page)


def test_conventions_that_differ_are_named() -> None:
    cats = CATALOGUE["cats"]
    assert list_changed_conventions(cats) == []
    changed = replace(cats, conventions=Conventions(ap="min(R,k)", undefined=1.0))
    assert [one.partition(":")[0] for one in list_changed_conventions(changed)] == [
        "AP@k divides by min(R,k)",
        "Nothing relevant",
    ]
    graded = CATALOGUE["graded"]
    strict = graded.replace_boards(*(replace(board, threshold=2) for board in graded.boards))
    assert list_changed_conventions(strict) == ["relevant from grade 2 on"]
