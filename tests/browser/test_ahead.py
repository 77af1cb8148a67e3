"""What is foreseen, and the server's last word: changes, tools, answers during a drag, long lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from irviz.state.own_example import OwnExample, OwnQuery, OwnResult
from tests.browser.modules import added, alter, replaced
from tests.browser.test_preview import FRESH, assert_chart_shows, moved

if TYPE_CHECKING:
    from tests.browser.conftest import OpenPage


def test_what_is_done_before_the_server_has_answered_is_shown_and_counts(visit: OpenPage) -> None:  # noqa: PLR0915 - one visit
    explorer = visit(ready=False, reduced_motion="reduce")
    page = explorer.page
    gate = explorer.gate()
    explorer.open()

    def begins_anew() -> None:
        gate.open()
        explorer.press("reset")
        explorer.settle()
        gate.close()

    def shows(grades: list[int]) -> None:
        explorer.shown()
        assert not explorer.exact()
        assert_chart_shows(explorer, grades)
        gate.open()
        explorer.settle()
        assert explorer.exact()
        assert_chart_shows(explorer, grades, 1e-12)
        gate.close()

    gate.close()
    # The ideal order shares its pattern with no toggle, so nothing of the server is here yet.
    explorer.toggle("two-cats")
    shows([1, *FRESH[1:]])
    explorer.key("Control+z")
    gate.open()
    explorer.settle()
    gate.close()
    over = explorer.hold("two-cats")
    for rank in (2, 8):
        over(rank)
        assert_chart_shows(explorer, moved(FRESH, 1, rank))
    page.mouse.up()
    assert explorer.kind() == "settled"
    shows(moved(FRESH, 1, 8))
    explorer.press("ideal")
    shows([1] * 4 + [0] * 4)

    # A tool acts on what is seen.
    explorer.toggle("two-cats")
    explorer.press("ideal")
    gate.open()
    explorer.settle()
    assert explorer.grades() == [1, 1, 1, 1, 1, 0, 0, 0]
    order = explorer.order()

    gate.close()
    explorer.toggle(order[0])
    assert explorer.grades() == [0, 1, 1, 1, 1, 0, 0, 0]
    explorer.press("undo")
    assert explorer.grades() == [1, 1, 1, 1, 1, 0, 0, 0]
    gate.open()
    explorer.settle()
    assert explorer.grades() == [1, 1, 1, 1, 1, 0, 0, 0]
    assert explorer.order() == order

    # An answer that comes during a drag does not disturb it.
    begins_anew()
    explorer.toggle("two-cats")
    assert explorer.search() == "?q=cat-in-a-box&k=3&cat-in-a-box=1-2-3-4-5-6-7-8.11011010"
    over = explorer.hold("two-cats")
    over(5)
    order = explorer.order()

    gate.open()
    page.wait_for_function("() => window.wireOfThePage.quiet()")

    assert explorer.order() == order
    expect(explorer.row().locator(".ix-lifted")).to_have_count(1)
    page.mouse.up()
    explorer.settle()
    assert explorer.order() == order
    assert explorer.order()[4] == "two-cats"
    assert explorer.cards()[4].pressed

    # A card is clicked before a choice is answered.
    gate.close()
    page.get_by_test_id("top").select_option("3")
    for item in explorer.order()[:2]:
        explorer.card(item).locator(".ix-picture").click()
    gate.open()
    explorer.settle()
    assert page.get_by_test_id("top").input_value() == "3"
    search = explorer.search()
    explorer.board.locator(".ix-picture").first.click()
    explorer.settle()
    assert explorer.search() != search


SPOIL = """
window.spoil = (parts) => {
  for (const states of Object.values(parts.curves?.curves_ahead ?? {})) {
    for (const curves of Object.values(states.relevant)) {
      if (curves.AP.length === 8) curves.AP = curves.AP.map(() => 0.123); // not those of the long list
    }
  }
  return parts;
};"""


# What the page reads of what the server says.
PARSED = "Object.entries(data)"


def test_where_the_server_disagrees_its_values_win_and_a_long_list_never_queues_old_ranks(visit: OpenPage) -> None:
    explorer = visit(ready=False, reduced_motion="reduce")
    explorer.inject(SPOIL)
    page = explorer.page
    spoilt = replaced(PARSED, "Object.entries(window.spoil(data))")
    alter(page, {"frame.js": spoilt, "transport.js": added("window.questions = () => questions;")})
    gate = explorer.gate()
    explorer.open()
    assert_chart_shows(explorer, FRESH, 1e-12)

    gate.close()
    explorer.toggle("two-cats")
    explorer.shown()
    assert explorer.curves()["AP@k"] == pytest.approx([0.123] * 8)
    gate.open()
    explorer.settle()

    assert_chart_shows(explorer, [1, *FRESH[1:]], 1e-12)
    assert explorer.notes() == []
    expect(page.locator(".ix-toast")).to_be_empty()

    # What cannot be foreseen is asked, one rank at a time.
    grades = [0, 1, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]
    long = OwnExample("Long", (OwnQuery("long", tuple(OwnResult(f"d{at}", one) for at, one in enumerate(grades))),))
    explorer.open(f"?q=own-1&k=3&set={long.name}")
    assert explorer.relevance() == [grades]

    gate.close()
    explorer.lift("r2")
    explorer.key(*["ArrowRight"] * 12)
    assert page.evaluate("() => window.questions()") == 1
    gate.open()
    expected = moved(grades, 2, 14)
    page.wait_for_function("() => window.questions() === 2")
    explorer.shown()
    assert explorer.relevance() == [expected]
    assert_chart_shows(explorer, expected)

    explorer.key("Escape")
    explorer.settle()
    assert_chart_shows(explorer, grades, 1e-12)
    assert page.evaluate("() => window.questions()") == 2
