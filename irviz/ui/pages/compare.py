"""The page Compare: two lists for the same query, both on a board, and what each metric prefers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

import streamlit as st

from irviz.ui.export import share_pair
from irviz.ui.faults import whole
from irviz.ui.pages.explore import show_board
from irviz.ui.pages.prose import heading
from irviz.ui.present import present
from irviz.ui.rooms import rooms
from irviz.ui.session import visit
from irviz.ui.versus import versus

if TYPE_CHECKING:
    from irviz.state.desk import Desk

_WANTED = "compare-wanted"


def open_pair(desk: Desk) -> NoReturn:
    """Leave the page that is shown for Compare, with this pair on its boards.

    The pair's link can be opened by anybody, with numbered documents: titles are not in a link.

    Args:
        desk: From `irviz.state.pairs.pair.of_runs`, for two runs of one query:
            `open_pair(of_runs(collection, query, k))`; or any pair whose id is that of
            `irviz.state.pairs.pair.coded`.
    """
    st.session_state[_WANTED] = desk
    st.switch_page(st.Page(compare, url_path="compare"))


def compare() -> None:
    """Show the page."""
    _take_up()
    heading("Compare two lists")
    _play()
    versus()
    share_pair()
    present()
    rooms()


@st.fragment
@whole
def _play() -> None:
    """The boards, which bring what the other parts show. A fragment, so that a change runs nothing else."""
    show_board()


def _take_up() -> None:
    """Have the page's own session: that of the link, of another page's wish, or as it was left."""
    wanted: Desk | None = st.session_state.pop(_WANTED, None)
    here = visit()
    here.enter_pair()
    if wanted is not None:
        here.keep(here.session.show(wanted))
