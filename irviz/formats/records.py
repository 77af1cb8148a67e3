"""The contents of a file, and the rows they are built from, whose values are validated."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from math import isfinite, nan
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from irviz.formats.errors import MAX_ID_CHARACTERS, MAX_TEXT_CHARACTERS, quote_value
from irviz.metrics.grades import suggest_grade_factor
from irviz.metrics.id_mismatch import INVISIBLE_CHARACTERS
from irviz.metrics.tables import find_columns

if TYPE_CHECKING:
    from collections.abc import Iterable

    from irviz.formats.decoding import Source
    from irviz.formats.errors import FormatError
    from irviz.formats.table import Layout

Run = dict[str, dict[str, float]]
"""For each query, the score of each retrieved document; finite, the higher the better."""

Qrels = dict[str, dict[str, int]]
"""For each query, the grade of each judged document; below 0 counts as not relevant."""

HINTS = {
    "run": "this looks like a run, so give it as the run",
    "qrels": "these look like judgments, so give them as the qrels",
}
"""What to do with a file that is the other one of the two."""

ONLY_QUERY = "query"
"""The id of the query where a file has only one and does not name it."""


@dataclass(frozen=True)
class Contents:
    """What was read from a file.

    Args:
        name: What the file is called.
        format: What it was read as, in words.
        run: The retrieved documents, or None where the file has none.
        qrels: The judgments, or None where the file has none.
        titles: A document's title, plain text, where the file has one.
        pictures: The https link to a document's picture, where the file has one.
        lines: The line in which each query is first named.
        notes: What was noticed, left out or put right, a sentence each.
        layout: How the columns of a table were understood.
        tag: What a run calls the system that made it, where it does: the tag of its last line.

    Example:
        >>> Contents("a.txt", "TREC run", run={"q1": {"d1": 0.5}}).kinds
        ('run',)
    """

    name: str
    format: str
    run: Run | None = None
    qrels: Qrels | None = None
    titles: dict[str, str] = field(default_factory=dict)
    pictures: dict[str, str] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    layout: Layout | None = None
    tag: str = ""

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of data read: ``"run"``, ``"qrels"`` or both."""
        return tuple(kind for kind in ("run", "qrels") if getattr(self, kind) is not None)


LARGEST_GRADE = 2**53
"""The largest grade, and the smallest below 0: the metrics count exactly up to here."""

_INVISIBLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_BLANKS = re.compile(r"[\x00-\x20\x7f-\x9f\ud800-\udfff]+")

SCORE = "a finite number as the score"
_SMALL = {str(grade): grade for grade in range(-3, 11)}

GRADE = "a whole number as the grade"


def find_invisible_id(ids: Iterable[str]) -> str:
    r"""The first id with an invisible character; empty if there is none.

    Example:
        >>> find_invisible_id(["d7", "d8\u200b"]) == "d8\u200b"
        True
    """
    together = "\n".join(ids)
    found = None if together.isascii() else INVISIBLE_CHARACTERS.search(together)
    if found is None:
        return ""
    start = together.rfind("\n", 0, found.start()) + 1
    return together[start:].partition("\n")[0]


