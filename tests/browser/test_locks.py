"""Whatever is locked in a link stays as it was, by button, key, mouse, finger and chart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from tests.browser.conftest import PHONE

if TYPE_CHECKING:
    from tests.browser.conftest import OpenPage
    from tests.browser.explorer import Explorer

START = "?q=cat-in-a-box&k=3&off="
GRADED = "?q=white-cat-in-a-box&k=3&off="
KEYS = ("s", "i", "w", "r", "[", "]", "u", "0", "1", "z", "y", "Control+z", "Control+Shift+z")


def shown(explorer: Explorer) -> dict[str, Any]:
    """What can be locked of the board, as it is on the page."""
    cards = explorer.page.get_by_test_id("card").evaluate_all(
        """cards => cards.map(card => [card.dataset.item, Number(card.dataset.grade)])"""
    )
    return {
        "move": [item for item, _ in cards],
        "judge": dict(cards),
        "cut": explorer.k(),
        "predict": explorer.page.get_by_test_id("predict").get_attribute("aria-pressed"),
    }


def tries(explorer: Explorer) -> None:
    """Use all that the page offers, one after another."""
    page = explorer.page
    for tool in ("ideal", "worst", "shuffle", "reset", "undo", "redo"):
        if page.get_by_test_id(tool).is_visible():
            explorer.press(tool)
    page.locator(".ix-picture").nth(1).click()
    page.locator(".ix-picture").nth(2).focus()
    explorer.key(*KEYS)
    for step in page.locator(".ix-step:visible").all()[:2]:
        step.click()
    top = page.get_by_test_id("top")
    if top.is_visible() and top.input_value() != "1":
        top.select_option("1")
    centres = explorer.centres()
    page.mouse.move(*centres[6])
    page.mouse.down()
    page.mouse.move(*centres[0], steps=4)
    page.mouse.up()
    handle = page.get_by_test_id("handle").nth(4)
    if handle.is_visible():
        handle.focus()
        explorer.key("Space", "ArrowLeft", "ArrowLeft", "Space")
    explorer.divider.focus()
    explorer.key("ArrowLeft", "End", "Home", "PageUp")
    box = explorer.chart.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] * 0.5, box["y"] + box["height"] * 0.4)
    page.locator(".ix-picture").nth(3).click()


def test_what_is_locked_stays_by_mouse_keys_and_finger(visit: OpenPage) -> None:
    explorer = visit(f"{GRADED}move.judge.cut", reduced_motion="reduce")
    before = shown(explorer)
    assert "Click" not in (explorer.page.locator(".ix-picture").first.get_attribute("title") or "")
    for tool in ("shuffle", "ideal", "worst"):
        expect(explorer.page.get_by_test_id(tool)).to_be_hidden()
    # Nothing is said of a key that would not move the line.
    explorer.divider.focus()
    explorer.key("n")
    expect(explorer.page.locator(".ix-toast")).not_to_contain_text("locked")
    tries(explorer)
    explorer.settle()
    assert shown(explorer) == before

    # Where the other pages are hidden, the help still comes by its key, and nothing unseen blocks the page.
    alone = explorer
    alone.open(f"{START}nav.curves.kinds")
    expect(alone.page.locator(".ix-toggle:visible")).to_have_count(0)
    # Nor is there an empty strip below a picture, or an empty column where the samples of the lines were.
    under, beside = (
        alone.page.evaluate(
            f"() => {{ const [a, b] = ['{one}', '{other}'].map(document.querySelector.bind(document))"
            f".map(each => each.getBoundingClientRect()); return b.{side} - a.{side}; }}"
        )
        for one, other, side in ((".ix-picture", ".ix-card", "bottom"), (".ix-score", ".ix-choose", "left"))
    )
    assert under < 8
    assert beside < 16
    alone.key("?")
    expect(alone.page.get_by_role("dialog", name="Words and keys")).to_be_visible()
    alone.key("Escape")
    # Nor does the key for words say what a card is, where that is hidden.
    alone.page.get_by_test_id("relevance").first.focus()
    alone.key("d")
    expect(alone.page.get_by_test_id("word")).to_have_count(0)
    alone.toggle("white-cat-in-box")
    alone.settle()

    # A finger finds the same locks, also where a change is predicted.
    phone = visit(f"{START}move.judge.cut&predict=1", viewport=PHONE, has_touch=True, is_mobile=True)
    before = shown(phone)
    finger = phone.finger()
    phone.page.locator(".ix-picture").first.tap()
    expect(phone.page.locator(".ix-toast")).to_contain_text("Judgments are locked here.")
    centres = phone.centres()
    finger.down(*centres[0])
    finger.move(*centres[2], steps=4)
    finger.up()
    box = phone.divider.bounding_box()
    assert box
    finger.down(box["x"] + box["width"] / 2, box["y"] + 4)
    finger.move(*centres[0], steps=4)
    finger.up()
    phone.settle()
    assert shown(phone) == before
    expect(phone.page.get_by_test_id("ask")).to_be_hidden()
