"""Which of two lists a metric prefers, and why: what is claimed, before it is put into words.

A claim holds numbers and ranks only, of A and of B in this order. Its words are in
`irviz.lenses.preference_words`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest
from math import fsum, isnan
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from irviz.lenses.case import Side
from irviz.lenses.norms import ideal, precision_divisor, precisions_divisor, relative
from irviz.lenses.words import SAME
from irviz.metrics import DCG

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from irviz.metrics import Metric, Ranking


@dataclass(frozen=True, slots=True)
class Counted:
    """So many relevant results are above the cutoff, wherever they stand.

    Args:
        found: How many there are.
        among: Among how many ranks: what the metric divides by, which differs for lists that end
            above the cutoff under one convention of P.
    """

    found: tuple[int, int]
    among: tuple[int, int]


@dataclass(frozen=True, slots=True)
class First:
    """The first relevant result is at this rank.

    Args:
        ranks: The rank, None where there is none above the cutoff.
        k: The cutoff.
    """

    ranks: tuple[int | None, int | None]
    k: int


@dataclass(frozen=True, slots=True)
class Summed:
    """The gains above the cutoff add up to so much.

    Args:
        gains: Their sums.
        k: The cutoff.
    """

    gains: tuple[float, float]
    k: int


@dataclass(frozen=True, slots=True)
class Precisions:
    """The precisions at the relevant ranks add up to so much, and are divided by so many.

    Args:
        hits: The relevant ranks down to the cutoff.
        divisors: What the sums are divided by.
        k: The cutoff.
    """

    hits: tuple[tuple[int, ...], tuple[int, ...]]
    divisors: tuple[int, int]
    k: int

    def precisions(self, which: int) -> list[tuple[int, int]]:
        """The precision at each relevant rank of one of the lists: hits so far, and the rank."""
        return list(enumerate(self.hits[which], 1))

    def total(self, which: int) -> Fraction:
        """What they add up to, exactly."""
        return sum((Fraction(*one) for one in self.precisions(which)), Fraction(0))

    def mean(self, which: int) -> Fraction:
        """The same over what it is divided by; 0 where there is nothing to divide by."""
        divisor = self.divisors[which]
        return self.total(which) / divisor if divisor else Fraction(0)


@dataclass(frozen=True, slots=True)
class Weighed:
    """Some ranks add more to the value of the one list, some to that of the other.

    Args:
        ahead: For A and for B, the ranks that add more than in the other list, each with how much
            more; the metric is their whole difference.
    """

    ahead: tuple[tuple[tuple[int, float], ...], tuple[tuple[int, float], ...]]

    def by(self, which: int) -> float:
        """How much one list wins, at all ranks where it is ahead."""
        return fsum(more for _, more in self.ahead[which])


@dataclass(frozen=True, slots=True)
class Shared:
    """The DCG is such a share of another ideal for each list.

    Args:
        dcg: The DCG at the cutoff.
        ideals: What it is divided by.
    """

    dcg: tuple[float, float]
    ideals: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Undefined:
    """The metric has no value of its own on one list, or on either.

    Args:
        where: Whether it has none.
        counts_as: What stands for it; NaN if nothing does.
    """

    where: tuple[bool, bool]
    counts_as: float


Because = Counted | First | Summed | Precisions | Weighed | Shared | Undefined


@dataclass(frozen=True, slots=True)
class Preference:
    """What one metric makes of two lists.

    Args:
        metric: The metric with its cutoff.
        values: Its values on A and on B.
        because: What it looks at, in both lists.
    """

    metric: Metric
    values: tuple[float, float]
    because: Because

    @property
    def difference(self) -> float:
        """B − A; 0 where that is only a matter of rounding, NaN where one has no value."""
        difference = self.values[1] - self.values[0]
        return 0.0 if abs(difference) < SAME else difference

    @property
    def higher(self) -> int | None:
        """The place of the list with the higher value, 0 for A and 1 for B; None where there is none."""
        difference = self.difference
        return None if isnan(difference) or difference == 0 else int(difference > 0)


def preference(metric: Metric, a: Ranking, b: Ranking, k: int) -> Preference:
    """What a metric makes of two lists.

    Args:
        metric: The metric; its own cutoff does not matter.
        a: The grades of the first list.
        b: Those of the second one, under the same judgments.
        k: The cutoff, 1 or more.

    >>> from irviz.metrics import RR, Ranking
    >>> preference(RR, Ranking([0, 1]), Ranking([1, 0]), 2).because
    First(ranks=(2, 1), k=2)
    """
    cut = metric @ k
    missing = not metric.defined(a, k), not metric.defined(b, k)
    because: Because
    if any(missing):
        because = Undefined(missing, metric.undefined)
    else:
        sides = (Side.of(metric, a, k), Side.of(metric, b, k))
        because = _LOOKS_AT.get(metric.looks_at, _weighed)(cut, sides)
    return Preference(cut, (cut(a), cut(b)), because)


_Sides = tuple[Side, Side]


def _counted(metric: Metric, sides: _Sides) -> Counted:
    a, b = sides
    if metric.own_cutoff:
        a, b = (Side.of(metric, one.ranking, max(min(one.k, one.relevant), 1)) for one in sides)
    by = (precision_divisor(metric, a), precision_divisor(metric, b))
    return Counted((a.found, b.found), by)


def _first(_metric: Metric, sides: _Sides) -> First:
    a, b = (one.hits[0] if one.hits else None for one in sides)
    return First((a, b), sides[0].k)


def _summed(metric: Metric, sides: _Sides) -> Summed:
    a, b = (metric(one.ranking) for one in sides)
    return Summed((a, b), sides[0].k)


def _precisions(metric: Metric, sides: _Sides) -> Precisions:
    a, b = sides
    by = (precisions_divisor(metric, a), precisions_divisor(metric, b))
    return Precisions((a.hits, b.hits), by, a.k)


def _shared(metric: Any, sides: _Sides) -> Shared | Weighed:
    a, b = sides
    best = ideal(metric, a), ideal(metric, b)
    if abs(best[0] - best[1]) < SAME:
        return _weighed(metric, sides)
    of = relative(DCG, metric.gain, metric.discount)
    return Shared(((of @ a.k)(a.ranking), (of @ b.k)(b.ranking)), best)


def _weighed(metric: Metric, sides: _Sides) -> Weighed:
    a, b = (metric.contributions(one.ranking, one.k) for one in sides)
    ahead: tuple[list[tuple[int, float]], list[tuple[int, float]]] = ([], [])
    for rank, (x, y) in enumerate(zip_longest(a, b, fillvalue=0.0), 1):
        if abs(x - y) > SAME:
            ahead[x < y].append((rank, abs(x - y)))
    return Weighed((tuple(ahead[0]), tuple(ahead[1])))


_LOOKS_AT: Mapping[str, Callable[[Metric, _Sides], Because]] = MappingProxyType(
    {
        "hits": _counted,
        "first": _first,
        "gains": _summed,
        "precisions": _precisions,
        "ideal": _shared,
    }
)
"""What is claimed by what a metric looks at; any other is told by what its ranks add."""
