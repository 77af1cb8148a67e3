"""Rows that each tell something of one document: the common end of tables and lists of records."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from irviz.formats.contents import ONLY_QUERY, Contents
from irviz.formats.errors import quoted
from irviz.formats.kinds import entries
from irviz.formats.kinds.trec_run import twice

if TYPE_CHECKING:
    from irviz.formats.contents import Qrels, Run
    from irviz.formats.decoding.source import Source
    from irviz.formats.guessing.layout import Layout


class Record(NamedTuple):
    """One row as it is in the file; None or an empty text is an empty cell."""

    query: object = None
    document: object = None
    score: object = None
    rank: object = None
    grade: object = None
    title: object = None
    picture: object = None


class Records:
    """Gathers rows, each checked as it comes.

    Args:
        source: The file that they come from.
        has: The roles that the rows have at all.
        ordered: Whether a query's rows stand best first, where there is no score and no rank.

    Example:
        >>> from irviz.formats.decoding.source import Source
        >>> records = Records(Source(b""), {"document", "grade"}, ordered=True)
        >>> records.add(1, Record(document="d7", grade="2"))
        >>> records.add(2, Record(document="d2"))
        >>> contents = records.contents("list")
        >>> contents.run, contents.qrels
        ({'query': {'d7': -1.0, 'd2': -2.0}}, {'query': {'d7': 2}})
    """

    def __init__(self, source: Source, has: set[str], *, ordered: bool) -> None:
        self.source = source
        self.has = has
        self.ordered = ordered
        self.run: Run = {}
        self.qrels: Qrels = {}
        self.titles: dict[str, str] = {}
        self.pictures: dict[str, str] = {}
        self.lines: dict[str, int] = {}
        self.count = 0
        self._ranked_by = next((role for role in ("score", "rank") if role in has), "")
        self._query: object = self  # as no row has it
        self._name = ""
        self._listed: dict[str, float] = {}
        self._judged: dict[str, int] = {}

    def add(self, line: int, row: Record) -> None:
        """Take one row.

        Raises:
            FormatError: Something in it is not what it should be, or its document has been there.
        """
        source = self.source
        if row.query != self._query or not isinstance(row.query, str):
            self._open(row.query, line)
        document = entries.identifier(row.document, "document", source, line)
        listed, judged = self._listed, self._judged
        if document in listed or document in judged:
            raise twice(document, self._name, source, line)
        self.count += 1
        score = self._score(row, line)
        if score is not None:
            listed[document] = score
        if not _empty(row.grade):
            judged[document] = entries.grade(row.grade, source, line)
        elif score is None:
            expected = "a score or a grade" if "grade" in self.has else "a score or a rank"
            raise source.error(expected, "neither", line)
        if row.title is not None and (title := entries.title(row.title, source, line)):
            self.titles.setdefault(document, title)
        if row.picture is not None and (link := entries.link(row.picture, source, line)):
            self.pictures.setdefault(document, link)

    def contents(self, form: str, layout: Layout | None = None) -> Contents:
        """All rows together; there is a run or there are qrels only where a row has one."""
        run = {query: listed for query, listed in self.run.items() if listed}
        qrels = {query: judged for query, judged in self.qrels.items() if judged}
        if not self.lines:
            raise self.source.error("a row for each document", "none")
        return Contents(
            self.source.name,
            form,
            run=run or None,
            qrels=qrels or None,
            titles=self.titles,
            pictures=self.pictures,
            lines=self.lines,
            notes=tuple(self.source.notes),
            layout=layout,
        )

    def _open(self, query: object, line: int) -> None:
        """Go on with the rows of another query."""
        self._query = query
        name = ONLY_QUERY
        if "query" in self.has:
            name = entries.identifier(query, "query", self.source, line)
        self._name = name
        self.lines.setdefault(name, line)
        self._listed = self.run.setdefault(name, {})
        self._judged = self.qrels.setdefault(name, {})

    def _score(self, row: Record, line: int) -> float | None:
        """What the document is ranked by: its score, or else its rank, or else its place."""
        if self._ranked_by == "score":
            return None if _empty(row.score) else entries.score(row.score, self.source, line)
        if self._ranked_by == "rank":
            return None if _empty(row.rank) else -self._rank(row.rank, line)
        return -1.0 - len(self._listed) if self.ordered else None

    def _rank(self, value: object, line: int) -> float:
        rank = entries.score(value, self.source, line)
        if rank < 0 or rank != rank // 1:
            raise self.source.error("a whole number from 0 as the rank", quoted(value), line)
        return rank


def _empty(value: object) -> bool:
    return value is None or value == "" or (isinstance(value, str) and value.isspace())
