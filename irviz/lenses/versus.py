"""Two lists side by side: which metrics always agree, which list each group prefers, and why.

A claim holds numbers and ranks only, of A and of B in this order; `explain_preference` puts it into words.

Metrics say one thing if they cannot disagree, however their results stand. A metric is a sum of what the
ranks add. Where two metrics differ by a factor only, the same for every rank of every list, they are one
witness and not two: P, R and F1, which all count the relevant results; nDCG and DCG; at k = 1 all that only
ask for relevance.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, singledispatch
from itertools import zip_longest
from math import fsum, inf, isnan
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from irviz.lenses.explanation import (
    Side,
    compute_ap_divisor,
    compute_ideal_dcg,
    compute_precision_divisor,
    derive_gain_metric,
)
from irviz.lenses.formatting import SAME, join_ranks, join_words, name_ranks, pluralize
from irviz.metrics import DCG, Ranking
from irviz.metrics.rounding import format_rounded
from irviz.state.cache import cache_by_size
from irviz.state.metric_words import describe_metric, format_symbol
from irviz.state.number_words import format_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from irviz.metrics import Metric


@dataclass(frozen=True, slots=True)
class HitCounts:
    """The numbers of relevant results of A and B down to the cutoff, as the basis of a preference.

    Args:
        found: How many there are, in A and in B.
        among: Among how many ranks of A and B: what the metric divides by, which differs for lists that end
            before the cutoff under one convention of P.
    """

    found: tuple[int, int]
    among: tuple[int, int]


@dataclass(frozen=True, slots=True)
class FirstHit:
    """The ranks of the first relevant results of A and B, as the basis of a preference.

    Args:
        ranks: The ranks in A and in B, None where nothing down to the cutoff is relevant.
        k: The cutoff.
    """

    ranks: tuple[int | None, int | None]
    k: int


@dataclass(frozen=True, slots=True)
class GainSums:
    """The sums of the gains of A and B down to the cutoff, as the basis of a preference.

    Args:
        gains: The sums, of A and of B.
        k: The cutoff.
    """

    gains: tuple[float, float]
    k: int


@dataclass(frozen=True, slots=True)
class Precisions:
    """The precisions at the relevant ranks of A and B, and their divisors, as the basis of a preference.

    Args:
        hits: The relevant ranks down to the cutoff, of A and of B.
        divisors: What the sums of the precisions are divided by.
        k: The cutoff.
    """

    hits: tuple[tuple[int, ...], tuple[int, ...]]
    divisors: tuple[int, int]
    k: int

    def precisions(self, which: int) -> list[tuple[int, int]]:
        """The precision at each relevant rank of list `which` (0 or 1), as pairs: hits so far, and the rank."""
        return list(enumerate(self.hits[which], 1))

    def total(self, which: int) -> Fraction:
        """The exact sum of the precisions of list `which` (0 or 1)."""
        return sum((Fraction(*one) for one in self.precisions(which)), Fraction(0))

    def mean(self, which: int) -> Fraction:
        """The sum of list `which`'s precisions divided by its divisor; 0 where that is 0."""
        divisor = self.divisors[which]
        return self.total(which) / divisor if divisor else Fraction(0)


@dataclass(frozen=True, slots=True)
class RankDifferences:
    """The ranks that add more to the value of A than of B, and those that add more to that of B.

    Args:
        ahead: For A and for B, the ranks that add more than in the other list, each with how much more; together
            they make up the difference of the values.
    """

    ahead: tuple[tuple[tuple[int, float], ...], tuple[tuple[int, float], ...]]

    def sum_lead(self, which: int) -> float:
        """The sum of the differences at all ranks where list `which` (0 or 1) is ahead."""
        return fsum(more for _, more in self.ahead[which])


