"""Precision against recall, rank by rank, and average precision as the area of the steps below."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from irviz.lenses import precision_recall
from irviz.metrics.rounding import format_rounded
from irviz.views.elements import Child, Element, cell, first_cell, h, head, line, table, terms, thumb
from irviz.views.numbers import format_decimal

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from irviz.state.desk import Desk
LONG = 24
"A table with more lines than this is scrolled in a box of its own."
MOST_WORDS, MOST_WHERE_NARROW = 10, 6
"With more steps than this their areas are not written into them."
CLOSE = 0.055
"Where the curve goes up by less than this, the label of the cutoff would lie on the next step."
HEIGHT, HEIGHT_OF_SEVERAL = 300, 190
"The height of a drawing (px), as in irviz/ui/lens/precision_recall.css."
LINE = 15
"The height of a label (px)."
_QUARTERS = (0, 0.25, 0.5, 0.75, 1)


def view(desk: Desk, before: Desk | None, _untaught: Sequence[str]) -> Element:
    """The panel's elements: precision against recall for each board.

    The arguments are those of `irviz.views.lens.panel`.
    """
    values = precision_recall.show(desk, before)
    panels = values["panels"]
    several = len(panels) > 1
    smooth = any(panel["smooth"] is not None for panel in panels)
    return h(
        "div.ix-recall",
        h(
            "div.ix-recall-head.ix-as-grid",
            h("h2.ix-h2", "Average precision is an area"),
            h(
                "label.ix-line.ix-recall-toggle",
                h("input", type="checkbox", data_testid="interpolated"),
                "Interpolated precision",
                hidden=not smooth,
            ),
            h("p.ix-lead", terms(values["sentence"]), data_testid="precision-recall-text"),
        ),
        h("div.ix-plots", (_render_board(panel, desk, several=several) for panel in panels)),
        data_several=several,
    )


def _render_board(panel: Mapping[str, Any], desk: Desk, *, several: bool) -> Element:
    """An element with a board's curve, the sentences about it, and its points as a table."""
    k = desk.k
    drawn = bool(panel["points"])
    smooth = panel["smooth"]
    area = f"AP@{k} = {format_decimal(panel['area']['value'])}" if drawn else panel["sentence"]
    return h(
        "section.ix-halves.ix-recall-panel",
        several and h("h3.ix-h3", panel["query"]),
        drawn and _render_plot(panel, k, last=k if desk.predict else None, several=several),
        h(
            "div.ix-stack",
            several and h("p.ix-strong", area),
            drawn and _render_points(panel, k, several=several),
            (h("p.ix-caption", terms(note)) for note in panel["notes"]),
            smooth and h("p.ix-caption.ix-recall-smooth", smooth["text"]),
        ),
        data_testid="recall-panel",
    )


def _render_points(panel: Mapping[str, Any], k: int, *, several: bool) -> Element:
    """A table of the points of a curve and the areas below it; if `several` boards are open, for screen readers."""
    areas = {step["rank"]: step for step in panel["steps"]}
    long = len(panel["points"]) > LONG
    box = {"role": "group", "tabindex": 0, "aria-label": "Points, rank by rank"} if long else {}
    named = (("R", "Recall@k"), ("P", "Precision@k"), ("AP", "Area"))
    heads = (
        head(".ix-point-rank.ix-narrow", "k"),
        head(".ix-centred.ix-narrow", "Result"),
        (head(".ix-hue", words, data_hue=hue) for hue, words in named),
    )

    def point_line(point: Mapping[str, Any]) -> Element:
        """A row of the table for a point of the curve."""
        rank = point["rank"]
        step = areas.get(rank)
        area = step and f"{('+' if step['counted'] else '')}{format_decimal(step['area'])}"
        return line(
            first_cell(".ix-strong.ix-point-rank.ix-narrow", rank),
            cell(".ix-centred.ix-narrow", thumb(point, ranked=False)),
            cell(".ix-point-value", format_decimal(point["recall"])),
            cell(".ix-point-value", format_decimal(point["precision"])),
            cell(".ix-point-value.ix-hue", area, data_hue="AP"),
            data_rank=rank,
            data_counted=point["counted"],
            data_cutoff=rank == k,
        )

    caption = h("span.ix-said", f"Precision and recall by rank for “{panel['query']}”")
    lines = map(point_line, panel["points"])
    return h(
        f"div.ix-points-box{('.ix-said' if several else '')}",
        table(".ix-points", heads, lines, caption, data_testid="points"),
        data_long=long,
        **box,
    )


# The drawing. All places are shares of the plot, so that it fits any box.


