"""The page on which a teacher builds a link: which board, and what is hidden or locked on it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypedDict

from irviz.pages.visit import COMPARE, EXPLORE
from irviz.scenarios.catalogue import CATALOGUE
from irviz.state import permalink
from irviz.views.handout import handout_data, list_editable_names

if TYPE_CHECKING:
    from collections.abc import Container

    from irviz.pages.host import Frame, Host
    from irviz.pages.visit import Visit
    from irviz.state.session import Session
    from irviz.views.part import PartData

_FROM = "from"
"""What the address of this page says of Compare, so that it can be loaded anew."""

_TICKS = "tick"
"""What it says of the boxes that were changed."""

_CHOSEN = "handout-chosen"

_PATHS = {"lessons": "learn"}
"""The paths of pages whose board is kept under another name."""


def begin(visit: Visit) -> None:
    """Prepare the page when it is opened: no boxes are ticked that were ticked for another link."""
    visit.state.pop(_CHOSEN, None)


def page_data(visit: Visit) -> PartData:
    """The data of the page that builds a link to an exercise."""
    if visit.is_fresh and visit.link.get(_FROM) == COMPARE:
        visit.take_board(COMPARE)
    current = _session_to_hand_out(visit)
    desk = current.desk
    chosen = _find_chosen(visit, list_editable_names(desk, _exercise_locks(visit)))
    # In the address, so that loading the page anew, as clickers do, loses nothing; a task's locks are not handed out.
    if _is_of_explore(visit) or visit.owner == COMPARE:
        address = {**current.address, **({_FROM: COMPARE} if desk.paired else {})}
    else:
        unlocked = replace(desk.without_deck(), off=())
        address = permalink.write(unlocked, current.fresh) if desk.id in CATALOGUE else {}
    ticks = ".".join(name if on else f"-{name}" for name, on in chosen.items())
    shown = handout_data(current, chosen, _exercise_locks(visit))
    ours = [*permalink.write_full(desk), _FROM, _TICKS]
    shown["address"] = ({**address, **({_TICKS: ticks} if ticks else {})}, ours)
    return shown


def _find_chosen(visit: Visit, names: Container[str]) -> dict[str, bool]:
    """By name, whether each box is ticked that was changed, here or before the page was loaded anew."""
    told = {one.removeprefix("-"): not one.startswith("-") for one in visit.link.get(_TICKS, "").split(".")}
    found: dict[str, bool] = visit.state.get(_CHOSEN, told)
    return {name: on for name, on in found.items() if name in names}


def show(host: Host) -> Frame:
    """Make the frame of the page that builds a link to an exercise."""
    return host.make_frame(host.add_part("handout", lambda: page_data(host.visit)))


class HandoutRequest(TypedDict, total=False):
    """A request of the page: tick boxes by name, each to be ticked or not; or to go back to what is presented."""

    tick: dict[str, bool]
    back: bool


def answer(visit: Visit, _part: str, request: object) -> str | None:
    """Tick a box, or go back to the presented page, whose name is returned; an invalid request changes nothing.

    Args:
        visit: The open page.
        request: The request, a `HandoutRequest` if it is valid.

    Returns:
        The path of the page to show next, or None for the same.
    """
    desk = _session_to_hand_out(visit).desk
    match request:
        case {"tick": dict(ticks)}:
            names = list_editable_names(desk, _exercise_locks(visit))
            told = {one: on for one, on in ticks.items() if one in names and isinstance(on, bool)}
            visit.state[_CHOSEN] = {**_find_chosen(visit, names), **told}
        case {"back": True} if desk.present:
            return EXPLORE if _is_of_explore(visit) else _PATHS.get(visit.owner, visit.owner)
    return None


def _is_of_explore(visit: Visit) -> bool:
    """Whether the exercise is Explore's board, or Compare's lists while they are not presented."""
    desk = visit.session.desk
    return visit.owner == EXPLORE or (desk.paired and not desk.present)


def _session_to_hand_out(visit: Visit) -> Session:
    """The session whose board is handed out."""
    return visit.explore_session if _is_of_explore(visit) else visit.session


def _exercise_locks(visit: Visit) -> tuple[str, ...]:
    """The locks of an exercise that was received, which cannot be removed; none where a task has the board."""
    return _session_to_hand_out(visit).desk.off if _is_of_explore(visit) else ()
