"""The bar at the foot of the page while somebody presents: metrics, masks, a pointer, a QR code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypedDict

from irviz.ui import files
from irviz.ui.component import component

if TYPE_CHECKING:
    from irviz.state.session import Session


class Talk(TypedDict):
    """A step of a lesson on the projector.

    Attributes:
        title: What the step is called.
        number: Which one it is, from 1.
        of: How many there are.
        back: Whether there is one before it, or a lesson.
        forward: Whether there is one after it, or a lesson.
    """

    title: str
    number: int
    of: int
    back: bool
    forward: bool


_mount = component("present")


def present() -> None:
    """Make room for the bar; its data comes with the board."""
    _mount(key="present")


def present_data(
    session: Session, talk: Talk | None = None, *, saves: bool = False
) -> dict[str, Any]:
    """What the bar needs.

    Args:
        session: Whether it shows, and which metrics there are to walk through.
        talk: The lesson that is presented, if one is.
        saves: Whether there are saved states to walk through.
    """
    desk = session.desk
    return {
        "present": desk.present,
        "talk": talk,
        "saves": saves,
        "qr": files.QR,
        "metric": desk.metric,
        "metrics": [{"name": metric.name, "title": metric.title} for metric in desk.metrics],
    }
