"""The short introduction for a first visit, and the offer to continue for a visitor who returns."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from irviz.lessons.course import Place, first_minute, lessons
from irviz.scenarios.catalogue import CATALOGUE
from irviz.state import permalink

if TYPE_CHECKING:
    from irviz.lessons.lesson import Step
    from irviz.state.desk import Desk
    from irviz.state.session import Session


def first_link() -> dict[str, str]:
    """The link that the first minute begins with.

    >>> first_link()["first"]
    '1'
    """
    return dict(first_minute().steps[0].start)


def first_step(desk: Desk) -> Step | None:
    """The step of the first minute that is on a board; None where there is none, or while it is presented."""
    if not desk.first or desk.present:
        return None
    step = first_minute().steps[desk.first - 1]
    return step if desk.opened == step.desk.opened else None


def first_data(session: Session) -> dict[str, Any] | None:
    """The step that is on the board; on a board that nobody has touched, what may be offered; else None.

    Args:
        session: The session, with a board of the visitor's own.

    Returns:
        ``step`` is the step's number, and 0 where there is an offer: then ``begin`` is the link to the first
        one, and ``lessons`` says how many steps each lesson has, for who was in one of them.
    """
    desk = session.desk
    step = first_step(desk)
    if step is None:
        if desk != next(iter(CATALOGUE.values())) or session.history.past:
            return None
        steps = {name: len(lesson.steps) for name, lesson in lessons().items()}
        return {"step": 0, "begin": first_link(), "lessons": steps}
    every = first_minute().steps
    done = step.is_done(desk)
    on = every[desk.first] if desk.first < len(every) else None
    # The last step speaks of what the visitor has just done.
    there = replace(desk, first=desk.first + 1) if on and done and not on.ask else None
    course = next(iter(lessons().values()))
    return {
        "step": desk.first,
        "of": len(every),
        "title": step.title,
        "prose": step.format_prose(desk),
        "hint": step.format_hint(desk),
        "praise": step.format_praise(desk) if step.ask and done else "",
        "reply": "" if done else step.format_correction(desk),
        "done": done,
        "next": (permalink.write(there, session.fresh) if there else dict(on.start)) if on else None,
        "leave": permalink.write(_open_everything(desk, session.fresh), session.fresh),
        "lesson": {"link": Place(course.id).link, "words": f"Lesson {course.number}: {course.title}"},
    }


def _open_everything(desk: Desk, fresh: Desk) -> Desk:
    """The desk as it is, with everything shown that the introduction hides."""
    return replace(desk, first=0, hidden=fresh.hidden, metric=fresh.metric)
