"""Precision: how much of what was retrieved is relevant."""

from __future__ import annotations

from irviz.metrics.binary import CountingMetric
from irviz.metrics.metric import plain
from irviz.metrics.parameter import JUDGED_ONLY, REL, UNDEFINED, Choice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from irviz.metrics.metric import Written
    from irviz.metrics.ranking import Ranking


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
    reference = (
        "Kent, Berry, Luehrs & Perry 1955, Machine literature searching VIII, "
        "American Documentation 6(2)"
    )
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
    where_undefined = (
        "Nowhere. With nothing relevant it is 0. Past the end of a short list it still "
        "divides by k."
    )
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
        return ranking.found

    def _norm(self, ranking: Ranking, k: int, /) -> Sequence[int]:
        return range(1, (k if self.denominator == "k" else min(ranking.n or 1, k)) + 1)

    def _norm_at(self, ranking: Ranking, k: int, /) -> int:
        return k if self.denominator == "k" else min(ranking.n or 1, k)

    def _norm_formula(self) -> str:
        return "k" if self.denominator == "k" else r"\min(n, k)"

    def _written_norm(self, ranking: Ranking, k: int, /) -> list[Written]:
        if self.denominator == "k":
            return [plain(k)]
        n = ranking.n or 1
        return [(f"min({n}, {k})", rf"\min({n}, {k})", None)]


P = Precision()
