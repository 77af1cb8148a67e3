"""How far a value is known: how much of the list is judged, and what the rest leaves open."""

from __future__ import annotations

from math import fsum, isclose
from typing import TYPE_CHECKING, NamedTuple

from irviz.metrics.incomplete import Bounds, bounded, bounds
from irviz.metrics.judged_share import Judged

if TYPE_CHECKING:
    from collections.abc import Sequence

    from irviz.metrics.metric import Metric
    from irviz.metrics.ranking import Ranking


class Known(NamedTuple):
    """How far a value is known where nobody judged some of the results.

    Attributes:
        judged: The share of the results down to the cutoff that somebody judged: Judged@k.
        value: The value, in which what nobody judged counts as not relevant.
        bounds: The least and the most it can be, whatever the unjudged results turn out to be; None of a
            metric whose bounds are not known.
        condensed: The value without the unjudged results, which are left out of the list.

    >>> from irviz.metrics import P, Ranking, known
    >>> known(P @ 2, Ranking([1, None, 1]))
    Known(judged=0.5, value=0.5, bounds=Bounds(low=0.5, high=1.0), condensed=1.0)
    """

    judged: float
    value: float
    bounds: Bounds | None
    condensed: float

    def open_to(self, other: Known) -> bool:
        """Whether this and another value differ by no more than is unknown: their bounds overlap.

        >>> from irviz.metrics import P, Ranking, known
        >>> full, low = known(P @ 2, Ranking([1, 1])), known(P @ 2, Ranking([0, None]))
        >>> full.open_to(low), full.open_to(known(P @ 2, Ranking([None, None])))
        (False, True)
        """
        if self.bounds is None or other.bounds is None or isclose(self.value, other.value):
            return False
        return self.bounds.low <= other.bounds.high and other.bounds.low <= self.bounds.high


def known(metric: Metric, ranking: Ranking) -> Known:
    """How far the value of a metric is known.

    Args:
        metric: The metric, at a cutoff or not.
        ranking: The list. An unjudged result can get any grade up to the highest one that was given, at
            least 1.

    Raises:
        RankingError: The metric does not take some grade.

    Source: as for :func:`bounds`; on lists without the unjudged, Sakai 2007, Alternatives to bpref, SIGIR.

    >>> from irviz.metrics import ERR, Ranking, known
    >>> known(ERR @ 1, Ranking([None, 1])).bounds is None
    True
    """
    cutoff = None if metric.own_cutoff else metric.cutoff
    share = Judged if cutoff is None else Judged @ cutoff
    top = max(ranking.ideal[:1], default=1)
    return Known(
        share(ranking),
        metric(ranking),
        bounds(metric, ranking, highest=top) if bounded(metric) else None,
        metric(ranking.condensed),
    )


def mean_known(every: Sequence[Known]) -> Known:
    """The same of a mean over queries: each part is the mean of theirs.

    Args:
        every: What :func:`known` says of each query, at least one.

    Source: as for :func:`known`.

    >>> from irviz.metrics import P, Ranking, mean_known
    >>> mean_known([known(P @ 1, Ranking([None])), known(P @ 1, Ranking([1]))])
    Known(judged=0.5, value=0.5, bounds=Bounds(low=0.5, high=1.0), condensed=0.5)
    """
    ends = [one.bounds for one in every]
    return Known(
        _mean([one.judged for one in every]),
        _mean([one.value for one in every]),
        None if None in ends else Bounds(*map(_mean, zip(*filter(None, ends), strict=True))),
        _mean([one.condensed for one in every]),
    )


def _mean(values: Sequence[float]) -> float:
    return fsum(values) / len(values)
