"""Tables: CSV and TSV as spreadsheets and data frames write them, a row for each document."""

from __future__ import annotations

import csv
import io
import re
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from irviz.formats.decoding import text
from irviz.formats.errors import named, quoted
from irviz.formats.guessing import layout as layouts
from irviz.formats.guessing.roles import ROLES
from irviz.formats.kinds.records import Record, Records
from irviz.formats.spreadsheet import csv_text, unguarded
from irviz.metrics.roles import candidates, chosen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from irviz.formats.contents import Contents, Qrels
    from irviz.formats.decoding.source import Source
    from irviz.formats.guessing.layout import Layout
    from irviz.formats.spreadsheet import Cell

FORMAT = "table"

COMMA_NOTE = "Decimal commas were read as points."
GUARD_NOTE = "Apostrophes that keep a spreadsheet from running a cell were taken off."

_DECIMAL_COMMA = re.compile(r"[+-]?[0-9]*,[0-9]+([eE][+-]?[0-9]+)?")


def look(source: Source, wanted: str | None = None, judged: Qrels | None = None) -> Layout | None:
    r"""How the columns of a table are understood, or None where it is none; nothing is used up.

    Where several columns are named as those of documents are, or of queries, the one counts whose ids
    meet the judgments.

    Args:
        source: The file.
        wanted: ``"run"`` or ``"qrels"`` where that is known.
        judged: The judgments that it belongs to, where they are known.

    Example:
        >>> from irviz.formats.decoding.source import Source
        >>> look(Source(b"doc,score\nd1,0.5\n")).columns
        {'document': 0, 'score': 1}
    """
    beginning = text.head(source)
    layout = layouts.guess(beginning, wanted)
    if layout is None or not layout.header:
        return layout
    found = candidates(layout.names)
    if all(len(found[role]) < 2 for role in ("query", "document")):
        return layout
    rows = layouts.rows_of(beginning.split("\n")[layout.skip + 1 :], layout.delimiter)
    for role, column in chosen(found, rows, judged).items():
        if column != layout.columns.get(role):
            layout = layout.assign(role, column)
            others = [layout.names[other] for other in found[role] if other != column]
            source.note(
                f"The column {layout.names[column]} has the {role} ids, not {_either(others)}."
            )
    return layout


def read(
    source: Source,
    layout: Layout | None = None,
    wanted: str | None = None,
    judged: Qrels | None = None,
) -> Contents:
    r"""A run, or judgments, or both from a table with a row for each document.

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
        >>> from irviz.formats.decoding.source import Source
        >>> contents = read(Source(b"query,doc,score,rel\nq1,d7,0.9,1\nq1,d2,,2\n"))
        >>> contents.run, contents.qrels
        ({'q1': {'d7': 0.9}}, {'q1': {'d7': 1, 'd2': 2}})
    """
    layout = layout or look(source, wanted, judged)
    if layout is None:
        raise source.error("a table with a row for each document", "no columns")
    if "document" not in layout.columns:
        found = ", ".join(quoted(name[:20]) for name in layout.names[:8])
        raise source.error("a column of documents", f"the columns {found}", 1 + layout.skip)
    records = Records(source, set(layout.columns), ordered=layout.ordered)
    record = _picker(layout, source)
    width = len(layout.names)
    waiting = layout.header
    for line, cells in _rows(source, layout):
        if len(cells) != width:
            if not cells or (len(cells) == 1 and not cells[0].strip()):
                continue
            raise source.error(f"{width} columns, as in the first row", str(len(cells)), line)
        if waiting:
            waiting = False
            continue
        records.add(line, record(cells))
    if not records.count:
        raise source.error(
            "a row for each document", "no row" if layout.header else "an empty file"
        )
    return records.contents(FORMAT, layout)


def write(
    run: Mapping[str, Mapping[str, float]] | None = None,
    qrels: Mapping[str, Mapping[str, int]] | None = None,
    titles: Mapping[str, str] | None = None,
    pictures: Mapping[str, str] | None = None,
    delimiter: str = ",",
) -> str:
    """Run and judgments as one table, which `read` understands without help.

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
    return csv_text(header, _cells(run, qrels, titles, pictures, header), delimiter)


def _either(names: Sequence[str]) -> str:
    """Some columns in words.

    >>> _either(["docid"]), _either(["docid", "pid", "id"])
    ('docid', 'docid, pid or id')
    """
    *most, last = map(named, names)
    return f"{', '.join(most)} or {last}" if most else last


def _cells(
    run: Mapping[str, Mapping[str, float]],
    qrels: Mapping[str, Mapping[str, int]],
    titles: Mapping[str, str],
    pictures: Mapping[str, str],
    header: Sequence[str],
) -> Iterator[list[Cell]]:
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


def _rows(source: Source, layout: Layout) -> Iterator[tuple[int, list[str]]]:
    """The rows with the line that each begins in."""
    lines = _lines(source)
    for _ in range(layout.skip):
        next(lines, None)
    reader = csv.reader(
        lines, delimiter=layout.delimiter, skipinitialspace=layout.spaced, strict=True
    )
    line = layout.skip + 1
    while True:
        try:
            row = next(reader, None)
        except csv.Error as error:
            found = "text behind one" if "expected after" in str(error) else "an open one"
            raise source.error("closed quotation marks", found, line) from None
        if row is None:
            return
        yield line, row
        line = layout.skip + reader.line_num + 1


def _lines(source: Source) -> Iterator[str]:
    for _, block in text.blocks(source):
        # Only \n ends a line here, as everywhere else.
        yield from io.StringIO(block.decode(), newline="\n")


def _picker(layout: Layout, source: Source) -> Callable[[list[Any]], Record]:
    """What makes a record of a row's cells."""
    pick = itemgetter(*(layout.columns.get(role, -1) for role in ROLES))
    decimal_comma = layout.delimiter != ","

    def plain(cell: str | None) -> str | None:
        if cell is None or "'" not in cell or (text := unguarded(cell)) == cell:
            return cell
        source.note(GUARD_NOTE)
        return text

    def record(cells: list[Any]) -> Record:
        if layout.spaced:
            cells = [cell.rstrip(" ") for cell in cells]
        cells.append(None)  # what a role without a column picks
        query, document, score, rank, grade, title, picture = pick(cells)
        if decimal_comma and score and "," in score and _DECIMAL_COMMA.fullmatch(score.strip()):
            source.note(COMMA_NOTE)
            score = score.replace(",", ".")
        return Record(
            plain(query), plain(document), score, rank, grade, plain(title), plain(picture)
        )

    return record
