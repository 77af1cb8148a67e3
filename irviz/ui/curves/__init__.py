"""The live chart of the metrics against the cutoff, and the scoreboard beside it.

The component draws what the board shows at this moment. The board says so in the browser by an
``irviz:show`` event, and the curves of every state that is one move away are already there, so that
nothing waits for the server. It says ``irviz:cutoff`` when somebody clicks the chart, and
``irviz:hide`` when somebody hides or shows a curve.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NotRequired, TypedDict

from irviz.ui.component import component

Curves = Mapping[str, Sequence[float | None]]
"""For each metric by name, its values at k = 1..n; None where it has none."""


class Row(TypedDict):
    """One metric of the chart and the scoreboard.

    Attributes:
        name: The key in `CurvesData.curves`, and of the colours: ``"RR"``.
        symbol: What is shown, ending in ``@k``: ``"RR@k"``, or ``"MRR@k"`` in a mean over queries.
        title: The name in words.
        meaning: What it measures, in one sentence.
    """

    name: str
    symbol: str
    title: str
    meaning: str


class CurvesData(TypedDict):
    """Everything the component needs, and all that it gets.

    Attributes:
        plotly: Address of plotly.js, relative to the page.
        figure: From `irviz.ui.figures.curves_template`, with a trace for each of `rows`.
        rows: The metrics, in order.
        board: Which board is open, or the mean; changes of scores are only told within one.
        pattern: The grades in rank order, one digit each, of all open boards: the state's name.
        k: The cutoff.
        n: How many ranks there are.
        curves: The values in full precision.
        fractions: The same as exact fractions where they are known, such as ``"19/35"``.
        undefined: Metrics that are undefined on an open board, and counted as 0 there.
        metric: Name of the metric whose working is shown.
        why: Why that metric is what it is after the last action, in one sentence; may be empty.
        lines: The same for each state that is one move away, by pattern.
        ask: The metrics to predict where one predicts first; all of them if empty.
        aside: The metrics whose scores stand aside until somebody wants them.
        fresh: Whether nothing has been done since this board was opened.
        marks: How the prediction of the last action was marked, by metric: `right`, a `line`, and
            for a value that was `said`, how far `off` it was.
        tally: How often predictions have been right, in a line, and which metric is misjudged most.
        blank: By board and pattern, the metrics that are undefined there; those without are left out.
        ahead: By board and pattern, the curves of every state that is one move away.
        hidden: Metrics whose curve is hidden.
    """

    plotly: str
    figure: dict[str, Any]
    rows: Sequence[Row]
    board: str
    pattern: str
    k: int
    n: int
    curves: Curves
    fractions: Mapping[str, Sequence[str | None]]
    undefined: Sequence[str]
    metric: NotRequired[str]
    why: str
    lines: Mapping[str, str]
    ask: NotRequired[Sequence[str]]
    aside: NotRequired[Sequence[str]]
    fresh: NotRequired[bool]
    marks: Mapping[str, Mapping[str, Any]]
    tally: NotRequired[str]
    blank: NotRequired[Mapping[str, Mapping[str, Sequence[str]]]]
    ahead: Mapping[str, Mapping[str, Curves]]
    hidden: Sequence[str]


_mount = component("curves")


def curves() -> None:
    """Make room for the chart and the scoreboard; their data comes with the board."""
    _mount(key="curves")
