"""Why a metric changed, or did not: one line, from its definition.

The reason is read off the two lists and cutoffs alone, whatever was done in between: a card moved or
toggled, all of them shuffled, the cutoff dragged. Each metric has a claim of its own, which holds numbers
and ranks and says them in words; `CLAIMS` has them by metric. On a board, the chosen metric has a line for
the last action, and one for each that is one move away.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import zip_longest
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, Self

from irviz.lenses.formatting import (
    SAME,
    choose_noun,
    describe_none_yet,
    format_difference,
    format_short,
    join_ranks,
    join_words,
    name_first_ranks,
    name_ranks,
    pluralize,
)
from irviz.metrics import CG, DCG, IDCG, Ranking
from irviz.metrics.rounding import format_rounded
from irviz.state.cache import cache_by_size
from irviz.state.curves.lookahead import MAX_RESULTS, list_changes_of_list

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from irviz.metrics import Metric
    from irviz.state.board import MetricInput
    from irviz.state.desk import Desk


class Side(NamedTuple):
    """A ranked list with a cutoff: one side, old or new, of a change.

    Attributes:
        ranking: The list, with the metric's relevance threshold.
        k: The cutoff.
        hits: The ranks of the relevant results down to the cutoff, in order.
    """

    ranking: Ranking
    k: int
    hits: tuple[int, ...]

    @classmethod
    def of(cls, metric: Metric, ranking: Ranking, k: int) -> Side:
        """The list and cutoff as a `Side`, with the metric's own relevance threshold if it has one."""
        read = ranking if metric.rel is None else ranking.at(metric.rel)
        return cls(read, k, tuple([i for i, hit in enumerate(read.hits[:k], 1) if hit]))

    @property
    def found(self) -> int:
        """The number of relevant results down to the cutoff."""
        return len(self.hits)

    @property
    def relevant(self) -> int:
        """R: the number of relevant results, retrieved or not."""
        return self.ranking.relevant


Both = tuple[int, int]
"""A number as it was, and as it is."""


class Case(NamedTuple):
    """A metric, with the list before and after a change that is to be explained.

    Attributes:
        metric: The metric; its own cutoff does not matter.
        old: The list and cutoff before the change.
        new: The list and cutoff after it.
    """

    metric: Metric
    old: Side
    new: Side


def find_passed_ranks(k: Both, old: tuple[float, ...], new: tuple[float, ...]) -> range | None:
    """The ranks between two cutoffs, if the lists agree down to the smaller one; else, or if they are equal, None.

    Args:
        k: The cutoffs before and after the change.
        old: The value (such as relevance or gain) at each rank of the old list down to its cutoff.
        new: The value at each rank of the new list down to its cutoff.

    >>> find_passed_ranks((2, 4), (0, 1), (0, 1, 1, 0)), find_passed_ranks((2, 4), (1, 1), (0, 1, 1, 0))
    (range(3, 5), None)
    """
    if k[0] == k[1]:
        return None
    shared = min(len(old), len(new))
    return None if old[:shared] != new[:shared] else range(min(k) + 1, max(k) + 1)


def compute_precision_divisor(metric: Metric, side: Side) -> int:
    """Compute the divisor of P: k, or by another convention at most the length of the list.

    Args:
        metric: P, or another metric that counts relevant results down to the cutoff.
        side: The list and its cutoff.
    """
    return side.k if getattr(metric, "denominator", "k") == "k" else min(side.ranking.n or 1, side.k)


def compute_ap_divisor(metric: Metric, side: Side) -> int:
    """Compute the divisor of AP by its convention: R, min(R, k), or the relevant results found.

    Args:
        metric: AP.
        side: The list and its cutoff.
    """
    by = getattr(metric, "denominator", "R")
    if by == "hits":
        return side.found
    return min(side.relevant, side.k) if by == "min(R,k)" else side.relevant


@lru_cache(maxsize=64)
def derive_gain_metric(metric: Metric, gain: str, discount: str | None = None) -> Metric:
    """A copy of CG, DCG or IDCG with the given gain and discount, such as those of nDCG.

    Args:
        metric: CG, DCG or IDCG.
        gain: What a grade is worth.
        discount: What a gain is divided by at its rank; None leaves the metric's own.
    """
    return metric(gain=gain) if discount is None else metric(gain=gain, discount=discount)


def compute_ideal_dcg(metric: Metric, side: Side) -> float:
    """Compute the DCG of the order that nDCG takes as the best.

    Args:
        metric: nDCG.
        side: The list and its cutoff.
    """
    return _compute_ideal_dcg(metric, side.ranking, side.k)


@cache_by_size(lambda _, *args: 300 + 100 * args[1].n)
def _compute_ideal_dcg(metric: Any, ranking: Ranking, k: int) -> float:
    """Compute the DCG of the best order by nDCG's convention: of all judged results, the retrieved or the first k."""
    best = derive_gain_metric(IDCG, metric.gain, metric.discount)
    if metric.ideal == "uncut":
        return best(ranking)
    if metric.ideal == "retrieved":
        ranking = Ranking(ranking.grades)
    elif metric.ideal == "top k":
        ranking = Ranking(ranking.grades[:k])
    return (best @ k)(ranking)


