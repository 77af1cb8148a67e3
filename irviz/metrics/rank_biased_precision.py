"""Rank-biased precision: the rate of relevant documents for a reader of a given patience."""

from __future__ import annotations

from irviz.metrics.binary import BinaryMetric
from irviz.metrics.parameter import REL, UNDEFINED, Probability

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from irviz.metrics.metric import Written
    from irviz.metrics.ranking import Ranking


class RankBiasedPrecision(BinaryMetric):
    """RBP@k, the relevant documents per document read by one who goes on with probability p.

    Such a reader sees rank i with probability p**(i-1), and 1 / (1 - p) documents on average, the
    norm: ``sum of hit_i · p**(i-1) / (1 / (1 - p))``. At .8 that is 5 documents. What lies past
    the end of the list could add at most p**n.

    Values are from 0 to below 1, always defined. Parameters: ``p`` (a float above 0 and below 1),
    ``rel``, ``undefined``. Grades count by the threshold only, as in ir_measures' ``RBP(rel=...)``.

    Errors: as for :class:`Metric`.

    Source: Moffat & Zobel 2008.

    >>> from irviz.metrics import RBP, Ranking
    >>> round(RBP(Ranking([0, 1, 0, 1])), 4), round(RBP(p=0.5)(Ranking([0, 1, 0, 1])), 4)
    (0.2624, 0.3125)
    """

    name = "RBP"
    title = "Rank-biased precision"
    summary = "The share of relevant documents among those read by one who goes on with chance p."
    reference = (
        "Moffat & Zobel 2008, Rank-biased precision for measurement of retrieval effectiveness, "
        "ACM TOIS 27(1)"
    )
    shown = False
    symbols = (("chance", "p", "In RBP: the chance that the reader goes on to the next result."),)
    kin = "F1"
    strengths = (
        "It says how it thinks people read: with chance p they go on to the next result.",
        "R may stay unknown, and what unjudged documents could add is easily bounded.",
    )
    hides = "How many relevant documents there are to find."
    misleads = (
        "Its size depends on p, so say which. On a finite list it never reaches 1, and "
        "another p may prefer another list."
    )
    use = "Judgments are incomplete, or you know how deep your users read."
    parameters = (
        Probability("p", 0.8, "The probability that the reader goes on to the next document."),
        REL,
        UNDEFINED,
    )
    p: float
    _zeros_up_to = 0

    def _numerators(self, ranking: Ranking, k: int, /) -> Sequence[float]:
        p = self.p
        return [p**i if hit else 0.0 for i, hit in enumerate(ranking.hits[:k])]

    def _norm(self, _ranking: Ranking, _k: int, /) -> Sequence[float]:
        return (1 / (1 - self.p),)

    def _term_formula(self) -> str:
        return rf"\mathrm{{hit}}_i \cdot {self.p}^{{i-1}}"

    def _norm_formula(self) -> str:
        return f"1 / (1 - {self.p})"

    def _written_term(self, _ranking: Ranking, i: int, _numerator: float, /) -> tuple[str, str]:
        return f"{self.p}**{i - 1}", f"{self.p}^{{{i - 1}}}"

    def _written_norm(self, _ranking: Ranking, _k: int, /) -> list[Written]:
        return [(f"1/(1 - {self.p})", f"1 / (1 - {self.p})", None)]


RBP = RankBiasedPrecision()
