"""A challenge: a board, a goal, and what one may do to get there.

A teacher can write one in a link: the parameters that set the board, and beside them `goal`, `allow`
(kinds of actions, joined by dots), `title`, `task` and `fewest`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from irviz.lessons.allowed import locks, opened, permits, unknown
from irviz.lessons.prose import ProseError, fill
from irviz.scenarios.catalogue import CATALOGUE
from irviz.state import permalink
from irviz.state.action import MOVES, effort
from irviz.state.goal import Goal, GoalError
from irviz.state.solver import Solution, solve

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from irviz.state.clause import ClauseState
    from irviz.state.desk import Desk

LEVELS = {1: "First steps", 2: "Two things at once", 3: "Puzzles", 4: "Hard nuts"}
"""What the levels are called, easiest first."""

PARAMETERS = ("goal", "allow", "title", "task", "fewest")
"""What a link to a challenge of one's own carries beside the board."""

QUICK = 15_000
"""So many states are looked at to find the fewest moves of a challenge of one's own."""

LONGEST = {"title": 80, "task": 600}
"""So many characters a challenge of one's own may have in its words."""


class ChallengeError(ValueError):
    """A challenge that makes no sense; the message says what and where, in words for its author."""


@dataclass(frozen=True)
class Challenge:
    """A board and a goal.

    Args:
        id: Short name, used in links.
        title: A few words.
        text: What to do; may have placeholders (`irviz.lessons.prose`).
        start: The parameters of the link that sets the board.
        goal: What has to hold.
        allow: The kinds of actions that one may use, keys of `MOVES` and `LOOKS`.
        hints: Three, each saying more than the one before; none in a challenge of one's own.
        teaches: What it shows, in a line for those who have done it.
        fewest: The fewest moves that it takes, or None where nobody knows.
        level: How hard it is, a key of `LEVELS`.

    Example:
        >>> from irviz.lessons.challenges import challenges
        >>> challenge = challenges()["first-hit"]
        >>> challenge.goal.words(), challenge.fewest, challenge.allow
        ('RR is 1', 1, ('move',))
        >>> desk = challenge.desk
        >>> done = desk.put(desk.boards[0].move(4, 1))
        >>> challenge.done(done), challenge.result([desk, done])
        (True, 'Done in one move, the fewest there are.')
    """

    id: str
    title: str
    text: str
    start: Mapping[str, str]
    goal: Goal
    allow: tuple[str, ...] = ("move",)
    hints: tuple[str, ...] = ()
    teaches: str = ""
    fewest: int | None = None
    level: int = 1

    @cached_property
    def desk(self) -> Desk:
        """The desk that it begins with."""
        return opened(self.start)[0]

    @property
    def task(self) -> str:
        """What to do, with its numbers."""
        return fill(self.text, self.desk)

    @property
    def clues(self) -> tuple[str, ...]:
        """The hints, with their numbers."""
        return tuple(fill(hint, self.desk) for hint in self.hints)

    def lesson(self, desk: Desk) -> str:
        """What it shows, with its numbers, on the desk that reached the goal."""
        return fill(self.teaches, self.desk, desk)

    def check(self, desk: Desk) -> tuple[ClauseState, ...]:
        """How each clause of the goal stands on a desk."""
        return self.goal.check(desk, self.desk)

    def done(self, desk: Desk) -> bool:
        """Whether a desk meets the goal."""
        return self.goal.met(desk, self.desk)

    def permits(self, before: Desk, after: Desk) -> bool:
        """Whether a step uses nothing but what is allowed; other looks and hidden curves always are."""
        return permits(self.allow, before, after)

    @property
    def locks(self) -> tuple[str, ...]:
        """What to hide or lock on the page, as in `irviz.state.locks`."""
        return locks(self.allow)

    def result(self, path: Sequence[Desk]) -> str:
        """How near one came to the fewest moves.

        Args:
            path: The desks from the first one to the one that met the goal, without undone steps.
        """
        made = effort(path)
        said = f"Done in {_moves(made)}"
        if self.fewest is None:
            return f"{said}."
        if made <= self.fewest:
            return f"{said}, the fewest there are."
        return f"{said}; it can be done in {_number(self.fewest)}."

    def solution(self, most: int = QUICK) -> Solution:
        """The fewest moves and a way with so many, found by search."""
        return solve(self.desk, self.goal, self.allow, most=most)

    @classmethod
    def custom(cls, link: Mapping[str, str]) -> Challenge:
        """The challenge that a teacher's link describes.

        Args:
            link: The link's parameters: those of the board, and `PARAMETERS`.

        Raises:
            ChallengeError: If it describes none that can be worked on; says why.

        >>> Challenge.custom({"q": "white-cat", "goal": "AP = 1", "allow": "move"}).title
        'AP is 1'
        >>> Challenge.custom({"q": "white-cat", "goal": "RR = 1"})
        Traceback (most recent call last):
        ...
        irviz.lessons.challenge.ChallengeError: the board meets the goal from the start: RR@8 is 1
        """
        try:
            goal = Goal.read(link.get("goal", ""))
        except GoalError as error:
            raise ChallengeError(f"the goal cannot be read: {error}") from None
        allow = tuple(dict.fromkeys(filter(None, link.get("allow", "move").split("."))))
        fewest = link.get("fewest", "")
        for name, most in LONGEST.items():
            if len(link.get(name, "")) > most:
                raise ChallengeError(f"the {name} has more than {most} characters")
        if fewest and not (fewest.isascii() and fewest.isdigit() and len(fewest) < 3):
            raise ChallengeError(f"the fewest moves are a small whole number, not {fewest[:24]!r}")
        challenge = cls(
            id="custom",
            title=link.get("title") or goal.words(),
            text=_plain(link.get("task") or f"Make it so that {goal.words()}."),
            start={name: text for name, text in link.items() if name not in PARAMETERS},
            goal=goal,
            allow=allow,
            fewest=int(fewest) if fewest else None,
        )
        challenge.sound()
        return challenge

    def sound(self) -> None:
        """Refuse a challenge that cannot be worked on.

        Raises:
            ChallengeError: If that is so; says why.
        """
        problem = unknown(self.allow)
        if problem is None and not {*self.allow} & {*MOVES}:
            problem = f"nothing is allowed that changes anything: use some of {', '.join(MOVES)}"
        if problem:
            raise ChallengeError(problem)
        desk, notes = opened(self.start)
        if notes:
            raise ChallengeError(f"its board cannot be set: {notes[0]}")
        try:
            self.goal.fit(desk)
            for text in (self.text, *self.hints, self.teaches):
                fill(text, desk)
        except (GoalError, ProseError) as error:
            raise ChallengeError(str(error)) from None
        if self.level not in LEVELS:
            raise ChallengeError(f"its level is one of {', '.join(map(str, LEVELS))}")
        if self.done(desk):
            raise ChallengeError(
                f"the board meets the goal from the start: {self.goal.words(desk)}"
            )

    def solved(self, most: int = QUICK) -> Challenge:
        """The same with the fewest moves found by search, as far as that can be told quickly.

        Raises:
            ChallengeError: If the goal cannot be reached at all.
        """
        found = self.solution(most)
        if found.impossible:
            raise ChallengeError(
                f"the goal cannot be reached by what is allowed ({', '.join(self.allow)})"
            )
        return replace(self, fewest=found.moves)

    @property
    def link(self) -> dict[str, str]:
        """The parameters of a link that opens it as a challenge of one's own; `custom` reads them."""
        link = {
            **permalink.write(self.desk, CATALOGUE[self.desk.id]),
            "goal": str(self.goal),
            "allow": ".".join(self.allow),
            "title": self.title,
            "task": self.task,
        }
        return link if self.fewest is None else {**link, "fewest": str(self.fewest)}


def _plain(text: str) -> str:
    """A teacher's words, in which braces are only braces."""
    return text.replace("{", "(").replace("}", ")")


def _moves(count: int) -> str:
    return "one move" if count == 1 else f"{_number(count)} moves"


def _number(count: int) -> str:
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
    return words[count] if count < len(words) else str(count)
