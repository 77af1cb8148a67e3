"""What the last action did: a line for each metric with its values before and now, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from irviz.lenses import changes
from irviz.views.elements import Child, Element, cell, first_cell, h, head, line, table, taught_rows, terms
from irviz.views.numbers import format_decimal, format_movement

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from irviz.state.desk import Desk
_COLUMNS = {"metric": "Metric", "before": "Before", "now": "Now", "size": "Change", "why": "Why"}


def view(desk: Desk, before: Desk | None, untaught: Sequence[str]) -> Child:
    """The panel's elements: the effect of the last action on each metric.

    The arguments are those of `irviz.views.lens.panel`.
    """
    values = changes.show(desk, before)
    if values["kind"] == "none":
        return h(
            "div.ix-changes-none.ix-as-grid.ix-centred",
            h("div", "▲ ▼ =", aria_hidden="true"),
            h("p.ix-lead", values["said"], data_testid="action"),
        )
    heads = [head(f".ix-change-{name}", words) for name, words in _COLUMNS.items()]
    rows = taught_rows(values["rows"], untaught, desk.metric)
    return (
        h("p.ix-h3.ix-after", values["said"], data_testid="action"),
        table(".ix-folds.ix-changes", heads, map(_render_change, rows), aria_label="What changed with the last action"),
    )


def _render_change(row: Mapping[str, Any]) -> Element:
    """A row of the table for a metric: its values before and now, the difference, and the reason."""
    difference = row["difference"]
    moved = format_movement(0 if row["direction"] == "same" else difference)
    return line(
        first_cell(
            ".ix-change-metric",
            h("span.ix-hue.ix-l", row["symbol"]),
            " ",
            h("span.ix-caption.ix-change-title", row["title"]),
        ),
        cell(".ix-change-before", format_decimal(row["before"]) if row["was_defined"] else "undefined"),
        cell(".ix-change-now.ix-l.ix-strong", format_decimal(row["after"]) if row["is_defined"] else "undefined"),
        cell(
            ".ix-change-size",
            h("span", h("span.ix-change-sign", moved.sign), moved.figures, aria_hidden="true"),
            h("span.ix-said", moved.words),
        ),
        cell(".ix-change-why", map(_render_reason, row["lines"])),
        data_testid="change",
        data_metric=row["name"],
        data_hue=row["name"],
        data_direction=row["direction"],
        data_difference="null" if difference is None else difference,
    )


def _render_reason(one: Mapping[str, Any]) -> Element:
    """An element with the reason of a change; for a mean, one for each query whose value changed."""
    query, reason = one.get("query"), one["reason"]
    # Symbols such as DCG keep their letters.
    said = reason if query else reason[:1].upper() + reason[1:]
    return h(
        "p.ix-read", query and h("span.ix-soft.ix-strong", f"{query} {one['change']}: "), terms(f"{said}.", once=True)
    )
