"""Saved states of a talk: they are there wherever one has been, until somebody takes one out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import expect

from irviz.scenarios.catalogue import CATALOGUE
from irviz.state.deck import DECK_ON_PAGE, MAX_ADDRESS_CHARACTERS, MAX_STATES, SavedState, pack, unpack
from irviz.state.deck_file import DeckReader
from tests.browser.axe import axe
from tests.browser.conftest import PHONE

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.browser.conftest import OpenPage


def deck(address: str) -> tuple[SavedState, ...]:
    """The saved states that an address carries."""
    return unpack(parse_qs(urlsplit(address).query).get("deck", [""])[0])


def kept(page: Page) -> tuple[SavedState, ...]:
    """The same with their notes, which this browser keeps."""
    key = "Object.keys(sessionStorage).find((name) => name.startsWith('irviz-decks'))"
    return unpack(page.evaluate(f"JSON.parse(sessionStorage.getItem({key}))[0].deck"))


def shown(states: tuple[SavedState, ...]) -> tuple[SavedState, ...]:
    """What an address holds of states."""
    return tuple(one.for_address for one in states)


def overview(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Saved states")


def opens_all(page: Page) -> Locator:
    page.get_by_test_id("states").click()
    expect(overview(page)).to_be_visible()
    return overview(page)


def gives(page: Page, text: str | bytes, name: str = "talk.json") -> None:
    """Choose a file in the overview."""
    with page.expect_file_chooser() as chooser:
        overview(page).get_by_role("button", name="Open a file").click()
    data = text if isinstance(text, bytes) else text.encode()
    chooser.value.set_files({"name": name, "mimeType": "application/json", "buffer": data})


def file_of(*states: object, **more: object) -> str:
    return json.dumps({"irviz": "deck", "version": 1, "states": states, **more})


READER = DeckReader(CATALOGUE)
NOTES = "Ask first: who finds more?\nThen <b>wait</b>."
MARKUP = "<img src=x onerror=alert(1)>"


QUESTION = "What is <i>hidden</i>?"
MASKED = SavedState("q=cat-in-a-box&k=5&m=nDCG&mask=1", MARKUP, NOTES, QUESTION)
TALK = (MASKED, SavedState("q=cat-in-a-box&k=5&m=nDCG"), SavedState("q=cat-in-a-box&k=3"))


def test_a_talk_is_put_in_order_by_keys_and_saved(visit: OpenPage) -> None:
    begun = tuple(SavedState(one.link) for one in reversed(TALK))
    explorer = visit(f"?{begun[2].link}&present=1&deck={pack(begun)}&at=3")
    page, all_of_them = explorer.page, overview(explorer.page)
    expect(page.locator(".ix-present-place")).to_have_text("3 of 3")
    page.get_by_test_id("presenter").get_by_role("button", name="Saved states").click()
    names = [all_of_them.get_by_label(f"Name of state {number}") for number in (1, 2, 3)]
    expect(names[0]).to_have_attribute("placeholder", "cat in a box, k = 3, AP")
    expect(names[2]).to_have_attribute("placeholder", "cat in a box, k = 5, nDCG")
    names[2].fill(MARKUP)
    page.keyboard.press("Tab")
    page.keyboard.insert_text(QUESTION)
    page.keyboard.press("Tab")
    page.keyboard.insert_text(NOTES)
    page.keyboard.press("Tab")
    expect(all_of_them.get_by_role("button", name="Go to state 3")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(all_of_them.get_by_role("status")).to_have_text(f"“{MARKUP}” is now 2 of 3.")
    expect(all_of_them.get_by_role("button", name="Move state 2 up")).to_be_focused()
    page.keyboard.press("Enter")
    expect(names[0]).to_have_value(MARKUP)
    expect(all_of_them.get_by_label("Notes on state 1")).to_have_value(NOTES)
    assert axe(page, "dialog[open]") == []
    assert page.locator("img[src=x]").count() == 0
    all_of_them.get_by_role("button", name="Move state 2 down").click()
    explorer.settle()
    assert (kept(page), deck(page.url)) == (TALK, shown(TALK))
    with page.expect_download() as download:
        all_of_them.get_by_role("button", name="Save as a file").click()
    page.keyboard.press("Escape")
    expect(all_of_them).to_be_hidden()
    expect(page.locator(".ix-present-place")).to_have_text("1 of 3")  # where one was has moved along
    assert "Ask first" not in page.content()
    text = Path(download.value.path()).read_text(encoding="utf-8")
    assert READER.read(text) == TALK
    assert json.loads(text)["states"][2]["name"] == "cat in a box, k = 3, AP"


FOUR = tuple(SavedState(f"q=cat-in-a-box&k={k}", name) for k, name in enumerate("ABCD", 1))


def named(page: Page) -> list[str]:
    fields = overview(page).get_by_role("textbox", name="Name of state")
    found: list[str] = fields.evaluate_all("all => all.map(({ value }) => value)")
    return found


def middle(row: Locator) -> tuple[float, float]:
    box = row.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_row_is_dragged_to_another_place_and_a_field_says_how_much_more_fits(visit: OpenPage) -> None:
    explorer = visit(f"?q=cat-in-a-box&k=5&at=1&deck={pack(FOUR)}")
    page, mouse = explorer.page, explorer.page.mouse
    rows = opens_all(page).get_by_role("listitem")
    slots = [middle(row)[1] for row in rows.all()]
    grip = middle(rows.first.locator(".ix-handle"))

    # It follows the pointer, the others make way, and Escape puts all back.
    mouse.move(*grip)
    mouse.down()
    way = slots[2] - slots[0]
    mouse.move(grip[0] + 40, grip[1] + way - 5, steps=3)
    assert abs(middle(rows.first)[1] - (slots[2] - 5)) < 1
    explorer.still()
    assert [round(middle(row)[1]) for row in rows.all()][1:] == [round(at) for at in (slots[0], slots[1], slots[3])]
    page.keyboard.press("Escape")
    expect(overview(page)).to_be_visible()
    mouse.up()
    explorer.still()
    assert [middle(row)[1] for row in rows.all()] == slots
    assert named(page) == [*"ABCD"]

    # What is being typed goes along; the list is left open wherever the hand lets go.
    overview(page).get_by_label("Notes on state 1").fill("Ask first.")
    mouse.move(*grip)
    mouse.down()
    mouse.move(grip[0], grip[1] + way, steps=3)
    mouse.move(5, grip[1] + way, steps=2)
    mouse.up()
    expect(overview(page).get_by_role("status")).to_have_text("“A” is now 3 of 4.")
    assert named(page) == [*"BCAD"]
    assert [middle(row)[1] for row in rows.all()] == slots
    expect(rows.nth(2)).to_have_attribute("aria-current", "true")
    explorer.settle()
    moved = SavedState(FOUR[0].link, "A", "Ask first.")
    assert kept(page) == (FOUR[1], FOUR[2], moved, FOUR[3])
    # A press in a field writes there.
    mouse.move(*middle(overview(page).get_by_label("Notes on state 1")))
    mouse.down()
    mouse.move(grip[0], slots[3], steps=2)
    mouse.up()
    assert named(page) == [*"BCAD"]

    question = overview(page).get_by_label("Question of state 1")
    left = rows.first.locator("[data-of=question]")
    question.fill("x" * 127)
    expect(left).to_be_hidden()
    question.press("y")
    expect(left).to_have_text("32 more of 160")
    page.keyboard.insert_text("z" * 40)
    expect(left).to_have_text("160 of 160: no more fits")
    assert question.input_value() == "x" * 127 + "y" + "z" * 32
    assert [middle(row)[1] for row in rows.all()] == slots


def test_a_finger_drags_a_row_by_its_handle_and_the_list_comes_along(visit: OpenPage) -> None:
    many = tuple(SavedState(f"q=cat-in-a-box&k={1 + n % 8}", str(n)) for n in range(12))
    link = f"?q=cat-in-a-box&k=5&present=1&deck={pack(many)}"
    phone = visit(link, viewport=PHONE, has_touch=True, is_mobile=True)
    page, finger = phone.page, phone.finger()
    page.get_by_role("button", name="Saved states").tap()
    rows = overview(page).get_by_role("listitem")
    expect(rows).to_have_count(12)
    # At the edge the list comes along, to its end and no further.
    grip = middle(rows.first.locator(".ix-handle"))
    finger.down(*grip)
    finger.move(grip[0], 840)
    page.wait_for_function(
        """() => { const { scrollTop, clientHeight, scrollHeight } = document.querySelector(".ix-states");
          return scrollTop + clientHeight >= scrollHeight - 1; }"""
    )
    finger.up()
    expect(overview(page).get_by_role("status")).to_have_text("“0” is now 12 of 12.")
    phone.settle()
    assert [one.name for one in deck(page.url)] == [*map(str, range(1, 12)), "0"]


DROP = """([text, name]) => {
  const brought = new DataTransfer();
  brought.items.add(new File([text], name));
  const drop = (type) => document.querySelector("[data-testid=board]").dispatchEvent(
    new DragEvent(type, { dataTransfer: brought, bubbles: true, cancelable: true }));
  return [!drop("dragover"), !drop("drop")];
}"""
"""What a file does that is dropped onto the board, and whether the page takes it from the browser."""


def test_a_file_is_dropped_onto_the_page_unless_it_would_free_an_exercise(visit: OpenPage) -> None:
    mine = (SavedState("q=cat-in-a-box&k=1", "Mine"),)
    explorer = visit(f"?q=cat-in-a-box&k=5&deck={pack(mine)}")
    page = explorer.page
    text = file_of({"link": "q=white-cat&k=5"}, {"link": "q=white-cat&k=6"})
    assert page.evaluate(DROP, [text, "talk.json"]) == [True, True]
    expect(page.locator(".ix-toast")).to_have_text(
        "2 states from talk.json. “Saved states” can bring back those from before."
    )
    page.get_by_test_id("present").click()
    expect(page.get_by_test_id("presenter")).to_be_visible()
    expect(page.locator(".ix-present-place")).to_have_text("– of 2")
    on = page.get_by_test_id("presenter").get_by_role("button", name="On")
    for _ in range(2):
        on.press("Enter")
    expect(on).to_have_attribute("aria-disabled", "true")
    expect(on).to_be_focused()
    explorer.key("o")
    overview(page).get_by_role("button", name="Bring back those from before").click()
    explorer.settle()
    assert deck(page.url) == mine
    overview(page).get_by_role("button", name="Keep this state").click()
    expect(overview(page).get_by_role("status")).to_have_text("2 states.")
    explorer.key("Escape")
    expect(page.get_by_test_id("presenter")).to_be_visible()

    page.evaluate(DROP, ["{", "talk.json"])
    expect(overview(page).get_by_role("status")).to_contain_text("talk.json: line 1, column 2")

    # Who was handed an exercise opens none.
    explorer.open("?q=cat-in-a-box&k=5&off=cut")
    opens_all(page)
    gives(page, file_of({"link": "q=cat-in-a-box&k=1"}))
    expect(overview(page).get_by_role("status")).to_contain_text("no file is opened here")
    assert deck(page.url) == ()


def test_what_is_too_long_for_a_link_is_in_this_page(visit: OpenPage) -> None:
    explorer = visit()
    page = explorer.page
    many = range(1, MAX_STATES + 1)
    opens_all(page)
    gives(page, file_of(*({"link": "q=white-cat&k=1", "name": "–" * 80, "notes": f"Ähnlichkeit {n}"} for n in many)))
    expect(overview(page).get_by_text("they are only in this browser: save them as a file")).to_be_visible()
    # A full list takes no more; what is typed last is kept.
    keep = overview(page).get_by_role("button", name="Keep this state")
    expect(keep).to_have_attribute("aria-disabled", "true")
    keep.click(force=True)
    last = f"Notes on state {MAX_STATES}"
    overview(page).get_by_label(last).fill("To the end")
    page.keyboard.press("Escape")
    explorer.settle()
    assert f"deck={DECK_ON_PAGE}" in page.url
    assert len(page.url) < MAX_ADDRESS_CHARACTERS

    # A bookmark finds them in this browser.
    assert len(kept(page)) == MAX_STATES
    bookmark = page.context.new_page()
    bookmark.goto(page.url)
    expect(bookmark.get_by_test_id("states")).to_be_visible()
    expect(opens_all(bookmark).get_by_label(last)).to_have_value("To the end")
    expect(bookmark.locator(".ix-notes")).to_be_empty()
    bookmark.close()
