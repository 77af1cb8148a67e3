"""What stands below the chart: the working of the chosen metric and the other views of the board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypedDict

from irviz import lenses
from irviz.state.curves import lookahead
from irviz.state.desk import LENSES
from irviz.views.mathml import typeset
from irviz.views.part import Guard, unguarded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from irviz.state.session import Session


_ABOUT = {
    "working": "R",
    "changes": "R",
    "precision-recall": "AP",
    "gain": "DCG",
    "orders": "AP",
    "conventions": "nDCG",
}
"""The metric without which a lens says nothing to a learner; the others need none."""


class Tab(TypedDict):
    """A lens as the bar names it; `later` if a lesson has not come to what it is about."""

    id: str
    label: str
    later: bool


class LensData(TypedDict):
    """Everything the component needs, and all that it gets.

    Attributes:
        lens: Which lens is shown.
        tabs: All of them.
        view: What the lens shows: `irviz.lenses.show`, its formulas typeset; or that it failed, so that
            another can be chosen.
        metric: The name of the chosen metric.
        board: Which board is open, or the mean.
        pattern: The grades in rank order of all open boards: the state's name.
        k: The cutoff.
        off: What is hidden or locked (`irviz.state.locks`).
        untaught: Names of the metrics that a lesson has not come to, which are left out where they can be.
    """

    lens: str
    tabs: Sequence[Tab]
    view: dict[str, Any]
    metric: str
    board: str
    pattern: str
    k: int
    off: Sequence[str]
    untaught: Sequence[str]


def lens_data(session: Session, guard: Guard = unguarded, untaught: Sequence[str] = ()) -> LensData:
    """Everything that the component shows of a session.

    Args:
        session: The session.
        guard: Makes what the lens shows, so that another can be chosen if it fails.
        untaught: The names of metrics that are not to be shown yet.
    """
    desk, before = session.desk, session.before
    if before is not None:
        before = before.open(desk.opened)
    return {
        "lens": desk.lens,
        "tabs": [
            {"id": name, "label": label, "later": _ABOUT.get(name) in untaught}
            for name, label in LENSES.items()
        ],
        "view": guard(f"lens {desk.lens}", lambda: typeset(lenses.show(desk, before))),
        "metric": desk.metric,
        "board": desk.opened,
        "pattern": lookahead.key(desk),
        "k": desk.k,
        "off": desk.off,
        "untaught": untaught,
    }
