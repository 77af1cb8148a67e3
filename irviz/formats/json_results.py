"""JSON: ``{query: {document: number}}`` as ranx and BEIR have it, ranked ids, or a list of records."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from itertools import chain, islice
from json import JSONDecodeError, JSONDecoder
from math import isfinite
from typing import TYPE_CHECKING, Any, TypeVar

from irviz.formats.decoding import read_text
from irviz.formats.errors import MAX_ID_CHARACTERS, FormatError, quote_value
from irviz.formats.records import HINTS, Contents, Record, Records, duplicate_error, parse_grade, parse_id, parse_score
from irviz.formats.table import role_of
from irviz.metrics.tables import choose_id_columns, find_columns

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from irviz.formats.decoding import Source
    from irviz.formats.records import Qrels, Run

FORMAT = "JSON"

SHAPES = "{query: {document: number}} or a list of records"
"""What may be in a file."""

WHOLE_NOTE = "All scores are whole numbers: are these judgments?"

_SAMPLE = 1_000
"""How many records are looked at for the fields that hold the ids."""

_Number = TypeVar("_Number", int, float)


def read(source: Source, wanted: str | None = None, judged: Qrels | None = None) -> Contents:
    """A run or judgments from JSON.

    Three shapes are understood: a document's number by query and document, as ranx saves it and
    BEIR holds it; each query's documents as a list, best first; and records such as ``{"query":
    "q1", "document": "d7", "score": 0.9, "grade": 1, "title": "…", "picture": "https://…"}``, in a
    list or one in a line, whose fields may have any name that a table's columns may have.

    Args:
        source: The file.
        wanted: ``"run"`` or ``"qrels"``. Without it, numbers by query and document are a run where
            one of them has a decimal point, and judgments where all are whole.
        judged: The judgments that a run belongs to, where they are known. Of several fields that may be
            the document's id, or the query's, the one counts whose ids are judged.

    Raises:
        FormatError: It is no JSON, or another shape, or a value is not what it should be.

    Example:
        >>> from irviz.formats.decoding import Source
        >>> read(Source(b'{"q1": {"d7": 0.9, "d2": 0.5}}')).run
        {'q1': {'d7': 0.9, 'd2': 0.5}}
        >>> read(Source(b'[{"qid": "q1", "doc": "d7", "label": 2}]')).qrels
        {'q1': {'d7': 2}}
    """
    reader = JsonReader(source)
    reader.check_size(fields=8)
    if reader.next() == "[":
        return _read_records(reader, reader.elements(), judged)
    if reader.next() != "{":
        raise reader.error(SHAPES)
    if reader.first_value() in {"{", "[", ""}:
        return _read_mapping(reader, wanted)
    return _read_records(reader, reader.sequence(), judged)


def write(numbers: Mapping[str, Mapping[str, float]]) -> str:
    """A run or judgments as JSON in the layout of ranx and BEIR, one query on each line.

    Example:
        >>> print(write({"q1": {"d7": 0.9}, "q2": {}}), end="")
        {
        "q1": {"d7": 0.9},
        "q2": {}
        }
    """
    lines = [f"{_format_cell(query)}: {_format_cell(dict(listed))}" for query, listed in numbers.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _format_cell(value: object) -> str:
    """JSON of the value, on one line."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _read_mapping(reader: JsonReader, wanted: str | None) -> Contents:
    """The contents of a JSON object: numbers by query and document, or each query's ranked documents."""
    source = reader.source
    reader.check_size(fields=4)
    numbers: dict[str, dict[str, float]] = {}
    lines: dict[str, int] = {}
    ranked = fractions = False
    count = 0
    for key, value in reader.members():
        query = parse_id(key, "query", source, reader.line())
        if query in numbers:
            raise source.error("each query once", f"query {quote_value(query)} again", reader.line())
        lines[query] = reader.line()
        if isinstance(value, list):
            ranked = True
            numbers[query] = _scores_by_rank(value, query, reader)
        elif isinstance(value, dict):
            fractions = fractions or float in set(map(type, value.values()))
            _check_ids(value, reader)
            numbers[query] = value
        else:
            raise source.error(SHAPES, f"{quote_value(value)} as a query's documents", reader.line())
        count += max(1, len(numbers[query]))
        source.limits.check_lines(count, source.name, "results")
    if not numbers:
        raise source.error(SHAPES, "no query", 1)
    kind = wanted or ("run" if ranked or fractions else "qrels")
    if kind == "qrels":
        return _parse_judgments(numbers, lines, reader, ranked=ranked)
    run: Run = {query: _parse_scores(query, listed, reader) for query, listed in numbers.items()}
    scores = [] if fractions or ranked else [score for listed in run.values() for score in listed.values()]
    if scores and all(map(float.is_integer, scores)):
        source.add_note(WHOLE_NOTE)
    return Contents(source.name, FORMAT, run=run, lines=lines, notes=tuple(source.notes))


