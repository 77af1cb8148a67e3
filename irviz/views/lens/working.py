"""The working of the chosen metric: its formula, the same with this board's numbers, and rank by rank."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from irviz.lenses import working
from irviz.views.elements import (
    Child,
    Element,
    cell,
    first_cell,
    formula,
    h,
    head,
    line,
    scale_head,
    scroll,
    table,
    taught_rows,
    terms,
    thumb,
    waterfall,
)
from irviz.views.numbers import choose_column_format, format_decimal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from irviz.state.desk import Desk


def view(desk: Desk, before: Desk | None, untaught: Sequence[str]) -> Child:
    """The panel's elements: the working of the chosen metric.

    The arguments are those of `irviz.views.lens.panel`.
    """
    values = working.show(desk, before)
    choices = taught_rows(values["choices"], untaught, values["name"])
    value = values["result"]["value"]
    return (
        h(
            "div.ix-line.ix-ends.ix-apart.ix-top.ix-work-head",
            h("div", h("h2.ix-h2", values["title"]), h("p.ix-lead", terms(values["summary"]))),
            h(
                "div.ix-line.ix-tight",
                (_render_choice(one, values["name"]) for one in choices),
                role="group",
                aria_label="Metric",
            ),
        ),
        h(
            "div.ix-stack.ix-work-formula.ix-loose",
            h(
                "div.ix-line.ix-apart",
                h("div.ix-definition.ix-rigid", formula(values["definition"]), data_testid="definition"),
                h(
                    "dl.ix-where.ix-as-grid.ix-caption",
                    (h("div", h("dt", formula(one)), h("dd", one["text"])) for one in values["where"]),
                    aria_label="What the symbols stand for",
                ),
            ),
            h(
                "div.ix-well.ix-line.ix-work-numbers.ix-baseline",
                h(
                    "div.ix-worked",
                    formula(values["worked"]),
                    role="group",
                    aria_label=f"{values['symbol']} with its numbers",
                    data_testid="worked",
                    scrolls=True,
                ),
                h(
                    "div",
                    formula(values["equals"]),
                    data_testid="result",
                    data_value="null" if value is None else value,
                ),
            ),
            values["note"] and h("p.ix-soft", values["note"]),
            _render_python(**values["python"]),
        ),
        _render_steps(values) if values["kind"] == "one" else _render_queries(values),
    )


def _render_choice(one: Mapping[str, str], chosen: str) -> Element:
    """The button that chooses a metric (`one`), in its colour; `chosen` is the name of the chosen metric."""
    name = one["name"]
    return h(
        "button.ix-chip",
        one["symbol"],
        data_metric=name,
        data_hue=name,
        data_term=name,
        title=one["title"],
        aria_pressed=name == chosen,
        say={"do": "look", "metric": name},
    )


def _render_python(text: str, imports: Sequence[str]) -> Element:
    """An element with the formula as Python code, and a button that copies it after the `imports`."""
    return h(
        "div.ix-line.ix-python",
        h("span.ix-label", "Python"),
        h(
            "div.ix-well.ix-s.ix-python-text",
            h("code", text, data_testid="python", title="\n".join(imports)),
            role="group",
            aria_label="The formula in Python",
            scrolls=True,
        ),
        h(
            "button.ix-button.ix-quiet.ix-copy.ix-rigid",
            "Copy",
            say={"do": "copy", "text": "\n".join([*imports, text])},
        ),
    )


def _render_steps(values: Mapping[str, Any]) -> Element:
    """The table of the running sum, rank by rank, with a bar for each term."""
    name, symbol, k, rows = (values[key] for key in ("name", "symbol", "k", "rows"))
    total = choose_column_format(row["total"] for row in rows)
    norm = choose_column_format(row["norm"] for row in rows)
    gains = values["gains"]

    def result(row: Mapping[str, Any]) -> str:
        """The metric's value at a rank as text."""
        return "undefined" if row["norm"] == 0 else format_decimal(row["value"])

    # What stands between the picture and the bar: its head, its class and what it says of a rank.
    columns: list[tuple[str, str, Callable[[Mapping[str, Any]], Child]]] = [
        ("Grade", ".ix-step-said" if gains else "", lambda row: row["grade"]),
        ("Hit", f".ix-step-hit.ix-soft{'.ix-step-unused' if gains else ''}", lambda row: row["hit"]),
        ("Term", ".ix-step-term.ix-soft", lambda row: row["written"]),
        ("Sum", ".ix-step-value", lambda row: total(row["total"])),
        ("Divided by", ".ix-step-value", lambda row: norm(row["norm"])),
        (f"{name}@i", ".ix-step-value.ix-step-result", result),
    ]
    left_out = {"Grade": not values["graded"], "Divided by": not values["divided"]}
    columns = [column for column in columns if not left_out.get(column[0])]
    heads = (
        head(".ix-step-rank.ix-bold.ix-narrow", "Rank i"),
        head(".ix-step-picture.ix-narrow.ix-left", "Result"),
        [head(f".ix-step-figure{classes}", words) for words, classes, _ in columns],
        head(".ix-step-part.ix-left.ix-relative", scale_head(f"What it adds to {symbol}", values["scale"])),
    )

    def lines() -> Iterator[Element]:
        """The rows of the table, one for each rank."""
        sum_before = 0.0
        for row in rows:
            rank, part = row["rank"], row["part"]
            bar = waterfall(sum_before, part, values["scale"], None if row["counted"] else "")
            sum_before += part
            cutoff = h("b.ix-badge.ix-absolute", f"k = {k}", data_kind="cutoff")
            yield line(
                first_cell(".ix-step-rank.ix-bold.ix-narrow", rank),
                cell(
                    ".ix-step-picture.ix-narrow.ix-left",
                    thumb(row, ranked=False),
                    not row["picture"] and h("span.ix-step-title.ix-ellipsis", row["title"]),
                ),
                [cell(f".ix-step-figure{classes}", written(row)) for _, classes, written in columns],
                cell(".ix-step-part.ix-left.ix-relative", bar, rank == k and cutoff),
                data_testid="step",
                data_rank=rank,
                data_relevant=row["relevant"],
                data_counted=row["counted"],
                data_cutoff=rank == k,
                data_part=part,
            )

    # On a phone a term takes what the others leave.
    widths = ("minmax(min-content, 1fr)" if words == "Term" else "min-content" for words, *_ in columns)
    props = {
        "key": "one",
        "data-testid": "steps",
        "aria-label": f"{symbol}, rank by rank",
        "style": {"--ix-columns": " ".join(widths)},
    }
    return scroll(f"{symbol}, rank by rank", table(".ix-steps", heads, lines(), **props))


