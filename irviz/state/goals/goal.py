"""A goal: what a desk has to be like, as short text that is read, checked and said in words.

`RR = 1 and AP < 0.6`, `nDCG@4 > start and P@4 = start`, `beats(AP) >= 90%`, `RR > nDCG`, `k = 5`,
`rank(dog) = 1`, `relevant(dog) = 1`, `grade(dog) = 3`, `TP = 2`, `MAP > 0.5`, `AP of dark-cat = 1`,
`R@2 = best(R@2)`, `least(P) = most(P)`, `first = 1`, `opened = mean`, `metric = nDCG`, `lens = orders`,
`rule(ap) = minrk`.

Clauses are joined by `and`. Each has a quantity (`irviz.state.goals.quantity`) or a choice
(`irviz.state.goals.clause`), a sign, and what that is held against: a number, `start` (the same on the desk
that the task began with), another quantity, or a name. A metric without a cutoff is read at the desk's
k; RR, AP, MRR and MAP over the whole list, unless it says `AP@k`. With several boards open, a metric is
their mean; `of` names one board, and MRR and MAP are always over all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from irviz.state.desk import MEAN
from irviz.state.goals.clause import START, Choice, Clause, ClauseState
from irviz.state.goals.parser import GoalError, parse_goal
from irviz.state.goals.quantity import Quantity

if TYPE_CHECKING:
    from irviz.state.desk import Desk

__all__ = ["START", "Clause", "ClauseState", "Goal", "GoalError"]


@dataclass(frozen=True, slots=True)
class Goal:
    """A condition on a desk, such as a challenge sets: one clause or several.

    Args:
        clauses: All of these must hold; at least one.

    Example:
        >>> goal = Goal.read("RR=1 and AP < 3/5")
        >>> str(goal), goal.describe()
        ('RR = 1 and AP < 0.6', 'RR is 1 and AP is below 0.6')
        >>> Goal.read("AP < nDGC")
        Traceback (most recent call last):
        ...
        irviz.state.goals.parser.GoalError: there is no quantity 'nDGC'; did you mean 'nDCG'?
            AP < nDGC
                 ^
    """

    clauses: tuple[Clause, ...]

    @classmethod
    def read(cls, text: str) -> Goal:
        """Parse the goal that a text describes; the inverse of `str`.

        Raises:
            GoalError: If it describes none; the message points at the place.
        """
        return cls(parse_goal(text))

    def __str__(self) -> str:
        """The goal as text, from which `read` makes it again: `RR = 1 and AP < 0.6`."""
        return " and ".join(map(str, self.clauses))

    def describe(self, desk: Desk | None = None) -> str:
        """The goal in plain English, with the titles and cutoffs of a desk if there is one."""
        said = [clause.describe(desk) for clause in self.clauses]
        return " and ".join((", ".join(said[:-1]), said[-1])) if said[:-1] else said[0]

    def check(self, desk: Desk, start: Desk) -> tuple[ClauseState, ...]:
        """The state of each clause on a desk: present value, target, and whether it holds.

        Args:
            desk: The desk to look at.
            start: The desk that the task began with.
        """
        return tuple(clause.check(desk, start) for clause in self.clauses)

    def is_met(self, desk: Desk, start: Desk) -> bool:
        """Whether all clauses hold on a desk; the arguments are as for `check`."""
        return all(clause.is_met(desk, start) for clause in self.clauses)

    @property
    def relative(self) -> bool:
        """Whether the goal refers to values on the desk at the start."""
        return any(clause.right == START for clause in self.clauses)

    @property
    def quantities(self) -> tuple[Quantity, ...]:
        """Every quantity on the left or right side of the goal's clauses."""
        sides = [side for clause in self.clauses for side in (clause.left, clause.right)]
        return tuple(side for side in sides if isinstance(side, Quantity))

    def fit(self, desk: Desk) -> None:
        """Check that a desk has each query and result that the goal names.

        Raises:
            GoalError: If it names a query or a result that the desk does not have.
        """
        known = (*desk.names, MEAN)
        opened = [
            str(clause.right) for clause in self.clauses if clause.left == Choice("opened") and clause.right != START
        ]
        for name in (*opened, *(one.board for one in self.quantities if one.board is not None)):
            if name not in known:
                raise GoalError(f"there is no query {name!r} here, only {', '.join(known)}")
        for one in self.quantities:
            boards = desk.boards if one.board in {None, MEAN} else (desk.board(str(one.board)),)
            for board in boards:
                if one.item and all(item.id != one.item for item in board.items):
                    items = ", ".join(item.id for item in board.items)
                    raise GoalError(f"there is no result {one.item!r} here, only {items}")
