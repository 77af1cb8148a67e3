"""A challenge: a board, a goal, and what one may do to get there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from irviz.elsewhere import TooLongError, elsewhere
from irviz.lessons import challenge_link
from irviz.lessons.allowed import locks, opened, permits, unknown
from irviz.lessons.challenge_link import HINTS, LONGEST, ChallengeError
from irviz.lessons.clues import clues, moves, number
from irviz.lessons.prose import ProseError, fill
from irviz.metrics import MetricsError
from irviz.scenarios.catalogue import CATALOGUE
from irviz.state import permalink
from irviz.state.goals.action import MOVES, effort
from irviz.state.goals.goal import Goal, GoalError
from irviz.state.goals.solver import Solution, solve
from irviz.state.remembered import remembered

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from irviz.state.desk import Desk
    from irviz.state.goals.clause import ClauseState

LEVELS = {1: "First steps", 2: "Two things at once", 3: "Puzzles", 4: "Hard nuts"}
"""What the levels are called, easiest first."""

QUICK = 16_000
"""So many states are looked at to find the fewest moves of a challenge, a second or two."""

SECONDS = 5.0
"""So much time of the processor a search may take; what it has found by then is said."""

_SEARCHING = [Lock() for _ in range(16)]


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
        hints: Up to three, each saying more than the one before; the third is a way from the start. Without
            any, the solver finds three.
        teaches: What it shows, in a line for those who have done it.
        fewest: The fewest moves that it takes, or None where nobody knows.
        most: How many moves one may use, or None for any number.
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
    most: int | None = None

    @cached_property
    def desk(self) -> Desk:
        """The desk that it begins with."""
        return opened(self.start)[0]

    @property
    def task(self) -> str:
        """What to do, with its numbers."""
        return fill(self.text, self.desk)

    def clues(self, now: Desk) -> tuple[str, ...]:
        """The hints, with their numbers; where nobody has written any, those that the solver finds.

        Args:
            now: The desk as it is; where that is no longer the start, the third hint leads back there.
        """
        if not self.hints:
            return clues(self.desk, self.solution())
        *some, way = (fill(hint, self.desk, now) for hint in self.hints)
        moved = (now.boards, now.k, now.conventions) != (
            self.desk.boards,
            self.desk.k,
            self.desk.conventions,
        )
        return (
            *some,
            f"Start again. {way}" if moved and len(self.hints) == HINTS else way,
        )

    @property
    def steps(self) -> int:
        """How many hints there are to ask for."""
        return len(self.hints) or (1 if self.fewest is None else HINTS)

    @property
    def about(self) -> str:
        """The goal in a line, with cutoffs unless they are what one changes."""
        return self.goal.words(None if "cutoff" in self.allow else self.desk)

    def lesson(self, desk: Desk) -> str:
        """What it shows, with its numbers, on the desk that reached the goal."""
        return fill(self.teaches, self.desk, desk)

    def check(self, desk: Desk) -> tuple[ClauseState, ...]:
        """How each clause of the goal stands on a desk."""
        return self.goal.check(desk, self.desk)

    def done(self, desk: Desk) -> bool:
        """Whether a desk meets the goal, in however many moves."""
        return self.goal.met(desk, self.desk)

    def within(self, path: Sequence[Desk]) -> bool:
        """Whether a way uses no more moves than one may; the argument is as for `result`."""
        return self.most is None or effort(path) <= self.most

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
        if self.most is not None and made > self.most:
            return (
                f"The goal is met, but in {moves(made)}, and only {moves(self.most)} may be used: "
                "undo some, or start again."
            )
        said = f"Done in {moves(made)}"
        if self.fewest is None:
            return f"{said}."
        if made <= self.fewest:
            return f"{said}, the fewest there are."
        return f"{said}; it can be done in {number(self.fewest)}."

    def progress(self, path: Sequence[Desk]) -> str:
        """How many moves were made so far, and how many it takes; the argument is as for `result`."""
        made = effort(path)
        said = f"{moves(made).capitalize()} so far"
        return f"{said}." if self.fewest is None else f"{said}; {moves(self.fewest)} can do it."

    def solution(self, most: int = QUICK, now: Desk | None = None) -> Solution:
        """The fewest moves and a way with so many, found by search and remembered.

        Args:
            most: So many states are looked at.
            now: The desk to begin with, if not with the one that it begins with.
        """
        # Many may open one link at the same time: the first searches, the others wait for what it finds.
        with _SEARCHING[hash((self.desk.id, self.goal)) % len(_SEARCHING)]:
            try:
                return _solved(now or self.desk, self.goal, self.allow, most, self.desk)
            except TooLongError:  # not remembered: another time there may be somebody who searches
                return Solution(None)

    @classmethod
    def custom(cls, link: Mapping[str, str]) -> Challenge:
        """The challenge that a teacher's link describes.

        Args:
            link: The link's parameters: those of the board, and `PARAMETERS`.

        Raises:
            ChallengeError: If it describes none that can be worked on; says why.

        >>> Challenge.custom({"q": "white-cat", "goal": "AP = 1", "allow": "move"}).title
        'AP@8 is 1'
        >>> Challenge.custom({"q": "white-cat", "goal": "RR = 1"})
        Traceback (most recent call last):
        ...
        irviz.lessons.challenge_link.ChallengeError: the board meets the goal from the start: RR@8 is 1
        """
        try:
            goal = Goal.read(link.get("goal", ""))
        except GoalError as error:
            what = str(error).partition("\n")[0]
            text = link.get("goal", "")
            where = f", in “{text[:60]}{'…' if len(text) > 60 else ''}”" if text else ""
            raise ChallengeError(f"the goal cannot be read: {what}{where}") from None
        allow = tuple(dict.fromkeys(filter(None, link.get("allow", "move").split("."))))
        for name, longest in LONGEST.items():
            if len(link.get(name, "")) > longest:
                verb = "have" if name == "hints" else "has"
                raise ChallengeError(f"the {name} {verb} more than {longest} characters")
        challenge = cls(
            id="custom",
            title=link.get("title", ""),
            text=challenge_link.plain(link.get("task", "")),
            start=challenge_link.start(link),
            goal=goal,
            allow=allow,
            hints=challenge_link.hints(link.get("hints", "")),
            fewest=challenge_link.small(link.get("fewest", ""), "the fewest moves"),
            most=challenge_link.small(link.get("most", ""), "the number of moves that may be used"),
        )
        challenge.sound()
        about = challenge.about
        return replace(
            challenge,
            title=challenge.title or challenge_link.title(about),
            text=challenge.text or challenge_link.task(about),
        )

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
            # Not every metric takes every grade that one may give.
            for one in (desk, _highest(desk)) if "grade" in self.allow else (desk,):
                self.check(one)
        except (GoalError, ProseError, MetricsError) as error:
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
            ChallengeError: If the goal cannot be reached at all, or not with the moves one may use.
        """
        found = self.solution(most)
        if found.impossible:
            raise ChallengeError(
                f"the goal cannot be reached by what is allowed ({', '.join(self.allow)})"
            )
        if self.most is not None and found.moves is not None and found.moves > self.most:
            raise ChallengeError(
                f"it takes at least {moves(found.moves)}, and only {moves(self.most)} may be used"
            )
        return replace(self, fewest=found.moves)

    @property
    def link(self) -> dict[str, str]:
        """The parameters of a link that opens it as a challenge of one's own; `custom` reads them."""
        link = {
            "start": urlencode(permalink.write(self.desk, CATALOGUE[self.desk.id])),
            "goal": str(self.goal),
            "allow": ".".join(self.allow),
        }
        if self.title != challenge_link.title(self.about):
            link["title"] = self.title
        if self.text != challenge_link.task(self.about):
            link["task"] = self.task
        if self.hints:
            link["hints"] = "\n".join(fill(hint, self.desk) for hint in self.hints)
        numbers = {"most": self.most, "fewest": self.fewest}
        return link | {name: str(one) for name, one in numbers.items() if one is not None}


def _highest(desk: Desk) -> Desk:
    """The desk with the highest grade for each result on its open boards."""
    for board in desk.visible:
        desk = desk.put(replace(board, grades=(board.top,) * len(board.grades)))
    return desk


@remembered(lambda *_: 10_000)
def _solved(desk: Desk, goal: Goal, allow: tuple[str, ...], most: int, origin: Desk) -> Solution:
    return elsewhere(solve, desk, goal, allow, most=most, seconds=SECONDS, origin=origin)