@dataclass(frozen=True, slots=True)
class IdealShares:
    """The DCG and the ideal DCG of A and B, where the ideals differ, as the basis of a preference.

    Args:
        dcg: The DCG at the cutoff, of A and of B.
        ideals: The ideal DCG that it is divided by.
    """

    dcg: tuple[float, float]
    ideals: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Undefined:
    """That a metric is undefined on A, on B or on both.

    Args:
        where: Whether it is undefined on A, and on B.
        counts_as: The value that it counts as; NaN if it has none.
    """

    where: tuple[bool, bool]
    counts_as: float


Basis = HitCounts | FirstHit | GainSums | Precisions | RankDifferences | IdealShares | Undefined


@dataclass(frozen=True, slots=True)
class Preference:
    """The preference of one metric between two lists.

    Args:
        metric: The metric with its cutoff.
        values: Its values on A and on B.
        because: The ranks and numbers of both lists that explain the preference.
    """

    metric: Metric
    values: tuple[float, float]
    because: Basis

    @property
    def difference(self) -> float:
        """The difference B − A of the values; 0 for mere rounding, NaN where a value is undefined."""
        difference = self.values[1] - self.values[0]
        return 0.0 if abs(difference) < SAME else difference

    @property
    def higher(self) -> int | None:
        """The list with the higher value: 0 for A, 1 for B; None for equal or undefined values."""
        if self.difference < 0:
            return 0
        return 1 if self.difference > 0 else None


def find_preference(metric: Metric, a: Ranking, b: Ranking, k: int) -> Preference:
    """Find which of two lists a metric prefers.

    Args:
        metric: The metric; its own cutoff does not matter.
        a: The grades of the first list.
        b: Those of the second one, under the same judgments.
        k: The cutoff, 1 or more.

    >>> from irviz.metrics import RR, Ranking
    >>> find_preference(RR, Ranking([0, 1]), Ranking([1, 0]), 2).because
    FirstHit(ranks=(2, 1), k=2)
    """
    cut = metric @ k
    missing = not metric.defined(a, k), not metric.defined(b, k)
    because: Basis
    if any(missing):
        because = Undefined(missing, metric.undefined)
    else:
        sides = (Side.of(metric, a, k), Side.of(metric, b, k))
        because = _CLAIMS.get(metric.looks_at, _claim_rank_differences)(cut, sides)
    return Preference(cut, (cut(a), cut(b)), because)


_Sides = tuple[Side, Side]


def _claim_counts(metric: Metric, sides: _Sides) -> HitCounts:
    """The numbers of relevant results in each list and their divisors, as the basis of a preference."""
    a, b = sides
    if metric.own_cutoff:
        a, b = (Side.of(metric, one.ranking, max(min(one.k, one.relevant), 1)) for one in sides)
    by = (compute_precision_divisor(metric, a), compute_precision_divisor(metric, b))
    return HitCounts((a.found, b.found), by)


def _claim_first_rank(_metric: Metric, sides: _Sides) -> FirstHit:
    """The rank of each list's first relevant result, as the basis of a preference."""
    a, b = (one.hits[0] if one.hits else None for one in sides)
    return FirstHit((a, b), sides[0].k)


def _claim_gains(metric: Metric, sides: _Sides) -> GainSums:
    """The sum of gains of each list, as the basis of a preference."""
    a, b = (metric(one.ranking) for one in sides)
    return GainSums((a, b), sides[0].k)


def _claim_precisions(metric: Metric, sides: _Sides) -> Precisions:
    """The relevant ranks and AP's divisor of each list, as the basis of a preference."""
    a, b = sides
    by = (compute_ap_divisor(metric, a), compute_ap_divisor(metric, b))
    return Precisions((a.hits, b.hits), by, a.k)


def _claim_ideal_shares(metric: Any, sides: _Sides) -> IdealShares | RankDifferences:
    """DCG and ideal DCG of each list as the basis of a preference; with equal ideals, the ranks' differences."""
    a, b = sides
    best = compute_ideal_dcg(metric, a), compute_ideal_dcg(metric, b)
    if abs(best[0] - best[1]) < SAME:
        return _claim_rank_differences(metric, sides)
    of = derive_gain_metric(DCG, metric.gain, metric.discount)
    return IdealShares(((of @ a.k)(a.ranking), (of @ b.k)(b.ranking)), best)


