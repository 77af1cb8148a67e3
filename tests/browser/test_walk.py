"""Every control of every page in every mode, used as a hand does; see `tests/browser/walk.py`.

`python -m pytest tests/browser/test_walk.py --steps 2000` walks on, `--seed` says which way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.walk import MODES, Act, Walk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser

    from tests import live

FIXED = 7
"""A seed that is walked in every run, beside a new one."""


@pytest.fixture(scope="session")
def known() -> set[Act]:
    """What has been taken once and need not be taken again on another page."""
    return set()


@pytest.fixture(scope="session")
def opened() -> dict[str, Any]:
    """What each address has opened so far."""
    return {}


@pytest.fixture
def begin(
    browser: Browser, server: live.Server, opened: dict[str, Any]
) -> Iterator[Callable[[str], Walk]]:
    context = browser.new_context(
        viewport={"width": 1280, "height": 720},
        reduced_motion="reduce",
        accept_downloads=True,
        permissions=["clipboard-read", "clipboard-write"],
    )

    def walk(mode: str) -> Walk:
        visitor = Walk(context, server.url, MODES[mode], opened)
        visitor.begin()
        return visitor

    yield walk
    context.close()


@pytest.mark.parametrize("mode", MODES)
def test_everything_once(mode: str, begin: Callable[[str], Walk], known: set[Act]) -> None:
    assert begin(mode).first_pass(known) > 0


@pytest.mark.parametrize("mode", MODES)
def test_walk_on(mode: str, begin: Callable[[str], Walk], pytestconfig: pytest.Config) -> None:
    share = -(-pytestconfig.option.steps // (2 * len(MODES)))
    for seed in (FIXED, pytestconfig.option.seed):
        assert begin(mode).wander(seed, share) >= share
