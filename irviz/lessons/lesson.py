"""A lesson: a few steps of prose beside a live board, some with something to do; read from a Markdown file.

A file has a heading `# Title` for the lesson, and `## Title` for each step. Right below a heading stand
lines `key: value`; a line that begins with a blank goes on with the one before. After an empty line
comes the step's prose.

Of the lesson: `about`, `minutes`, `try` (ids of challenges), and for its credits `sources` (ids), `metrics`
(names) and `further` (a line, as often as needed). Of a step, all optional: `open` (the query string of a
link; without it the board stays as it is), `point` (what to point at, separated by commas), `predict` (names
of metrics), `allow` (kinds of actions), `ask` (a goal), `praise` and `hint`; and, as goals too, what the
words of the step rest on: `given` holds on the step's own board, `then` on every board that meets `ask`.
Nobody sees these two; the course's tests prove them.

What is said to mistakes stands in lines `reply: goal -> words`, or `reply: goal so goal -> words` where the
words rest on more than the first goal says. The first line that fits is taken, and none where all is done.

A step that is a question has lines `choice: goal -> answer -> words` instead of `ask`. Exactly one of these
goals holds on the desk that the link in `after` opens, or else on the step's own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from irviz.lessons.allowed import KINDS, describe_unknown_kind, find_forbidden_differences, locks, permits, read_desk
from irviz.lessons.challenge import challenges
from irviz.lessons.prose import ProseError, fill_in
from irviz.metrics import METRICS
from irviz.scenarios.sources import SOURCES
from irviz.state.desk import MEAN
from irviz.state.goals.goal import START, Goal, GoalError
from irviz.state.goals.quantity import Quantity
from irviz.state.goals.solver import Solution, solve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from irviz.state.desk import Desk
    from irviz.state.goals.clause import ClauseState
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

MAX_SEARCHED_STATES = 20_000
"""So many states are looked at for a way to what a step asks for."""


@dataclass(frozen=True, slots=True)
class Point:
    """Something on the page that a step of a lesson highlights.

    Args:
        kind: A key of `POINTS`.
        names: Which ones: ranks as text, names of metrics, or others, by the kind.

    >>> str(Point("card", ("2", "4")))
    'card 2 4'
    """

    kind: str
    names: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join((self.kind, *self.names))


@dataclass(frozen=True, slots=True)
class Reply:
    """The reply to a mistake that the author of a lesson foresaw.

    Args:
        when: The condition on the desk by which the mistake is recognized.
        words: The text of the reply; may have placeholders.
        so: A condition that the reply takes for granted and that tests check; or None.
    """

    when: Goal
    words: str
    so: Goal | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the answers that a question at the end of a lesson offers.

    Args:
        true: The claim as a condition on the desk that the question leads to.
        words: The claim in words.
        reply: The reply to a student who chooses it, with the numbers of both desks.
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
        start: The parameters of the link to the desk that the step's numbers and its goal refer to; `hide` and
            `off` say what is hidden or locked.
        sets: Whether the board is set by that link as the step begins; else it stays as it is.
        points: What the step highlights on the page.
        predict: The metrics that the student predicts before an action takes effect; empty for none.
        allow: The kinds of actions that the student may use.
        ask: The goal that the student has to reach, or None where reading is enough.
        given: A condition on the desk that the prose takes for granted, or None.
        then: A condition that holds on every desk that meets `ask`, as the praise says; or None.
        praise: The text when the goal is reached; may have placeholders.
        hint: How to reach the goal; may have placeholders.
        replies: Replies to foreseen mistakes; the first one that fits is shown.
        choices: Where the step is a question, the answers to choose from; exactly one is true.
        after: The parameters of the link to the desk that the question is about, which shows once it is
            answered; empty where that is the step's own.
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
        """The desk at the start of the step, which its numbers and `start` in its goal refer to."""
        return read_desk(self.start)[0]

    @cached_property
    def outcome(self) -> Desk:
        """The desk that a question is about, which shows once it is answered; its board can be changed."""
        desk = read_desk(self.after or self.start)[0]
        hidden = desk.off if self.after else ()
        return replace(desk, off=(*hidden, *locks(TRIED)))

    @property
    def is_reading(self) -> bool:
        """Whether the step has neither a goal nor a question."""
        return self.ask is None and not self.choices

    def is_right(self, said: int) -> bool:
        """Whether answer `said` (from 1; 0 for none) to the question is the true one."""
        return said > 0 and self.choices[said - 1].true.is_met(self.outcome, self.desk)

    def format_reply(self, said: int) -> str:
        """The reply to answer `said` (from 1), with its numbers filled in; empty for 0, no answer."""
        return fill_in(self.choices[said - 1].reply, self.desk, self.outcome) if said else ""

    def directions_of_answer(self, said: int) -> dict[str, Direction]:
        """The direction of change that answer `said` (from 1) claims for each metric; empty if it claims none.

        >>> from irviz.lessons.course import lessons
        >>> lessons()["recall"].steps[-1].directions_of_answer(2)
        {'R': 'same'}
        """
        clauses = self.choices[said - 1].true.clauses if said else ()
        return {
            one.left.metric.name: _WAYS[one.sign]
            for one in clauses
            if isinstance(one.left, Quantity) and one.left.metric and one.right == START
        }

    def format_prose(self, now: Desk | None = None, mark: Callable[[str], str] = lambda one: one) -> str:
        """The prose with its numbers filled in.

        Args:
            now: The student's desk, for placeholders with `now`; of a question, the desk that it leads to.
            mark: Formats the numbers of that desk, such as to highlight them.
        """
        return fill_in(self.prose, self.desk, self.outcome if self.choices else now, mark)

    def format_praise(self, now: Desk) -> str:
        """The praise for a finished step, with the numbers of desk `now` filled in."""
        return fill_in(self.praise, self.desk, now)

    def format_hint(self, now: Desk | None = None) -> str:
        """The hint with its numbers filled in, those of the student's desk from `now`."""
        return fill_in(self.hint, self.desk, now)

    def find_reply(self, desk: Desk) -> Reply | None:
        """The author's reply to a mistake on a desk; None if none fits, or the desk is unchanged or meets the goal."""
        if self.is_done(desk) or _list_changeable_parts(desk) == _list_changeable_parts(self.desk):
            return None
        return next((one for one in self.replies if one.when.is_met(desk, self.desk)), None)

    def format_correction(self, now: Desk) -> str:
        """The reply to a change that misses the step's goal, with its numbers filled in.

        Empty where there is nothing to correct. Actions that the step does not allow have to be undone first. For a
        mistake that the author did not foresee, it is the clauses that are not met yet, in numbers.

        Example:
            >>> from irviz.lessons.course import lessons
            >>> step = lessons()["recall"].steps[0]
            >>> step.format_correction(step.desk), step.format_correction(step.desk.move_cutoff(4))
            ('', '')
            >>> replace(step, replies=()).format_correction(step.desk.move_cutoff(5))
            'Not yet. This step asks for: recall@5 is 0.5 (now 0.75).'
        """
        strays = find_forbidden_differences(self.allow, self.desk, now) if now.id == self.desk.id else []
        if strays:
            return f"First take back what this step is not about: {', and '.join(strays)}."
        reply = self.find_reply(now)
        if reply is not None:
            return fill_in(reply.words, self.desk, now)
        if self.is_done(now) or _list_changeable_parts(now) == _list_changeable_parts(self.desk):
            return ""
        open_ones = [one for one in self.check(now) if not one.met and one.comparison]
        said = " and ".join(f"{one.words} ({one.comparison})" for one in open_ones)
        return f"Not yet. This step asks for: {said}." if said else ""

    def is_done(self, desk: Desk) -> bool:
        """Whether a desk meets the step's goal by allowed changes; always true for a step without a goal."""
        return self.ask is None or (self.permits(self.desk, desk) and self.ask.is_met(desk, self.desk))

    def check(self, desk: Desk) -> tuple[ClauseState, ...]:
        """For each clause of the step's goal, its words and whether a desk meets it."""
        return () if self.ask is None else self.ask.check(desk, self.desk)

    def permits(self, before: Desk, after: Desk) -> bool:
        """Whether a change of the desk uses only kinds of actions that the step allows."""
        return permits(self.allow, before, after)

    @property
    def locks(self) -> tuple[str, ...]:
        """The parts of the page to hide or lock (as in `irviz.state.locks`): those not yet taught or not allowed.

        Tools such as Ideal, which would do most steps at a press, are locked unless the step points at one.
        """
        by_hand = self.ask and "move" in self.allow and "tool" not in {one.kind for one in self.points}
        sort = ("sort",) if by_hand else ()
        return tuple(dict.fromkeys((*self.desk.off, *locks(self.allow), *sort)))

    def find_solution(self, desk: Desk | None = None, most: int = MAX_SEARCHED_STATES) -> Solution:
        """Find the fewest moves to the goal, and one shortest sequence of them.

        Args:
            desk: The desk to begin with; by default the step's own.
            most: The largest number of states that the search looks at.
        """
        return Solution(0) if self.ask is None else solve(desk or self.desk, self.ask, self.allow, most=most)


