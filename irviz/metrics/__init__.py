"""Ranking metrics that are exact, fast, and show their working: standard library only.

A metric is a value: ``nDCG @ 10`` cuts it, ``nDCG(gain="exp")`` varies it, ``(nDCG @ 10)(ranking)``
evaluates it. A :class:`Ranking` holds the grades of a list from the top down. What nDCG means here
and what it means elsewhere is told by :data:`TOOLS`.

>>> from irviz.metrics import Ranking, nDCG
>>> ranking = Ranking([0, 4, 1, 3, 4, 1, 3, 2])
>>> round((nDCG @ 2)(ranking), 4)
0.3869
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irviz.metrics.average_precision import AP, IPrec, Rprec, eleven_points
    from irviz.metrics.catalogue import METRICS
    from irviz.metrics.comparison import Comparison, Corrected, compare, compare_all, corrected
    from irviz.metrics.contingency import Confusion, confusion, outcomes
    from irviz.metrics.conventions import TOOLS, Tool, conventions_table
    from irviz.metrics.errors import (
        CutoffError,
        EvaluationError,
        HardlyJudgedWarning,
        MetricsError,
        NotationError,
        ParameterError,
        RankingError,
    )
    from irviz.metrics.evaluation import Evaluation, evaluate, evaluate_rankings, mean_tie_ranges, rankings
    from irviz.metrics.explain import Explanation, Match, explain_number, explain_numbers
    from irviz.metrics.gain import CG, DCG, IDCG, discounts, gains, nDCG
    from irviz.metrics.incomplete import Bounds, Known, Swing, bounds, known, swing
    from irviz.metrics.metric import Metric
    from irviz.metrics.notation import parse
    from irviz.metrics.orders import Distribution, distribution
    from irviz.metrics.rank_biased_precision import RBP, RBPresid
    from irviz.metrics.ranking import Ranking
    from irviz.metrics.reciprocal_rank import ERR, RR, Success
    from irviz.metrics.scores import by_score, reordered
    from irviz.metrics.set_measures import F1, NumRel, NumRelRet, NumRet, P, R, SetAP, SetF, SetP, SetR
    from irviz.metrics.significance import Interval, PValue, TTest, bootstrap_interval, holm, randomisation_test, t_test
    from irviz.metrics.tables import read_judgments, read_run
    from irviz.metrics.ties import TieRange, tie_curves, tie_groups, tie_range
    from irviz.metrics.unjudged import Bpref, Judged, infAP
    from irviz.metrics.working import Part, Step, Worked

__all__ = [
    "AP",
    "CG",
    "DCG",
    "ERR",
    "F1",
    "IDCG",
    "METRICS",
    "RBP",
    "RR",
    "TOOLS",
    "Bounds",
    "Bpref",
    "Comparison",
    "Confusion",
    "Corrected",
    "CutoffError",
    "Distribution",
    "Evaluation",
    "EvaluationError",
    "Explanation",
    "HardlyJudgedWarning",
    "IPrec",
    "Interval",
    "Judged",
    "Known",
    "Match",
    "Metric",
    "MetricsError",
    "NotationError",
    "NumRel",
    "NumRelRet",
    "NumRet",
    "P",
    "PValue",
    "ParameterError",
    "Part",
    "R",
    "RBPresid",
    "Ranking",
    "RankingError",
    "Rprec",
    "SetAP",
    "SetF",
    "SetP",
    "SetR",
    "Step",
    "Success",
    "Swing",
    "TTest",
    "TieRange",
    "Tool",
    "Worked",
    "bootstrap_interval",
    "bounds",
    "by_score",
    "compare",
    "compare_all",
    "confusion",
    "conventions_table",
    "corrected",
    "discounts",
    "distribution",
    "eleven_points",
    "evaluate",
    "evaluate_rankings",
    "explain_number",
    "explain_numbers",
    "gains",
    "holm",
    "infAP",
    "known",
    "mean_tie_ranges",
    "nDCG",
    "outcomes",
    "parse",
    "randomisation_test",
    "rankings",
    "read_judgments",
    "read_run",
    "reordered",
    "swing",
    "t_test",
    "tie_curves",
    "tie_groups",
    "tie_range",
]

# Each is loaded when first asked for: a page that draws curves needs few of them.
_NAMES = {
    "average_precision": ("AP", "IPrec", "Rprec", "eleven_points"),
    "catalogue": ("METRICS",),
    "comparison": ("Comparison", "Corrected", "compare", "compare_all", "corrected"),
    "contingency": ("Confusion", "confusion", "outcomes"),
    "conventions": ("TOOLS", "Tool", "conventions_table"),
    "errors": (
        "CutoffError",
        "EvaluationError",
        "HardlyJudgedWarning",
        "MetricsError",
        "NotationError",
        "ParameterError",
        "RankingError",
    ),
    "evaluation": ("Evaluation", "evaluate", "evaluate_rankings", "mean_tie_ranges", "rankings"),
    "explain": ("Explanation", "Match", "explain_number", "explain_numbers"),
    "gain": ("CG", "DCG", "IDCG", "discounts", "gains", "nDCG"),
    "incomplete": ("Bounds", "Known", "Swing", "bounds", "known", "swing"),
    "metric": ("Metric",),
    "notation": ("parse",),
    "orders": ("Distribution", "distribution"),
    "rank_biased_precision": ("RBP", "RBPresid"),
    "ranking": ("Ranking",),
    "reciprocal_rank": ("ERR", "RR", "Success"),
    "scores": ("by_score", "reordered"),
    "set_measures": ("F1", "NumRel", "NumRelRet", "NumRet", "P", "R", "SetAP", "SetF", "SetP", "SetR"),
    "significance": ("Interval", "PValue", "TTest", "bootstrap_interval", "holm", "randomisation_test", "t_test"),
    "tables": ("read_judgments", "read_run"),
    "ties": ("TieRange", "tie_curves", "tie_groups", "tie_range"),
    "unjudged": ("Bpref", "Judged", "infAP"),
    "working": ("Part", "Step", "Worked"),
}
_HOME = {name: module for module, names in _NAMES.items() for name in names}


def __getattr__(name: str) -> object:
    """The public name, imported from its module when first asked for."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415 - here, of all places

    value = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """The names that the package has, those not yet imported among them."""
    return sorted(set(globals()) | set(__all__))
