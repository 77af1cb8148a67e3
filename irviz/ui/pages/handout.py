"""The page on which a teacher builds a link."""

from __future__ import annotations

import streamlit as st

from irviz.pages.handout import answer, begin, shown
from irviz.ui.faults import made, whole
from irviz.ui.handout import KEY, handout
from irviz.ui.pages.compare import compare
from irviz.ui.pages.explore import explore
from irviz.ui.pages.results import results
from irviz.ui.pages.study import learn, practise
from irviz.ui.session import visit

_BACK = "handout-back"

_PAGES = {
    "explore": explore,
    "learn": learn,
    "challenges": practise,
    "results": results,
    "compare": compare,
}
"""The pages with a board, by path."""


def hand_out() -> None:
    """Show the page. It is opened anew where Streamlit has forgotten its component, as for another page."""
    if KEY not in st.session_state:
        begin(visit())
    _choose()


@st.fragment
@whole
def _choose() -> None:
    """A fragment, so that an answer runs nothing else."""
    path = st.session_state.pop(_BACK, None)
    if path in _PAGES:
        st.switch_page(st.Page(_PAGES[path], url_path=path, default=path == "explore"))
    handout(made(KEY, lambda: shown(visit())), on_request=_asked)


def _asked() -> None:
    st.session_state[_BACK] = answer(visit(), st.session_state[KEY].get("request"))
