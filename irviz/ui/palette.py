"""One colour, one dash and one marker for each metric, the same wherever the metric is shown.

The colours were searched for, not picked by eye. On the page and on a card, in both themes, a line
has a contrast of at least 3:1 and a text of at least 4.5:1; and any two of the six main metrics are
at least .1 apart in OKLab, for eyes with all cones and for eyes without the red, the green or the
blue ones. ``tests/ui/test_palette.py`` holds that. Whoever sees no colour at all has the dash and
the marker.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

MAIN = ("P", "R", "F1", "RR", "AP", "nDCG")
"""The metrics that share a chart, in the order in which they are shown."""


class Colours(TypedDict):
    """The two tones of a metric: a line may be lighter than a text has to be."""

    line: str
    text: str


class Palettes(TypedDict):
    """The colours by theme and metric, in the form in which they travel to the browser."""

    light: dict[str, Colours]
    dark: dict[str, Colours]


@dataclass(frozen=True, slots=True)
class Look:
    """How one metric is drawn.

    Attributes:
        light: Colours on a light ground.
        dark: Colours on a dark ground.
        dash: Lengths of dash and gap in pixels, as plotly and SVG read them, or ``"solid"``.
        width: Of the line, in pixels. The solid one is wider, so that it is seen beneath a dashed one.
        symbol: The name of plotly's marker.
    """

    light: Colours
    dark: Colours
    dash: str
    width: float
    symbol: str


def _look(dash: str, width: float, symbol: str, light: str, light_text: str, dark: str) -> Look:
    return Look(
        Colours(line=light, text=light_text), Colours(line=dark, text=dark), dash, width, symbol
    )


_P = _look("solid", 3.25, "circle", "#145ce7", "#145ce7", "#5885f9")
_R = _look("13px,4px", 2.75, "square", "#cf7a27", "#ae5c00", "#ed9d45")
_F1 = _look("6px,4px", 2.5, "diamond", "#522a8f", "#522a8f", "#b6a4fa")
_RR = _look("16px,9px", 2.25, "triangle-up", "#1b99cd", "#0079ab", "#8cedfb")
_AP = _look("9px,5px,2px,5px", 2.25, "triangle-down", "#ca3083", "#ca3083", "#e85991")
_NDCG = _look("3px,4px", 2, "hexagram", "#67360e", "#67360e", "#f7e480")

LOOKS: Mapping[str, Look] = MappingProxyType(
    {
        "P": _P,
        "R": _R,
        "F1": _F1,
        "RR": _RR,
        "AP": _AP,
        "nDCG": _NDCG,
        # Means over queries look like what they are the mean of.
        "MRR": _RR,
        "MAP": _AP,
        # The rest borrow from a relative that they are not drawn beside.
        "CG": _R,
        "DCG": _NDCG,
        "IDCG": _F1,
        "Rprec": _P,
        "Success": _RR,
        "ERR": _AP,
        "RBP": _F1,
    }
)
"""The look of each metric by its name."""


def palettes(names: Iterable[str]) -> Palettes:
    """Give the colours of some metrics for both themes.

    >>> palettes(["P"])["dark"]
    {'P': {'line': '#5885f9', 'text': '#5885f9'}}
    """
    looks = {name: LOOKS[name] for name in names}
    return Palettes(
        light={name: look.light for name, look in looks.items()},
        dark={name: look.dark for name, look in looks.items()},
    )
