"""The main job and a phone's page in WebKit, the engine of every browser on an iPad or iPhone."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, cast

import pytest

from tests.browser import job, webkit
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.explorer import Explorer
from tests.browser.test_phone import Phone, Teacher, answers, sees_the_truth, teacher

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page


__all__ = ["teacher"]


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
    line = "() => getComputedStyle(document.querySelector('.ix-term')).textDecorationLine"
    assert one.page.evaluate(line) == "underline"


@pytest.mark.parametrize("edition", ["files"])
def test_board_in_webkit_without_a_server(one: Explorer) -> None:
    one.open()
    one.toggle(one.order()[0])
    one.settle()
    assert one.exact()


def test_a_phone_answers_in_webkit(window: webkit.Page, teacher: Teacher) -> None:
    window.set_viewport_size(PHONE)
    phone = Phone(cast("Page", window), teacher.url)
    phone.open(f"join/{teacher.code}")
    phone.reads("You are in. Look at the wall.")
    teacher.ask()
    answers(phone, P="same", AP="down")
    teacher.do("close")
    teacher.do("reveal")
    sees_the_truth(phone)
    window.tell()
    assert phone.problems == []
