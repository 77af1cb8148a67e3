"""Longer work of a page: how far it has come, and a button that stops it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import streamlit as st

if TYPE_CHECKING:
    from collections.abc import Callable

    from irviz.state.packed import Told

Result = TypeVar("Result")

_STOPPED = "stopped"


class StoppedError(Exception):
    """Somebody has stopped the work, and has not said that it should go on."""


def waited(
    key: str, mark: object, words: tuple[str, str], work: Callable[[Told], Result]
) -> Result:
    """Do some work; whoever waits longer than a moment sees how far it is, and can stop it.

    Args:
        key: The place on the page, as part of keys.
        mark: Tells this work from others in the same place: what was stopped stays so.
        words: What stands above the bar, and on the button.
        work: Does it, and tells its share. Where that raises, as Streamlit does when something else was
            pressed or the page has gone, the work ends.

    Raises:
        StoppedError: It was stopped.
    """
    if st.session_state.get(_STOPPED, {}).get(key) == mark:
        raise StoppedError
    place = st.empty()
    bar = None

    def told(share: float) -> None:
        nonlocal bar
        if bar is None:
            with place.container():
                bar = st.progress(0.0, text=words[0])
                st.button(words[1], key=f"stop-{key}", on_click=_stop, args=(key, mark))
        # A press on the button ends this script here, and the work with it.
        bar.progress(min(max(share, 0.0), 1.0), text=words[0])

    try:
        result = work(told)
    except Exception:
        place.empty()
        raise
    place.empty()
    return result


def stopped(key: str, words: str) -> None:
    """Say that it was stopped, with a button to go on.

    Args:
        key: As for `waited`.
        words: What was stopped.
    """
    with st.container(key=f"stopped-{key}", horizontal=True, vertical_alignment="center"):
        st.caption(words)
        st.button("Go on", key=f"go-on-{key}", on_click=_stop, args=(key, None))


def _stop(key: str, mark: object) -> None:
    st.session_state.setdefault(_STOPPED, {})[key] = mark
