"""How ir_measures computes a metric of irviz, where it can."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from irviz.metrics import Metric

HIGHEST_GAINED = 15
"""Above this grade, exponential gains are too large for trec_eval, which ir_measures calls."""

_BY_RELEVANCE = {"P", "R", "RR", "AP", "Rprec", "Success"}
_WHOLE = {"P": "SetP", "R": "SetR"}
_OPEN = {"rel", "undefined", "gain"}


class Recipe(NamedTuple):
    """A metric in terms of ir_measures.

    Attributes:
        code: An expression for its value on each query, made of the helpers of the script.
        imports: The names it needs from ir_measures.
        gained: Whether it needs judgments whose grades are exponential gains.
    """

    code: str
    imports: tuple[str, ...]
    gained: bool = False


def recipe(metric: Metric, cut: str | None, threshold: int = 1, top: int = 0) -> Recipe | None:
    """How ir_measures computes the metric, or None where it does not.

    Args:
        metric: The metric; its own cutoff does not matter.
        cut: The cutoff as it stands in the script, or None for the whole list.
        threshold: The lowest grade that counts as relevant, where the metric has none of its own.
        top: The highest grade there is.

    Source: ir_measures 0.4.3, each recipe run beside irviz.

    Example:
        >>> from irviz.metrics import DCG, F1, P
        >>> recipe(P, "10", threshold=2).code
        'values(P(rel=2)@10, qrels, run)'
        >>> recipe(F1, "k").code
        'f1(values(P@k, qrels, run), values(R@k, qrels, run))'
        >>> recipe(DCG, "10")
    """
    own = {parameter.name: getattr(metric, parameter.name) for parameter in metric.parameters}
    if any(own[p.name] != p.default for p in metric.parameters if p.name not in _OPEN):
        return None
    rel = own.get("rel") or threshold
    if metric.name == "F1":
        precision, recall = _value("P", cut, rel), _value("R", cut, rel)
        return Recipe(f"f1({precision.code}, {recall.code})", precision.imports + recall.imports)
    if metric.name == "nDCG":
        if own["gain"] == "linear":
            return _value("nDCG", cut)
        return _value("nDCG", cut, judgments="gains") if top <= HIGHEST_GAINED else None
    # R-precision has a cutoff of its own, and success needs one.
    if metric.name not in _BY_RELEVANCE or (metric.name, cut is None) in _SENSELESS:
        return None
    return _value(metric.name, cut, rel)


_SENSELESS = {("Rprec", False), ("Success", True)}


def _value(name: str, cut: str | None, rel: int = 1, judgments: str = "qrels") -> Recipe:
    if cut is None:
        name = _WHOLE.get(name, name)
    measure = name if rel == 1 else f"{name}(rel={rel})"
    if cut is not None:
        measure += f"@{cut}"
    return Recipe(f"values({measure}, {judgments}, run)", (name,), judgments == "gains")