_ORDER_IGNORED = ", and their order does not count"
_PLACE_IGNORED = ", and its place there does not count"


@dataclass(frozen=True, slots=True)
class Counts:
    """The counts of relevant results before and after a change.

    Args:
        found: How many relevant results there are down to the cutoff.
        among: What P divides by.
        relevant: How many relevant results there are, retrieved or not.
        k: The cutoff.
        moved: Whether the ranks of the relevant results down to the cutoff have changed.
    """

    found: Both
    among: Both
    relevant: Both
    k: Both
    moved: bool

    @classmethod
    def of(cls, case: Case) -> Self:
        """The counts of relevant results before and after a change."""
        old, new = case.old, case.new
        return cls(
            (old.found, new.found),
            (compute_precision_divisor(case.metric, old), compute_precision_divisor(case.metric, new)),
            (old.relevant, new.relevant),
            (old.k, new.k),
            old.hits != new.hits,
        )


class Precision(Counts):
    """The claim about a change of P."""

    __slots__ = ()

    def describe(self, noun: str) -> str:
        """A clause that says why P changed (how many of the first k are relevant), with `noun` for a result."""
        (before, found), (was, now) = self.found, self.among
        if not before and not found:
            return describe_none_yet(noun, self.k[1])
        if was != now:
            same = ": the same share" if before * now == found * was else ""
            return f"{_describe_share(found, now)}, before {_describe_share_before(before, was)}{same}"
        if before == found:
            order = (_ORDER_IGNORED if found > 1 else _PLACE_IGNORED) if self.moved else ""
            return f"still {found} relevant {pluralize(found, noun)} {name_first_ranks(self.k[1])}{order}"
        if now == 1:
            return f"{_describe_share(found, now)} {'now' if found else 'any more'}"
        return f"{_describe_share(found, now)}, before {before}"


def _describe_share(found: int, among: int) -> str:
    """A clause that says how many (`found`) of the first ranks (`among`) are relevant."""
    if among == 1:
        return f"rank 1 is {'' if found else 'not '}relevant"
    if not found:
        return f"none of the first {among} is relevant"
    return f"{found} of the first {among} {'is' if found == 1 else 'are'} relevant"


def _describe_share_before(found: int, among: int) -> str:
    """A clause that says how many (`found`) of the first ranks (`among`) were relevant before."""
    return f"rank 1 was{'' if found else ' not'}" if among == 1 else f"{found} of the first {among}"


class Recall(Counts):
    """The claim about a change of R."""

    __slots__ = ()

    def describe(self, noun: str) -> str:
        """A clause that says why R changed (how many relevant results are in the first k), with `noun` for a result."""
        (before, found), (were, relevant), (k_before, k) = self.found, self.relevant, self.k
        if not before and not found:
            if relevant == 1:
                return f"the only relevant {noun} is still not {name_first_ranks(k)}"
            return f"still {_describe_found(0, relevant, noun)} {name_first_ranks(k)}"
        verb = {0: "is not" if relevant == 1 else "is", 1: "is"}.get(found, "are")
        now = f"{_describe_found(found, relevant, noun)} {verb} {name_first_ranks(k)}"
        where = f" {name_first_ranks(k_before)}" if k_before != k else ""
        if were != relevant:
            same = ": the same share" if before * relevant == found * were else ""
            return f"{now}, before {before} of {were}{where}{same}"
        if before != found:
            return f"{now}, before {before}{where}"
        order = (_ORDER_IGNORED if found > 1 else _PLACE_IGNORED) if self.moved else ""
        return f"still {_describe_found(found, relevant, noun)} {name_first_ranks(k)}{order}"


def _describe_found(found: int, relevant: int, noun: str) -> str:
    """A clause that says how many (`found`) of the `relevant` results are retrieved."""
    if not found and relevant > 1:
        return f"none of the {relevant} relevant {noun}s"
    if relevant in {found, 1}:
        return f"the only relevant {noun}" if relevant == 1 else f"all {relevant} relevant {noun}s"
    return f"{found} of {relevant} relevant {pluralize(relevant, noun)}"


class FMeasure(Counts):
    """The claim about a change of F1."""

    __slots__ = ()

    def describe(self, noun: str) -> str:
        """A clause that says why F1 changed (precision and recall did), with `noun` for a result."""
        (before, found), (were, relevant), (k_before, k) = self.found, self.relevant, self.k
        if not before and not found:
            return describe_none_yet(noun, k)
        precisely = _compare(before * k, found * k_before)
        wholly = _compare(before * (relevant or 1), found * (were or 1))
        now = (f"{found}/{k}", f"{found}/{relevant}")
        told = [
            f"{name} {_DIRECTION_WORDS[did]} {value}"
            for name, did, value in zip(("precision", "recall"), (precisely, wholly), now, strict=True)
        ]
        if not relevant:
            return f"nothing is relevant any more, so precision is {now[0]}"
        if precisely == wholly:
            verb = {1: "both rose", 0: "are unchanged", -1: "both fell"}[wholly]
            numbers = "" if wholly == 0 else f", to {now[0]} and {now[1]}"
            return f"precision and recall {verb}{numbers}"
        if 0 in (precisely, wholly):
            return " and ".join(told)
        balance = _compare(before * (k + relevant), found * (k_before + were))
        if balance == 0:
            return f"{told[0]} and {told[1]}, which cancel out"
        first, second = told if balance == precisely else told[::-1]
        return f"{first}, which outweighs that {second}"


