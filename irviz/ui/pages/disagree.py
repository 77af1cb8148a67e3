"""The page that finds where two metrics disagree."""

from __future__ import annotations

from typing import Any

import streamlit as st

from irviz.elsewhere import TooLongError
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
_SETTLED = "question-settled"

_TOO_LONG = "This question was given up, since it took too long: ask about fewer results, or ask again later."


@st.fragment
@whole
def disagreements() -> None:
    """Show the page. A fragment, so that a question runs nothing else."""
    if _QUESTION not in st.session_state:
        _ask({name: st.query_params[name] for name in PARAMETERS if name in st.query_params})
        st.session_state[_NOTES] = (*explored().notes, *st.session_state[_NOTES])
        st.session_state[_LOOKS] = [name for name in LOOKS if st.query_params.get(name) == "1"]
    shown = made(KEY, _shown)
    disagree(shown, on_request=_answer)
    bar, room = shown.get("bar"), shown.get("room")
    if isinstance(bar, dict) and isinstance(room, dict):
        present(bar)
        rooms(room)


def _shown() -> dict[str, Any]:
    """What the page shows; after a question that nobody has time for, that of the one before."""
    state = st.session_state
    try:
        data = disagree_data(state[_QUESTION], explored(), state[_NOTES], state[_LOOKS])
    except TooLongError:
        state[_QUESTION] = state.get(_SETTLED) or Question.read({}, explored().desk.visible[0])[0]
        state[_NOTES] = [_TOO_LONG]
        data = disagree_data(state[_QUESTION], explored(), state[_NOTES], state[_LOOKS])
    state[_SETTLED] = state[_QUESTION]
    return data


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
