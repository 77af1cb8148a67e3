"""How much of their files visitors may leave in the server's memory: one file, one page, and all together.

What is too much is refused when it is announced, or while it streams in, and never held. The page is told
that the file is there and empty, and why; so it can say so in its own words, which Streamlit's input cannot.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import blake2b
from secrets import token_bytes
from threading import Lock
from typing import TYPE_CHECKING, Any

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from irviz.formats.errors import TooLargeError
from irviz.formats.limits import MOST_BYTES, PAGE
from irviz.ui.limits import whole_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from starlette.types import ASGIApp, Message, Receive, Scope, Send
    from streamlit.runtime.uploaded_file_manager import UploadedFile, UploadFileUrlInfo

    from irviz.formats.limits import Limits

MEGABYTES = "IRVIZ_MOST_MEGABYTES"
"""The environment variable that says how much all visitors' files may take together."""

MOST_OF_A_PAGE = 300_000_000
"""So many bytes of files one page keeps, with what was read of them."""

MOST_OF_ALL = 450_000_000
"""So many all pages together, by default."""

MOST_FILES = 64
"""So many files one page keeps."""

_FRAME = 100_000
"""What is around a file on its way in is shorter, in bytes."""

_DRAINED = 400_000_000
"""So much of what is refused is let pass, so that a browser hears the answer."""

_PATH = re.compile(r"/_stcore/upload_file/([\w-]{1,100})/([\w-]{1,100})$")
_BOUNDARY = re.compile(r'boundary="?([^";]{1,200})"?')


def most_of_all(text: str | None = None) -> int:
    """How many bytes all visitors' files may take: `MOST_OF_ALL`, or what `IRVIZ_MOST_MEGABYTES` says.

    Args:
        text: In megabytes, from 1; by default, what the environment says. See `whole_number`.

    Example:
        >>> most_of_all("1000")
        1000000000
    """
    default = MOST_OF_ALL // 10**6
    return whole_number(MEGABYTES, default, "megabytes of files, such as 450", text) * 10**6


class Brought(UploadedFileRec):
    """A file in the server's memory.

    Streamlit makes a copy of a file's bytes in each run of the page; these it does not see.

    Attributes:
        whole: The bytes.
        size: How many there are, or were announced.
        refused: Why they are not there: too much of ``"page"``, of ``"all"`` or of one ``"file"``.
        read: How many bytes are kept of what was read of it.
    """

    whole: bytes
    size: int
    refused: str
    read: int

    @classmethod
    def of(cls, record: UploadedFileRec, size: int, refused: str) -> Brought:
        """What Streamlit has kept of a file, or would have."""
        made = cls(record.file_id, record.name, record.type, b"")
        made.whole = b"" if refused else record.data
        made.size = size if refused else len(record.data)
        made.refused = refused
        made.read = 0
        return made


class NoRoomError(TooLargeError):
    """There is no room for a file."""


@dataclass
class _Coming:
    """A file on its way in: whose it is, and how many bytes of it have come."""

    session: str
    size: int = 0


