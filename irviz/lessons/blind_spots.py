"""What each metric hides: two small lists that it cannot tell apart, and others that can.

Nothing here is written down: what a metric hides is what the reference says of it, and the lists are searched.
Orders of the same results come first; where a metric tells all of those apart, lists with other judgments do.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from statistics import fmean
from typing import TYPE_CHECKING

from irviz.lessons.course import lessons
from irviz.lessons.reference.card import Card
from irviz.lessons.reference.cards import CARDS, card
from irviz.metrics import AP, METRICS, RR, TOOLS, P, Ranking, bounds, nDCG
from irviz.state.disagreements.agreement import SAME
from irviz.state.disagreements.disagreement import Disagreement, disagree
from irviz.state.metric_words import symbol
from irviz.state.number_words import figure

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from irviz.metrics import Metric

K = 3
"""The cutoff of all of them, unless a metric brings its own."""

SIZE = 5
"""How many results each list has."""

TELLING = 3
"""So many metrics that tell the lists apart are named."""

Grades = tuple[int, ...]
"""Grades by rank."""


@dataclass(frozen=True, slots=True)
class Value:
    """What one metric makes of the two sides.

    Args:
        name: Its name, for its colour.
        symbol: Its name with the cutoff, or what a mean of it is called.
        values: Its value on each side.
    """

    name: str
    symbol: str
    values: tuple[float, float]

    @property
    def words(self) -> str:
        """Both values.

        >>> Value("P", "P@3", (0.5, 0.5)).words, Value("RR", "RR@3", (1, 0.5)).words
        ('P@3 is 0.5 for both.', 'RR@3 is 1 for the first and 0.5 for the second.')
        """
        first, second = map(figure, self.values)
        if abs(self.values[0] - self.values[1]) <= SAME:
            return f"{self.symbol} is {first} for both."
        return f"{self.symbol} is {first} for the first and {second} for the second."


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the page.

    Args:
        id: A short name, for links.
        name: The metric's name, for its colour; empty where it is about more than one.
        title: What hides something.
        hides: What it hides, a sentence or two.
        lesson: The id of the lesson that adds it; empty where none does.
        sides: For each of the two sides its lists, one or more.
        labels: What the two sides are called.
        blind: What does not see the difference.
        telling: What does, clearest first.
        k: Where the lists are cut; 0 where they are not.
        unjudged: The ranks that nobody judged on the second side.
    """

    id: str
    name: str
    title: str
    hides: str
    lesson: str
    sides: tuple[tuple[Grades, ...], tuple[Grades, ...]]
    labels: tuple[str, str]
    blind: Value
    telling: tuple[Value, ...]
    k: int = K
    unjudged: tuple[int, ...] = ()

    @property
    def words(self) -> str:
        """What the two sides show, in sentences."""
        return " ".join(one.words for one in (self.blind, *self.telling))


def _at(metric: Metric) -> Metric:
    return metric if metric.own_cutoff else metric @ K


def _values(metric: Metric, pair: Sequence[Grades]) -> tuple[float, float]:
    first, second = (_at(metric)(Ranking(one)) for one in pair)
    return first, second


def _valued(metric: Metric, pair: Sequence[Grades]) -> Value:
    return Value(metric.name, symbol(_at(metric)), _values(metric, pair))


def _yes_no() -> Iterator[Grades]:
    return product((1, 0), repeat=SIZE)


def _spaces() -> Iterator[Iterable[tuple[Grades, Grades]]]:
    """Pairs of lists to search, simplest kind first."""
    pairs = [*combinations(_yes_no(), 2)]
    yield (pair for pair in pairs if sum(pair[0]) == sum(pair[1]))
    yield pairs
    orders = sorted({*_orders((2, 1, 1, 0, 0))}, reverse=True)
    yield combinations(orders, 2)


def _orders(grades: Grades) -> Iterator[Grades]:
    if not grades:
        yield ()
    for at, grade in enumerate(grades):
        for rest in _orders(grades[:at] + grades[at + 1 :]):
            yield (grade, *rest)


def blind_pair(metric: Metric) -> tuple[tuple[Grades, Grades], tuple[Value, ...]] | None:
    """Two lists that a metric cannot tell apart, and what others make of them.

    Of all such pairs it is the one that the others tell apart most clearly, all taken together.

    Args:
        metric: The metric, without a cutoff.

    Returns:
        The lists and those that tell them apart, clearest first; None where it tells all lists apart that are
        searched.

    >>> pair, telling = blind_pair(P)
    >>> pair, telling[0].symbol
    (((1, 0, 0, 1, 1), (0, 0, 1, 1, 1)), 'RR@3')
    """
    others = [one for one in METRICS.values() if one.shown and one.name != metric.name]
    for space in _spaces():
        best: tuple[float, tuple[Grades, Grades]] | None = None
        for pair in space:
            if not all(metric.defined(Ranking(one)) for one in pair):
                continue
            first, second = _values(metric, pair)
            if abs(first - second) > SAME:
                continue
            apart = sum(abs(x - y) for x, y in (_values(one, pair) for one in others))
            if apart > SAME and (best is None or apart > best[0] + SAME):
                best = apart, pair
        if best:
            found = sorted(
                (_valued(one, best[1]) for one in others),
                key=lambda one: -abs(one.values[0] - one.values[1]),
            )
            return best[1], tuple(
                one for one in found if abs(one.values[0] - one.values[1]) > SAME
            )[:TELLING]
    return None
