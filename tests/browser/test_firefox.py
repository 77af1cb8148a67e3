"""The main job in Firefox: click, drag, keys, curves that follow, and a link that shows the same."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser import firefox
from tests.browser.explorer import Explorer
from tests.browser.learner import Learner
from tests.browser.test_preview import FRESH, assert_chart_shows, moved

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Playwright

    from tests import live

NAMES = ("firefox-esr", "firefox")


@pytest.fixture
def browser(playwright: Playwright, tmp_path: Path) -> Iterator[Browser]:
    """The system's Firefox; CI goes on without one, since its page is the same one (.ci/run says so)."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        pytest.skip("there is no Firefox: install the package `firefox-esr` of your system")
    launched = playwright.firefox.launch(
        channel="moz-firefox", executable_path=firefox.command(path, tmp_path)
    )
    yield launched
    launched.close()


def test_board_in_firefox(browser: Browser, server: live.Server) -> None:
    one = Explorer(browser.new_page(viewport={"width": 1280, "height": 720}), server.url)
    one.open()
    items = one.order()
    assert_chart_shows(one, FRESH)

    one.toggle(items[0])
    grades = [1, *FRESH[1:]]
    one.settle()
    assert one.grades() == grades
    assert_chart_shows(one, grades, 1e-12)

    over = one.hold(items[6])
    for to in (5, 2):
        over(to)
        one.still()
        one.shown()
        assert one.kind() == "preview"
        assert_chart_shows(one, moved(grades, 7, to))
    one.page.mouse.up()
    one.settle()
    grades = moved(grades, 7, 2)
    assert one.order() == [items[0], items[6], *items[1:6], items[7]]
    assert_chart_shows(one, grades, 1e-12)

    one.divider.focus()
    one.key("ArrowRight", "ArrowRight")
    expect(one.divider).to_have_attribute("data-k", "5")
    one.lift(items[7])
    one.key("Home", "Space")
    one.key("Control+z", "Control+Shift+z")
    one.settle()
    grades = moved(grades, 8, 1)
    assert one.grades() == grades
    assert_chart_shows(one, grades, 1e-12)
    assert one.page.evaluate("() => document.activeElement.dataset.testid") == "handle"

    state = one.state()
    one.reload()
    assert one.state() == state
    other = Explorer(browser.new_page(viewport={"width": 390, "height": 844}), server.url)
    other.open(one.page.url.removeprefix(f"{one.url}/"))
    assert other.state() == state

    learner = Learner(other)
    other.open("learn?lesson=relevant")
    expect(learner.coach.locator(".ix-coach-praise")).to_be_empty()
    for item in (items[1], items[3], items[4], items[6]):
        other.toggle(item)
    expect(learner.coach.locator(".ix-coach-praise")).to_contain_text("four are relevant")
    for explorer in (one, other):
        explorer.check()
