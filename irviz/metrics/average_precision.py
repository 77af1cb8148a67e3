"""Precision at the ranks that the relevant documents decide: averaged, interpolated, at rank R."""

from __future__ import annotations

from bisect import bisect_right
from itertools import count
from math import ceil, floor
from operator import mul, truediv

from irviz.metrics.metric import R_IS_0, BinaryMetric, CountingMetric, OverRelevant, format_number_summand, sum_in_order
from irviz.metrics.parameter import JUDGED_ONLY, REL, UNDEFINED, Choice, Share

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, ClassVar, Self

    from irviz.metrics.metric import Summand
    from irviz.metrics.parameter import Parameter
    from irviz.metrics.ranking import Ranking


class AveragePrecision(BinaryMetric):
    """AP@k, the mean over all relevant documents of the precision at their rank, 0 past rank k.

    That is ``sum of hit_i · P@i over the first k, / R``, where R counts every document judged
    relevant, retrieved or not. The mean over queries is MAP. ``AP(denominator="min(R,k)")`` divides
    by the most that the first k could hold, ``"hits"`` by the hits that they do hold.

    Values are from 0 to 1. Undefined where nothing is relevant; over the hits, also where the first
    k hold none. Without a cutoff nothing is cut, and min(R, k) is R. Parameters: ``rel``,
    ``denominator``, ``judged_only``, ``undefined``. ``AP(judged_only=True)`` drops the documents that
    nobody judged before it looks at ranks (Sakai 2007).

    Errors: as for :class:`Metric`.

    Source: Buckley & Voorhees 2000; as computed by trec_eval's ``map`` and ``map_cut``.

    >>> from irviz.metrics import AP, Ranking
    >>> ranking = Ranking([1, 0, 0, 1, 1, 0, 1, 0])
    >>> [round((AP(denominator=by) @ 3)(ranking), 3) for by in ("R", "min(R,k)", "hits")]
    [0.25, 0.333, 1.0]
    """

    name = "AP"
    title = "Average precision"
    summary = "The precision at each relevant rank, averaged over the relevant documents."
    reference = "Buckley & Voorhees 2000, Evaluating evaluation measure stability, SIGIR"
    mean_name = "MAP"
    spellings = ("map_cut", "average_precision")
    uncut = True
    looks_at = "precisions"
    strengths = (
        "It sees every relevant document, and each counts more the higher it stands.",
        "What was missed counts too: R divides.",
        "It tells systems apart more reliably than precision at a fixed k (Buckley & Voorhees 2000).",
    )
    hides = "Degrees of relevance, and where in the list the loss came about."
    misleads = (
        "Three denominators go by its name: R, min(R, k) and the hits found. It is not the "
        "average of P@1 to P@k: only relevant ranks count."
    )
    where_undefined = f"{R_IS_0} Divided by the hits, also where the first k hold none."
    use = (
        "Several results are relevant, relevance is yes or no, and people read from the top. "
        "Its mean over queries is MAP."
    )
    parameters = (
        REL,
        Choice(
            "denominator",
            "What the sum of precisions is divided by.",
            {
                "R": "all relevant documents, retrieved or not",
                "min(R,k)": "as many of them as the first k ranks could hold",
                "hits": "those that the first k ranks do hold",
            },
        ),
        JUDGED_ONLY,
        UNDEFINED,
    )
    denominator: str
    _writes_zeros = False

    def _numerators(self, ranking: Ranking, k: int, /) -> Sequence[int]:
        """What each rank adds before the division by its rank: the hits so far at a relevant one, 0 at others."""
        return list(map(mul, ranking.hits[:k], ranking.found))

    def _divisors(self, n: int, /) -> Sequence[int]:
        """The divisors of the ranks' gains: the ranks 1 to n themselves."""
        return range(1, n + 1)

    # Most documents of most lists are not relevant: these two pass over the ranks that add 0.

    def _terms(self, ranking: Ranking, k: int) -> Sequence[float]:
        """The precision at each relevant rank down to k, 0 at the others."""
        terms = [0.0] * min(ranking.n, k)
        for found, rank in enumerate(ranking.hit_ranks, 1):
            if rank > k:
                break
            terms[rank - 1] = found / rank
        return terms

    def _total(self, ranking: Ranking, k: int) -> float:
        """The sum of the precisions at the relevant ranks down to k."""
        ranks = ranking.hit_ranks
        return sum_in_order(map(truediv, count(1), ranks[: bisect_right(ranks, k)]))

    def _full_cutoff(self, ranking: Ranking, /) -> int:
        """The length of the list, or R if that is more."""
        return max(super()._full_cutoff(ranking), ranking.relevant)

    def _norm(self, ranking: Ranking, k: int, /) -> Sequence[int]:
        """The divisors at the cutoffs 1 to k: R, min(R, k) or the hits down to k, as ``denominator`` says."""
        if self.denominator == "R":
            return (ranking.relevant,)
        if self.denominator == "min(R,k)":
            return range(1, min(ranking.relevant, k) + 1) or (0,)
        return ranking.found[:k] or (0,)

    def _term_formula(self) -> str:
        """LaTeX of what rank i adds to the sum: the precision at a relevant document."""
        return r"\mathrm{hit}_i \cdot \mathrm{P}@i"

    def _norm_formula(self) -> str:
        """LaTeX of the divisor of the sum: R, min(R, k) or the hits, as ``denominator`` says."""
        return {"R": "R", "min(R,k)": r"\min(R, k)", "hits": r"\sum_{i=1}^{k} \mathrm{hit}_i"}[self.denominator]

    def _format_term(self, _ranking: Ranking, i: int, numerator: float, /) -> tuple[str, str]:
        """What rank i adds to the sum, with its numbers, as Python and as LaTeX: hits/i."""
        return f"{numerator}/{i}", rf"\frac{{{numerator}}}{{{i}}}"

    def _format_norm(self, ranking: Ranking, k: int, /) -> list[Summand]:
        """The divisor with its numbers, as summands (Python, LaTeX, rank or None): R, min(R, k) or the hits."""
        relevant = ranking.relevant
        if self.denominator == "min(R,k)":
            return [(f"min({relevant}, {k})", rf"\min({relevant}, {k})", None)]
        return [format_number_summand(relevant if self.denominator == "R" else sum(ranking.hits[:k]))]


