"""Success: whether there is anything relevant at all."""

from __future__ import annotations

from irviz.metrics.binary import BinaryMetric
from irviz.metrics.reciprocal_rank import first_hit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from irviz.metrics.ranking import Ranking


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
    _zeros_up_to = 0

    def _numerators(self, ranking: Ranking, k: int, /) -> Sequence[int]:
        return first_hit(ranking, k)

    def _term_formula(self) -> str:
        return r"\mathrm{first}_i"


Success = SuccessAtK()
