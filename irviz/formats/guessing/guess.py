"""Which format a file is in, from how it begins."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple

from irviz.formats.decoding import text
from irviz.formats.errors import quoted
from irviz.formats.guessing import layout
from irviz.formats.guessing.roles import roles_of
from irviz.formats.recognised import RECOGNISED

if TYPE_CHECKING:
    from irviz.formats.decoding.source import Source
    from irviz.formats.guessing.layout import Layout

Format = str
"""One of `FORMATS`."""

FORMATS: tuple[Format, ...] = ("run", "qrels", "table", "json", *RECOGNISED)
"""TREC run, TREC qrels, CSV or TSV, JSON, and those that are recognised by how they begin."""

Kind = Literal["run", "qrels"]
"""What a file can be wanted as."""

SAMPLE = 20
"""How many lines a guess looks at."""

_WORDS = [reader.words for reader in RECOGNISED.values()]

KNOWN = f"{', '.join(('a TREC run or qrels', 'CSV', 'JSON', *_WORDS[:-1]))} or {_WORDS[-1]}"
"""What can be read, in words."""

_BLANKS = re.compile("[ \t]+")
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
        >>> from irviz.formats.decoding.source import Source
        >>> guess(Source(b"q1 Q0 d7 1 0.9 bm25\n")).format
        'run'
        >>> guess(Source(b"3,2,3,0,1")).format, guess(Source(b"doc,score\nd1,0.5\n")).format
        ('typed', 'table')
    """
    beginning = text.head(source)
    text.check_head(source)
    lines = beginning.split("\n")
    filled = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if not filled:
        raise source.error(KNOWN, "an empty file")
    told = [(number, line) for number, line in filled if not line.lstrip().startswith("#")]
    filled = (told or filled)[:SAMPLE]
    rows = [_BLANKS.split(line.strip(" \t")) for _, line in filled]
    number, first = filled[0]
    form = _format(beginning, rows, wanted)
    if form is None:
        raise source.error(KNOWN, quoted(first.strip()), number)
    return Guess(form, number, len(rows[0]))


def _format(beginning: str, rows: list[list[str]], wanted: Kind | None) -> Format | None:
    for name, reader in RECOGNISED.items():
        if (wanted is None or reader.wanted) and reader.looks(beginning):
            return name
    scored = [len(row) > 4 and _NUMBER.fullmatch(row[4]) is not None for row in rows]
    graded = [len(row) > 3 and _NUMBER.fullmatch(row[3]) is not None for row in rows]
    # Words may follow the tag.
    runs = sum(len(row) > 5 and there for row, there in zip(rows, scored, strict=True))
    judged = sum(len(row) == 4 and there for row, there in zip(rows, graded, strict=True))
    table = layout.guess(beginning, wanted)
    # A comment above TREC's columns may look like a header.
    commented = beginning.lstrip().startswith("#") and max(runs, judged) == len(rows)
    if not commented and table is not None and _is_headed(table):
        return "table"
    # An id may begin with a bracket, but JSON does not stand in four or six columns.
    if beginning.lstrip().startswith(("{", "[")) and max(runs, judged) < len(rows):
        return "json"
    if max(runs, judged) * 2 > len(rows):
        return "run" if runs > judged or (runs == judged and wanted != "qrels") else "qrels"
    if table is not None and _tells(table) and not _is_marked(rows):
        return "table"
    # One column too many or too few, so that reading can say so.
    if any(scored) or any(graded) or _is_marked(rows):
        return "run" if len(rows[0]) > 5 or any(scored) else "qrels"
    return None


def _is_headed(table: Layout) -> bool:
    """Whether a table has a header of which more than one name is known."""
    return table.header and len(roles_of(list(table.names))) > 1


def _tells(table: Layout) -> bool:
    """Whether a table says what it is, by its header or by a column of numbers."""
    return table.header or not table.columns.keys().isdisjoint({"score", "rank", "grade"})


def _is_marked(rows: list[list[str]]) -> bool:
    """Whether most lines have what stands in the second column of TREC's files."""
    return 2 * sum(len(row) > 2 and row[1] in {"Q0", "q0", "0"} for row in rows) > len(rows)
