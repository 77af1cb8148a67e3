"""Binary preference: how seldom a document judged not relevant stands above a relevant one."""

from __future__ import annotations

from irviz.metrics.binary import BinaryMetric
from irviz.metrics.metric import plain
from irviz.metrics.parameter import REL, UNDEFINED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from irviz.metrics.metric import Written
    from irviz.metrics.ranking import Ranking


class BinaryPreference(BinaryMetric):
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
    summary = (
        "The share of pairs of a relevant and a not relevant document that stand the right way."
    )
    reference = "Buckley & Voorhees 2004, Retrieval evaluation with incomplete information, SIGIR"
    sees_judged = True
    shown = False
    uncut = True
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
    where_undefined = (
        "Where nothing is relevant, since R is 0. It counts as 0 here, and the page says so."
    )
    use = "Judgments have large holes, and some documents are judged not relevant."
    parameters = (REL, UNDEFINED)

    def _numerators(self, ranking: Ranking, k: int, /) -> Sequence[float]:
        most = ranking.relevant
        least = min(_not_relevant(ranking), most)
        return [
            (1.0 - min(above, most) / least if above else 1.0) if hit else 0.0
            for hit, above in zip(ranking.hits[:k], _above(ranking), strict=False)
        ]

    def _norm(self, ranking: Ranking, _k: int, /) -> Sequence[int]:
        return (ranking.relevant,)

    def _term_formula(self) -> str:
        return r"\mathrm{hit}_i \left(1 - \frac{\min(\mathrm{above}_i, R)}{\min(N, R)}\right)"

    def _norm_formula(self) -> str:
        return "R"

    def _written_term(self, ranking: Ranking, i: int, _numerator: float, /) -> tuple[str, str]:
        above, most = _above(ranking)[i - 1], ranking.relevant
        if not above or not ranking.hits[i - 1]:
            return (str(ranking.hits[i - 1]),) * 2
        of, least = min(above, most), min(_not_relevant(ranking), most)
        return f"(1 - {of}/{least})", rf"\left(1 - \frac{{{of}}}{{{least}}}\right)"

    def _written_norm(self, ranking: Ranking, _k: int, /) -> list[Written]:
        return [plain(ranking.relevant)]


def _above(ranking: Ranking) -> list[int]:
    """How many documents judged not relevant stand above each rank."""
    count = 0
    counts = []
    for judged, hit in zip(ranking.judged, ranking.hits, strict=True):
        counts.append(count)
        count += judged and not hit
    return counts


def _not_relevant(ranking: Ranking) -> int:
    """N: how many documents are judged not relevant, retrieved or not."""
    every = sum(ranking.judged) + len(ranking.missed)
    return every - ranking.relevant


Bpref = BinaryPreference()