AP = AveragePrecision()


LEVELS = tuple([level / 10 for level in range(11)])

# A whole number of documents that comes out of a product of doubles is no further off.
_ROUNDING = 1e-9


class InterpolatedPrecision(BinaryMetric):
    """IPrec, the highest precision at any rank where recall has reached a level.

    ``IPrec @ 0.3`` is that at recall .3: a fraction after the ``@`` is a recall, as in ir_measures,
    and a whole number a rank, so that ``IPrec(recall=0.3) @ 10`` looks at the first ten. Without a
    level any rank will do. The values at the eleven levels 0.0, 0.1 ... 1.0 are the points of the
    usual precision-recall graph, see :func:`eleven_points`.

    A level asks for level · R relevant documents, which need not be whole. ``hits="up"`` rounds it up
    by the formula of trec_eval 9, pytrec_eval and ir_measures, which now and then falls one short (a
    double has no exact 0.7 · 3); ``"reached"`` is what it means, and ``"nearest"`` rounds as
    trec_eval 10 does.

    Values are from 0 to 1, 0 where recall never gets there, and undefined where nothing is relevant.
    Parameters: ``recall``, ``hits``, ``rel``, ``judged_only``, ``undefined``.

    Errors: as for :class:`Metric`; a fraction above 1 is no recall, and a CutoffError.

    Source: Manning, Raghavan & Schütze 2008, chapter 8; as computed by trec_eval's
    ``iprec_at_recall``.

    >>> from irviz.metrics import IPrec, Ranking
    >>> ranking = Ranking([0, 1, 0, 1, 1, 0])
    >>> (IPrec @ 0.0)(ranking), (IPrec @ 0.5)(ranking), (IPrec @ 1.0)(ranking)
    (0.6, 0.6, 0.6)
    >>> str(IPrec @ 0.5)
    'IPrec@0.5'
    """

    name = "IPrec"
    title = "Interpolated precision"
    summary = "The highest precision at any rank where recall has reached a given level."
    reference = "Manning, Raghavan & Schütze 2008, Introduction to Information Retrieval, chapter 8"
    own_cutoff = True
    allowed_cutoffs = "a recall from 0.0 to 1.0, or a whole number of at least 1, which is a rank"
    kin = "P"
    symbols = (
        ("news", r"\mathrm{news}_i", "In IPrec: the hits since the last best rank, where i is the next."),
        ("best", r"\mathrm{best}_k", "In IPrec: the rank of the highest precision with the recall."),
    )  # fmt: skip
    strengths = (
        "It makes curves of different queries comparable, at the same levels of recall.",
        "It asks what precision a reader can have who wants at least so much of what there is.",
    )
    hides = "Where in the list that precision is reached, and the teeth of the curve."
    misleads = (
        "Whoever reads on only gains by it, so it is higher than the precision anybody sees; and tools "
        "round a level to whole documents in different ways."
    )
    where_undefined = "Where nothing is relevant, as recall is. It counts as 0 here, and the page says so."
    use = "For a precision-recall graph over many queries, at the eleven levels."
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Share("recall", 0.0, "The level that recall has to reach, from 0.0 to 1.0."),
        Choice(
            "hits",
            "How many relevant documents a level asks for where level times R is not whole.",
            {
                "up": "rounded up, as in trec_eval 9, pytrec_eval and ir_measures",
                "nearest": "rounded to the nearest, as in trec_eval 10",
                "reached": "as many as it takes to reach the level",
            },
        ),
        REL,
        JUDGED_ONLY,
        UNDEFINED,
    )
    recall: float
    hits: str
    _writes_zeros = False

    def __matmul__(self, cutoff: Any) -> Self:
        """A copy at a recall level where given a fraction (``@ 0.3``), cut at a rank where given a whole number."""
        if isinstance(cutoff, float) and 0 <= cutoff <= 1:
            return self._make_variant({"recall": float(cutoff)})
        return super().__matmul__(cutoff)

    def __str__(self) -> str:
        """The name with parameters, and after ``@`` the recall level if it has one and no cutoff."""
        written = super().__str__()
        if self.cutoff is not None or not self.recall:
            return written
        rest = self._make_variant({"recall": 0.0})
        return f"{rest}@{self.recall}"

    __repr__ = __str__

    def _min_hits(self, ranking: Ranking) -> int:
        """How many relevant documents have to be found to reach the recall level, as ``hits`` rounds it."""
        of_all = self.recall * ranking.relevant
        if self.hits == "reached":
            return ceil(of_all - _ROUNDING)
        return int(of_all + 0.9) if self.hits == "up" else floor(of_all + 0.5)

    def _best_precisions(self, ranking: Ranking, k: int) -> list[tuple[int, int]]:
        """Pairs (rank, hits so far): the ranks at or above the recall level where precision exceeds all before."""
        found = []
        best, at = 0, 1
        least = self._min_hits(ranking)
        for hits, rank in enumerate(ranking.hit_ranks, 1):
            if rank > k:
                break
            # Without a division, so that equal precisions are equal.
            if hits >= least and hits * at > best * rank:
                best, at = hits, rank
                found.append((rank, hits))
        return found

    def _numerators(self, ranking: Ranking, k: int, /) -> Sequence[int]:
        """At each rank whose precision beats all before, the hits since the last such rank; 0 at the others."""
        numerators = [0] * min(ranking.n, k)
        before = 0
        for rank, hits in self._best_precisions(ranking, k):
            numerators[rank - 1] = hits - before
            before = hits
        return numerators

    def _total(self, ranking: Ranking, k: int) -> float:
        """The hits at the rank of the best precision down to k."""
        bests = self._best_precisions(ranking, k)
        return bests[-1][1] if bests else 0

    def _norm(self, ranking: Ranking, k: int, /) -> Sequence[int]:
        """The divisors at the cutoffs 1 to k: the rank of the best precision so far."""
        if not ranking.relevant:
            return (0,)
        ranks = [rank for rank, _ in self._best_precisions(ranking, k)]
        return [
            ranks[place - 1] if (place := bisect_right(ranks, cut)) else 1
            for cut in range(1, min(k, ranking.n or 1) + 1)
        ]

    def _norm_at(self, ranking: Ranking, k: int, /) -> float:
        """The divisor at cutoff k: the rank of the best precision so far; 0 if nothing is relevant."""
        if not ranking.relevant:
            return 0
        bests = self._best_precisions(ranking, k)
        return bests[-1][0] if bests else 1

    def _term_formula(self) -> str:
        """LaTeX of what rank i adds to the sum: the hits that a new best precision adds."""
        return r"\mathrm{news}_i"

    def _norm_formula(self) -> str:
        """LaTeX of the divisor of the sum: the rank of the best precision."""
        return r"\mathrm{best}_k"

    def _format_norm(self, ranking: Ranking, k: int, /) -> list[Summand]:
        """The divisor with its numbers, as summands (Python, LaTeX, rank or None): the rank of the best precision."""
        return [format_number_summand(int(self._norm_at(ranking, k)))]


