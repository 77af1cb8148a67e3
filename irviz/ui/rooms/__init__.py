"""The room in which a class predicts: a strip on the wall with its code, its questions and its answers."""

from __future__ import annotations

from irviz.ui.component import component

_mount = component("rooms")


def rooms() -> None:
    """Make room for the strip; its data comes with the board."""
    _mount(key="rooms")