def _claim_rank_differences(metric: Metric, sides: _Sides) -> RankDifferences:
    """For each list, the ranks that add more than in the other list, as the basis of a preference."""
    a, b = (metric.contributions(one.ranking, one.k) for one in sides)
    ahead: tuple[list[tuple[int, float]], list[tuple[int, float]]] = ([], [])
    for rank, (x, y) in enumerate(zip_longest(a, b, fillvalue=0.0), 1):
        if abs(x - y) > SAME:
            ahead[x < y].append((rank, abs(x - y)))
    return RankDifferences((tuple(ahead[0]), tuple(ahead[1])))


_CLAIMS: Mapping[str, Callable[[Metric, _Sides], Basis]] = MappingProxyType(
    {
        "hits": _claim_counts,
        "first": _claim_first_rank,
        "gains": _claim_gains,
        "precisions": _claim_precisions,
        "ideal": _claim_ideal_shares,
    }
)
"""The claim by what a metric looks at; for any other, the differences by rank."""


_MAX_LISTED = 5
"""Summands that are written out, and ranks that are named."""


class Wording(NamedTuple):
    """The names of the lists in a sentence.

    Attributes:
        best: The index (0 for A, 1 for B) of the preferred list, which is called “it”; None for a tie.
        names: The names of A and B, where they are not called “it”.
    """

    best: int | None
    names: tuple[str, str]

    @property
    def sides(self) -> tuple[int, int]:
        """The indices (0 or 1) of the preferred list and of the other one."""
        return (1, 0) if self.best == 1 else (0, 1)

    @property
    def other(self) -> str:
        """The name of the list that is not preferred."""
        return self.names[self.sides[1]]


def explain_preference(found: Preference, names: tuple[str, str] = ("A", "B")) -> str:
    """Explain why a metric prefers a list, or neither, as a clause to follow “it prefers A: ”.

    Args:
        found: The preference.
        names: What the two lists are called.

    >>> from irviz.lenses.versus import find_preference
    >>> from irviz.metrics import AP, P, Ranking, nDCG
    >>> for metric in (P, AP, nDCG):
    ...     print(explain_preference(find_preference(metric, Ranking([0, 1, 1, 0]), Ranking([1, 0, 0, 0], [1]), 4)))
    it has 2 relevant results in the first 4, B 1
    the precisions at its relevant ranks add up to 1/2 + 2/3 ≈ 1.167, B’s to 1/1 = 1
    it wins 0.693 at ranks 2 and 3 and loses 0.613 at rank 1
    """
    return _describe_basis(found.because, Wording(found.higher, names))


def format_distinct(one: float, other: float) -> tuple[str, str]:
    """Format two numbers for prose, with enough decimals to tell them apart from each other and from 0.

    >>> [format_distinct(0.5, other) for other in (1 / 3, 0.0001, 0.5)], format_distinct(0.12341, 0.12343)
    ([('0.5', '0.333'), ('0.5000', '0.0001'), ('0.5', '0.5')], ('0.12341', '0.12343'))
    """
    texts = format_number(one), format_number(other)
    for digits in range(4, 10):
        hidden = any(float(text) == 0 and number for text, number in zip(texts, (one, other), strict=True))
        if not hidden and (texts[0] != texts[1] or abs(one - other) <= SAME):
            break
        texts = format_rounded(one, digits), format_rounded(other, digits)
    return texts


@singledispatch
def _describe_basis(because: Basis, _wording: Wording) -> str:
    """A clause with the ranks or numbers behind a preference."""
    raise TypeError(because)


