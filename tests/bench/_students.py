"""Somebody who plays with the board, as the server sees it: a walk of changes, one at a time."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from irviz.scenarios.catalogue import CATALOGUE
from irviz.state import permalink

if TYPE_CHECKING:
    from irviz.state.board import Board
    from irviz.state.desk import Desk

Change = tuple[dict[str, Any], dict[str, str]]
"""What a page sends for a change: what to do, and the link that it shows afterwards."""


class Student:
    """The first example in somebody's hands.

    Moves are half of the changes, toggles a third, and the cutoff is moved in the rest.

    Args:
        seed: The same seed plays the same.
        top: Grade from 0 to this; 1 means relevant or not.
    """

    def __init__(self, seed: int, top: int = 1) -> None:
        self._rng = random.Random(seed)
        self.fresh: Desk = next(iter(CATALOGUE.values()))
        self.desk = self.fresh if top == 1 else self.fresh.change_scale(top, 1)

    @property
    def link(self) -> dict[str, str]:
        """The parameters of the link to what the student sees."""
        return permalink.write(self.desk, self.fresh)

    def play(self) -> Change:
        """Change something."""
        board = self.desk.visible[0]
        draw = self._rng.random()
        if draw < 0.5:
            rank, to = self._rng.sample(range(1, board.n + 1), 2)
            return self.put(board.move(rank, to))
        if draw < 0.85:
            index = self._rng.randrange(board.n)
            others = [grade for grade in range(board.top + 1) if grade != board.grades[index]]
            return self.put(board.grade(index, self._rng.choice(others)))
        k = self._rng.choice([k for k in range(1, board.n + 1) if k != self.desk.k])
        self.desk = self.desk.move_cutoff(k)
        return {"do": "cut", "k": k}, self.link

    def surprise(self) -> Change:
        """Put all cards into a random order with random grades: a board that hardly anybody has seen."""
        board = self.desk.visible[0]
        mixed = board.reorder(self._rng.sample(range(board.n), board.n))
        for index in range(board.n):
            mixed = mixed.grade(index, self._rng.randint(0, board.top))
        return self.put(mixed)

    def put(self, board: Board) -> Change:
        """Show a changed board."""
        self.desk = self.desk.replace_boards(board)
        return {"do": "boards", "boards": {board.id: board.text}}, self.link
