"""What the server adds to Streamlit: the page's files, and the head of the page."""

from __future__ import annotations

import asyncio
import re
import sys
from base64 import b64encode
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from hashlib import sha256
from typing import TYPE_CHECKING

import httpx
import pytest
from starlette.applications import Starlette
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from irviz import server
from irviz.ui import files
from irviz.ui.policy import file_policy, page_policy
from tests import live
from tests.each import each

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from starlette.requests import Request

PAGE = "<html><head><title>Streamlit</title></head><body>ä</body></html>"


async def words(request: Request) -> Response:
    return PlainTextResponse(f"a text about </head> {request.url.path}")


async def missing(request: Request) -> Response:
    return HTMLResponse(PAGE, status_code=404)


class Client:
    """Asks an application without a network between."""

    def __init__(self, app: Starlette) -> None:
        self._transport = httpx.ASGITransport(app)

    def get(self, path: str, headers: dict[str, str] | None = None) -> httpx.Response:
        async def ask() -> httpx.Response:
            async with httpx.AsyncClient(transport=self._transport, base_url="http://irviz") as client:
                return await client.get(path, headers=headers)

        # In a thread of its own: this one may hold the loop that drives a browser.
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(asyncio.run, ask()).result()


@pytest.fixture
def client() -> Client:
    """The dashboard's own routes and middleware around a few pages in the place of Streamlit's."""
    own = server.parts()
    places = {"/words": words, "/missing": missing}
    routes = [*own["routes"], *(Route(path, endpoint) for path, endpoint in places.items())]
    return Client(Starlette(routes=routes, middleware=own["middleware"]))


@each("name", sorted(files.list_served_files()))
def test_file_is_served_as_what_it_is_and_kept_for_ever(client: Client, name: str) -> None:
    answer = client.get(f"/{files.url(name)}", headers={"accept-encoding": "identity"})

    assert answer.status_code == 200
    assert answer.content == files.read_content(name)
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    kind = answer.headers["content-type"].split(";")[0]
    assert kind == files.TYPES[f".{name.rsplit('.', 1)[1]}"]
    assert "content-encoding" not in answer.headers


def test_file_is_compressed_where_the_browser_can_read_that(client: Client) -> None:
    address = f"/{files.url('plotly/plotly.min.js')}"

    answer = client.get(address, headers={"accept-encoding": "br, gzip"})

    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["vary"] == "Accept-Encoding"
    assert int(answer.headers["content-length"]) < len(answer.content) / 2
    assert answer.content == files.read_content("plotly/plotly.min.js")


@pytest.mark.parametrize(
    ("accepted", "packed"),
    [
        ("gzip", True),
        ("GZIP;q=0.5, identity", True),
        ("*", True),
        ("br, *;q=0.1", True),
        ("", False),
        ("identity", False),
        ("br", False),
        ("gzip;q=0", False),
        ("gzip; q=0.000, *", False),
        ("xgzip", False),
    ],
)
def test_file_is_compressed_only_for_who_takes_it(client: Client, accepted: str, packed: bool) -> None:
    answer = client.get(f"/{files.url(files.STYLES)}", headers={"accept-encoding": accepted})

    assert ("content-encoding" in answer.headers) is packed
    assert answer.content == files.read_content(files.STYLES)


def test_old_address_gives_todays_file_and_is_not_kept(client: Client) -> None:
    answer = client.get(f"/{files.PREFIX}/0123456789ab/{files.STYLES}")

    assert answer.status_code == 200
    assert answer.content == files.read_content(files.STYLES)
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    "name",
    [
        "nothing.js",
        "server.py",
        "style/tokens.css",
        "%2e%2e/%2e%2e/server.py",
        "..%2f..%2fpyproject.toml",
        "/etc/passwd",
        "pictures/",
        "pictures/%2e%2e/style/tokens.css",
        "",
    ],
)
def test_nothing_else_is_served(client: Client, name: str) -> None:
    assert client.get(f"/{files.base()}{name}").status_code == 404


def test_address_changes_with_the_contents() -> None:
    assert re.fullmatch(r"[0-9a-f]{12}", files.digest())
    assert files.url(files.STYLES) == f"{files.PREFIX}/{files.digest()}/styles.css"
    with pytest.raises(KeyError):
        files.url("nothing.js")


