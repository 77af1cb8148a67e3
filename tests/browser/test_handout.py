"""A link that a teacher builds opens exactly the exercise, and what is hidden or locked stays so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.explorer import visits
from tests.browser.test_clicker import TALK, is_at

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.conftest import OpenPage

ADDRESS = "[data-testid=handout-link] code"

QUICK = """names => names.forEach(name => document.querySelector(`input[name="${name}"]`).click())"""
"""Boxes are pressed one after the other, before any answer."""


def test_an_exercise_opens_as_promised_and_stays_locked(visit: OpenPage) -> None:
    teacher = visit("?q=white-cat&k=5", reduced_motion="reduce", permissions=["clipboard-read", "clipboard-write"])
    page = teacher.page
    teacher.drag("dog-in-box", 1)
    teacher.settle()
    promised = teacher.state()
    visits(page, "handout")
    address = page.locator(ADDRESS)
    expect(address).to_contain_text("q=white-cat")
    is_beside_where_there_is_room(page)

    page.evaluate(QUICK, ["cut", "sort", "nav", "judge", "nav"])
    expect(address).to_contain_text("off=judge.cut.sort")
    page.evaluate(QUICK, ["judge", "sort", "tools", "lens", "nav", "move"])
    expect(address).to_contain_text("off=tools.lens.nav.move.cut")
    link = address.inner_text()
    expect(page.get_by_role("link", name="Open it")).to_have_attribute("href", link)
    page.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("() => navigator.clipboard.readText()") == link

    # Somebody else opens it, whose browser has kept nothing.
    page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
    pupil = teacher
    pupil.open(link.removeprefix(f"{teacher.url}/"))
    expect(page.locator("[data-ix-head]")).to_be_hidden()
    for part in (".ix-tools", ".ix-lens", ".ix-modes"):
        expect(page.locator(part)).to_be_hidden()
    cards = pupil.cards()
    assert (pupil.k(), cards) == (5, teacher_cards(promised))
    # What does not help here, `test_locks.py` tries.
    pupil.divider.focus()
    pupil.key("ArrowLeft", "i")
    expect(page.locator(".ix-toast")).to_contain_text("locked")
    assert (pupil.k(), pupil.cards()) == (5, cards)
    # What is free is free: a picture can be judged, and the link carries that and the locks.
    pupil.toggle("dog-in-box")
    pupil.settle()
    assert pupil.cards() != cards
    assert f"off={link.partition('&off=')[2]}" in page.url


def is_beside_where_there_is_room(page: Page) -> None:
    """The link is beside what is chosen, or below it on a narrow window."""
    for width, beside in ((760, False), (900, True)):
        page.set_viewport_size({"width": width, "height": 720})
        page.wait_for_function(
            """([beside, width]) => {
              const box = (where) => document.querySelector(where).getBoundingClientRect();
              const link = box("[data-testid=handout-link]");
              const [first, last] = [box("[data-group=Hide]"), box("[data-group='Start with']")];
              return link.right <= width && (link.top === first.top) === beside && (link.top > last.top) !== beside;
            }""",
            arg=[beside, width],
        )
    page.set_viewport_size({"width": 1280, "height": 720})


def teacher_cards(state: tuple[object, ...]) -> object:
    """The cards of the one open board, from `Explorer.state`."""
    boards = state[2]
    assert isinstance(boards, tuple)
    return list(boards[0])


def test_hand_out_has_a_way_back(visit: OpenPage) -> None:
    talk = visit(TALK, reduced_motion="reduce")
    page = talk.page
    talk.key("PageDown", "PageDown", "m")
    is_at(talk, 2)
    link = page.url
    for way in ("Escape", "history"):
        page.get_by_role("button", name="Hand out").click()
        address = page.locator(ADDRESS)
        expect(address).to_contain_text("q=cat-in-a-box")
        # For phones: nothing of the projector is in it, unless somebody asks for that.
        for name in ("present", "mask", "deck", "at="):
            expect(address).not_to_contain_text(name)
        expect(page.get_by_role("checkbox", name="Large type")).not_to_be_checked()
        expect(page.locator("[data-ix-head]")).to_be_visible()
        back = page.get_by_role("button", name="Back to presenting")
        expect(back).to_be_visible()
        if way == "Escape":
            page.reload()
            expect(address).to_contain_text("q=cat-in-a-box")
            page.get_by_text("Large type for a projector").click()
            expect(address).to_contain_text("present=1&mask=1")
            # Who closes a menu goes nowhere.
            page.get_by_role("button", name="Teach").click()
            page.keyboard.press("Escape")
            expect(back).to_be_visible()
            page.keyboard.press("Escape")
        else:
            page.go_back()
        expect(page.get_by_test_id("presenter")).to_be_visible()
        is_at(talk, 2)
        expect(page.locator(".ix-score[data-chosen] .ix-score-figure")).to_have_text("?")
        assert page.url == link
    talk.key("PageDown")
    is_at(talk, 3)
