"""Why a metric prefers one of two lists, in words: exactly what a claim of `preference` says."""

from __future__ import annotations

from fractions import Fraction
from functools import singledispatch
from math import isnan
from typing import TYPE_CHECKING, NamedTuple

from irviz.lenses.preference import (
    Because,
    Counted,
    First,
    Precisions,
    Preference,
    Shared,
    Summed,
    Undefined,
    Weighed,
)
from irviz.lenses.words import SAME, at, listed, numbered, plural
from irviz.metrics.rounding import rounded
from irviz.state.number_words import figure

if TYPE_CHECKING:
    from collections.abc import Sequence

_FEW = 5
"""So many summands are written out, and so many ranks are named."""


class Told(NamedTuple):
    """Which list a reason speaks of, and what the other one is called.

    Attributes:
        best: The place of the list that is preferred, which the reason calls “it”; None for a tie.
        names: What A and B are called where it does not say “it”.
    """

    best: int | None
    names: tuple[str, str]

    @property
    def sides(self) -> tuple[int, int]:
        """The places of the list that is preferred and of the other one."""
        return (1, 0) if self.best == 1 else (0, 1)

    @property
    def other(self) -> str:
        """What the list is called that is not preferred."""
        return self.names[self.sides[1]]


def reason(found: Preference, names: tuple[str, str] = ("A", "B")) -> str:
    """Why a metric prefers a list, or neither: to be read after “it prefers A: ”.

    Args:
        found: What is claimed.
        names: What the two lists are called.

    >>> from irviz.lenses.preference import preference
    >>> from irviz.metrics import AP, P, Ranking, nDCG
    >>> for metric in (P, AP, nDCG):
    ...     print(reason(preference(metric, Ranking([0, 1, 1, 0]), Ranking([1, 0, 0, 0], [1]), 4)))
    it has 2 relevant results in the first 4, B 1
    the precisions at its relevant ranks add up to 1/2 + 2/3 ≈ 1.167, B’s to 1/1 = 1
    it wins 0.693 at ranks 2 and 3 and loses 0.613 at rank 1
    """
    return _words(found.because, Told(found.higher, names))


def apart(one: float, other: float) -> tuple[str, str]:
    """Two numbers for prose, with as many decimals as tell them apart, and from 0.

    >>> apart(0.5, 1 / 3), apart(0.12341, 0.12343), apart(0.5, 0.0001), apart(0.5, 0.5)
    (('0.5', '0.333'), ('0.12341', '0.12343'), ('0.5000', '0.0001'), ('0.5', '0.5'))
    """
    texts = figure(one), figure(other)
    for digits in range(4, 10):
        hidden = any(
            float(text) == 0 and number for text, number in zip(texts, (one, other), strict=True)
        )
        if not hidden and (texts[0] != texts[1] or abs(one - other) <= SAME):
            break
        texts = rounded(one, digits), rounded(other, digits)
    return texts


@singledispatch
def _words(because: Because, _told: Told) -> str:
    """A claim in words."""
    raise TypeError(because)


@_words.register
def _(because: Counted, told: Told) -> str:
    best, other = told.sides
    many, few = because.found[best], because.found[other]
    among = because.among[best], because.among[other]
    if among[0] != among[1] and many:
        said = f"{many} of its first {among[0]} {_are(many)} relevant, {few} of {told.other}’s {among[1]}"
        if told.best is not None:
            return said
        a, b = told.names
        return f"{many} of {a}’s first {among[0]} and {few} of {b}’s {among[1]} are the same share"
    k = among[0]
    if told.best is None:
        return f"{_both(many)} {_results(many)} {_first(k)}"
    if k == 1:
        return f"its first result is relevant, {told.other}’s is not"
    return f"it has {_results(many)} {_first(k)}, {told.other} {few or 'none'}"


def _are(count: int) -> str:
    return "is" if count == 1 else "are"


def _both(count: int) -> str:
    return "both have" if count else "neither has"


def _results(count: int) -> str:
    return f"{count or 'a'} relevant {plural(count or 1, 'result')}"


def _first(k: int) -> str:
    """Where the first k are.

    >>> _first(1), _first(5)
    ('at rank 1', 'in the first 5')
    """
    return "at rank 1" if k == 1 else f"in the first {k}"


