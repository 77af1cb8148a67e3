"""Undo and redo."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from irviz.state.fields import Stays, keeping

if TYPE_CHECKING:
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
