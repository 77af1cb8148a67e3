"""Set measures: how many relevant documents are above the cutoff, or in the whole list, in any order."""

from __future__ import annotations

from irviz.metrics.gain import OfIdealOrder
from irviz.metrics.metric import R_IS_0, BinaryMetric, CountingMetric, OverRelevant, format_number_summand
from irviz.metrics.parameter import JUDGED_ONLY, REL, UNDEFINED, Choice, Flag, Weight

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import ClassVar

    from irviz.metrics.metric import Summand
    from irviz.metrics.parameter import Parameter
    from irviz.metrics.ranking import Ranking

_KENT = "Kent, Berry, Luehrs & Perry 1955, Machine literature searching VIII, American Documentation 6(2)"


class Precision(CountingMetric):
    r"""P@k, the share of relevant documents among the first k: ``hits in the first k / k``.

    Past the end of a list of n documents k still divides, as in trec_eval: the missing documents
    count as not relevant. ``P(denominator="min(n,k)")`` divides by what was retrieved instead.
    Without a cutoff P is over the whole list; over an empty one it is 0.

    Values are from 0 to 1 and always defined. Swapping documents above the cutoff changes nothing.
    Parameters: ``rel``, ``denominator``, ``judged_only``, ``undefined``.

    Errors: as for :class:`Metric`.

    Source: Kent, Berry, Luehrs & Perry 1955; as computed by trec_eval's ``P`` and ``set_P``.

    >>> from irviz.metrics import P, Ranking
    >>> ranking = Ranking([0, 1, 0, 1])
    >>> (P @ 3)(ranking), (P @ 8)(ranking), (P(denominator="min(n,k)") @ 8)(ranking)
    (0.3333333333333333, 0.25, 0.5)
    """

    name = "P"
    title = "Precision"
    summary = "The share of relevant documents among the first k."
    reference = _KENT
    order_aware = False
    word = "precision"
    rising = True
    looks_at = "hits"
    strengths = (
        "It explains itself: the share of what was shown that was worth showing.",
        "It needs judgments of the first k results only; R may stay unknown.",
    )
    hides = "The order above the cutoff, and everything that was missed."
    misleads = (
        "With fewer than k relevant documents it cannot reach 1, however good the list; a "
        "mean over queries mixes such ceilings."
    )
    where_undefined = "Nowhere. With nothing relevant it is 0. Past the end of a short list it still divides by k."
    use = "People see a fixed number of results, all at once: a page, a shelf, a row of products."
    parameters = (
        REL,
        Choice(
            "denominator",
            "What divides the hits where the list is shorter than k.",
            {
                "k": "k: documents that were never returned count as not relevant",
                "min(n,k)": "the number of documents returned, at most k",
            },
        ),
        JUDGED_ONLY,
        UNDEFINED,
    )
    denominator: str

    def _sums(self, ranking: Ranking, _n: int) -> Sequence[int]:
        """The number of relevant documents down to each rank."""
        return ranking.found

    def _norm(self, ranking: Ranking, k: int, /) -> Sequence[int]:
        """The divisors of the sum at the cutoffs 1 to k: k itself, or with ``denominator="min(n,k)"`` at most n."""
        return range(1, (k if self.denominator == "k" else min(ranking.n or 1, k)) + 1)

    def _norm_at(self, ranking: Ranking, k: int, /) -> int:
        """The divisor of the sum at cutoff k: k, or with ``denominator="min(n,k)"`` at most n."""
        return k if self.denominator == "k" else min(ranking.n or 1, k)

    def _norm_formula(self) -> str:
        """LaTeX of the divisor of the sum: k, or min(n, k)."""
        return "k" if self.denominator == "k" else r"\min(n, k)"

    def _format_norm(self, ranking: Ranking, k: int, /) -> list[Summand]:
        """The divisor with its numbers, as summands (Python, LaTeX, rank or None): k, or min(n, k)."""
        if self.denominator == "k":
            return [format_number_summand(k)]
        n = ranking.n or 1
        return [(f"min({n}, {k})", rf"\min({n}, {k})", None)]


P = Precision()


