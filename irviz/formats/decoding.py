"""Decodes the bytes of a file to text: decompresses within limits, and reports faults with their line.

Binary tables become CSV; other binary formats are an error that names them.
"""

from __future__ import annotations

import io
import re
import zlib
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE, BOM_UTF32_BE, BOM_UTF32_LE
from collections.abc import Callable
from importlib import import_module
from itertools import chain
from typing import TYPE_CHECKING, BinaryIO, Literal, NamedTuple, Protocol

from irviz.formats.errors import MAX_LINE_BYTES, PAGE_LIMITS, FormatError, convert_errors
from irviz.formats.spreadsheet import BINARY

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from irviz.formats.errors import Limits

Progress = Callable[[int, int], None]
"""Called with the bytes done and their total; 0 and 0 if unknown. To cancel, raise from it."""

Duplicates = Literal["refuse", "first", "last"]
"""What a run that lists a document again is: refused, or read with the first or the last of the lines."""

READ_BYTES = 1 << 18
"""How many bytes are read at once."""

PROGRESS_BYTES = 1 << 16
"""At least so many bytes are read between two progress reports."""

HEAD_BYTES = 1 << 16
"""How many bytes of text a guess may look at."""


UNPACKED_BYTES = 1 << 20
"""How many bytes are unpacked at once, at most."""

MAX_MEMORY_BYTES = 1 << 28
"""The memory limit for xz files; its strongest preset takes a quarter of this."""

_WITH_HEADER = 31  # zlib's number for data with gzip's header and checksum

_KINDS = {
    b"PK\x05\x06": "an empty zip archive",
    b"7z\xbc\xaf": "a 7-Zip archive",
    b"Rar!": "a RAR archive",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"%PDF": "a PDF",
    b"\xd0\xcf\x11\xe0": "an old Office document",
    b"SQLite format 3": "a database",
    b"\x89HDF": "an HDF5 file",
}


class Unpacker(Protocol):
    """Decompresses one part of a packed file, piece by piece, as bz2, lzma and zstd of the standard library do."""

    @property
    def eof(self) -> bool:
        """Whether the packed part has ended."""

    @property
    def needs_input(self) -> bool:
        """Whether more packed bytes are needed to go on."""

    @property
    def unused_data(self) -> bytes:
        """The bytes after the end of the packed part."""

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:
        """Decompress further packed bytes; returns at most ``max_length`` bytes of text, or all of it for -1."""


class Packing(NamedTuple):
    """A format of packed files, such as gzip.

    Attributes:
        name: The format's name.
        magic: The bytes with which every such file begins.
        modules: The modules that can unpack it; the first that is installed is used.
        start: Makes an unpacker for one part of a file, from such a module.
    """

    name: str
    magic: bytes
    modules: tuple[str, ...]
    start: Callable[..., Unpacker]


class _Gzip:
    """An `Unpacker` of one part of a gzip file."""

    def __init__(self) -> None:
        """Begin a part of a gzip file."""
        self._part = zlib.decompressobj(_WITH_HEADER)
        self._full = False

    @property
    def eof(self) -> bool:
        """Whether the packed part has ended."""
        return self._part.eof

    @property
    def needs_input(self) -> bool:
        """Whether more packed bytes are needed to go on."""
        # Where all the room was taken, more may have been held back.
        return not self._full and not self._part.unconsumed_tail

    @property
    def unused_data(self) -> bytes:
        """The bytes after the end of the packed part."""
        return self._part.unused_data

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:
        """Decompress further packed bytes; returns at most ``max_length`` bytes of text, or all of it for -1."""
        piece = self._part.decompress(self._part.unconsumed_tail + data, max_length)
        self._full = len(piece) == max_length
        return piece


PACKINGS = (
    Packing("gzip", b"\x1f\x8b", ("zlib",), lambda _: _Gzip()),
    Packing("bzip2", b"BZh", ("bz2",), lambda module: module.BZ2Decompressor()),
    Packing("xz", b"\xfd7zXZ", ("lzma",), lambda module: module.LZMADecompressor(memlimit=MAX_MEMORY_BYTES)),
    Packing(
        "zstd", b"\x28\xb5\x2f\xfd", ("compression.zstd", "backports.zstd"), lambda module: module.ZstdDecompressor()
    ),
)
"""What can be unpacked; zstd where Python is 3.14 or newer, or backports.zstd is installed."""

_MAX_MAGIC_BYTES = max(len(magic) for magic in (*_KINDS, *(packing.magic for packing in PACKINGS)))


