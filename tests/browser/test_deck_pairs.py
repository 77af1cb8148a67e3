"""Saved states of the page Compare: a talk has pairs of lists beside boards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from irviz.state.deck import SavedState, pack
from tests.browser.test_compare import Comparison
from tests.browser.test_deck import kept
from tests.browser.test_notes import IN_STEP, listened, pictures, section, status, title, value

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.browser.conftest import OpenPage

NOTES = "Vote first.\nThen <b>wait</b>."


def place(page: Page) -> Locator:
    return page.locator(".ix-present-place")


def at_difference(comparison: Comparison, metric: str) -> Locator:
    return comparison.row(metric).locator(".ix-vs-figure")


def compared(visit: OpenPage, link: str = "", **options: object) -> Comparison:
    comparison = Comparison(visit(ready=False, **options))
    comparison.open(link)
    return comparison


def test_one_talk_goes_through_both_pages_with_the_second_window(visit: OpenPage) -> None:
    states = (
        SavedState("q=mean&k=3&set=two-feeds", "Feeds"),
        SavedState("q=mean&k=5&set=two-engines&mask=1", "The trap", NOTES),
        SavedState("q=cat-in-a-box&k=3"),
    )
    comparison = compared(visit, link=f"?set=two-engines&present=1&deck={pack(states)}")
    page = comparison.page
    with page.expect_popup() as popup:
        page.get_by_role("button", name="Notes window").click()
    window = listened(popup.value, comparison.explorer)
    expect(status(window)).to_have_text(IN_STEP)
    expect(section(window, "Next")).to_contain_text("Feeds")
    assert pictures(window) == [
        "Rank 1: Sneakers, not relevant; Rank 2: Shorts, relevant; Rank 3: Watch, relevant |",
        "Rank 1: Watch, relevant; Rank 2: Shorts, relevant; Rank 3: Sneakers, not relevant |",
    ]
    window.keyboard.press("PageDown")
    window.keyboard.press("PageDown")
    # What is masked there is read here; notes are here alone.
    expect(place(page)).to_have_text("2 of 3")
    expect(title(window)).to_have_text("The trap")
    expect(section(window, "Notes")).to_contain_text(NOTES)
    assert NOTES.splitlines()[0] not in page.content()
    expect(at_difference(comparison, "P")).to_have_text("?")
    expect(value(window, "P")).to_have_text("A 0.600, B 0.400")
    both_pages_are_shown_in_place(comparison)
    expect(value(window, "P")).to_have_text("A 0.600, B 0.400")
    # Of a page without saved states it has neither notes nor values, and says so.
    page.goto(f"{comparison.explorer.url}/disagree?present=1")
    expect(section(window, "Notes")).to_contain_text("What is on the wall is no saved state")
    expect(window.get_by_text("The values of this page are on the wall alone.")).to_be_visible()
    window.close()


def both_pages_are_shown_in_place(comparison: Comparison) -> None:
    """The bar, and what is pressed on it, stay."""
    page = comparison.page
    page.evaluate("window.ixBar = document.querySelector('.ix-present')")
    page.keyboard.press("PageDown")
    expect(page.locator(".ix-curves")).to_be_visible()
    expect(page.get_by_test_id("versus-row")).to_have_count(0)
    expect(place(page)).to_have_text("3 of 3")
    assert page.evaluate("ixBar === document.querySelector('.ix-present')")
    page.keyboard.press("PageUp")
    expect(page.get_by_test_id("versus-row").first).to_be_visible()
    expect(page.locator(".ix-curves")).to_have_count(0)
    expect(place(page)).to_have_text("2 of 3")
    expect(at_difference(comparison, "P")).to_have_text("?")
    comparison.settle()
    assert [one.notes for one in kept(page)] == ["", NOTES, ""]
