"""Data for the bar at the foot of the page while a teacher presents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypedDict

from irviz.lenses.formatting import list_cards
from irviz.lessons.challenge import challenges
from irviz.lessons.course import lessons
from irviz.scenarios.catalogue import find_fresh_desk
from irviz.state import permalink
from irviz.state.cache import cache_by_size
from irviz.state.deck_file import DeckReader, parse_parameters
from irviz.state.locks import list_phone_locks
from irviz.state.pairs.pair import is_numbered
from irviz.views.curves import title_metric

if TYPE_CHECKING:
    from irviz.lessons.study import Study
    from irviz.state.desk import Desk
    from irviz.state.session import Session

SKETCHED = 12
"""A sketch shows so many results of a list."""


class SketchedList(TypedDict):
    """An open query with its first results, as `list_cards` gives them, and the number of those after them."""

    query: str
    results: list[dict[str, Any]]
    more: int


class Sketch(TypedDict):
    """A small preview of a board's state, for the person who gives the talk.

    Attributes:
        link: The text of the state's link; empty for a step of a lesson.
        lists: Each open query with its results.
        k: The cutoff.
        metric: The title of the chosen metric, or of its mean.
        is_predicting: Whether actions are predicted first.
        is_masked: Whether the values are masked.
    """

    link: str
    lists: list[SketchedList]
    k: int
    metric: str
    is_predicting: bool
    is_masked: bool


class TaskData(TypedDict):
    """A lesson step or a challenge that is presented.

    Attributes:
        title: The title of the step or challenge.
        number: Its number, from 1; 0 for a challenge that a teacher has written.
        count: The number of steps of the lesson, or of challenges.
        has_previous: Whether there is a step before it, if in another lesson.
        has_next: Whether there is a step or challenge after it.
        next_title: The title of that; empty for none.
        shows_text: Whether its text shows at once, as that of a challenge with its goal has to.
        shows_lens: Whether it highlights the lens below the chart.
    """

    title: str
    number: int
    count: int
    has_previous: bool
    has_next: bool
    next_title: str
    shows_text: bool
    shows_lens: bool


class MetricName(TypedDict):
    """A metric that the presenter can choose."""

    name: str
    title: str


class PresentData(TypedDict):
    """The data of the presenter's bar.

    Attributes:
        is_presenting: Whether the page is being presented.
        task: The step of a lesson, or the challenge, that is presented; else None.
        can_ask_class: Whether a class can be asked about the board.
        has_notes: Whether the window with the notes can be opened.
        has_text: Whether there is the text of a task to show.
        has_lens: Whether there is a lens below the chart to show.
        can_save: Whether states can be saved.
        phone_locks: The locks of the link for phones.
        state_titles: The titles of the saved states.
        has_untitled: Whether some saved states have uploaded lists, whose titles are in no link.
        step_text: The text of the open lesson step; empty for none.
        next_state: A preview of the next state; None where there is none.
        file_error: A sentence on why the file opened last has no saved states; empty if it has some.
        metric: The name of the chosen metric.
        metrics: The metrics that the presenter can choose.
    """

    is_presenting: bool
    task: TaskData | None
    can_ask_class: bool
    has_notes: bool
    has_text: bool
    has_lens: bool
    can_save: bool
    phone_locks: list[str]
    state_titles: list[str]
    has_untitled: bool
    step_text: str
    next_state: Sketch | None
    file_error: str
    metric: str
    metrics: list[MetricName]


def present_data(session: Session, study: Study | None = None, *, can_ask: bool = True) -> PresentData:
    """The data of the presenter's bar.

    Args:
        session: The session.
        study: The open task, whose steps are presented one after the other. None where the board is the user's
            own, whose link may have saved states to present.
        can_ask: Whether a class can be asked about the board.
    """
    desk = session.desk
    reader = DeckReader(session.catalogue)
    examples = [reader.find_example(one.link) for one in desk.deck]
    return {
        "is_presenting": desk.present,
        "task": describe_task(study) if study else None,
        "can_ask_class": can_ask,
        "has_notes": True,
        "has_text": study is not None and study.task is not None,
        "has_lens": not (desk.paired or "lens" in desk.off),
        "can_save": can_save_states(session, study),
        "phone_locks": [*list_phone_locks(paired=desk.paired)] if can_save_states(session, study) else [],
        "state_titles": [reader.describe_link(one.link) for one in desk.deck],
        "has_untitled": any(one.paired and is_numbered(one) for one in examples),
        "step_text": study.step.format_prose(desk) if study and study.step and desk.present else "",
        "next_state": next_state(session, study),
        "file_error": session.refused,
        "metric": desk.metric,
        "metrics": [{"name": metric.name, "title": metric.title} for metric in desk.metrics],
    }


def can_save_states(session: Session, study: Study | None = None) -> bool:
    """Whether states can be saved for a talk: not beside a task, and only of boards that any link can open."""
    return study is None and (session.desk.paired or find_fresh_desk(session.desk.id) is not None)


def describe_task(study: Study) -> TaskData | None:
    """The open step or challenge for the presenter's bar; None where there is neither."""
    place, challenge = study.place, study.challenge
    if challenge:
        names = [*challenges()]
        number = names.index(challenge.id) + 1 if challenge.id in names else 0
        return {
            "title": challenge.title,
            "number": number,
            "count": len(names),
            "has_previous": False,
            "has_next": 0 < number < len(names),
            "shows_text": True,
            "shows_lens": False,
            "next_title": challenges()[names[number]].title if 0 < number < len(names) else "",
        }
    if place is None:
        return None
    return {
        "title": place.lesson_step.title,
        "number": place.step,
        "count": len(lessons()[place.lesson].steps),
        "has_previous": place.previous_place is not None,
        "has_next": place.next_place is not None,
        "shows_text": False,
        "shows_lens": any(point.kind in _OF_LENS for point in place.lesson_step.points),
        "next_title": place.next_place.lesson_step.title if place.next_place else "",
    }


