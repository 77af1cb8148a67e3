"""TREC's files: runs (what a system retrieved, six columns a line) and qrels (judgments, four)."""

from __future__ import annotations

import re
from math import inf, isfinite, nan
from typing import TYPE_CHECKING

from irviz.formats.decoding import read_blocks
from irviz.formats.errors import MAX_ID_CHARACTERS, FormatError, quote_value
from irviz.formats.records import ONCE, Contents, Repeats, duplicate_error, parse_grade, parse_id, parse_score
from irviz.metrics import by_score

if TYPE_CHECKING:
    from collections.abc import Mapping

    from irviz.formats.decoding import Source
    from irviz.formats.records import Qrels, Run

RUN_FORMAT = "TREC run"

RUN_COLUMNS = "6 columns (query Q0 document rank score tag)"
"""What a line holds, with blanks or tabs between."""

TAG = "irviz"
"""The name of the system in files that are written here."""

COMMENT_NOTE = "Lines that begin with # are comments."
SWAPPED_NOTE = "Ranked by column 5, the score; the last line has a decimal in column 4, the rank: are they swapped?"
WORDS_NOTE = "Words after the tag were passed over."

_NUMBER = re.compile(rb"[+-]?[0-9]*\.?[0-9]+([eE][+-]?[0-9]+)?")
_UNFIT = re.compile("[\x00-\x20\x7f-\x9f\ud800-\udfff]")


def read_run(source: Source) -> Contents:  # noqa: C901 - one loop, since a file has very many lines
    r"""What is in a run with lines ``query Q0 document rank score tag``.

    The second and the fourth column and the tag are not looked at, as in trec_eval: documents are
    ranked by their scores. Blank lines, lines that begin with ``#`` and words after the tag are
    passed over, and lines may come in any order.

    Args:
        source: The file.

    Returns:
        The contents, with `run` and `tag`.

    Raises:
        FormatError: A line has another number of columns, a score is not finite, or a document is
            listed twice for a query and the source is to be refused then.

    Source: the format is that of trec_eval, https://github.com/usnistgov/trec_eval.

    Example:
        >>> from irviz.formats.decoding import Source
        >>> read_run(Source(b"q1 Q0 d7 1 0.9 bm25\nq1 Q0 d2 2 0.5 bm25\n")).run
        {'q1': {'d7': 0.9, 'd2': 0.5}}
    """
    run: Run = {}
    lines: dict[str, int] = {}
    query = b""
    documents: dict[str, float] = {}
    last: list[bytes] = []
    count = 0
    repeats, keeps_first = Repeats(source), source.duplicates == "first"
    for first, block in read_blocks(source):
        if _add_plain_lines(block, first, source, run, lines):
            query, last = b"", block[block.rfind(b"\n", 0, -1) + 1 :].split()
            continue
        odd = not block.isascii()  # then there may be what no id should have
        commented = b"#" in block
        for number, line in enumerate(block.split(b"\n"), first):
            fields = line.split()
            # Few files have comments, and all have very many lines.
            strange = len(fields) != 6 or (commented and fields[0].startswith(b"#"))
            if strange and not _is_run_line(fields, source, number):
                continue
            last = fields
            name, document, score = fields[0], fields[2], fields[4]
            if name != query:
                query = name
                key = parse_id(name.decode(), "query", source, number)
                documents = run.setdefault(key, {})
                lines.setdefault(key, number)
                count = len(documents)
            try:
                value = float(score)
            except ValueError:
                value = nan
            if not -inf < value < inf or b"_" in score:
                value = parse_score(score.decode(), source, number)  # which refuses it
            if odd or len(document) > MAX_ID_CHARACTERS:
                parse_id(document.decode(), "document", source, number)
            if keeps_first:
                documents.setdefault(document.decode(), value)
            else:
                documents[document.decode()] = value
            count += 1
            if len(documents) != count:
                repeats.add(document, query, number)
                count -= 1
    _check_order(last, source, next(iter(lines.values()), None))
    repeats.settle()
    if not run:
        raise source.error(f"a run with {RUN_COLUMNS}", "an empty file")
    notes = tuple(source.notes)
    return Contents(source.name, RUN_FORMAT, run=run, lines=lines, notes=notes, tag=last[5].decode())