class Ledger:
    """Who holds how much.

    Args:
        most: From `most_of_all`.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._coming: list[_Coming] = []
        self._lock = Lock()

    def refusal(self, session: str, size: int, *, new: bool = True) -> str:
        """Of what so many bytes more would be too much: ``"file"``, ``"page"`` or ``"all"``; else nothing."""
        if size > MOST_BYTES + _FRAME:
            return "file"
        with self._lock:
            mine = sum(one.size for one in self._coming if one.session == session)
            everybodys = sum(one.size for one in self._coming)
        files = 0
        for owner, one in _records():
            held = len(one.data) + (len(one.whole) + one.read if isinstance(one, Brought) else 0)
            everybodys += held
            if owner == session:
                mine += held
                files += 1
        if mine + size > MOST_OF_A_PAGE or (new and files >= MOST_FILES):
            return "page"
        return "all" if everybodys + size > self.most else ""

    def begin(self, session: str) -> _Coming:
        """Count a file that is on its way in, with what has come of it."""
        coming = _Coming(session)
        with self._lock:
            self._coming.append(coming)
        return coming

    def end(self, coming: _Coming) -> None:
        """It is here, or does not come."""
        with self._lock:
            self._coming.remove(coming)


def _records() -> Iterator[tuple[str, UploadedFileRec]]:
    """All files that Streamlit keeps, with the sessions that they belong to."""
    storage: dict[str, dict[str, UploadedFileRec]] = getattr(_manager(), "file_storage", {})
    for session, files in list(storage.items()):
        for one in list(files.values()):
            yield session, one


def _manager() -> Any:
    return runtime.get_instance().uploaded_file_mgr if runtime.exists() else None


_KEY = token_bytes(32)

_MANY = 1_000
"""So many other names of sessions are kept before those of pages that have gone are dropped."""

_sessions: dict[str, str] = {}
"""By its other name, a session to which an address was told."""


def hide_sessions() -> None:
    """Have Streamlit tell pages to put their files under another name of their session.

    Who knows a session's own name can take the page over, and addresses stand in the logs of proxies.
    """
    manager = _manager()
    told = manager.get_upload_urls

    def hidden(session: str, names: Sequence[str]) -> list[UploadFileUrlInfo]:
        other = blake2b(session.encode(), digest_size=16, key=_KEY).hexdigest()
        if len(_sessions) >= _MANY:
            for name, one in list(_sessions.items()):
                if not runtime.get_instance().is_active_session(one):
                    del _sessions[name]
        _sessions[other] = session
        return [
            one._replace(
                upload_url=one.upload_url.replace(session, other),
                delete_url=one.delete_url.replace(session, other),
            )
            for one in told(session, names)
        ]

    manager.get_upload_urls = hidden


_house: list[Ledger] = []
"""The ledger of the server, where there is one."""


def brought(file: UploadedFile, limits: Limits = PAGE) -> bytes:
    """The bytes of a file that somebody has chosen on the page that runs.

    Args:
        file: The file.
        limits: What helps where it is too large.

    Raises:
        TooLargeError: It was refused on its way in.
    """
    record = _record(file)
    if record is None:
        return file.getvalue()
    _check(record.refused, record.size, file.name, limits)
    return record.whole


def charge(file: UploadedFile | None, size: int, *, again: bool) -> None:
    """Put down how much is kept of what was read of a file on the page that runs.

    Args:
        file: The file, if it was one.
        size: So many bytes.
        again: Whether it may have to be read once more; if not, its own bytes are let go.

    Raises:
        TooLargeError: It is too much.
    """
    record = None if file is None else _record(file)
    context = get_script_run_ctx()
    if file is None or record is None or context is None or not _house:
        return
    record.read = 0
    if not again:
        record.whole = b""
    _check(_house[0].refusal(context.session_id, size, new=False), size, file.name)
    record.read = size


def _record(file: UploadedFile) -> Brought | None:
    context = get_script_run_ctx()
    if context is None:
        return None
    found = context.uploaded_file_mgr.get_files(context.session_id, [file.file_id])
    return found[0] if found and isinstance(found[0], Brought) else None


def _check(refused: str, size: int, name: str, limits: Limits = PAGE) -> None:
    if refused == "file":
        limits.check_size(max(size, MOST_BYTES + 1), name, whole=True)
    elif refused == "page":
        raise NoRoomError(
            f"at most {MOST_OF_A_PAGE // 10**6} MB of files on one page",
            "more",
            file=name,
            hint="take another one off first, or reload the page",
        )
    elif refused:
        most = _house[0].most if _house else MOST_OF_ALL
        raise NoRoomError(
            f"at most {most // 10**6} MB of everybody’s files on this server",
            "more",
            file=name,
            hint="try again when others have gone, or use irviz evaluate on the command line",
        )


class UploadMiddleware:
    """Lets files in as long as there is room for them.

    Args:
        app: Streamlit, which takes them.
        most: From `most_of_all`.
    """

    def __init__(self, app: ASGIApp, most: int) -> None:
        self.app = app
        self._ledger = Ledger(most)
        _house[:] = [self._ledger]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on but what is too much."""
        found = _PATH.search(scope["path"]) if scope["type"] == "http" else None
        if found is None:
            await self.app(scope, receive, send)
            return
        name, file = found.groups()
        session = _sessions.get(name, name)
        scope = {**scope, "path": scope["path"].replace(name, session)}
        if scope["method"] != "PUT":
            await self.app(scope, receive, send)
            return
        announced = Headers(scope=scope).get("content-length", "")
        size = int(announced) if announced.isdecimal() and len(announced) < 16 else 0
        refused = self._ledger.refusal(session, size)  # what was announced is held once it has come
        upload = _Upload(receive, send, session, file, size, refused)
        if refused:
            headers = [one for one in scope["headers"] if one[0] != b"content-length"]
            scope = {**scope, "headers": headers}
            await self.app(scope, upload.emptied(Headers(scope=scope)), upload.answer)
            return
        coming = self._ledger.begin(session)
        try:
            await self.app(scope, upload.counted(self._ledger, coming), upload.answer)
        except NoRoomError as error:
            await upload.refuse(str(error))
        finally:
            self._ledger.end(coming)