class Recall(OverRelevant, CountingMetric):
    """R@k, the share of all relevant documents that are in the first k: ``hits in the first k / R``.

    R counts every document judged relevant, retrieved or not, so R@k is at most k / R: it is not
    :data:`Success`, which some call recall too. Values are from 0 to 1, and undefined where nothing
    is relevant. Swapping documents above the cutoff changes nothing. Parameters: ``rel``,
    ``judged_only``, ``undefined``.

    Errors: as for :class:`Metric`.

    Source: Kent, Berry, Luehrs & Perry 1955; as computed by trec_eval's ``recall``.

    >>> from irviz.metrics import R, Ranking
    >>> R.curve(Ranking([0, 1, 0, 1], missed=[1, 1]))
    [0.0, 0.25, 0.25, 0.5]
    """

    name = "R"
    title = "Recall"
    summary = "The share of all relevant documents that stand among the first k."
    reference = _KENT
    order_aware = False
    word = "recall"
    rising = True
    looks_at = "hits"
    strengths = (
        "It says how much was found of all there is to find.",
        "It never falls as k grows, so its curve tells how deep one has to look.",
    )
    hides = "The order above the cutoff, and how many results above it are not relevant."
    misleads = (
        "At small k it cannot reach 1: k / R is the most. At the end of a list that misses "
        "nothing, every order reaches 1. And where not all documents were judged, R is a "
        "guess."
    )
    where_undefined = R_IS_0
    use = (
        "Missing a result costs more than reading one for nothing: law, patents, medicine. Or a second "
        "stage re-ranks what the first one finds."
    )

    def _sums(self, ranking: Ranking, _n: int) -> Sequence[int]:
        """The number of relevant documents down to each rank."""
        return ranking.found


R = Recall()


class FMeasure(CountingMetric):
    """F1@k, the harmonic mean of P@k and R@k: ``2 · hits in the first k / (k + R)``.

    The mean of P and R that ``2PR / (P + R)`` gives, in a form that has a value where both are 0,
    and that divides once. Values are from 0 to 1 and always defined. Swapping documents above the
    cutoff changes nothing. Parameters: ``rel``, ``judged_only``, ``undefined``.

    Errors: as for :class:`Metric`.

    Source: van Rijsbergen 1979, with the same weight on both.

    >>> from irviz.metrics import F1, Ranking
    >>> F1.curve(Ranking([1, 0, 1, 0, 1]))
    [0.5, 0.4, 0.6666666666666666, 0.5714285714285714, 0.75]
    """

    name = "F1"
    title = "F1"
    summary = "The harmonic mean of precision and recall among the first k."
    reference = "van Rijsbergen 1979, Information Retrieval, 2nd edition, chapter 7"
    order_aware = False
    rising = True
    looks_at = "hits"
    strengths = (
        "One number for precision and recall, low as soon as either is low.",
        "It has a value even where both are 0.",
    )
    hides = "Which of the two is low, and the order above the cutoff."
    misleads = "It weighs precision and recall alike, whatever they cost you. At k = R all three are one number."
    use = "A set of results is delivered as a whole, such as tags or matches, and both errors hurt alike."

    def _numerators(self, ranking: Ranking, k: int, /) -> Sequence[int]:
        """What each rank adds: 2 if its document is relevant, else 0."""
        return [2 * hit for hit in super()._numerators(ranking, k)]

    def _total(self, ranking: Ranking, k: int) -> float:
        """Twice the number of relevant documents down to rank k."""
        return 2 * super()._total(ranking, k)

    def _norm(self, ranking: Ranking, k: int, /) -> Sequence[int]:
        """The divisors of the sum at the cutoffs 1 to k: k + R."""
        first = 1 + ranking.relevant
        return range(first, first + k)

    def _term_formula(self) -> str:
        """LaTeX of what rank i adds to the sum: twice the hit."""
        return r"2 \cdot \mathrm{hit}_i"

    def _norm_formula(self) -> str:
        """LaTeX of the divisor of the sum: k + R."""
        return "k + R"

    def _format_term(self, ranking: Ranking, i: int, _numerator: float, /) -> tuple[str, str]:
        """What rank i adds to the sum, with its numbers, as Python and as LaTeX: 2*hit."""
        hit = ranking.hits[i - 1]
        return f"2*{hit}", rf"2 \cdot {hit}"

    def _format_norm(self, ranking: Ranking, k: int, /) -> list[Summand]:
        """The divisor with its numbers, as summands (Python, LaTeX, rank or None): k and R."""
        return [format_number_summand(k), format_number_summand(ranking.relevant)]


