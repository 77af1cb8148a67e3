"""All metrics, and the other names that some of them go by."""

from __future__ import annotations

from irviz.metrics.average_precision import AP
from irviz.metrics.binary_preference import Bpref
from irviz.metrics.discounted_gain import DCG, IDCG
from irviz.metrics.expected_reciprocal_rank import ERR
from irviz.metrics.f1 import F1
from irviz.metrics.gain import CG
from irviz.metrics.inferred_precision import infAP
from irviz.metrics.interpolated_precision import IPrec
from irviz.metrics.judged_share import Judged
from irviz.metrics.normalized_gain import nDCG
from irviz.metrics.numbers import NumRel, NumRelRet, NumRet
from irviz.metrics.precision import P
from irviz.metrics.r_precision import Rprec
from irviz.metrics.rank_biased_precision import RBP
from irviz.metrics.recall import R
from irviz.metrics.reciprocal_rank import RR
from irviz.metrics.residual import RBPresid
from irviz.metrics.set_measures import SetAP, SetF, SetP, SetR
from irviz.metrics.success import Success

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


def named(name: str) -> Metric | None:
    """The metric of a name, in any of its usual spellings and in capitals or not; None if there is none.

    >>> named("ndcg"), named("recall"), named("hit_rate"), named("map_cut"), named("dog")
    (nDCG, R, Success, AP, None)
    """
    return _FOLDED.get(name.lower())
