"""Plotly figures without values: what stays the same while somebody plays with the board.

A template is made once for each length of the list. Colours are not in it: they depend on the theme, which
only the browser knows.
"""

from __future__ import annotations

from functools import lru_cache
from math import floor, log10
from typing import Any

from irviz.views.palette import LOOKS

MARKER_SIZE = {
    "circle": 12,
    "square": 9.5,
    "diamond": 11,
    "triangle-up": 11,
    "triangle-down": 10.5,
    "hexagram": 10,
    "pentagon": 10,
    "cross": 9.5,
}
"""In pixels. What is drawn first is larger, so that it looks out where curves meet."""

_MOST_POINTS = 120
"""Where there are more ranks, markers would run into each other: there are lines only."""

_STEPS = {24: 1, 60: 5, 120: 10, 300: 25, 600: 50, 1500: 100}
"""By the length of the list, how many ranks lie between two ticks."""


def curves_template(
    names: tuple[str, ...], n: int, scale: tuple[str, ...] | None = None, top: int = 1
) -> dict[str, Any]:
    """Give the template of the chart of some metrics against the cutoff k = 1..n.

    Both axes are fixed, so that a curve moves and never the frame. A value belongs to a whole k
    only: each has its marker, and the straight lines between them merely lead the eye.

    Args:
        names: The metrics in order, each a key of ``LOOKS``.
        n: How many ranks there are, at least 1.
        scale: Those whose values the axis is for; by default all of them.
        top: Where that axis ends: 1, or for sums a round number (`above`).

    Returns:
        ``data``, ``layout`` and ``config`` for ``Plotly.react`` and the names in ``scale``, as plain lists
        and dicts. The caller must not change it: it is shared.

    >>> template = curves_template(("P", "R"), 8)
    >>> [trace["name"] for trace in template["data"]], template["layout"]["yaxis"]["range"]
    (['P@k', 'R@k'], [-0.03, 1.03])
    """
    return _curves_template(names, n, names if scale is None else scale, top)


def above(value: float) -> int:
    """The next number that an axis from 0 can end with, and its ticks be round.

    >>> above(3), above(18), above(56)
    (4, 20, 60)
    """
    tens: int = 10 ** max(0, floor(log10(max(value, 1))) - 1)
    ends = (step * tens * count for step in (1, 2, 5, 10, 20) for count in _INTERVALS)
    return min(end for end in ends if end >= value)


_INTERVALS = (4, 5, 6)
"""Between so many ticks, an axis of sums is divided."""


@lru_cache(maxsize=64)
def _curves_template(
    names: tuple[str, ...], n: int, scale: tuple[str, ...], top: int
) -> dict[str, Any]:
    ranks = list(range(1, n + 1))
    crowded = n > 24
    room = 0.03 * (n - 1) or 0.5
    parts = next((count for count in _INTERVALS if top % count == 0), 4) if top > 1 else 4
    ticks = [top * at / parts for at in range(parts + 1)]
    return {
        "scale": [*scale],
        "data": [_trace(name, ranks, crowded=crowded) for name in names],
        "layout": {
            "margin": {"l": 44, "r": 80, "t": 30, "b": 28, "pad": 0},
            "autosize": False,
            "showlegend": False,
            "dragmode": False,
            "hovermode": False,
            "paper_bgcolor": "rgba(0,0,0,0)",
            "plot_bgcolor": "rgba(0,0,0,0)",
            "font": {"size": 13},
            "xaxis": {
                "range": [1 - room, n + room],
                "tickvals": [k for k in ranks if k == 1 or k % _step(n) == 0],
                "ticks": "outside",
                "ticklen": 5,
                "showgrid": False,
                "showline": False,
                "zeroline": False,
                "fixedrange": True,
                "automargin": False,
            },
            "yaxis": {
                "range": [-0.03 * top, 1.03 * top],
                "tickvals": ticks,
                "ticktext": [f"{tick:g}" for tick in ticks],
                "ticks": "",
                "ticklabelstandoff": 8,
                "zeroline": False,
                "fixedrange": True,
                "automargin": False,
            },
        },
        # The page has its own pointer handling: plotly's would keep a finger from scrolling.
        "config": {"staticPlot": True, "responsive": False, "displayModeBar": False},
    }


def _step(n: int) -> int:
    """From tick to tick: a round number of ranks, so that the numbers below the chart keep apart."""
    return next((step for most, step in _STEPS.items() if n <= most), n // 10)


def _trace(name: str, ranks: list[int], *, crowded: bool) -> dict[str, Any]:
    look = LOOKS[name]
    scale = 0.5 if crowded else 1
    dotted = len(ranks) <= _MOST_POINTS
    return {
        "type": "scatter",
        "name": f"{name}@k",
        "uid": name,
        "x": ranks,
        "mode": "lines+markers" if dotted else "lines",
        "cliponaxis": False,
        # Each point keeps its place in the path, so that a path can glide into the next one.
        "line": {"shape": "linear", "dash": look.dash, "width": look.width, "simplify": False},
        # The marker's own line, in the colour of the ground, keeps it off what it lies upon.
        "marker": {
            "symbol": look.symbol,
            "size": scale * MARKER_SIZE[look.symbol],
            "line": {"width": scale * 1.25},
        },
    }
