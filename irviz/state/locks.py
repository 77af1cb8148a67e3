"""What a teacher's link can hide or lock, and which part a change belongs to.

The page knows the same (ui/board/locks.js), so that a locked change is not even shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from irviz.state.desk import Desk

PARTS = {
    "tabs": "the choice of the query",
    "tools": "undo, shuffle and the other tools",
    "example": "the menu of examples",
    "scale": "how results are judged",
    "hint": "the line that says what one can do",
    "curves": "the chart",
    "scores": "the scoreboard",
    "lens": "what stands below the chart",
    "nav": "the other pages",
    "share": "copying the link",
}
"""Parts of the page that can be hidden; what is hidden cannot be used either."""

ACTIONS = {
    "move": "dragging a card to another rank",
    "judge": "saying what is relevant, or how much",
    "cut": "moving the cutoff",
    "sort": "shuffling, and the ideal and the worst order",
    "predict": "switching “Predict first” on or off",
}
"""Things that a hand does on the board, which can be locked."""

_OF_STEP = {
    "cut": "cut",
    "open": "tabs",
    "hide": "scores",
    "look": "lens",
    "rules": "scale",
    "scale": "scale",
    "undo": "tools",
    "redo": "tools",
    "reset": "tools",
    "shuffle": "sort",
    "ideal": "sort",
    "worst": "sort",
    "copy": "sort",
    "swap": "sort",
    "example": "example",
    "link": "example",
}


def locked(name: str, off: tuple[str, ...]) -> bool:
    """Whether a lock is set among the names of a link; whoever hides the tools locks sorting, too."""
    return name in off or (name == "sort" and "tools" in off)


def locks_of(do: str, before: Desk, after: Desk) -> tuple[str, ...]:
    """The locks that a change from one desk to another runs into, where they are set.

    Args:
        do: What the page asked for, as in `irviz.state.session`.
        before: The desk as it was.
        after: The desk as it would be.
    """
    found = [_OF_STEP[do]] if do in _OF_STEP else []
    if do == "mode" and before.predict != after.predict:
        found.append("predict")
    if do in {"boards", "shuffle"}:
        pairs = list(zip(before.boards, after.boards, strict=True))
        if do == "boards" and any(old.order != new.order for old, new in pairs):
            found.append("move")
        if any(old.grades != new.grades for old, new in pairs):
            found.append("judge")
    return tuple(found)
