"""The examples in the states that the sources describe."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irviz.scenarios.cats import CATS
from irviz.scenarios.graded import GRADED
from irviz.scenarios.lists import FEEDS, FEEDS_GRADED
from irviz.state.desk import MEAN

if TYPE_CHECKING:
    from irviz.state.desk import Desk


def replace_grades(desk: Desk, grades: str) -> Desk:
    """A copy of the desk with other grades on the open board: ``grades`` has one digit for each rank.

    Example:
        >>> from irviz.scenarios.lists import FIVE
        >>> replace_grades(FIVE, "00001").boards[0].pattern
        '00001'
    """
    (board,) = desk.visible
    for index, grade in zip(board.order, grades, strict=True):
        board = board.grade(index, int(grade))
    return desk.replace_boards(board)


def swap_items(desk: Desk, rank: int, other: int) -> Desk:
    """A copy of the desk with the items at two ranks of the open board swapped.

    Example:
        >>> from irviz.scenarios.lists import FIVE
        >>> swap_items(FIVE, 2, 3).boards[0].pattern
        '11001'
    """
    (board,) = desk.visible
    return desk.replace_boards(board.swap(rank, other))


def sort_best_first(desk: Desk) -> Desk:
    """A copy of the desk with the open board in its ideal order.

    Example:
        >>> from irviz.scenarios.lists import FIVE
        >>> sort_best_first(FIVE).boards[0].pattern
        '11100'
    """
    (board,) = desk.visible
    return desk.replace_boards(board.ideal())


BOX = CATS.look("R")
WHITE = CATS.open("white-cat").move_cutoff(8)
DARK = CATS.open("dark-cat").move_cutoff(8)
THREE = CATS.open(MEAN).move_cutoff(8)
GAIN = GRADED.look("nDCG", "gain")
GAIN_SWAPPED = swap_items(GAIN, 1, 2)
FEED_A = FEEDS
FEED_B = FEEDS.open("feed-b")
BOTH_FEEDS = FEEDS.open(MEAN)
PURCHASES_A = FEEDS_GRADED
PURCHASES_B = FEEDS_GRADED.open("purchases-b")
