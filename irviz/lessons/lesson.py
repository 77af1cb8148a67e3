"""A lesson: a few steps of prose beside a live board, some with something to do."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from irviz.lessons.allowed import KINDS, find_strays, locks, opened, permits
from irviz.lessons.prose import fill
from irviz.metrics import METRICS
from irviz.scenarios.sources import SOURCES
from irviz.state.goals.goal import START
from irviz.state.goals.quantity import Quantity
from irviz.state.goals.solver import Solution, solve

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from irviz.state.desk import Desk
    from irviz.state.goals.clause import ClauseState
    from irviz.state.goals.goal import Goal
    from irviz.state.predictions.prediction import Direction

EVERYTHING = tuple(kind for kind in KINDS if kind != "swap")
"""What one may do in a step that does not say otherwise."""

TRIED = ("move", "toggle", "grade", "cutoff")
"""What one may do once a question is answered: what needs nothing new above the board, which would jump."""

POINTS = {
    "card": "cards, by their ranks",
    "term": "terms of the formula, by the ranks they come from",
    "score": "scores, by the names of the metrics",
    "curve": "curves, by the names of the metrics",
    "cutoff": "the cutoff",
    "lens": "what is shown below the chart",
    "tab": "the tab of a query, or `mean`",
    "tool": "a tool above the board: undo, redo, reset, shuffle, ideal, worst or link",
    "setting": "a setting of the board: example, top, threshold or gain",
}
"""What a step can point at."""

QUICK = 20_000
"""So many states are looked at for a way to what a step asks for."""


@dataclass(frozen=True, slots=True)
class Point:
    """Something on the page that a step points at.

    Args:
        kind: A key of `POINTS`.
        names: Ranks as text, names of metrics, or what else the kind asks for.

    >>> str(Point("card", ("2", "4")))
    'card 2 4'
    """

    kind: str
    names: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join((self.kind, *self.names))


@dataclass(frozen=True, slots=True)
class Reply:
    """What is said to somebody who went wrong in a way that could be foreseen.

    Args:
        when: What the desk is like then.
        words: What is said; may have placeholders.
        so: What the words rest on, which holds wherever they are said; or None.
    """

    when: Goal
    words: str
    so: Goal | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the answers that a question offers.

    Args:
        true: What it claims of the desk that the question leads to.
        words: The claim in words.
        reply: What is said to somebody who chooses it, with the numbers of both desks.
    """

    true: Goal
    words: str
    reply: str


