"""Errors about files, each one line that names the place; and the limits of reading."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_QUOTE_CHARACTERS = 60
"""How many characters of a file's own text a message quotes at most."""

MAX_NAME_CHARACTERS = 80
"""How many characters of a file's name a message gives at most."""


class FormatError(ValueError):
    """A file that cannot be read, or a value that a file cannot hold.

    Args:
        expected: What belongs in this place.
        found: What is there instead; quote text of the file with `quote_value`.
        file: The name of the file; empty for pasted text.
        line: The number of the line, from 1, or None where the fault is in no line.
        hint: What to do about it.

    Example:
        >>> print(FormatError("6 columns", "7", file="bm25.txt", line=3))
        bm25.txt, line 3: expected 6 columns, found 7
        >>> print(FormatError("a run", "nothing", hint="choose another file"))
        expected a run, found nothing: choose another file
    """

    def __init__(self, expected: str, found: str, *, file: str = "", line: int | None = None, hint: str = "") -> None:
        """Make the message, one line: file, line, what was expected and found, and the hint."""
        self.file = quote_name(file)
        self.line = line
        self.expected = expected
        self.found = found
        self.hint = hint
        place = [self.file] if self.file else []
        if line is not None:
            place.append(f"line {line}")
        text = f"expected {expected}, found {found}"
        text = f"{', '.join(place)}: {text}" if place else text
        super().__init__(f"{text}: {hint}" if hint else text)

    def __reduce__(self) -> tuple[object, ...]:
        """How to pickle the error: its class and the arguments to make it again."""
        again = partial(type(self), file=self.file, line=self.line, hint=self.hint)
        return again, (self.expected, self.found)


class TooLargeError(FormatError):
    """A file beyond one of the limits; the hint says how to read it all the same.

    Example:
        >>> print(TooLargeError("at most 2,000,000 lines", "more", file="big.txt"))
        big.txt: expected at most 2,000,000 lines, found more
    """


@contextmanager
def convert_errors(expected: str, found: str, *, file: str, hint: str) -> Iterator[None]:
    r"""A context manager that converts any exception from a library to a `FormatError` with these arguments.

    Libraries do not document all that they raise over damaged files. FormatErrors pass through; so do
    missing memory and missing packages, which are no fault of the file.

    Args:
        expected: As for `FormatError`.
        found: As for `FormatError`.
        file: As for `FormatError`.
        hint: As for `FormatError`.

    Example:
        >>> with convert_errors("text", "something else", file="a.txt", hint="save it again"):
        ...     b"\xff".decode()
        Traceback (most recent call last):
        ...
        irviz.formats.errors.FormatError: a.txt: expected text, found something else: save it again
    """
    try:
        yield
    except (FormatError, ImportError, MemoryError):
        raise
    except Exception as error:
        raise FormatError(expected, found, file=file, hint=hint) from error


def quote_value(value: object) -> str:
    r"""A value from a file in quotation marks, for a message: on one line, shortened, invisible characters escaped.

    Example:
        >>> quote_value("nan"), quote_value("two\nlines"), quote_value(0.5)
        ("'nan'", "'two\\nlines'", '0.5')
        >>> len(quote_value("x" * 1000))
        63
    """
    if isinstance(value, bytes):
        value = value.decode("utf-8", "replace")
    if isinstance(value, str) and len(value) > MAX_QUOTE_CHARACTERS:
        value = value[:MAX_QUOTE_CHARACTERS] + "…"
    try:
        text = repr(value)
    except ValueError:  # a whole number with more digits than Python writes
        return "a number with thousands of digits"
    return text if len(text) <= 4 * MAX_QUOTE_CHARACTERS else text[:MAX_QUOTE_CHARACTERS] + "…"


def quote_name(file: str) -> str:
    r"""A file's name for a message: on one line, shortened, invisible characters replaced.

    Example:
        >>> quote_name("a\nb.txt")
        'a?b.txt'
    """
    text = "".join(sign if sign.isprintable() else "?" for sign in file[: MAX_NAME_CHARACTERS + 1])
    return text if len(text) <= MAX_NAME_CHARACTERS else text[:MAX_NAME_CHARACTERS] + "…"


