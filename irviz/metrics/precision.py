"""Precision: how much of what was retrieved is relevant."""

from __future__ import annotations

from irviz.metrics.metric import Metric

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from irviz.metrics.ranking import Ranking


class Precision(Metric):
    """P@k, the share of relevant documents among the first k."""

    name = "P"
    title = "Precision"
    summary = "The share of relevant documents among the first k."
    formula = r"\mathrm{P@}k = \frac{1}{k}\sum_{i=1}^{k} \mathrm{hit}_i"
    reference = "Kent et al. 1955"
    order_aware = False

    def _terms(self, ranking: Ranking, k: int) -> Sequence[float]:
        return ranking.hits[:k]

    def _norm(self, ranking: Ranking, k: int) -> Sequence[float]:
        return range(1, k + 1)


P = Precision()
