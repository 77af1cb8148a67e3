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
    from pathlib import Path

    from playwright.sync_api import Page


__all__ = ["teacher"]


@pytest.fixture
def window(tmp_path: Path) -> Iterator[webkit.Page]:
    """The system's WebKit; CI goes on without one, since its page is the same one (.ci/run says so)."""
    paths = [shutil.which(name) for name in ("WebKitWebDriver", "Xvfb")]
    if None in paths:
        pytest.skip("there is no WebKit to drive: install the packages `webkit2gtk-driver` and `xvfb`")
    with webkit.launch(str(paths[0]), tmp_path) as opened:
        yield opened


def leaves(one: Explorer) -> None:
    """Let the window hear no more of a page, and look at what went wrong in it."""
    one.page.goto("about:blank")
    one.leave()
    one.check()


def test_board_with_a_server_and_without_one_and_a_phone_in_webkit(
    window: webkit.Page, teacher: Teacher, site: str
) -> None:
    window.set_viewport_size(DESKTOP)
    one = Explorer(cast("Page", window), teacher.url)
    job.plays(one)
    line = "() => getComputedStyle(document.querySelector('.ix-term')).textDecorationLine"
    assert window.evaluate(line) == "underline"
    leaves(one)

    one = Explorer(cast("Page", window), site)
    one.open()
    one.toggle(one.order()[0])
    one.settle()
    assert one.exact()
    leaves(one)

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
