"""One sentence on why the chosen metric moves: with the last action, and with each that is one move away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irviz.lenses.cards import noun
from irviz.lenses.explanation import between, explain, read
from irviz.state.curves.lookahead import LONGEST, around, seen
from irviz.state.remembered import remembered

if TYPE_CHECKING:
    from collections.abc import Mapping

    from irviz.metrics import Metric
    from irviz.state.curves.lookahead import Seen
    from irviz.state.desk import Desk


def line(desk: Desk, before: Desk | None) -> str:
    """Why the chosen metric changed with the last action; empty where there is nothing to say.

    Args:
        desk: The desk as it is.
        before: The desk before the last action, or None.
    """
    if before is None or len(desk.visible) > 1 or before.opened != desk.opened:
        return ""
    old, new = before.visible[0].ranking, desk.visible[0].ranking
    metric = chosen(desk)
    return explain(metric, old, new, before.k, desk.k, noun=noun(desk.visible[0])).line


def lines(desk: Desk) -> Mapping[str, Mapping[str, str]]:
    """Why the chosen metric would change with each action that is one move away.

    Returns:
        By what the metric sees of that state, as `irviz.state.curves.lookahead.Ahead` files it.
    """
    if len(desk.visible) > 1 or desk.n > LONGEST:
        return {}
    metric, board = chosen(desk), desk.visible[0]
    here = seen(board)
    if not metric.graded:
        here = here.relevance
    found = _lines(metric @ desk.k, here, desk.top if metric.graded else 1, noun(board))
    return {"graded" if metric.graded else "relevant": found}


def chosen(desk: Desk) -> Metric:
    """The metric whose working is shown, as the desk's conventions have it."""
    return next((one for one in desk.metrics if one.name == desk.metric), desk.metrics[0])


def _size(found: Mapping[str, str], *_: object) -> int:
    return sum([150 + len(line) for line in found.values()])


@remembered(_size)
def _lines(metric: Metric, here: Seen, top: int, things: str) -> Mapping[str, str]:
    """Why a metric would change at its cutoff with each change of one list."""
    was = read(metric, here.ranking)
    return {
        name: between(metric, was, read(metric, there.ranking), things).line
        for name, (there,) in around(here, top).items()
    }
