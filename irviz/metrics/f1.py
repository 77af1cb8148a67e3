"""F1: precision and recall in one number, their harmonic mean."""

from __future__ import annotations

from irviz.metrics.metric import Metric

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from irviz.metrics.ranking import Ranking


class FMeasure(Metric):
    """F1@k, the harmonic mean of P@k and R@k."""

    name = "F1"
    title = "F1"
    summary = "The harmonic mean of precision and recall among the first k."
    formula = r"\mathrm{F1@}k = \frac{2 \sum_{i=1}^{k} \mathrm{hit}_i}{k + R}"
    reference = "van Rijsbergen 1979"
    order_aware = False

    def _terms(self, ranking: Ranking, k: int) -> Sequence[float]:
        return [2 * hit for hit in ranking.hits[:k]]

    def _norm(self, ranking: Ranking, k: int) -> Sequence[float]:
        first = ranking.relevant + 1
        return range(first, first + k)


F1 = FMeasure()
