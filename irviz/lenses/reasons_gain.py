"""Why CG, DCG and nDCG changed: how much gain stands at which rank, and what the best order would have."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from irviz.lenses.case import only_cut
from irviz.lenses.norms import ideal, relative
from irviz.lenses.words import SAME, at, decimal, signed, within
from irviz.metrics import CG, DCG
from irviz.state.remembered import remembered

if TYPE_CHECKING:
    from collections.abc import Iterable

    from irviz.lenses.case import Both, Case
    from irviz.metrics import Ranking

Values = tuple[float, ...]


@remembered(lambda gains, *args: 300 + 32 * len(gains) + 100 * args[1].n)
def _gains(metric: Any, ranking: Ranking, k: int) -> Values:
    """The gain at each rank down to the cutoff."""
    return tuple(relative(CG, metric.gain).contributions(ranking, k))


@remembered(lambda terms, *args: 300 + 32 * len(terms) + 100 * args[1].n)
def _terms(metric: Any, ranking: Ranking, k: int) -> Values:
    """The same, each divided by its discount."""
    return tuple(relative(DCG, metric.gain, metric.discount).contributions(ranking, k))


@dataclass(frozen=True, slots=True)
class Cumulated:
    """The gain at each rank down to the cutoff, before and now: what is told of CG.

    Args:
        gains: The gains.
        k: The cutoff.
    """

    gains: tuple[Values, Values]
    k: Both

    @classmethod
    def of(cls, case: Case) -> Cumulated:
        """The gains of a change."""
        sides = (case.old, case.new)
        old, new = (_gains(case.metric, side.ranking, side.k) for side in sides)
        return cls((old, new), (case.old.k, case.new.k))

    def words(self, _noun: str) -> str:
        """Why CG changed: the gains of the first k."""
        (old, new), (k_before, k) = self.gains, self.k
        cut = only_cut(self.k, old, new)
        if cut:
            return _cut(cut, self.gains, self.k)
        was, now = sum(old), sum(new)
        here = within(k)
        if was != now:
            there = f" {within(k_before)}" if k_before != k else ""
            return f"the gain {here} sums to {decimal(now)}, before {decimal(was)}{there}"
        if not now:
            return f"still no gain {here}"
        order = old != new and sorted(old) == sorted(new)
        return f"the gain {here} still sums to {decimal(now)}" + (
            ", and its order does not count" if order else ""
        )


@dataclass(frozen=True, slots=True)
class Discounted:
    """The gains, and what is left of each at its rank, before and now: what is told of DCG.

    Args:
        gains: The gains at the ranks down to the cutoff.
        terms: Each divided by its discount.
        k: The cutoff.
    """

    gains: tuple[Values, Values]
    terms: tuple[Values, Values]
    k: Both

    @classmethod
    def of(cls, case: Case) -> Discounted:
        """The gains of a change."""
        metric = case.metric
        (a, k_before, _), (b, k, _) = case.old, case.new
        return cls(
            (_gains(metric, a, k_before), _gains(metric, b, k)),
            (_terms(metric, a, k_before), _terms(metric, b, k)),
            (k_before, k),
        )

    def words(self, _noun: str) -> str:
        """Why DCG changed: gains at other ranks count more or less."""
        (old, new), (k_before, k) = self.gains, self.k
        if not any(old) and not any(new):
            return f"still no gain {within(k)}"
        cut = only_cut(self.k, old, new)
        if cut:
            return _cut(cut, self.gains, self.k)
        if k_before != k:
            was, now = map(sum, self.terms)
            before = "as" if abs(now - was) < SAME else f"before {decimal(was)}"
            return f"DCG is {decimal(now)} {within(k)}, {before} {within(k_before)}"
        more: list[int] = []
        less: list[int] = []
        for i, (was, now) in enumerate(zip_longest(old, new, fillvalue=0), 1):
            if was != now:
                (more if now > was else less).append(i)
        if not more and not less:
            return f"the same gain at each rank {within(k)}".replace("each rank at ", "")
        if len(more) == 1 == len(less):
            told = _moved(more[0], less[0], self.gains, self.terms)
            if told:
                return told
        return _shifted(more, less, self.gains, self.terms)


@dataclass(frozen=True, slots=True)
class Normalised:
    """The same, and the DCG of the best order: what is told of nDCG.

    Args:
        list: What is told of DCG.
        ideals: The DCG of the order that is taken as the best, before and now.
        regraded: The one rank that has another grade, and that grade before and now; None if there
            is not just one.
    """

    list: Discounted
    ideals: tuple[float, float]
    regraded: tuple[int, int, int] | None

    @classmethod
    def of(cls, case: Case) -> Normalised:
        """The gains of a change, and those of the best orders."""
        best = ideal(case.metric, case.old), ideal(case.metric, case.new)
        return cls(Discounted.of(case), best, _regraded(case))

    def words(self, noun: str) -> str:
        """Why nDCG changed: what the list gains, against what the best order would."""
        k = self.list.k[1]
        if not any(map(any, self.list.gains)):
            return f"still no gain {within(k)}"
        best = self.ideals
        if abs(best[0] - best[1]) < SAME:
            return f"{self.list.words(noun)}; the ideal stays {decimal(best[1])}"
        was, now = map(sum, self.list.terms)
        if abs(was - best[0]) < SAME and abs(now - best[1]) < SAME:
            return f"the gain {within(k)} is still the best there can be"
        return f"{_from_to(was, now, *best)}{self._why(k)}"

    def _why(self, k: int) -> str:
        """Where the one grade that changed stands, if it is one."""
        if self.regraded is None:
            return ""
        rank, was, now = self.regraded
        where = f"rank {rank}" if rank <= k else f"rank {rank}, below the cutoff"
        return f", with grade {now} instead of {was} at {where}"


def _regraded(case: Case) -> tuple[int, int, int] | None:
    old, new = case.old.ranking.grades, case.new.ranking.grades
    if case.old.k != case.new.k or len(old) != len(new):
        return None
    changed = [i for i, (was, now) in enumerate(zip(old, new, strict=True), 1) if was != now]
    if len(changed) != 1 or sorted(case.old.ranking.missed) != sorted(case.new.ranking.missed):
        return None
    rank = changed[0]
    return rank, old[rank - 1], new[rank - 1]


def _cut(between: range, gains: tuple[Values, Values], k: Both) -> str:
    """Only the cutoff moved, and the ranks in between came in or went out."""
    longer, verb = (gains[1], "takes in") if k[1] > k[0] else (gains[0], "leaves out")
    passed = [rank for rank in between if rank <= len(longer) and longer[rank - 1]]
    if not passed:
        return f"no gain at {at(between)}"
    if len(passed) == 1:
        return f"the cutoff {verb} gain {decimal(longer[passed[0] - 1])} at {at(passed)}"
    return f"the cutoff {verb} the gains at {at(passed)}"


def _moved(up: int, down: int, gains: tuple[Values, Values], terms: tuple[Values, Values]) -> str:
    """One gain stands elsewhere; empty where it is not as plain as that."""
    old, new = (dict(enumerate(values, 1)) for values in gains)
    gain = new.get(up, 0)
    if old.get(up, 0) or new.get(down, 0) or old.get(down, 0) != gain:
        return ""
    now, was = gain / terms[1][up - 1], gain / terms[0][down - 1]
    if abs(now - was) < SAME:
        return f"gain {decimal(gain)} is at rank {up} instead of {down}, which weigh the same"
    return (
        f"gain {decimal(gain)} is at rank {up} instead of {down}, "
        f"divided by {decimal(now)} instead of {decimal(was)}"
    )


def _shifted(
    more: list[int], less: list[int], gains: tuple[Values, Values], terms: tuple[Values, Values]
) -> str:
    if len(more) + len(less) == 1:
        rank = (more or less)[0]
        was, now = (values[rank - 1] if rank <= len(values) else 0 for values in gains)
        return f"gain {decimal(now)} instead of {decimal(was)} at rank {rank}"
    told = [
        f"{word} gain at {at(ranks)} ({signed(_change(ranks, terms))})"
        for word, ranks in (("more", more), ("less", less))
        if ranks
    ]
    return ", ".join(told)


def _change(ranks: Iterable[int], terms: tuple[Values, Values]) -> float:
    """How much the terms at some ranks changed together."""
    was, now = (sum(values[rank - 1] for rank in ranks if rank <= len(values)) for values in terms)
    return now - was


def _from_to(was: float, now: float, ideal_was: float, ideal_now: float) -> str:
    """What the list gains and the most that it could gain; the latter has changed."""
    best = f"from {decimal(ideal_was)} to {decimal(ideal_now)}"
    verb = "rose" if ideal_now > ideal_was else "fell"
    if abs(was - now) < SAME:
        return f"DCG stays {decimal(now)}, but the ideal {verb} {best}"
    did = "rose" if now > was else "fell"
    return (
        f"DCG {did} from {decimal(was)} to {decimal(now)}, "
        f"the ideal {best if did == verb else f'{verb} {best}'}"
    )
