"""Metrics that distinguish unjudged results from those judged not relevant."""

from __future__ import annotations

from itertools import accumulate

from irviz.metrics.metric import R_IS_0, Metric, OverRelevant
from irviz.metrics.parameter import REL, UNDEFINED, Flag

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import ClassVar

    from irviz.metrics.metric import Summand
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
    misleads = "It is no measure of quality: a good new system finds documents that nobody judged yet."
    where_undefined = "Nowhere. Of an empty list it is 0."
    use = "Beside any other metric, when a run took no part in making the judgments."

    parameters: ClassVar[tuple[Parameter, ...]] = (
        Flag("pooled", "Whether documents of the pool that nobody judged (negative grades) count."),
        UNDEFINED,
    )
    pooled: bool

    def _numerators(self, ranking: Ranking, k: int, /) -> Sequence[int]:
        """What each rank adds: 1 if its document is judged (or, with ``pooled``, in the pool), else 0."""
        return (ranking.pooled if self.pooled else ranking.judged)[:k]

    def _norm(self, ranking: Ranking, k: int, /) -> Sequence[int]:
        """The divisors of the sum at the cutoffs 1 to k: k, but at most n."""
        return range(1, min(ranking.n or 1, k) + 1)

    def _term_formula(self) -> str:
        """LaTeX of what rank i adds to the sum: 1 if judged."""
        return r"\mathrm{judged}_i"

    def _norm_formula(self) -> str:
        """LaTeX of the divisor of the sum: min(n, k)."""
        return r"\min(n, k)"

    def _format_norm(self, ranking: Ranking, k: int, /) -> list[Summand]:
        """The divisor with its numbers, as summands (Python, LaTeX, rank or None): min(n, k)."""
        n = ranking.n or 1
        return [(f"min({n}, {k})", rf"\min({n}, {k})", None)]


Judged = JudgedShare()


class BinaryPreference(OverRelevant):
    """Bpref, the share of pairs of judged documents, one relevant and one not, in the right order.

    Each relevant document adds 1, less the share of the documents judged not relevant that stand
    above it; no more than R of those count. So documents that nobody judged might as well not be
    there: ``sum of hit_i · (1 - min(above_i, R) / min(N, R)), / R``, N being the number of documents
    judged not relevant, retrieved or not. ``Bpref @ k`` is how the value builds up down the list.

    Values are from 0 to 1, and undefined where nothing is relevant. Parameters: ``rel``,
    ``undefined``.

    Errors: as for :class:`Metric`.

    Source: Buckley & Voorhees 2004; as computed by trec_eval's ``bpref``. As there, a document with
    a negative grade is not judged.

    >>> from irviz.metrics import Bpref, Ranking
    >>> Bpref(Ranking([1, None, 0, 1, 0, 1], missed=[0]))
    0.6666666666666666
    """

    name = "Bpref"
    title = "Binary preference"
    summary = "The share of pairs of a relevant and a not relevant document that stand the right way."
    reference = "Buckley & Voorhees 2004, Retrieval evaluation with incomplete information, SIGIR"
    sees_judged = True
    own_cutoff = True
    kin = "AP"
    symbols = (
        ("above", r"\mathrm{above}_i", "In Bpref: how many documents above rank i are judged not relevant."),
        ("not-relevant", "N", "In Bpref: how many documents are judged not relevant, retrieved or not."),
    )  # fmt: skip
    strengths = (
        "It asks judged documents only, so holes in the judgments do not count as not relevant.",
        "It stays steady while judgments are taken away (Buckley & Voorhees 2004).",
    )
    hides = "How many documents that nobody judged stand above the relevant ones."
    misleads = (
        "Only the first R documents judged not relevant count, so with few relevant ones it is coarse. "
        "AP over the judged documents alone tells systems apart better (Sakai 2007)."
    )
    where_undefined = R_IS_0
    use = "Judgments have large holes, and some documents are judged not relevant."
    parameters = (REL, UNDEFINED)

    def _numerators(self, ranking: Ranking, k: int, /) -> Sequence[float]:
        """What each rank adds: if relevant, 1 less the share of judged nonrelevant documents above it."""
        most = ranking.relevant
        least = min(_count_nonrelevant(ranking), most)
        return [
            (1.0 - min(above, most) / least if above else 1.0) if hit else 0.0
            for hit, above in zip(ranking.hits[:k], _count_nonrelevant_above(ranking), strict=False)
        ]

    def _term_formula(self) -> str:
        """LaTeX of what rank i adds to the sum, with the number of nonrelevant documents above."""
        return r"\mathrm{hit}_i \left(1 - \frac{\min(\mathrm{above}_i, R)}{\min(N, R)}\right)"

    def _format_term(self, ranking: Ranking, i: int, _numerator: float, /) -> tuple[str, str]:
        """What rank i adds to the sum, with its numbers, as Python and as LaTeX: (1 - above/N)."""
        above, most = _count_nonrelevant_above(ranking)[i - 1], ranking.relevant
        if not above or not ranking.hits[i - 1]:
            return (str(ranking.hits[i - 1]),) * 2
        of, least = min(above, most), min(_count_nonrelevant(ranking), most)
        return f"(1 - {of}/{least})", rf"\left(1 - \frac{{{of}}}{{{least}}}\right)"


