"""Which metrics say one thing of two lists: those that cannot disagree, however their results stand.

A metric is a sum of what the ranks add. Where two metrics differ by a factor only, the same for every
rank of every list, they are one witness and not two: P, R and F1, which all count the relevant results;
nDCG and DCG; at k = 1 all that only ask for relevance.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from irviz.metrics import Ranking
from irviz.state.remembered import remembered

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from irviz.metrics import Metric


def respects(
    metrics: Sequence[Metric], a: Ranking, b: Ranking, k: int
) -> tuple[tuple[Metric, ...], ...]:
    """The metrics in groups of those that say one thing.

    Args:
        metrics: The metrics; a cutoff of their own does not matter.
        a: The grades of the first list.
        b: Those of the second one, under the same judgments.
        k: The cutoff, 1 or more.

    >>> from irviz.metrics import AP, F1, RR, P, R, Ranking, nDCG
    >>> lists = Ranking([1, 0, 1]), Ranking([0, 1, 1])
    >>> respects((P, R, F1, RR, AP, nDCG), *lists, 3)
    ((P, R, F1), (RR,), (AP,), (nDCG,))
    >>> respects((P, R, F1, RR, AP, nDCG), *lists, 1)
    ((P, R, F1, RR, AP, nDCG),)
    """
    groups: dict[tuple[float, ...], list[Metric]] = {}
    for metric in metrics:
        parts = [
            part
            for one in (a, b)
            for part in (
                *_parts(metric, one, k),
                *_tried(metric, tuple(sorted(one.grades)), one.missed, one.threshold, k),
            )
        ]
        most = max(parts, default=0.0) or 1.0
        groups.setdefault(tuple([round(part / most, 9) for part in parts]), []).append(metric)
    return tuple(tuple(group) for group in groups.values())


def _parts(metric: Metric, ranking: Ranking, k: int) -> list[float]:
    """What each of the first k ranks adds; after the end of the list, nothing.

    The last entry tells where the value is another one than what the ranks add up to.
    """
    parts = metric.contributions(ranking, k)
    counts_as = metric.undefined if not metric.defined(ranking, k) else 0.0
    return [*parts, *[0.0] * (k - len(parts)), 0.0 if counts_as == 0 else -inf]


@remembered(lambda parts, *_: 300 + 48 * len(parts))
def _tried(
    metric: Metric, grades: tuple[int, ...], missed: tuple[int, ...], threshold: int, k: int
) -> tuple[float, ...]:
    """The same on orders of these grades that tell metrics apart."""
    return tuple(
        [
            part
            for one in _orders(grades)
            for part in _parts(metric, Ranking(one, missed, threshold), k)
        ]
    )


def _orders(grades: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The best order, alone and after its last one or two results; each grade first, the rest both ways.

    So the best comes to the ranks 1, 2 and 3, where a discount sets in by any convention, and each
    grade is weighed alone and with others.
    """
    best = grades[::-1]
    for last in range(min(3, len(best))):
        yield best[len(best) - last :] + best[: len(best) - last]
    for grade in dict.fromkeys(grades):
        at = best.index(grade)
        rest = best[:at] + best[at + 1 :]
        yield (grade, *rest)
        yield (grade, *rest[::-1])
