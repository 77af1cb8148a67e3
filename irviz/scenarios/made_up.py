"""Boards of two to nine pictures for judgments of the user's choice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irviz.scenarios.graded import grade_picture
from irviz.scenarios.lists import make_board
from irviz.scenarios.pictures import PICTURES
from irviz.state.desk import Desk

if TYPE_CHECKING:
    from collections.abc import Sequence

_SHOWN = [
    PICTURES[name]
    for name in (
        "white-cat-in-box",
        "dog",
        "tabby-in-box",
        "two-cats",
        "dark-cat-in-box",
        "empty-box",
        "white-cat-peeking",
        "dog-in-box",
        "white-cat",
    )
]

SIZES = range(2, len(_SHOWN) + 1)
"""How many pictures such a board can have."""


def _make_cat_desk(n: int) -> Desk:
    """A desk with a board of the first n pictures, on which cats in boxes are relevant."""
    shown = _SHOWN[:n]
    relevant = (picture.box and bool(picture.cats) for picture in shown)
    query = f"cat in a box, {n} pictures"
    board = make_board(f"{n}-pictures", query, [picture.item for picture in shown], relevant)
    return Desk(id=f"made-of-{n}", boards=(board,), opened=board.id, k=n)


MADE_UP = {n: _make_cat_desk(n) for n in SIZES}
"""A fresh desk of each size."""


def make_graded_desk(grades: Sequence[int], threshold: int = 1) -> Desk:
    """A desk of pictures with these grades; the better a picture shows a cat in a box, the higher its grade.

    Args:
        grades: Whole numbers from 0 to 10, as many as one of `SIZES`, in any order.
        threshold: The lowest grade that counts as relevant, from 1 to 10.

    Raises:
        ValueError: If there are too few or too many, or a grade is off the scale.

    >>> board = make_graded_desk([0, 3, 0, 1]).boards[0]
    >>> [(board.items[i].title, board.grades[i]) for i in board.order][:2]
    [('White cat in a box', 3), ('Dog', 0)]
    """
    if len(grades) not in MADE_UP:
        raise ValueError(f"there are {SIZES[0]} to {SIZES[-1]} pictures, not {len(grades)}")
    desk = MADE_UP[len(grades)].change_scale(max(threshold, *grades), threshold)
    best_first = sorted(range(len(grades)), key=lambda at: -grade_picture(_SHOWN[at]))
    given = dict(zip(best_first, sorted(grades, reverse=True), strict=True))
    board = desk.boards[0]
    for at, one in given.items():
        board = board.grade(at, one)
    return desk.replace_boards(board)
