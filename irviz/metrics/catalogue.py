"""All metrics, and the other names that some of them go by."""

from __future__ import annotations

from irviz.metrics.average_precision import AP, IPrec, Rprec
from irviz.metrics.gain import CG, DCG, IDCG, nDCG
from irviz.metrics.rank_biased_precision import RBP, RBPresid
from irviz.metrics.reciprocal_rank import ERR, RR, Success
from irviz.metrics.set_measures import F1, NumRel, NumRelRet, NumRet, P, R, SetAP, SetF, SetP, SetR
from irviz.metrics.unjudged import Bpref, Judged, infAP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irviz.metrics.metric import Metric

METRICS: dict[str, Metric] = {
    metric.name: metric
    for metric in (
        *(P, R, F1, RR, AP, CG, DCG, IDCG, nDCG, Rprec, Success, ERR, RBP),
        *(Judged, Bpref, infAP, RBPresid, IPrec, SetP, SetR, SetF, SetAP),
        *(NumRet, NumRel, NumRelRet),
    )
}

# As ir_measures, trec_eval and ranx spell them too; MRR and MAP are means over queries of RR and AP.
ALIASES: dict[str, Metric] = {
    spelling: metric
    for metric in METRICS.values()
    for spelling in (metric.mean_name, metric.word, *metric.spellings)
    if spelling
}
ALIASES["SetRelP"] = SetP(relative=True)

_FOLDED = {name.lower(): metric for name, metric in {**ALIASES, **METRICS}.items()}


def find_metric(name: str) -> Metric | None:
    """The metric with this name, in any of its usual spellings (``map``, ``MAP``), or None; case does not matter.

    >>> find_metric("ndcg"), find_metric("recall"), find_metric("hit_rate"), find_metric("map_cut"), find_metric("dog")
    (nDCG, R, Success, AP, None)
    """
    return _FOLDED.get(name.lower())
