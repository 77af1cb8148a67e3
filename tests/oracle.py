"""The metrics once more, straight from their textbook definitions: slow, simple, and sharing nothing.

Documents are the ranks they stand at. The binary metrics are exact fractions. Manning, Raghavan and
Schütze, Introduction to Information Retrieval, chapter 8, for precision, recall, F1 and average
precision; Voorhees 1999 for the reciprocal rank; Järvelin and Kekäläinen 2002 for cumulated gain,
with the discount log2(rank + 1). Where nothing is relevant a metric that divides by it counts as 0.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Number = Fraction | float


def retrieved(k: int, n: int) -> set[int]:
    return {rank for rank in range(1, n + 1) if rank <= k}


def relevant(grades: Sequence[int]) -> set[int]:
    return {rank for rank, grade in enumerate(grades, 1) if grade >= 1}


def precision(grades: Sequence[int], k: int) -> Fraction:
    return Fraction(len(retrieved(k, len(grades)) & relevant(grades)), k)


def recall(grades: Sequence[int], k: int) -> Fraction:
    if not relevant(grades):
        return Fraction(0)
    found = retrieved(k, len(grades)) & relevant(grades)
    return Fraction(len(found), len(relevant(grades)))


def f1(grades: Sequence[int], k: int) -> Fraction:
    """The harmonic mean of precision and recall."""
    p, r = precision(grades, k), recall(grades, k)
    if p == 0 or r == 0:
        return Fraction(0)
    return 2 / (1 / p + 1 / r)


def reciprocal_rank(grades: Sequence[int], k: int) -> Fraction:
    found = retrieved(k, len(grades)) & relevant(grades)
    return Fraction(1, min(found)) if found else Fraction(0)


def average_precision(grades: Sequence[int], k: int) -> Fraction:
    """The mean, over all relevant documents, of the precision at each; 0 for those below k."""
    if not relevant(grades):
        return Fraction(0)
    precisions = [
        precision(grades, rank) if rank in retrieved(k, len(grades)) else Fraction(0) for rank in relevant(grades)
    ]
    return sum(precisions, Fraction(0)) / len(precisions)


def cg(grades: Sequence[int], k: int) -> Fraction:
    return Fraction(sum(grades[rank - 1] for rank in retrieved(k, len(grades))))


def dcg(grades: Sequence[int], k: int) -> float:
    ranks = retrieved(k, len(grades))
    return math.fsum(grades[rank - 1] * math.log(2) / math.log(rank + 1) for rank in ranks)


def idcg(grades: Sequence[int], k: int) -> float:
    return dcg(sorted(grades, reverse=True), k)


def ndcg(grades: Sequence[int], k: int) -> float:
    ideal = idcg(grades, k)
    return dcg(grades, k) / ideal if ideal > 0 else 0.0


METRICS: dict[str, Callable[[Sequence[int], int], Number]] = {
    "P": precision,
    "R": recall,
    "F1": f1,
    "RR": reciprocal_rank,
    "AP": average_precision,
    "nDCG": ndcg,
}
"""The metrics of the dashboard."""


def mean_curves(boards: Sequence[Sequence[int]]) -> dict[str, list[float]]:
    """For each metric its arithmetic mean over some lists of grades, at each k from 1."""
    ks = range(1, len(boards[0]) + 1)
    return {
        name: [float(sum(metric(grades, k) for grades in boards) / len(boards)) for k in ks]
        for name, metric in METRICS.items()
    }


def curves(grades: Sequence[int]) -> dict[str, list[float]]:
    """For each metric its values at each k from 1."""
    return mean_curves([grades])