def _parse_judgments(
    numbers: dict[str, dict[str, float]], lines: dict[str, int], reader: JsonReader, *, ranked: bool
) -> Contents:
    """The judgments, from grades by query and document; ``lines`` has the line that each query is in.

    Raises:
        FormatError: If the file had lists of documents (``ranked``), or a query has no documents or a grade is none.
    """
    source = reader.source
    if ranked:
        raise source.error("grades by query and document", "a list of documents", hint=HINTS["run"])
    qrels: Qrels = {}
    for query, listed in numbers.items():
        if not listed:
            raise source.error("a judged document", f"none for query {quote_value(query)}", lines[query])
        qrels[query] = _parse_numbers(parse_grade, query, listed, reader)
    return Contents(source.name, FORMAT, qrels=qrels, lines=lines, notes=tuple(source.notes))


def _parse_scores(query: str, listed: dict[str, float], reader: JsonReader) -> dict[str, float]:
    """A query's documents with their scores, which are finite floats."""
    if set(map(type, listed.values())) == {float} and isfinite(sum(listed.values())):
        return listed
    return _parse_numbers(parse_score, query, listed, reader)


def _parse_numbers(
    check: Callable[[object, Source, None], _Number], query: str, listed: Mapping[str, object], reader: JsonReader
) -> dict[str, _Number]:
    """A query's documents with their numbers, each parsed by ``check``; an error names the line of the bad one."""
    found: dict[str, _Number] = {}
    for document, value in listed.items():
        try:
            found[document] = check(value, reader.source, None)
        except FormatError as error:
            line = reader.find_line(query, document)
            wanted = f"{error.expected} of {quote_value(document)} for query {quote_value(query)}"
            raise reader.source.error(wanted, error.found, line, error.hint) from None
    return found


def _scores_by_rank(listed: list[Any], query: str, reader: JsonReader) -> dict[str, float]:
    """Scores for a query's ranked list of documents: -1 for the first, -2 for the second, and so on."""
    placed: dict[str, float] = {}
    for rank, value in enumerate(listed, 1):
        document = parse_id(value, "document", reader.source, reader.line())
        if document in placed:
            raise duplicate_error(document, query, reader.source, reader.line())
        placed[document] = -float(rank)
    return placed


def _check_ids(listed: Mapping[str, object], reader: JsonReader) -> None:
    """Raise a FormatError for an invalid document id among the keys."""
    if reader.odd or "" in listed or len(max(listed, key=len, default="")) > MAX_ID_CHARACTERS:
        for document in listed:
            parse_id(document, "document", reader.source, reader.line())


def _read_records(reader: JsonReader, items: Iterator[Any], judged: Qrels | None) -> Contents:
    """The contents of a list of JSON objects, each about one document."""
    source = reader.source
    rows: list[tuple[int, Record]] = []
    has: set[str] = set()
    roles = lru_cache(role_of)
    placed = ((reader.line(), item) for item in items)
    first = [*islice(placed, _SAMPLE)]
    ids = _find_id_fields([item for _, item in first], judged)
    for line, item in chain(first, placed):
        if not isinstance(item, dict):
            found = "a list in a list" if isinstance(item, list) else quote_value(item)
            raise source.error("a record with a document", found, line)
        fields: dict[str, object] = {}
        for name in (*ids, *item):
            role = roles(name)
            if role is not None and (value := item.get(name)) is not None:
                fields.setdefault(role, value)
        has.update(fields)
        rows.append((line, Record(**fields)))
        source.limits.check_lines(len(rows), source.name, "results")
    if "document" not in has:
        raise source.error("records with a document", "none" if not rows else "no such field", 1)
    ordered = not has & {"score", "rank"} and not has >= {"query", "grade"}
    records = Records(source, has, ordered=ordered)
    for line, row in rows:
        records.add(line, row)
    return records.contents(FORMAT)


def _find_id_fields(items: list[Any], judged: Qrels | None) -> list[str]:
    """The names of the fields with the query and document ids, chosen by what is judged.

    Empty unless several fields could hold an id.
    """
    items = [item for item in items if isinstance(item, dict)]
    names = [*dict.fromkeys(name for item in items for name in item)]
    found = find_columns(names)
    if all(len(found[role]) < 2 for role in ("query", "document")):
        return []
    rows = [[item.get(name, "") for name in names] for item in items]
    return [names[field] for field in choose_id_columns(found, rows, judged).values()]


_BLANK = re.compile(r"[ \t\n]+")
_KEY = re.compile(r'("(?:[^"\\]|\\.)*")[ \t\n]*:')


