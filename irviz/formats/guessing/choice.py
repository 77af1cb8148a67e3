"""Which of several columns holds the ids: the one whose ids meet the judgments."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from irviz.formats.errors import named
from irviz.formats.guessing.roles import folded, role_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from irviz.formats.contents import Qrels

_OURS = "docno"
"""Beside a column of this name, PyTerrier's ``docid`` is its own number of the document."""


def candidates(names: Iterable[str]) -> dict[str, list[int]]:
    """For the roles that hold ids, the index of every column whose name means it, the likeliest first.

    Example:
        >>> candidates(["qid", "docid", "docno", "score", "query"])
        {'query': [0, 4], 'document': [2, 1]}
    """
    found: dict[str, list[int]] = {"query": [], "document": []}
    for index, name in enumerate(names):
        role = role_of(name)
        if role in found:
            found[role].insert(0 if folded(name) == _OURS else len(found[role]), index)
    return found


def chosen(
    found: dict[str, list[int]], rows: Iterable[Sequence[object]], judged: Qrels | None
) -> dict[str, int]:
    """The column of each of these roles.

    Args:
        found: From `candidates`.
        rows: Some rows, or all.
        judged: The judgments that the rows belong to, where they are known.

    Example:
        >>> found = {"query": [0], "document": [2, 1]}
        >>> chosen(found, [["q1", "7", "D7"]], {"q1": {"7": 1}})
        {'query': 0, 'document': 1}
        >>> chosen(found, [["q1", "7", "D7"]], None)
        {'query': 0, 'document': 2}
    """
    there = {role: columns for role, columns in found.items() if columns}
    best = {role: columns[0] for role, columns in there.items()}
    if judged is None or all(len(columns) == 1 for columns in there.values()):
        return best
    cells = [[*map(_text, row)] for row in rows]
    documents = {document for each in judged.values() for document in each}
    most = (0, 0, 0)
    for columns in product(*there.values()):
        choice = dict(zip(there, columns, strict=True))
        met = _met(cells, choice, judged, documents)
        if met > most:
            most, best = met, choice
    return best


def _met(
    rows: list[list[str]], choice: dict[str, int], judged: Qrels, documents: set[str]
) -> tuple[int, int, int]:
    """How many rows are judged; and of how many the document is somewhere, or the query."""
    both = somewhere = queries = 0
    least = max(choice.values())
    for row in rows:
        if len(row) > least:
            document = row[choice["document"]] if "document" in choice else ""
            query = row[choice["query"]] if "query" in choice else ""
            both += document in judged.get(query, ())
            somewhere += document in documents
            queries += query in judged
    return both, somewhere, queries


def _text(value: object) -> str:
    return value.strip() if isinstance(value, str) else str(value)


def listed(names: Sequence[str]) -> str:
    """Some columns in words.

    >>> listed(["docid"]), listed(["docid", "pid", "id"])
    ('docid', 'docid, pid or id')
    """
    *most, last = map(named, names)
    return f"{', '.join(most)} or {last}" if most else last
