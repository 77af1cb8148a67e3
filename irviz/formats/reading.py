"""Reads files of any format: guesses the format, reads the contents, and pairs a run with its judgments."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, BinaryIO, Literal, NamedTuple

from irviz.formats import json_results, table, trec, typed
from irviz.formats.decoding import Source, check_head, read_beginning
from irviz.formats.errors import COMMAND_LIMITS, PAGE_LIMITS, FormatError, quote_value
from irviz.formats.records import HINTS, ONLY_QUERY, find_invisible_id
from irviz.formats.table import guess_layout, roles_of
from irviz.metrics.id_mismatch import IdMismatch, find_id_mismatch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from irviz.formats.decoding import Duplicates, Progress
    from irviz.formats.errors import Limits
    from irviz.formats.records import Contents, Qrels, Run
    from irviz.formats.table import Layout


class Reader(NamedTuple):
    r"""A format that can be recognised and read.

    Attributes:
        words: What messages call such a file, with the article: ``a run``.
        looks: Whether a file that begins with this text has the format.
        read: Reads such a file; raises `Source.error` for a fault in it.
        example: A small file in the format, which the tests read and damage.
        wanted: Whether it can hold a run or judgments that are asked for; if not, it is recognised only
            where the kind of file is left open.

    >>> RECOGNISED["typed"].looks("1 0 1"), RECOGNISED["typed"].looks("q1 0 d7 1")
    (True, False)
    """

    words: str
    looks: Callable[[str], bool]
    read: Callable[[Source], Contents]
    example: str
    wanted: bool = True


RECOGNISED: Mapping[str, Reader] = MappingProxyType(
    {
        # Lists alone are neither a run nor judgments, so nobody who wants one of these types one.
        "typed": Reader("a list of grades", typed.looks_typed, typed.read, "3,2,3,0,1\n10110\n", wanted=False)
    }
)
"""By name, in the order in which they are asked; what none of them recognises is guessed by its columns."""

Format = str
"""One of `FORMATS`."""

FORMATS: tuple[Format, ...] = ("run", "qrels", "table", "json", *RECOGNISED)
"""TREC run, TREC qrels, CSV or TSV, JSON, and those that are recognised by how they begin."""

Kind = Literal["run", "qrels"]
"""What the caller can require a file to be."""

SAMPLE_LINES = 20
"""How many lines a guess looks at."""

_READERS = [reader.words for reader in RECOGNISED.values()]

KNOWN = f"{', '.join(('a TREC run or qrels', 'CSV', 'JSON', *_READERS[:-1]))} or {_READERS[-1]}"
"""What can be read, in words."""

_BLANKS = re.compile("[ \t]+")
_NUMBER = re.compile(r"[+-]?([0-9.]+([eE][+-]?[0-9]+)?|nan|inf(inity)?)", re.IGNORECASE)
_GRADE = re.compile(r"[+-]?[0-9]+(\.0*)?")


class Guess(NamedTuple):
    """The guessed format of a file.

    Attributes:
        format: The format.
        line: The number, from 1, of the first line that is not blank.
        columns: How many words that line has, separated by blanks.
    """

    format: Format
    line: int
    columns: int


def guess_format(source: Source, wanted: Kind | None = None) -> Guess:
    r"""The format of a file, guessed from its beginning; the source can still be read.

    Args:
        source: The file.
        wanted: ``"run"`` or ``"qrels"``, where that is known. It decides where a file might be either, and
            changes nothing about a file that clearly is something else.

    Raises:
        FormatError: The file is empty, or of no known format.

    Example:
        >>> from irviz.formats.decoding import Source
        >>> guess_format(Source(b"q1 Q0 d7 1 0.9 bm25\n")).format
        'run'
        >>> guess_format(Source(b"3,2,3,0,1")).format, guess_format(Source(b"doc,score\nd1,0.5\n")).format
        ('typed', 'table')
    """
    text = read_beginning(source)
    check_head(source)
    filled = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not filled:
        raise source.error(KNOWN, "an empty file")
    told = [(number, line) for number, line in filled if not line.lstrip().startswith("#")]
    filled = (told or filled)[:SAMPLE_LINES]
    rows = [_BLANKS.split(line.strip(" \t")) for _, line in filled]
    number, first = filled[0]
    form = _choose_format(text, rows, wanted)
    if form is None:
        names = f"query,document,{'grade' if wanted == 'qrels' else 'score'}"
        hint = f"a table begins with the names of its columns, such as {names}"
        raise source.error(KNOWN, quote_value(first.strip()), number, hint)
    return Guess(form, number, len(rows[0]))


def _choose_format(text: str, rows: list[list[str]], wanted: Kind | None) -> Format | None:
    """The format of a file that begins with ``text``, whose first lines have the cells ``rows``; None if unknown."""
    for name, reader in RECOGNISED.items():
        if (wanted is None or reader.wanted) and reader.looks(text):
            return name
    scored = [len(row) > 4 and _NUMBER.fullmatch(row[4]) is not None for row in rows]
    # Words may follow the tag.
    runs = sum(len(row) > 5 and there for row, there in zip(rows, scored, strict=True))
    judged = sum(len(row) == 4 and _GRADE.fullmatch(row[3]) is not None for row in rows)
    table = guess_layout(text, wanted)
    # A comment above TREC's columns may look like a header.
    commented = text.lstrip().startswith("#") and max(runs, judged) == len(rows)
    if not commented and table is not None and table.header and len(roles_of(list(table.names))) > 1:
        return "table"
    # An id may begin with a bracket, but JSON does not stand in four or six columns.
    if text.lstrip().startswith(("{", "[")) and max(runs, judged) < len(rows):
        return "json"
    if max(runs, judged) * 2 > len(rows):
        return "run" if runs > judged or (runs == judged and wanted != "qrels") else "qrels"
    if table is not None and _has_meaningful_columns(table) and not _has_trec_column(rows):
        return "table"
    # One column too many or too few, so that reading can say so.
    numbered = any(_NUMBER.fullmatch(row[2:4][-1]) for row in rows if len(row) > (2 if wanted else 3))
    if any(scored) or numbered or _has_trec_column(rows):
        return wanted or ("run" if len(rows[0]) > 5 or any(scored) else "qrels")
    return None


def _has_meaningful_columns(table: Layout) -> bool:
    """Whether the table has a header, or a column that was recognised as scores, ranks or grades."""
    return table.header or not table.columns.keys().isdisjoint({"score", "rank", "grade"})


def _has_trec_column(rows: list[list[str]]) -> bool:
    """Whether most rows have ``Q0`` or ``0`` as their second cell, as TREC files do."""
    return 2 * sum(len(row) > 2 and row[1] in {"Q0", "q0", "0"} for row in rows) > len(rows)


_WORDS = {"run": "a run", "qrels": "judgments (qrels)"}
_OTHER = {"run": "qrels", "qrels": "run"}
_WIDTHS = {"run": 6, "qrels": 4}
_COLUMNS = {"run": trec.RUN_COLUMNS, "qrels": trec.QRELS_COLUMNS}


def read(  # noqa: PLR0913 - each of them is a choice of its own
    data: bytes | bytearray | memoryview | str | BinaryIO,
    name: str = "",
    *,
    wanted: Kind | None = None,
    form: Format | None = None,
    layout: Layout | None = None,
    limits: Limits = PAGE_LIMITS,
    progress: Progress | None = None,
    judged: Qrels | None = None,
    duplicates: Duplicates = "refuse",
) -> Contents:
    """What is in a run or judgments of any format, from bytes, text or an open file.

    Nothing is written anywhere, and what was read is held by the result alone.

    Args:
        data: The bytes, packed or not; or pasted text; or an open binary file.
        name: What the file is called in messages; empty for pasted text.
        wanted: ``"run"`` or ``"qrels"`` where the file is to be one. The contents then have it.
        form: The format, where it is known; otherwise it is guessed.
        layout: Which column of a table is what, where the guess was corrected.
        limits: Where reading stops; `COMMAND_LIMITS` for as much as there is.
        progress: Called while reading with the bytes done and their total. What it raises ends the
            reading, so that is how to cancel.
        judged: The judgments that a run belongs to, where they are known: of several columns that may
            hold the ids, the one counts whose ids meet them.
        duplicates: Whether a run in TREC's format that lists a document of a query again is refused, or read with
            the ``first`` or the ``last`` of its lines.

    Raises:
        FormatError: The file is damaged, or not what is wanted: one line that names the place, what
            belongs there and what is there.
        TooLargeError: The file is beyond the limits.

    Example:
        >>> read("q1 Q0 d7 1 0.9 bm25", wanted="run").run
        {'q1': {'d7': 0.9}}
        >>> read("q1 Q0 d7 1 nan bm25", "bm25.txt")
        Traceback (most recent call last):
        ...
        irviz.formats.errors.FormatError: bm25.txt, line 1: expected a finite number as the score, found 'nan'
    """
    source = Source(data, name, limits, progress)
    source.duplicates = duplicates
    if form is None:
        form = "table" if layout is not None else _guess_format(source, wanted)
    contents = _note_invisible_ids(_read_format(source, form, layout, wanted, judged))
    source.report_progress()
    if wanted is not None and wanted not in contents.kinds:
        other = _OTHER[wanted]
        line = next(iter(contents.lines.values()), None)
        hint = HINTS[other]
        if contents.layout is not None:
            hint += ", or say which column is what"
        raise source.error(_WORDS[wanted], f"{_WORDS[other]} only", line, hint)
    return contents


def _note_invisible_ids(contents: Contents) -> Contents:
    """A copy with a note if ids hold invisible characters, by which equal-looking ids may differ."""
    lists: list[tuple[str, Iterable[str]]]
    lists = [*(contents.run or {}).items(), *(contents.qrels or {}).items()]
    for query, documents in lists:
        found = find_invisible_id((query, *documents))
        if found:
            what = "query" if found == query else "document"
            note = (
                f"Some ids hold characters that nobody sees, such as {quote_value(found)} of a {what}: "
                "two that look alike may not be the same."
            )
            return replace(contents, notes=(*contents.notes, note))
    return contents


def read_file(
    path: str | Path,
    *,
    wanted: Kind | None = None,
    limits: Limits = COMMAND_LIMITS,
    judged: Qrels | None = None,
    duplicates: Duplicates = "refuse",
) -> Contents:
    """What is in a run or judgments of any format, from a file on disk.

    Args:
        path: Where it is.
        wanted: As for `read`.
        limits: As for `read`; by default none but the one against traps.
        judged: As for `read`.
        duplicates: As for `read`.

    Raises:
        OSError: There is no such file, or it cannot be read.
        FormatError: As for `read`.
    """
    path = Path(path)
    with path.open("rb") as file:
        return read(file, path.name, wanted=wanted, limits=limits, judged=judged, duplicates=duplicates)


def _guess_format(source: Source, wanted: Kind | None) -> Format:
    """The guessed format; a FormatError where the file clearly is a run and judgments are wanted, or the reverse."""
    found = guess_format(source, wanted)
    if wanted is None or found.format != _OTHER[wanted]:
        return found.format
    if found.columns == _WIDTHS[found.format]:
        there = _COLUMNS[found.format].replace(" columns", "", 1)
        raise source.error(_COLUMNS[wanted], there, found.line, HINTS[found.format])
    return wanted  # which then complains of the line where the file goes wrong


def _read_format(
    source: Source, form: Format, layout: Layout | None, wanted: Kind | None, judged: Qrels | None
) -> Contents:
    """What is in a file that is read in the format ``form``; ``layout`` says which column of a table is what."""
    match form:
        case "run":
            return trec.read_run(source)
        case "qrels":
            return trec.read_qrels(source)
        case "table":
            return table.read(source, layout, wanted, judged)
        case "json":
            return json_results.read(source, wanted, judged)
    if form in RECOGNISED:
        return RECOGNISED[form].read(source)
    raise ValueError(f"there is no format {form!r}: use one of {', '.join(FORMATS)}")


class Pair(NamedTuple):
    """A run and its judgments, in which every query of the run is judged.

    Attributes:
        qrels: All judgments.
        run: The run without the queries that nobody judged.
        left_out: The queries of the run that nobody judged.
        missing: The judged queries that the run does not have; they count as empty lists.
        notes: Which queries were left out, in words, one line a note.
        id_mismatch: How few of the results are judged, where hardly any are.
        warning: The same as a message for users; else empty.
    """

    qrels: Qrels
    run: Run
    left_out: tuple[str, ...]
    missing: tuple[str, ...]
    notes: tuple[str, ...]
    id_mismatch: IdMismatch | None = None
    warning: str = ""


def paired(qrels: Contents, run: Contents, *, strict: bool = False) -> Pair:
    r"""The run and its judgments as a pair, without the queries of the run that have no judgments.

    Queries of the run without judgments are left out, as by trec_eval, and named in a note.

    Args:
        qrels: Contents with `qrels`.
        run: Contents with `run`.
        strict: Whether to refuse a run with such queries, and one of which hardly anything is judged.

    Raises:
        FormatError: No query of the run is judged; or one is not, or hardly any result, where that is
            to be strict.
        ValueError: The contents have no judgments, or no run.

    Example:
        >>> from irviz.formats import read
        >>> qrels = read("q1 0 a 1\nq2 0 b 1", "qrels.txt", wanted="qrels")
        >>> run = read("q1 Q0 a 1 0.5 x\nq3 Q0 a 1 0.5 x", "run.txt", wanted="run")
        >>> pair = paired(qrels, run)
        >>> pair.left_out, pair.missing
        (('q3',), ('q2',))
        >>> print(*pair.notes)
        run.txt, line 2: expected judgments for each query, found none for query 'q3': it is left out
    """
    if qrels.qrels is None or run.run is None:
        raise ValueError("pair contents that have judgments with contents that have a run")
    judged = qrels.qrels
    left_out = tuple([query for query in run.run if query not in judged])
    missing = tuple([query for query in judged if query not in run.run])
    if not left_out:
        return _warn_if_hardly_judged(qrels, run, Pair(judged, run.run, left_out, missing, ()), strict=strict)
    nothing = len(left_out) == len(run.run)
    if nothing:
        first = next(iter(judged))
        hint = f"judged is query {quote_value(first)}; do the two files belong together?"
        if ONLY_QUERY in {first, left_out[0]}:
            hint = f"rows without a query are of {quote_value(ONLY_QUERY)}; add a column of queries"
    elif strict:
        hint = "judge it or drop it"
    else:
        hint = "it is left out" if len(left_out) == 1 else "they are left out"
    strange = FormatError(
        "judgments for each query",
        f"none for {_format_queries(left_out)}",
        file=run.name,
        line=run.lines.get(left_out[0]),
        hint=hint,
    )
    if strict or nothing:
        raise strange
    kept = {query: documents for query, documents in run.run.items() if query in judged}
    pair = Pair(judged, kept, left_out, missing, (str(strange),))
    return _warn_if_hardly_judged(qrels, run, pair, strict=strict)


def _warn_if_hardly_judged(qrels: Contents, run: Contents, pair: Pair, *, strict: bool) -> Pair:
    """A copy of the pair, with a warning if hardly any result is judged; with ``strict``, an error instead."""
    found = find_id_mismatch(pair.qrels, pair.run)
    if found is None:
        return pair
    names = run.name or "the run", qrels.name or "the judgments"
    warning = found.sentence(*names)
    if strict:
        raise FormatError("results that are judged", "hardly any" if found.judged else "none", hint=warning)
    return pair._replace(id_mismatch=found, warning=warning)


def _format_queries(queries: tuple[str, ...]) -> str:
    """The first query's id and the number of further ones, as words: ``q1 and 2 more``."""
    others = len(queries) - 1
    more = "" if not others else f" and {others:,} other{'s' if others > 1 else ''}"
    return f"query {quote_value(queries[0])}{more}"


