"""The conventions that are chosen for a desk, where libraries differ under one metric's name.

What the tools compute by stands in `irviz.metrics.conventions`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from irviz.metrics import AP, METRICS, P, nDCG

if TYPE_CHECKING:
    from irviz.metrics import Metric

_SHOWN = [metric for metric in METRICS.values() if metric.shown]

PLOTTED: tuple[Metric, ...] = tuple(one for one in _SHOWN if one.range == (0, 1))
"""The metrics with values from 0 to 1, which share one chart."""

SUMS: tuple[Metric, ...] = tuple(one for one in _SHOWN if one not in PLOTTED)
"""Those whose upper end depends on the judgments; they are shown with graded boards, as scores only."""


@dataclass(frozen=True)
class Option:
    """One convention that can be chosen.

    Args:
        parameter: The keyword of the metrics that it sets.
        metrics: The names of the metrics that have it.
        values: Its choices, the default first, each with a sentence that says what it means.
    """

    parameter: str
    metrics: tuple[str, ...]
    values: dict[Any, str]


def _make_option(metric: Metric, name: str) -> Option:
    """The `Option` of a metric's parameter `name`, for all metrics with the same choices."""
    choices = _find_choices(metric, name)
    having = tuple(one.name for one in _SHOWN if choices and _find_choices(one, name) == choices)
    return Option(name, having, dict(choices))


def _find_choices(metric: Metric, name: str) -> dict[str, str]:
    """The choices of a metric's parameter, each with its description; empty if it has no such parameter."""
    return next((one.choices for one in metric.parameters if one.name == name), {})


OPTIONS: dict[str, Option] = {
    "ap": _make_option(AP, "denominator"),
    "p": _make_option(P, "denominator"),
    "gain": _make_option(nDCG, "gain"),
    "discount": _make_option(nDCG, "discount"),
    "ideal": _make_option(nDCG, "ideal"),
    "undefined": Option(
        "undefined",
        tuple(metric.name for metric in PLOTTED),
        {
            0.0: "a metric without a value counts as 0",
            1.0: "a metric without a value counts as 1",
            "nan": "a metric without a value has none",
        },
    ),
}
"""Every convention that can be chosen, by its name in links."""


@dataclass(frozen=True)
class Conventions:
    """A choice for each convention in `OPTIONS`; by default what trec_eval does.

    Raises:
        ValueError: If a choice is not among the option's values.

    Example:
        >>> str(Conventions(gain="exp").metric(nDCG) @ 2)
        "nDCG(dcg='exp-log2')@2"
        >>> Conventions.read(Conventions(ap="min(R,k)").write()) == Conventions(ap="min(R,k)")
        True
    """

    ap: str = "R"
    p: str = "k"
    gain: str = "linear"
    discount: str = "log2(i+1)"
    ideal: str = "judged"
    undefined: float | str = 0.0

    def __post_init__(self) -> None:
        """Raise a ValueError for a choice that its option does not have."""
        for name, option in OPTIONS.items():
            value = getattr(self, name)
            if value not in option.values:
                known = ", ".join(str(one) for one in option.values)
                raise ValueError(f"the convention {name!r} is one of {known}, not {value!r}")

    def metric(self, metric: Metric) -> Metric:
        """The variant of a metric that follows these conventions."""
        chosen = {
            option.parameter: getattr(self, name) for name, option in OPTIONS.items() if metric.name in option.metrics
        }
        if chosen.get("undefined") == "nan":
            chosen["undefined"] = float("nan")
        return metric(**chosen) if chosen else metric

    def write(self) -> str:
        """Write the conventions that are not the default, as text for a link."""
        return _format_conventions(self)

    @classmethod
    def read(cls, text: str) -> Conventions:
        """Read conventions from the text of a link.

        Raises:
            ValueError: If it names an unknown convention or choice.
        """
        conventions = cls()
        for part in filter(None, text.split(".")):
            name, _, text_of = part.partition("-")
            values = OPTIONS[name].values if name in OPTIONS else {}
            value = next((one for one in values if slugify(one) == text_of), None)
            if value is None:
                raise ValueError(f"there is no convention {quote(part)}")
            conventions = replace(conventions, **{name: value})
        return conventions


@lru_cache(maxsize=256)
def _format_conventions(conventions: Conventions) -> str:
    """Format the conventions that are not the default as `name-choice` parts joined by dots, as in links."""
    default = Conventions()
    return ".".join(
        f"{name}-{slugify(getattr(conventions, name))}"
        for name in (one.name for one in fields(conventions))
        if getattr(conventions, name) != getattr(default, name)
    )


def quote(text: str) -> str:
    """Put a visitor's text in quotation marks, shortened and on one line."""
    shown = "".join(sign if sign.isprintable() else "·" for sign in text[:25])
    return f"“{shown[:24]}…”" if len(text) > 25 else f"“{shown}”"


def slugify(value: object) -> str:
    """The spelling of a convention's choice in links: its letters and digits only.

    >>> slugify("R"), slugify("min(R,k)")
    ('r', 'minrk')
    """
    return re.sub(r"[^a-z0-9]", "", str(value).lower())
