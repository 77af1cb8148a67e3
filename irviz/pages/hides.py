"""The page that says what each metric hides: two small lists for each, to look at and to print."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irviz.pages.study import current_progress
from irviz.views.hides import hides_data

if TYPE_CHECKING:
    from irviz.pages.host import Frame, Host


def show(host: Host) -> Frame:
    """Make the frame of the page “What each metric hides”."""
    return host.make_frame(host.add_part("hides", lambda: hides_data(current_progress(host.visit))))
