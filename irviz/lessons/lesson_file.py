"""Reading a lesson from its Markdown file.

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
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from irviz.lessons.allowed import opened, unknown
from irviz.lessons.challenges import challenges
from irviz.lessons.lesson import EVERYTHING, POINTS, Choice, Lesson, Point, Reply, Step
from irviz.lessons.prose import ProseError, fill
from irviz.metrics import METRICS
from irviz.scenarios.sources import SOURCES
from irviz.state.desk import MEAN
from irviz.state.goals.goal import Goal, GoalError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from irviz.state.desk import Desk

_OF_LESSON = {"about", "minutes", "try", "sources", "metrics", "further"}
_OF_STEP = {
    "open",
    "point",
    "predict",
    "allow",
    "ask",
    "given",
    "then",
    "praise",
    "hint",
    "reply",
    "choice",
    "after",
}
_REPEATED = {"further", "reply", "choice"}
_REPLY = re.compile(r"(?P<when>.+?)(?: so (?P<so>.+?))? -> (?P<words>.+)")
_KEY = re.compile(r"([a-z]+):\s*(.*)")

TOOLS = ("undo", "redo", "reset", "shuffle", "ideal", "worst", "link")
SETTINGS = ("example", "top", "threshold", "gain")


class LessonError(ValueError):
    """Something in a lesson's file that makes no sense; the message begins with file and line."""


@dataclass
class _Section:
    """A heading with what stands below it."""

    title: str
    line: int
    values: dict[str, list[str]] = field(default_factory=dict)
    lines: dict[str, list[int]] = field(default_factory=dict)
    prose: list[str] = field(default_factory=list)

    def one(self, key: str, default: str = "") -> str:
        """The value of a key, or the default."""
        return self.values.get(key, [default])[-1]


def parse(text: str, name: str, number: int = 1) -> Lesson:
    """The lesson in a file.

    Args:
        text: The file.
        name: Its name, `02-recall.md`; the lesson's id is what is left without number and ending.
        number: The lesson's place in the course.

    Raises:
        LessonError: If something is wrong; says in which line, and what.

    Example:
        >>> lesson = parse('''# One
        ... about: A line.
        ... minutes: 3
        ...
        ... ## First
        ... open: ?q=cat-in-a-box&k=2
        ... ask: k = 3
        ...
        ... R@2 is {R@2}.
        ... ''', "01-one.md")
        >>> lesson.id, lesson.steps[0].say(), str(lesson.steps[0].ask)
        ('one', 'R@2 is 0.25.', 'k = 3')
    """
    head, *rest = _sections(text, name)
    steps: list[Step] = []
    for section in rest:
        steps.append(_step(section, name, steps[-1] if steps else None))
    minutes = head.one("minutes")
    lists = {"try": [*challenges()], "sources": [*SOURCES], "metrics": [*METRICS]}
    for key, known in lists.items():
        for one in head.one(key).split():
            if one not in known:
                raise _error(name, head, key, f"there is no {one!r}, only {', '.join(known)}")
    if not minutes.isdigit():
        raise _error(name, head, "minutes", "minutes are a whole number")
    if not head.one("about") or not steps:
        raise _error(name, head, "about", "a lesson has a line `about:` and at least one step")
    return Lesson(
        id=re.sub(r"^\d+-|\.md$", "", name),
        number=number,
        title=head.title,
        about=head.one("about"),
        minutes=int(minutes),
        tries=tuple(head.one("try").split()),
        steps=tuple(steps),
        sources=tuple(head.one("sources").split()),
        metrics=tuple(head.one("metrics").split()),
        further=tuple(head.values.get("further", ())),
    )


def _sections(text: str, name: str) -> Iterator[_Section]:
    """The headings with what stands below them; the first is the lesson's."""
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
            last = _key(section, line, number, name)
    if section is None:
        raise LessonError(f"{name}:1: the file is empty")
    yield section


def _key(section: _Section, line: str, number: int, name: str) -> str:
    """Take up a line `key: value`, and say which key it was."""
    match = _KEY.fullmatch(line)
    known = _OF_LESSON if section.line == 1 else _OF_STEP
    if match is None or match[1] not in known:
        raise LessonError(
            f"{name}:{number}: a key belongs here, one of {', '.join(sorted(known))}, or an empty line"
        )
    key, value = match.groups()
    if key in section.values and key not in _REPEATED:
        raise LessonError(f"{name}:{number}: {key} is given twice")
    section.values.setdefault(key, []).append(value.strip())
    section.lines.setdefault(key, []).append(number)
    return key


def _step(section: _Section, name: str, before: Step | None) -> Step:
    """The step that a section describes."""
    link = section.one("open")
    if not link and before is None:
        raise _error(name, section, "open", "the first step sets the board with `open:`")
    step = Step(
        title=section.title,
        prose="\n".join(section.prose).strip(),
        start=_link(link) if link or before is None else before.start,
        sets=bool(link),
        predict=tuple(section.one("predict").split()),
        allow=tuple(section.one("allow").split()) or EVERYTHING,
        praise=section.one("praise"),
        hint=section.one("hint"),
    )
    notes = opened(step.start)[1]
    if notes:
        raise _error(name, section, "open", notes[0])
    if not step.prose:
        raise _error(name, section, "prose", "a step has prose, after an empty line")
    step = replace(step, points=tuple(_points(section, name, step.desk)))
    problem = unknown(step.allow)
    if problem:
        raise _error(name, section, "allow", problem)
    names = [metric.name for metric in step.desk.metrics]
    for metric in step.predict:
        if metric not in names:
            raise _error(
                name, section, "predict", f"{metric!r} is not shown, only {', '.join(names)}"
            )
    return _asked(section, name, step)


