"""trec_eval's experimental measures, which its ``-m all_trec`` prints: for its names on the command line.

They are of 2008, and hardly anybody reports them; so they stand in no catalogue and on no page.
"""

from __future__ import annotations

from itertools import accumulate, chain, repeat
from math import log2

from irviz.metrics.gain import nDCG
from irviz.metrics.metric import CountingMetric, Metric, OverRelevant
from irviz.metrics.parameter import REL, UNDEFINED, Weight

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import ClassVar

    from irviz.metrics.parameter import Parameter
    from irviz.metrics.ranking import Ranking

_BUCKLEY = "Buckley 2008, in the source of trec_eval"


class BinaryGain(OverRelevant):
    """binG: each relevant document adds 1 / log2(2 + irrelevant ones above it); the mean of that.

    >>> from irviz.metrics import Ranking
    >>> BinG(Ranking([1, 0, 0, 1]))
    0.75
    """

    name = "binG"
    title = "Binary G"
    summary = "The mean over the relevant documents of 1 / log2(2 + irrelevant ones above)."
    reference = _BUCKLEY
    uncut = True
    shown = False

    def _numerators(self, ranking: Ranking, k: int, /) -> Sequence[float]:
        """What each rank adds: at a relevant one, 1 / log2(2 + nonrelevant documents above), 0 at the others."""
        rows = enumerate(zip(ranking.hits[:k], ranking.found, strict=False), 2)
        return [1 / log2(i + 1 - found) if hit else 0.0 for i, (hit, found) in rows]

    def _term_formula(self) -> str:
        """LaTeX of what rank i adds to the sum: the hit, discounted by the nonrelevant documents above."""
        return r"\frac{\mathrm{hit}_i}{\log_2 (2 + \mathrm{irrelevant}_i)}"


class NormalizedGain(Metric):
    """G: grades discounted by how much more the best order has gained down to the same rank.

    >>> from irviz.metrics import Ranking
    >>> G(Ranking([2, 1])), round(G(Ranking([1, 2])), 4)
    (1.0, 0.877)
    """

    name = "G"
    title = "Normalised gain"
    summary = "The gains, each discounted by how far the list is behind the best one."
    reference = _BUCKLEY
    graded = True
    uncut = True
    shown = False

    def _numerators(self, ranking: Ranking, k: int, /) -> Sequence[float]:
        """What each rank adds: its grade, discounted by how far the list's gains lag behind the best order's."""
        # What the best order gains, and where that is nothing, 1: so that a rank always costs.
        cost = accumulate(chain(ranking.ideal, repeat(1)))
        rows = zip(ranking.grades[:k], cost, accumulate(ranking.grades), strict=False)
        return [gain / log2(2 + by - so_far) if gain else 0.0 for gain, by, so_far in rows]

    def _norm(self, ranking: Ranking, _k: int, /) -> Sequence[int]:
        """The divisor of the sum, the same at every cutoff: the sum of all grades."""
        return (sum(ranking.ideal),)

    def _term_formula(self) -> str:
        """LaTeX of what rank i adds to the sum: the grade, discounted by the gain lost so far."""
        return r"\frac{\mathrm{grade}_i}{\log_2 (2 + \mathrm{ideal\ gain}_i - \mathrm{gain}_i)}"

    def _norm_formula(self) -> str:
        """LaTeX of the divisor of the sum: the ideal gain."""
        return r"\mathrm{ideal\ gain}"


class GainAtDocuments(Metric):
    """ndcg_rel: the mean of nDCG at the rank of each document with a gain; of a missed one, at the end.

    >>> from irviz.metrics import Ranking
    >>> GainAtRelevant(Ranking([1, 0, 1])) == (1 + (1 + 1 / 2) / (1 + 1 / log2(3))) / 2
    True
    """

    name = "ndcg_rel"
    title = "nDCG over relevant documents"
    summary = "The mean of nDCG@i over the ranks i of all documents with a gain."
    reference = _BUCKLEY
    graded = True
    uncut = True
    shown = False

    def _numerators(self, ranking: Ranking, k: int, /) -> Sequence[float]:
        """What each rank adds: nDCG there if its grade is above 0; the last also adds that of missed documents."""
        grades = ranking.grades
        curve = nDCG.curve(ranking)
        terms = [value if grade else 0.0 for value, grade in zip(curve, grades, strict=True)]
        missed = len(ranking.ideal) - sum(map(bool, grades))
        if missed and terms:
            terms[-1] += missed * nDCG(ranking)
        return terms[:k]

    def _norm(self, ranking: Ranking, _k: int, /) -> Sequence[int]:
        """The divisor of the sum, the same at every cutoff: the number of documents with a grade above 0."""
        return (len(ranking.ideal),)

    def _term_formula(self) -> str:
        """LaTeX of what rank i adds to the sum: nDCG at i where the grade is above 0."""
        return r"[\mathrm{grade}_i > 0] \cdot \mathrm{nDCG}@i"

    def _norm_formula(self) -> str:
        """LaTeX of the divisor of the sum: the documents with a gain."""
        return r"\mathrm{documents\ with\ a\ gain}"


