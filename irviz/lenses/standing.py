"""The values of a metric over all orders of a list, and the place of one order among them."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass
from math import factorial, fsum, isnan, prod
from typing import TYPE_CHECKING

from irviz.metrics import Distribution, Ranking, distribution
from irviz.state.remembered import remembered

if TYPE_CHECKING:
    from irviz.metrics import Metric

LIMIT = 50_000
"""Up to this many distinct orders, all are counted."""

QUICK = 10_000
"""The same for the metrics that are not the chosen one."""

DRAWN = 10_000
"""Beyond, at most so many random orders stand in for all: fewer in long lists and beside `QUICK`."""

ROUNDING = 1e-12
"""Equal values that were added up in another order differ by less than this."""


@dataclass(frozen=True)
class Spread:
    """The values of a metric over all orders of a list, whichever of them is open.

    Attributes:
        values: The values, lowest first; orders without one are left out.
        orders: How many distinct orders there are.
        valued: How many of them have a value; where not all were looked at, about so many.
        drawn: How many of them were looked at.
        exact: Whether these are all, or stand for all.
        mean: The mean of the values.
    """

    values: array[float]
    orders: int
    valued: int
    drawn: int
    exact: bool
    mean: float


def spread(metric: Metric, ranking: Ranking, limit: int = LIMIT) -> Spread:
    """The values of a metric over all distinct orders of a list, remembered from call to call.

    The order given does not matter, so nothing is computed anew while somebody only moves documents.
    A metric that reads hits only sees fewer orders than there are, each as often as any other: one
    each of these is enough for exact shares.

    Args:
        metric: The metric with its cutoff.
        ranking: The list, in any order.
        limit: Up to this many orders all are counted; beyond, some are drawn.

    >>> from irviz.metrics import AP, Ranking
    >>> orders = spread(AP @ 8, Ranking([0, 4, 1, 3, 4, 1, 3, 2], threshold=3))
    >>> orders.orders, orders.drawn, round(orders.mean, 4)
    (5040, 70, 0.6227)
    """
    if metric.graded:
        grades, missed, threshold = ranking.grades, ranking.missed, ranking.threshold
    else:
        grades, threshold = ranking.hits, 1
        missed = tuple(int(grade >= ranking.threshold) for grade in ranking.missed)
    found = _spread(metric, tuple(sorted(grades)), tuple(sorted(missed)), threshold, limit)
    orders = factorial(ranking.n) // prod(map(factorial, Counter(ranking.grades).values()))
    # Each order that the metric tells apart stands for as many distinct ones as any other.
    valued = orders * len(found.values) // found.drawn
    return Spread(found.values, orders, valued, found.drawn, found.exact, found.mean)


@remembered(lambda spread, *_: 500 + 8 * len(spread.values))
def _spread(
    metric: Metric, grades: tuple[int, ...], missed: tuple[int, ...], threshold: int, limit: int
) -> Spread:
    drawn = DRAWN if limit == LIMIT else DRAWN // 5
    samples = max(drawn * 8 // (8 + len(grades)), 200)
    found = distribution(metric, Ranking(grades, missed, threshold), limit=limit, samples=samples)
    # An array, since there may be many of many values.
    values = array("d", sorted(value for value in found.values if not isnan(value)))
    mean = fsum(values) / len(values) if values else 0.0
    return Spread(values, found.orders, len(values), len(found.values), found.exact, mean)


@dataclass(frozen=True)
class Standing:
    """Where one order stands among all orders of its list.

    Attributes:
        metric: The metric with its cutoff.
        length: How long the list is.
        value: Its value on this order, or None where it has none.
        spread: Its values on all orders.
        defined: Whether the metric has a value of its own on this order; `ever`, on any order.
        beaten: The share of the orders with a value that score lower. `tied` is the share that score
            the same, this order among them, and `above` the share that score higher.
    """

    metric: Metric
    length: int
    value: float | None
    spread: Spread
    defined: bool
    ever: bool
    beaten: float
    tied: float
    above: float

    def count(self, share: float) -> int:
        """How many distinct orders a share of those with a value is."""
        return round(share * self.spread.valued)

    @property
    def level(self) -> bool:
        """Whether all orders score the same, and that is known."""
        values, metric = self.spread.values, self.metric
        alike = bool(values) and values[-1] - values[0] <= ROUNDING
        whole = not metric.order_aware and (metric.cutoff or self.length) >= self.length
        every = self.spread.valued == self.spread.orders
        return alike and every and (self.spread.exact or whole)


def standing(metric: Metric, ranking: Ranking, limit: int = LIMIT) -> Standing:
    """Where an order stands among all orders of its list.

    >>> from irviz.metrics import Ranking, nDCG
    >>> here = standing(nDCG @ 8, Ranking([0, 4, 1, 3, 4, 1, 3, 2]))
    >>> round(here.beaten, 3), here.count(here.tied), round(here.spread.mean, 4)
    (0.154, 1, 0.8252)
    """
    found = spread(metric, ranking, limit)
    value = metric(ranking)
    best = Ranking(sorted(ranking.grades, reverse=True), ranking.missed, ranking.threshold)
    known = not isnan(value) and bool(found.values)
    place = (
        Distribution(value, tuple(found.values), found.orders, exact=found.exact) if known else None
    )
    beaten, tied = (place.beaten, place.tied) if place else (0.0, 0.0)
    higher = bisect_right(found.values, value + ROUNDING) if place else 0
    return Standing(
        metric,
        ranking.n,
        value if known else None,
        found,
        defined=metric.defined(ranking),
        ever=metric.defined(best),
        beaten=beaten,
        tied=tied,
        above=(len(found.values) - higher) / len(found.values) if place else 0.0,
    )