_DIRECTION_WORDS = {1: "rose to", 0: "stayed at", -1: "fell to"}


def _compare(old: int, new: int) -> int:
    """The direction from an old to a new number: 1 for up, 0 for no change, -1 for down."""
    return (new > old) - (new < old)


Ranks = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FirstRelevant:
    """The ranks of the first relevant result before and after a change: the claim about RR.

    Args:
        ranks: Its rank in the whole list before and after, None where nothing in the list is relevant.
        k: The cutoff.
    """

    ranks: tuple[int | None, int | None]
    k: Both

    @classmethod
    def of(cls, case: Case) -> FirstRelevant:
        """The ranks of the first relevant results before and after a change."""
        old, new = case.old, case.new
        return cls((_find_first_relevant(old.ranking), _find_first_relevant(new.ranking)), (old.k, new.k))

    def describe(self, noun: str) -> str:
        """A clause that says why RR changed (the rank of the first relevant result), with `noun` for a result."""
        (was, now), (k_before, k) = self.ranks, self.k
        first = f"the first relevant {noun}"
        reached = was is not None and was <= k_before
        if now is not None and now <= k:
            if reached:
                if was == now:
                    return f"{first} is still at rank {now}"
                return f"{first} is at rank {now} instead of rank {was}"
            if was == now:
                return f"the cutoff now reaches {first}, at rank {now}"
            return f"{first} is at rank {now} now; before, there was none {name_first_ranks(k_before)}"
        if now is None:
            return f"no {noun} in the list is relevant{'' if was is None else ' any more'}"
        if not reached:
            return f"{describe_none_yet(noun, k)}: the first one is at rank {now}"
        if was == now:
            return f"the cutoff no longer reaches {first}, at rank {now}"
        return f"{first} is at rank {now} now, below the cutoff"


def _find_first_relevant(ranking: Ranking) -> int | None:
    """The rank from 1 of the first relevant result; None if nothing in the list is relevant."""
    return ranking.hits.index(1) + 1 if 1 in ranking.hits else None


@dataclass(frozen=True, slots=True)
class PrecisionSums:
    """The relevant ranks whose precisions are added up, and what divides them: the claim about AP.

    Args:
        hits: The relevant ranks down to the cutoff, before and now.
        divisors: What the sum of their precisions is divided by, before and now.
        called: The name of the divisor in a sentence.
        k: The cutoff.
    """

    hits: tuple[Ranks, Ranks]
    divisors: Both
    called: str
    k: Both

    @classmethod
    def of(cls, case: Case) -> PrecisionSums:
        """The relevant ranks and AP's divisors before and after a change."""
        old, new, by = case.old, case.new, getattr(case.metric, "denominator", "R")
        divisors = (compute_ap_divisor(case.metric, old), compute_ap_divisor(case.metric, new))
        return cls((old.hits, new.hits), divisors, _DIVISOR_NAMES[by], (old.k, new.k))

    @property
    def totals(self) -> tuple[Fraction, Fraction]:
        """The exact sums of the precisions at the relevant ranks, before and now."""
        return _add_precisions(self.hits[0]), _add_precisions(self.hits[1])

    @property
    def passed_ranks(self) -> range | None:
        """The ranks between the old and the new cutoff, if the lists agree down to the smaller one; else None."""
        if self.k[0] == self.k[1]:
            return None
        reach = min(self.k)
        old, new = ([rank for rank in hits if rank <= reach] for hits in self.hits)
        return range(reach + 1, max(self.k) + 1) if old == new else None

    def describe(self, noun: str) -> str:
        """A clause that says why AP changed (precisions at the relevant ranks, divisor), with `noun` for a result."""
        old, new = self.hits
        if not old and not new:
            return describe_none_yet(noun, self.k[1])
        if not new:
            return self._describe_none_left(noun)
        if self.divisors[0] != self.divisors[1]:
            return self._describe_divisor()
        if self.passed_ranks:
            return self._describe_cutoff(self.passed_ranks, noun)
        if old == new:
            return self._describe_same_ranks(noun)
        pairs = [(j, was, now) for j, (was, now) in enumerate(zip(old, new, strict=False), 1) if was != now]
        if len(old) == len(new):
            told = _describe_moves(pairs, noun)
            if told:
                return told
        elif not pairs and self.k[0] == self.k[1]:
            return _describe_new_ranks(old, new, noun) if len(new) > len(old) else _describe_lost_ranks(old, new, noun)
        return f"{self._describe_ranks()}; {self._describe_sums()}"

    def _describe_same_ranks(self, noun: str) -> str:
        """A clause that says that the relevant ranks down to the cutoff are as before."""
        k, hits = self.k[1], self.hits[1]
        if k == 1:
            return "rank 1 is still relevant"
        if len(hits) == 1:
            return f"the only relevant {noun} {name_first_ranks(k)} is still at rank {hits[0]}"
        return f"the relevant {noun}s {name_first_ranks(k)} are still at {name_ranks(hits)}"

    def _describe_cutoff(self, between: range, noun: str) -> str:
        """A clause on the relevant ranks (in `between`) that only a move of the cutoff takes in or leaves out."""
        grew = self.k[1] > self.k[0]
        longer = self.hits[grew]
        passed = [rank for rank in longer if rank in between]
        if not passed:
            return f"no relevant {noun} at {name_ranks(between)}"
        verb = "takes in" if grew else "leaves out"
        precisions = join_words([f"{longer.index(rank) + 1}/{rank}" for rank in passed])
        them = f"the relevant {pluralize(len(passed), noun)} at {name_ranks(passed)}"
        return f"the cutoff {verb} {them}, with precision {precisions}"

    def _describe_none_left(self, noun: str) -> str:
        """A clause that says that the first k have no relevant result any more."""
        if self.passed_ranks:
            return self._describe_cutoff(self.passed_ranks, noun)
        (old, _), (k_before, k) = self.hits, self.k
        said = f"no relevant {noun} is left {name_first_ranks(k)}"
        if k_before != k or k == 1:
            return said
        return f"{said}; before, there {'was one' if len(old) == 1 else 'were some'} at {name_ranks(old)}"

    def _describe_ranks(self) -> str:
        """A clause that says which ranks are relevant now, and which were."""
        (old, new), (k_before, k) = self.hits, self.k
        other = k_before != k
        said = f"{name_ranks(new)} {'is' if len(new) == 1 else 'are'} relevant"
        said += f" (k = {k})" if other else ""
        if not old:
            return f"{said}; before, there was none {name_first_ranks(k_before)}"
        return f"{said} instead of {name_ranks(old)}{f' (k = {k_before})' if other else ''}"

    def _describe_sums(self) -> str:
        """A clause that gives the sums of the precisions before and now."""
        was, now = self.totals
        if was == now:
            return f"the precisions still add up to {format_short(float(now))}"
        return f"the precisions add up to {format_short(float(now))}, not {format_short(float(was))}"

    def _describe_divisor(self) -> str:
        """A clause that says that the divisor changed, and perhaps the sum with it."""
        old, new = self.hits
        was, now = self.divisors
        by = f"divided by {self.called} = {now}, not {was}"
        if old == new:
            return f"the precision at {name_ranks(new)} is the same, but {by}"
        changed = {*new} ^ {*old}
        if self.k[0] == self.k[1] and len(changed) == 1:
            (rank,) = changed
            relevant = "relevant now" if rank in new else "no longer relevant"
            return f"rank {rank} is {relevant}; {self._describe_sums()}, {by}"
        return f"{self._describe_ranks()}; {self._describe_sums()}, {by}"


