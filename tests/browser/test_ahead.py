"""What is foreseen, and the server's last word: ghosts, answers during a drag, reloads, long lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests import oracle
from tests.browser.explorer import METRICS
from tests.browser.modules import added, alter, replaced
from tests.browser.test_preview import FRESH, assert_chart_shows, moved
from tests.browser.test_results import bring

if TYPE_CHECKING:
    from tests.browser.conftest import OpenPage
    from tests.browser.explorer import Explorer


def test_resting_on_a_picture_shows_a_ghost_of_what_a_click_would_do(quick: Explorer) -> None:
    ghost = quick.page.locator(".ix-ghost")
    before = quick.curves()
    expect(ghost).to_be_hidden()

    quick.card("two-cats").get_by_test_id("relevance").hover()
    expect(ghost).to_be_visible()
    heights: list[list[float]] = ghost.locator("path").evaluate_all(
        "all => all.map(one => one.getAttribute('d').split('L').map(at => Number(at.split(',')[1])))"
    )
    expected = oracle.curves([1, *FRESH[1:]])
    one, last = heights[0][0], heights[0][-1]
    unit = (last - one) / (1 - expected["P"][-1])
    assert unit > 50
    for name, line in zip(METRICS, heights, strict=True):
        assert line == pytest.approx([one + unit * (1 - v) for v in expected[name]], abs=0.01), name
    assert quick.curves() == before
    assert quick.kind() == "settled"

    quick.page.mouse.move(5, 700)
    expect(ghost).to_be_hidden()
    quick.card("white-cat").get_by_test_id("relevance").focus()
    quick.key("ArrowRight")
    expect(ghost).to_be_visible()


def test_long_list_asks_the_server_and_never_queues_old_ranks(visit: OpenPage) -> None:
    explorer = visit(ready=False, reduced_motion="reduce")
    page = explorer.page
    alter(page, {"transport.js": added("window.questions = () => questions;")})
    gate = explorer.gate()
    page.goto(f"{explorer.url}/results")
    expect(page.locator("input[type=file]")).to_have_count(4)
    grades = [0, 1, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]
    bring(page, "a", "run", "".join(f"q Q0 d{i} 0 {-i} x\n" for i in range(20)).encode())
    expect(page.locator(".ix-next")).to_be_visible()
    bring(page, "qrels", "qrels", "".join(f"q 0 d{i} {g}\n" for i, g in enumerate(grades)).encode())
    page.get_by_role("button", name="Use these results").click()
    explorer.settle()  # a single query opens by itself
    assert explorer.relevance() == [grades]

    gate.close()
    explorer.lift("d1")
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


SPOIL = """
window.spoil = (parts) => {
  for (const states of Object.values(parts.curves?.curves_ahead ?? {})) {
    for (const curves of Object.values(states.relevant)) curves.AP = curves.AP.map(() => 0.123);
  }
  return parts;
};"""


# What the page reads of what the server says.
PARSED = "Object.entries(data)"


def test_where_the_server_disagrees_its_values_win_silently(visit: OpenPage) -> None:
    explorer = visit(ready=False, reduced_motion="reduce")
    explorer.inject(SPOIL)
    alter(explorer.page, {"frame.js": replaced(PARSED, "Object.entries(window.spoil(data))")})
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
    expect(explorer.page.locator(".ix-toast")).to_be_empty()


def test_tools_pressed_before_the_server_has_answered_act_on_what_is_seen(visit: OpenPage) -> None:
    explorer = visit(ready=False, reduced_motion="reduce")
    gate = explorer.gate()
    explorer.open()
    gate.close()

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


def test_answer_that_comes_during_a_drag_does_not_disturb_it(visit: OpenPage) -> None:
    explorer = visit(ready=False, reduced_motion="reduce")
    gate = explorer.gate()
    explorer.open()
    gate.close()
    explorer.toggle("two-cats")
    assert explorer.search() == "?q=cat-in-a-box&k=3&cat-in-a-box=1-2-3-4-5-6-7-8.11011010"
    over = explorer.hold("two-cats")
    over(5)
    order = explorer.order()

    gate.open()
    explorer.page.wait_for_function("() => window.wireOfThePage.quiet()")

    assert explorer.order() == order
    expect(explorer.row().locator(".ix-lifted")).to_have_count(1)
    explorer.page.mouse.up()
    explorer.settle()
    assert explorer.order() == order
    assert explorer.order()[4] == "two-cats"
    assert explorer.cards()[4].pressed