@_describe_basis.register
def _describe_hit_counts(because: HitCounts, wording: Wording) -> str:
    """A clause on how many relevant results each list has down to the cutoff."""
    best, other = wording.sides
    many, few = because.found[best], because.found[other]
    among = because.among[best], because.among[other]
    if among[0] != among[1] and many:
        said = f"{many} of its first {among[0]} {_choose_verb(many)} relevant, {few} of {wording.other}’s {among[1]}"
        if wording.best is not None:
            return said
        a, b = wording.names
        return f"{many} of {a}’s first {among[0]} and {few} of {b}’s {among[1]} are the same share"
    k = among[0]
    if wording.best is None:
        return f"{'both have' if many else 'neither has'} {_count_results(many)} {_name_first_ranks(k)}"
    if k == 1:
        return f"its first result is relevant, {wording.other}’s is not"
    return f"it has {_count_results(many)} {_name_first_ranks(k)}, {wording.other} {few or 'none'}"


def _choose_verb(count: int) -> str:
    """The verb for a count of results: “is” for 1, else “are”."""
    return "is" if count == 1 else "are"


def _count_results(count: int) -> str:
    """A number of relevant results in words; “a relevant result” for 0, as it follows “neither has”."""
    return f"{count or 'a'} relevant {pluralize(count or 1, 'result')}"


def _name_first_ranks(k: int) -> str:
    """A phrase for the place of the first k results.

    >>> _name_first_ranks(1), _name_first_ranks(5)
    ('at rank 1', 'in the first 5')
    """
    return "at rank 1" if k == 1 else f"in the first {k}"


@_describe_basis.register
def _describe_first_hits(because: FirstHit, wording: Wording) -> str:
    """A clause on the rank of each list's first relevant result."""
    best, other = (because.ranks[which] for which in wording.sides)
    if best is None:
        return f"neither has a relevant result {_name_first_ranks(because.k)}"
    if wording.best is None:
        return f"both have their first relevant result at rank {best}"
    said = f"its first relevant result is at rank {best}"
    if other is None:
        return f"{said}, {wording.other} has none {_name_first_ranks(because.k)}"
    return f"{said}, {wording.other}’s at rank {other}"


@_describe_basis.register
def _describe_gain_sums(because: GainSums, wording: Wording) -> str:
    """A clause on the sum of gains of each list."""
    best, other = (format_number(because.gains[which]) for which in wording.sides)
    k = because.k
    if wording.best is None:
        if k == 1:
            return f"the first result has the gain {best} in both"
        return f"the gains of the first {k} add up to {best} in both"
    if k == 1:
        return f"its first result has the gain {best}, {wording.other}’s {other}"
    return f"the gains of its first {k} add up to {best}, {wording.other}’s to {other}"


@_describe_basis.register
def _describe_precisions(because: Precisions, wording: Wording) -> str:
    """A clause on the sum or mean of the precisions at each list's relevant ranks."""
    best, other = wording.sides
    if not because.hits[best] and not because.hits[other]:
        return f"neither has a relevant result {_name_first_ranks(because.k)}"
    averaged = because.divisors[0] != because.divisors[1]
    verb, to = ("average", "") if averaged else ("add up to", "to ")
    parts = [because.mean(which) if averaged else because.total(which) for which in (best, other)]
    if wording.best is None:
        return f"the precisions at the relevant ranks {verb} {format_number(float(parts[0]))} in both"
    its = _format_precision_sum(because, best, parts, 0, averaged=averaged)
    said = f"the precisions at its relevant ranks {verb} {its}"
    if not because.hits[other]:
        return f"{said}, {wording.other} has no relevant result {_name_first_ranks(because.k)}"
    return f"{said}, {wording.other}’s {to}{_format_precision_sum(because, other, parts, 1, averaged=averaged)}"


