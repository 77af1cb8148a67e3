"""Why two metrics prefer no opposite orders: what their values on the orders that were looked at show.

What is claimed comes from the values alone, never from a metric's name, so it holds under any conventions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from irviz.state.metric_words import spoken
from irviz.state.number_words import figure

if TYPE_CHECKING:
    from collections.abc import Collection

    from irviz.metrics import Metric

SAME = 1e-9
"""Values that differ by less are one value."""


@dataclass(frozen=True, slots=True)
class Looked:
    """Which orders of some results a claim is about.

    Args:
        exact: Whether all of them were looked at, or some that were drawn.
        defined: Whether both metrics have a value on each of those.
        left: Whether these are only the ones that no pair has shown yet.
    """

    exact: bool = True
    defined: bool = True
    left: bool = False

    @property
    def words(self) -> str:
        """The orders, with no word before them.

        >>> Looked().words, Looked(exact=False, defined=False).words
        ('order of these results', 'order that was drawn and has both values')
        """
        facts = [
            *([] if self.exact else ["was drawn"]),
            *([] if self.defined else ["has both values"]),
            *(["is left"] if self.left else []),
        ]
        return f"order that {' and '.join(facts)}" if facts else "order of these results"


@dataclass(frozen=True, slots=True)
class Itself:
    """The two metrics are one."""

    metric: Metric

    def words(self, _: Looked) -> str:
        """What is claimed, in a sentence."""
        return f"{spoken(self.metric)} is compared with itself: one metric cannot prefer both of two orders."


@dataclass(frozen=True, slots=True)
class Undefined:
    """There is no order on which both metrics have a value."""

    a: Metric
    b: Metric

    def words(self, looked: Looked) -> str:
        """What is claimed, in a sentence."""
        orders = Looked(looked.exact, left=looked.left).words
        return f"{spoken(self.a)} and {spoken(self.b)} are not both defined on any {orders}."


@dataclass(frozen=True, slots=True)
class Constant:
    """A metric has the same value on every order."""

    metric: Metric
    value: float

    def words(self, looked: Looked) -> str:
        """What is claimed, in a sentence."""
        return f"{spoken(self.metric)} has the same value, {figure(self.value)}, on every {looked.words}."


@dataclass(frozen=True, slots=True)
class Proportional:
    """The value of b is a positive number times that of a."""

    a: Metric
    b: Metric
    factor: float

    def words(self, looked: Looked) -> str:
        """What is claimed, in a sentence."""
        a, b = spoken(self.a), spoken(self.b)
        if abs(self.factor - 1) <= SAME:
            return f"{a} and {b} have the same value on every {looked.words}."
        return (
            f"{a} and {b} differ by a number only, which no order changes: on every {looked.words}, "
            f"{b} is {figure(self.factor)} times {a}."
        )


@dataclass(frozen=True, slots=True)
class Sign:
    """A metric is 1 where another one is above 0, and 0 where it is not."""

    metric: Metric
    other: Metric

    def words(self, looked: Looked) -> str:
        """What is claimed, in a sentence."""
        one, other = spoken(self.metric), spoken(self.other)
        return (
            f"{one} only asks whether {other} is above 0: on every {looked.words}, it is 1 where {other} is "
            "above 0, and 0 where it is not."
        )


@dataclass(frozen=True, slots=True)
class Unopposed:
    """No two orders are preferred oppositely, and nothing simpler is true."""

    a: Metric
    b: Metric

    def words(self, looked: Looked) -> str:
        """What is claimed, in a sentence."""
        a, b = spoken(self.a), spoken(self.b)
        return f"There is no {looked.words} that {a} prefers to another one while {b} prefers that one."


Claim = Itself | Undefined | Constant | Proportional | Sign | Unopposed


def agreed(a: Metric, b: Metric, values: Collection[tuple[float, float]]) -> Claim:
    """The simplest thing that is true of two metrics, of which it is known that they do not disagree.

    Args:
        a: A metric with its cutoff.
        b: The other one.
        values: What the two are worth on each order that was looked at, where both are defined.

    >>> from irviz.metrics import RR, P, R, Success
    >>> agreed(Success @ 3, RR @ 3, [(1, 0.5), (1, 1), (0, 0)]).words(Looked())
    'Success@3 only asks whether RR@3 is above 0: on every order of these results, it is 1 where RR@3 is above 0, and 0 where it is not.'
    >>> agreed(P @ 2, R @ 2, [(0, 0), (0.5, 0.25), (1, 0.5)]).words(Looked(exact=False))
    'P@2 and R@2 differ by a number only, which no order changes: on every order that was drawn, R@2 is 0.5 times P@2.'
    """  # noqa: E501 - sentences as they are read
    if a == b:
        return Itself(a)
    if not values:
        return Undefined(a, b)
    for metric, own in zip((a, b), zip(*values, strict=True), strict=True):
        if max(own) - min(own) <= SAME:
            return Constant(metric, own[0])
    most, at = max(values)
    if most > 0 < at and all(abs(y - x * at / most) <= SAME * max(1, at) for x, y in values):
        return Proportional(a, b, at / most)
    for one, other, pairs in ((a, b, values), (b, a, [(y, x) for x, y in values])):
        if all(abs(x - (y > SAME)) <= SAME for x, y in pairs):
            return Sign(one, other)
    return Unopposed(a, b)