_WAYS: dict[str, Direction] = {">": "up", "=": "same", "<": "down"}


def _list_changeable_parts(desk: Desk) -> tuple[object, ...]:
    """The parts of a desk that a student can change in a step; the lens below the chart is not among them."""
    return (desk.boards, desk.k, desk.conventions, desk.opened, desk.metric)


@dataclass(frozen=True)
class Lesson:
    """A lesson of the course.

    Args:
        id: Short name, used in links.
        number: The number of the lesson in the course, from 1.
        title: A few words.
        about: One line that says what it is about.
        minutes: How many minutes it takes.
        steps: Its steps; the first one sets the board.
        tries: Ids of challenges that are proposed at its end.
        sources: Ids of the texts that its examples come from.
        metrics: Names of the metrics that it teaches, whose papers are credited.
        further: Further sources that are credited.
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
        """The sources of the examples, definitions and facts, a line each."""
        papers = dict.fromkeys(METRICS[name].reference for name in self.metrics)
        return (*(SOURCES[name].credit for name in self.sources), *papers, *self.further)


_OF_LESSON = {"about", "minutes", "try", "sources", "metrics", "further"}
_OF_STEP = {"open", "point", "predict", "allow", "ask", "given", "then", "praise", "hint", "reply", "choice", "after"}
_REPEATED = {"further", "reply", "choice"}
_REPLY = re.compile(r"(?P<when>.+?)(?: so (?P<so>.+?))? -> (?P<words>.+)")
_KEY = re.compile(r"([a-z]+):\s*(.*)")

POINTABLE_TOOLS = ("undo", "redo", "reset", "shuffle", "ideal", "worst", "link")
POINTABLE_SETTINGS = ("example", "top", "threshold", "gain")


class LessonError(ValueError):
    """Something in a lesson's file is wrong; the message begins with file and line."""


