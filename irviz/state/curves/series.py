"""Boards to curves: the dashboard's metrics against k, for one board or the mean of several."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING

from irviz.metrics import METRICS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from irviz.metrics import Metric, Ranking
    from irviz.state.board import Board
    from irviz.state.desk import Desk

MEAN_NAMES = {name: metric.mean_name for name, metric in METRICS.items() if metric.mean_name}
"""Over several queries, the mean of these has a name of its own."""

Curves = dict[str, list[float]]
"""By metric, the values at k = 1, 2, … n."""

Table = tuple[tuple[float, ...], ...]
"""Curves without names: a row for each metric."""


def compute_table(metrics: Iterable[Metric], ranking: Ranking, n: int | None = None) -> Table:
    """Compute the curves of one ranking: a row for each metric, with its values at cutoffs 1 to n.

    Args:
        metrics: What to compute.
        ranking: The ranking.
        n: The last cutoff, which may be past the end of the list; by default that end.
    """
    past = range(ranking.n + 1, (n or 0) + 1)
    return tuple((*metric.curve(ranking), *[(metric @ k)(ranking) for k in past]) for metric in metrics)


def average_tables(tables: Sequence[Table]) -> Table:
    """Average tables of the same shape, value by value."""
    if len(tables) == 1:
        return tables[0]
    return tuple(tuple(fmean(values) for values in zip(*rows, strict=True)) for rows in zip(*tables, strict=True))


def compute_curves(desk: Desk) -> Curves:
    """Compute the curves of the open board, or the mean curves of all boards.

    Returns:
        For each of the desk's metrics, the values at k = 1 to n, the length of the longest open
        list; over several boards their arithmetic mean.
    """
    metrics = desk.metrics
    n = max(one.ranking.n for one in desk.visible)
    rows = average_tables([compute_table(metrics, one.ranking, n) for one in desk.visible])
    return {metric.name: list(row) for metric, row in zip(metrics, rows, strict=True)}


def compute_curves_by_board(desk: Desk) -> dict[str, Curves]:
    """By board id, compute the curves of the desk's metrics up to the length of the longest list."""
    metrics = desk.metrics
    tables = {one.id: compute_table(metrics, one.ranking, desk.n) for one in desk.boards}
    return {
        name: {metric.name: list(row) for metric, row in zip(metrics, rows, strict=True)}
        for name, rows in tables.items()
    }


def find_undefined(metrics: Sequence[Metric], boards: Sequence[Board]) -> tuple[str, ...]:
    """Find the names of the metrics that have no value on at least one of these boards: nothing is relevant."""
    return tuple(metric.name for metric in metrics if any(not metric.defined(board.ranking) for board in boards))
