"""Why RR and AP changed: at which ranks the relevant results stand."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from irviz.lenses.norms import precisions_divisor
from irviz.lenses.words import at, decimal, listed, none_yet, numbered, plural, within

if TYPE_CHECKING:
    from irviz.lenses.case import Both, Case
    from irviz.metrics import Ranking

Ranks = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FirstRelevant:
    """Where the first relevant result stands, before and now: what is told of RR.

    Args:
        ranks: Its rank in the whole list, None where nothing in it is relevant.
        k: The cutoff.
    """

    ranks: tuple[int | None, int | None]
    k: Both

    @classmethod
    def of(cls, case: Case) -> FirstRelevant:
        """The first relevant results of a change."""
        old, new = case.old, case.new
        return cls((_first(old.ranking), _first(new.ranking)), (old.k, new.k))

    def words(self, noun: str) -> str:
        """Why RR changed: where the first relevant result is."""
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
            return f"{first} is at rank {now} now; before, there was none {within(k_before)}"
        if now is None:
            return f"no {noun} in the list is relevant{'' if was is None else ' any more'}"
        if not reached:
            return f"{none_yet(noun, k)}: the first one is at rank {now}"
        if was == now:
            return f"the cutoff no longer reaches {first}, at rank {now}"
        return f"{first} is at rank {now} now, below the cutoff"


def _first(ranking: Ranking) -> int | None:
    return ranking.hits.index(1) + 1 if 1 in ranking.hits else None


@dataclass(frozen=True, slots=True)
class PrecisionSums:
    """The relevant ranks whose precisions are added up, and what divides them: what is told of AP.

    Args:
        hits: The relevant ranks down to the cutoff, before and now.
        divisors: What their precisions are divided by.
        called: What the divisor is called.
        k: The cutoff.
    """

    hits: tuple[Ranks, Ranks]
    divisors: Both
    called: str
    k: Both

    @classmethod
    def of(cls, case: Case) -> PrecisionSums:
        """The relevant ranks of a change."""
        old, new, by = case.old, case.new, getattr(case.metric, "denominator", "R")
        divisors = (precisions_divisor(case.metric, old), precisions_divisor(case.metric, new))
        return cls((old.hits, new.hits), divisors, _CALLED[by], (old.k, new.k))

    @property
    def totals(self) -> tuple[Fraction, Fraction]:
        """What the precisions add up to, exactly."""
        return _total(self.hits[0]), _total(self.hits[1])

    @property
    def passed(self) -> range | None:
        """The ranks that the cutoff has passed, if nothing else changed above it."""
        if self.k[0] == self.k[1]:
            return None
        reach = min(self.k)
        old, new = ([rank for rank in hits if rank <= reach] for hits in self.hits)
        return range(reach + 1, max(self.k) + 1) if old == new else None

    def words(self, noun: str) -> str:
        """Why AP changed: the precision at the relevant ranks, and what divides their sum."""
        old, new = self.hits
        if not old and not new:
            return none_yet(noun, self.k[1])
        if not new:
            return self._gone(noun)
        if self.divisors[0] != self.divisors[1]:
            return self._divided()
        if self.passed:
            return self._cut(self.passed, noun)
        if old == new:
            return self._unmoved(noun)
        pairs = [
            (j, was, now)
            for j, (was, now) in enumerate(zip(old, new, strict=False), 1)
            if was != now
        ]
        if len(old) == len(new):
            told = _moved(pairs, noun)
            if told:
                return told
        elif not pairs and self.k[0] == self.k[1]:
            return _joined(old, new, noun) if len(new) > len(old) else _left(old, new, noun)
        return f"{self._places()}; {self._sums()}"

    def _unmoved(self, noun: str) -> str:
        k, hits = self.k[1], self.hits[1]
        if k == 1:
            return "rank 1 is still relevant"
        if len(hits) == 1:
            return f"the only relevant {noun} {within(k)} is still at rank {hits[0]}"
        return f"the relevant {noun}s {within(k)} are still at {at(hits)}"

    def _cut(self, between: range, noun: str) -> str:
        """Only the cutoff moved, and the ranks in between came in or went out."""
        grew = self.k[1] > self.k[0]
        longer = self.hits[grew]
        passed = [rank for rank in longer if rank in between]
        if not passed:
            return f"no relevant {noun} at {at(between)}"
        verb = "takes in" if grew else "leaves out"
        precisions = listed([f"{longer.index(rank) + 1}/{rank}" for rank in passed])
        them = f"the relevant {plural(len(passed), noun)} at {at(passed)}"
        return f"the cutoff {verb} {them}, with precision {precisions}"

    def _gone(self, noun: str) -> str:
        """The first k have no relevant result any more."""
        if self.passed:
            return self._cut(self.passed, noun)
        (old, _), (k_before, k) = self.hits, self.k
        said = f"no relevant {noun} is left {within(k)}"
        if k_before != k or k == 1:
            return said
        return f"{said}; before, there {'was one' if len(old) == 1 else 'were some'} at {at(old)}"

    def _places(self) -> str:
        """Which ranks are relevant now, and which were."""
        (old, new), (k_before, k) = self.hits, self.k
        other = k_before != k
        said = f"{at(new)} {'is' if len(new) == 1 else 'are'} relevant"
        said += f" (k = {k})" if other else ""
        if not old:
            return f"{said}; before, there was none {within(k_before)}"
        return f"{said} instead of {numbered(old)}{f' (k = {k_before})' if other else ''}"

    def _sums(self) -> str:
        """What the precisions add up to."""
        was, now = self.totals
        if was == now:
            return f"the precisions still add up to {decimal(float(now))}"
        return f"the precisions add up to {decimal(float(now))}, not {decimal(float(was))}"

    def _divided(self) -> str:
        """What divides the sum changed, and perhaps the sum with it."""
        old, new = self.hits
        was, now = self.divisors
        by = f"divided by {self.called} = {now}, not {was}"
        if old == new:
            return f"the precision at {at(new)} is the same, but {by}"
        changed = {*new} ^ {*old}
        if self.k[0] == self.k[1] and len(changed) == 1:
            (rank,) = changed
            relevant = "relevant now" if rank in new else "no longer relevant"
            return f"rank {rank} is {relevant}; {self._sums()}, {by}"
        return f"{self._places()}; {self._sums()}, {by}"


@lru_cache(maxsize=1024)
def _total(hits: Ranks) -> Fraction:
    """What the precisions at some relevant ranks add up to."""
    return sum((Fraction(j, rank) for j, rank in enumerate(hits, 1)), Fraction(0))


_CALLED = {"R": "R", "min(R,k)": "min(R, k)", "hits": "the number of hits"}


def _moved(pairs: list[tuple[int, int, int]], noun: str) -> str:
    """As many as before, but elsewhere; empty where some moved up and some down."""
    if len(pairs) == 1:
        j, was, now = pairs[0]
        return (
            f"a relevant {noun} is at rank {now} instead of {was}, "
            f"with precision {j}/{now} instead of {j}/{was}"
        )
    directions = {now < was for _, was, now in pairs}
    if len(directions) == 2:
        return ""
    better = "higher" if directions == {True} else "lower"
    new = numbered([now for _, _, now in pairs])
    old = numbered([was for _, was, _ in pairs])
    return f"relevant {noun}s are at ranks {new} instead of {old}, where precision is {better}"


def _joined(old: Ranks, new: Ranks, noun: str) -> str:
    extra = new[len(old) :]
    precisions = listed([f"{j}/{rank}" for j, rank in enumerate(extra, len(old) + 1)])
    are = f"is a relevant {noun}" if len(extra) == 1 else f"are relevant {noun}s"
    return f"there {are} at {at(extra)} now, with precision {precisions}"


def _left(old: Ranks, new: Ranks, noun: str) -> str:
    lost = old[len(new) :]
    precisions = listed([f"{j}/{rank}" for j, rank in enumerate(lost, len(new) + 1)])
    verb = "is" if len(lost) == 1 else "are"
    return (
        f"there {verb} no relevant {plural(len(lost), noun)} at {at(lost)} any more, "
        f"where precision was {precisions}"
    )
