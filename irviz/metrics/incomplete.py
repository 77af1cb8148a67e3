"""Results that nobody judged: how low and how high a metric would be if somebody did."""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate
from math import isnan
from typing import TYPE_CHECKING, NamedTuple

from irviz.metrics.average_precision import AveragePrecision
from irviz.metrics.catalogue import METRICS
from irviz.metrics.errors import ParameterError, RankingError
from irviz.metrics.grades import checked_ranks
from irviz.metrics.incomplete_gain import extreme_grades
from irviz.metrics.normalized_gain import NormalizedDiscountedCumulatedGain
from irviz.metrics.ranking import Ranking
from irviz.metrics.whole import whole

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from irviz.metrics.metric import Metric


class Bounds(NamedTuple):
    """The lowest and the highest value that a metric can have.

    >>> from irviz.metrics import P, Ranking, bounds
    >>> bounds(P @ 2, Ranking([1, None]))
    Bounds(low=0.5, high=1.0)
    """

    low: float
    high: float


def bounds(
    metric: Metric,
    ranking: Ranking,
    unjudged: Collection[int] | None = None,
    *,
    highest: int = 1,
) -> Bounds:
    """The least and the most that a metric can be, whatever its unjudged results turn out to be.

    Both ends are exact: some way to judge the results reaches them, and none goes beyond. It is not
    enough to look at none and at all of them relevant. A relevant result far down can lower AP, and
    one below the cutoff lowers whatever is divided by all relevant documents: R, F1, AP and nDCG.
    Documents that are neither judged nor in the list are not considered.

    Args:
        metric: AP, nDCG or one that is ``rising``, at a cutoff or not, in any variant.
        ranking: The list.
        unjudged: Their ranks; without them, what the ranking knows: its own ``unjudged``.
        highest: The highest grade that they can get, at least 1; each can have any up to it.

    Raises:
        ParameterError: The metric is another one, or `highest` is no such number.
        RankingError: A rank is not in the list, or has a grade.

    Source: Moffat & Zobel 2008 bound a metric by what is unjudged (its residual); the search for
    the extremes of nDCG, a ratio, follows Dinkelbach 1967, On nonlinear fractional programming.

    >>> from irviz.metrics import AP, R, Ranking, bounds
    >>> bounds(AP @ 3, Ranking([1, 0, 0]), {3})
    Bounds(low=0.8333333333333333, high=1.0)
    >>> bounds(R @ 1, Ranking([1, 0, 0]), {2, 3})
    Bounds(low=0.3333333333333333, high=1.0)
    """
    ranks = _checked(ranking, ranking.unjudged if unjudged is None else unjudged)
    if whole(highest) is None:
        raise ParameterError(f"highest is {highest!r}: use a whole number of at least 1")
    k = metric.cutoff or ranking.n
    above = [rank for rank in ranks if rank <= k]
    below = dict.fromkeys(ranks[len(above) :], highest)
    lowest: Sequence[int] = [0] * len(above)
    most: Sequence[int] = [highest] * len(above)
    if isinstance(metric, AveragePrecision):
        seen = ranking if metric.rel is None else ranking.at(metric.rel)
        if highest >= seen.threshold:
            fewest = _count(metric, seen, above, len(below), best=False)
            lowest = [0] * (len(above) - fewest) + [highest] * fewest
            fewest = _count(metric, seen, above, 0, best=True)
            most = [highest] * fewest + [0] * (len(above) - fewest)
    elif isinstance(metric, NormalizedDiscountedCumulatedGain):
        lowest = extreme_grades(metric, ranking, above, len(below), highest, best=False)
        most = extreme_grades(metric, ranking, above, len(below), highest, best=True)
    elif not metric.rising:
        known = ", ".join(name for name, one in METRICS.items() if bounded(one))
        raise ParameterError(f"bounds of {metric.name} are not known: use one of {known}")
    values = [
        metric(one)
        for one in (
            ranking,
            _judged(ranking, dict(zip(above, lowest, strict=True)) | below),
            _judged(ranking, dict(zip(above, most, strict=True))),
        )
    ]
    # A metric that is told to be nan where it is undefined has no value to bound there.
    numbers = [value for value in values if not isnan(value)] or values
    return Bounds(min(numbers), max(numbers))


def bounded(metric: Metric) -> bool:
    """Whether `bounds` knows the metric: AP, nDCG, and all that say they are rising.

    >>> from irviz.metrics import AP, ERR
    >>> bounded(AP), bounded(ERR)
    (True, False)
    """
    return metric.rising or isinstance(metric, AveragePrecision | NormalizedDiscountedCumulatedGain)


def _checked(ranking: Ranking, unjudged: Collection[int]) -> list[int]:
    ranks = checked_ranks(unjudged, ranking.n)
    for rank in ranks:
        if grade := ranking.grades[rank - 1]:
            raise RankingError(f"rank {rank} has grade {grade}, so somebody judged it")
    return [*ranks]


def _judged(ranking: Ranking, grades: dict[int, int]) -> Ranking:
    """The same list with other grades at some ranks."""
    changed = list(ranking.grades)
    for rank, grade in grades.items():
        changed[rank - 1] = grade
    return Ranking(changed, ranking.missed, ranking.threshold)


def _count(
    metric: AveragePrecision, ranking: Ranking, above: list[int], below: int, *, best: bool
) -> int:
    """How many of the unjudged results above the cutoff are relevant where AP is at its extreme.

    For a given number of them AP is highest with the topmost and lowest with the bottommost ones,
    since moving a relevant document up never lowers a precision. So one pass over the numbers will do.
    """
    k = metric.cutoff or ranking.n
    known = [rank for rank in ranking.hit_ranks if rank <= k]
    after = [*accumulate((1 / rank for rank in reversed(known)), initial=0.0)]
    total = sum(place / rank for place, rank in enumerate(known, 1))
    norms = {"R": ranking.relevant + below, "hits": len(known)}
    extreme: float | None = None
    chosen, later = 0, 0.0
    for count in range(len(above) + 1):
        norm = norms.get(metric.denominator, norms["R"]) + count
        if metric.denominator == "min(R,k)":
            norm = min(norm, metric.cutoff or norm)
        if norm:
            value = total / norm
            if extreme is None or (value > extreme if best else value < extreme):
                extreme, chosen = value, count
        if count == len(above):
            break
        rank = above[count] if best else above[-1 - count]
        place = bisect_left(known, rank)
        # The precision at its own rank, and one more document counted at each one further down.
        total += (place + 1 + (count if best else 0)) / rank + after[len(known) - place] + later
        later += 0.0 if best else 1 / rank
    return chosen
