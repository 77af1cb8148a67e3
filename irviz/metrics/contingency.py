"""The four counts behind precision and recall: what a cutoff gets right and wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from irviz.metrics.errors import CutoffError
from irviz.metrics.grades import as_whole_number
from irviz.metrics.ranking import require_ranking

if TYPE_CHECKING:
    from irviz.metrics.ranking import Ranking


class Confusion(NamedTuple):
    """How many documents the cutoff k sorts rightly and wrongly.

    Attributes:
        tp: True positives, relevant and in the first k.
        fp: False positives, not relevant but in the first k.
        fn: False negatives, relevant but further down or missed.
        tn: True negatives, not relevant and further down, or missed and judged so.

    >>> from irviz.metrics import Ranking, confusion
    >>> confusion(Ranking([0, 1, 0, 1, 1, 0, 1, 0]), 2)
    Confusion(tp=1, fp=1, fn=3, tn=3)
    """

    tp: int
    fp: int
    fn: int
    tn: int


def confusion(ranking: Ranking, k: int) -> Confusion:
    """The confusion counts of a list at cutoff k.

    Past the end of the list nothing more is retrieved, so that fp stays, while P@k still divides by
    k. Documents that were neither retrieved nor judged are in no count.

    Args:
        ranking: The list.
        k: The cutoff, a whole number of at least 1.

    Raises:
        CutoffError: k is none.
        RankingError: The list is no :class:`Ranking`.

    Source: Manning, Raghavan & Schütze 2008, Introduction to Information Retrieval, section 8.3.

    >>> from irviz.metrics import Ranking
    >>> confusion(Ranking([1, 0, 1], missed=[1, 0]), 1)
    Confusion(tp=1, fp=0, fn=2, tn=2)
    """
    require_ranking(ranking, "confusion")
    kept = min(_check_cutoff(k), ranking.n)
    tp = sum(ranking.hits[:kept])
    fn = ranking.relevant - tp
    return Confusion(tp, kept - tp, fn, ranking.n + len(ranking.missed) - kept - fn)


def outcomes(ranking: Ranking, k: int) -> list[Literal["TP", "FP", "FN", "TN"]]:
    """The outcome of each retrieved document at cutoff k, by rank: TP or FP down to k, FN or TN below.

    Args and errors are as for :func:`confusion`.

    >>> from irviz.metrics import Ranking
    >>> outcomes(Ranking([0, 1, 0, 1]), 2)
    ['FP', 'TP', 'TN', 'FN']
    """
    require_ranking(ranking, "outcomes")
    k = _check_cutoff(k)
    hits = ranking.hits
    kept: list[Literal["TP", "FP", "FN", "TN"]] = ["TP" if hit else "FP" for hit in hits[:k]]
    kept.extend("FN" if hit else "TN" for hit in hits[k:])
    return kept


def _check_cutoff(k: object) -> int:
    """The cutoff as a plain int; a CutoffError where it is no whole number of at least 1."""
    cutoff = as_whole_number(k)
    if cutoff is None:
        raise CutoffError(f"the cutoff is {k!r}: use a whole number of at least 1")
    return cutoff