F1 = FMeasure()


class SetPrecision(CountingMetric):
    """SetP, the share of relevant documents among all retrieved ones: ``hits / n``.

    What :data:`P` is without a cutoff. ``SetP(relative=True)`` divides by what n documents could
    hold at most, min(n, R). With a cutoff, ``SetP @ k`` counts the hits in the first k only, still
    over n, which is how the value builds up down the list.

    Values are from 0 to 1. Always defined, and 0 for an empty list; the relative one is undefined
    where nothing is relevant. Parameters: ``rel``, ``relative``, ``judged_only``, ``undefined``.

    Errors: as for :class:`Metric`.

    Source: Kent, Berry, Luehrs & Perry 1955; as computed by trec_eval's ``set_P`` and
    ``set_relative_P``.

    >>> from irviz.metrics import Ranking, SetP
    >>> ranking = Ranking([0, 1, 0, 1])
    >>> SetP(ranking), SetP(relative=True)(ranking)
    (0.5, 1.0)
    """

    name = "SetP"
    title = "Set precision"
    summary = "The share of relevant documents among all that were retrieved."
    reference = _KENT
    order_aware = False
    own_cutoff = True
    rising = True
    kin = "P"
    looks_at = "hits"
    strengths = ("It asks for no cutoff: a system that returns fewer documents is judged by those.",)
    hides = "The order, and everything that was missed."
    misleads = "A list of one relevant document is perfect, whatever else there was to find."
    where_undefined = "Nowhere. Of an empty list it is 0."
    use = "The result is a set of documents, such as tags or what a filter lets through."
    parameters: ClassVar[tuple[Parameter, ...]] = (
        REL,
        Flag("relative", "Whether to divide by min(n, R), the most hits that n documents can hold."),
        JUDGED_ONLY,
        UNDEFINED,
    )
    relative: bool

    def _norm(self, ranking: Ranking, _k: int, /) -> Sequence[int]:
        """The divisor of the sum, the same at every cutoff: n, or with ``relative`` min(n, R)."""
        n = ranking.n or 1
        return (min(n, ranking.relevant) if self.relative else n,)

    def _norm_formula(self) -> str:
        """LaTeX of the divisor of the sum: n, or min(n, R)."""
        return r"\min(n, R)" if self.relative else "n"

    def _format_norm(self, ranking: Ranking, _k: int, /) -> list[Summand]:
        """The divisor with its numbers, as summands (Python, LaTeX, rank or None): n, or min(n, R)."""
        n, relevant = ranking.n or 1, ranking.relevant
        if self.relative:
            return [(f"min({n}, {relevant})", rf"\min({n}, {relevant})", None)]
        return [format_number_summand(n)]


class SetRecall(OverRelevant, CountingMetric):
    """SetR, the share of all relevant documents that were retrieved: ``hits / R``.

    What :data:`R` is without a cutoff. With one, ``SetR @ k`` is ``R @ k``. Values are from 0 to 1,
    and undefined where nothing is relevant. Parameters: ``rel``, ``judged_only``, ``undefined``.

    Errors: as for :class:`Metric`.

    Source: Kent, Berry, Luehrs & Perry 1955; as computed by trec_eval's ``set_recall``.

    >>> from irviz.metrics import Ranking, SetR
    >>> SetR(Ranking([0, 1, 0, 1], missed=[1, 1]))
    0.5
    """

    name = "SetR"
    title = "Set recall"
    summary = "The share of all relevant documents that were retrieved."
    reference = _KENT
    order_aware = False
    own_cutoff = True
    rising = True
    kin = "R"
    looks_at = "hits"
    strengths = ("It says how much a first stage leaves for a second one to put in order.",)
    hides = "The order, and how many results are not relevant."
    misleads = "Whoever returns everything has a recall of 1."
    where_undefined = R_IS_0
    use = "A set is delivered as a whole, and missing a result costs more than reading one for nothing."