def test_head_of_the_page_starts_styles_modules_and_plotly_early(client: Client) -> None:
    answer = client.get("/")

    head, _, body = answer.text.partition("</head>")
    assert '<div id="root">' in body
    assert "<title>irviz</title>" in head
    assert 'as="font"' not in head, "nobody reads Streamlit's font"
    asked = re.findall(r'(?:href|src)="\./([^"]+)"', head)
    ours = [one.removeprefix(files.base()) for one in asked if one.startswith(files.base())]
    assert {files.PLOTLY, files.STYLES, files.PAGE} == {*ours} - {"brand/mark.svg"}
    # What is a phone's or the second window's alone is none of it.
    brought = set(re.findall(r'^"([\w/]+\.js)"\(\) {$', files.read_content(files.PAGE).decode(), re.MULTILINE))
    assert "phone/line.js" in brought
    assert not brought & {"phone/phone.js", "present/notes_window.js"}
    assert len(asked) == len(set(asked))
    for address in asked:
        # Streamlit tells programs where its interface for them is described; no browser asks for that.
        if not address.startswith("_stcore/"):
            assert client.get(f"/{address}").status_code == 200
    assert 'name="description"' in head


@pytest.mark.parametrize("path", ["/textbook", "/reference"])
def test_page_without_a_chart_does_not_fetch_plotly(client: Client, path: str) -> None:
    assert "plotly.min.js" in client.get("/").text
    assert client.get(path).status_code == 200
    assert "plotly.min.js" not in client.get(path).text


@pytest.mark.parametrize(
    ("query", "embedded"), [("", False), ("?embed=true", True), ("?k=3&embed=true", True), ("?embed=false", False)]
)
def test_page_in_a_frame_is_marked_before_it_is_shown(client: Client, query: str, embedded: bool) -> None:
    assert ("<html data-ix-embed" in client.get(f"/{query}").text) is embedded


@pytest.mark.parametrize("accepted", ["gzip, br", "identity"])
def test_page_is_packed_for_who_takes_that_and_asked_for_anew_each_time(client: Client, accepted: str) -> None:
    answer = client.get("/learn", headers={"accept-encoding": accepted})

    packed = "gzip" in accepted
    assert ("content-encoding" in answer.headers) is packed
    assert (int(answer.headers["content-length"]) < len(answer.content)) is packed
    assert answer.headers["vary"] == "Accept-Encoding"
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.text == client.get("/learn").text


@pytest.mark.parametrize("path", ["/words", "/missing"])
def test_what_is_no_page_is_left_as_it_is(client: Client, path: str) -> None:
    answer = client.get(path)

    assert answer.text == (PAGE if path == "/missing" else "a text about </head> /words")


def test_settings_are_those_of_the_file_that_streamlit_reads() -> None:
    settings = server.read_settings()

    assert settings["browser.gatherUsageStats"] is False
    assert settings["runner.postScriptGC"] is False
    assert settings["theme.light.primaryColor"].startswith("#")
    assert not any(isinstance(value, dict) for value in settings.values())


@pytest.fixture(scope="module")
def prefixed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[live.Server]:
    """A real server below a path, as behind a proxy."""
    log = tmp_path_factory.mktemp("prefixed") / "log.txt"
    running = live.start(log, "--server.baseUrlPath", "some/where", path="/some/where")
    yield running
    running.stop()
    assert "Traceback" not in running.written(), running.written()


@pytest.mark.exhaustive
def test_real_server_answers_below_its_path_only(prefixed: live.Server) -> None:
    home = httpx.get(f"{prefixed.url}/")
    asked = re.findall(r'(?:href|src)="\./(irviz-assets/[^"]+)"', home.text)

    assert home.status_code == 200
    assert "<title>irviz</title>" in home.text
    assert files.url(files.PAGE) in asked
    for address in asked:
        answer = httpx.get(f"{prefixed.url}/{address}")
        assert answer.status_code == 200, address
        assert answer.headers["cache-control"].endswith("immutable")
        assert answer.headers["content-encoding"] == "gzip"
    outside = httpx.get(f"http://127.0.0.1:{prefixed.port}/{asked[0]}")
    assert "immutable" not in outside.headers.get("cache-control", "")