@dataclass
class _Section:
    """A heading of a lesson's file with the lines below it: `key: value` lines, and prose."""

    title: str
    line: int
    values: dict[str, list[str]] = field(default_factory=dict)
    lines: dict[str, list[int]] = field(default_factory=dict)
    prose: list[str] = field(default_factory=list)

    def value_of(self, key: str, default: str = "") -> str:
        """The section's value for a key (the last one, if there are several), or the default."""
        return self.values.get(key, [default])[-1]


def parse_lesson(text: str, name: str, number: int = 1) -> Lesson:
    """Parse the text of a lesson file into a lesson.

    Args:
        text: The text of the file.
        name: The name of the file, such as `02-recall.md`; the lesson's id is `recall`.
        number: The lesson's place in the course.

    Raises:
        LessonError: If something is wrong; the message says in which line, and what.

    Example:
        >>> lesson = parse_lesson('''# One
        ... about: A line.
        ... minutes: 3
        ...
        ... ## First
        ... open: ?q=cat-in-a-box&k=2
        ... ask: k = 3
        ...
        ... R@2 is {R@2}.
        ... ''', "01-one.md")
        >>> lesson.id, lesson.steps[0].format_prose(), str(lesson.steps[0].ask)
        ('one', 'R@2 is 0.25.', 'k = 3')
    """
    head, *rest = _split_sections(text, name)
    steps: list[Step] = []
    for section in rest:
        steps.append(_parse_step(section, name, steps[-1] if steps else None))
    minutes = head.value_of("minutes")
    lists = {"try": [*challenges()], "sources": [*SOURCES], "metrics": [*METRICS]}
    for key, known in lists.items():
        for one in head.value_of(key).split():
            if one not in known:
                raise _make_error(name, head, key, f"there is no {one!r}, only {', '.join(known)}")
    if not minutes.isdigit():
        raise _make_error(name, head, "minutes", "minutes are a whole number")
    if not head.value_of("about") or not steps:
        raise _make_error(name, head, "about", "a lesson has a line `about:` and at least one step")
    return Lesson(
        id=re.sub(r"^\d+-|\.md$", "", name),
        number=number,
        title=head.title,
        about=head.value_of("about"),
        minutes=int(minutes),
        tries=tuple(head.value_of("try").split()),
        steps=tuple(steps),
        sources=tuple(head.value_of("sources").split()),
        metrics=tuple(head.value_of("metrics").split()),
        further=tuple(head.values.get("further", ())),
    )


