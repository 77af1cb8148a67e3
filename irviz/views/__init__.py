"""The data of each part of a page, as plain values computed from the session alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from irviz.views.board import board_data
from irviz.views.curves import curves_data
from irviz.views.first_minute import first_minute_data
from irviz.views.lens import lens_data
from irviz.views.part import Guard, make_unguarded
from irviz.views.present import can_save_states, present_data
from irviz.views.room import room_data
from irviz.views.versus import versus_data
from irviz.views.words import words_of

if TYPE_CHECKING:
    from irviz.lessons.study import Study
    from irviz.state.session import Session
    from irviz.views.board import BoardData


def page_data(
    session: Session, study: Study | None = None, guard: Guard = make_unguarded, *, can_ask: bool = True
) -> dict[str, Any]:
    """The data of each part of a page with a board, by part; all of it can be encoded as JSON.

    Args:
        session: The session with the page's board, or with its two boards.
        study: The open task; None where the board is the user's own.
        guard: Called with a part's name and the function that makes its data, to catch errors; by default they
            propagate.
        can_ask: Whether a class can be asked about the board.

    Example:
        >>> from irviz.scenarios.catalogue import CATALOGUE
        >>> from irviz.state.desk import ALL_NAMES
        >>> from irviz.state.session import Session
        >>> shown = page_data(Session.start({"q": "white-cat", "k": "5"}, CATALOGUE))
        >>> list(shown), shown["curves"]["curves"]["R"][4]
        (['board', 'curves', 'lens', 'present', 'rooms', 'words'], 0.75)
    """
    if session.desk.paired:
        return {
            "board": guard("board", lambda: board_data(session, can_save=can_save_states(session))),
            "versus": guard("versus", lambda: versus_data(session)),
            "present": guard("present", lambda: present_data(session)),
            "rooms": guard("rooms", lambda: room_data(session)),
            "words": guard("words", lambda: words_of(session.desk)),
        }
    return {
        "board": guard("board", lambda: _board(session, study)),
        "curves": guard("curves", lambda: curves_data(session, study)),
        "lens": guard("lens", lambda: lens_data(session, guard, study.untaught if study else ())),
        "present": guard("present", lambda: present_data(session, study, can_ask=can_ask)),
        "rooms": guard("rooms", lambda: room_data(session, study, can_ask=can_ask)),
        "words": guard("words", lambda: words_of(session.desk)),
    }


def _board(session: Session, study: Study | None) -> BoardData:
    """The data of the board; where no task is open, with the first minute."""
    return board_data(
        session,
        can_save=can_save_states(session, study),
        first_minute=first_minute_data(session) if study is None else None,
        is_demonstration=bool(study and study.shown),
    )
