"""How much of their files visitors may leave in the server's memory: one file, one page, and all together.

What is too much is refused when it is announced, or while it streams in, and never held.
"""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

from irviz.formats.errors import MAX_FILE_BYTES, TooLargeError
from irviz.pages.results import UserFile
from irviz.ui.limits import parse_whole_number

if TYPE_CHECKING:
    from starlette.requests import Request

    from irviz.formats.errors import Limits

MEGABYTES = "IRVIZ_MOST_MEGABYTES"
"""The environment variable that says how much all visitors' files may take together."""

MAX_PAGE_BYTES = 300_000_000
"""So many bytes of files one page keeps, with what was read of them."""

MAX_TOTAL_BYTES = 450_000_000
"""So many all pages together, by default."""

MAX_FILES = 64
"""So many files one page keeps."""

_DRAINED = 400_000_000
"""So much of what is refused is let pass, so that a browser hears the answer."""


def read_max_total_bytes(text: str | None = None) -> int:
    """How many bytes the files of all visitors may take: `MAX_TOTAL_BYTES`, or what `IRVIZ_MOST_MEGABYTES` says.

    Args:
        text: In megabytes, from 1; by default, what the environment says. See `parse_whole_number`.

    Example:
        >>> read_max_total_bytes("1000")
        1000000000
    """
    default = MAX_TOTAL_BYTES // 10**6
    return parse_whole_number(MEGABYTES, default, "megabytes of files, such as 450", text) * 10**6


class NoRoomError(TooLargeError):
    """An uploaded file exceeds a limit of its page, or of all pages together."""


class Upload(UserFile):
    """An uploaded file in the server's memory.

    Args:
        owner: The token of the page that uploaded it.
        refused: The limit that it exceeded, as `find_refusal` gives it; else empty.
    """

    def __init__(self, owner: str, data: Any = b"", refused: str = "") -> None:
        super().__init__(data)
        self.owner = owner
        self.refused = refused
        self.held = len(data)
        with _lock:  # another thread may be counting
            _uploads.add(self)

    def check(self, name: str, limits: Limits) -> None:
        """Raise NoRoomError if the upload was refused for the limit of its page or of all; `limits` is not used."""
        del limits
        _raise_refusal(self.refused, name)

    def settle(self, name: str, size: int, *, again: bool) -> None:
        """Count `size` bytes kept of a file that was read; its own bytes are freed unless it is read `again`."""
        super().settle(name, size, again=again)
        self.held = len(self.data)
        _raise_refusal(find_refusal(self.owner, size), name)
        self.held += size


_uploads: WeakSet[Upload] = WeakSet()
"""All files that pages hold; a page that goes takes its own along."""

_lock = Lock()


def find_refusal(owner: str, size: int, *, new: bool = False) -> str:
    """The limit that an upload would exceed: ``"file"`` (of one file), ``"page"`` or ``"all"``; empty for none.

    Args:
        owner: The token of the page.
        size: How many bytes would be added.
        new: Whether they are one more file, since a page may have so many files at most.
    """
    if size > MAX_FILE_BYTES:
        return "file"
    with _lock:
        held = [(one.owner, one.held) for one in _uploads]
    mine = [taken for whose, taken in held if whose == owner]
    if sum(mine) + size > MAX_PAGE_BYTES or (new and len(mine) >= MAX_FILES):
        return "page"
    return "all" if sum(taken for _, taken in held) + size > _most[0] else ""


_most = [MAX_TOTAL_BYTES]


def limit_total_bytes(most: int) -> None:
    """Set how many bytes all visitors' files may take together; see `read_max_total_bytes`."""
    _most[:] = [most]


def _raise_refusal(refused: str, name: str) -> None:
    """Raise NoRoomError for the file `name` where `refused`, from `find_refusal`, is "page" or "all"."""
    if refused == "page":
        raise NoRoomError(
            f"at most {MAX_PAGE_BYTES // 10**6} MB of files on one page",
            "more",
            file=name,
            hint="take another one off first, or reload the page",
        )
    if refused == "all":
        raise NoRoomError(
            f"at most {_most[0] // 10**6} MB of everybody’s files on this server",
            "more",
            file=name,
            hint="try again when others have gone, or use irviz evaluate on the command line",
        )


async def receive_file(owner: str, request: Request) -> Upload:
    """Receive an uploaded file, as long as there is room for it.

    Args:
        owner: The token of the page that uploads it.
        request: The request whose body is the file.
    """
    announced = request.headers.get("content-length", "")
    size = int(announced) if announced.isdecimal() and len(announced) < 16 else 0
    upload = Upload(owner, refused=find_refusal(owner, size, new=True))
    pieces: list[bytes] = []
    passed = 0
    async for piece in request.stream():
        passed += len(piece)
        if not upload.refused:
            upload.refused = find_refusal(owner, len(piece))
            if upload.held + len(piece) > MAX_FILE_BYTES:
                upload.refused = "file"
        if upload.refused:
            pieces.clear()
            upload.held = 0
            if passed > _DRAINED:  # who is cut off while he speaks does not hear the answer
                break
            continue
        pieces.append(piece)
        upload.held += len(piece)
    upload.data = b"".join(pieces)
    return upload
