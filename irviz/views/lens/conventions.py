"""The conventions: choose a tool's or a mix of one's own, and see which numbers of this board move and why.

Besides, what each tool makes of the board, and the boards on which they disagree most.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from irviz.lenses import conventions
from irviz.lenses.formatting import format_short
from irviz.views.elements import Child, Element, cell, first_cell, h, head, line, scroll, table, terms
from irviz.views.numbers import format_decimal, format_movement

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from irviz.state.desk import Desk
_TOOLS_HEADING = "What each tool makes of this board"


def view(desk: Desk, before: Desk | None, _untaught: Sequence[str]) -> Child:
    """The panel's elements: the conventions, and the values that they change.

    The arguments are those of `irviz.views.lens.panel`.
    """
    values = conventions.show(desk, before)
    return (
        h("h2.ix-h2", "One name, many numbers"),
        h("p.ix-lead", terms(values["sentence"]), data_testid="conventions-text"),
        h(
            "div.ix-halves.ix-conventions",
            _render_switchboard(values, locked="scale" in desk.off),
            h(
                "div.ix-stack.ix-conventions-right",
                _render_moves(values["metrics"]),
                values["differences"]
                and h("ul.ix-stack.ix-reasons", map(_render_reason, values["differences"]), aria_label="Why"),
                _render_tools(values),
                values["again"] and _render_duplicate(values["again"], values["metrics"]),
            ),
        ),
        _render_examples(values["examples"], locked="example" in desk.off),
    )


def _render_moves(metrics: Sequence[Mapping[str, Any]]) -> Element:
    """A table of the metrics' values by trec_eval's conventions and by the chosen ones."""
    heads = (head("", words) for words in ("Metric", "trec_eval’s way", "As chosen", "Difference"))
    words = "This board, by both"
    return scroll(words, table(".ix-moves", heads, map(_render_move, metrics), words, data_testid="moves"))


def _render_move(row: Mapping[str, Any]) -> Element:
    """A row of the table for a metric: its value by trec_eval's conventions, as chosen, and the difference."""
    moved, difference = (row["moved"], row["difference"])
    change = format_movement(difference)
    said = "no value" if difference is None else f"{change.sign} {change.figures}"
    return line(
        first_cell(".ix-hue", row["symbol"]),
        _render_value(".ix-move-plain", row["plain"], "span", moved=moved),
        _render_value(".ix-move-now", row["now"], "b" if moved else "span", moved=moved),
        cell(
            f".ix-move-difference{('.ix-strong' if moved else '.ix-soft')}",
            said if moved else "=",
            data_value="null" if difference is None else difference,
        ),
        data_testid="move",
        data_metric=row["name"],
        data_hue=row["name"],
        data_moved=moved,
    )


def _render_value(selector: str, one: Mapping[str, Any], tag: str, *, moved: bool) -> Element:
    """The table cell of a value.

    Args:
        selector: The classes of the cell.
        one: The value with its numerator, denominator and whether it is undefined.
        tag: The tag of the element around the number.
        moved: Whether the conventions change the value, which is then shown with its fraction.
    """
    value, total, norm = (one["value"], one["total"], one["norm"])
    counted = "undefined" if value is None else f"undefined, counted as {format_short(value)}"
    return cell(
        selector,
        moved and norm not in {None, 1} and h("span.ix-soft", f"{format_short(total)} / {format_short(norm)} = "),
        h(tag, counted if one["undefined"] else format_decimal(value)),
        data_value="null" if value is None else value,
    )


def _render_reason(one: Mapping[str, Any]) -> Element:
    """A list item with a convention that is not trec_eval's, and the metrics that it changes."""
    plain = "" if one["plain"] in one["plainMeans"] else f"{one['plain']}, "
    means = f": {one['means']}. trec_eval: {plain}{one['plainMeans']}."
    moves = (h("span.ix-hue", row["symbol"], data_hue=row["name"]) for row in one["moves"])
    return h(
        "li.ix-line.ix-ends",
        h("p", h("b", f"{one['title']} {one['now']}"), h("span.ix-caption", terms(means))),
        h("p.ix-line.ix-reason-moves", moves if one["moves"] else h("span.ix-caption", "moves nothing here")),
        data_testid="why",
        data_option=one["option"],
    )