@_words.register
def _(because: First, told: Told) -> str:
    best, other = (because.ranks[which] for which in told.sides)
    if best is None:
        return f"neither has a relevant result {_first(because.k)}"
    if told.best is None:
        return f"both have their first relevant result at rank {best}"
    said = f"its first relevant result is at rank {best}"
    if other is None:
        return f"{said}, {told.other} has none {_first(because.k)}"
    return f"{said}, {told.other}’s at rank {other}"


@_words.register
def _(because: Summed, told: Told) -> str:
    best, other = (figure(because.gains[which]) for which in told.sides)
    k = because.k
    if told.best is None:
        if k == 1:
            return f"the first result has the gain {best} in both"
        return f"the gains of the first {k} add up to {best} in both"
    if k == 1:
        return f"its first result has the gain {best}, {told.other}’s {other}"
    return f"the gains of its first {k} add up to {best}, {told.other}’s to {other}"


@_words.register
def _(because: Precisions, told: Told) -> str:
    best, other = told.sides
    if not because.hits[best] and not because.hits[other]:
        return f"neither has a relevant result {_first(because.k)}"
    averaged = because.divisors[0] != because.divisors[1]
    verb, to = ("average", "") if averaged else ("add up to", "to ")
    parts = [because.mean(which) if averaged else because.total(which) for which in (best, other)]
    if told.best is None:
        return f"the precisions at the relevant ranks {verb} {figure(float(parts[0]))} in both"
    its = _added(because, best, parts, 0, averaged=averaged)
    said = f"the precisions at its relevant ranks {verb} {its}"
    if not because.hits[other]:
        return f"{said}, {told.other} has no relevant result {_first(because.k)}"
    return f"{said}, {told.other}’s {to}{_added(because, other, parts, 1, averaged=averaged)}"


def _added(
    because: Precisions, which: int, totals: Sequence[Fraction], place: int, *, averaged: bool
) -> str:
    """What the precisions of one list come to, written out if there are not too many."""
    text = apart(float(totals[0]), float(totals[1]))[place]
    summands = [f"{hits}/{rank}" for hits, rank in because.precisions(which)]
    if max(map(len, because.hits)) > _FEW:
        return text
    equals = "=" if Fraction(text) == totals[place] else "≈"
    added = " + ".join(summands)
    if averaged:
        by = because.divisors[which]
        return f"({added})/{by} {equals} {text}" if by > 1 else f"{added} {equals} {text}"
    return f"{added} {equals} {text}"


@_words.register
def _(because: Weighed, told: Told) -> str:
    best, other = told.sides
    won, lost = because.ahead[best], because.ahead[other]
    amounts = apart(because.by(best), because.by(other))
    if told.best is None:
        if not won and not lost:
            return "each rank adds the same"
        a, b = told.names
        return f"{a} wins {amounts[0]} at {_where(won)}, {b} as much at {_where(lost)}"
    said = f"it wins {amounts[0]} at {_where(won)}"
    return f"{said} and loses {amounts[1]} at {_where(lost)}" if lost else said


def _where(ranks: Sequence[tuple[int, float]]) -> str:
    """At which ranks, or at how many and at which the most."""
    named = [rank for rank, _ in ranks]
    if len(listed_ranks(named)) <= _FEW:
        return at(named)
    rank, most = max(ranks, key=lambda one: one[1])
    return f"{len(named)} ranks, {apart(most, most)[0]} of it at rank {rank}"


def listed_ranks(ranks: Sequence[int]) -> list[str]:
    """The ranks as `irviz.lenses.words.numbered` names them, one by one.

    >>> listed_ranks([1, 3, 4, 5])
    ['1', '3 to 5']
    """
    return numbered(ranks).replace(" and ", ", ").split(", ")


@_words.register
def _(because: Shared, told: Told) -> str:
    best, other = told.sides
    its, others = (
        f"{figure(because.dcg[which])} of its ideal {figure(because.ideals[which])}"
        for which in (best, other)
    )
    if told.best is None:
        a, b = told.names
        return f"{a}’s DCG is {its}, {b}’s {others}: the same share"
    return f"its DCG is {its}, {told.other}’s {others}"


@_words.register
def _(because: Undefined, told: Told) -> str:
    nothing = isnan(because.counts_as)
    counts = "" if nothing else f", counted as {because.counts_as:g}"
    names = [name for name, lost in zip(told.names, because.where, strict=True) if lost]
    return f"on {listed(names)} it is undefined{counts}"
