"""Who may ask the dashboard: names and origins, settled at once and without asking anybody."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from copy import deepcopy
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from streamlit import config
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from irviz import server
from irviz.cli import main
from irviz.ui import addresses
from irviz.ui.guard import HOSTS, GuardMiddleware, parse_hosts
from tests import live

if TYPE_CHECKING:
    from collections.abc import Iterator

    from starlette.types import Message, Receive, Scope, Send

NETWORK = next(iter(addresses.list_network_addresses()), "127.0.0.1")


class House:
    """What is behind the guard: it notes who came in, and with which origin."""

    def __init__(self) -> None:
        self.origins: list[str] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.origins.append(dict(scope["headers"]).get(b"origin", b"").decode())
        await send({"type": "websocket.accept"})

    def asked(self, host: str | None, *origins: str, names: str = "", kind: str = "websocket") -> bool:
        """Whether somebody is let in."""
        headers = [(b"host", host.encode())] if host is not None else []
        headers += [(b"origin", origin.encode()) for origin in origins]
        scope = {"type": kind, "path": "/_stcore/stream", "headers": headers, "method": "GET"}
        said: list[Message] = []

        async def receive() -> Message:
            return {"type": "websocket.connect"}

        async def send(message: Message) -> None:
            said.append(message)

        before = len(self.origins)
        guarded = GuardMiddleware(self, parse_hosts(names))
        # In a thread of its own: this one may hold the loop that drives a browser.
        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, guarded(scope, receive, send)).result()
        inside = len(self.origins) > before
        if not inside:
            assert said[0].get("status") == 403 or said == [{"type": "websocket.close", "code": 1008}]
        return inside


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> House:
    monkeypatch.delenv(addresses.PUBLIC, raising=False)
    monkeypatch.delenv(HOSTS, raising=False)
    monkeypatch.setattr(config, "_config_options", deepcopy(config.get_config_options()))
    config.set_option("server.headless", True)
    return House()


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("localhost:8501", "http://localhost:8501"),
        ("LOCALHOST:8501", "http://localhost:8501"),
        ("irviz.example.edu", "https://irviz.example.edu"),
        ("irviz.example.edu:443", "https://irviz.example.edu"),
        ("[2001:db8::1]:8501", "http://[2001:db8::1]:8501"),
    ],
)
def test_the_same_place_is_let_in_and_streamlit_has_nothing_to_ask(house: House, host: str, origin: str) -> None:
    assert house.asked(host, origin)
    scheme = origin.partition("://")[0]
    assert house.origins == [f"{scheme}://{host}"]


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("localhost:8501", "http://evil.example"),
        ("localhost:8501", "http://localhost:9000"),
        ("localhost:8501", "http://localhost"),
        ("localhost:8501", "https://[::1]:8443"),
        ("127.0.0.1:8501", "http://localhost:8501"),
        (f"{NETWORK}:8501", f"http://{NETWORK}:9000"),
        ("127.0.0.1:8501", f"http://{NETWORK}:8501"),
        ("localhost:8501", "http://localhost.evil.example:8501"),
        ("localhost:8501", "http://198.51.100.7:8501"),
        ("localhost:8501", "null"),
        ("localhost:8501", "file://"),
        ("localhost:8501", "chrome-extension://localhost:8501"),
        ("localhost:8501", "http://localhost:8501@evil.example"),
        ("localhost:8501", ""),
        ("192.0.2.44:8501", "http://localhost:8501"),
        ("irviz.example.edu", "https://irviz.example.edu:8443"),
        ("irviz.example.edu", "https://other.example.edu"),
        ("irviz.example.edu", "http://irviz.example.edu:x"),
    ],
)
@pytest.mark.parametrize("kind", ["websocket", "http"])
def test_another_site_is_refused(house: House, host: str, origin: str, kind: str) -> None:
    assert not house.asked(host, origin, kind=kind)


def test_two_origins_or_an_origin_without_a_host_are_refused(house: House) -> None:
    assert not house.asked("localhost", "http://localhost", "http://evil.example")
    assert not house.asked(None, "http://localhost")


def test_who_is_no_browser_has_no_origin(house: House) -> None:
    assert house.asked("localhost:8501")
    assert house.asked(None)


def test_sites_are_let_in_by_name(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(addresses.PUBLIC, "https://irviz.example.edu/course")
    config.set_option("server.corsAllowedOrigins", ["https://moodle.example.edu"])
    config.set_option("browser.serverAddress", "board.example.edu")

    for name in ("irviz", "moodle", "board"):
        assert house.asked("127.0.0.1:8501", f"https://{name}.example.edu")
        assert house.origins.pop() == "https://127.0.0.1:8501"
    assert not house.asked("127.0.0.1:8501", "https://other.example.edu")
    for name in ("irviz", "moodle"):
        assert not house.asked("127.0.0.1:8501", f"https://{name}.example.edu:8443")
        assert not house.asked("127.0.0.1:8501", f"http://{name}.example.edu")


def test_with_streamlits_own_switch_every_site_is_let_in(house: House) -> None:
    config.set_option("server.enableCORS", False)
    assert house.asked("localhost:8501", "http://evil.example")


KNOWN = ["localhost:1", "a.localhost", "127.0.0.1:8501", "192.168.1.20:8501", "[::1]:1", "irviz:8501"]


def test_a_server_that_was_told_nothing_takes_every_name(house: House) -> None:
    for host in [*KNOWN, "irviz.example.edu", "foo.streamlit.app"]:
        assert house.asked(host, kind="http")
    for host in ("", "a b", "user@localhost", "localhost:port", "localhost/x"):
        assert not house.asked(host, kind="http")


@pytest.mark.parametrize("by", ["desk", "names", "public", "streamlit"])
def test_names_that_are_not_known_are_refused(house: House, monkeypatch: pytest.MonkeyPatch, by: str) -> None:
    names = "irviz.example.edu *.example.net" if by == "names" else ""
    if by == "desk":
        config.set_option("server.headless", False)
    elif by == "public":
        monkeypatch.setenv(addresses.PUBLIC, "https://irviz.example.edu/course")
    elif by == "streamlit":
        config.set_option("server.allowedHosts", ["irviz.example.edu", "*.example.net"])

    own = f"{socket.gethostname().partition('.')[0]}.local"
    for host in [*KNOWN, own, f"{socket.gethostname()}:8501"]:
        assert house.asked(host, kind="http", names=names)
    # What a page gets that has made its own name lead here: its origin is the same as the host.
    assert not house.asked("evil.example:8501", "http://evil.example:8501", names=names)
    assert not house.asked("example.net", kind="http", names=names)
    assert house.asked("irviz.example.edu", kind="http", names=names) is (by != "desk")
    assert house.asked("a.example.net", kind="http", names=names) is (by in {"names", "streamlit"})


def test_refusals_do_not_fill_the_log(house: House) -> None:
    guarded = GuardMiddleware(house, ())
    said: list[str] = []
    guarded_log: Any = type("Log", (), {"warning": lambda _, text, line: said.append(text % line)})()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("irviz.ui.guard._LOG", guarded_log)

        async def all_at_once() -> None:
            for number in range(500):
                origin = f"http://evil{number}.example\n2026 all is well".encode("latin-1")
                scope = {"type": "websocket", "headers": [(b"host", b"x"), (b"origin", origin)]}
                await guarded(scope, _nothing, _nowhere)

        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, all_at_once()).result()
    assert len(said) == 40
    assert all("\n" not in line for line in said)


async def _nothing() -> Message:
    return {"type": "websocket.connect"}


async def _nowhere(message: Message) -> None: ...


@pytest.mark.parametrize("text", ["https://irviz.example.edu", "a/b", "a:80", "..", "ä.example"])
def test_what_is_no_name_is_refused_by_name(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ValueError, match="is no host name; expected such as irviz"):
        server.parts(hosts=text)
    assert main(["dashboard", "--hosts", text]) == 2
    assert capsys.readouterr().err.count("\n") == 1


class SilentProxy:
    """A proxy that takes every connection and never answers, as a firewall that drops packets."""

    def __init__(self) -> None:
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.socket.getsockname()[1]}"
        self.calls = 0
        self._kept: list[socket.socket] = []
        threading.Thread(target=self._take, daemon=True).start()

    def _take(self) -> None:
        while True:
            try:
                self._kept.append(self.socket.accept()[0])
            except OSError:
                return
            self.calls += 1


@pytest.fixture(scope="module", params=["irviz", "streamlit"])
def cut_off(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[live.Server, SilentProxy]]:
    """A server on all addresses, by either command, behind a proxy that never answers."""
    proxy = SilentProxy()
    names = ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "all_proxy", "ALL_PROXY")
    # Not for the addresses of the tests' own: urllib in them has its own environment.
    environment = {**os.environ, **dict.fromkeys(names, proxy.url)}
    environment.pop("no_proxy", None)
    environment.pop("NO_PROXY", None)
    port = live.free_port()
    words = {
        "irviz": ["irviz", "dashboard", "--port", str(port)],
        "streamlit": ["streamlit", "run", "app.py", "--server.port", str(port)],
    }[request.param]
    command = [sys.executable, "-m", *words, "--server.headless", "true"]
    log = tmp_path_factory.mktemp(request.param) / "log.txt"
    with closing(proxy.socket):
        running = live.launch(command, log, port, environment=environment)
        yield running, proxy
        running.stop()
    assert "Traceback" not in running.written()


@pytest.mark.exhaustive
def test_a_foreign_page_is_answered_at_once_and_nobody_is_asked(cut_off: tuple[live.Server, SilentProxy]) -> None:
    running, proxy = cut_off
    address = f"ws://127.0.0.1:{running.port}/_stcore/stream"
    start = time.monotonic()
    for number in range(10):
        with pytest.raises(InvalidStatus) as refused:
            connect(address, origin=Origin(f"http://evil{number}.example"), proxy=None)
        assert refused.value.response.status_code == 403
    # Each took a second, or more, where the third party was asked.
    assert time.monotonic() - start < 5
    with httpx.Client(trust_env=False) as client:
        page = client.get(f"{running.url}/", headers={"Origin": "http://evil.example"})
    assert page.status_code == 403
    assert "http://evil.example" in page.text
    assert proxy.calls == 0
    with connect(address, origin=Origin(running.url), proxy=None) as line:
        assert line.ping().wait(30)
    assert proxy.calls == 0


@pytest.mark.exhaustive
def test_the_address_is_said_at_the_start_and_nothing_else(cut_off: tuple[live.Server, SilentProxy]) -> None:
    running, _ = cut_off
    lines = [line for line in running.written().splitlines() if "Refused" not in line]
    assert lines == [f"irviz: open http://localhost:{running.port}/"]
