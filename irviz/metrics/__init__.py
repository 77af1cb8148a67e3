"""Ranking metrics that are exact and show their working, in plain Python."""

from irviz.metrics.average_precision import AP
from irviz.metrics.errors import CutoffError, MetricsError, ParameterError, RankingError
from irviz.metrics.f1 import F1
from irviz.metrics.gain import CG, DCG, IDCG, nDCG
from irviz.metrics.metric import Metric
from irviz.metrics.precision import P
from irviz.metrics.ranking import Ranking
from irviz.metrics.recall import R
from irviz.metrics.reciprocal_rank import RR

__all__ = [
    "AP",
    "CG",
    "DCG",
    "F1",
    "IDCG",
    "RR",
    "CutoffError",
    "Metric",
    "MetricsError",
    "P",
    "ParameterError",
    "R",
    "Ranking",
    "RankingError",
    "nDCG",
]
