"""Printed numbers, checked: what the sources print, beside what is computed now."""

from __future__ import annotations

import re
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING

from irviz.metrics import METRICS
from irviz.scenarios.printed.row import Verdict
from irviz.scenarios.sources import SOURCES
from irviz.scenarios.textbook import TEXTBOOK, count_verdicts, row_link
from irviz.state.curves.series import MEAN_NAMES
from irviz.state.number_words import format_fraction
from irviz.views.html import introduction, prose, tag, tags, terms, text, title

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from irviz.pages.host import Frame, Host
    from irviz.scenarios.printed.row import Fact, Row
    from irviz.scenarios.sources import Source

EVERYTHING = "all"
"""The choice that leaves nothing out."""


def show(host: Host) -> Frame:
    """Make the frame of the page that compares numbers printed in textbooks with computed ones."""
    return host.make_frame(host.add_prose(render_page))


@cache
def render_page() -> str:
    """HTML of the page of printed numbers, cached; textbook.js filters its rows."""
    none = tag(
        "p", "No row is both: choose another verdict or source.", class_="ix-soft ix-empty", role="status", hidden=""
    )
    return prose(_render_introduction() + _render_filters() + "".join(render_sections(TEXTBOOK)) + none)


def _render_introduction() -> str:
    """HTML of the page's heading, with the numbers of printed figures, errata and truncated rows."""
    figures = sum(len(row.numbers) for row in TEXTBOOK)
    found = count_verdicts()
    return introduction(
        "Printed numbers, checked",
        text(
            f"What five web texts on ranking metrics print, {figures} figures in {len(TEXTBOOK)} rows, "
            f"and what is wrong in their words, each beside the value computed now. "
            f"{found[Verdict.ERRATUM]} rows are errata; "
            f"in {found[Verdict.TRUNCATED]} more, digits were cut off and not rounded."
        ),
    )


def _render_filters() -> str:
    """HTML of the choice of a verdict, with how many rows each leaves, and of a source."""
    found = count_verdicts()
    counts = {name: found[verdict] for name, (verdict, _) in VERDICTS.items()}
    labels = {EVERYTHING: ("All rows", len(TEXTBOOK))}
    labels |= {name: (label, counts[name]) for name, (_, label) in VERDICTS.items()}
    choices = "".join(
        tag("label", _render_radio(name) + tag("span", text(f"{label} ") + tag("b", str(count))))
        for name, (label, count) in labels.items()
    )
    sources = {EVERYTHING: "All sources"} | {name: one.name for name, one in SOURCES.items()}
    options = "".join(tag("option", text(name), value=key) for key, name in sources.items())
    verdict = tag("legend", "Verdict", class_="ix-caption")
    return tag(
        "form",
        tag("fieldset", verdict + tag("div", choices, class_="ix-segments"))
        + tag(
            "label",
            tag("span", "Source", class_="ix-caption")
            + tag("select", options, name="source", class_="ix-field", autocomplete="off"),
            class_="ix-stack",
        ),
        class_="ix-line ix-ends ix-apart ix-book-filters",
        hidden="",  # without its script it does nothing
    )


def _render_radio(name: str) -> str:
    """HTML of the radio button that shows the rows with a verdict, or all."""
    checked = "" if name == EVERYTHING else None
    return tag("input", "", type="radio", name="show", value=name, checked=checked, autocomplete="off").removesuffix(
        "</input>"
    )


VERDICTS = {
    "errata": (Verdict.ERRATUM, "Errata"),
    "truncated": (Verdict.TRUNCATED, "Truncated"),
    "rounded": (Verdict.ROUNDED, "Rounded"),
    "agrees": (Verdict.AGREES, "Agrees"),
    "not-printed": (Verdict.UNPRINTED, "Not printed"),
}
"""Each verdict by its name in links, with its label."""

_NAMES_OF = {verdict: name for name, (verdict, _) in VERDICTS.items()}

SIGNS = {
    Verdict.AGREES: "=",
    Verdict.ROUNDED: "≈",
    Verdict.TRUNCATED: "⌊",
    Verdict.ERRATUM: "✕",
    Verdict.UNPRINTED: "+",
}
"""A sign for each verdict, for those who do not see its colour."""

_KINDS = {
    Verdict.AGREES: "right",
    Verdict.ROUNDED: "right",
    Verdict.TRUNCATED: "nearly",
    Verdict.ERRATUM: "wrong",
    Verdict.UNPRINTED: None,
}
"""How the badge of a verdict looks."""

_HEADS = ("What it is", "Printed", "Computed now", "Verdict", "Open")
_NAMES = {*METRICS, *MEAN_NAMES.values()}
_CLASSES = "ix-table ix-words ix-folds ix-book"
_WRONG = {Verdict.TRUNCATED, Verdict.ERRATUM}
_LONG = 9
"""A fraction with more characters is not shown; numbers with more of them take a line each."""


def render_sections(rows: Iterable[Row]) -> Iterator[str]:
    """Generate a section of HTML for each source that has any of the rows."""
    seen: set[str] = set()
    for source, of_it in groupby(rows, lambda row: row.source):
        yield _render_section(source, list(of_it), seen)


