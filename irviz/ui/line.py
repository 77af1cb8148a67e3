"""A page's own line, beside Streamlit's: what its board does, files, and how far long work has come.

Each open page has an address of its own for that, which nobody else knows. For a change, Streamlit would run
its script, which costs the server more than the change itself.
"""

from __future__ import annotations

import gzip
from asyncio import get_running_loop
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from secrets import token_urlsafe
from threading import Lock
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

import orjson
from starlette.responses import JSONResponse, PlainTextResponse, Response

from irviz.rooms.quotas import read_client_address
from irviz.ui import files
from irviz.ui.component import encode_frame
from irviz.ui.limits import MAX_STATE_CHARACTERS, PACKING, Share, charge_message, find_fault, wait_for_share
from irviz.ui.uploads import Upload, receive_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from starlette.requests import Request

    from irviz.pages.host import Host
    from irviz.pages.results import UserFile

PATH = "irviz-line"
"""First part of the address of a page's own line."""

THREADS = 64
"""So many boards are answered at a time; each may have to wait for what else its page is at."""

MAX_WAITING_CHANGES = 8
"""So many wait for one page; its browser sends one after the other."""


class GaveWay(BaseException):
    """Raised to end a running change of the board, because a later one waits."""


@dataclass(eq=False)
class Line:
    """The connection between an open page and the server.

    Attributes:
        host: The open page, which makes its frames.
        token: The last part of its address.
        files: Uploaded files that the page has not taken yet, by their random names.
        share: The page's rate limit.
    """

    host: Host
    token: str = field(default_factory=lambda: token_urlsafe(18))
    files: dict[str, Upload] = field(default_factory=dict)
    share: Share = field(default_factory=Share)
    _lock: Lock = field(default_factory=Lock)
    _waiting: list[None] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Register the line, so that requests find it by its token."""
        _lines[self.token] = self

    def take_files(self, files: object) -> list[tuple[str, int, UserFile]]:
        """Take the uploaded files that a page lists, as (name, size in bytes, contents); others are left out."""
        found: list[tuple[str, int, UserFile]] = []
        for one in files if isinstance(files, list) else []:
            match one:
                case {"name": str(name), "size": int(size), "id": str(known)}:
                    found.append((name, size, self.files.pop(known, Upload(self.token))))
        return found

    @contextmanager
    def hold_host(self, tell: Callable[[str], None]) -> Iterator[None]:
        """Lock the host for one thread: Streamlit's script, or a request that changes the board.

        Args:
            tell: Called with the host's progress, in words.
        """
        self._waiting.append(None)
        with self._lock:
            self._waiting.pop()
            before, self.host.tell = self.host.tell, tell
            try:
                yield
            finally:
                self.host.tell = before

    def apply_change(self, message: bytes) -> bytes:
        """Apply a message of the board (JSON); returns the frame after it as JSON, empty if a later one interrupted."""
        if len(self._waiting) >= MAX_WAITING_CHANGES:
            return b""
        try:
            with self.hold_host(self._give_way):
                frame = self.host.handle_message("board", "message", orjson.loads(message))
                return encode_frame(self.host, frame, self.token)
        except GaveWay:
            return b""

    def _give_way(self, words: str) -> None:
        """Raise GaveWay when the host reports progress (`words`) while another thread waits for it."""
        if words and self._waiting:
            raise GaveWay


_lines: WeakValueDictionary[str, Line] = WeakValueDictionary()

_threads = ThreadPoolExecutor(THREADS, "line")


def _find_line(request: Request) -> Line | None:
    """The line of the open page with the token in a request's path; None where there is none."""
    return _lines.get(request.path_params["token"])


_GONE = "This page has gone. Load it again."


async def handle_work(request: Request) -> Response:
    """Answer requests about a page's work: POST uploads a file, GET reads the progress, DELETE stops it."""
    line = _find_line(request)
    if line is None:
        return PlainTextResponse(_GONE, 404)
    if request.method == "POST":
        name = token_urlsafe(9)
        line.files[name] = await receive_file(line.token, request)
        return JSONResponse({"id": name})
    if request.method == "DELETE":
        line.host.stop()
    return JSONResponse({"words": line.host.progress}, headers={"Cache-Control": "no-store"})


async def handle_change(request: Request) -> Response:
    """Apply the message of a page's board, and answer with the frame after it as JSON."""
    line = _find_line(request)
    if line is None:
        return PlainTextResponse(_GONE, 404)
    message, words = await _read_message(request, line.share)
    if words:
        return PlainTextResponse(f"Nothing was changed: this is {words}.", 400)
    frame = await get_running_loop().run_in_executor(_threads, line.apply_change, message)
    headers = {"Cache-Control": "no-store", "Vary": "Accept-Encoding"}
    if not frame:
        return Response(status_code=204, headers=headers)
    if files.takes_gzip(request.headers.get("accept-encoding", "")):
        headers["Content-Encoding"] = "gzip"
        frame = gzip.compress(frame, PACKING, mtime=0)
    return Response(frame, headers=headers, media_type="application/json")


async def _read_message(request: Request, line: Share) -> tuple[bytes, str]:
    """The message of the board in a request, and why it is invalid, in words (empty where it is not)."""
    address = read_client_address(request.scope)
    await wait_for_share(line, address)
    said = b""
    async for piece in request.stream():
        said += piece
        if len(said) > MAX_STATE_CHARACTERS:
            return b"", f"more than {MAX_STATE_CHARACTERS:,} characters"
    with charge_message(line, address, len(said)):
        try:
            return said, find_fault(said.decode())
        except UnicodeDecodeError:
            return b"", "no text"
