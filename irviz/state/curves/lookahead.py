"""Every curve one move away from a desk, so that a preview need not wait for the server.

Curves depend only on the grades in rank order, so they are filed under the patterns of the open
boards: moves that lead to the same pattern share one entry, and a reader finds what a change would
show without knowing how the change is made.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from irviz.metrics import Ranking
from irviz.state.board import DIGITS
from irviz.state.curves.series import Curves, mean_of, table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from irviz.metrics import Metric
    from irviz.state.board import Board
    from irviz.state.desk import Desk

LONGEST = 12
"""Boards with more items than this are not looked ahead of: the server is asked instead."""

DIGITS_SHOWN = 6
"""Decimals of a previewed value: more than a screen can show."""

Ahead = dict[str, Curves]
"""Curves by the key of the boards that they belong to."""

Grades = tuple[tuple[int, ...], tuple[int, ...], int, int]
"""What curves depend on: ranked grades, missed grades, threshold and top of a board."""


def key(boards: Iterable[Board]) -> str:
    """The name under which the curves of these boards are filed: their cards' patterns, joined by `|`."""
    return "|".join(board.pattern for board in boards)


def ahead(desk: Desk) -> Ahead:
    """The curves of everything that one change to the open boards can lead to.

    Returns:
        By key, the rounded curves of each move, toggle and grade away from the open boards, and of
        these themselves; nothing for boards longer than `LONGEST`.
    """
    if desk.n > LONGEST:
        return {}
    return _ahead(desk.metrics, tuple(map(_grades, desk.visible)))


def here(desk: Desk) -> Ahead:
    """The rounded curves of the open boards alone, by their key."""
    if desk.n > LONGEST:
        return {}
    return this(desk)


def this(desk: Desk) -> Ahead:
    """The same, however long the boards are: the answer to a question."""
    return {key(desk.visible): _rounded(desk.metrics, tuple(map(_grades, desk.visible)))}


def blank(desk: Desk, found: Iterable[str]) -> dict[str, list[str]]:
    """The metrics that are undefined in what is foreseen, by key; keys without any are left out."""
    further = any(one.missed or any(one.listed[one.n :]) for one in desk.boards)
    threshold = desk.threshold
    names: dict[str, list[str]] = {}
    for name in found:
        for pattern in name.split("|"):
            grades = tuple(DIGITS.index(digit) for digit in pattern)
            if max(grades) < threshold and not further:
                ranking = Ranking(grades, threshold=threshold)
                names[name] = [one.name for one in desk.metrics if not one.defined(ranking)]
    return names


def _grades(board: Board) -> Grades:
    return (board.listed, board.missed, board.threshold, board.top)


@lru_cache(maxsize=1024)
def _ahead(metrics: tuple[Metric, ...], boards: tuple[Grades, ...]) -> Ahead:
    found: Ahead = {_key(boards): _rounded(metrics, boards)}
    for place, (ranked, missed, threshold, top) in enumerate(boards):
        for changed in _one_change_away(ranked, top):
            after = (*boards[:place], (changed, missed, threshold, top), *boards[place + 1 :])
            name = _key(after)
            if name not in found:
                found[name] = _rounded(metrics, after)
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


def _key(boards: Iterable[Grades]) -> str:
    return "|".join("".join(DIGITS[grade] for grade in ranked) for ranked, *_ in boards)


@lru_cache(maxsize=8192)
def _rounded(metrics: tuple[Metric, ...], boards: tuple[Grades, ...]) -> Curves:
    rows = mean_of(
        [table(metrics, ranked, missed, threshold) for ranked, missed, threshold, _ in boards]
    )
    return {
        metric.name: [round(value, DIGITS_SHOWN) for value in row]
        for metric, row in zip(metrics, rows, strict=True)
    }
