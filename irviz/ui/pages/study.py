"""The pages that teach, Learn and Challenges: the column beside the board, and the board itself."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import streamlit as st

from irviz.lessons.course import Place
from irviz.lessons.study import Study
from irviz.ui.challenges import KEY as LIST
from irviz.ui.challenges import list_challenges
from irviz.ui.coach import KEY, coach
from irviz.ui.export.board import share_board
from irviz.ui.faults import made, whole
from irviz.ui.pages.explore import show_board, show_panels
from irviz.ui.pages.write import begin_to_write, write_challenge, writing
from irviz.ui.session import enter, keep, owner, session
from irviz.views.challenges import list_data
from irviz.views.coach import challenge_data, lesson_data

if TYPE_CHECKING:
    from collections.abc import Callable

    from irviz.state.session import Session

    View = Callable[[Study, Session], dict[str, Any]]


_KINDS = ("lessons", "challenges")


def learn() -> None:
    """The guided course."""
    _page("lessons", lesson_data)
    share_board()


def practise() -> None:
    """The challenges: the list of all, one of them, or one that is being written."""
    if writing():
        write_challenge()
    else:
        _page("challenges", challenge_data)
    share_board()


def write() -> None:
    """The form for a challenge of one's own, which is a part of the challenges."""
    begin_to_write()
    st.switch_page(st.Page(practise, url_path="challenges"))


@st.fragment
@whole
def _page(kind: str, view: View) -> None:
    study = _study(kind)
    for other in (*_KINDS, "end"):
        study = study.join(st.session_state.get(_key(other), study))
    seen = study.seen(session().desk)
    st.session_state[_key(kind)] = seen
    if not seen.task:
        if kind == "challenges":
            list_challenges(made(LIST, lambda: list_data(seen)), on_request=_from_list)
            if writing():
                st.rerun()
        else:
            coach(
                made(KEY, lambda: view(seen, session())),
                on_request=lambda: _answer(kind, st.session_state[KEY].get("request")),
            )
        return
    left, right = st.columns([5, 13], gap="medium")
    with left:
        coach(
            made(KEY, lambda: view(seen, session())),
            on_request=lambda: _answer(kind, st.session_state[KEY].get("request")),
        )
    with right:
        show_board(seen)
        show_panels()


def _key(kind: str) -> str:
    return f"study-{kind}"


def _study(kind: str) -> Study:
    """Where this user is on this page; the first run reads it from the link."""
    enter(kind)
    if _key(kind) not in st.session_state:
        link = st.query_params.to_dict()
        study = Study.read(link)
        st.session_state[_key(kind)] = study
        keep(study.begin(session(), link))
    current: Study = st.session_state[_key(kind)]
    return current


def _from_list() -> None:
    """Take on a challenge from the list, or begin to write one."""
    request = st.session_state[LIST].get("request")
    if isinstance(request, dict) and request.get("write"):
        begin_to_write()
    else:
        _answer("challenges", request)


def _answer(kind: str, request: object) -> None:
    """Do what is asked for; a request that makes no sense changes nothing."""
    study: Study = st.session_state[_key(kind)]
    if not isinstance(request, dict):
        return
    if isinstance(link := request.get("learner"), dict):
        _recall(link, alone=request.get("alone") is True)
        return
    if request.get("hint"):
        study = study.clue()
    elif request.get("finish"):
        study = study.finish()
    elif isinstance(said := request.get("say"), int):
        study = study.say(said)
        keep(study.begin(session()))
    elif request.get("again"):
        study = replace(study, said=0)
        keep(study.begin(session()))
    elif isinstance(target := request.get("go"), dict):
        study = _gone(study, target)
        keep(study.begin(session()))
    st.session_state[_key(kind)] = study


def _recall(link: dict[str, Any], *, alone: bool) -> None:
    """Take in what the browser remembers of who learns, on both pages."""
    texts = {name: text for name, text in link.items() if isinstance(text, str)}
    for key in map(_key, _KINDS):
        if key in st.session_state:
            before: Study = st.session_state[key]
            study = before.remembered(texts, alone=alone)
            st.session_state[key] = study
            if study.said != before.said and key == _key(owner()):
                keep(study.begin(session()))


def _gone(study: Study, target: dict[str, Any]) -> Study:
    link = {name: text for name, text in target.items() if isinstance(text, str)}
    place = Place.read(link)
    if place:
        return study.go(place)
    if "challenge" in link:
        return study.take(link["challenge"])
    return study.left()
