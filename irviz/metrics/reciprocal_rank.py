"""Reciprocal rank: how far up the first relevant document stands."""

from __future__ import annotations

from irviz.metrics.binary import BinaryMetric

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from irviz.metrics.ranking import Ranking


def first_hit(ranking: Ranking, k: int) -> Sequence[int]:
    """1 at the rank of the first relevant document, 0 at the others, down to rank k.

    >>> from irviz.metrics import Ranking
    >>> first_hit(Ranking([0, 1, 1, 0]), 3)
    [0, 1, 0]
    """
    firsts = [0] * min(k, ranking.n)
    ranks = ranking.hit_ranks
    if ranks and ranks[0] <= k:
        firsts[ranks[0] - 1] = 1
    return firsts


class ReciprocalRank(BinaryMetric):
    """RR@k, one over the rank of the first relevant document; 0 where none is in the first k.

    The mean over queries is MRR, and 1 / MRR the harmonic mean of those ranks, not their average.
    Values are from 0 to 1 and always defined. Parameters: ``rel``, ``judged_only``, ``undefined``.

    Errors: as for :class:`Metric`.

    Source: Voorhees 1999; as computed by trec_eval's ``recip_rank``. Whether RR may be averaged at
    all is debated: Fuhr 2018 and Moffat 2022 are the two sides.

    >>> from irviz.metrics import RR, Ranking
    >>> RR.curve(Ranking([0, 1, 0, 1]))
    [0.0, 0.5, 0.5, 0.5]
    """

    name = "RR"
    title = "Reciprocal rank"
    summary = "One over the rank of the first relevant document, 0 where the first k hold none."
    reference = "Voorhees 1999, The TREC-8 question answering track report"
    mean_name = "MRR"
    spellings = ("recip_rank", "reciprocal_rank")
    uncut = True
    rising = True
    looks_at = "first"
    strengths = (
        "It asks for the first relevant result only, as somebody with one question does.",
        "One relevant document a query is enough to compute it.",
    )
    hides = "Everything after the first relevant result."
    misleads = (
        "Its steps are uneven: from rank 1 to 2 it loses a half, from rank 4 to 5 a "
        "twentieth. One over MRR is the harmonic mean of the ranks, not their average; and "
        "whether it may be averaged at all is debated (Fuhr 2018, Moffat 2022)."
    )
    use = (
        "There is one right answer, or the first good one ends the search: finding a page, "
        "answering a question, completing a word."
    )
    _zeros_up_to = 0

    def _numerators(self, ranking: Ranking, k: int, /) -> Sequence[int]:
        return first_hit(ranking, k)

    def _divisors(self, n: int, /) -> Sequence[int]:
        return range(1, n + 1)

    def _total(self, ranking: Ranking, k: int) -> float:
        ranks = ranking.hit_ranks
        return 1 / ranks[0] if ranks and ranks[0] <= k else 0

    def _term_formula(self) -> str:
        return r"\frac{\mathrm{first}_i}{i}"

    def _written_term(self, _ranking: Ranking, i: int, numerator: float, /) -> tuple[str, str]:
        return f"{numerator}/{i}", rf"\frac{{{numerator}}}{{{i}}}"


RR = ReciprocalRank()
