"""The short introduction for a first visit, and the offer to continue for a visitor who returns."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypedDict
from urllib.parse import urlencode

from irviz.lessons.course import Place, first_minute, lessons
from irviz.scenarios.catalogue import CATALOGUE
from irviz.state import permalink
from irviz.views.elements import Element, h

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
        leave_link: The link parameters of the board as it is, with everything shown that the introduction hides.
        view: The elements of the step, whose buttons say to ``go`` to a link.
    """

    step: int
    leave_link: dict[str, str]
    view: list[Element]


def first_minute_data(session: Session) -> FirstStep | FirstOffer | None:
    """The data of the introduction's open step; on an untouched first board, the offer to begin; else None."""
    desk = session.desk
    step = first_step(desk)
    if step is None:
        if desk != next(iter(CATALOGUE.values())) or session.history.past:
            return None
        steps = {name: len(lesson.steps) for name, lesson in lessons().items()}
        return {"step": 0, "begin_link": first_link(), "steps_by_lesson": steps}
    leave = permalink.write(_open_everything(desk, session.fresh), session.fresh)
    return {"step": desk.first, "leave_link": leave, "view": [_show_step(step, desk, session.fresh, leave)]}


def _show_step(step: Step, desk: Desk, fresh: Desk, leave: dict[str, str]) -> Element:
    """A step as an element; both its texts have their room, so that nothing moves when the second replaces the first.

    Args:
        step: The step.
        desk: The desk, which is at it.
        fresh: Its example, unchanged.
        leave: The link that leaves the introduction.
    """
    every = first_minute().steps
    done = step.is_done(desk)
    praise = step.format_praise(desk) if step.ask and done else ""
    said = praise if done else step.format_correction(desk)
    on = every[desk.first] if desk.first < len(every) else None
    # The last step speaks of what the visitor has just done.
    there = replace(desk, first=desk.first + 1) if on and done and not on.ask else None
    go = on and {"go": permalink.write(there, fresh) if there else dict(on.start)}
    course = next(iter(lessons().values()))
    lesson = f"./learn?{urlencode(Place(course.id).link)}"
    place = h("span.ix-caption.ix-nowrap", f"{desk.first} of {len(every)}")
    why = "Why?" if praise.endswith("why?") else "Next"
    return h(
        "section.ix-first.ix-panel.ix-line.ix-ends",
        h(
            "div.ix-grows",
            h("h2.ix-h3", step.title, " ", place, tabindex="-1"),
            h(
                "div.ix-first-words.ix-as-grid.ix-l",
                h(
                    "div",
                    h("ix:prose", step.format_prose(desk)),
                    h("p.ix-said", step.format_hint(desk)),
                    data_off=bool(said),
                ),
                h("div", h("ix:prose", said), data_off=not said, role="status"),
            ),
        ),
        h(
            "div.ix-line.ix-first-ways",
            h("button.ix-button", why, key="next", class_=done and "ix-do", data_testid="first-next", say=go)
            if go
            else h("a.ix-button.ix-do", f"Lesson {course.number}: {course.title}", key="lesson", href=lesson),
            h(
                "button.ix-button",
                "Skip" if go else "The open board",
                key="leave",
                class_=go and "ix-quiet",
                title="The open board (Esc)",
                data_testid="first-leave",
                say={"go": leave},
            ),
        ),
        key="first",
        aria_label="A first minute",
        data_testid="first-step",
        data_step=desk.first,
    )


def _open_everything(desk: Desk, fresh: Desk) -> Desk:
    """A copy of the desk that is no step of the introduction, and shows what that hides; `fresh` is its example."""
    return replace(desk, first=0, hidden=fresh.hidden, metric=fresh.metric)
