"""The script that Streamlit runs: it opens the page that was asked for, and shows its frames.

A change runs no more than the fragment in it: the message was handled before it, and makes the frame.
It has a folder of its own, since Streamlit has Python look for modules beside its script first.
"""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from irviz.pages.host import Frame, Host
from irviz.pages.menu import MENU
from irviz.pages.visit import EXPLORE
from irviz.ui import component
from irviz.ui.line import Line
from irviz.views.html import tag, text

if TYPE_CHECKING:
    from collections.abc import Callable

# What Streamlit's session state keeps of a page: its line, where it is, a frame to be shown next, and, until
# there was one, the place in which that is said which its first one waits for.
_LINE, _PATH, _FRAME, _FIRST = "line", "path", "frame", "first"


def _current_line() -> Line:
    """The line of the current Streamlit session, made with a new host the first time."""
    if _LINE not in st.session_state:
        st.session_state[_LINE] = Line(Host())
    line: Line = st.session_state[_LINE]
    return line


def _give_way(words: str) -> None:
    """Between steps of long work, let Streamlit end this run if a newer one waits: it does so when its state is read.

    Until the first frame, `words` are shown as progress: without one the browser cannot ask for it (server.js).
    """
    first = st.session_state.get(_FIRST)
    if words and first is not None:
        stop = tag("button", "Stop", class_="ix-button", type="button", data_ix_stop=_current_line().token)
        line = tag("span", text(words)) + stop
        first.html(tag("div", line, class_="ix ix-notice ix-line ix-ends ix-work", role="status"))


def _handle_message(part: str, name: str, value: object) -> None:
    """Pass a part's message to the host, except file uploads and board changes, which have requests of their own."""
    line = _current_line()
    with line.hold_host(_give_way):
        match value:
            case {"bring": {"slot": str(slot), "files": files}} if name == "request":
                st.session_state[_FRAME] = line.host.add_files(slot, line.take_files(files))
            case {"chosen": _} if name == "request":  # in the menu once more, which Streamlit tells nobody
                st.session_state[_FRAME] = line.host.open_page(line.host.page.path, {})
            case _:
                st.session_state[_FRAME] = line.host.handle_message(part, name, value)


@st.fragment
def _show(path: str) -> None:
    """Make and show the frame of a page; the page is opened anew where the path has changed."""
    line = _current_line()
    with line.hold_host(_give_way):
        host = line.host
        frame: Frame | None = st.session_state.pop(_FRAME, None)
        first = None if _PATH in st.session_state else st.empty()
        st.session_state[_FIRST] = first
        if st.session_state.get(_PATH) != path:
            st.session_state[_PATH] = path
            frame = host.open_page(path, st.query_params.to_dict())
        frame = frame or host.frame()
        if first is not None:
            st.session_state[_FIRST] = None
            first.empty()
        if frame.page != path:
            st.session_state[_PATH] = frame.page
            st.switch_page(_BY_PATH[frame.page])
        component.show(host, frame, line.token, _handle_message)


def _make_page_function(path: str) -> Callable[[], None]:
    """A function without arguments, as Streamlit calls it, that shows the page at a path."""
    return lambda: _show(path)


@st.fragment(run_every=timedelta(days=7))
def _request_rerun_after_reconnect() -> None:
    """A fragment with an interval that does nothing: it makes the browser ask for a whole run after a lost connection.

    A server that was restarted knows no fragments yet, and would drop the board's messages.
    """


st.logo(str(Path(__file__).parents[1] / "brand" / "logo.svg"), size="large")
_pages = {
    group: [
        st.Page(
            _make_page_function(one.path),
            title=one.title,
            url_path=one.path,
            default=one.path == EXPLORE,
            help=one.about,
        )
        for one in pages
    ]
    for group, pages in MENU.items()
}
_BY_PATH = {one.path: page for group, pages in MENU.items() for one, page in zip(pages, _pages[group], strict=True)}
_page = st.navigation(_pages, position="top")
# Which group one is in, for the style sheet; and for who presents, a way that needs no open menu.
_group = next(number for number, pages in enumerate(_pages.values(), 1) if _page in pages)
# What is open on the page comes before that (title.js).
st.set_page_config(page_title=f"{_page.title} · irviz", layout="wide")
_HERE = "--ix-here: inset 0 -2px var(--ix-accent); --ix-here-line: 2px solid Highlight"
st.html(f"<style>.rc-overflow-item:nth-child({_group}) {{ {_HERE} }}</style>")
with st.container(key="ways"):
    st.page_link(_BY_PATH["handout"])
_page.run()
_request_rerun_after_reconnect()
