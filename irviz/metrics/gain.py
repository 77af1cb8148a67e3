"""Gain: what the grades above the cutoff are worth; plain (CG), discounted (DCG) and normalized (nDCG)."""

from __future__ import annotations

from itertools import accumulate
from math import log2
from operator import truediv

from irviz.metrics.errors import CutoffError, RankingError
from irviz.metrics.grades import as_whole_number, validate_grades
from irviz.metrics.metric import Metric, sum_in_order
from irviz.metrics.parameter import JUDGED_ONLY, UNDEFINED, Choice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import ClassVar

    from irviz.metrics.metric import Summand
    from irviz.metrics.parameter import Parameter
    from irviz.metrics.ranking import Ranking


# 2**53 - 1 is the largest of these gains that a double holds exactly.
LARGEST_EXPONENT = 53
_EXPONENTIAL = [2**grade - 1 for grade in range(LARGEST_EXPONENT + 1)]

JARVELIN = "Järvelin & Kekäläinen 2002, Cumulated gain-based evaluation of IR techniques, ACM TOIS 20(4)"
BURGES = "; exponential gain: Burges et al. 2005, Learning to rank using gradient descent, ICML"

GAINS = {
    "linear": "the grade itself",
    "exp": "2 to the power of the grade, minus 1: high grades weigh far more",
    "binary": "1 for every grade above 0: tools that know only yes or no",
}
PLAIN_GAIN = Choice("gain", "What a grade is worth.", GAINS)
_FORMULAS = {"linear": r"\mathrm{grade}_i", "exp": r"2^{\mathrm{grade}_i} - 1", "binary": r"\min(\mathrm{grade}_i, 1)"}


def gains(grades: Sequence[int], gain: str = "linear") -> Sequence[int]:
    """The gain of each grade: the grade itself (``"linear"``), 2**grade - 1 (``"exp"``), or 1 above 0 (``"binary"``).

    Args:
        grades: Whole numbers from 0, up to 53 for the exponential gain.
        gain: ``"linear"``, ``"exp"`` or ``"binary"``.

    Raises:
        RankingError: A grade is no whole number from 0, or too large for the exponential gain.
        ParameterError: There is no such gain.

    >>> gains([0, 1, 4], "exp")
    [0, 1, 15]
    """
    return [*_compute_gains(validate_grades(tuple(grades), "place"), PLAIN_GAIN.validate(gain, "gains"))]


def _compute_gains(grades: Sequence[int], gain: str) -> Sequence[int]:
    """The gain of each grade; grades and gain are valid, but for grades that are too large."""
    if gain == "linear":
        return grades
    if gain == "binary":
        return [min(grade, 1) for grade in grades]
    try:
        return [_EXPONENTIAL[grade] for grade in grades]
    except IndexError:
        raise RankingError(
            f"grade {max(grades)} is too large for the exponential gain: "
            f"use at most {LARGEST_EXPONENT}, or gain='linear'"
        ) from None


