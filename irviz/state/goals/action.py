"""One action of the user on a desk, and how many of them lead from one desk to another."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from irviz.state.chosen_conventions import Conventions
from irviz.state.desk import MEAN
from irviz.state.goals.clause import Choice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from irviz.state.board import Board
    from irviz.state.desk import Desk

MOVES = {
    "move": "take a result to another rank",
    "swap": "exchange two results",
    "toggle": "say whether a result is relevant",
    "grade": "give a result another grade",
    "cutoff": "move the cutoff",
    "rule": "choose another convention",
    "scale": "choose from which grade on results are relevant",
}
"""What changes the work, and counts as one move each, however far it goes."""

VIEW_ACTIONS = {
    "open": "open another query, or the mean of all",
    "look": "choose the metric that is explained, and what is shown below the chart",
}
"""What only looks at the work differently, and costs nothing."""


@dataclass(frozen=True, slots=True)
class Action:
    """An action on a desk, which can be a step of a solution.

    Args:
        kind: A key of `MOVES`, or `"open"`, `"metric"` or `"lens"`.
        board: The id of the board, for those on a board.
        rank: The rank, from 1, of the result that is moved or judged.
        to: The new rank, grade, cutoff or threshold.
        name: The new board, metric or lens; a convention as in links, `ap-minrk`.

    Example:
        >>> from irviz.state.board import Board, Item
        >>> from irviz.state.desk import Desk
        >>> board = Board("b", "letters", tuple(Item(c, c) for c in "abc"), (0, 1, 2), (0, 0, 1))
        >>> desk = Desk("d", (board,), "b", 1)
        >>> action = Action("move", "b", 3, 1)
        >>> action.describe(desk), action.apply(desk).boards[0].pattern
        ('Take “c” from rank 3 to rank 1.', '100')
    """

    kind: str
    board: str = ""
    rank: int = 0
    to: int = 0
    name: str = ""

    def apply(self, desk: Desk) -> Desk:
        """A copy of a desk after the action.

        Raises:
            ValueError: If the desk does not have such a rank, grade, name or convention.
            KeyError: If the desk does not have the board.
        """
        match self.kind:
            case "cutoff":
                return desk.move_cutoff(self.to)
            case "rule":
                changed = Conventions.read(self.name)
                option = self.name.partition("-")[0]
                conventions = replace(desk.conventions, **{option: getattr(changed, option)})
                return replace(desk, conventions=conventions)
            case "scale":
                return desk.change_scale(desk.top, self.to)
            case "open":
                return desk.open(self.name)
            case "metric":
                return desk.look(metric=self.name)
            case "lens":
                return desk.look(lens=self.name)
            case _:
                return desk.replace_boards(self._change_board(desk.board(self.board)))

    def _change_board(self, board: Board) -> Board:
        """A copy of a board after an action on a board: a move, a swap or a judgment."""
        match self.kind:
            case "move":
                return board.move(self.rank, self.to)
            case "swap":
                return board.swap(self.rank, self.to)
            case "toggle":
                return board.toggle(board.order[self.rank - 1])
            case "grade":
                return board.grade(board.order[self.rank - 1], self.to)
            case unknown:
                raise ValueError(f"there is no action {unknown!r}")

    def describe(self, desk: Desk) -> str:
        """A sentence in plain English that tells the user to do the action, given the desk before it."""
        match self.kind:
            case "cutoff":
                return f"Move the cutoff to {self.to}."
            case "rule":
                option, _, name = self.name.partition("-")
                said = Choice("rule", option).describe(name)
                return f"Choose a convention, so that {said}."
            case "scale":
                return f"Count grades from {self.to} on as relevant."
            case "open" if self.name == MEAN:
                return "Open the mean of all queries."
            case "open":
                return f"Open the query “{desk.board(self.name).query}”."
            case "metric":
                return f"Choose {self.name} as the metric that is explained."
            case "lens":
                return f"Open the view “{self.name}”."
            case _:
                board = desk.board(self.board)
                here = f" for “{board.query}”" if len(desk.visible) > 1 else ""
                return f"{self._describe_board_change(board)}{here}."

    def _describe_board_change(self, board: Board) -> str:
        """A sentence that tells the user to do an action on a board, given the board before it."""
        index = board.order[self.rank - 1]
        title = f"“{board.items[index].title}”"
        match self.kind:
            case "move":
                return f"Take {title} from rank {self.rank} to rank {self.to}"
            case "swap":
                return f"Swap ranks {self.rank} and {self.to}"
            case "toggle":
                relevant = board.grades[index] >= board.threshold
                return f"Mark {title} as {'not ' if relevant else ''}relevant"
            case _:
                return f"Give {title} grade {self.to}"


def count_moves(before: Desk, after: Desk) -> int:
    """Count the fewest moves between two desks of the same example.

    These are the results to take to other ranks, the grades to change, and one each for another cutoff,
    threshold or convention.

    >>> from irviz.state.board import Board, Item
    >>> from irviz.state.desk import Desk
    >>> board = Board("b", "letters", tuple(Item(c, c) for c in "abcd"), (0, 1, 2, 3), (0, 0, 1, 0))
    >>> desk = Desk("d", (board,), "b", 1)
    >>> count_moves(desk, desk.replace_boards(board.reorder((3, 2, 0, 1)).toggle(0)).move_cutoff(2))
    4
    """
    total = (before.k != after.k) + (before.threshold != after.threshold)
    for name in vars(before.conventions):
        total += getattr(before.conventions, name) != getattr(after.conventions, name)
    for old in before.boards:
        new = after.board(old.id)
        total += sum(one != other for one, other in zip(old.grades, new.grades, strict=True))
        place = {index: rank for rank, index in enumerate(new.order)}
        total += old.n - _longest_increasing_length([place[index] for index in old.order])
    return total


def _longest_increasing_length(numbers: list[int]) -> int:
    """The length of the longest increasing subsequence of distinct numbers."""
    ends: list[int] = []
    for number in numbers:
        at = bisect_left(ends, number)
        ends[at : at + 1] = [number]
    return len(ends)


def count_effort(path: Sequence[Desk]) -> int:
    """Count the moves on a path of desks as a user would: a result carried rank by rank is one move, undone ones none.

    Steps in a row that one move can replace (a cutoff pushed on and on) count as one, steps that are taken
    back as none, and a step that changes much at once as the moves that it would have taken one by one.
    It is never fewer than the fewest moves from the first desk to the last.

    Args:
        path: The desks in order, such as a history without what was undone; not empty.
    """
    fewest = [0]
    last = {_extract_work(path[0]): 0}
    for end in range(1, len(path)):
        best = fewest[-1] + count_moves(path[end - 1], path[end])
        for start in range(end - 1, -1, -1):
            if count_moves(path[start], path[end]) > 1:
                break
            best = min(best, fewest[start] + 1)
        work = _extract_work(path[end])
        best = min(best, last.get(work, best))
        last[work] = best
        fewest.append(best)
    return fewest[-1]


def _extract_work(desk: Desk) -> tuple[object, ...]:
    """The parts of a desk that moves change (boards, cutoff, conventions), as a tuple to compare."""
    boards = tuple((board.order, board.grades, board.threshold) for board in desk.boards)
    return (boards, desk.k, desk.conventions)