def next_state(session: Session, study: Study | None = None) -> Sketch | None:
    """A preview of the next state while presenting, saved or of the lesson's next step; None without one."""
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
    """A preview of a saved state, from its link and the example that it starts with."""
    # Masks are read in presenting mode only.
    return _sketch_desk(permalink.read({**parse_parameters(link), "present": "1"}, fresh)[0], link)


def _sketch_desk(desk: Desk, link: str = "") -> Sketch:
    """A preview of a desk: its first results, cutoff, metric, and whether values are masked; `link` is the desk's."""
    lists = [(board.query, list_cards(board)) for board in desk.visible]
    return {
        "link": link,
        "lists": [
            {"query": query, "results": results[:SKETCHED], "more": len(results[SKETCHED:])} for query, results in lists
        ],
        "k": desk.k,
        "metric": next(title_metric(one, desk) for one in desk.metrics if one.name == desk.metric),
        "is_predicting": desk.predict,
        "is_masked": desk.masked,
    }


def pair_present_data(*, present: bool, pair: int, more: bool) -> PresentData:
    """The data of the presenter's bar for a pair of orders, on a page without a board.

    Args:
        present: Whether the page is being presented.
        pair: The number of the pair, from 1; 0 where there is none.
        more: Whether there is another pair after it.
    """
    steps: TaskData = {
        "title": f"Pair {pair}",
        "number": 0,
        "count": 0,
        "has_previous": pair > 1,
        "has_next": more,
        "shows_text": False,
        "shows_lens": False,
        "next_title": f"Pair {pair + 1}" if more else "",
    }
    return {
        "is_presenting": present,
        "task": steps if pair else None,
        "can_ask_class": pair > 0,
        "has_notes": False,
        "has_text": False,
        "has_lens": False,
        "can_save": False,
        "phone_locks": [],
        "state_titles": [],
        "has_untitled": False,
        "step_text": "",
        "next_state": None,
        "file_error": "",
        "metric": "",
        "metrics": [],
    }


_OF_LENS = ("lens", "term")
"""What a step points at that stands below the chart."""