def is_plain(front: bytes) -> bool:
    r"""Whether a file that begins with these bytes is neither packed (gzip …) nor a binary table (Parquet, Excel).

    Example:
        >>> is_plain(b"q1 Q0 d7"), is_plain(b"PK\x03\x04")
        (True, False)
    """
    return _detect_packing(front) is None and not front.startswith((*BINARY,))


def unpack(chunks: Iterable[bytes], name: str, limits: Limits) -> Iterator[bytes]:
    """The text of a file as bytes: decompressed if it is packed, and as CSV if it is a binary table.

    Args:
        chunks: The bytes of the file, in pieces of any size above 0.
        name: The file's name, for messages.
        limits: The size and the ratio beyond which unpacking stops at once.

    Yields:
        Pieces of at most `UNPACKED_BYTES` bytes, or those that came in.

    Raises:
        FormatError: The file is packed in another way, or in one that this Python cannot unpack; or
            it is damaged, or ends early; or it is a table that needs a package to be read.
        TooLargeError: It holds more than the limits allow.

    Example:
        >>> import bz2, gzip
        >>> from irviz.formats.errors import PAGE_LIMITS
        >>> b"".join(unpack([gzip.compress(b"1 0 1")], "list.gz", PAGE_LIMITS))
        b'1 0 1'
        >>> b"".join(unpack([bz2.compress(b"1 0 1")], "list.bz2", PAGE_LIMITS))
        b'1 0 1'
    """
    pieces = iter(chunks)
    front = b""
    for piece in pieces:
        front += piece
        if len(front) >= _MAX_MAGIC_BYTES:
            break
    pieces = chain([front], pieces) if front else pieces
    packing = _detect_packing(front)
    if packing is not None:
        pieces = _decompress(pieces, packing, name, limits)
        front = next(pieces, b"")
        pieces = chain([front], pieces)
        if _detect_packing(front) is not None:
            raise FormatError("text", "a packed file in a packed file", file=name)
    for magic, read in BINARY.items():
        if front.startswith(magic):
            whole = b"".join(pieces)
            limits.check_size(len(whole), name)
            yield from _limit_size(read(whole, name, limits), name, limits)
            return
    for magic, kind in _KINDS.items():
        if front.startswith(magic):
            hint = "use text, or text packed with gzip"
            raise FormatError("text", kind, file=name, hint=hint)
    yield from pieces


def _limit_size(pieces: Iterable[bytes], name: str, limits: Limits) -> Iterator[bytes]:
    """The pieces as they are; a TooLargeError once they are larger than the limits allow for the file ``name``."""
    size = 0
    for piece in pieces:
        size += len(piece)
        limits.check_size(size, name)
        yield piece


def _detect_packing(front: bytes) -> Packing | None:
    """The packing of a file that begins with these bytes, such as gzip; None if it is not packed."""
    return next((packing for packing in PACKINGS if front.startswith(packing.magic)), None)


def _decompress(chunks: Iterable[bytes], packing: Packing, name: str, limits: Limits) -> Iterator[bytes]:
    """The decompressed text of a packed file, in pieces; it may have several parts, one after the other."""
    whole, again = f"a whole {packing.name} file", "pack or fetch it again"
    module = _import_packing(packing, name)
    part = packing.start(module)
    packed = text = 0
    parts = 1
    for chunk in chunks:
        packed += len(chunk)
        rest = chunk
        while rest or not (part.eof or part.needs_input):
            if part.eof:
                rest = rest.lstrip(b"\0")  # some programs fill the last block up
                if not rest:
                    break
                part = packing.start(module)
                parts += 1
                limits.check_parts(parts, name)
            with convert_errors(whole, "damaged data", file=name, hint=again):
                piece = part.decompress(rest, UNPACKED_BYTES)
            text += len(piece)
            rest = part.unused_data if part.eof else b""
            limits.check_ratio(packed - len(rest), text, name)
            limits.check_size(text, name)
            if piece:
                yield piece
    if not part.eof:
        raise FormatError(whole, "its end missing", file=name, hint=again)


def _import_packing(packing: Packing, name: str) -> object:
    """The first installed module that can unpack such a file; a FormatError about the file ``name`` if none is."""
    for module in packing.modules:
        try:
            return import_module(module)
        except ImportError:
            continue
    raise FormatError(
        "text",
        f"a file packed with {packing.name}, which this Python cannot unpack",
        file=name,
        hint=f"install {packing.modules[-1]}, or pack it with gzip",
    )


