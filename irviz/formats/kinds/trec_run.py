"""TREC runs: what a system retrieved, six columns a line."""

from __future__ import annotations

import re
from math import inf
from typing import TYPE_CHECKING

from irviz.formats.contents import HINTS, Contents
from irviz.formats.decoding.text import blocks
from irviz.formats.errors import FormatError, quoted
from irviz.formats.kinds.entries import SCORE, identifier
from irviz.formats.limits import LONGEST_ID
from irviz.metrics import by_score

if TYPE_CHECKING:
    from collections.abc import Mapping

    from irviz.formats.contents import Run
    from irviz.formats.decoding.source import Source

FORMAT = "TREC run"

COLUMNS = "6 columns (query Q0 document rank score tag)"
"""What a line holds, with blanks or tabs between."""

TAG = "irviz"
"""The name of the system in files that are written here."""

COMMENT_NOTE = "Lines that begin with # are comments."
WORDS_NOTE = "Words after the tag were passed over."

_NUMBER = re.compile(rb"[+-]?[0-9]*\.?[0-9]+([eE][+-]?[0-9]+)?")
_UNFIT = re.compile("[\x00-\x20\x7f-\x9f\ud800-\udfff]")


def read(source: Source) -> Contents:
    r"""A run from lines ``query Q0 document rank score tag``.

    The second and the fourth column and the tag are not looked at, as in trec_eval: documents are
    ranked by their scores. Blank lines, lines that begin with ``#`` and words after the tag are
    passed over, and lines may come in any order.

    Args:
        source: The file.

    Returns:
        The contents, with `run` and `tag`.

    Raises:
        FormatError: A line has another number of columns, a score is not finite, or a document is
            listed twice for a query.

    Source: the format is that of trec_eval, https://github.com/usnistgov/trec_eval.

    Example:
        >>> from irviz.formats.decoding.source import Source
        >>> read(Source(b"q1 Q0 d7 1 0.9 bm25\nq1 Q0 d2 2 0.5 bm25\n")).run
        {'q1': {'d7': 0.9, 'd2': 0.5}}
    """
    run: Run = {}
    lines: dict[str, int] = {}
    query = b""
    documents: dict[str, float] = {}
    last: list[bytes] = []
    count = 0
    for first, block in blocks(source):
        odd = not block.isascii()  # then there may be what no id should have
        commented = b"#" in block
        for number, line in enumerate(block.split(b"\n"), first):
            fields = line.split()
            # Few files have comments, and all have very many lines.
            strange = len(fields) != 6 or (commented and fields[0].startswith(b"#"))
            if strange and not _goes_on(fields, source, number):
                continue
            last = fields
            name, document, score = fields[0], fields[2], fields[4]
            if name != query:
                query = name
                key = _id(name, "query", source, number)
                documents = run.setdefault(key, {})
                lines.setdefault(key, number)
                count = len(documents)
            try:
                value = float(score)
            except ValueError:
                raise source.error(SCORE, quoted(score), number) from None
            if not -inf < value < inf or b"_" in score:
                raise source.error(SCORE, quoted(score), number)
            if odd or len(document) > LONGEST_ID:
                _id(document, "document", source, number)
            documents[document.decode()] = value
            count += 1
            if len(documents) != count:
                raise twice(document, query, source, number)
    if not run:
        raise source.error(f"a run with {COLUMNS}", "an empty file")
    notes = tuple(source.notes)
    return Contents(source.name, FORMAT, run=run, lines=lines, notes=notes, tag=last[5].decode())


def write(run: Mapping[str, Mapping[str, float]], tag: str = TAG) -> str:
    """A run as text: each query's documents from rank 1, as trec_eval would order them.

    Args:
        run: For each query, the score of each document; higher first, and among equal scores the
            greater id first.
        tag: The name of the system, without blanks.

    Raises:
        FormatError: An id or the tag is empty or has blanks in it, or a query's id begins with ``#``,
            which this format cannot hold.

    Example:
        >>> print(write({"q1": {"d2": 0.5, "d7": 0.9}}, "bm25"), end="")
        q1 Q0 d7 1 0.9 bm25
        q1 Q0 d2 2 0.5 bm25
    """
    tag = word(tag, "tag")
    lines = []
    for query, scores in run.items():
        start = f"{first_word(query)} Q0 "
        for rank, document in enumerate(by_score(scores), 1):
            name = word(document, "document id")
            lines.append(f"{start}{name} {rank} {scores[document]!r} {tag}\n")
    return "".join(lines)


def word(text: str, what: str) -> str:
    """The text, if a line with blanks between its columns can hold it.

    Raises:
        FormatError: It is empty or has a blank or a control character in it.

    Example:
        >>> word("d7", "document id")
        'd7'
    """
    if not text or _UNFIT.search(text):
        raise FormatError(
            f"a {what} without blanks", quoted(text), hint="export CSV or JSON instead"
        )
    return text


def first_word(query: str) -> str:
    """A query's id, if it can begin a line.

    Raises:
        FormatError: As for `word`; or the line would be a comment.

    Example:
        >>> first_word("q#1")
        'q#1'
    """
    if query.startswith("#"):
        raise FormatError(
            "a query id that does not begin with #",
            quoted(query),
            hint="export CSV or JSON instead",
        )
    return word(query, "query id")


def twice(
    document: object, query: object, source: Source, line: int | None, hint: str = ""
) -> FormatError:
    """The error for a document that a query has already."""
    return source.error(
        f"each document once in query {quoted(_plain(query))}",
        f"document {quoted(_plain(document))} again",
        line,
        hint,
    )


def _plain(value: object) -> object:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value


def _id(name: bytes, what: str, source: Source, line: int) -> str:
    return identifier(name.decode(), what, source, line)


def is_comment(first: bytes, source: Source) -> bool:
    """Whether a line that begins with this word is a comment; if it is, that is noted.

    Example:
        >>> from irviz.formats.decoding.source import Source
        >>> is_comment(b"#", Source(b"")), is_comment(b"q#1", Source(b""))
        (True, False)
    """
    if first.startswith(b"#"):
        source.note(COMMENT_NOTE)
        return True
    return False


def _goes_on(fields: list[bytes], source: Source, line: int) -> bool:
    """Whether a line without six columns is one all the same; blank ones and comments are not.

    Words may follow the tag. But where an id has a blank in it, all columns behind it have moved, so
    what stands in the places of rank and tag must look like that.

    Raises:
        FormatError: The line is none of these.
    """
    if not fields or is_comment(fields[0], source):
        return False
    if len(fields) > 6 and _NUMBER.fullmatch(fields[3]) and not _NUMBER.fullmatch(fields[5]):
        source.note(WORDS_NOTE)
        return True
    judged = len(fields) == 4 and fields[3].lstrip(b"+-").isdigit()
    raise source.error(COLUMNS, str(len(fields)), line, HINTS["qrels"] if judged else "")
