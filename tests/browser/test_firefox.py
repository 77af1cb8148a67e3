"""The main job in Firefox."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from tests.browser import firefox, job
from tests.browser.explorer import Explorer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Playwright

    from tests import live

NAMES = ("firefox-esr", "firefox")


@pytest.fixture
def browser(playwright: Playwright, tmp_path: Path) -> Iterator[Browser]:
    """The system's Firefox; CI goes on without one, since its page is the same one (.ci/run says so)."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        pytest.skip("there is no Firefox: install the package `firefox-esr` of your system")
    launched = playwright.firefox.launch(channel="moz-firefox", executable_path=firefox.command(path, tmp_path))
    yield launched
    launched.close()


def test_board_with_a_server_and_without_one_in_firefox(browser: Browser, server: live.Server, site: str) -> None:
    one = Explorer(browser.new_page(viewport={"width": 1280, "height": 720}), server.url)
    job.plays(one)
    one.check()
    assert one.page.locator(".ix-definition").evaluate("one => one.scrollWidth <= one.clientWidth")
    without = Explorer(browser.new_page(viewport={"width": 390, "height": 844}), site)
    without.open()
    without.toggle(without.order()[0])
    without.settle()
    assert without.exact()
    without.check()
