"""The article's example: eight pictures, three queries, each query with an order of its own.

The article numbers ranks, not pictures; which picture stands where follows from the relevant ranks
it gives: 2, 4, 5, 7 for "cat in a box", 1, 4, 5, 7 for "white cat" and 5, 8 for "dark cat".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from irviz.scenarios.lists import make_board
from irviz.scenarios.pictures import PICTURES, Picture
from irviz.state.desk import Desk

if TYPE_CHECKING:
    from collections.abc import Callable

    from irviz.state.board import Board


def _make_cat_board(name: str, query: str, pictures: str, relevant: Callable[[Picture], bool]) -> Board:
    """A board with the pictures that a text names in order; ``relevant`` says which of them are relevant."""
    shown = [PICTURES[picture] for picture in pictures.split()]
    return make_board(name, query, [picture.item for picture in shown], map(relevant, shown))


CATS = Desk(
    id="cats",
    boards=(
        _make_cat_board(
            "cat-in-a-box",
            "cat in a box",
            "two-cats white-cat-in-box empty-box tabby-in-box white-cat-peeking white-cat dark-cat-in-box dog-in-box",
            lambda picture: bool(picture.cats) and picture.box,
        ),
        _make_cat_board(
            "white-cat",
            "white cat",
            "white-cat-in-box dog-in-box dark-cat-in-box white-cat two-cats tabby-in-box white-cat-peeking empty-box",
            lambda picture: "white" in picture.cats,
        ),
        _make_cat_board(
            "dark-cat",
            "dark cat",
            "tabby-in-box white-cat-in-box white-cat dog-in-box dark-cat-in-box empty-box white-cat-peeking two-cats",
            lambda picture: "dark" in picture.cats,
        ),
    ),
    opened="cat-in-a-box",
    k=3,
)
"""The desk that everyone finds first."""
