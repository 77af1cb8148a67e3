"""The guided course: its lessons in order, where a reader is, and what has been done."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from irviz.lessons.lesson import parse_lesson
from irviz.metrics import METRICS
from irviz.state.chosen_conventions import quote

if TYPE_CHECKING:
    from collections.abc import Mapping

    from irviz.lessons.lesson import Lesson, Step

PARAMETERS = ("lesson", "step", "done")
"""What a link to a lesson carries: which one, which step, and what has been done."""


@cache
def lessons() -> dict[str, Lesson]:
    """All lessons by id, in the order of the course.

    >>> next(iter(lessons()))
    'relevant'
    """
    files = sorted(Path(__file__).parent.glob("[0-9][0-9]-*.md"))
    course = [parse_lesson(file.read_text(encoding="utf-8"), file.name, number) for number, file in enumerate(files, 1)]
    return {lesson.id: lesson for lesson in course}


@cache
def untaught_metrics(lesson: str) -> tuple[str, ...]:
    """The metrics that no lesson of the course up to this one has taught.

    Args:
        lesson: The id of the lesson.

    >>> untaught_metrics("relevant")[:3], "P" in untaught_metrics("precision")
    (('P', 'R', 'F1'), False)
    """
    until = [*lessons().values()][: lessons()[lesson].number]
    taught = {name for one in until for name in one.metrics}
    return tuple(name for name in METRICS if name not in taught)


@cache
def first_minute() -> Lesson:
    """The short lesson that a first visitor is offered; it is not part of the course.

    >>> [step.desk.first for step in first_minute().steps]
    [1, 2, 3]
    """
    file = Path(__file__).with_name("first-minute.md")
    return parse_lesson(file.read_text(encoding="utf-8"), file.name, 0)


@dataclass(frozen=True, slots=True)
class Place:
    """A step of a lesson, as a place in the course.

    Args:
        lesson: The id of a lesson.
        step: The number of a step, from 1.

    Example:
        >>> Place.read({"lesson": "recall", "step": "2"})
        Place(lesson='recall', step=2)
        >>> Place.read({"lesson": "recall", "step": "99"}).step == len(lessons()["recall"].steps)
        True
        >>> Place.read({"lesson": "cooking"})
        >>> Place("recall", 2).link
        {'lesson': 'recall', 'step': '2'}
    """

    lesson: str
    step: int = 1

    @classmethod
    def read(cls, link: Mapping[str, str]) -> Place | None:
        """The lesson and step that a link names (a step out of range: the nearest); None for an unknown lesson."""
        lesson = lessons().get(link.get("lesson", ""))
        if lesson is None:
            return None
        text = link.get("step", "1")
        step = int(text) if re.fullmatch(r"\d{1,3}", text, re.ASCII) else 1
        return cls(lesson.id, min(max(step, 1), len(lesson.steps)))

    @classmethod
    def describe_missing(cls, link: Mapping[str, str]) -> str:
        """A sentence for the page that says that a link names no existing lesson or step; else empty.

        >>> Place.describe_missing({"lesson": "cooking"})
        'There is no lesson “cooking”, so these are all of them.'
        >>> Place.describe_missing({"lesson": "recall", "step": "99"})
        'Lesson 2 has no step “99”, so this is step 8.'
        >>> Place.describe_missing({"lesson": "recall", "step": "2"}), Place.describe_missing({})
        ('', '')
        """
        name, place = link.get("lesson", ""), cls.read(link)
        if place is None:
            return f"There is no lesson {quote(name)}, so these are all of them." if name else ""
        step = link.get("step", "1")
        if step == str(place.step):
            return ""
        number = lessons()[place.lesson].number
        return f"Lesson {number} has no step {quote(step)}, so this is step {place.step}."

    @property
    def link(self) -> dict[str, str]:
        """The link parameters that open the lesson at this step."""
        return {"lesson": self.lesson, "step": str(self.step)}

    @property
    def lesson_step(self) -> Step:
        """The step of the lesson at this place."""
        return lessons()[self.lesson].steps[self.step - 1]

    @property
    def next_place(self) -> Place | None:
        """The next place: the next step, else the next lesson, else None."""
        if self.step < len(lessons()[self.lesson].steps):
            return Place(self.lesson, self.step + 1)
        names = [*lessons()]
        following = names[names.index(self.lesson) + 1 :]
        return Place(following[0]) if following else None

    @property
    def previous_place(self) -> Place | None:
        """The place before: the step before, else the last step of the lesson before, else None."""
        if self.step > 1:
            return Place(self.lesson, self.step - 1)
        names = [*lessons()]
        earlier = names[: names.index(self.lesson)]
        return Place(earlier[-1], len(lessons()[earlier[-1]].steps)) if earlier else None


@dataclass(frozen=True, slots=True)
class Progress:
    """The steps of the course that a student has done.

    Args:
        done: Pairs of a lesson's id and a step's number, from 1.

    Example:
        >>> progress = Progress().add(Place("recall", 1)).add(Place("recall", 3))
        >>> progress.write(), Progress.read("recall-1-3") == progress
        ('recall-1-3', True)
        >>> Progress.read("cooking-1.recall-x-3-999").write()
        'recall-3'
    """

    done: frozenset[tuple[str, int]] = frozenset()

    def add(self, place: Place) -> Progress:
        """A copy in which one more step is done."""
        return Progress(self.done | {(place.lesson, place.step)})

    def count_done(self, lesson: str) -> int:
        """How many steps of a lesson are done."""
        return sum(name == lesson for name, _ in self.done)

    def list_open_steps(self, lesson: str) -> tuple[int, ...]:
        """The numbers (from 1) of the steps of a lesson that are not done."""
        numbers = range(1, len(lessons()[lesson].steps) + 1)
        return tuple(number for number in numbers if (lesson, number) not in self.done)

    def list_skipped_steps(self, lesson: str, step: int = 0) -> tuple[int, ...]:
        """The numbers of the undone steps of a lesson that come before its last done step, or before the open one.

        Args:
            lesson: The id of the lesson.
            step: The number of the step that is open; 0 where none is.

        >>> Progress.read("recall-1-4").list_skipped_steps("recall"), Progress().list_skipped_steps("recall", 2)
        ((2, 3), (1,))
        """
        last = max([step, *(number for name, number in self.done if name == lesson)])
        return tuple(number for number in self.list_open_steps(lesson) if number < last)

    def is_finished(self, lesson: str) -> bool:
        """Whether all steps of a lesson are done."""
        return not self.list_open_steps(lesson)

    def write(self) -> str:
        """The progress as text for a link: each lesson's id with the numbers of its done steps."""
        parts = []
        for lesson in lessons():
            steps = sorted(step for name, step in self.done if name == lesson)
            if steps:
                parts.append("-".join([lesson, *map(str, steps)]))
        return ".".join(parts)

    @classmethod
    def read(cls, text: str) -> Progress:
        """The progress in the text of a link; parts that name no step are skipped."""
        return cls._parse(text)[0]

    @classmethod
    def find_odd_part(cls, text: str) -> str:
        """The first part of a progress text that names no step of the course; empty if all do.

        >>> [Progress.find_odd_part(text) for text in ("recall-1-3", "recall-1.cooking-2", "recall-99")]
        ['', 'cooking-2', 'recall-99']
        """
        return cls._parse(text)[1]

    @classmethod
    def _parse(cls, text: str) -> tuple[Progress, str]:
        """The progress in a text, and the first part of the text that names no step of the course."""
        done = set()
        odd = ""
        for part in text[:2000].split("."):
            words = part.split("-")
            numbers = [int(one) for one in words if re.fullmatch(r"[1-9]\d?", one, re.ASCII)]
            found: list[tuple[str, int]] = []
            for end in range(1, len(words)):
                lesson = lessons().get("-".join(words[:end]))
                if lesson:
                    found += [(lesson.id, one) for one in numbers if one <= len(lesson.steps)]
            done |= {*found}
            known = len(found) + found[0][0].count("-") + 1 if found else 0
            odd = odd or (part if part and known != len(words) else "")
        return cls(frozenset(done)), odd
