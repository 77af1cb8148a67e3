"""Two pages at once, broken messages, and a server that was restarted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests import live
from tests.browser.explorer import Explorer

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Route

    from tests.browser.conftest import OpenPage


def test_a_line_that_leads_to_another_process_costs_nothing(visit: OpenPage) -> None:
    explorer = visit(ready=False, reduced_motion="reduce")
    explorer.altered = True
    explorer.page.route("**/irviz-line/*/board", lambda asked: asked.fulfill(status=404))
    explorer.open("?k=3")
    for item in ("two-cats", "empty-box"):
        explorer.toggle(item)
        explorer.settle()
    state = explorer.state()
    explorer.press("undo")
    explorer.settle()
    assert explorer.state() != state
    explorer.press("redo")
    explorer.settle()
    assert explorer.state() == state
    explorer.reload()
    assert explorer.state() == state
    explorer.problems[:] = [one for one in explorer.problems if "/irviz-line/" not in one]


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
    state = explorer.state()
    explorer.reload()
    assert explorer.state() == state
    explorer.problems[:] = [one for one in explorer.problems if "/irviz-line/" not in one]


def test_page_that_outlives_its_server_goes_on(browser: Browser, tmp_path: Path) -> None:
    first = live.start(tmp_path / "first.txt")
    context = browser.new_context(viewport={"width": 1280, "height": 720}, reduced_motion="reduce")
    explorer = Explorer(context.new_page(), first.url)
    try:
        explorer.open()
        walked = [explorer.cards()]
        explorer.toggle("two-cats")
        explorer.settle()
        walked.append(explorer.cards())
        first.stop()
        explorer.drag("dog-in-box", 2)
        explorer.hide("P")
        expected, dragged = explorer.state(), explorer.cards()
        undo = explorer.page.get_by_test_id("undo")

        second = live.start(tmp_path / "second.txt", port=first.port)
        try:
            explorer.settle()
            assert explorer.state() == expected
            # Two changes are two steps, though the server that knew of them is gone; and so after a reload.
            for before in reversed(walked):
                expect(undo).not_to_have_attribute("aria-disabled", "true")
                explorer.press("undo")
                explorer.settle()
                assert explorer.cards() == before
            assert not explorer.able("undo")
            explorer.press("redo")
            explorer.settle()
            explorer.reload()
            expect(undo).not_to_have_attribute("aria-disabled", "true")
            assert explorer.able("redo")
            assert explorer.cards() == walked[1]
            explorer.press("redo")
            explorer.settle()
            assert explorer.cards() == dragged
            explorer.press("undo")
            explorer.settle()
            explorer.toggle("empty-box")
            explorer.settle()
            assert explorer.cards()[explorer.order().index("empty-box")].pressed
            assert explorer.able("undo")
        finally:
            second.stop()
    finally:
        first.stop()
        context.close()
    for log in ("first.txt", "second.txt"):
        assert "Traceback" not in (tmp_path / log).read_text()