class CumulatedGain(Metric):
    """CG@k, the sum of the gains of the first k documents.

    The gain of a document is its grade, with ``CG(gain="exp")`` 2**grade - 1, or with
    ``CG(gain="binary")`` 1 for every grade above 0. Values are from 0
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
    misleads = "Its size depends on the scale and on k, so the values of two queries do not compare."
    where_undefined = "Nowhere. The most it can be is the sum of the k highest gains, which differs by query."
    use = "To explain DCG; hardly ever to report."
    parameters: ClassVar[tuple[Parameter, ...]] = (PLAIN_GAIN, UNDEFINED)
    gain: str

    def _prepare_ranking(self, ranking: Ranking) -> Ranking:
        """The ranking to evaluate, as for any metric; a RankingError if a grade is too large for exponential gain."""
        ranking = super()._prepare_ranking(ranking)
        if self.gain == "exp" and (place := ranking.place_above(LARGEST_EXPONENT)):
            raise RankingError(
                f"{place} is too large for the exponential gain: use at most {LARGEST_EXPONENT}, or gain='linear'"
            )
        return ranking

    def _numerators(self, ranking: Ranking, k: int, /) -> Sequence[int]:
        """What each of the first k ranks gains, before the discount: its grade, 2**grade - 1, or 1."""
        return _compute_gains(self._order(ranking)[:k], self.gain)

    def _term_formula(self) -> str:
        """LaTeX of what rank i adds to the sum: the gain of its grade."""
        return rf"({_FORMULAS[self.gain]})" if self.gain == "exp" else _FORMULAS[self.gain]

    def _format_gain(self, grade: int) -> tuple[str, str]:
        """The gain of a grade, as Python and as LaTeX, such as 2**grade - 1."""
        if self.gain == "exp":
            return f"(2**{grade} - 1)", f"2^{{{grade}}} - 1"
        (gain,) = _compute_gains((grade,), self.gain)
        return str(gain), str(gain)

    def _format_term(self, ranking: Ranking, i: int, _numerator: float, /) -> tuple[str, str]:
        """What rank i adds to the sum, with its numbers, as Python and as LaTeX: the gain."""
        text, latex = self._format_gain(self._order(ranking)[i - 1])
        return text, f"({latex})" if self.gain == "exp" else latex


CG = CumulatedGain()


GAIN = Choice("gain", "What a grade is worth.", GAINS, ("dcg", {"linear": "log2", "exp": "exp-log2"}))
DISCOUNT = Choice(
    "discount",
    "What the gain at rank i is divided by.",
    {
        "log2(i+1)": "log2(i + 1): 1 at the first rank, 1.58 at the second",
        "max(1,log2(i))": "log2(i), and 1 at ranks 1 and 2, as in the 2002 paper with base 2",
    },
)

_tables: dict[str, list[float]] = {discount: [] for discount in DISCOUNT.choices}


def discounts(n: int, discount: str = "log2(i+1)") -> list[float]:
    """The divisors of the gains at ranks 1 to n.

    Args:
        n: How many ranks, from 0.
        discount: ``"log2(i+1)"``, or ``"max(1,log2(i))"`` for that of the 2002 paper with base 2.

    Raises:
        CutoffError: n is no such number.
        ParameterError: There is no such discount.

    Source: Järvelin & Kekäläinen 2002, for the second; the first is the form that has prevailed.

    >>> [round(by, 3) for by in discounts(4)]
    [1.0, 1.585, 2.0, 2.322]
    """
    ranks = as_whole_number(n, least=0)
    if ranks is None:
        raise CutoffError(f"discounts of {n!r} ranks: use a whole number of at least 0")
    return _discount_table(DISCOUNT.validate(discount, "discounts"), ranks)[:ranks]


def _discount_table(discount: str, n: int) -> list[float]:
    """The discounts of the ranks 1 to n at least, from a cache that grows; ``discount`` is as for `discounts`."""
    table = _tables[discount]
    if len(table) < n:
        # A whole new table, and twice as long: another thread may be reading or growing this one.
        ranks = range(1, 2 * n + 1)
        table = [log2(i + 1) if discount == "log2(i+1)" else max(1.0, log2(i)) for i in ranks]
        _tables[discount] = table
    return table


def sort_by_grade(ranking: Ranking, grades: Sequence[int]) -> list[tuple[int, int | None]]:
    """Pairs (grade, rank in the list) by descending grade; the rank of a missed document is None.

    The grades are those of the list, or of its head, and then of missed documents, whose rank is
    None. Among equal grades the one further up comes first.

    >>> from irviz.metrics import Ranking
    >>> sort_by_grade(Ranking([0, 2, 2], missed=[1]), (0, 2, 2, 1))
    [(2, 2), (2, 3), (1, None), (0, 1)]
    """
    places = ranking.places
    placed = [(grade, places[i] if i < ranking.n else None) for i, grade in enumerate(grades)]
    return sorted(placed, key=lambda document: -document[0])


class DiscountedCumulatedGain(CumulatedGain):
    """DCG@k, the sum of the first k gains, each divided by log2(rank + 1).

    ``DCG(gain="exp")`` gains 2**grade - 1 in place of the grade. ``DCG(discount="max(1,log2(i))")``
    is the 2002 paper's form with base 2, which leaves ranks 1 and 2 undiscounted. Values are from 0
    up without limit, and always defined. Parameters: ``gain``, ``discount``, ``undefined``.

    Errors: as for :class:`Metric`. A grade above 53 with the exponential gain is a RankingError.

    Source: Järvelin & Kekäläinen 2002; the exponential gain: Burges et al. 2005.

    >>> from irviz.metrics import DCG, Ranking
    >>> [round(value, 4) for value in DCG.curve(Ranking([0, 4, 1, 3]))]
    [0.0, 2.5237, 3.0237, 4.3157]
    """

    name = "DCG"
    title = "Discounted cumulated gain"
    summary = "The sum of the first k gains, each divided by log2(rank + 1)."
    reference = JARVELIN + BURGES
    order_aware = True
    rising = True
    kin = "nDCG"
    strengths: ClassVar[tuple[str, ...]] = (
        "Grades and order in one sum: a high grade adds the more the higher it stands.",
        "What each rank adds can be read off, term by term.",
    )
    hides = "How much there was to gain: a query with many good documents has a high DCG anyway."
    misleads = (
        "Two gains go by its name, the grade and 2^grade − 1, and they may prefer different "
        "lists. The base of the logarithm changes it, though not nDCG."
    )
    where_undefined = "Nowhere. The most it can be is IDCG@k, another number for each query."
    use = "The same queries and judgments are compared, and the amount gained matters. Else take nDCG."
    parameters: ClassVar[tuple[Parameter, ...]] = (GAIN, DISCOUNT, UNDEFINED)
    discount: str

    def _divisors(self, n: int, /) -> Sequence[float]:
        """What divides the gains of the ranks 1 to n, such as log2(rank + 1); the sequence may be longer."""
        return _discount_table(self.discount, n)

    def _discount_gains(self, grades: Sequence[int]) -> Iterable[float]:
        """The gains of grades in rank order, each divided by its rank's discount."""
        return map(truediv, _compute_gains(grades, self.gain), _discount_table(self.discount, len(grades)))

    def _sums(self, ranking: Ranking, n: int) -> Iterable[float]:
        """The DCG (not normalized) at each of the cutoffs 1 to n."""
        return accumulate(self._discount_gains(self._order(ranking)[:n]))

    def _total(self, ranking: Ranking, k: int) -> float:
        """The DCG (not normalized) at cutoff k."""
        return sum_in_order(self._discount_gains(self._order(ranking)[:k]))

    def _term_formula(self) -> str:
        """LaTeX of what rank i adds to the sum: the gain over the discount."""
        by = r"\log_2(i + 1)" if self.discount == "log2(i+1)" else r"\max(1, \log_2 i)"
        return rf"\frac{{{_FORMULAS[self.gain]}}}{{{by}}}"

    def _format_term(self, ranking: Ranking, i: int, _numerator: float, /) -> tuple[str, str]:
        """What rank i adds to the sum, with its numbers, as Python and as LaTeX: gain/discount."""
        return self._format_discounted_gain(self._order(ranking)[i - 1], i)

    def _format_discounted_gain(self, grade: int, i: int) -> tuple[str, str]:
        """The gain of a grade over the discount of rank i, as Python and as LaTeX."""
        text, latex = self._format_gain(grade)
        if self.discount == "log2(i+1)":
            return f"{text}/log2({i + 1})", rf"\frac{{{latex}}}{{\log_2 {i + 1}}}"
        if i <= 2:
            return f"{text}/1", rf"\frac{{{latex}}}{{1}}"
        return f"{text}/log2({i})", rf"\frac{{{latex}}}{{\log_2 {i}}}"


