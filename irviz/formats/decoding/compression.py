"""Packed files: gzip is unpacked on the way, within limits; other kinds are named."""

from __future__ import annotations

import zlib
from itertools import chain
from typing import TYPE_CHECKING

from irviz.formats.errors import FormatError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from irviz.formats.limits import Limits

GZIP = b"\x1f\x8b"
"""How every gzip file begins."""

STEP = 1 << 20
"""How many bytes are unpacked at once, at most."""

_WITH_HEADER = 31  # zlib's number for data with gzip's header and checksum

_KINDS = {
    b"PK\x03\x04": "a zip archive or a spreadsheet",
    b"PK\x05\x06": "an empty zip archive",
    b"BZh": "a file packed with bzip2",
    b"\xfd7zXZ": "a file packed with xz",
    b"\x28\xb5\x2f\xfd": "a file packed with zstd",
    b"7z\xbc\xaf": "a 7-Zip archive",
    b"Rar!": "a RAR archive",
    b"PAR1": "a Parquet file",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"%PDF": "a PDF",
    b"\xd0\xcf\x11\xe0": "an old Office document",
    b"SQLite format 3": "a database",
    b"\x89HDF": "an HDF5 file",
}


def unpacked(chunks: Iterable[bytes], name: str, limits: Limits) -> Iterator[bytes]:
    """The text of a file, whether it is packed with gzip or plain.

    Args:
        chunks: The bytes of the file, in pieces of any size above 0.
        name: The file's name, for messages.
        limits: The size and the ratio beyond which unpacking stops at once.

    Yields:
        Pieces of at most `STEP` bytes, or those that came in.

    Raises:
        FormatError: The file is packed in another way, is damaged, or ends early.
        TooLargeError: It holds more than the limits allow.

    Example:
        >>> import gzip
        >>> from irviz.formats.limits import PAGE
        >>> b"".join(unpacked([gzip.compress(b"1 0 1")], "list.gz", PAGE))
        b'1 0 1'
    """
    pieces = iter(chunks)
    front = b""
    for piece in pieces:
        front += piece
        if len(front) >= len(max(_KINDS, key=len)):
            break
    pieces = chain([front], pieces) if front else pieces
    if front.startswith(GZIP):
        pieces = _inflated(pieces, name, limits)
        front = next(pieces, b"")
        pieces = chain([front], pieces)
        if front.startswith(GZIP):
            raise FormatError("text", "a packed file in a packed file", file=name)
    for magic, kind in _KINDS.items():
        if front.startswith(magic):
            hint = "use text, or text packed with gzip"
            raise FormatError("text", kind, file=name, hint=hint)
    yield from pieces


def _inflated(chunks: Iterable[bytes], name: str, limits: Limits) -> Iterator[bytes]:
    """Gzip's text; a file may have several parts, one after the other."""
    part = zlib.decompressobj(_WITH_HEADER)
    packed = text = 0
    # The empty piece at the end asks for what was held back for want of room.
    for chunk in chain(chunks, [b""]):
        packed += len(chunk)
        rest = chunk
        while True:
            if part.eof:
                rest = rest.lstrip(b"\0")  # some programs fill the last block up
                if not rest:
                    break
                part = zlib.decompressobj(_WITH_HEADER)
            try:
                piece = part.decompress(rest, STEP)
            except zlib.error:
                raise _broken("damaged data", name) from None
            text += len(piece)
            rest = part.unused_data if part.eof else part.unconsumed_tail
            limits.check_ratio(packed - len(rest), text, name)
            limits.check_size(text, name)
            if piece:
                yield piece
            if not rest and len(piece) < STEP:
                break
    if not part.eof:
        raise _broken("its end missing", name)


def _broken(found: str, name: str) -> FormatError:
    return FormatError("a whole gzip file", found, file=name, hint="pack or fetch it again")
