"""The page Compare: two lists for the same query, both on a board, and what each metric prefers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irviz.pages.share import groups_of

if TYPE_CHECKING:
    from irviz.pages.host import Frame, Host


def show(host: Host) -> Frame:
    """Make the page's frame."""
    host.visit.enter_pair()
    board, versus, *around = host.board()
    menu = host.menu(groups_of(host.visit.session.desk))
    return host.lay(board, versus, menu, *around, heading="Compare two lists")
