"""The tools above a board: what each of them does to the order of its results."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from irviz.state.pairs import pair

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from irviz.state.board import Board
    from irviz.state.desk import Desk


def shuffled(boards: Iterable[Board]) -> tuple[Board, ...]:
    """Each of these boards in a random order."""
    draw = random.Random()  # noqa: S311 - a game, not a secret
    return tuple(board.reorder(draw.sample(range(board.n), board.n)) for board in boards)


def _meant(desk: Desk, step: Mapping[str, Any]) -> tuple[Board, ...]:
    """The boards that a step is about: the one it names, else all open ones."""
    return (desk.board(step["on"]),) if "on" in step else desk.visible


TOOLS: dict[str, Callable[[Desk, Mapping[str, Any]], Desk]] = {
    "shuffle": lambda desk, step: desk.put(*shuffled(_meant(desk, step))),
    "ideal": lambda desk, step: desk.put(*(board.ideal() for board in _meant(desk, step))),
    "worst": lambda desk, step: desk.put(*(board.worst() for board in _meant(desk, step))),
    "copy": lambda desk, step: pair.copied(desk, step["on"]),
    "swap": lambda desk, _: pair.swapped(desk),
}
"""What the tools do that change an order; the last two are for pairs."""
