"""A whole visit asks nobody else, markup stays text wherever it comes from, and frames need leave."""

from __future__ import annotations

import os
import re
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, ClassVar
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from tests import live
from tests.browser.explorer import visits
from tests.browser.test_access import PAGES
from tests.browser.test_results import choose

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page, Response

    from tests.browser.conftest import OpenPage


def test_whole_visit_asks_only_its_own_server_and_misses_nothing(visit: OpenPage) -> None:
    explorer = visit(ready=False, new=True, reduced_motion="reduce")
    page = explorer.page
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108 - takes Python's own only
    explorer.open()
    for path in ("challenges", "compare", "disagree", "handout"):
        visits(page, path)
        expect(page.locator(PAGES[path]).first).to_be_visible()
    visits(page, "results")
    page.get_by_role("button", name="Try it with a sample").click()
    choose(page, "dark cat")
    expect(page.get_by_test_id("card").first).to_be_visible()
    visits(page, "learn")
    page.get_by_test_id("coach").get_by_text("Relevant and retrieved").click()
    page.wait_for_function("() => 'irviz-learners' in localStorage")
    visits(page, "explore")
    page.get_by_role("button", name="Present").click()
    page.get_by_role("button", name="QR code").click()
    code = page.get_by_role("dialog").locator("img")
    page.wait_for_function("image => image.naturalWidth > 0", arg=code.element_handle())
    # Who presents is offered no first minute again, as soon as the server has heard of it.
    page.wait_for_function("() => 'irviz-first' in localStorage")

    kept: list[str] = page.evaluate("() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]")
    ours = {name for name in kept if not name.startswith("stActiveTheme-")}
    assert ours == {"irviz-first", "irviz-learners", "irviz-trail", "irviz-wall"}  # as .github/SECURITY.md says
    assert {one["name"] for one in page.context.cookies()} == {"_streamlit_xsrf"}

    # The explorer checks the origins of all requests and sockets when the visit ends.
    assert len(answers) > 50
    assert [f"{one.status} {one.url}" for one in answers if one.status >= 400] == []
    own = [one for one in answers if one.url.startswith(explorer.url)]
    assert [one.url for one in own if "content-security-policy" not in one.headers] == []


MARKUP = "<img/data-planted/src/onerror=document.title=1>[l](//planted.example)"

# What markup would have become, in the page and in the components' own roots.
PLANTED = """() => {
  const bad = "[data-planted], a[href*='planted.example'], img[src*='planted.example']";
  const found = (root) => [...root.querySelectorAll("*")].flatMap((one) => [
    ...(one.matches(bad) ? [one.outerHTML] : []),
    ...(one.shadowRoot ? found(one.shadowRoot) : [])]);
  return found(document);
}"""

NAMES = (
    "q k set hide top rel m see by off predict present cat-in-a-box mean lesson step done challenge "
    "solved goal allow most fewest start write a b of level pair show source"
)


def is_text(page: Page) -> None:
    """Wait until the page has come, and look for what must not be in it."""
    page.wait_for_function("() => document.querySelector('[data-ix-app]')?.dataset.testScriptState === 'notRunning'")
    assert page.evaluate(PLANTED) == []
    assert page.title() != "1"


def test_markup_in_links_is_text(visit: OpenPage) -> None:
    explorer = visit(ready=False, reduced_motion="reduce")
    page = explorer.page
    every = urlencode(dict.fromkeys(NAMES.split(), MARKUP))
    for path in ("", "disagree"):
        page.goto(f"{explorer.url}/{path}?{every}#{MARKUP}")
        expect(page.locator("[data-ix-main]")).to_contain_text(re.compile(r"\w"))
        is_text(page)
    own = {"goal": "AP = 1", "title": MARKUP, "task": f"{MARKUP} **{MARKUP}**"}
    page.goto(f"{explorer.url}/challenges?{urlencode(own)}")
    coach = page.get_by_test_id("coach")
    expect(coach.get_by_role("heading", level=2)).to_have_text(MARKUP)
    expect(coach).to_contain_text(f"{MARKUP} {MARKUP}")
    explorer.settle()
    is_text(page)


class Course(BaseHTTPRequestHandler):
    """A page of a course on another origin, with frames."""

    frames: ClassVar[list[str]] = []
    code: ClassVar[str] = ""

    def do_GET(self) -> None:
        frames = "".join(
            f'<iframe width="900" height="700" allow="clipboard-write" src="{one}"></iframe>' for one in self.frames
        )
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write(f"<!doctype html><title>Course</title>{frames}{self.code}".encode())

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def course() -> Iterator[str]:
    served = ThreadingHTTPServer(("127.0.0.1", 0), Course)
    thread = threading.Thread(target=served.serve_forever)
    thread.start()
    yield f"http://localhost:{served.server_port}"
    served.shutdown()
    thread.join()
    served.server_close()


def test_frame_of_a_course_shows_the_board_if_it_may(
    browser: Browser, server: live.Server, course: str, tmp_path: Path
) -> None:
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.headless", "true"]
    environment = {**os.environ, "IRVIZ_FRAME_ANCESTORS": course}
    open_one = live.serve(command, tmp_path / "log.txt", environment=environment)
    Course.frames = [f"{open_one.url}/?q=dark-cat&embed=true", server.url]
    try:
        with browser.new_context(viewport={"width": 1280, "height": 2300}) as context:
            page = context.new_page()
            # The code that a teacher is given shows the board in a frame as high as it is.
            page.goto(f"{open_one.url}/handout")
            page.get_by_text("Show it in another page").click()
            Course.code = page.get_by_label("The code for a page").input_value()
            assert f'src="{open_one.url}/?q=cat-in-a-box&amp;k=3&amp;embed=true"' in Course.code
            page.goto(course)
            page.wait_for_function("() => document.querySelector('[data-irviz]').style.height !== '900px'")
            handed = page.frame_locator("iframe[data-irviz]")
            expect(handed.get_by_test_id("card")).to_have_count(8)
            page.wait_for_function("() => parseFloat(document.querySelector('[data-irviz]').style.height) > 900")
            room = "main => main.scrollHeight - main.clientHeight"
            assert handed.locator("[data-ix-main]").evaluate(room) <= 1
            board, shut = (page.frame_locator(f"iframe >> nth={n}") for n in range(2))
            picture = board.get_by_test_id("relevance").first
            pressed = picture.get_attribute("aria-pressed")
            picture.click()
            expect(picture).to_have_attribute("aria-pressed", "false" if pressed == "true" else "true")
            expect(board.locator("header[data-ix-head]")).to_be_hidden()
            board.get_by_test_id("handle").first.press("Space")
            board.get_by_test_id("handle").first.press("l")
            expect(board.get_by_test_id("curves")).to_be_visible()
            expect(shut.locator("body")).to_be_attached()
            expect(shut.locator("[data-ix-app]")).to_have_count(0)
            page.frames[1].wait_for_url("**/?q=dark-cat&k=*&dark-cat=*&embed=true")  # its link is the board's own
    finally:
        open_one.stop()
