"""R-precision: precision at the rank where a perfect list would be through."""

from __future__ import annotations

from irviz.metrics.binary import CountingMetric
from irviz.metrics.metric import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from irviz.metrics.metric import Written
    from irviz.metrics.ranking import Ranking


class RPrecision(CountingMetric):
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
    shown = False
    uncut = True
    own_cutoff = True
    kin = "P"
    looks_at = "hits"
    strengths = (
        "It brings the cutoff that fits each query: there, precision and recall are one number.",
        "There is no k to argue about.",
    )
    hides = "The order above rank R, and everything below it."
    misleads = (
        "With a single relevant document it is all or nothing; and it needs R, as recall does."
    )
    where_undefined = (
        "Where nothing is relevant, since R is 0. It counts as 0 here, and the page says so."
    )
    use = "Queries differ widely in how many relevant documents they have."

    def _numerators(self, ranking: Ranking, k: int, /) -> Sequence[int]:
        hits = ranking.hits[:k]
        relevant = ranking.relevant
        return (*hits[:relevant], *[0] * (len(hits) - relevant))

    def _total(self, ranking: Ranking, k: int) -> float:
        return super()._total(ranking, min(k, ranking.relevant))

    def _norm(self, ranking: Ranking, _k: int, /) -> Sequence[int]:
        return (ranking.relevant,)

    def _term_formula(self) -> str:
        return r"[i \le R] \cdot \mathrm{hit}_i"

    def _norm_formula(self) -> str:
        return "R"

    def _written_norm(self, ranking: Ranking, _k: int, /) -> list[Written]:
        return [plain(ranking.relevant)]


Rprec = RPrecision()
