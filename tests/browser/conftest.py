"""A live server and a real Chromium, shared by all browser tests of one worker."""

from __future__ import annotations

import os
import shutil
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import pytest
from playwright.sync_api import expect, sync_playwright

from tests import live
from tests.browser.explorer import Explorer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from playwright.sync_api import Browser, Playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")

DESKTOP = {"width": 1280, "height": 720}
PHONE = {"width": 390, "height": 844}

# A slow machine is no fault of the page; what is wrong stays wrong for as long.
expect.set_options(timeout=20_000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """In CI a browser test that fails runs once more, since its machine may be starved; the report tells."""
    if os.environ.get("CI") == "true":
        for item in items:
            if Path(__file__).parent in item.path.parents:
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
        args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
    )
    yield launched
    launched.close()


class OpenPage(Protocol):
    """Open a link in a new browser context, as another user would."""

    def __call__(self, link: str = "", /, **options: Any) -> Explorer: ...


@pytest.fixture
def visit(browser: Browser, server: live.Server) -> Iterator[OpenPage]:
    """Open pages, each in a context of its own, and check in the end what none of them may do."""
    with ExitStack() as opened:

        def visit_page(link: str = "", /, *, ready: bool = True, **options: Any) -> Explorer:
            context = browser.new_context(**{"viewport": DESKTOP, **options})
            opened.callback(context.close)
            explorer = Explorer(context.new_page(), server.url)
            opened.callback(explorer.check)
            if ready:
                explorer.open(link)
            return explorer

        yield visit_page


@pytest.fixture
def desktop(visit: OpenPage) -> Explorer:
    """The fresh board on 1280 × 720."""
    return visit()


@pytest.fixture
def quick(visit: OpenPage) -> Explorer:
    """The same for somebody who prefers reduced motion: nothing glides, so nothing is waited for."""
    return visit(reduced_motion="reduce")


@pytest.fixture
def phone(visit: OpenPage) -> Explorer:
    """The fresh board on a phone."""
    return visit(viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)
