"""How a table is laid out: what parts its cells, and which column is what; guessed, and corrected at will."""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from irviz.formats.guessing.roles import BEIR, ROLES, roles_of
from irviz.metrics.roles import folded

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

DELIMITERS = ("\t", ",", ";", "|")
"""What may part the cells of a row."""

SAMPLE = 50
"""How many rows a guess looks at."""

SHOWN = 5
"""How many of them are kept to be shown."""

_SEP = re.compile(r'"?sep=([,;|\t])"?')
_WHOLE = re.compile(r"[+-]?[0-9]{1,15}")
_NUMBER = re.compile(r"[+-]?([0-9]+([.,][0-9]*)?|[.,][0-9]+)([eE][+-]?[0-9]+)?")


@dataclass(frozen=True)
class Layout:
    r"""How to read a table.

    Args:
        delimiter: What parts the cells.
        header: Whether the first row names the columns.
        names: The name of each column, or ``column 1`` and so on.
        columns: For each role (see `irviz.formats.guessing.roles.ROLES`), the index of its column, from 0.
        ordered: Whether a query's rows stand best first, where there is no score and no rank.
        spaced: Whether blanks follow the delimiters and belong to no cell.
        skip: How many lines stand before the first row.
        sample: The first rows, to be shown.

    Example:
        >>> layout = guess("query,doc,price\nq1,d1,7\n")
        >>> layout.columns
        {'query': 0, 'document': 1}
        >>> layout.assign("score", 2).columns
        {'query': 0, 'document': 1, 'score': 2}
    """

    delimiter: str
    header: bool
    names: tuple[str, ...]
    columns: Mapping[str, int]
    ordered: bool = False
    spaced: bool = False
    skip: int = 0
    sample: tuple[tuple[str, ...], ...] = ()

    def assign(self, role: str, column: int | None) -> Layout:
        """The same with another column for a role, or None for no column.

        Raises:
            KeyError: There is no such role.
            IndexError: There is no such column.
        """
        if role not in ROLES:
            raise KeyError(role)
        if column is not None and not 0 <= column < len(self.names):
            raise IndexError(f"there are {len(self.names)} columns, and no column {column}")
        columns = {
            name: index for name, index in self.columns.items() if name != role and index != column
        }
        if column is not None:
            columns[role] = column
        return replace(self, columns=columns, ordered=_is_ordered(columns))


def guess(text: str, wanted: str | None = None) -> Layout | None:
    r"""The layout of a table that begins with this text, or None where it is no table.

    Args:
        text: The first lines, or all of them.
        wanted: ``"run"`` or ``"qrels"`` where that is known.

    Example:
        >>> guess("query-id\tcorpus-id\tscore\nq1\td1\t2\n").columns
        {'query': 0, 'document': 1, 'grade': 2}
        >>> guess("q1;d1;0,5\nq1;d2;0,25\n").columns
        {'query': 0, 'document': 1, 'score': 2}
    """
    lines = text.split("\n")
    skip = 0
    while skip < len(lines) and not lines[skip].strip():
        skip += 1
    declared = _SEP.fullmatch(lines[skip].strip(" \r")) if skip < len(lines) else None
    if declared:
        skip += 1
    kept = lines[skip : skip + SAMPLE]
    best: Layout | None = None
    most = (0, 0, 0)
    for delimiter in [declared[1]] if declared else DELIMITERS:
        rows = rows_of(kept, delimiter)
        if not rows:
            continue
        width = len(rows[0])
        named = roles_of(rows[0])
        if width == 1 and "document" not in named:
            continue
        # A row of known names beats all, then rows of one width, then many columns.
        rank = (len(named), sum(len(row) == width for row in rows), width)
        if rank > most:
            most = rank
            best = _layout(rows, delimiter, skip, wanted)
    return best


def rows_of(lines: Sequence[str], delimiter: str) -> list[list[str]]:
    """The cells of some lines, or none where they are no table.

    Example:
        >>> rows_of(["a;b", "", '"c;d";e'], ";")
        [['a', 'b'], ['c;d', 'e']]
    """
    try:
        rows = csv.reader([line + "\n" for line in lines], delimiter=delimiter)
        return [row for row in rows if any(cell.strip() for cell in row)]
    except csv.Error:
        return []


