"""One sentence on why the chosen metric moves: with the last action, and with each that is one move away."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from irviz.lenses.cards import noun
from irviz.lenses.explanation import explain
from irviz.metrics import Metric, Ranking
from irviz.state.board import DIGITS
from irviz.state.curves.lookahead import LONGEST, ahead

if TYPE_CHECKING:
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


def lines(desk: Desk) -> dict[str, str]:
    """Why the chosen metric would change with each action that is one move away, by pattern."""
    if len(desk.visible) > 1 or desk.n > LONGEST:
        return {}
    board = desk.visible[0]
    patterns = tuple(ahead(desk))
    grades = board.ranked, board.missed, board.threshold
    return _lines(chosen(desk), *grades, desk.k, patterns, noun(board))


def chosen(desk: Desk) -> Metric:
    """The metric whose working is shown, as the desk's conventions have it."""
    return next((one for one in desk.metrics if one.name == desk.metric), desk.metrics[0])


@lru_cache(maxsize=1024)
def _lines(  # noqa: PLR0913, PLR0917 - all that the sentences depend on, as the key of the cache
    metric: Metric,
    ranked: tuple[int, ...],
    missed: tuple[int, ...],
    threshold: int,
    k: int,
    patterns: tuple[str, ...],
    name: str,
) -> dict[str, str]:
    here = Ranking(ranked, missed=missed, threshold=threshold)
    found = {}
    for pattern in patterns:
        there = Ranking(
            [DIGITS.index(digit) for digit in pattern], missed=missed, threshold=threshold
        )
        found[pattern] = explain(metric, here, there, k, k, noun=name).line
    return found
