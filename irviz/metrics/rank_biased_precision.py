"""Rank-biased precision, the rate of gain for a reader of a given patience, and its residual."""

from __future__ import annotations

from math import inf

from irviz.metrics.metric import Metric
from irviz.metrics.parameter import REL, UNDEFINED, Probability

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import ClassVar

    from irviz.metrics.metric import Summand
    from irviz.metrics.parameter import Parameter
    from irviz.metrics.ranking import Ranking


_MOFFAT = "Moffat & Zobel 2008, Rank-biased precision for measurement of retrieval effectiveness, ACM TOIS 27(1)"
_GOES_ON = Probability("p", 0.8, "The probability that the reader goes on to the next document.")


class _Patient(Metric):
    """A metric of a reader who goes on with probability p, per document that the reader sees on average."""

    p: float
    _writes_zeros = False

    def _norm(self, _ranking: Ranking, _k: int, /) -> Sequence[float]:
        """The divisor of the sum, the same at every cutoff: the documents a reader sees on average, 1 / (1 - p)."""
        return (1 / (1 - self.p),)

    def _norm_formula(self) -> str:
        """LaTeX of the divisor of the sum: 1 / (1 - p), with p filled in."""
        return f"1 / (1 - {self.p})"

    def _format_norm(self, _ranking: Ranking, _k: int, /) -> list[Summand]:
        """The divisor with its numbers, as summands (Python, LaTeX, rank or None): 1/(1 - p)."""
        return [(f"1/(1 - {self.p})", f"1 / (1 - {self.p})", None)]


class RankBiasedPrecision(_Patient):
    """RBP@k, the gain per document read by one who goes on with probability p.

    Such a reader sees rank i with probability p**(i-1), and 1 / (1 - p) documents on average, the
    norm: ``sum of grade_i · p**(i-1) / (1 / (1 - p))``. At .8 that is 5 documents. What lies past
    the end of the list could add at most p**n for each grade on the scale.

    Values are from 0 to below the highest grade, below 1 where documents are relevant or not, and
    always defined. Parameters: ``p`` (a float above 0 and below 1), ``rel``, ``undefined``. As in
    ir_measures, the grades themselves count; ``RBP(rel=2)`` asks only whether they reach 2.

    Errors: as for :class:`Metric`.

    Source: Moffat & Zobel 2008; grades and ``rel`` as in ir_measures 0.4.3, which hands ``RBP`` to
    trectools 0.0.50 and ``RBP(rel=...)`` to cwl-eval 1.0.12.

    >>> from irviz.metrics import RBP, Ranking
    >>> round(RBP(Ranking([0, 1, 0, 1])), 4), round(RBP(p=0.5)(Ranking([0, 1, 0, 1])), 4)
    (0.2624, 0.3125)
    >>> graded = Ranking([0, 2, 0, 1])
    >>> round(RBP(graded), 4), round(RBP(rel=1)(graded), 4), round(RBP(rel=2)(graded), 4)
    (0.4224, 0.2624, 0.16)
    """

    name = "RBP"
    title = "Rank-biased precision"
    summary = "The gain per document that somebody reads who goes on with chance p."
    reference = _MOFFAT
    graded = True
    range = (0.0, inf)
    shown = False
    symbols = (("chance", "p", "In RBP: the chance that the reader goes on to the next result."),)
    kin = "F1"
    strengths = (
        "It says how it thinks people read: with chance p they go on to the next result.",
        "R may stay unknown, and what unjudged documents could add is easily bounded.",
    )
    hides = "How many relevant documents there are to find."
    misleads = (
        "Its size depends on p, so say which. On a finite list it never reaches the highest grade, "
        "which is 1 only where documents are relevant or not, and another p may prefer another list."
    )
    use = "Judgments are incomplete, or you know how deep your users read."
    parameters = (_GOES_ON, REL, UNDEFINED)
    rel: int | None

    def _numerators(self, ranking: Ranking, k: int, /) -> Sequence[float]:
        """What each rank adds: its gain times p**(i-1), the probability that rank i is read."""
        p = self.p
        return [gain * p**i if gain else 0.0 for i, gain in enumerate(self._gains(ranking)[:k])]

    def _gains(self, ranking: Ranking) -> Sequence[int]:
        """The gain at each rank: the grade, or with ``rel`` 1 for a relevant document."""
        return ranking.grades if self.rel is None else ranking.hits

    def _term_formula(self) -> str:
        """LaTeX of what rank i adds to the sum: the gain times p**(i-1)."""
        gain = "grade" if self.rel is None else "hit"
        return rf"\mathrm{{{gain}}}_i \cdot {self.p}^{{i-1}}"

    def _format_term(self, ranking: Ranking, i: int, _numerator: float, /) -> tuple[str, str]:
        """What rank i adds to the sum, with its numbers, as Python and as LaTeX: gain*p**(i-1)."""
        gain = self._gains(ranking)[i - 1]
        text, latex = f"{self.p}**{i - 1}", f"{self.p}^{{{i - 1}}}"
        return (text, latex) if gain == 1 else (f"{gain}*{text}", rf"{gain} \cdot {latex}")


