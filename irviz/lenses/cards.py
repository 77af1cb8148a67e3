"""What several lenses say about results and numbers, in plain values."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any

from irviz.metrics import METRICS

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
    ranked = [(board.items[index], board.grades[index]) for index in board.order]
    shown = [(item.title, item.picture, grade) for item, grade in ranked]
    shown += [(one.title, None, one.grade or 0) for one in board.below]
    return [
        {
            "rank": rank,
            "title": title,
            "picture": picture,
            "grade": grade,
            "relevant": grade >= board.threshold,
        }
        for rank, (title, picture, grade) in enumerate(shown, 1)
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
    return desk.conventions.metric(METRICS[desk.metric])