class OfIdealOrder:
    """What a metric of the best order of all documents, retrieved or missed, sums."""

    def _order(self, ranking: Ranking) -> Sequence[int]:
        """The grades of the ideal order of all documents, followed by zeros up to the length of the list."""
        ideal = ranking.ideal
        return ideal + (0,) * (ranking.n - len(ideal))

    def _ranks(self, ranking: Ranking, k: int, /) -> Sequence[int | None]:
        """The rank in the list of each document of the ideal order, None for a missed one."""
        return [rank for _, rank in sort_by_grade(ranking, ranking.grades + ranking.missed)[:k]]

    def _full_cutoff(self, ranking: Ranking, /) -> int:
        """The length of the list or of the ideal order, whichever is longer."""
        return max(ranking.n, len(ranking.ideal), 1)


class IdealDiscountedCumulatedGain(OfIdealOrder, DiscountedCumulatedGain):
    """IDCG@k, the DCG@k of the best order of all documents, retrieved or missed: its upper bound.

    Without a cutoff it runs through the whole ideal order. Values are from 0 up without limit, and
    always defined. Swapping documents anywhere changes nothing. Parameters: as for :data:`DCG`.

    Errors: as for :class:`Metric`. A grade above 53 with the exponential gain is a RankingError.

    Source: Järvelin & Kekäläinen 2002; the missed documents count as in trec_eval.

    >>> from irviz.metrics import IDCG, Ranking
    >>> [round(value, 4) for value in IDCG.curve(Ranking([0, 4, 1, 3]))]
    [4.0, 5.8928, 6.3928, 6.3928]
    """

    name = "IDCG"
    title = "Ideal DCG"
    summary = "The DCG@k of the best order of all judged documents, retrieved or not."
    order_aware = False
    shown = False
    kin = "F1"
    strengths: ClassVar[tuple[str, ...]] = (
        "It is the yardstick: what the best order of all judged documents reaches.",
    )
    hides = "The list that you look at; only the judgments matter."
    misleads = (
        "Made of the retrieved documents only, it forgives what was missed; made of the first"
        " k only, it forgives almost everything."
    )
    where_undefined = "Nowhere; but it is 0 where no grade is above 0, and that is where nDCG is undefined."
    use = "As what divides nDCG, and as a second line beside DCG."

    def _term_formula(self) -> str:
        """LaTeX of what rank i adds to the sum: the ideal gain over the discount."""
        return super()._term_formula().replace("grade}_i", "ideal}_i")