@dataclass(frozen=True)
class Preview:
    """The numbers of queries, results and judgments in a run and its judgments.

    Args:
        queries: Queries in the run, or in the judgments where there is no run.
        documents: Results, summed over the queries.
        shortest: Results of the query that has the fewest.
        longest: Results of the query that has the most.
        judged: Judgments, summed over the queries.
        relevant: Those of them that reach the threshold.
        unjudged: Results that nobody judged, of the queries with judgments.
        negative: Judgments below 0, which count as not judged.
        highest: The highest grade.
        ties: Results with the same score as one above them in their query.
        without_judgments: Queries of the run that nobody judged.
        without_results: Judged queries that the run does not have.
        notes: What else there is to say, a sentence each.
    """

    queries: int = 0
    documents: int = 0
    shortest: int = 0
    longest: int = 0
    judged: int = 0
    relevant: int = 0
    unjudged: int = 0
    negative: int = 0
    highest: int = 0
    ties: int = 0
    without_judgments: int = 0
    without_results: int = 0
    notes: tuple[str, ...] = ()

    def sentences(self) -> list[str]:
        """Sentences that tell the counts to a visitor; most of those that are zero are left out.

        Example:
            >>> count_contents({"q": {"a": 1.0, "b": 1.0}}, {"q": {"a": 2}}).sentences()[0]
            '1 query with 2 results.'
        """
        each = "" if self.queries < 2 or not self.documents else f", {_format_range(self)} each"
        said = [f"{_format_count(self.queries, 'query')} with {_format_count(self.documents, 'result')}{each}."]
        if self.judged:
            top = f", grades up to {self.highest}" if self.highest > 1 else ""
            said.append(f"{_format_count(self.judged, 'judgment')}, {self.relevant:,} of them relevant{top}.")
        facts = (
            (self.unjudged, "nobody judged it.", "nobody judged them."),
            (self.ties, "it has the score of the one above; the greater id comes first.",
             "they have the score of the one above; the greater id comes first."),
        )  # fmt: skip
        said += [
            f"{_format_count(count, 'result')}: {one if count == 1 else many}" for count, one, many in facts if count
        ]
        if self.negative:
            said.append(
                f"{_format_count(self.negative, 'grade')} below 0, counted as not judged, and so as not relevant."
            )
        if self.without_judgments:
            said.append(f"{_format_count(self.without_judgments, 'query')} without judgments, left out.")
        if self.without_results:
            said.append(
                f"{_format_count(self.without_results, 'judged query')} without results, counted with an empty list."
            )
        return [*said, *self.notes]


