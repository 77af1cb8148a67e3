"""Every control of every page in every mode, used as a hand does; see `tests/browser/walk.py`.

`python -m pytest tests/browser/test_walk.py --steps 2000` walks on, `--seed` says which way.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.walk import MODES, MOST_CHOICES, Act, Walk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser

    from tests import live

FEW = 3
"""Of more cards, or other controls that look alike, so many are tried; all of them where one walks on."""

WAY = 15
"""So many steps a way has before all is undone and the next one begins."""

LONG = 1000
"""Who asks for as many steps has time."""


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
    browser: Browser, server: live.Server, opened: dict[str, Any], pytestconfig: pytest.Config
) -> Iterator[Callable[[str], Walk]]:
    context = browser.new_context(
        viewport={"width": 1280, "height": 720},
        reduced_motion="reduce",
        accept_downloads=True,
        permissions=["clipboard-read", "clipboard-write"],
    )
    alike = MOST_CHOICES if pytestconfig.option.steps >= LONG else FEW

    def walk(mode: str) -> Walk:
        visitor = Walk(context, server.url, MODES[mode], opened, alike)
        visitor.begin()
        return visitor

    yield walk
    context.close()


@pytest.mark.parametrize("mode", MODES)
def test_everything_once(mode: str, begin: Callable[[str], Walk], known: set[Act]) -> None:
    begin(mode).first_pass(known)
    assert known


@pytest.mark.parametrize("walker", ["fixed 1", "fixed 2", "new 1", "new 2"])
def test_walk_on(walker: str, begin: Callable[[str], Walk], pytestconfig: pytest.Config) -> None:
    seed = walker if walker.startswith("fixed") else f"{walker} {pytestconfig.option.seed}"
    draw = random.Random(seed)
    for _ in range(-(-pytestconfig.option.steps // (4 * WAY))):
        mode = draw.choice([*MODES])
        assert begin(mode).wander(draw, WAY) > 0
