"""A desk: the boards that belong together, which one is open, and how it is looked at."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from irviz.state.board import Board

MEAN = "mean"
"""The name under which all boards of a desk are open at once, and their mean is shown."""


@dataclass(frozen=True)
class Desk:
    """Everything a link carries.

    Args:
        id: Short name of the example that this is; several desks in one catalogue differ in it.
        boards: One for each query, all with the same number of items.
        opened: The id of the open board, or `MEAN` for all of them.
        k: The cutoff, from 1 to the number of items.
        hidden: Names of the metrics whose curves are hidden.

    Raises:
        ValueError: If `opened` names no board or `k` is off the boards.
    """

    id: str
    boards: tuple[Board, ...]
    opened: str
    k: int
    hidden: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.opened not in (*self.names, MEAN):
            raise ValueError(f"there is no board {self.opened!r}, only {', '.join(self.names)}")
        if type(self.k) is not int or not 1 <= self.k <= self.n:
            raise ValueError(
                f"the cutoff must be a whole number from 1 to {self.n}, not {self.k!r}"
            )

    @property
    def names(self) -> tuple[str, ...]:
        """The ids of the boards."""
        return tuple(board.id for board in self.boards)

    @property
    def n(self) -> int:
        """How many items the boards have."""
        return max(board.n for board in self.boards)

    @property
    def visible(self) -> tuple[Board, ...]:
        """The boards that are open: one, or all of them for the mean."""
        if self.opened == MEAN:
            return self.boards
        return tuple(board for board in self.boards if board.id == self.opened)

    def board(self, name: str) -> Board:
        """The board with this id.

        Raises:
            KeyError: If there is none.
        """
        for board in self.boards:
            if board.id == name:
                return board
        raise KeyError(name)

    def put(self, *changed: Board) -> Desk:
        """The same desk with these boards in the place of those with the same id."""
        new = {board.id: board for board in changed}
        return replace(self, boards=tuple(new.get(board.id, board) for board in self.boards))

    def cut(self, k: int) -> Desk:
        """Move the cutoff."""
        return replace(self, k=k)

    def open(self, name: str) -> Desk:
        """Open another board, or `MEAN`."""
        return replace(self, opened=name)

    def hide(self, hidden: tuple[str, ...]) -> Desk:
        """Hide these metrics' curves and no others."""
        return replace(self, hidden=hidden)
