"""A file on its way in: its bytes, its name, and who wants to hear how far reading has come."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import TYPE_CHECKING, BinaryIO

from irviz.formats.decoding import compression
from irviz.formats.errors import FormatError
from irviz.formats.limits import PAGE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from irviz.formats.limits import Limits

Progress = Callable[[int, int], None]
"""Told how many bytes are done, of how many; 0 of 0 where that is unknown. To cancel, raise from it."""

STEP = 1 << 18
"""How many bytes are read at once."""

TOLD = 1 << 16
"""How many bytes pass between two reports, at least."""

HEAD = 1 << 16
"""How many bytes of text a guess may look at."""


class Source:
    """A file that is read once, from front to back, and never written anywhere.

    Args:
        data: The bytes, or pasted text, or an open binary file.
        name: What the file is called in messages; empty for pasted text.
        limits: Where reading stops.
        progress: Called while reading with the bytes done and their total. What it raises ends the
            reading and goes through to the caller.

    Attributes:
        notes: What was noticed and put right while reading, a sentence each.

    Example:
        >>> source = Source(b"1 0 1", "list.txt")
        >>> source.head(), b"".join(source.chunks())
        (b'1 0 1', b'1 0 1')
    """

    def __init__(
        self,
        data: bytes | bytearray | memoryview | str | BinaryIO,
        name: str = "",
        limits: Limits = PAGE,
        progress: Progress | None = None,
    ) -> None:
        self.name = name
        self.limits = limits
        self.notes: list[str] = []
        self.total = 0
        self.done = 0
        self._progress = progress
        self._told = -TOLD
        if isinstance(data, str):
            data = data.encode("utf-8", "surrogatepass")
        if isinstance(data, bytes | bytearray | memoryview):
            self.total = len(data)
            limits.check_size(self.total, name, whole=True)
            data = io.BytesIO(data)
        self._file = data
        self._front = b""
        self._unpacked: Iterator[bytes] | None = None

    def head(self) -> bytes:
        """The first bytes of the text, unpacked; they are still there to be read."""
        rest = self._text()
        while len(self._front) < HEAD:
            chunk = next(rest, None)
            if chunk is None:
                break
            self._front += chunk
        return self._front[:HEAD]

    def chunks(self) -> Iterator[bytes]:
        """The text, unpacked, piece by piece; this uses the source up."""
        front, self._front = self._front, b""
        if front:
            yield front
        yield from self._text()

    def error(
        self, expected: str, found: str, line: int | None = None, hint: str = ""
    ) -> FormatError:
        """The error to raise for a fault in this file."""
        return FormatError(expected, found, file=self.name, line=line, hint=hint)

    def note(self, text: str) -> None:
        """Remember something that was put right, once."""
        if text not in self.notes:
            self.notes.append(text)

    def tell(self, share: float = 1.0) -> None:
        """Report how far reading has come: that share of the bytes read until now."""
        done = int(self.done * share)
        if self._progress is not None and (done - self._told >= TOLD or done == self.total):
            self._told = done
            self._progress(done, self.total)

    def _text(self) -> Iterator[bytes]:
        if self._unpacked is None:
            self._unpacked = compression.unpacked(self._raw(), self.name, self.limits)
        return self._unpacked

    def _raw(self) -> Iterator[bytes]:
        """The bytes as they are in the file."""
        while chunk := self._file.read(STEP):
            self.done += len(chunk)
            self.limits.check_size(self.done, self.name)
            yield chunk
