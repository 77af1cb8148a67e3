"""The bar at the foot of the page while somebody presents: metrics, masks, a pointer, a QR code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from irviz.ui import files
from irviz.ui.component import component

if TYPE_CHECKING:
    from irviz.state.session import Session

_mount = component("present")


def present() -> None:
    """Make room for the bar; its data comes with the board."""
    _mount(key="present")


def present_data(session: Session) -> dict[str, Any]:
    """What the bar needs: whether it shows, and which metrics there are to walk through."""
    desk = session.desk
    return {
        "present": desk.present,
        "qr": files.QR,
        "metric": desk.metric,
        "metrics": [{"name": metric.name, "title": metric.title} for metric in desk.metrics],
    }
