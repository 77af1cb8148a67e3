"""A part of a page that fails: it leaves the others alone, and the log has why, once.

What fails here is sent to the page as a fault in the place of the part's data; what fails in the browser
comes with the page's messages (`irviz.state.message.faults`). The page says it (``faults.js``).
"""

from __future__ import annotations

import traceback
from functools import wraps
from typing import TYPE_CHECKING, ParamSpec, TypeVar

import streamlit as st

from irviz.state.message import BadMessageError, faults

if TYPE_CHECKING:
    from collections.abc import Callable

    Made = TypeVar("Made")
    Asked = ParamSpec("Asked")

MOST = 40
"""So many different failures of one open page are written down at most."""

_MADE = "faults-made"
_HEARD = "faults-heard"
_LOG = st.logger.get_logger(__name__)


def made(part: str, make: Callable[[], Made]) -> Made | dict[str, int]:
    """What a part of the page shows, or that it failed.

    Args:
        part: Its name, for the log.
        make: Makes it.

    Returns:
        What `make` returns; where it raises, how often that has happened under ``"fault"``.

    Example:
        >>> made("chart", lambda: {"k": 3})
        {'k': 3}
    """
    try:
        return make()
    except Exception as error:  # noqa: BLE001 - whatever it is, the other parts go on
        return {"fault": _note(part, error)}


def whole(page: Callable[Asked, None]) -> Callable[Asked, None]:
    """A page that says in one line that it could not be made, if it raises."""

    @wraps(page)
    def shown(*args: Asked.args, **names: Asked.kwargs) -> None:
        try:
            page(*args, **names)
        except Exception as error:  # noqa: BLE001 - the head and the other pages go on
            _note(page.__name__, error)
            st.html(
                '<p class="ix ix-notice" data-kind="wrong" role="status">This page could not be made. '
                "The server has written down why; the other pages work.</p>"
            )

    return shown


def hear(message: object) -> None:
    """Write down what a page says has failed in it: each failure once, on one line.

    Args:
        message: Whatever a browser has sent; the same may come again.
    """
    try:
        found = faults(message)
    except BadMessageError as error:
        _LOG.warning("A message from the browser was ignored: %s", error)
        return
    heard: dict[tuple[str, int], None] = st.session_state.setdefault(_HEARD, {})
    for one in found:
        if (one.client, one.number) not in heard and len(heard) < MOST:
            heard[one.client, one.number] = None
            _LOG.error("A page failed in %s", one)


def _note(part: str, error: Exception) -> int:
    """Write down an exception with its traceback, if it is a new one, and count it."""
    counts: dict[str, int] = st.session_state.setdefault(_MADE, {})
    trace = "".join(traceback.format_exception(error))
    name = f"{part}: {trace}"
    if name not in counts and len(counts) < MOST:
        _LOG.error("The part %r of a page could not be made", part, exc_info=error)
    counts[name] = counts.get(name, 0) + 1
    return sum(counts.values())