class SetFMeasure(BinaryMetric):
    """SetF, the weighted harmonic mean of SetP and SetR: ``(1 + beta) · hits / (n + beta · R)``.

    ``beta`` is how much more recall weighs, 1 for both alike. As in trec_eval and ir_measures it is
    not squared: their 4 is the textbooks' beta of 2. With a cutoff, ``SetF @ k`` counts the hits in
    the first k only, still over the same norm.

    Values are from 0 to 1 and always defined; 0 where nothing is retrieved or nothing relevant.
    Parameters: ``beta`` (a number above 0), ``rel``, ``judged_only``, ``undefined``.

    Errors: as for :class:`Metric`.

    Source: van Rijsbergen 1979; as computed by trec_eval's ``set_F``.

    >>> from irviz.metrics import Ranking, SetF
    >>> ranking = Ranking([0, 1, 0, 1], missed=[1])
    >>> round(SetF(ranking), 4), round(SetF(beta=4.0)(ranking), 4)
    (0.5714, 0.625)
    """

    name = "SetF"
    title = "Set F"
    summary = "The weighted harmonic mean of precision and recall over all that was retrieved."
    reference = "van Rijsbergen 1979, Information Retrieval, 2nd edition, chapter 7"
    order_aware = False
    own_cutoff = True
    rising = True
    kin = "F1"
    looks_at = "hits"
    strengths = ("One number for a set, low as soon as precision or recall is low.",)
    hides = "Which of the two is low, and the order."
    misleads = "Tools differ in whether beta is squared: say which weight you gave to recall."
    where_undefined = "Nowhere. It is 0 where nothing is retrieved or nothing is relevant."
    use = "A set of results is delivered as a whole, and you know what a miss costs."
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Weight("beta", 1.0, "How much more recall weighs than precision."),
        REL,
        JUDGED_ONLY,
        UNDEFINED,
    )
    beta: float

    def _numerators(self, ranking: Ranking, k: int, /) -> Sequence[int]:
        """What each rank adds: if its document is relevant, the sum of the weights of precision and recall."""
        weight = sum(_scale_weights(self.beta))
        return [weight * hit for hit in ranking.hits[:k]]

    def _norm(self, ranking: Ranking, _k: int, /) -> Sequence[int]:
        """The divisor of the sum, the same at every cutoff: the weighted sum of n and R."""
        precision, recall = _scale_weights(self.beta)
        return (precision * (ranking.n or 1) + recall * ranking.relevant,)

    def _term_formula(self) -> str:
        """LaTeX of what rank i adds to the sum: the sum of both weights times the hit."""
        precision, recall = _scale_weights(self.beta)
        return rf"({precision} + {recall}) \cdot \mathrm{{hit}}_i"

    def _norm_formula(self) -> str:
        """LaTeX of the divisor of the sum: the weighted sum of n and R."""
        precision, recall = _scale_weights(self.beta)
        return rf"{precision} \cdot n + {recall} \cdot R"

    def _format_term(self, ranking: Ranking, i: int, _numerator: float, /) -> tuple[str, str]:
        """What rank i adds to the sum, with its numbers, as Python and as LaTeX: (weight + weight)*hit."""
        precision, recall = _scale_weights(self.beta)
        hit = ranking.hits[i - 1]
        return f"({precision} + {recall})*{hit}", rf"({precision} + {recall}) \cdot {hit}"

    def _format_norm(self, ranking: Ranking, _k: int, /) -> list[Summand]:
        """The divisor with its numbers, as summands (Python, LaTeX, rank or None): weight*n and weight*R."""
        pairs = zip(_scale_weights(self.beta), (ranking.n or 1, ranking.relevant), strict=True)
        return [(f"{part}*{count}", rf"{part} \cdot {count}", None) for part, count in pairs]


def _scale_weights(beta: float) -> tuple[int, int]:
    """The weights of precision and recall in SetF: two whole numbers in the proportion 1 to beta.

    >>> _scale_weights(1.0), _scale_weights(0.3)
    ((1, 1), (10, 3))
    """
    if beta == 1:
        return 1, 1
    from fractions import Fraction  # noqa: PLC0415 - slow to import, and only this needs it

    # As the number is written: a double that is called .3 is a little less.
    weight = Fraction(repr(beta))
    return weight.denominator, weight.numerator


