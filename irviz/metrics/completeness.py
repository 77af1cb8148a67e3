"""How far a value is known: how much of the list is judged, and what the rest leaves open."""

from __future__ import annotations

from math import fsum
from typing import TYPE_CHECKING, Any, NamedTuple

from irviz.metrics.incomplete import Bounds, bounded, bounds
from irviz.metrics.judged_share import Judged
from irviz.metrics.ranking import Ranking

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from irviz.metrics.metric import Metric

_SAME = 1e-9  # differences that come from rounding alone
_FEW = 40  # unjudged results of which each number is tried


class Known(NamedTuple):
    """How far a value is known where nobody judged some of the results.

    Attributes:
        judged: The share of the results down to the cutoff that somebody judged: Judged@k, but 1 of an
            empty list, in which nothing is unjudged.
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


def known(metric: Metric, ranking: Ranking) -> Known:
    """How far the value of a metric is known.

    Args:
        metric: The metric, at a cutoff or not.
        ranking: The list. An unjudged result can get any grade up to the highest one that was given, or
            the lowest relevant one where none is relevant.

    Raises:
        RankingError: The metric does not take some grade.

    Source: as for :func:`bounds`; on lists without the unjudged, Sakai 2007, Alternatives to bpref, SIGIR.

    >>> from irviz.metrics import ERR, Ranking, known
    >>> known(ERR @ 1, Ranking([None, 1])).bounds is None
    True
    """
    cutoff = None if metric.own_cutoff else metric.cutoff
    share = Judged if cutoff is None else Judged @ cutoff
    top = max((ranking.threshold, *ranking.ideal[:1]))
    return Known(
        share(ranking) if ranking.n else 1.0,
        metric(ranking),
        bounds(metric, ranking, highest=top) if bounded(metric) else None,
        metric(ranking.condensed),
    )


def mean_known(every: Sequence[Known]) -> Known:
    """The same of a mean over queries: each part is the mean of theirs.

    Args:
        every: What :func:`known` says of each query, at least one.

    Source: as for :func:`known`.

    >>> from irviz.metrics import P, Ranking
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


class Swing(NamedTuple):
    """What a difference can come to where nobody judged some of the results.

    Attributes:
        low: How low it is in the worst case for b that was found: some way to judge the results has it.
        value: The difference as it is, b - a, in which what nobody judged counts as not relevant.
        high: How high it is in the best case for b that was found.

    >>> from irviz.metrics import Swing
    >>> Swing(-0.4, -0.2, 0.1).open, Swing(-0.4, -0.2, -0.1).open, Swing(-0.1, 0.0, 0.1).open
    (True, False, False)
    """

    low: float
    value: float
    high: float

    @property
    def open(self) -> bool:
        """Whether the difference lies within what is not known: judged otherwise, it can vanish or turn."""
        return abs(self.value) > _SAME and self.low <= _SAME and self.high >= -_SAME


def swing(
    metric: Metric,
    a: Sequence[Any],
    b: Sequence[Any],
    judgments: Mapping[Any, int],
    threshold: int = 1,
) -> Swing:
    """What the difference of two lists can come to, b's value minus a's, if the unjudged results were judged.

    A document of both lists has the same grade in both, and one of either list counts as missed in the
    other. In favour of a list, its unjudged results down to the cutoff get the highest grade that was given,
    one after the other from the top, those first that the other list lacks; the best of these is taken, and
    what it comes to if all that is below the cutoff of both gets it, too: more was to be found then, and
    both values shrink. So both ends are reached by some way to judge them, and others may go further.

    Args:
        metric: The metric, at a cutoff or not.
        a: The documents of one list, best first.
        b: Those of the other.
        judgments: The grade of each judged document; a negative one is none.
        threshold: The lowest grade that counts as relevant.

    Raises:
        RankingError: As for :meth:`Ranking.from_ids`.

    Source: after the pessimistic and optimistic comparisons of Moffat & Zobel 2008.

    >>> from irviz.metrics import P, R, swing
    >>> swing(P @ 2, ["x", "y"], ["u", "v"], {"x": 1, "y": 0})
    Swing(low=-0.5, value=-0.5, high=0.5)
    >>> swing(R @ 1, ["x", "u"], ["y", "v"], {"x": 1, "y": 0}).high
    -0.3333333333333333
    """
    known = {document: grade for document, grade in judgments.items() if grade >= 0}
    top = max(1, threshold, *known.values())

    def difference(more: Sequence[Any]) -> float:
        grades = {**known, **dict.fromkeys(more, top)}
        of_a, of_b = (metric(Ranking.from_ids(one, grades, threshold)) for one in (a, b))
        return of_b - of_a

    k = metric.cutoff or len(a) + len(b)
    ways: list[Sequence[Any]] = [()]
    for own, other in ((a, b), (b, a)):
        there = {*other}
        unjudged = [document for document in own[:k] if document not in known]
        order = sorted(unjudged, key=there.__contains__)
        ways += [order[:count] for count in _counts(len(order))]
    found = [difference(more) for more in ways]
    below = {*a[k:], *b[k:]} - {*a[:k], *b[:k], *known}
    ends = (found[0], min(found), max(found)) if below else ()
    found += [difference([*ways[found.index(end)], *below]) for end in ends]
    return Swing(min(found), found[0], max(found))


def mean_swing(every: Sequence[Swing]) -> Swing:
    """The same of a mean over queries.

    Args:
        every: What :func:`swing` says of each query, at least one.

    Source: as for :func:`swing`.

    >>> from irviz.metrics import Swing
    >>> mean_swing([Swing(-0.5, 0.0, 0.5), Swing(0.0, 0.0, 1.0)])
    Swing(low=-0.25, value=0.0, high=0.75)
    """
    return Swing(*map(_mean, zip(*every, strict=True)))


def _counts(most: int) -> list[int]:
    """How many results are tried: all numbers while they are few, and all of them.

    >>> _counts(3), _counts(100)[-4:]
    ([1, 2, 3], [39, 40, 80, 100])
    """
    few = [*range(1, min(most, _FEW) + 1)]
    while few and 2 * few[-1] < most:
        few.append(2 * few[-1])
    return few if not most or few[-1] == most else [*few, most]


def _mean(values: Sequence[float]) -> float:
    return fsum(values) / len(values)