class GainAtLevels(Metric):
    """Rndcg: the mean of nDCG at the ranks where the best order comes to a lower grade, and at the end.

    >>> from irviz.metrics import Ranking
    >>> GainAtR(Ranking([2, 1, 1])), [value > 0 for value in GainAtR.contributions(Ranking([1, 2, 0]))]
    (1.0, [True, True, False])
    """

    name = "Rndcg"
    title = "nDCG at R levels"
    summary = "The mean of nDCG at the ranks where the best order falls to a lower grade."
    reference = _BUCKLEY
    graded = True
    uncut = True
    shown = False
    parameters: ClassVar[tuple[Parameter, ...]] = (REL, UNDEFINED)

    def _numerators(self, ranking: Ranking, k: int, /) -> Sequence[float]:
        """What each rank adds: nDCG there, if the best order falls to a lower grade or the list ends; 0 at others."""
        n = ranking.n
        curve = nDCG.curve(ranking)
        terms = [0.0] * n
        for rank in _last_ranks_of_grades(ranking) if n else ():
            terms[min(rank, n) - 1] += curve[rank - 1] if rank <= n else (nDCG @ rank)(ranking)
        if _counts_list_end(ranking):
            terms[-1] += curve[-1]
        return terms[:k]

    def _norm(self, ranking: Ranking, _k: int, /) -> Sequence[int]:
        """The divisor of the sum: the number of ranks at which nDCG is taken; 0 where nothing is relevant."""
        return ((len(_last_ranks_of_grades(ranking)) + _counts_list_end(ranking)) if ranking.relevant else 0,)

    def _term_formula(self) -> str:
        """LaTeX of what rank i adds to the sum: nDCG at i where the best order falls."""
        return r"[\mathrm{ideal}_i > \mathrm{ideal}_{i+1}] \cdot \mathrm{nDCG}@i"

    def _norm_formula(self) -> str:
        """LaTeX of the divisor of the sum: the word "levels"."""
        return r"\mathrm{levels}"


def _last_ranks_of_grades(ranking: Ranking) -> list[int]:
    """The ranks, from 1, at which the best order of all documents has a grade for the last time, one for each grade."""
    ideal = (*ranking.ideal, 0)
    return [i for i in range(1, len(ideal)) if ideal[i] != ideal[i - 1]]


def _counts_list_end(ranking: Ranking) -> bool:
    """Whether Rndcg also takes nDCG at the end of the list: if it is over one rank longer than the best order."""
    return ranking.n > len(ranking.ideal) + 1


class PrecisionAtMultiple(CountingMetric):
    """Rprec_mult: the precision at a multiple of R.

    >>> from irviz.metrics import Ranking
    >>> PrecisionAtR(Ranking([1, 0, 1, 1])), PrecisionAtR(times=1.5)(Ranking([1, 0, 1, 1]))
    (0.6666666666666666, 0.6)
    """

    name = "Rprec_mult"
    title = "Precision at a multiple of R"
    summary = "The precision at rank R times a number."
    reference = _BUCKLEY
    order_aware = False
    uncut = True
    shown = False
    parameters: ClassVar[tuple[Parameter, ...]] = (Weight("times", 1.0, "What R is multiplied by."), REL, UNDEFINED)
    times: float

    def _numerators(self, ranking: Ranking, k: int, /) -> Sequence[int]:
        """1 at each relevant rank down to ``times`` · R, 0 at the others."""
        hits = ranking.hits[:k]
        cut = self._cutoff_rank(ranking)
        return (*hits[:cut], *(0,) * (len(hits) - cut))

    def _total(self, ranking: Ranking, k: int) -> float:
        """The number of hits down to rank k, or to rank ``times`` · R if that is less."""
        return super()._total(ranking, min(k, self._cutoff_rank(ranking)))

    def _norm(self, ranking: Ranking, _k: int, /) -> Sequence[int]:
        """The divisor of the sum, the same at every cutoff: ``times`` · R, rounded."""
        return (self._cutoff_rank(ranking),)

    def _cutoff_rank(self, ranking: Ranking) -> int:
        """The rank where counting ends: ``times`` · R, rounded as in trec_eval."""
        # Rounded as trec_eval does it.
        return int(self.times * ranking.relevant + 0.9)

    def _norm_formula(self) -> str:
        """LaTeX of the divisor of the sum: ``times`` · R, rounded."""
        return rf"\lfloor {self.times} \cdot R + 0.9 \rfloor"


BinG = BinaryGain()
G = NormalizedGain()
GainAtRelevant = GainAtDocuments()
GainAtR = GainAtLevels()
PrecisionAtR = PrecisionAtMultiple()
