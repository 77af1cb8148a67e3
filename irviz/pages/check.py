"""The page of the check at the end of the course: its questions, and what was answered."""

from __future__ import annotations

from secrets import randbelow
from typing import TYPE_CHECKING, Any

from irviz.lessons.check.check import LARGEST, Check, seeded
from irviz.pages.study import done_so_far
from irviz.views.check import check_data

if TYPE_CHECKING:
    from irviz.pages.host import Frame, Host
    from irviz.pages.visit import Visit

_CHECK = "check-answers"
_NOTES = "check-notes"


def shown(visit: Visit) -> dict[str, Any]:
    """What the page shows."""
    if _CHECK not in visit.state:
        visit.state[_CHECK], visit.state[_NOTES] = Check.read(visit.link, _fresh())
    return check_data(visit.state[_CHECK], done_so_far(visit), visit.state[_NOTES])


def show(host: Host) -> Frame:
    """Make the page's frame."""
    return host.lay(host.part("check", lambda: shown(host.visit)))


def answer(visit: Visit, _part: str, request: object) -> None:
    """Do what is asked for; a request that makes no sense changes nothing.

    Args:
        visit: The open page.
        request: See `asked`.
    """
    if not isinstance(request, dict):
        return
    try:
        visit.state[_CHECK] = asked(visit.state[_CHECK], request, _fresh())
        visit.state[_NOTES] = ()
    except ValueError as error:
        # What somebody typed is answered; what no hand can press is not.
        visit.state[_NOTES] = (str(error),) if "seed" in request else ()


def asked(current: Check, request: dict[str, object], fresh: int) -> Check:
    """The check after a request from the page.

    Args:
        current: The check before.
        request: `{"answer": {"number", "choice"}}`, `{"seed": text}` or `{"fresh": True}`.
        fresh: The seed of new questions.

    Raises:
        ValueError: If it makes no sense; the message is a line for the page where a seed was typed.
    """
    match request:
        case {"answer": {"number": int(number), "choice": int(choice)}}:
            return current.answer(number, choice)
        case {"seed": str(text)}:
            return Check(seeded(text))
        case {"fresh": True}:
            return Check(fresh)
        case _:
            return current


def _fresh() -> int:
    return 1 + randbelow(LARGEST)
