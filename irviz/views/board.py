"""What the draggable board shows, and what its tools lead to."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from irviz.formats.export.sheet import name_pair
from irviz.scenarios.catalogue import EXAMPLES
from irviz.state import locks, permalink
from irviz.state.board import DIGITS
from irviz.state.chosen_conventions import OPTIONS
from irviz.state.curves import lookahead
from irviz.state.deck import LIMITS
from irviz.state.deck_file import find_deck_kind
from irviz.state.desk import MAX_GRADE, MEAN
from irviz.state.pairs import pair
from irviz.state.pairs.judgments import list_outside_grades
from irviz.state.session import VIEW_STEPS
from irviz.state.tools import shuffle

if TYPE_CHECKING:
    from collections.abc import Iterable

    from irviz.scenarios.catalogue import Example
    from irviz.state.board import Board
    from irviz.state.desk import Desk
    from irviz.state.session import Session


def board_data(
    session: Session,
    examples: Iterable[Example] = EXAMPLES,
    *,
    saves: bool = False,
    first: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Data for the board: the session, and the results of its tools in advance.

    Args:
        session: The session.
        examples: What its menu offers.
        saves: Whether its states can be saved for a talk.
        first: From `first_data` in `irviz.views.first`.
    """
    desk, fresh = session.desk, session.fresh
    history = session.history
    return {
        "paired": desk.paired,
        "numbered": desk.paired and pair.is_numbered(desk),
        "outside": "".join(DIGITS[grade] for grade in list_outside_grades(desk.boards)) if desk.paired else "",
        "client": session.client,
        "revision": session.revision,
        "link": session.link,
        "set": desk.id,
        "fresh": {one.id: one.text for one in fresh.boards},
        "queries": [_query_data(one) for one in desk.boards],
        "tabs": [] if desk.paired else _list_tabs(fresh.boards),
        "examples": _list_examples(fresh, examples),
        "view": permalink.write_fields(fresh),
        "highest": MAX_GRADE,
        "told": desk.told,
        "tally": session.tally.write(),
        "peek": session.peek[0] if session.peek else 0,
        "n": desk.n,
        "asks": desk.n > lookahead.MAX_RESULTS,
        "gain": desk.conventions.gain,
        "gains": {gain: replace(desk.conventions, gain=gain).write() for gain in OPTIONS["gain"].values},
        "to": {
            "reset": _orders_by_id(session.reset_boards(desk).visible),
            **(_tool_orders_of_pair(desk) if desk.paired else _tool_orders(desk.visible)),
        },
        "undo": _write_link(session, history.undo().now) if history.past else None,
        "redo": _write_link(session, history.redo().now) if history.future else None,
        "notes": list(session.notes),
        "looks": VIEW_STEPS,
        "saves": saves,
        "first": first,
        "deck": {**LIMITS, "of": find_deck_kind(fresh)},
        "locks": {
            "steps": locks.OF_STEP,
            "parameters": locks.OF_PARAMETER,
            "board": locks.OF_BOARD,
            "implied": locks.IMPLIED,
        },
    }


def _list_examples(fresh: Desk, examples: Iterable[Example]) -> list[dict[str, str]]:
    """The examples in the menu, and the open one if it is not among them."""
    found = [{"id": one.desk.id, "title": one.title, "q": one.desk.opened} for one in examples]
    if all(one["id"] != fresh.id for one in found):
        title = name_pair(fresh) if fresh.paired else "Made up"
        found.append({"id": fresh.id, "title": title, "q": fresh.opened})
    return found


def _write_link(session: Session, desk: Desk) -> dict[str, str]:
    return permalink.write(desk, session.catalogue[desk.id])


def _tool_orders(boards: tuple[Board, ...], on: str = "") -> dict[str, dict[str, str]]:
    """By tool, the order that it makes of each board; `on` is added to the tools' names."""
    return {
        f"shuffle{on}": _orders_by_id(shuffle(boards)),
        f"ideal{on}": _orders_by_id(tuple(one.ideal() for one in boards)),
        f"worst{on}": _orders_by_id(tuple(one.worst() for one in boards)),
    }


def _tool_orders_of_pair(desk: Desk) -> dict[str, dict[str, str] | None]:
    """By tool and board of a pair, the order that it makes; None where it brings other documents."""
    found: dict[str, dict[str, str] | None] = {}
    for board in desk.boards:
        found |= _tool_orders((board,), f"-{board.id}")
    made = {f"copy-{board.id}": pair.copy_list(desk, board.id) for board in desk.boards}
    made["swap"] = pair.swap_lists(desk)
    for name, other in made.items():
        found[name] = _orders_by_id(other.boards) if other.id == desk.id else None
    return found


def _orders_by_id(boards: tuple[Board, ...]) -> dict[str, str]:
    return {one.id: one.text for one in boards}


def _query_data(one: Board) -> dict[str, Any]:
    return {
        "id": one.id,
        "query": one.query,
        "threshold": one.threshold,
        "top": one.top,
        "incomplete": one.incomplete,
        "below": [[result.title, result.grade] for result in one.below],
        "items": [{"id": item.id, "title": item.title, "alt": item.alt, "picture": item.picture} for item in one.items],
    }


def _list_tabs(boards: tuple[Board, ...]) -> list[dict[str, str]]:
    tabs = [{"id": one.id, "label": one.query} for one in boards]
    if len(boards) > 1:
        about = "The curves and scores as means over all of these queries"
        tabs.append({"id": MEAN, "label": f"mean of {len(boards)}", "about": about})
    return tabs
