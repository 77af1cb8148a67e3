"""What stands below the chart: the working of the chosen metric and the other views of the board.

The component shows one lens at a time, on tabs. It says ``irviz:look`` on the document when somebody
chooses another lens or metric, and ``irviz:rank`` when somebody points at a rank; see ``lens.js`` for
what a lens's own module has to do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypedDict

from irviz import lenses
from irviz.state.curves import lookahead
from irviz.state.desk import LENSES
from irviz.ui import files
from irviz.ui.component import component
from irviz.ui.faults import made
from irviz.ui.lens.mathml import typeset

if TYPE_CHECKING:
    from collections.abc import Sequence

    from irviz.state.session import Session


class LensData(TypedDict):
    """Everything the component needs, and all that it gets.

    Attributes:
        lens: Which lens is shown.
        tabs: All of them, each with its ``id`` and ``label``.
        view: What the lens shows: `irviz.lenses.show`, its formulas typeset; or that it failed, so that
            another can be chosen.
        metric: The name of the chosen metric.
        pictures: Where the pictures are, relative to the page; ends with a slash.
        board: Which board is open, or the mean.
        pattern: The grades in rank order of all open boards: the state's name.
        k: The cutoff.
        off: What is hidden or locked (`irviz.state.locks`).
    """

    lens: str
    tabs: Sequence[dict[str, str]]
    view: dict[str, Any]
    metric: str
    pictures: str
    board: str
    pattern: str
    k: int
    off: Sequence[str]


_mount = component("lens")


def lens() -> None:
    """Make room for what stands below the chart; its data comes with the board."""
    _mount(key="lens")


def lens_data(session: Session) -> LensData:
    """Everything that the component shows of a session."""
    desk, before = session.desk, session.before
    if before is not None:
        before = before.open(desk.opened)
    return {
        "lens": desk.lens,
        "tabs": [{"id": name, "label": label} for name, label in LENSES.items()],
        "view": made(f"lens {desk.lens}", lambda: typeset(lenses.show(desk, before))),
        "metric": desk.metric,
        "pictures": files.base() + "pictures/",
        "board": desk.opened,
        "pattern": lookahead.key(desk.visible),
        "k": desk.k,
        "off": desk.off,
    }
