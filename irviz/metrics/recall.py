"""Recall: how much of what is relevant was retrieved."""

from __future__ import annotations

from irviz.metrics.metric import Metric

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from irviz.metrics.ranking import Ranking


class Recall(Metric):
    """R@k, the share of all relevant documents that stand among the first k."""

    name = "R"
    title = "Recall"
    summary = "The share of all relevant documents that stand among the first k."
    formula = r"\mathrm{R@}k = \frac{1}{R}\sum_{i=1}^{k} \mathrm{hit}_i"
    reference = "Kent et al. 1955"
    order_aware = False

    def _terms(self, ranking: Ranking, k: int) -> Sequence[float]:
        return ranking.hits[:k]

    def _norm(self, ranking: Ranking, k: int) -> Sequence[float]:
        return (ranking.relevant,)


R = Recall()
