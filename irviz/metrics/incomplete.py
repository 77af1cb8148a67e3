"""Incomplete judgments: the bounds of a metric over all grades that unjudged results could get."""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate, pairwise
from math import fsum, isnan
from typing import TYPE_CHECKING, Any, NamedTuple

from irviz.metrics.average_precision import AveragePrecision
from irviz.metrics.catalogue import METRICS
from irviz.metrics.errors import ParameterError, RankingError
from irviz.metrics.gain import NormalizedDiscountedCumulatedGain, _compute_gains, discounts
from irviz.metrics.grades import as_whole_number, validate_ranks
from irviz.metrics.notation import as_metric
from irviz.metrics.ranking import Ranking, require_ranking
from irviz.metrics.unjudged import Judged

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from irviz.metrics.metric import Metric


class Bounds(NamedTuple):
    """The lowest and the highest value that a metric can have, whatever the unjudged results turn out to be.

    >>> from irviz.metrics import P, Ranking, bounds
    >>> bounds(P @ 2, Ranking([1, None]))
    Bounds(low=0.5, high=1.0)
    """

    low: float
    high: float


def bounds(
    metric: Metric | str, ranking: Ranking, unjudged: Collection[int] | None = None, *, highest: int = 1
) -> Bounds:
    """The lowest and the highest value that a metric can have, however its unjudged results are judged.

    Both ends are exact: some way to judge the results reaches them, and none goes beyond. It is not
    enough to look at none and at all of them relevant. A relevant result far down can lower AP, and
    one below the cutoff lowers whatever is divided by all relevant documents: R, F1, AP and nDCG.
    Documents that are neither judged nor in the list are not considered.

    Args:
        metric: AP, nDCG or one that is ``rising``, at a cutoff or not, in any variant; or its name.
        ranking: The list.
        unjudged: The ranks of the unjudged results; None for the ranking's own ``unjudged``.
        highest: The highest grade that an unjudged result can get, at least 1.

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
    metric = as_metric(metric)
    require_ranking(ranking, "bounds")
    ranks = _validate_unjudged(ranking, ranking.unjudged if unjudged is None else unjudged)
    if as_whole_number(highest) is None:
        raise ParameterError(f"highest is {highest!r}: use a whole number of at least 1")
    k = metric.cutoff or ranking.n
    above = [rank for rank in ranks if rank <= k]
    below = dict.fromkeys(ranks[len(above) :], highest)
    lowest: Sequence[int] = [0] * len(above)
    most: Sequence[int] = [highest] * len(above)
    if isinstance(metric, AveragePrecision):
        seen = ranking if metric.rel is None else ranking.at(metric.rel)
        if highest >= seen.threshold:
            fewest = _count_relevant_at_extreme(metric, seen, above, len(below), best=False)
            lowest = [0] * (len(above) - fewest) + [highest] * fewest
            fewest = _count_relevant_at_extreme(metric, seen, above, 0, best=True)
            most = [highest] * fewest + [0] * (len(above) - fewest)
    elif isinstance(metric, NormalizedDiscountedCumulatedGain):
        lowest = extreme_grades(metric, ranking, above, len(below), highest, best=False)
        most = extreme_grades(metric, ranking, above, len(below), highest, best=True)
    elif not metric.rising:
        known = ", ".join(name for name, one in METRICS.items() if has_bounds(one))
        raise ParameterError(f"bounds of {metric.name} are not known: use one of {known}")
    values = [
        metric(one)
        for one in (
            ranking,
            _replace_grades(ranking, dict(zip(above, lowest, strict=True)) | below),
            _replace_grades(ranking, dict(zip(above, most, strict=True))),
        )
    ]
    # A metric whose undefined value is nan has no value to bound there.
    numbers = [value for value in values if not isnan(value)] or values
    return Bounds(min(numbers), max(numbers))


def has_bounds(metric: Metric) -> bool:
    """Whether `bounds` can be computed for the metric: AP, nDCG, and those that are ``rising``.

    >>> from irviz.metrics import AP, ERR
    >>> has_bounds(AP), has_bounds(ERR)
    (True, False)
    """
    return metric.rising or isinstance(metric, AveragePrecision | NormalizedDiscountedCumulatedGain)


def _validate_unjudged(ranking: Ranking, unjudged: Collection[int]) -> list[int]:
    """The unjudged ranks in ascending order; a RankingError where one has a grade or is not in the list."""
    ranks = validate_ranks(unjudged, ranking.n)
    for rank in ranks:
        if grade := ranking.grades[rank - 1]:
            raise RankingError(f"rank {rank} has grade {grade}, so somebody judged it")
    return [*ranks]


def _replace_grades(ranking: Ranking, grades: dict[int, int]) -> Ranking:
    """A copy of the ranking with other grades, given by rank from 1."""
    changed = list(ranking.grades)
    for rank, grade in grades.items():
        changed[rank - 1] = grade
    return Ranking(changed, ranking.missed, ranking.threshold)


def _count_relevant_at_extreme(
    metric: AveragePrecision, ranking: Ranking, above: list[int], below: int, *, best: bool
) -> int:
    """The number of unjudged results above the cutoff that are relevant where AP is highest (``best``) or lowest.

    ``above`` has the ranks of those above the cutoff, ``below`` is the number of those below it. For a given
    number of them AP is highest with the topmost and lowest with the bottommost ones, since moving a relevant
    document up never lowers a precision. So one pass over the numbers will do.
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


