"""What a word means is told where it stands: by pointer, finger and keys, and nothing that is covered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.axe import axe

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.browser.conftest import OpenPage
    from tests.browser.explorer import Explorer


def word(explorer: Explorer) -> Locator:
    return explorer.page.get_by_test_id("word")


def test_what_stands_there_says_what_it_is_by_pointer_and_by_keys(desktop: Explorer) -> None:
    page = desktop.page
    chip = desktop.card("two-cats").get_by_text("FP", exact=True)
    chip.click()
    expect(word(desktop)).to_contain_text("False positive: not relevant, but within the cutoff.")
    expect(word(desktop)).to_contain_text("Here: 2 pictures (ranks 1 and 3).")
    chip.click()
    expect(word(desktop)).to_be_hidden()
    score = page.locator("[data-testid=score][data-metric=R] .ix-choose")
    score.click()
    expect(score).to_have_attribute("aria-pressed", "true")
    expect(word(desktop)).to_be_hidden()
    score.click()
    expect(word(desktop)).to_contain_text("Here: R@3 = 1/4 = 0.250.")
    chip.click()
    page.get_by_role("button", name="Reset").click()
    expect(word(desktop)).to_be_hidden()
    assert desktop.grades() == [0, 1, 0, 1, 1, 0, 1, 0]

    desktop.divider.click()
    expect(word(desktop)).to_contain_text("Here: k = 3, so ranks 1 to 3 count.")
    desktop.key("ArrowRight")
    expect(word(desktop)).to_contain_text("Here: k = 4, so ranks 1 to 4 count.")
    desktop.key("Escape")
    expect(word(desktop)).to_be_hidden()
    expect(desktop.divider).to_be_focused()
    # A line that was dragged says nothing.
    desktop.settle()
    box = desktop.divider.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 200, box["y"] + box["height"] / 2, steps=2)
    page.mouse.up()
    assert desktop.k() > 4
    expect(word(desktop)).to_be_hidden()

    spot = page.locator("[data-testid=card][data-rank='2'] .ix-picture")
    spot.focus()
    desktop.key("d")
    expect(word(desktop)).to_be_focused()
    expect(page.get_by_role("dialog")).to_contain_text("True positive")
    before = desktop.state()
    desktop.key("r", "ArrowRight", "s")
    assert desktop.state() == before
    desktop.key("Escape")
    expect(word(desktop)).to_be_hidden()
    expect(spot).to_be_focused()

    page.get_by_test_id("help").click()
    asked = page.get_by_role("dialog", name="Words and keys")
    expect(asked.get_by_role("heading", name="On the line marked k", exact=True)).to_be_hidden()
    asked.get_by_role("button", name="Keys", exact=True).click()
    expect(asked.get_by_role("heading", name="On the line marked k", exact=True)).to_be_visible()
    asked.get_by_role("button", name="Close").click()


def test_tab_closes_a_definition_and_goes_on_from_its_word(desktop: Explorer) -> None:
    desktop.page.locator("[data-testid=card][data-rank='2'] .ix-picture").focus()
    desktop.key("d")
    expect(word(desktop)).to_be_focused()
    desktop.key("Tab")
    expect(word(desktop)).to_be_hidden()
    expect(desktop.page.locator("[data-testid=card][data-rank='3'] [data-testid=handle]")).to_be_focused()


def test_a_word_in_a_lesson_is_a_button_and_what_is_covered_is_not_told(visit: OpenPage) -> None:
    explorer = visit(ready=False)
    page = explorer.page
    page.goto(f"{explorer.url}/learn?lesson=recall&step=3")
    term = page.locator(".ix-coach").get_by_role("button", name="relevant", exact=True)
    expect(term.first).to_be_visible()
    term.first.focus()
    explorer.key("Enter")
    expect(word(explorer)).to_be_focused()
    expect(word(explorer)).to_contain_text("A person decides that")
    explorer.key("Escape")
    expect(term.first).to_be_focused()
    explorer.key(" ")
    expect(word(explorer)).to_be_visible()

    # Masked.
    page.goto(f"{explorer.url}/?present=1&mask=1&reveal=P&m=P")
    expect(page.get_by_test_id("card").first).to_be_visible()
    page.locator("[data-testid=card] .ix-picture").first.focus()
    explorer.key("d")
    expect(word(explorer)).to_contain_text("Here: masked.")
    explorer.key("Escape", "?")
    words = page.get_by_role("dialog", name="Words and keys")
    words.get_by_role("button", name="Words", exact=True).click()
    expect(words).to_contain_text("Here: P@3 = 1/3 = 0.333.")
    expect(words).to_contain_text("Here: “cat in a box”.")
    expect(words).not_to_contain_text("R@3")
    expect(words).not_to_contain_text("pictures (")

    # What waits for a prediction: what the card counts as would be the answer; what a score means may be asked.
    explorer.open("?predict=1")
    explorer.card("two-cats").locator(".ix-picture").click()
    expect(page.get_by_test_id("ask")).to_be_visible()
    expect(explorer.card("two-cats").locator(".ix-badge")).to_have_text("?")
    page.locator(".ix-choose[aria-pressed=true]").click()
    expect(word(explorer)).to_contain_text("when the last change has been predicted")


def test_a_finger_on_a_narrow_phone(visit: OpenPage) -> None:
    narrow = {"width": 320, "height": 640}
    explorer = visit(viewport=narrow, has_touch=True, is_mobile=True, color_scheme="dark")
    page = explorer.page
    explorer.card("two-cats").get_by_text("FP", exact=True).tap()
    expect(word(explorer)).to_contain_text("Here: 2 pictures")
    box = word(explorer).bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 320
    assert 0 <= box["y"] <= 640 - box["height"]
    assert axe(page) == []
    page.locator(".ix-hint .ix-term").first.tap()
    expect(word(explorer)).to_contain_text("A person decides that")

    # The finger that closes it judges nothing, and the next one does.
    picture = explorer.card("dog-in-box").get_by_test_id("relevance")
    picture.scroll_into_view_if_needed()
    expect(word(explorer)).to_be_visible()
    picture.tap()
    expect(word(explorer)).to_be_hidden()
    expect(picture).to_have_attribute("aria-pressed", "false")
    picture.tap()
    expect(picture).to_have_attribute("aria-pressed", "true")
