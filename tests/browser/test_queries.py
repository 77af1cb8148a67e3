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
LABELS = ("cat in a box", "white cat", "dark cat")
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


def test_each_query_has_its_own_order_and_the_sources_figures(desktop: Explorer) -> None:
    desktop.divider.focus()
    desktop.key("End")
    orders = []
    for name, label, relevant, figures in zip(IDS, LABELS, RELEVANT, FIGURES, strict=True):
        desktop.tab(label)
        desktop.settle()
        cards = desktop.cards(name)
        orders.append(tuple(card.item for card in cards))
        assert desktop.opened() == label
        assert [card.rank for card in cards if card.pressed] == relevant
        assert {card.item for card in cards} == set(CATS)
        scores = desktop.scores()
        assert set(scores) == {"P", "R", "F1", "RR", "AP", "nDCG"}
        assert scores["RR"] == pytest.approx(float(figures["RR"]), abs=1e-12)
        assert scores["AP"] == pytest.approx(float(figures["AP"]), abs=1e-12)
        assert scores["nDCG"] == pytest.approx(float(figures["nDCG"]), abs=5e-5)
        assert_mean_of(desktop, [[int(rank in relevant) for rank in range(1, 9)]])

    assert len(set(orders)) == 3


def test_relevance_of_a_fresh_board_follows_from_what_is_in_the_picture(desktop: Explorer) -> None:
    for name, label, colour in (("white-cat", LABELS[1], "white"), ("dark-cat", LABELS[2], "dark")):
        desktop.tab(label)
        for card in desktop.cards(name):
            assert card.pressed == (colour in CATS[card.item]), card.item
    desktop.tab(LABELS[0])
    for card in desktop.cards("cat-in-a-box"):
        in_box = card.item.endswith("in-box") or card.item == "white-cat-peeking"
        assert card.pressed == (bool(CATS[card.item]) and in_box), card.item


def test_first_query_has_the_sources_curves(visit: OpenPage) -> None:
    explorer = visit("?q=cat-in-a-box&k=2")
    curves, scores = explorer.curves(), explorer.scores()

    thirds = [Fraction(0), Fraction(1, 2), Fraction(1, 3), Fraction(1, 2), Fraction(3, 5)]
    precision = [*thirds, Fraction(1, 2), Fraction(4, 7), Fraction(1, 2)]
    assert curves["P@k"] == pytest.approx([float(value) for value in precision], abs=1e-12)
    assert curves["R@k"] == pytest.approx([0, 0.25, 0.25, 0.5, 0.75, 0.75, 1, 1], abs=1e-12)
    assert curves["nDCG@k"] == pytest.approx([0, 0.3869, 0.2961, 0.4144, 0.5654, 0.5654, 0.6956, 0.6956], abs=5e-5)
    verdicts = [card.verdict for card in explorer.cards()]
    counts = {verdict: verdicts.count(verdict) for verdict in ("TP", "FP", "FN", "TN")}
    assert counts == {"TP": 1, "FP": 1, "FN": 3, "TN": 3}
    assert scores["P"] == pytest.approx(1 / 2)
    assert scores["R"] == pytest.approx(1 / 4)


def test_mean_shows_mrr_and_map_of_the_sources(visit: OpenPage) -> None:
    explorer = visit("?q=mean&k=8")

    assert explorer.opened() == "mean of 3"
    scores = explorer.scores()
    assert set(scores) == {"P", "R", "F1", "MRR", "MAP", "nDCG"}
    assert scores["MRR"] == pytest.approx(17 / 30, abs=1e-12)
    assert scores["MAP"] == pytest.approx(67 / 140, abs=1e-12)
    assert {"MRR@k", "MAP@k"} <= set(explorer.curves())
    rows = explorer.page.locator(".ix-row").evaluate_all("rows => rows.map(r => r.dataset.query)")
    assert rows == list(IDS)
    assert [[rank for rank, grade in enumerate(row, 1) if grade] for row in explorer.relevance()] == [*RELEVANT]
    assert_mean_of(explorer, explorer.relevance())
    titles = explorer.page.locator("[data-testid=score] .ix-score-value").evaluate_all(
        "all => all.map(one => one.title.split(' ')[0])"
    )
    assert titles[3:5] == ["17/30", "67/140"]


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


def test_tools_work_on_all_rows_of_the_mean(visit: OpenPage) -> None:
    explorer = visit("?q=mean&k=8")
    fresh = explorer.state()

    explorer.press("ideal")
    explorer.settle()
    assert explorer.relevance() == [[1] * 4 + [0] * 4, [1] * 4 + [0] * 4, [1] * 2 + [0] * 6]
    assert explorer.scores()["MAP"] == 1

    explorer.press("worst")
    explorer.settle()
    assert explorer.relevance() == [[0] * 4 + [1] * 4, [0] * 4 + [1] * 4, [0] * 6 + [1] * 2]
    assert_mean_of(explorer, explorer.relevance())

    explorer.press("reset")
    explorer.settle()
    assert explorer.state() == fresh


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