def _render_section(source: Source, rows: list[Row], seen: set[str]) -> str:
    """HTML of a source's section: its credit and a table of its rows; `seen` are glossary words marked already."""
    head = tag("thead", tag("tr", tags("th", _HEADS, scope="col")))
    chapters = (_render_chapter(name, list(of_it), seen) for name, of_it in groupby(rows, _chapter_of))
    credit = f"{source.credit[:1].upper()}{source.credit[1:]}."
    return tag(
        "section",
        title(2, source.name, id=source.id)
        + tag("p", text(credit), class_="ix-caption")
        + tag("div", tag("table", head + "".join(chapters), class_=_CLASSES), class_="ix-panel"),
        class_="ix-stack",
        aria_labelledby=source.id,
    )


def _chapter_of(row: Row) -> str:
    """The heading of the source's chapter in which a row's number is printed."""
    return row.place.partition(", ")[0]


def _render_chapter(name: str, rows: list[Row], seen: set[str]) -> str:
    """HTML of the rows from one chapter, under its heading; `seen` are glossary words marked already."""
    head = tag("th", text(name), colspan=len(_HEADS), scope="rowgroup", class_="ix-strong")
    return tag("tbody", tag("tr", head, class_="ix-place") + "".join(_render_row(row, seen) for row in rows))


def _render_row(row: Row, seen: set[str]) -> str:
    """HTML of a row: what a source says, what it prints, what is computed, and the verdict.

    Args:
        row: The printed number, with what is computed for it.
        seen: Glossary words that are marked already; those of the row are added.
    """
    words = terms(row.words, seen) + " " + _render_notation(row)
    part = row.place.partition(", ")[2]
    if part:
        words += tag("span", text(part), class_="ix-caption ix-block")
    cells = (
        tag("th", words, scope="row"),
        tag("td", _render_printed(row), data_label="Printed"),
        tag("td", _render_computed(row), data_label="Computed now"),
        tag("td", _render_verdict(row)),
        tag("td", tag("a", "Open", href=f"./{row_link(row)}", aria_label=f"Open: {row.words}")),
    )
    verdict = _NAMES_OF[row.verdict]
    return tag("tr", "".join(cells), id=row.id, data_verdict=verdict, data_source=row.source.id)


def _render_notation(row: Row) -> str:
    """HTML of the row's metric in its colour; empty where a row is about none."""
    ends = (row.facts[0].notation, row.facts[-1].notation)
    first, last = (re.split(r", | \(", notation)[0] for notation in ends)
    name = first.partition("@")[0]
    if row.sentence or name not in _NAMES or name != last.partition("@")[0]:
        return ""
    written = first if first == last else f"{first} … {last}"
    return tag("span", text(written), class_="ix-hue", data_hue=name)


def _render_printed(row: Row) -> str:
    """HTML of what a source prints: a sentence, a number, or a list of numbers."""
    if row.sentence:
        return tag("q", text(row.printed))
    if not row.numbers:
        return tag("span", "–", class_="ix-soft")
    if len(row.numbers) == 1:
        return text(row.numbers[0])
    return _render_number_list(map(_render_marked_number, row.numbers, row.verdicts), row)


def _render_marked_number(printed: str, verdict: Verdict) -> str:
    """HTML of a printed number among several, with the sign of its verdict unless it is right."""
    if verdict not in _WRONG:
        return text(printed)
    sign = tag("span", SIGNS[verdict], aria_hidden="true")
    return tag("b", sign + text(printed) + tag("span", f" {verdict.value}", class_="ix-said"))


def _render_computed(row: Row) -> str:
    """HTML of what is computed for a row: a number, a list of numbers, or several by their metrics."""
    names = {fact.notation.partition("@")[0] for fact in row.facts}
    if row.sentence or (len(names) > 1 and not row.numbers):
        pairs = (tag("dt", text(fact.notation), class_="ix-soft") + tag("dd", text(fact.text)) for fact in row.facts)
        return tag("dl", tags("div", pairs), class_="ix-facts")
    if len(row.facts) == 1:
        return _render_value(row.facts[0])
    return _render_number_list((tag("span", text(fact.text), title=fact.notation) for fact in row.facts), row)


def _render_value(fact: Fact) -> str:
    """HTML of a computed number, with its fraction if that is short."""
    exact = format_fraction(fact.value) or ""
    if "/" not in exact or len(exact) > _LONG:
        return text(fact.text)
    return text(fact.text) + tag("span", f" = {exact}", class_="ix-soft")


def _render_number_list(numbers: Iterable[str], row: Row) -> str:
    """HTML of numbers in columns, as many for the printed as for the computed ones of a row."""
    widest = max((len(number) for number in row.numbers), default=0)
    columns = 1 if widest > _LONG else 4 if len(row.facts) in {4, 8} else 3
    return tag("ol", tags("li", numbers), class_="ix-run ix-flex", data_columns=columns)


def _render_verdict(row: Row) -> str:
    """HTML of the verdict on a row as a badge, and of what is right instead."""
    sign = tag("span", f"{SIGNS[row.verdict]} ", aria_hidden="true")
    word = tag("span", sign + row.verdict.value, class_="ix-badge", data_kind=_KINDS[row.verdict])
    return word + (tag("p", text(row.right)) if row.right else "")
