"""Tables: CSV and TSV as spreadsheets and data frames write them, a row for each document.

What parts the cells, and which column is what, is guessed (a `Layout`), and corrected at will.
"""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass, replace
from itertools import pairwise
from operator import itemgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from irviz.formats.decoding import read_beginning, read_blocks
from irviz.formats.errors import quote_name, quote_value
from irviz.formats.records import Record, Records
from irviz.formats.spreadsheet import format_csv, remove_guard
from irviz.metrics.tables import COLUMN_NAMES, choose_id_columns, find_columns, normalize_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from irviz.formats.decoding import Source
    from irviz.formats.records import Contents, Qrels
    from irviz.formats.spreadsheet import Cell

ROLES: Mapping[str, str] = MappingProxyType(
    {
        "query": "Which query the row belongs to; without it, all rows are one query.",
        "document": "The id of the document.",
        "score": "The score that the system gave; empty where it did not retrieve the document.",
        "rank": "The rank, the best first; it counts where there is no score.",
        "grade": "How relevant the document was judged; empty where nobody judged it.",
        "title": "What a person reads on the card.",
        "picture": "An https link to a picture.",
    }
)
"""Every role, with one line that says what it is for."""

_NAMES = {
    **COLUMN_NAMES,
    "title": "title name text caption heading headline",
    "picture": "picture image img imageurl imagelink pictureurl picturelink thumbnail photo",
}
_ROLE_OF = {name: role for role, names in _NAMES.items() for name in names.split()}

BEIR = ("queryid", "corpusid", "score")
"""The header of BEIR's judgments, whose score is a grade."""


def role_of(name: str) -> str | None:
    """The role of a column with this name (a key of `ROLES`, such as ``document``); None if the name is unknown.

    Example:
        >>> role_of("Corpus-ID"), role_of("relevance"), role_of("price")
        ('document', 'grade', None)
    """
    return _ROLE_OF.get(normalize_name(name))


def roles_of(names: list[str]) -> dict[str, int]:
    """By role, the index from 0 of the first column whose name means the role.

    Example:
        >>> roles_of(["query", "doc_id", "id", "price", "score"])
        {'query': 0, 'document': 1, 'score': 4}
    """
    found: dict[str, int] = {}
    for index, name in enumerate(names):
        role = role_of(name)
        if role is not None:
            found.setdefault(role, index)
    return found


DELIMITERS = ("\t", ",", ";", "|")
"""What may part the cells of a row."""

SAMPLE_ROWS = 50
"""How many rows a guess looks at."""

PREVIEW_ROWS = 5
"""How many of them are kept to be shown."""

_SEP = re.compile(r'"?sep=([,;|\t])"?')
_WHOLE = re.compile(r"[+-]?[0-9]{1,15}")
_NUMBER = re.compile(r"[+-]?([0-9]+([.,][0-9]*)?|[.,][0-9]+)([eE][+-]?[0-9]+)?")


