"""What is claimed of an order among all orders, and the slow count that it is compared with.

The metrics are computed once more here, straight from their definitions and under any conventions; every
permutation is counted.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from math import log
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from irviz.state.chosen_conventions import Conventions

Number = Fraction | float
Grades = tuple[int, ...]

SAME = 1e-9


def value(  # noqa: PLR0917 - what a value depends on
    name: str, grades: Grades, k: int, missed: Grades, threshold: int, conventions: Conventions
) -> Number | None:
    """A metric on grades by rank; None where there is nothing to divide by."""
    hits = [rank for rank, grade in enumerate(grades[:k], 1) if grade >= threshold]
    total = sum(grade >= threshold for grade in grades + missed)
    if name == "P":
        return Fraction(len(hits), k if conventions.p == "k" else min(len(grades), k))
    if name == "R":
        return Fraction(len(hits), total) if total else None
    if name == "F1":
        return Fraction(2 * len(hits), k + total)
    if name == "RR":
        return Fraction(1, hits[0]) if hits else Fraction(0)
    if name == "AP":
        norm = {"R": total, "min(R,k)": min(total, k), "hits": len(hits)}[conventions.ap]
        precisions = [Fraction(place, rank) for place, rank in enumerate(hits, 1)]
        return sum(precisions, Fraction(0)) / norm if norm else None
    gains = [_gain(grade, conventions) for grade in grades]
    if name == "CG":
        return Fraction(sum(gains[:k]))
    reached = _discounted(gains[:k], conventions)
    if name == "DCG":
        return reached
    everything = [*gains, *(_gain(grade, conventions) for grade in missed)]
    source = {"retrieved": gains, "top k": gains[:k]}.get(conventions.ideal, everything)
    best = sorted(source, reverse=True)
    ideal = _discounted(best if conventions.ideal == "uncut" else best[:k], conventions)
    return reached / ideal if ideal else None


def _gain(grade: int, conventions: Conventions) -> int:
    return {"linear": grade, "exp": int(2**grade - 1), "binary": int(grade > 0)}[conventions.gain]


def _discounted(gains: Sequence[int], conventions: Conventions) -> float:
    old = conventions.discount != "log2(i+1)"
    return sum(gain * log(2) / (max(log(2), log(rank)) if old else log(rank + 1)) for rank, gain in enumerate(gains, 1))


@dataclass(frozen=True)
class Place:
    """Where an order stands, by counting all distinct orders.

    Attributes:
        value: What the metric is on this order, as it counts; None where it has no value.
        values: The same on each distinct order, with those left out that have none.
        orders: How many distinct orders there are.
        somewhere: Whether it is defined on any order.
        relevant: Whether anything judged is relevant, retrieved or not.
    """

    value: Number | None
    values: tuple[Number, ...]
    orders: int
    somewhere: bool
    relevant: bool

    @property
    def below(self) -> int:
        assert self.value is not None
        return sum(one < self.value - SAME for one in self.values)

    @property
    def same(self) -> int:
        assert self.value is not None
        here = float(self.value)
        return sum(abs(float(one) - here) <= SAME for one in self.values)

    @property
    def mean(self) -> float:
        return float(sum(self.values) / len(self.values))


def place(  # noqa: PLR0917 - what a place depends on
    name: str, grades: Grades, k: int, missed: Grades, threshold: int, conventions: Conventions
) -> Place:
    """The place of an order among all distinct ones."""
    distinct = sorted(set(permutations(grades)))
    found = {order: value(name, order, k, missed, threshold, conventions) for order in distinct}
    instead = None if conventions.undefined == "nan" else float(conventions.undefined)
    counted = {order: instead if one is None else one for order, one in found.items()}
    return Place(
        counted[grades],
        tuple(one for one in counted.values() if one is not None),
        len(distinct),
        any(one is not None for one in found.values()),
        any(grade >= threshold for grade in grades + missed),
    )


NUMBER = r"\d[\d,]*"
DECIMAL = r"\d+\.\d{3}"
SHARE = r"none|(?:only )?\d+(?:\.\d)?\xa0%|less than 0\.1\xa0%|more than 99\.9\xa0%"
UNDEFINED = re.compile(
    r"(?P<what>Nothing|Nothing in this list) is relevant, so (?P<m>\S+) is undefined, whatever the order\."
    r"(?: It counts as (?P<counts>[01])\.)?"
)
NO_VALUE = re.compile(r"(?P<m>\S+) has no value on this order, so it has no place among the others\.")
LEVEL = re.compile(
    rf"Whatever the order of this list, (?P<m>\S+) is (?P<value>{DECIMAL})"
    r"(?P<sets>: it counts which results are above the cutoff, not where)?\."
)
AMONG = re.compile(
    rf"This order beats (?P<share>{SHARE}) of (?P<those>those of )?the (?P<orders>{NUMBER}) distinct "
    rf"orders of this list(?P<have> that have a value)? on (?P<m>\S+); (?P<ties>no|one|{NUMBER}) "
    r"others? scores? the same(?P<best>, and none scores higher)?\. "
    rf"A random shuffle scores (?:(?P<as>(?P<near>about )?as much on average(?:, (?P<at>{DECIMAL}))?)"
    rf"|(?P<mean>{DECIMAL}) on average, (?P<than>more|less) than this order’s (?P<value>{DECIMAL}))\."
)
WHOLE = re.compile(
    rf"Over the whole list, (?P<m>\S+) is (?:(?P<none>undefined)|(?P<value>{DECIMAL}) "
    rf"(?:(?P<level>whatever the order)|and beats (?P<share>{SHARE}) of the orders))\."
)


def share_is(words: str, part: int, whole: int) -> bool:
    """Whether a share in words is this part of a whole; only nothing is none, only all is 100 %."""
    exact = Fraction(part, whole)
    bare = words.removeprefix("only ").replace("\xa0%", "")
    if words.startswith("only "):
        assert exact < Fraction(1, 4)
    if bare == "none":
        return part == 0
    if bare.startswith("less"):
        return 0 < exact < Fraction(1, 1000)
    if bare.startswith("more"):
        return Fraction(999, 1000) < exact < 1
    said = Fraction(bare) / 100
    return abs(said - exact) <= Fraction(1, 2000) and (said in {0, 1}) == (exact in {0, 1})


def is_rounded(words: str, number: Number) -> bool:
    """Whether a decimal of three digits is this number, rounded to the nearest."""
    return abs(float(words) - float(number)) <= 0.0005 + 1e-9


def is_true(text: str, symbol: str, found: Place) -> bool:
    """Whether a sentence on the place of an order is one of the above, and all that it says holds."""
    if match := UNDEFINED.fullmatch(text):
        counts = match["counts"]
        return (
            match["m"] == symbol
            and not found.somewhere
            and (match["what"] == "Nothing") == (not found.relevant)
            and (found.value is None if counts is None else found.value == int(counts))
        )
    if match := NO_VALUE.fullmatch(text):
        return match["m"] == symbol and found.value is None and found.somewhere
    if found.value is None:
        return False
    level = max(found.values) - min(found.values) <= SAME and len(found.values) == found.orders
    if match := LEVEL.fullmatch(text):
        aware = not symbol.startswith(("P@", "R@", "F1@", "CG@"))
        return (
            match["m"] == symbol and level and is_rounded(match["value"], found.value) and bool(match["sets"]) != aware
        )
    match = AMONG.fullmatch(text)
    if match is None or level:
        return False
    ties = {"no": 0, "one": 1}.get(match["ties"])
    ties = int(match["ties"].replace(",", "")) if ties is None else ties
    partly = len(found.values) < found.orders
    true = (
        match["m"] == symbol
        and share_is(match["share"], found.below, len(found.values))
        and int(match["orders"].replace(",", "")) == found.orders
        and bool(match["those"]) == bool(match["have"]) == partly
        and ties == found.same - 1
        and bool(match["best"]) == (found.below + found.same == len(found.values))
    )
    difference = found.mean - float(found.value)
    if match["as"]:
        exactly = abs(difference) <= SAME
        near = match["at"] is not None and is_rounded(match["at"], found.mean)
        return true and (exactly if not match["near"] else not exactly and near)
    return (
        true
        and is_rounded(match["mean"], found.mean)
        and is_rounded(match["value"], found.value)
        and (match["than"] == "more") == (difference > 0)
    )


def whole_is_true(text: str, symbol: str, found: Place) -> bool:
    """The same for the line on the whole list."""
    match = WHOLE.fullmatch(text)
    if match is None or match["m"] != symbol:
        return False
    if match["none"]:
        return found.value is None or not found.somewhere
    assert found.value is not None
    if not is_rounded(match["value"], found.value):
        return False
    if match["level"]:
        return max(found.values) - min(found.values) <= SAME
    return share_is(match["share"], found.below, len(found.values))