def _layout(rows: list[list[str]], delimiter: str, skip: int, wanted: str | None) -> Layout:
    width = len(rows[0])
    spaced = width > 1 and all(cell.startswith(" ") for cell in rows[0][1:])
    rows = [[cell.strip() for cell in row] for row in rows]
    columns = roles_of(rows[0])
    header = len(columns) > 1 or _is_header(rows)
    body = rows[1:] if header else rows
    if not header:
        columns = {}
    if body and "document" not in columns:
        columns = _by_values(body, columns, width, wanted)
    if "grade" not in columns and "score" in columns and _are_grades(rows, columns, wanted):
        columns["grade"] = columns.pop("score")
    return Layout(
        delimiter,
        header,
        tuple(rows[0] if header else [f"column {i}" for i in range(1, width + 1)]),
        columns,
        ordered=_is_ordered(columns),
        spaced=spaced,
        skip=skip,
        sample=tuple(tuple(row) for row in body[:SHOWN]),
    )


def _is_header(rows: list[list[str]]) -> bool:
    """Whether the first row has no number, and is a known name or has words above numbers."""
    if any(map(_NUMBER.fullmatch, rows[0])):
        return False
    if roles_of(rows[0]):
        return True
    return len(rows) > 1 and any(map(_NUMBER.fullmatch, rows[1][: len(rows[0])]))


def _is_ordered(columns: Mapping[str, int]) -> bool:
    """Whether the place of a row is all that can tell its rank, and it is no mere list of judgments."""
    if "score" in columns or "rank" in columns:
        return False
    return "query" not in columns or "grade" not in columns


def _are_grades(rows: list[list[str]], columns: Mapping[str, int], wanted: str | None) -> bool:
    """Whether the scores are judgments: BEIR calls them so, or they are to be."""
    if wanted == "run" or (wanted is None and tuple(map(folded, rows[0])) != BEIR):
        return False
    index = columns["score"]
    return all(_WHOLE.fullmatch(row[index]) for row in rows[1:] if len(row) > index)


def _by_values(
    rows: list[list[str]], named: Mapping[str, int], width: int, wanted: str | None
) -> dict[str, int]:
    """What the columns are whose names do not say it, from what stands in them."""
    cells = [[row[i] if i < len(row) else "" for row in rows] for i in range(width)]
    free = [i for i in range(width) if i not in named.values() and {*cells[i]} not in _IDLE]
    columns = dict(named)
    if not named and len(free) > 1 and not _is_value(cells[free[1]], alone=len(free) == 2):
        columns["query"] = free.pop(0)
    if free:
        columns["document"] = free.pop(0)
    queries = cells[columns["query"]] if "query" in columns else [""] * len(rows)
    for i in free:
        columns.setdefault(_role(cells[i], queries, wanted), i)
    return columns


# What stands in columns that nobody reads.
_IDLE: tuple[set[str], ...] = ({"Q0"}, {"q0"}, {"0"}, {""})


def _is_value(cells: list[str], *, alone: bool) -> bool:
    """Whether these are scores or grades, and no ids; whole numbers only where no other column is."""
    if not all(map(_NUMBER.fullmatch, cells)):
        return False
    return alone or not all(map(_WHOLE.fullmatch, cells))


def _role(cells: list[str], queries: list[str], wanted: str | None) -> str:
    """What a column is that holds no ids."""
    filled = [cell for cell in cells if cell]
    if not filled:
        return "title"
    if all(map(_WHOLE.fullmatch, filled)):
        whole = [int(cell) for cell in filled]
        if wanted != "qrels" and len(filled) == len(cells) and _are_ranks(whole, queries):
            return "rank"
        grades = wanted != "run" and min(whole) >= -3 and max(whole) <= 10
        return "grade" if grades else "score"
    if all(map(_NUMBER.fullmatch, filled)):
        return "score"
    links = all(cell.lower().startswith(("https://", "http://")) for cell in filled)
    return "picture" if links else "title"


def _are_ranks(whole: list[int], queries: list[str]) -> bool:
    """Whether the numbers count on from row to row, and start again with each query."""
    if whole[0] not in {0, 1} or len(whole) < 2:
        return False
    rows = list(zip(whole, queries, strict=True))
    return all(
        number == (before + 1 if query == above else whole[0])
        for (before, above), (number, query) in pairwise(rows)
    )
