"""Share: one menu from which a page's state leaves as a file, a picture, code or paper.

The menu stands outside the fragment that follows each change, and everything in it is made when
somebody asks for it: until then it costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from irviz.ui.component import component
from irviz.ui.session import visit
from irviz.views.share import LINK, MENU, PAIR_MENU, answered, menu, shared, shared_of_pair, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from irviz.views.share import Group, Shared

_mount = component("export")


def share_board(*, linkable: bool = True) -> None:
    """The menu of the board that this page shows.

    Args:
        linkable: Whether the link says all; it does not where somebody brought the results.
    """

    def make(kind: str, link: Mapping[str, str]) -> Shared:
        return shared(kind, shown(visit().session, link), linkable=linkable)

    share_menu("share", (LINK, *MENU) if linkable else MENU, make)


def share_pair() -> None:
    """The menu of the two lists that this page shows."""

    def make(kind: str, link: Mapping[str, str]) -> Shared:
        return shared_of_pair(kind, shown(visit().session, link))

    share_menu("share", (LINK, *PAIR_MENU), make)


@st.fragment
def share_menu(
    key: str,
    groups: Sequence[Group],
    make: Callable[[str, Mapping[str, str]], Shared],
    *,
    button: bool = False,
) -> None:
    """Show the menu, closed.

    Args:
        key: A name of its own among the page's components.
        groups: What there is to share.
        make: Makes what is asked for from its kind and the parameters of the link in the address
            bar, which carries what the page shows, whatever is still on its way. It may raise
            ValueError with a message for the page.
        button: Whether the menu has a button here; without, it opens on ``irviz:share``.
    """
    answer = f"{key}-answer"
    _mount(
        key=key,
        data=menu(groups, st.session_state.pop(answer, None), button=button),
        on_ask_change=lambda: _answer(key, answer, make),
    )


def _answer(key: str, answer: str, make: Callable[[str, Mapping[str, str]], Shared]) -> None:
    asked = answered(st.session_state[key].get("ask"), make)
    if asked is not None:
        st.session_state[answer] = asked
