"""The chart of a desk as a picture of its own, on paper or in a file."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from irviz.state.curves.series import compute_curves, compute_curves_by_board, find_undefined
from irviz.views.curves import metric_rows, template_of, without_nan
from irviz.views.paper import list_changed_conventions, title_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from irviz.state.desk import Desk

FONT = "Helvetica, Arial, Liberation Sans, sans-serif"
"""Fonts that other programs have, too: a picture leaves this machine."""

SIZE = (1120, 560)
"""Width and height of a picture, in pixels; one with pixels of its own has twice as many."""

ROW = 20
"""The height of a line of the legend, which is cut off where it is higher than the axes."""

ON_PAPER, LOW_ON_PAPER = (720, 280), (720, 216)
"""The same on paper: as wide as what stands on a page of A4, and lower where there are several boards."""

INK, SOFT, GROUND, CUTOFF = (f"var(--ix-{name})" for name in ("ink", "ink-soft", "card", "cutoff"))
GRID, TICKS = "var(--ix-line)", "var(--ix-line-strong)"


def drawing(desk: Desk, *, on_paper: bool = False) -> dict[str, Any]:
    """A desk's chart as a complete Plotly figure, which ui/export/picture.js draws on paper or in a file.

    It has only the values that are not covered on the page, and says where curves end early for that reason.
    Unusual conventions are noted below the chart.

    Args:
        desk: The desk that is drawn.
        on_paper: Whether it is for the printed page, which is smaller and has the title already.

    Returns:
        ``data`` and ``layout`` for plotly. Colours are named as style sheets name them, ``var(--ix-ink)``,
        since only the page knows them.
    """
    frame = template_of(desk, compute_curves(desk))
    if desk.paired:
        traces = _pair_traces(desk, frame)
        return {"data": traces, "layout": _make_layout(frame["layout"], desk, len(traces), on_paper=on_paper)}
    values = without_nan({name: row[: desk.last_visible_cutoff] for name, row in compute_curves(desk).items()})
    hollow = find_undefined(desk.metrics, desk.visible)
    traces = [
        _draw_trace(trace, row, values[row["name"]], hollow=row["name"] in hollow)
        for trace, row in zip(frame["data"], metric_rows(desk), strict=False)
        if row["name"] in frame["scale"] and row["name"] not in desk.hidden
    ]
    return {"data": traces, "layout": _make_layout(frame["layout"], desk, len(traces), on_paper=on_paper)}


def _pair_traces(desk: Desk, template: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Plotly traces for two lists, two for each metric: A's is solid, B's dashed with hollow points."""
    traces = []
    for trace, row in zip(template["data"], metric_rows(desk), strict=False):
        name = row["name"]
        if name in desk.hidden:
            continue
        for (board, found), dash in zip(compute_curves_by_board(desk).items(), ("solid", "dash"), strict=True):
            y = without_nan({name: list(found[name][: desk.last_visible_cutoff])})[name]
            made = _draw_trace(trace, row, y, hollow=dash != "solid")
            made["line"] |= {"dash": dash, "width": trace["line"]["width"]}
            made["uid"] = f"{name}-{board}"
            made["name"] = f"<b>{name}@k</b>  {board.upper()}"
            traces.append(made)
    return traces


def _draw_trace(trace: Mapping[str, Any], row: Mapping[str, Any], y: object, *, hollow: bool) -> dict[str, Any]:
    """A Plotly trace with the values `y`.

    Args:
        trace: The trace of the chart's template.
        row: The metric's data from `metric_rows`, for the legend.
        y: The values.
        hollow: Whether it is drawn with hollow points, for list B.
    """
    colour = f"var(--ix-line-{row['name']})"
    line, marker = trace["line"], trace["marker"]
    edge = {"width": 1.5} if hollow else {**marker["line"], "color": GROUND}
    symbol = f"{marker['symbol']}-open" if hollow else marker["symbol"]
    return {
        **trace,
        "y": y,
        "name": f"<b>{row['symbol']}</b>  {row['title']}",
        "line": {**line, "color": colour, "width": 1 if hollow else line["width"]},
        "marker": {**marker, "color": colour, "symbol": symbol, "line": edge},
        "showlegend": True,
    }


def _make_layout(layout: Mapping[str, Any], desk: Desk, curves: int, *, on_paper: bool) -> dict[str, Any]:
    """The Plotly layout of a picture with some `curves`, made from that of the page's chart."""
    axis = {"color": SOFT, "gridcolor": GRID, "tickcolor": TICKS}
    words: dict[str, Any] = {"yref": "paper", "showarrow": False}
    cut = {"type": "line", "layer": "below", "x0": desk.k, "x1": desk.k, "y0": 0, "y1": 1}
    shapes = [{**cut, "yref": "paper", "line": {"color": CUTOFF, "width": 1.5}}]
    name = {"text": f"<b>k = {desk.k}</b>", "x": desk.k, "y": 1, "yanchor": "bottom"}
    notes = [{**words, **name, "font": {"size": 13, "color": CUTOFF}}]
    if desk.last_visible_cutoff < desk.n:
        ends = {"x0": desk.last_visible_cutoff + 0.1, "x1": desk.n + 0.2, "y0": 0, "y1": 1, "yref": "paper"}
        cover = {"type": "rect", "layer": "below", "line": {"width": 0}, "opacity": 0.5}
        shapes.append({**cover, **ends, "fillcolor": GRID})
        why = {"text": "covered while<br>one predicts", "x": (desk.last_visible_cutoff + desk.n) / 2, "y": 0.5}
        notes.append({**words, **why, "font": {"size": 13, "color": SOFT}})
    unusual = list_changed_conventions(desk)
    if unusual:
        below = {"x": 0, "xref": "paper", "xanchor": "left", "y": 0, "yanchor": "top", "align": "left"}
        text = "<br>".join(escape(one, quote=False) for one in unusual)
        notes.append({**words, **below, "text": text, "yshift": -48, "font": {"size": 12, "color": INK}})
    title = {
        # Plotly reads a few tags in its texts; what users wrote is shown as it is.
        "text": "" if on_paper else f"<b>{escape(title_of(desk), quote=False)}</b>",
        "x": 0,
        "xanchor": "left",
        "xref": "paper",
        "y": 0.97,
        "yanchor": "top",
        "font": {"size": 20, "color": INK},
    }
    top, bottom = 36 if on_paper else 78, 56 + 17 * len(unusual)
    width, height = SIZE if not on_paper else LOW_ON_PAPER if len(desk.visible) > 1 else ON_PAPER
    height = max(height, top + bottom + ROW * curves)
    return {
        **layout,
        "width": width,
        "height": height,
        "paper_bgcolor": GROUND,
        "plot_bgcolor": GROUND,
        "font": {**layout["font"], "family": FONT, "color": SOFT},
        "title": title,
        "margin": {"l": 72, "r": 24, "t": top, "b": bottom, "pad": 0},
        "xaxis": {**layout["xaxis"], **axis, "title": _make_axis_title("cutoff k", standoff=10)},
        "yaxis": {**layout["yaxis"], **axis, "title": _make_axis_title("value", standoff=12)},
        "showlegend": True,
        "legend": {"x": 1.02, "xanchor": "left", "y": 1, "itemwidth": 44, "font": {"size": 13, "color": INK}},
        "shapes": shapes,
        "annotations": notes,
    }


def _make_axis_title(text: str, standoff: int) -> dict[str, Any]:
    """The title of an axis, `standoff` pixels away from its numbers."""
    return {"text": text, "standoff": standoff, "font": {"size": 13}}
