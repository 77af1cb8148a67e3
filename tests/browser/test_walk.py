"""Every control of every page in every mode, used as a hand does; see `tests/browser/walk.py`.

Lists are all taken, of other controls each run takes a quarter, or an eighth where there is no server; the
seed decides which, and `--all` takes all.
`python -m pytest tests/browser/test_walk.py --steps 2000` walks on, `--seed` says which way.
"""

from __future__ import annotations

import os
import random
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.conftest import furnish
from tests.browser.walk import MODES, MODES_OF_FILES, MOST_CHOICES, Walk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext

    from tests import live
    from tests.browser.walk import Act

FEW = 3
"""Of more cards, or other controls that look alike, so many are tried; all of them where one walks on."""

WAY = 15
"""So many steps a way has before all is undone and the next one begins."""

SHARE, SHARE_OF_FILES = 4, 8
"""One of so many controls is taken, unless all are: on the server, and without one, which does the same."""


class Shared:
    """What has been taken once and need not be taken again on another page, by any process of this run.

    Args:
        folder: Where the processes note it.
        seed: Which controls other than lists are taken; None for all.
        share: One of so many.
    """

    def __init__(self, folder: Path, seed: int | None, share: int) -> None:
        self._folder = folder
        self._seed = seed
        self._share = share
        folder.mkdir(exist_ok=True)

    def _due(self, act: Act) -> bool:
        """Whether it is this run's turn; a control's choices belong together."""
        if self._seed is None or act.role == "combobox":
            return True
        return sha256(f"{self._seed} {act[:3]}".encode()).digest()[0] % self._share == 0

    def _file(self, act: Act, time: int) -> Path:
        return self._folder / sha256(f"{time} {act}".encode()).hexdigest()

    def take(self, act: Act, time: int) -> bool:
        """Take it, unless somebody has; what has not gone well is for somebody else again."""
        if not self._due(act):
            return False
        try:
            self._file(act, time).touch(exist_ok=False)
        except FileExistsError:
            return False
        return True

    def release(self, act: Act, time: int) -> None:
        self._file(act, time).unlink(missing_ok=True)


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Shared:
    return noted(tmp_path_factory, pytestconfig, "taken", SHARE)


@pytest.fixture(scope="session")
def opened() -> dict[str, Any]:
    """What each address has opened so far."""
    return {}


def able(browser: Browser, url: str) -> Iterator[BrowserContext]:
    """One who prefers reduced motion, and has a clipboard and a folder for downloads."""
    entered = browser.new_context(
        viewport={"width": 1280, "height": 720},
        reduced_motion="reduce",
        accept_downloads=True,
        permissions=["clipboard-read", "clipboard-write"],
    )
    yield furnish(entered, url)
    entered.close()


def noted(factory: pytest.TempPathFactory, config: pytest.Config, name: str, share: int) -> Shared:
    folder = factory.getbasetemp()
    folder = folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder
    return Shared(folder / name, None if config.option.all else config.option.seed, share)


@pytest.fixture(scope="session")
def context(browser: Browser, server: live.Server) -> Iterator[BrowserContext]:
    yield from able(browser, server.url)


@pytest.fixture
def begin(
    context: BrowserContext, server: live.Server, opened: dict[str, Any], pytestconfig: pytest.Config
) -> Iterator[Callable[[str], Walk]]:
    alike = MOST_CHOICES if pytestconfig.option.all else FEW
    visitors: list[Walk] = []

    def walk(mode: str) -> Walk:
        visitors.append(Walk(context, server.url, MODES[mode], opened, alike))
        visitors[-1].begin()
        return visitors[-1]

    yield walk
    for visitor in visitors:
        visitor.leave()


# The board as it opens is what everybody begins with.
@pytest.mark.parametrize(
    "mode", [pytest.param(mode, marks=pytest.mark.always if mode == "plain" else ()) for mode in MODES]
)
def test_everything_once(mode: str, begin: Callable[[str], Walk], shared: Shared) -> None:
    assert begin(mode).first_pass(shared) > 0


@pytest.mark.parametrize("walker", ["fixed 1", "fixed 2", "new 1", "new 2"])
def test_walk_on(walker: str, begin: Callable[[str], Walk], pytestconfig: pytest.Config) -> None:
    seed = walker if walker.startswith("fixed") else f"{walker} {pytestconfig.option.seed}"
    draw = random.Random(seed)
    for _ in range(-(-pytestconfig.option.steps // (4 * WAY))):
        mode = draw.choice([*MODES])
        visitor = begin(mode)
        assert visitor.wander(draw, WAY) > 0
        visitor.leave()


@pytest.fixture(scope="session")
def reader(browser: Browser, site: str) -> Iterator[BrowserContext]:
    """The same where there is no server."""
    yield from able(browser, site)


@pytest.fixture(scope="session")
def shared_files(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Shared:
    return noted(tmp_path_factory, pytestconfig, "taken-in-files", SHARE_OF_FILES)


@pytest.mark.parametrize("mode", MODES_OF_FILES)
def test_everything_once_without_a_server(
    mode: str, reader: BrowserContext, site: str, shared_files: Shared, pytestconfig: pytest.Config
) -> None:
    alike = MOST_CHOICES if pytestconfig.option.all else FEW
    visitor = Walk(reader, site, MODES_OF_FILES[mode], {}, alike)
    visitor.begin()
    assert visitor.first_pass(shared_files) > 0
    visitor.leave()
