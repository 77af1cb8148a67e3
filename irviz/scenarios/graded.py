"""The article's graded example: "white cat in a box", on a scale from 0 to 4."""

from __future__ import annotations

from irviz.scenarios.lists import make_board
from irviz.scenarios.pictures import PICTURES, Picture
from irviz.state.desk import Desk


def grade_picture(picture: Picture) -> int:
    """The grade, from 0 to 4, of a picture for the query "white cat in a box".

    Example:
        >>> [grade_picture(PICTURES[name]) for name in ("dog", "empty-box", "dog-in-box")]
        [0, 1, 2]
        >>> [grade_picture(PICTURES[name]) for name in ("two-cats", "tabby-in-box", "white-cat-in-box")]
        [1, 3, 4]
    """
    if not picture.box:
        return 1 if picture.cats else 0
    if "white" in picture.cats:
        return 4
    if picture.cats:
        return 3
    return 2 if picture.dogs else 1


_SHOWN = [
    PICTURES[name]
    for name in (
        "dog",
        "white-cat-in-box",
        "empty-box",
        "tabby-in-box",
        "white-cat-peeking",
        "two-cats",
        "dark-cat-in-box",
        "dog-in-box",
    )
]

GRADED = Desk(
    id="graded",
    boards=(
        make_board(
            "white-cat-in-a-box",
            "white cat in a box",
            [picture.item for picture in _SHOWN],
            map(grade_picture, _SHOWN),
            top=4,
        ),
    ),
    opened="white-cat-in-a-box",
    k=2,
    metric="nDCG",
)
"""Eight pictures, graded by what is in them."""
