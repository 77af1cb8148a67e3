"""The lenses precision-recall and conventions, as a person uses them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.browser.conftest import OpenPage
    from tests.browser.explorer import Explorer


def panel(explorer: Explorer) -> Locator:
    """The panel that is open, once it shows the server's last answer."""
    expect(explorer.page.locator(".ix-lens-stage")).to_have_attribute("aria-busy", "false")
    return explorer.page.locator("[data-testid=lens-panel]:visible")


def test_options_by_keys_and_a_curve_that_is_drawn_when_it_is_chosen(visit: OpenPage) -> None:
    explorer = visit("?q=white-cat&k=3&see=conventions")
    page = explorer.page
    panel(explorer).get_by_label(re.compile("^trec_eval")).focus()
    explorer.key("ArrowDown")
    explorer.settle()
    assert "by=ap-hits.ideal-retrieved" in explorer.search()
    expect(panel(explorer).get_by_label(re.compile("^scikit-learn"))).to_be_focused()
    explorer.key("Space")
    explorer.settle()
    expect(panel(explorer).get_by_label(re.compile("^Spark"))).to_be_focused()
    explorer.key("Control+z")
    explorer.settle()
    assert "by=ap-hits.ideal-retrieved" in explorer.search()

    page.get_by_role("tab", name="Precision–recall").click()
    drawn = panel(explorer).locator("g.ix-recall-smooth")
    dots = drawn.locator("circle")
    expect(drawn).to_have_css("display", "none")
    expect(dots.first).to_be_hidden()
    panel(explorer).get_by_label("Interpolated precision").check()
    expect(drawn).to_have_css("display", "inline")
    expect(dots).to_have_count(11)
    expect(dots.last).to_be_visible()
    expect(panel(explorer).locator("p.ix-recall-smooth")).to_contain_text("which is not AP")

    page.get_by_role("tab", name="All orders").click()
    panel(explorer).get_by_test_id("whole-list").press("Enter")  # which is what it asks for, and so it goes
    expect(panel(explorer)).to_be_focused()
