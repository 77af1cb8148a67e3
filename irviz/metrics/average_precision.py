"""Average precision: the precision at each relevant document, averaged over all relevant ones."""

from __future__ import annotations

from bisect import bisect_right
from itertools import count
from operator import mul, truediv

from irviz.metrics.binary import BinaryMetric
from irviz.metrics.metric import in_order, plain
from irviz.metrics.parameter import JUDGED_ONLY, REL, UNDEFINED, Choice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from irviz.metrics.metric import Written
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
    where_undefined = (
        "Where nothing is relevant, since R is 0. It counts as 0 here, and the page says so. "
        "Divided by the hits, also where the first k hold none."
    )
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
    _zeros_up_to = 0

    def _numerators(self, ranking: Ranking, k: int, /) -> Sequence[int]:
        return list(map(mul, ranking.hits[:k], ranking.found))

    def _divisors(self, n: int, /) -> Sequence[int]:
        return range(1, n + 1)

    # Most documents of most lists are not relevant: these two pass over the ranks that add 0.

    def _terms(self, ranking: Ranking, k: int) -> Sequence[float]:
        terms = [0.0] * min(ranking.n, k)
        for found, rank in enumerate(ranking.hit_ranks, 1):
            if rank > k:
                break
            terms[rank - 1] = found / rank
        return terms

    def _total(self, ranking: Ranking, k: int) -> float:
        ranks = ranking.hit_ranks
        return in_order(map(truediv, count(1), ranks[: bisect_right(ranks, k)]))

    def _whole(self, ranking: Ranking, /) -> int:
        return max(ranking.n, ranking.relevant, 1)

    def _norm(self, ranking: Ranking, k: int, /) -> Sequence[int]:
        if self.denominator == "R":
            return (ranking.relevant,)
        if self.denominator == "min(R,k)":
            return range(1, min(ranking.relevant, k) + 1) or (0,)
        return ranking.found[:k] or (0,)

    def _term_formula(self) -> str:
        return r"\mathrm{hit}_i \cdot \mathrm{P}@i"

    def _norm_formula(self) -> str:
        return {
            "R": "R",
            "min(R,k)": r"\min(R, k)",
            "hits": r"\sum_{i=1}^{k} \mathrm{hit}_i",
        }[self.denominator]

    def _written_term(self, _ranking: Ranking, i: int, numerator: float, /) -> tuple[str, str]:
        return f"{numerator}/{i}", rf"\frac{{{numerator}}}{{{i}}}"

    def _written_norm(self, ranking: Ranking, k: int, /) -> list[Written]:
        relevant = ranking.relevant
        if self.denominator == "min(R,k)":
            return [(f"min({relevant}, {k})", rf"\min({relevant}, {k})", None)]
        return [plain(relevant if self.denominator == "R" else sum(ranking.hits[:k]))]


AP = AveragePrecision()
