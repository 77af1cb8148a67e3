"""The main job by hand, in whatever browser: on the board, predicted, in a lesson, by a link.

What is used here of playwright's pages, `tests.browser.webkit` has too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests import oracle
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
    for to in (5, 2):
        over(to)
        one.still()
        one.shown()
        assert one.kind() == "preview"
        assert_chart_shows(one, moved(grades, 7, to))
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
    """Move the last card by its handle's keys: put back first, then to the first rank."""
    one.lift(last)
    one.key("ArrowLeft", "ArrowLeft")
    assert one.kind() == "preview"
    assert_chart_shows(one, moved(grades, 8, 6))
    one.key("Escape")
    one.settle()
    assert one.grades() == grades

    one.lift(last)
    one.key("Home", "ArrowRight", "Space")
    one.key("Control+z", "Control+Shift+z")
    one.settle()
    grades = moved(grades, 8, 2)
    assert one.grades() == grades
    assert_chart_shows(one, grades, 1e-12)
    assert one.page.evaluate(_FOCUSED) == "handle"


def links(one: Explorer, other: Explorer) -> None:
    """The address shows the same again, after a while and elsewhere."""
    state, address = one.state(), one.page.url
    one.reload()
    assert one.state() == state
    other.open(address.removeprefix(f"{one.url}/"))
    assert other.state() == state


def predicts(one: Explorer) -> None:
    """Say what a move does before it is seen: one thing right, and one wrong."""
    one.open()
    one.page.get_by_test_id("predict").click()
    one.page.wait_for_function("() => document.documentElement.dataset.ixPredict === '1'")
    before = one.scores()
    one.drag(one.order()[4], 1)
    one.page.wait_for_function("() => !document.querySelector('[data-testid=ask]').hidden")
    assert one.scores() == before
    for metric, way in (("P", "up"), ("RR", "same")):
        guess = f"[data-testid=score][data-metric='{metric}'] [data-guess={way}]"
        one.page.locator(guess).click()
        assert one.page.locator(guess).get_attribute("aria-pressed") == "true"
    one.page.get_by_test_id("see").click()
    one.settle()
    # What comes beyond the cutoff stays covered, and so it is not on the page.
    for name, values in oracle.curves(moved(FRESH, 5, 1)).items():
        assert one.curves()[f"{name}@k"][:3] == pytest.approx(values[:3], rel=0, abs=1e-12), name
        assert one.scores()[name] == pytest.approx(values[2], rel=0, abs=1e-12), name
    tally = one.page.get_by_test_id("tally").inner_text()
    assert tally == "1 of 2 right."


def learns(one: Explorer) -> None:
    """Do the first step of the first lesson, and go on to the next one."""
    one.open("learn?lesson=relevant")
    praise = one.page.locator(".ix-coach-praise")
    assert praise.inner_text() == ""
    items = one.order()
    for item in (items[1], items[3], items[4], items[6]):
        one.toggle(item)
    one.page.wait_for_function(
        "words => document.querySelector('.ix-coach-praise').textContent.includes(words)", arg="four are relevant"
    )
    one.page.get_by_test_id("next").click()
    one.page.wait_for_function(
        "title => document.querySelector('[data-testid=coach] h2').textContent === title",
        arg="Retrieved means above the cutoff",
    )
    one.settle()
    assert one.grades() == FRESH
