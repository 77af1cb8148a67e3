"""The way to a challenge's goal, played move by move on its board, with what each does to what is asked."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import accumulate
from typing import TYPE_CHECKING

from irviz.lenses.changes import explain_board
from irviz.lenses.formatting import choose_noun
from irviz.state.fields import Stays, keep_fields
from irviz.state.goals.action import count_effort
from irviz.state.goals.clause import describe_quantity, format_value
from irviz.state.history import History

if TYPE_CHECKING:
    from collections.abc import Iterator

    from irviz.lessons.challenge import Challenge
    from irviz.state.desk import Desk
    from irviz.state.goals.action import Action
    from irviz.state.goals.quantity import Quantity
    from irviz.state.session import Session

MAX_UNCHANGED_NUMBERS = 3
"""Of so many numbers or fewer, those that stay are told, too."""

_LOCKS = ("move", "judge", "cut")
"""What a hand leaves alone while the way is played."""


@dataclass(frozen=True)
class Demonstration:
    """A solution of a challenge that is played on its board, and how far it is played.

    Args:
        challenge: The challenge.
        left: The session with the learner's own board, which returns afterwards.
        actions: The actions of the solution.
        path: The desks along the solution: before the first action, and after each.
        at: How many actions are played, from 1.
    """

    challenge: Challenge
    left: Session
    actions: tuple[Action, ...]
    path: tuple[Desk, ...]
    at: int = 1

    @classmethod
    def of(cls, challenge: Challenge, session: Session) -> Demonstration | None:
        """A demonstration from the learner's board, else from the start of the challenge.

        None if no solution is known.

        Args:
            challenge: The challenge.
            session: The session with the learner's board.
        """
        path = (challenge.desk, *session.history.past, session.desk)
        left = None if challenge.most is None else challenge.most - count_effort(path)
        start = keep_fields(challenge.desk, session.desk, Stays.SEEN)
        for desk, most in ((session.desk, left), (start, challenge.most)):
            found = challenge.find_solution(now=desk)
            if found.actions and (most is None or (found.moves or 0) <= most):
                desks = accumulate(found.actions, lambda one, action: action.apply(one), initial=desk)
                return cls(challenge, session, found.actions, tuple(desks))
        return None

    def play_to(self, at: int) -> Demonstration:
        """A copy with the first `at` actions played, at least one."""
        return replace(self, at=min(max(at, 1), len(self.actions)))

    @property
    def session(self) -> Session:
        """The session with the board after the actions played so far, locked."""
        before, now = self.path[self.at - 1 : self.at + 1]
        now = replace(now, off=tuple(dict.fromkeys((*now.off, *_LOCKS))))
        return replace(self.left, history=History(now), before=before, guesses={}, staged=None)

    @property
    def sentence(self) -> str:
        """The last action in words, at first with a note if the demonstration begins at the start of the challenge."""
        begun = self.path[0] != self.left.desk
        start = "No way is known from your board, so this begins at the start. " if begun else ""
        return f"{start if self.at == 1 else ''}{self.actions[self.at - 1].describe(self.path[self.at - 1])}"

    @property
    def reasons(self) -> tuple[str, ...]:
        """Sentences on how and why the last action changes each quantity of the goal; unchanged ones only if few."""
        before, now = self.path[self.at - 1 : self.at + 1]
        goal = self.challenge.goal.quantities
        # What is said of all orders rests on the metric itself.
        plain = (replace(one, kind="metric") for one in goal if one.metric)
        told = {one: (one.value(before), one.value(now)) for one in (*plain, *goal)}
        few = len(told) <= MAX_UNCHANGED_NUMBERS
        return tuple(
            f"{_describe_value_change(one, now, *values)}{_explain_change(one, before, now)}."
            for one, values in told.items()
            if few or format_value(one, values[0]) != format_value(one, values[1])
        )


def _describe_value_change(one: Quantity, now: Desk, *values: float) -> str:
    """A clause on how a quantity changes, or that it stays; `values` are the old and new one, `now` the new desk."""
    old, new = (format_value(one, value) for value in values)
    said = f"{describe_quantity(one, now)} {f'stays at {new}' if old == new else f'goes from {old} to {new}'}"
    return f"{said[0].upper() if said[:2].islower() else said[0]}{said[1:]}"


def _explain_change(one: Quantity, before: Desk, now: Desk) -> str:
    """The reason for a metric's change, after a colon (“: …”); empty for other quantities."""
    why = "; ".join(_explain_on_each_list(one, before, now)) if one.kind == "metric" else ""
    return why and f": {why}"


def _explain_on_each_list(one: Quantity, before: Desk, now: Desk) -> Iterator[str]:
    """Generate the reason for a metric's change on each list that the quantity reads."""
    earlier, metric = one.resolve_metric(before), one.resolve_metric(now)
    if not (earlier and metric and earlier.cutoff and metric.cutoff):
        return
    boards = one.boards(now)
    for board in boards:
        was, here = (before.board(board.id), earlier.cutoff), (board, metric.cutoff)
        found = explain_board(earlier @ 1, metric @ 1, was, here, choose_noun(board))
        if len(boards) == 1:
            yield found.reason
        elif found.difference:
            yield f"“{board.query}” {found.change}, {found.reason}"