@pytest.mark.exhaustive
def test_the_command_serves_its_files_below_a_path_too(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "irviz", "dashboard", "--server.headless", "true"]
    log = tmp_path / "log.txt"
    running = live.serve(command, log, "--server.baseUrlPath", "irviz", path="/irviz")
    try:
        address = f"{running.url}/{files.url('board/board.js')}"
        assert httpx.get(address).headers["content-type"].startswith("text/javascript")
        missing = httpx.get(f"{running.url}/learn/nothing?k=3")
        assert missing.status_code == 404
        assert 'href="/irviz/"' in missing.text
    finally:
        running.stop()
    assert running.written() == f"irviz: open http://127.0.0.1:{running.port}/irviz/\n"


@pytest.mark.exhaustive
def test_scripts_that_stand_in_the_page_are_known_by_their_sums(prefixed: live.Server) -> None:
    page = httpx.get(f"{prefixed.url}/", headers={"accept": "text/html"})
    inline = re.findall(r"<script>(.*?)</script>", page.text, re.DOTALL)

    assert len(inline) == 3
    assert page.text.count("<script") == len(inline) + page.text.count(' src="./')
    assert not re.search(r"<[^>]*\son\w+=", page.text)
    for script in inline:
        known = b64encode(sha256(script.encode()).digest()).decode()
        assert f"'sha256-{known}'" in page.headers["content-security-policy"]


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("HEAD", "/", 200),
        ("POST", "/", 405),
        ("GET", "/learn", 200),
        ("GET", "/results?a=<b>", 200),
        ("GET", "/learn/", 301),
        ("GET", f"/{files.url('board/board.js')}", 200),
        ("GET", f"/{files.url('pictures/dog.svg')}", 200),
        ("GET", f"/{files.PREFIX}/x/nothing.js", 404),
        ("GET", f"/{files.QR}?link=http://127.0.0.1/", 200),
        ("GET", f"/{files.QR}", 400),
        ("GET", "/_stcore/health", 200),
        ("GET", "/learn/_stcore/health", 404),
        ("GET", "/_stcore/host-config", 200),
        ("GET", "/_stcore/metrics", 404),
        ("GET", "/explore", 404),
        ("GET", "/index.html", 404),
        ("HEAD", "/learn/more", 404),
        ("GET", "/_stcore/agent/openapi.json", 200),
        ("GET", "/_stcore/bidi-components/x/y.js", 404),
        ("PUT", "/_stcore/upload_file/x/y", 404),
        ("GET", "/media/x.csv", 404),
        ("GET", "/static/js/", 301),
        ("GET", "/favicon.png", 200),
        ("GET", "/..%5c..%5cetc", 400),
    ],
)
def test_every_answer_of_the_real_server_is_guarded(prefixed: live.Server, method: str, path: str, status: int) -> None:
    answer = httpx.request(method, f"{prefixed.url}{path}", headers={"accept": "text/html,*/*"})
    headers = answer.headers
    page = headers.get("content-type", "").startswith("text/html")

    assert answer.status_code == status
    assert "server" not in headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert "camera=()" in headers["permissions-policy"]
    assert headers["content-security-policy"] == (page_policy("'self'") if page else file_policy("'self'"))


@pytest.mark.exhaustive
def test_real_server_knows_no_other_file(prefixed: live.Server) -> None:
    assert httpx.get(f"{prefixed.url}/{files.PREFIX}/x/nothing.js").status_code == 404


@pytest.mark.exhaustive
def test_message_that_is_too_large_ends_its_own_line_and_nothing_else(prefixed: live.Server) -> None:
    address = f"ws://127.0.0.1:{prefixed.port}/some/where/_stcore/stream"
    most = server.read_settings()["server.maxMessageSize"] * 1_000_000
    with connect(address, compression=None) as one, connect(address, compression=None) as other:
        with suppress(ConnectionClosed):
            one.send(bytes(int(most * 1.1)))
        with pytest.raises(ConnectionClosed):
            one.recv(timeout=60)
        assert other.ping().wait(60)
    assert httpx.get(f"{prefixed.url}/_stcore/health").text == "ok"
