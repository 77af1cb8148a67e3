"""Why a metric changed, or did not: one line, from its definition.

The reason is read off the two lists and cutoffs alone, whatever was done in between: a card moved or
toggled, all of them shuffled, the cutoff dragged.
"""

from __future__ import annotations

from itertools import zip_longest
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, NamedTuple

from irviz.lenses import reasons_counts, reasons_gain, reasons_rank
from irviz.lenses.case import Case, Side
from irviz.lenses.words import SAME, at, signed, within
from irviz.metrics.rounding import rounded

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from irviz.metrics import Metric, Ranking


class Explanation(NamedTuple):
    """What happened to a metric.

    Attributes:
        name: The metric's name. ``symbol`` is the same with the cutoff as it is now: ``"AP@3"``.
        before: The value before, and ``after`` the one now; the conventions' own value where the
            metric is undefined.
        difference: After minus before; 0.0 exactly where the value is the same.
        was_defined: Whether the metric had a value of its own before. ``is_defined`` is the same now.
        change: The difference as one would say it: ``"+0.083"``, ``"unchanged"``.
        reason: Why, in a few words, starting with a small letter and ending without a full stop.

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

    @property
    def line(self) -> str:
        """The whole explanation."""
        return f"{self.symbol} {self.change}: {self.reason}"


def explain(  # noqa: PLR0913 - two lists, each with its cutoff
    metric: Metric,
    before: Ranking,
    after: Ranking,
    k_before: int,
    k_after: int,
    *,
    noun: str = "picture",
) -> Explanation:
    """Say how a metric changed from one list to another, and why.

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
    old, new = Side.of(metric, before, k_before), Side.of(metric, after, k_after)
    was, now = (metric @ k_before)(before), (metric @ k_after)(after)
    was_defined, is_defined = metric.defined(before, k_before), metric.defined(after, k_after)
    difference = now - was
    if abs(difference) < SAME:
        difference = 0.0
    case = Case(metric, old, new, noun, was, now)
    if not is_defined:
        change = undefined(metric)
        reason = _missing(case)
    elif not was_defined:
        change = f"{rounded(now)}, before undefined"
        reason = f"{_present(case)} now, and so something to divide by"
    else:
        change = signed(difference)
        reason = REASONS.get(metric.name, general)(case)
    return Explanation(
        metric.name,
        f"{metric.name}@{k_after}",
        was,
        now,
        difference,
        was_defined,
        is_defined,
        change,
        reason,
    )


def undefined(metric: Metric) -> str:
    """That a metric is undefined, and what it counts as then.

    >>> from irviz.metrics import AP
    >>> undefined(AP)
    'undefined, counted as 0'
    """
    value = metric.undefined
    return "undefined" if value != value else f"undefined, counted as {value:g}"  # noqa: PLR0124


def _missing(case: Case) -> str:
    """Why there is no value."""
    new, scope = case.new, _scope(case)
    if case.metric.graded:
        if not any((*new.ranking.grades, *new.ranking.missed)):
            return f"no {case.noun} has any gain"
        where = f" {within(new.k)}" if scope == "head" else " in the list"
        return f"there is no gain{where}"
    if scope == "head" and new.relevant:
        return f"there is no relevant {case.noun} {within(new.k)}"
    return "nothing is relevant" + (" any more" if case.old.relevant else "")


def _present(case: Case) -> str:
    """What there is now to divide by."""
    new, scope = case.new, _scope(case)
    if case.metric.graded:
        if scope == "head":
            return f"there is gain {within(new.k)}"
        where = " in the list" if scope == "list" else ""
        return f"there is a {case.noun}{where} with some gain"
    count, where = (new.found, f" {within(new.k)}") if scope == "head" else (new.relevant, "")
    return f"there {'is' if count == 1 else 'are'} {case.some(count)}{where}"


def _scope(case: Case) -> Literal["head", "list", "all"]:
    """Of what a metric takes what it divides by: the first k, the list, or all that was judged."""
    ideal = getattr(case.metric, "ideal", "judged")
    if ideal == "top k" or getattr(case.metric, "denominator", "") == "hits":
        return "head"
    return "list" if ideal == "retrieved" else "all"


def general(case: Case) -> str:
    """The reason for any metric: which ranks add more than before, and which less."""
    parts = (case.metric.contributions(side.ranking, side.k) for side in (case.old, case.new))
    changes = [now - was for was, now in zip_longest(*parts, fillvalue=0.0)]
    told = [
        f"{at(ranks)} {'adds' if len(ranks) == 1 else 'add'} {word}"
        for word, sign in (("more", 1), ("less", -1))
        if (ranks := [i for i, change in enumerate(changes, 1) if change * sign > SAME])
    ]
    return ", ".join(told) or "each rank adds what it added before"


REASONS: Mapping[str, Callable[[Case], str]] = MappingProxyType(
    {
        "P": reasons_counts.precision,
        "R": reasons_counts.recall,
        "F1": reasons_counts.f1,
        "RR": reasons_rank.reciprocal_rank,
        "AP": reasons_rank.average_precision,
        "CG": reasons_gain.cumulated,
        "DCG": reasons_gain.discounted,
        "nDCG": reasons_gain.normalised,
    }
)
"""By metric, what finds the reason; for any other, `general` does."""
