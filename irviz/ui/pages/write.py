"""The page on which somebody writes a challenge: a form beside the board that it begins with."""

from __future__ import annotations

from typing import Any

import streamlit as st

from irviz.lessons.draft import Draft
from irviz.lessons.verdict import judge
from irviz.ui.author import KEY, author
from irviz.ui.faults import made, whole
from irviz.ui.pages.explore import show_board, show_panels
from irviz.ui.session import EXPLORE, enter, session
from irviz.views.author import Checked, Writing, author_data, start_of

_WRITING = "writing"
_OPEN = "writing-open"


def writing() -> bool:
    """Whether somebody is writing; a first visit asks the link."""
    if _OPEN not in st.session_state:
        st.session_state[_OPEN] = st.query_params.get("write") == "1"
    return bool(st.session_state[_OPEN])


def begin_to_write() -> None:
    """Open the form, with what it said when it was left."""
    st.session_state[_OPEN] = True


@st.fragment
@whole
def write_challenge() -> None:
    """Show the form and the board, which is that of the Explore page."""
    if not writing():
        st.rerun()
    enter(EXPLORE)
    left, right = st.columns([5, 13], gap="medium")
    with left:
        author(made(KEY, lambda: author_data(_writing(), session())), on_request=_answer)
    with right:
        show_board()
        show_panels()


def _writing() -> Writing:
    if _WRITING not in st.session_state:
        st.session_state[_WRITING] = Writing.reopen(st.query_params.get("draft", ""))
    current: Writing = st.session_state[_WRITING]
    return current


def _answer() -> None:
    """Do what the form asks for; a request that makes no sense changes nothing."""
    request = st.session_state[KEY].get("request")
    if not isinstance(request, dict):
        return
    if request.get("leave"):
        st.session_state[_OPEN] = False
    form = request.get("check") or request.get("draft")
    if isinstance(form, dict):
        st.session_state[_WRITING] = _written(form, request, check="check" in request)


def _written(form: dict[str, Any], request: dict[str, Any], *, check: bool) -> Writing:
    draft = Draft.read(form)
    checked = _writing().checked
    if check:
        start = start_of(session())
        checked = Checked(draft, start, judge(draft, start))
    page, count = request.get("page"), request.get("count")
    answered = (0.0, 0)
    if isinstance(page, int | float) and isinstance(count, int):
        answered = (page, count)
    return Writing(draft, checked, answered)
