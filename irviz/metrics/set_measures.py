"""Set measures: the list as a bag of documents, without ranks and without a cutoff."""

from __future__ import annotations

from irviz.metrics.binary import BinaryMetric, CountingMetric
from irviz.metrics.metric import plain
from irviz.metrics.parameter import JUDGED_ONLY, REL, UNDEFINED, Flag, Weight

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import ClassVar

    from irviz.metrics.metric import Written
    from irviz.metrics.parameter import Parameter
    from irviz.metrics.ranking import Ranking

_KENT = "Kent, Berry, Luehrs & Perry 1955, Machine literature searching VIII, American Documentation 6(2)"
_UNDEFINED = "Where nothing is relevant, since R is 0. It counts as 0 here, and the page says so."


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
    shown = False
    uncut = True
    own_cutoff = True
    rising = True
    kin = "P"
    looks_at = "hits"
    strengths = (
        "It asks for no cutoff: a system that returns fewer documents is judged by those.",
    )
    hides = "The order, and everything that was missed."
    misleads = "A list of one relevant document is perfect, whatever else there was to find."
    where_undefined = "Nowhere. Of an empty list it is 0."
    use = "The result is a set of documents, such as tags or what a filter lets through."
    parameters: ClassVar[tuple[Parameter, ...]] = (
        REL,
        Flag(
            "relative", "Whether to divide by min(n, R), the most hits that n documents can hold."
        ),
        JUDGED_ONLY,
        UNDEFINED,
    )
    relative: bool

    def _norm(self, ranking: Ranking, _k: int, /) -> Sequence[int]:
        n = ranking.n or 1
        return (min(n, ranking.relevant) if self.relative else n,)

    def _norm_formula(self) -> str:
        return r"\min(n, R)" if self.relative else "n"

    def _written_norm(self, ranking: Ranking, _k: int, /) -> list[Written]:
        n, relevant = ranking.n or 1, ranking.relevant
        if self.relative:
            return [(f"min({n}, {relevant})", rf"\min({n}, {relevant})", None)]
        return [plain(n)]


class SetRecall(CountingMetric):
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
    shown = False
    uncut = True
    own_cutoff = True
    rising = True
    kin = "R"
    looks_at = "hits"
    strengths = ("It says how much a first stage leaves for a second one to put in order.",)
    hides = "The order, and how many results are not relevant."
    misleads = "Whoever returns everything has a recall of 1."
    where_undefined = _UNDEFINED
    use = "A set is delivered as a whole, and missing a result costs more than reading one for nothing."

    def _norm(self, ranking: Ranking, _k: int, /) -> Sequence[int]:
        return (ranking.relevant,)

    def _norm_formula(self) -> str:
        return "R"

    def _written_norm(self, ranking: Ranking, _k: int, /) -> list[Written]:
        return [plain(ranking.relevant)]


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
    shown = False
    uncut = True
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
        weight = sum(_parts(self.beta))
        return [weight * hit for hit in ranking.hits[:k]]

    def _norm(self, ranking: Ranking, _k: int, /) -> Sequence[int]:
        precision, recall = _parts(self.beta)
        return (precision * (ranking.n or 1) + recall * ranking.relevant,)

    def _term_formula(self) -> str:
        precision, recall = _parts(self.beta)
        return rf"({precision} + {recall}) \cdot \mathrm{{hit}}_i"

    def _norm_formula(self) -> str:
        precision, recall = _parts(self.beta)
        return rf"{precision} \cdot n + {recall} \cdot R"

    def _written_term(self, ranking: Ranking, i: int, _numerator: float, /) -> tuple[str, str]:
        precision, recall = _parts(self.beta)
        hit = ranking.hits[i - 1]
        return f"({precision} + {recall})*{hit}", rf"({precision} + {recall}) \cdot {hit}"

    def _written_norm(self, ranking: Ranking, _k: int, /) -> list[Written]:
        counts = (ranking.n or 1, ranking.relevant)
        pairs = zip(_parts(self.beta), counts, strict=True)
        return [(f"{part}*{count}", rf"{part} \cdot {count}", None) for part, count in pairs]


def _parts(beta: float) -> tuple[int, int]:
    """The weights of precision and recall as whole numbers, so that no sum of theirs is rounded.

    >>> _parts(1.0), _parts(0.3)
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
    shown = False
    uncut = True
    own_cutoff = True
    kin = "AP"
    strengths = ("It is 1 exactly where the set is all that is relevant, and nothing else.",)
    hides = "The order, and which of precision and recall is low."
    misleads = "A product of two shares is lower than either: half and half make a quarter."
    where_undefined = _UNDEFINED
    use = "Values of trec_eval's set_map are to be reproduced. Else take SetF."

    def _numerators(self, ranking: Ranking, k: int, /) -> Sequence[int]:
        hits = len(ranking.hit_ranks)
        return [hits * hit for hit in ranking.hits[:k]]

    def _total(self, ranking: Ranking, k: int) -> float:
        return len(ranking.hit_ranks) * super()._total(ranking, k)

    def _norm(self, ranking: Ranking, _k: int, /) -> Sequence[int]:
        return ((ranking.n or 1) * ranking.relevant,)

    def _term_formula(self) -> str:
        return r"\mathrm{hit}_i \cdot \mathrm{hits}"

    def _norm_formula(self) -> str:
        return r"n \cdot R"

    def _written_term(self, ranking: Ranking, i: int, _numerator: float, /) -> tuple[str, str]:
        hit, hits = ranking.hits[i - 1], len(ranking.hit_ranks)
        return f"{hit}*{hits}", rf"{hit} \cdot {hits}"

    def _written_norm(self, ranking: Ranking, _k: int, /) -> list[Written]:
        n, relevant = ranking.n or 1, ranking.relevant
        return [(f"({n} * {relevant})", rf"{n} \cdot {relevant}", None)]


SetP = SetPrecision()
SetR = SetRecall()
SetF = SetFMeasure()
SetAP = SetAveragePrecision()
