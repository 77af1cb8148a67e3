"""Which paths there are, and what is said where there is none."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import httpx
import pytest
from starlette.applications import Starlette

from irviz import server
from irviz.pages.menu import MENU
from irviz.ui import addresses
from irviz.ui.page import METRICS, PATHS, parse_public_metrics
from tests import live
from tests.ui.test_server import Client

if TYPE_CHECKING:
    from collections.abc import Iterator


def test_every_page_of_the_navigation_is_known_and_no_other() -> None:
    paths = [one.path for group in MENU.values() for one in group]
    assert len(paths) == len({*paths}) > 10
    assert {*paths} - {"explore"} | {""} == PATHS


@pytest.mark.parametrize(("text", "opened"), [("", False), ("0", False), (" 1 ", True)])
def test_what_streamlit_counts_is_opened_by_name(monkeypatch: pytest.MonkeyPatch, text: str, opened: bool) -> None:
    monkeypatch.setenv(METRICS, text)
    assert parse_public_metrics() is opened


def test_what_is_no_answer_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(METRICS, "yes")
    with pytest.raises(ValueError, match="IRVIZ_METRICS is 'yes'; expected 1 to open"):
        server.parts()


@pytest.fixture(scope="module")
def counted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[live.Server]:
    """The dashboard by Uvicorn itself, which counts for everybody."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(METRICS, "1")
        port = live.free_port()
        command = [sys.executable, "-m", "uvicorn", "app:app", "--no-access-log"]
        log = tmp_path_factory.mktemp("counted") / "log.txt"
        running = live.launch([*command, "--port", str(port)], log, port)
    yield running
    running.stop()
    assert "irviz: open" not in running.written()  # Uvicorn says where it listens
    assert "Traceback" not in running.written()


@pytest.mark.exhaustive
def test_uvicorn_serves_the_same(counted: live.Server) -> None:
    counts = httpx.get(f"{counted.url}/_stcore/metrics")
    assert counts.status_code == 200
    assert "server" not in counts.headers
    missing = httpx.get(f"{counted.url}/learn/<b>?k=3")
    assert missing.status_code == 404
    assert "<b>" not in missing.text
    assert 'href="/"' in missing.text
    assert '<link rel="icon"' in missing.text  # or a browser would ask for one above a path
    assert httpx.get(counted.url, headers={"Origin": "http://evil.example"}).status_code == 403


@pytest.mark.exhaustive
@pytest.mark.parametrize(("proxied", "secure"), [(None, False), ("http", False), ("https", True)])
def test_cookies_go_by_https_only_where_they_came_so(counted: live.Server, proxied: str | None, secure: bool) -> None:
    headers = {"X-Forwarded-Proto": proxied} if proxied else {}
    answer = httpx.get(f"{counted.url}/_stcore/health", headers=headers)
    (cookie,) = answer.headers.get_list("set-cookie")
    assert ("secure" in cookie.lower().split("; ")) is secure


@pytest.mark.parametrize(("host", "told"), [("localhost:8501", True), ("irviz.example.edu", False), ("irviz", False)])
def test_nobody_behind_a_proxy_of_this_machine_is_told_its_addresses(
    monkeypatch: pytest.MonkeyPatch, host: str, told: bool
) -> None:
    asked: list[bool] = []

    def ways(link: str, root: str, *, here: bool) -> addresses.ShareableLinks:
        asked.append(here)
        return addresses.ShareableLinks((link,), "")

    monkeypatch.setattr(addresses, "find_shareable_links", ways)
    client = Client(Starlette(routes=server.parts()["routes"]))
    assert client.get(f"/{addresses.PATH}?link=http://x/", {"host": host}).status_code == 200
    assert asked == [told]
