"""The page on which somebody writes a challenge: a form beside the board that it begins with."""

from __future__ import annotations

import streamlit as st

from irviz.pages.visit import EXPLORE
from irviz.pages.write import answer, is_open, writing
from irviz.ui.author import KEY, author
from irviz.ui.faults import made, whole
from irviz.ui.pages.explore import show_board, show_panels
from irviz.ui.session import visit
from irviz.views.author import author_data


@st.fragment
@whole
def write_challenge() -> None:
    """Show the form and the board, which is that of the Explore page."""
    here = visit()
    if not is_open(here):
        st.rerun()
    here.enter(EXPLORE)
    left, right = st.columns([5, 13], gap="medium")
    with left:
        author(
            made(KEY, lambda: author_data(writing(here), here.session)),
            on_request=lambda: answer(visit(), st.session_state[KEY].get("request")),
        )
    with right:
        show_board()
        show_panels()
