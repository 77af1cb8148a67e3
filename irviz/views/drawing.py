"""The chart of a desk as a picture of its own, on paper or in a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from irviz.formats.export.sheet import sheet
from irviz.state.chosen_conventions import PLOTTED
from irviz.state.curves.series import curves, undefined
from irviz.views import figures
from irviz.views.curves import rows, sendable

if TYPE_CHECKING:
    from irviz.state.desk import Desk


def drawing(desk: Desk) -> dict[str, Any]:
    """The chart of a desk as a picture of its own, which ui/export/picture.js draws.

    Of each curve it has what is not covered.
    """
    values = curves(desk)
    page = sheet(desk)
    plotted = tuple(metric.name for metric in PLOTTED)
    return {
        "title": page["title"],
        "figure": figures.curves_template(plotted, desk.n),
        "rows": rows(desk)[: len(plotted)],
        "curves": sendable({name: values[name][: desk.last] for name in plotted}),
        "undefined": list(undefined(desk.metrics, desk.visible)),
        "hidden": list(desk.hidden),
        "k": desk.k,
        "last": desk.last,
        "n": desk.n,
    }
