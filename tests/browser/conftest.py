"""A live server and a real Chromium, shared by all browser tests of one worker."""

from __future__ import annotations

import json
import os
import shutil
from base64 import b64decode
from contextlib import ExitStack, suppress
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import pytest
from playwright.sync_api import Error, expect, sync_playwright

from irviz.pages.host import Host
from irviz.pages.results import UserFile
from irviz.static.worker import KEEPS, frame_to_json
from irviz.ui.limits import PEOPLE
from irviz.views.qr import qr_svg
from tests import live
from tests.browser.explorer import Explorer
from tests.edition import plain, shown, written

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from playwright.sync_api import Browser, BrowserContext, Page, Playwright

SHELL = "chromium-headless-shell"
"""Chromium without windows, and without what a window asks for, such as a page's icon."""

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", SHELL)
"""What plays the scenes, the first that is there: the browser that people have comes before the shell."""

WITHOUT = (
    # Each window would begin with two hidden pages for the suggestions below its address bar, at half a second each.
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup"),
    # What Playwright turns off, which our list replaces.
    *("AimEnabled", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync"),
    *("DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades", "LensOverlay"),
    *("MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding", "PreconnectToSearch"),
    *("TcpPortRandomizationWin", "ThirdPartyStoragePartitioning"),
)
"""Features of the browser that no scene is about."""

DESKTOP = {"width": 1280, "height": 720}
PHONE = {"width": 390, "height": 844}

# A slow machine is no fault of the page; what is wrong stays wrong for as long.
expect.set_options(timeout=20_000)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[live.Server]:
    """The dashboard, started once; its log must hold no traceback in the end."""
    # All that is tested here comes from one address, as from a very large school.
    environment = {**os.environ, PEOPLE: "5000"}
    running = live.start(tmp_path_factory.mktemp("server") / "log.txt", environment=environment)
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
            f"--disable-features={','.join(WITHOUT)}",
            # What is optimised pays off after minutes; a scene has seconds.
            "--js-flags=--no-opt --no-maglev",
        ],
    )
    yield launched
    launched.close()


SERVED = {
    *("addresses", "ahead", "caddy", "class", "faults", "firefox", "layout", "nginx", "offline", "parts"),
    *("phone", "room", "safety", "said", "webkit"),
}
"""The files whose scenes are about a server, or its line: they are played on one; the others need a `Host` alone."""


@pytest.fixture
def edition(request: pytest.FixtureRequest) -> str:
    """Where the pages come from: a ``server``, or a ``host`` in the test itself, which is quicker."""
    name = request.module.__name__.rpartition("test_")[2]
    return "server" if name in SERVED else "host"


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


WITHOUT_A_WORKER = """
globalThis.Worker = class {
  constructor() {
    this.name = Math.random().toString(36);
    queueMicrotask(() => this.onmessage({ data: { ready: 0 } }));
  }
  async postMessage({ id, call, args }) {
    const text = (one) => new Uint8Array(one).reduce((all, byte) => all + String.fromCharCode(byte), "");
    const bytes = (one) => (one instanceof ArrayBuffer ? { bytes: btoa(text(one)) } : one);
    const answer = await hostOfTheTest(this.name, call, args.map(bytes));
    this.onmessage({ data: { id, ...answer } });
  }
};
"""
"""Python stands beside the browser, and not in a worker of it (irviz/static/worker.py)."""


class Hosts:
    """The `Host` of each page that has none of a server's, by the name of its worker."""

    def __init__(self) -> None:
        self._hosts: dict[str, Host] = {}

    def hear(self, _source: object, name: str, call: str, args: list[Any]) -> dict[str, str]:
        """Answer what a page asks of its worker."""
        worker = self._hosts.setdefault(name, Host(keeps=KEEPS))
        if call == "code":
            return {"text": json.dumps(qr_svg(args[0]).decode())}
        if call == "open_page":
            frame = worker.open_page(args[0], json.loads(args[1]))
        elif call == "hear":
            frame = worker.handle_message(args[0], args[1], json.loads(args[2]))
        else:
            files = zip(json.loads(args[1]), args[2:], strict=True)
            given = [(one["name"], one["size"], UserFile(b64decode(data["bytes"]))) for one, data in files]
            frame = worker.add_files(args[0], given)
        return {"text": frame_to_json(frame)}


