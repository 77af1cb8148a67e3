"""The grades of a ranked list, looked up in judgments by ids or in the order of scores."""

from __future__ import annotations

from bisect import bisect_right
from itertools import compress, repeat

from irviz.metrics.errors import RankingError, name_type
from irviz.metrics.grades import LARGEST_GRADE, as_whole_grade, suggest_grade_fix
from irviz.metrics.scores import apply_precision, sort_by_id, sort_by_score, validate_scores

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping
    from typing import Any

    from typing_extensions import TypeIs

    from irviz.metrics.ranking import Source
    from irviz.metrics.scores import ScoresAs

    # Of the retrieved documents in their order; of all documents those above 0, in any order; the
    # ranks of these, where they are at hand; and what tells who was judged.
    Grades = tuple[list[int], list[int], list[int] | None, Source]


# Up to one graded document in this many, it is quicker to look each up than to go through all.
_LOOKUP_RATIO = 2


def grades_by_id(ids: Iterable[Any], judgments: Mapping[Any, int] | Collection[Any]) -> Grades:
    """The grades of a list in its order, then those above 0 of all documents, retrieved or missed, in any order.

    Then come the ranks of the grades above 0, or None where they are not known, and what
    `judgment_states` takes to tell which documents are judged.

    >>> grades_by_id(["d7", "d2"], {"d2": 1, "d4": 3})[:3]
    ([0, 1], [1, 3], None)
    """
    if isinstance(ids, str):
        raise RankingError(f"the documents are one text, {ids!r}: pass a list of ids")
    if isinstance(ids, (set, frozenset)) or is_mapping(ids):
        raise RankingError(f"{name_type(ids)} of documents has no order: pass a list of ids")
    try:
        listed = list(ids)
        retrieved = set(listed)
    except TypeError:
        raise RankingError(
            f"the documents are {name_type(ids)} of no ids: pass a list of ids, or a dict of scores"
        ) from None
    judged, spam = validate_judgments(judgments)
    if len(retrieved) != len(listed):
        raise _duplicate_error(listed)
    return (
        [*map(judged.get, listed, repeat(0))],
        [*filter(None, judged.values())],
        None,
        (listed, judged, spam, None, len(judged)),
    )


def grades_by_score(
    scores: Mapping[Any, float], judgments: Mapping[Any, int] | Collection[Any], scores_as: ScoresAs = "double"
) -> Grades:
    """The grades by descending score, equal scores by the greater id first, then the other results of `grades_by_id`.

    >>> grades_by_score({"d7": 0.1, "d2": 0.9}, {"d2": 1, "d4": 3})[:3]
    ([1, 0], [1, 3], None)
    """
    read = scores if scores_as == "double" else apply_precision(scores, scores_as)
    values = validate_scores(scores) if read is scores else list(read.values())
    judged, spam = validate_judgments(judgments)
    every = judged.values()
    graded = [*filter(None, every)]
    if _LOOKUP_RATIO * len(graded) > len(values):
        ranked = [*map(judged.get, sort_by_score(read), repeat(0))]
        ranks = None
    else:
        # Most judged documents of a pool are not relevant: those are not looked up.
        found = zip(map(read.get, compress(judged, every)), graded, strict=True)
        ranked, ranks, tied = _place_grades(found, values)
        if tied:
            _order_ties(ranked, tied, read, judged)
            ranks = None
    return ranked, graded, ranks, (scores, judged, spam, scores_as, len(judged))


def _place_grades(
    graded: Iterable[tuple[float | None, int]], values: list[float]
) -> tuple[list[int], list[int], dict[float, int]]:
    """The grades by descending score, the ranks (from 1) of those above 0, and where tied scores begin.

    ``graded`` has each grade with its document's score, None if that was not retrieved; ``values`` are all
    scores. The last result has, by tied score, the index of its first rank; if it is not empty, the ranks are
    wrong. Numbers sort far faster than documents do.
    """
    values.sort()
    n = len(values)
    ranked = [0] * n
    ends = []
    tied = {}
    for score, grade in graded:
        if score is not None:
            end = bisect_right(values, score)
            if end > 1 and values[end - 2] == score:
                tied[score] = n - end
            ranked[-end] = grade
            ends.append(end)
    ends.sort(reverse=True)
    after = n + 1
    return ranked, [after - end for end in ends], tied


