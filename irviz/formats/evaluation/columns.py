"""Tables for a terminal: columns of one width, words to the left and numbers to the right."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import combining, east_asian_width

if TYPE_CHECKING:
    from collections.abc import Sequence

GAP = "  "
"""What stands between two columns."""


def aligned(rows: Sequence[Sequence[str]], words: int = 1) -> str:
    """Rows as lines, their cells below each other.

    Args:
        rows: The rows, all with the same number of cells; the first one is the header.
        words: How many columns from the left hold words. The others hold numbers.

    Example:
        >>> print(aligned([["run", "P@1"], ["a.txt", "0.5"]]), end="")
        run    P@1
        a.txt  0.5
    """
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    return "".join(_line(row, widths, words) + "\n" for row in rows)


def width(text: str) -> int:
    """How many places a text takes in a terminal.

    Example:
        >>> width("cat"), width("猫")
        (3, 2)
    """
    if text.isascii():
        return len(text)
    return sum(2 if east_asian_width(sign) in "WF" else not combining(sign) for sign in text)


def _line(row: Sequence[str], widths: Sequence[int], words: int) -> str:
    cells = []
    for i, (cell, room) in enumerate(zip(row, widths, strict=True)):
        blank = " " * (room - width(cell))
        cells.append(cell + blank if i < words else blank + cell)
    return GAP.join(cells).rstrip()
