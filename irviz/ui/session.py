"""This user's sessions: what the server keeps for one open page of the browser, in Streamlit's session state.

Each page with a board has one of its own, and finds it as it was left, with all that can be undone.
"""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from irviz.scenarios.catalogue import CATALOGUE
from irviz.state.message import BadMessageError
from irviz.state.session import Session
from irviz.ui.faults import hear

EXPLORE = "explore"
"""The page whose board is the user's own; others have a task's, a pair's or a query's."""

_SESSION = "session"
_OWNER = "owner"
_LEFT = "left"
_LOG = st.logger.get_logger(__name__)


def session() -> Session:
    """The session of the page that has the board; the first run reads it from the link."""
    if _SESSION not in st.session_state:
        keep(_linked())
    current: Session = st.session_state[_SESSION]
    return current


def keep(changed: Session) -> None:
    """Go on with this session."""
    st.session_state[_SESSION] = changed


def fresh() -> bool:
    """Whether no page has had a board yet: it has just been opened, or loaded anew."""
    return _SESSION not in st.session_state


def owner() -> str:
    """The page that has the board, or had it last."""
    found: str = st.session_state.get(_OWNER, EXPLORE)
    return found


def enter(page: str) -> bool:
    """Give the board to a page, as the page left it; Explore begins with what its link says.

    Args:
        page: Its name; `EXPLORE`, or any other.

    Returns:
        Whether the page has its board. If not, it has had none yet, and its caller decides what it begins
        with; until then it is the board of the page before.
    """
    if _SESSION not in st.session_state:
        st.session_state[_OWNER] = page
        keep(_linked() if page == EXPLORE else Session.start(_looks(), CATALOGUE))
        return page == EXPLORE
    if page == owner():
        return True
    left: dict[str, Session] = st.session_state.setdefault(_LEFT, {})
    left[owner()] = session()
    st.session_state[_OWNER] = page
    if page not in left and page != EXPLORE:
        return False
    begin(left.pop(page) if page in left else _linked())
    return True


def begin(other: Session) -> None:
    """Go on with another session, with this page's own count of changes."""
    page = session()
    keep(replace(other, client=page.client, revision=page.revision))


def explored() -> Session:
    """The session with the board of the Explore page, wherever somebody is."""
    left: dict[str, Session] = st.session_state.get(_LEFT, {})
    return session() if owner() == EXPLORE else left.get(EXPLORE) or _linked()


def _looks() -> dict[str, str]:
    """What a link to any page says of how it is looked at: whether it is presented, and masked."""
    link = st.query_params.to_dict()
    return {name: link[name] for name in ("present", "mask", "reveal") if name in link}


def _linked() -> Session:
    """The session of somebody who comes by the link in the address."""
    return Session.start(st.query_params.to_dict(), CATALOGUE)


def receive(message: object) -> None:
    """Apply a message from the browser; one that makes no sense changes nothing."""
    hear(message)
    before = session()
    try:
        st.session_state[_SESSION] = before.receive(message)
    except BadMessageError as error:
        _LOG.warning("A message from the browser was ignored: %s", error)
