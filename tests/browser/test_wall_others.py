"""Presenting what is no board of Explore: two lists, where metrics disagree, own results, challenges."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from irviz.lessons.challenge import challenges
from irviz.scenarios.pairs import PAIRED
from irviz.state.curves.series import compute_curves_by_board
from irviz.state.number_words import format_fraction
from tests.browser.axe import axe
from tests.browser.test_compare import Comparison
from tests.browser.test_results import choose
from tests.browser.test_wall import SIZES, readable
from tests.browser.test_wall_working import fits
from tests.browser.told import forms, told, within

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.conftest import OpenPage
    from tests.browser.explorer import Explorer

PAIR = next(iter(PAIRED.values()))
VALUES = [value for found in compute_curves_by_board(PAIR).values() for name in found for value in found[name] if value]
HIDDEN = forms(VALUES, [format_fraction(value) for value in VALUES])


def entered(page: Page) -> None:
    page.get_by_test_id("present").click()
    expect(page.get_by_test_id("presenter")).to_be_visible()


def compared(visit: OpenPage, size: tuple[int, int]) -> Comparison:
    """The page Compare as it opens, presented by its button."""
    explorer = visit(ready=False, viewport={"width": size[0], "height": size[1]})
    comparison = Comparison(explorer)
    comparison.open()
    entered(comparison.page)
    comparison.settle()
    return comparison


def test_two_lists_span_the_wall_and_masked_values_are_nowhere_in_the_page(visit: OpenPage) -> None:
    size = SIZES[0]
    comparison = compared(visit, size)
    page, charts = comparison.page, comparison.page.get_by_test_id("versus-chart")

    expect(page.get_by_test_id("card")).to_have_count(16)
    expect(page.get_by_test_id("versus-row")).to_have_count(6)
    # One metric at a time.
    for name in ("nDCG", "P"):
        expect(charts).to_have_count(1)
        expect(charts).to_have_attribute("data-metric", name)
        expect(comparison.row(name)).to_have_attribute("data-chosen", "")
        readable(page)
        comparison.explorer.key("ArrowDown")
        comparison.settle()
    boxes = [one.bounding_box() for one in page.get_by_test_id("card").all()]
    panel = page.get_by_test_id("versus").bounding_box()
    bar = page.get_by_test_id("presenter").bounding_box()
    assert panel
    assert bar
    assert panel["width"] >= 0.93 * size[0]
    assert panel["y"] >= max(box["y"] + box["height"] for box in boxes if box)
    assert panel["y"] + panel["height"] <= bar["y"]
    # What an action does is seen at once, with a cutoff set on the large chart.
    box = charts.locator(".ix-vs-box").bounding_box()
    assert box
    page.mouse.click(box["x"] + 0.6 * box["width"], box["y"] + box["height"] / 2)
    comparison.settle()
    expect(charts.locator("figcaption")).to_contain_text("k = 5")
    readable(page)
    page.mouse.move(2, 2)
    share_fits(page)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    comparison.settle()
    masked_values_are_nowhere(comparison)


def share_fits(page: Page) -> None:
    """The menu is as large as its letters, and nothing of it is beyond its edges or those of the screen."""
    page.set_viewport_size({"width": SIZES[1][0], "height": SIZES[1][1]})
    page.get_by_test_id("handle").first.focus()
    page.keyboard.press("t")
    menu = page.locator(".ix-share-menu")
    expect(menu.get_by_role("button", name="Judgments")).to_be_visible()
    assert menu.evaluate("one => one.scrollWidth - one.clientWidth") == 0
    expect(menu).to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")


def masked_values_are_nowhere(comparison: Comparison) -> None:
    page, key = comparison.page, comparison.explorer.key
    versus = page.get_by_test_id("versus")
    before = versus.evaluate("node => node.outerHTML")
    assert within(before, HIDDEN)
    page.get_by_role("button", name="Mask values").click()
    expect(page.get_by_test_id("versus-verdict")).to_have_text("A or B?")
    expect(comparison.why.locator("li")).to_have_count(0)
    expect(page.locator(".ix-vs-line")).to_have_count(0)
    assert not within(versus.evaluate("node => node.outerHTML"), HIDDEN)
    # Neither an action nor the pointer tells them.
    comparison.explorer.toggle("white-cat", "a")
    comparison.settle()
    page.get_by_test_id("versus-chart").locator(".ix-vs-box").hover()
    assert not within(versus.evaluate("node => node.outerHTML"), HIDDEN)
    expect(page.locator(".ix-board > .ix-said")).to_have_text("White cat: relevant.")
    page.reload()
    comparison.settle()
    expect(page.get_by_test_id("versus-verdict")).to_have_text("A or B?")
    page.evaluate("() => document.activeElement.blur()")
    # One is revealed by a click, another by its key, and masked again.
    comparison.row("AP").locator(".ix-vs-figure").click()
    expect(comparison.row("AP")).to_have_attribute("data-a", re.compile(r"^0\."))
    expect(comparison.row("R").locator(".ix-vs-figure")).to_have_text("?")
    page.evaluate("() => document.activeElement.blur()")
    key("2")
    expect(comparison.row("R").locator(".ix-vs-figure")).not_to_have_text("?")
    expect(page.locator(".ix-vs-line")).to_have_count(2)
    key("2")
    expect(page.locator(".ix-vs-line")).to_have_count(0)


def asked(visit: OpenPage, size: tuple[int, int]) -> Explorer:
    explorer = visit(ready=False, viewport={"width": size[0], "height": size[1]})
    explorer.page.goto(f"{explorer.url}/disagree")
    expect(explorer.page.get_by_test_id("disagree-order")).to_have_count(2)
    entered(explorer.page)
    return explorer


def test_a_disagreement_is_presented_pair_by_pair_and_metric_by_metric(visit: OpenPage) -> None:
    size = SIZES[1]
    explorer = asked(visit, size)
    page, verdict = explorer.page, explorer.page.locator(".ix-disagree-verdict")
    place, values = page.locator(".ix-present-place"), page.get_by_test_id("disagree-value")

    expect(page.get_by_role("form", name="The question")).to_be_hidden()
    expect(place).to_have_text("Pair 1")
    readable(page)
    first = values.first.inner_text()
    assert "1.000" in first
    explorer.key("m")
    expect(verdict).to_have_text("Which order does RR@8 prefer, and which AP@8?")
    expect(values.locator("dd")).to_have_text(["?"] * 4)
    source = page.get_by_test_id("disagree").evaluate("node => node.outerHTML")
    assert "1.000" not in source
    assert "1/1" not in source
    readable(page)
    explorer.key("PageDown")
    expect(place).to_have_text("Pair 2")
    expect(values.locator("dd")).to_have_text(["?"] * 4)
    # The link has it all.
    page.reload()
    expect(place).to_have_text("Pair 2")
    expect(values.locator("dd")).to_have_text(["?"] * 4)
    explorer.key("m")
    expect(verdict).to_have_text("RR@8 prefers the first order, AP@8 the second.")
    readable(page)
    explorer.key("PageUp")
    expect(place).to_have_text("Pair 1")

    # Each metric is masked by itself.
    explorer.key("m")
    figures = values.locator("dd:first-of-type")
    expect(figures).to_have_text(["?"] * 4)
    page.get_by_role("button", name="Reveal AP@8").first.click()
    expect(figures).to_have_text(["?", re.compile(r"^\d"), "?", re.compile(r"^\d")])
    expect(verdict).to_contain_text("Which order does RR@8 prefer")
    assert axe(page) == []


def test_a_query_of_own_results_is_presented(visit: OpenPage) -> None:
    size = SIZES[1]
    explorer = visit(ready=False, viewport={"width": size[0], "height": size[1]})
    page = explorer.page
    page.goto(f"{explorer.url}/results")
    page.get_by_role("button", name="Try it with a sample").click()
    choose(page, "dark cat")
    table = page.locator(".ix-results table")
    expect(table.first).to_be_visible()
    entered(page)
    explorer.settle()
    expect(page.get_by_role("heading", name="dark cat")).to_be_visible()
    # Its table would tell what is masked; it is not there at all.
    expect(table).to_have_count(0)
    expect(page.get_by_role("button", name="Back to all queries")).to_be_hidden()
    readable(page)
    explorer.key("f")
    expect(page.get_by_test_id("result")).to_be_visible()
    fits(explorer)
    explorer.key("m")
    expect(page.get_by_test_id("result")).to_have_count(0)
    assert not re.search(r"\b[01]\.\d{3}", told(page))
    page.get_by_role("button", name="Leave").click()
    page.get_by_role("button", name="Back to all queries").click()
    expect(page.get_by_role("heading", name="Means over 14 queries")).to_be_visible()


def test_a_challenge_is_presented_with_its_goal(visit: OpenPage) -> None:
    size = SIZES[0]
    first, second, *_ = challenges().values()
    explorer = visit(f"challenges?challenge={first.id}", viewport={"width": size[0], "height": size[1]})
    page = explorer.page
    place, goal = page.locator(".ix-present-place"), page.locator(".ix-coach-clauses")
    entered(page)
    explorer.settle()
    expect(place).to_have_text(f"1 of {len(challenges())}: {first.title}")
    expect(goal).to_be_visible()
    expect(page.get_by_role("button", name="Text")).to_have_attribute("aria-pressed", "true")
    readable(page)
    explorer.key("t")
    expect(goal).to_be_hidden()
    readable(page)
    explorer.key("t", "PageDown")
    expect(place).to_have_text(f"2 of {len(challenges())}: {second.title}")
    expect(page.locator(".ix-coach-title")).to_have_text(second.title)
    expect(goal).to_be_visible()
    explorer.settle()
    readable(page)
