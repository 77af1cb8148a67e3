"""What the chart shows of a desk, without what stands around it."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from irviz.state.curves.series import MEAN_NAMES
from irviz.state.desk import MEAN

if TYPE_CHECKING:
    from collections.abc import Mapping

    from irviz.state.desk import Desk
    from irviz.ui.curves import Curves, Row


def rows(desk: Desk) -> list[Row]:
    """The metrics of a desk as the chart and the scoreboard name them."""
    symbols = MEAN_NAMES if desk.opened == MEAN else {}
    return [
        {
            "name": metric.name,
            "symbol": f"{symbols.get(metric.name, metric.name)}@k",
            "title": _mean_title(metric.title) if desk.opened == MEAN else metric.title,
            "meaning": metric.summary,
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
