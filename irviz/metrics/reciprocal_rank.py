"""Reciprocal rank: how far down the first relevant document stands."""

from __future__ import annotations

from irviz.metrics.metric import Metric

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from irviz.metrics.ranking import Ranking


class ReciprocalRank(Metric):
    """RR@k, one over the rank of the first relevant document."""

    name = "RR"
    title = "Reciprocal rank"
    summary = "One over the rank of the first relevant document, 0 where none is among the first k."
    formula = r"\mathrm{RR@}k = \sum_{i=1}^{k} \frac{\mathrm{first}_i}{i}"
    reference = "Voorhees 1999"

    def _terms(self, ranking: Ranking, k: int) -> Sequence[float]:
        hits = ranking.hits[:k]
        terms = [0.0] * len(hits)
        if 1 in hits:
            first = hits.index(1)
            terms[first] = 1 / (first + 1)
        return terms


RR = ReciprocalRank()