def _format_precision_sum(
    because: Precisions, which: int, totals: Sequence[Fraction], place: int, *, averaged: bool
) -> str:
    """Format the sum of a list's precisions, written out if it is not too long.

    Args:
        because: The precisions of both lists.
        which: The list, 0 for A and 1 for B.
        totals: The sums or means of two lists, to be told apart.
        place: The index of the list's own one in `totals`.
        averaged: Whether the totals are means, over the divisors.
    """
    text = format_distinct(float(totals[0]), float(totals[1]))[place]
    summands = [f"{hits}/{rank}" for hits, rank in because.precisions(which)]
    if max(map(len, because.hits)) > _MAX_LISTED:
        return text
    equals = "=" if Fraction(text) == totals[place] else "≈"
    added = " + ".join(summands)
    if averaged:
        by = because.divisors[which]
        return f"({added})/{by} {equals} {text}" if by > 1 else f"{added} {equals} {text}"
    return f"{added} {equals} {text}"


@_describe_basis.register
def _describe_rank_differences(because: RankDifferences, wording: Wording) -> str:
    """A clause on the ranks at which each list is ahead, and by how much in total."""
    best, other = wording.sides
    won, lost = because.ahead[best], because.ahead[other]
    amounts = format_distinct(because.sum_lead(best), because.sum_lead(other))
    if wording.best is None:
        if not won and not lost:
            return "each rank adds the same"
        a, b = wording.names
        return f"{a} wins {amounts[0]} at {_name_ranks(won)}, {b} as much at {_name_ranks(lost)}"
    said = f"it wins {amounts[0]} at {_name_ranks(won)}"
    return f"{said} and loses {amounts[1]} at {_name_ranks(lost)}" if lost else said


def _name_ranks(ranks: Sequence[tuple[int, float]]) -> str:
    """Name some ranks, given with their amounts; of too many, only their number, and the rank with the most."""
    named = [rank for rank, _ in ranks]
    if len(split_ranks(named)) <= _MAX_LISTED:
        return name_ranks(named)
    rank, most = max(ranks, key=lambda one: one[1])
    return f"{len(named)} ranks, {format_distinct(most, most)[0]} of it at rank {rank}"


def split_ranks(ranks: Sequence[int]) -> list[str]:
    """Split ranks into the words that `irviz.lenses.formatting.join_ranks` joins: single ranks, and ranges.

    >>> split_ranks([1, 3, 4, 5])
    ['1', '3 to 5']
    """
    return join_ranks(ranks).replace(" and ", ", ").split(", ")


@_describe_basis.register
def _describe_ideal_shares(because: IdealShares, wording: Wording) -> str:
    """A clause on the DCG of each list against its ideal."""
    best, other = wording.sides
    its, others = (
        f"{format_number(because.dcg[which])} of its ideal {format_number(because.ideals[which])}"
        for which in (best, other)
    )
    if wording.best is None:
        a, b = wording.names
        return f"{a}’s DCG is {its}, {b}’s {others}: the same share"
    return f"its DCG is {its}, {wording.other}’s {others}"


@_describe_basis.register
def _describe_undefined(because: Undefined, wording: Wording) -> str:
    """A clause on which lists the metric is undefined, and what it counts as."""
    counts = "" if isnan(because.counts_as) else f", counted as {because.counts_as:g}"
    names = [name for name, lost in zip(wording.names, because.where, strict=True) if lost]
    return f"on {join_words(names)} it is undefined{counts}"


def group_metrics(metrics: Sequence[Metric], a: Ranking, b: Ranking, k: int) -> tuple[tuple[Metric, ...], ...]:
    """Group the metrics that always agree on these lists: their values differ by a constant factor only.

    Args:
        metrics: The metrics; a cutoff of their own does not matter.
        a: The grades of the first list.
        b: Those of the second one, under the same judgments.
        k: The cutoff, 1 or more.

    >>> from irviz.metrics import AP, F1, RR, P, R, Ranking, nDCG
    >>> lists = Ranking([1, 0, 1]), Ranking([0, 1, 1])
    >>> group_metrics((P, R, F1, RR, AP, nDCG), *lists, 3)
    ((P, R, F1), (RR,), (AP,), (nDCG,))
    >>> group_metrics((P, R, F1, RR, AP, nDCG), *lists, 1)
    ((P, R, F1, RR, AP, nDCG),)
    """
    groups: dict[tuple[object, ...], list[Metric]] = {}
    for metric in metrics:
        samples = [_scale_samples(metric, tuple(sorted(one.grades)), one.missed, one.threshold, k) for one in (a, b)]
        most = max(one.most for one in samples) or 1.0
        parts = [part for one in (a, b) for part in _list_contributions(metric, one, k)]
        scaled = [round(part / most, 9) for part in (samples[0].most, samples[1].most, *parts)]
        groups.setdefault((samples[0].shares, samples[1].shares, *scaled), []).append(metric)
    return tuple(tuple(group) for group in groups.values())