DCG = DiscountedCumulatedGain()
IDCG = IdealDiscountedCumulatedGain()


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
        "Where no grade is above 0, since the ideal gains nothing. It counts as 0 here, and the page says so."
    )
    use = "Relevance comes in degrees and order matters: web search, product search, recommendation."
    parameters: ClassVar[tuple[Parameter, ...]] = (GAIN, DISCOUNT, IDEAL, JUDGED_ONLY, UNDEFINED)
    ideal: str

    def _full_cutoff(self, ranking: Ranking, /) -> int:
        """The length of the list or of the ideal order, whichever is longer."""
        return max(ranking.n, len(ranking.ideal), 1)

    def _norm(self, ranking: Ranking, k: int, /) -> Sequence[float]:
        """The divisors at the cutoffs 1 to k: the DCG of the ideal order, which ``ideal`` chooses."""
        if self.ideal == "judged":
            return [*accumulate(self._discount_gains(ranking.ideal[:k]))] or (0,)
        if self.ideal == "retrieved":
            best = sorted(ranking.grades, reverse=True)
            return list(accumulate(self._discount_gains(best[:k]))) or (0,)
        if self.ideal == "uncut":
            return (sum_in_order(self._discount_gains(ranking.ideal)),)
        return [self._norm_at(ranking, cut) for cut in range(1, min(k, ranking.n) + 1)] or (0,)

    def _norm_at(self, ranking: Ranking, k: int, /) -> float:
        """The divisor at cutoff k: the DCG of the ideal order, which ``ideal`` chooses."""
        if self.ideal == "judged":
            return sum_in_order(self._discount_gains(ranking.ideal[:k]))
        if self.ideal != "top k":
            return super()._norm_at(ranking, k)
        return sum_in_order(self._discount_gains(sorted(ranking.grades[:k], reverse=True)))

    def _norm_formula(self) -> str:
        """LaTeX of the divisor of the sum: IDCG, with the choice of ``ideal``."""
        return {
            "judged": r"\mathrm{IDCG}@k",
            "uncut": r"\mathrm{IDCG}",
            "retrieved": r"\mathrm{IDCG}_{\mathrm{retrieved}}@k",
            "top k": r"\mathrm{IDCG}_{\mathrm{top}\ k}@k",
        }[self.ideal]

    def _format_norm(self, ranking: Ranking, k: int, /) -> list[Summand]:
        """The divisor with its numbers, as summands (Python, LaTeX, rank or None): the ideal order's gains."""
        grades = {
            "judged": ranking.grades + ranking.missed,
            "uncut": ranking.grades + ranking.missed,
            "retrieved": ranking.grades,
            "top k": ranking.grades[:k],
        }[self.ideal]
        cut = len(grades) if self.ideal == "uncut" else k
        return [
            (*self._format_discounted_gain(grade, i), rank)
            for i, (grade, rank) in enumerate(sort_by_grade(ranking, grades)[:cut], 1)
            if grade or self._lists_zeros(k)
        ]


nDCG = NormalizedDiscountedCumulatedGain()  # noqa: N816 - its name in the literature