class _Level(NamedTuple):
    """One step of the scale of grades, in the search for the extremes of nDCG.

    DCG and ideal are sums over the levels: the weight for each document that reaches the grade, each
    discounted by its rank. So nDCG follows from how many documents reach which level.

    Attributes:
        grade: The grade that a document has to reach.
        weight: What reaching it adds to the document's gain.
        known: How many documents of the ideal order reach it, unjudged ones above the cutoff not counted.
        open: Whether an unjudged result can reach it.
    """

    grade: int
    weight: float
    known: int
    open: bool


def extreme_grades(  # noqa: PLR0913 - each says a different thing
    metric: NormalizedDiscountedCumulatedGain,
    ranking: Ranking,
    above: list[int],
    below: int,
    highest: int,
    *,
    best: bool,
) -> list[int]:
    """The grades of the unjudged results above the cutoff, by rank, that make nDCG highest (``best``) or lowest.

    The highest value has good grades at the top and none below the cutoff; the lowest has them at
    the bottom and the highest grade on everything below. What is left is how many results reach each
    grade. Dinkelbach's method finds that: where the value is t, no choice makes numerator - t * ideal
    better than 0, and for a given t that sum falls apart into the levels.

    Args:
        metric: nDCG in any variant.
        ranking: The list, unjudged results with grade 0.
        above: The ranks of the unjudged results down to the cutoff, from the top.
        below: How many unjudged results there are below the cutoff.
        highest: The highest grade that a result can get.
        best: Whether to look for the highest value, or for the lowest.
    """
    k = metric.cutoff or ranking.n
    pool = {"retrieved": ranking.grades, "top k": ranking.grades[:k]}.get(metric.ideal, ranking.grades + ranking.missed)
    more = 0 if best or metric.ideal == "top k" else below
    levels = _build_levels(metric.gain, pool, more, highest)
    cut = len(pool) if metric.ideal == "uncut" or metric.cutoff is None else metric.cutoff
    by = discounts(max(cut, ranking.n), metric.discount)
    ideal = [*accumulate((1 / one for one in by[:cut]), initial=0.0)]
    order = above if best else above[::-1]
    own = [*accumulate((1 / by[rank - 1] for rank in order), initial=0.0)]
    first = sum(gain / one for gain, one in zip(_compute_gains(ranking.grades[:k], metric.gain), by, strict=False))

    def ideal_at(level: _Level, count: int) -> float:
        """The ideal order's sum of 1/discount over the documents of the level, if ``count`` unjudged ones are of it."""
        return ideal[min(level.known + count, cut)]

    def value(counts: list[int]) -> float:
        """The nDCG if these numbers of unjudged results, one for each level, reach its grade."""
        pairs = list(zip(levels, counts, strict=True))
        below_line = sum(level.weight * ideal_at(level, count) for level, count in pairs)
        total = first + sum(level.weight * own[count] for level, count in pairs)
        return total / below_line if below_line else 0.0

    counts = [0] * len(levels)
    reached = value(counts)
    while True:
        sign = 1 if best else -1
        parts = [
            [
                sign * level.weight * (own[count] - reached * ideal_at(level, count))
                for count in range(len(above) + 1 if level.open else 1)
            ]
            for level in levels
        ]
        chosen = _best_counts(parts)
        found = value(chosen)
        if sign * (found - reached) <= 0:
            break
        counts, reached = chosen, found
    grades = [
        max((level.grade for level, count in zip(levels, counts, strict=True) if place < count), default=0)
        for place in range(len(above))
    ]  # fmt: skip
    return grades if best else grades[::-1]


