"""The page that finds where two metrics disagree: the question, and what was found."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypedDict

from irviz.pages.visit import EXPLORE
from irviz.scenarios.catalogue import CATALOGUE
from irviz.state.collection import ignore_progress
from irviz.state.disagreements.question import PARAMETERS, Question
from irviz.state.disagreements.question_form import read_form
from irviz.state.session import Session
from irviz.views.disagree import LOOKS, disagree_data, results_of
from irviz.workers import TooLongError, report_searches

if TYPE_CHECKING:
    from collections.abc import Mapping

    from irviz.pages.host import Frame, Host
    from irviz.pages.visit import Visit
    from irviz.views.disagree import DisagreeData

_QUESTION = "question"
_NOTES = "question-notes"
_LOOKS = "question-looks"
_SETTLED = "question-settled"
_KIND = "question-kind"
_TYPED = "question-typed"

_TOO_LONG = "This question was given up, since it took too long or was stopped: ask about fewer results, or ask again."


def begin(visit: Visit) -> None:
    """Read the question from the link, unless the page has one already."""
    state = visit.state
    if _QUESTION in state:
        return
    if visit.is_fresh:  # how this page is shown says nothing of Explore
        rest = {name: text for name, text in visit.link.items() if text != "1" or name not in LOOKS}
        replace(visit, link=rest).take_board(EXPLORE)
    _ask(visit, {name: visit.link[name] for name in PARAMETERS if name in visit.link})
    state[_NOTES] = (*visit.explore_session.notes, *state[_NOTES])
    state[_LOOKS] = [name for name in LOOKS if visit.link.get(name) == "1"]


def page_data(visit: Visit) -> DisagreeData:
    """The data of the page, with the answer to its question; if the search takes too long, of the question before."""
    begin(visit)
    state = visit.state
    try:
        data = _answer_data(visit)
    except TooLongError:
        state[_QUESTION] = state.get(_SETTLED) or Question.read({}, _list_session(visit).desk.visible[0])[0]
        state[_NOTES], state[_TYPED] = [_TOO_LONG], ""
        with report_searches(ignore_progress):  # it is known, or found in no time
            data = _answer_data(visit)
    state[_SETTLED] = state[_QUESTION]
    return data


def show(host: Host) -> Frame:
    """Make the frame of the page on which two metrics disagree; its search for orders can be stopped."""
    visit = host.visit
    begin(visit)
    mark = (visit.state[_QUESTION], visit.link)
    host.run_search("Looking for two orders", mark, lambda: host.add_part("disagree", lambda: page_data(visit)))
    found = host.data["disagree"]
    host.data |= {name: found[name] for name in ("present", "rooms") if name in found}  # it may have failed
    return host.make_frame(*host.data)


class DisagreeRequest(TypedDict, total=False):
    """A request of the page, which has one of the first three, or none.

    Attributes:
        fields: What is in the form (`irviz.state.disagreements.question_form.read_form`).
        swap: Swap the two metrics.
        pair: The number of another pair of orders, from "1".
        look: Which settings of `LOOKS` are to be on.
    """

    fields: dict[str, str]
    swap: bool
    pair: str
    look: dict[str, bool]


def answer(visit: Visit, _part: str, request: object) -> None:
    """Set the question and the display settings from a request; an invalid one changes nothing.

    Args:
        visit: The open page.
        request: The request, a `DisagreeRequest` if it is valid.
    """
    if not isinstance(request, dict):
        return
    begin(visit)
    look = request.get("look")
    if isinstance(look, dict):
        visit.state[_LOOKS] = [name for name in LOOKS if look.get(name) is True]
    question: Question = visit.state[_QUESTION]
    match request:
        case {"fields": dict(fields)}:
            desk = _list_session(visit).desk
            link, notes = read_form(question, results_of(question, desk).visible[0], desk.visible[0], fields)
            _ask(visit, link)
            visit.state[_NOTES] = [*notes, *visit.state[_NOTES]]
            asked: Question = visit.state[_QUESTION]
            if asked.grades == question.grades:  # those that were typed may be invalid, and stay to be put right
                visit.state[_TYPED] = f"{fields.get('grades', '')}"
            if replace(asked, pair=question.pair) == question:
                visit.state[_QUESTION] = question
            visit.state[_KIND] = f"{fields.get('of', '')}"
        case {"swap": True}:
            _ask(visit, question.link | {"a": str(question.b), "b": str(question.a)})
        case {"pair": str(pair)}:
            _ask(visit, question.link | {"pair": pair})


def _answer_data(visit: Visit) -> DisagreeData:
    """The data of the page, with the answer to its question, for which two orders are searched."""
    state = visit.state
    form = {"of": state.get(_KIND, ""), "grades": state[_TYPED]}
    return disagree_data(state[_QUESTION], _list_session(visit), state[_NOTES], state[_LOOKS], form)


def _list_session(visit: Visit) -> Session:
    """The session of Explore, with a single list where a pair is open there."""
    session = visit.explore_session
    return Session.start({}, CATALOGUE) if session.desk.paired else session


def _ask(visit: Visit, link: Mapping[str, str]) -> None:
    """Store the question that a link's parameters describe, and notes on those that were ignored; forget typed text."""
    question, notes = Question.read(link, _list_session(visit).desk.visible[0])
    visit.state[_QUESTION], visit.state[_NOTES], visit.state[_TYPED] = question, notes, ""