def _render_queries(values: Mapping[str, Any]) -> Element:
    """A table of the mean over several queries: each query's working, value and bar."""
    name, symbol, k, rows = (values[key] for key in ("name", "symbol", "k", "rows"))
    heads = (
        head("", "Query"),
        head(".ix-query-results.ix-left", "First result" if k == 1 else f"First {k} results"),
        head(".ix-query-worked.ix-left", "Working"),
        head("", f"{name}@{k}"),
        head(".ix-query-part.ix-left.ix-relative", scale_head(f"What it adds to {symbol}", values["scale"])),
    )

    def lines() -> Iterator[Element]:
        """The rows of the table, one for each query."""
        sum_before = 0.0
        for row in rows:
            value = row["value"]
            part = (value or 0) / len(rows)
            bar = waterfall(sum_before, part, values["scale"])
            sum_before += part
            counted = "undefined" if value is None else f"undefined, counted as {value:g}"
            yield line(
                first_cell(".ix-strong", row["query"]),
                cell(".ix-query-results.ix-left", map(thumb, row["results"][:k])),
                cell(".ix-query-worked.ix-left", formula(row["worked"])),
                cell("", format_decimal(value) if row["defined"] else counted),
                cell(".ix-query-part.ix-left.ix-relative", bar),
                data_testid="query-line",
                data_query=row["id"],
                data_value="null" if value is None else value,
            )

    props = {"key": "mean", "data-testid": "queries", "aria-label": f"{symbol}, query by query"}
    return scroll(f"{symbol}, query by query", table(".ix-folds.ix-queries", heads, lines(), **props))