def _build_levels(gain: str, pool: tuple[int, ...], more: int, highest: int) -> list[_Level]:
    """A level for each grade that occurs in the ideal order's ``pool`` of grades or can occur, from the highest down.

    ``more`` results below the cutoff count as of grade ``highest``, the highest that an unjudged one can get.
    """
    scale = sorted({0, highest, *pool})
    return [
        _Level(
            grade,
            _compute_gains([grade], gain)[0] - _compute_gains([lower], gain)[0],
            sum([one >= grade for one in pool]) + (more if grade <= highest else 0),
            grade <= highest,
        )
        for lower, grade in pairwise(scale)
    ][::-1]


def _best_counts(parts: list[list[float]]) -> list[int]:
    """An index into each list of numbers, none below the one before, with the highest sum of the numbers chosen."""
    best: list[float] = []
    origins: list[list[int]] = []
    for part in parts:
        # What can be reached with at most this many results at the level above.
        so_far: list[float] = []
        origin: list[int] = []
        for count in range(len(part)):
            if count < len(best) and (not so_far or best[count] > so_far[-1]):
                so_far.append(best[count])
                origin.append(count)
            else:
                so_far.append(so_far[-1] if so_far else 0.0)
                origin.append(origin[-1] if origin else 0)
        best = [one + before for one, before in zip(part, so_far, strict=True)]
        origins.append(origin)
    counts = []
    place = max(range(len(best)), key=best.__getitem__) if best else 0
    for origin in reversed(origins):
        counts.append(place)
        place = origin[place]
    return counts[::-1]


_ROUNDING = 1e-9  # smaller differences come from rounding
_MAX_COUNTS_IN_FULL = 40  # up to here every number of unjudged results is tried


class Known(NamedTuple):
    """How far a metric's value is certain where some of the results are unjudged.

    Attributes:
        judged: The share of the results down to the cutoff that somebody judged: Judged@k.
        unjudged: How many of them nobody judged; 0 of an empty list, whose share is 0, too.
        value: The value, in which what nobody judged counts as not relevant.
        bounds: The least and the most it can be, whatever the unjudged results turn out to be; None of a
            metric whose bounds are not known.
        condensed: The value without the unjudged results, which are left out of the list.

    >>> from irviz.metrics import P, Ranking, known
    >>> known(P @ 2, Ranking([1, None, 1]))
    Known(judged=0.5, unjudged=1, value=0.5, bounds=Bounds(low=0.5, high=1.0), condensed=1.0)
    """

    judged: float
    unjudged: int
    value: float
    bounds: Bounds | None
    condensed: float


def known(metric: Metric | str, ranking: Ranking) -> Known:
    """The judged share, value, bounds and condensed value of a metric on a ranking, as :class:`Known`.

    Args:
        metric: The metric, at a cutoff or not, or its name.
        ranking: The list. An unjudged result can get any grade up to the highest one that was given, or
            the lowest relevant one where none is relevant.

    Raises:
        RankingError: The metric does not take some grade.

    Source: as for :func:`bounds`; on lists without the unjudged, Sakai 2007, Alternatives to bpref, SIGIR.

    >>> from irviz.metrics import ERR, Ranking, known
    >>> known(ERR @ 1, Ranking([None, 1])).bounds is None
    True
    """
    metric = as_metric(metric)
    require_ranking(ranking, "known")
    cutoff = None if metric.own_cutoff else metric.cutoff
    share = Judged if cutoff is None else Judged @ cutoff
    judged = ranking.judged[:cutoff]
    top = max((ranking.threshold, *ranking.ideal[:1]))
    return Known(
        share(ranking),
        len(judged) - sum(judged),
        metric(ranking),
        bounds(metric, ranking, highest=top) if has_bounds(metric) else None,
        metric(ranking.condensed),
    )


def mean_known(every: Sequence[Known]) -> Known:
    """What :func:`known` returns of several queries: the sum of the unjudged, and else the means.

    Args:
        every: What :func:`known` says of each query, at least one.

    Source: as for :func:`known`.

    >>> from irviz.metrics import P, Ranking
    >>> mean_known([known(P @ 1, Ranking([None])), known(P @ 1, Ranking([1]))])
    Known(judged=0.5, unjudged=1, value=0.5, bounds=Bounds(low=0.5, high=1.0), condensed=0.5)
    """
    ends = [one.bounds for one in every]
    return Known(
        _mean([one.judged for one in every]),
        sum(one.unjudged for one in every),
        _mean([one.value for one in every]),
        None if None in ends else Bounds(*map(_mean, zip(*filter(None, ends), strict=True))),
        _mean([one.condensed for one in every]),
    )