def _render_plot(panel: Mapping[str, Any], k: int, last: int | None, *, several: bool) -> Element:
    """The SVG plot of precision against recall, with the area of average precision, described down to rank `last`."""
    points, steps, smooth, lost = (panel[key] for key in ("points", "steps", "smooth", "lost"))
    relevant = panel["relevant"]
    across = [at / relevant for at in range(relevant + 1)] if relevant <= 8 else _QUARTERS
    written = len(steps) <= (MOST_WHERE_NARROW if several else MOST_WORDS)

    def layer(name: str, *children: Child) -> Element:
        """An SVG group of shapes."""
        return h(f"g.ix-recall-{name}", *children)

    missed = lost["count"] > 0 and (
        _render_rect(lost["from"], 1, 1),
        _render_number((1 + lost["from"]) / 2, 0.5, f"{lost['count']} missed"),
    )
    dots = (
        h("circle", r=4, cx=_format_share(one["recall"]), cy=_format_share(1 - one["precision"]))
        for one in smooth["levels"]
    )
    return h(
        "div.ix-recall-plot.ix-relative",
        h(
            "div.ix-recall-area.ix-relative",
            h(
                "svg.ix-recall-drawing.ix-wide",
                layer(
                    "grid",
                    (_render_stroke(0, at, 1, at) for at in _QUARTERS),
                    (_render_stroke(at, 0, at, 1) for at in across),
                ),
                layer("areas", (_render_area(step, written=written) for step in steps)),
                layer("lost", missed),
                layer("smooth", _render_terrace(smooth["steps"]), dots),
                layer("path", _render_staircase(points)),
                layer("points", _render_marks(points, k, HEIGHT_OF_SEVERAL if several else HEIGHT)),
                aria_hidden="true",
            ),
            h("div.ix-recall-up.ix-absolute.ix-soft", (_render_tick(at, "bottom") for at in _QUARTERS)),
            h("div.ix-recall-across.ix-absolute.ix-soft", (_render_tick(at, "left") for at in across)),
        ),
        h("span.ix-recall-precision.ix-absolute.ix-hue", "precision", data_hue="P"),
        h("span.ix-recall-recall.ix-absolute.ix-hue", "recall", data_hue="R"),
        role="img",
        data_many=len(steps) > MOST_WHERE_NARROW,
        data_testid="recall-plot",
        aria_label=_describe_curve(panel, k, points[:last]),
    )


def _format_share(part: float) -> str:
    """A share as a percentage, for SVG and CSS."""
    return f"{100 * part:.3f}%"


def _render_tick(at: float, side: str) -> Element:
    """The number at a tick of an axis; `side` is the CSS side from which it is measured."""
    return h("span.ix-absolute", f"{float(format_rounded(at)):g}", style={side: _format_share(at)})


def _render_stroke(x1: float, y1: float, x2: float, y2: float) -> Element:
    """An SVG line between two points, each by its recall (x) and precision (y)."""
    ends = {"x1": x1, "y1": 1 - y1, "x2": x2, "y2": 1 - y2}
    return h("line", **{name: _format_share(part) for name, part in ends.items()})


def _render_rect(start: float, end: float, height: float) -> Element:
    """An SVG rectangle from recall `start` to `end`, from precision 0 to `height`."""
    sides = {"x": start, "y": 1 - height, "width": end - start, "height": height}
    return h("rect", **{name: _format_share(part) for name, part in sides.items()})


def _render_number(recall: float, precision: float, words: Child) -> Element:
    """An SVG text at a recall and a precision."""
    return h("text.ix-recall-number.ix-strong", words, x=_format_share(recall), y=_format_share(1 - precision))


def _render_area(step: Mapping[str, Any], *, written: bool) -> Element:
    """The rectangle of a relevant result, with its area as text if `written`."""
    start, end, height = (step["from"], step["to"], step["height"])
    words = written and height > 0.12 and format_decimal(step["area"])
    return h(
        "g",
        _render_rect(start, end, height),
        _render_number((start + end) / 2, height / 2, words),
        data_rank=step["rank"],
        data_counted=step["counted"],
    )


