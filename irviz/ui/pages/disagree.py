"""The page that finds where two metrics disagree."""

from __future__ import annotations

import streamlit as st

from irviz.state.disagreements.question import PARAMETERS, Question
from irviz.ui.disagree import KEY, disagree
from irviz.ui.faults import made, whole
from irviz.ui.session import explored
from irviz.views.disagree import disagree_data

_QUESTION = "question"
_NOTES = "question-notes"


@st.fragment
@whole
def disagreements() -> None:
    """Show the page. A fragment, so that a question runs nothing else."""
    if _QUESTION not in st.session_state:
        _ask({name: st.query_params[name] for name in PARAMETERS if name in st.query_params})
        st.session_state[_NOTES] = (*explored().notes, *st.session_state[_NOTES])
    disagree(
        made(
            KEY,
            lambda: disagree_data(
                st.session_state[_QUESTION], explored(), st.session_state[_NOTES]
            ),
        ),
        on_request=_answer,
    )


def _ask(link: dict[str, str]) -> None:
    question, notes = Question.read(link, explored().desk.visible[0])
    st.session_state[_QUESTION], st.session_state[_NOTES] = question, notes


def _answer() -> None:
    """Ask what the page asks; a request that makes no sense changes nothing."""
    request = st.session_state[KEY].get("request")
    asked = request.get("ask") if isinstance(request, dict) else None
    if isinstance(asked, dict):
        _ask({name: text for name, text in asked.items() if isinstance(text, str)})
