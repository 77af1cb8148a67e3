"""What a teacher's localhost hands to phones: an address that opens there, or why there is none."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from irviz.ui import addresses
from tests import live
from tests.browser.explorer import Explorer, visits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Locator, Page

    Start = Callable[..., live.Server]

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
networked = pytest.mark.skipif(not addresses.list_network_addresses(), reason="this machine is in no network")


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start the dashboard by a command of `irviz`; its page is opened as localhost."""
    running: list[live.Server] = []

    def begin(command: str, *options: str, environment: dict[str, str] | None = None) -> live.Server:
        log, port = tmp_path / "log.txt", live.free_port()
        words = [sys.executable, "-m", "irviz", command, "--port", str(port), *options]
        words += ["--server.headless", "true"]
        server = live.launch(words, log, port, environment={**os.environ, **(environment or {})})
        running.append(server)
        return server

    yield begin
    for server in running:
        server.stop()
        assert "Traceback" not in server.written()


def code(page: Page) -> Locator:
    """The QR code in a presentation, reached by hand."""
    page.get_by_role("button", name="Present").click()
    page.get_by_role("button", name="QR code").click()
    dialog = page.get_by_role("dialog", name="QR code of this state")
    expect(dialog).to_be_visible()
    return dialog


@networked
def test_a_class_opens_what_the_teacher_shows(browser: Browser, start: Start) -> None:
    server = start("class")
    invitation = server.written()
    origins = addresses.list_network_origins(server.port)
    assert f"Phones open {origins[0]}/\n" in invitation
    assert "▄" in invitation  # the code
    assert f"Python answer on port {server.port}." in invitation

    teacher = Explorer(browser.new_page(reduced_motion="reduce"), f"http://localhost:{server.port}")
    teacher.open()
    teacher.toggle("two-cats")
    teacher.settle()
    dialog = code(teacher.page)
    link = dialog.locator(".ix-code-link").inner_text()
    assert link.startswith(f"{origins[0]}/?")
    assert "localhost" not in dialog.inner_text()
    expect(dialog.get_by_test_id("reach")).to_have_text(addresses.NETWORK_NOTE)
    picture = dialog.get_by_role("img")
    picture.evaluate("image => image.decode()")
    assert picture.evaluate("image => new URL(image.src).searchParams.get('link')") == link

    phone = Explorer(browser.new_page(**PHONE), origins[0])
    phone.page.goto(link)
    phone.settle()
    assert phone.grades() == teacher.grades()
    first = phone.order()[0]
    phone.page.locator(f"[data-item='{first}'] [data-testid=relevance]").tap()
    phone.settle()  # the server answers there, too

    for another in dialog.get_by_role("group", name="Address").get_by_role("button").all():
        another.click()
        expect(dialog.locator(".ix-code-link")).to_contain_text(another.inner_text())
    for visitor in (teacher, phone):
        visitor.check()
        visitor.page.close()


def test_a_public_address_is_in_every_link(browser: Browser, start: Start) -> None:
    server = start("dashboard", "--public-url", "https://irviz.example.edu/course")
    page = browser.new_page(reduced_motion="reduce")
    explorer = Explorer(page, f"http://localhost:{server.port}")
    explorer.open()
    dialog = code(page)
    expect(dialog.locator(".ix-code-link")).to_contain_text("https://irviz.example.edu/course/?q=")
    expect(dialog.get_by_test_id("reach")).to_have_count(0)
    dialog.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Leave").click()
    visits(page, "handout")
    code_of = page.locator("[data-testid=handout-link] code")
    expect(code_of).to_contain_text("https://irviz.example.edu/course/?q=cat-in-a-box")
    page.close()
