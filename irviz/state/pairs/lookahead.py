"""The curves of both boards of a pair, and of every change that is one move away, board by board.

A move on one board leaves the other as it is, and a judgment changes both, so the curves are filed by
board and by what metrics see of it, its `full_pattern`: a reader puts any two together.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from irviz.metrics import Ranking
from irviz.state.curves.lookahead import DIGITS_SHOWN, LONGEST
from irviz.state.curves.series import Curves, Table, table
from irviz.state.pairs.judgments import full_pattern, grades_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from irviz.metrics import Metric
    from irviz.state.board import Board
    from irviz.state.desk import Desk


def key(boards: Iterable[Board]) -> str:
    """The name of what two boards show: their full patterns, joined by `|`."""
    return "|".join(map(full_pattern, boards))


def curves(desk: Desk) -> dict[str, Curves]:
    """By board, the curves of a pair at k = 1 up to the length of the longer list."""
    return {
        board.id: {
            metric.name: list(row)
            for metric, row in zip(desk.metrics, _table(desk, board), strict=True)
        }
        for board in desk.boards
    }


def ahead(desk: Desk, near: Iterable[Desk] = ()) -> dict[str, dict[str, Curves]]:
    """By board and full pattern, the rounded curves of everything that one change can lead to.

    Args:
        desk: A pair.
        near: Other states of it that may be asked for, such as those of undo; pairs of other lists,
            and other scales and conventions, are passed over.

    Returns:
        Nothing but the given states for lists longer than `irviz.state.curves.lookahead.LONGEST`.
    """
    found: dict[str, dict[str, Curves]] = {board.id: {} for board in desk.boards}
    states = [desk, *(one for one in near if one.id == desk.id and desk.scores_like(one))]
    if desk.n <= LONGEST:
        states += judged(desk)
        for board in desk.boards:
            for one in moved(board):
                found[board.id].setdefault(full_pattern(one), _rounded(desk, one))
    for state in states:
        for board in state.boards:
            found[board.id].setdefault(full_pattern(board), _rounded(state, board))
    return found


def moved(board: Board) -> Iterator[Board]:
    """The board after each move of one result, once for each pattern of grades."""
    seen = {board.ranked}
    for source in range(1, board.n + 1):
        for target in range(1, board.n + 1):
            order = list(board.ranked)
            order.insert(target - 1, order.pop(source - 1))
            if tuple(order) not in seen and source != target:
                seen.add(tuple(order))
                yield board.move(source, target)


def judged(desk: Desk) -> Iterator[Desk]:
    """The pair after each judgment of one document."""
    done: set[str] = set()
    for board in desk.boards:
        for index, name in enumerate(grades_of(board)):
            if name in done:
                continue
            done.add(name)
            for grade in range(board.top + 1):
                if grade != board.grades[index]:
                    yield desk.put(board.grade(index, grade))


def _rounded(desk: Desk, board: Board) -> Curves:
    return {
        metric.name: [round(value, DIGITS_SHOWN) for value in row]
        for metric, row in zip(desk.metrics, _table(desk, board), strict=True)
    }


def _table(desk: Desk, board: Board) -> Table:
    return _longer(desk.metrics, board.ranked, board.missed, board.threshold, desk.n)


@lru_cache(maxsize=8192)
def _longer(
    metrics: tuple[Metric, ...],
    ranked: tuple[int, ...],
    missed: tuple[int, ...],
    threshold: int,
    n: int,
) -> Table:
    """The curves of a list up to k = n, which may be past its end."""
    rows = table(metrics, ranked, missed, threshold)
    if n == len(ranked):
        return rows
    ranking = Ranking(ranked, missed=missed, threshold=threshold)
    return tuple(
        (*row, *[(metric @ k)(ranking) for k in range(len(row) + 1, n + 1)])
        for metric, row in zip(metrics, rows, strict=True)
    )
