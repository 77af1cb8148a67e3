"""The page that finds where two metrics disagree."""

from __future__ import annotations

import streamlit as st

from irviz.pages.disagree import answer, shown
from irviz.ui.disagree import KEY, disagree
from irviz.ui.faults import made, whole
from irviz.ui.present import present
from irviz.ui.rooms import rooms
from irviz.ui.session import visit


@st.fragment
@whole
def disagreements() -> None:
    """Show the page. A fragment, so that a question runs nothing else."""
    data = made(KEY, lambda: shown(visit()))
    disagree(data, on_request=lambda: answer(visit(), st.session_state[KEY].get("request")))
    bar, room = data.get("bar"), data.get("room")
    if isinstance(bar, dict) and isinstance(room, dict):
        present(bar)
        rooms(room)
