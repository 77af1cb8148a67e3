"""Time limits for heads and bodies of requests that do not come, and an address's share of connections.

Uvicorn waits for the head of a request for ever, and so do the readers of its body. Both cost an attacker
nothing, and the server a connection each.
"""

from __future__ import annotations

import asyncio
import signal
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse

from irviz.rooms.shares import address_of
from irviz.ui.turns import Queue

if TYPE_CHECKING:
    from collections.abc import Container

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEAD_SECONDS = 10.0
"""A connection without a request for so long is closed; Uvicorn closes one that had some after five."""

PART_SECONDS = 15.0
"""Each part of a request's body has to follow the one before within so long."""

BODY_BYTES_PER_SECOND = 4_000
"""A body that comes more slowly than this, after its first `PART_SECONDS`, is not waited for."""

CONNECTIONS_PER_PERSON = 6
"""No browser opens more to one server at a time."""

ADMISSION_SECONDS = 0.002
"""Between two new connections that are listened to, where many come at once; each takes half of that."""

_LOOK_SECONDS = 0.25


class BodyMiddleware:
    """Ends requests whose body does not come, and those whose browser leaves, without a traceback.

    Args:
        app: What answers the others.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, with a limit to how long its body may take."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        loop = asyncio.get_running_loop()
        start, size = loop.time(), 0
        complete = late = answered = False

        async def in_time() -> Message:
            nonlocal complete, late, size
            if complete:  # what is waited for now is that the browser leaves
                return await receive()
            slowest = start + PART_SECONDS + size / BODY_BYTES_PER_SECOND
            try:
                async with asyncio.timeout_at(min(slowest, loop.time() + PART_SECONDS)):
                    message = await receive()
            except TimeoutError:
                late = True
                return {"type": "http.disconnect"}
            size += len(message.get("body", b""))
            complete = not message.get("more_body", False)
            return message

        async def answer(message: Message) -> None:
            nonlocal answered
            answered = True
            await send(message)

        with suppress(ClientDisconnect):
            await self.app(scope, in_time, answer)
        if late and not answered:
            words = "The request did not come to its end in time. Try again."
            await PlainTextResponse(words, 408, {"Connection": "close"})(scope, receive, send)


class ConnectionWatch:
    """Takes connections one after the other, and closes those on which no request comes, or beyond a share.

    Where a thousand come at once, all would be listened to before anybody who is at work.

    Args:
        people: That one address is taken for; see `irviz.ui.limits.most_people`.
    """

    def __init__(self, people: int) -> None:
        self._most = people * CONNECTIONS_PER_PERSON
        self._proxies: Container[str] = ()
        self._of_address: Counter[str] = Counter()
        self._idle_since: WeakKeyDictionary[Any, tuple[Any, float]] = WeakKeyDictionary()
        self._queue = Queue()
        self._admissions: set[asyncio.Future[None]] = set()

    async def run(self) -> None:
        """Look after the connections of this process's server, from its start until cancelled."""
        loop = asyncio.get_running_loop()
        server = running_server()
        if server is None:
            return
        # A proxy that tells whom it speaks for carries all visitors, and counts its own connections.
        self._proxies = getattr(server.config.loaded_app, "trusted_hosts", ())
        server.config.http_protocol_class = self.watched(server.config.http_protocol_class)
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            self.look([*server.server_state.connections], loop.time())

    def watched(self, protocol: type[Any]) -> type[Any]:
        """A protocol of Uvicorn whose connections are admitted here."""
        watch = self

        class Watched(protocol):  # type: ignore[misc]
            def connection_made(self, transport: Any) -> None:
                super().connection_made(transport)
                watch.admit(self)

        return Watched

    def admit(self, connection: Any) -> None:
        """Listen to a new connection when it is its turn, or close it if its address has its share."""
        address = address_of({"client": connection.client})
        if self._of_address[address] >= self._most and address not in self._proxies:
            connection.transport.abort()
            return
        self._of_address[address] += 1
        connection.transport.pause_reading()
        task = asyncio.ensure_future(self._admit(connection.transport, address))
        self._admissions.add(task)
        task.add_done_callback(self._admissions.discard)

    async def _admit(self, transport: Any, address: str) -> None:
        await self._queue.acquire(address, 0)
        asyncio.get_running_loop().call_later(ADMISSION_SECONDS, self._queue.release)
        if not transport.is_closing():
            transport.resume_reading()

    def look(self, connections: list[Any], now: float) -> None:
        """Close what is too long without a request, and count again what each address has."""
        self._of_address = Counter(address_of({"client": one.client}) for one in connections)
        for one in connections:
            if not _waits_for_request(one):
                self._idle_since.pop(one, None)
                continue
            # Between two looks there may have been a request, which has left its cycle.
            cycle, since = self._idle_since.get(one, (None, now))
            self._idle_since[one] = (one.cycle, since if cycle is one.cycle else now)
            if now - self._idle_since[one][1] > HEAD_SECONDS:
                one.transport.abort()


def _waits_for_request(connection: Any) -> bool:
    """Whether a connection speaks HTTP, and no request on it is being answered."""
    if not hasattr(connection, "cycle"):
        return False
    return connection.cycle is None or connection.cycle.response_complete


def running_server() -> Any:
    """Uvicorn's server in this process; nothing where another one runs.

    It tells an application nothing of itself, but handles the signal that ends it.
    """
    found = getattr(signal.getsignal(signal.SIGTERM), "__self__", None)
    return found if hasattr(found, "server_state") else None