MAX_FILE_BYTES = 150_000_000
"""The largest file that a page reads, packed or not; 1,000 × 1,000 results take about 45 MB."""

MAX_FILE_LINES = 2_000_000
"""The most lines that a page reads, or results in a JSON file."""

MAX_UNPACK_RATIO = 100
"""The largest compression ratio; text has 5 to 10, and more than this is a decompression bomb."""

UNCHECKED_RATIO_BYTES = 4_000_000
"""Unpacked files up to this size are exempt from the ratio."""

MAX_PACKED_PARTS = 20_000
"""The most parts of a packed file; even an empty part takes time."""

MAX_LINE_BYTES = 1_000_000
"""The longest line; JSON is exempt, since all of it may be one line."""

MAX_ID_CHARACTERS = 1_000
"""The longest id of a query or a document."""

MAX_TEXT_CHARACTERS = 10_000
"""The longest title and the longest link."""


@dataclass(frozen=True)
class Limits:
    """The limits of reading a file, beyond which a `TooLargeError` is raised; None is no limit.

    Args:
        size: Bytes of the file, and of the text that is packed in it.
        lines: Lines, or results in a JSON file.
        ratio: How many times its size a packed file may unpack to.
        remedy: The hint of the error: what to do with a larger file.

    Example:
        >>> Limits(lines=10).check_lines(11, "run.txt")
        Traceback (most recent call last):
        ...
        irviz.formats.errors.TooLargeError: run.txt: expected at most 10 lines, found more
    """

    size: int | None = None
    lines: int | None = None
    ratio: int = MAX_UNPACK_RATIO
    remedy: str = ""

    def check_size(self, size: int, file: str, *, whole: bool = False) -> None:
        """Raise a TooLargeError for a file of more bytes than allowed; ``whole`` if that is its final size."""
        if self.size is not None and size > self.size:
            most = f"at most {_format_megabytes(self.size)}"
            found = _format_megabytes(size) if whole else "more"
            raise TooLargeError(most, found, file=file, hint=self.remedy)

    def check_ratio(self, packed: int, text: int, file: str) -> None:
        """Raise a TooLargeError for a decompression bomb: ``text`` bytes unpacked from only ``packed`` bytes."""
        if text > UNCHECKED_RATIO_BYTES and text > self.ratio * packed:
            raise TooLargeError(
                f"at most {self.ratio} times the packed file's own size",
                f"{_format_megabytes(text)} in {_format_megabytes(packed)}",
                file=file,
                hint="this is no list of results; unpack it yourself and see",
            )

    def check_parts(self, parts: int, file: str) -> None:
        """Raise a TooLargeError for a packed file with more separately packed parts than allowed."""
        if parts > MAX_PACKED_PARTS:
            most = f"at most {MAX_PACKED_PARTS:,} packed parts in one file"
            raise TooLargeError(most, "more", file=file, hint="unpack it, and pack all of it as one")

    def check_lines(self, lines: int, file: str, what: str = "lines") -> None:
        """Raise a TooLargeError for more lines than allowed; ``what`` is the word for them: lines, results or rows."""
        if self.lines is not None and lines > self.lines:
            most = f"at most {self.lines:,} {what}"
            raise TooLargeError(most, "more", file=file, hint=self.remedy)


def _format_megabytes(size: int) -> str:
    """A size in bytes as text in megabytes, at least 0.1 MB."""
    return f"{max(size, 100_000) / 1e6:,.1f} MB".replace(".0 MB", " MB")


PAGE_LIMITS = Limits(
    size=MAX_FILE_BYTES,
    lines=MAX_FILE_LINES,
    remedy="on the command line, irviz evaluate QRELS RUN -m nDCG@10 reads it without the page",
)
"""The limits of the dashboard."""

COMMAND_LIMITS = Limits()
"""The limits of the command line: only decompression bombs are rejected."""
