"""One set of judgments for two boards: a document is as relevant in A as in B."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from irviz.state.board import Board, Item

Boards = tuple["Board", ...]


UNKNOWN = -1
"""Stands for the grade of an unjudged document."""


def read_grades(board: Board) -> dict[str, int]:
    """The grade of each document on a board, by id; `UNKNOWN` where it is unjudged."""
    return {
        item.id: UNKNOWN if index in board.unjudged else board.grades[index] for index, item in enumerate(board.items)
    }


def fill_board(board: Board, items: tuple[Item, ...], grades: Mapping[str, int], missed: Iterable[int]) -> Board:
    """A copy of a board with documents in this order, their grades by id, and the grades of missed documents."""
    found = [grades[item.id] for item in items]
    unjudged = frozenset(index for index, grade in enumerate(found) if grade == UNKNOWN)
    return replace(
        board,
        items=items,
        order=tuple(range(len(items))),
        grades=tuple(max(grade, 0) for grade in found),
        missed=tuple(sorted((grade for grade in missed if grade > 0), reverse=True)),
        incomplete=bool(unjudged),
        unjudged=unjudged,
    )


def find_conflicts(boards: Boards) -> list[str]:
    """Find the titles of the documents that two boards grade differently.

    >>> from irviz.state.board import Board, Item
    >>> x, y = Item("x", "Ox"), Item("y", "Yak")
    >>> find_conflicts((Board("a", "q", (x, y), (0, 1), (1, 0)), Board("b", "q", (y, x), (0, 1), (0, 0))))
    ['Ox']
    """
    first, second = map(read_grades, boards)
    return [item.title for item in boards[0].items if second.get(item.id, first[item.id]) != first[item.id]]


def share_judgments(before: Boards, after: Boards) -> Boards:
    """Copies of the two boards of a pair, each with the judgments that changed on either of them.

    A document that only one list has is a missed one for the other, so it counts in what could have
    been found. Missed grades of 0 make no difference and are left out.

    Args:
        before: The boards as they were, in agreement.
        after: The same boards after a change to one or both; where both give a document a new grade,
            the first board's counts.
    """
    outside = _count_outside_grades(before)
    old, first, second = read_grades(before[0]) | read_grades(before[1]), *map(read_grades, after)
    grades = first | second
    for name in first.keys() & second.keys():
        grades[name] = first[name] if first[name] != old[name] else second[name]
    return tuple(
        _apply_judgments(board, grades, outside, other) for board, other in ((after[0], after[1]), (after[1], after[0]))
    )


def list_outside_grades(boards: Boards) -> tuple[int, ...]:
    """List the grades above 0 of judged documents that neither board has, highest first."""
    return tuple(sorted(_count_outside_grades(boards).elements(), reverse=True))


def _count_outside_grades(boards: Boards) -> Counter[int]:
    """By grade above 0, the number of judged documents that neither board has."""
    first, second = boards
    here = {item.id for item in first.items}
    there = (grade for name, grade in read_grades(second).items() if name not in here)
    return Counter(grade for grade in first.missed if grade) - Counter(there)


def _apply_judgments(board: Board, grades: dict[str, int], outside: Counter[int], other: Board) -> Board:
    """A copy of a board with new grades, and with missed grades from outside both lists and from the other board.

    Args:
        board: The board.
        grades: The grades of the documents on both boards, by id.
        outside: By grade, the number of judged documents on neither board.
        other: The other board; its documents that `board` lacks are missed there.
    """
    here = {item.id for item in board.items}
    missed = [grades[item.id] for item in other.items if item.id not in here]
    made = fill_board(board, board.items, grades, [*outside.elements(), *missed])
    return replace(made, order=board.order, incomplete=board.incomplete or made.incomplete)
