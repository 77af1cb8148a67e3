"""Boards to curves: the six metrics of the dashboard against k, for one board or the mean of several."""

from __future__ import annotations

from functools import lru_cache
from statistics import fmean
from typing import TYPE_CHECKING

from irviz.metrics import AP, F1, RR, Metric, P, R, Ranking, nDCG

if TYPE_CHECKING:
    from collections.abc import Sequence

    from irviz.state.board import Board

METRICS: tuple[Metric, ...] = (P, R, F1, RR, AP, nDCG)
"""The metrics that the dashboard draws, in the order of its scoreboard."""

NAMES: tuple[str, ...] = tuple(metric.name for metric in METRICS)

MEAN_NAMES = {"RR": "MRR", "AP": "MAP"}
"""Over several queries, the mean of these has a name of its own."""

Curves = dict[str, list[float]]
"""By metric, the values at k = 1, 2, … n."""


Table = tuple[tuple[float, ...], ...]
"""The same without names: a row for each of `METRICS`."""


@lru_cache(maxsize=8192)
def table(ranked: tuple[int, ...], missed: tuple[int, ...] = (), threshold: int = 1) -> Table:
    """The curves of one list of grades; cached, since a class looks at the same boards.

    Args:
        ranked: Grades in rank order.
        missed: Grades of judged items that were not retrieved.
        threshold: The lowest grade that counts as relevant.
    """
    ranking = Ranking(ranked, missed=missed, threshold=threshold)
    return tuple(tuple(metric.curve(ranking)) for metric in METRICS)


def mean_of(tables: Sequence[Table]) -> Curves:
    """The mean of tables of the same shape; of a single one, that one itself."""
    if len(tables) == 1:
        return {name: list(row) for name, row in zip(NAMES, tables[0], strict=True)}
    return {
        name: [fmean(values) for values in zip(*rows, strict=True)]
        for name, rows in zip(NAMES, zip(*tables, strict=True), strict=True)
    }


def curves(boards: Sequence[Board]) -> Curves:
    """The curves of one board, or the mean curves of several with as many items.

    Args:
        boards: At least one.

    Returns:
        For each of `NAMES`, the values at k = 1 to n; over several boards their arithmetic mean.
    """
    return mean_of([table(board.ranked, board.missed, board.threshold) for board in boards])


def undefined(boards: Sequence[Board]) -> tuple[str, ...]:
    """The metrics that have no value on at least one of these boards, since nothing is relevant."""
    return tuple(
        metric.name
        for metric in METRICS
        if any(not metric.defined(board.ranking) for board in boards)
    )
