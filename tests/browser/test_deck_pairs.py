"""Saved states of the page Compare: pairs of lists are kept, given and filed as boards are."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from irviz.scenarios.pairs import PAIRED
from irviz.state.deck import SavedState, pack
from irviz.state.deck_file import DeckReader, parse_parameters
from tests.browser.axe import axe
from tests.browser.conftest import PHONE
from tests.browser.explorer import visits
from tests.browser.test_compare import Comparison
from tests.browser.test_deck import gives, kept, opens_all, overview
from tests.browser.test_notes import IN_STEP, listened, pictures, section, status, title, value

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.browser.conftest import OpenPage

NOTES = "Vote first.\nThen <b>wait</b>."
WALL = {"width": 1920, "height": 1080}

BROKEN = """() => [...document.querySelectorAll('.ix-title')].filter(one =>
  !one.textContent.includes(' ') && one.clientHeight > 1.8 * parseFloat(getComputedStyle(one).lineHeight)
).map(one => one.textContent)"""
"""The titles of one word that are broken into pieces."""


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
    page.keyboard.press("q")
    link = page.locator(".ix-code-link")
    expect(link).to_be_visible()
    said = link.inner_text()
    page.keyboard.press("Escape")
    expect(link).to_be_hidden()
    return said


def prepared(comparison: Comparison) -> str:
    """Three states, from the page as it opens, and their file."""
    page, key = comparison.page, comparison.explorer.key
    # From the list; then by the key, changed and masked; then another pair.
    opens_all(page).get_by_role("button", name="Keep this state").click()
    key("Escape")
    comparison.explorer.toggle("white-cat", "b")
    comparison.settle()
    page.get_by_test_id("present").click()
    page.mouse.click(640, 4)
    key("ArrowDown", "m", "k")
    expect(place(page)).to_have_text("2 of 2")
    key("Escape")
    page.get_by_label("Example").select_option("two-feeds")
    comparison.settle()
    dialog = opens_all(page)
    dialog.get_by_role("button", name="Keep this state").click()
    names = [dialog.get_by_label(f"Name of state {number}") for number in (1, 2, 3)]
    expect(names[2]).to_have_attribute("placeholder", re.compile("^feed A and feed B, k = 3"))
    names[1].fill("The trap")
    dialog.get_by_label("Notes on state 2").fill(NOTES)
    dialog.get_by_role("button", name="Move state 3 up").click()
    expect(names[2]).to_have_value("The trap")
    assert axe(page) == []
    with page.expect_download() as download:
        dialog.get_by_role("button", name="Save as a file").click()
    assert download.value.suggested_filename == "irviz-states.json"
    comparison.settle()
    return Path(download.value.path()).read_text(encoding="utf-8")


def test_a_talk_of_pairs_is_prepared_filed_and_given_elsewhere(visit: OpenPage) -> None:
    comparison = compared(visit, new=True, accept_downloads=True)
    text = prepared(comparison)
    saved = kept(comparison.page)
    assert DeckReader(PAIRED).read(text) == saved
    first, feeds, trap = (parse_parameters(one.link) for one in saved)
    assert [one["set"] for one in (first, feeds, trap)] == ["two-engines", "two-feeds", "two-engines"]
    assert (trap["mask"], saved[2].name, saved[2].notes) == ("1", "The trap", NOTES)

    # On another machine the file is all there is; the clicker does the rest, and phones follow.
    other = compared(visit, new=True, viewport=WALL)
    wall = other.page
    opens_all(wall)
    gives(wall, text)
    expect(overview(wall).get_by_role("status")).to_have_text("3 states from talk.json.")
    wall.keyboard.press("Escape")
    wall.get_by_test_id("present").click()
    phone = Comparison(visit(ready=False, viewport=PHONE, has_touch=True, is_mobile=True))
    for number, one in enumerate((first, feeds, trap), 1):
        wall.keyboard.press("PageDown")
        expect(place(wall)).to_have_text(f"{number} of 3")
        other.settle()
        phone.open(in_code(wall).partition("/compare")[2])
        assert phone.orders() == other.orders()
        assert phone.explorer.grades("b") == other.explorer.grades("b")
        assert f"k={one['k']}" in phone.page.url
        expect(phone.page.get_by_test_id("presenter")).to_be_hidden()
        assert wall.evaluate(BROKEN) == []
    expect(at_difference(other, "P")).to_have_text("?")
    expect(at_difference(phone, "P")).not_to_have_text("?")

    # What is handed out is what the wall shows, and Escape leads back there.
    shown = other.orders()
    wall.get_by_role("button", name="Hand out").click()
    address = wall.locator("[data-testid=handout-link] code")
    expect(address).to_contain_text("/compare?")
    wall.get_by_text("Undo, redo, reset and the other tools").click()
    expect(address).to_contain_text("off=tools")
    phone.open(address.inner_text().partition("/compare")[2])
    assert phone.orders() == shown
    for tools in (".ix-tools", ".ix-side-tools"):
        expect(phone.page.locator(tools).first).to_be_hidden()
    expect(wall.locator("[data-group='Start with']")).to_contain_text("Your values are masked.")
    wall.reload()
    expect(address).to_contain_text("/compare?")
    expect(wall.locator("[data-group='Start with']")).to_contain_text("Your values are masked.")
    wall.keyboard.press("Escape")
    expect(place(wall)).to_have_text("3 of 3")
    expect(at_difference(other, "P")).to_have_text("?")


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
    assert axe(window) == []
    window.get_by_role("button", name="Reveal: P@5").click()
    expect(at_difference(comparison, "P")).to_have_text("−0.200")
    expect(at_difference(comparison, "R")).to_have_text("?")
    page.reload()
    expect(place(page)).to_have_text("2 of 2")
    expect(at_difference(comparison, "P")).to_have_text("−0.200")
    expect(at_difference(comparison, "R")).to_have_text("?")
    window.close()


def test_one_talk_goes_through_both_pages(visit: OpenPage) -> None:
    explorer = visit("?q=cat-in-a-box&k=5", new=True)
    page = explorer.page
    opens_all(page).get_by_role("button", name="Keep this state").click()
    page.keyboard.press("Escape")
    visits(page, "compare")
    expect(page.get_by_test_id("versus-row").first).to_be_visible()
    dialog = opens_all(page)
    expect(dialog.get_by_role("listitem")).to_have_count(1)
    dialog.get_by_role("button", name="Keep this state").click()
    dialog.get_by_label("Notes on state 2").fill(NOTES)
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    comparison = Comparison(explorer)
    comparison.settle()
    visits(page, "explore")
    page.wait_for_url("**/?q=*")
    explorer.settle()
    assert [one.notes for one in kept(page)] == ["", NOTES]

    # Presented from here, both are shown in place: the bar, and what is pressed on it, stay.
    page.get_by_test_id("present").click()
    page.evaluate("window.ixBar = document.querySelector('.ix-present')")
    page.keyboard.press("PageDown")
    expect(place(page)).to_have_text("1 of 2")
    page.keyboard.press("PageDown")
    expect(page.get_by_test_id("versus-row").first).to_be_visible()
    expect(page.locator(".ix-curves")).to_have_count(0)
    expect(place(page)).to_have_text("2 of 2")
    assert page.evaluate("ixBar === document.querySelector('.ix-present')")
    page.reload()
    expect(page.get_by_test_id("versus-row").first).to_be_visible()
    expect(place(page)).to_have_text("2 of 2")
    assert [one.notes for one in kept(page)] == ["", NOTES]
    page.keyboard.press("PageUp")
    expect(page.locator(".ix-curves")).to_be_visible()
    expect(page.get_by_test_id("versus-row")).to_have_count(0)
    expect(place(page)).to_have_text("1 of 2")
    page.keyboard.press("Escape")

    # The menu of examples leads to lists of the other kind, and back.
    menu = page.get_by_label("Example")
    menu.select_option("two-feeds")
    expect(page.get_by_test_id("versus-row").first).to_be_visible()
    menu.select_option("graded")
    expect(page.locator(".ix-curves")).to_be_visible()
