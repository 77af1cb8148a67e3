"""How soon the first good result comes: reciprocal rank, success, expected reciprocal rank."""

from __future__ import annotations

from irviz.metrics.errors import RankingError
from irviz.metrics.metric import BinaryMetric, Metric
from irviz.metrics.parameter import UNDEFINED, Whole

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
    _writes_zeros = False

    def _numerators(self, ranking: Ranking, k: int, /) -> Sequence[int]:
        """For each rank down to k, 1 if it is the first relevant one, else 0."""
        return first_hit(ranking, k)

    def _divisors(self, n: int, /) -> Sequence[int]:
        """The divisors of the ranks' gains: the ranks 1 to n themselves."""
        return range(1, n + 1)

    def _total(self, ranking: Ranking, k: int) -> float:
        """The reciprocal of the first relevant rank, if it is at most k; else 0."""
        ranks = ranking.hit_ranks
        return 1 / ranks[0] if ranks and ranks[0] <= k else 0

    def _term_formula(self) -> str:
        """LaTeX of what rank i adds to the sum: 1/i at the first relevant rank."""
        return r"\frac{\mathrm{first}_i}{i}"

    def _format_term(self, _ranking: Ranking, i: int, numerator: float, /) -> tuple[str, str]:
        """What rank i adds to the sum, with its numbers, as Python and as LaTeX: first/i."""
        return f"{numerator}/{i}", rf"\frac{{{numerator}}}{{{i}}}"


RR = ReciprocalRank()


class SuccessAtK(BinaryMetric):
    """Success@k, 1 where at least one relevant document stands in the first k, else 0.

    Some call its mean the hit rate, and some, misleadingly, recall@k. Values are either 0 or 1, and
    always defined. Swapping documents above the cutoff changes nothing. Parameters: ``rel``,
    ``judged_only``, ``undefined``.

    Errors: as for :class:`Metric`.

    Source: Craswell & Hawking 2004; as computed by trec_eval's ``success``.

    >>> from irviz.metrics import Ranking, Success
    >>> Success.curve(Ranking([0, 1, 0, 1]))
    [0.0, 1.0, 1.0, 1.0]
    """

    name = "Success"
    spellings = ("hit_rate",)
    title = "Success"
    summary = "1 where at least one relevant document stands among the first k, else 0."
    reference = "Craswell & Hawking 2004, Overview of the TREC-2004 web track"
    order_aware = False
    shown = False
    rising = True
    kin = "RR"
    looks_at = "first"
    strengths = (
        "The plainest question of all: was there anything?",
        "One relevant document a query has to be known, and no more.",
    )
    hides = "How many relevant results there are, and at which rank."
    misleads = "Some call its mean hit rate, and some recall@k; recall it is only where R is 1."
    use = "One good result among the first k is all it takes: suggestions, a passage for a chatbot."
    _writes_zeros = False

    def _numerators(self, ranking: Ranking, k: int, /) -> Sequence[int]:
        """For each rank down to k, 1 if it is the first relevant one, else 0."""
        return first_hit(ranking, k)

    def _term_formula(self) -> str:
        """LaTeX of what rank i adds to the sum: 1 at the first relevant rank."""
        return r"\mathrm{first}_i"


Success = SuccessAtK()


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
    reference = "Chapelle, Metzler, Zhang & Grinspan 2009, Expected reciprocal rank for graded relevance, CIKM"
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
    _writes_zeros = False

    def _prepare_ranking(self, ranking: Ranking) -> Ranking:
        """The ranking to evaluate, as for any metric; a RankingError where a grade is above ``max_grade``."""
        ranking = super()._prepare_ranking(ranking)
        if place := ranking.place_above(self.max_grade):
            raise RankingError(
                f"{place} is above the scale of ERR: use ERR(max_grade={ranking.ideal[0]}) or more, "
                f"the same for all queries"
            )
        return ranking

    def _numerators(self, ranking: Ranking, k: int, /) -> Sequence[float]:
        """The probability that the reader is satisfied and stops, for each rank down to k."""
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
        """The divisors of the ranks' gains: the ranks 1 to n themselves."""
        return range(1, n + 1)

    def _term_formula(self) -> str:
        """LaTeX of what rank i adds to the sum: the probability of stopping there, over i."""
        return (
            r"\frac{1}{i}\, s_i \prod_{j<i} (1 - s_j), \quad "
            rf"s_i = \frac{{2^{{\mathrm{{grade}}_i}} - 1}}{{2^{{{self.max_grade}}}}}"
        )

    def _format_term(self, ranking: Ranking, i: int, _numerator: float, /) -> tuple[str, str]:
        """What rank i adds, with its numbers, as Python and as LaTeX: the probability of stopping there, over i."""
        scale = 2**self.max_grade
        *above, here = [2**grade - 1 for grade in ranking.grades[:i]]
        text = [f"(1 - {gain}/{scale})" for gain in above if gain]
        latex = [rf"\left(1 - \frac{{{gain}}}{{{scale}}}\right)" for gain in above if gain]
        return (
            f"{'*'.join([*text, f'({here}/{scale})'])}/{i}",
            rf"\frac{{1}}{{{i}}}{''.join(latex)}\frac{{{here}}}{{{scale}}}",
        )


ERR = ExpectedReciprocalRank()
