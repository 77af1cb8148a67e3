"""Toggling and moving cards, with mouse, finger and keys."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests import oracle

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.explorer import Explorer

FRESH = [
    "two-cats",
    "white-cat-in-box",
    "empty-box",
    "tabby-in-box",
    "white-cat-peeking",
    "white-cat",
    "dark-cat-in-box",
    "dog-in-box",
]


def moved(order: list[str], item: str, to: int) -> list[str]:
    rest = [other for other in order if other != item]
    return [*rest[: to - 1], item, *rest[to - 1 :]]


def assert_curves_are_those_of_the_board(explorer: Explorer) -> None:
    expected = oracle.curves(explorer.grades())
    for name, values in explorer.curves().items():
        assert values == pytest.approx(expected[name.removesuffix("@k")], abs=1e-9), name
    for name, value in explorer.scores().items():
        assert value == pytest.approx(expected[name][explorer.k() - 1], abs=1e-9), name


def test_click_and_keys_toggle_relevance_and_keys_lift_move_and_drop_a_card(quick: Explorer) -> None:  # noqa: PLR0915 - one visit
    quick.toggle("two-cats")
    assert quick.cards()[0].verdict == "TP"
    quick.card("empty-box").get_by_test_id("relevance").focus()
    quick.key("Space")
    quick.settle()
    assert quick.grades() == [1, 1, 1, 1, 1, 0, 1, 0]

    quick.key("Enter")
    assert quick.grades() == [1, 1, 0, 1, 1, 0, 1, 0]

    quick.key("ArrowRight")
    expect(quick.card("tabby-in-box").get_by_test_id("relevance")).to_be_focused()
    quick.key("ArrowLeft", "ArrowLeft")
    expect(quick.card("white-cat-in-box").get_by_test_id("relevance")).to_be_focused()

    quick.lift("white-cat")
    quick.key("ArrowLeft", "ArrowLeft", "ArrowUp", "Space")
    quick.settle()
    order = moved(FRESH, "white-cat", 3)
    assert quick.order() == order
    assert_curves_are_those_of_the_board(quick)
    expect(quick.handle("white-cat")).to_be_focused()
    for key, to in [("Home", 1), ("ArrowDown", 2), ("End", 8)]:
        quick.key("Enter", key, "Enter")
        order = moved(order, "white-cat", to)
        assert quick.order() == order, key
    quick.lift("white-cat-in-box")  # it stops at the ends
    quick.key(*["ArrowLeft"] * 5, "ArrowRight", "Space")
    assert quick.order() == order

    # It is put back by Escape, by Tab, and when the focus leaves; a key of the cutoff leaves it in the air.
    quick.settle()
    before = quick.state()
    ways: list[Callable[[], None]] = [
        lambda: quick.key("Escape"),
        lambda: quick.key("Tab"),
        lambda: quick.handle("two-cats").focus(),
    ]
    for put_back in ways:
        quick.lift("white-cat")
        quick.key("ArrowLeft", "ArrowLeft")
        assert quick.order() == moved(order, "white-cat", 6)
        assert quick.kind() == "preview"
        put_back()
        assert quick.order() == order
        assert quick.kind() == "settled"
    quick.settle()
    assert quick.state() == before
    quick.lift("white-cat")
    quick.key("ArrowLeft", "ArrowLeft", "]", "Space")
    quick.settle()
    assert quick.order() == moved(order, "white-cat", 6)

    # What arrows do, Tab and Enter or Space do alone; after the last place comes the first.
    order = quick.order()
    quick.handle("white-cat").press("Enter")
    quick.key(*["Tab"] * 6)
    expect(quick.handle(order[0])).to_be_focused()
    quick.key("Enter")
    quick.settle()
    assert quick.order() == moved(order, "white-cat", 1)
    expect(quick.handle("white-cat")).to_be_focused()
    quick.divider.press("End")
    quick.key("Space")
    quick.settle()
    assert quick.k() == 1
    quick.page.get_by_role("tab", name="Working").press("Space")
    tab = quick.page.get_by_role("tab", name="What changed")
    expect(tab).to_be_focused()
    expect(tab).to_have_attribute("aria-selected", "true")


def test_mouse_drags_cards_and_what_is_cancelled_or_ends_where_it_began_changes_nothing(desktop: Explorer) -> None:
    """Nor is it a click."""

    def nothing_came_of_it() -> None:
        desktop.page.mouse.up()
        desktop.settle()
        assert desktop.order() == FRESH
        assert desktop.grades() == [0, 1, 0, 1, 1, 0, 1, 0]
        assert not desktop.able("undo")

    over = desktop.hold("white-cat")
    over(2)
    over(6)
    nothing_came_of_it()

    over = desktop.hold("two-cats")
    over(2)
    assert desktop.order() == moved(FRESH, "two-cats", 2)
    over(1)  # it is in the air above its own place
    desktop.key("Escape")
    nothing_came_of_it()

    # It stays under the pointer while a wheel scrolls.
    desktop.hold("white-cat-in-box")(2)
    card = desktop.card("white-cat-in-box")
    desktop.page.mouse.move(*[part + 12 for part in desktop.centres()[1]])
    expect(card).to_have_class(re.compile("ix-lifted"))
    held = card.bounding_box()
    desktop.page.mouse.wheel(0, 60)
    desktop.page.wait_for_function(
        """y => document.querySelector('[data-ix-main]').scrollTop === 60
          && Math.abs(document.querySelector("[data-item='white-cat-in-box']").getBoundingClientRect().y - y) < 1""",
        arg=held and held["y"],
    )
    desktop.key("Escape")
    nothing_came_of_it()
    desktop.page.mouse.wheel(0, -60)
    desktop.page.wait_for_function("() => document.querySelector('[data-ix-main]').scrollTop === 0")

    # The others make way.
    before = desktop.centres()
    desktop.hold("dog-in-box")(3)
    desktop.still()
    order = moved(FRESH, "dog-in-box", 3)
    assert desktop.order() == order
    after = desktop.centres()
    others = [at for at in range(8) if at != 2]
    assert [after[at] for at in others] == [pytest.approx(before[at], abs=1) for at in others]
    desktop.page.mouse.up()
    desktop.settle()
    assert desktop.order() == order
    assert [card.rank for card in desktop.cards()] == [1, 2, 3, 4, 5, 6, 7, 8]
    in_page = desktop.row().get_by_test_id("card").evaluate_all("cards => cards.map(card => card.dataset.item)")
    assert in_page == order
    assert_curves_are_those_of_the_board(desktop)
    desktop.toggle("two-cats")  # and the next click counts
    assert desktop.cards()[0].pressed


def test_presses_alone_move_a_card(quick: Explorer) -> None:
    """One on its handle and one on its place; the mouse shows what it would do; it can be put back."""
    page = quick.page
    toast = quick.board.locator("> .ix-toast")
    said = quick.board.locator("> .ix-said")
    held = page.locator(".ix-held")

    quick.handle("white-cat").click()
    expect(toast).to_have_text("White cat: now press the rank where it belongs. Its own rank or Escape puts it back.")
    centres = quick.centres()
    page.mouse.move(*centres[1], steps=4)
    expect(said).to_have_text(re.compile(r"^Rank 2 of 8\. AP@3 from 0\.125 to 0\.083, down 0\.042\."))
    assert quick.order() == moved(FRESH, "white-cat", 2)
    assert quick.kind() == "preview"
    # A hand that trembles drags nothing meanwhile, and no picture is judged.
    page.mouse.down()
    page.mouse.move(centres[1][0] + 9, centres[1][1], steps=3)
    page.mouse.up()
    quick.settle()
    expect(said).to_have_text(re.compile(r"^White cat at rank 2\. AP@3 from 0\.125 to 0\.083, down 0\.042\."))
    expect(toast).to_have_text("")
    order = moved(FRESH, "white-cat", 2)
    assert quick.order() == order
    assert quick.grades() == [0, 0, 1, 0, 1, 1, 1, 0]
    expect(quick.handle("white-cat")).to_be_focused()

    # Put back: by Escape, or by a press beside the pictures.
    for key in ("Escape", None):
        quick.handle("two-cats").click()
        expect(held).to_have_count(1)
        page.mouse.move(*centres[4])
        expect(quick.card("two-cats")).to_have_attribute("data-rank", "5")
        if key:
            page.keyboard.press(key)
        else:
            page.locator(".ix-hint-judge").click()
        expect(said).to_have_text("Two cats put back.")
        expect(held).to_have_count(0)
        quick.settle()
        assert quick.order() == order

    # Who speaks has a button by name for each rank; pressed again, a picture is what it was.
    quick.handle("two-cats").click()
    page.get_by_role("button", name="Rank 3: put Two cats here").dispatch_event("click")
    expect(said).to_have_text(re.compile(r"^Two cats at rank 3\. "))
    order = moved(order, "two-cats", 3)
    quick.settle()
    assert quick.order() == order
    quick.toggle("two-cats")
    assert quick.grades() == [0, 1, 1, 0, 1, 1, 1, 0]


def test_finger_taps_drags_and_scrolls(phone: Explorer) -> None:  # noqa: PLR0915 - one visit
    phone.card("two-cats").get_by_test_id("relevance").tap()
    phone.settle()

    assert phone.grades() == [1, 1, 0, 1, 1, 0, 1, 0]
    centres = phone.centres()
    start, end = centres[7], centres[0]
    box = phone.handle("dog-in-box").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    finger = phone.finger()
    finger.down(x, y)
    finger.move(x + end[0] - start[0], y + end[1] - start[1], steps=4)
    order = moved(FRESH, "dog-in-box", 1)
    assert phone.order() == order
    assert phone.kind() == "preview"
    finger.up()
    phone.settle()
    assert phone.order() == order
    assert_curves_are_those_of_the_board(phone)

    # By presses alone: one on a handle, and one on a place, which is not judged by it.
    phone.handle("white-cat").tap()
    expect(phone.page.locator(".ix-held")).to_have_count(1)
    phone.card("two-cats").get_by_test_id("relevance").tap()
    phone.settle()
    assert phone.order() == moved(order, "white-cat", 2)
    assert phone.card("two-cats").get_attribute("data-grade") == "1"

    # By a picture, sideways; a second finger does not disturb the first.
    order = phone.order()
    centres = phone.centres()
    finger.down(*centres[1])
    finger.move(*centres[3], steps=4)
    finger.both(centres[3], centres[7])
    finger.both(centres[3], centres[5])
    finger.up()
    phone.settle()
    order = moved(order, order[1], 4)
    assert phone.order() == order

    # A finger that rests lifts a card, and takes it anywhere.
    grades = sorted(phone.grades())
    finger.down(*centres[3])
    expect(phone.row().locator(".ix-lifted")).to_have_count(1)
    finger.move(*centres[5], steps=4)
    finger.up()
    phone.settle()
    order = moved(order, order[3], 6)
    assert phone.order() == order
    assert sorted(phone.grades()) == grades
    assert phone.page.evaluate("() => document.querySelector('[data-ix-main]').scrollTop") == 0

    # Upwards, it scrolls the page.
    x, y = centres[5]
    finger.down(x, y)
    finger.move(x, y - 200, steps=5)
    finger.up()
    phone.page.wait_for_function("() => document.querySelector('[data-ix-main]').scrollTop > 20")
    phone.settle()
    assert (phone.order(), sorted(phone.grades())) == (order, grades)

    # Held at the edge of the screen, a card brings what is left of the list into sight.
    phone.page.set_viewport_size({"width": 320, "height": 360})
    phone.settle()
    phone.handle(order[0]).evaluate("one => one.scrollIntoView({ block: 'center' })")
    phone.handle(order[0]).click(trial=True)  # the page may still be scrolling by itself
    box = phone.handle(order[0]).bounding_box()
    assert box is not None
    finger.down(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    finger.move(290, 350, steps=4)
    expect(phone.row().locator(".ix-lifted")).to_have_count(1)
    expect(phone.card(order[7])).to_be_in_viewport(ratio=0.6)
    expect(phone.card(order[0])).to_have_attribute("data-rank", "8")
    finger.up()
    phone.settle()
    assert phone.order() == moved(order, order[0], 8)

    # On a phone that lies all cards stand in one row.
    phone.page.set_viewport_size({"width": 667, "height": 375})
    tops = "[...document.querySelectorAll('.ix-card')].map((one) => one.offsetTop)"
    phone.page.wait_for_function(f"() => new Set({tops}).size === 1")

    # Two fingers that part on cards enlarge the page.
    (_, (left, y), (right, _), *_), two = phone.centres(), phone.finger()
    for far in range(0, 90, 5):
        two.both((left - far, y), (right + far, y))
    two.up()
    phone.page.wait_for_function("() => visualViewport.scale > 1")
