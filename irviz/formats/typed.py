"""Lists typed by hand: ``1 0 1 1 0``, ``10110`` or ``3,2,3,0,1``, the grades from rank 1 down."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from irviz.formats.decoding import read_blocks
from irviz.formats.errors import FormatError, quote_value
from irviz.formats.records import ONLY_QUERY, Contents, parse_grade, suggest_grade_fix

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from irviz.formats.decoding import Source

FORMAT = "typed list"

MAX_GRADE_DIGITS = 2
"""`looks_typed` takes longer numbers for ids; asked for a typed list, `read` takes them all the same."""

_PARTS = re.compile(r"[\s,;\[\]()]+")
_LIST = re.compile(r"[-0-9.\s,;\[\]()]+")


def looks_typed(text: str) -> bool:
    """Whether a text looks like a typed list of grades, such as ``1 0 1``, even with a mistake in it.

    Example:
        >>> looks_typed("1 0 1"), looks_typed("[3, 2, 0]"), looks_typed("q1 0 d1 1")
        (True, True, False)
        >>> looks_typed("1 0 0.5"), looks_typed("101 0 4711 1")
        (True, False)
    """
    if not _LIST.fullmatch(text):
        return False
    rows = [[part for part in _PARTS.split(line) if part] for line in text.split("\n")]
    rows = [row for row in rows if row]
    # Several lines of four or six columns are a file of TREC's; those with points are a table.
    if len(rows) > 1 and ("." in text or {len(row) for row in rows} in ({4}, {6})):
        return False
    return bool(rows) and all(len(row) == 1 or all(map(_is_short, row)) for row in rows)


def _is_short(part: str) -> bool:
    """Whether a word of a typed list has few enough digits for a grade, or a decimal point."""
    return "." in part or len(part.removeprefix("-")) <= MAX_GRADE_DIGITS


def read(source: Source) -> Contents:
    """A run and judgments from typed grades, a ranked list on each line; documents are called d1, d2 and so on.

    Digits with nothing between or after them are a grade each. Where each line is one digit, all
    lines are one list: that is how a column of a spreadsheet is pasted.

    Args:
        source: The text.

    Returns:
        The contents, with `run` and `qrels`. One list is the query ``query``, several are ``q1``,
        ``q2`` and so on.

    Raises:
        FormatError: There is something else than whole numbers from 0.

    Example:
        >>> from irviz.formats.decoding import Source
        >>> read(Source("10110")).qrels
        {'query': {'d1': 1, 'd2': 0, 'd3': 1, 'd4': 1, 'd5': 0}}
        >>> read(Source("3, 2, 10")).run
        {'query': {'d1': -1.0, 'd2': -2.0, 'd3': -3.0}}
    """
    lists: list[list[int]] = []
    lines: list[int] = []
    column = True
    count = 0
    for first, block in read_blocks(source):
        for number, line in enumerate(block.decode().split("\n"), first):
            if parts := [part for part in _PARTS.split(line) if part]:
                run_on = line.strip() == parts[0]
                column = column and run_on and len(parts[0]) == 1
                parts = list(parts[0]) if run_on else parts
                count += len(parts)
                source.limits.check_lines(count, source.name, "grades")
                lists.append([_parse_grade(part, source, number) for part in parts])
                lines.append(number)
    if not lists:
        raise source.error("a list of grades, such as 1 0 1 1 0", "nothing")
    if column:
        lists = [[grade for grades in lists for grade in grades]]
    names = [ONLY_QUERY] if len(lists) == 1 else [f"q{i}" for i in range(1, len(lists) + 1)]
    listed = dict(zip(names, lists, strict=True))
    return Contents(
        source.name,
        FORMAT,
        run={
            query: {f"d{rank}": -float(rank) for rank in range(1, len(grades) + 1)} for query, grades in listed.items()
        },
        qrels={query: {f"d{rank}": grade for rank, grade in enumerate(grades, 1)} for query, grades in listed.items()},
        lines=dict(zip(names, lines, strict=False)),
        notes=tuple(source.notes),
    )


def write(lists: Iterable[Sequence[int]]) -> str:
    r"""Lists of grades as text, one list on each line.

    Raises:
        FormatError: A list is empty: its line would be too, and be passed over.

    Example:
        >>> write([[1, 0, 10], [3]])
        '1 0 10\n3,\n'
    """
    return "".join(_format_line(grades) + "\n" for grades in lists)


def _format_line(grades: Sequence[int]) -> str:
    """The grades separated by blanks; a single one with a comma, so that its digits are not taken for several."""
    if not grades:
        raise FormatError("at least one grade in a list", "none")
    # The comma marks the digits as one grade, and the line as a list.
    return " ".join(map(str, grades)) if len(grades) > 1 else f"{grades[0]},"


def _parse_grade(part: str, source: Source, line: int) -> int:
    """A grade as an int, from ASCII digits; a FormatError, which names the line, for other texts."""
    if not (part.isascii() and part.isdigit()):
        raise source.error("grades, whole numbers from 0", quote_value(part), line, suggest_grade_fix(part))
    return parse_grade(part, source, line)