@lru_cache(maxsize=1024)
def _add_precisions(hits: Ranks) -> Fraction:
    """The exact sum of the precisions at the relevant ranks `hits`, which are ascending."""
    return sum((Fraction(j, rank) for j, rank in enumerate(hits, 1)), Fraction(0))


_DIVISOR_NAMES = {"R": "R", "min(R,k)": "min(R, k)", "hits": "the number of hits"}


def _describe_moves(pairs: list[tuple[int, int, int]], noun: str) -> str:
    """A clause on relevant ranks that moved; empty where some moved up and some down.

    Args:
        pairs: For each, how many relevant results there are down to it, its old rank and its new rank.
        noun: What one result is called.
    """
    if len(pairs) == 1:
        j, was, now = pairs[0]
        return f"a relevant {noun} is at rank {now} instead of {was}, with precision {j}/{now} instead of {j}/{was}"
    directions = {now < was for _, was, now in pairs}
    if len(directions) == 2:
        return ""
    better = "higher" if directions == {True} else "lower"
    new = join_ranks([now for _, _, now in pairs])
    old = join_ranks([was for _, was, _ in pairs])
    return f"relevant {noun}s are at ranks {new} instead of {old}, where precision is {better}"


def _describe_new_ranks(old: Ranks, new: Ranks, noun: str) -> str:
    """A clause on the relevant ranks of `new` beyond those of `old`, with their precisions."""
    extra = new[len(old) :]
    precisions = join_words([f"{j}/{rank}" for j, rank in enumerate(extra, len(old) + 1)])
    are = f"is a relevant {noun}" if len(extra) == 1 else f"are relevant {noun}s"
    return f"there {are} at {name_ranks(extra)} now, with precision {precisions}"


def _describe_lost_ranks(old: Ranks, new: Ranks, noun: str) -> str:
    """A clause on the relevant ranks of `old` that `new` has no more, with the precisions they had."""
    lost = old[len(new) :]
    precisions = join_words([f"{j}/{rank}" for j, rank in enumerate(lost, len(new) + 1)])
    verb = "is" if len(lost) == 1 else "are"
    them = f"{pluralize(len(lost), noun)} at {name_ranks(lost)}"
    return f"there {verb} no relevant {them} any more, where precision was {precisions}"


Values = tuple[float, ...]


@cache_by_size(lambda gains, *args: 300 + 32 * len(gains) + 100 * args[1].n)
def _compute_gains(metric: Any, ranking: Ranking, k: int) -> Values:
    """Compute the gain at each rank down to the cutoff."""
    return tuple(derive_gain_metric(CG, metric.gain).contributions(ranking, k))