def parse_score(value: object, source: Source, line: int | None) -> float:
    """A score as a finite float, from a number or its text.

    Raises:
        FormatError: It is no finite number.

    Example:
        >>> from irviz.formats.decoding import Source
        >>> parse_score("-1.5e3", Source(b""), 1)
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
    raise source.error(SCORE, quote_value(value), line, _suggest_number_fix(value))


def parse_grade(value: object, source: Source, line: int | None) -> int:
    """A grade as an int, from a number or its text; ``2.0`` will do, as data frames with gaps write it.

    Raises:
        FormatError: It has a fraction, is no number, or is beyond 2**53.

    Example:
        >>> from irviz.formats.decoding import Source
        >>> parse_grade("2.0", Source(b""), 1), parse_grade("-2", Source(b""), 1)
        (2, -2)
    """
    if isinstance(value, str) and value in _SMALL:
        return _SMALL[value]
    number = _parse_number(value)
    if number is None or number != number // 1:
        hint = suggest_grade_fix(value) or _suggest_number_fix(value)
        raise source.error(GRADE, quote_value(value), line, hint)
    if abs(number) > LARGEST_GRADE:
        raise source.error(f"{GRADE}, at most 2**53", quote_value(value), line)
    return int(number)


def parse_id(value: object, what: str, source: Source, line: int | None) -> str:
    """An id as text: not empty, not too long, without control characters; ``what`` says whose id it is.

    Example:
        >>> from irviz.formats.decoding import Source
        >>> parse_id(7, "document", Source(b""), 1)
        '7'
    """
    if isinstance(value, str) and value.isprintable() and len(value) <= MAX_ID_CHARACTERS:
        # Nearly all of them; the others may still be in order.
        if value and not value.isspace():
            return value
    elif isinstance(value, int) and not isinstance(value, bool) and abs(value) <= LARGEST_GRADE:
        return str(value)
    if not isinstance(value, str):
        raise source.error(f"the id of a {what}", quote_value(value), line)
    if not value or value.isspace():
        raise source.error(f"the id of a {what}", "nothing", line)
    if len(value) > MAX_ID_CHARACTERS:
        most = f"the id of a {what} with at most {MAX_ID_CHARACTERS:,} characters"
        raise source.error(most, f"{len(value):,} characters", line)
    if _INVISIBLE.search(value):
        raise source.error(f"the id of a {what} without control characters", quote_value(value), line)
    return value


def parse_title(value: object, source: Source, line: int | None) -> str:
    r"""A title as plain text on one line; markup in it stays text.

    Example:
        >>> from irviz.formats.decoding import Source
        >>> parse_title("A <b>cat</b>\n in a box", Source(b""), 1)
        'A <b>cat</b> in a box'
    """
    text = _check_text(value, "a title", source, line)
    return _BLANKS.sub(" ", text).strip()


def parse_link(value: object, source: Source, line: int | None) -> str:
    """An https link to a picture, as text; errors name the source and line.

    Raises:
        FormatError: It is another kind of link, or none.

    Example:
        >>> from irviz.formats.decoding import Source
        >>> parse_link("https://example.org/cat.png", Source(b""), 1)
        'https://example.org/cat.png'
        >>> parse_link("javascript:f()", Source(b""), 2)
        Traceback (most recent call last):
        ...
        irviz.formats.errors.FormatError: line 2: expected an https link to a picture, found 'javascript:f()'
    """
    text = _check_text(value, "an https link to a picture", source, line).strip()
    if text and not _is_link(text):
        raise source.error("an https link to a picture", quote_value(text), line)
    return text


def _is_link(text: str) -> bool:
    """Whether a text is an https link with a host, without a login, blanks or invisible characters."""
    if not text.lower().startswith("https://") or re.search(r"[\s<>\"'`\\]", text):
        return False
    if _INVISIBLE.search(text):
        return False
    try:
        parts = urlsplit(text)
        return bool(parts.hostname) and "@" not in parts.netloc and (parts.port or 1) > 0
    except ValueError:
        return False


def _check_text(value: object, what: str, source: Source, line: int | None) -> str:
    """The value as text, empty for None; a FormatError (``what`` names the value) for other types and long texts."""
    if value is None:
        return ""
    if isinstance(value, int | float) and not isinstance(value, bool):
        value = quote_value(value)
    if not isinstance(value, str):
        raise source.error(what, quote_value(value), line)
    if len(value) > MAX_TEXT_CHARACTERS:
        most = f"{what} with at most {MAX_TEXT_CHARACTERS:,} characters"
        raise source.error(most, f"{len(value):,} characters", line)
    return value


def _parse_number(value: object) -> float | None:
    """The float that a number or a text stands for; None if it is none. Underscores in numbers are invalid."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return value
    if not isinstance(value, str):
        return None
    text = value.strip(" \t")
    if "_" in text or not text.isascii():
        return None
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return None


def suggest_grade_fix(value: object) -> str:
    """A hint for an error message on how to correct a grade that is no whole number; empty if there is none.

    Example:
        >>> suggest_grade_fix("true"), suggest_grade_fix("nan")
        ('write 1 for true and 0 for false', '')
    """
    if str(value).strip().lower() in {"true", "false"}:
        return "write 1 for true and 0 for false"
    times = suggest_grade_factor(_parse_number(value))
    if times is None:
        return ""
    return (
        "if these are the scores of a run, give them as the run; if they are grades, multiply all of "
        f"them by {times} and round"
    )


def _suggest_number_fix(value: object) -> str:
    """What to do about a score or a grade that is no number; empty if there is nothing to say."""
    if any(find_columns([value]).values()):
        return "if this line names the columns, delete it"
    has_comma = isinstance(value, str) and "," in value
    return "write numbers without commas, and decimals with a point" if has_comma else ""


ONCE = "list each once"
"""What helps where a document is there twice."""


def duplicate_error(document: object, query: object, source: Source, line: int | None, hint: str = ONCE) -> FormatError:
    """A FormatError, to be raised, for a document that a query has twice."""
    return source.error(
        f"each document once in query {quote_value(query)}", f"document {quote_value(document)} again", line, hint
    )


