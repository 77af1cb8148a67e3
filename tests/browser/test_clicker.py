"""A talk with a clicker: its keys go through the deck, blank the screen, and lose nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from irviz.state.deck import SavedState, pack
from tests.browser.modules import alter, replaced

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.browser.conftest import OpenPage
    from tests.browser.explorer import Explorer

STATES = tuple(f"q=cat-in-a-box&k={k}" for k in (1, 2, 4, 6, 7, 8))
BACK = "Any key or a click shows the page again"
TALK = f"?q=cat-in-a-box&k=3&present=1&deck={pack(tuple(map(SavedState, STATES)))}"


def place(explorer: Explorer) -> Locator:
    return explorer.page.locator(".ix-present-place")


def buttons(explorer: Explorer) -> list[str]:
    """The names of the buttons that a screen reader finds."""
    session = explorer.page.context.new_cdp_session(explorer.page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    return [node["name"]["value"] for node in nodes if not node["ignored"] and node["role"]["value"] == "button"]


def is_at(explorer: Explorer, number: int) -> None:
    """The bar says so, and the board is that state's."""
    expect(place(explorer)).to_have_text(f"{number} of 6")
    explorer.settle()
    assert f"k={explorer.k()}" == STATES[number - 1].split("&")[1]


def test_no_focus_swallows_what_a_clicker_sends_and_escape_loses_nothing(visit: OpenPage) -> None:
    talk = visit(TALK)
    expect(place(talk)).to_have_text("– of 6")
    page = talk.page
    blank = page.get_by_role("dialog", name="The screen is blank")
    cards = talk.cards()
    parts = (
        (page.get_by_test_id("handle").nth(2), "b"),
        (talk.divider, "Period"),
        (page.get_by_role("button", name="Pointer"), "b"),
    )
    for number, (part, key) in enumerate(parts, 1):
        part.focus()
        talk.key("PageDown")
        is_at(talk, number)
        part.focus()
        talk.key(key)
        expect(blank).to_be_visible()
        talk.key(key)
        expect(blank).to_be_hidden()
        expect(part).to_be_focused()
    assert [card.item for card in talk.cards()] == [card.item for card in cards]
    # However fast somebody presses, to either end and no further.
    talk.key(*["PageDown"] * 3)
    is_at(talk, 6)
    talk.key(*["PageUp"] * 3)
    is_at(talk, 3)

    # A card in the air is put back when the talk goes on.
    order = talk.order()
    talk.lift(order[0])
    talk.key("ArrowRight", "ArrowRight", "PageUp")
    is_at(talk, 2)
    assert talk.order() == order
    talk.key("PageDown")
    is_at(talk, 3)
    a_blank_screen_is_black_and_whatever_is_pressed_ends_it(talk)
    escape_loses_nothing(talk)


def escape_loses_nothing(talk: Explorer) -> None:
    page = talk.page
    figure = page.locator(".ix-score[data-chosen] .ix-score-figure")
    talk.toggle(talk.order()[1])
    talk.key("m")
    expect(figure).to_have_text("?")
    talk.settle()
    state, link = talk.cards(), page.url
    talk.key("Escape", "Escape")  # asked once, since it shows what is masked
    expect(page.get_by_test_id("presenter")).to_be_hidden()
    talk.settle()
    assert "present" not in talk.search()
    assert talk.scores()["AP"] > 0
    page.go_back()
    expect(page.get_by_test_id("presenter")).to_be_visible()
    expect(place(talk)).to_have_text("3 of 6")
    expect(figure).to_have_text("?")
    talk.settle()
    assert (talk.cards(), page.url) == (state, link)
    talk.key("PageDown")
    is_at(talk, 4)
    # What a clicker sends to start a talk: it leaves, and then loads the page anew.
    talk.key("Escape")
    expect(page.get_by_test_id("presenter")).to_be_hidden()
    talk.settle()
    talk.reload()
    talk.key("p")
    is_at(talk, 4)


def test_no_state_tells_how_far_it_is_from_a_masked_one(visit: OpenPage) -> None:
    lists = ("1-2-3-4-5-6-7-8.01011010", "2-1-3-4-5-6-7-8.01011010")
    states = tuple(f"q=cat-in-a-box&k=5&m=nDCG&cat-in-a-box={one}" for one in lists)
    states = (f"{states[0]}&mask=1", states[1])
    talk = visit(f"?q=cat-in-a-box&present=1&deck={pack(tuple(map(SavedState, states)))}")
    score, change = (talk.page.locator(f".ix-score[data-chosen] .ix-score-{part}") for part in ("value", "change"))
    talk.key("PageDown")
    expect(score).to_have_text("?")
    talk.key("PageDown")
    expect(score).not_to_have_text("?")
    talk.settle()
    expect(change).to_have_text("")
    expect(talk.page.locator(".ix-why")).not_to_contain_text("ideal")
    # What a hand does from here on is told.
    talk.divider.focus()
    talk.key("ArrowLeft")
    expect(change).to_contain_text("▼")


def a_blank_screen_is_black_and_whatever_is_pressed_ends_it(talk: Explorer) -> None:
    page = talk.page
    blank = page.get_by_role("dialog", name="The screen is blank")
    page.emulate_media(forced_colors="active")
    before = page.url
    for key in ("PageDown", "Escape", "Tab", "Control+z"):
        talk.key("b")
        expect(blank).to_be_visible()
        # It covers everything with black, and there is nothing else for those who listen.
        size = page.viewport_size
        assert blank.bounding_box() == {"x": 0, "y": 0, **(size or {})}
        black = "node => getComputedStyle(node).backgroundColor"
        assert blank.evaluate(black) == "rgb(0, 0, 0)"
        expect(page.get_by_role("button", name=BACK)).to_be_focused()
        assert buttons(talk) == [BACK]
        if key == "Control+z":
            talk.key(key)
            expect(blank).to_be_visible()
            page.mouse.click(200, 200)
        else:
            talk.key(key)
        expect(blank).to_be_hidden()
        is_at(talk, 3)
        assert page.url == before
    page.get_by_role("button", name="Blank").click()
    expect(blank).to_be_visible()
    page.mouse.click(600, 300)
    expect(blank).to_be_hidden()
    expect(page.get_by_test_id("presenter")).to_be_visible()
    page.emulate_media(forced_colors="none")


def test_what_is_pressed_before_the_bar_is_there_is_done_when_it_is(visit: OpenPage) -> None:
    explorer = visit(ready=False, reduced_motion="no-preference")
    explorer.inject("window.slid = []; addEventListener('transitionrun', ({ target }) => slid.push(target.className))")
    page = explorer.page
    bring = 'bring("frame.js", place.querySelector("[data-ix-view]") ? "./view/part.js" : `./${name}/${name}.js`)'
    late = "new Promise((done) => (/present/.test(name) ? (window.come = done) : done()))"
    alter(page, {"frame.js": replaced(bring, f"{late}.then(() => {bring})")})
    explorer.open(TALK.replace("present=1&", ""))
    assert "ix-cutoff" not in page.evaluate("slid")
    page.get_by_test_id("present").click()
    explorer.key("PageDown", "PageDown", "k")
    expect(page.get_by_test_id("presenter")).to_be_hidden()
    page.evaluate("() => window.come()")
    expect(place(explorer)).to_have_text("3 of 7")
    explorer.settle()
    assert explorer.k() == 2
    explorer.key("PageUp")
    expect(place(explorer)).to_have_text("2 of 7")