@cache_by_size(lambda terms, *args: 300 + 32 * len(terms) + 100 * args[1].n)
def _compute_discounted_gains(metric: Any, ranking: Ranking, k: int) -> Values:
    """Compute the discounted gain at each rank down to the cutoff."""
    return tuple(derive_gain_metric(DCG, metric.gain, metric.discount).contributions(ranking, k))


@dataclass(frozen=True, slots=True)
class CumulativeGain:
    """The gain at each rank down to the cutoff, before and now: the claim about CG.

    Args:
        gains: The gain at each rank, of the old and of the new list.
        k: The cutoffs.
    """

    gains: tuple[Values, Values]
    k: Both

    @classmethod
    def of(cls, case: Case) -> CumulativeGain:
        """The gain at each rank before and after a change."""
        sides = (case.old, case.new)
        old, new = (_compute_gains(case.metric, side.ranking, side.k) for side in sides)
        return cls((old, new), (case.old.k, case.new.k))

    def describe(self, _noun: str) -> str:
        """A clause that says why CG changed: the gains of the first k."""
        (old, new), (k_before, k) = self.gains, self.k
        cut = find_passed_ranks(self.k, old, new)
        if cut:
            return _describe_gain_cutoff(cut, self.gains, self.k)
        was, now = sum(old), sum(new)
        here = name_first_ranks(k)
        if was != now:
            there = f" {name_first_ranks(k_before)}" if k_before != k else ""
            return f"the gain {here} sums to {format_short(now)}, before {format_short(was)}{there}"
        if not now:
            return f"still no gain {here}"
        order = old != new and sorted(old) == sorted(new)
        return f"the gain {here} still sums to {format_short(now)}" + (
            ", and its order does not count" if order else ""
        )


@dataclass(frozen=True, slots=True)
class DiscountedGain:
    """The gain and discounted gain at each rank, before and now: the claim about DCG.

    Args:
        gains: The gains at the ranks down to the cutoff.
        terms: Each gain divided by its rank's discount.
        k: The cutoff.
    """

    gains: tuple[Values, Values]
    terms: tuple[Values, Values]
    k: Both

    @classmethod
    def of(cls, case: Case) -> DiscountedGain:
        """The gains, with and without discount, before and after a change."""
        metric = case.metric
        (a, k_before, _), (b, k, _) = case.old, case.new
        return cls(
            (_compute_gains(metric, a, k_before), _compute_gains(metric, b, k)),
            (_compute_discounted_gains(metric, a, k_before), _compute_discounted_gains(metric, b, k)),
            (k_before, k),
        )

    def describe(self, _noun: str) -> str:
        """A clause that says why DCG changed: the gains, which count less at later ranks."""
        (old, new), (k_before, k) = self.gains, self.k
        if not any(old) and not any(new):
            return f"still no gain {name_first_ranks(k)}"
        cut = find_passed_ranks(self.k, old, new)
        if cut:
            return _describe_gain_cutoff(cut, self.gains, self.k)
        if k_before != k:
            was, now = map(sum, self.terms)
            before = "as" if abs(now - was) < SAME else f"before {format_short(was)}"
            return f"DCG is {format_short(now)} {name_first_ranks(k)}, {before} {name_first_ranks(k_before)}"
        more: list[int] = []
        less: list[int] = []
        for i, (was, now) in enumerate(zip_longest(old, new, fillvalue=0), 1):
            if was != now:
                (more if now > was else less).append(i)
        if not more and not less:
            return f"the same gain at each rank {name_first_ranks(k)}".replace("each rank at ", "")
        if len(more) == 1 == len(less):
            told = _describe_moved_gain(more[0], less[0], self.gains, self.terms)
            if told:
                return told
        return _describe_gain_changes(more, less, self.gains, self.terms)


@dataclass(frozen=True, slots=True)
class NormalisedGain:
    """The DCG of the list and of the ideal order, before and now: the claim about nDCG.

    Args:
        list: The claim about DCG.
        ideals: The DCG of the ideal order, before and now.
        regraded: The one rank that has another grade, and that grade before and now; None if there
            is not just one.
    """

    list: DiscountedGain
    ideals: tuple[float, float]
    regraded: tuple[int, int, int] | None

    @classmethod
    def of(cls, case: Case) -> NormalisedGain:
        """The discounted gains before and after a change, and those of the ideal orders."""
        best = compute_ideal_dcg(case.metric, case.old), compute_ideal_dcg(case.metric, case.new)
        return cls(DiscountedGain.of(case), best, _find_regraded_rank(case))

    def describe(self, noun: str) -> str:
        """A clause that says why nDCG changed (DCG against that of the ideal order), with `noun` for a result."""
        k = self.list.k[1]
        if not any(map(any, self.list.gains)):
            return f"still no gain {name_first_ranks(k)}"
        best = self.ideals
        if abs(best[0] - best[1]) < SAME:
            return f"{self.list.describe(noun)}; the ideal stays {format_short(best[1])}"
        was, now = map(sum, self.list.terms)
        if abs(was - best[0]) < SAME and abs(now - best[1]) < SAME:
            return f"the gain {name_first_ranks(k)} is still the best there can be"
        return f"{_describe_dcg_and_ideal(was, now, *best)}{self._describe_regraded(k)}"

    def _describe_regraded(self, k: int) -> str:
        """A clause on the single grade that changed, and its rank; empty if there is no single one."""
        if self.regraded is None:
            return ""
        rank, was, now = self.regraded
        where = f"rank {rank}" if rank <= k else f"rank {rank}, below the cutoff"
        return f", with grade {now} instead of {was} at {where}"