class SetAveragePrecision(CountingMetric):
    """SetAP, precision times recall of the set: ``hits² / (n · R)``.

    What AP would be, were the hits spread evenly. With a cutoff, ``SetAP @ k`` is the part of the
    hits in the first k. Values are from 0 to 1, and undefined where nothing is relevant.
    Parameters: ``rel``, ``judged_only``, ``undefined``.

    Errors: as for :class:`Metric`.

    Source: Buckley & Voorhees 2005; as computed by trec_eval's ``set_map``.

    >>> from irviz.metrics import Ranking, SetAP
    >>> SetAP(Ranking([0, 1, 0, 1], missed=[1, 1]))
    0.25
    """

    name = "SetAP"
    title = "Set average precision"
    summary = "Precision times recall over all that was retrieved."
    reference = "Buckley & Voorhees 2005, Retrieval system evaluation, in TREC, MIT Press"
    order_aware = False
    own_cutoff = True
    kin = "AP"
    strengths = ("It is 1 exactly where the set is all that is relevant, and nothing else.",)
    hides = "The order, and which of precision and recall is low."
    misleads = "A product of two shares is lower than either: half and half make a quarter."
    where_undefined = R_IS_0
    use = "Values of trec_eval's set_map are to be reproduced. Else take SetF."

    def _numerators(self, ranking: Ranking, k: int, /) -> Sequence[int]:
        """What each rank adds: if its document is relevant, the number of hits in the whole list."""
        hits = len(ranking.hit_ranks)
        return [hits * hit for hit in ranking.hits[:k]]

    def _total(self, ranking: Ranking, k: int) -> float:
        """The hits down to rank k times those of the whole list."""
        return len(ranking.hit_ranks) * super()._total(ranking, k)

    def _norm(self, ranking: Ranking, _k: int, /) -> Sequence[int]:
        """The divisor of the sum, the same at every cutoff: the product n * R."""
        return ((ranking.n or 1) * ranking.relevant,)

    def _term_formula(self) -> str:
        """LaTeX of what rank i adds to the sum: the hit times all hits."""
        return r"\mathrm{hit}_i \cdot \mathrm{hits}"

    def _norm_formula(self) -> str:
        """LaTeX of the divisor of the sum: n times R."""
        return r"n \cdot R"

    def _format_term(self, ranking: Ranking, i: int, _numerator: float, /) -> tuple[str, str]:
        """What rank i adds to the sum, with its numbers, as Python and as LaTeX: hit*hits."""
        hit, hits = ranking.hits[i - 1], len(ranking.hit_ranks)
        return f"{hit}*{hits}", rf"{hit} \cdot {hits}"

    def _format_norm(self, ranking: Ranking, _k: int, /) -> list[Summand]:
        """The divisor with its numbers, as summands (Python, LaTeX, rank or None): (n * R)."""
        n, relevant = ranking.n or 1, ranking.relevant
        return [(f"({n} * {relevant})", rf"{n} \cdot {relevant}", None)]


SetP = SetPrecision()
SetR = SetRecall()
SetF = SetFMeasure()
SetAP = SetAveragePrecision()


_TREC = "Buckley & Voorhees 2005, Retrieval system evaluation, in TREC, MIT Press"


