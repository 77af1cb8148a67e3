"""All orders of a list: what a metric could have been, and how good this order is among them."""

# ruff: noqa: SLF001 - the orders of checked grades need no second check

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from math import factorial, fsum, prod
from random import Random
from typing import TYPE_CHECKING

from irviz.metrics.errors import ParameterError
from irviz.metrics.grades import as_whole_number
from irviz.metrics.notation import as_metric
from irviz.metrics.ranking import Ranking, cached_property, require_ranking
from irviz.metrics.significance import check_sampling

if TYPE_CHECKING:
    from collections.abc import Iterator

    from irviz.metrics.metric import Metric

# Equal values that were added up in another order differ by less than this.
_ROUNDING = 1e-12

# So many things can be known of a document: see `irviz.metrics.pool`.
_KINDS = 3


class Distribution:
    """The values of a metric over the orders of a list.

    Attributes:
        value: The metric on the order given.
        values: The metric on every distinct order, or on those drawn: sorted, lowest first.
        exact: Whether these are all orders. ``orders`` says how many distinct ones there are.
        mean: The mean of the values: what a shuffle scores on average.
        beaten: The share of the orders that score lower than this one. ``tied`` is the share that
            score the same, this order among them.

    >>> from irviz.metrics import AP, Ranking, distribution
    >>> orders = distribution(AP, Ranking([0, 1, 0, 1, 1, 0, 1, 0]))
    >>> orders.exact, orders.orders, round(orders.mean, 4), round(orders.value, 4)
    (True, 70, 0.6227, 0.5429)
    >>> round(orders.beaten, 3), round(orders.quantile(0.5), 4)
    (0.357, 0.6077)
    """

    def __init__(self, value: float, values: tuple[float, ...], orders: int, *, exact: bool) -> None:
        """Hold the values; ``orders`` is how many distinct orders there are, ``exact`` whether all were evaluated."""
        self.value = value
        self.values = values
        self.orders = orders
        self.exact = exact

    @cached_property
    def mean(self) -> float:
        """The mean of the values over all orders: what a shuffled list scores on average."""
        return fsum(self.values) / len(self.values)

    @property
    def beaten(self) -> float:
        """The share, from 0 to 1, of the orders with a lower value than the list has."""
        return bisect_left(self.values, self.value - _ROUNDING) / len(self.values)

    @property
    def tied(self) -> float:
        """The share, from 0 to 1, of the orders with the same value as the list has, itself included."""
        return bisect_right(self.values, self.value + _ROUNDING) / len(self.values) - self.beaten

    def quantile(self, q: float) -> float:
        """The q-quantile of the values, interpolated linearly.

        Args:
            q: The share, from 0 (the worst order) to 1 (the best).

        Raises:
            ParameterError: q is no number from 0 to 1.

        Source: Hyndman & Fan 1996, type 7, which NumPy and R use.
        """
        if isinstance(q, bool) or not isinstance(q, (int, float)) or not 0 <= q <= 1:
            raise ParameterError(f"the quantile of {q!r} is asked for: use a number from 0 to 1")
        place = q * (len(self.values) - 1)
        below = int(place)
        low = self.values[below]
        high = self.values[min(below + 1, len(self.values) - 1)]
        return low + (place - below) * (high - low)

    def __repr__(self) -> str:
        """A summary for people: how many orders were evaluated, and the mean."""
        kind = "all" if self.exact else f"{len(self.values)} of"
        return f"<Distribution over {kind} {self.orders} orders: mean {self.mean:.4f}>"


def distribution(
    metric: Metric | str, ranking: Ranking, *, limit: int = 50_000, samples: int = 10_000, seed: int = 0
) -> Distribution:
    """The values of a metric over all distinct orders of a list, each counted once.

    Two orders are distinct where their grades by rank are; and where a metric sees the difference,
    where other documents are unjudged. Missed documents stay missed.

    Args:
        metric: The metric, with or without a cutoff, or its name.
        ranking: The list.
        limit: Up to this many distinct orders, all of them are taken; 8 documents have at most
            40,320. Beyond, ``samples`` random ones stand in for them.
        samples: How many orders to draw, at least 1.
        seed: A whole number of at least 0; the same seed gives the same draw.

    Raises:
        ParameterError: ``limit``, ``samples`` or ``seed`` is no such number.

    Source: the closed-form expectation over all orders is Bestgen 2015's for AP; here the orders
    are counted out, which serves every metric.

    >>> from irviz.metrics import P
    >>> distribution(P @ 1, Ranking([1, 0, 0, 1])).mean
    0.5
    """
    metric = as_metric(metric)
    require_ranking(ranking, "distribution")
    check_sampling(samples, seed)
    if as_whole_number(limit, least=0) is None:
        raise ParameterError(f"limit is {limit!r}: use a whole number of at least 0")
    # Where it matters, what is known of a document goes with its grade, in one number.
    known = ranking.unjudged and (metric.sees_judged or metric.judged_only)
    grades = ranking.grades
    if known:
        pairs = zip(grades, ranking._judgment_states, strict=True)
        grades = tuple([_KINDS * grade + one for grade, one in pairs])
    orders = factorial(len(grades)) // prod(map(factorial, Counter(grades).values()))
    exact = orders <= limit
    drawn = _list_orders(grades) if exact else _sample_orders(grades, samples, seed)
    missed, threshold, every = ranking.missed, ranking.threshold, ranking.ideal
    values = [
        metric(
            Ranking._from_valid_grades(
                threshold,
                [one // _KINDS for one in order] if known else order,
                missed,
                every,
                known=bytes([one % _KINDS for one in order]) if known else None,
            )
        )
        for order in drawn
    ]
    return Distribution(metric(ranking), tuple(sorted(values)), orders, exact=exact)


def _list_orders(grades: tuple[int, ...]) -> Iterator[list[int]]:
    """Each distinct order of the grades once, in lexicographic order; the same list, changed in place each time."""
    order = sorted(grades)
    last = len(order) - 1
    while True:
        yield order
        # The next order: raise the last grade that a greater one follows, and sort what is behind.
        at = last - 1
        while at >= 0 and order[at] >= order[at + 1]:
            at -= 1
        if at < 0:
            return
        swap = last
        while order[swap] <= order[at]:
            swap -= 1
        order[at], order[swap] = order[swap], order[at]
        order[at + 1 :] = order[:at:-1]


def _sample_orders(grades: tuple[int, ...], samples: int, seed: int) -> Iterator[list[int]]:
    """Random orders of the grades, as many as ``samples``; the same list, shuffled in place each time."""
    rng = Random(seed)  # noqa: S311 - a reproducible draw, not a secret
    order = list(grades)
    for _ in range(samples):
        rng.shuffle(order)
        yield order
