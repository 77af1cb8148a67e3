"""A list beside the board: what is clicked before the server has answered a choice."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.browser.conftest import OpenPage


def test_a_card_is_clicked_before_the_server_has_answered_a_choice(visit: OpenPage) -> None:
    explorer = visit(ready=False, reduced_motion="reduce")
    gate = explorer.gate()
    explorer.open()
    gate.close()
    explorer.page.get_by_test_id("top").select_option("3")
    first = explorer.order()[:2]
    for item in first:
        explorer.card(item).locator(".ix-picture").click()
    gate.open()
    explorer.settle()
    assert explorer.page.get_by_test_id("top").input_value() == "3"
    search = explorer.search()
    explorer.board.locator(".ix-picture").first.click()
    explorer.settle()
    assert explorer.search() != search
