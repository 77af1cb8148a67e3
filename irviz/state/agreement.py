"""Why two metrics agree: what makes it impossible that they prefer opposite orders."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irviz.metrics import DCG, nDCG
from irviz.state.metric_words import spoken

if TYPE_CHECKING:
    from irviz.metrics import Metric

_FOUND = ("P", "R", "F1", "RR", "AP")
"""Metrics that are above 0 as soon as something relevant is above the cutoff."""


def agreed(a: Metric, b: Metric) -> str:
    """Why two metrics never prefer opposite orders, in a sentence.

    Args:
        a: A metric with its cutoff.
        b: Another one of which it is known that they do not, on the results at hand.

    >>> from irviz.metrics import AP, RR, Success
    >>> agreed(Success @ 3, RR @ 3)
    'Success@3 asks only whether RR@3 is above 0, so it never objects.'
    >>> agreed(AP @ 3, AP @ 3)
    'AP@3 is compared with itself: one metric cannot prefer both of two orders.'
    """
    first, second = spoken(a), spoken(b)
    if a == b:
        return f"{first} is compared with itself: one metric cannot prefer both of two orders."
    if {a.name, b.name} <= {"P", "R", "F1"} and a.cutoff == b.cutoff:
        return f"{first} and {second} count the same hits, and divide them by numbers that no order changes."
    if _share(a, b) or _share(b, a):
        return f"{first} and {second} differ by a number only, which no order changes."
    for one, other in ((a, b), (b, a)):
        same = (one.cutoff, one.rel) == (other.cutoff, other.rel)
        if one.name == "Success" and other.name in _FOUND and same:
            return (
                f"{spoken(one)} asks only whether {spoken(other)} is above 0, so it never objects."
            )
    return (
        f"Where {first} prefers one order of these results to another, {second} never prefers "
        "the other one."
    )


def _share(dcg: Metric, ndcg: Metric) -> bool:
    """Whether the second metric is the first as a share of one ideal."""
    return (
        isinstance(dcg, type(DCG))
        and isinstance(ndcg, type(nDCG))
        and (dcg.cutoff, dcg.gain, dcg.discount) == (ndcg.cutoff, ndcg.gain, ndcg.discount)
        and ndcg.ideal != "top k"
    )