def count_contents(
    run: Mapping[str, Mapping[str, float]] | None,
    qrels: Mapping[str, Mapping[str, int]] | None,
    *,
    threshold: int = 1,
    notes: Iterable[str] = (),
) -> Preview:
    """The counts of queries, results and judgments in a run and its judgments.

    Args:
        run: The run, or None where there is none yet.
        qrels: The judgments, or None where there are none yet.
        threshold: The lowest grade that counts as relevant.
        notes: Sentences to carry along.

    Example:
        >>> seen = count_contents({"q": {"a": 2.0, "b": 1.0, "c": 1.0}}, {"q": {"a": 2, "d": -1}})
        >>> seen.documents, seen.judged, seen.relevant, seen.unjudged, seen.ties, seen.negative
        (3, 2, 1, 2, 1, 1)
    """
    listed, judged = run or {}, qrels or {}
    lengths = [len(documents) for documents in listed.values()]
    grades = [grade for each in judged.values() for grade in each.values()]
    return Preview(
        queries=len(listed if run is not None else judged),
        documents=sum(lengths),
        shortest=min(lengths, default=0),
        longest=max(lengths, default=0),
        judged=len(grades),
        relevant=sum([grade >= threshold for grade in grades]),
        unjudged=sum(
            len(documents) - sum([document in documents for document in judged[query]])
            for query, documents in listed.items()
            if query in judged
        ),
        negative=sum([grade < 0 for grade in grades]),
        highest=max(grades, default=0),
        ties=sum(len(documents) - len({*documents.values()}) for documents in listed.values()),
        without_judgments=0 if qrels is None else len(listed.keys() - judged.keys()),
        without_results=0 if run is None else len(judged.keys() - listed.keys()),
        notes=tuple(notes),
    )


def _format_count(count: int, what: str) -> str:
    """A number with the noun ``what`` in the singular or plural: ``1 query``, ``2 queries``."""
    plural = f"{what[:-1]}ies" if what.endswith("y") else f"{what}s"
    return f"{count:,} {what if count == 1 else plural}"


def _format_range(seen: Preview) -> str:
    """The lengths of the shortest and the longest list, in words."""
    return f"{seen.longest:,}" if seen.shortest == seen.longest else f"{seen.shortest:,} to {seen.longest:,}"