def _split_sections(text: str, name: str) -> Iterator[_Section]:
    """The sections of a file, one for each heading; the first is that of the lesson itself. `name` is the file's."""
    section: _Section | None = None
    last = ""
    for number, line in enumerate(text.splitlines(), 1):
        heading = re.fullmatch(r"(##?) (.+)", line)
        if heading:
            if (heading[1] == "#") != (section is None):
                raise LessonError(f"{name}:{number}: one heading # comes first, then only ##")
            if section is not None:
                yield section
            section, last = _Section(heading[2].strip(), number), "heading"
            continue
        if section is None:
            raise LessonError(f"{name}:{number}: a lesson begins with a heading #")
        if last == "prose":
            section.prose.append(line)
        elif not line.strip():
            last = "prose"
        elif line[0].isspace() and last != "heading":
            section.values[last][-1] += f" {line.strip()}"
        else:
            last = _read_key_line(section, line, number, name)
    if section is None:
        raise LessonError(f"{name}:1: the file is empty")
    yield section


def _read_key_line(section: _Section, line: str, number: int, name: str) -> str:
    """Add a line `key: value` to its section, and return the key; `number` is the line's, and `name` the file's."""
    match = _KEY.fullmatch(line)
    known = _OF_LESSON if section.line == 1 else _OF_STEP
    if match is None or match[1] not in known:
        raise LessonError(f"{name}:{number}: a key belongs here, one of {', '.join(sorted(known))}, or an empty line")
    key, value = match.groups()
    if key in section.values and key not in _REPEATED:
        raise LessonError(f"{name}:{number}: {key} is given twice")
    section.values.setdefault(key, []).append(value.strip())
    section.lines.setdefault(key, []).append(number)
    return key


def _parse_step(section: _Section, name: str, before: Step | None) -> Step:
    """The step that a section describes; `name` is the file's, for errors, and `before` the previous step."""
    link = section.value_of("open")
    if not link and before is None:
        raise _make_error(name, section, "open", "the first step sets the board with `open:`")
    step = Step(
        title=section.title,
        prose="\n".join(section.prose).strip(),
        start=_read_link(link) if link or before is None else before.start,
        sets=bool(link),
        predict=tuple(section.value_of("predict").split()),
        allow=tuple(section.value_of("allow").split()) or EVERYTHING,
        praise=section.value_of("praise"),
        hint=section.value_of("hint"),
    )
    notes = read_desk(step.start)[1]
    if notes:
        raise _make_error(name, section, "open", notes[0])
    if not step.prose:
        raise _make_error(name, section, "prose", "a step has prose, after an empty line")
    step = replace(step, points=tuple(_parse_points(section, name, step.desk)))
    problem = describe_unknown_kind(step.allow)
    if problem:
        raise _make_error(name, section, "allow", problem)
    names = [metric.name for metric in step.desk.metrics]
    for metric in step.predict:
        if metric not in names:
            raise _make_error(name, section, "predict", f"{metric!r} is not shown, only {', '.join(names)}")
    return _parse_task(section, name, step)


def _parse_task(section: _Section, name: str, step: Step) -> Step:
    """A copy of a step with the goals of its section, after checking that all its texts can be filled in."""
    ask, given, then = (_parse_goal(section, name, step, key) for key in ("ask", "given", "then"))
    step = replace(step, ask=ask, given=given, then=then)
    for key in ("predict", "then", "hint", "praise", "reply"):
        if section.value_of(key) and step.ask is None:
            raise _make_error(name, section, key, f"{key} needs `ask:`")
    for key, text in {"prose": step.prose, "praise": step.praise, "hint": step.hint}.items():
        try:
            fill_in(text, step.desk)
        except ProseError as error:
            raise _make_error(name, section, key, str(error)) from None
    if section.values.keys() & {"choice", "after"}:
        return _parse_question(section, name, step)
    return replace(step, replies=tuple(_parse_replies(section, name, step)))