@dataclass(frozen=True)
class Layout:
    r"""How to read a table: what separates its cells, and which column holds what.

    Args:
        delimiter: The character between two cells.
        header: Whether the first row names the columns.
        names: The name of each column, or ``column 1`` and so on.
        columns: For each role (see `ROLES`), the index of its column, from 0.
        ordered: Whether a query's rows stand best first, where there is no score and no rank.
        spaced: Whether blanks follow the delimiters and belong to no cell.
        skip: How many lines stand before the first row.
        sample: The first rows, to be shown.

    Example:
        >>> layout = guess_layout("query,doc,price\nq1,d1,7\n")
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
        """A copy in which a role belongs to the column with this index, or to none for None.

        Raises:
            KeyError: There is no such role.
            IndexError: There is no such column.
        """
        if role not in ROLES:
            raise KeyError(role)
        if column is not None and not 0 <= column < len(self.names):
            raise IndexError(f"there are {len(self.names)} columns, and no column {column}")
        columns = {name: index for name, index in self.columns.items() if name != role and index != column}
        if column is not None:
            columns[role] = column
        return replace(self, columns=columns, ordered=_is_ordered(columns))


def guess_layout(text: str, wanted: str | None = None) -> Layout | None:
    r"""The layout of a table, guessed from its first lines; None where the text is no table.

    Args:
        text: The first lines, or all of them.
        wanted: ``"run"`` or ``"qrels"`` where that is known.

    Example:
        >>> guess_layout("query-id\tcorpus-id\tscore\nq1\td1\t2\n").columns
        {'query': 0, 'document': 1, 'grade': 2}
        >>> guess_layout("q1;d1;0,5\nq1;d2;0,25\n").columns
        {'query': 0, 'document': 1, 'score': 2}
    """
    lines = text.split("\n")
    skip = 0
    while skip < len(lines) and not lines[skip].strip():
        skip += 1
    declared = _SEP.fullmatch(lines[skip].strip(" \r")) if skip < len(lines) else None
    if declared:
        skip += 1
    kept = lines[skip : skip + SAMPLE_ROWS]
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
            best = _build_layout(rows, delimiter, skip, wanted)
    return best


def rows_of(lines: Sequence[str], delimiter: str) -> list[list[str]]:
    """The cells of each line that is not empty, split at the delimiter; an empty list where the quoting is broken.

    Example:
        >>> rows_of(["a;b", "", '"c;d";e'], ";")
        [['a', 'b'], ['c;d', 'e']]
    """
    try:
        rows = csv.reader([line + "\n" for line in lines], delimiter=delimiter)
        return [row for row in rows if any(cell.strip() for cell in row)]
    except csv.Error:
        return []


def _build_layout(rows: list[list[str]], delimiter: str, skip: int, wanted: str | None) -> Layout:
    """The layout guessed from the first rows of a table, which ``skip`` lines precede."""
    width = len(rows[0])
    spaced = width > 1 and all(cell.startswith(" ") for cell in rows[0][1:])
    rows = [[cell.strip() for cell in row] for row in rows]
    columns = roles_of(rows[0])
    header = len(columns) > 1 or _is_header(rows)
    body = rows[1:] if header else rows
    if not header:
        columns = {}
    if body and "document" not in columns:
        columns = _guess_columns(body, columns, width, wanted)
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
        sample=tuple(tuple(row) for row in body[:PREVIEW_ROWS]),
    )


def _is_header(rows: list[list[str]]) -> bool:
    """Whether the first row is a header: no numbers, and a known name or numbers below it."""
    if any(map(_NUMBER.fullmatch, rows[0])):
        return False
    if roles_of(rows[0]):
        return True
    return len(rows) > 1 and any(map(_NUMBER.fullmatch, rows[1][: len(rows[0])]))


def _is_ordered(columns: Mapping[str, int]) -> bool:
    """Whether documents are ranked by the order of the rows: no score or rank, and more than bare judgments."""
    if "score" in columns or "rank" in columns:
        return False
    return "query" not in columns or "grade" not in columns


def _are_grades(rows: list[list[str]], columns: Mapping[str, int], wanted: str | None) -> bool:
    """Whether the score column holds grades: whole numbers under BEIR's header, or where qrels are wanted."""
    if wanted == "run" or (wanted is None and tuple(map(normalize_name, rows[0])) != BEIR):
        return False
    index = columns["score"]
    return all(_WHOLE.fullmatch(row[index]) for row in rows[1:] if len(row) > index)


def _guess_columns(rows: list[list[str]], named: Mapping[str, int], width: int, wanted: str | None) -> dict[str, int]:
    """The index of each role's column; ``named`` has those known by name, the others are guessed from cells."""
    cells = [[row[i] if i < len(row) else "" for row in rows] for i in range(width)]
    free = [i for i in range(width) if i not in named.values() and {*cells[i]} not in _IDLE]
    columns = dict(named)
    if "query" not in named and len(free) > 1:
        # Beside columns of known names, what is there again is no document.
        is_query = not named or len({*cells[free[0]]}) < len(rows)
        if is_query and not _is_value(cells[free[1]], alone=not named and len(free) == 2):
            columns["query"] = free.pop(0)
    if free:
        columns["document"] = free.pop(0)
    queries = cells[columns["query"]] if "query" in columns else [""] * len(rows)
    for i in free:
        columns.setdefault(_guess_role(cells[i], queries, wanted), i)
    return columns


# The cells of columns that are ignored, such as TREC's second one.
_IDLE: tuple[set[str], ...] = ({"Q0"}, {"q0"}, {"0"}, {""})


def _is_value(cells: list[str], *, alone: bool) -> bool:
    """Whether a column's cells are scores or grades and not ids.

    Whole numbers are taken for scores only if no column is left for the ids (``alone``).
    """
    if not all(map(_NUMBER.fullmatch, cells)):
        return False
    return alone or not all(map(_WHOLE.fullmatch, cells))


def _guess_role(cells: list[str], queries: list[str], wanted: str | None) -> str:
    """The role of a column without ids, guessed from its cells; ``queries`` has the query of each row."""
    filled = [cell for cell in cells if cell]
    if not filled:
        return "title"
    if all(map(_WHOLE.fullmatch, filled)):
        whole = [int(cell) for cell in filled]
        whole_column = wanted != "qrels" and len(filled) == len(cells)
        if whole_column and (_are_ranks(whole, queries) or (wanted == "run" and _restart(whole))):
            return "rank"
        grades = wanted != "run" and min(whole) >= -3 and max(whole) <= 10
        return "grade" if grades else "score"
    if all(map(_NUMBER.fullmatch, filled)):
        return "score"
    links = all(cell.lower().startswith(("https://", "http://")) for cell in filled)
    return "picture" if links else "title"


