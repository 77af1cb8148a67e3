"""Two lists side by side: what each metric makes of them at k, which one it prefers, and why."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import isnan
from typing import TYPE_CHECKING, NamedTuple

from irviz.lenses.words import SAME, at, decimal, listed, plural, within
from irviz.metrics import Ranking

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from irviz.metrics import Metric

NAMES = ("A", "B")
"""What the two lists are called in the sentences."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one metric makes of two lists.

    Args:
        metric: The metric with its cutoff.
        values: Its values on A and on B.
        defined: Whether it has a value of its own on either.
    """

    metric: Metric
    values: tuple[float, float]
    defined: bool

    @property
    def difference(self) -> float:
        """B − A; 0 where that is only a matter of rounding."""
        difference = self.values[1] - self.values[0]
        return 0.0 if abs(difference) < SAME else difference

    @property
    def prefers(self) -> int | None:
        """The place of the list with the higher value, 0 for A and 1 for B; None where they are equal."""
        difference = self.difference
        return None if isnan(difference) or difference == 0 else int(difference > 0)


class _Case(NamedTuple):
    """One metric that prefers a list, with both lists as it reads them."""

    metric: Metric
    k: int
    best: Ranking
    other: Ranking
    loser: str


def verdicts(metrics: Sequence[Metric], a: Ranking, b: Ranking, k: int) -> list[Verdict]:
    """What each metric makes of two lists at a cutoff.

    Args:
        metrics: The metrics; a cutoff of their own does not matter.
        a: The grades of the first list.
        b: Those of the second one, under the same judgments.
        k: The cutoff, 1 or more.
    """
    return [
        Verdict(
            metric @ k,
            ((metric @ k)(a), (metric @ k)(b)),
            metric.defined(a, k) or metric.defined(b, k),
        )
        for metric in metrics
    ]


def sentence(metrics: Sequence[Metric], a: Ranking, b: Ranking, k: int) -> str:
    """Which metrics prefer which list, and because of which ranks; the arguments are as for `verdicts`.

    >>> from irviz.metrics import AP, P, RR, nDCG
    >>> for part in sentence((P, AP, nDCG), Ranking([0, 1, 1]), Ranking([1, 1, 0]), 3).split("; "):
    ...     print(part)
    AP@3 and nDCG@3 prefer B, because it has a relevant result at rank 1, where A has none, which counts for more than A’s at rank 3
    P@3 sees no difference: both have 2 relevant results within the first 3.
    >>> sentence((P, AP), Ranking([1, 0, 1]), Ranking([1, 1, 0]), 1)
    'No metric sees a difference at k = 1: the same ranks are relevant.'
    """  # noqa: E501 - a sentence as it is read
    return _sentence(tuple(metrics), _plain(a), _plain(b), a.threshold, k)


_Plain = tuple[tuple[int, ...], tuple[int, ...]]


def _plain(ranking: Ranking) -> _Plain:
    return tuple(ranking.grades), tuple(ranking.missed)


@lru_cache(maxsize=8192)
def _sentence(metrics: tuple[Metric, ...], a: _Plain, b: _Plain, threshold: int, k: int) -> str:
    lists = Ranking(a[0], a[1], threshold), Ranking(b[0], b[1], threshold)
    found = verdicts(metrics, *lists, k)
    if all(one.prefers is None for one in found):
        if not any(lists[0].grades) and not any(lists[1].grades) and not any(lists[0].missed):
            return "Nothing is judged relevant, so no metric can tell A from B."
        return f"No metric sees a difference at k = {k}{_alike(lists, k)}."
    groups: dict[tuple[int, str], list[str]] = {}
    ties: list[Verdict] = []
    winners = {one.metric.name: one.prefers for one in found}
    for one in found:
        winner = one.prefers
        if winner is None:
            ties.append(one)
            continue
        best, other = lists[winner], lists[1 - winner]
        case = _Case(one.metric, k, best, other, NAMES[1 - winner])
        # Where AP prefers the same list, its reason holds for RR, too.
        alike = one.metric.name == "RR" and winners.get("AP") == winner
        reason = (_ranks if alike else _because)(case)
        groups.setdefault((winner, reason), []).append(str(one.metric))
    # What several metrics agree on comes first.
    ordered = sorted(groups.items(), key=lambda group: -len(group[1]))
    parts = [
        f"{listed(symbols)} {'prefers' if len(symbols) == 1 else 'prefer'} {NAMES[winner]}, "
        f"because {reason}"
        for (winner, reason), symbols in ordered
    ]
    return "; ".join([*parts, *_tied(ties, lists, k)]) + "."


def _alike(lists: tuple[Ranking, Ranking], k: int) -> str:
    """Why no metric sees a difference, where that is plain."""
    a, b = lists
    if tuple(a.grades[:k]) == tuple(b.grades[:k]):
        graded = max((*a.grades, *b.grades), default=0) > 1
        return (
            ": the same grades stand at the same ranks"
            if graded
            else ": the same ranks are relevant"
        )
    return ", although the lists differ"


def _tied(ties: list[Verdict], lists: tuple[Ranking, Ranking], k: int) -> list[str]:
    """The metrics that see no difference, and why where counting shows it."""
    counting = [one for one in ties if one.metric.name in _COUNTING]
    rest = [one for one in ties if one not in counting]
    hits = [sum(one.hits[:k]) for one in lists]
    parts = []
    if counting and hits[0] == hits[1]:
        many = f"{hits[0] or 'no'} relevant {plural(hits[0], 'result')}"
        parts.append(f"{_see(counting)}: both have {many} {within(k)}")
    elif counting:
        parts.append(_see(counting))
    if rest:
        parts.append(_see(rest))
    return parts


def _see(ties: list[Verdict]) -> str:
    symbols = [str(one.metric) for one in ties]
    return f"{listed(symbols)} {'sees' if len(symbols) == 1 else 'see'} no difference"


def _because(case: _Case) -> str:
    """Why a metric prefers the better list."""
    return _REASONS.get(case.metric.name, _grades)(case) or "its convention weighs the two lists so"


def _hits(case: _Case) -> str:
    """Only how many there are counts."""
    many, few = (sum(one.hits[: case.k]) for one in (case.best, case.other))
    if many <= few:
        return ""
    if case.k == 1:
        return f"its first result is relevant, and {case.loser}’s is not"
    verb = "is" if many == 1 else "are"
    rest = f"only {few}" if few else "none"
    return f"{many} of its first {case.k} results {verb} relevant, and {rest} of {case.loser}’s"


def _ranks(case: _Case) -> str:
    """Where the two lists have relevant results decides."""
    best, other = (
        {rank for rank, hit in enumerate(one.hits[: case.k], 1) if hit}
        for one in (case.best, case.other)
    )
    gained, lost = sorted(best - other), sorted(other - best)
    if not gained:
        return ""
    them = "a relevant result" if len(gained) == 1 else "relevant results"
    said = f"it has {them} at {at(gained)}, where {case.loser} has none"
    if not lost:
        return said
    return (
        f"{said}, which {'counts' if len(gained) == 1 else 'count'} for more than "
        f"{case.loser}’s at {at(lost)}"
    )


def _grades(case: _Case) -> str:
    """The rank where the better list wins most decides; with grades of 0 and 1, where it has any."""
    if max((*case.best.grades, *case.other.grades), default=0) <= 1:
        return _ranks(case)
    terms = [case.metric.contributions(one) for one in (case.best, case.other)]
    best, other = ([*row, *[0.0] * (case.k - len(row))] for row in terms)
    gains = [more - less for more, less in zip(best, other, strict=True)]
    rank = gains.index(max(gains)) + 1
    grade, instead = (_grade(one, rank) for one in (case.best, case.other))
    if grade <= instead:
        return ""
    return f"it has grade {grade} at rank {rank}, where {case.loser} has {instead}"


def _grade(ranking: Ranking, rank: int) -> int:
    return ranking.grades[rank - 1] if rank <= ranking.n else 0


def _first(case: _Case) -> str:
    """Only the first relevant result counts."""
    best, other = (_first_rank(one, case.k) for one in (case.best, case.other))
    if best is None:
        return ""
    first = f"its first relevant result is at rank {best}"
    if other is None:
        return f"{first}, and {case.loser} has none {within(case.k)}"
    return f"{first}, {case.loser}’s at rank {other}"


def _first_rank(ranking: Ranking, k: int) -> int | None:
    return next((rank for rank, hit in enumerate(ranking.hits[:k], 1) if hit), None)


def _sum(case: _Case) -> str:
    """Only the sum counts."""
    more, less = (decimal(case.metric(one)) for one in (case.best, case.other))
    if case.k == 1:
        return f"its first result has the gain {more}, {case.loser}’s has {less}"
    return f"the gains of its first {case.k} results add up to {more}, {case.loser}’s to {less}"


_COUNTING = ("P", "R", "F1")

_REASONS: dict[str, Callable[[_Case], str]] = {
    **dict.fromkeys(_COUNTING, _hits),
    "RR": _first,
    "AP": _ranks,
    "CG": _sum,
}
"""What each metric looks at; any other, at grades and ranks."""
