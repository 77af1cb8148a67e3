"""Two lists side by side: which metrics say one thing of them, which list they prefer, and why.

What is claimed holds numbers and ranks only, of A and of B in this order; `reason` puts it into words, which
say exactly that.

Metrics say one thing if they cannot disagree, however their results stand. A metric is a sum of what the
ranks add. Where two metrics differ by a factor only, the same for every rank of every list, they are one
witness and not two: P, R and F1, which all count the relevant results; nDCG and DCG; at k = 1 all that only
ask for relevance.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import singledispatch
from itertools import zip_longest
from math import fsum, inf, isnan
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from irviz.lenses.explanation import Side, ideal, precision_divisor, precisions_divisor, relative
from irviz.lenses.words import SAME, at, listed, numbered, plural
from irviz.metrics import DCG, Ranking
from irviz.metrics.rounding import format_rounded
from irviz.state.metric_words import spoken, symbol
from irviz.state.number_words import figure
from irviz.state.remembered import remembered

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from irviz.metrics import Metric


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


def _first_rank(_metric: Metric, sides: _Sides) -> First:
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
    {"hits": _counted, "first": _first_rank, "gains": _summed, "precisions": _precisions, "ideal": _shared}
)
"""What is claimed by what a metric looks at; any other is told by what its ranks add."""


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

    >>> from irviz.lenses.versus import preference
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
        hidden = any(float(text) == 0 and number for text, number in zip(texts, (one, other), strict=True))
        if not hidden and (texts[0] != texts[1] or abs(one - other) <= SAME):
            break
        texts = format_rounded(one, digits), format_rounded(other, digits)
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


def _added(because: Precisions, which: int, totals: Sequence[Fraction], place: int, *, averaged: bool) -> str:
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
        f"{figure(because.dcg[which])} of its ideal {figure(because.ideals[which])}" for which in (best, other)
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


def respects(metrics: Sequence[Metric], a: Ranking, b: Ranking, k: int) -> tuple[tuple[Metric, ...], ...]:
    """The metrics in groups of those that say one thing.

    Args:
        metrics: The metrics; a cutoff of their own does not matter.
        a: The grades of the first list.
        b: Those of the second one, under the same judgments.
        k: The cutoff, 1 or more.

    >>> from irviz.metrics import AP, F1, RR, P, R, Ranking, nDCG
    >>> lists = Ranking([1, 0, 1]), Ranking([0, 1, 1])
    >>> respects((P, R, F1, RR, AP, nDCG), *lists, 3)
    ((P, R, F1), (RR,), (AP,), (nDCG,))
    >>> respects((P, R, F1, RR, AP, nDCG), *lists, 1)
    ((P, R, F1, RR, AP, nDCG),)
    """
    groups: dict[tuple[float, ...], list[Metric]] = {}
    for metric in metrics:
        parts = [
            part
            for one in (a, b)
            for part in (
                *_parts(metric, one, k),
                *_tried(metric, tuple(sorted(one.grades)), one.missed, one.threshold, k),
            )
        ]
        most = max(parts, default=0.0) or 1.0
        groups.setdefault(tuple([round(part / most, 9) for part in parts]), []).append(metric)
    return tuple(tuple(group) for group in groups.values())


def _parts(metric: Metric, ranking: Ranking, k: int) -> list[float]:
    """What each of the first k ranks adds; after the end of the list, nothing.

    The last entry tells where the value is another one than what the ranks add up to.
    """
    parts = metric.contributions(ranking, k)
    counts_as = metric.undefined if not metric.defined(ranking, k) else 0.0
    return [*parts, *[0.0] * (k - len(parts)), 0.0 if counts_as == 0 else -inf]


@remembered(lambda parts, *_: 300 + 48 * len(parts))
def _tried(
    metric: Metric, grades: tuple[int, ...], missed: tuple[int, ...], threshold: int, k: int
) -> tuple[float, ...]:
    """The same on orders of these grades that tell metrics apart."""
    return tuple([part for one in _orders(grades) for part in _parts(metric, Ranking(one, missed, threshold), k)])


def _orders(grades: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The best order, alone and after its last one or two results; each grade first, the rest both ways.

    So the best comes to the ranks 1, 2 and 3, where a discount sets in by any convention, and each
    grade is weighed alone and with others.
    """
    best = grades[::-1]
    for last in range(min(3, len(best))):
        yield best[len(best) - last :] + best[: len(best) - last]
    for grade in dict.fromkeys(grades):
        at = best.index(grade)
        rest = best[:at] + best[at + 1 :]
        yield (grade, *rest)
        yield (grade, *rest[::-1])


NAMES = ("A", "B")
"""What the two lists are called in the sentences."""

_PLAINEST = (Counted, First, Summed, Precisions, Weighed, Shared, Undefined)
"""Of metrics that say one thing, the reason of the one that says it most plainly is told."""


