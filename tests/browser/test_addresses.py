"""What a teacher's localhost hands to phones: an address that opens there, or why there is none."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from irviz.ui import addresses
from tests import live
from tests.browser.explorer import Explorer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
networked = pytest.mark.skipif(not addresses.list_network_addresses(), reason="this machine is in no network")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[live.Server]:
    """The dashboard as it is started for a class; its page is opened as localhost."""
    port = live.free_port()
    words = [sys.executable, "-m", "irviz", "class", "--port", str(port), "--server.headless", "true"]
    server = live.launch(words, tmp_path / "log.txt", port)
    yield server
    server.stop()
    assert "Traceback" not in server.written()


@networked
def test_a_class_opens_what_the_teacher_shows(browser: Browser, server: live.Server) -> None:
    invitation = server.written()
    origins = addresses.list_network_origins(server.port)
    assert f"Phones open {origins[0]}/\n" in invitation
    assert "▄" in invitation  # the code
    assert f"Python answer on port {server.port}." in invitation

    teacher = Explorer(browser.new_page(reduced_motion="reduce"), f"http://localhost:{server.port}")
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