class Source:
    """A file that is read once, from front to back, and never written anywhere.

    Args:
        data: The bytes, or pasted text, or an open binary file.
        name: What the file is called in messages; empty for pasted text.
        limits: How much is read at most.
        progress: Called while reading with the bytes done and their total. What it raises ends the
            reading and goes through to the caller.

    Attributes:
        duplicates: What a run in TREC's format that lists a document again is: refused, or read with the first or
            the last of the document's lines.
        notes: What was noticed and put right while reading, a sentence each.
        first_line: The number of the first line of the text: 1, or 0 where rows are counted and it names columns.

    Example:
        >>> source = Source(b"1 0 1", "list.txt")
        >>> source.head(), b"".join(source.chunks())
        (b'1 0 1', b'1 0 1')
    """

    def __init__(
        self,
        data: bytes | bytearray | memoryview | str | BinaryIO,
        name: str = "",
        limits: Limits = PAGE_LIMITS,
        progress: Progress | None = None,
    ) -> None:
        """Open the file; a TooLargeError if it is larger than the limits allow."""
        self.name = name
        self.limits = limits
        self.duplicates: Duplicates = "refuse"
        self.notes: list[str] = []
        self.total = 0
        self.done = 0
        self.first_line = 1
        self._progress = progress
        self._told = -PROGRESS_BYTES
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
        """The first bytes of the decompressed text; `chunks` still begins with them."""
        rest = self._iterate_text()
        while len(self._front) < HEAD_BYTES:
            chunk = next(rest, None)
            if chunk is None:
                break
            self._front += chunk
        return self._front[:HEAD_BYTES]

    def chunks(self) -> Iterator[bytes]:
        """The decompressed text in pieces; it can be read only once."""
        front, self._front = self._front, b""
        if front:
            yield front
        yield from self._iterate_text()

    def error(self, expected: str, found: str, line: int | None = None, hint: str = "") -> FormatError:
        """A FormatError, to be raised: what belongs in this place of the file, and what was found there."""
        return FormatError(expected, found, file=self.name, line=line, hint=hint)

    def add_note(self, text: str) -> None:
        """Note a sentence about something put right while reading, unless it is noted already."""
        if text not in self.notes:
            self.notes.append(text)

    def report_progress(self, share: float = 1.0) -> None:
        """Tell the ``progress`` callback how much is done: ``share``, from 0 to 1, of the bytes read so far."""
        done = int(self.done * share)
        if self._progress is not None and (done - self._told >= PROGRESS_BYTES or done == self.total):
            self._told = done
            self._progress(done, self.total)

    def _iterate_text(self) -> Iterator[bytes]:
        """The decompressed bytes in pieces; each call goes on with the same iterator."""
        if self._unpacked is None:
            self._unpacked = unpack(self._iterate_raw(), self.name, self.limits)
        return self._unpacked

    def _iterate_raw(self) -> Iterator[bytes]:
        """The bytes as they are in the file, in pieces; a TooLargeError if they are too many."""
        while chunk := self._file.read(READ_BYTES):
            self.done += len(chunk)
            self.limits.check_size(self.done, self.name)
            # Its columns' names become a line that the file has not.
            self.first_line = 0 if chunk.startswith(b"PAR1") else self.first_line
            yield chunk


_ALLOWED = b"\t\n\r"
_CONTROLS = bytes(byte for byte in (*range(32), 127) if byte not in _ALLOWED)
_CONTROL = re.compile(b"[" + re.escape(_CONTROLS) + b"]")

BOM_NOTE = "The file began with a byte order mark, which was left out."
WINDOWS_NOTE = "The file has Windows line ends."


def read_blocks(source: Source) -> Iterator[tuple[int, bytes]]:
    r"""Blocks of whole lines, each as a pair with the number of its first line, from 1.

    Args:
        source: The file; it is used up. Progress is reported after each block.

    Yields:
        The number of the first line, from 1, and whole lines as valid UTF-8, each ended by ``\n``.

    Raises:
        FormatError: The bytes are no text; the message names line and byte.
        TooLargeError: There are too many lines.

    Example:
        >>> list(read_blocks(Source(b"one\r\ntwo\rthree")))
        [(1, b'one\ntwo\n'), (3, b'three\n')]
    """
    line = 1
    carry = b""
    for chunk in _normalize_line_ends(source):
        cut = chunk.rfind(b"\n") + 1
        if cut:
            block = carry + chunk[:cut]
            carry = chunk[cut:]
            _check_text(block, line, source)
            yield line, block
            line += block.count(b"\n")
            source.limits.check_lines(line - 1, source.name)
            source.report_progress()
        else:
            carry += chunk
        if len(carry) > MAX_LINE_BYTES:
            raise source.error(
                f"lines of at most {MAX_LINE_BYTES:,} bytes", "a longer one", line, "is this a list of results?"
            )
    if carry:
        _check_text(carry, line, source)
        source.limits.check_lines(line, source.name)
        yield line, carry + b"\n"


