"""What a teacher's link can hide or lock, and which part a change belongs to.

The page gets both tables (ui/board/locks.js), so that a locked change is not even shown.
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
    "move": "dragging a card to another rank, and with it shuffling, the ideal and the worst order",
    "judge": "saying what is relevant, or how much",
    "cut": "moving the cutoff",
    "sort": "shuffling, and the ideal and the worst order",
    "predict": "switching “Predict first” on or off",
}
"""Things that a hand does on the board, which can be locked."""

OF_STEP = {
    "cut": "cut",
    "open": "tabs",
    "hide": "scores",
    "look": "lens",
    "conventions": "scale",
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
"""The part that each change belongs to, whatever it changes."""

IMPLIED = {"sort": ("tools", "move")}
"""What else locks a part: the order is locked as a whole, and tools that are hidden cannot be used."""


def locked(name: str, off: tuple[str, ...]) -> bool:
    """Whether a lock is set among the names of a link, or by another one that implies it.

    >>> locked("sort", ("move",)), locked("move", ("sort",))
    (True, False)
    """
    return name in off or any(one in off for one in IMPLIED.get(name, ()))


def locks_of(do: str, before: Desk, after: Desk) -> tuple[str, ...]:
    """The locks that a change from one desk to another runs into, where they are set.

    What differs counts, however it came about, and so does what was asked for.

    Args:
        do: What the page asked for, as in `irviz.state.session`.
        before: The desk as it was.
        after: The desk as it would be.
    """
    found = [OF_STEP[do]] if do in OF_STEP else []
    found += _differing(before, after) if before.id == after.id else ["example"]
    return tuple(dict.fromkeys(found))


def _differing(before: Desk, after: Desk) -> list[str]:
    """The parts in which two desks of one example differ."""
    pairs = list(zip(before.boards, after.boards, strict=True))
    differs = {
        "move": any(old.order != new.order for old, new in pairs),
        "judge": any(
            (old.grades, old.unjudged) != (new.grades, new.unjudged) for old, new in pairs
        ),
        "cut": before.k != after.k,
        "tabs": before.opened != after.opened,
        "scores": before.hidden != after.hidden,
        "lens": (before.metric, before.lens) != (after.metric, after.lens),
        "scale": (before.conventions, before.top, before.threshold)
        != (after.conventions, after.top, after.threshold),
        "predict": before.predict != after.predict,
    }
    return [name for name, changed in differs.items() if changed]
