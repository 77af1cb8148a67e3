"""Saved states of a talk: they are there wherever one has been, until somebody takes one out."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import expect

from irviz.scenarios.catalogue import CATALOGUE
from irviz.state.deck import ELSEWHERE, IN_ADDRESS, MOST, Saved, pack, unpack
from irviz.state.deck_file import LARGEST, Reader
from tests.browser.axe import axe
from tests.browser.test_handout import visits

if TYPE_CHECKING:
    from tests.browser.conftest import OpenPage
    from tests.browser.explorer import Explorer

PAGES = (
    "Learn",
    "Challenges",
    "Compare",
    "Disagreements",
    "Your results",
    "Hand out",
    "Textbook",
    "Reference",
)


def deck(address: str) -> tuple[Saved, ...]:
    """The saved states that an address carries."""
    return unpack(parse_qs(urlsplit(address).query).get("deck", [""])[0])


def keeps(explorer: Explorer, k: int) -> None:
    """Keep the state with this cutoff by the presenter's button."""
    explorer.divider.focus()
    explorer.key("Home", *["ArrowRight"] * (k - 1))
    explorer.settle()
    explorer.page.get_by_role("button", name="Keep this state").click()
    explorer.settle()


def test_ten_saved_states_are_there_after_every_other_page(visit: OpenPage) -> None:
    explorer = visit(reduced_motion="reduce")
    page, place = explorer.page, explorer.page.locator(".ix-present-place")
    page.get_by_test_id("present").click()
    for count in range(1, 11):
        keeps(explorer, 1 + count % 8)
        expect(place).to_have_text(f"{count} of {count}")
    saved = deck(page.url)
    assert [parse_qs(one.link)["k"] for one in saved] == [[str(1 + n % 8)] for n in range(1, 11)]
    page.mouse.click(640, 4)
    explorer.key("Escape")
    expect(page.get_by_test_id("presenter")).to_be_hidden()
    explorer.settle()
    assert deck(page.url) == saved

    for name in PAGES:
        visits(page, name)
        expect(page.get_by_test_id("stTopNavLink").get_by_text(name, exact=True)).to_have_css(
            "font-weight", "600"
        )
        visits(page, "Explore")
        page.wait_for_url("**/?q=*")
        explorer.settle()
        assert deck(page.url) == saved, name

    # What is done to the board leaves them, and so does another example.
    explorer.toggle("two-cats")
    explorer.settle()
    explorer.press("undo")
    explorer.settle()
    explorer.press("redo")
    explorer.settle()
    page.get_by_label("Example").select_option("graded")
    explorer.settle()
    assert deck(page.url) == saved
    page.get_by_test_id("present").click()
    expect(page.get_by_test_id("presenter")).to_be_visible()
    expect(place).to_have_text("– of 10")
    page.mouse.click(640, 4)
    explorer.key("ArrowRight", "ArrowRight")
    expect(place).to_have_text("2 of 10")
    explorer.settle()
    assert (explorer.k(), deck(page.url)) == (3, saved)

    # The link that is sent carries them.
    other = visit(page.url.removeprefix(f"{explorer.url}/"), reduced_motion="reduce")
    expect(other.page.locator(".ix-present-place")).to_have_text("– of 10")
    other.page.mouse.click(640, 4)
    other.key("ArrowRight")
    other.settle()
    assert other.k() == 2


def test_a_new_state_goes_where_one_is_and_what_is_taken_out_can_be_put_back(
    visit: OpenPage,
) -> None:
    states = (Saved("q=cat-in-a-box&k=1"), Saved("q=cat-in-a-box&k=2"))
    explorer = visit(f"?q=cat-in-a-box&k=5&present=1&deck={pack(states)}", reduced_motion="reduce")
    page, place = explorer.page, explorer.page.locator(".ix-present-place")
    page.mouse.click(640, 4)
    explorer.key("k")  # who is at none of them goes on where they end
    expect(place).to_have_text("3 of 3")
    explorer.settle()
    assert deck(page.url) == (*states, Saved("q=cat-in-a-box&k=5"))
    explorer.key("ArrowLeft")
    explorer.settle()
    explorer.key("Delete")
    expect(place).to_have_text("1 of 2")
    toast = page.locator(".ix-toast")
    expect(toast).to_have_text(
        "State 2 is out of the list. “Keep this state” puts what is on the page in its place."
    )
    explorer.settle()
    explorer.key("k")
    expect(place).to_have_text("2 of 3")
    explorer.settle()
    assert deck(page.url) == (*states, Saved("q=cat-in-a-box&k=5"))


def test_what_does_not_fit_and_what_is_damaged_is_said(visit: OpenPage) -> None:
    full = pack((Saved("q=cat-in-a-box&k=1"),) * MOST)
    explorer = visit(f"?q=cat-in-a-box&k=5&present=1&deck={full}", reduced_motion="reduce")
    page = explorer.page
    page.mouse.click(640, 4)
    explorer.key("k")
    expect(page.locator(".ix-toast")).to_have_text(
        f"There are {MOST} saved states, and no more fit: drop one first."
    )
    expect(page.locator(".ix-present-place")).to_have_text(f"– of {MOST}")
    assert len(deck(page.url)) == MOST
    explorer.open("?q=cat-in-a-box&k=3&deck=WzFd")
    assert explorer.notes() == ["The saved states in this link are damaged, so there are none."]
    assert "deck" not in explorer.search()


def test_other_pages_are_found_as_they_were_left(visit: OpenPage) -> None:
    """A task in the middle of it, with all that can be undone."""
    explorer = visit("learn?lesson=precision&step=1", reduced_motion="reduce")
    page = explorer.page
    fresh = explorer.k()
    explorer.divider.focus()
    explorer.key("ArrowRight")
    explorer.settle()
    left = explorer.k()
    assert left != fresh
    visits(page, "Explore")
    page.wait_for_url("**/?q=*")
    explorer.settle()
    assert (explorer.k(), explorer.able("undo")) == (3, False)
    visits(page, "Learn")
    page.wait_for_url("**/learn?*lesson=precision*")
    explorer.settle()
    assert explorer.k() == left
    explorer.press("undo")
    explorer.settle()
    assert explorer.k() == fresh


def test_a_state_is_kept_by_its_key_right_after_a_card_was_changed(visit: OpenPage) -> None:
    explorer = visit(reduced_motion="reduce")
    page, place = explorer.page, explorer.page.locator(".ix-present-place")
    page.get_by_test_id("present").click()

    for count, item in enumerate(explorer.order()[:3], 1):
        explorer.toggle(item)
        explorer.key("k")
        explorer.settle()
        expect(place).to_have_text(f"{count} of {count}")
    explorer.lift(explorer.order()[0])
    explorer.key("Escape")  # puts the card back
    explorer.key("k")
    expect(place).to_have_text("4 of 4")
    explorer.key("m")
    expect(page.get_by_role("button", name="Mask values")).to_have_attribute("aria-pressed", "true")
    explorer.key("Escape")  # leaves
    expect(page.get_by_test_id("presenter")).to_be_hidden()
