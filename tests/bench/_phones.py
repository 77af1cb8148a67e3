"""Phones of a class and their wall without browsers: HTTP as they speak it, on lines of their own."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.bench._servers import Server


class Talk:
    """A line to a server on which one request follows the other.

    Args:
        server: Whose.
    """

    def __init__(self, server: Server) -> None:
        self._port = server.port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(
        self, method: str, path: str, data: Any = None, headers: dict[str, str] | None = None
    ) -> tuple[int, bytes]:
        """The status and the body of an answer."""
        body = b"" if data is None else data if isinstance(data, bytes) else json.dumps(data).encode()
        sent = request(self._port, method, path, body, headers)
        # Servers hang up where nothing was asked for some seconds.
        if self._streams is not None and self._streams[0].at_eof():
            await self.close()
        if self._streams is not None:
            try:
                return await self._said(*self._streams, sent)
            except (asyncio.IncompleteReadError, ConnectionError) as error:
                # In that very moment: a browser asks again, on a new line.
                if isinstance(error, asyncio.IncompleteReadError) and error.partial:
                    raise
                await self.close()
        self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        return await self._said(*self._streams, sent)

    async def _said(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, sent: bytes) -> tuple[int, bytes]:
        writer.write(sent)
        head = await reader.readuntil(b"\r\n\r\n")
        lines = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:] if line)
        length = int(lines.get(b"content-length", b"0"))
        return int(head.split(b" ", 2)[1]), await reader.readexactly(length)

    async def close(self) -> None:
        """Hang up."""
        if self._streams is not None:
            self._streams[1].close()
            with suppress(OSError):
                await self._streams[1].wait_closed()
            self._streams = None


def request(port: int, method: str, path: str, body: bytes = b"", headers: dict[str, str] | None = None) -> bytes:
    """A request as it is sent."""
    lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Accept: */*"]
    lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
    if body or method == "POST":
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


class Listener:
    """A line on which events come.

    Attributes:
        came: When each came, on `time.perf_counter`, with its data.
        broken: Whether it ended by itself.
    """

    def __init__(self, server: Server, code: str, secret: str = "") -> None:
        self.came: list[tuple[float, bytes]] = []
        self.broken = False
        self._port = server.port
        self._path = f"/room/{code}/events"
        self._headers = {"Authorization": f"Bearer {secret}"} if secret else {}
        self._news = asyncio.Event()
        self._reading: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Open it, and wait for the first event."""
        reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        self._writer.write(request(self._port, "GET", self._path, headers=self._headers))
        head = await reader.readuntil(b"\r\n\r\n")
        if b" 200 " not in head.split(b"\r\n", 1)[0]:
            raise RuntimeError(head.decode(errors="replace"))
        self._reading = asyncio.create_task(self._read(reader))
        await self.until(b"")

    async def until(self, text: bytes, since: int = 0, seconds: float = 30.0) -> float:
        """Wait for an event with some text in it, past some events; when the first such came."""
        seen = since
        async with asyncio.timeout(seconds):
            while True:
                for at, data in self.came[seen:]:
                    if text in data:
                        return at
                seen = len(self.came)
                self._news.clear()
                await self._news.wait()

    async def _read(self, reader: asyncio.StreamReader) -> None:
        try:
            while True:
                message = await reader.readuntil(b"\n\n")
                at = time.perf_counter()
                _, found, data = message.partition(b"data: ")
                if found:
                    self.came.append((at, data))
                    self._news.set()
        except (asyncio.IncompleteReadError, OSError):
            self.broken = True

    async def close(self) -> None:
        """Hang up."""
        if self._reading is None:
            return  # it was refused
        self._reading.cancel()
        with suppress(asyncio.CancelledError):
            await self._reading
        self._writer.close()
        with suppress(OSError):
            await self._writer.wait_closed()
