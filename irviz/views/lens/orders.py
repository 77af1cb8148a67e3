"""How good this order is among all orders of its list: where it stands in the chosen metric's distribution.

Beside that, how it stands for each metric.
"""

from __future__ import annotations

from math import floor, log10
from typing import TYPE_CHECKING, Any

from irviz.lenses import orders
from irviz.lenses.formatting import format_short
from irviz.views.elements import Element, cell, first_cell, h, head, line, scroll, table, taught_rows, terms
from irviz.views.numbers import format_decimal, format_percent

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from irviz.state.desk import Desk
_PARTS = {"below": "score lower", "same": "the same, this one included", "above": "higher"}


def view(desk: Desk, before: Desk | None, untaught: Sequence[str]) -> Element:
    """The panel's elements: how the order compares to all others of the same results.

    The arguments are those of `irviz.views.lens.panel`.
    """
    values = orders.show(desk, before)
    panels, whole = (values["panels"], values["whole"])
    several = len(panels) > 1
    return h(
        "div.ix-orders",
        h("h2.ix-h2", "How good is this order, really?"),
        h("p.ix-lead", terms(values["sentence"]), data_testid="orders-text"),
        h(
            "div.ix-halves.ix-orders-body",
            h(
                "div",
                h("div.ix-plots", (_render_histogram(panel, values, several=several) for panel in panels)),
                whole and _render_whole_list(whole["text"], whole["k"]),
            ),
            _render_standings(values, untaught, desk.metric, several=several),
        ),
        data_several=several,
    )


def _describe_count(number: str, *, exact: bool) -> str:
    """A number, with ≈ before it where only a sample of the orders was tried."""
    return number if exact else f"≈\xa0{number}"


def _render_whole_list(text: str, k: int) -> Element:
    """An element with a sentence on the whole list, and a button that moves the cutoff to its end, `k`."""
    say = {"do": "cutoff", "k": k}
    button = h("button.ix-button.ix-quiet", f"Show k = {k}", data_testid="whole-list", say=say)
    return h("p.ix-well.ix-before.ix-orders-whole", text, " ", button)


def _render_standings(values: Mapping[str, Any], untaught: Sequence[str], chosen: str, *, several: bool) -> Element:
    """A table of the share of possible orders that this order beats, by metric and list.

    Args:
        values: The values of the lens, from `irviz.lenses`.
        untaught: The names of metrics to leave out.
        chosen: The name of the chosen metric.
        several: Whether several lists are open.
    """
    queries = [panel["query"] for panel in values["panels"]]
    beaten = queries if several else ("Orders beaten", "Tied")
    names = ("Metric", "Mean" if several else "This order", "Shuffled", *beaten)
    caption = f"Every metric at k = {values['k']}{(', list by list' if several else '')}"
    lines = (
        _render_standing(row, several=several, chosen=row["name"] == chosen)
        for row in taught_rows(values["table"], untaught, chosen)
    )
    heads = (head("", words) for words in names)
    return scroll(caption, table(".ix-standings", heads, lines, caption, data_testid="standings"))


def _render_standing(row: Mapping[str, Any], *, several: bool, chosen: bool) -> Element:
    """A row of the table for a metric: its value, and the share of orders that it beats in each list."""
    name, cells = (row["name"], row["cells"])
    exact = all(one["exact"] for one in cells)
    tied = _describe_count(format_percent(cells[0]["tied"]), exact=exact) if _has_standing(cells[0]) else "–"
    return line(
        first_cell(
            "",
            h(
                "button.ix-chip",
                row["symbol"],
                data_metric=name,
                aria_pressed=chosen,
                say={"do": "look", "metric": name},
            ),
        ),
        cell("", format_decimal(row["value"])),
        cell("", "–" if row["mean"] is None else _describe_count(format_decimal(row["mean"]), exact=exact)),
        map(_render_beaten, cells),
        not several and cell("", tied),
        data_testid="standing",
        data_hue=name,
        data_chosen=chosen,
        class_="ix-strong" if chosen else "",
    )


def _render_beaten(one: Mapping[str, Any]) -> Element:
    """The table cell with the share of possible orders that this order beats, as a number and as a bar."""
    known = _has_standing(one)
    bars = (h("i", style={"width": f"{100 * one[name]:.5g}%"}) for name in ("beaten", "tied"))
    return cell(
        "",
        _describe_count(format_percent(one["beaten"]), exact=one["exact"]) if known else "undefined",
        known and h("span.ix-beaten.ix-push.ix-flex.ix-sunken", bars, aria_hidden="true"),
        data_value="null" if one["beaten"] is None else one["beaten"],
    )


def _has_standing(one: Mapping[str, Any]) -> bool:
    """Whether a metric has a value for this order, and for any order of the list."""
    return one["ever"] and one["value"] is not None


