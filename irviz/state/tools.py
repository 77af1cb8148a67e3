"""The tools above a board: what each of them does to the order of its results."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from irviz.state.pairs import pair

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from irviz.state.board import Board
    from irviz.state.desk import Desk


def shuffle(boards: Iterable[Board]) -> tuple[Board, ...]:
    """Copies of boards in random order, each in another one than before, so that the visitor sees a change."""
    return tuple(map(_shuffle_board, boards))


def _shuffle_board(board: Board) -> Board:
    """A copy of a board in a random order other than its own, if there are two items or more."""
    draw = random.Random()  # noqa: S311 - a game, not a secret
    order = board.order
    while order == board.order and board.n > 1:
        order = tuple(draw.sample(order, board.n))
    return board.reorder(order)


def _select_boards(desk: Desk, step: Mapping[str, Any]) -> tuple[Board, ...]:
    """The boards that a tool's step changes: the one it names, else all open ones."""
    return (desk.board(step["on"]),) if "on" in step else desk.visible


BOARD_TOOLS: dict[str, Callable[[Desk, Mapping[str, Any]], Desk]] = {
    "shuffle": lambda desk, step: desk.replace_boards(*shuffle(_select_boards(desk, step))),
    "ideal": lambda desk, step: desk.replace_boards(*(board.ideal() for board in _select_boards(desk, step))),
    "worst": lambda desk, step: desk.replace_boards(*(board.worst() for board in _select_boards(desk, step))),
    "copy": lambda desk, step: pair.copy_list(desk, step["on"]),
    "swap": lambda desk, _: pair.swap_lists(desk),
}
"""What the tools do that change an order; the last two are for pairs."""
