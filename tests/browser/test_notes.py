"""A second window for who gives a talk: notes, what comes next and masked values, in step with the wall."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from irviz.lessons.course import lessons
from irviz.state.deck import SavedState, pack
from tests.browser.axe import axe
from tests.browser.test_access import SMALL, walk
from tests.browser.told import told, within

if TYPE_CHECKING:
    from playwright.sync_api import ConsoleMessage, Locator, Page

    from tests.browser.conftest import OpenPage
    from tests.browser.explorer import Explorer

NOTES = "Ask first: who finds more?\nThen <b>wait</b>."
MARKUP = "<img src=x onerror=alert(1)>"
VALUES = {"0.125", "0.296", "0.333", "0.250", "0.500"}
"""What the first state's metrics have at its cutoff."""

TALK = (
    SavedState("q=cat-in-a-box&k=3", MARKUP, NOTES),
    SavedState("q=cat-in-a-box&k=5&m=nDCG&mask=1", "The trap"),
    SavedState("q=mean&k=3&set=cats"),
    SavedState("q=twenty-documents&k=6", "", "Twenty of them."),
)
LINK = f"?q=cat-in-a-box&k=3&deck={pack(TALK)}"

IN_STEP = "In step with the wall."
LEFT = "Nobody presents on the wall now, so masked values can be read there."
CLOSED = "The page that opened this window is closed. Press “Notes” on the page that presents now."
ALONE = "No page that presents has opened this window. Press “Notes” there, at the foot of the page."


def listened(window: Page, explorer: Explorer) -> Page:
    """A window whose errors count as those of the page."""

    def console(message: ConsoleMessage) -> None:
        if message.type == "error":
            explorer.problems.append(f"{message.text} ({message.location})")

    window.on("console", console)
    window.on("pageerror", lambda error: explorer.problems.append(str(error)))
    return window


def opens(explorer: Explorer, key: str = "") -> Page:
    """The window that the presenter's button opens, or a key."""
    with explorer.page.expect_popup() as popup:
        if key:
            explorer.key(key)
        else:
            explorer.page.get_by_role("button", name="Notes window").click()
    window = listened(popup.value, explorer)
    window.set_viewport_size({"width": 1080, "height": 720})
    expect(status(window)).to_contain_text(IN_STEP)
    return window


def presents(explorer: Explorer) -> None:
    explorer.page.get_by_test_id("present").click()
    expect(explorer.page.get_by_test_id("presenter")).to_be_visible()


def status(window: Page) -> Locator:
    return window.get_by_role("status")


def title(window: Page) -> Locator:
    return window.get_by_role("heading", level=1)


def place(explorer: Explorer) -> Locator:
    return explorer.page.locator(".ix-present-place")


def figure(explorer: Explorer) -> Locator:
    return explorer.page.locator(".ix-score[data-chosen] .ix-score-figure")


def value(window: Page, metric: str) -> Locator:
    return window.locator(f"tr[data-metric={metric}] td").first


def section(window: Page, heading: str) -> Locator:
    return window.locator("section").filter(has=window.get_by_role("heading", name=heading, exact=True))


def pictures(window: Page) -> list[str]:
    """The results of what comes next, list by list, as a screen reader says them; the cutoff is a bar."""
    found: list[str] = window.locator(".ix-beside-list").evaluate_all(
        """lists => lists.map(list => [...list.children].map(one =>
          (one.querySelector('[role=img]')?.ariaLabel ?? one.textContent)
          + (one.dataset.cutoff === 'true' ? ' |' : '')).join('; '))"""
    )
    return found


def test_a_talk_is_given_from_either_window_whatever_becomes_of_it(visit: OpenPage) -> None:
    explorer = visit(LINK, color_scheme="dark")
    page = explorer.page
    presents(explorer)
    window = opens(explorer)
    expect(window.locator(":root")).to_have_attribute("data-ix-theme", "dark")
    expect(title(window)).to_have_text("The board")
    window.keyboard.press("PageDown")
    expect(place(explorer)).to_have_text("1 of 4")
    expect(title(window)).to_have_text(MARKUP)
    expect(section(window, "Notes")).to_contain_text(NOTES)
    expect(window.locator("b, img[src=x]")).to_have_count(0)
    assert NOTES.splitlines()[0] not in page.content()
    expect(section(window, "Next")).to_contain_text("k = 5, Normalised DCG, values masked")
    explorer.key("o")
    expect(status(window)).to_contain_text("The list of saved states covers the wall")
    explorer.key("Escape", "PageDown")
    expect(window.get_by_text("2 of 4", exact=True)).to_be_visible()
    expect(figure(explorer)).to_have_text("?")
    expect(value(window, "nDCG")).to_have_text("0.565")
    either_window_is_loaded_anew_closed_and_opened_again(explorer, window)


