"""Two lists and two cutoffs under one metric: what an explanation is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from irviz.metrics import Metric, Ranking


class Side(NamedTuple):
    """A list and its cutoff.

    Attributes:
        ranking: The list, as the metric reads it.
        k: The cutoff.
        hits: The ranks of the relevant results down to the cutoff, in order.
    """

    ranking: Ranking
    k: int
    hits: tuple[int, ...]

    @classmethod
    def of(cls, metric: Metric, ranking: Ranking, k: int) -> Side:
        """A list under a metric's own relevance threshold."""
        read = ranking if metric.rel is None else ranking.at(metric.rel)
        return cls(read, k, tuple([i for i, hit in enumerate(read.hits[:k], 1) if hit]))

    @property
    def found(self) -> int:
        """How many relevant results there are down to the cutoff."""
        return len(self.hits)

    @property
    def relevant(self) -> int:
        """R: how many relevant results there are at all."""
        return self.ranking.relevant


Both = tuple[int, int]
"""A number as it was, and as it is."""


class Case(NamedTuple):
    """A change that is to be explained.

    Attributes:
        metric: The metric; its own cutoff does not matter.
        old: How it was.
        new: How it is.
    """

    metric: Metric
    old: Side
    new: Side


def only_cut(k: Both, old: tuple[float, ...], new: tuple[float, ...]) -> range | None:
    """The ranks between the two cutoffs, if the lists agree as far as both reach.

    Args:
        k: The cutoffs.
        old: What counts of the old list, rank by rank down to its cutoff.
        new: The same of the new one.

    >>> only_cut((2, 4), (0, 1), (0, 1, 1, 0)), only_cut((2, 4), (1, 1), (0, 1, 1, 0))
    (range(3, 5), None)
    """
    if k[0] == k[1]:
        return None
    shared = min(len(old), len(new))
    if old[:shared] != new[:shared]:
        return None
    return range(min(k) + 1, max(k) + 1)