IPrec = InterpolatedPrecision()


def eleven_points(ranking: Ranking, *, hits: str = "up") -> list[float]:
    """Interpolated precision at the eleven levels of recall, 0.0, 0.1 ... 1.0.

    Args:
        ranking: The list.
        hits: How a level is rounded to whole documents: as for :data:`IPrec`.

    Raises:
        RankingError: It is no ranking.
        ParameterError: ``hits`` is no such way.

    Source: as for :data:`IPrec`; the mean of the eleven is trec_eval's ``11pt_avg``.

    >>> from irviz.metrics import Ranking, eleven_points
    >>> eleven_points(Ranking([1, 0, 0, 1]))
    [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.5, 0.5, 0.5, 0.5, 0.5]
    """
    return [IPrec(recall=level, hits=hits)(ranking) for level in LEVELS]


class RPrecision(OverRelevant, CountingMetric):
    """Rprec, the precision at rank R, R being the number of relevant documents: ``hits there / R``.

    The recall at that rank is the same number. Rprec brings its own cutoff; with another,
    ``Rprec @ k`` counts the hits in the first min(k, R) only, still over R, which is how the value
    builds up down the list. Values are from 0 to 1, and undefined where nothing is relevant.
    Parameters: ``rel``, ``judged_only``, ``undefined``.

    Errors: as for :class:`Metric`.

    Source: Buckley & Voorhees 2005; as computed by trec_eval's ``Rprec``.

    >>> from irviz.metrics import Ranking, Rprec
    >>> Rprec(Ranking([0, 1, 0, 1, 1, 0, 1, 0]))
    0.5
    """

    name = "Rprec"
    title = "R-precision"
    summary = "The precision at rank R, R being the number of relevant documents."
    reference = "Buckley & Voorhees 2005, Retrieval system evaluation, in TREC, MIT Press"
    spellings = ("r_precision",)
    word = "R-precision"
    own_cutoff = True
    kin = "P"
    looks_at = "hits"
    strengths = (
        "It brings the cutoff that fits each query: there, precision and recall are one number.",
        "There is no k to argue about.",
    )
    hides = "The order above rank R, and everything below it."
    misleads = "With a single relevant document it is all or nothing; and it needs R, as recall does."
    where_undefined = R_IS_0
    use = "Queries differ widely in how many relevant documents they have."

    def _numerators(self, ranking: Ranking, k: int, /) -> Sequence[int]:
        """1 at each relevant rank down to rank R, 0 at the others."""
        hits = ranking.hits[:k]
        relevant = ranking.relevant
        return (*hits[:relevant], *[0] * (len(hits) - relevant))

    def _total(self, ranking: Ranking, k: int) -> float:
        """The number of hits down to rank k, or to rank R if that is less."""
        return super()._total(ranking, min(k, ranking.relevant))

    def _term_formula(self) -> str:
        """LaTeX of what rank i adds to the sum: the hit, down to rank R."""
        return r"[i \le R] \cdot \mathrm{hit}_i"


Rprec = RPrecision()