RBP = RankBiasedPrecision()


class Residual(_Patient):
    """RBPresid@k, how much RBP@k could still rise: the weight of all that nobody judged, or saw.

    A reader who goes on with probability p gives rank i the weight p**(i-1). Where it is known
    whether the document there is relevant, that weight is settled; the rest is the residual, the
    ranks below the cutoff among it. So RBP of the endless list is somewhere from RBP@k to
    RBP@k + RBPresid@k. It begins at 1, and each judged rank takes its weight away.

    Values are from 0 to 1 and always defined; of an empty list it is 1. Parameters: ``p`` (a float
    above 0 and below 1, as for :data:`RBP`), ``undefined``.

    Errors: as for :class:`Metric`.

    Source: Moffat & Zobel 2008; as computed by trec_eval's ``rbp_resid``, where p is .9, and which
    is 0 where all of the list is judged.

    >>> from irviz.metrics import RBP, RBPresid, Ranking
    >>> ranking = Ranking([1, None, 0])
    >>> round((RBP @ 3)(ranking), 3), round((RBPresid @ 3)(ranking), 3)
    (0.2, 0.672)
    """

    name = "RBPresid"
    title = "Residual of RBP"
    summary = "How much RBP@k could rise at most, were all documents judged and the list endless."
    reference = _MOFFAT
    sees_judged = True
    shown = False
    kin = "F1"
    strengths = (
        "It says how sure RBP is: the lower, the surer.",
        "It holds whatever the unjudged documents turn out to be.",
    )
    hides = "Which of the judged documents are relevant."
    misleads = "The lower it is the better, and even of a list that is judged to its end it is above 0."
    where_undefined = "Nowhere. Of an empty list it is 1: nothing is known."
    use = "Beside RBP, always: two systems whose ranges overlap may yet turn out the other way round."
    parameters: ClassVar[tuple[Parameter, ...]] = (_GOES_ON, UNDEFINED)

    def _numerators(self, ranking: Ranking, k: int, /) -> Sequence[float]:
        """What each rank adds: at rank 1 the weight of the endless list, less the weight of each judged rank."""
        p = self.p
        left = 1 / (1 - p)
        taken = []
        for i, judged in enumerate(ranking.judged[:k]):
            # After hundreds of judged ranks nothing is left, and rounding must not take more.
            weight = min(p**i, left) if judged else 0.0
            left -= weight
            taken.append(-weight)
        whole = 1 / (1 - p)
        return [whole + taken[0], *taken[1:]] if taken else [whole]

    def _term_formula(self) -> str:
        """LaTeX of what rank i adds to the sum: the weight of all ranks at i = 1, less that of a judged rank."""
        p = self.p
        return rf"\left([i = 1] \cdot \frac{{1}}{{1 - {p}}} - \mathrm{{judged}}_i \cdot {p}^{{i-1}}\right)"

    def _ranks(self, ranking: Ranking, k: int, /) -> Sequence[int | None]:
        """The ranks of the first k documents, from 1; a single None for an empty list, which has a term too."""
        return super()._ranks(ranking, k) or (None,)

    def _format_term(self, ranking: Ranking, i: int, numerator: float, /) -> tuple[str, str]:
        """What rank i adds to the sum, with its numbers, as Python and as LaTeX: the weights."""
        p = self.p
        text, latex = f"-{p}**{i - 1}", f"-{p}^{{{i - 1}}}"
        if i > 1:
            return (text, latex) if numerator == -(p ** (i - 1)) else (repr(numerator),) * 2
        judged = any(ranking.judged[:1])
        return (f"(1/(1 - {p}){text * judged})", rf"\left(\frac{{1}}{{1 - {p}}}{latex * judged}\right)")


RBPresid = Residual()
