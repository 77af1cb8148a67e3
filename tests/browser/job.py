"""The main job by hand, in whatever browser: on the board, predicted, in a lesson, by a link.

What is used here of playwright's pages, `tests.browser.webkit` has too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.test_preview import FRESH, assert_chart_shows, moved

if TYPE_CHECKING:
    from tests.browser.explorer import Explorer

_MIDDLE = """node => {
  const box = node.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}"""

_FOCUSED = "() => document.activeElement.dataset.testid ?? document.activeElement.tagName"


def plays(one: Explorer) -> None:
    """Click, drag and keys on the fresh board; what is in the air is in the chart."""
    one.open()
    items = one.order()
    assert_chart_shows(one, FRESH)

    one.toggle(items[0])
    grades = [1, *FRESH[1:]]
    one.settle()
    assert one.grades() == grades
    assert_chart_shows(one, grades, 1e-12)
    # Keys go on where the hand was: the board's own need the focus on it.
    one.key("z")
    one.settle()
    assert one.grades() == FRESH
    one.key("y")
    one.settle()

    over = one.hold(items[6])
    over(2)
    one.still()
    one.shown()
    assert one.kind() == "preview"
    assert_chart_shows(one, moved(grades, 7, 2))
    one.page.mouse.up()
    one.settle()
    grades = moved(grades, 7, 2)
    assert one.order() == [items[0], items[6], *items[1:6], items[7]]
    assert_chart_shows(one, grades, 1e-12)

    over = one.hold(items[3])
    over(8)
    assert one.kind() == "preview"
    one.key("Escape")
    one.page.wait_for_function("() => !document.querySelector('.ix-lifted')")
    one.page.mouse.up()
    one.settle()
    assert one.grades() == grades

    cuts(one)
    lifts(one, items[7], grades)


def cuts(one: Explorer) -> None:
    """Drag the cutoff from 3 to 6, and bring it to 5 by keys."""
    centres = one.centres()
    pitch = centres[1][0] - centres[0][0]
    x, y = one.divider.evaluate(_MIDDLE)
    one.page.mouse.move(x, y)
    one.page.mouse.down()
    for k in (4, 6):
        one.page.mouse.move(x + (k - 3) * pitch, y, steps=3)
        assert (one.k(), one.kind()) == (k, "preview")
    one.page.mouse.up()
    one.settle()
    assert one.page.evaluate(_FOCUSED) == "cutoff"
    one.key("End", "ArrowLeft", "ArrowLeft", "ArrowLeft")
    one.settle()
    assert one.k() == 5
    assert_chart_shows(one, one.grades(), 1e-12)


def lifts(one: Explorer, last: str, grades: list[int]) -> None:
    """Move the last card by its handle's keys."""
    one.lift(last)
    one.key("Home", "ArrowRight")
    assert one.kind() == "preview"
    one.key("Space", "Control+z", "Control+Shift+z")
    one.settle()
    grades = moved(grades, 8, 2)
    assert one.grades() == grades
    assert_chart_shows(one, grades, 1e-12)
    assert one.page.evaluate(_FOCUSED) == "handle"
