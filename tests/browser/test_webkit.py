"""The main job in WebKit, the engine of every browser on an iPad or iPhone."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, cast

import pytest

from tests.browser import job, webkit
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.explorer import Explorer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webkit.Page]:
    """The system's WebKit; CI goes on without one, since its page is the same one (.ci/run says so)."""
    paths = [shutil.which(name) for name in ("WebKitWebDriver", "Xvfb")]
    if None in paths:
        pytest.skip("there is no WebKit to drive: install the packages `webkit2gtk-driver` and `xvfb`")
    with webkit.launch(str(paths[0]), tmp_path_factory.mktemp("webkit")) as opened:
        yield opened


@pytest.fixture
def edition() -> str:
    return "server"


@pytest.fixture
def one(window: webkit.Page, edition: str, request: pytest.FixtureRequest) -> Iterator[Explorer]:
    """The window, at a desktop's size, with nothing kept of the page before."""
    url = request.getfixturevalue("server").url if edition == "server" else request.getfixturevalue("site")
    explorer = Explorer(cast("Page", window), url)
    window.set_viewport_size(DESKTOP)
    yield explorer
    window.tell()
    explorer.leave()
    window.goto("about:blank")
    explorer.check()


def test_board_in_webkit(one: Explorer) -> None:
    job.plays(one)
    job.links(one, one)


def test_prediction_in_webkit(one: Explorer) -> None:
    job.predicts(one)


def test_lesson_in_webkit(one: Explorer, window: webkit.Page) -> None:
    window.set_viewport_size(PHONE)
    job.learns(one)


def test_a_word_that_can_be_looked_up_is_underlined_in_webkit(one: Explorer) -> None:
    one.open()
    assert (
        one.page.evaluate("() => getComputedStyle(document.querySelector('.ix-term')).textDecorationLine")
        == "underline"
    )


@pytest.mark.parametrize("edition", ["files"])
def test_board_in_webkit_without_a_server(one: Explorer) -> None:
    one.open()
    one.toggle(one.order()[0])
    one.settle()
    assert one.exact()
