"""Inferred AP: average precision where only a sample of the pool was judged."""

from __future__ import annotations

from itertools import accumulate

from irviz.metrics.binary import BinaryMetric
from irviz.metrics.metric import plain
from irviz.metrics.parameter import REL, UNDEFINED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from irviz.metrics.metric import Written
    from irviz.metrics.ranking import Ranking

# trec_eval's, so that nothing is divided by 0 where nothing above is judged.
_E = "0.00001"
EPSILON = float(_E)


class InferredAveragePrecision(BinaryMetric):
    """infAP, average precision with the precision above each relevant document inferred from a sample.

    At a relevant document of rank i the expected precision is ``1/i`` for itself, and for what
    stands above it the share that was in the pool, times the share of relevant documents among those
    of them that were judged. So a document of the pool that was not judged (a negative grade in the
    judgments) is taken to be like the judged ones, and one outside of the pool not to be relevant.
    Where all of a pool was judged, infAP is AP, to five digits. ``infAP @ k`` is how the value builds
    up down the list.

    Values are from 0 to 1, and undefined where nothing is relevant. Parameters: ``rel``,
    ``undefined``.

    Errors: as for :class:`Metric`.

    Source: Yilmaz & Aslam 2006; as computed by trec_eval's ``infAP``, with its smoothing of .00001.

    >>> from irviz.metrics import AP, Ranking, infAP
    >>> sampled = Ranking([1, None, 0, 1], pooled=[2])
    >>> round(infAP(sampled), 4), round(AP(sampled), 4)
    (0.8125, 0.75)
    """

    name = "infAP"
    title = "Inferred AP"
    summary = (
        "Average precision, the precision above each relevant rank inferred from what is judged."
    )
    reference = (
        "Yilmaz & Aslam 2006, Estimating average precision with incomplete and imperfect judgments, "
        "CIKM"
    )
    sees_judged = True
    shown = False
    uncut = True
    own_cutoff = True
    kin = "AP"
    symbols = (
        ("pool", r"\mathrm{pool}_i", "In infAP: how many documents of the pool stand above rank i."),
        ("inferred", r"\hat{p}_i", "In infAP: the relevant share of what is judged above rank i."),
    )  # fmt: skip
    strengths = (
        "It estimates AP from a random sample of judgments, at a fraction of the work.",
        "With all of the pool judged it is AP.",
    )
    hides = "Degrees of relevance, and how large the error of the estimate is."
    misleads = (
        "It is right for a random sample of the pool only. Where judgments do not mark the pool by "
        "negative grades, it is AP."
    )
    where_undefined = (
        "Where nothing is relevant, since R is 0. It counts as 0 here, and the page says so."
    )
    use = "A random part of a pool was judged, and the judgments say which."
    parameters = (REL, UNDEFINED)
    _zeros_up_to = 0

    def _numerators(self, ranking: Ranking, k: int, /) -> Sequence[float]:
        rows = zip(ranking.hits[:k], *_above(ranking), strict=False)
        return [
            _expected(i, pool, judged, relevant) if hit else 0.0
            for i, (hit, pool, judged, relevant) in enumerate(rows)
        ]

    def _norm(self, ranking: Ranking, _k: int, /) -> Sequence[int]:
        return (ranking.relevant,)

    def _term_formula(self) -> str:
        return (
            r"\mathrm{hit}_i \left(\frac{1}{i} + \frac{i-1}{i} \cdot "
            r"\frac{\mathrm{pool}_i}{i-1} \cdot \hat{p}_i\right)"
        )

    def _norm_formula(self) -> str:
        return "R"

    def _written_term(self, ranking: Ranking, i: int, _numerator: float, /) -> tuple[str, str]:
        if i == 1:
            return "1", "1"
        pool, judged, relevant = (column[i - 1] for column in _above(ranking))
        text = f"(1/{i} + {i - 1}/{i}*({pool}/{i - 1})*(({relevant} + {_E})/({judged} + 2*{_E})))"
        latex = (
            rf"\left(\frac{{1}}{{{i}}} + \frac{{{i - 1}}}{{{i}}} \cdot \frac{{{pool}}}{{{i - 1}}} "
            rf"\cdot \frac{{{relevant} + {_E}}}{{{judged} + 2 \cdot {_E}}}\right)"
        )
        return text, latex

    def _written_norm(self, ranking: Ranking, _k: int, /) -> list[Written]:
        return [plain(ranking.relevant)]


def _expected(above: int, pool: int, judged: int, relevant: int) -> float:
    """The precision to be expected at a relevant document, from what stands above it."""
    if not above:
        return 1.0
    share = (relevant + EPSILON) / (judged + 2 * EPSILON)
    return 1 / (above + 1) + above / (above + 1) * (pool / above) * share


def _above(ranking: Ranking) -> tuple[Sequence[int], Sequence[int], Sequence[int]]:
    """How many documents of the pool, judged ones and relevant ones stand above each rank."""
    return tuple(  # type: ignore[return-value]
        [*accumulate(column, initial=0)]
        for column in (ranking.pooled, ranking.judged, ranking.hits)
    )


infAP = InferredAveragePrecision()  # noqa: N816 - its name in the literature