def _render_marks(points: Sequence[Mapping[str, Any]], k: int, height: int) -> Iterator[Element]:
    """The labelled points of the curve; after the last relevant result, only the cutoff's."""
    marked = [one for one in points if one["precision"] or one is points[0]]
    last = points[min(k, len(points)) - 1]
    cutoff = last if last["precision"] else points[0]
    places = {}
    for point in marked:
        rank, precision, is_cutoff = point["rank"], point["precision"], point is cutoff and k <= len(points)
        # The curve goes up from a result that is not relevant; the cutoff's label is so long that it meets a low step.
        rise = points[rank]["precision"] - precision if rank < len(points) else 0
        below = 0 < rise < CLOSE if is_cutoff else precision > 0.1 and not point["relevant"]
        places[rank] = _place_label(point["recall"], len(points), is_cutoff=is_cutoff, below=below)
    labels = _choose_labels(points, cutoff, places, height)
    for point in marked:
        rank, is_cutoff = point["rank"], point is cutoff and k <= len(points)
        anchor, dx, dy = places[rank]
        x, y = (_format_share(point["recall"]), _format_share(1 - point["precision"]))
        yield h(
            "g",
            h("circle.ix-recall-near", r=14, cx=x, cy=y),
            h("circle.ix-recall-dot", r=5, cx=x, cy=y),
            h("text", f"k = {k}" if is_cutoff else labels[rank], x=x, y=y, dx=dx, dy=dy, text_anchor=anchor),
            data_rank=rank,
            data_relevant=point["relevant"],
            data_counted=point["counted"],
            data_cutoff=is_cutoff,
        )


def _place_label(recall: float, count: int, *, is_cutoff: bool, below: bool) -> tuple[str, int, int]:
    """Where a point's label stands: its SVG text anchor, and its offsets (x, y) in pixels.

    Args:
        recall: The recall of the point; the label must not leave the plot at the right.
        count: The number of points; with many, the label of the cutoff stands below the curve.
        is_cutoff: Whether the point is at the cutoff, whose label is longer.
        below: Whether the label stands below its point.
    """
    if recall > 0.92:
        return ("end", -11, 18 if is_cutoff or below else -7)
    return ("middle", 0, 22) if is_cutoff and count > 12 else ("start", 10, 18 if below else -7)


def _render_staircase(points: Sequence[Mapping[str, Any]]) -> Iterator[Element]:
    """The curve's steps: vertical lines where precision changes, horizontal ones at relevant results."""
    last: tuple[float, float] | None = None
    for point in points:
        recall, precision = (point["recall"], point["precision"])
        at, height = last or (0.0, precision)
        if height != precision and (last or point["relevant"]):
            yield _render_stroke(at, height, at, precision)
        if point["relevant"]:
            yield _render_stroke(at, precision, recall, precision)
        last = (recall, precision)


def _render_terrace(steps: Sequence[Mapping[str, Any]]) -> Iterator[Element]:
    """Lines of the interpolated precision: its flat pieces and the drops between them."""
    for at, step in enumerate(steps, 1):
        yield _render_stroke(step["from"], step["height"], step["to"], step["height"])
        if at < len(steps):
            yield _render_stroke(step["to"], step["height"], step["to"], steps[at]["height"])


def _choose_labels(
    points: Sequence[Mapping[str, Any]],
    cutoff: Mapping[str, Any],
    places: Mapping[int, tuple[str, int, int]],
    height: int,
) -> dict[int, str]:
    """The label of each point that has a place, by rank: the rank, or an empty text where labels would overlap.

    The label of the cutoff has priority.
    """
    labels: dict[int, str] = {}
    placed: list[Mapping[str, Any]] = []

    def are_apart(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
        """Whether the labels of two points do not lie on each other."""
        (anchor, _, dy), (other_anchor, _, other_dy) = places[one["rank"]], places[other["rank"]]
        width = 0.16 if anchor != other_anchor else 0.12 if cutoff in (one, other) else 0.06
        below = (other["precision"] - one["precision"]) * height + dy - other_dy
        return abs(below) >= LINE or bool(abs(one["recall"] - other["recall"]) >= width)

    for point in (cutoff, *points):
        if point["rank"] in places and point["rank"] not in labels:
            fits = all(are_apart(point, one) for one in placed)
            labels[point["rank"]] = str(point["rank"]) if fits else ""
            if fits:
                placed.append(point)
    zeros = sum(point["precision"] == 0 for point in points)
    if zeros > 1:
        labels[points[0]["rank"]] = f"1–{zeros}"
    return labels


def _describe_curve(panel: Mapping[str, Any], k: int, points: Sequence[Mapping[str, Any]]) -> str:
    """Sentences on the curve and its points, for screen readers."""
    said = "; ".join(
        f"{one['rank']}: {format_decimal(one['recall'])}, {format_decimal(one['precision'])}" for one in points
    )
    return (
        f"Precision against recall for “{panel['query']}”; the area of the steps down to rank {k} is "
        f"{format_decimal(panel['area']['value'])}. Rank, recall, precision: {said}."
    )
