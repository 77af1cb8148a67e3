"""What one may do in a task: kinds of actions, and what they lock on the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irviz.scenarios.catalogue import CATALOGUE
from irviz.state import permalink
from irviz.state.goals.action import MOVES, VIEW_ACTIONS

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from irviz.state.board import Board
    from irviz.state.desk import Desk

KINDS = {**MOVES, **VIEW_ACTIONS}
"""Every kind of action, each with what it means."""

_NEEDED: dict[str, set[str]] = {
    "move": {"move", "swap"},
    "judge": {"toggle", "grade"},
    "cut": {"cutoff"},
    "tabs": {"open"},
    "scale": {"scale", "rule"},
    "example": set(),
}


def describe_unknown_kind(kinds: Collection[str]) -> str | None:
    """An error message that names the first unknown kind of action in a list; None if all are known.

    >>> describe_unknown_kind(["move", "cutoff"])
    >>> describe_unknown_kind(["fly"])[:36]
    "'fly' is no kind of action: use some"
    """
    odd = [kind for kind in kinds if kind not in KINDS]
    return f"{odd[0][:24]!r} is no kind of action: use some of {', '.join(KINDS)}" if odd else None


def locks(kinds: Collection[str]) -> tuple[str, ...]:
    """The parts of the page to hide or lock (as in `irviz.state.locks`) if only these kinds of actions are allowed.

    Conventions and the threshold share one lock; `permits` tells them apart. The tools above the board
    are not locked, since undo is one of them.

    >>> locks(["move", "cutoff"])
    ('judge', 'tabs', 'scale', 'example')
    """
    return tuple(name for name, enough in _NEEDED.items() if not enough & {*kinds})


def permits(kinds: Collection[str], before: Desk, after: Desk) -> bool:
    """Whether a change from desk to desk uses only these kinds of actions; changes of the view always pass.

    Args:
        kinds: Kinds of actions.
        before: The desk as it was.
        after: The desk as it would be.
    """
    return before.id == after.id and not find_forbidden_differences(kinds, before, after)


def find_forbidden_differences(kinds: Collection[str], before: Desk, after: Desk) -> list[str]:
    """The differences between two desks of one example that these kinds of actions cannot make, in words.

    Args:
        kinds: Kinds of actions.
        before: The desk as it was.
        after: The desk as it is.

    Example:
        >>> from irviz.scenarios.cats import CATS
        >>> find_forbidden_differences(["cutoff"], CATS, CATS.replace_boards(CATS.boards[0].toggle(0)).move_cutoff(5))
        ['“Two cats” is relevant now (press it once more)']
        >>> find_forbidden_differences(["toggle"], CATS, CATS.replace_boards(CATS.boards[0].move(8, 1)))
        ['the order has changed']
    """
    found: list[tuple[set[str], str]] = []
    for old, new in zip(before.boards, after.boards, strict=True):
        if old.order != new.order:
            found.append(({"move", "swap"}, "the order has changed"))
        if (old.top, old.threshold) != (new.top, new.threshold):
            found.append(({"scale"}, "what counts as relevant has changed"))
        elif (old.grades, old.unjudged) != (new.grades, new.unjudged):
            found += [({"toggle", "grade"}, one) for one in _describe_changed_judgments(old, new)]
    if before.k != after.k:
        found.append(({"cutoff"}, f"the cutoff is at {after.k} instead of {before.k}"))
    if before.conventions != after.conventions:
        found.append(({"rule"}, "other conventions hold"))
    if before.opened != after.opened:
        found.append(({"open"}, "another query is open"))
    return [words for enough, words in found if not enough & {*kinds}]


def _describe_changed_judgments(old: Board, new: Board) -> Iterator[str]:
    """Generate a sentence on each result whose judgment differs between two boards."""
    for place, (item, grade) in enumerate(zip(new.items, new.grades, strict=True)):
        unjudged = place in new.unjudged
        if (grade, unjudged) == (old.grades[place], place in old.unjudged):
            continue
        if unjudged:
            judged = "is not judged now"
        elif new.top > 1:
            judged = f"has the grade {grade} now"
        else:
            judged = f"is {'' if grade else 'not '}relevant now (press it once more)"
        yield f"“{item.title}” {judged}"


def read_desk(link: Mapping[str, str]) -> tuple[Desk, tuple[str, ...]]:
    """The desk that a link's parameters describe, and a sentence for each parameter that was ignored.

    >>> desk, notes = read_desk({"q": "dark-cat", "k": "99"})
    >>> desk.opened, desk.k, len(notes)
    ('dark-cat', 8, 1)
    """
    return permalink.read(link, permalink.find_example(link, CATALOGUE))
