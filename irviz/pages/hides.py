"""The page that says what each metric hides: two small lists for each, to look at and to print."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irviz.pages.study import done_so_far
from irviz.views.hides import hides_data

if TYPE_CHECKING:
    from irviz.pages.host import Frame, Host


def show(host: Host) -> Frame:
    """Make the page's frame."""
    return host.make_frame(host.add_part("hides", lambda: hides_data(done_so_far(host.visit))))
