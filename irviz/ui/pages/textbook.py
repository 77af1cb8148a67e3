"""Check your textbook: what the sources print, beside what is computed now."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import streamlit as st

from irviz.scenarios.printed.verdict import Verdict
from irviz.scenarios.sources import SOURCES
from irviz.scenarios.textbook import TEXTBOOK, tally
from irviz.ui.pages.prose import page, show
from irviz.ui.pages.textbook_table import sections
from irviz.views.html import introduction, prose, tag, text
from irviz.views.words import words

if TYPE_CHECKING:
    from irviz.scenarios.printed.row import Row

EVERYTHING = "all"
"""The choice that leaves nothing out."""

VERDICTS = {
    "errata": (Verdict.ERRATUM, "Errata"),
    "truncated": (Verdict.TRUNCATED, "Truncated"),
    "rounded": (Verdict.ROUNDED, "Rounded"),
    "agrees": (Verdict.AGREES, "Agrees"),
    "not-printed": (Verdict.UNPRINTED, "Not printed"),
}
"""The other choices of verdict, by their name in links, each with its label."""


def chosen(show_only: str, source: str) -> tuple[Row, ...]:
    """The rows that a choice of verdict and source leaves.

    >>> len(chosen("errata", "chaudhary")), chosen(EVERYTHING, EVERYTHING) == TEXTBOOK
    (2, True)
    """
    return tuple(
        row
        for row in TEXTBOOK
        if source in (EVERYTHING, row.source.id)
        and (show_only == EVERYTHING or row.verdict is VERDICTS[show_only][0])
    )


@st.fragment
def textbook() -> None:
    """Show the page."""
    with st.container(key="textbook-introduction"):
        show(_introduction())
    show(_table(*_filters()))
    page("textbook", words=words())


@cache
def whole() -> str:
    """The page as HTML, with every row."""
    return prose(_introduction() + _table(EVERYTHING, EVERYTHING))


@cache
def _table(verdict: str, source: str) -> str:
    """The rows that a choice leaves, or that there are none."""
    rows = chosen(verdict, source)
    if rows:
        return "".join(sections(rows))
    return tag("p", "No row is both: choose another verdict or source.", class_="ix-soft ix-empty")


def _introduction() -> str:
    figures = sum(len(row.numbers) for row in TEXTBOOK)
    found = tally()
    return introduction(
        "Check your textbook",
        text(
            f"{figures} figures that five texts on ranking metrics print, and what is wrong in "
            f"their words, each beside the value computed now. {found[Verdict.ERRATUM]} rows are "
            f"errata; in {found[Verdict.TRUNCATED]} more, digits were cut off and not rounded."
        ),
    )


def _filters() -> tuple[str, str]:
    """The choice of verdict and of source, which the address remembers."""
    for key, known in (("show", VERDICTS), ("source", SOURCES)):
        asked = st.query_params.get(key, "")
        st.session_state.setdefault(key, asked if asked in known else EVERYTHING)
    counts = {name: len(chosen(name, st.session_state["source"])) for name in VERDICTS}
    counts[EVERYTHING] = sum(counts.values())
    with st.container(key="textbook-filters", horizontal=True):
        verdict = st.segmented_control(
            "Verdict",
            [EVERYTHING, *VERDICTS],
            required=True,
            format_func=lambda name: f"{VERDICTS.get(name, ('', 'All'))[1]} {counts[name]}",
            key="show",
            on_change=_remember,
        )
        source = st.selectbox(
            "Source",
            [EVERYTHING, *SOURCES],
            format_func=lambda name: SOURCES[name].name if name in SOURCES else "All sources",
            key="source",
            on_change=_remember,
            width=280,
        )
    return verdict or EVERYTHING, source or EVERYTHING


def _remember() -> None:
    """Write the choices that leave something out into the address."""
    chosen_now = {key: st.session_state[key] for key in ("show", "source")}
    st.query_params.from_dict(
        {key: name for key, name in chosen_now.items() if name not in (None, EVERYTHING)}
    )
