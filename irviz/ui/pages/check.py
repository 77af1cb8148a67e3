"""The page of the check at the end of the course."""

from __future__ import annotations

import streamlit as st

from irviz.pages.check import answer, shown
from irviz.ui.check import KEY, check
from irviz.ui.faults import made, whole
from irviz.ui.session import visit


@st.fragment
@whole
def final_check() -> None:
    """Show the page. A fragment, so that an answer runs nothing else."""
    check(
        made(KEY, lambda: shown(visit())),
        on_request=lambda: answer(visit(), st.session_state[KEY].get("request")),
    )
