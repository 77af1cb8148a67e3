"""Why a metric changed, or did not: one line, from its definition.

The reason is read off the two lists and cutoffs alone, whatever was done in between: a card moved or
toggled, all of them shuffled, the cutoff dragged.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

from irviz.lenses import reasons_counts, reasons_gain, reasons_rank
from irviz.lenses.case import Case, Side
from irviz.lenses.words import SAME, at, plural, signed, within
from irviz.metrics.rounding import rounded

if TYPE_CHECKING:
    from collections.abc import Mapping

    from irviz.metrics import Metric, Ranking


class Claim(Protocol):
    """What is claimed of a change: numbers and ranks, before and now, which never change."""

    def words(self, noun: str, /) -> str:
        """The claim as a reason.

        Args:
            noun: What one result is called; its plural takes an s.
        """


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
        claim: What the reason says, in numbers and ranks; None where a convention is the reason.

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
    return between(metric, read(metric @ k_before, before), read(metric @ k_after, after), noun)


class Reading(NamedTuple):
    """A list as a metric reads it.

    Attributes:
        side: The list down to the cutoff.
        value: The metric's value there; the conventions' own where it is undefined.
        defined: Whether it has a value of its own.
    """

    side: Side
    value: float
    defined: bool


def read(metric: Metric, ranking: Ranking) -> Reading:
    """A list down to a metric's own cutoff, which it must have."""
    side = Side.of(metric, ranking, metric.cutoff or ranking.n)
    return Reading(side, metric(ranking), metric.defined(ranking))


def between(metric: Metric, before: Reading, after: Reading, noun: str) -> Explanation:
    """The same as `explain`, of lists that have been read.

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
        change = undefined(metric)
        claim = Missing.of(case)
    elif not before.defined:
        change = f"{rounded(now)}, before undefined"
        claim = Present.of(case)
    else:
        change = signed(difference)
        claim = CLAIMS.get(metric.name, Added).of(case)
    return Explanation(
        metric.name,
        f"{metric.name}@{after.side.k}",
        was,
        now,
        difference,
        before.defined,
        after.defined,
        change,
        claim.words(noun),
        claim,
    )


def undefined(metric: Metric) -> str:
    """That a metric is undefined, and what it counts as then.

    >>> from irviz.metrics import AP
    >>> undefined(AP)
    'undefined, counted as 0'
    """
    value = metric.undefined
    return "undefined" if value != value else f"undefined, counted as {value:g}"  # noqa: PLR0124


Scope = Literal["head", "list", "all"]
"""Of what a metric takes what it divides by: the first k, the list, or all that was judged."""


def _scope(case: Case) -> Scope:
    ideal = getattr(case.metric, "ideal", "judged")
    if ideal == "top k" or getattr(case.metric, "denominator", "") == "hits":
        return "head"
    return "list" if ideal == "retrieved" else "all"


@dataclass(frozen=True, slots=True)
class Missing:
    """That there is nothing to divide by.

    Args:
        graded: Whether the metric divides by gain; else by relevant results.
        scope: Of what it takes that.
        somewhere: Whether there is some elsewhere, among all that was judged.
        before: How many relevant results there were at all before.
        k: The cutoff.
    """

    graded: bool
    scope: Scope
    somewhere: bool
    before: int
    k: int

    @classmethod
    def of(cls, case: Case) -> Missing:
        """What is missing after a change."""
        new, graded = case.new, case.metric.graded
        somewhere = any((*new.ranking.grades, *new.ranking.missed)) if graded else new.relevant > 0
        return cls(graded, _scope(case), somewhere, case.old.relevant, new.k)

    def words(self, noun: str) -> str:
        """Why there is no value."""
        if self.graded:
            if not self.somewhere:
                return f"no {noun} has any gain"
            return f"there is no gain{f' {within(self.k)}' if self.scope == 'head' else ' in the list'}"
        if self.somewhere:
            return f"there is no relevant {noun} {within(self.k)}"
        return "nothing is relevant" + (" any more" if self.before else "")


@dataclass(frozen=True, slots=True)
class Present:
    """That there is something to divide by, which there was not before.

    Args:
        graded: Whether the metric divides by gain; else by relevant results.
        scope: Of what it takes that.
        count: How many relevant results there are in it.
        k: The cutoff.
    """

    graded: bool
    scope: Scope
    count: int
    k: int

    @classmethod
    def of(cls, case: Case) -> Present:
        """What is there after a change."""
        new, scope = case.new, _scope(case)
        return cls(case.metric.graded, scope, new.found if scope == "head" else new.relevant, new.k)

    def words(self, noun: str) -> str:
        """What there is now to divide by."""
        where = {"head": f" {within(self.k)}", "list": " in the list", "all": ""}[self.scope]
        if not self.graded:
            are = "is" if self.count == 1 else "are"
            there = f"there {are} {self.count} relevant {plural(self.count, noun)}{where}"
        elif self.scope == "head":
            there = f"there is gain{where}"
        else:
            there = f"there is a {noun}{where} with some gain"
        return f"{there} now, and so something to divide by"


@dataclass(frozen=True, slots=True)
class Added:
    """Which ranks add more to the value than before, and which less: what is told of any metric.

    Args:
        more: The ranks that add more.
        less: Those that add less.
    """

    more: tuple[int, ...]
    less: tuple[int, ...]

    @classmethod
    def of(cls, case: Case) -> Added:
        """What the ranks add before and after a change."""
        parts = (case.metric.contributions(side.ranking, side.k) for side in (case.old, case.new))
        changes = [now - was for was, now in zip_longest(*parts, fillvalue=0.0)]
        more, less = (
            tuple([i for i, change in enumerate(changes, 1) if change * sign > SAME])
            for sign in (1, -1)
        )
        return cls(more, less)

    def words(self, _noun: str) -> str:
        """Which ranks add more than before, and which less."""
        told = [
            f"{at(ranks)} {'adds' if len(ranks) == 1 else 'add'} {word}"
            for word, ranks in (("more", self.more), ("less", self.less))
            if ranks
        ]
        return ", ".join(told) or "each rank adds what it added before"


class _Found(Protocol):
    """A kind of claim that can be read off any change."""

    def of(self, case: Case, /) -> Claim:
        """What is claimed of a change."""


CLAIMS: Mapping[str, _Found] = MappingProxyType(
    {
        "P": reasons_counts.Precision,
        "R": reasons_counts.Recall,
        "F1": reasons_counts.FMeasure,
        "RR": reasons_rank.FirstRelevant,
        "AP": reasons_rank.PrecisionSums,
        "CG": reasons_gain.Cumulated,
        "DCG": reasons_gain.Discounted,
        "nDCG": reasons_gain.Normalised,
    }
)
"""By metric, what is claimed of a change; of any other, which ranks add more or less."""