def _render_switchboard(values: Mapping[str, Any], *, locked: bool) -> Element:
    """An element with the controls of the conventions, to take those of a tool or to choose one by one."""
    groups, options = (values["groups"], values["options"])
    chosen = next(group for group in groups if group["chosen"])
    parts = {one["name"]: next(choice["part"] for choice in one["choices"] if choice["chosen"]) for one in options}
    notes = (h("li", h("b", note["tool"]), " ", note["text"]) for note in chosen["notes"] if note["text"])
    return h(
        "div",
        locked and h("p.ix-caption.ix-locked-note", "The conventions are locked here."),
        h(
            "fieldset.ix-computed-by",
            h("legend.ix-label", "As computed by"),
            map(_render_group, groups),
            data_testid="computed-by",
            disabled=locked,
        ),
        h("p.ix-caption", "† read in its source, not run"),
        h(
            "details.ix-before.ix-after.ix-own",
            h("summary", "Choose one by one"),
            (_render_option(one, parts, locked=locked) for one in options),
            # A mix lies open when it is first seen; after that it is the user's to open and close.
            open=chosen["by"] is None,
        ),
        chosen["notes"]
        and h("ul.ix-caption.ix-stack.ix-tight.ix-convention-notes", notes, aria_label="What else the chosen tools do"),
    )


def _render_group(group: Mapping[str, Any]) -> Element:
    """A radio button for tools that have the same conventions; the last group is for a mix that no tool has."""
    by, chosen = (group["by"], group["chosen"])

    def names() -> Iterator[Child]:
        """The names of the tools in the group, with their versions as titles."""
        for at, tool in enumerate(group["tools"]):
            mark = "" if tool["checked"] == "run" else "†"
            yield (at > 0 and ", ", h("span", f"{tool['name']}{mark}", title=tool["version"]))

    return h(
        "label.ix-radio.ix-flex.ix-pointer.ix-middle.ix-round",
        h(
            "input",
            type="radio",
            name="ix-computed-by",
            value=by or "",
            checked=chosen,
            disabled=by is None and (not chosen),
            say={"do": "conventions", "by": by},
        ),
        h("span", "a mix of your own" if by is None else names()),
    )


def _render_option(one: Mapping[str, Any], parts: Mapping[str, str], *, locked: bool) -> Element:
    """An element with the choices of one convention; `parts` has the current choice of each, by its name."""
    name = one["name"]

    def say(part: str) -> dict[str, str]:
        """The message that chooses `part` for this convention."""
        return {"do": "conventions", "by": ".".join(filter(None, {**parts, name: part}.values()))}

    return h(
        "fieldset.ix-stack.ix-tight.ix-before.ix-option",
        h("legend.ix-strong" if parts[name] else "legend", one["title"]),
        h(
            "div.ix-segments",
            (
                h(
                    "label",
                    h(
                        "input",
                        type="radio",
                        name=f"ix-option-{name}",
                        value=choice["part"],
                        checked=choice["chosen"],
                        say=say(choice["part"]),
                    ),
                    h("span", choice["label"]),
                )
                for choice in one["choices"]
            ),
        ),
        h("p.ix-caption", next(c["means"] for c in one["choices"] if c["chosen"])),
        data_option=name,
        disabled=locked,
    )


def _render_tools(values: Mapping[str, Any]) -> Element:
    """A table of the metrics' values on the open board as each tool computes them."""
    metrics, tools = (values["metrics"], values["tools"])
    heads = (head("", "Tool"), (head(".ix-hue", row["symbol"], data_hue=row["name"]) for row in metrics))
    names = [row["name"] for row in metrics]
    is_undefined = any(value and value["undefined"] for tool in tools for value in tool["values"])
    lines = (
        line(
            first_cell(
                ".ix-strong" if tool["chosen"] else "",
                tool["name"] if tool["run"] else f"{tool['name']}†",
                not tool["run"] and h("span.ix-said", " (read in its source)"),
                title=tool["version"],
            ),
            map(_render_result, tool["values"], names),
            data_testid="tool",
            data_tool=tool["name"],
            data_chosen=tool["chosen"],
        )
        for tool in tools
    )
    return h(
        "div",
        scroll(_TOOLS_HEADING, table(".ix-registry", heads, lines, _TOOLS_HEADING, data_testid="tools")),
        h(
            "p.ix-caption",
            "In bold: not what trec_eval’s conventions give. –: no such metric. †: read in its source, not run.",
            is_undefined and " Italic: undefined, and counted as the number shown.",
        ),
    )


