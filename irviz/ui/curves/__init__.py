"""The live chart of the metrics against the cutoff, and the scoreboard beside it.

The component draws what the board shows at this moment. The board says so in the browser by an
``irviz:show`` event, and the curves of every state that is one move away are already there, so that
nothing waits for the server. It says ``irviz:cutoff`` when somebody clicks the chart, and
``irviz:hide`` when somebody hides or shows a curve.
"""

from __future__ import annotations

from irviz.ui.component import component

_mount = component("curves")


def curves() -> None:
    """Make room for the chart and the scoreboard; their data comes with the board."""
    _mount(key="curves")