def _parse_question(section: _Section, name: str, step: Step) -> Step:
    """A copy of a step with the question of its section, after checking that exactly one answer is true."""
    if step.ask is not None:
        raise _make_error(name, section, "ask", "a step has choices or asks for something to do, not both")
    step = replace(step, after=_read_link(section.value_of("after")), allow=())
    notes = read_desk(step.after)[1] if step.after else ()
    if notes:
        raise _make_error(name, section, "after", notes[0])
    choices = tuple(_parse_choices(section, name, step))
    step = replace(step, choices=choices)
    true = sum(step.is_right(said) for said in range(1, len(choices) + 1))
    if true != 1:
        raise _make_error(name, section, "choice", f"one choice is true of a question, not {true}")
    return step


def _parse_choices(section: _Section, name: str, step: Step) -> Iterator[Choice]:
    """Generate the answers to the question of a step from the `choice:` lines of its section."""
    for at, text in enumerate(section.values.get("choice", ())):
        wrong = partial(_make_error, name, section, "choice", at=at)
        true, *words = text.split(" -> ")
        if len(words) != 2:
            raise wrong("a choice is written `goal -> answer -> words`")
        choice = Choice(_read_goal(true, step, wrong), *words)
        try:
            fill_in(choice.words, step.desk)
            fill_in(choice.reply, step.desk, step.outcome)
        except ProseError as error:
            raise wrong(str(error)) from None
        yield choice


def _parse_replies(section: _Section, name: str, step: Step) -> Iterator[Reply]:
    """Generate the replies of a step from the `reply:` lines of its section, after checking them."""
    for at, text in enumerate(section.values.get("reply", ())):
        wrong = partial(_make_error, name, section, "reply", at=at)
        match = _REPLY.fullmatch(text)
        if match is None:
            raise wrong("a reply is written `goal -> words`")
        try:
            fill_in(match["words"], step.desk)
        except ProseError as error:
            raise wrong(str(error)) from None
        so = _read_goal(match["so"], step, wrong) if match["so"] else None
        yield Reply(_read_goal(match["when"], step, wrong), match["words"], so)


def _parse_goal(section: _Section, name: str, step: Step, key: str) -> Goal | None:
    """The goal written under `key` in a section; None without the key.

    Raises:
        LessonError: With the lesson's `name`, if it is no goal or does not fit the step's desk.
    """
    if key not in section.values:
        return None
    return _read_goal(section.value_of(key), step, partial(_make_error, name, section, key))


def _read_goal(text: str, step: Step, wrong: Callable[[str], LessonError]) -> Goal:
    """The goal in a text, after checking that it fits the step's desk; `wrong` makes the error from a message."""
    try:
        goal = Goal.read(text)
        goal.fit(step.desk)
    except GoalError as error:
        raise wrong(str(error)) from None
    if goal.relative and not step.sets:
        raise wrong("with `start`, a step sets the board with `open:`")
    return goal


def _read_link(text: str) -> dict[str, str]:
    """The parameters in the query string of a link."""
    return dict(parse_qsl(text.removeprefix("?"), keep_blank_values=True))


def _parse_points(section: _Section, name: str, desk: Desk) -> Iterator[Point]:
    """Generate what a step highlights on the page from the `point:` line of its section."""
    known = {
        **{kind: [str(rank) for rank in range(1, desk.n + 1)] for kind in ("card", "term")},
        **{kind: [metric.name for metric in desk.metrics] for kind in ("score", "curve")},
        "tab": [*desk.names, MEAN],
        "tool": [*POINTABLE_TOOLS],
        "setting": [*POINTABLE_SETTINGS],
    }
    for part in filter(None, map(str.strip, section.value_of("point").split(","))):
        kind, *names = part.split()
        if kind not in POINTS:
            raise _make_error(name, section, "point", f"{kind!r} is none of {', '.join(POINTS)}")
        odd = [one for one in names if one not in known.get(kind, [])]
        if odd or bool(names) != (kind in known):
            said = f"there is no {kind} {odd[0]!r}" if odd else f"{kind} what, or nothing"
            raise _make_error(name, section, "point", said)
        yield Point(kind, tuple(names))


def _make_error(name: str, section: _Section, key: str, problem: str, at: int = -1) -> LessonError:
    """The error for a line of the file `name`: the line of a section's key, or of the `at`-th key of that name."""
    return LessonError(f"{name}:{section.lines.get(key, [section.line])[at]}: {problem}")
