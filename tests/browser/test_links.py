"""The address bar holds the whole state; links of every kind open on a good one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from irviz.state.deck import SavedState, pack
from tests.browser.test_export import copied, said

if TYPE_CHECKING:
    from playwright.sync_api import Dialog, Page

    from tests.browser.conftest import OpenPage
    from tests.browser.explorer import Explorer


def change_everything(explorer: Explorer) -> None:
    """Toggle, move, cut and hide on one board, shuffle another, and leave a third open."""
    explorer.toggle("two-cats")
    explorer.drag("dog-in-box", 2)
    explorer.divider.focus()
    explorer.key("ArrowRight", "ArrowRight")
    explorer.hide("F1")
    explorer.hide("P")
    explorer.tab("white cat")
    explorer.settle()
    explorer.press("worst")
    explorer.tab("dark cat")
    explorer.settle()


def all_boards(explorer: Explorer) -> list[object]:
    found: list[object] = []
    for label in ("cat in a box", "white cat", "dark cat"):
        explorer.tab(label)
        explorer.settle()
        found.append(explorer.state())
    return found


def test_reload_and_a_sent_link_show_the_same(visit: OpenPage) -> None:
    explorer = visit()
    length: int = explorer.page.evaluate("() => history.length")
    change_everything(explorer)
    state, address = explorer.state(), explorer.page.url
    assert explorer.page.evaluate("() => history.length") == length
    assert state[1] == 5
    assert explorer.drawn() == {"R@k", "RR@k", "AP@k", "nDCG@k"}
    assert "q=dark-cat&k=5" in address
    assert "hide=P.F1" in address

    explorer.reload()
    assert explorer.state() == state
    assert explorer.page.url == address
    assert explorer.notes() == []

    receiver = visit(address.removeprefix(f"{explorer.url}/"))
    assert receiver.state() == state
    assert all_boards(receiver) == all_boards(explorer)


def test_foreign_parameters_and_the_fragment_stay(visit: OpenPage) -> None:
    explorer = visit("?lesson=7&q=dark-cat&k=2#here")
    explorer.toggle("empty-box")
    explorer.settle()

    assert explorer.search().startswith("?q=dark-cat&k=2&dark-cat=")
    assert "lesson=7" in explorer.search()
    assert explorer.page.evaluate("() => location.hash") == "#here"
    assert explorer.notes() == []


FRESH = "cat in a box"
DAMAGED = "fresh, since its link is damaged"
BAD: dict[str, tuple[str, str, int, str]] = {
    "an unknown query": ("q=unicorn&k=5", FRESH, 5, "There is no query “unicorn”"),
    "markup": ("q=<b>bold</b><img src=x onerror=alert(1)>", FRESH, 3, "“<b>bold</b><img src=x on…”"),
    "tens of thousands of characters": (f"q={'y' * 50_000}", FRESH, 3, "“yyyyyyyyyyyyyyyyyyyyyyyy…”"),
}


def test_bad_link_opens_on_the_nearest_good_state_and_one_line_says_so(visit: OpenPage) -> None:
    explorer = visit(ready=False, reduced_motion="reduce")
    asked: list[str] = []

    def refuse(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.dismiss()

    explorer.page.on("dialog", refuse)
    for kind, (link, opened, k, words) in BAD.items():
        explorer.open(f"?{link}")

        assert explorer.opened() == opened, kind
        assert explorer.k() == k, kind
        (note,) = explorer.notes()
        assert words in note, kind
        assert len(note) < 200, kind
        assert "Traceback" not in explorer.page.locator("body").inner_text()
        expect(explorer.page.get_by_test_id("stException")).to_have_count(0)
        expect(explorer.page.locator(".ix-notes *")).to_have_count(0)
        # The address is that of the good state, and good from now on.
        assert explorer.search().startswith("?q="), kind
        assert "alert" not in explorer.search(), kind
        # The line goes with the first change, and the board works.
        explorer.toggle("tabby-in-box")
        explorer.settle()
        assert explorer.notes() == [], kind
        assert explorer.able("undo"), kind
    assert asked == []


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


def test_what_is_copied_holds_no_notes_unless_somebody_says_so(visit: OpenPage) -> None:
    given = f"?q=cat-in-a-box&k=4&deck={pack(PREPARED)}&at=1"
    explorer = visit(given, new=True, **CLIPBOARD)
    page = explorer.page
    states = f"deck={pack(tuple(one.for_address for one in PREPARED))}&at=1"
    assert page.url.endswith(f"?q=cat-in-a-box&k=4&{states}")

    # For others: the board alone, however the link is copied.
    page.get_by_test_id("share").click()
    link = copied(page, "link")
    assert link.endswith("?q=cat-in-a-box&k=4")
    expect(said(page)).to_contain_text("Your saved states and their notes are not in it.")
    copied_with = copied(page, "talk")
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
    assert noted(page) == (SECRET, ASKED)
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
    page.reload()
    expect(page.locator(".ix-present-question")).to_have_text(ASKED)
    expect(page.locator(".ix-present-place")).to_have_text("1 of 2")

    # Elsewhere there are states without notes by the address, and with them by the link that says so.
    for found, notes in ((address, ("", "")), (copied_with, (SECRET, ASKED))):
        other = visit(found.removeprefix(f"{explorer.url}/"), new=True)
        assert noted(other.page) == notes
        assert pack(PREPARED) not in other.page.url
        other.page.context.close()
