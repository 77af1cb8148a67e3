"""Why two metrics disagree about two orders: what each of them looks at, in plain English."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irviz.metrics import Ranking
from irviz.state.disagreement import Agreement, Disagreement
from irviz.state.metric_words import spoken
from irviz.state.quantity import figure

if TYPE_CHECKING:
    from collections.abc import Callable

    from irviz.metrics import Metric


def words(
    found: Disagreement | Agreement,
    missed: tuple[int, ...] = (),
    threshold: int = 1,
    names: tuple[str, str] = ("the first order", "the second"),
) -> str:
    """What was found, in a sentence for each metric.

    Args:
        found: What `irviz.state.disagreement.disagree` has found.
        missed: The grades of judged results that were not retrieved, as given there.
        threshold: The lowest grade that counts as relevant, as given there.
        names: What to call the two orders.

    >>> from irviz.metrics import AP, RR
    >>> from irviz.state.disagreement import disagree
    >>> for line in words(disagree(RR @ 6, AP @ 6, [1, 1, 1, 0, 0, 0])).split(". "):
    ...     print(line)
    RR@6 prefers the first order, 0.5 to 0.333: its first relevant result is at rank 2, not at rank 3
    AP@6 prefers the second, 0.478 to 0.467: the precisions at its relevant ranks add up to 1.433, not 1.4.
    """
    if isinstance(found, Agreement):
        return found.reason
    return " ".join(reasons(found, missed, threshold, names))


def reasons(
    found: Disagreement,
    missed: tuple[int, ...] = (),
    threshold: int = 1,
    names: tuple[str, str] = ("the first order", "the second"),
) -> tuple[str, str]:
    """Why each of the two metrics prefers its order; the arguments are as for `words`."""
    first, second = (Ranking(order, missed, threshold) for order in (found.first, found.second))
    return (
        _preferred(found.a, names[0], first, second, found.values_a),
        _preferred(found.b, names[1], second, first, found.values_b[::-1]),
    )


def _preferred(
    metric: Metric, name: str, best: Ranking, other: Ranking, values: tuple[float, float]
) -> str:
    """What a metric prefers, and why."""
    why = _BECAUSE.get(metric.name, _ranks)(metric, best, other)
    return f"{spoken(metric)} prefers {name}, {figure(values[0])} to {figure(values[1])}: {why}."


def _hits(metric: Metric, best: Ranking, other: Ranking) -> str:
    k = metric.cutoff or best.n
    many, few = (sum(_read(metric, one).hits[:k]) for one in (best, other))
    return f"{_count(many)} of its first {k} are relevant, not {_count(few)}"


def _any(metric: Metric, _best: Ranking, other: Ranking) -> str:
    k = metric.cutoff or other.n
    return f"something relevant is among its first {k}, and nothing in the other"


def _first(metric: Metric, best: Ranking, other: Ranking) -> str:
    k = metric.cutoff or best.n
    ranks = [next(iter(_read(metric, one).hit_ranks), k + 1) for one in (best, other)]
    if ranks[1] > k:
        return f"its first relevant result is at rank {ranks[0]}, and the other has none above the cutoff"
    return f"its first relevant result is at rank {ranks[0]}, not at rank {ranks[1]}"


def _precisions(metric: Metric, best: Ranking, other: Ranking) -> str:
    steps = [metric.steps(one) for one in (best, other)]
    sums = [figure(sum(step.term for step in one)) for one in steps]
    norms = [figure(one[-1].norm) for one in steps]
    if norms[0] == norms[1]:
        return f"the precisions at its relevant ranks add up to {sums[0]}, not {sums[1]}"
    return (
        f"the precisions at its relevant ranks add up to {sums[0]} and are divided by {norms[0]}, "
        f"there to {sums[1]} and by {norms[1]}"
    )


def _grades(metric: Metric, best: Ranking, other: Ranking) -> str:
    sums = [figure(metric(one)) for one in (best, other)]
    return f"the gains of its first {metric.cutoff or best.n} add up to {sums[0]}, not {sums[1]}"


def _ranks(metric: Metric, best: Ranking, other: Ranking) -> str:
    """The rank where the order that is preferred wins most."""
    pairs = zip(metric.contributions(best), metric.contributions(other), strict=True)
    gains = [more - less for more, less in pairs]
    rank = gains.index(max(gains)) + 1
    grades = best.grades[rank - 1], other.grades[rank - 1]
    if grades[0] == grades[1]:
        return f"most is won at rank {rank}"
    if max(best.grades) == best.threshold == 1:
        said = ("not relevant", "relevant")
        return f"most is won at rank {rank}, {said[grades[0]]} there and {said[grades[1]]} in the other"
    return f"most is won at rank {rank}, with grade {grades[0]} there instead of {grades[1]}"


def _read(metric: Metric, ranking: Ranking) -> Ranking:
    return ranking if metric.rel is None else ranking.at(metric.rel)


def _count(number: int) -> str:
    return str(number) if number else "none"


_BECAUSE: dict[str, Callable[[Metric, Ranking, Ranking], str]] = {
    "P": _hits,
    "R": _hits,
    "F1": _hits,
    "RR": _first,
    "AP": _precisions,
    "CG": _grades,
    "Success": _any,
}
"""What each metric looks at; for any other, `_ranks` finds the rank that matters most."""
