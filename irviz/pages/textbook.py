"""Printed numbers, checked: what the sources print, beside what is computed now."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from irviz.pages.textbook_table import VERDICTS, sections
from irviz.scenarios.printed.verdict import Verdict
from irviz.scenarios.sources import SOURCES
from irviz.scenarios.textbook import TEXTBOOK, tally
from irviz.views.html import introduction, prose, tag, text

if TYPE_CHECKING:
    from irviz.pages.host import Frame, Host

EVERYTHING = "all"
"""The choice that leaves nothing out."""


def show(host: Host) -> Frame:
    """Make the page's frame."""
    return host.lay(host.read(whole))


@cache
def whole() -> str:
    """The page as HTML: every row, and what leaves some out (textbook.js)."""
    none = tag(
        "p",
        "No row is both: choose another verdict or source.",
        class_="ix-soft ix-empty",
        role="status",
        hidden="",
    )
    return prose(_introduction() + _filters() + "".join(sections(TEXTBOOK)) + none)


def _introduction() -> str:
    figures = sum(len(row.numbers) for row in TEXTBOOK)
    found = tally()
    return introduction(
        "Printed numbers, checked",
        text(
            f"What five web texts on ranking metrics print, {figures} figures in {len(TEXTBOOK)} rows, "
            f"and what is wrong in their words, each beside the value computed now. "
            f"{found[Verdict.ERRATUM]} rows are errata; "
            f"in {found[Verdict.TRUNCATED]} more, digits were cut off and not rounded."
        ),
    )


def _filters() -> str:
    """The choice of verdict, with how many rows each leaves, and of source."""
    found = tally()
    counts = {name: found[verdict] for name, (verdict, _) in VERDICTS.items()}
    labels = {EVERYTHING: ("All rows", len(TEXTBOOK))}
    labels |= {name: (label, counts[name]) for name, (_, label) in VERDICTS.items()}
    choices = "".join(
        tag("label", _radio(name) + tag("span", text(f"{label} ") + tag("b", str(count))))
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
        class_="ix-line ix-ends ix-book-filters",
        hidden="",  # without its script it does nothing
    )


def _radio(name: str) -> str:
    checked = "" if name == EVERYTHING else None
    return tag(
        "input", "", type="radio", name="show", value=name, checked=checked, autocomplete="off"
    ).removesuffix("</input>")