def _add_plain_lines(block: bytes, first: int, source: Source, run: Run, numbers: dict[str, int]) -> bool:
    """Add a block's lines, which begin with line ``first``, to a run; False, with nothing added, if one is odd.

    What is odd (a comment, a blank line, a document listed again, a score that is none) is to be looked at line by
    line. What nearly all lines are is checked for all of them at once here, which takes half the time.
    """
    found = _split_plain_lines(block, first)
    for query, (_, scores) in found.items():
        if not all(map(isfinite, scores.values())) or (query in run and not scores.keys().isdisjoint(run[query])):
            return False
    for query, (line, scores) in found.items():
        run.setdefault(parse_id(query, "query", source, line), {}).update(scores)
        numbers.setdefault(query, line)
    return bool(found)


def _split_plain_lines(block: bytes, first: int) -> dict[str, tuple[int, dict[str, float]]]:
    """For each query of a block, the number of its first line there, and its scores; nothing where a line is odd."""
    if not block.isascii() or b"#" in block:
        return {}
    lines = block[:-1].split(b"\n")
    if max(map(len, lines)) > MAX_ID_CHARACTERS:
        return {}
    underscores = b"_" in block  # Python passes over those between digits
    found: dict[bytes, tuple[int, dict[str, float]]] = {}
    documents: dict[str, float] = {}
    query, number, before = b"", first, 0
    try:
        for name, _, document, _, score, _ in map(bytes.split, lines):
            if name != query:
                number += len(documents) - before
                query = name
                documents = found.setdefault(name, (number, {}))[1]
                before = len(documents)
            if underscores and b"_" in score:
                return {}
            documents[document.decode()] = float(score)
    except ValueError:
        return {}
    whole = sum([len(scores) for _, scores in found.values()]) == len(lines)
    return {name.decode(): one for name, one in found.items()} if whole else {}


def _check_order(fields: list[bytes], source: Source, line: int | None) -> None:
    """Refuse a run with ``Q0`` in another column of its last line (``fields``); note ranks and scores swapped."""
    if b"Q0" in fields[:3] and fields[1] not in _NO_SUBTOPIC:
        raise source.error(RUN_COLUMNS, "Q0 in another column", line, "put the columns in this order")
    if fields and b"." in fields[3] and _NUMBER.fullmatch(fields[3]) and fields[4].isdigit():
        source.add_note(SWAPPED_NOTE)


def write_run(run: Mapping[str, Mapping[str, float]], tag: str = TAG) -> str:
    """A run as text in TREC's format, documents in trec_eval's order and ranks from 1.

    Args:
        run: For each query, the score of each document; higher first, and among equal scores the
            greater id first.
        tag: The name of the system, without blanks.

    Raises:
        FormatError: An id or the tag is empty or has blanks in it, or a query's id begins with ``#``,
            which this format cannot hold.

    Example:
        >>> print(write_run({"q1": {"d2": 0.5, "d7": 0.9}}, "bm25"), end="")
        q1 Q0 d7 1 0.9 bm25
        q1 Q0 d2 2 0.5 bm25
    """
    tag = require_word(tag, "tag")
    lines = []
    for query, scores in run.items():
        start = f"{require_first_word(query)} Q0 "
        for rank, document in enumerate(by_score(scores), 1):
            name = require_word(document, "document id")
            lines.append(f"{start}{name} {rank} {scores[document]!r} {tag}\n")
    return "".join(lines)


def require_word(text: str, what: str) -> str:
    """The text itself; a FormatError, which calls it ``what``, unless it can be a column of a TREC file.

    Raises:
        FormatError: It is empty or has a blank or a control character in it.

    Example:
        >>> require_word("d7", "document id")
        'd7'
    """
    if not text or _UNFIT.search(text):
        raise FormatError(f"a {what} without blanks", quote_value(text), hint="export CSV or JSON instead")
    return text


def require_first_word(query: str) -> str:
    """The query's id itself; a FormatError unless it can begin a line of a TREC file.

    Raises:
        FormatError: As for `require_word`; or the line would be a comment.

    Example:
        >>> require_first_word("q#1")
        'q#1'
    """
    if query.startswith("#"):
        raise FormatError(
            "a query id that does not begin with #", quote_value(query), hint="export CSV or JSON instead"
        )
    return require_word(query, "query id")


