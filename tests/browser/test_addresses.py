"""What a teacher's localhost hands to phones: an address that opens there, or why there is none."""

from __future__ import annotations

import os
import re
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


@networked
def test_hand_out_a_challenge_and_the_menu_give_the_same_address(browser: Browser, start: Start) -> None:
    server = start("dashboard")
    origin = addresses.list_network_origins(server.port)[0]
    page = browser.new_page(reduced_motion="reduce")
    explorer = Explorer(page, f"http://localhost:{server.port}")
    explorer.open()

    page.get_by_role("button", name="Share").click()
    page.get_by_role("dialog").get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("dialog").locator("pre, code").first).to_contain_text(f"{origin}/?q=")
    page.keyboard.press("Escape")

    visits(page, "write")
    form = page.get_by_test_id("author")
    form.get_by_label("What is asked of it").select_option(">")
    form.get_by_role("textbox", name="Value").fill("0.5")
    form.get_by_role("button", name="Check it").click()
    link = page.get_by_role("textbox", name="Link")
    expect(link).to_have_value(re.compile(f"^{re.escape(origin)}/challenges\\?"))
    expect(page.get_by_text(addresses.NETWORK_NOTE)).to_be_visible()

    visits(page, "handout")
    expect(page.locator("[data-testid=handout-link] code")).to_contain_text(f"{origin}/?q=cat-in-a-box")
    expect(page.get_by_text(addresses.NETWORK_NOTE)).to_be_visible()
    for address in page.get_by_role("group", name="Address").get_by_role("button").all():
        expect(address).to_have_text(re.compile(r".:\d+$"))
    image = page.get_by_role("img", name="QR code of the link")
    assert origin in image.evaluate("image => new URL(image.src).searchParams.get('link')")
    page.close()


def test_without_a_network_the_code_says_that_only_this_computer_opens_it(browser: Browser, start: Start) -> None:
    server = start("dashboard", "--server.address", "127.0.0.1")
    page = browser.new_page(reduced_motion="reduce")
    explorer = Explorer(page, f"http://localhost:{server.port}")
    explorer.open()
    expect(code(page).get_by_test_id("reach")).to_have_text(addresses.LOCALHOST_NOTE)
    page.close()


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
