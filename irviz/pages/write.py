"""The form in which a teacher writes a challenge: whether it is open, its contents, and its check."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypedDict

from irviz.lessons.draft import MOST_ROWS, Draft, judge
from irviz.pages.visit import EXPLORE
from irviz.views.author import Checked, Writing, author_data, board_parameters, place_after_check

if TYPE_CHECKING:
    from irviz.pages.host import Host
    from irviz.pages.visit import Visit

_WRITING = "writing"
_OPEN = "writing-open"


def is_open(visit: Visit) -> bool:
    """Whether the form for a challenge is open; at first, whether the link opens it."""
    if _OPEN not in visit.state:
        visit.state[_OPEN] = visit.link.get("write") == "1"
    return bool(visit.state[_OPEN])


def open_from_link(visit: Visit) -> str:
    """Open the form with the draft it had when it was left; returns the path of its page.

    It begins with the board as it is seen, so no change waits for a prediction, or for a class.
    """
    visit.state[_OPEN] = True
    visit.take_board(EXPLORE)
    session = visit.session
    shown = session.history.look(replace(session.desk, predict=False))
    visit.replace_session(replace(session, staged=None, history=shown))
    return "challenges"


def add_form(host: Host) -> str:
    """Add the form to the page, and check its draft if that was asked for; returns the part's name."""
    visit = host.visit
    writing = current_form(visit)
    if writing.is_asked:
        draft, start = writing.draft, board_parameters(visit.session)
        verdict = host.run_search("Looking for the fewest moves", writing.heard, lambda: judge(draft, start))
        writing = replace(writing, is_asked=False, checked=Checked(draft, start, verdict))
        writing = replace(writing, reach=(place_after_check(writing, visit.session), writing.heard))
        visit.state[_WRITING] = writing
    return host.add_part("author", lambda: author_data(writing, visit.session))


def current_form(visit: Visit) -> Writing:
    """The state of the form in which a challenge is written: its draft, and the last check."""
    if _WRITING not in visit.state:
        visit.state[_WRITING] = Writing.reopen(visit.link.get("draft", ""))
    current: Writing = visit.state[_WRITING]
    return current


class WriteRequest(TypedDict, total=False):
    """A request of the form in which a challenge is written.

    Attributes:
        fields: The values of all fields; see `irviz.lessons.draft.Draft.read_fields`.
        number: The number of the request, counted by the browser's page.
        add: Add a condition.
        remove: Remove the condition of this index, from 0.
        check: Check the draft.
        leave: Close the form.
    """

    fields: dict[str, str]
    number: int
    add: bool
    remove: int
    check: bool
    leave: bool


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
    fields, number = request.get("fields"), request.get("number")
    if not isinstance(fields, dict):
        return
    draft, writing = Draft.read_fields(fields), current_form(visit)
    heard, reach = number if type(number) is int else writing.heard, writing.reach
    rows, at = draft.rows, request.get("remove")
    if request.get("add") and len(rows) < MOST_ROWS:
        draft = replace(draft, rows=(*rows, replace(rows[-1], relation="same", value="")))
        reach = (f"[name=subject-{len(rows)}]", heard)
    elif type(at) is int and 0 <= at < len(rows) > 1:
        draft = replace(draft, rows=(*rows[:at], *rows[at + 1 :]))
        reach = ("[data-do=add]", heard)
    asked = bool(request.get("check"))
    visit.state[_WRITING] = replace(writing.with_draft(draft), heard=heard, reach=reach, note="", is_asked=asked)
