"""The main job in Chromium as people have it; the other scenes prefer its shell, which is quicker."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from tests.browser import job
from tests.browser.conftest import NAMES
from tests.browser.explorer import Explorer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Playwright

    from tests import live


@pytest.fixture
def browser(playwright: Playwright) -> Iterator[Browser]:
    """The system's Chromium with all that it has."""
    path = next(filter(None, map(shutil.which, NAMES[1:])), None)
    if path is None:
        pytest.skip("there is no whole Chromium: install the package `chromium` of your system")
    launched = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
    yield launched
    launched.close()


def test_board_in_chromium(browser: Browser, server: live.Server) -> None:
    one = Explorer(browser.new_page(viewport={"width": 1280, "height": 720}), server.url)
    job.plays(one)
    job.links(one, one)
    one.check()
