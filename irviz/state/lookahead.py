"""Every curve one move away from a desk, so that a preview need not wait for the server.

Curves depend only on the grades in rank order, so they are filed under the patterns of the open
boards: moves that lead to the same pattern share one entry, and a reader finds what a change would
show without knowing how the change is made.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from irviz.state.board import DIGITS, Board
from irviz.state.series import Curves, mean_of, table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

LONGEST = 12
"""Boards with more items than this are not looked ahead of: the server is asked instead."""

DIGITS_SHOWN = 6
"""Decimals of a previewed value: more than a screen can show."""

Ahead = dict[str, Curves]
"""Curves by the key of the boards that they belong to."""

Faces = tuple[tuple[tuple[int, ...], tuple[int, ...], int, int], ...]
"""What curves depend on: for each open board its ranked and missed grades, threshold and top."""


def key(boards: Iterable[Board]) -> str:
    """The name under which the curves of these boards are filed: their patterns, joined by `|`."""
    return "|".join(board.pattern for board in boards)


def ahead(boards: tuple[Board, ...], also: Iterable[tuple[Board, ...]] = ()) -> Ahead:
    """The curves of everything that one change to the open boards can lead to.

    Args:
        boards: The open boards.
        also: Further states worth having at hand, such as the one that undo leads to; those with
            other boards than the open ones are left out.

    Returns:
        By key, the rounded curves of each move, toggle and grade away from `boards`, of `also`,
        and of `boards` themselves; nothing for boards longer than `LONGEST`.
    """
    if any(board.n > LONGEST for board in boards):
        return {}
    found = dict(_ahead(_faces(boards)))
    names = [board.id for board in boards]
    for others in also:
        if [board.id for board in others] == names and key(others) not in found:
            found[key(others)] = _rounded(_faces(others))
    return found


def single(boards: tuple[Board, ...]) -> Ahead:
    """The rounded curves of these boards alone, by their key."""
    if any(board.n > LONGEST for board in boards):
        return {}
    return {key(boards): _rounded(_faces(boards))}


def _faces(boards: tuple[Board, ...]) -> Faces:
    return tuple((board.ranked, board.missed, board.threshold, board.top) for board in boards)


@lru_cache(maxsize=1024)
def _ahead(faces: Faces) -> Ahead:
    found: Ahead = {_key(faces): _rounded(faces)}
    for place, (ranked, missed, threshold, top) in enumerate(faces):
        for changed in _one_change_away(ranked, top):
            after = (*faces[:place], (changed, missed, threshold, top), *faces[place + 1 :])
            name = _key(after)
            if name not in found:
                found[name] = _rounded(after)
    return found


def _one_change_away(ranked: tuple[int, ...], top: int) -> Iterator[tuple[int, ...]]:
    """Each order one move away, then each grading one grade away."""
    places = range(len(ranked))
    for source in places:
        rest = ranked[:source] + ranked[source + 1 :]
        for target in places:
            yield (*rest[:target], ranked[source], *rest[target:])
    for place in places:
        for grade in range(top + 1):
            yield (*ranked[:place], grade, *ranked[place + 1 :])


def _key(faces: Faces) -> str:
    return "|".join("".join(DIGITS[grade] for grade in ranked) for ranked, *_ in faces)


@lru_cache(maxsize=8192)
def _rounded(faces: Faces) -> Curves:
    means = mean_of([table(ranked, missed, threshold) for ranked, missed, threshold, _ in faces])
    return {name: [round(value, DIGITS_SHOWN) for value in row] for name, row in means.items()}
