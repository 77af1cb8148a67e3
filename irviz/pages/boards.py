"""The pages Explore and Compare, and the menu Share of every page with a board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irviz.pages.visit import COMPARE, EXPLORE
from irviz.state.own_example import has_own_pictures
from irviz.state.pairs.pair import is_numbered
from irviz.views.share import LINK, MENU, NUMBERED_LINK, PAIR_MENU, PICTURED_LINK, export_desk, read_shown_desk

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from irviz.pages.host import Frame, Host
    from irviz.pages.visit import Visit
    from irviz.state.desk import Desk
    from irviz.views.share import Group, Shared


def show_explore(host: Host) -> Frame:
    """Make the frame of Explore: the board, and every curve against k."""
    return _show(host, EXPLORE)


def show_compare(host: Host) -> Frame:
    """Make the frame of Compare: two lists for the same query, and what each metric prefers."""
    return _show(host, COMPARE)


def begin_compare(visit: Visit) -> None:
    """Show two lists to who opens Compare by its name alone, where a talk, say, has left one; locks hold."""
    if visit.is_fresh or not visit.link.keys().isdisjoint({"q", "set"}):
        return
    visit.take_board(COMPARE)
    if not visit.session.desk.paired and not visit.session.desk.off:
        visit.replace_session(visit.session.open_last_pair())


def _show(host: Host, page: str) -> Frame:
    """Make the frame of a page with a board of the user's own, of one list or two, whichever a talk has got to."""
    host.visit.take_board(page)
    desk = host.visit.session.desk
    heading = "Compare two lists" if desk.paired else "Ranking metrics you can drag"
    return host.make_frame(*host.add_board(), host.add_share_menu(share_groups(desk)), heading=heading)


def share_groups(desk: Desk) -> Sequence[Group]:
    """The lines of the menu Share for a desk; the link is offered only where it holds the whole desk."""
    link = PICTURED_LINK if has_own_pictures(desk) else LINK
    if desk.paired:
        return (NUMBERED_LINK if is_numbered(desk) else link, *PAIR_MENU)
    return MENU if "share" in desk.off else (link, *MENU)


def share_board(visit: Visit, kind: str, link: Mapping[str, str]) -> Shared:
    """What a button of the menu Share makes for the board of the page: a file, script, picture or page to print.

    Args:
        visit: The open page.
        kind: The kind of the button, as in `irviz.views.share.Offer`.
        link: The parameters of the link in the address bar, which may be ahead of the server's session.

    Raises:
        ValueError: It cannot be made; the message is a sentence for the page.
    """
    session = visit.session
    desk = read_shown_desk(session, link)
    linkable = not is_numbered(desk) if desk.paired else "share" not in session.desk.off
    return export_desk(kind, desk, linkable=linkable)
