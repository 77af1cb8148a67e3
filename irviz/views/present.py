"""What the bar at the foot of the page shows while somebody presents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypedDict

from irviz.lessons.challenges import challenges
from irviz.lessons.course import lessons
from irviz.scenarios.catalogue import CATALOGUE
from irviz.state.deck_file import Reader

if TYPE_CHECKING:
    from irviz.lessons.study import Study
    from irviz.state.session import Session

_READER = Reader(CATALOGUE)


class Talk(TypedDict):
    """A step of a lesson on the projector, or a challenge.

    Attributes:
        title: What it is called.
        number: Which one it is, from 1; 0 for a challenge that a teacher has written.
        of: How many there are.
        back: Whether there is one before it, or a lesson.
        forward: Whether there is one after it, or a lesson.
        text: Whether its text shows from the start: a challenge is nothing without its goal.
        lens: Whether it points at what stands below the chart.
    """

    title: str
    number: int
    of: int
    back: bool
    forward: bool
    text: bool
    lens: bool


def present_data(session: Session, study: Study | None = None) -> dict[str, Any]:
    """What the bar needs.

    Args:
        session: Whether it shows, and which metrics there are to walk through.
        study: What somebody has to do; a lesson's steps and the challenges are walked through. Where there is
            none, the board is the user's own, and a link may bring saved states to walk through.
    """
    desk = session.desk
    return {
        "present": desk.present,
        "talk": talk(study) if study else None,
        "text": study is not None and study.task is not None,
        "lens": not (desk.paired or "lens" in desk.off),
        "saves": saves(session, study),
        "names": [_READER.name(one.link) for one in desk.deck],
        "refused": session.refused,
        "metric": desk.metric,
        "metrics": [{"name": metric.name, "title": metric.title} for metric in desk.metrics],
    }


def saves(session: Session, study: Study | None = None) -> bool:
    """Whether its states can be saved: the board is the user's own, and any link opens its example."""
    return study is None and session.desk.id in CATALOGUE


def talk(study: Study) -> Talk | None:
    """What the presenter's bar shows of a step or a challenge; None where there is neither."""
    place, challenge = study.place, study.challenge
    if challenge:
        names = [*challenges()]
        number = names.index(challenge.id) + 1 if challenge.id in names else 0
        return {
            "title": challenge.title,
            "number": number,
            "of": len(names),
            "back": False,
            "forward": 0 < number < len(names),
            "text": True,
            "lens": False,
        }
    if place is None:
        return None
    return {
        "title": place.found.title,
        "number": place.step,
        "of": len(lessons()[place.lesson].steps),
        "back": place.before is not None,
        "forward": place.after is not None,
        "text": False,
        "lens": any(point.kind in _OF_LENS for point in place.found.points),
    }


def without_board(*, present: bool, pair: int, more: bool) -> dict[str, Any]:
    """What the bar needs where one of several pairs of orders is presented, and no board.

    Args:
        present: Whether it shows.
        pair: The number of the pair, from 1; 0 where there is none.
        more: Whether there is another one after it.
    """
    steps: Talk = {
        "title": f"Pair {pair}",
        "number": 0,
        "of": 0,
        "back": pair > 1,
        "forward": more,
        "text": False,
        "lens": False,
    }
    return {
        "present": present,
        "talk": steps if pair else None,
        "text": False,
        "lens": False,
        "saves": False,
        "names": [],
        "refused": "",
        "metric": "",
        "metrics": [],
    }


_OF_LENS = ("lens", "term")
"""What a step points at that stands below the chart."""
