"""A live server and a real Chromium, shared by all browser tests of one worker."""

from __future__ import annotations

import os
import shutil
from contextlib import ExitStack, suppress
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import pytest
from playwright.sync_api import Error, expect, sync_playwright

from tests import live
from tests.browser.explorer import Explorer
from tests.edition import plain, written

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from playwright.sync_api import Browser, BrowserContext, Page, Playwright

SHELL = "chromium-headless-shell"
"""Chromium without windows, and without what a window asks for, such as a page's icon."""

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", SHELL)
"""What plays the scenes, the first that is there: the browser that people have comes before the shell."""

DESKTOP = {"width": 1280, "height": 720}
PHONE = {"width": 390, "height": 844}

# A slow machine is no fault of the page; what is wrong stays wrong for as long.
expect.set_options(timeout=20_000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Spread what takes long, so that no process is left alone with it in the end.

    In CI a test that fails in a browser, or over a line to a room, runs once more, since its machine may be
    starved; the report tells.
    """
    walks = [item for item in items if item.path.name == "test_walk.py"]
    others = [item for item in items if item.path.name != "test_walk.py"]
    if walks and others:
        gap = len(others) / len(walks)
        for place in reversed(range(len(walks))):
            others.insert(round(place * gap), walks[place])
        items[:] = others
    if os.environ.get("CI") == "true":
        for item in items:
            if item.path.parent.name in {"browser", "rooms"}:
                item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[live.Server]:
    """The dashboard, started once; its log must hold no traceback in the end."""
    running = live.start(tmp_path_factory.mktemp("server") / "log.txt")
    yield running
    assert running.process.poll() is None, "the server has stopped by itself"
    running.stop()
    assert "Traceback" not in running.written(), running.written()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Chromium: the system's, or the one that playwright has downloaded."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None and Path(playwright.chromium.executable_path).exists():
        path = playwright.chromium.executable_path
    if path is None:
        reason = (
            "there is no Chromium: install the package `chromium` of your system, or run "
            "`python -m playwright install chromium`"
        )
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    launched = playwright.chromium.launch(
        executable_path=path,
        args=[
            "--no-sandbox",
            "--disable-gpu",
            "--disable-background-networking",
            # A page in a new process compiles all scripts anew, which takes longer than most tests.
            "--process-per-site",
        ],
    )
    yield launched
    launched.close()


BOTH = {
    "access",
    "challenges",
    "compare",
    "course",
    "cutoff",
    "disagree",
    "first",
    "handout",
    "lens",
    "links",
    "mastery",
    "moves",
    "predict",
    "present",
    "queries",
    "results",
    "scales",
    "textbook",
    "way_out",
    "words",
}
"""The files whose scenes are played on the server and on the edition that needs none."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Play a scene on both editions, unless it needs the server itself."""
    name = metafunc.module.__name__.rpartition("test_")[2]
    if name in BOTH and "edition" in metafunc.fixturenames and "server" not in metafunc.fixturenames:
        metafunc.parametrize("edition", ["server", "files"])


@pytest.fixture
def edition() -> str:
    """Where the pages come from: ``server``, or ``files``."""
    return "server"


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the edition without a server, written once for all workers."""
    with plain(written(tmp_path_factory)) as url:
        yield url.rstrip("/")


class OpenPage(Protocol):
    """Open a link as another user would, for whom the options of a browser context may say more."""

    def __call__(self, link: str = "", /, **options: Any) -> Explorer: ...


# What can be changed while a page is open; anything else is another visitor.
MEDIA = {
    "color_scheme": "light",
    "reduced_motion": "reduce",  # nothing glides, so nothing is waited for
    "forced_colors": "none",
    "contrast": "no-preference",
}
CHANGEABLE = {*MEDIA, "viewport", "permissions"}


# Who has been here before is not offered the first minute again (irviz/ui/board/first_minute.js).
BEEN_HERE = "try { localStorage.setItem('irviz-first', 'seen') } catch {}"


def furnish(context: BrowserContext, url: str) -> BrowserContext:
    """Open a page that stays, so that the process of the others does, with all that it has compiled."""
    context.add_init_script(BEEN_HERE)
    Explorer(context.new_page(), url).open()
    return context


class Visitors:
    """Visitors of each kind who have been here before: their browser has the page's files, and nothing else.

    Fetching and compiling all scripts anew for each test would take most of the tests' time. So a page that
    a test has used in no unusual way goes on to the next one.
    """

    def __init__(self, browser: Browser, url: str) -> None:
        self._browser = browser
        self.url = url
        self._contexts: dict[str, BrowserContext] = {}
        self._free: dict[str, Page] = {}
        self._here: dict[Page, str] = {}

    def enter(self, options: dict[str, Any], *, new: bool) -> Page:
        """A page of somebody with these options, at another place than the last one; with `new`, of
        somebody who has never been here.
        """
        if new:
            return self._browser.new_context(**{**MEDIA, **options}).new_page()
        kind = sorted((name, one) for name, one in options.items() if name not in CHANGEABLE)
        # Who is still here is somebody else.
        keys = (f"{kind} {number}" for number in count())
        key = next(key for key in keys if key not in self._here.values())
        if key not in self._contexts:
            self._contexts[key] = furnish(self._browser.new_context(**options), self.url)
        page = self._free.pop(key, None) or self._contexts[key].new_page()
        page.set_viewport_size(options["viewport"])
        page.emulate_media(**{name: options.get(name, usual) for name, usual in MEDIA.items()})
        page.context.grant_permissions(options.get("permissions", []))
        self._here[page] = key
        return page

    def leave(self, page: Page, *, free: bool) -> None:
        """Forget what a page has kept; it is free again, or closed."""
        key = self._here.pop(page, None)
        if key is None:
            page.context.close()
            return
        with suppress(Error):  # a page that has gone nowhere keeps nothing
            page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        page.context.clear_cookies()
        page.context.clear_permissions()
        for other in page.context.pages[1:]:
            if other is not page:
                other.close()
        if not free or page.is_closed():
            page.close()
            # A room goes on until its page is closed, and is kept for the next window.
            page.context.pages[0].evaluate("() => localStorage.clear()")
            return
        page.unroute_all()
        page.goto("about:blank")
        self._free[key] = page

    def close(self) -> None:
        for context in self._contexts.values():
            context.close()


@pytest.fixture(scope="session")
def visitors(browser: Browser, server: live.Server) -> Iterator[Visitors]:
    known = Visitors(browser, server.url)
    yield known
    known.close()


@pytest.fixture(scope="session")
def readers(browser: Browser, site: str) -> Iterator[Visitors]:
    """The same of the edition without a server."""
    known = Visitors(browser, site)
    yield known
    known.close()


@pytest.fixture
def visit(edition: str, request: pytest.FixtureRequest) -> Iterator[OpenPage]:
    """Open pages, and check in the end what none of them may do."""
    known: Visitors = request.getfixturevalue("visitors" if edition == "server" else "readers")
    with ExitStack() as opened:

        def visit_page(link: str = "", /, *, ready: bool = True, new: bool = False, **options: Any) -> Explorer:
            page = known.enter({"viewport": DESKTOP, **options}, new=new)
            explorer = Explorer(page, known.url)
            opened.callback(lambda: known.leave(page, free=not explorer.altered))
            opened.callback(explorer.leave)
            opened.callback(explorer.check)
            if ready:
                explorer.open(link)
            return explorer

        yield visit_page


@pytest.fixture
def desktop(visit: OpenPage) -> Explorer:
    """The fresh board on 1280 × 720, with all that moves."""
    return visit(reduced_motion="no-preference")


@pytest.fixture
def quick(visit: OpenPage) -> Explorer:
    """The same for somebody who prefers reduced motion."""
    return visit()


@pytest.fixture
def phone(visit: OpenPage) -> Explorer:
    """The fresh board on a phone."""
    return visit(viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)
