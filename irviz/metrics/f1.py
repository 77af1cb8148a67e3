"""F1: precision and recall in one number, their harmonic mean."""

from __future__ import annotations

from irviz.metrics.binary import CountingMetric
from irviz.metrics.metric import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from irviz.metrics.metric import Written
    from irviz.metrics.ranking import Ranking


class FMeasure(CountingMetric):
    """F1@k, the harmonic mean of P@k and R@k: ``2 · hits in the first k / (k + R)``.

    The mean of P and R that ``2PR / (P + R)`` gives, in a form that has a value where both are 0,
    and that divides once. Values are from 0 to 1 and always defined. Swapping documents above the
    cutoff changes nothing. Parameters: ``rel``, ``judged_only``, ``undefined``.

    Errors: as for :class:`Metric`.

    Source: van Rijsbergen 1979, with the same weight on both.

    >>> from irviz.metrics import F1, Ranking
    >>> F1.curve(Ranking([1, 0, 1, 0, 1]))
    [0.5, 0.4, 0.6666666666666666, 0.5714285714285714, 0.75]
    """

    name = "F1"
    title = "F1"
    summary = "The harmonic mean of precision and recall among the first k."
    reference = "van Rijsbergen 1979, Information Retrieval, 2nd edition, chapter 7"
    order_aware = False
    rising = True
    looks_at = "hits"
    strengths = (
        "One number for precision and recall, low as soon as either is low.",
        "It has a value even where both are 0.",
    )
    hides = "Which of the two is low, and the order above the cutoff."
    misleads = (
        "It weighs precision and recall alike, whatever they cost you. At k = R all three are"
        " one number."
    )
    use = (
        "A set of results is delivered as a whole, such as tags or matches, and both errors "
        "hurt alike."
    )

    def _numerators(self, ranking: Ranking, k: int, /) -> Sequence[int]:
        return [2 * hit for hit in super()._numerators(ranking, k)]

    def _total(self, ranking: Ranking, k: int) -> float:
        return 2 * super()._total(ranking, k)

    def _norm(self, ranking: Ranking, k: int, /) -> Sequence[int]:
        first = 1 + ranking.relevant
        return range(first, first + k)

    def _term_formula(self) -> str:
        return r"2 \cdot \mathrm{hit}_i"

    def _norm_formula(self) -> str:
        return "k + R"

    def _written_term(self, ranking: Ranking, i: int, _numerator: float, /) -> tuple[str, str]:
        hit = ranking.hits[i - 1]
        return f"2*{hit}", rf"2 \cdot {hit}"

    def _written_norm(self, ranking: Ranking, k: int, /) -> list[Written]:
        return [plain(k), plain(ranking.relevant)]


F1 = FMeasure()
