"""Every control that a browser shows, used as a hand does; see `tests/browser/walk.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import furnish
from tests.browser.walk import MODES, Walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, BrowserContext

    from tests import live
    from tests.browser.walk import Act

ALIKE = 2
"""Of more cards, or other controls that look alike, so many are tried."""


@pytest.fixture(scope="module")
def taken() -> set[tuple[Act, int]]:
    """What has been done once and need not be done again on another page."""
    return set()


@pytest.fixture(scope="module")
def context(browser: Browser, server: live.Server) -> Iterator[BrowserContext]:
    """One who prefers reduced motion, and has a clipboard and a folder for downloads."""
    entered = browser.new_context(
        viewport={"width": 1280, "height": 720},
        reduced_motion="reduce",
        accept_downloads=True,
        permissions=["clipboard-read", "clipboard-write"],
    )
    yield furnish(entered, server.url)
    entered.close()


@pytest.mark.parametrize("mode", MODES)
def test_everything_once(mode: str, context: BrowserContext, server: live.Server, taken: set[tuple[Act, int]]) -> None:
    visitor = Walk(context, server.url, MODES[mode], alike=ALIKE)
    visitor.begin()
    assert visitor.first_pass(taken) > 0
    visitor.leave()
