"""On a projector: one metric, a mask, a pointer, and a QR code, by keys alone; and on a phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.test_wall import LOOKED_AT

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.conftest import OpenPage
    from tests.browser.explorer import Explorer


COVERED = """() => {
  const box = document.querySelector(".ix-cutoff > .ix-badge").getBoundingClientRect();
  const below = [...document.querySelectorAll(".ix-card :is(.ix-rank, .ix-tick)")];
  return below.filter((node) => {
    const { top, left, right } = node.getBoundingClientRect();
    return top + 4 < box.bottom && left < box.right && right > box.left;
  }).map((node) => node.textContent);
}"""
"""The ranks and ticks that lie below the name of the cutoff."""


def fits(page: Page) -> None:
    """What is shown to a room is on the screen, and is large."""
    for name in ("[data-testid=board]", "[data-testid=curves]", ".ix-score[data-chosen]", ".ix-present"):
        box = page.locator(name).bounding_box()
        assert box, name
        assert box["x"] >= 0, name
        assert box["y"] >= 0, name
        assert box["x"] + box["width"] <= 1280, name
        assert box["y"] + box["height"] <= 720, name
    assert page.evaluate(COVERED) == []
    size = "node => parseFloat(getComputedStyle(node).fontSize)"
    assert page.locator(".ix-score[data-chosen] .ix-score-value").evaluate(size) >= 48


def test_one_metric_is_shown_masked_and_pointed_at(visit: OpenPage) -> None:
    explorer = visit("?q=cat-in-a-box&k=3&present=1&hide=F1", reduced_motion="reduce")
    page = explorer.page
    explorer.key("ArrowDown")
    expect(page.locator(".ix-score[data-chosen] .ix-score-symbol")).to_have_text("nDCG@3")
    explorer.settle()
    assert explorer.drawn() == {"nDCG@k"}
    fits(page)
    value = page.locator(".ix-score[data-chosen] .ix-score-figure")
    explorer.key("m")
    expect(value).to_have_text("?")
    # One key too many shows nothing, and neither do two with another between them.
    explorer.key("Escape", "t", "Escape")
    expect(page.locator(".ix-toast")).to_have_text("Escape again leaves, and shows what is masked.")
    expect(page.get_by_test_id("presenter")).to_be_visible()
    expect(value).to_have_text("?")
    expect(page.locator(".ix-chart .scatterlayer .js-line")).to_have_count(0)
    explorer.key("m")
    expect(value).to_have_text("0.296")

    explorer.key("p")
    page.mouse.move(400, 300)
    spot = page.locator(".ix-spot")
    expect(spot).to_be_visible()
    box = spot.bounding_box()
    assert box
    assert (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) == pytest.approx((400, 300), abs=0.1)
    explorer.key("q")
    code = page.get_by_role("dialog", name="QR code of this state")
    expect(code).to_be_visible()
    phones = f"{page.url.replace('&present=1', '')}&off=talk.example.predict"
    expect(code.locator(".ix-code-link")).to_have_text(phones)
    explorer.key("Escape")
    expect(code).to_be_hidden()
    explorer.key("?")
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys).to_contain_text("mask all values; where all are masked, reveal them")
    explorer.key("Escape")
    expect(keys).to_be_hidden()
    presenter = page.get_by_test_id("presenter")
    expect(presenter).to_be_visible()

    # Files have no class: what says so goes as it came, before the talk is left, or with it.
    room = page.get_by_test_id("room")
    for closes in ("a", "Escape"):
        explorer.key("a")
        expect(room).to_contain_text("needs a server")
        explorer.key(closes)
        expect(room).to_be_hidden()
        expect(presenter).to_be_visible()
    explorer.key("a")
    expect(room).to_be_visible()
    presenter.locator("[data-do=leave]").click()
    expect(presenter).to_be_hidden()
    expect(room).to_be_hidden()


def test_on_a_phone_nothing_lies_over_the_board_grows_or_goes_sideways(phone: Explorer) -> None:
    page = phone.page
    page.get_by_test_id("present").tap()
    expect(page.get_by_test_id("presenter")).to_be_visible()
    phone.settle()
    found = page.evaluate(LOOKED_AT)
    assert [line for line in found["cut"] if "by the screen" not in line and "MAIN" not in line] == []
    expect(page.locator(":root")).to_have_css("font-size", "16px")
    wide = "() => document.documentElement.scrollWidth"
    assert page.evaluate(wide) == 390
    # Where the scores themselves are not in sight, a line at the top has them.
    page.locator("[data-ix-main]").evaluate("main => main.scrollTo(0, 0)")
    tabs = page.locator(".ix-tabs").bounding_box()
    line = page.locator(".ix-scoreline").bounding_box()
    bar = page.get_by_test_id("presenter").bounding_box()
    assert tabs
    assert line
    assert bar
    assert line["y"] + line["height"] <= tabs["y"]
    assert bar["y"] + bar["height"] == 844
    page.get_by_test_id("presenter").locator("[data-do=leave]").click(trial=True)

    # Scrolled to its end, the page ends above the bar.
    page.locator("[data-ix-main]").evaluate("main => main.scrollTo(0, main.scrollHeight)")
    curves = phone.chart.bounding_box()
    assert curves
    assert curves["y"] + curves["height"] <= bar["y"]

    # The working takes the place of the chart.
    page.get_by_role("button", name="Working").tap()
    expect(page.get_by_test_id("result")).to_be_visible()
    expect(phone.chart).to_be_hidden()
    assert page.evaluate(wide) == 390
    page.get_by_role("button", name="Working").tap()
    expect(phone.chart).to_be_visible()
