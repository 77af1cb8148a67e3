"""Longer work of a page: how far it has come, and a button that stops it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import streamlit as st

from irviz.elsewhere import heard

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


def searched(key: str, mark: object, words: tuple[str, str], work: Callable[[], Result]) -> Result:
    """Do what may search for long; whoever waits longer than a moment sees so, and can stop it.

    What was stopped is done without the search, as if that had taken too long. The bar lies over the page,
    which stays as it is meanwhile. Not for fragments: a press there waits until the script has run.

    Args:
        key: As for `waited`.
        mark: As for `waited`; not None.
        words: As for `waited`.
        work: Does it, and whatever needs it.
    """
    place = bar = None

    def told(share: float) -> None:
        nonlocal place, bar
        if place is None or bar is None:
            place = st.empty()
            with place.container():
                bar = st.progress(0.0, text=words[0])
                st.button(words[1], key=f"stop-{key}", on_click=_stop, args=(key, mark))
        bar.progress(min(share, 1.0), text=words[0])

    is_stopped = st.session_state.get(_STOPPED, {}).get(key) == mark
    with st.container(key=f"search-{key}"), heard(None if is_stopped else told):
        result = work()
    if place is not None:
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
