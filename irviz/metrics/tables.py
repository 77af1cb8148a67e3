"""Reads judgments and runs from data frames, ir_measures' tuples and ranx' objects.

None of these tools is imported: their objects are recognised by their methods.
"""

from __future__ import annotations

from itertools import islice, product
from typing import TYPE_CHECKING, Any, Protocol

from irviz.metrics.errors import EvaluationError, RankingError, name_type
from irviz.metrics.judgments import is_mapping

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    class _Convertible(Protocol):
        """A container with a method that makes it a dictionary, such as ranx's Qrels and Run."""

        def to_dict(self) -> Any:
            """Grades or scores by query id and document id."""

    Held = Iterable[Any] | _Convertible
    """A data frame, or tuples, or what becomes a dictionary."""

_SAMPLE_ROWS = 10_000  # rows, to find out which column holds the ids

_WORDS = {"grade": "the judgments are", "score": "the run is"}
_OF = {"grade": "of the judgments of each query", "score": "of what each query retrieved"}
_FIELDS = {"grade": "relevance", "score": "score"}
_KINDS = {"grade": "ir_measures' Qrel", "score": "ir_measures' ScoredDoc"}


def read_judgments(given: Mapping[str, Any] | Held) -> Mapping[str, Any]:
    """Judgments as a dictionary, from any supported container; a dictionary comes back as it is.

    Of a data frame, the names of the columns tell what they are: ``query_id``, ``qid`` and the like;
    ``doc_id``, ``docno`` and the like; ``relevance``, ``label``, ``grade`` and the like, or where there
    is none of these ``score``, as in BEIR's judgments. Ids become text, since that is what they are in
    every other file.

    Args:
        given: A data frame (of pandas or polars) with a row for each judgment; or tuples with
            ``query_id``, ``doc_id`` and ``relevance``, as ir_measures and ir_datasets have them; or
            ranx's ``Qrels``; or dictionaries.

    Raises:
        EvaluationError: It is none of these; or a column is missing, or has two of a name; or there is
            nothing in it, since it can be read only once.
        RankingError: An id is empty or none, or a document is judged twice.

    Source: the names of the fields are those of ir_measures, PyTerrier, ir_datasets, BEIR and ranx.

    >>> from collections import namedtuple
    >>> Qrel = namedtuple("Qrel", "query_id doc_id relevance")
    >>> read_judgments([Qrel("q1", "d7", 2), Qrel("q1", "d2", 0)])
    {'q1': {'d7': 2, 'd2': 0}}
    """
    return _read_table(given, "grade", None)


