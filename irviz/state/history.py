"""Undo and redo."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from irviz.state.fields import Stays, keeping

if TYPE_CHECKING:
    from collections.abc import Iterable

    from irviz.state.desk import Desk

DEEPEST = 200
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
    def walked(cls, visited: Iterable[Desk], now: Desk) -> History:
        """The history of somebody who has been there and there, one after the other, and is here now.

        Args:
            visited: The desks, the latest last; how they were looked at is no part of it. Whoever came back
                to the one before has undone a step.
            now: Where he is.

        Example:
            >>> from irviz.scenarios.cats import CATS
            >>> first, second = CATS.cut(1), CATS.cut(2)
            >>> found = History.walked([CATS, first, second, first], first)
            >>> [desk.k for desk in found.past], [desk.k for desk in found.future], found.now.k
            ([3], [2], 1)
        """
        history: History | None = None
        for desk in (*visited, now):
            here = keeping(desk, now, Stays.SEEN)
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
        return History(desk, (*self.past, self.now)[-DEEPEST:])

    def look(self, desk: Desk) -> History:
        """Look at the same work differently (another board, a hidden curve): nothing to undo."""
        return replace(self, now=desk)

    def undo(self) -> History:
        """Go one step back, if there is one."""
        if not self.past:
            return self
        return History(self._seen(self.past[-1]), self.past[:-1], (*self.future, self.now))

    def redo(self) -> History:
        """Go one step forward again, if there is one."""
        if not self.future:
            return self
        return History(self._seen(self.future[-1]), (*self.past, self.now), self.future[:-1])

    def _seen(self, desk: Desk) -> Desk:
        """How the work is looked at is no part of it, so that stays as it is."""
        return keeping(desk, self.now, Stays.SEEN)
