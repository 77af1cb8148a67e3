"""A server that does not answer at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Route

    from tests.browser.conftest import OpenPage


def test_a_server_that_does_not_answer_is_asked_again(visit: OpenPage) -> None:
    explorer = visit(ready=False, reduced_motion="reduce")
    explorer.altered = True
    faults = [503, 0, 502]

    def answer(asked: Route) -> None:
        status = faults.pop() if faults else None
        if status is None:
            asked.continue_()
        elif status:
            asked.fulfill(status=status)
        else:
            asked.abort()

    explorer.page.route("**/irviz-line/*/board", answer)
    explorer.open("?k=3")
    explorer.toggle("two-cats")
    explorer.toggle("empty-box")
    explorer.settle()
    assert faults == []
    assert explorer.grades() == [1, 1, 1, 1, 1, 0, 1, 0]
    explorer.problems[:] = [one for one in explorer.problems if "/irviz-line/" not in one]
