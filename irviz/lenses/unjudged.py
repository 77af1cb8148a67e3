"""Two lists of which nobody judged some results: how much that is, and what it leaves open."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from irviz.lenses.words import SAME, decimal
from irviz.metrics import Known, known
from irviz.state.metric_words import spoken

if TYPE_CHECKING:
    from irviz.metrics import Metric, Ranking

NAMES = ("A", "B")
"""What the two lists are called in the sentences."""


class Unjudged(NamedTuple):
    """What is claimed of two lists.

    Attributes:
        metric: The metric, at its cutoff.
        k: How far down is looked.
        lengths: How many results each list has down to there.
        judged: How many of them somebody judged.
        known: How far the value of each is known.
    """

    metric: Metric
    k: int
    lengths: tuple[int, int]
    judged: tuple[int, int]
    known: tuple[Known, Known]

    @property
    def open(self) -> bool:
        """Whether the two values differ by no more than is unknown."""
        return self.known[0].open_to(self.known[1])

    @property
    def headline(self) -> str:
        """What is to be said first."""
        name = spoken(self.metric)
        return f"The judgments do not settle {name}" if self.open else "Some results are not judged"

    @property
    def sentences(self) -> tuple[str, ...]:
        """All of it, a line for each thing."""
        shares = [
            f"{judged} of the first {length} of {name}"
            for judged, length, name in zip(self.judged, self.lengths, NAMES, strict=True)
        ]
        return (
            f"Judged are {' and '.join(shares)}; what nobody judged counts as not relevant.",
            *within(spoken(self.metric), *self.known),
            without(spoken(self.metric), *self.known),
        )


def unjudged(metric: Metric, a: Ranking, b: Ranking, k: int) -> Unjudged | None:
    """What nobody judged of two lists, or None where all that counts is judged.

    Args:
        metric: A metric; a cutoff of its own does not matter.
        a: The first list.
        b: The second one, under the same judgments.
        k: The cutoff, 1 or more.

    >>> from irviz.metrics import P, Ranking
    >>> found = unjudged(P, Ranking([1, 0, 1]), Ranking([None, 0, None]), 2)
    >>> for line in found.sentences:
    ...     print(line)
    Judged are 2 of the first 2 of A and 1 of the first 2 of B; what nobody judged counts as not relevant.
    Whatever a list’s unjudged results are, its P@2 is 0.500 for A and from 0 to 0.500 for B. The two ranges meet, so the difference lies within what is not known.
    With the unjudged left out, P@2 is 0.500 for A and 0 for B: A stays ahead.
    """  # noqa: E501 - a sentence as it is read
    if not a.unjudged and not b.unjudged:
        return None
    at = metric(undefined=0.0) if metric.own_cutoff else metric(undefined=0.0) @ k
    lists = a, b
    return Unjudged(
        at,
        k,
        tuple(min(one.n, k) for one in lists),  # type: ignore[arg-type]
        tuple(sum(one.judged[:k]) for one in lists),  # type: ignore[arg-type]
        tuple(known(at, one) for one in lists),  # type: ignore[arg-type]
    )


def within(name: str, a: Known, b: Known) -> tuple[str, ...]:
    """Between what two values are, and whether their difference lies within that; nothing if not known."""
    if a.bounds is None or b.bounds is None:
        return ()
    ranges = f"{_range(*a.bounds)} for A and {_range(*b.bounds)} for B"
    said = f"Whatever a list’s unjudged results are, its {name} is {ranges}."
    if not _lead(a.value, b.value):
        return (said,)
    if a.open_to(b):
        return (f"{said} The two ranges meet, so the difference lies within what is not known.",)
    return (f"{said} The two ranges do not meet.",)


def without(name: str, a: Known, b: Known) -> str:
    """What two values are with the unjudged left out, and who leads then."""
    before, now = _lead(a.value, b.value), _lead(a.condensed, b.condensed)
    figures = f"{decimal(a.condensed)} for A and {decimal(b.condensed)} for B"
    values = f"With the unjudged left out, {name} is {figures}"
    if not now:
        return f"{values}: neither is ahead."
    leader = NAMES[now < 0]
    if not before:
        return f"{values}: {leader} is ahead."
    return f"{values}: {leader} {'stays ahead' if now == before else 'is ahead instead'}."


def _lead(a: float, b: float) -> int:
    """1 where A is ahead, -1 where B is, else 0."""
    return 0 if abs(a - b) < SAME else 1 if a > b else -1


def _range(low: float, high: float) -> str:
    ends = decimal(low), decimal(high)
    return ends[0] if ends[0] == ends[1] else f"from {ends[0]} to {ends[1]}"