# Who has been here before is not offered the first minute again (irviz/ui/board/first_minute.js).
BEEN_HERE = "try { localStorage.setItem('irviz-first', 'seen') } catch {}"


def furnish(context: BrowserContext, url: str, hosts: Hosts | None = None) -> BrowserContext:
    """Open a page that stays, so that the process of the others does, with all that it has compiled.

    It stays as an empty one: whenever a page is loaded, its browser styles and draws all that are open anew.
    """
    context.add_init_script(BEEN_HERE)
    page = attach(context, hosts).new_page()
    Explorer(page, url).open()
    page.route("**/empty", lambda route: route.fulfill(body=""))
    page.goto(f"{url}/empty")
    return context


def attach(context: BrowserContext, hosts: Hosts | None) -> BrowserContext:
    """Let the pages of a browser ask the hosts of the test, if they are to."""
    if hosts:
        context.add_init_script(WITHOUT_A_WORKER)
        context.expose_binding("hostOfTheTest", hosts.hear)
    return context


class Visitors:
    """Visitors of each kind who have been here before: their browser has the page's files, and nothing else.

    Fetching and compiling all scripts anew for each test would take most of the tests' time. So a page that
    a test has used in no unusual way goes on to the next one.
    """

    def __init__(self, browser: Browser, url: str, hosts: Hosts | None = None) -> None:
        self._browser = browser
        self._hosts = hosts
        self._usual = {"service_workers": "block"} if hosts else {}
        self.url = url
        self._contexts: dict[str, BrowserContext] = {}
        self._free: dict[str, Page] = {}
        self._here: dict[Page, str] = {}

    def enter(self, options: dict[str, Any], *, new: bool) -> Page:
        """A page of somebody with these options, at another place than the last one; with `new`, of
        somebody who has never been here.
        """
        if new:
            return attach(self._browser.new_context(**{**self._usual, **MEDIA, **options}), self._hosts).new_page()
        kind = sorted((name, one) for name, one in options.items() if name not in CHANGEABLE)
        # Who is still here is somebody else.
        keys = (f"{kind} {number}" for number in count())
        key = next(key for key in keys if key not in self._here.values())
        if key not in self._contexts:
            self._contexts[key] = furnish(
                self._browser.new_context(**{**self._usual, **options}), self.url, self._hosts
            )
        page = self._free.pop(key, None) or self._contexts[key].new_page()
        page.set_viewport_size(options["viewport"])
        page.emulate_media(media="screen", **{name: options.get(name, usual) for name, usual in MEDIA.items()})
        page.context.grant_permissions(options.get("permissions", []))
        self._here[page] = key
        return page

    def leave(self, page: Page, *, free: bool) -> None:
        """Forget what a page has kept; it is free again, or closed."""
        if not page.is_closed():  # an answer that is on its way concerns nobody any more
            page.unroute_all(behavior="ignoreErrors")
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
def hosted(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitors]:
    """The same with the `Host` in this process: what a page shows, without what carries it."""
    with shown(written(tmp_path_factory), "/") as url:
        known = Visitors(browser, url.rstrip("/"), Hosts())
        yield known
        known.close()


@pytest.fixture
def visit(edition: str, request: pytest.FixtureRequest) -> Iterator[OpenPage]:
    """Open pages, and check in the end what none of them may do."""
    known: Visitors = request.getfixturevalue({"server": "visitors", "host": "hosted"}[edition])
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
    return visit(viewport=PHONE, has_touch=True, is_mobile=True)
