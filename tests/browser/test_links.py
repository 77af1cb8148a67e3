"""The address bar holds the whole state; links of every kind open on a good one."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import expect

from irviz.state.deck import SavedState, pack, unpack
from tests.browser.test_export import copied, said

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.conftest import OpenPage


def test_loaded_again_the_address_shows_the_same(visit: OpenPage) -> None:
    explorer = visit("?lesson=7&q=cat-in-a-box&k=3#here")
    length: int = explorer.page.evaluate("() => history.length")
    explorer.drag("dog-in-box", 2)
    explorer.divider.focus()
    explorer.key("ArrowRight", "ArrowRight")
    explorer.hide("F1")
    explorer.settle()
    state, address = explorer.state(), explorer.page.url
    assert explorer.page.evaluate("() => history.length") == length
    assert state[1] == 5
    assert "hide=F1" in address
    # What others have put there stays.
    assert explorer.search().startswith("?q=cat-in-a-box&k=5&cat-in-a-box=")
    assert "lesson=7" in explorer.search()
    assert address.endswith("#here")

    explorer.reload()
    assert explorer.state() == state
    assert explorer.page.url == address
    assert explorer.notes() == []


SECRET, ASKED = "Answer: 0.296", "What is it at 5?"
PREPARED = (SavedState("q=cat-in-a-box&k=5&off=move", "One", SECRET, ASKED), SavedState("q=cat-in-a-box&k=2"))
CLIPBOARD = {"permissions": ["clipboard-read", "clipboard-write"]}


def noted(page: Page) -> tuple[str, str]:
    """The note and the question of the first saved state."""
    page.get_by_test_id("states").click()
    dialog = page.get_by_role("dialog", name="Saved states")
    found = tuple(dialog.get_by_label(f"{what} state 1").input_value() for what in ("Notes on", "Question of"))
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    return found[0], found[1]


def test_what_is_copied_holds_no_notes_unless_somebody_says_so_and_no_progress(visit: OpenPage) -> None:
    given = f"?q=cat-in-a-box&k=4&deck={pack(PREPARED)}&at=1&done=recall-1"
    explorer = visit(given, **CLIPBOARD)
    page = explorer.page
    states = f"deck={pack(tuple(one.for_address for one in PREPARED))}&at=1"
    assert page.url.endswith(f"?q=cat-in-a-box&k=4&{states}&done=recall-1")

    # For others: the board alone, however the link is copied.
    page.get_by_test_id("share").click()
    link = copied(page, "link")
    assert link.endswith("?q=cat-in-a-box&k=4")
    expect(said(page)).to_contain_text("Your saved states and their notes are not in it.")
    talk = parse_qs(urlsplit(copied(page, "talk")).query)["deck"][0]
    assert (unpack(talk)[0].notes, unpack(talk)[0].question) == (SECRET, ASKED)
    expect(said(page)).to_contain_text("Whoever opens it reads your notes.")
    page.locator("[data-kind=paper]").click()
    expect(page.locator(".ix-sheet-link")).to_have_text(link)
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("paper")).to_be_hidden()
    page.evaluate("() => navigator.clipboard.writeText('')")
    page.keyboard.press("l")
    expect(page.locator(".ix-board .ix-said").last).to_have_text("Link copied.")
    assert page.evaluate("() => navigator.clipboard.readText()") == link

    # Who gives the talk has all in this browser, even at a state with locks.
    explorer.reload()
    address = page.url
    bookmark = page.context.new_page()
    bookmark.goto(address)
    expect(bookmark.get_by_test_id("states")).to_be_visible()
    assert noted(bookmark) == (SECRET, ASKED)
    bookmark.close()
    page.get_by_test_id("present").click()
    page.mouse.click(640, 4)
    explorer.key("PageUp", "PageDown", "PageUp")
    expect(page.locator(".ix-present-question")).to_have_text(ASKED)
    explorer.settle()
    assert "off=move" in page.url
    # A wall, which has no button that could say so, says what a key has copied.
    explorer.key("l")
    expect(page.locator(".ix-toast")).to_have_text("Link copied.")
