"""Predict before you see: by a direction or by a value, with mouse, keyboard and finger, and nothing gives it away."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.conftest import PHONE

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.browser.conftest import OpenPage
    from tests.browser.explorer import Explorer

MIDDLE = """node => {
  const box = node.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}"""


def score(explorer: Explorer, metric: str) -> Locator:
    return explorer.page.locator(f"[data-testid=score][data-metric='{metric}']")


def test_a_value_is_predicted_by_key_by_mouse_and_as_a_number(visit: OpenPage) -> None:
    explorer = visit("?q=cat-in-a-box&k=5&m=AP&predict=1", reduced_motion="reduce")
    page = explorer.page
    ask, target = page.get_by_test_id("ask"), page.get_by_test_id("target")
    tally, why = page.get_by_test_id("tally"), page.locator("p.ix-why")
    expect(tally).to_have_text("Nothing predicted yet.")

    # What comes beyond the cutoff is covered, and the cutoff can be pushed on while the question is open.
    veil = page.locator(".ix-veil")
    expect(veil).to_be_visible()
    explorer.divider.focus()
    explorer.key("ArrowRight", "ArrowRight")
    expect(ask).to_be_visible()
    expect(explorer.divider).to_have_attribute("data-k", "7")
    assert score(explorer, "AP").get_attribute("data-value") == "0.4"
    expect(explorer.chart).to_have_attribute("data-k", "5")
    page.mouse.move(*page.locator(".ix-veil").evaluate(MIDDLE))
    expect(page.locator(".ix-tip")).to_be_hidden()
    # See does nothing without a guess.
    ask.get_by_test_id("see").click()
    expect(ask).to_be_visible()
    # From the divider to the question, to the handle, and by its keys to a value.
    explorer.divider.focus()
    explorer.key("Enter")
    expect(score(explorer, "P").locator("[data-guess=up]")).to_be_focused()
    score(explorer, "AP").get_by_test_id("guess-value").focus()
    expect(target).to_have_attribute("aria-label", "Where AP@7 will land")
    target.focus()
    explorer.key("PageUp", "ArrowUp", "ArrowUp")
    expect(target).to_have_attribute("aria-valuenow", "0.52")
    expect(score(explorer, "AP").get_by_test_id("guess-value")).to_have_value("0.52")
    # A direction for another one; a value that none can have is not taken.
    score(explorer, "R").locator("[data-guess=down]").click()
    field = score(explorer, "RR").get_by_test_id("guess-value")
    field.fill("1.4")
    expect(field).to_have_attribute("aria-invalid", "true")
    field.fill("")
    ask.get_by_test_id("see").click()
    expect(ask).to_be_hidden()
    explorer.settle()
    expect(score(explorer, "AP").locator(".ix-score-mark")).to_have_text("✓ 0.02 off")
    expect(score(explorer, "R").locator(".ix-score-mark")).to_have_text("✗")
    expect(why).to_have_text(re.compile(r"You said down\. R@7 went up from 0\.75 to 1"))
    expect(tally).to_have_text("1 of 2 right. You misjudge R most: 1 of 1 wrong.")
    expect(page.locator(".ix-said-here")).to_be_visible()

    # By mouse: the handle is dragged to the top of the chart. Several changes are one prediction.
    explorer.toggle("white-cat-in-box")
    expect(ask).to_be_visible()
    explorer.toggle("tabby-in-box")
    expect(explorer.card("tabby-in-box")).to_have_attribute("data-relevant", "false")
    score(explorer, "RR").locator("[data-guess=same]").focus()
    expect(target).to_have_attribute("aria-label", "Where RR@7 will land")
    x, y = target.evaluate(MIDDLE)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 400, steps=4)
    page.mouse.up()
    expect(target).to_have_attribute("aria-valuenow", "1.00")
    # Both cards taken back by hand leave nothing to predict.
    explorer.toggle("tabby-in-box")
    explorer.toggle("white-cat-in-box")
    expect(ask).to_be_hidden()
    explorer.toggle("white-cat-in-box")
    expect(ask).to_be_visible()
    ask.get_by_test_id("take-back").click()
    expect(ask).to_be_hidden()
    expect(explorer.card("white-cat-in-box")).to_have_attribute("data-relevant", "true")


def test_a_finger_says_where_a_value_will_land(visit: OpenPage) -> None:
    explorer = visit(
        "?q=cat-in-a-box&k=8&m=AP&predict=1",
        viewport=PHONE,
        has_touch=True,
        is_mobile=True,
        reduced_motion="reduce",
    )
    page = explorer.page
    explorer.card("two-cats").get_by_test_id("relevance").tap()
    expect(page.get_by_test_id("ask")).to_be_visible()
    score(explorer, "AP").get_by_test_id("guess-value").focus()
    target = page.get_by_test_id("target")
    target.scroll_into_view_if_needed()
    x, y = target.evaluate(MIDDLE)
    finger = explorer.finger()
    finger.down(x, y)
    finger.move(x, y - 40)
    finger.up()
    said = float(target.get_attribute("aria-valuenow") or 0)
    assert said > 0.6
    page.get_by_test_id("see").tap()
    expect(page.get_by_test_id("ask")).to_be_hidden()
    explorer.settle()
    off = abs(explorer.scores()["AP"] - said)
    expect(score(explorer, "AP").locator(".ix-score-mark")).to_contain_text(f"{off:.2f} off")