def either_window_is_loaded_anew_closed_and_opened_again(talk: Explorer, window: Page) -> None:
    page = talk.page
    button = page.get_by_role("button", name="Notes window")
    pages = len(page.context.pages)
    button.click()
    talk.settle()
    assert len(page.context.pages) == pages, "there is one"
    window.close()
    page.evaluate("() => { [window.opens, window.open] = [window.open, () => null]; }")
    button.click()
    expect(page.locator(".ix-toast")).to_have_text(
        "The browser opened no window for the notes: allow pop-ups for this page, and press “Notes” again."
    )
    page.evaluate("() => { window.open = window.opens; }")
    window = opens(talk)
    odd_messages(talk, window)

    begun = "() => sessionStorage.getItem('irviz-talk-began')"
    before = page.evaluate(begun)
    page.reload()
    talk.settle()
    expect(status(window)).to_have_text(IN_STEP)
    assert page.evaluate(begun) == before
    window.reload()
    expect(title(window)).to_have_text(MARKUP)
    expect(status(window)).to_have_text(IN_STEP)
    window.get_by_role("button", name="Start again").click()
    page.wait_for_function(f"(before) => ({begun})() > before", arg=before)

    alone = page.context.new_page()
    alone.goto(window.url)
    expect(status(alone)).to_have_text(ALONE)
    alone.close()
    page.close()
    expect(status(window)).to_have_text(CLOSED)
    expect(title(window)).to_have_text(MARKUP)
    window.close()
    talk.problems.clear()


def odd_messages(talk: Explorer, window: Page) -> None:
    page = talk.page
    page.evaluate("() => addEventListener('message', ({ source }) => { window.beside = source; })")
    for message in (
        '{ irviz: "notes" }',
        '{ irviz: "notes", act: "constructor" }',
        '{ irviz: "notes", act: "drop" }',
        '{ irviz: "notes", act: "look", metric: "<b>" }',
        '{ irviz: "notes", act: "reveal", metric: 7, on: 3 }',
        '"text"',
        "null",
    ):
        window.evaluate(f"() => opener.postMessage({message}, location.origin)")
    window.keyboard.press("PageUp")
    expect(place(talk)).to_have_text("1 of 4")
    expect(title(window)).to_have_text(MARKUP)
    talk.settle()
    assert talk.k() == 3
    # Of another version, on either side, until both are the same; only the wall is heard.
    another = "{ irviz: 'wall', wall: { presents: true } }, location.origin"
    window.evaluate(f"() => window.postMessage({another})")
    expect(title(window)).to_have_text(MARKUP)
    expect(status(window)).to_have_text(IN_STEP)
    page.evaluate(f"() => beside.postMessage({another})")
    expect(status(window)).to_have_text("The page on the wall is of another version than this window: load both anew.")


def test_masked_values_are_told_in_the_second_window_alone_which_is_for_everybody(visit: OpenPage) -> None:
    talk = visit(f"{LINK}&present=1")
    page = talk.page
    window = opens(talk, key="n")
    said = window.get_by_test_id("place")
    expect(section(window, "Notes")).to_contain_text("“On” goes to the first state.")
    expect(section(window, "Next")).to_contain_text(MARKUP)
    assert pictures(window)[0].startswith("Rank 1: Two cats, not relevant; ")
    expect(said).to_have_text(re.compile(r"Values shown\.$"))
    page.mouse.click(640, 4)
    window.get_by_role("button", name="Mask values").click()
    expect(figure(talk)).to_have_text("?")
    expect(said).to_have_text(re.compile(r"Values masked\.$"))
    talk.settle()
    # That nothing on the wall tells them, tests/browser/test_covered.py shows.
    assert within(told(window), VALUES) == VALUES

    # A press reveals one on the wall, and it alone.
    window.get_by_role("button", name="Reveal: AP@3").click()
    expect(figure(talk)).to_have_text("0.125")
    expect(said).to_have_text(re.compile(r"Values masked, but AP@3\.$"))
    window.keyboard.press("1")
    expect(page.locator(".ix-score[data-chosen] .ix-score-symbol")).to_have_text("P@3")
    expect(figure(talk)).to_have_text("0.333")
    window.keyboard.press("1")
    expect(figure(talk)).to_have_text("?")
    window.get_by_role("button", name="nDCG@3", exact=True).click()
    expect(page.locator(".ix-score[data-chosen] .ix-score-symbol")).to_have_text("nDCG@3")
    expect(figure(talk)).to_have_text("?")
    # What is done on the wall shows here, as a hand moves.
    figure(talk).click()
    expect(window.get_by_role("button", name="Mask again: nDCG@3")).to_be_visible()
    over = talk.hold("white-cat-in-box")
    over(1)
    expect(value(window, "RR")).to_have_text("1.000")
    over(3)
    expect(value(window, "RR")).to_have_text("0.333")
    page.mouse.up()
    talk.settle()
    window.keyboard.press("m")
    expect(window.get_by_role("button", name="Mask again")).to_have_count(0)

    # Letters can be switched off; what a clicker sends is none.
    page.evaluate("localStorage.setItem('irviz-letters', 'off')")
    expect(window.get_by_text("switched off")).to_be_visible()
    window.keyboard.press("b")
    window.keyboard.press("PageDown")
    expect(said).to_have_text(re.compile("^1 of 4: .* Values shown"))
    expect(window.get_by_text("The wall is black.")).to_have_count(0)
    page.evaluate("localStorage.removeItem('irviz-letters')")
    expect(window.get_by_text("switched off")).to_have_count(0)
    what_covers_the_wall_is_told(talk, window)
    it_fits_and_every_focus_is_in_sight(talk, window)
    lesson(talk, window)