def _list_contributions(metric: Metric, ranking: Ranking, k: int) -> list[float]:
    """What each of the first k ranks adds to the value, 0 after the end; one more entry marks undefined values.

    The last entry is -inf where the metric is undefined and counts as another value than 0, else 0.
    """
    parts = metric.contributions(ranking, k)
    counts_as = metric.undefined if not metric.defined(ranking, k) else 0.0
    return [*parts, *[0.0] * (k - len(parts)), 0.0 if counts_as == 0 else -inf]


class _Samples(NamedTuple):
    """What each rank adds to a metric's value, for several orders of some grades, as shares of the most."""

    most: float
    shares: tuple[float, ...]


@cache_by_size(lambda samples, *_: 400 + 48 * len(samples.shares))
def _scale_samples(
    metric: Metric, grades: tuple[int, ...], missed: tuple[int, ...], threshold: int, k: int
) -> _Samples:
    """What each rank adds to a metric's value, for several sample orders of some grades; cached."""
    parts = [
        part
        for one in _list_sample_orders(grades)
        for part in _list_contributions(metric, Ranking(one, missed, threshold), k)
    ]
    most = max(parts, default=0.0)
    return _Samples(most, tuple([round(part / (most or 1.0), 9) for part in parts]))


def _list_sample_orders(grades: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """List sample orders of ascending grades, by which `group_metrics` tells metrics apart.

    These are the best order, that with its end moved to the front (so that the best grade is at ranks 1, 2
    and 3, where discounts begin), and for each grade two orders that begin with it.
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

_PLAINEST_FIRST = (HitCounts, FirstHit, GainSums, Precisions, RankDifferences, IdealShares, Undefined)
"""Of metrics that always agree, the reason of the plainest one is given."""


@dataclass(frozen=True, slots=True)
class Respect:
    """A group of metrics that agree on two lists: one respect in which they are compared.

    Args:
        said: The preference of each metric; their values differ by a factor only.
    """

    said: tuple[Preference, ...]

    @property
    def higher(self) -> int | None:
        """The list that the group's metrics prefer: 0 for A, 1 for B; None for neither."""
        return self.said[0].higher

    @property
    def plainest(self) -> Preference:
        """The preference of the group whose reason is the simplest, which is given for all."""
        return min(self.said, key=lambda one: _PLAINEST_FIRST.index(type(one.because)))

    @property
    def sentence(self) -> str:
        """A sentence that says which list the metrics prefer, and why."""
        several = len(self.said) > 1
        metrics = join_words([describe_metric(one.metric(undefined=0.0)) for one in self.said])
        told = self.plainest
        why = explain_preference(told, NAMES)
        if isnan(self.said[0].difference):
            return f"{metrics} {'have' if several else 'has'} no say: {why}."
        if self.higher is None:
            return f"{metrics} {'see' if several else 'sees'} no difference: {why}."
        if several and isinstance(told.because, (RankDifferences, IdealShares)):
            # The numbers are those of one of them, the ranks those of all.
            why = f"by {format_symbol(told.metric)}, {why}"
        prefer = "together prefer" if several else "prefers"
        return f"{metrics} {prefer} {NAMES[self.higher]}: {why}."


@dataclass(frozen=True)
class Verdict:
    """The comparison of two lists at a cutoff.

    Args:
        respects: The groups of metrics that agree; first those that prefer a list.
        same: Whether both lists have the same grades down to the cutoff.
        nothing: Whether nothing at all is judged relevant.
        k: The cutoff.
        graded: Whether there are grades above 1.
    """

    respects: tuple[Respect, ...]
    same: bool
    nothing: bool
    k: int
    graded: bool

    @cached_property
    def headline(self) -> str:
        """A phrase that says which list more groups of metrics prefer.

        Metrics that agree count as one group: P, R and F1 all count the relevant results.
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

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """A sentence for each group of metrics; a single one where no metric sees a difference."""
        if any(one.higher is not None for one in self.respects):
            return tuple(one.sentence for one in self.respects)
        if self.nothing:
            return ("Nothing is judged relevant, so no metric can tell A from B.",)
        if self.same:
            what = "the same grades stand at the same ranks" if self.graded else _SAME_RANKS
            return (f"No metric sees a difference at k = {self.k}: {what}.",)
        return tuple(one.sentence for one in self.respects)


_SAME_RANKS = "the same ranks are relevant"


def compare_lists(metrics: Sequence[Metric], a: Ranking, b: Ranking, k: int) -> Verdict:
    """Compare two lists at a cutoff under some metrics.

    Args:
        metrics: The metrics, at least one; a cutoff of their own does not matter.
        a: The grades of the first list.
        b: Those of the second one, under the same judgments.
        k: The cutoff, 1 or more.

    >>> from irviz.metrics import AP, F1, RR, P, Ranking, nDCG
    >>> lists = Ranking([0, 1, 0, 1, 1], [1]), Ranking([1, 0, 0, 0, 1], [1, 1])
    >>> found = compare_lists((P, F1, RR, AP, nDCG), *lists, 5)
    >>> found.headline
    'A leads in 3 of 4 respects, B in 1'
    >>> for line in found.sentences:
    ...     print(line)
    P@5 and F1@5 together prefer A: it has 3 relevant results in the first 5, B 2.
    RR@5 prefers B: its first relevant result is at rank 1, A’s at rank 2.
    AP@5 prefers A: the precisions at its relevant ranks add up to 1/2 + 2/4 + 3/5 = 1.6, B’s to 1/1 + 2/5 = 1.4.
    nDCG@5 prefers A: it wins 0.414 at ranks 2 and 4 and loses 0.390 at rank 1.
    """
    end = max(a.n, b.n) if any(metric.own_cutoff for metric in metrics) else k
    return _compare_lists(tuple(metrics), _to_tuples(a, end), _to_tuples(b, end), a.threshold, k)


_Plain = tuple[tuple[int, ...], tuple[int, ...]]


def _to_tuples(ranking: Ranking, end: int) -> _Plain:
    """The grades and missed grades of a ranking, as a hashable key: below rank `end`, their order does not matter."""
    return (*ranking.grades[:end], *sorted(ranking.grades[end:])), tuple(ranking.missed)


@cache_by_size(lambda _, *args: 5_000 + 100 * (len(args[1][0]) + len(args[2][0])))
def _compare_lists(metrics: tuple[Metric, ...], a: _Plain, b: _Plain, threshold: int, k: int) -> Verdict:
    """Compare two lists of grades under some metrics; cached."""
    lists = Ranking(a[0], a[1], threshold), Ranking(b[0], b[1], threshold)
    found = [
        Respect(tuple([find_preference(metric, *lists, k) for metric in group]))
        for group in group_metrics(metrics, *lists, k)
    ]
    return Verdict(
        tuple(sorted(found, key=lambda one: one.higher is None)),
        same=_list_grades_above_cutoff(lists[0], k) == _list_grades_above_cutoff(lists[1], k),
        nothing=not any((*a[0], *a[1], *b[0], *b[1])),
        k=k,
        graded=max((*a[0], *b[0]), default=0) > 1,
    )


def _list_grades_above_cutoff(ranking: Ranking, k: int) -> tuple[int, ...]:
    """List the grades from rank 1 to k, with 0 after the end of the list."""
    return (*ranking.grades[:k], *[0] * (k - ranking.n))
