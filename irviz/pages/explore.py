"""The page Explore: the board, and every curve against k."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irviz.pages.share import groups_of
from irviz.pages.visit import EXPLORE

if TYPE_CHECKING:
    from irviz.pages.host import Frame, Host


def show(host: Host) -> Frame:
    """Make the page's frame."""
    host.visit.enter(EXPLORE)
    menu = host.menu(groups_of(host.visit.session.desk))
    return host.lay(*host.board(), menu, heading="Ranking metrics you can drag")
