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


def test_board_in_firefox(browser: Browser, server: live.Server) -> None:
    plays(browser, server.url)


def test_board_in_firefox_without_a_server(browser: Browser, site: str) -> None:
    one = Explorer(browser.new_page(viewport={"width": 1280, "height": 720}), site)
    one.open()
    one.toggle(one.order()[0])
    one.settle()
    assert one.exact()
    one.check()


def plays(browser: Browser, url: str) -> None:
    one = Explorer(browser.new_page(viewport={"width": 1280, "height": 720}), url)
    other = Explorer(browser.new_page(viewport={"width": 390, "height": 844}), url)
    job.plays(one)
    job.learns(other)
    job.judges_by_grades(one)
    job.predicts(one)
    for explorer in (one, other):
        explorer.check()
