"""What the pages of prose and tables share: their frame, their colours, and text as text."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from typing import TYPE_CHECKING

import streamlit as st

from irviz.ui.component import mounting
from irviz.views.palette import LOOKS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Literal

    from streamlit.components.v2.bidi_component.state import ComponentResult


@cache
def _component(name: str, html: str) -> Callable[..., ComponentResult]:
    return mounting(name, f"<style>{hues('light')}{hues('dark')}</style>{html}", "pages/prose")


def page(name: str, html: str = "") -> None:
    """Show a page that never changes, or what a page that does needs beside its own elements.

    Styles come with the page's head, and once more here for hosts that leave the head alone. The
    page's colours follow Streamlit's theme, and a link to a heading finds it although it came late.

    Args:
        name: A name of its own.
        html: Its elements; texts have gone through `text`. Unlike with `show`, MathML stays.
    """
    _component(name, html)(key=name)


def show(*parts: str) -> None:
    """Show HTML whose texts have gone through `text`."""
    st.html(prose(*parts))


def heading(words: str) -> None:
    """The heading of a page whose looks need none: for those who listen, and take no room."""
    with st.container(key="heading"):
        st.html(tag("h1", text(words), class_="ix-said"))


def prose(*parts: str) -> str:
    """Elements in the type of these pages."""
    return tag("div", "".join(parts), class_="ix-prose")


@cache
def hues(theme: Literal["light", "dark"]) -> str:
    """Rules that give each metric's class its colour as a text.

    >>> ".ix-hue-AP{color:#ca3083}" in hues("light")
    True
    """
    where = ':root[data-ix-theme="dark"] ' if theme == "dark" else ""
    return "".join(
        f"{where}.ix-hue-{name}{{color:{(look.dark if theme == 'dark' else look.light)['text']}}}"
        for name, look in LOOKS.items()
    )


def text(words: object) -> str:
    """Text as HTML that shows just that text.

    >>> text("a < b & c")
    'a &lt; b &amp; c'
    """
    return escape(str(words))


def unmarked(words: str) -> str:
    r"""Text as Markdown that shows just that text, for the labels of Streamlit's own elements.

    >>> unmarked("a*b.example")
    'a\\*b\\.example'
    """
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", words)


def tag(name: str, content: str, **attributes: object) -> str:
    """An element around HTML; attributes are escaped, `class_` and `for_` lose their underscore.

    >>> tag("p", text("1 < 2"), class_="ix-note", hidden=None)
    '<p class="ix-note">1 &lt; 2</p>'
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(str(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{written}>{content}</{name}>"


def tags(name: str, contents: Iterable[str], **attributes: object) -> str:
    """The same element around each of several pieces of HTML.

    >>> tags("li", ["1", "2"])
    '<li>1</li><li>2</li>'
    """
    return "".join(tag(name, content, **attributes) for content in contents)
