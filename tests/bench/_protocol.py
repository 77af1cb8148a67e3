"""A page without a browser: it speaks Streamlit's own protocol over a websocket, as Streamlit's page does.

What a page sends was recorded from a browser: a first `rerun_script` without widgets, then one for each
wish, with the component's state as JSON, the page's address and the hashes of the large messages that
it still has. The dashboard has one component, which is given a frame, and what its board does goes by the
page's own line; the app that it is compared with has a component with the key `board`. Both answer with the
client and the revision of the last message they know of.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import secrets
import time
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import urlencode, urlsplit

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from irviz.ui.line import PATH

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import TracebackType

    from tests.bench._servers import Server

RUNS_KEPT = 2
"""Streamlit's page keeps a large message for so many runs, and says so to the server."""

_GOOD = (ForwardMsg.FINISHED_SUCCESSFULLY, ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY)


class Page:
    """An open page.

    Args:
        server: What it is a page of.
        link: The parameters of the link that it opens.
        source: The address of this machine that it comes from; all of 127.0.0.0/8 are.
        path: The last part of its address; empty for the first page.

    Attributes:
        frame: What the page was given last.
        data: What the board was sent last.
        answered: By revision, when the run ended that answered it, on `time.perf_counter`.
        errors: What went wrong, in words.
        received: Bytes of all messages so far, before compression.
    """

    def __init__(
        self, server: Server, link: Mapping[str, str] | None = None, source: str = "127.0.0.1", path: str = ""
    ) -> None:
        self.client = secrets.token_hex(12)
        self.frame: dict[str, Any] = {}
        self.data: dict[str, Any] = {}
        self.answered: dict[int, float] = {}
        self.errors: list[str] = []
        self.received = 0
        self._server = server
        self._cookie = f"irviz={self.client}"  # by which nginx keeps a visitor at one process (.github/SERVING.md)
        self._link = dict(link or {})
        self._source = source
        self._path = path
        self._said: dict[str, Any] = {}
        self._revision = 0
        self._unanswered: list[dict[str, Any]] = []
        self._message: dict[str, Any] | None = None
        self._asking: asyncio.Task[None] | None = None
        self._line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._component = ""
        self._fragment = ""
        self._page = ""
        self._kept: deque[set[str]] = deque([set()], maxlen=RUNS_KEPT)
        self._known = 0
        self._ready = asyncio.Event()
        self._news = asyncio.Condition()

    async def __aenter__(self) -> Self:
        """Open the page, and wait until the board is there."""
        await self._connect()
        return self

    async def _connect(self) -> None:
        self._socket: ClientConnection = await connect(
            self._server.stream,
            subprotocols=[Subprotocol("streamlit")],
            max_size=None,
            ping_interval=None,
            local_addr=(self._source, 0),
            additional_headers={"Cookie": self._cookie},
        )
        self._reader = asyncio.create_task(self._read())
        await self._rerun(None)
        await asyncio.wait_for(self._ready.wait(), 60)

    async def come_back(self) -> None:
        """Connect to a server that does not know this page, and tell it everything, as the page does.

        Raises:
            OSError: If nobody listens.
        """
        await self.__aexit__(None, None, None)
        self.errors.clear()
        self._ready.clear()
        self._known = 0
        self._kept.clear()
        self._kept.append(set())
        await self._connect()
        if self._revision:
            await self._tell()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the page."""
        if self._asking is not None:
            self._asking.cancel()
        if self._line is not None:
            self._line[1].close()
            self._line = None
        await self._socket.close()
        self._reader.cancel()
        with suppress(asyncio.CancelledError):
            await self._reader

    async def send(self, step: Mapping[str, Any], link: Mapping[str, str]) -> int:
        """Send one change, with all that have not been answered, and return its revision."""
        self._revision += 1
        self._link = dict(link)
        self._unanswered.append({"revision": self._revision, **step})
        await self._tell()
        return self._revision

    async def say(self, part: str, name: str, value: object) -> None:
        """Say something as a part of the page does; see `Host.handle_message`."""
        self._said[f"{part}_{name}"] = value
        await self._rerun(self._said)

    async def _tell(self) -> None:
        message = {"client": self.client, "revision": self._revision, "steps": self._unanswered, "link": self._link}
        if not self.frame:
            await self._rerun({"message": message})
            return
        self._message = message
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._ask())

    async def _ask(self) -> None:
        """Send what the board says by the page's own line, one message after the other, as server.js does."""
        while (message := self._message) is not None:
            self._message = None
            try:
                status, frame = await self._post(json.dumps(message).encode())
            except (OSError, EOFError) as error:
                status, frame = 0, b""
                self.errors.append(f"the page's own line was closed: {error!r}")
            if status == 200:
                self._show(json.loads(frame))
                self._note()
            elif status != 204:
                self.errors.append(f"the page's own line answers {status}")
            async with self._news:
                self._news.notify_all()

    async def _post(self, body: bytes) -> tuple[int, bytes]:
        """An answer by the page's own line, unpacked.

        A connection that nobody has used for some seconds is closed by the server; like a browser, this
        opens another one then, and asks once more where it was closed while it asked.
        """
        kept = self._line is not None and not self._line[0].at_eof()
        try:
            return await self._post_once(body, kept=kept)
        except (OSError, EOFError):
            if not kept:
                raise
            return await self._post_once(body, kept=False)

    async def _post_once(self, body: bytes, *, kept: bool) -> tuple[int, bytes]:
        if self._line is not None and not kept:
            self._line[1].close()
            self._line = None
        if self._line is None:
            self._line = await asyncio.open_connection("127.0.0.1", self._server.port, local_addr=(self._source, 0))
        reader, writer = self._line
        root = urlsplit(self._server.url).path
        head = f"POST {root}/{PATH}/{self.frame['line']}/board HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        head += f"Cookie: {self._cookie}\r\nAccept-Encoding: gzip\r\nContent-Length: {len(body)}\r\n\r\n"
        writer.write(head.encode() + body)
        status, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().splitlines()
        headers = dict(one.lower().split(": ", 1) for one in lines if one)
        found = await reader.readexactly(int(headers.get("content-length", "0")))
        packed = headers.get("content-encoding") == "gzip"
        return int(status.split()[1]), gzip.decompress(found) if packed else found

    async def wait(self, revision: int, seconds: float = 30.0) -> float:
        """Wait until a revision is answered, and return when that was."""
        async with asyncio.timeout(seconds), self._news:
            await self._news.wait_for(lambda: revision in self.answered or bool(self.errors))
        if revision not in self.answered:
            raise RuntimeError("; ".join(self.errors))
        return self.answered[revision]

    @property
    def lost(self) -> list[int]:
        """The revisions that were not answered."""
        return [one for one in range(1, self._revision + 1) if one not in self.answered]

    async def until(self, there: Callable[[], bool], seconds: float = 120.0) -> None:
        """Wait for something.

        Raises:
            RuntimeError: Something went wrong in the meantime.
        """
        try:
            async with asyncio.timeout(seconds), self._news:
                await self._news.wait_for(lambda: there() or bool(self.errors))
        except TimeoutError:
            raise TimeoutError(f"the page says {str(self.frame)[:2_000]}") from None
        if self.errors:
            raise RuntimeError("; ".join(self.errors))

    async def _rerun(self, said: Mapping[str, Any] | None) -> None:
        sent = BackMsg()
        state = sent.rerun_script
        state.query_string = urlencode(self._link)
        state.page_script_hash = self._page
        state.page_name = "" if self._page else self._path
        state.widget_states.SetInParent()
        if said is not None:
            state.fragment_id = self._fragment
            state.cached_message_hashes.extend(set().union(*self._kept))
            widget = state.widget_states.widgets.add()
            widget.id = self._component
            widget.json_value = json.dumps(said, separators=(",", ":"))
        context = state.context_info
        context.timezone, context.locale, context.color_scheme = "UTC", "en-US", "light"
        context.timezone_offset = 0
        context.is_embedded = False
        context.url = f"{self._server.url}/{self._path}"
        await self._socket.send(sent.SerializeToString())

    async def _read(self) -> None:
        try:
            async for frame in self._socket:
                if isinstance(frame, bytes):
                    self.received += len(frame)
                    await self._take(ForwardMsg.FromString(frame))
        except ConnectionClosed as error:
            self.errors.append(f"the connection was closed: {error}")
            async with self._news:
                self._news.notify_all()

    async def _take(self, message: ForwardMsg) -> None:
        kind = message.WhichOneof("type")
        if kind == "new_session":
            self._kept.append(set())
            self._page = message.new_session.page_script_hash
        elif kind == "navigation":
            self._page = message.navigation.page_script_hash
        elif kind == "delta":
            self._take_delta(message)
        elif kind == "ref_hash":
            self._kept[-1].add(message.ref_hash)
        elif kind == "script_finished":
            await self._finish(message.script_finished)

    def _take_delta(self, message: ForwardMsg) -> None:
        if message.metadata.cacheable:
            self._kept[-1].add(message.hash)
        element = message.delta.new_element
        kind = element.WhichOneof("type")
        if kind == "exception":
            self.errors.append(f"{element.exception.type}: {element.exception.message}")
        elif kind == "bidi_component" and element.bidi_component.id.endswith(("-page", "-board")):
            self._component = element.bidi_component.id
            self._fragment = message.delta.fragment_id
            self._show(json.loads(element.bidi_component.json or element.bidi_component.bytes))

    def _show(self, given: dict[str, Any]) -> None:
        same = "line" in given and given["line"] == self.frame.get("line")
        if same and given["number"] < self.frame["number"]:
            return  # a later one is there already
        self.frame = given if "main" in given else {}
        self.data = given["data"].get("board", {}) if self.frame else given
        if self.data.get("client") == self.client:
            self._known = self.data["revision"]

    async def _finish(self, status: int) -> None:
        if status == ForwardMsg.FINISHED_WITH_COMPILE_ERROR:
            self.errors.append("the script could not be compiled")
        if status not in _GOOD:
            return
        if self.data or self.frame:
            self._ready.set()
        self._note()
        async with self._news:
            self._news.notify_all()

    def _note(self) -> None:
        """Take note of what has been answered."""
        now = time.perf_counter()
        self._unanswered = [one for one in self._unanswered if one["revision"] > self._known]
        for revision in range(self._known, 0, -1):
            if revision in self.answered:
                break
            self.answered[revision] = now
