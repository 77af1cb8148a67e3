"""What a teacher's link can hide or lock, and which part a change belongs to.

The page gets the tables (ui/board/locks.js), so that a locked change is not even shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

PARTS = {
    "tabs": "the choice of the query",
    "tools": "undo, redo, reset and the other tools",
    "example": "the menu of examples",
    "scale": "how results are judged",
    "kinds": "TP, FP, FN and TN on the cards",
    "hint": "the line that says what one can do",
    "curves": "the chart",
    "scores": "the scoreboard",
    "lens": "what stands below the chart",
    "nav": "the other pages",
    "share": "copying the link",
    "talk": "what a talk needs: “Present” and the saved states",
}
"""Parts of the page that can be hidden; what is hidden cannot be used either."""

ACTIONS = {
    "move": "dragging a card to another rank, or tying ranks",
    "judge": "saying what is relevant, or how much",
    "cut": "moving the cutoff",
    "sort": "the tools shuffle, ideal and worst",
    "predict": "switching “Predict first” on or off",
}
"""Actions of the user on the board that can be locked."""

OF_PHONES = ("talk", "example", "predict")
"""Locks in a link from the wall to phones: students do one exercise."""

OF_PARAMETER = {
    "q": "tabs",
    "k": "cut",
    "hide": "scores",
    "m": "lens",
    "see": "lens",
    "by": "scale",
    "tie": "move",
    "top": "scale",
    "rel": "scale",
    "predict": "predict",
}
"""The part that each parameter of a link belongs to."""

OF_BOARD = ("move", "judge")
"""The parts that the two pieces of a board's text belong to: its order and its grades."""

OF_STEP = {
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
"""The part that belongs to what was asked for, whatever it changes."""

IMPLIED = {"sort": ("tools", "move"), "predict": ("scores",)}
"""What else locks a part: the order is locked as a whole, tools that are hidden cannot be used, and what is
predicted are scores."""


def is_locked(name: str, off: tuple[str, ...]) -> bool:
    """Whether the lock `name` is among those set in a link (`off`), or implied by one of them.

    >>> is_locked("sort", ("move",)), is_locked("move", ("sort",))
    (True, False)
    """
    return name in off or any(one in off for one in IMPLIED.get(name, ()))


def list_phone_locks(*, paired: bool) -> tuple[str, ...]:
    """The names of the locks for phones that follow the wall; `paired`: the wall compares two lists.

    >>> list_phone_locks(paired=True)
    ('talk', 'example')
    """
    return tuple(name for name in OF_PHONES if not (paired and name == "predict"))


def describe_implied_locks(name: str) -> str:
    """Describe in words what else a lock locks; empty where it locks nothing else.

    >>> describe_implied_locks("move"), describe_implied_locks("cut")
    ('the tools shuffle, ideal and worst', '')
    """
    return "; ".join(ACTIONS[one] for one, by in IMPLIED.items() if name in by)


def find_locks(do: str, before: Mapping[str, str], after: Mapping[str, str], boards: Iterable[str]) -> tuple[str, ...]:
    """The names of the locks that would forbid a change if they were set, from the links before and after it.

    Each difference between the links counts, whatever caused it, and so does the action that was asked for.

    Args:
        do: The name of the action that the page asked for, as in `irviz.state.session`.
        before: The link's parameters before the change, from `irviz.state.permalink.write_full`.
        after: The link's parameters after the change.
        boards: The ids of the boards.

    Example:
        >>> desk = {"set": "letters", "k": "2", "abc": "1-2-3.101"}
        >>> find_locks("boards", desk, desk | {"k": "3", "abc": "2-1-3.101"}, ["abc"])
        ('cut', 'move')
    """
    found = [OF_STEP[do]] if do in OF_STEP else []
    if before["set"] != after["set"]:
        return (*found, "example")
    found += [part for name, part in OF_PARAMETER.items() if before.get(name) != after.get(name)]
    for name in boards:
        both = zip(before[name].split("."), after[name].split("."), strict=True)
        found += [part for part, (old, new) in zip(OF_BOARD, both, strict=True) if old != new]
    return tuple(dict.fromkeys(found))
