"""TREC qrels: which documents are judged, and how, four columns a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irviz.formats.contents import HINTS, Contents
from irviz.formats.decoding.text import blocks
from irviz.formats.kinds import entries
from irviz.formats.kinds.trec_run import first_word, is_comment, twice, word

if TYPE_CHECKING:
    from collections.abc import Mapping

    from irviz.formats.contents import Qrels
    from irviz.formats.decoding.source import Source

FORMAT = "TREC qrels"

COLUMNS = "4 columns (query 0 document grade)"
"""What a line holds, with blanks or tabs between."""

_NO_SUBTOPIC = {b"0", b"Q0"}
_SUBTOPICS = "if the second column has subtopics, as for alpha-nDCG, give each document one grade"

_GRADES = {str(grade).encode(): grade for grade in range(-3, 11)}


def read(source: Source) -> Contents:
    r"""Judgments from lines ``query 0 document grade``.

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
        >>> from irviz.formats.decoding.source import Source
        >>> read(Source(b"q1 0 d7 2\nq1 0 d2 0\n")).qrels
        {'q1': {'d7': 2, 'd2': 0}}
    """
    qrels: Qrels = {}
    lines: dict[str, int] = {}
    for first, block in blocks(source):
        commented = b"#" in block
        for number, line in enumerate(block.split(b"\n"), first):
            fields = line.split()
            if len(fields) != 4:
                _refuse(fields, source, number)
                continue
            if commented and is_comment(fields[0], source):
                continue
            query = entries.identifier(fields[0].decode(), "query", source, number)
            document = entries.identifier(fields[2].decode(), "document", source, number)
            grade = _GRADES.get(fields[3])
            if grade is None:
                grade = entries.grade(fields[3], source, number)
            judged = qrels.get(query)
            if judged is None:
                judged = qrels[query] = {}
                lines[query] = number
            if document in judged:
                hint = "" if fields[1] in _NO_SUBTOPIC else _SUBTOPICS
                raise twice(document, query, source, number, hint)
            judged[document] = grade
    if not qrels:
        raise source.error(f"judgments with {COLUMNS}", "an empty file")
    return Contents(source.name, FORMAT, qrels=qrels, lines=lines, notes=tuple(source.notes))


def write(qrels: Mapping[str, Mapping[str, int]]) -> str:
    """Judgments as text, in the order given.

    Raises:
        FormatError: An id is empty or has blanks in it, or a query's id begins with ``#``, which this
            format cannot hold.

    Example:
        >>> print(write({"q1": {"d7": 2, "d2": 0}}), end="")
        q1 0 d7 2
        q1 0 d2 0
    """
    return "".join(
        f"{first_word(query)} 0 {word(document, 'document id')} {grade}\n"
        for query, grades in qrels.items()
        for document, grade in grades.items()
    )


def _refuse(fields: list[bytes], source: Source, line: int) -> None:
    """Refuse a line with too few or too many columns, unless it is blank or a comment."""
    if fields and not is_comment(fields[0], source):
        hint = HINTS["run"] if len(fields) == 6 else ""
        raise source.error(COLUMNS, str(len(fields)), line, hint)
