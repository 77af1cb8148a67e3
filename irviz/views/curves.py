"""What the chart of the metrics against the cutoff shows, and the scoreboard beside it.

The curves of every state that is one move away are there, too, so that nothing waits for the server.

A figure without values, which stays the same while the board changes, is made once for each
length of the list. Colours are not in it: they depend on the theme, which only the browser knows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import floor, isnan, log10
from typing import TYPE_CHECKING, Any, TypedDict

from irviz.lenses import changes, explanation
from irviz.lenses.ties import compute_bands
from irviz.lenses.working import format_working_line
from irviz.metrics import Ranking
from irviz.state.chosen_conventions import PLOTTED
from irviz.state.curves import lookahead, series
from irviz.state.curves.series import MEAN_NAMES, find_undefined
from irviz.state.desk import MEAN
from irviz.state.number_words import MAX_FRACTIONS, format_fraction
from irviz.views.first_minute import first_step
from irviz.views.palette import LOOKS
from irviz.views.predictions import PredictionsData, predictions_data

if TYPE_CHECKING:
    from irviz.lessons.study import Study
    from irviz.metrics import Metric
    from irviz.state.desk import Desk
    from irviz.state.session import Session


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
    """The Plotly template, without values, of the chart of some metrics against the cutoff k = 1..n.

    Both axes are fixed, so that a curve moves and never the frame. A value belongs to a whole k
    only: each has its marker, and the straight lines between them merely lead the eye.

    Args:
        names: The metrics in order, each a key of ``LOOKS``.
        n: How many ranks there are, at least 1.
        scale: The metrics whose values the y axis has to hold; by default all of them.
        top: The end of the y axis: 1, or for sums a round number (`round_axis_end`).

    Returns:
        ``data``, ``layout`` and ``config`` for ``Plotly.react`` and the names in ``scale``, as plain lists
        and dicts. The caller must not change it: it is shared.

    >>> template_of = curves_template(("P", "R"), 8)
    >>> [trace["name"] for trace in template_of["data"]], template_of["layout"]["yaxis"]["range"]
    (['P@k', 'R@k'], [-0.03, 1.03])
    """
    return _curves_template(names, n, names if scale is None else scale, top)


def round_axis_end(value: float) -> int:
    """The next number at which an axis from 0 can end with round ticks.

    >>> round_axis_end(3), round_axis_end(18), round_axis_end(56)
    (4, 20, 60)
    """
    tens: int = 10 ** max(0, floor(log10(max(value, 1))) - 1)
    ends = (step * tens * count for step in (1, 2, 5, 10, 20) for count in _INTERVALS)
    return min(end for end in ends if end >= value)


_INTERVALS = (4, 5, 6)
"""Between so many ticks, an axis of sums is divided."""


@lru_cache(maxsize=64)
def _curves_template(names: tuple[str, ...], n: int, scale: tuple[str, ...], top: int) -> dict[str, Any]:
    """The cached template: traces of the metrics `names`, a y axis from 0 to `top`, ranks 1 to `n`."""
    ranks = list(range(1, n + 1))
    crowded = n > 24
    room = 0.03 * (n - 1) or 0.5
    parts = next((count for count in _INTERVALS if top % count == 0), 4) if top > 1 else 4
    ticks = [top * at / parts for at in range(parts + 1)]
    return {
        "scale": [*scale],
        "data": [_make_trace(name, ranks, crowded=crowded) for name in names],
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
                "tickvals": [k for k in ranks if k == 1 or k % _tick_step(n) == 0],
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


def _tick_step(n: int) -> int:
    """The step between the numbers on an axis of n ranks, so that they do not touch."""
    return next((step for most, step in _STEPS.items() if n <= most), n // 10)


def _make_trace(name: str, ranks: list[int], *, crowded: bool) -> dict[str, Any]:
    """The Plotly trace of a metric without values; markers are small if `crowded`, and left out for long lists."""
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
        "marker": {"symbol": look.symbol, "size": scale * MARKER_SIZE[look.symbol], "line": {"width": scale * 1.25}},
    }


Curves = Mapping[str, Sequence[float | None]]
"""For each metric by name, its values at k = 1..n; None where it has none."""


class Row(TypedDict):
    """A metric in the chart and the scoreboard.

    Attributes:
        name: The key in `CurvesData.curves`, and of the colours: ``"RR"``.
        symbol: The name that is shown: ``"RR@k"``, or ``"MRR@k"`` in a mean over queries.
        title: The name in words.
        meaning: What the metric measures, in one sentence.
        mean_name: The name of its mean over queries, such as ``"MAP"``; empty where the page does not need it.
        is_sum: Whether the metric is a sum, which can be more than 1.
    """

    name: str
    symbol: str
    title: str
    meaning: str
    mean_name: str
    is_sum: bool


class CurvesData(PredictionsData):
    """The data of the chart and the scoreboard.

    Attributes:
        figure: From `curves_template`, with a trace for each of `metric_rows`.
        rows: The metrics, in order.
        board: The id of the open board, or of the mean.
        pattern: The grades in rank order, one digit each, of all open boards; a key of `curves_ahead`.
        k: The cutoff.
        n: The number of ranks.
        curves: By metric, its value at each cutoff, in full precision.
        fractions: By metric, its first values as fractions such as ``"19/35"``; None where there is none.
        undefined: Metrics that are undefined on an open board, and counted as 0 there.
        metric: The name of the chosen metric, whose working is shown.
        explanation: A sentence on why the last action changed the chosen metric so; may be empty.
        working_line: The working of the chosen metric with the board's numbers; may be empty.
        explanations_ahead: `explanation` for each state that is one move away, by the same keys as `curves_ahead`.
        metrics_to_predict: The metrics that a student predicts before each action; all of them if empty.
        folded_metrics: The metrics whose scores are folded away at first.
        is_untouched: Whether nothing has been done since this board was opened.
        before: While a solution is shown, the cutoff and the curves before its last move; else None.
        undefined_ahead: By board and pattern, the metrics that are undefined there; those without are left out.
        curves_ahead: By board, the curves of every state that is one move away: of the metrics that ask for grades
            in ``graded`` by pattern, of the others in ``relevant`` by what is relevant, as 0 and 1.
        threshold: The lowest grade that counts as relevant.
        hidden_metrics: The metrics whose curve is hidden.
        tie_bands: By metric, the least and the most at each cutoff over the orders of tied ranks; empty without ties.
    """

    figure: dict[str, Any]
    rows: Sequence[Row]
    board: str
    pattern: str
    k: int
    n: int
    curves: Curves
    fractions: Mapping[str, Sequence[str | None]]
    undefined: Sequence[str]
    metric: str
    explanation: str
    working_line: str
    explanations_ahead: Mapping[str, Mapping[str, str]]
    metrics_to_predict: Sequence[str]
    folded_metrics: Sequence[str]
    is_untouched: bool
    before: dict[str, Any] | None
    undefined_ahead: Mapping[str, Mapping[str, Sequence[str]]]
    curves_ahead: Mapping[str, Mapping[str, Mapping[str, Curves]]]
    threshold: int
    hidden_metrics: Sequence[str]
    tie_bands: Mapping[str, tuple[Sequence[float | None], Sequence[float | None]]]


def curves_data(current: Session, study: Study | None = None) -> CurvesData:
    """The data of the chart and the scoreboard, and of the states that the browser may show next.

    Args:
        current: The session.
        study: The open task; a lesson step says which metrics to predict and to fold away.
    """
    desk = current.desk
    step = study.step if study else first_step(desk)
    values = series.compute_curves(desk)
    before = current.before if study and study.shown else None
    ahead = lookahead.look_ahead(desk, lookahead.list_nearby_desks(current))
    return {
        "figure": template_of(desk, values),
        "rows": metric_rows(desk, means=study is None),
        "metric": desk.metric,
        "explanation": changes.explain_last_action(desk, current.before),
        "explanations_ahead": explanation.explain_next_actions(desk),
        "working_line": "" if study else format_working_line(desk),
        "metrics_to_predict": step.predict if step else (),
        "folded_metrics": step.desk.hidden if step else (),
        "is_untouched": current.before is None,
        "before": {"k": before.k, "curves": without_nan(series.compute_curves(before))} if before else None,
        **predictions_data(current, alone=study is None and step is None),
        "board": desk.opened,
        "pattern": lookahead.make_key(desk),
        "k": desk.k,
        "n": desk.n,
        "curves": without_nan(values),
        "fractions": {
            metric.name: [*map(format_fraction, values[metric.name][:MAX_FRACTIONS])]
            for metric in PLOTTED
            if not metric.graded
        },
        "undefined": list(find_undefined(desk.metrics, desk.visible)),
        "curves_ahead": without_nan_ahead(desk, ahead),
        "threshold": desk.threshold,
        "undefined_ahead": {name: lookahead.find_undefined(desk, found.graded) for name, found in ahead.items()},
        "hidden_metrics": list(desk.hidden),
        "tie_bands": compute_bands(desk),
    }


def template_of(desk: Desk, values: Mapping[str, Sequence[float]]) -> dict[str, Any]:
    """The Plotly template of a desk's chart, without values: the metrics from 0 to 1, or the sums.

    Args:
        desk: The desk that is shown.
        values: The curves of the desk, by metric.
    """
    scale = tuple(metric.name for metric in desk.charted)
    if scale[0] == PLOTTED[0].name:
        return curves_template(scale, desk.n)
    names = tuple(metric.name for metric in desk.metrics)
    # Room for one result that is judged anew: the axis stays while the hand is at it.
    one = max(metric.curve(Ranking([desk.top]))[0] for metric in desk.charted)
    highest = max(max(values[name]) for name in scale)
    return curves_template(names, desk.n, scale, round_axis_end(highest + one))


def without_nan_ahead(
    desk: Desk, ahead: Mapping[str, lookahead.Ahead]
) -> dict[str, Mapping[str, Mapping[str, Curves]]]:
    """The curves of the states that are one change away, by board, with None in place of NaN for JSON."""
    if desk.conventions.undefined != "nan":
        return {name: found._asdict() for name, found in ahead.items()}
    return {
        name: {
            kind: {key: without_nan(values) for key, values in states.items()}
            for kind, states in zip(found._fields, found, strict=True)
        }
        for name, found in ahead.items()
    }


def metric_rows(desk: Desk, *, means: bool = True) -> list[Row]:
    """A row of data for each metric of a desk, for the chart and the scoreboard.

    Args:
        desk: The desk that is shown.
        means: Whether to give the names of means over several queries.

    >>> from irviz.scenarios.catalogue import CATALOGUE
    >>> [[row["mean_name"] for row in metric_rows(CATALOGUE[name])[3:5]] for name in ("cats", "long")]
    [['MRR', 'MAP'], ['', '']]
    >>> {row["mean_name"] for row in metric_rows(CATALOGUE["cats"], means=False)}
    {''}
    """
    symbols = MEAN_NAMES if desk.opened == MEAN else {}
    several = desk.opened != MEAN and len(desk.boards) > 1 and "tabs" not in desk.off
    called = MEAN_NAMES if several and means else {}
    return [
        {
            "name": metric.name,
            "symbol": f"{symbols.get(metric.name, metric.name)}@k",
            "title": title_metric(metric, desk),
            "meaning": metric.summary,
            "mean_name": called.get(metric.name, ""),
            "is_sum": metric.range != (0, 1),
        }
        for metric in desk.metrics
    ]


def without_nan(values: Mapping[str, list[float]]) -> Curves:
    """Curves with None in place of NaN, which JSON does not have."""
    return {name: [None if isnan(value) else value for value in row] for name, row in values.items()}


def title_metric(metric: Metric, desk: Desk) -> str:
    """The title of a metric, or of its mean where a desk shows that of several queries."""
    title = metric.title
    if desk.opened != MEAN or desk.paired:
        return title
    return f"Mean {title if title[1:2].isdigit() else title[0].lower() + title[1:]}"
