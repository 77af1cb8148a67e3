"""This user's session: what the server keeps for one open page, in Streamlit's session state."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from irviz.scenarios.catalogue import CATALOGUE
from irviz.state.desk import ALL_NAMES
from irviz.state.message import BadMessageError
from irviz.state.session import Session
from irviz.ui.faults import hear

_SESSION = "session"
_EXPLORED = "explored"
_LOG = st.logger.get_logger(__name__)


def session() -> Session:
    """This user's session; the first run reads it from the link."""
    if _SESSION not in st.session_state:
        st.session_state[_SESSION] = Session.start(st.query_params.to_dict(), CATALOGUE, ALL_NAMES)
    current: Session = st.session_state[_SESSION]
    return current


def start() -> None:
    """Have a session before a page with a link of another kind asks for it."""
    if _SESSION not in st.session_state:
        keep(Session.start({}, CATALOGUE, ALL_NAMES))


def keep(changed: Session) -> None:
    """Go on with this session."""
    st.session_state[_SESSION] = changed


def explored() -> Session:
    """The session with the board of the Explore page, wherever somebody is."""
    current: Session = st.session_state.get(_EXPLORED, session())
    return current


def enter_tasks() -> None:
    """Put the explored board aside, for as long as another page has the board."""
    if _EXPLORED in st.session_state:
        leave_tasks()
    st.session_state[_EXPLORED] = session()


def leave_tasks() -> None:
    """Take the explored board up again, with the page's own count of changes."""
    current = session()
    explored: Session = st.session_state.pop(_EXPLORED, current)
    keep(replace(explored, client=current.client, revision=current.revision))


def receive(message: object) -> None:
    """Apply a message from the browser; one that makes no sense changes nothing."""
    hear(message)
    before = session()
    try:
        st.session_state[_SESSION] = before.receive(message)
    except BadMessageError as error:
        _LOG.warning("A message from the browser was ignored: %s", error)