def _find_regraded_rank(case: Case) -> tuple[int, int, int] | None:
    """The rank of the single grade that changed, the old and the new grade; None if there is no single one."""
    old, new = case.old.ranking.grades, case.new.ranking.grades
    if case.old.k != case.new.k or len(old) != len(new):
        return None
    changed = [i for i, (was, now) in enumerate(zip(old, new, strict=True), 1) if was != now]
    if len(changed) != 1 or sorted(case.old.ranking.missed) != sorted(case.new.ranking.missed):
        return None
    rank = changed[0]
    return rank, old[rank - 1], new[rank - 1]


def _describe_gain_cutoff(between: range, gains: tuple[Values, Values], k: Both) -> str:
    """A clause on the gains at the ranks `between` the old and new cutoff `k`, which it takes in or leaves out."""
    longer, verb = (gains[1], "takes in") if k[1] > k[0] else (gains[0], "leaves out")
    passed = [rank for rank in between if rank <= len(longer) and longer[rank - 1]]
    if not passed:
        return f"no gain at {name_ranks(between)}"
    if len(passed) == 1:
        return f"the cutoff {verb} gain {format_short(longer[passed[0] - 1])} at {name_ranks(passed)}"
    return f"the cutoff {verb} the gains at {name_ranks(passed)}"


def _describe_moved_gain(up: int, down: int, gains: tuple[Values, Values], terms: tuple[Values, Values]) -> str:
    """A clause on one gain that moved from rank `down` to rank `up`; empty where more has changed."""
    old, new = (dict(enumerate(values, 1)) for values in gains)
    gain = new.get(up, 0)
    if old.get(up, 0) or new.get(down, 0) or old.get(down, 0) != gain:
        return ""
    now, was = gain / terms[1][up - 1], gain / terms[0][down - 1]
    if abs(now - was) < SAME:
        return f"gain {format_short(gain)} is at rank {up} instead of {down}, which weigh the same"
    divisors = f"divided by {format_short(now)} instead of {format_short(was)}"
    return f"gain {format_short(gain)} is at rank {up} instead of {down}, {divisors}"


def _describe_gain_changes(
    more: list[int], less: list[int], gains: tuple[Values, Values], terms: tuple[Values, Values]
) -> str:
    """A clause on the ranks with more and with less gain than before; a single rank with its old and new gain."""
    if len(more) + len(less) == 1:
        rank = (more or less)[0]
        was, now = (values[rank - 1] if rank <= len(values) else 0 for values in gains)
        return f"gain {format_short(now)} instead of {format_short(was)} at rank {rank}"
    told = [
        f"{word} gain at {name_ranks(ranks)} ({format_difference(_sum_changes(ranks, terms))})"
        for word, ranks in (("more", more), ("less", less))
        if ranks
    ]
    return ", ".join(told)


def _sum_changes(ranks: Iterable[int], terms: tuple[Values, Values]) -> float:
    """How much the discounted gains (`terms`, old and new) at some ranks have changed in sum."""
    was, now = (sum(values[rank - 1] for rank in ranks if rank <= len(values)) for values in terms)
    return now - was


def _describe_dcg_and_ideal(was: float, now: float, ideal_was: float, ideal_now: float) -> str:
    """A clause on how the DCG changed from `was` to `now`, and the ideal DCG from `ideal_was` to `ideal_now`."""
    best = f"from {format_short(ideal_was)} to {format_short(ideal_now)}"
    verb = "rose" if ideal_now > ideal_was else "fell"
    if abs(was - now) < SAME:
        return f"DCG stays {format_short(now)}, but the ideal {verb} {best}"
    did = "rose" if now > was else "fell"
    dcg = f"DCG {did} from {format_short(was)} to {format_short(now)}"
    return f"{dcg}, the ideal {best if did == verb else f'{verb} {best}'}"


class Claim(Protocol):
    """The facts behind a change of a metric, such as ranks and numbers before and now; immutable."""

    def describe(self, noun: str, /) -> str:
        """A clause that gives the reason for the change, with a small first letter and no full stop.

        Args:
            noun: What one result is called; its plural takes an s.
        """


class Explanation(NamedTuple):
    """How and why the value of a metric changed.

    Attributes:
        name: The metric's name. ``symbol`` has the cutoff as it is now, too: ``"AP@3"``.
        before: The value before, and ``after`` the one now; the conventions' own value where the
            metric is undefined.
        difference: After minus before; 0.0 exactly where the value is the same.
        was_defined: Whether the metric had a value of its own before; ``is_defined``, whether it has one now.
        change: The difference in words or digits: ``"+0.083"``, ``"unchanged"``.
        reason: Why, in a few words, starting with a small letter and ending without a full stop.
        claim: The ranks and numbers behind the reason; None where a convention is the reason.

    ``line`` is all of it in one line.
    """

    name: str
    symbol: str
    before: float
    after: float
    difference: float
    was_defined: bool
    is_defined: bool
    change: str
    reason: str
    claim: Claim | None = None

    @property
    def line(self) -> str:
        """Symbol, change and reason in a line: “AP@3 +0.083: …”."""
        return f"{self.symbol} {self.change}: {self.reason}"


