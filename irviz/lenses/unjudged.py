"""Two lists with unjudged results: how many there are, and how far they leave the comparison open."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from irviz.lenses.formatting import SAME, TINY, format_difference, format_short
from irviz.metrics import Known, Ranking, Swing, known, swing
from irviz.state.metric_words import describe_metric

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from irviz.metrics import Metric

NAMES = ("A", "B")
"""What the two lists are called in the sentences."""


class Unjudged(NamedTuple):
    """The unjudged results of two lists, A and B, and the bounds that they set on a metric's values.

    Attributes:
        metric: The metric, at its cutoff.
        lengths: How many results each list has down to the cutoff.
        judged: How many of these are judged, by list.
        known: The bounds of each list's value over all possible judgments.
        swing: The bounds of the difference B − A over all possible judgments.
    """

    metric: Metric
    lengths: tuple[int, ...]
    judged: tuple[int, ...]
    known: tuple[Known, ...]
    swing: Swing

    @property
    def headline(self) -> str:
        """A phrase with the main point about the unjudged results."""
        if self.swing.open:
            return f"The judgments do not settle {describe_metric(self.metric)}"
        return "Some results are not judged"

    @property
    def sentences(self) -> tuple[str, ...]:
        """Sentences on how many results are judged, the values' bounds, and the values without unjudged results."""
        name, (a, b) = describe_metric(self.metric), self.known
        shares = [
            f"{judged} of the first {length} of {which}"
            for judged, length, which in zip(self.judged, self.lengths, NAMES, strict=True)
        ]
        said = [f"Judged are {' and '.join(shares)}; what nobody judged counts as not relevant."]
        if a.bounds and b.bounds:
            ranges = f"{_format_range(*a.bounds)} for A and {_format_range(*b.bounds)} for B"
            said.append(f"Whatever a list’s own unjudged results are, its {name} is {ranges}.")
        said += [describe_swing(f"{name} of B − A", self.swing), describe_condensed(name, a, b)]
        return tuple(filter(None, said))


def find_unjudged(
    metric: Metric, lists: tuple[Sequence[str], Sequence[str]], judgments: Mapping[str, int], k: int, threshold: int = 1
) -> Unjudged | None:
    """Find the unjudged results of two lists, or None where all are judged.

    Args:
        metric: A metric; a cutoff of its own does not matter.
        lists: The documents of A and of B, best first.
        judgments: The grade of each judged document.
        k: The cutoff, 1 or more.
        threshold: The lowest grade that counts as relevant.

    >>> from irviz.metrics import P
    >>> found = find_unjudged(P, (["x", "y"], ["u", "y"]), {"x": 1, "y": 1}, 2)
    >>> for line in found.sentences:
    ...     print(line)
    Judged are 2 of the first 2 of A and 1 of the first 2 of B; what nobody judged counts as not relevant.
    Whatever a list’s own unjudged results are, its P@2 is 1 for A and from 0.500 to 1 for B.
    Judged otherwise, P@2 of B − A could be 0 instead of −0.500: the difference lies within what is not known.
    With the unjudged left out, P@2 is 1 for A and 0.500 for B: A stays ahead.
    """
    a, b = (Ranking.from_ids(one, judgments, threshold) for one in lists)
    if not a.unjudged and not b.unjudged:
        return None
    metric = metric(undefined=0.0)
    at = metric if metric.own_cutoff else metric @ k
    return Unjudged(
        at,
        tuple([min(one.n, k) for one in (a, b)]),
        tuple([sum(one.judged[:k]) for one in (a, b)]),
        tuple([known(at, one) for one in (a, b)]),
        swing(at, *lists, judgments, threshold),
    )


def describe_swing(what: str, swing: Swing) -> str:
    """A sentence on how far judging could change a difference (`what` names it); empty if it cannot.

    >>> describe_swing("P@2 of B − A", Swing(-0.5, -0.25, -0.25))
    'Judged otherwise, P@2 of B − A could be −0.500 instead of −0.250.'
    """
    ends = [_format_table_difference(end) for end in (swing.low, swing.high) if abs(end - swing.value) > SAME]
    if not ends:
        return ""
    now = _format_table_difference(swing.value)
    said = f"Judged otherwise, {what} could be {' or '.join(ends)} instead of {now}"
    return f"{said}: the difference lies within what is not known." if swing.open else f"{said}."


def _format_table_difference(difference: float) -> str:
    """Format a difference for the table of the page Compare; 0 where `format_difference` says unchanged."""
    if abs(difference) < TINY:
        return "0" if abs(difference) < SAME else f"{'+' if difference > 0 else '−'}<0.001"
    return format_difference(difference)


def describe_condensed(name: str, a: Known, b: Known) -> str:
    """A sentence with the values of metric `name` on A and B without unjudged results, and which list leads then."""
    before, now = _compare(a.value, b.value), _compare(a.condensed, b.condensed)
    figures = f"{format_short(a.condensed)} for A and {format_short(b.condensed)} for B"
    values = f"With the unjudged left out, {name} is {figures}"
    if not now:
        return f"{values}: neither is ahead."
    leader = NAMES[now < 0]
    if not before:
        return f"{values}: {leader} is ahead."
    return f"{values}: {leader} {'stays ahead' if now == before else 'is ahead instead'}."


def _compare(a: float, b: float) -> int:
    """Compare the values of A and B: 1 where A is higher, -1 where B is, else 0."""
    return 0 if abs(a - b) < SAME else 1 if a > b else -1


def _format_range(low: float, high: float) -> str:
    """Format a range of values, “from 0.500 to 1”, or one number if both ends look the same."""
    ends = format_short(low), format_short(high)
    return ends[0] if ends[0] == ends[1] else f"from {ends[0]} to {ends[1]}"
