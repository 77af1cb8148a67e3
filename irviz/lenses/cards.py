"""What several lenses say about results and numbers, in plain values."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any

from irviz.state.chosen_conventions import PLOTTED, SUMS
from irviz.state.desk import ALL_NAMES

if TYPE_CHECKING:
    from irviz.metrics import Metric
    from irviz.state.board import Board
    from irviz.state.desk import Desk


def cards(board: Board) -> list[dict[str, Any]]:
    """The results of a board in rank order, each as it is shown small.

    Returns:
        Dictionaries with ``rank``, ``title``, ``picture`` (a file name, or None), ``grade`` and
        ``relevant``.
    """
    ranked = [
        {
            "rank": rank,
            "title": board.items[index].title,
            "picture": board.items[index].picture,
            "grade": board.grades[index],
            "relevant": board.grades[index] >= board.threshold,
        }
        for rank, index in enumerate(board.order, 1)
    ]
    return ranked + [
        {
            "rank": rank,
            "title": one.title,
            "picture": None,
            "grade": one.grade or 0,
            "relevant": (one.grade or 0) >= board.threshold,
        }
        for rank, one in enumerate(board.below, board.n + 1)
    ]


def noun(*boards: Board) -> str:
    """What the results are called: pictures where each of them has one.

    >>> noun()
    'picture'
    """
    pictured = all(item.picture for board in boards for item in board.items)
    return "picture" if pictured else "result"


def number(value: float) -> float | None:
    """A number as it travels to a browser, which has no NaN.

    >>> number(0.5), number(float("nan"))
    (0.5, None)
    """
    return value if isfinite(value) else None


def counted(count: int, word: str) -> str:
    """A count with its word.

    >>> counted(1, "picture"), counted(0, "picture")
    ('1 picture', '0 pictures')
    """
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def chosen(desk: Desk) -> Metric:
    """The metric that the desk has chosen, as its conventions have it."""
    metric = dict(zip(ALL_NAMES, (*PLOTTED, *SUMS), strict=True))[desk.metric]
    return desk.conventions.metric(metric)
