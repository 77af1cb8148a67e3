"""The page that says what each metric hides."""

from __future__ import annotations

import streamlit as st

from irviz.lessons.study import Study
from irviz.ui.faults import made, whole
from irviz.ui.hides import KEY, hides
from irviz.views.hides import hides_data

END = "study-end"
"""Where this page and that of the check keep what has been done, for Learn to find."""


def done_so_far() -> Study:
    """What has been done of the course, by the link that somebody came with."""
    if END not in st.session_state:
        st.session_state[END] = Study.read(st.query_params.to_dict()).left()
    found: Study = st.session_state[END]
    return found


@st.fragment
@whole
def hiding() -> None:
    """Show the page. A fragment, so that a press runs nothing else."""
    hides(made(KEY, lambda: hides_data(done_so_far())))
