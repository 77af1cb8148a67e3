"""Which format a file is in, from how it begins."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple

from irviz.formats import layout, text, typed
from irviz.formats.errors import quoted
from irviz.formats.roles import roles_of

if TYPE_CHECKING:
    from irviz.formats.source import Source

Format = Literal["run", "qrels", "table", "json", "typed"]
"""TREC run, TREC qrels, CSV or TSV, JSON, and a typed list of grades."""

Kind = Literal["run", "qrels"]
"""What a file can be wanted as."""

SAMPLE = 20
"""How many lines a guess looks at."""

KNOWN = "a TREC run or qrels, CSV, JSON or a list of grades"
"""What can be read, in words."""

_NUMBER = re.compile(r"[+-]?([0-9.]+([eE][+-]?[0-9]+)?|nan|inf(inity)?)", re.IGNORECASE)


class Guess(NamedTuple):
    """What a file seems to be.

    Attributes:
        format: The format.
        line: The number of the first line that has something in it.
        columns: How many columns that line has, where blanks part them.
    """

    format: Format
    line: int
    columns: int


def guess(source: Source, wanted: Kind | None = None) -> Guess:
    r"""What the file seems to be; nothing of it is used up.

    Args:
        source: The file.
        wanted: What it is to be, where that is known. It decides where a file might be either, and
            changes nothing about a file that clearly is something else.

    Raises:
        FormatError: The file is empty, or nothing of what can be read.

    Example:
        >>> from irviz.formats.source import Source
        >>> guess(Source(b"q1 Q0 d7 1 0.9 bm25\n")).format
        'run'
        >>> guess(Source(b"3,2,3,0,1")).format, guess(Source(b"doc,score\nd1,0.5\n")).format
        ('typed', 'table')
    """
    beginning = text.head(source)
    lines = beginning.split("\n")
    filled = [(number, line) for number, line in enumerate(lines, 1) if line.strip()][:SAMPLE]
    if not filled:
        raise source.error(KNOWN, "an empty file")
    number, first = filled[0]
    rows = [line.split() for _, line in filled]
    return Guess(_format(beginning, first, rows, source, wanted), number, len(rows[0]))


def _format(
    beginning: str, first: str, rows: list[list[str]], source: Source, wanted: Kind | None
) -> Format:
    # Lists alone are neither a run nor judgments, so nobody who wants one of these types one.
    if wanted is None and typed.looks_typed(beginning):
        return "typed"
    if first.lstrip().startswith(("{", "[")):
        return "json"
    table = layout.guess(beginning, wanted)
    if table is not None and table.header and len(roles_of(list(table.names))) > 1:
        return "table"
    runs = sum(len(row) == 6 and _NUMBER.fullmatch(row[4]) is not None for row in rows)
    judged = sum(len(row) == 4 and _NUMBER.fullmatch(row[3]) is not None for row in rows)
    if max(runs, judged) * 2 > len(rows):
        return "run" if runs >= judged else "qrels"
    # TREC's second column gives a file away that has more or fewer columns than it should.
    marked = sum(len(row) > 2 and row[1] in {"Q0", "q0", "0"} for row in rows)
    if marked * 2 > len(rows):
        return "qrels" if rows[0][1] == "0" and len(rows[0]) < 6 else "run"
    if table is not None:
        return "table"
    if wanted is None and re.fullmatch(r"[-0-9\s.,;]+", first):
        return "typed"
    if len(rows[0]) > 3:
        return "run" if len(rows[0]) > 4 else "qrels"
    raise source.error(KNOWN, quoted(first.strip()), 1)
