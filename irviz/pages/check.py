"""The page of the check at the end of the course: its questions, and what was answered."""

from __future__ import annotations

from secrets import randbelow
from typing import TYPE_CHECKING, TypedDict

from irviz.lessons.check.check import LARGEST, Check, parse_seed
from irviz.pages.study import current_progress
from irviz.views.check import check_data

if TYPE_CHECKING:
    from irviz.pages.host import Frame, Host
    from irviz.pages.visit import Visit
    from irviz.views.part import PartData

_CHECK = "check-answers"
_NOTES = "check-notes"
_AT = "check-at"
_REFUSED = "check-refused"


def begin(visit: Visit) -> None:
    """Prepare the page of the check when it is opened: it shows the first question that is left to read or answer."""
    visit.state.pop(_AT, None)
    visit.state[_REFUSED] = ""


def page_data(visit: Visit) -> PartData:
    """The data of the check's page, which starts with the check in the link or a new one."""
    if _CHECK not in visit.state:
        visit.state[_CHECK], visit.state[_NOTES] = Check.read(visit.link, _new_seed())
    state = visit.state
    return check_data(state[_CHECK], current_progress(visit), state[_NOTES], state.get(_AT), state.get(_REFUSED, ""))


def show(host: Host) -> Frame:
    """Make the frame of the check's page."""
    return host.make_frame(host.add_part("check", lambda: page_data(host.visit)))


class CheckRequest(TypedDict, total=False):
    """A request of the page of the check, which has one of these.

    Attributes:
        show: The number of the question to show, from 0.
        answer: The ``number`` of a question, and the ``choice`` of its answer, both from 0.
        seed: The seed of the questions, as the visitor has typed it.
        renew: Whether to draw new questions.
    """

    show: int
    answer: dict[str, int]
    seed: str
    renew: bool


def answer(visit: Visit, _part: str, request: object) -> None:
    """Apply a request of the page, such as an answer; an invalid one changes nothing.

    Args:
        visit: The open page.
        request: The request, a `CheckRequest` if it is valid.
    """
    if not isinstance(request, dict):
        return
    state, current = visit.state, visit.state[_CHECK]
    match request:
        case {"show": int(at)} if 0 <= at <= len(current.said):
            state[_AT] = at
            return
        case {"answer": _}:
            state.setdefault(_AT, len(current.said))  # the reply is read before one goes on
    try:
        state[_CHECK] = apply_request(current, request, _new_seed())
        state[_NOTES], state[_REFUSED] = (), ""
        if state[_CHECK].seed != current.seed or not state[_CHECK].said:
            state.pop(_AT, None)
    except ValueError as error:
        # Typed input gets an answer; requests that no control of the page sends do not.
        state[_REFUSED] = str(error) if "seed" in request else ""


def apply_request(current: Check, request: dict[str, object], fresh: int) -> Check:
    """A copy of the check with a request of the page applied.

    Args:
        current: The check before.
        request: The request, a `CheckRequest` if it is valid.
        fresh: The seed of new questions.

    Raises:
        ValueError: If the request is invalid; where a seed was typed, the message is a sentence for the page.
    """
    match request:
        case {"answer": {"number": int(number), "choice": int(choice)}}:
            return current.answer(number, choice)
        case {"seed": str(text)}:
            return Check(parse_seed(text))
        case {"renew": True}:
            return Check(fresh)
        case _:
            return current


def _new_seed() -> int:
    """A random seed for new questions."""
    return 1 + randbelow(LARGEST)