def read_text(source: Source) -> str:
    r"""The whole text of a file, decompressed, with ``\n`` as its line ends.

    Args and errors are as for `read_blocks`. Progress stays at 0 and is for the caller to report.

    Example:
        >>> read_text(Source(b"\xef\xbb\xbf{}"))
        '{}'
    """
    pieces = []
    for chunk in _normalize_line_ends(source):
        pieces.append(chunk)
        source.report_progress(0.0)
    data = b"".join(pieces)
    _check_text(data, 1, source)
    return data.decode()


def read_beginning(source: Source) -> str:
    r"""The first lines of a file for guessing its format, or the beginning of the only line; it can still be read.

    Invalid bytes are replaced; reading reports them.

    Example:
        >>> read_beginning(Source(b"one\r\ntw"))
        'one\ntw'
    """
    start = source.head()
    text = start.removeprefix(BOM_UTF8).decode("utf-8", "replace")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    complete = text.rfind("\n") + 1
    return text[:complete] if complete and len(start) == HEAD_BYTES else text


def check_head(source: Source) -> None:
    """Raise a FormatError for a file that does not begin with text; the source can still be read.

    Raises:
        FormatError: There is a control character, or the mark of UTF-16 or UTF-32, near the beginning.
    """
    start = source.head()
    _reject_wide_encodings(start, source)
    _reject_control_characters(start.replace(b"\r\n", b"\n").replace(b"\r", b"\n"), 1, source)


def _normalize_line_ends(source: Source) -> Iterator[bytes]:
    r"""The text in pieces, without a byte order mark and with ``\n`` as line ends."""
    first = True
    held = b""
    for piece in source.chunks():
        chunk = held + piece
        held = b""
        if first:
            first = False
            _reject_wide_encodings(chunk, source)
            if chunk.startswith(BOM_UTF8):
                chunk = chunk.removeprefix(BOM_UTF8)
                source.add_note(BOM_NOTE)
        if b"\r" in chunk:
            if chunk.endswith(b"\r"):
                chunk, held = chunk[:-1], b"\r"
            if b"\r\n" in chunk:
                source.add_note(WINDOWS_NOTE)
                chunk = chunk.replace(b"\r\n", b"\n")
            chunk = chunk.replace(b"\r", b"\n")
        if chunk:
            yield chunk
    if held:
        yield b"\n"


def _check_text(block: bytes, line: int, source: Source) -> None:
    """Raise a FormatError for control characters or invalid UTF-8; ``line`` is the number of the block's first line."""
    _reject_control_characters(block, line, source)
    if block.isascii():
        return
    try:
        block.decode()
    except UnicodeDecodeError as error:
        at = error.start
        found = f"the byte {_format_byte(block, at)}"
        number, where = _locate_byte(block, at, line)
        letter = block[at : at + 1].decode("latin-1")
        if letter.isprintable():
            where += f"; in Latin-1 it is {letter}, so save the file as UTF-8"
        else:
            where += "; save the file as UTF-8"
        raise source.error("text in UTF-8", found, number, where) from None


def _reject_wide_encodings(start: bytes, source: Source) -> None:
    """Raise a FormatError for a file whose first bytes (``start``) are the mark of UTF-16 or UTF-32."""
    # The longer marks first: the short one of little ends begins the long one.
    for marks, name in _WIDE_MARKS.items():
        if start.startswith(marks):
            raise source.error("text in UTF-8", name, 1, "save the file as UTF-8")


_WIDE_MARKS = {(BOM_UTF32_LE, BOM_UTF32_BE): "UTF-32", (BOM_UTF16_LE, BOM_UTF16_BE): "UTF-16"}


def _reject_control_characters(block: bytes, line: int, source: Source) -> None:
    """Raise a FormatError for a control character; ``line`` is the number of the block's first line."""
    if len(block.translate(None, _CONTROLS)) != len(block):
        at = next(_CONTROL.finditer(block)).start()
        found = f"the control character {_format_byte(block, at)}"
        number, where = _locate_byte(block, at, line)
        where += "; save the file as UTF-8" if block[at] == 0 else ""  # as each second byte of UTF-16 is
        raise source.error("text", found, number, where)


def _format_byte(block: bytes, at: int) -> str:
    """The byte at index ``at`` in hexadecimal, for a message: ``0xff``."""
    return f"0x{block[at]:02X}"


def _locate_byte(block: bytes, at: int, line: int) -> tuple[int, str]:
    """The number of the line that the byte at index ``at`` is in, and words for its place in the line.

    ``line`` is the number of the block's first line.
    """
    start = block.rfind(b"\n", 0, at) + 1
    return line + block.count(b"\n", 0, at), f"it is byte {at - start + 1} of the line"
