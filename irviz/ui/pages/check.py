"""The page of the check at the end of the course."""

from __future__ import annotations

from secrets import randbelow

import streamlit as st

from irviz.lessons.check.check import LARGEST, Check, seeded
from irviz.ui.check import KEY, check
from irviz.ui.faults import made, whole
from irviz.ui.pages.hides import done_so_far
from irviz.views.check import check_data

_CHECK = "check-answers"
_NOTES = "check-notes"


@st.fragment
@whole
def final_check() -> None:
    """Show the page. A fragment, so that an answer runs nothing else."""
    if _CHECK not in st.session_state:
        link = st.query_params.to_dict()
        found, notes = Check.read(link, _fresh())
        st.session_state[_CHECK], st.session_state[_NOTES] = found, notes
    check(
        made(
            KEY,
            lambda: check_data(st.session_state[_CHECK], done_so_far(), st.session_state[_NOTES]),
        ),
        on_request=_answer,
    )


def _fresh() -> int:
    return 1 + randbelow(LARGEST)


def _answer() -> None:
    """Do what is asked for; a request that makes no sense changes nothing."""
    request = st.session_state[KEY].get("request")
    if not isinstance(request, dict):
        return
    try:
        st.session_state[_CHECK] = asked(st.session_state[_CHECK], request, _fresh())
        st.session_state[_NOTES] = ()
    except ValueError as error:
        # What somebody typed is answered; what no hand can press is not.
        st.session_state[_NOTES] = (str(error),) if "seed" in request else ()


def asked(current: Check, request: dict[str, object], fresh: int) -> Check:
    """The check after a request from the page.

    Args:
        current: The check before.
        request: `{"answer": {"number", "choice"}}`, `{"seed": text}` or `{"fresh": True}`.
        fresh: The seed of new questions.

    Raises:
        ValueError: If it makes no sense; the message is a line for the page where a seed was typed.
    """
    match request:
        case {"answer": {"number": int(number), "choice": int(choice)}}:
            return current.answer(number, choice)
        case {"seed": str(text)}:
            return Check(seeded(text))
        case {"fresh": True}:
            return Check(fresh)
        case _:
            return current