def explain(  # noqa: PLR0913 - two lists, each with its cutoff
    metric: Metric, before: Ranking, after: Ranking, k_before: int, k_after: int, *, noun: str = "picture"
) -> Explanation:
    """Explain how and why a metric changed from one list to another.

    Args:
        metric: The metric; its own cutoff does not matter.
        before: The list as it was.
        after: The list as it is.
        k_before: The cutoff as it was.
        k_after: The cutoff as it is.
        noun: What one result is called; its plural takes an s.

    >>> from irviz.metrics import AP, RR, Ranking
    >>> before, after = Ranking([0, 1, 0, 1]), Ranking([0, 1, 1, 0])
    >>> print(explain(RR, before, after, 4, 4).line)
    RR@4 unchanged: the first relevant picture is still at rank 2
    >>> print(explain(AP, before, after, 4, 4).line)
    AP@4 +0.083: a relevant picture is at rank 3 instead of 4, with precision 2/3 instead of 2/4
    """
    return explain_evaluated(
        metric, evaluate_list(metric @ k_before, before), evaluate_list(metric @ k_after, after), noun
    )


class EvaluatedList(NamedTuple):
    """A list and a metric's value on it.

    Attributes:
        side: The list down to the cutoff.
        value: The metric's value there; the conventions' own where it is undefined.
        defined: Whether the metric is defined there.
    """

    side: Side
    value: float
    defined: bool


def evaluate_list(metric: Metric, ranking: Ranking) -> EvaluatedList:
    """The value of a metric, which has a cutoff, on a list, with what explanations need of the list."""
    side = Side.of(metric, ranking, metric.cutoff or ranking.n)
    return EvaluatedList(side, metric(ranking), metric.defined(ranking))


_evaluate_short_list = lru_cache(maxsize=2048)(evaluate_list)
"""For lists of no more than `MAX_RESULTS` results, whose neighbours have neighbours in common."""


def explain_evaluated(metric: Metric, before: EvaluatedList, after: EvaluatedList, noun: str) -> Explanation:
    """Explain how and why a metric changed between two lists on which it was evaluated.

    Args:
        metric: The metric; its own cutoff does not matter.
        before: The list as it was.
        after: The list as it is.
        noun: What one result is called; its plural takes an s.
    """
    was, now = before.value, after.value
    difference = now - was
    if abs(difference) < SAME:
        difference = 0.0
    case = Case(metric, before.side, after.side)
    claim: Claim
    if not after.defined:
        change = describe_undefined(metric)
        claim = Missing.of(case)
    elif not before.defined:
        change = f"{format_rounded(now)}, before undefined"
        claim = Present.of(case)
    else:
        change = format_difference(difference)
        claim = CLAIMS.get(metric.name, RankContributions).of(case)
    return Explanation(
        metric.name,
        f"{metric.name}@{after.side.k}",
        was,
        now,
        difference,
        before.defined,
        after.defined,
        change,
        claim.describe(noun),
        claim,
    )


def describe_undefined(metric: Metric) -> str:
    """A phrase that says that a metric is undefined, and the value it counts as.

    >>> from irviz.metrics import AP
    >>> describe_undefined(AP)
    'undefined, counted as 0'
    """
    value = metric.undefined
    return "undefined" if value != value else f"undefined, counted as {value:g}"  # noqa: PLR0124


Scope = Literal["head", "list", "all"]
"""Where a metric's divisor comes from: the first k, the list, or all that was judged."""


def _find_scope(case: Case) -> Scope:
    """Which results a metric's divisor depends on: the first k (“head”), the list, or all judged ones."""
    ideal = getattr(case.metric, "ideal", "judged")
    if ideal == "top k" or getattr(case.metric, "denominator", "") == "hits":
        return "head"
    return "list" if ideal == "retrieved" else "all"


@dataclass(frozen=True, slots=True)
class Missing:
    """That there is nothing to divide by: the claim where a metric is undefined after a change.

    Args:
        graded: Whether the metric divides by gain; else by the number of relevant results.
        scope: The results whose gain or relevance counts; see `_find_scope`.
        somewhere: Whether any judged result has gain, or is relevant, retrieved or not.
        before: How many relevant results there were before the change, retrieved or not.
        k: The cutoff.
    """

    graded: bool
    scope: Scope
    somewhere: bool
    before: int
    k: int

    @classmethod
    def of(cls, case: Case) -> Missing:
        """The claim that after a change nothing is relevant, or has gain, in the results that the divisor counts."""
        new, graded = case.new, case.metric.graded
        somewhere = any((*new.ranking.grades, *new.ranking.missed)) if graded else new.relevant > 0
        return cls(graded, _find_scope(case), somewhere, case.old.relevant, new.k)

    def describe(self, noun: str) -> str:
        """A clause that says why the value is undefined, with `noun` for a result."""
        if self.graded:
            if not self.somewhere:
                return f"no {noun} has any gain"
            return f"there is no gain{f' {name_first_ranks(self.k)}' if self.scope == 'head' else ' in the list'}"
        if self.somewhere:
            return f"there is no relevant {noun} {name_first_ranks(self.k)}"
        return "nothing is relevant" + (" any more" if self.before else "")


