"""Metrics that ask of a grade only whether it reaches the relevance threshold."""

from __future__ import annotations

from bisect import bisect_right

from irviz.metrics.metric import Metric
from irviz.metrics.parameter import JUDGED_ONLY, REL, UNDEFINED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import ClassVar

    from irviz.metrics.parameter import Parameter
    from irviz.metrics.ranking import Ranking


class BinaryMetric(Metric):
    """A metric that asks of a grade only whether it reaches the relevance threshold."""

    parameters: ClassVar[tuple[Parameter, ...]] = (REL, JUDGED_ONLY, UNDEFINED)


class CountingMetric(BinaryMetric):
    """A metric that counts hits: each adds 1, wherever it stands."""

    def _numerators(self, ranking: Ranking, k: int, /) -> Sequence[int]:
        return ranking.hits[:k]

    def _total(self, ranking: Ranking, k: int) -> float:
        return bisect_right(ranking.hit_ranks, k)

    def _term_formula(self) -> str:
        return r"\mathrm{hit}_i"