@dataclass(frozen=True, slots=True)
class Respect:
    """What some metrics say together of two lists.

    Args:
        said: What each of them makes of the lists; they differ by a factor only.
    """

    said: tuple[Preference, ...]

    @property
    def higher(self) -> int | None:
        """The place of the list that they prefer, None if they prefer neither."""
        return self.said[0].higher

    @property
    def plainest(self) -> Preference:
        """The one whose reason is told for all."""
        return min(self.said, key=lambda one: _PLAINEST.index(type(one.because)))

    @property
    def words(self) -> str:
        """Which metrics prefer which list, and why, as a sentence."""
        several = len(self.said) > 1
        metrics = listed([_symbol(one.metric) for one in self.said])
        told = self.plainest
        why = reason(told, NAMES)
        if isnan(self.said[0].difference):
            return f"{metrics} {'have' if several else 'has'} no say: {why}."
        if self.higher is None:
            return f"{metrics} {'see' if several else 'sees'} no difference: {why}."
        if several and isinstance(told.because, (Weighed, Shared)):
            # The numbers are those of one of them, the ranks those of all.
            why = f"by {symbol(told.metric)}, {why}"
        prefer = "together prefer" if several else "prefers"
        return f"{metrics} {prefer} {NAMES[self.higher]}: {why}."


@dataclass(frozen=True, slots=True)
class Verdict:
    """All that is said of two lists at a cutoff.

    Args:
        respects: What metrics say, those that say one thing together; first those that prefer a list.
        same: Whether what counts is the same in both lists, so that there is nothing to tell apart.
        nothing: Whether nothing at all is judged relevant.
        k: The cutoff.
        graded: Whether there are grades above 1.
    """

    respects: tuple[Respect, ...]
    same: bool
    nothing: bool
    k: int
    graded: bool

    @property
    def headline(self) -> str:
        """Which list leads in how many of the respects in which the metrics look at them.

        Metrics that say one thing are one respect: P, R and F1 all count the relevant results.
        """
        leads = [sum(one.higher == which for one in self.respects) for which in (0, 1)]
        if not any(leads):
            return f"No metric tells A from B at k = {self.k}"
        first, second = (1, 0) if leads[1] > leads[0] else (0, 1)
        many, every = leads[first], len(self.respects)
        said = f"{NAMES[first]} leads"
        if every == 1:
            return f"{said}: all metrics say one thing"
        if many == every:
            return f"{said} in {'both' if every == 2 else f'all {every}'} respects"
        said = f"{said} in {many} of {every} respects"
        return f"{said}, {NAMES[second]} in {leads[second]}" if leads[second] else said

    @property
    def sentences(self) -> tuple[str, ...]:
        """What each of the respects says; one sentence where no metric sees a difference."""
        if any(one.higher is not None for one in self.respects):
            return tuple(one.words for one in self.respects)
        if self.nothing:
            return ("Nothing is judged relevant, so no metric can tell A from B.",)
        if self.same:
            what = "the same grades stand at the same ranks" if self.graded else _SAME_RANKS
            return (f"No metric sees a difference at k = {self.k}: {what}.",)
        return tuple(one.words for one in self.respects)


_SAME_RANKS = "the same ranks are relevant"


def verdict(metrics: Sequence[Metric], a: Ranking, b: Ranking, k: int) -> Verdict:
    """What metrics make of two lists at a cutoff.

    Args:
        metrics: The metrics, at least one; a cutoff of their own does not matter.
        a: The grades of the first list.
        b: Those of the second one, under the same judgments.
        k: The cutoff, 1 or more.

    >>> from irviz.metrics import AP, F1, RR, P, Ranking, nDCG
    >>> lists = Ranking([0, 1, 0, 1, 1], [1]), Ranking([1, 0, 0, 0, 1], [1, 1])
    >>> found = verdict((P, F1, RR, AP, nDCG), *lists, 5)
    >>> found.headline
    'A leads in 3 of 4 respects, B in 1'
    >>> for line in found.sentences:
    ...     print(line)
    P@5 and F1@5 together prefer A: it has 3 relevant results in the first 5, B 2.
    RR@5 prefers B: its first relevant result is at rank 1, A’s at rank 2.
    AP@5 prefers A: the precisions at its relevant ranks add up to 1/2 + 2/4 + 3/5 = 1.6, B’s to 1/1 + 2/5 = 1.4.
    nDCG@5 prefers A: it wins 0.414 at ranks 2 and 4 and loses 0.390 at rank 1.
    """
    return _verdict(tuple(metrics), _plain(a), _plain(b), a.threshold, k)


_Plain = tuple[tuple[int, ...], tuple[int, ...]]


def _plain(ranking: Ranking) -> _Plain:
    return tuple(ranking.grades), tuple(ranking.missed)


@remembered(lambda _, *args: 3_000 + 100 * (len(args[1][0]) + len(args[2][0])))
def _verdict(metrics: tuple[Metric, ...], a: _Plain, b: _Plain, threshold: int, k: int) -> Verdict:
    lists = Ranking(a[0], a[1], threshold), Ranking(b[0], b[1], threshold)
    found = [
        Respect(tuple([preference(metric, *lists, k) for metric in group])) for group in respects(metrics, *lists, k)
    ]
    return Verdict(
        tuple(sorted(found, key=lambda one: one.higher is None)),
        same=_above(lists[0], k) == _above(lists[1], k),
        nothing=not any((*a[0], *a[1], *b[0], *b[1])),
        k=k,
        graded=max((*a[0], *b[0]), default=0) > 1,
    )


def _above(ranking: Ranking, k: int) -> tuple[int, ...]:
    """The grades above the cutoff; a list that ends there has nothing relevant after its end."""
    return (*ranking.grades[:k], *[0] * (k - ranking.n))


def _symbol(metric: Metric) -> str:
    """A metric as the page names it; what stands for a missing value is said where it is missing."""
    return spoken(metric(undefined=0.0))