@dataclass(frozen=True, slots=True)
class Present:
    """That there is something to divide by now: the claim where a metric was undefined before a change.

    Args:
        graded: Whether the metric divides by gain; else by the number of relevant results.
        scope: The results whose gain or relevance counts; see `_find_scope`.
        count: How many relevant results there are in the scope.
        k: The cutoff.
    """

    graded: bool
    scope: Scope
    count: int
    k: int

    @classmethod
    def of(cls, case: Case) -> Present:
        """The claim that after a change there are relevant results, or there is gain, to divide by."""
        new, scope = case.new, _find_scope(case)
        return cls(case.metric.graded, scope, new.found if scope == "head" else new.relevant, new.k)

    def describe(self, noun: str) -> str:
        """A clause that says why the value is defined now, with `noun` for a result."""
        where = {"head": f" {name_first_ranks(self.k)}", "list": " in the list", "all": ""}[self.scope]
        if not self.graded:
            are = "is" if self.count == 1 else "are"
            there = f"there {are} {self.count} relevant {pluralize(self.count, noun)}{where}"
        elif self.scope == "head":
            there = f"there is gain{where}"
        else:
            there = f"there is a {noun}{where} with some gain"
        return f"{there} now, and so something to divide by"


@dataclass(frozen=True, slots=True)
class RankContributions:
    """Which ranks add more to the value than before, and which less: the claim about any other metric.

    Args:
        more: The ranks that add more.
        less: Those that add less.
    """

    more: tuple[int, ...]
    less: tuple[int, ...]

    @classmethod
    def of(cls, case: Case) -> RankContributions:
        """The ranks whose contribution to the value grows by a change, and those whose contribution shrinks."""
        parts = (case.metric.contributions(side.ranking, side.k) for side in (case.old, case.new))
        changes = [now - was for was, now in zip_longest(*parts, fillvalue=0.0)]
        more, less = (tuple([i for i, change in enumerate(changes, 1) if change * sign > SAME]) for sign in (1, -1))
        return cls(more, less)

    def describe(self, _noun: str) -> str:
        """A clause that says why any other metric changed: the ranks that add more than before, and less."""
        told = [
            f"{name_ranks(ranks)} {'adds' if len(ranks) == 1 else 'add'} {word}"
            for word, ranks in (("more", self.more), ("less", self.less))
            if ranks
        ]
        return ", ".join(told) or "each rank adds what it added before"


class _ClaimKind(Protocol):
    """A class whose instances say why one metric changed, such as `Recall`."""

    def of(self, case: Case, /) -> Claim:
        """What this class says of a change, `case`, which holds the list before and after it."""


CLAIMS: Mapping[str, _ClaimKind] = MappingProxyType(
    {
        "P": Precision,
        "R": Recall,
        "F1": FMeasure,
        "RR": FirstRelevant,
        "AP": PrecisionSums,
        "CG": CumulativeGain,
        "DCG": DiscountedGain,
        "nDCG": NormalisedGain,
    }
)
"""By metric, what is claimed of a change; of any other, which ranks add more or less."""


def explain_next_actions(desk: Desk) -> Mapping[str, Mapping[str, str]]:
    """Lines that explain how the shown metric would change with each possible next move or judgment.

    Returns:
        Under “graded” or “relevant”, the metric's kind, the line by the key of the state after the action, as in
        `irviz.state.curves.lookahead.Ahead`; empty where several lists are open, or a long one.
    """
    if len(desk.visible) > 1 or desk.n > MAX_RESULTS:
        return {}
    metric, board = find_shown_metric(desk), desk.visible[0]
    here = board.metric_input
    if not metric.graded:
        here = here.relevance
    found = _explain_changes(metric @ desk.k, here, desk.top if metric.graded else 1, choose_noun(board))
    return {"graded" if metric.graded else "relevant": found}


def find_shown_metric(desk: Desk) -> Metric:
    """The metric whose working is shown on a desk, under its conventions."""
    return next((one for one in desk.metrics if one.name == desk.metric), desk.metrics[0])


def _estimate_bytes(found: Mapping[str, str], *_: object) -> int:
    """About how many bytes a result of `_explain_changes` takes in the cache."""
    return sum([150 + len(line) for line in found.values()])


@cache_by_size(_estimate_bytes)
def _explain_changes(metric: Metric, here: MetricInput, top: int, things: str) -> Mapping[str, str]:
    """By state key, a line that explains a metric's change with each possible change of one list; cached."""
    was = _evaluate_short_list(metric, here.ranking)
    return {
        name: explain_evaluated(metric, was, _evaluate_short_list(metric, there.ranking), things).line
        for name, (there,) in list_changes_of_list(here, top).items()
    }
