"""Ties: which ranks have one score, how far each metric hangs on their order, and which order each tool takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from irviz.lenses import ties
from irviz.views.elements import Child, Element, cell, first_cell, h, head, line, scroll, table, taught_rows, terms
from irviz.views.numbers import format_decimal

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from irviz.state.desk import Desk


def view(desk: Desk, before: Desk | None, untaught: Sequence[str]) -> Child:
    """The panel's elements: which ranks are tied, and what hangs on it.

    The arguments are those of `irviz.views.lens.panel`.
    """
    values = ties.show(desk, before)
    return (
        h("h2.ix-h2", "What hangs on ties?"),
        h("p.ix-lead", terms(values["sentence"]), data_testid="ties-text"),
        _render_steps(values["steps"], locked="move" in desk.off),
        values["table"]
        and h(
            "div.ix-ties.ix-as-grid.ix-top",
            h("p.ix-all-columns", terms(values["text"]), data_testid="ties-values"),
            _render_table(taught_rows(values["table"], untaught, desk.metric), desk),
            _render_tools(values["tools"], values["symbol"]),
        ),
    )


def _render_steps(steps: Sequence[Mapping[str, Any]], *, locked: bool) -> Element:
    """The buttons that tie neighbouring ranks and part them; disabled if they are `locked`."""
    last = len(steps) + 1
    tied = [one["tied"] for one in steps]
    return h(
        "div.ix-line.ix-tight.ix-before.ix-after",
        map(_render_step, steps, [locked] * len(steps)),
        _render_all("Tie all", last, together=True, disabled=locked or all(tied)),
        _render_all("Part all", last, together=False, disabled=locked or not any(tied)),
        locked and h("span.ix-caption", "The order is locked here."),
        role="group",
        aria_label="Ranks that are tied",
    )


def _render_step(one: Mapping[str, Any], locked: bool) -> Element:  # noqa: FBT001 - given by map
    """The button between two ranks: it shows whether their scores are the same, and changes that."""
    rank, tied = one["rank"], one["tied"]
    words = f"{'Part' if tied else 'Tie'} ranks {rank} and {rank + 1}"
    return h(
        "button.ix-button.ix-tie-step",
        f"{rank} {'=' if tied else '>'} {rank + 1}",
        key=f"tie-{rank}",
        data_testid="tie-step",
        data_tied=tied,
        aria_label=words,
        title=words,
        disabled=locked,
        say={"do": "tie", "first": rank, "last": rank + 1, "together": not tied},
    )


def _render_all(words: str, last: int, *, together: bool, disabled: bool) -> Element:
    """The button that ties all ranks from 1 to `last` or parts them."""
    say = None if disabled or last < 2 else {"do": "tie", "first": 1, "last": last, "together": together}
    return h("button.ix-button.ix-quiet", words, aria_disabled=None if say else True, say=say)


def _render_table(rows: Sequence[Mapping[str, Any]], desk: Desk) -> Element:
    """The table of each metric over the orders of tied ranks."""
    caption = f"Every metric at k = {desk.k}, over all orders of the tied results"
    heads = (head("", words) for words in ("Metric", "Least", "Expected", "Most", "This order"))
    lines = (_render_row(row, chosen=row["name"] == desk.metric) for row in rows)
    return scroll(caption, table(".ix-tie-values", heads, lines, caption, data_testid="tie-values"))


def _render_row(row: Mapping[str, Any], *, chosen: bool) -> Element:
    """A row of the table for a metric."""
    name = row["name"]
    chip = h("button.ix-chip", row["symbol"], data_metric=name, aria_pressed=chosen, say={"do": "look", "metric": name})
    return line(
        first_cell("", chip),
        (cell("", format_decimal(row[key]), data_value=_write(row[key])) for key in ("least", "expected", "most")),
        cell("", format_decimal(row["value"]), data_value=_write(row["value"])),
        data_testid="tie-row",
        data_hue=name,
        data_chosen=chosen,
        class_="ix-strong" if chosen else "",
    )


def _write(value: float | None) -> str | float:
    """A value for an attribute, in full precision."""
    return "null" if value is None else value


def _render_tools(rows: Sequence[Mapping[str, Any]], symbol: str) -> Element:
    """The table of the tools, with their rule for ties and what it comes to."""
    caption = f"{symbol} as each tool means it, with its rule for ties"
    heads = (head("", words) for words in ("Tool and its rule", "Value"))
    return scroll(caption, table("", heads, map(_render_tool, rows), caption, data_testid="tie-tools"))


def _render_tool(row: Mapping[str, Any]) -> Element:
    """A row of the table for a tool: its name, its value or the two ends of what it may be, and its rule."""
    low, high = (None if row[end] is None else format_decimal(row[end]) for end in ("low", "high"))
    return line(
        first_cell("", row["name"], h("span.ix-caption.ix-block", row["rule"])),
        cell(".ix-nowrap", "–" if low is None else low if low == high else f"{low} to {high}"),
        data_testid="tie-tool",
    )
