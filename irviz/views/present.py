"""What the bar at the foot of the page shows while somebody presents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypedDict

from irviz.lessons.course import lessons
from irviz.scenarios.catalogue import CATALOGUE
from irviz.state.deck_file import Reader

if TYPE_CHECKING:
    from irviz.lessons.course import Place
    from irviz.lessons.study import Study
    from irviz.state.session import Session

_READER = Reader(CATALOGUE)


class Talk(TypedDict):
    """A step of a lesson on the projector.

    Attributes:
        title: What the step is called.
        number: Which one it is, from 1.
        of: How many there are.
        back: Whether there is one before it, or a lesson.
        forward: Whether there is one after it, or a lesson.
    """

    title: str
    number: int
    of: int
    back: bool
    forward: bool


def present_data(session: Session, study: Study | None = None) -> dict[str, Any]:
    """What the bar needs.

    Args:
        session: Whether it shows, and which metrics there are to walk through.
        study: What somebody has to do; a lesson's steps are walked through. Where there is none, the board
            is the user's own, and a link may bring saved states to walk through.
    """
    desk = session.desk
    return {
        "present": desk.present,
        "talk": talk(study.place) if study else None,
        "saves": saves(session, study),
        "names": [_READER.name(one.link) for one in desk.deck],
        "refused": session.refused,
        "metric": desk.metric,
        "metrics": [{"name": metric.name, "title": metric.title} for metric in desk.metrics],
    }


def saves(session: Session, study: Study | None = None) -> bool:
    """Whether its states can be saved: the board is the user's own, and any link opens its example."""
    return study is None and session.desk.id in CATALOGUE


def talk(place: Place | None) -> Talk | None:
    """What the presenter's bar shows of a lesson."""
    if place is None:
        return None
    return {
        "title": place.found.title,
        "number": place.step,
        "of": len(lessons()[place.lesson].steps),
        "back": place.before is not None,
        "forward": place.after is not None,
    }