class Repeats:
    """The lines of a run that list a document of a query again: how many, where, and what becomes of them.

    Args:
        source: The run; its ``duplicates`` says what becomes of them.
    """

    def __init__(self, source: Source) -> None:
        """Begin without any."""
        self.source = source
        self.count = 0
        self.queries: set[object] = set()
        self.first: tuple[object, object, int] | None = None

    def add(self, document: object, query: object, line: int) -> None:
        """Add a line."""
        self.count += 1
        self.queries.add(query)
        self.first = self.first or (document, query, line)

    def settle(self) -> None:
        """Note what was done about them; a FormatError that names the first if the source is to be refused."""
        if self.first is None:
            return
        document, query, line = self.first
        queries = f"{len(self.queries):,} {'query' if len(self.queries) == 1 else 'queries'}"
        if self.source.duplicates == "refuse":
            count = f"{self.count:,} lines do so in {queries}; " if self.count > 1 else ""
            raise duplicate_error(
                document,
                query,
                self.source,
                line,
                f"{count}{ONCE}; on the command line, irviz evaluate --duplicates first (or last) keeps one",
            )
        self.source.add_note(
            f"{self.count:,} {'line lists' if self.count == 1 else 'lines list'} a document again, in {queries} (line "
            f"{line}: query {quote_value(query)}, document {quote_value(document)}); the {self.source.duplicates} line "
            "of each counts"
        )


class Record(NamedTuple):
    """One row of a run or of judgments, unchecked, as in the file; None or an empty text is an empty cell."""

    query: object = None
    document: object = None
    score: object = None
    rank: object = None
    grade: object = None
    title: object = None
    picture: object = None


class Records:
    """Collects the rows of a file into a run and judgments, and validates each.

    Args:
        source: The file that the rows come from.
        has: The roles of the columns, such as ``score``, that some row has.
        ordered: Whether a query's rows stand best first, where there is no score and no rank.

    Example:
        >>> from irviz.formats.decoding import Source
        >>> records = Records(Source(b""), {"document", "grade"}, ordered=True)
        >>> records.add(1, Record(document="d7", grade="2"))
        >>> records.add(2, Record(document="d2"))
        >>> contents = records.contents("list")
        >>> contents.run, contents.qrels
        ({'query': {'d7': -1.0, 'd2': -2.0}}, {'query': {'d7': 2}})
    """

    def __init__(self, source: Source, has: set[str], *, ordered: bool) -> None:
        """Begin without rows; ranked by score or rank if ``has`` names it, else as they come if ``ordered``."""
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
        """Add a row, which begins in this line of the file.

        Raises:
            FormatError: A cell is invalid, or the query has had the document before.
        """
        source = self.source
        if row.query != self._query or not isinstance(row.query, str):
            self._begin_query(row.query, line)
        document = parse_id(row.document, "document", source, line)
        listed, judged = self._listed, self._judged
        if document in listed or document in judged:
            raise duplicate_error(document, self._name, source, line)
        self.count += 1
        score = self._parse_ranking_score(row, line)
        if score is not None:
            listed[document] = score
        if not _is_empty(row.grade):
            judged[document] = parse_grade(row.grade, source, line)
        elif score is None:
            expected = "a score or a grade" if "grade" in self.has else "a score or a rank"
            raise source.error(expected, "neither", line, "give the row one, or leave it out")
        if row.title is not None and (title := parse_title(row.title, source, line)):
            self.titles.setdefault(document, title)
        if row.picture is not None and (link := parse_link(row.picture, source, line)):
            self.pictures.setdefault(document, link)

    def contents(self, form: str, layout: Layout | None = None) -> Contents:
        """What all rows together hold: a run if some row has a score or rank, judgments if some row has a grade."""
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

    def _begin_query(self, query: object, line: int) -> None:
        """Take the rows that follow, from this line on, as those of the given query."""
        self._query = query
        name = ONLY_QUERY
        if "query" in self.has:
            name = parse_id(query, "query", self.source, line)
        self._name = name
        self.lines.setdefault(name, line)
        self._listed = self.run.setdefault(name, {})
        self._judged = self.qrels.setdefault(name, {})

    def _parse_ranking_score(self, row: Record, line: int) -> float | None:
        """What a row is ranked by: its score, or its negative rank or place; None if it was not retrieved."""
        if self._ranked_by == "score":
            return None if _is_empty(row.score) else parse_score(row.score, self.source, line)
        if self._ranked_by == "rank":
            return None if _is_empty(row.rank) else -self._parse_rank(row.rank, line)
        return -1.0 - len(self._listed) if self.ordered else None

    def _parse_rank(self, value: object, line: int) -> float:
        """The rank as a whole number from 0; a FormatError for other values."""
        rank = _parse_number(value)
        if rank is None or not 0 <= rank <= LARGEST_GRADE or rank != rank // 1:
            raise self.source.error("a whole number from 0 as the rank", quote_value(value), line)
        return float(rank)


def _is_empty(value: object) -> bool:
    """Whether a cell has no value: None, or blanks only."""
    return value is None or value == "" or (isinstance(value, str) and value.isspace())