class NumberRetrieved(BinaryMetric):
    """NumRet, how many documents were retrieved; with ``rel``, those of at least that grade.

    With a cutoff, ``NumRet @ k`` is how many of the first k there are. Over queries it is added up
    (``Evaluation.overall``). Values are from 0 up without limit, and always defined. Swapping
    documents changes nothing. Parameters: ``rel``, ``undefined``.

    Errors: as for :class:`Metric`.

    Source: as computed by trec_eval's ``num_ret``, and by ir_measures' ``NumRet``.

    >>> from irviz.metrics import NumRet, Ranking
    >>> NumRet(Ranking([0, 1, 2])), NumRet(rel=1)(Ranking([0, 1, 2]))
    (3.0, 2.0)
    """

    name = "NumRet"
    title = "Number retrieved"
    summary = "How many documents were retrieved."
    reference = _TREC
    order_aware = False
    range = (0.0, float("inf"))
    summed = True
    own_cutoff = True
    kin = "P"
    strengths = ("It shows at once that a run is shorter than it should be.",)
    hides = "Everything but the length of the list."
    misleads = "More is not better."
    where_undefined = "Nowhere. Of an empty list it is 0."
    use = "As the first thing to look at in a run that you do not know."
    parameters = (REL, UNDEFINED)

    def _numerators(self, ranking: Ranking, k: int, /) -> Sequence[int]:
        """What each rank adds: 1, or with ``rel`` 1 only if its document is relevant."""
        return (1,) * min(ranking.n, k) if self.rel is None else ranking.hits[:k]

    def _term_formula(self) -> str:
        """LaTeX of what rank i adds to the sum: 1 down to n, or with ``rel`` the hit."""
        return "[i \\le n]" if self.rel is None else r"\mathrm{hit}_i"


class NumberRelevant(OfIdealOrder, BinaryMetric):
    """NumRel, R: how many judged documents are relevant, retrieved or not.

    With a cutoff, ``NumRel @ k`` is the most that the first k could hold. Over queries it is added
    up (``Evaluation.overall``). Values are from 0 up without limit, and always defined. Swapping
    documents changes nothing. Parameters: ``rel``, ``undefined``.

    Errors: as for :class:`Metric`.

    Source: as computed by trec_eval's ``num_rel``.

    >>> from irviz.metrics import NumRel, Ranking
    >>> NumRel(Ranking([0, 1, 0], missed=[1, 1]))
    3.0
    """

    name = "NumRel"
    title = "Number relevant"
    summary = "How many judged documents are relevant, retrieved or not."
    reference = _TREC
    order_aware = False
    range = (0.0, float("inf"))
    summed = True
    own_cutoff = True
    kin = "R"
    strengths = ("It says what recall is a share of.",)
    hides = "The list that you look at; only the judgments matter."
    misleads = "It counts what was judged relevant: in a large collection more is relevant than was judged."
    where_undefined = "Nowhere. Where nothing is relevant it is 0."
    use = "To see which queries have so few relevant documents that one of them decides."
    parameters = (REL, UNDEFINED)

    def _numerators(self, ranking: Ranking, k: int, /) -> Sequence[int]:
        """What each rank adds: 1 if the ideal order has a relevant document there, else 0."""
        threshold = ranking.threshold
        return [1 if grade >= threshold else 0 for grade in self._order(ranking)[:k]]

    def _term_formula(self) -> str:
        """LaTeX of what rank i adds to the sum: 1 down to R."""
        return r"[i \le R]"


class NumberRelevantRetrieved(CountingMetric):
    """NumRelRet, how many relevant documents were retrieved.

    With a cutoff, ``NumRelRet @ k`` counts in the first k. Over queries it is added up
    (``Evaluation.overall``). Values are from 0 up without limit, and always defined. Swapping
    documents above the cutoff changes nothing. Parameters: ``rel``, ``undefined``.

    Errors: as for :class:`Metric`.

    Source: as computed by trec_eval's ``num_rel_ret``, and by ir_measures' ``NumRelRet``.

    >>> from irviz.metrics import NumRelRet, Ranking
    >>> NumRelRet(Ranking([0, 1, 2], missed=[1]))
    2.0
    """

    name = "NumRelRet"
    title = "Number relevant and retrieved"
    summary = "How many relevant documents were retrieved."
    reference = _TREC
    order_aware = False
    range = (0.0, float("inf"))
    summed = True
    own_cutoff = True
    rising = True
    kin = "R"
    looks_at = "hits"
    strengths = ("Plain to explain, and what precision and recall are made of.",)
    hides = "How long the list is, how much there was to find, and the order."
    misleads = "Queries with many relevant documents weigh most in its sum."
    where_undefined = "Nowhere. With nothing relevant it is 0."
    use = "Beside NumRet and NumRel, to see what a run is like."
    parameters = (REL, UNDEFINED)


NumRet = NumberRetrieved()
NumRel = NumberRelevant()
NumRelRet = NumberRelevantRetrieved()
