"""The residual of rank-biased precision: how much of it is unknown."""

from __future__ import annotations

from irviz.metrics.metric import Metric
from irviz.metrics.parameter import UNDEFINED, Probability

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import ClassVar

    from irviz.metrics.metric import Written
    from irviz.metrics.parameter import Parameter
    from irviz.metrics.ranking import Ranking


class Residual(Metric):
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
    reference = (
        "Moffat & Zobel 2008, Rank-biased precision for measurement of retrieval effectiveness, "
        "ACM TOIS 27(1)"
    )
    order_aware = True
    sees_judged = True
    shown = False
    kin = "F1"
    strengths = (
        "It says how sure RBP is: the lower, the surer.",
        "It holds whatever the unjudged documents turn out to be.",
    )
    hides = "Which of the judged documents are relevant."
    misleads = (
        "The lower it is the better, and even of a list that is judged to its end it is above 0."
    )
    where_undefined = "Nowhere. Of an empty list it is 1: nothing is known."
    use = (
        "Beside RBP, always: two systems whose ranges overlap may yet turn out the other way round."
    )
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Probability("p", 0.8, "The probability that the reader goes on to the next document."),
        UNDEFINED,
    )
    p: float
    _zeros_up_to = 0

    def _numerators(self, ranking: Ranking, k: int, /) -> Sequence[float]:
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

    def _norm(self, _ranking: Ranking, _k: int, /) -> Sequence[float]:
        return (1 / (1 - self.p),)

    def _term_formula(self) -> str:
        p = self.p
        return rf"\left([i = 1] \cdot \frac{{1}}{{1 - {p}}} - \mathrm{{judged}}_i \cdot {p}^{{i-1}}\right)"

    def _norm_formula(self) -> str:
        return f"1 / (1 - {self.p})"

    def _ranks(self, ranking: Ranking, k: int, /) -> Sequence[int | None]:
        return super()._ranks(ranking, k) or (None,)

    def _written_term(self, ranking: Ranking, i: int, numerator: float, /) -> tuple[str, str]:
        p = self.p
        text, latex = f"-{p}**{i - 1}", f"-{p}^{{{i - 1}}}"
        if i > 1:
            return (text, latex) if numerator == -(p ** (i - 1)) else (repr(numerator),) * 2
        judged = any(ranking.judged[:1])
        return (
            f"(1/(1 - {p}){text * judged})",
            rf"\left(\frac{{1}}{{1 - {p}}}{latex * judged}\right)",
        )

    def _written_norm(self, _ranking: Ranking, _k: int, /) -> list[Written]:
        return [(f"1/(1 - {self.p})", f"1 / (1 - {self.p})", None)]


RBPresid = Residual()
