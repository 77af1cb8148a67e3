"""Valkey goes away and comes back: what the wall and a phone say meanwhile, and that they go on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from irviz.server import ROOMS
from tests import live
from tests.browser.explorer import Explorer
from tests.browser.test_phone import Phone
from tests.browser.test_room import Wall
from tests.rooms.valkey import running

if TYPE_CHECKING:
    from pathlib import Path

    import pytest
    from playwright.sync_api import Browser

LOST = "The line to the room is lost; this page tries again by itself."


def test_wall_and_phone_say_so_and_go_on(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running() as valkey:
        monkeypatch.setenv(ROOMS, valkey.url)
        server = live.start(tmp_path / "log.txt")
        context = browser.new_context(reduced_motion="reduce")
        hand = browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
        try:
            explorer = Explorer(context.new_page(), server.url)
            explorer.open()
            wall = Wall(explorer)
            code = wall.open()
            phone = Phone(hand.new_page(), server.url)
            phone.open(f"join/{code}")
            phone.reads("You are in. Look at the wall.")
            explorer.drag(explorer.order()[4], 1)
            wall.does("Ask", "Close")
            phone.hears("Question 1 is open. What will AP@3 do?")

            valkey.stop()
            expect(wall.strip.locator(".ix-room-words")).to_have_text(LOST)
            assert wall.able() == set()
            phone.reads("no line, trying again", "header .ix-caption")

            # It has forgotten its rooms; the wall opens this one again, and asks once more.
            valkey.start()
            expect(wall.strip).to_contain_text("It is open again under the same code")
            assert wall.code() == code
            phone.reads("You are in. Look at the wall.")
            wall.does("Ask", "Close")
            phone.choose(AP="up")
            phone.send()
            expect(explorer.page.get_by_test_id("answered")).to_have_text("1 of 1 has answered")
            assert phone.problems == []
        finally:
            context.close()
            hand.close()
            server.stop()
    assert "Traceback" not in server.written()
