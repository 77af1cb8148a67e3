"""The page that finds where two metrics disagree."""

from __future__ import annotations

import streamlit as st

from irviz.pages.disagree import answer, begin, question, shown
from irviz.ui.disagree import KEY, disagree
from irviz.ui.faults import made, whole
from irviz.ui.pages.waiting import searched
from irviz.ui.present import present
from irviz.ui.rooms import rooms
from irviz.ui.session import visit


@whole
def disagreements() -> None:
    """Show the page. No fragment, so that a question can be stopped."""
    here = visit()
    begin(here)
    words = ("Looking for two orders…", "Stop looking")
    data = searched(
        "orders", (question(here), here.link), words, lambda: made(KEY, lambda: shown(here))
    )
    disagree(data, on_request=lambda: answer(visit(), st.session_state[KEY].get("request")))
    bar, room = data.get("bar"), data.get("room")
    if isinstance(bar, dict) and isinstance(room, dict):
        present(bar)
        rooms(room)
