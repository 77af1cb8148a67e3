"""What stands below the chart: the working of the chosen metric and the other views of the board.

The component shows one lens at a time, on tabs. It says ``irviz:look`` on the document when somebody
chooses another lens or metric, and ``irviz:rank`` when somebody points at a rank; see ``lens.js`` for
what a lens's own module has to do.
"""

from __future__ import annotations

from irviz.ui.component import component

_mount = component("lens")


def lens() -> None:
    """Make room for what stands below the chart; its data comes with the board."""
    _mount(key="lens")