def _render_histogram(panel: Mapping[str, Any], values: Mapping[str, Any], *, several: bool) -> Element:
    """A histogram of a metric over all orders of a list, with this order and the mean marked.

    Args:
        panel: The values of the list, from `irviz.lenses`.
        values: The values of the lens.
        several: Whether several lists are open.
    """
    name = f"{values['metric']}@{values['k']} over {panel['over']}"
    shown = bool(panel["bars"])
    return h(
        "figure",
        h("h3.ix-h3", panel["query"]) if several else shown and h("figcaption.ix-label", name),
        shown and (_render_plot(panel, values["top"], name, lines=2 if several else 4), _render_legend(panel)),
        several and h("p.ix-caption", panel["text"]),
    )


def _render_plot(panel: Mapping[str, Any], end: float, name: str, lines: int) -> Element:
    """An element with the plot of a histogram.

    Args:
        panel: The values of the list, from `irviz.lenses`.
        end: The greatest value on the horizontal axis.
        name: The label for screen readers.
        lines: The number of grid lines.
    """
    bars, value, mean = (panel["bars"], panel["value"], panel["mean"])
    top = 1.06 * max(sum(one[part] for part in _PARTS) for one in bars)
    ticks = (0, 0.25, 0.5, 0.75, 1) if end == 1 else _round_ticks(end, 4)
    shuffled = _describe_count(format_decimal(mean), exact=panel["exact"])
    words = (
        f"Histogram of {name}, from {format_decimal(panel['lowest'])} to {format_decimal(panel['highest'])}; "
        f"a shuffle’s mean is {shuffled}, this order has {format_decimal(value)}."
    )
    return h(
        "div.ix-histo",
        h(
            "div.ix-histo-area.ix-relative",
            (
                h(
                    "span.ix-histo-line.ix-absolute",
                    h("span", format_percent(at)),
                    style={"bottom": _format_share(at, top)},
                )
                for at in _round_ticks(top, lines)[1:]
            ),
            (_render_column(one, top, end) for one in bars),
            # The label of the one is read across the line of the other, which is the longer one.
            _render_marker("here", value / end, "this order", format_decimal(value)),
            _render_marker("mean", mean / end, "a shuffle’s mean", shuffled),
        ),
        h(
            "div.ix-histo-axis.ix-relative",
            (
                h("span", format_short(at) if at in {0, 1} else f"{at:g}", style={"left": _format_share(at, end)})
                for at in ticks
            ),
        ),
        role="img",
        data_testid="histogram",
        aria_label=words,
    )


def _format_share(value: float, whole: float) -> str:
    """A value as a percentage of the whole, for CSS."""
    return f"{100 * value / whole:.6g}%"


def _render_column(one: Mapping[str, Any], top: float, end: float) -> Element:
    """A column of the histogram, in up to three parts; `top` and `end` are the ends of the two axes."""
    low, high = (one["low"], one["high"])
    style = {"left": _format_share(low, end), **({"width": _format_share(high - low, end)} if high > low else {})}
    return h(
        "span.ix-histo-bar.ix-flex.ix-absolute",
        (h("i.ix-hue-fill", data_part=part, style={"height": _format_share(one[part], top)}) for part in _PARTS),
        data_spike=low == high,
        style=style,
    )


def _render_marker(kind: str, at: float, words: str, number: str) -> Element:
    """A labelled line in the plot.

    Args:
        kind: Its kind, for its style.
        at: Its place as a share of the plot's width, from 0 to 1.
        words: The label.
        number: The value after the label.
    """
    label = {"style": {"transform": f"translateX({-100 * at:.6g}%)"}}
    return h(
        f"div.ix-histo-marker.ix-absolute.ix-histo-{kind}",
        h("span.ix-badge.ix-absolute", words, " ", number, **label),
        style={"left": _format_share(at, 1)},
    )


def _render_legend(panel: Mapping[str, Any]) -> Element:
    """The legend of a histogram: what the parts of its columns mean, with their shares of all orders."""
    shares = (panel["beaten"], panel["tied"], panel["above"])
    return h(
        "ul.ix-line.ix-caption.ix-histo-legend",
        (
            h(
                "li.ix-line.ix-tight",
                h("i.ix-hue-fill", data_part=part, aria_hidden="true"),
                h("b", _describe_count(format_percent(share), exact=panel["exact"])),
                words,
            )
            for (part, words), share in zip(_PARTS.items(), shares, strict=True)
        ),
    )


def _round_ticks(top: float, count: int) -> list[float]:
    """About `count` round numbers from 0 up to `top`, for the grid lines."""
    rough = top / count
    power: float = 10 ** floor(log10(rough))
    step = power * next(one for one in (1, 2, 2.5, 5, 10) if one * power >= rough * 0.999)
    return [float(f"{at * step:.6g}") for at in range(int(top / step + 1e-09) + 1)]
