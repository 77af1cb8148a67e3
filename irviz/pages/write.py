"""The form in which a teacher writes a challenge: whether it is open, and its contents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypedDict

from irviz.lessons.draft import Draft, judge
from irviz.views.author import Checked, Writing, board_parameters

if TYPE_CHECKING:
    from irviz.pages.visit import Visit

_WRITING = "writing"
_OPEN = "writing-open"


def is_open(visit: Visit) -> bool:
    """Whether the form for a challenge is open; at first, whether the link opens it."""
    if _OPEN not in visit.state:
        visit.state[_OPEN] = visit.link.get("write") == "1"
    return bool(visit.state[_OPEN])


def open_from_link(visit: Visit) -> str:
    """Open the form with the draft it had when it was left; returns the path of its page."""
    visit.state[_OPEN] = True
    return "challenges"


def current_form(visit: Visit) -> Writing:
    """The state of the form in which a challenge is written: its draft, and the last check."""
    if _WRITING not in visit.state:
        visit.state[_WRITING] = Writing.reopen(visit.link.get("draft", ""))
    current: Writing = visit.state[_WRITING]
    return current


class WriteRequest(TypedDict, total=False):
    """A request of the form in which a challenge is written: one of the first three, with its number.

    Attributes:
        draft: Keep the draft, as the form has it.
        check: Check the draft, as the form has it.
        leave: Close the form.
        page: A random number that identifies the browser's page.
        count: The number of the request, counted by that page.
    """

    draft: dict[str, Any]
    check: dict[str, Any]
    leave: bool
    page: float
    count: int


def answer(visit: Visit, request: object) -> None:
    """Apply a request of the form in which a challenge is written; an invalid one changes nothing.

    Args:
        visit: The open page.
        request: The request, a `WriteRequest` if it is valid.
    """
    if not isinstance(request, dict):
        return
    if request.get("leave"):
        visit.state[_OPEN] = False
    form = request.get("check") or request.get("draft")
    if isinstance(form, dict):
        visit.state[_WRITING] = _check_form(visit, form, request)


def _check_form(visit: Visit, form: dict[str, Any], request: dict[str, Any]) -> Writing:
    """The state of the form after a request, whose draft is `form`; checked where the request asks for it."""
    draft = Draft.read(form)
    checked = current_form(visit).checked
    if "check" in request:
        start = board_parameters(visit.session)
        checked = Checked(draft, start, judge(draft, start))
    page, count = request.get("page"), request.get("count")
    answered = (0.0, 0)
    if isinstance(page, int | float) and isinstance(count, int):
        answered = (page, count)
    return Writing(draft, checked, answered)
