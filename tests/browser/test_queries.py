"""The three queries and their mean, with the figures that the sources give."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests import oracle

if TYPE_CHECKING:
    from tests.browser.conftest import OpenPage
    from tests.browser.explorer import Explorer

IDS = ("cat-in-a-box", "white-cat", "dark-cat")
RELEVANT = ([2, 4, 5, 7], [1, 4, 5, 7], [5, 8])
FIGURES: tuple[dict[str, Fraction | float], ...] = (
    {"RR": Fraction(1, 2), "AP": Fraction(19, 35), "nDCG": 0.6956},
    {"RR": 1, "AP": Fraction(187, 280), "nDCG": 0.8397},
    {"RR": Fraction(1, 5), "AP": Fraction(9, 40), "nDCG": 0.4306},
)
CATS: dict[str, set[str]] = {
    "two-cats": {"white", "dark"},
    "white-cat-in-box": {"white"},
    "empty-box": set(),
    "tabby-in-box": {"orange"},
    "white-cat-peeking": {"white"},
    "white-cat": {"white"},
    "dark-cat-in-box": {"dark"},
    "dog-in-box": set(),
}


def assert_mean_of(explorer: Explorer, boards: list[list[int]]) -> None:
    expected = oracle.mean_curves(boards)
    for symbol, values in explorer.curves().items():
        name = {"MRR@k": "RR", "MAP@k": "AP"}.get(symbol, symbol.removesuffix("@k"))
        assert values == pytest.approx(expected[name], abs=1e-9), symbol
    for symbol, value in explorer.scores().items():
        name = {"MRR": "RR", "MAP": "AP"}.get(symbol, symbol)
        assert value == pytest.approx(expected[name][explorer.k() - 1], abs=1e-9), symbol


def test_mean_is_changed_row_by_row_and_queries_keep_their_boards(desktop: Explorer) -> None:
    desktop.toggle("two-cats")
    desktop.settle()
    desktop.tab("mean")
    desktop.settle()
    before = {name: desktop.order(name) for name in IDS}

    desktop.toggle("empty-box", "dark-cat")
    desktop.drag(before["white-cat"][7], 2, "white-cat")
    desktop.settle()

    assert desktop.order("cat-in-a-box") == before["cat-in-a-box"]
    assert desktop.order("dark-cat") == before["dark-cat"]
    moved = [before["white-cat"][0], before["white-cat"][7], *before["white-cat"][1:7]]
    assert desktop.order("white-cat") == moved
    first = [1, 1, 0, 1, 1, 0, 1, 0]
    assert desktop.relevance() == [first, [1, 0, 0, 0, 1, 1, 0, 1], [0, 0, 0, 0, 1, 1, 0, 1]]
    assert_mean_of(desktop, desktop.relevance())

    desktop.tab("white cat")
    desktop.settle()
    assert desktop.order("white-cat") == moved
    desktop.tab("cat in a box")
    desktop.settle()
    assert desktop.grades() == first


def test_cutoff_is_shared_by_all_rows_of_the_mean(visit: OpenPage) -> None:
    explorer = visit("?q=mean&k=3")
    explorer.divider.focus()
    explorer.key("ArrowRight", "ArrowRight")
    explorer.settle()

    for name in IDS:
        assert [card.verdict[1] for card in explorer.cards(name)] == [*"PPPPPNNN"]
    assert_mean_of(explorer, explorer.relevance())
    expect(explorer.divider).to_have_count(1)


def test_board_without_anything_relevant_says_undefined(visit: OpenPage) -> None:
    explorer = visit("?q=cat-in-a-box&k=3&cat-in-a-box=1-2-3-4-5-6-7-8.00000000")

    shown = dict(
        zip(
            explorer.scores(),
            explorer.page.locator("[data-testid=score] .ix-score-value").all_inner_texts(),
            strict=True,
        )
    )
    assert set(explorer.scores().values()) == {0}
    for name in ("R", "AP", "nDCG"):
        assert "undefined" in shown[name]
        assert "counted as 0" in shown[name]
    assert shown["P"] == "0.000"
