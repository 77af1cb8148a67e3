"""The page that finds where two metrics disagree."""

from __future__ import annotations

import streamlit as st

from irviz.state.disagreements.question import PARAMETERS, Question
from irviz.ui.disagree import KEY, disagree
from irviz.ui.faults import made, whole
from irviz.ui.present import present
from irviz.ui.rooms import rooms
from irviz.ui.session import explored
from irviz.views.disagree import LOOKS, disagree_data

_QUESTION = "question"
_NOTES = "question-notes"
_LOOKS = "question-looks"


@st.fragment
@whole
def disagreements() -> None:
    """Show the page. A fragment, so that a question runs nothing else."""
    if _QUESTION not in st.session_state:
        _ask({name: st.query_params[name] for name in PARAMETERS if name in st.query_params})
        st.session_state[_NOTES] = (*explored().notes, *st.session_state[_NOTES])
        st.session_state[_LOOKS] = [name for name in LOOKS if st.query_params.get(name) == "1"]
    state = st.session_state
    shown = made(
        KEY,
        lambda: disagree_data(state[_QUESTION], explored(), state[_NOTES], state[_LOOKS]),
    )
    disagree(shown, on_request=_answer)
    bar, room = shown.get("bar"), shown.get("room")
    if isinstance(bar, dict) and isinstance(room, dict):
        present(bar)
        rooms(room)


def _ask(link: dict[str, str]) -> None:
    question, notes = Question.read(link, explored().desk.visible[0])
    st.session_state[_QUESTION], st.session_state[_NOTES] = question, notes


def _answer() -> None:
    """Ask what the page asks; a request that makes no sense changes nothing."""
    request = st.session_state[KEY].get("request")
    if not isinstance(request, dict):
        return
    asked, look = request.get("ask"), request.get("look")
    if isinstance(look, dict):
        st.session_state[_LOOKS] = [name for name in LOOKS if look.get(name) is True]
    if isinstance(asked, dict):
        _ask({name: text for name, text in asked.items() if isinstance(text, str)})
