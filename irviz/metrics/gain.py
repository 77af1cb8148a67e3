"""Gain: what a document is worth by its grade, and its sum, the cumulated gain."""

from __future__ import annotations

from irviz.metrics.errors import RankingError
from irviz.metrics.metric import Metric
from irviz.metrics.parameter import UNDEFINED, Choice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import ClassVar

    from irviz.metrics.parameter import Parameter
    from irviz.metrics.ranking import Ranking

# 2**53 - 1 is the largest of these gains that a double holds exactly.
LARGEST_EXPONENT = 53
_EXPONENTIAL = [2**grade - 1 for grade in range(LARGEST_EXPONENT + 1)]

JARVELIN = (
    "Järvelin & Kekäläinen 2002, Cumulated gain-based evaluation of IR techniques, ACM TOIS 20(4)"
)
BURGES = "; exponential gain: Burges et al. 2005, Learning to rank using gradient descent, ICML"

GAINS = {
    "linear": "the grade itself",
    "exp": "2 to the power of the grade, minus 1: high grades weigh far more",
}
PLAIN_GAIN = Choice("gain", "What a grade is worth.", GAINS)


def gains(grades: Sequence[int], gain: str = "linear") -> Sequence[int]:
    """What each grade is worth: the grade itself (``"linear"``) or 2**grade - 1 (``"exp"``).

    Args:
        grades: Whole numbers from 0, up to 53 for the exponential gain.
        gain: ``"linear"`` or ``"exp"``.

    Raises:
        RankingError: A grade is too large for the exponential gain.

    >>> gains([0, 1, 4], "exp")
    [0, 1, 15]
    """
    if gain == "linear":
        return grades
    try:
        return [_EXPONENTIAL[grade] for grade in grades]
    except IndexError:
        raise RankingError(
            f"grade {max(grades)} is too large for the exponential gain: "
            f"use at most {LARGEST_EXPONENT}, or gain='linear'"
        ) from None


class CumulatedGain(Metric):
    """CG@k, the sum of the gains of the first k documents.

    The gain of a document is its grade, or with ``CG(gain="exp")`` 2**grade - 1. Values are from 0
    up without limit, and always defined. Swapping documents above the cutoff changes nothing.
    Parameters: ``gain``, ``undefined``.

    Errors: as for :class:`Metric`. A grade above 53 with the exponential gain is a RankingError.

    Source: Järvelin & Kekäläinen 2002.

    >>> from irviz.metrics import CG, Ranking
    >>> CG.curve(Ranking([0, 4, 1, 3]))
    [0.0, 4.0, 5.0, 8.0]
    """

    name = "CG"
    title = "Cumulated gain"
    summary = "The sum of the gains of the first k documents."
    reference = JARVELIN
    order_aware = False
    graded = True
    range = (0.0, float("inf"))
    rising = True
    kin = "R"
    looks_at = "gains"
    strengths: ClassVar[tuple[str, ...]] = (
        "The plainest use of grades: add them up.",
        "It is the first step towards DCG and nDCG.",
    )
    hides = "The order above the cutoff, and what could have been had."
    misleads = (
        "Its size depends on the scale and on k, so the values of two queries do not compare."
    )
    where_undefined = (
        "Nowhere. The most it can be is the sum of the k highest gains, which differs by query."
    )
    use = "To explain DCG; hardly ever to report."
    parameters: ClassVar[tuple[Parameter, ...]] = (PLAIN_GAIN, UNDEFINED)
    gain: str

    def _read(self, ranking: Ranking) -> Ranking:
        ranking = super()._read(ranking)
        if self.gain == "exp" and (place := ranking.place_above(LARGEST_EXPONENT)):
            raise RankingError(
                f"{place} is too large for the exponential gain: "
                f"use at most {LARGEST_EXPONENT}, or gain='linear'"
            )
        return ranking

    def _numerators(self, ranking: Ranking, k: int, /) -> Sequence[int]:
        return gains(self._order(ranking)[:k], self.gain)

    def _term_formula(self) -> str:
        return r"\mathrm{grade}_i" if self.gain == "linear" else r"(2^{\mathrm{grade}_i} - 1)"

    def _written_gain(self, grade: int) -> tuple[str, str]:
        if self.gain == "linear":
            return str(grade), str(grade)
        return f"(2**{grade} - 1)", f"2^{{{grade}}} - 1"

    def _written_term(self, ranking: Ranking, i: int, _numerator: float, /) -> tuple[str, str]:
        text, latex = self._written_gain(self._order(ranking)[i - 1])
        return text, latex if self.gain == "linear" else f"({latex})"


CG = CumulatedGain()
