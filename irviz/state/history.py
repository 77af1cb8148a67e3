"""Undo and redo."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from irviz.state.fields import Stays, keep_fields

if TYPE_CHECKING:
    from collections.abc import Iterable

    from irviz.state.desk import Desk

MAX_UNDO_STEPS = 200
"""Steps that can be undone; older ones are dropped."""


@dataclass(frozen=True)
class History:
    """The current desk, with the earlier desks for undo and the undone ones for redo.

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
        """Rebuild the history from the desks that were visited one after the other.

        Args:
            visited: The desks, the latest last; differences in view are ignored. Coming back to the desk
                before is an undo.
            now: The desk that is open.

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
            elif here.open(history.now.opened) == history.now:
                history = history.look(here)
            else:
                history = history.do(here)
        return cls(now) if history is None else replace(history, now=now)

    @property
    def length(self) -> int:
        """The number of steps that can be undone or redone."""
        return len(self.past) + len(self.future)

    def do(self, desk: Desk) -> History:
        """A copy with a new current desk, which undo can take back; the same history if nothing changes."""
        return self if desk == self.now else History(desk, (*self.past, self.now)[-MAX_UNDO_STEPS:])

    def look(self, desk: Desk) -> History:
        """A copy with another view of the current desk (another board, a hidden curve), which adds no step to undo."""
        return replace(self, now=desk)

    def undo(self) -> History:
        """A copy one step back; the same history at the start."""
        if not self.past:
            return self
        return History(self._keep_view(self.past[-1]), self.past[:-1], (*self.future, self.now))

    def redo(self) -> History:
        """A copy one step forward; the same history at the end."""
        if not self.future:
            return self
        return History(self._keep_view(self.future[-1]), (*self.past, self.now), self.future[:-1])

    def _keep_view(self, desk: Desk) -> Desk:
        """A copy of a desk with what undo and redo do not change (metric, lens, hidden curves) as it is now."""
        return keep_fields(desk, self.now, Stays.SEEN)
