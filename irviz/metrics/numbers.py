"""Numbers of documents: retrieved, relevant, and both."""

from __future__ import annotations

from irviz.metrics.binary import BinaryMetric, CountingMetric
from irviz.metrics.discounted_gain import best_order
from irviz.metrics.parameter import REL, UNDEFINED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from irviz.metrics.ranking import Ranking

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
    shown = False
    summed = True
    uncut = True
    own_cutoff = True
    kin = "P"
    strengths = ("It shows at once that a run is shorter than it should be.",)
    hides = "Everything but the length of the list."
    misleads = "More is not better."
    where_undefined = "Nowhere. Of an empty list it is 0."
    use = "As the first thing to look at in a run that you do not know."
    parameters = (REL, UNDEFINED)

    def _numerators(self, ranking: Ranking, k: int, /) -> Sequence[int]:
        return (1,) * min(ranking.n, k) if self.rel is None else ranking.hits[:k]

    def _term_formula(self) -> str:
        return "[i \\le n]" if self.rel is None else r"\mathrm{hit}_i"


class NumberRelevant(BinaryMetric):
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
    shown = False
    summed = True
    uncut = True
    own_cutoff = True
    kin = "R"
    strengths = ("It says what recall is a share of.",)
    hides = "The list that you look at; only the judgments matter."
    misleads = "It counts what was judged relevant: in a large collection more is relevant than was judged."
    where_undefined = "Nowhere. Where nothing is relevant it is 0."
    use = "To see which queries have so few relevant documents that one of them decides."
    parameters = (REL, UNDEFINED)

    def _order(self, ranking: Ranking) -> Sequence[int]:
        ideal = ranking.ideal
        return ideal + (0,) * (ranking.n - len(ideal))

    def _numerators(self, ranking: Ranking, k: int, /) -> Sequence[int]:
        threshold = ranking.threshold
        return [1 if grade >= threshold else 0 for grade in self._order(ranking)[:k]]

    def _ranks(self, ranking: Ranking, k: int, /) -> Sequence[int | None]:
        return [rank for _, rank in best_order(ranking, ranking.grades + ranking.missed)[:k]]

    def _whole(self, ranking: Ranking, /) -> int:
        return max(ranking.n, len(ranking.ideal), 1)

    def _term_formula(self) -> str:
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
    shown = False
    summed = True
    uncut = True
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
