"""The dashboard's application asked without a network, streams of events too."""

from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

from starlette.applications import Starlette
from starlette.middleware import Middleware

from irviz import server
from irviz.rooms.hub import COUNT_INTERVAL_SECONDS, Hub
from irviz.rooms.routes import RoomMiddleware
from irviz.rooms.store import MemoryStore
from irviz.rooms.valkey_store import ValkeyStore
from irviz.views.answer_files import write_count_files
from irviz.views.answers import describe_answers

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.types import Message


PATIENCE = 60
"""Seconds until what is waited for counts as something that does not come, on a machine that has other work, too."""


class Clock:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Said:
    """An answer.

    Args:
        status: Of HTTP.
        headers: By name in small letters.
        body: All of it.
    """

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def data(self) -> Any:
        return json.loads(self.body)


@dataclass
class Stream:
    """A stream of events as it comes in."""

    wire: list[bytes] = field(default_factory=list)
    events: asyncio.Queue[dict[str, Any] | None] = field(default_factory=asyncio.Queue)
    status: int = 0

    async def until(self, state: str = "", **counts: int) -> dict[str, Any]:
        """The next event with a state and counts; those before it are skipped."""
        while True:
            event = await asyncio.wait_for(self.events.get(), PATIENCE)
            assert event is not None, f"the stream has ended before {state} {counts}"
            if state in {"", event["state"]} and counts.items() <= event.items():
                return event

    async def ended(self) -> None:
        while await asyncio.wait_for(self.events.get(), PATIENCE) is not None:
            pass

    @property
    def text(self) -> str:
        return b"".join(self.wire).decode()


class House:
    """The middleware of the dashboard, around nothing.

    Args:
        root: The path below which the dashboard is.
        url: Of the Valkey server where its rooms live; in memory without one.
    """

    def __init__(self, root: str = "", url: str | None = None) -> None:
        self.clock = Clock()
        self.steady = Clock()
        self.between = 1.0
        self._shared = ValkeyStore(url, self._now) if url else None
        self.hub = Hub(
            self._shared or MemoryStore(self.steady),
            self.clock,
            describe=describe_answers,
            write_files=write_count_files,
        )
        own = []
        for one in server.parts()["middleware"]:
            rooms = one.cls is RoomMiddleware
            own.append(Middleware(RoomMiddleware, root, self.hub, *one.args[2:]) if rooms else one)
        self.app = Starlette(middleware=own)
        self.root = root

    def _now(self) -> float:
        return self.hub.clock()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.hub.close()
        if self._shared is not None:
            await asyncio.sleep(2 * COUNT_INTERVAL_SECONDS)  # the last counts are on their way
            while self.hub._tasks:  # each may be followed by another
                await asyncio.gather(*self.hub._tasks)
            await self._shared.close()

    async def ask(
        self,
        method: str,
        path: str,
        data: Any = None,
        secret: str = "",
        *,
        body: bytes | None = None,
        accept: str = "*/*",
    ) -> Said:
        """Ask and wait for the whole answer."""
        sent: list[Message] = []
        if body is None:
            body = b"" if data is None else json.dumps(data).encode()
        parts = [body[at : at + 65_536] for at in range(0, len(body), 65_536)] or [b""]

        async def receive() -> Message:
            if not parts:
                await asyncio.Event().wait()
            part = parts.pop(0)
            return {"type": "http.request", "body": part, "more_body": bool(parts)}

        async def send(message: Message) -> None:
            sent.append(message)

        await self.app(self._scope(method, path, secret, accept), receive, send)
        headers = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
        whole = b"".join(message.get("body", b"") for message in sent[1:])
        if sent[0]["status"] == 413:  # who sends too much is listened to, but not for ever
            assert bool(parts) == (len(body) > 5 * 2**20)
        return Said(sent[0]["status"], headers, whole)

    @asynccontextmanager
    async def listen(self, code: str, secret: str = "") -> AsyncIterator[Stream]:
        """A line to a room's events, which is closed in the end."""
        stream, gone = Stream(), asyncio.Event()
        asked: list[Message] = [{"type": "http.request"}]  # whose body ends, or the line would after a while

        async def receive() -> Message:
            if asked:
                return asked.pop()
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                stream.status = message["status"]
                return
            body = message.get("body", b"")
            stream.wire.append(body)
            for line in body.decode().split("\n"):
                if line.startswith("data: "):
                    stream.events.put_nowait(json.loads(line.removeprefix("data: ")))

        async def run() -> None:
            scope = self._scope("GET", f"/room/{code}/events", secret, "text/event-stream")
            await self.app(scope, receive, send)
            stream.events.put_nowait(None)

        task = asyncio.create_task(run())
        try:
            yield stream
        finally:
            gone.set()
            with suppress(asyncio.TimeoutError):
                await asyncio.wait_for(task, PATIENCE)
            assert task.done()

    def _scope(self, method: str, path: str, secret: str, accept: str) -> dict[str, Any]:
        headers = [(b"host", b"localhost"), (b"accept", accept.encode())]
        if secret:
            headers.append((b"authorization", f"Bearer {secret}".encode()))
        path, _, query = f"{self.root}{path}".partition("?")
        return {
            "type": "http",
            "method": method,
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": headers,
            "scheme": "http",
            "root_path": "",
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 80),
            "http_version": "1.1",
        }


class Room:
    """A room of that house, with its teacher."""

    def __init__(self, house: House, code: str, host: str) -> None:
        self.house = house
        self.code = code
        self.host = host

    @classmethod
    async def open(cls, house: House) -> Room:
        said = await house.ask("POST", "/room")
        assert said.status == 201
        return cls(house, **said.data)

    async def do(self, what: str, secret: str | None = None, **more: Any) -> int:
        """Let the teacher do something; the status."""
        secret = self.host if secret is None else secret
        return (await self.house.ask("POST", f"/room/{self.code}", {"do": what, **more}, secret)).status

    async def join(self) -> str:
        """A new member's secret."""
        member: str = (await self.house.ask("POST", f"/room/{self.code}/members")).data["member"]
        return member

    async def vote(self, member: str, number: int = 1, round_: int = 1, **more: Any) -> Said:
        """Let a phone answer, some time after the last answer."""
        self.house.clock.now += self.house.between
        sent = {"member": member, "question": number, "round": round_, "answers": {"AP": "up"}}
        return await self.house.ask("POST", f"/room/{self.code}/answers", {**sent, **more})

    def listen(self, secret: str = "") -> Any:
        """A phone's line; the wall's with the teacher's secret."""
        return self.house.listen(self.code, secret)
