"""Recall: how much of what is relevant was retrieved."""

from __future__ import annotations

from irviz.metrics.binary import CountingMetric
from irviz.metrics.metric import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from irviz.metrics.metric import Written
    from irviz.metrics.ranking import Ranking


class Recall(CountingMetric):
    """R@k, the share of all relevant documents that are in the first k: ``hits in the first k / R``.

    R counts every document judged relevant, retrieved or not, so R@k is at most k / R: it is not
    :data:`Success`, which some call recall too. Values are from 0 to 1, and undefined where nothing
    is relevant. Swapping documents above the cutoff changes nothing. Parameters: ``rel``,
    ``judged_only``, ``undefined``.

    Errors: as for :class:`Metric`.

    Source: Kent, Berry, Luehrs & Perry 1955; as computed by trec_eval's ``recall``.

    >>> from irviz.metrics import R, Ranking
    >>> R.curve(Ranking([0, 1, 0, 1], missed=[1, 1]))
    [0.0, 0.25, 0.25, 0.5]
    """

    name = "R"
    title = "Recall"
    summary = "The share of all relevant documents that stand among the first k."
    reference = (
        "Kent, Berry, Luehrs & Perry 1955, Machine literature searching VIII, "
        "American Documentation 6(2)"
    )
    order_aware = False
    word = "recall"
    rising = True
    looks_at = "hits"
    strengths = (
        "It says how much was found of all there is to find.",
        "It never falls as k grows, so its curve tells how deep one has to look.",
    )
    hides = "The order above the cutoff, and how many results above it are not relevant."
    misleads = (
        "At small k it cannot reach 1: k / R is the most. At the end of a list that misses "
        "nothing, every order reaches 1. And where not all documents were judged, R is a "
        "guess."
    )
    where_undefined = (
        "Where nothing is relevant, since R is 0. It counts as 0 here, and the page says so."
    )
    use = (
        "Missing a result costs more than reading one for nothing: law, patents, medicine. Or a second "
        "stage re-ranks what the first one finds."
    )

    def _sums(self, ranking: Ranking, _n: int) -> Sequence[int]:
        return ranking.found

    def _norm(self, ranking: Ranking, _k: int, /) -> Sequence[int]:
        return (ranking.relevant,)

    def _norm_formula(self) -> str:
        return "R"

    def _written_norm(self, ranking: Ranking, _k: int, /) -> list[Written]:
        return [plain(ranking.relevant)]


R = Recall()
