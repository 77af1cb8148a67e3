"""The main job in Chromium's headless shell; the other scenes prefer Chromium as people have it."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from tests.browser import job
from tests.browser.conftest import SHELL
from tests.browser.explorer import Explorer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Playwright

    from tests import live


@pytest.fixture
def browser(playwright: Playwright) -> Iterator[Browser]:
    """The system's shell."""
    path = shutil.which(SHELL)
    if path is None:
        pytest.skip(f"there is no headless shell: install the package `{SHELL}` of your system")
    launched = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
    yield launched
    launched.close()


def test_board_in_the_shell(browser: Browser, server: live.Server) -> None:
    one = Explorer(browser.new_page(viewport={"width": 1280, "height": 720}), server.url)
    job.plays(one)
    one.check()