@dataclass
class _Upload:
    """One file on its way in: whose it is, how long it is said to be, and why it is refused, if it is."""

    receive: Receive
    send: Send
    session: str
    file: str
    size: int
    refused: str
    answered: bool = False
    more: bool = True

    def counted(self, ledger: Ledger, coming: _Coming) -> Receive:
        """What comes in, as long as there is room for it."""

        async def receive() -> Message:
            message = await self.receive()
            self.more = message.get("more_body", False)
            size = len(message.get("body", b""))
            if coming.size + size > MOST_BYTES + _FRAME or ledger.refusal(self.session, size):
                raise NoRoomError("room for this file", "none")
            coming.size += size
            return message

        return receive

    def emptied(self, headers: Headers) -> Receive:
        """The beginning of what comes in, with the file's name, and then its end."""
        found = _BOUNDARY.search(headers.get("content-type", ""))
        end = f"\r\n--{found[1] if found else ''}--\r\n".encode("latin-1")
        front = b""

        async def receive() -> Message:
            nonlocal front
            while self.more and b"\r\n\r\n" not in front and len(front) < _FRAME:
                message = await self.receive()
                if message["type"] != "http.request":
                    return message
                front += message.get("body", b"")
                self.more = message.get("more_body", False)
            head, between, _ = front.partition(b"\r\n\r\n")
            return {"type": "http.request", "body": head + between + end, "more_body": False}

        return receive

    async def answer(self, message: Message) -> None:
        """Pass Streamlit's answer on; before that, keep the file out of its sight."""
        if message["type"] == "http.response.start":
            self.answered = True
            if message["status"] == 204:
                self._keep()
            if self.refused:
                await self._drain()
        await self.send(message)

    async def refuse(self, words: str) -> None:
        """Answer that there is no room."""
        if not self.answered:
            await self._drain()
            scope: Scope = {"type": "http"}
            await PlainTextResponse(words, 413)(scope, self.receive, self.send)

    def _keep(self) -> None:
        manager = _manager()
        found = [] if manager is None else manager.get_files(self.session, [self.file])
        if found:
            manager.add_file(self.session, Brought.of(found[0], self.size, self.refused))

    async def _drain(self) -> None:
        """Let the rest pass: who is cut off while he speaks does not hear the answer."""
        left = _DRAINED
        while self.more and left > 0:
            message = await self.receive()
            left -= len(message.get("body", b""))
            self.more = message.get("more_body", False)
