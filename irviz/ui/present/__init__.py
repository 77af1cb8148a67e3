"""The bar at the foot of the page while somebody presents: metrics, masks, a pointer, a QR code."""

from __future__ import annotations

from typing import Any

from irviz.ui.component import component

_mount = component("present")


def present(data: dict[str, Any] | None = None) -> None:
    """Make room for the bar.

    Args:
        data: What it needs, where there is no board that brings it.
    """
    _mount(key="present", data=data)