class JsonReader:
    """Decodes a JSON text value by value: ``text``, and ``at``, the index of the next character."""

    def __init__(self, source: Source) -> None:
        """Read the text of the source, which is used up."""
        self.source = source
        self.text = read_text(source)
        self.odd = "\\" in self.text or not self.text.isascii()
        self.at = 0
        self._named = self._begun = 0
        self._counted = (0, 1)
        self._decoder = JSONDecoder(object_pairs_hook=_reject_duplicate_keys)

    def check_size(self, fields: int) -> None:
        """Raise a TooLargeError for too many results, judged by the commas, before decoding takes too much memory.

        Args:
            fields: The most commas that a valid text has for each result.
        """
        least = self.text.count(",") // fields
        self.source.limits.check_lines(least, self.source.name, "results")

    def line(self) -> int:
        """The number of the line, from 1, in which the last list element or object member began."""
        return self._count_line(self._named)

    def next(self) -> str:
        """Move to the next character that is no blank; returns that character, or an empty text at the end."""
        if blank := _BLANK.match(self.text, self.at):
            self.at = blank.end()
        return self.text[self.at : self.at + 1]

    def first_value(self) -> str:
        """The first character of an object's first value, or empty; the position in the text stays."""
        at = self.at
        self._expect("{")
        sign = ""
        if self.next() == '"':
            self._parse_value()
            self._expect(":")
            sign = self.next()
        self.at = at
        return sign

    def members(self) -> Iterator[tuple[str, Any]]:
        """Pairs (key, value) of the object that comes next; a FormatError if anything follows it."""
        self._expect("{")
        more = self.next() != "}"
        while more:
            if self.next() != '"':
                raise self.error("a key in quotation marks")
            named = self.at
            key = self._parse_value()
            self._expect(":")
            value = self._parse_value()
            self._named = named
            yield key, value
            more = self._take_separator("}")
        self._expect_end("}")

    def elements(self) -> Iterator[Any]:
        """The elements of the list that comes next; a FormatError if anything follows it."""
        self._expect("[")
        more = self.next() != "]"
        while more:
            yield self._parse_value()
            more = self._take_separator("]")
        self._expect_end("]")

    def sequence(self) -> Iterator[Any]:
        """The JSON values that follow, one after the other, to the end of the file."""
        while self.next():
            yield self._parse_value()

    def find_line(self, query: str, document: str) -> int | None:
        """The number of the line with a document's score or grade, found by reading the whole text again.

        None where the query or the document is not found. The reading under way cannot go on.
        """
        self.at = 0
        for key, _ in self.members():
            if key == query:
                return self._find_key_line(self._begun, self.at, document, 1)
        return None

    def error(self, expected: str) -> FormatError:
        """A FormatError, to be raised: what was expected at the current position, and what is there."""
        found = quote_value(self.text[self.at : self.at + 30]) if self.next() else "the end"
        return self.source.error(expected, found, self._count_line(self.at))

    def _parse_value(self) -> Any:
        """The value at the current position, decoded; reading goes on behind it."""
        self.next()
        start = self._named = self._begun = self.at
        try:
            value, self.at = self._decoder.raw_decode(self.text, start)
        except JSONDecodeError as error:
            self.at = error.pos
            raise self.error("JSON") from None
        except RecursionError:
            raise self.source.error("a few brackets in each other", "brackets without end", self.line()) from None
        except _TwiceError as error:
            line = self._find_key_line(start, len(self.text), error.key, 2)
            raise self.source.error("each key once", f"{quote_value(error.key)} again", line) from None
        except ValueError:  # a whole number with more digits than Python reads
            raise self.source.error("numbers", "one with thousands of digits", self.line()) from None
        self.source.report_progress(self.at / len(self.text))
        return value

    def _expect(self, sign: str) -> None:
        """Consume the character ``sign``; a FormatError if another comes next."""
        if self.next() != sign:
            raise self.error(f"“{sign}”")
        self.at += 1

    def _take_separator(self, end: str) -> bool:
        """Whether a comma came next, which is consumed; a FormatError unless it or the bracket ``end`` comes next."""
        sign = self.next()
        if not sign or sign not in {",", end}:
            raise self.error(f"“,” or “{end}”")
        if sign == ",":
            self.at += 1
        return sign == ","

    def _expect_end(self, sign: str) -> None:
        """Consume the closing bracket ``sign``; a FormatError if anything follows it."""
        self._expect(sign)
        if self.next():
            raise self.error("nothing more")

    def _count_line(self, at: int) -> int:
        """The number of the line, from 1, that the character with index ``at`` is in."""
        before, line = self._counted if at >= self._counted[0] else (0, 1)
        line += self.text.count("\n", before, at)
        self._counted = at, line
        return line

    def _find_key_line(self, start: int, end: int, key: str, which: int) -> int | None:
        """The line, from 1, of the ``which``-th occurrence of a key between two indices of the text; None if none."""
        for match in _KEY.finditer(self.text, start, end):
            try:
                which -= json.loads(match[1]) == key
            except ValueError:
                continue
            if not which:
                return self._count_line(match.start())
        return None


class _TwiceError(ValueError):
    """Raised where an object has a key twice; ``key`` is that key."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


def _reject_duplicate_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object as a dictionary; a _TwiceError if a key is in it twice."""
    found = dict(pairs)
    if len(found) != len(pairs):
        seen = set()
        for key, _ in pairs:
            if key in seen:
                raise _TwiceError(key)
            seen.add(key)
    return found
