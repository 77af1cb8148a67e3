"""Cumulated gain: CG, DCG, the ideal DCG, and nDCG, their normalised form."""

from __future__ import annotations

from itertools import accumulate
from math import log2
from operator import truediv

from irviz.metrics.errors import RankingError
from irviz.metrics.metric import Metric

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from irviz.metrics.ranking import Ranking

_discounts: list[float] = []


def discounts(n: int) -> list[float]:
    """log2(i + 1) for ranks 1 to n at least: what a gain is divided by."""
    have = len(_discounts)
    if have < n:
        _discounts.extend(map(log2, range(have + 2, 2 * n + 2)))
    return _discounts


class CumulatedGain(Metric):
    """CG@k, the sum of the first k grades."""

    name = "CG"
    title = "Cumulated gain"
    summary = "The sum of the gains of the first k documents."
    formula = r"\mathrm{CG@}k = \sum_{i=1}^{k} \mathrm{gain}_i"
    reference = "Järvelin & Kekäläinen 2002"
    order_aware = False
    graded = True
    range = (0.0, float("inf"))
    choices = {"gain": ("linear", "exp")}
    gain: str

    def _gains(self, grades: Sequence[int]) -> Sequence[int]:
        if self.gain == "linear":
            return grades
        return [2**grade - 1 for grade in grades]

    def _terms(self, ranking: Ranking, k: int) -> Sequence[float]:
        return self._gains(ranking.grades[:k])


class DiscountedCumulatedGain(CumulatedGain):
    """DCG@k, the sum of the first k gains, each divided by log2(rank + 1)."""

    name = "DCG"
    title = "Discounted cumulated gain"
    summary = "The gains of the first k documents, each divided by log2(rank + 1)."
    formula = r"\mathrm{DCG@}k = \sum_{i=1}^{k} \frac{\mathrm{gain}_i}{\log_2(i + 1)}"
    order_aware = True

    def _terms(self, ranking: Ranking, k: int) -> Sequence[float]:
        return self._discounted(ranking.grades[:k])

    def _discounted(self, grades: Sequence[int]) -> list[float]:
        return list(map(truediv, self._gains(grades), discounts(len(grades))))


class IdealDiscountedCumulatedGain(DiscountedCumulatedGain):
    """IDCG@k, the DCG@k of the best order of all judged documents."""

    name = "IDCG"
    title = "Ideal DCG"
    summary = "The DCG@k of the best order of all judged documents."
    formula = r"\mathrm{IDCG@}k = \sum_{i=1}^{k} \frac{\mathrm{gain}^*_i}{\log_2(i + 1)}"
    order_aware = False

    def _terms(self, ranking: Ranking, k: int) -> Sequence[float]:
        return self._discounted(ranking.ideal[:k])


class NormalizedDiscountedCumulatedGain(DiscountedCumulatedGain):
    """nDCG@k, DCG@k divided by IDCG@k."""

    name = "nDCG"
    title = "Normalised DCG"
    summary = "DCG@k divided by the DCG@k of the best order of all judged documents."
    formula = (
        r"\mathrm{nDCG@}k = \frac{1}{\mathrm{IDCG@}k}"
        r"\sum_{i=1}^{k} \frac{\mathrm{gain}_i}{\log_2(i + 1)}"
    )
    range = (0.0, 1.0)

    def _norm(self, ranking: Ranking, k: int) -> Sequence[float]:
        return list(accumulate(self._discounted(ranking.ideal[:k]))) or (0,)


CG = CumulatedGain()
DCG = DiscountedCumulatedGain()
IDCG = IdealDiscountedCumulatedGain()
nDCG = NormalizedDiscountedCumulatedGain()
