"""The short introduction for a first visit, and the offer to continue for a visitor who returns."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypedDict

from irviz.lessons.course import Place, first_minute, lessons
from irviz.scenarios.catalogue import CATALOGUE
from irviz.state import permalink

if TYPE_CHECKING:
    from irviz.lessons.lesson import Step
    from irviz.state.desk import Desk
    from irviz.state.session import Session


def first_link() -> dict[str, str]:
    """The link parameters of the first step of the short introduction, the first minute.

    >>> first_link()["first"]
    '1'
    """
    return dict(first_minute().steps[0].start)


def first_step(desk: Desk) -> Step | None:
    """The step of the introduction that a desk is at; None where there is none, or while presenting."""
    if not desk.first or desk.present:
        return None
    step = first_minute().steps[desk.first - 1]
    return step if desk.opened == step.desk.opened else None


class FirstOffer(TypedDict):
    """The offer of the short introduction, the first minute, to a first visitor.

    Attributes:
        step: 0, for no step.
        begin_link: The link parameters of its first step.
        steps_by_lesson: The number of steps of each lesson, to offer a returning student the way back to one.
    """

    step: int
    begin_link: dict[str, str]
    steps_by_lesson: dict[str, int]


class FirstStep(TypedDict):
    """A step of the short introduction, the first minute.

    Attributes:
        step: The number of the step, from 1.
        step_count: The number of steps.
        title: The title of the step.
        prose: The task.
        hint: How to do it.
        praise: The text once it is done; empty if there is nothing to do.
        reply: The reply to a change that misses the goal; empty for none.
        is_done: Whether the task is done.
        next_link: The link parameters of the next step; None after the last.
        leave_link: The link parameters of the board as it is, with everything shown that the introduction hides.
        lesson: The first lesson: its link and its title.
    """

    step: int
    step_count: int
    title: str
    prose: str
    hint: str
    praise: str
    reply: str
    is_done: bool
    next_link: dict[str, str] | None
    leave_link: dict[str, str]
    lesson: LessonLink


class LessonLink(TypedDict):
    """A link to a lesson: its parameters and the lesson's title."""

    link: dict[str, str]
    title: str


def first_minute_data(session: Session) -> FirstStep | FirstOffer | None:
    """The data of the introduction's open step; on an untouched first board, the offer to begin; else None."""
    desk = session.desk
    step = first_step(desk)
    if step is None:
        if desk != next(iter(CATALOGUE.values())) or session.history.past:
            return None
        steps = {name: len(lesson.steps) for name, lesson in lessons().items()}
        return {"step": 0, "begin_link": first_link(), "steps_by_lesson": steps}
    every = first_minute().steps
    done = step.is_done(desk)
    on = every[desk.first] if desk.first < len(every) else None
    # The last step speaks of what the visitor has just done.
    there = replace(desk, first=desk.first + 1) if on and done and not on.ask else None
    course = next(iter(lessons().values()))
    return {
        "step": desk.first,
        "step_count": len(every),
        "title": step.title,
        "prose": step.format_prose(desk),
        "hint": step.format_hint(desk),
        "praise": step.format_praise(desk) if step.ask and done else "",
        "reply": "" if done else step.format_correction(desk),
        "is_done": done,
        "next_link": (permalink.write(there, session.fresh) if there else dict(on.start)) if on else None,
        "leave_link": permalink.write(_open_everything(desk, session.fresh), session.fresh),
        "lesson": {"link": Place(course.id).link, "title": f"Lesson {course.number}: {course.title}"},
    }


def _open_everything(desk: Desk, fresh: Desk) -> Desk:
    """A copy of the desk that is no step of the introduction, and shows what that hides; `fresh` is its example."""
    return replace(desk, first=0, hidden=fresh.hidden, metric=fresh.metric)
