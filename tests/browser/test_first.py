"""The first minute, as somebody meets it who has never been here; and that it never comes back unasked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from irviz.lessons.course import first_minute
from tests.browser.axe import axe

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.browser.conftest import OpenPage
    from tests.browser.explorer import Explorer

BLOCKED = """
Object.defineProperty(window, "localStorage", { get() { throw new DOMException("no", "SecurityError"); } });
"""


def offer(explorer: Explorer) -> Locator:
    return explorer.page.get_by_test_id("first")


def at(explorer: Explorer, step: int) -> Locator:
    """The strip, once it shows a step and the server has answered."""
    strip = explorer.page.get_by_test_id("first-step")
    expect(strip).to_have_attribute("data-step", str(step))
    expect(strip.get_by_role("heading")).to_contain_text(first_minute().steps[step - 1].title)
    explorer.settle()
    return strip


def test_a_first_minute_by_hand_and_ways_round_it(visit: OpenPage) -> None:
    explorer = visit(new=True)
    page = explorer.page
    # Who begins alone is not asked again, and nothing moves.
    expect(offer(explorer)).to_be_visible()
    first = page.get_by_test_id("card").first
    place = first.bounding_box()
    explorer.drag("dog-in-box", 8)
    explorer.settle()
    expect(offer(explorer)).to_be_visible()  # nothing goes away under the hand
    explorer.open()
    expect(page.locator(".ix-offer")).to_have_count(0)
    assert first.bounding_box() == place

    # Who is sent a state gets that state.
    page.evaluate("() => localStorage.clear()")
    explorer.open("?q=cat-in-a-box&k=4")
    expect(page.locator(".ix-offer, .ix-first")).to_have_count(0)

    page.evaluate("() => localStorage.clear()")
    explorer.open()
    by_hand(explorer)
    # The browser's Back leaves it from whichever step, and goes no further.
    page.go_back()
    expect(page.get_by_test_id("first-step")).to_have_count(0)
    explorer.settle()
    assert "first=" not in explorer.search()

    # Where nothing can be kept, it is offered anew; it can be left, by keys.
    explorer.inject(BLOCKED)
    explorer.open()
    offer(explorer).click()
    at(explorer, 1)
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("first-step")).to_have_count(0)
    explorer.settle()
    assert len(explorer.drawn()) == 6
    assert "first=" not in explorer.search()
    expect(page.locator(".ix-offer")).to_have_count(0)
    expect(page.locator(".ix-hint")).to_contain_text("Drag one to another rank.")


def by_hand(explorer: Explorer) -> None:
    """Go through all of it on a narrow window."""
    page = explorer.page
    page.set_viewport_size({"width": 320, "height": 640})
    offer(explorer).click()

    strip = at(explorer, 1)
    expect(strip).to_contain_text("You searched for “cat in a box”")
    expect(explorer.chart).to_be_hidden()
    expect(page.locator(".ix-toolbar")).to_be_hidden()
    expect(page.get_by_role("button", name="Predict first")).to_be_hidden()
    explorer.toggle("dark-cat-in-box")
    said = strip.get_by_role("status")
    expect(said).to_have_text(
        "Now four are relevant. A search engine cannot know that: a person decides it. A metric is a "
        "number that says how good the list is, and it is made of what people decided."
    )
    strip.get_by_test_id("first-next").click()

    strip = at(explorer, 2)
    expect(page.get_by_test_id("score").filter(visible=True)).to_have_count(2)
    assert explorer.drawn() == {"P@k", "R@k"}
    before = explorer.scores()
    expect(page.locator(".ix-score-figures").first).to_be_empty()
    top = explorer.board.bounding_box()
    expect(strip.get_by_test_id("first-next")).to_have_text("Next")  # there is nothing to ask yet
    explorer.divider.focus()
    explorer.key("ArrowRight", "ArrowRight")
    explorer.settle()
    after = explorer.scores()
    expect(said).to_contain_text(
        f"recall rose from {before['R']:g} to {after['R']:g}, and precision fell from "
        f"{before['P']:g} to {after['P']:.3f}"
    )
    assert explorer.board.bounding_box() == top  # nothing moves for what is said
    strip.get_by_role("button", name="Why?").click()

    strip = at(explorer, 3)
    expect(strip).to_contain_text("Of the first seven pictures, the engine got three wrong")
    assert explorer.drawn() == {"P@k", "R@k"}  # the others come one at a time
    assert explorer.k() == 7
    expect(page.locator(".ix-verdict").filter(visible=True)).to_have_count(0)  # lesson 1 says what TP is
    assert axe(page, "[data-testid=first-step]") == []
    wide = page.evaluate("() => document.scrollingElement.scrollWidth - innerWidth")
    assert wide <= 0
    expect(strip.get_by_role("link", name="Lesson 1: Relevant and retrieved")).to_be_visible()
