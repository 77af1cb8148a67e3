"""The order that scores put documents in, and the precision in which they are compared."""

from __future__ import annotations

from bisect import bisect_right
from itertools import compress, count
from math import isfinite
from operator import eq, neg

from irviz.metrics.errors import ParameterError, RankingError, name_type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, Literal

    ScoresAs = Literal["double", "single"]


def by_score(scores: Mapping[Any, float], *, scores_as: ScoresAs = "double") -> list[Any]:
    """Documents by descending score and, as in trec_eval, by descending id where scores are equal.

    Args:
        scores: A finite number for each document.
        scores_as: The precision in which scores are compared: ``"double"``, as trec_eval 10 does, or
            ``"single"``, as pytrec_eval and older versions of trec_eval do. There, scores are equal
            that differ beyond the seventh digit or so, and their ids decide.

    Raises:
        RankingError: A score is NaN, infinite or no number; the ids of tied documents cannot be
            ordered.
        ParameterError: ``scores_as`` is none of the two.

    Source: trec_eval 10.0-rc3; pytrec_eval-terrier 0.5.11.

    >>> scores = {"d1": 1.00000001, "d2": 1.0, "d3": 2.5}
    >>> by_score(scores), by_score(scores, scores_as="single")
    (['d3', 'd1', 'd2'], ['d3', 'd2', 'd1'])
    """
    return sort_by_score(apply_precision(scores, scores_as))


def sort_by_score(read: Mapping[Any, float]) -> list[Any]:
    """Documents sorted as in `by_score`, from valid scores that are rounded to their precision already."""
    # Numbers sort far faster than pairs do, and few lists have many equal ones.
    order = sorted(read, key=read.__getitem__, reverse=True)
    values = [*map(read.__getitem__, order)]
    end = 0
    for i in compress(count(1), map(eq, values, values[1:])):
        if i >= end:
            # The documents from one before i on are equal.
            end = bisect_right(values, -values[i], i, key=neg)
            order[i - 1 : end] = sort_by_id(order[i - 1 : end])
    return order


def sort_by_id(documents: list[Any]) -> list[Any]:
    """Documents with equal scores, sorted with the greater id first."""
    try:
        return sorted(documents, reverse=True)
    except TypeError:
        raise RankingError("documents with equal scores have ids of different types: make all of them text") from None


def reordered(run: Mapping[str, Mapping[Any, float]]) -> tuple[str, ...]:
    """The queries of a run whose order differs if scores are compared in single precision.

    Args:
        run: For each query, the score of each document, a finite number.

    Raises:
        RankingError: As for :func:`by_score`.

    Source: as for :func:`by_score`.

    >>> reordered({"q1": {"d1": 0.2, "d2": 0.1}, "q2": {"d1": 16777217.0, "d2": 16777216.0}})
    ('q2',)
    """
    return tuple([query for query, scores in run.items() if _is_reordered(scores)])


def _is_reordered(scores: Mapping[Any, float]) -> bool:
    """Whether single precision of the scores (instead of double) puts the documents in another order."""
    # Rounding keeps the order of what it does not make equal, and makes nothing equal in most lists.
    if len({*_to_single_precision(validate_scores(scores))}) == len(scores):
        return False
    return by_score(scores) != by_score(scores, scores_as="single")


def apply_precision(scores: Mapping[Any, float], scores_as: ScoresAs) -> Mapping[Any, float]:
    """The scores rounded to the precision in which they are compared; a single overflows to infinity.

    >>> apply_precision({"d1": 1.00000001, "d2": -1e39}, "single")
    {'d1': 1.0, 'd2': -inf}
    """
    validate_precision(scores_as)
    values = validate_scores(scores)
    return scores if scores_as == "double" else dict(zip(scores, _to_single_precision(values), strict=True))


def _to_single_precision(values: list[float]) -> Iterable[float]:
    """The values rounded to single precision, as by a cast in C; larger ones become infinite."""
    from array import array  # noqa: PLC0415 - it loads a lot, and few ask for it

    return array("f", values)


def validate_precision(scores_as: object) -> None:
    """Raise a ParameterError where ``scores_as`` is neither ``"double"`` nor ``"single"``."""
    if scores_as not in {"double", "single"}:
        raise ParameterError(f"scores_as is {scores_as!r}: use 'double' or 'single'")


def validate_scores(scores: Mapping[Any, float]) -> list[float]:
    """The scores as a list of floats; a RankingError names the first document whose score is no finite number.

    >>> validate_scores({"d1": 0.5, "d2": float("nan")})
    Traceback (most recent call last):
    ...
    irviz.metrics.errors.RankingError: document 'd2' has the score nan: use a finite number
    """
    try:
        values = list(scores.values())
    except (AttributeError, TypeError):
        raise RankingError(f"the results are {name_type(scores)}: pass a dict of scores, or a list of ids") from None
    try:
        # One NaN or infinity makes the sum one too; so may a sum of finite numbers that overflows.
        if isfinite(sum(values)):
            return values
    except (TypeError, OverflowError):
        pass
    for doc, score in scores.items():
        try:
            finite = isfinite(score)
        except (TypeError, OverflowError):
            finite = False
        if not finite:
            raise RankingError(f"document {doc!r} has the score {score!r}: use a finite number")
    return values
