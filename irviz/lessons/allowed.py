"""What one may do in a task: kinds of actions, and what they lock on the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irviz.scenarios.catalogue import CATALOGUE
from irviz.state import permalink
from irviz.state.goals.action import LOOKS, MOVES

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from irviz.state.desk import Desk

KINDS = {**MOVES, **LOOKS}
"""Every kind of action, each with what it means."""

_NEEDED: dict[str, set[str]] = {
    "move": {"move", "swap"},
    "judge": {"toggle", "grade"},
    "cut": {"cutoff"},
    "tabs": {"open"},
    "scale": {"scale", "rule"},
    "example": set(),
}


def unknown(kinds: Collection[str]) -> str | None:
    """What is wrong with a list of kinds, or None.

    >>> unknown(["move", "cutoff"])
    >>> unknown(["fly"])[:36]
    "'fly' is no kind of action: use some"
    """
    odd = [kind for kind in kinds if kind not in KINDS]
    return f"{odd[0][:24]!r} is no kind of action: use some of {', '.join(KINDS)}" if odd else None


def locks(kinds: Collection[str]) -> tuple[str, ...]:
    """What to hide or lock on the page, as in `irviz.state.locks`, where only these kinds are allowed.

    Conventions and the threshold share one lock; `permits` tells them apart. The tools above the board
    are not locked, since undo is one of them.

    >>> locks(["move", "cutoff"])
    ('judge', 'tabs', 'scale', 'example')
    """
    return tuple(name for name, enough in _NEEDED.items() if not enough & {*kinds})


def permits(kinds: Collection[str], before: Desk, after: Desk) -> bool:
    """Whether a step from desk to desk uses these kinds only; other looks are always permitted.

    Args:
        kinds: Kinds of actions.
        before: The desk as it was.
        after: The desk as it would be.
    """
    if before.id != after.id:
        return False
    used: list[set[str]] = []
    for old, new in zip(before.boards, after.boards, strict=True):
        if old.order != new.order:
            used.append({"move", "swap"})
        if (old.top, old.threshold) != (new.top, new.threshold):
            used.append({"scale"})
        elif old.grades != new.grades:
            used.append({"toggle", "grade"})
    used += [{"cutoff"}] * (before.k != after.k)
    used += [{"rule"}] * (before.conventions != after.conventions)
    used += [{"open"}] * (before.opened != after.opened)
    return all(one & {*kinds} for one in used)


def opened(link: Mapping[str, str]) -> tuple[Desk, tuple[str, ...]]:
    """The desk that a link sets, and what was ignored in it.

    >>> desk, notes = opened({"q": "dark-cat", "k": "99"})
    >>> desk.opened, desk.k, len(notes)
    ('dark-cat', 8, 1)
    """
    return permalink.read(link, permalink.example(link, CATALOGUE))
