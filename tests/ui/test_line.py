"""A page's own line: what its board does is answered there, without Streamlit's script."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Route

from irviz import views
from irviz.pages import host as work
from irviz.pages.host import Host
from irviz.ui.limits import MAX_STATE_CHARACTERS
from irviz.ui.line import MAX_WAITING_CHANGES, Line, handle_change
from tests.apart import apart
from tests.bench._protocol import Page
from tests.bench._servers import IRVIZ, Server, running

if TYPE_CHECKING:
    from collections.abc import Iterator

APP = Starlette(routes=[Route("/{token}/board", handle_change, methods=["POST"])])


def cut(k: int, revision: int = 1) -> dict[str, Any]:
    """A change of the cutoff, as the page tells it."""
    step = {"revision": revision, "do": "cut", "k": k}
    return {"client": "me", "revision": revision, "steps": [step], "link": {"k": str(k)}}


def opened(page: str = "explore") -> Line:
    """The line of a page that has been opened."""
    line = Line(Host())
    line.host.open_page(page, {"k": "3"})
    return line


def post(token: str, content: bytes, headers: dict[str, str] | None = None) -> httpx.Response:
    """What is answered; in a thread, since this one may hold the loop of a browser."""

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(APP)
        async with httpx.AsyncClient(transport=transport, base_url="http://irviz") as client:
            return await client.post(f"/{token}/board", content=content, headers=headers)

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, ask()).result()


@pytest.mark.parametrize("coding", ["gzip", "identity"])
def test_a_change_is_answered_with_the_frame_after_it(coding: str) -> None:
    line = opened()
    said = post(line.token, json.dumps(cut(5)).encode(), {"Accept-Encoding": coding})

    assert said.status_code == 200
    assert said.headers.get("content-encoding", "identity") == coding
    assert said.headers["cache-control"] == "no-store"
    frame = said.json()
    assert frame["line"] == line.token
    assert frame["data"]["board"]["link"]["k"] == "5"
    assert frame["data"]["board"]["revision"] == 1
    curves = json.loads(json.dumps(line.host.frame().data["curves"]))
    assert frame["data"]["curves"] == curves


def test_a_server_that_was_started_anew_is_told_everything() -> None:
    line = opened()
    message = {"client": "me", "revision": 7, "steps": [], "link": {"q": "dark-cat", "k": "6"}}

    board = post(line.token, json.dumps(message).encode()).json()["data"]["board"]

    assert (board["link"], board["revision"]) == ({"q": "dark-cat", "k": "6"}, 7)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (b"", "a state that is no JSON"),
        (b"{", "a state that is no JSON"),
        (b"\xff", "no text"),
        (b"[" * 40 + b"]" * 40, "a state with more than 32 brackets within one another"),
        (b"[" + b"1," * 60_000 + b"1]", "a state with more than 50,000 values"),
        (b'"' + b"x" * MAX_STATE_CHARACTERS + b'"', "more than 4,000,000 characters"),
    ],
    ids=["nothing", "open", "bytes", "nested", "values", "long"],
)
def test_what_no_page_says_changes_nothing(said: bytes, words: str) -> None:
    line = opened()
    before = line.host.visit.session

    answer = post(line.token, said)

    assert (answer.status_code, answer.text) == (400, f"Nothing was changed: this is {words}.")
    assert line.host.visit.session is before


@pytest.mark.parametrize("said", [b"7", b"null", b"[]", b"{}", b'{"client": 1}', b'"me"'])
def test_what_makes_no_sense_is_answered_with_the_page_as_it_is(said: bytes) -> None:
    line = opened()
    assert post(line.token, said).json()["data"]["board"]["link"]["k"] == "3"


def test_who_does_not_know_a_line_changes_nothing() -> None:
    answer = post("nobody", b"{}")
    assert (answer.status_code, answer.text) == (404, "This page has gone. Load it again.")


def test_long_work_gives_way_to_what_comes_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "SILENT_SECONDS", -1.0)
    monkeypatch.setattr(work, "BEAT_SECONDS", -1.0)
    line, begun, waits = opened(), Event(), Event()
    make = views.page_data

    def slowly(*args: Any, **more: Any) -> Any:
        if line.host.visit.session.desk.k == 5:
            begun.set()
            assert waits.wait(60)
            while True:
                line.host.track_progress("Looking")(0.5)
        return make(*args, **more)

    monkeypatch.setattr(views, "page_data", slowly)
    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(line.apply_change, json.dumps(cut(5)).encode())
        assert begun.wait(60)
        second = threads.submit(line.apply_change, json.dumps(cut(6, 2)).encode())
        while not line._waiting:
            pass
        waits.set()
        assert first.result(60) == b""
        board = json.loads(second.result(60))["data"]["board"]
    # What was heard before the work was given up stays.
    assert (board["link"]["k"], board["revision"]) == ("6", 2)
    assert line.host.progress == ""


def test_no_more_than_a_few_wait_for_one_page() -> None:
    line = opened()
    with ThreadPoolExecutor(MAX_WAITING_CHANGES) as threads, line.hold_host(lambda _: None):
        waiting = [threads.submit(line.apply_change, b"{}") for _ in range(MAX_WAITING_CHANGES)]
        while len(line._waiting) < MAX_WAITING_CHANGES:
            pass
        assert line.apply_change(b"{}") == b""
    assert all(one.result(60) for one in waiting)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running(IRVIZ) as found:
        yield found


@pytest.mark.exhaustive
def test_changes_at_a_running_server_run_no_script(server: Server) -> None:
    async def scene() -> None:
        async with Page(server, {"k": "3"}) as page:
            heard = page.received
            for number in range(1, 9):
                step = {"do": "cut", "k": number}
                await page.wait(await page.send(step, {"k": str(number)}))
            assert (page.data["link"]["k"], page.lost, page.errors) == ("8", [], [])
            assert page.received - heard < 20, "at most a ping came, of some bytes"
            await page.say("export", "ask", {"id": "1", "kind": "csv", "link": page.data["link"]})
            await page.until(lambda: page.frame["data"]["export"]["answer"] is not None)
            assert page.data["link"]["k"] == "8"
            assert page.received > heard

    apart(scene)
