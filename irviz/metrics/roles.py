"""What a column of a table is, by its name; and of several that may hold the ids, the one that meets."""

from __future__ import annotations

from itertools import product

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

NAMES = {
    "query": "query queryid qid topic topicid topicno search searchterm question q qry",
    "document": "document documentid doc docid docno did corpusid passage passageid pid item itemid "
    "id product productid result resultid",
    "score": "score scores similarity sim rsv relevancescore retrievalscore",
    "rank": "rank ranking position pos place",
    "grade": "grade grades relevance rel relevant label judgment judgement judged qrel rating gain "
    "relevancegrade relevancelabel",
}
"""The names that people give to columns, folded, by the role of the column."""

_ROLE_OF = {name: role for role, names in NAMES.items() for name in names.split()}

_OURS = "docno"
"""Beside a column of this name, PyTerrier's ``docid`` is its own number of the document."""


def folded(name: str) -> str:
    """A column's name without case, blanks, hyphens and underscores.

    >>> folded("Query-ID"), folded("doc_no")
    ('queryid', 'docno')
    """
    return "".join([sign for sign in name.lower() if sign.isalnum()])


def candidates(names: Iterable[object]) -> dict[str, list[int]]:
    """For each role the index of every column whose name means it, the likeliest first.

    >>> candidates(["qid", "docid", "docno", "score", "query"])
    {'query': [0, 4], 'document': [2, 1], 'score': [3], 'rank': [], 'grade': []}
    """
    found: dict[str, list[int]] = {role: [] for role in NAMES}
    for index, name in enumerate(names):
        plain = folded(str(name))
        role = _ROLE_OF.get(plain)
        if role is not None:
            found[role].insert(0 if plain == _OURS else len(found[role]), index)
    return found


def chosen(
    found: Mapping[str, list[int]],
    rows: Iterable[Sequence[object]],
    judged: Mapping[str, Iterable[str]] | None,
) -> dict[str, int]:
    """The column of the queries and that of the documents.

    Args:
        found: From `candidates`.
        rows: Some rows, or all.
        judged: The judged documents of each query that the rows belong to, where they are known.

    >>> found = {"query": [0], "document": [2, 1]}
    >>> chosen(found, [["q1", "7", "D7"]], {"q1": {"7": 1}})
    {'query': 0, 'document': 1}
    >>> chosen(found, [["q1", "7", "D7"]], None)
    {'query': 0, 'document': 2}
    """
    there = {role: found[role] for role in ("query", "document") if found[role]}
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
    rows: list[list[str]],
    choice: dict[str, int],
    judged: Mapping[str, Iterable[str]],
    documents: set[str],
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
