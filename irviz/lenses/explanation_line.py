"""One sentence on why the chosen metric moves: with the last action, and with each that is one move away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irviz.lenses.cards import noun
from irviz.lenses.explanation import explain
from irviz.state.curves.lookahead import LONGEST, changes, relevance
from irviz.state.remembered import remembered

if TYPE_CHECKING:
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


def lines(desk: Desk) -> dict[str, dict[str, str]]:
    """Why the chosen metric would change with each action that is one move away.

    Returns:
        By what the metric sees of that state, as `irviz.state.curves.lookahead.Ahead` files it.
    """
    if len(desk.visible) > 1 or desk.n > LONGEST:
        return {}
    metric = chosen(desk)
    states = {name: board for name, (board,) in changes(desk).items()}
    if not metric.graded:
        low = desk.threshold
        states = {relevance(name, low): board.relevance for name, board in states.items()}
    here, things = next(iter(states.values())), noun(desk.visible[0])
    found = {name: _line(metric, here, there, desk.k, things) for name, there in states.items()}
    return {"graded" if metric.graded else "relevant": found}


def chosen(desk: Desk) -> Metric:
    """The metric whose working is shown, as the desk's conventions have it."""
    return next((one for one in desk.metrics if one.name == desk.metric), desk.metrics[0])


def _long(seen: Seen) -> int:
    return len(seen.ranked) + len(seen.below) + len(seen.missed)


@remembered(lambda line, *args: 600 + len(line) + 8 * (_long(args[1]) + _long(args[2])))
def _line(metric: Metric, here: Seen, there: Seen, k: int, things: str) -> str:
    return explain(metric, here.ranking, there.ranking, k, k, noun=things).line
