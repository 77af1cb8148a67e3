"""From bytes to lines: UTF-8, any line ends, no control characters, each fault with its line."""

from __future__ import annotations

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE, BOM_UTF32_BE, BOM_UTF32_LE
from typing import TYPE_CHECKING

from irviz.formats.decoding.source import HEAD
from irviz.formats.limits import LONGEST_LINE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from irviz.formats.decoding.source import Source

_ALLOWED = b"\t\n\r"
_CONTROLS = bytes(byte for byte in (*range(32), 127) if byte not in _ALLOWED)
_CONTROL = re.compile(b"[" + re.escape(_CONTROLS) + b"]")

BOM_NOTE = "The file began with a byte order mark, which was left out."
WINDOWS_NOTE = "The file has Windows line ends."


def blocks(source: Source) -> Iterator[tuple[int, bytes]]:
    r"""The lines of a file, many at once.

    Args:
        source: The file; it is used up. Progress is reported after each block.

    Yields:
        The number of the first line, from 1, and whole lines as valid UTF-8, each ended by ``\n``.

    Raises:
        FormatError: The bytes are no text; the message names line and byte.
        TooLargeError: There are too many lines.

    Example:
        >>> from irviz.formats.decoding.source import Source
        >>> list(blocks(Source(b"one\r\ntwo\rthree")))
        [(1, b'one\ntwo\n'), (3, b'three\n')]
    """
    line = 1
    carry = b""
    for chunk in _normal(source):
        cut = chunk.rfind(b"\n") + 1
        if cut:
            block = carry + chunk[:cut]
            carry = chunk[cut:]
            _check(block, line, source)
            yield line, block
            line += block.count(b"\n")
            source.limits.check_lines(line - 1, source.name)
            source.tell()
        else:
            carry += chunk
        if len(carry) > LONGEST_LINE:
            raise source.error(
                f"lines of at most {LONGEST_LINE:,} bytes",
                "a longer one",
                line,
                "is this a list of results?",
            )
    if carry:
        _check(carry, line, source)
        source.limits.check_lines(line, source.name)
        yield line, carry + b"\n"
        source.tell()


def whole(source: Source) -> str:
    r"""All the text at once, with ``\n`` as its line ends.

    Args and errors are as for `blocks`. Progress stays at 0 and is for the caller to report.

    Example:
        >>> from irviz.formats.decoding.source import Source
        >>> whole(Source(b"\xef\xbb\xbf{}"))
        '{}'
    """
    pieces = []
    for chunk in _normal(source):
        pieces.append(chunk)
        source.tell(0.0)
    data = b"".join(pieces)
    _check(data, 1, source)
    return data.decode()


def head(source: Source) -> str:
    r"""The beginning of the text, for a guess: its whole lines, or a part of the only one.

    What is no text is replaced and left for reading to complain about.

    Example:
        >>> from irviz.formats.decoding.source import Source
        >>> head(Source(b"one\r\ntw"))
        'one\ntw'
    """
    start = source.head()
    text = start.removeprefix(BOM_UTF8).decode("utf-8", "replace")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    complete = text.rfind("\n") + 1
    return text[:complete] if complete and len(start) == HEAD else text


def check_head(source: Source) -> None:
    """Refuse a file that begins with something else than text; nothing of it is used up.

    Raises:
        FormatError: There is a control character, or the mark of UTF-16 or UTF-32, near the beginning.
    """
    start = source.head()
    _refuse_wide(start, source)
    _refuse_controls(start.replace(b"\r\n", b"\n").replace(b"\r", b"\n"), 1, source)


def _normal(source: Source) -> Iterator[bytes]:
    """The text without a byte order mark, with one kind of line end."""
    first = True
    held = b""
    for piece in source.chunks():
        chunk = held + piece
        held = b""
        if first:
            first = False
            _refuse_wide(chunk, source)
            if chunk.startswith(BOM_UTF8):
                chunk = chunk.removeprefix(BOM_UTF8)
                source.note(BOM_NOTE)
        if b"\r" in chunk:
            if chunk.endswith(b"\r"):
                chunk, held = chunk[:-1], b"\r"
            if b"\r\n" in chunk:
                source.note(WINDOWS_NOTE)
                chunk = chunk.replace(b"\r\n", b"\n")
            chunk = chunk.replace(b"\r", b"\n")
        if chunk:
            yield chunk
    if held:
        yield b"\n"


def _check(block: bytes, line: int, source: Source) -> None:
    """Refuse what is no text."""
    _refuse_controls(block, line, source)
    if block.isascii():
        return
    try:
        block.decode()
    except UnicodeDecodeError as error:
        at = error.start
        found = f"the byte {_byte(block, at)}"
        number, where = _place(block, at, line)
        letter = block[at : at + 1].decode("latin-1")
        if letter.isprintable():
            where += f"; in Latin-1 it is {letter}, so save the file as UTF-8"
        else:
            where += "; save the file as UTF-8"
        raise source.error("text in UTF-8", found, number, where) from None


def _refuse_wide(start: bytes, source: Source) -> None:
    # The longer marks first: the short one of little ends begins the long one.
    for marks, name in _WIDE.items():
        if start.startswith(marks):
            raise source.error("text in UTF-8", name, 1, "save the file as UTF-8")


_WIDE = {(BOM_UTF32_LE, BOM_UTF32_BE): "UTF-32", (BOM_UTF16_LE, BOM_UTF16_BE): "UTF-16"}


def _refuse_controls(block: bytes, line: int, source: Source) -> None:
    if len(block.translate(None, _CONTROLS)) != len(block):
        at = next(_CONTROL.finditer(block)).start()
        found = f"the control character {_byte(block, at)}"
        raise source.error("text", found, *_place(block, at, line))


def _byte(block: bytes, at: int) -> str:
    return f"0x{block[at]:02X}"


def _place(block: bytes, at: int, line: int) -> tuple[int, str]:
    start = block.rfind(b"\n", 0, at) + 1
    return line + block.count(b"\n", 0, at), f"it is byte {at - start + 1} of the line"
