"""Three hints, each saying more than the one before, from the way that the solver has found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irviz.state.goals.action import MOVES

if TYPE_CHECKING:
    from irviz.state.desk import Desk
    from irviz.state.goals.solver import Solution


def clues(start: Desk, solution: Solution) -> tuple[str, ...]:
    """The hints; a single one where no way is known.

    Args:
        start: The desk that the task begins with.
        solution: What the solver has found from there.

    >>> from irviz.scenarios.cats import CATS
    >>> from irviz.state.goals.goal import Goal
    >>> from irviz.state.goals.solver import solve
    >>> for hint in clues(CATS, solve(CATS, Goal.read("RR = 1"))):
    ...     print(hint)
    It can be done in one move: take a result to another rank.
    Begin with “Two cats”, at rank 1 when one starts.
    From the start: Take “Two cats” from rank 1 to rank 2.
    """
    if solution.impossible:
        return ("It cannot be done: everything that can be reached was looked at.",)
    if solution.moves is None:
        open_question = (
            f"Nobody knows the shortest way: {solution.seen:,} states were looked at, and there is none "
            f"with {moves(solution.depth)} or fewer."
        )
        return (open_question,)
    kinds = dict.fromkeys(MOVES[one.kind] for one in solution.actions if one.kind in MOVES)
    made = [one for one in solution.actions if one.kind in MOVES]
    said, desk = [], start
    for action in solution.actions:
        said.append(action.words(desk))
        desk = action.apply(desk)
    return (
        f"It can be done in {moves(solution.moves)}: {', and '.join(kinds)}.",
        _beginning(start, made[0].kind, made[0].board, made[0].rank),
        f"From the start: {' Then: '.join(said)}",
    )


def _beginning(start: Desk, kind: str, board: str, rank: int) -> str:
    """Where to begin."""
    if not rank:
        return {
            "cutoff": "Begin with the cutoff.",
            "scale": "Begin with the grade from which on results are relevant.",
        }.get(kind, "Begin with the conventions.")
    found = start.board(board)
    here = f" of “{found.query}”" if len(start.visible) > 1 else ""
    title = found.items[found.order[rank - 1]].title
    return f"Begin with “{title}”{here}, at rank {rank} when one starts."


def moves(count: int) -> str:
    """A number of moves in words.

    >>> moves(1), moves(3), moves(12)
    ('one move', 'three moves', '12 moves')
    """
    return "one move" if count == 1 else f"{number(count)} moves"


def number(count: int) -> str:
    """A small number in words.

    >>> number(0), number(9), number(10)
    ('no', 'nine', '10')
    """
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
    return words[count] if count < len(words) else str(count)