def _asked(section: _Section, name: str, step: Step) -> Step:
    """The step with what it asks for, and all its words checked."""
    ask, given, then = (_goal(section, name, step, key) for key in ("ask", "given", "then"))
    step = replace(step, ask=ask, given=given, then=then)
    for key in ("predict", "then", "hint", "praise", "reply"):
        if section.one(key) and step.ask is None:
            raise _error(name, section, key, f"{key} needs `ask:`")
    for key, text in {"prose": step.prose, "praise": step.praise, "hint": step.hint}.items():
        try:
            fill(text, step.desk)
        except ProseError as error:
            raise _error(name, section, key, str(error)) from None
    if section.values.keys() & {"choice", "after"}:
        return _question(section, name, step)
    return replace(step, replies=tuple(_replies(section, name, step)))


def _question(section: _Section, name: str, step: Step) -> Step:
    """The step as a question, with all its answers checked."""
    if step.ask is not None:
        raise _error(
            name, section, "ask", "a step has choices or asks for something to do, not both"
        )
    step = replace(step, after=_link(section.one("after")), allow=())
    notes = opened(step.after)[1] if step.after else ()
    if notes:
        raise _error(name, section, "after", notes[0])
    choices = tuple(_choices(section, name, step))
    step = replace(step, choices=choices)
    true = sum(step.right(said) for said in range(1, len(choices) + 1))
    if true != 1:
        raise _error(name, section, "choice", f"one choice is true of a question, not {true}")
    return step


def _choices(section: _Section, name: str, step: Step) -> Iterator[Choice]:
    """The answers to a question."""
    for at, text in enumerate(section.values.get("choice", ())):
        wrong = partial(_error, name, section, "choice", at=at)
        true, *words = text.split(" -> ")
        if len(words) != 2:
            raise wrong("a choice is written `goal -> answer -> words`")
        choice = Choice(_read(true, step, wrong), *words)
        try:
            fill(choice.words, step.desk)
            fill(choice.reply, step.desk, step.outcome)
        except ProseError as error:
            raise wrong(str(error)) from None
        yield choice


def _replies(section: _Section, name: str, step: Step) -> Iterator[Reply]:
    """What is said to mistakes, each line checked."""
    for at, text in enumerate(section.values.get("reply", ())):
        wrong = partial(_error, name, section, "reply", at=at)
        match = _REPLY.fullmatch(text)
        if match is None:
            raise wrong("a reply is written `goal -> words`")
        try:
            fill(match["words"], step.desk)
        except ProseError as error:
            raise wrong(str(error)) from None
        so = _read(match["so"], step, wrong) if match["so"] else None
        yield Reply(_read(match["when"], step, wrong), match["words"], so)


def _goal(section: _Section, name: str, step: Step, key: str) -> Goal | None:
    """What stands behind a key, as a goal that fits the step's desk."""
    if key not in section.values:
        return None
    return _read(section.one(key), step, partial(_error, name, section, key))


def _read(text: str, step: Step, wrong: Callable[[str], LessonError]) -> Goal:
    """A goal that fits the step's desk."""
    try:
        goal = Goal.read(text)
        goal.fit(step.desk)
    except GoalError as error:
        raise wrong(str(error)) from None
    if goal.relative and not step.sets:
        raise wrong("with `start`, a step sets the board with `open:`")
    return goal


def _link(text: str) -> dict[str, str]:
    return dict(parse_qsl(text.removeprefix("?"), keep_blank_values=True))


def _points(section: _Section, name: str, desk: Desk) -> Iterator[Point]:
    """What a step points at."""
    known = {
        **{kind: [str(rank) for rank in range(1, desk.n + 1)] for kind in ("card", "term")},
        **{kind: [metric.name for metric in desk.metrics] for kind in ("score", "curve")},
        "tab": [*desk.names, MEAN],
        "tool": [*TOOLS],
        "setting": [*SETTINGS],
    }
    for part in filter(None, map(str.strip, section.one("point").split(","))):
        kind, *names = part.split()
        if kind not in POINTS:
            raise _error(name, section, "point", f"{kind!r} is none of {', '.join(POINTS)}")
        odd = [one for one in names if one not in known.get(kind, [])]
        if odd or bool(names) != (kind in known):
            said = f"there is no {kind} {odd[0]!r}" if odd else f"{kind} what, or nothing"
            raise _error(name, section, "point", said)
        yield Point(kind, tuple(names))


def _error(name: str, section: _Section, key: str, problem: str, at: int = -1) -> LessonError:
    """What is wrong, and in which line: that of a key, or of one of several of its name."""
    return LessonError(f"{name}:{section.lines.get(key, [section.line])[at]}: {problem}")
