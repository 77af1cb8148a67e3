"""The server dies and comes back, or the line to it is cut: what is on the page and in its address stays."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from irviz.lessons.course import Place
from tests import live
from tests.browser.explorer import Explorer
from tests.browser.learner import Learner
from tests.browser.test_results import QRELS, RUN, bring, choose_files

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, Locator, Route, WebSocketRoute

SAFE = "Your board is safe: here on the page, and in the address."


class Mortal:
    """A dashboard that can be killed, and started again where it was.

    Args:
        folder: For what it writes.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.lives = 0
        self.start()

    def start(self, port: int = 0) -> None:
        self.lives += 1
        self.server = live.start(self._folder / f"log-{self.lives}.txt", port=port)

    def kill(self) -> None:
        """As a power cut does: nobody is told."""
        self.server.process.kill()
        self.server.process.wait()

    def revive(self) -> None:
        self.start(self.server.port)


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Mortal]:
    started = Mortal(tmp_path)
    yield started
    started.server.stop()
    for log in tmp_path.glob("log-*.txt"):
        assert "Traceback" not in log.read_text(encoding="utf-8")


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    with browser.new_context(viewport={"width": 1280, "height": 720}, reduced_motion="reduce") as opened:
        yield opened


def lost(explorer: Explorer) -> Locator:
    """The line that says that the server does not answer."""
    return explorer.page.get_by_test_id("lost")


def back(explorer: Explorer) -> None:
    """Wait until the page has its server again, and says nothing of it any more."""
    expect(lost(explorer)).to_be_hidden()
    explorer.settle()
    expect(explorer.page.get_by_role("dialog")).to_have_count(0)


def test_server_that_is_killed_in_a_lesson_a_drag_and_an_upload_and_a_line_that_is_cut(
    context: BrowserContext, mortal: Mortal
) -> None:
    explorer, uploader = (Explorer(context.new_page(), mortal.server.url) for _ in range(2))
    results = uploader.page
    results.goto(f"{uploader.url}/results")
    expect(results.locator("input[type=file]")).to_have_count(4)
    bring(results, "qrels", "qrels.txt", QRELS)

    page = explorer.page
    place = Place("relevant", 4)
    learner = Learner(explorer)
    explorer.open(f"learn?{urlencode(place.link)}")
    learner.arrives(place)
    praise = learner.coach.locator(".ix-coach-praise")
    one, two, three, *rest = explorer.order()

    over = explorer.hold(one)
    over(4)

    def die(route: Route) -> None:
        mortal.kill()
        route.continue_()

    results.route("**/irviz-line/*", die)
    choose_files(results, "a", {"a.run": RUN})
    expect(lost(uploader)).to_contain_text("Files may have to be chosen again.")
    results.unroute_all()
    expect(lost(explorer)).to_contain_text(SAFE)
    # Streamlit's own dialog comes with its second look for the server; it does not cover the board.
    for _ in range(2):
        page.wait_for_event("requestfailed", lambda request: "_stcore/health" in request.url)
    expect(page.get_by_role("dialog")).to_have_count(0)
    over(8)
    page.mouse.up()
    expect(explorer.card(one)).to_have_attribute("data-rank", "8")
    explorer.still()
    explorer.drag(three, 8)
    expect(explorer.card(three)).to_have_attribute("data-rank", "8")
    expect(praise).to_be_empty()
    state, address = explorer.state(), page.url

    mortal.revive()
    back(explorer)
    # The new server has been told everything, so it sees that the step is done.
    expect(praise).to_contain_text("three hits")
    assert explorer.order() == [two, *rest, one, three]
    assert explorer.state() == state
    page.wait_for_url(f"{address}&done={place.lesson}-{place.step}")

    expect(lost(uploader)).to_have_text(
        "The server was started anew, and your files went with the old one. Choose them again."
    )
    bring(results, "qrels", "again.txt", QRELS)
    expect(lost(uploader)).to_be_hidden()
    page.close()
    results.close()
    line_that_refuses_goes_quiet_and_is_cut(context, mortal.server.url)


def line_that_refuses_goes_quiet_and_is_cut(context: BrowserContext, url: str) -> None:
    explorer = Explorer(context.new_page(), url)
    page = explorer.page
    page.clock.install()
    gate = explorer.gate()
    lines: list[WebSocketRoute] = []
    faults = [503, 0, 502]

    def note(line: WebSocketRoute) -> None:
        lines.append(line)
        gate._connect(line)

    def refuse(asked: Route) -> None:
        status = faults.pop() if faults else None
        if status is None:
            asked.fallback()
        elif status:
            asked.fulfill(status=status)
        else:
            asked.abort()

    page.route_web_socket("**/_stcore/stream", note)
    page.route("**/irviz-line/*/board", refuse)
    explorer.open("?k=3")
    explorer.toggle("two-cats")
    explorer.toggle("empty-box")
    explorer.settle()
    assert faults == [], "it is asked again"
    assert explorer.grades() == [1, 1, 1, 1, 1, 0, 1, 0]

    gate.close()
    explorer.toggle("two-cats")
    expect(lost(explorer)).to_be_empty()
    page.clock.fast_forward(2_000)
    page.clock.fast_forward(10_000)
    expect(lost(explorer)).to_contain_text(f"Go on here: it will catch up. {SAFE}")
    explorer.toggle("empty-box")
    state = explorer.state()
    gate.open()
    back(explorer)
    assert explorer.state() == state

    context.set_offline(True)
    lines[-1].close(code=1011)
    expect(lost(explorer)).to_contain_text(SAFE)
    for card in explorer.cards()[:3]:
        explorer.toggle(card.item)
    state = explorer.state()
    context.set_offline(False)
    back(explorer)
    assert explorer.state() == state
