"""The single entries of a file: scores, grades, ids, titles and links, each as strict as it must be."""

from __future__ import annotations

import re
from math import isfinite, nan
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from irviz.formats.errors import quoted
from irviz.formats.limits import LONGEST_ID, LONGEST_TEXT
from irviz.metrics.grades import scale
from irviz.metrics.strangers import UNSEEN

if TYPE_CHECKING:
    from collections.abc import Iterable

    from irviz.formats.decoding.source import Source

LARGEST_GRADE = 2**53
"""The largest grade, and the smallest below 0: the metrics count exactly up to here."""

_INVISIBLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_BLANKS = re.compile(r"[\x00-\x20\x7f-\x9f\ud800-\udfff]+")

SCORE = "a finite number as the score"
_SMALL = {str(grade): grade for grade in range(-3, 11)}

GRADE = "a whole number as the grade"


def seen(text: str) -> str:
    r"""A text without the characters that nobody sees: of no width, or turning the direction of writing.

    Example:
        >>> seen("d\u200b7\u200f") == "d7"
        True
    """
    return UNSEEN.sub("", text)


def unseen(ids: Iterable[str]) -> str:
    r"""The first id with a character that nobody sees, or nothing.

    Example:
        >>> unseen(["d7", "d8\u200b"]) == "d8\u200b"
        True
    """
    together = "\n".join(ids)
    found = None if together.isascii() else UNSEEN.search(together)
    if found is None:
        return ""
    start = together.rfind("\n", 0, found.start()) + 1
    return together[start:].partition("\n")[0]


def score(value: object, source: Source, line: int | None) -> float:
    """A finite number.

    Raises:
        FormatError: It is none; NaN and infinity are none either.

    Example:
        >>> from irviz.formats.decoding.source import Source
        >>> score("-1.5e3", Source(b""), 1)
        -1500.0
    """
    if isinstance(value, str) and "_" not in value and value.isascii():
        try:
            number = float(value)
        except ValueError:
            number = nan
        if isfinite(number):
            return number
    elif isinstance(value, int | float) and not isinstance(value, bool):
        try:
            if isfinite(value):
                return float(value)
        except OverflowError:  # a whole number with hundreds of digits
            pass
    raise source.error(SCORE, quoted(value), line)


def grade(value: object, source: Source, line: int | None) -> int:
    """A whole number; ``2.0`` is one too, as data frames with gaps write it.

    Raises:
        FormatError: It has a fraction, is no number, or is beyond 2**53.

    Example:
        >>> from irviz.formats.decoding.source import Source
        >>> grade("2.0", Source(b""), 1), grade("-2", Source(b""), 1)
        (2, -2)
    """
    if isinstance(value, str) and value in _SMALL:
        return _SMALL[value]
    number = _number(value)
    if number is None or number != number // 1:
        raise source.error(GRADE, quoted(value), line, hint(value))
    if abs(number) > LARGEST_GRADE:
        raise source.error(f"{GRADE}, at most 2**53", quoted(value), line)
    return int(number)


def identifier(value: object, what: str, source: Source, line: int | None) -> str:
    """An id as text: not empty, not endless, without control characters; whole numbers become text.

    Example:
        >>> from irviz.formats.decoding.source import Source
        >>> identifier(7, "document", Source(b""), 1)
        '7'
    """
    if isinstance(value, str) and value.isprintable() and len(value) <= LONGEST_ID:
        # Nearly all of them; the others may still be in order.
        if value and not value.isspace():
            return value
    elif isinstance(value, int) and not isinstance(value, bool) and abs(value) <= LARGEST_GRADE:
        return str(value)
    if not isinstance(value, str):
        raise source.error(f"the id of a {what}", quoted(value), line)
    if not value or value.isspace():
        raise source.error(f"the id of a {what}", "nothing", line)
    if len(value) > LONGEST_ID:
        most = f"the id of a {what} with at most {LONGEST_ID:,} characters"
        raise source.error(most, f"{len(value):,} characters", line)
    if _INVISIBLE.search(value):
        raise source.error(f"the id of a {what} without control characters", quoted(value), line)
    return value


def title(value: object, source: Source, line: int | None) -> str:
    r"""A title: plain text on one line, whatever it says; markup in it stays text.

    Example:
        >>> from irviz.formats.decoding.source import Source
        >>> title("A <b>cat</b>\n in a box", Source(b""), 1)
        'A <b>cat</b> in a box'
    """
    text = _text(value, "a title", source, line)
    return _BLANKS.sub(" ", text).strip()


def link(value: object, source: Source, line: int | None) -> str:
    """A link to a picture: https, to a named host, and nothing that a link does not hold.

    Raises:
        FormatError: It is another kind of link, or none.

    Example:
        >>> from irviz.formats.decoding.source import Source
        >>> link("https://example.org/cat.png", Source(b""), 1)
        'https://example.org/cat.png'
        >>> link("javascript:f()", Source(b""), 2)
        Traceback (most recent call last):
        ...
        irviz.formats.errors.FormatError: line 2: expected an https link to a picture, found 'javascript:f()'
    """
    text = _text(value, "an https link to a picture", source, line).strip()
    if text and not _is_link(text):
        raise source.error("an https link to a picture", quoted(text), line)
    return text


def _is_link(text: str) -> bool:
    if not text.lower().startswith("https://") or re.search(r"[\s<>\"'`\\]", text):
        return False
    if _INVISIBLE.search(text):
        return False
    try:
        parts = urlsplit(text)
        return bool(parts.hostname) and "@" not in parts.netloc and (parts.port or 1) > 0
    except ValueError:
        return False


def _text(value: object, what: str, source: Source, line: int | None) -> str:
    if value is None:
        return ""
    if isinstance(value, int | float) and not isinstance(value, bool):
        value = quoted(value)
    if not isinstance(value, str):
        raise source.error(what, quoted(value), line)
    if len(value) > LONGEST_TEXT:
        most = f"{what} with at most {LONGEST_TEXT:,} characters"
        raise source.error(most, f"{len(value):,} characters", line)
    return value


def _number(value: object) -> float | None:
    """The number that a value is or spells, or None; Python's own liberties are not taken."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return value
    if not isinstance(value, str | bytes):
        return None
    text = value.decode("utf-8", "replace") if isinstance(value, bytes) else value
    text = text.strip(" \t")
    if "_" in text or not text.isascii():
        return None
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return None


def hint(value: object) -> str:
    """What to do about a grade that is no whole number; empty where nobody knows.

    Example:
        >>> hint("true"), hint("nan")
        ('write 1 for true and 0 for false', '')
    """
    if str(value).strip().lower() in {"true", "false"}:
        return "write 1 for true and 0 for false"
    times = scale(_number(value))
    if times is None:
        return ""
    return (
        "if these are the scores of a run, give the file as the run; if they are grades, multiply all of "
        f"them by {times} and round"
    )
