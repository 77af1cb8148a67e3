"""What a server hands to others: to phones an address that opens there, to a course a frame, if it may."""

from __future__ import annotations

import os
import re
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, ClassVar

import pytest
from playwright.sync_api import expect

from irviz.ui import addresses
from tests import live
from tests.browser.explorer import Explorer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, BrowserContext

networked = pytest.mark.skipif(not addresses.list_network_addresses(), reason="this machine is in no network")


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


@pytest.fixture(scope="module")
def course() -> Iterator[str]:
    served = ThreadingHTTPServer(("127.0.0.1", 0), Course)
    thread = threading.Thread(target=served.serve_forever)
    thread.start()
    yield f"http://localhost:{served.server_port}"
    served.shutdown()
    thread.join()
    served.server_close()


@pytest.fixture(scope="module")
def own(course: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[live.Server]:
    """The dashboard as it is started for a class, which a course may show, too; its page is opened as localhost."""
    port = live.free_port()
    words = [sys.executable, "-m", "irviz", "class", "--port", str(port), "--server.headless", "true"]
    environment = {**os.environ, "IRVIZ_FRAME_ANCESTORS": course}
    running = live.launch(words, tmp_path_factory.mktemp("own") / "log.txt", port, environment=environment)
    yield running
    running.stop()
    assert "Traceback" not in running.written()


@pytest.fixture(scope="module")
def context(browser: Browser) -> Iterator[BrowserContext]:
    """One browser, which fetches and compiles the scripts of an address once."""
    with browser.new_context(reduced_motion="reduce") as opened:
        yield opened


@networked
def test_a_class_opens_what_the_teacher_shows(context: BrowserContext, own: live.Server) -> None:
    invitation = own.written()
    origins = addresses.list_network_origins(own.port)
    assert f"Phones open {origins[0]}/\n" in invitation
    assert "▄" in invitation  # the code
    assert f"Python answer on port {own.port}." in invitation

    teacher = Explorer(context.new_page(), f"http://localhost:{own.port}")
    teacher.open()
    teacher.toggle("two-cats")
    teacher.settle()
    teacher.page.get_by_role("button", name="Present").click()
    teacher.page.get_by_role("button", name="QR code").click()
    dialog = teacher.page.get_by_role("dialog", name="QR code of this state")
    expect(dialog).to_be_visible()
    link = dialog.locator(".ix-code-link").inner_text()
    assert link.startswith(f"{origins[0]}/?")
    assert "localhost" not in dialog.inner_text()
    expect(dialog.get_by_test_id("reach")).to_have_text(addresses.NETWORK_NOTE)
    picture = dialog.get_by_role("img")
    picture.evaluate("image => image.decode()")
    assert picture.evaluate("image => new URL(image.src).searchParams.get('link')") == link

    phone = Explorer(context.new_page(), origins[0])
    phone.page.set_viewport_size({"width": 390, "height": 844})
    phone.page.goto(link)
    phone.settle()
    assert phone.grades() == teacher.grades()
    phone.toggle(phone.order()[0])
    phone.settle()  # the server answers there, too

    for another in dialog.get_by_role("group", name="Address").get_by_role("button").all():
        another.click()
        expect(dialog.locator(".ix-code-link")).to_contain_text(another.inner_text())
    for visitor in (teacher, phone):
        visitor.check()
        visitor.page.close()


def test_frame_of_a_course_shows_the_board_if_it_may(
    context: BrowserContext, server: live.Server, own: live.Server, course: str
) -> None:
    Course.frames = [server.url]
    with context.new_page() as page:
        page.set_viewport_size({"width": 1280, "height": 2300})
        # The code that a teacher is given shows the board in a frame as high as it is.
        page.goto(f"http://localhost:{own.port}/handout")
        page.get_by_text("Show it in another page").click()
        origin = next(iter(addresses.list_network_origins(own.port)), own.url)
        code = page.get_by_label("The code for a page")
        start = f'<iframe data-irviz src="{origin}/?q=cat-in-a-box&amp;k=3&amp;embed=true"'
        expect(code).to_have_value(re.compile(f"^{re.escape(start)}"))
        Course.code = code.input_value()
        page.goto(course)
        page.wait_for_function("() => document.querySelector('[data-irviz]').style.height !== '900px'")
        handed = page.frame_locator("iframe[data-irviz]")
        expect(handed.get_by_test_id("card")).to_have_count(8)
        page.wait_for_function("() => parseFloat(document.querySelector('[data-irviz]').style.height) > 900")
        # The frame grows with the page until nothing of it is left to scroll.
        inside = handed.locator("[data-ix-main]").element_handle()
        inside.wait_for_element_state("visible")
        frame = inside.owner_frame()
        assert frame
        frame.wait_for_function("main => main.scrollHeight - main.clientHeight <= 1", arg=inside)
        picture = handed.get_by_test_id("relevance").first
        pressed = picture.get_attribute("aria-pressed")
        picture.click()
        expect(picture).to_have_attribute("aria-pressed", "false" if pressed == "true" else "true")
        expect(handed.locator("header[data-ix-head]")).to_be_hidden()
        handed.get_by_test_id("handle").first.press("Space")
        handed.get_by_test_id("handle").first.press("l")
        expect(handed.get_by_test_id("curves")).to_be_visible()
        shut = page.frame_locator("iframe >> nth=0")
        expect(shut.locator("body")).to_be_attached()
        expect(shut.locator("[data-ix-app]")).to_have_count(0)
        page.frames[2].wait_for_url("**/?q=cat-in-a-box&k=*&cat-in-a-box=*&embed=true")  # its link is its own
