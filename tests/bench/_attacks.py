"""What one machine can do to a server on purpose: large messages, idle uploads, endless connections."""

from __future__ import annotations

import asyncio
import time
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import quote

import httpx
from streamlit.proto.BackMsg_pb2 import BackMsg
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidMessage, InvalidStatus, WebSocketException
from websockets.typing import Subprotocol

from irviz.ui.files import QR
from tests.bench._files import Results
from tests.bench._protocol import Page
from tests.bench._students import Student

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.bench._servers import Server

NEST = "[[[[1]]],"
"""Packs to a six-hundredth, and makes four lists of nine characters."""

_REFUSED = (OSError, WebSocketException, InvalidStatus, InvalidMessage, EOFError)


def nested_message(size: int) -> bytes:
    """A message whose one state is so many characters of lists within lists."""
    sent = BackMsg()
    sent.rerun_script.widget_states.SetInParent()
    widget = sent.rerun_script.widget_states.widgets.add()
    widget.id = "$$ID-0-page"
    widget.json_value = f"[{NEST * (size // len(NEST))}1]"
    written: bytes = sent.SerializeToString()
    return written


async def send_nested(server: Server, size: int, times: int) -> int:
    """Send nested messages, on a new line whenever the server closes one; how many lines that took."""
    message, lines = nested_message(size), 0
    while times > 0:
        lines += 1
        with suppress(*_REFUSED):
            async with _line(server) as line:
                while times > 0:
                    times -= 1
                    await line.send(message)
                await line.ping()
    return lines


def _line(server: Server) -> Any:
    return connect(server.stream, subprotocols=[Subprotocol("streamlit")], max_size=None, proxy=None)


@asynccontextmanager
async def idle_uploads(server: Server, number: int, size: int) -> AsyncIterator[list[asyncio.StreamReader]]:
    """Uploads that announce so many bytes and send none of them."""
    async with Results(server) as page, Sockets(server) as sockets:
        request = (
            f"POST {page.line.removeprefix(server.url)} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
            f"Content-Length: {size}\r\n\r\nq1 Q0"
        )
        yield [await sockets.send(request) for _ in range(number)]


async def hold_silent_lines(server: Server, number: int, stack: AsyncExitStack) -> int:
    """Open lines of pages that say nothing; how many the server has taken."""

    async def taken() -> bool:
        with suppress(*_REFUSED):
            line = await stack.enter_async_context(_line(server))
            return bool(line.state.name == "OPEN")
        return False

    return sum(await asyncio.gather(*(taken() for _ in range(number))))


class Sockets:
    """Connections that are opened by hand, and closed in the end."""

    def __init__(self, server: Server) -> None:
        self._port = server.port
        self._open: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def __aenter__(self) -> Self:
        """Nothing is open yet."""
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close all of them."""
        for _reader, writer in self._open:
            writer.close()
        for _reader, writer in self._open:
            with suppress(OSError):
                await writer.wait_closed()

    async def send(self, text: str) -> asyncio.StreamReader:
        """Open a connection and send something; what comes back."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        self._open.append((reader, writer))
        writer.write(text.encode())
        return reader

    async def half_send(self, number: int) -> int:
        """Send the beginning of a request on so many connections; how many the server has taken."""
        for made in range(number):
            try:
                await self.send("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ")
            except OSError:
                return made
        return number

    async def count_closed(self, seconds: float) -> int:
        """How many of them the server closes within so many seconds."""

        async def is_closed(reader: asyncio.StreamReader) -> bool:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    with suppress(OSError):
                        await reader.read()
                    return True
            return False

        return sum(await asyncio.gather(*(is_closed(reader) for reader, _ in self._open)))

    async def listen(self, code: str, number: int) -> int:
        """Open lines of events of a room; how many the server has taken."""
        head = f"GET /room/{code}/events HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n\r\n"
        taken = 0
        for _ in range(number):
            with suppress(OSError):
                status = await asyncio.wait_for((await self.send(head)).readline(), 10)
                taken += b" 200 " in status
        return taken


async def open_room(client: httpx.AsyncClient) -> dict[str, str] | None:
    """A new room, with its code and its teacher's secret; nothing where the server takes none."""
    answer = await client.post("/room")
    return dict(answer.json()) if answer.status_code == 201 else None


async def join_room(client: httpx.AsyncClient, code: str, number: int) -> list[int]:
    """Join a room again and again, eight at a time; what each is answered."""

    async def some() -> list[int]:
        return [(await client.post(f"/room/{code}/members")).status_code for _ in range(number // 8)]

    return [one for found in await asyncio.gather(*(some() for _ in range(8))) for one in found]


async def ask_for_codes(server: Server, seconds: float, askers: int = 8) -> int:
    """Ask for QR codes of links that nobody has asked for; how many were drawn."""
    until = time.perf_counter() + seconds

    async def one(asker: int) -> int:
        drawn = 0
        async with httpx.AsyncClient(trust_env=False, timeout=60) as client:
            while time.perf_counter() < until:
                link = quote(f"https://irviz.example.edu/?asker={asker}.{drawn}.{'x' * 1_900}")
                answer = await client.get(f"{server.url}/{QR}?link={link}")
                drawn += answer.status_code == 200
        return drawn

    return sum(await asyncio.gather(*(one(asker) for asker in range(askers))))


async def open_heavy_pages(server: Server, number: int) -> float:
    """Open pages with boards that nobody has seen all at once; how long a newcomer waits meanwhile, in ms."""
    crowd = [Student(10_000 + seed, 4) for seed in range(number)]
    pages = [Page(server, student.surprise()[1]) for student in crowd]
    opening = [asyncio.create_task(page.__aenter__()) for page in pages]
    await asyncio.sleep(0.5)
    start = time.perf_counter()
    async with Page(server):
        waited = (time.perf_counter() - start) * 1e3
    for task, page in zip(opening, pages, strict=True):
        with suppress(Exception):
            await task
            await page.__aexit__(None, None, None)
    return waited
