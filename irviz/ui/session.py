"""What the server keeps for one open page of the browser, in Streamlit's session state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import streamlit as st

from irviz.pages.visit import Visit
from irviz.state.message import BadMessageError
from irviz.ui.faults import hear

if TYPE_CHECKING:
    from collections.abc import MutableMapping

_LOG = st.logger.get_logger(__name__)


def visit() -> Visit:
    """The open page that this run of the script is for."""
    state = cast("MutableMapping[str, Any]", st.session_state)
    return Visit(state, st.query_params.to_dict())


def receive(message: object) -> None:
    """Apply a message from the browser; one that makes no sense changes nothing."""
    hear(message)
    try:
        visit().receive(message)
    except BadMessageError as error:
        _LOG.warning("A message from the browser was ignored: %s", error)
