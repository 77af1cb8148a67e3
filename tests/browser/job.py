"""The main job by hand, in whatever browser: click, drag, the cutoff, and keys.

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
    one.toggle(items[0])
    # Keys go on where the hand was: the board's own need the focus on it.
    one.key("z", "y")

    over = one.hold(items[6])
    over(2)
    one.still()
    one.shown()
    assert one.kind() == "preview"
    grades = moved([1, *FRESH[1:]], 7, 2)
    assert_chart_shows(one, grades)
    one.page.mouse.up()
    one.settle()
    assert one.order() == [items[0], items[6], *items[1:6], items[7]]
    assert_chart_shows(one, grades, 1e-12)

    centres = one.centres()
    pitch = centres[1][0] - centres[0][0]
    x, y = one.divider.evaluate(_MIDDLE)
    one.page.mouse.move(x, y)
    one.page.mouse.down()
    one.page.mouse.move(x + 3 * pitch, y, steps=3)
    assert (one.k(), one.kind()) == (6, "preview")
    one.page.mouse.up()
    one.still()
    assert one.page.evaluate(_FOCUSED) == "cutoff"
    one.key("ArrowLeft")

    one.lift(items[7])
    one.key("Home", "ArrowRight")
    assert one.kind() == "preview"
    one.key("Space", "Control+z", "Control+Shift+z")
    one.settle()
    assert one.k() == 5
    assert_chart_shows(one, moved(grades, 8, 2), 1e-12)
    assert one.page.evaluate(_FOCUSED) == "handle"
