"""What stands below the chart: the working of the chosen metric and the other views of the board.

Each lens is a module here, named like its entry in `irviz.state.desk.LENSES` with ``_`` for ``-``. Its
function ``view(desk, before, untaught)`` describes the panel of a desk, with what the last action has changed
since `before`, and without the metrics that a lesson has not come to.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, TypedDict

from irviz.state.curves import lookahead
from irviz.state.desk import LENSES
from irviz.views.elements import Child, flatten
from irviz.views.part import Guard, make_unguarded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from irviz.state.desk import Desk
    from irviz.state.session import Session


_ABOUT = {
    "working": "R",
    "changes": "R",
    "precision-recall": "AP",
    "gain": "DCG",
    "orders": "AP",
    "ties": "nDCG",
    "conventions": "nDCG",
}
"""The metric that has to be taught before a lens says something to a learner; the others need none."""


class Tab(TypedDict):
    """A lens in the bar of lenses; `later` if it is about something that the course has not taught yet."""

    id: str
    label: str
    later: bool


class LensData(TypedDict):
    """The data of the lens below the chart, and of the bar of lenses.

    Attributes:
        lens: The name of the open lens.
        tabs: All lenses.
        view: The elements of the panel, or its error as ``{"fault": …}``.
        metric: The name of the chosen metric.
        board: The id of the open board, or of the mean.
        pattern: The grades in rank order of all open boards, which identifies the state.
        k: The cutoff.
    """

    lens: str
    tabs: Sequence[Tab]
    view: list[Child] | dict[str, Any]
    metric: str
    board: str
    pattern: str
    k: int


def lens_data(session: Session, guard: Guard = make_unguarded, untaught: Sequence[str] = ()) -> LensData:
    """The data of the lens that is open below the chart, and of the bar of lenses.

    Args:
        session: The session.
        guard: Called with a name and the function that makes the lens, to catch its errors.
        untaught: The names of metrics that the course has not taught yet, which are left out.
    """
    desk, before = session.desk, session.before
    if before is not None:
        before = before.open(desk.opened)
    return {
        "lens": desk.lens,
        "tabs": [{"id": name, "label": label, "later": _ABOUT.get(name) in untaught} for name, label in LENSES.items()],
        "view": guard(f"lens {desk.lens}", lambda: panel(desk, before, untaught)),
        "metric": desk.metric,
        "board": desk.opened,
        "pattern": lookahead.make_key(desk),
        "k": desk.k,
    }


def panel(desk: Desk, before: Desk | None = None, untaught: Sequence[str] = ()) -> list[Child]:
    """The elements of the open lens's panel.

    Args:
        desk: The desk as it is.
        before: The desk before the last action, or None before any.
        untaught: The names of metrics that the course has not taught yet, which are left out.
    """
    module = import_module(f"{__name__}.{desk.lens.replace('-', '_')}")
    return [*flatten([module.view(desk, before, untaught)])]
