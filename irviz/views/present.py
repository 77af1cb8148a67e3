"""Data for the bar at the foot of the page while a teacher presents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypedDict

from irviz.lenses.formatting import list_cards
from irviz.lessons.challenge import challenges
from irviz.lessons.course import lessons
from irviz.scenarios.catalogue import CATALOGUE
from irviz.scenarios.pairs import PAIRED
from irviz.state import permalink
from irviz.state.cache import cache_by_size
from irviz.state.deck_file import DeckReader, parse_parameters
from irviz.state.locks import list_phone_locks

if TYPE_CHECKING:
    from irviz.lessons.study import Study
    from irviz.state.desk import Desk
    from irviz.state.session import Session

SKETCHED = 12
"""A sketch shows so many results of a list."""


class Sketch(TypedDict):
    """A state in small, for who gives the talk.

    Attributes:
        link: The text of its link; empty for a step of a lesson.
        lists: Each open query with its results as `list_cards` gives them, no more than `SKETCHED`, and how many
            come after those.
        k: The cutoff.
        metric: What the chosen metric is called.
        predict: Whether one predicts first.
        masked: Whether its values are masked.
    """

    link: str
    lists: list[dict[str, Any]]
    k: int
    metric: str
    predict: bool
    masked: bool


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
        next: What that is called.
    """

    title: str
    number: int
    of: int
    back: bool
    forward: bool
    text: bool
    lens: bool
    next: str


def present_data(session: Session, study: Study | None = None) -> dict[str, Any]:
    """What the bar needs.

    Args:
        session: Whether it shows, and which metrics there are to walk through. What its saved states are
            called is said with the titles that are known here; those of own lists are in no link.
        study: The open task; a lesson's steps and the challenges are walked through. Where there is
            none, the board is the user's own, and a link may bring saved states to walk through.
    """
    desk = session.desk
    reader = DeckReader(session.catalogue)
    return {
        "present": desk.present,
        "talk": talk_of(study) if study else None,
        "board": not desk.paired,
        "class": True,
        "notes": True,
        "text": study is not None and study.task is not None,
        "lens": not (desk.paired or "lens" in desk.off),
        "saves": can_save_states(session, study),
        "phones": [*list_phone_locks(paired=desk.paired)] if can_save_states(session, study) else [],
        "names": [reader.describe_link(one.link) for one in desk.deck],
        "untitled": any(reader.find_example(one.link).id not in PAIRED for one in desk.deck if desk.paired),
        "prose": study.step.format_prose(desk) if study and study.step and desk.present else "",
        "next": next_state(session, study),
        "refused": session.refused,
        "metric": desk.metric,
        "metrics": [{"name": metric.name, "title": metric.title} for metric in desk.metrics],
    }


def can_save_states(session: Session, study: Study | None = None) -> bool:
    """Whether states can be saved: only of a board outside of tasks whose example any link opens."""
    return study is None and (session.desk.paired or session.desk.id in CATALOGUE)


def talk_of(study: Study) -> Talk | None:
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
            "next": challenges()[names[number]].title if 0 < number < len(names) else "",
        }
    if place is None:
        return None
    return {
        "title": place.lesson_step.title,
        "number": place.step,
        "of": len(lessons()[place.lesson].steps),
        "back": place.previous_place is not None,
        "forward": place.next_place is not None,
        "text": False,
        "lens": any(point.kind in _OF_LENS for point in place.lesson_step.points),
        "next": place.next_place.lesson_step.title if place.next_place else "",
    }


def next_state(session: Session, study: Study | None = None) -> Sketch | None:
    """The next state while presenting: a saved one, or a lesson's step with a board of its own."""
    if not session.desk.present:
        return None
    if study:
        after = study.place.next_place.lesson_step if study.place and study.place.next_place else None
        return _sketch_desk(after.desk) if after and after.sets else None
    desk = session.desk
    more = can_save_states(session) and desk.place < len(desk.deck)
    if not more:
        return None
    link = desk.deck[desk.place].link
    return _sketch_link(link, DeckReader(session.catalogue).find_example(link))


@cache_by_size(lambda _, *args: 2_000 + 100 * len(args[0]))
def _sketch_link(link: str, fresh: Desk) -> Sketch:
    """A saved state in small."""
    # Masks are read in presenting mode only.
    return _sketch_desk(permalink.read({**parse_parameters(link), "present": "1"}, fresh)[0], link)


def _sketch_desk(desk: Desk, link: str = "") -> Sketch:
    lists = [(board.query, list_cards(board)) for board in desk.visible]
    return {
        "link": link,
        "lists": [
            {"query": query, "results": results[:SKETCHED], "more": len(results[SKETCHED:])} for query, results in lists
        ],
        "k": desk.k,
        "metric": next(one.title for one in desk.metrics if one.name == desk.metric),
        "predict": desk.predict,
        "masked": desk.masked,
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
        "next": f"Pair {pair + 1}" if more else "",
    }
    return {
        "present": present,
        "talk": steps if pair else None,
        "board": False,
        "class": pair > 0,
        "notes": False,
        "text": False,
        "lens": False,
        "saves": False,
        "phones": [],
        "names": [],
        "untitled": False,
        "prose": "",
        "next": None,
        "refused": "",
        "metric": "",
        "metrics": [],
    }


_OF_LENS = ("lens", "term")
"""What a step points at that stands below the chart."""
