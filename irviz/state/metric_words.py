"""A metric in plain English: its symbol with the cutoff, and in brackets how it is unusual."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from irviz.metrics import Metric

_UNUSUAL: dict[tuple[str, object], str] = {
    ("denominator", "min(R,k)"): "divided by min(R, k)",
    ("denominator", "hits"): "divided by the hits found",
    ("denominator", "min(n,k)"): "divided by min(n, k)",
    ("gain", "exp"): "exponential gain",
    ("gain", "binary"): "gain of yes or no",
    ("discount", "max(1,log2(i))"): "discount of 2002",
    ("ideal", "uncut"): "ideal not cut",
    ("ideal", "retrieved"): "ideal of the retrieved",
    ("ideal", "top k"): "ideal of the first k",
}
"""What the choices are called that are not the default."""


def format_symbol(metric: Metric) -> str:
    """Format the name of a metric with its cutoff.

    >>> from irviz.metrics import nDCG
    >>> format_symbol(nDCG(gain="exp") @ 8)
    'nDCG@8'
    """
    return metric.name if metric.cutoff is None else f"{metric.name}@{metric.cutoff}"


def describe_variant(metric: Metric) -> str:
    """Describe in words how a metric differs from the default variant of its name; empty if it does not.

    >>> from irviz.metrics import AP, P
    >>> describe_variant(AP(denominator="hits") @ 3), describe_variant(P(rel=2)), describe_variant(P @ 3)
    ('divided by the hits found', 'relevant from grade 2', '')
    """
    said = (
        _describe_parameter(one.name, value)
        for one in metric.parameters
        if (value := getattr(metric, one.name)) != getattr(one, "default", None)
    )
    return ", ".join(said)


def describe_metric(metric: Metric) -> str:
    """Describe a metric for a sentence: its symbol, and in brackets how it is unusual.

    >>> from irviz.metrics import AP, nDCG
    >>> describe_metric(AP @ 3), describe_metric(nDCG(gain="exp") @ 8)
    ('AP@3', 'nDCG@8 (exponential gain)')
    """
    more = describe_variant(metric)
    return f"{format_symbol(metric)} ({more})" if more else format_symbol(metric)


def _describe_parameter(name: str, value: Any) -> str:
    """Describe an unusual value of a metric's parameter in a few words, such as “relevant from grade 2”."""
    if name == "rel":
        return f"relevant from grade {value}"
    if name == "undefined":
        return "no value where undefined" if isnan(value) else f"{value:g} where undefined"
    return f"highest grade {value}" if name == "max_grade" else _UNUSUAL.get((name, value), f"{name} = {value}")