def _are_ranks(whole: list[int], queries: list[str]) -> bool:
    """Whether the column's numbers rise by 1 from row to row and restart with each query, as ranks do."""
    if whole[0] not in {0, 1} or len(whole) < 2:
        return False
    rows = list(zip(whole, queries, strict=True))
    return all(
        number == (before + 1 if query == above else whole[0]) for (before, above), (number, query) in pairwise(rows)
    )


def _restart(whole: list[int]) -> bool:
    """Whether numbers rise by 1 to 3 or further and restart, as ranks do whichever column the queries are in."""
    first = whole[0]
    steps = all(number == before + 1 or number == first < before for before, number in pairwise(whole))
    return first in {0, 1} and max(whole) > 2 and steps


FORMAT = "table"

COMMA_NOTE = "Decimal commas were read as points."
GUARD_NOTE = "Apostrophes that keep a spreadsheet from running a cell were taken off."

_DECIMAL_COMMA = re.compile(r"[+-]?[0-9]*,[0-9]+([eE][+-]?[0-9]+)?")


def guess_source_layout(source: Source, wanted: str | None = None, judged: Qrels | None = None) -> Layout | None:
    r"""The layout of a table, guessed from its beginning, or None where the file is none; it can still be read.

    Where several columns may hold the ids of documents, or of queries, the one counts whose ids are
    judged.

    Args:
        source: The file.
        wanted: ``"run"`` or ``"qrels"`` where that is known.
        judged: The judgments that a run in the table belongs to, where they are known.

    Example:
        >>> from irviz.formats.decoding import Source
        >>> guess_source_layout(Source(b"doc,score\nd1,0.5\n")).columns
        {'document': 0, 'score': 1}
    """
    text = read_beginning(source)
    layout = guess_layout(text, wanted)
    if layout is None or not layout.header:
        return layout
    found = find_columns(layout.names)
    if all(len(found[role]) < 2 for role in ("query", "document")):
        return layout
    rows = rows_of(text.split("\n")[layout.skip + 1 :], layout.delimiter)
    for role, column in choose_id_columns(found, rows, judged).items():
        if column != layout.columns.get(role):
            layout = layout.assign(role, column)
            others = [layout.names[other] for other in found[role] if other != column]
            source.add_note(f"The column {layout.names[column]} has the {role} ids, not {_format_columns(others)}.")
    return layout


def read(
    source: Source, layout: Layout | None = None, wanted: str | None = None, judged: Qrels | None = None
) -> Contents:
    r"""What is in a table with a row for each document: a run, judgments or both.

    Documents are ranked by score, or where there is none by rank, or where there is none by the
    order of the rows. Rows without a score were judged and not retrieved; rows without a grade were
    retrieved and not judged.

    Args:
        source: The file.
        layout: Which column is what; by default, as guessed.
        wanted: ``"run"`` or ``"qrels"`` where that is known; it makes for a better guess.
        judged: The judgments that it belongs to; they make for a better guess too.

    Raises:
        FormatError: There is no column of documents, a row has another number of cells than the
            first, or a cell does not hold what it should.

    Example:
        >>> from irviz.formats.decoding import Source
        >>> contents = read(Source(b"query,doc,score,rel\nq1,d7,0.9,1\nq1,d2,,2\n"))
        >>> contents.run, contents.qrels
        ({'q1': {'d7': 0.9}}, {'q1': {'d7': 1, 'd2': 2}})
    """
    layout = layout or guess_source_layout(source, wanted, judged)
    if layout is None:
        raise source.error("a table with a row for each document", "no columns")
    if "document" not in layout.columns:
        found = ", ".join(quote_value(name[:20]) for name in layout.names[:8])
        raise source.error("a column of documents", f"the columns {found}", source.first_line + layout.skip or None)
    records = Records(source, set(layout.columns), ordered=layout.ordered)
    record = _make_record_parser(layout, source)
    width = len(layout.names)
    waiting = layout.header
    for line, cells in _read_rows(source, layout):
        if not (cells and cells[0].strip()) and not any(map(str.strip, cells)):
            continue
        if len(cells) != width:
            hint = (
                f"put a cell with {quote_value(layout.delimiter)} in it in quotation marks"
                if len(cells) > width
                else ""
            )
            raise source.error(f"{width} columns, as in the first row", str(len(cells)), line, hint)
        if waiting:
            waiting = False
            continue
        records.add(line, record(cells))
    if not records.count:
        raise source.error("a row for each document", "no row" if layout.header else "an empty file")
    return records.contents(FORMAT, layout)