def is_comment(first: bytes, source: Source) -> bool:
    """Whether a line with this first word is a comment; if so, the source gets a note that comments were skipped.

    Example:
        >>> from irviz.formats.decoding import Source
        >>> is_comment(b"#", Source(b"")), is_comment(b"q#1", Source(b""))
        (True, False)
    """
    if first.startswith(b"#"):
        source.add_note(COMMENT_NOTE)
        return True
    return False


def _is_run_line(fields: list[bytes], source: Source, line: int) -> bool:
    """Whether a line is part of a run, though it has not exactly six words (``fields``); False for blanks and comments.

    Words may follow the tag. But where an id has a blank in it, all columns behind it have moved, so
    what stands in the places of rank and tag must look like that.

    Raises:
        FormatError: The line is none of these.
    """
    if not fields or is_comment(fields[0], source):
        return False
    if len(fields) > 6 and _NUMBER.fullmatch(fields[3]) and not _NUMBER.fullmatch(fields[5]):
        source.add_note(WORDS_NOTE)
        return True
    raise source.error(RUN_COLUMNS, str(len(fields)), line)


QRELS_FORMAT = "TREC qrels"

QRELS_COLUMNS = "4 columns (query 0 document grade)"
"""What a line holds, with blanks or tabs between."""

_NO_SUBTOPIC = {b"0", b"Q0"}
_ORDER = "put the columns in this order: query 0 document grade"
_SUBTOPICS = "if the second column has subtopics, as for alpha-nDCG, give each document one grade"

_GRADES = {str(grade).encode(): grade for grade in range(-3, 11)}


def read_qrels(source: Source) -> Contents:
    r"""What is in judgments with lines ``query 0 document grade``.

    The second column is not looked at. A negative grade is legal: TREC marks spam with it, and the
    metrics count it as not relevant. Blank lines and lines that begin with ``#`` are passed over, and
    lines may come in any order.

    Args:
        source: The file.

    Returns:
        The contents, with `qrels`.

    Raises:
        FormatError: A line has another number of columns, a grade is no whole number, or a document
            is judged twice for a query.

    Source: the format is that of trec_eval, https://github.com/usnistgov/trec_eval.

    Example:
        >>> from irviz.formats.decoding import Source
        >>> read_qrels(Source(b"q1 0 d7 2\nq1 0 d2 0\n")).qrels
        {'q1': {'d7': 2, 'd2': 0}}
    """
    qrels: Qrels = {}
    lines: dict[str, int] = {}
    for first, block in read_blocks(source):
        commented = b"#" in block
        for number, line in enumerate(block.split(b"\n"), first):
            fields = line.split()
            if len(fields) != 4:
                _check_column_count(fields, source, number)
                continue
            if commented and is_comment(fields[0], source):
                continue
            query = parse_id(fields[0].decode(), "query", source, number)
            document = parse_id(fields[2].decode(), "document", source, number)
            grade = _GRADES.get(fields[3])
            if grade is None:
                grade = parse_grade(fields[3].decode(), source, number)
            judged = qrels.get(query)
            if judged is None:
                judged = qrels[query] = {}
                lines[query] = number
            if document in judged:
                hint = ONCE if fields[1] in _NO_SUBTOPIC else _ORDER if fields[2] in _NO_SUBTOPIC else _SUBTOPICS
                raise duplicate_error(document, query, source, number, hint)
            judged[document] = grade
    if not qrels:
        raise source.error(f"judgments with {QRELS_COLUMNS}", "an empty file")
    return Contents(source.name, QRELS_FORMAT, qrels=qrels, lines=lines, notes=tuple(source.notes))


def write_qrels(qrels: Mapping[str, Mapping[str, int]]) -> str:
    """Judgments as text in TREC's format, in the order given.

    Raises:
        FormatError: An id is empty or has blanks in it, or a query's id begins with ``#``, which this
            format cannot hold.

    Example:
        >>> print(write_qrels({"q1": {"d7": 2, "d2": 0}}), end="")
        q1 0 d7 2
        q1 0 d2 0
    """
    return "".join(
        f"{require_first_word(query)} 0 {require_word(document, 'document id')} {grade}\n"
        for query, grades in qrels.items()
        for document, grade in grades.items()
    )


def _check_column_count(fields: list[bytes], source: Source, line: int) -> None:
    """Raise a FormatError for too few or too many words in a line of qrels, unless it is blank or a comment."""
    if fields and not is_comment(fields[0], source):
        raise source.error(QRELS_COLUMNS, str(len(fields)), line)