def _order_ties(
    ranked: list[int], tied: dict[float, int], read: Mapping[Any, float], judged: Mapping[Any, int]
) -> None:
    """Order the grades of documents with equal scores by id, greater first; changes ``ranked`` in place.

    ``ranked`` has the grades by rank, ``tied`` the index at which each tied score begins, ``read`` the scores.
    """
    equal: dict[float, list[Any]] = {score: [] for score in tied}
    for doc, score in read.items():
        if score in equal:
            equal[score].append(doc)
    for score, start in tied.items():
        order = sort_by_id(equal[score])
        ranked[start : start + len(order)] = map(judged.get, order, repeat(0))


def is_mapping(pairs: Mapping[Any, Any] | Iterable[Any]) -> TypeIs[Mapping[Any, Any]]:
    """Whether ``pairs`` is a mapping: decided by the method ``keys``, as ``dict`` does.

    >>> is_mapping({"d1": 1}), is_mapping({"d1"})
    (True, False)
    """
    return hasattr(pairs, "keys")


_INT = {int}


def validate_judgments(judgments: Mapping[Any, int] | Collection[Any]) -> tuple[Mapping[Any, int], Collection[Any]]:
    """A pair: the grade of each document, none below 0, and the documents whose grade was negative.

    A negative grade is TREC's mark for spam, and for what was in the pool and not judged; it counts
    as 0. A set of documents means grade 1.

    >>> validate_judgments({"d1": 2, "d2": -2})
    ({'d1': 2, 'd2': 0}, {'d2'})
    >>> validate_judgments({"d1"})
    ({'d1': 1}, ())
    """
    if not is_mapping(judgments):
        if isinstance(judgments, str):
            raise RankingError(f"the judgments are one text, {judgments!r}: pass a dict or a set")
        try:
            relevant = list(judgments)
            judged = dict.fromkeys(relevant, 1)
        except TypeError:
            raise RankingError(
                f"the judgments are {name_type(judgments)}: pass a dict of grades by document, "
                "or a set of the relevant documents"
            ) from None
        if len(judged) != len(relevant):
            raise RankingError("a document is listed twice among the relevant ones: pass a set")
        return judged, ()
    try:
        kinds = {*map(type, judgments.values())}
    except TypeError:
        raise RankingError(f"the judgments are {name_type(judgments)}: pass a dict of grades by document") from None
    if kinds <= _INT:
        grades = {*judgments.values()}
        if not grades or (min(grades) >= 0 and max(grades) <= LARGEST_GRADE):
            return judgments, ()
    signed = {doc: _validate_grade(grade, doc) for doc, grade in judgments.items()}
    return ({doc: max(grade, 0) for doc, grade in signed.items()}, {doc for doc, grade in signed.items() if grade < 0})


def _validate_grade(grade: object, doc: object) -> int:
    """The grade of a document as a plain int; a RankingError, which names the document, for an invalid one."""
    number = as_whole_grade(grade)
    if number is None:
        raise RankingError(
            f"document {doc!r} is judged {grade!r}, which is not a whole number: {suggest_grade_fix(grade)}"
        )
    if abs(number) > LARGEST_GRADE:
        raise RankingError(f"document {doc!r} is judged {grade!r}: use at most 2**53")
    return number


def _duplicate_error(ids: list[Any]) -> RankingError:
    """A RankingError, to be raised, that names the first document id that is in a list twice."""
    first: dict[Any, int] = {}
    for rank, doc in enumerate(ids, 1):
        if doc in first:
            break
        first[doc] = rank
    return RankingError(f"document {doc!r} is at rank {first[doc]} and again at rank {rank}: list it once")
