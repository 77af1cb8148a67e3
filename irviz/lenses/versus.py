"""Two lists side by side: which metrics say one thing of them, which list they prefer, and why."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING

from irviz.lenses.preference import (
    Counted,
    First,
    Precisions,
    Preference,
    Shared,
    Summed,
    Undefined,
    Weighed,
    preference,
)
from irviz.lenses.preference_words import reason
from irviz.lenses.respects import respects
from irviz.lenses.words import listed
from irviz.metrics import Ranking
from irviz.state.metric_words import spoken, symbol
from irviz.state.remembered import remembered

if TYPE_CHECKING:
    from collections.abc import Sequence

    from irviz.metrics import Metric

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
    """  # noqa: E501 - a sentence as it is read
    return _verdict(tuple(metrics), _plain(a), _plain(b), a.threshold, k)


_Plain = tuple[tuple[int, ...], tuple[int, ...]]


def _plain(ranking: Ranking) -> _Plain:
    return tuple(ranking.grades), tuple(ranking.missed)


@remembered(lambda _, *args: 3_000 + 100 * (len(args[1][0]) + len(args[2][0])))
def _verdict(metrics: tuple[Metric, ...], a: _Plain, b: _Plain, threshold: int, k: int) -> Verdict:
    lists = Ranking(a[0], a[1], threshold), Ranking(b[0], b[1], threshold)
    found = [
        Respect(tuple([preference(metric, *lists, k) for metric in group]))
        for group in respects(metrics, *lists, k)
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
