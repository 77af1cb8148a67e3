"""The pages that teach, Learn and Challenges: the column beside the board, and the board itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import streamlit as st

from irviz.pages.study import CHALLENGES, LESSONS, answer, study
from irviz.pages.write import begin, is_open
from irviz.ui.challenges import KEY as LIST
from irviz.ui.challenges import list_challenges
from irviz.ui.coach import KEY, coach
from irviz.ui.export import share_board
from irviz.ui.faults import made, whole
from irviz.ui.pages.explore import show_board, show_panels
from irviz.ui.pages.waiting import searched
from irviz.ui.pages.write import write_challenge
from irviz.ui.session import visit
from irviz.views.challenges import list_data
from irviz.views.coach import challenge_data, lesson_data

if TYPE_CHECKING:
    from collections.abc import Callable

    from irviz.lessons.study import Study
    from irviz.state.session import Session

    View = Callable[[Study, Session], dict[str, Any]]


def learn() -> None:
    """The guided course."""
    _page(LESSONS, lesson_data)
    share_board()


def practise() -> None:
    """The challenges: the list of all, one of them, or one that is being written."""
    if is_open(visit()):
        write_challenge()
    else:
        _page(CHALLENGES, challenge_data)
    share_board()


def write() -> None:
    """The form for a challenge of one's own, which is a part of the challenges."""
    begin(visit())
    st.switch_page(st.Page(practise, url_path="challenges"))


def _page(kind: str, view: View) -> None:
    # What a link asks for is read once; its moves may take some seconds to find.
    here = visit()
    words = ("Looking for the fewest moves…", "Stop looking")
    searched("moves", (kind, here.link), words, lambda: study(here, kind))
    _task(kind, view)


@st.fragment
@whole
def _task(kind: str, view: View) -> None:
    here = visit()
    seen = study(here, kind)
    if not seen.task and kind == CHALLENGES:
        list_challenges(made(LIST, lambda: list_data(seen)), on_request=_from_list)
        if is_open(here):
            st.rerun()
    elif not seen.task:
        _beside(kind, view, seen)
    else:
        left, right = st.columns([5, 13], gap="medium")
        with left:
            _beside(kind, view, seen)
        with right:
            show_board(seen)
            show_panels()


def _beside(kind: str, view: View, seen: Study) -> None:
    """What to do, and how it stands."""
    coach(
        made(KEY, lambda: view(seen, visit().session)),
        on_request=lambda: answer(visit(), kind, st.session_state[KEY].get("request")),
    )


def _from_list() -> None:
    """Take on a challenge from the list, or begin to write one."""
    request = st.session_state[LIST].get("request")
    if isinstance(request, dict) and request.get("write"):
        begin(visit())
    else:
        answer(visit(), CHALLENGES, request)
