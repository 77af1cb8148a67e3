"""What the pages of prose and tables share where Streamlit shows them: their frame, and their colours."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

import streamlit as st

from irviz.ui.component import mounting
from irviz.views.html import prose, tag, text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from streamlit.components.v2.bidi_component.state import ComponentResult

    from irviz.views.words import Word


@cache
def _component(name: str, html: str) -> Callable[..., ComponentResult]:
    return mounting(name, html, "pages/prose")


def page(
    name: str,
    html: str = "",
    *,
    link: Mapping[str, str] | None = None,
    words: Sequence[Word] = (),
    gone: str = "",
) -> None:
    """Show a page that never changes, or what a page that does needs beside its own elements.

    The page's colours follow Streamlit's theme, and a link to a heading finds it although it came late.

    Args:
        name: A name of its own.
        html: Its elements; texts have gone through `text`. Unlike with `show`, MathML stays.
        link: What its address carries.
        words: What can be looked up there, where `terms` has marked it.
        gone: What an element with ``data-gone`` says when the page is loaded anew, and this is not there.
    """
    given = {"link": dict(link or {}), "words": list(words), "gone": gone}
    data = {key: one for key, one in given.items() if one}
    _component(name, html)(key=name, data=data or None)


def show(*parts: str) -> None:
    """Show HTML whose texts have gone through `text`."""
    st.html(prose(*parts))


def heading(words: str) -> None:
    """The heading of a page whose looks need none: for those who listen, and take no room."""
    with st.container(key="heading"):
        st.html(tag("h1", text(words), class_="ix-said"))


def unmarked(words: str) -> str:
    r"""Text as Markdown that shows just that text, for the labels of Streamlit's own elements.

    >>> unmarked("a*b.example")
    'a\\*b\\.example'
    """
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", words)
