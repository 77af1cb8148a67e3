"""What a change would show is seen before it is made, and before the server can answer."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests import oracle
from tests.browser.explorer import METRICS

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


def test_mouse_over_ranks_previews_them_restyles_no_more_and_over_a_picture_shows_a_ghost(visit: OpenPage) -> None:
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
    ranks = (4, 6, 3, 8, 5)
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
    page.mouse.move(0, 0)
    explorer.settle()
    assert explorer.curves() == before

    # Resting on a picture shows a ghost of what a click would do.
    ghost = explorer.page.locator(".ix-ghost")
    expect(ghost).to_be_hidden()

    explorer.card("two-cats").get_by_test_id("relevance").hover()
    expect(ghost).to_be_visible()
    heights: list[list[float]] = ghost.locator("path").evaluate_all(
        "all => all.map(one => one.getAttribute('d').split('L').map(at => Number(at.split(',')[1])))"
    )
    expected = oracle.curves([1, *FRESH[1:]])
    one, last = heights[0][0], heights[0][-1]
    unit = (last - one) / (1 - expected["P"][-1])
    assert unit > 50
    for name, line in zip(METRICS, heights, strict=True):
        assert line == pytest.approx([one + unit * (1 - v) for v in expected[name]], abs=0.01), name
    assert explorer.curves() == before
    assert explorer.kind() == "settled"

    explorer.page.mouse.move(5, 700)
    expect(ghost).to_be_hidden()
    explorer.card("white-cat").get_by_test_id("relevance").focus()
    explorer.key("ArrowRight")
    expect(ghost).to_be_visible()
