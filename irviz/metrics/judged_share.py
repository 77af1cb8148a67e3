"""Judged: how much of what was retrieved somebody looked at."""

from __future__ import annotations

from irviz.metrics.metric import Metric
from irviz.metrics.parameter import UNDEFINED, Flag

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import ClassVar

    from irviz.metrics.metric import Written
    from irviz.metrics.parameter import Parameter
    from irviz.metrics.ranking import Ranking


class JudgedShare(Metric):
    """Judged@k, the share of the first k documents that have a judgment: ``judged / min(n, k)``.

    It measures the judgments and not the list: the lower it is, the less other values say. Past the
    end of a list of n documents n divides, as in ir_measures; trec_eval's ``unj`` is the other part,
    over k. A document with a negative grade was in the pool, and nobody judged it: it counts with
    ``pooled=True``, as in ir_measures, and else not, as in trec_eval. Without a cutoff it is over the
    whole list; over an empty one it is 0.

    Values are from 0 to 1 and always defined. Swapping documents above the cutoff changes nothing.
    Parameters: ``pooled``, ``undefined``.

    Errors: as for :class:`Metric`.

    Source: as computed by ir_measures' ``Judged``; on what it tells, Sakai 2007.

    >>> from irviz.metrics import Judged, Ranking
    >>> Judged.curve(Ranking([1, None, 0, None]))
    [1.0, 0.5, 0.6666666666666666, 0.5]
    """

    name = "Judged"
    title = "Judged"
    summary = "The share of the first k documents that somebody judged."
    reference = "Sakai 2007, Alternatives to bpref, SIGIR"
    order_aware = False
    sees_judged = True
    shown = False
    kin = "P"
    strengths = (
        "It says how far the other numbers can be trusted: what nobody judged counts as not relevant.",
        "It shows whether an old test collection is fair to a new system.",
    )
    hides = "Whether anything is relevant, and the order above the cutoff."
    misleads = (
        "It is no measure of quality: a good new system finds documents that nobody judged yet."
    )
    where_undefined = "Nowhere. Of an empty list it is 0."
    use = "Beside any other metric, when a run took no part in making the judgments."

    parameters: ClassVar[tuple[Parameter, ...]] = (
        Flag("pooled", "Whether documents of the pool that nobody judged (negative grades) count."),
        UNDEFINED,
    )
    pooled: bool

    def _numerators(self, ranking: Ranking, k: int, /) -> Sequence[int]:
        return (ranking.pooled if self.pooled else ranking.judged)[:k]

    def _norm(self, ranking: Ranking, k: int, /) -> Sequence[int]:
        return range(1, min(ranking.n or 1, k) + 1)

    def _term_formula(self) -> str:
        return r"\mathrm{judged}_i"

    def _norm_formula(self) -> str:
        return r"\min(n, k)"

    def _written_norm(self, ranking: Ranking, k: int, /) -> list[Written]:
        n = ranking.n or 1
        return [(f"min({n}, {k})", rf"\min({n}, {k})", None)]


Judged = JudgedShare()
