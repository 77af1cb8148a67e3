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


def test_mouse_over_ranks_previews_them_restyles_no_more_and_escape_brings_the_curves_back(visit: OpenPage) -> None:
    explorer = visit()
    page = explorer.page
    before = explorer.curves()
    browser = page.context.browser
    assert browser is not None
    whole = page.locator("*").count()
    over = explorer.hold("two-cats")
    over(2)
    assert_chart_shows(explorer, moved(FRESH, 1, 2))
    browser.start_tracing(page=page, categories=["devtools.timeline"])
    ranks = (4, 6, 3, 8, 5, 2, 7, 4)
    for rank in ranks:
        over(rank)
        assert explorer.kind() == "preview"
        assert_chart_shows(explorer, moved(FRESH, 1, rank))
    events = json.loads(browser.stop_tracing())["traceEvents"]
    restyled = [one["args"].get("elementCount", 0) for one in events if one["name"] == "UpdateLayoutTree"]
    assert len(restyled) >= len(ranks)
    # A page that has just come may be styled for reasons of its own, but not once a rank.
    assert sum(elements >= whole / 3 for elements in restyled) < len(ranks) / 2
    over(1)
    assert explorer.kind() == "settled"
    over(3)
    explorer.key("Escape")
    assert explorer.kind() == "settled"
    assert explorer.curves() == before
    page.mouse.up()
    explorer.settle()
    assert explorer.curves() == before


def test_changes_are_shown_before_the_server_confirms_them(visit: OpenPage) -> None:
    explorer = visit(ready=False)
    gate = explorer.gate()
    explorer.open()

    def shows(grades: list[int]) -> None:
        explorer.shown()
        assert not explorer.exact()
        assert_chart_shows(explorer, grades)
        gate.open()
        explorer.settle()
        assert explorer.exact()
        assert_chart_shows(explorer, grades, 1e-12)
        gate.close()

    gate.close()
    # The ideal order shares its pattern with no toggle, so nothing of the server is here yet.
    explorer.toggle("two-cats")
    shows([1, *FRESH[1:]])
    explorer.key("Control+z")
    gate.open()
    explorer.settle()
    gate.close()
    over = explorer.hold("two-cats")
    for rank in (2, 8):
        over(rank)
        assert_chart_shows(explorer, moved(FRESH, 1, rank))
    explorer.page.mouse.up()
    assert explorer.kind() == "settled"
    shows(moved(FRESH, 1, 8))
    explorer.press("ideal")
    shows([1] * 4 + [0] * 4)
    gate.open()
