"""The grades of unjudged results at which nDCG is highest or lowest."""

from __future__ import annotations

from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, NamedTuple

from irviz.metrics.discounted_gain import discounts
from irviz.metrics.gain import gains

if TYPE_CHECKING:
    from irviz.metrics.normalized_gain import NormalizedDiscountedCumulatedGain
    from irviz.metrics.ranking import Ranking


class _Level(NamedTuple):
    """One step of the scale of grades.

    What a list gains is a sum over these: the step's weight for each document that reaches it, each
    discounted by its rank. So numerator and ideal are both known from how many documents reach which
    level, and each level's part of them can be looked up.
    """

    grade: int
    weight: float  # what reaching it adds to the gain
    known: int  # judged documents of the ideal that reach it
    open: bool  # whether an unjudged result can


def extreme_grades(  # noqa: PLR0913 - each says a different thing
    metric: NormalizedDiscountedCumulatedGain,
    ranking: Ranking,
    above: list[int],
    below: int,
    highest: int,
    *,
    best: bool,
) -> list[int]:
    """The grade of each unjudged result above the cutoff, by rank.

    The highest value has good grades at the top and none below the cutoff; the lowest has them at
    the bottom and the highest grade on everything below. What is left is how many results reach each
    grade. Dinkelbach's method finds that: where the value is t, no choice makes numerator - t * ideal
    better than 0, and for a given t that sum falls apart into the levels.

    Args:
        metric: nDCG in any variant.
        ranking: The list, unjudged results with grade 0.
        above: The ranks of the unjudged results down to the cutoff, from the top.
        below: How many there are below it.
        highest: The highest grade that a result can get.
        best: Whether to look for the highest value, or for the lowest.
    """
    k = metric.cutoff or ranking.n
    pool = {
        "retrieved": ranking.grades,
        "top k": ranking.grades[:k],
    }.get(metric.ideal, ranking.grades + ranking.missed)
    more = 0 if best or metric.ideal == "top k" else below
    levels = _levels(metric.gain, pool, more, highest)
    cut = len(pool) if metric.ideal == "uncut" or metric.cutoff is None else metric.cutoff
    by = discounts(max(cut, ranking.n), metric.discount)
    ideal = [*accumulate((1 / one for one in by[:cut]), initial=0.0)]
    order = above if best else above[::-1]
    own = [*accumulate((1 / by[rank - 1] for rank in order), initial=0.0)]
    first = sum(
        gain / one for gain, one in zip(gains(ranking.grades[:k], metric.gain), by, strict=False)
    )

    def ideal_at(level: _Level, count: int) -> float:
        return ideal[min(level.known + count, cut)]

    def value(counts: list[int]) -> float:
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
        chosen = _rising(parts)
        found = value(chosen)
        if sign * (found - reached) <= 0:
            break
        counts, reached = chosen, found
    grades = [
        max((level.grade for level, count in zip(levels, counts, strict=True) if place < count), default=0)
        for place in range(len(above))
    ]  # fmt: skip
    return grades if best else grades[::-1]


def _levels(gain: str, pool: tuple[int, ...], more: int, highest: int) -> list[_Level]:
    """The grades that occur or can occur, from the highest down."""
    scale = sorted({0, highest, *pool})
    return [
        _Level(
            grade,
            gains([grade], gain)[0] - gains([lower], gain)[0],
            sum([one >= grade for one in pool]) + (more if grade <= highest else 0),
            grade <= highest,
        )
        for lower, grade in pairwise(scale)
    ][::-1]


def _rising(parts: list[list[float]]) -> list[int]:
    """A place in each list, never falling from list to list, so that the sum there is greatest."""
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