def _render_duplicate(again: Mapping[str, Any], metrics: Sequence[Mapping[str, Any]]) -> Element:
    """A table of the metrics' values if a result were there twice, by what tools do with it."""
    title = f"If the {again['noun']} at rank {again['rank']} were there again at rank {again['again']}"
    rank, n = again["rank"], again["n"]
    ranks = [(f"{one}-{max(one + 1, again['again'])}", one) for one in range(1, n + 1)]
    agains = [(f"{rank}-{one}", one) for one in range(rank + 1, n + 2)]
    heads = (head("", "What the tool does"), (head(".ix-hue", row["symbol"], data_hue=row["name"]) for row in metrics))
    names = [row["name"] for row in metrics]
    lines = (
        line(
            first_cell("", row["rule"], title=f"{', '.join(row['tools']) or 'no tool'}: {row['means']}"),
            map(_render_result, row["values"], names),
            data_testid="again",
            data_rule=row["rule"],
        )
        for row in again["rows"]
    )
    means = (
        h("li", h("b", row["rule"]), f": {row['means']}. ", ", ".join(row["tools"]) or "No tool by default", ".")
        for row in again["rows"]
    )
    return h(
        "div",
        h(
            "p.ix-line",
            f"If the {again['noun']} at rank ",
            _render_rank("Rank of what is there twice", ranks, rank),
            " were there again at rank ",
            _render_rank("Rank at which it is there again", agains, again["again"]),
        ),
        scroll(title, table(".ix-registry", heads, lines, data_testid="duplicates")),
        h(
            "p.ix-caption",
            "In bold: not what a reader gains, to whom it counts where it is first, while the later place is lost.",
        ),
        h(
            "ul.ix-caption.ix-stack.ix-tight.ix-convention-notes",
            means,
            aria_label="What tools do with a result that is there twice",
        ),
    )


def _render_rank(label: str, choices: Sequence[tuple[str, int]], chosen: int) -> Element:
    """A field to choose a rank; each choice is the text that it makes of both ranks, and its own."""
    return h(
        "select.ix-field",
        (h("option", str(rank), value=text) for text, rank in choices),
        value=next(text for text, rank in choices if rank == chosen),
        aria_label=label,
        say={"do": "again"},
    )


def _render_result(one: Mapping[str, Any] | None, name: str) -> Element:
    """The table cell with a tool's value of the metric `name`; None for a tool without the metric."""
    value = one["value"] if one else None
    moved = bool(one and one["moved"])
    return cell(
        "",
        h("span", format_decimal(value) if one else "–"),
        moved and h("span.ix-said", " (differs)"),
        data_metric=name,
        data_hue=name,
        data_value="null" if value is None else value,
        data_moved=moved,
        data_undefined=bool(one and one["undefined"]),
    )


def _render_examples(examples: Sequence[Mapping[str, Any]], *, locked: bool) -> Element:
    """An element with the boards on which conventions disagree most, each value a button that opens its board."""
    return h(
        "section.ix-examples",
        h("h3.ix-h3", "The largest disagreements", id="ix-examples-title"),
        h("div.ix-examples-list.ix-as-grid", (_render_example(one, locked=locked) for one in examples)),
        aria_labelledby="ix-examples-title",
    )


def _render_example(one: Mapping[str, Any], *, locked: bool) -> Element:
    """An element with a board on which conventions disagree, and a button for each value."""
    grades, symbol = (one["pattern"], one["symbol"])
    return h(
        "div.ix-stack",
        h(
            "h4.ix-line",
            h("b.ix-hue", symbol),
            h(
                "span.ix-example-pattern.ix-tight",
                (h("i.ix-round-s.ix-xs.ix-centred.ix-strong", grade, data_relevant=grade != "0") for grade in grades),
                aria_hidden="true",
            ),
            h("span.ix-said", f"of the grades {' '.join(grades)}"),
        ),
        h("p.ix-caption", one["text"]),
        (_render_answer(answer, symbol, locked=locked) for answer in one["answers"]),
        data_hue=one["name"],
    )


def _render_answer(one: Mapping[str, Any], symbol: str, *, locked: bool) -> Element:
    """The button with a value of a metric (`symbol`) on an example, which opens that board with its convention."""
    value = one["value"]
    opens = f"Open this board with {symbol} computed so"
    return h(
        "button.ix-chip.ix-left.ix-case.ix-as-grid.ix-baseline",
        h("b", "none" if value is None else format_decimal(value)),
        h("span", one["label"]),
        h("span.ix-caption", one["text"]),
        data_testid="case",
        data_value="null" if value is None else value,
        disabled=locked,
        title="Other boards are locked here" if locked else opens,
        aria_current="true" if one["here"] else None,
        say={"do": "example", "link": one["link"]},
    )
