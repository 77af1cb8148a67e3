"""Average precision: precision at each relevant document, averaged over all relevant ones."""

from __future__ import annotations

from itertools import count
from operator import mul, truediv

from irviz.metrics.metric import Metric

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from irviz.metrics.ranking import Ranking


class AveragePrecision(Metric):
    """AP@k, the precision at each relevant rank, averaged over all relevant documents."""

    name = "AP"
    title = "Average precision"
    summary = "The precision at each relevant rank, averaged over all relevant documents."
    formula = r"\mathrm{AP@}k = \frac{1}{R}\sum_{i=1}^{k} \mathrm{hit}_i \cdot \mathrm{P@}i"
    reference = "Buckley & Voorhees 2000"
    choices = {"denominator": ("R", "min(R,k)", "hits")}
    denominator: str

    def _terms(self, ranking: Ranking, k: int) -> Sequence[float]:
        return list(map(truediv, map(mul, ranking.hits[:k], ranking.found), count(1)))

    def _norm(self, ranking: Ranking, k: int) -> Sequence[float]:
        if self.denominator == "R":
            return (ranking.relevant,)
        if self.denominator == "min(R,k)":
            return range(1, min(ranking.relevant, k) + 1) or (0,)
        return ranking.found[:k] or (0,)


AP = AveragePrecision()
