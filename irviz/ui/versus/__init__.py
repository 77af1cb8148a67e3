"""Two lists side by side: a small chart for each metric, the values at k, and why they differ.

The component draws what the two boards show at this moment, which they say by an ``irviz:show``
event.
"""

from __future__ import annotations

from irviz.ui.component import component

_mount = component("versus")


def versus() -> None:
    """Make room for the comparison; its data comes with the boards."""
    _mount(key="versus")