@dataclass(frozen=True)
class Step:
    """One step of a lesson.

    Args:
        title: A few words.
        prose: Markdown with placeholders (`irviz.lessons.prose`).
        start: The parameters of the link that the step's numbers and its goal are about, and in `hide` and
            `off` what is not to be seen yet.
        sets: Whether the board is set by that link as the step begins; else it stays as it is.
        points: What to point at.
        predict: The metrics to predict before the next action takes effect; empty for none.
        allow: Kinds of actions that one may use.
        ask: What has to be done, or None where reading is enough.
        given: What the prose takes for granted of the desk, or None.
        then: What holds on every desk that meets `ask`, as the praise says; or None.
        praise: What is said when it is done; may have placeholders.
        hint: How to do it; may have placeholders.
        replies: What is said to mistakes; the first one that fits is taken.
        choices: Where the step is a question, the answers to choose from; exactly one is true.
        after: The parameters of the link to the desk that the question is about, which shows once somebody
            has answered; empty where it is the step's own.
    """

    title: str
    prose: str
    start: Mapping[str, str]
    sets: bool = True
    points: tuple[Point, ...] = ()
    predict: tuple[str, ...] = ()
    allow: tuple[str, ...] = EVERYTHING
    ask: Goal | None = None
    given: Goal | None = None
    then: Goal | None = None
    praise: str = ""
    hint: str = ""
    replies: tuple[Reply, ...] = ()
    choices: tuple[Choice, ...] = ()
    after: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def desk(self) -> Desk:
        """The desk that the step's numbers are about, and that `start` in its goal refers to."""
        return opened(self.start)[0]

    @cached_property
    def outcome(self) -> Desk:
        """The desk that a question is about, with all of it to be seen and played with."""
        desk = opened(self.after or self.start)[0]
        hidden = desk.off if self.after else ()
        return replace(desk, off=(*hidden, *locks(TRIED)))

    @property
    def reads(self) -> bool:
        """Whether there is nothing to do but to read."""
        return self.ask is None and not self.choices

    def right(self, said: int) -> bool:
        """Whether an answer to a question is the true one, which is computed; the first is 1, none 0."""
        return said > 0 and self.choices[said - 1].true.met(self.outcome, self.desk)

    def answered(self, said: int) -> str:
        """What is said to an answer, with its numbers; nothing where there is none yet."""
        return fill(self.choices[said - 1].reply, self.desk, self.outcome) if said else ""

    def claims(self, said: int) -> dict[str, Direction]:
        """Where an answer to a question has metrics go, by their names, as far as it is about that.

        >>> from irviz.lessons.course import lessons
        >>> lessons()["recall"].steps[-1].claims(2)
        {'R': 'same'}
        """
        clauses = self.choices[said - 1].true.clauses if said else ()
        return {
            one.left.metric.name: _WAYS[one.sign]
            for one in clauses
            if isinstance(one.left, Quantity) and one.left.metric and one.right == START
        }

    def say(self, now: Desk | None = None, mark: Callable[[str], str] = lambda one: one) -> str:
        """The prose with its numbers.

        Args:
            now: The desk as the reader has made it; of a question, it is the one that it leads to.
            mark: What to do with the numbers of that desk, to make them stand out.
        """
        return fill(self.prose, self.desk, self.outcome if self.choices else now, mark)

    def praised(self, now: Desk) -> str:
        """What is said when it is done, with its numbers."""
        return fill(self.praise, self.desk, now)

    def hinted(self, now: Desk | None = None) -> str:
        """The hint with its numbers."""
        return fill(self.hint, self.desk, now)

    def reply(self, desk: Desk) -> Reply | None:
        """The reply that fits a desk; None where there is none, or nothing to reply to."""
        if self.done(desk) or _touched(desk) == _touched(self.desk):
            return None
        return next((one for one in self.replies if one.when.met(desk, self.desk)), None)

    def replied(self, now: Desk) -> str:
        """What is said to somebody who has done something else than what is asked for, with its numbers.

        What the step does not allow has to be undone first, since its words know nothing of it. A mistake
        that nobody foresaw is told what still differs, in numbers. Names are not told: they would be the
        answer.

        Example:
            >>> from irviz.lessons.course import lessons
            >>> step = lessons()["recall"].steps[0]
            >>> step.replied(step.desk), step.replied(step.desk.cut(4))
            ('', '')
            >>> replace(step, replies=()).replied(step.desk.cut(5))
            'Not yet. This step asks for: recall@5 is 0.5 (now 0.75).'
        """
        strays = find_strays(self.allow, self.desk, now) if now.id == self.desk.id else []
        if strays:
            return f"First take back what this step is not about: {', and '.join(strays)}."
        reply = self.reply(now)
        if reply is not None:
            return fill(reply.words, self.desk, now)
        if self.done(now) or _touched(now) == _touched(self.desk):
            return ""
        open_ones = [one for one in self.check(now) if not one.met and one.standing]
        said = " and ".join(f"{one.words} ({one.standing})" for one in open_ones)
        return f"Not yet. This step asks for: {said}." if said else ""

    def done(self, desk: Desk) -> bool:
        """Whether a desk is what the step asks for, by what it allows; always, where it asks for nothing."""
        return self.ask is None or (self.permits(self.desk, desk) and self.ask.met(desk, self.desk))

    def check(self, desk: Desk) -> tuple[ClauseState, ...]:
        """How each clause of what is asked for stands."""
        return () if self.ask is None else self.ask.check(desk, self.desk)

    def permits(self, before: Desk, after: Desk) -> bool:
        """Whether a change from desk to desk uses nothing but what is allowed."""
        return permits(self.allow, before, after)

    @property
    def locks(self) -> tuple[str, ...]:
        """What to hide or lock on the page, as in `irviz.state.locks`: what comes later or is not allowed.

        What has to be moved is moved by hand, unless the step points at a tool: one press of Ideal would
        do most steps, and teach nothing.
        """
        by_hand = (
            self.ask and "move" in self.allow and "tool" not in {one.kind for one in self.points}
        )
        sort = ("sort",) if by_hand else ()
        return tuple(dict.fromkeys((*self.desk.off, *locks(self.allow), *sort)))

    def solution(self, desk: Desk | None = None, most: int = QUICK) -> Solution:
        """The fewest moves to what is asked for, and a way with so many.

        Args:
            desk: Where to begin, if not at the step's own desk.
            most: So many states are looked at.
        """
        if self.ask is None:
            return Solution(0)
        return solve(desk or self.desk, self.ask, self.allow, most=most)


_WAYS: dict[str, Direction] = {">": "up", "=": "same", "<": "down"}


def _touched(desk: Desk) -> tuple[object, ...]:
    """What a learner can change of a desk in a step, whatever stands below the chart."""
    return (desk.boards, desk.k, desk.conventions, desk.opened, desk.metric)


@dataclass(frozen=True)
class Lesson:
    """A lesson.

    Args:
        id: Short name, used in links.
        number: Its place in the course, from 1.
        title: A few words.
        about: One line that says what it is about.
        minutes: How long it takes, in minutes.
        steps: Its steps; the first one sets the board.
        tries: Ids of challenges that go with it.
        sources: Ids of the texts that its examples come from.
        metrics: Names of the metrics that it is about, whose papers are credited.
        further: What else is credited.
    """

    id: str
    number: int
    title: str
    about: str
    minutes: int
    steps: tuple[Step, ...]
    tries: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    metrics: tuple[str, ...] = ()
    further: tuple[str, ...] = ()

    @property
    def credits(self) -> tuple[str, ...]:
        """Where the examples, the definitions and the facts come from, a line each."""
        papers = dict.fromkeys(METRICS[name].reference for name in self.metrics)
        return (*(SOURCES[name].credit for name in self.sources), *papers, *self.further)
