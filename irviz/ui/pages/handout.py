"""The page on which a teacher builds a link: which board, and what is hidden or locked on it."""

from __future__ import annotations

import html
from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import quote, urlencode

import streamlit as st

from irviz.state import permalink
from irviz.state.locks import ACTIONS, PARTS
from irviz.ui import files
from irviz.ui.pages.prose import page
from irviz.ui.qr import LONGEST
from irviz.ui.session import session

if TYPE_CHECKING:
    from collections.abc import Mapping


def handout() -> None:
    """Show the page."""
    current = session()
    st.header("Hand out an exercise", anchor=False)
    st.write(
        "The link opens the board as it is on the Explore page now: its order, relevance, cutoff "
        "and view. Choose what the others may do with it."
    )
    left, right = st.columns([3, 2], gap="large")
    with left:
        hide, lock = st.columns(2)
        with hide:
            off = _choices("Hide", "hide", PARTS)
        with lock:
            off += _choices("Lock", "lock", ACTIONS)
            st.subheader("Start with", anchor=False)
            predict = st.toggle(
                "Predict first",
                current.desk.predict,
                help="They say what will happen before they see it.",
            )
            present = st.toggle("Large type for a projector", current.desk.present)
    desk = replace(current.desk, off=tuple(off), predict=predict, present=present)
    link = address(st.context.url or "", permalink.write(desk, current.fresh))
    with right:
        st.subheader("The link", anchor=False)
        st.code(link, language=None, wrap_lines=True)
        st.link_button("Open it", link)
        if len(link) <= LONGEST:
            source = html.escape(f"{files.QR}?link={quote(link, safe='')}")
            st.html(f'<img class="ix-handout-code" src="{source}" alt="QR code of the link">')
        else:
            st.caption("The link is too long for a QR code that a phone could read.")
    page("handout")


def _choices(title: str, key: str, names: Mapping[str, str]) -> list[str]:
    """The names that are ticked."""
    st.subheader(title, anchor=False)
    return [
        name
        for name, words in names.items()
        if st.checkbox(words.capitalize(), key=f"{key}-{name}")
    ]


def address(here: str, link: Mapping[str, str]) -> str:
    """The address of the explore page with these parameters.

    Args:
        here: The address of any page of the dashboard.
        link: Parameters, from `irviz.state.permalink.write`.

    Example:
        >>> address("http://localhost:8501/handout?x=1", {"q": "white-cat", "k": "3"})
        'http://localhost:8501/?q=white-cat&k=3'
    """
    folder = here.split("?", maxsplit=1)[0].split("#", maxsplit=1)[0].rsplit("/", 1)[0]
    return f"{folder}/?{urlencode(link)}"
