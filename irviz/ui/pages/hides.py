"""The page that says what each metric hides."""

from __future__ import annotations

import streamlit as st

from irviz.pages.study import done_so_far
from irviz.ui.faults import made, whole
from irviz.ui.hides import KEY, hides
from irviz.ui.session import visit
from irviz.views.hides import hides_data


@st.fragment
@whole
def hiding() -> None:
    """Show the page. A fragment, so that a press runs nothing else."""
    hides(made(KEY, lambda: hides_data(done_so_far(visit()))))
