"""A link that a teacher builds opens exactly the exercise, and what is hidden or locked stays so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.explorer import visits
from tests.browser.test_clicker import TALK, is_at

if TYPE_CHECKING:
    from tests.browser.conftest import OpenPage
    from tests.browser.explorer import Explorer

ADDRESS = "[data-testid=handout-link] code"

"""The buttons that lie under what is said for a moment."""


def built(explorer: Explorer, *choices: str) -> str:
    """Build a link from the state that the page shows; returns its query string."""
    page = explorer.page
    visits(page, "handout")
    address = page.locator(ADDRESS)
    for words in choices:
        before = address.inner_text()
        page.get_by_text(words, exact=True).click()
        expect(address).not_to_have_text(before)
    expect(page.get_by_role("link", name="Open it")).to_have_attribute("href", address.inner_text())
    return address.inner_text().removeprefix(f"{explorer.url}/")


def test_an_exercise_opens_as_promised_and_stays_locked(visit: OpenPage) -> None:
    teacher = visit("?q=white-cat&k=5", reduced_motion="reduce")
    teacher.drag("dog-in-box", 1)
    teacher.settle()
    promised = teacher.state()
    link = built(
        teacher,
        "Undo, redo, reset and the other tools (locks the tools shuffle, ideal and worst, too)",
        "What stands below the chart",
        "The other pages",
        "Dragging a card to another rank, or tying ranks (locks the tools shuffle, ideal and worst, too)",
        "Moving the cutoff",
    )
    pupil = visit(link, reduced_motion="reduce")
    page = pupil.page
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
    after = pupil.cards()
    pupil.reload()
    assert pupil.cards() == after
    expect(page.locator(".ix-tools")).to_be_hidden()


def teacher_cards(state: tuple[object, ...]) -> object:
    """The cards of the one open board, from `Explorer.state`."""
    boards = state[2]
    assert isinstance(boards, tuple)
    return list(boards[0])


QUICK = """names => names.forEach(name => document.querySelector(`input[name="${name}"]`).click())"""
"""Boxes are pressed one after the other, before any answer."""


def test_boxes_that_are_pressed_quickly_all_count(visit: OpenPage) -> None:
    explorer = visit("?q=white-cat&k=3", reduced_motion="reduce")
    page = explorer.page
    visits(page, "handout")
    address = page.locator(ADDRESS)
    expect(address).to_contain_text("q=white-cat")
    page.evaluate(QUICK, ["cut", "sort", "nav", "judge", "nav"])
    expect(address).to_contain_text("off=judge.cut.sort")
    # What another one locks is ticked with it, and is as it was when that is unticked.
    expect(page.locator("input[name=sort]")).to_be_enabled()
    page.evaluate(QUICK, ["move"])
    expect(page.locator("input[name=sort]")).to_be_disabled()
    expect(page.locator("input[name=sort]")).to_be_checked()
    expect(address).to_contain_text("off=move.judge.cut")
    page.evaluate(QUICK, ["move"])
    expect(page.locator("input[name=sort]")).to_be_enabled()
    expect(address).to_contain_text("off=judge.cut.sort")
    assert page.locator("input:checked").count() == 3
    # For another exercise one begins anew.
    visits(page, "explore")
    explorer.settle()
    visits(page, "handout")
    expect(address).to_contain_text("q=white-cat")
    expect(page.locator("input:checked")).to_have_count(0)


def test_the_link_is_beside_what_is_chosen_where_there_is_room(visit: OpenPage) -> None:
    explorer = visit(ready=False)
    page = explorer.page
    page.goto(f"{explorer.url}/handout")
    for width, beside in ((900, True), (760, False)):
        page.set_viewport_size({"width": width, "height": 720})
        expect(page.locator(ADDRESS)).to_be_visible()
        link, first, last = (
            page.get_by_test_id("handout-link").bounding_box(),
            page.locator("[data-group=Hide]").bounding_box(),
            page.locator("[data-group='Start with']").bounding_box(),
        )
        assert link
        assert first
        assert last
        assert (link["y"] == first["y"]) == beside
        assert (link["y"] > last["y"]) != beside
        assert link["x"] + link["width"] <= width


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
