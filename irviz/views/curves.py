"""What the chart of the metrics against the cutoff shows, and the scoreboard beside it.

The curves of every state that is one move away are there, too, so that nothing waits for the server.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isnan
from typing import TYPE_CHECKING, Any, NotRequired, TypedDict

from irviz.lenses import explanation
from irviz.lenses.working import working_line
from irviz.metrics import Ranking
from irviz.state.chosen_conventions import PLOTTED
from irviz.state.curves import lookahead, series
from irviz.state.curves.series import MEAN_NAMES, undefined
from irviz.state.desk import MEAN
from irviz.state.number_words import WRITTEN, fraction
from irviz.views import figures
from irviz.views.first import first_step
from irviz.views.predictions import Told, predictions

if TYPE_CHECKING:
    from irviz.lessons.study import Study
    from irviz.state.desk import Desk
    from irviz.state.session import Session

Curves = Mapping[str, Sequence[float | None]]
"""For each metric by name, its values at k = 1..n; None where it has none."""


class Row(TypedDict):
    """One metric of the chart and the scoreboard.

    Attributes:
        name: The key in `CurvesData.curves`, and of the colours: ``"RR"``.
        symbol: What is shown, ending in ``@k``: ``"RR@k"``, or ``"MRR@k"`` in a mean over queries.
        title: The name in words.
        meaning: What it measures, in one sentence.
        mean: What its mean over the queries is called, where one of several is open and that has a name.
        sum: Whether it is a sum, which can be more than 1.
    """

    name: str
    symbol: str
    title: str
    meaning: str
    mean: str
    sum: bool


class CurvesData(Told):
    """Everything the component needs, and all that it gets.

    Attributes:
        figure: From `irviz.views.figures.curves_template`, with a trace for each of `rows`.
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
        working: The chosen metric with this board's numbers, in a line; may be empty.
        lines: `why` for each state that is one move away, filed as what is `ahead`.
        ask: The metrics to predict where one predicts first; all of them if empty.
        aside: The metrics whose scores stand aside until somebody wants them.
        fresh: Whether nothing has been done since this board was opened.
        blank: By board and pattern, the metrics that are undefined there; those without are left out.
        ahead: By board, the curves of every state that is one move away: of the metrics that ask for grades
            in ``graded`` by pattern, of the others in ``relevant`` by what is relevant, as 0 and 1.
        threshold: The lowest grade that counts as relevant.
        hidden: Metrics whose curve is hidden.
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
    metric: NotRequired[str]
    why: str
    working: NotRequired[str]
    lines: Mapping[str, Mapping[str, str]]
    ask: Sequence[str]
    aside: Sequence[str]
    fresh: NotRequired[bool]
    blank: NotRequired[Mapping[str, Mapping[str, Sequence[str]]]]
    ahead: Mapping[str, Mapping[str, Mapping[str, Curves]]]
    threshold: int
    hidden: Sequence[str]


def curves_data(current: Session, study: Study | None = None) -> CurvesData:
    """Everything that the chart and the scoreboard show, and may be asked to show next.

    Args:
        current: The session.
        study: What somebody has to do; a step of a lesson says what to predict, and what to leave aside.
    """
    desk = current.desk
    step = study.step if study else first_step(desk)
    values = series.curves(desk)
    ahead = lookahead.ahead(desk, lookahead.near(current))
    return {
        "figure": template(desk, values),
        "rows": rows(desk, means=study is None),
        "metric": desk.metric,
        "why": explanation.line(desk, current.before),
        "lines": explanation.lines(desk),
        "working": "" if study else working_line(desk),
        "ask": step.predict if step else (),
        "aside": step.desk.hidden if step else (),
        "fresh": current.before is None,
        **predictions(current, alone=study is None and step is None),
        "board": desk.opened,
        "pattern": lookahead.key(desk),
        "k": desk.k,
        "n": desk.n,
        "curves": sendable(values),
        "fractions": {
            metric.name: [*map(fraction, values[metric.name][:WRITTEN])]
            for metric in PLOTTED
            if not metric.graded
        },
        "undefined": list(undefined(desk.metrics, desk.visible)),
        "ahead": sendable_ahead(desk, ahead),
        "threshold": desk.threshold,
        "blank": {name: lookahead.blank(desk, found.graded) for name, found in ahead.items()},
        "hidden": list(desk.hidden),
    }


def template(desk: Desk, values: Mapping[str, Sequence[float]]) -> dict[str, Any]:
    """The chart of a desk without its values: of the metrics from 0 to 1, or of the sums.

    Args:
        desk: What is seen.
        values: Its curves, by metric.
    """
    scale = tuple(metric.name for metric in desk.charted)
    if scale[0] == PLOTTED[0].name:
        return figures.curves_template(scale, desk.n)
    names = tuple(metric.name for metric in desk.metrics)
    # Room for one result that is judged anew: the axis stays while the hand is at it.
    one = max(metric.curve(Ranking([desk.top]))[0] for metric in desk.charted)
    highest = max(max(values[name]) for name in scale)
    return figures.curves_template(names, desk.n, scale, figures.above(highest + one))


def sendable_ahead(
    desk: Desk, ahead: Mapping[str, lookahead.Ahead]
) -> dict[str, Mapping[str, Mapping[str, Curves]]]:
    """What is ahead of a desk, by board, as JSON can carry it."""
    if desk.conventions.undefined != "nan":
        return {name: found._asdict() for name, found in ahead.items()}
    return {
        name: {
            kind: {key: sendable(values) for key, values in states.items()}
            for kind, states in zip(found._fields, found, strict=True)
        }
        for name, found in ahead.items()
    }


def rows(desk: Desk, *, means: bool = True) -> list[Row]:
    """The metrics of a desk as the chart and the scoreboard name them.

    Args:
        desk: What is seen.
        means: Whether to say what the means over several queries are called.
    """
    symbols = MEAN_NAMES if desk.opened == MEAN else {}
    several = desk.opened != MEAN and len(desk.boards) > 1 and "tabs" not in desk.off
    called = MEAN_NAMES if several and means else {}
    return [
        {
            "name": metric.name,
            "symbol": f"{symbols.get(metric.name, metric.name)}@k",
            "title": _mean_title(metric.title) if desk.opened == MEAN else metric.title,
            "meaning": metric.summary,
            "mean": called.get(metric.name, ""),
            "sum": metric.range != (0, 1),
        }
        for metric in desk.metrics
    ]


def sendable(values: Mapping[str, list[float]]) -> Curves:
    """Curves as JSON can carry them: there is no NaN in it, so no value is None."""
    return {
        name: [None if isnan(value) else value for value in row] for name, row in values.items()
    }


def _mean_title(title: str) -> str:
    """What the mean of a metric over several queries is called."""
    return f"Mean {title if title[1:2].isdigit() else title[0].lower() + title[1:]}"
