"""One colour, one dash and one marker for each metric, the same wherever the metric is shown.

The colours were searched for, not picked by eye. On the page and on a card, in both themes, a line
has a contrast of at least 3:1 and a text of at least 4.5:1; and any two of the six main metrics are
at least .1 apart in OKLab, for eyes with all cones and for eyes without the red, the green or the
blue ones. ``tests/views/test_palette.py`` holds that. For readers who see no colour there are the dash and
the marker.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import cycle
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, TypedDict

from irviz.metrics import METRICS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


class Colours(TypedDict):
    """The two colours of a metric, for its line and for text; a line may be lighter than text has to be."""

    line: str
    text: str


class Palettes(TypedDict):
    """The colours of metrics by name, for the light and the dark theme."""

    light: dict[str, Colours]
    dark: dict[str, Colours]


@dataclass(frozen=True, slots=True)
class Look:
    """How one metric is drawn.

    Attributes:
        light: The colours on a light background.
        dark: The colours on a dark background.
        dash: Lengths of dash and gap in pixels, as plotly and SVG read them, or ``"solid"``.
        width: The width of the line in pixels; earlier metrics have wider lines, to be seen below later ones.
        symbol: The name of plotly's marker.
    """

    light: Colours
    dark: Colours
    dash: str
    width: float
    symbol: str


def _colours(line: str, text: str | None = None) -> Colours:
    """The colours of a metric for lines and for text; by default they are the same."""
    return Colours(line=line, text=text or line)


_P = Look(_colours("#145ce7"), _colours("#5885f9"), "solid", 3.25, "circle")
_R = Look(_colours("#cf7a27", "#ae5c00"), _colours("#ed9d45"), "13px,4px", 2.75, "square")
_F1 = Look(_colours("#522a8f"), _colours("#b6a4fa"), "6px,4px", 2.5, "diamond")
_RR = Look(_colours("#1b99cd", "#0079ab"), _colours("#8cedfb"), "16px,9px", 2.25, "triangle-up")
_AP = Look(_colours("#ca3083"), _colours("#e85991"), "9px,5px,2px,5px", 2.25, "triangle-down")
_NDCG = Look(_colours("#67360e"), _colours("#f7e480"), "3px,4px", 2, "hexagram")

FREE = (
    Look(_colours("#7f6000"), _colours("#a88421"), "11px,3px,3px,3px", 2, "pentagon"),
    Look(_colours("#240033"), _colours("#70ccba"), "2px,2px,7px,2px", 2, "cross"),
)
"""For metrics that have no look of their own yet: as easy to tell from the others as those are."""

_GIVEN = {"P": _P, "R": _R, "F1": _F1, "RR": _RR, "AP": _AP, "nDCG": _NDCG}
"""Of those that share a chart; others borrow the look of their kin."""


def _looks() -> dict[str, Look]:
    """The look of each metric by name; named means, such as MAP, look like their metric."""
    free = cycle(FREE)
    looks = {name: _GIVEN.get(name) or _GIVEN.get(one.kin) or next(free) for name, one in METRICS.items()}
    return looks | {one.mean_name: looks[name] for name, one in METRICS.items() if one.mean_name}


LOOKS: Mapping[str, Look] = MappingProxyType(_looks())
"""The look of each metric by its name."""


def sheet() -> str:
    """The colours of all metrics as a style sheet, for both themes.

    For the metric AP there are ``--ix-line-AP`` and ``--ix-text-AP``, everywhere; and below an element
    with ``data-hue="AP"`` they are ``--ix-hue`` and ``--ix-hue-text``.

    >>> '[data-hue="AP"]{--ix-hue:var(--ix-line-AP);--ix-hue-text:var(--ix-text-AP)}' in sheet()
    True
    """
    rules = [f":root,.ix-paper{{{_variables('light')}}}", f':root[data-ix-theme="dark"]{{{_variables("dark")}}}']
    rules += [
        f'[data-hue="{name}"]{{--ix-hue:var(--ix-line-{name});--ix-hue-text:var(--ix-text-{name})}}' for name in LOOKS
    ]
    return "\n".join(rules)


def _variables(theme: Literal["light", "dark"]) -> str:
    """The CSS variables with the colours of all metrics in a theme."""
    return ";".join(
        f"--ix-{use}-{name}:{tone}"
        for name, colours in palettes(LOOKS)[theme].items()
        for use, tone in (("line", colours["line"]), ("text", colours["text"]))
    )


def palettes(names: Iterable[str]) -> Palettes:
    """The colours of some metrics for both themes, as the browser takes them.

    >>> palettes(["P"])["dark"]
    {'P': {'line': '#5885f9', 'text': '#5885f9'}}
    """
    looks = {name: LOOKS[name] for name in names}
    return Palettes(
        light={name: look.light for name, look in looks.items()}, dark={name: look.dark for name, look in looks.items()}
    )
