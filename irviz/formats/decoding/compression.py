"""Packed files: unpacked on the way, within limits; kinds that cannot be unpacked are named.

Tables that are no text come out as the CSV that they would be.
"""

from __future__ import annotations

import zlib
from importlib import import_module
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, Protocol

from irviz.formats.decoding.columnar import BINARY
from irviz.formats.errors import FormatError, refused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from irviz.formats.limits import Limits

STEP = 1 << 20
"""How many bytes are unpacked at once, at most."""

MOST_MEMORY = 1 << 28
"""How much memory an xz file may ask for; its strongest packing takes a quarter of this."""

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
    """One part of a packed file on its way, as bz2, lzma and zstd of the standard library have it."""

    @property
    def eof(self) -> bool:
        """Whether the part has ended."""

    @property
    def needs_input(self) -> bool:
        """Whether it can go on only with more of the file."""

    @property
    def unused_data(self) -> bytes:
        """What came after its end."""

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:
        """Some of the text, at most so many bytes."""


class Packing(NamedTuple):
    """A way to pack a file.

    Attributes:
        name: What it is called.
        magic: How every such file begins.
        modules: The modules that can unpack it, the first that is there is taken.
        start: From such a module, what unpacks a part.
    """

    name: str
    magic: bytes
    modules: tuple[str, ...]
    start: Callable[..., Unpacker]


class _Gzip:
    """zlib, as the others are used."""

    def __init__(self) -> None:
        self._part = zlib.decompressobj(_WITH_HEADER)
        self._full = False

    @property
    def eof(self) -> bool:
        return self._part.eof

    @property
    def needs_input(self) -> bool:
        # Where all the room was taken, more may have been held back.
        return not self._full and not self._part.unconsumed_tail

    @property
    def unused_data(self) -> bytes:
        return self._part.unused_data

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:
        piece = self._part.decompress(self._part.unconsumed_tail + data, max_length)
        self._full = len(piece) == max_length
        return piece


PACKINGS = (
    Packing("gzip", b"\x1f\x8b", ("zlib",), lambda _: _Gzip()),
    Packing("bzip2", b"BZh", ("bz2",), lambda module: module.BZ2Decompressor()),
    Packing(
        "xz",
        b"\xfd7zXZ",
        ("lzma",),
        lambda module: module.LZMADecompressor(memlimit=MOST_MEMORY),
    ),
    Packing(
        "zstd",
        b"\x28\xb5\x2f\xfd",
        ("compression.zstd", "backports.zstd"),
        lambda module: module.ZstdDecompressor(),
    ),
)
"""What can be unpacked; zstd where Python is 3.14 or newer, or backports.zstd is installed."""

_LONGEST = max(len(magic) for magic in (*_KINDS, *(packing.magic for packing in PACKINGS)))


def is_plain(front: bytes) -> bool:
    r"""Whether a file that begins so is text, or nothing that is read: neither packed nor a binary table.

    Example:
        >>> is_plain(b"q1 Q0 d7"), is_plain(b"PK\x03\x04")
        (True, False)
    """
    return _packing(front) is None and not front.startswith((*BINARY,))


def unpacked(chunks: Iterable[bytes], name: str, limits: Limits) -> Iterator[bytes]:
    """The text of a file, whether it is packed or plain.

    Args:
        chunks: The bytes of the file, in pieces of any size above 0.
        name: The file's name, for messages.
        limits: The size and the ratio beyond which unpacking stops at once.

    Yields:
        Pieces of at most `STEP` bytes, or those that came in.

    Raises:
        FormatError: The file is packed in another way, or in one that this Python cannot unpack; or
            it is damaged, or ends early; or it is a table that needs a package to be read.
        TooLargeError: It holds more than the limits allow.

    Example:
        >>> import bz2, gzip
        >>> from irviz.formats.limits import PAGE
        >>> b"".join(unpacked([gzip.compress(b"1 0 1")], "list.gz", PAGE))
        b'1 0 1'
        >>> b"".join(unpacked([bz2.compress(b"1 0 1")], "list.bz2", PAGE))
        b'1 0 1'
    """
    pieces = iter(chunks)
    front = b""
    for piece in pieces:
        front += piece
        if len(front) >= _LONGEST:
            break
    pieces = chain([front], pieces) if front else pieces
    packing = _packing(front)
    if packing is not None:
        pieces = _inflated(pieces, packing, name, limits)
        front = next(pieces, b"")
        pieces = chain([front], pieces)
        if _packing(front) is not None:
            raise FormatError("text", "a packed file in a packed file", file=name)
    for magic, read in BINARY.items():
        if front.startswith(magic):
            whole = b"".join(pieces)
            limits.check_size(len(whole), name)
            yield from _small(read(whole, name, limits), name, limits)
            return
    for magic, kind in _KINDS.items():
        if front.startswith(magic):
            hint = "use text, or text packed with gzip"
            raise FormatError("text", kind, file=name, hint=hint)
    yield from pieces


def _small(pieces: Iterable[bytes], name: str, limits: Limits) -> Iterator[bytes]:
    """The same pieces, no more of them than the limits allow."""
    size = 0
    for piece in pieces:
        size += len(piece)
        limits.check_size(size, name)
        yield piece


def _packing(front: bytes) -> Packing | None:
    return next((packing for packing in PACKINGS if front.startswith(packing.magic)), None)


def _inflated(
    chunks: Iterable[bytes], packing: Packing, name: str, limits: Limits
) -> Iterator[bytes]:
    """The text; a file may have several parts, one after the other."""
    whole, again = f"a whole {packing.name} file", "pack or fetch it again"
    module = _module(packing, name)
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
            with refused(whole, "damaged data", file=name, hint=again):
                piece = part.decompress(rest, STEP)
            text += len(piece)
            rest = part.unused_data if part.eof else b""
            limits.check_ratio(packed - len(rest), text, name)
            limits.check_size(text, name)
            if piece:
                yield piece
    if not part.eof:
        raise FormatError(whole, "its end missing", file=name, hint=again)


def _module(packing: Packing, name: str) -> object:
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