def read_run(given: Mapping[str, Any] | Held, judged: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
    """A run as a dictionary, from any supported container; a dictionary comes back as it is.

    Of a data frame, the names of the columns tell what they are, as for :func:`read_judgments`. It is
    ranked by ``score``, or where there is none by ``rank``, or where there is none either by the order
    of its rows.

    Args:
        given: A data frame with a row for each result; or tuples with ``query_id``, ``doc_id`` and
            ``score``; or ranx's ``Run``; or dictionaries.
        judged: The judgments that the run belongs to. Of several columns that may hold the ids, such as
            PyTerrier's ``docid`` and ``docno``, the one counts whose ids meet them.

    Raises:
        EvaluationError: As for :func:`read_judgments`.
        RankingError: An id is empty or none, a document is listed twice, or a rank is no number.

    Source: as for :func:`read_judgments`.

    >>> import pandas as pd
    >>> read_run(pd.DataFrame({"qid": [1, 1], "docno": ["d7", "d2"], "score": [0.9, 0.5]}))
    {'1': {'d7': 0.9, 'd2': 0.5}}
    """
    return _read_table(given, "score", judged)


def _read_table(given: Any, wanted: str, judged: Mapping[str, Any] | None) -> Mapping[str, Any]:
    """Numbers by query and document: grades or scores (``wanted``), from a data frame, mapping or named tuples."""
    if hasattr(given, "columns") and hasattr(given, "__getitem__"):
        return _read_frame(given, wanted, judged)
    if is_mapping(given):
        own = getattr(given, "to_dict", None)
        return own() if callable(own) else given
    if isinstance(given, str | bytes) or not hasattr(given, "__iter__"):
        raise EvaluationError(
            f"{_WORDS[wanted]} {name_type(given)}: pass a dict {_OF[wanted]}, a data frame, "
            f"or {_KINDS[wanted]} one after the other"
        )
    return _read_tuples(given, wanted)


def _read_tuples(given: Iterable[Any], wanted: str) -> dict[str, dict[str, Any]]:
    """Grades or scores (``wanted``) by query and document, from tuples with named fields."""
    queries, documents, values = [], [], []
    field = _FIELDS[wanted]
    for place, one in enumerate(given, 1):
        try:
            queries.append(one.query_id)
            documents.append(one.doc_id)
            values.append(getattr(one, field))
        except AttributeError:
            raise EvaluationError(
                f"{_WORDS[wanted]} {name_type(given)} whose item {place} has no query_id, doc_id and "
                f"{field}: pass {_KINDS[wanted]}, or a dict {_OF[wanted]}"
            ) from None
    if not queries and hasattr(given, "__next__"):
        raise EvaluationError(
            f"{_WORDS[wanted]} {name_type(given)} with nothing in it: it can be read once only, so make a list of it"
        )
    return _group_by_query(queries, documents, values, wanted)


def _read_frame(frame: Any, wanted: str, judged: Mapping[str, Any] | None) -> dict[str, Any]:
    """Grades or scores (``wanted``) by query and document, from a data frame; ``judged`` helps to find ids."""
    found = find_columns(frame.columns)
    index = getattr(frame, "index", None)
    if any(name is not None for name in getattr(index, "names", ())) and not (found["query"] and found["document"]):
        frame = frame.reset_index()
        found = find_columns(frame.columns)
    names = [*frame.columns]
    for role in ("query", "document"):
        if not found[role]:
            raise _missing_column_error(f"a column of the {role} ids", names, wanted)
    ids = [names[i] for i in sorted({*found["query"], *found["document"]})]
    columns = {name: _column_values(frame, name, names) for name in ids}
    sample = [*islice(zip(*columns.values(), strict=True), _SAMPLE_ROWS)]
    places = {names.index(name): i for i, name in enumerate(columns)}
    closer = {role: [places[i] for i in found[role]] for role in ("query", "document")}
    cells = [*columns.values()]
    pick = choose_id_columns(closer, sample, judged)
    queries, documents = cells[pick["query"]], cells[pick["document"]]
    for role in ("grade", "score") if wanted == "grade" else ("score", "rank"):
        if found[role]:
            values = _column_values(frame, names[found[role][0]], names)
            break
    else:
        if wanted == "grade":
            raise _missing_column_error("a column of grades", names, wanted)
        # Only the order of the rows is left: the first of them is the best.
        values = [*range(len(queries), 0, -1)]
        role = ""
    if role == "rank":
        values = [_score_from_rank(rank, row) for row, rank in enumerate(values, 1)]
    return _group_by_query(queries, documents, values, wanted)


def _column_values(frame: Any, name: object, names: Sequence[object]) -> list[Any]:
    """The values of a named column; an EvaluationError if two columns have the name."""
    if names.count(name) > 1:
        raise EvaluationError(f"two columns of a data frame are called {name!r}: rename one")
    return frame[name].to_list()  # type: ignore[no-any-return]


def _missing_column_error(expected: str, names: Sequence[object], wanted: str) -> EvaluationError:
    """An EvaluationError, to be raised, for a data frame without a column that ``expected`` describes."""
    named = ", ".join([repr(name) for name in names[:10]]) or "none"
    known = "such as query_id, doc_id and " + _FIELDS[wanted]
    return EvaluationError(
        f"{_WORDS[wanted]} a data frame without {expected}: its columns are {named}; use names {known}"
    )


def _score_from_rank(rank: object, row: int) -> float:
    """The score of a rank: its negative, since higher scores are better; ``row`` is its row, for the error."""
    if isinstance(rank, bool) or not isinstance(rank, int | float):
        raise RankingError(f"row {row} of the run has the rank {rank!r}: use a number")
    return -rank


def _group_by_query(
    queries: Sequence[object], documents: Sequence[object], values: Sequence[Any], wanted: str
) -> dict[str, dict[str, Any]]:
    """Values by query and document, from parallel columns; a RankingError for a document twice in a query."""
    of_query = _ids_as_text(queries, "query", wanted)
    of_document = _ids_as_text(documents, "document", wanted)
    found: dict[str, dict[str, Any]] = {}
    query, listed = None, {}
    for one, document, value in zip(of_query, of_document, values, strict=True):
        if one != query:
            query = one
            listed = found.setdefault(one, {})
        listed[document] = value
    if sum(map(len, found.values())) != len(of_query):
        raise _duplicate_error(of_query, of_document, wanted)
    return found


def _ids_as_text(ids: Sequence[object], what: str, wanted: str) -> Sequence[str]:
    """The ids as text; what is no text or number is an error. Whole numbers in a column of floats lose ``.0``."""
    if {*map(type, ids)} <= {str}:
        return ids  # type: ignore[return-value]
    texts = []
    for row, one in enumerate(ids, 1):
        if isinstance(one, float) and one.is_integer():
            texts.append(str(int(one)))
        elif isinstance(one, str) or (isinstance(one, int) and not isinstance(one, bool)):
            texts.append(str(one))
        else:
            raise RankingError(
                f"row {row} of the {'judgments' if wanted == 'grade' else 'run'} has {one!r} as its {what} id: use text"
            )
    return texts


def _duplicate_error(queries: Sequence[str], documents: Sequence[str], wanted: str) -> RankingError:
    """A RankingError, to be raised, for the first document that is in two rows of a query."""
    first: dict[tuple[str, str], int] = {}
    for row, pair in enumerate(zip(queries, documents, strict=True), 1):
        if pair in first:
            break
        first[pair] = row
    query, document = pair
    return RankingError(
        f"query {query!r}: document {document!r} is in row {first[pair]} of the "
        f"{'judgments' if wanted == 'grade' else 'run'} and again in row {row}: list it once"
    )


COLUMN_NAMES = {
    "query": "query queryid qid topic topicid topicno search searchterm question q qry",
    "document": "document documentid doc docid docno did corpusid passage passageid pid item itemid "
    "id product productid result resultid",
    "score": "score scores similarity sim rsv relevancescore retrievalscore",
    "rank": "rank ranking position pos place",
    "grade": "grade grades relevance relevancy rel relevant label judgment judgement judged qrel rating gain "
    "relevancegrade relevancelabel",
}
"""The usual names of columns, normalized, by the role of the column."""

_ROLE_OF = {name: role for role, names in COLUMN_NAMES.items() for name in names.split()}

_PYTERRIER_COLUMN = "docno"
"""Beside a column of this name, PyTerrier's ``docid`` is its own number of the document."""


def normalize_name(name: str) -> str:
    """A column's name in lower case, with letters and digits only, for comparing.

    >>> normalize_name("Query-ID"), normalize_name("doc_no")
    ('queryid', 'docno')
    """
    return "".join([sign for sign in name.lower() if sign.isalnum()])


def find_columns(names: Iterable[object]) -> dict[str, list[int]]:
    """For each role (``query``, ``document`` …), the indices of the columns whose name fits it, the likeliest first.

    >>> find_columns(["qid", "docid", "docno", "score", "query"])
    {'query': [0, 4], 'document': [2, 1], 'score': [3], 'rank': [], 'grade': []}
    """
    found: dict[str, list[int]] = {role: [] for role in COLUMN_NAMES}
    for index, name in enumerate(names):
        plain = normalize_name(str(name))
        role = _ROLE_OF.get(plain)
        if role is not None:
            found[role].insert(0 if plain == _PYTERRIER_COLUMN else len(found[role]), index)
    return found


def choose_id_columns(
    found: Mapping[str, list[int]], rows: Iterable[Sequence[object]], judged: Mapping[str, Iterable[str]] | None
) -> dict[str, int]:
    """The index of the column of the query ids and of that of the document ids, by role.

    Args:
        found: From `find_columns`.
        rows: Some rows, or all.
        judged: The judged documents of each query that the rows belong to, where they are known.

    >>> found = {"query": [0], "document": [2, 1]}
    >>> choose_id_columns(found, [["q1", "7", "D7"]], {"q1": {"7": 1}})
    {'query': 0, 'document': 1}
    >>> choose_id_columns(found, [["q1", "7", "D7"]], None)
    {'query': 0, 'document': 2}
    """
    there = {role: found[role] for role in ("query", "document") if found[role]}
    best = {role: columns[0] for role, columns in there.items()}
    if judged is None or all(len(columns) == 1 for columns in there.values()):
        return best
    cells = [[*map(_strip_text, row)] for row in rows]
    documents = {document for each in judged.values() for document in each}
    most = (0, 0, 0)
    for columns in product(*there.values()):
        choice = dict(zip(there, columns, strict=True))
        met = _count_judged_rows(cells, choice, judged, documents)
        if met > most:
            most, best = met, choice
    return best


def _count_judged_rows(
    rows: list[list[str]], choice: dict[str, int], judged: Mapping[str, Iterable[str]], documents: set[str]
) -> tuple[int, int, int]:
    """How many rows have a judged pair, a judged document and a judged query, if ids are in the columns ``choice``."""
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


def _strip_text(value: object) -> str:
    """The value as text, without blanks around it."""
    return value.strip() if isinstance(value, str) else str(value)
