"""Who comes when the house is full, or with too long a link, is told so."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute

from irviz import server
from irviz.ui.limits import MAX_LINK_CHARACTERS, MAX_PAGES, PAGES, LimitMiddleware, read_max_pages

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import Request
    from starlette.types import Message
    from starlette.websockets import WebSocket


async def words(request: Request) -> Response:
    return PlainTextResponse("words")


async def stay(line: WebSocket) -> None:
    await line.accept()
    await line.receive()


@dataclass(frozen=True)
class Answer:
    """What a server answers."""

    status: int
    headers: dict[bytes, bytes]
    text: str


class House:
    """A server for two pages, asked without a network between."""

    def __init__(self) -> None:
        routes = [Route("/", words), WebSocketRoute("/_stcore/stream", stay)]
        self.app = Starlette(routes=routes, middleware=[Middleware(LimitMiddleware, 2)])

    async def get(self, query: str = "", accept: str = "text/html") -> Answer:
        """Ask for the page."""
        headers = [(b"accept", accept.encode())]
        scope = {"type": "http", "method": "GET", "path": "/", "headers": headers}
        said: list[Message] = []

        async def receive() -> Message:
            return {"type": "http.request"}

        async def send(message: Message) -> None:
            said.append(message)

        await self.app({**scope, "query_string": query.encode()}, receive, send)
        start, *parts = said
        text = b"".join(part["body"] for part in parts).decode()
        return Answer(start["status"], dict(start["headers"]), text)

    async def line(self, leave: asyncio.Event) -> Message:
        """Open the line of a page, until it leaves; what the server says first."""
        said: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        arrived = False

        async def receive() -> Message:
            nonlocal arrived
            if not arrived:
                arrived = True
                return {"type": "websocket.connect"}
            await leave.wait()
            return {"type": "websocket.disconnect", "code": 1001}

        async def send(message: Message) -> None:
            said.set_result(message)

        scope = {"type": "websocket", "path": "/_stcore/stream", "query_string": b"", "headers": []}
        self.task = asyncio.create_task(self.app(scope, receive, send))
        return await said


def visited(visit: Callable[[House], Awaitable[Any]]) -> None:
    """Visit the house, in a thread of its own: this one may hold the loop that drives a browser."""

    async def visiting() -> None:
        await visit(House())

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, visiting()).result()


def test_full_house_says_so_and_has_room_again_when_somebody_leaves() -> None:
    async def visit(house: House) -> None:
        one, two = asyncio.Event(), asyncio.Event()
        assert (await house.line(one))["type"] == "websocket.accept"
        assert (await house.get()).text == "words"
        assert (await house.line(two))["type"] == "websocket.accept"
        second = house.task

        full = await house.get()
        assert full.status == 503
        assert "As many pages are open as it takes: 2." in full.text
        assert full.headers[b"retry-after"] == b"120"
        assert await house.line(one) == {"type": "websocket.close", "code": 1013}
        # The pages that are open go on with what they fetch.
        assert (await house.get(accept="*/*")).text == "words"

        two.set()
        await second
        assert (await house.get()).text == "words"
        assert (await house.line(two))["type"] == "websocket.accept"
        one.set()

    visited(visit)


def test_link_that_is_too_long_is_answered_with_what_to_do() -> None:
    async def visit(house: House) -> None:
        assert (await house.get("x" * MAX_LINK_CHARACTERS)).text == "words"
        answer = await house.get("x" * (MAX_LINK_CHARACTERS + 1))
        assert answer.status == 414
        assert "It has 65,537 characters, and at most 65,536 are read." in answer.text
        assert "xxx" not in answer.text

    visited(visit)


def test_number_of_pages_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(PAGES, raising=False)
    assert read_max_pages() == MAX_PAGES
    monkeypatch.setenv(PAGES, " 500 ")
    assert read_max_pages() == 500
    for wrong in ("0", "-1", "1e3", "many", "٣"):
        monkeypatch.setenv(PAGES, wrong)
        with pytest.raises(ValueError, match="expected how many pages may be open, such as 500"):
            server.parts()
