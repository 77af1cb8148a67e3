"""Undo and redo."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from irviz.state.fields import Stays, keep_fields

if TYPE_CHECKING:
    from collections.abc import Iterable

    from irviz.state.desk import Desk

MAX_UNDO_STEPS = 200
"""So many steps can be undone; older ones are forgotten."""


@dataclass(frozen=True)
class History:
    """The desk as it is, those before it, and those undone.

    Args:
        now: The desk that the user sees.
        past: Earlier desks, the latest last.
        future: Undone desks, the next to redo last.
    """

    now: Desk
    past: tuple[Desk, ...] = ()
    future: tuple[Desk, ...] = ()

    @classmethod
    def replay(cls, visited: Iterable[Desk], now: Desk) -> History:
        """The history of somebody who has been there and there, one after the other, and is here now.

        Args:
            visited: The desks, the latest last; how they were looked at is no part of it. Whoever came back
                to the one before has undone a step.
            now: Where he is.

        Example:
            >>> from irviz.scenarios.cats import CATS
            >>> first, second = CATS.move_cutoff(1), CATS.move_cutoff(2)
            >>> found = History.replay([CATS, first, second, first], first)
            >>> [desk.k for desk in found.past], [desk.k for desk in found.future], found.now.k
            ([3], [2], 1)
        """
        history: History | None = None
        for desk in (*visited, now):
            here = keep_fields(desk, now, Stays.SEEN)
            if history is None:
                history = cls(here)
            elif history.past and here == history.past[-1]:
                history = history.undo()
            elif history.future and here == history.future[-1]:
                history = history.redo()
            else:
                history = history.do(here)
        return cls(now) if history is None else replace(history, now=now)

    @property
    def length(self) -> int:
        """How many steps can be undone or redone."""
        return len(self.past) + len(self.future)

    def do(self, desk: Desk) -> History:
        """Take one step that can be undone; a step that changes nothing is none."""
        if desk == self.now:
            return self
        return History(desk, (*self.past, self.now)[-MAX_UNDO_STEPS:])

    def look(self, desk: Desk) -> History:
        """Look at the same work differently (another board, a hidden curve): nothing to undo."""
        return replace(self, now=desk)

    def undo(self) -> History:
        """Go one step back, if there is one."""
        if not self.past:
            return self
        return History(self._keep_view(self.past[-1]), self.past[:-1], (*self.future, self.now))

    def redo(self) -> History:
        """Go one step forward again, if there is one."""
        if not self.future:
            return self
        return History(self._keep_view(self.future[-1]), (*self.past, self.now), self.future[:-1])

    def _keep_view(self, desk: Desk) -> Desk:
        """How the work is looked at is no part of it, so that stays as it is."""
        return keep_fields(desk, self.now, Stays.SEEN)
