"""What P, AP and nDCG divide by, under each of their conventions."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from irviz.metrics import IDCG, Ranking
from irviz.state.remembered import remembered

if TYPE_CHECKING:
    from irviz.lenses.case import Side
    from irviz.metrics import Metric


def precision_divisor(metric: Metric, side: Side) -> int:
    """Among how many ranks P counts: k, or no more than there are in the list.

    Args:
        metric: P, or another metric that counts to the cutoff.
        side: The list and its cutoff.
    """
    if getattr(metric, "denominator", "k") == "k":
        return side.k
    return min(side.ranking.n or 1, side.k)


def precisions_divisor(metric: Metric, side: Side) -> int:
    """What AP divides the sum of precisions by.

    Args:
        metric: AP.
        side: The list and its cutoff.
    """
    by = getattr(metric, "denominator", "R")
    if by == "hits":
        return side.found
    return min(side.relevant, side.k) if by == "min(R,k)" else side.relevant


@lru_cache(maxsize=64)
def relative(metric: Metric, gain: str, discount: str | None = None) -> Metric:
    """A relative of a metric that weighs grades and ranks in the same way.

    Args:
        metric: CG, DCG or IDCG.
        gain: What a grade is worth.
        discount: What it is divided by, if it is.
    """
    return metric(gain=gain) if discount is None else metric(gain=gain, discount=discount)


def ideal(metric: Metric, side: Side) -> float:
    """The DCG of the order that nDCG takes as the best.

    Args:
        metric: nDCG.
        side: The list and its cutoff.
    """
    return _ideal(metric, side.ranking, side.k)


@remembered(lambda _, *args: 300 + 100 * args[1].n)
def _ideal(metric: Any, ranking: Ranking, k: int) -> float:
    best = relative(IDCG, metric.gain, metric.discount)
    if metric.ideal == "uncut":
        return best(ranking)
    if metric.ideal == "retrieved":
        ranking = Ranking(ranking.grades)
    elif metric.ideal == "top k":
        ranking = Ranking(ranking.grades[:k])
    return (best @ k)(ranking)
