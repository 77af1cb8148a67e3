"""Saved states of the page Compare: pairs of lists are kept, given and filed as boards are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from irviz.state.deck import SavedState, pack
from tests.browser.explorer import visits
from tests.browser.test_compare import Comparison
from tests.browser.test_deck import kept, opens_all, overview
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


def in_code(page: Page) -> str:
    """What the QR code on the wall leads to."""
    page.evaluate("() => document.activeElement.blur()")
    page.keyboard.press("q")
    link = page.locator(".ix-code-link")
    expect(link).to_be_visible()
    said = link.inner_text()
    page.keyboard.press("Escape")
    expect(link).to_be_hidden()
    return said


def test_the_second_window_has_both_lists(visit: OpenPage) -> None:
    states = (
        SavedState("q=mean&k=3&set=two-feeds", "Feeds"),
        SavedState("q=mean&k=5&set=two-engines&mask=1", "The trap", NOTES),
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
    expect(place(page)).to_have_text("2 of 2")
    expect(title(window)).to_have_text("The trap")
    expect(section(window, "Notes")).to_contain_text(NOTES)
    assert NOTES.splitlines()[0] not in page.content()
    expect(at_difference(comparison, "P")).to_have_text("?")
    expect(value(window, "P")).to_have_text("A 0.600, B 0.400")
    # What phones get by the code has neither mask nor notes.
    link = in_code(page)
    assert "compare?" in link
    for own in ("mask", "deck", "present"):
        assert own not in link
    window.get_by_role("button", name="Reveal: P@5").click()
    expect(at_difference(comparison, "P")).to_have_text("−0.200")
    expect(at_difference(comparison, "R")).to_have_text("?")
    page.reload()
    expect(place(page)).to_have_text("2 of 2")
    expect(at_difference(comparison, "P")).to_have_text("−0.200")
    expect(at_difference(comparison, "R")).to_have_text("?")
    window.close()


def test_one_talk_goes_through_both_pages(visit: OpenPage) -> None:
    states = (SavedState("q=cat-in-a-box&k=3"), SavedState("q=mean&k=5&set=two-engines"))
    explorer = visit(f"?q=cat-in-a-box&k=5&present=1&deck={pack(states)}")
    page = explorer.page
    explorer.key("o")
    overview(page).get_by_label("Notes on state 2").fill(NOTES)
    explorer.key("Escape")
    expect(overview(page)).to_be_hidden()
    explorer.settle()

    # Presented from here, both are shown in place: the bar, and what is pressed on it, stay.
    page.evaluate("window.ixBar = document.querySelector('.ix-present')")
    explorer.key("PageDown")
    expect(place(page)).to_have_text("1 of 2")
    explorer.key("PageDown")
    expect(page.get_by_test_id("versus-row").first).to_be_visible()
    expect(page.locator(".ix-curves")).to_have_count(0)
    expect(place(page)).to_have_text("2 of 2")
    assert page.evaluate("ixBar === document.querySelector('.ix-present')")
    page.reload()
    expect(page.get_by_test_id("versus-row").first).to_be_visible()
    expect(place(page)).to_have_text("2 of 2")
    explorer.key("PageUp")
    expect(page.locator(".ix-curves")).to_be_visible()
    expect(page.get_by_test_id("versus-row")).to_have_count(0)
    expect(place(page)).to_have_text("1 of 2")
    explorer.key("Escape")

    # They are on the other page, and one of its own is kept with them.
    visits(page, "compare")
    expect(page.get_by_test_id("versus-row").first).to_be_visible()
    dialog = opens_all(page)
    expect(dialog.get_by_role("listitem")).to_have_count(2)
    dialog.get_by_role("button", name="Keep this state").click()
    expect(dialog.get_by_role("listitem")).to_have_count(3)
    explorer.key("Escape")
    Comparison(explorer).settle()
    assert [one.notes for one in kept(page) if one.notes] == [NOTES]

    # The menu of examples leads to lists of the other kind, and back.
    menu = page.get_by_label("Example")
    menu.select_option("graded")
    expect(page.locator(".ix-curves")).to_be_visible()
    menu.select_option("two-feeds")
    expect(page.get_by_test_id("versus-row").first).to_be_visible()