def _count_nonrelevant_above(ranking: Ranking) -> list[int]:
    """For each rank, how many documents above it are judged not relevant."""
    count = 0
    counts = []
    for judged, hit in zip(ranking.judged, ranking.hits, strict=True):
        counts.append(count)
        count += judged and not hit
    return counts


def _count_nonrelevant(ranking: Ranking) -> int:
    """N, the number of documents that are judged not relevant, retrieved or not."""
    return sum(ranking.judged) + len(ranking.missed) - ranking.relevant


Bpref = BinaryPreference()


# trec_eval's, so that nothing is divided by 0 where nothing above is judged.
_E = "0.00001"
EPSILON = float(_E)


class InferredAveragePrecision(OverRelevant):
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
    summary = "Average precision, the precision above each relevant rank inferred from what is judged."
    reference = "Yilmaz & Aslam 2006, Estimating average precision with incomplete and imperfect judgments, CIKM"
    sees_judged = True
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
    where_undefined = R_IS_0
    use = "A random part of a pool was judged, and the judgments say which."
    parameters = (REL, UNDEFINED)
    _writes_zeros = False

    def _numerators(self, ranking: Ranking, k: int, /) -> Sequence[float]:
        """What each rank adds: if relevant, the precision expected there, else 0."""
        rows = zip(ranking.hits[:k], *_count_pool_above(ranking), strict=False)
        return [
            _estimate_precision(i, pool, judged, relevant) if hit else 0.0
            for i, (hit, pool, judged, relevant) in enumerate(rows)
        ]

    def _term_formula(self) -> str:
        """LaTeX of what rank i adds to the sum: the expected precision at a relevant document."""
        return (
            r"\mathrm{hit}_i \left(\frac{1}{i} + \frac{i-1}{i} \cdot "
            r"\frac{\mathrm{pool}_i}{i-1} \cdot \hat{p}_i\right)"
        )

    def _format_term(self, ranking: Ranking, i: int, _numerator: float, /) -> tuple[str, str]:
        """What rank i adds to the sum, with its numbers, as Python and as LaTeX: the expected precision there."""
        if i == 1:
            return "1", "1"
        pool, judged, relevant = (column[i - 1] for column in _count_pool_above(ranking))
        text = f"(1/{i} + {i - 1}/{i}*({pool}/{i - 1})*(({relevant} + {_E})/({judged} + 2*{_E})))"
        latex = (
            rf"\left(\frac{{1}}{{{i}}} + \frac{{{i - 1}}}{{{i}}} \cdot \frac{{{pool}}}{{{i - 1}}} "
            rf"\cdot \frac{{{relevant} + {_E}}}{{{judged} + 2 \cdot {_E}}}\right)"
        )
        return text, latex


def _estimate_precision(above: int, pool: int, judged: int, relevant: int) -> float:
    """The precision expected at a relevant rank, from four counts of the documents above it, relevant ones last.

    ``above`` counts all, ``pool`` those of the pool, ``judged`` the judged ones.
    """
    if not above:
        return 1.0
    share = (relevant + EPSILON) / (judged + 2 * EPSILON)
    return 1 / (above + 1) + above / (above + 1) * (pool / above) * share


def _count_pool_above(ranking: Ranking) -> tuple[Sequence[int], Sequence[int], Sequence[int]]:
    """Three counts by rank of the documents above it: those of the pool, the judged and the relevant ones."""
    return tuple(  # type: ignore[return-value]
        [*accumulate(column, initial=0)] for column in (ranking.pooled, ranking.judged, ranking.hits)
    )


infAP = InferredAveragePrecision()  # noqa: N816 - its name in the literature
