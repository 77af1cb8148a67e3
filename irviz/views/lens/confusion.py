"""The four quadrants at the cutoff with their results; at the margins, what each row and column gives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from irviz.lenses import confusion
from irviz.views.elements import Element, cell, first_cell, formula, h, head, line, term, terms, thumb

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from irviz.state.desk import Desk
READ_BY = {"TP": "P R F1", "FP": "P F1", "FN": "R F1", "TN": ""}
"By quadrant, the metrics that read it: pointing at one of them lights it."


def view(desk: Desk, before: Desk | None, untaught: Sequence[str]) -> Element:
    """The panel's elements: a confusion matrix for each board.

    The arguments are those of `irviz.views.lens.panel`.
    """
    boards = confusion.show(desk, before)["boards"]
    several = len(boards) > 1
    return h(
        "div.ix-plots", (_render_matrix(board, untaught, several=several, last=board is boards[-1]) for board in boards)
    )


def _render_matrix(board: Mapping[str, Any], untaught: Sequence[str], *, several: bool, last: bool) -> Element:
    """The confusion matrix of a board.

    Args:
        board: The counts and values, from `irviz.lenses.confusion`.
        untaught: The names of metrics to leave out.
        several: Whether there are several boards, whose queries are named.
        last: Whether it is the last one, which has a remark below it.
    """

    def corner_head(kind: Callable[..., Element], words: str) -> Element:
        """An empty cell of the matrix, of a `kind` such as `head`; `words` are for screen readers."""
        return kind(".ix-matrix-corner", h("span.ix-said", words))

    quadrants = {name: _render_quadrant(name, board["fields"][name]) for name in READ_BY}
    readings = {
        name: cell(".ix-matrix-corner") if name in untaught else _render_reading(name, reading)
        for name, reading in board["readings"].items()
    }
    upper, lower = (first_cell(".ix-label.ix-matrix-head", words) for words in board["rows"])
    remark = h("p.ix-soft.ix-read.ix-accuracy", terms(board["accuracy"]))
    return h(
        "div",
        several and h("h3.ix-h3", board["query"]),
        h(
            "table.ix-matrix.ix-wide",
            h(
                "thead",
                line(
                    cell(".ix-matrix-corner"),
                    (head(".ix-label.ix-matrix-head", words) for words in board["columns"]),
                    corner_head(head, "Read off the row"),
                ),
                role="rowgroup",
            ),
            h(
                "tbody",
                line(upper, quadrants["TP"], quadrants["FP"], readings["P"]),
                line(lower, quadrants["FN"], quadrants["TN"], readings["F1"]),
                "R" not in untaught
                and line(
                    corner_head(first_cell, "Read off the column"),
                    readings["R"],
                    cell(".ix-matrix-remark", last and "P" not in untaught and remark, colspan=2),
                ),
                role="rowgroup",
            ),
            role="table",
            data_testid="confusion",
            aria_label=f"Confusion at the cutoff, “{board['query']}”",
        ),
    )


def _render_reading(name: str, reading: Mapping[str, Any]) -> Element:
    """The cell in the margin of the matrix with the value and the fraction of the metric `name`."""
    return cell(
        ".ix-reading",
        h(
            "div.ix-edged",
            h("p", h("span.ix-hue", reading["title"]), " ", h("span.ix-caption", terms(reading["words"]))),
            h("p.ix-line.ix-reading-formula", formula(reading["shape"]), " ", formula(reading["numbers"])),
        ),
        data_testid=f"reading-{name}",
        data_hue=name,
    )


def _render_quadrant(name: str, field: Mapping[str, Any]) -> Element:
    """The cell of a quadrant of the matrix, such as TP: its count and its results."""
    return cell(
        ".ix-quadrant.ix-round",
        h(
            "p.ix-line.ix-quadrant-head.ix-baseline",
            h("b", term(name.lower(), name)),
            h("span.ix-caption.ix-quadrant-words", field["words"]),
            h("span.ix-h2.ix-push", field["count"], data_testid=f"count-{name}"),
        ),
        h(
            "div.ix-line.ix-quadrant-results",
            (
                h("figure.ix-centred", thumb(result), h("figcaption.ix-label", result["rank"], aria_hidden="true"))
                for result in field["results"]
            ),
        ),
        field["missed"] > 0 and h("p.ix-caption.ix-quadrant-missed", f"{field['missed']} not retrieved"),
        data_field=name,
        data_read_by=READ_BY[name],
        title=field["meaning"],
    )
