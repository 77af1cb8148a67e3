"""The room in which a class predicts: a strip on the wall with its code, its questions and its answers."""

from __future__ import annotations

from typing import Any

from irviz.ui.component import component

_mount = component("rooms")


def rooms(data: dict[str, Any] | None = None) -> None:
    """Make room for the strip.

    Args:
        data: What it needs, where there is no board that brings it.
    """
    _mount(key="rooms", data=data)
