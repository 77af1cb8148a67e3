"""The page that says which formulas give a printed number."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from irviz.views.explain import FIELDS, MAX_FIELD_CHARACTERS, explain_data

if TYPE_CHECKING:
    from collections.abc import Mapping

    from irviz.pages.host import Frame, Host
    from irviz.pages.visit import Visit

_ASKED = "explain"


def show(host: Host) -> Frame:
    """Make the frame of the page: the form, at first with the list of Explore's board, and the answer."""
    visit = host.visit
    board = visit.explore_session.desk.visible[0]
    grades = ["-" if index in board.unjudged else str(board.grades[index]) for index in board.order]
    fields = visit.state.get(_ASKED) or _read_fields(visit.link) or {"g": " ".join(grades)}
    return host.make_frame(host.add_part("explain", lambda: explain_data(fields)))


def _read_fields(texts: Mapping[str, object]) -> dict[str, str]:
    """The texts of the form's fields among others."""
    return {name: str(texts[name])[:MAX_FIELD_CHARACTERS] for name in FIELDS if texts.get(name)}


class ExplainRequest(TypedDict, total=False):
    """A request of the form: all its fields, by the names in `irviz.views.explain.FIELDS`, with ``do``: ``ask``."""

    do: str
    n: str
    g: str
    m: str
    k: str
    n2: str
    g2: str


def answer(visit: Visit, _part: str, request: object) -> None:
    """Keep what the form asks; an invalid request changes nothing.

    Args:
        visit: The open page.
        request: The request, an `ExplainRequest` if it is valid.
    """
    if isinstance(request, dict) and request.get("do") == "ask":
        visit.state[_ASKED] = _read_fields(request)
