"""What can be wrong with a file: one line that names the place, what belongs there and what is there."""

from __future__ import annotations

from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST_QUOTE = 60
"""How many characters of a file's own text a message quotes at most."""

LONGEST_NAME = 80
"""How many characters of a file's name a message gives at most."""


class FormatError(ValueError):
    """A file that cannot be read, or a value that a file cannot hold.

    Args:
        expected: What belongs in this place.
        found: What is there instead; quote text of the file with `quoted`.
        file: The name of the file; empty for pasted text.
        line: The number of the line, from 1, or None where the fault is in no line.
        hint: What to do about it.

    Example:
        >>> print(FormatError("6 columns", "7", file="bm25.txt", line=3))
        bm25.txt, line 3: expected 6 columns, found 7
        >>> print(FormatError("a run", "nothing", hint="choose another file"))
        expected a run, found nothing: choose another file
    """

    def __init__(
        self,
        expected: str,
        found: str,
        *,
        file: str = "",
        line: int | None = None,
        hint: str = "",
    ) -> None:
        self.file = named(file)
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
        again = partial(type(self), file=self.file, line=self.line, hint=self.hint)
        return again, (self.expected, self.found)


class TooLargeError(FormatError):
    """A file beyond one of the limits; the hint says how to read it all the same.

    Example:
        >>> print(TooLargeError("at most 2,000,000 lines", "more", file="big.txt"))
        big.txt: expected at most 2,000,000 lines, found more
    """


@contextmanager
def refused(expected: str, found: str, *, file: str, hint: str) -> Iterator[None]:
    r"""Within this, whatever a library raises over a file is a refusal of that file.

    No library says all that a damaged file makes it raise. Our own errors keep their words; want of memory,
    or of a package, is no fault of the file.

    Args:
        expected: As for `FormatError`.
        found: The same.
        file: The same.
        hint: The same.

    Example:
        >>> with refused("text", "something else", file="a.txt", hint="save it again"):
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


def quoted(value: object) -> str:
    r"""A value from a file as a message may show it: on one line, short, with nothing invisible.

    Example:
        >>> quoted("nan"), quoted("two\nlines"), quoted(0.5)
        ("'nan'", "'two\\nlines'", '0.5')
        >>> len(quoted("x" * 1000))
        63
    """
    if isinstance(value, bytes):
        value = value.decode("utf-8", "replace")
    if isinstance(value, str) and len(value) > LONGEST_QUOTE:
        value = value[:LONGEST_QUOTE] + "…"
    try:
        text = repr(value)
    except ValueError:  # a whole number with more digits than Python writes
        return "a number with thousands of digits"
    return text if len(text) <= 4 * LONGEST_QUOTE else text[:LONGEST_QUOTE] + "…"


def named(file: str) -> str:
    r"""The name of a file as a message may show it: on one line, short, with nothing invisible.

    Example:
        >>> named("a\nb.txt")
        'a?b.txt'
    """
    text = "".join(sign if sign.isprintable() else "?" for sign in file[: LONGEST_NAME + 1])
    return text if len(text) <= LONGEST_NAME else text[:LONGEST_NAME] + "…"