def what_covers_the_wall_is_told(talk: Explorer, window: Page) -> None:
    page = talk.page
    bar = page.get_by_test_id("presenter")
    blank = page.get_by_role("dialog", name="The screen is blank")
    window.keyboard.press("b")
    expect(blank).to_be_visible()
    expect(status(window)).to_contain_text("The wall is black.")
    window.keyboard.press("PageDown")  # as on the wall: it only brings the page back
    expect(blank).to_be_hidden()
    expect(place(talk)).to_have_text("1 of 4")
    # Behind the black a button prepares what comes.
    window.get_by_role("button", name="Blank").click()
    expect(blank).to_be_visible()
    window.get_by_role("button", name="On").click()
    expect(place(talk)).to_have_text("2 of 4")
    expect(blank).to_be_visible()
    window.get_by_role("button", name="Show the board").click()
    expect(blank).to_be_hidden()
    expect(status(window)).to_have_text(IN_STEP)  # what is pressed goes by what this window has heard

    expect(figure(talk)).to_have_text("?")
    window.keyboard.press("Escape")
    expect(status(window)).to_have_text(
        "Esc does nothing here, so that no value is unmasked by mistake. “Leave” leaves."
    )
    expect(bar).to_be_visible()
    page.mouse.click(640, 4)
    talk.key("Escape")
    expect(bar).to_be_visible()
    talk.key("Escape")
    expect(bar).to_be_hidden()
    expect(status(window)).to_contain_text(LEFT)
    # Nobody goes on where values would be seen.
    expect(window.get_by_role("button", name="On")).to_have_attribute("aria-disabled", "true")
    window.get_by_role("button", name="On").click(force=True)
    window.keyboard.press("PageDown")
    window.get_by_role("button", name="Present again").click()
    expect(bar).to_be_visible()
    expect(place(talk)).to_have_text("2 of 4")
    expect(figure(talk)).to_have_text("?")
    window.get_by_role("button", name="Leave").click()
    expect(bar).to_be_hidden()
    window.keyboard.press("p")
    expect(bar).to_be_visible()
    expect(status(window)).to_have_text(IN_STEP)
    talk.settle()


def it_fits_and_every_focus_is_in_sight(talk: Explorer, window: Page) -> None:
    window.keyboard.press("PageDown")
    on = window.get_by_role("button", name="On")
    expect(title(window)).to_have_text("mean of 3 queries, k = 3, MAP")
    for width, height in ((390, 844), (1080, 720)):
        window.set_viewport_size({"width": width, "height": height})
        assert window.evaluate(SMALL) == []
        assert window.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert axe(window) == []
    # What can be pressed stays in its place, whatever is shown.
    box = on.bounding_box()
    window.keyboard.press("PageUp")
    expect(title(window)).to_have_text("The trap")
    assert on.bounding_box() == box

    # Each place that keys lead to has its focus in sight.
    window.locator("body").click(position={"x": 2, "y": 2})
    places = walk(window)
    assert len(places) >= 10
    assert [one["what"] for one in places if not (one["ring"] and one["seen"])] == []
    talk.settle()


def lesson(talk: Explorer, window: Page) -> None:
    """Its text and its next step."""
    talk.open("learn?lesson=recall&present=1")
    steps = lessons()["recall"].steps
    expect(window.get_by_text("1 of 8", exact=True)).to_be_visible()
    expect(title(window)).to_have_text(steps[0].title)
    expect(section(window, "Next")).to_contain_text(steps[1].title)
    words = re.sub(r"[*`\s]+", " ", steps[0].format_prose(steps[0].desk)).strip()[:60]
    expect(section(window, "The step’s text")).to_contain_text(words)
    # Somebody who is quicker than the answers comes as far.
    talk.key(*["PageDown"] * 3)
    expect(window.get_by_text("4 of 8", exact=True)).to_be_visible()
    expect(title(window)).to_have_text(steps[3].title)
