"""The menu Share of a page with a board: what it offers, and what is made when somebody asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irviz.views.share import LINK, MENU, PAIR_MENU, shared, shared_of_pair, shown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from irviz.pages.visit import Visit
    from irviz.state.desk import Desk
    from irviz.views.share import Group, Shared


def groups_of(desk: Desk) -> Sequence[Group]:
    """What there is to share of a board: its link only where that says all."""
    if desk.paired:
        return (LINK, *PAIR_MENU)
    return MENU if "share" in desk.off else (LINK, *MENU)


def share_board(visit: Visit, kind: str, link: Mapping[str, str]) -> Shared:
    """Make what is asked for of the board that the page shows.

    Args:
        visit: The open page.
        kind: What is asked for, of the menu's offers.
        link: The parameters of the link in the address bar, which carries what the page shows, whatever is
            still on its way.

    Raises:
        ValueError: It cannot be made; the message is a line for the page.
    """
    session = visit.session
    if session.desk.paired:
        return shared_of_pair(kind, shown(session, link))
    return shared(kind, shown(session, link), linkable="share" not in session.desk.off)
