"""Normalised discounted cumulated gain: the share of the best possible that is reached."""

from __future__ import annotations

from itertools import accumulate

from irviz.metrics.discounted_gain import DISCOUNT, GAIN, DiscountedCumulatedGain, best_order
from irviz.metrics.metric import in_order
from irviz.metrics.parameter import JUDGED_ONLY, UNDEFINED, Choice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import ClassVar

    from irviz.metrics.metric import Written
    from irviz.metrics.parameter import Parameter
    from irviz.metrics.ranking import Ranking

IDEAL = Choice(
    "ideal",
    "Which documents the ideal order is made of, and where it is cut.",
    {
        "judged": "all judged documents, retrieved or not, cut at k",
        "uncut": "all judged documents, retrieved or not, never cut",
        "retrieved": "the retrieved documents only, cut at k",
        "top k": "the first k retrieved documents only",
    },
)


class NormalizedDiscountedCumulatedGain(DiscountedCumulatedGain):
    """nDCG@k, the DCG@k as a share of the IDCG@k.

    The ideal is the best order of all judged documents, retrieved or not, cut at k; other tools
    make it of other documents, see ``ideal``. A value above 1 in some tool means a wrong ideal.
    Without a cutoff both sums run to their ends, as in trec_eval's ``ndcg``.

    Values are from 0 to 1. Undefined where no document has a grade above 0. Parameters: ``gain``,
    ``discount``, ``ideal``, ``judged_only``, ``undefined``. ``nDCG(judged_only=True)``
    drops the documents that nobody judged first (Sakai 2007). With ``ideal="top k"`` a curve takes a
    time that grows with the square of the list's length, since the ideal is another one at every
    cutoff.

    Errors: as for :class:`Metric`. A grade above 53 with the exponential gain is a RankingError.

    Source: Järvelin & Kekäläinen 2002; the exponential gain: Burges et al. 2005; the cut ideal as
    in trec_eval's ``ndcg_cut``.

    >>> from irviz.metrics import Ranking, nDCG
    >>> ranking = Ranking([0, 4, 1, 3, 4, 1, 3, 2])
    >>> for ideal in ("judged", "uncut", "retrieved", "top k"):
    ...     print(ideal, round((nDCG(ideal=ideal) @ 2)(ranking), 3))
    judged 0.387
    uncut 0.234
    retrieved 0.387
    top k 0.631
    """

    name = "nDCG"
    title = "Normalised DCG"
    summary = "The DCG@k as a share of the DCG@k of the ideal order."
    range = (0.0, 1.0)
    spellings = ("ndcg_cut",)
    looks_at = "ideal"
    strengths = (
        "It uses degrees of relevance and the order at once.",
        "It lies between 0 and 1, so that queries with few and many good documents can be averaged.",
        "It is 1 exactly where nothing better could stand in the first k.",
    )
    hides = (
        "How much there was to find: one weak document, found first, is a perfect 1. And "
        "whether a loss comes from a miss or from the order."
    )
    misleads = (
        "It floats high, so compare it with a shuffle and not with 0. It may fall as k grows."
        " With the usual discount all rankers approach 1 on very long lists (Wang et al. "
        "2013). And gain and ideal differ from tool to tool."
    )
    where_undefined = (
        "Where no grade is above 0, since the ideal gains nothing. It counts as 0 here, and "
        "the page says so."
    )
    use = (
        "Relevance comes in degrees and order matters: web search, product search, recommendation."
    )
    parameters: ClassVar[tuple[Parameter, ...]] = (GAIN, DISCOUNT, IDEAL, JUDGED_ONLY, UNDEFINED)
    ideal: str

    def _whole(self, ranking: Ranking, /) -> int:
        return max(ranking.n, len(ranking.ideal), 1)

    def _norm(self, ranking: Ranking, k: int, /) -> Sequence[float]:
        if self.ideal == "judged":
            return [*accumulate(self._discounted(ranking.ideal[:k]))] or (0,)
        if self.ideal == "retrieved":
            best = sorted(ranking.grades, reverse=True)
            return list(accumulate(self._discounted(best[:k]))) or (0,)
        if self.ideal == "uncut":
            return (in_order(self._discounted(ranking.ideal)),)
        return [self._norm_at(ranking, cut) for cut in range(1, min(k, ranking.n) + 1)] or (0,)

    def _norm_at(self, ranking: Ranking, k: int, /) -> float:
        if self.ideal == "judged":
            return in_order(self._discounted(ranking.ideal[:k]))
        if self.ideal != "top k":
            return super()._norm_at(ranking, k)
        return in_order(self._discounted(sorted(ranking.grades[:k], reverse=True)))

    def _norm_formula(self) -> str:
        return {
            "judged": r"\mathrm{IDCG}@k",
            "uncut": r"\mathrm{IDCG}",
            "retrieved": r"\mathrm{IDCG}_{\mathrm{retrieved}}@k",
            "top k": r"\mathrm{IDCG}_{\mathrm{top}\ k}@k",
        }[self.ideal]

    def _written_norm(self, ranking: Ranking, k: int, /) -> list[Written]:
        grades = {
            "judged": ranking.grades + ranking.missed,
            "uncut": ranking.grades + ranking.missed,
            "retrieved": ranking.grades,
            "top k": ranking.grades[:k],
        }[self.ideal]
        cut = len(grades) if self.ideal == "uncut" else k
        return [
            (*self._written(grade, i), rank)
            for i, (grade, rank) in enumerate(best_order(ranking, grades)[:cut], 1)
            if grade or k <= self._zeros_up_to
        ]


nDCG = NormalizedDiscountedCumulatedGain()  # noqa: N816 - its name in the literature