class Swing(NamedTuple):
    """How far the difference of two lists could move if the unjudged results were judged.

    Attributes:
        low: How low it is in the worst case for b that was found: some way to judge the results has it.
        value: The difference as it is, b - a, in which what nobody judged counts as not relevant.
        high: How high it is in the best case for b that was found.

    >>> from irviz.metrics import Swing
    >>> Swing(-0.4, -0.2, 0.1).open, Swing(-0.4, -0.2, -0.1).open, Swing(-0.1, 0.0, 0.1).open
    (True, False, False)
    """

    low: float
    value: float
    high: float

    @property
    def open(self) -> bool:
        """Whether judging the unjudged results could remove or reverse the difference."""
        return abs(self.value) > _ROUNDING and self.low <= _ROUNDING and self.high >= -_ROUNDING


def swing(
    metric: Metric | str, a: Sequence[Any], b: Sequence[Any], judgments: Mapping[Any, int], threshold: int = 1
) -> Swing:
    """The difference of two lists, b minus a, and its extremes if the unjudged results were judged.

    A document of both lists has the same grade in both, and one of either list counts as missed in the
    other. In favour of a list, its unjudged results down to the cutoff get the highest grade that was given,
    one after the other from the top, those first that the other list lacks; the best of these is taken, and
    what it comes to if all that is below the cutoff of both gets it, too: more was to be found then, and
    both values shrink. So both ends are reached by some way to judge them, and others may go further.

    Args:
        metric: The metric, at a cutoff or not, or its name.
        a: The documents of one list, best first.
        b: Those of the other.
        judgments: The grade of each judged document; a negative one is none.
        threshold: The lowest grade that counts as relevant.

    Raises:
        RankingError: As for :meth:`Ranking.from_ids`.

    Source: after the pessimistic and optimistic comparisons of Moffat & Zobel 2008.

    >>> from irviz.metrics import P, R, swing
    >>> swing(P @ 2, ["x", "y"], ["u", "v"], {"x": 1, "y": 0})
    Swing(low=-0.5, value=-0.5, high=0.5)
    >>> swing(R @ 1, ["x", "u"], ["y", "v"], {"x": 1, "y": 0}).high
    -0.3333333333333333
    """
    metric = as_metric(metric)
    known = {document: grade for document, grade in judgments.items() if grade >= 0}
    top = max(1, threshold, *known.values())

    def difference(more: Sequence[Any]) -> float:
        """The value of b minus that of a, if these unjudged documents had the highest grade."""
        grades = {**known, **dict.fromkeys(more, top)}
        of_a, of_b = (metric(Ranking.from_ids(one, grades, threshold)) for one in (a, b))
        return of_b - of_a

    k = metric.cutoff or len(a) + len(b)
    ways: list[Sequence[Any]] = [()]
    for own, other in ((a, b), (b, a)):
        there = {*other}
        unjudged = [document for document in own[:k] if document not in known]
        order = sorted(unjudged, key=there.__contains__)
        ways += [order[:count] for count in _counts_to_try(len(order))]
    found = [difference(more) for more in ways]
    below = {*a[k:], *b[k:]} - {*a[:k], *b[:k], *known}
    ends = (found[0], min(found), max(found)) if below else ()
    found += [difference([*ways[found.index(end)], *below]) for end in ends]
    return Swing(min(found), found[0], max(found))


def mean_swing(every: Sequence[Swing]) -> Swing:
    """The difference of two means over queries and its extremes: the means of what :func:`swing` returns.

    Args:
        every: What :func:`swing` says of each query, at least one.

    Source: as for :func:`swing`.

    >>> from irviz.metrics import Swing
    >>> mean_swing([Swing(-0.5, 0.0, 0.5), Swing(0.0, 0.0, 1.0)])
    Swing(low=-0.25, value=0.0, high=0.75)
    """
    return Swing(*map(_mean, zip(*every, strict=True)))


def _counts_to_try(most: int) -> list[int]:
    """The numbers of unjudged results to try as relevant: 1 to 40, then doubling, up to ``most``.

    >>> _counts_to_try(3), _counts_to_try(100)[-4:]
    ([1, 2, 3], [39, 40, 80, 100])
    """
    few = [*range(1, min(most, _MAX_COUNTS_IN_FULL) + 1)]
    while few and 2 * few[-1] < most:
        few.append(2 * few[-1])
    return few if not most or few[-1] == most else [*few, most]


def _mean(values: Sequence[float]) -> float:
    """The arithmetic mean of the values, of which there is at least one."""
    return fsum(values) / len(values)
