"""The page that says what each metric hides."""

from __future__ import annotations

import streamlit as st

from irviz.lessons.course import Progress
from irviz.ui.faults import made, whole
from irviz.ui.hides import KEY, hides
from irviz.views.hides import hides_data

_DONE = "hides-done"
_ALL = "hides-all"


@st.fragment
@whole
def hiding() -> None:
    """Show the page. A fragment, so that a press runs nothing else."""
    if _DONE not in st.session_state:
        link = st.query_params.to_dict()
        st.session_state[_DONE] = Progress.read(link.get("done", ""))
        st.session_state[_ALL] = link.get("all") == "1"
    hides(
        made(
            KEY,
            lambda: hides_data(st.session_state[_DONE], everything=st.session_state[_ALL]),
        ),
        on_request=_answer,
    )


def _answer() -> None:
    request = st.session_state[KEY].get("request")
    if isinstance(request, dict) and isinstance(request.get("all"), bool):
        st.session_state[_ALL] = request["all"]