def write(
    run: Mapping[str, Mapping[str, float]] | None = None,
    qrels: Mapping[str, Mapping[str, int]] | None = None,
    titles: Mapping[str, str] | None = None,
    pictures: Mapping[str, str] | None = None,
    delimiter: str = ",",
) -> str:
    """CSV of a run and judgments in one table that `read` recognises by its header.

    Rows go by query, retrieved documents from rank 1 first, then those that are judged only. Text
    that a spreadsheet would run as a formula is marked with an apostrophe, which `read` takes off.

    Example:
        >>> print(write({"q1": {"d7": 0.9}}, {"q1": {"d7": 1, "d2": 2}}), end="")
        query,document,score,grade
        q1,d7,0.9,1
        q1,d2,,2
    """
    run, qrels, titles, pictures = run or {}, qrels or {}, titles or {}, pictures or {}
    extra = {"title": titles, "picture": pictures}
    header = ["query", "document"]
    header += [name for name, there in (("score", run), ("grade", qrels)) if there]
    header += [name for name, there in extra.items() if there]
    return format_csv(header, _list_cells(run, qrels, titles, pictures, header), delimiter)


def _format_columns(names: Sequence[str]) -> str:
    """The names of columns joined by commas and "or", for a message.

    >>> _format_columns(["docid"]), _format_columns(["docid", "pid", "id"])
    ('docid', 'docid, pid or id')
    """
    *most, last = map(quote_name, names)
    return f"{', '.join(most)} or {last}" if most else last


def _list_cells(
    run: Mapping[str, Mapping[str, float]],
    qrels: Mapping[str, Mapping[str, int]],
    titles: Mapping[str, str],
    pictures: Mapping[str, str],
    header: Sequence[str],
) -> Iterator[list[Cell]]:
    """The rows of the table to be written: each query's documents, best first, with the cells that ``header`` names."""
    for query in dict.fromkeys([*run, *qrels]):
        scores, grades = run.get(query, {}), qrels.get(query, {})
        ranked = sorted(scores, key=lambda document: (scores[document], document), reverse=True)
        for document in [*ranked, *(document for document in grades if document not in scores)]:
            row: dict[str, Cell] = {
                "query": query,
                "document": document,
                "score": scores.get(document),
                "grade": grades.get(document),
                "title": titles.get(document),
                "picture": pictures.get(document),
            }
            yield [row[name] for name in header]


def _read_rows(source: Source, layout: Layout) -> Iterator[tuple[int, list[str]]]:
    """Pairs (number of the line in which a row begins, its cells) for each row of the table."""
    lines = _read_lines(source)
    for _ in range(layout.skip):
        next(lines, None)
    reader = csv.reader(lines, delimiter=layout.delimiter, skipinitialspace=layout.spaced, strict=True)
    line = layout.skip
    while True:
        try:
            row = next(reader, None)
        except csv.Error as error:
            found = "text behind one" if "expected after" in str(error) else "an open one"
            raise source.error("closed quotation marks", found, line + source.first_line) from None
        if row is None:
            return
        yield line + source.first_line, row
        line = layout.skip + reader.line_num


def _read_lines(source: Source) -> Iterator[str]:
    """The lines of a file, each with its line end."""
    for _, block in read_blocks(source):
        # Only \n ends a line here, as everywhere else.
        yield from io.StringIO(block.decode(), newline="\n")


def _make_record_parser(layout: Layout, source: Source) -> Callable[[list[Any]], Record]:
    """A function that makes a `Record` from a row's cells, for tables of this layout."""
    pick = itemgetter(*(layout.columns.get(role, -1) for role in ROLES))
    decimal_comma = layout.delimiter != ","

    def plain(cell: str | None) -> str | None:
        """The cell without the apostrophe that keeps a spreadsheet from running it."""
        if cell is None or "'" not in cell or (text := remove_guard(cell)) == cell:
            return cell
        source.add_note(GUARD_NOTE)
        return text

    def number(cell: str | None) -> str | None:
        """The cell with a point for a decimal comma."""
        if decimal_comma and cell and "," in cell and _DECIMAL_COMMA.fullmatch(cell.strip()):
            source.add_note(COMMA_NOTE)
            return cell.replace(",", ".")
        return cell

    def record(cells: list[Any]) -> Record:
        """A row's cells as a `Record`, each in its role; decimal commas become points."""
        if layout.spaced:
            cells = [cell.rstrip(" ") for cell in cells]
        cells.append(None)  # what a role without a column picks
        query, document, score, rank, grade, title, picture = pick(cells)
        return Record(plain(query), plain(document), number(score), rank, number(grade), plain(title), plain(picture))

    return record
