"""Expected reciprocal rank: where a reader who stops at the first satisfying document stops."""

from __future__ import annotations

from irviz.metrics.errors import RankingError
from irviz.metrics.metric import Metric
from irviz.metrics.parameter import UNDEFINED, Whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from irviz.metrics.ranking import Ranking


class ExpectedReciprocalRank(Metric):
    """ERR@k, the expectation of one over the rank at which the reader is satisfied, in the first k.

    A document of grade g satisfies with probability ``(2**g - 1) / 2**max_grade``; the reader goes
    down the list and stops at the first that does. ``max_grade`` is the top of the scale, 4 unless
    told otherwise, and must not change between queries that are compared.

    Values are from 0 to below 1, always defined. Parameters: ``max_grade`` (whole, at least 1),
    ``undefined``. A grade above ``max_grade`` is a RankingError.

    Errors: as for :class:`Metric`.

    Source: Chapelle, Metzler, Zhang & Grinspan 2009; ``max_grade=4`` as in NIST's gdeval, which
    ir_measures runs.

    >>> from irviz.metrics import ERR, Ranking
    >>> round(ERR(Ranking([0, 4, 1, 3])), 6)
    0.476461
    """

    name = "ERR"
    title = "Expected reciprocal rank"
    summary = "The expected value of one over the rank at which a reader going down is satisfied."
    reference = (
        "Chapelle, Metzler, Zhang & Grinspan 2009, Expected reciprocal rank for graded relevance, "
        "CIKM"
    )
    graded = True
    shown = False
    symbols = (("s", "s_i", "In ERR: the chance that the result at rank i satisfies the reader."),)
    kin = "AP"
    strengths = (
        "Its reader stops once satisfied, so after a top result little more can be gained.",
        "It uses degrees of relevance.",
    )
    hides = "Most of what stands below a top result."
    misleads = (
        "It depends on the top of the scale: compare values with the same one only. It never "
        "reaches 1, and it is averaged under the same debate as RR."
    )
    use = "Judgments are graded, and people want one good result rather than many."
    parameters = (Whole("max_grade", 4, "The highest grade of the scale."), UNDEFINED)
    max_grade: int
    _zeros_up_to = 0

    def _read(self, ranking: Ranking) -> Ranking:
        ranking = super()._read(ranking)
        if place := ranking.place_above(self.max_grade):
            raise RankingError(
                f"{place} is above the scale of ERR: use ERR(max_grade={ranking.ideal[0]}) or more, "
                f"the same for all queries"
            )
        return ranking

    def _numerators(self, ranking: Ranking, k: int, /) -> Sequence[float]:
        """The probability that the reader stops at each rank."""
        scale = 2**self.max_grade
        going_on = 1.0
        stops = []
        for grade in ranking.grades[:k]:
            if grade:
                satisfied = (2**grade - 1) / scale
                stops.append(going_on * satisfied)
                going_on *= 1 - satisfied
            else:
                stops.append(0.0)
        return stops

    def _divisors(self, n: int, /) -> Sequence[int]:
        return range(1, n + 1)

    def _term_formula(self) -> str:
        return (
            r"\frac{1}{i}\, s_i \prod_{j<i} (1 - s_j), \quad "
            rf"s_i = \frac{{2^{{\mathrm{{grade}}_i}} - 1}}{{2^{{{self.max_grade}}}}}"
        )

    def _written_term(self, ranking: Ranking, i: int, _numerator: float, /) -> tuple[str, str]:
        scale = 2**self.max_grade
        *above, here = [2**grade - 1 for grade in ranking.grades[:i]]
        text = [f"(1 - {gain}/{scale})" for gain in above if gain]
        latex = [rf"\left(1 - \frac{{{gain}}}{{{scale}}}\right)" for gain in above if gain]
        return (
            f"{'*'.join([*text, f'({here}/{scale})'])}/{i}",
            rf"\frac{{1}}{{{i}}}{''.join(latex)}\frac{{{here}}}{{{scale}}}",
        )


ERR = ExpectedReciprocalRank()
