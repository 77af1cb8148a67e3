"""The explore page: the board, and every curve against k."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from irviz import views
from irviz.pages.visit import EXPLORE
from irviz.ui.board import KEY, board
from irviz.ui.curves import curves
from irviz.ui.export import share_board
from irviz.ui.faults import made, whole
from irviz.ui.lens import lens
from irviz.ui.pages.prose import heading
from irviz.ui.present import present
from irviz.ui.rooms import rooms
from irviz.ui.session import receive, visit

if TYPE_CHECKING:
    from irviz.lessons.study import Study


def explore() -> None:
    """Show the page."""
    visit().enter(EXPLORE)
    heading("Ranking metrics you can drag")
    _play()
    show_panels()
    share_board(linkable="share" not in visit().session.desk.off)


@st.fragment
@whole
def _play() -> None:
    """A fragment, so that a change on the board runs nothing else."""
    show_board()


def show_board(study: Study | None = None) -> None:
    """The board, which brings what stands around it, for a page whose fragment calls it.

    Args:
        study: What somebody has to do on it; None where the board is the user's own.
    """
    before = visit().session
    parts = views.page(before, study, made)
    message = board(parts, on_message=lambda: receive(st.session_state[KEY].get("message")))
    # After a restart of the server, a page that is still open tells it everything in its first run.
    if message is not None:
        receive(message)
    if visit().session is not before:
        st.rerun()


def show_panels() -> None:
    """The chart and what stands below. Outside of a fragment they are not made again with each change."""
    curves()
    lens()
    present()
    rooms()
