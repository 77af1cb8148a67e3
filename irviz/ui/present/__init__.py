"""The bar at the foot of the page while somebody presents: metrics, masks, a pointer, a QR code."""

from __future__ import annotations

from irviz.ui.component import component

_mount = component("present")


def present() -> None:
    """Make room for the bar; its data comes with the board."""
    _mount(key="present")
