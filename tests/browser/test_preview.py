"""What a change would show is seen before it is made, and before the server can answer."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests import oracle

if TYPE_CHECKING:
    from tests.browser.conftest import OpenPage
    from tests.browser.explorer import Explorer

FRESH = [0, 1, 0, 1, 1, 0, 1, 0]


def moved(grades: list[int], rank: int, to: int) -> list[int]:
    rest = [grade for place, grade in enumerate(grades, 1) if place != rank]
    return [*rest[: to - 1], grades[rank - 1], *rest[to - 1 :]]


def assert_chart_shows(explorer: Explorer, grades: list[int], within: float = 1e-6) -> None:
    expected = oracle.curves(grades)
    for name, values in explorer.curves().items():
        assert values == pytest.approx(expected[name.removesuffix("@k")], rel=0, abs=within), name
    for name, value in explorer.scores().items():
        assert value == pytest.approx(expected[name][explorer.k() - 1], rel=0, abs=within), name


def test_moves_are_previewed_as_they_are_confirmed(quick: Explorer) -> None:
    """Some of the 56; each is looked ahead of in tests/state/curves."""
    items = quick.order()
    moves = [(rank, to) for rank in range(1, 9) for to in range(1, 9) if rank != to]
    for rank, to in moves[::14]:
        grades = moved(FRESH, rank, to)
        quick.lift(items[rank - 1])
        quick.key("Home", *["ArrowRight"] * (to - 1))
        assert quick.kind() == "preview"
        assert quick.relevance() == [grades]
        assert_chart_shows(quick, grades)
        previewed = quick.curves()

        quick.key("Space")
        quick.settle()
        assert quick.exact()
        assert_chart_shows(quick, grades, 1e-12)
        for name, values in quick.curves().items():
            assert values == pytest.approx(previewed[name], rel=0, abs=1e-6)

        quick.key("Control+z")
        quick.settle()
        assert quick.order() == items
    assert_chart_shows(quick, FRESH, 1e-12)


def test_a_toggle_is_shown_before_the_server_confirms_it(visit: OpenPage) -> None:
    explorer = visit(ready=False, reduced_motion="reduce")
    gate = explorer.gate()
    explorer.open()
    for place, item in enumerate(explorer.order()[:2]):
        grades = [*FRESH[:place], 1 - FRESH[place], *FRESH[place + 1 :]]
        gate.close()
        explorer.toggle(item)
        explorer.shown()
        # The ideal order shares its pattern with no toggle, so nothing of the server is here yet.
        assert not explorer.exact()
        assert_chart_shows(explorer, grades)

        gate.open()
        explorer.settle()
        assert explorer.exact()
        assert_chart_shows(explorer, grades, 1e-12)

        explorer.key("Control+z")
        explorer.settle()


def test_mouse_over_each_rank_previews_it_and_escape_brings_the_curves_back(desktop: Explorer) -> None:
    before = desktop.curves()
    over = desktop.hold("white-cat-peeking")
    for rank in (4, 3, 2, 1, 6, 7, 8):
        over(rank)
        assert desktop.kind() == "preview"
        assert_chart_shows(desktop, moved(FRESH, 5, rank))
    over(5)
    assert desktop.kind() == "settled"
    assert_chart_shows(desktop, FRESH)
    over(1)

    desktop.key("Escape")

    assert desktop.kind() == "settled"
    assert desktop.curves() == before
    desktop.page.mouse.up()
    desktop.settle()
    assert desktop.curves() == before


def test_preview_needs_no_answer_of_the_server(visit: OpenPage) -> None:
    explorer = visit(ready=False)
    gate = explorer.gate()
    explorer.open()
    gate.close()

    over = explorer.hold("two-cats")
    for rank in (2, 3, 8):
        over(rank)
        assert_chart_shows(explorer, moved(FRESH, 1, rank))
    explorer.page.mouse.up()
    assert explorer.kind() == "settled"
    assert not explorer.exact()
    assert_chart_shows(explorer, moved(FRESH, 1, 8))

    gate.open()
    explorer.settle()
    assert_chart_shows(explorer, moved(FRESH, 1, 8), 1e-12)


def test_a_preview_restyles_what_it_changes_and_not_the_page(visit: OpenPage) -> None:
    explorer = visit()
    page = explorer.page
    browser = page.context.browser
    assert browser is not None
    whole = page.locator("*").count()
    over = explorer.hold("two-cats")
    over(2)
    assert_chart_shows(explorer, moved(FRESH, 1, 2))
    browser.start_tracing(page=page, categories=["devtools.timeline"])
    for rank in (4, 6, 3, 8):
        over(rank)
        assert_chart_shows(explorer, moved(FRESH, 1, rank))
    events = json.loads(browser.stop_tracing())["traceEvents"]
    page.mouse.up()
    restyled = [one["args"].get("elementCount", 0) for one in events if one["name"] == "UpdateLayoutTree"]
    assert len(restyled) >= 4
    assert max(restyled) < whole / 3


def test_preview_of_one_row_moves_the_mean(visit: OpenPage) -> None:
    explorer = visit("?q=mean&k=8", reduced_motion="reduce")
    rows = explorer.relevance()
    item = explorer.order("dark-cat")[7]

    explorer.lift(item, "dark-cat")
    explorer.key("Home")

    rows[2] = moved(rows[2], 8, 1)
    assert explorer.relevance() == rows
    assert explorer.kind() == "preview"
    expected = oracle.mean_curves(rows)
    assert explorer.curves()["MAP@k"] == pytest.approx(expected["AP"], rel=0, abs=1e-6)
    assert explorer.scores()["MRR"] == pytest.approx(expected["RR"][7], rel=0, abs=1e-6)
    explorer.key("Escape")
    explorer.settle()
    assert explorer.scores()["MRR"] == pytest.approx(17 / 30)


def test_tools_show_their_result_before_the_server_confirms_it(visit: OpenPage) -> None:
    explorer = visit(ready=False, reduced_motion="reduce")
    gate = explorer.gate()
    explorer.open()
    for tool, grades in (("ideal", [1] * 4 + [0] * 4), ("worst", [0] * 4 + [1] * 4)):
        gate.close()
        explorer.press(tool)
        explorer.shown()
        assert not explorer.exact()
        assert_chart_shows(explorer, grades)
        gate.open()
        explorer.settle()
        gate.close()
        explorer.press("undo")
        explorer.shown()
        assert not explorer.exact()
        assert_chart_shows(explorer, FRESH)
        gate.open()
        explorer.settle()
