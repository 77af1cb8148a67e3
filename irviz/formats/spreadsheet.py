"""Cells of a spreadsheet, and text of them: what would run as a formula is marked, and unmarked on reading.

A spreadsheet takes a cell for a formula where it begins with one of a few signs. A cell may also be
split at a semicolon, by a program that was set up for a country where that parts the columns. An
apostrophe in front of the sign makes text of it. `unguarded` takes away exactly what `guarded` adds.
"""

from __future__ import annotations

import csv
import io
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Cell = str | int | float | None
"""What a cell of an exported table can be; None is an empty cell."""

_SIGNS = "=+\\-@＝＋－＠"
_START = r"(^|[;\t\n\r])([^\S\t\n\r]*'*)"
_GUARD = re.compile(f"{_START}(?=[{_SIGNS}])")
_UNGUARD = re.compile(f"{_START}'(?=[{_SIGNS}])")


def guarded(text: str) -> str:
    """The text so that no spreadsheet runs it.

    Source: OWASP, CSV Injection, https://owasp.org/www-community/attacks/CSV_Injection.

    Example:
        >>> guarded("=1+1"), guarded("a;@b"), guarded("cat"), guarded("'=1")
        ("'=1+1", "a;'@b", 'cat', "''=1")
    """
    return _GUARD.sub(r"\1\2'", text)


def unguarded(text: str) -> str:
    """The text as it was before `guarded`.

    Example:
        >>> unguarded(guarded("=1+1")), unguarded("'tis"), unguarded("cat")
        ('=1+1', "'tis", 'cat')
    """
    return _UNGUARD.sub(r"\1\2", text) if "'" in text else text


def csv_text(header: Sequence[str], rows: Iterable[Sequence[Cell]], delimiter: str = ",") -> str:
    """A table as text that no spreadsheet runs a formula in; numbers in full, NaN as an empty cell.

    Example:
        >>> print(csv_text(["query", "P@1"], [["=1+1", 0.5], ["-x", None]]), end="")
        query,P@1
        '=1+1,0.5
        '-x,
    """
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\n")
    writer.writerow([_cell(name) for name in header])
    writer.writerows([_cell(value) for value in row] for row in rows)
    return out.getvalue()


def _cell(value: Cell) -> Cell:
    if isinstance(value, str):
        # A lone carriage return would end the row in some programs.
        return guarded(value.replace("\r\n", "\n").replace("\r", "\n"))
    return None if value != value else value  # noqa: PLR0124 - only NaN differs from itself
