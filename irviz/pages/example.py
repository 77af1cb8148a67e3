"""The page on which a teacher writes an example: the form, and beside it the board that it makes."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypedDict

from irviz.formats.errors import quote_name
from irviz.pages.boards import share_groups
from irviz.pages.visit import EXPLORE
from irviz.scenarios.catalogue import CATALOGUE, EXAMPLES
from irviz.state.example_draft import Draft
from irviz.state.fields import Stays, keep_fields
from irviz.state.own_example import MAX_FILE_BYTES, ExampleError, OwnExample, copy_desk, is_own, read_desk, read_example
from irviz.views.example import Fault, example_data

if TYPE_CHECKING:
    from irviz.pages.host import Frame, Host
    from irviz.pages.visit import Visit
    from irviz.state.session import Session
    from irviz.views.part import PartData

_DRAFT, _FAULT, _PAST, _HEARD, _LIVE = (f"example-{name}" for name in ("draft", "fault", "past", "heard", "live"))
_MAX_STEPS_BACK = 50
_LOCKED = "The board is an exercise with parts locked: open the dashboard without its link to write an example."


def show(host: Host) -> Frame:
    """Make the frame of the form, with the board beside it."""
    visit = host.visit
    visit.take_board(EXPLORE)
    fault = visit.state.pop(_FAULT, Fault())
    results = visit.find_left_session("results")
    query = results.desk.visible[0].query if results else ""
    back = bool(visit.state.get(_PAST))

    def make() -> PartData:
        """The data of the form, the number of the last texts that it has sent, and what makes no example yet."""
        # What is wrong already, is told of what is typed by now.
        shown = (visit.state.get(_DRAFT) and visit.state.get(_LIVE)) or current_draft(visit)
        made = example_data(shown, visit.session, fault, query, can_go_back=back)
        typed: Draft | None = visit.state.get(_LIVE) or visit.state.get(_DRAFT)
        draft = {"of": visit.session.desk.id, **typed.to_json()} if typed else None
        return {**made, "heard": visit.state.get(_HEARD, 0), "draft": draft}

    form = host.add_part("example", make)
    board = host.add_board()
    return host.make_frame(*board, left=(form,), below=(host.add_share_menu(share_groups(visit.session.desk)),))


def current_draft(visit: Visit) -> Draft:
    """The fields of the form: the own example on the board, as it is there, or what is typed and makes none."""
    typed: Draft | None = visit.state.get(_DRAFT)
    desk = visit.session.desk
    if typed is None and is_own(desk.id):
        return Draft.of(read_desk(desk))
    return typed or Draft()


class ExampleRequest(TypedDict, total=False):
    """A request of the form.

    Attributes:
        do: ``back``: take back the last change of the form. ``type``: these ``fields`` have other texts. ``add`` a
            query, or ``remove`` the one ``at`` an index from 0.
            ``start`` from the example named by the ``value``, from the board as it is (``board``), from the open query
            of one's own ``results``, or with an empty form. ``picture``: the results with a ``title`` get a picture.
            ``open`` a file, by its ``text``. ``recall``: what the browser has kept of a ``draft`` beside this board.
        fields: Texts by the name of their field; see `irviz.state.example_draft.Draft.type`.
        value: What to start from.
        at: The index of a query, from 0.
        title: The title of a result.
        picture: The name of a picture in the browser, or empty.
        text: The JSON of a file, with the names of its pictures in the browser.
        name: What that file is called.
        draft: What `show` gave as ``draft``.
        number: The number of these texts, counted by the browser's page.
        live: Whether a field is still being typed in, so that what makes no example is left alone.
        fault: Why the browser could not read a file, or a picture.
    """

    do: str
    fields: dict[str, str]
    value: str
    at: int
    title: str
    picture: str
    text: str
    name: str
    draft: dict[str, Any]
    number: int
    live: bool
    fault: str


def answer(visit: Visit, _part: str, request: object) -> None:
    """Apply a request of the form; an invalid one changes nothing.

    Args:
        visit: The open page.
        request: The request, an `ExampleRequest` if it is valid.
    """
    visit.take_board(EXPLORE)
    if visit.session.desk.off:
        visit.state[_FAULT] = Fault(_LOCKED)
        return
    if isinstance(request, dict) and type(number := request.get("number")) is int:
        visit.state[_HEARD] = number
    visit.state.pop(_LIVE, None)
    match request:
        case {"do": "back"}:
            _take_back(visit)
        case {"do": "recall", "draft": dict(kept)}:
            _recall(visit, kept)
        case _:
            _change(visit, request)


def _change(visit: Visit, request: object) -> None:
    """Change the form and the board as a request asks, and keep what they were before."""
    draft = current_draft(visit)
    before = (draft, visit.session)
    match request:
        case {"do": "start", "value": str(name)}:
            _start(visit, name)
        case {"do": "open", "text": str(text), **more}:
            try:
                _open(visit, _read_file(text))
            except ExampleError as error:
                name = quote_name(str(more.get("name", ""))) or "The file"
                visit.state[_FAULT] = Fault(f"{name} was not opened: {error}.")
        case {"fault": str(words), **more}:
            visit.state[_FAULT] = Fault(words[:300], str(more.get("title", "")))
        case dict() if (changed := _change_draft(draft, request)) != draft:
            _keep(visit, changed, live=request.get("live") is True)
    if current_draft(visit) != draft:
        visit.state[_PAST] = (*visit.state.get(_PAST, ()), before)[-_MAX_STEPS_BACK:]


def _change_draft(draft: Draft, request: dict[str, Any]) -> Draft:
    """A copy of the form's fields after a request; the same ones if it is invalid."""
    match request:
        case {"do": "type", "fields": dict(fields)}:
            for name, value in fields.items():
                draft = draft.type(name, str(value))
        case {"do": "add"}:
            return draft.add_query()
        case {"do": "remove", "at": int(at)}:
            return draft.remove_query(at)
        case {"do": "picture", "title": str(title), "picture": str(picture)}:
            return draft.replace_picture(title, picture)
    return draft


def _recall(visit: Visit, kept: dict[str, Any]) -> None:
    """Restore what the browser has kept of a draft beside this board, unless something is written already."""
    if _DRAFT not in visit.state and kept.get("of") == visit.session.desk.id:
        with suppress(ValueError):
            visit.state[_DRAFT] = Draft.read(kept)


def _take_back(visit: Visit) -> None:
    """Restore the form and the board as they were before the last change of the form."""
    past: tuple[tuple[Draft, Session], ...] = visit.state.get(_PAST, ())
    if past:
        visit.state[_PAST] = past[:-1]
        draft, session = past[-1]
        visit.state[_DRAFT] = draft
        desk = keep_fields(session.desk, visit.session.desk, Stays.SEEN)
        visit.switch_session(replace(session, history=replace(session.history, now=desk, future=())))
        if is_own(session.desk.id) and Draft.of(read_desk(session.desk)) == draft:
            visit.state.pop(_DRAFT)


def _keep(visit: Visit, draft: Draft, *, live: bool = False) -> None:
    """Open the example that a draft makes; keep the draft itself where it makes none, aside if it is typed just now."""
    try:
        example = draft.example
    except ExampleError:
        visit.state[_LIVE if live else _DRAFT] = draft
        return
    visit.state[_DRAFT] = draft
    if not any(one.is_empty for one in draft.queries):
        visit.state.pop(_DRAFT)
    _open_on_board(visit, example, changed=visit.session.desk.id)


def _open(visit: Visit, example: OwnExample) -> None:
    """Fill the form with an example, and open it on the board."""
    visit.state.pop(_DRAFT, None)
    _open_on_board(visit, example)


def _open_on_board(visit: Visit, example: OwnExample, changed: str = "") -> None:
    """Open an example on Explore's board; modes and saved states stay.

    Args:
        visit: The open page.
        example: The example.
        changed: The id of the own example that it was before, which goes from the menu; empty for another one.
    """
    session = visit.session
    desk = example.desk
    if desk.id == session.desk.id:
        return
    before = session.desk
    opened = before.opened if is_own(before.id) and before.opened in desk.names else desk.opened
    cutoff = min(before.k, desk.n) if is_own(before.id) else desk.k
    opened_new = session.open_new(desk)
    by_hand = is_own(before.id) and before.ties != session.fresh.ties and before.n == desk.n
    ties = before.ties if by_hand else desk.ties
    now = replace(desk.open(opened).move_cutoff(cutoff), conventions=before.conventions, ties=ties)
    now = replace(keep_fields(now, before, Stays.SEEN), first=0)
    gone = changed if is_own(changed) else ""
    visit.replace_session(
        replace(
            opened_new,
            history=replace(opened_new.history, now=now),
            catalogue={name: one for name, one in opened_new.catalogue.items() if name != gone},
            shelf={name: one for name, one in opened_new.shelf.items() if name != gone},
        )
    )


def _start(visit: Visit, name: str) -> None:
    """Fill the form: with an example of the menu, the board (``board``), the open query of ``results``, or nothing."""
    results = visit.find_left_session("results")
    desk = CATALOGUE.get(name)
    if name in ("board", "results"):
        desk = results.desk if results and name == "results" else visit.session.desk
    if desk is None:
        if not name:
            visit.state[_DRAFT] = Draft()
    elif is_own(desk.id):
        _open(visit, read_desk(desk))
    else:
        title = next((one.title for one in EXAMPLES if one.desk.id == desk.id), "")
        try:
            _open(visit, copy_desk(desk, title))
        except ExampleError as error:
            visit.state[_FAULT] = Fault(f"The board cannot become an example: {error}.")


def _read_file(text: str) -> OwnExample:
    """The example in the text of a file; ExampleError says what is wrong."""
    if len(text) > MAX_FILE_BYTES:
        raise ExampleError(f"it has more than {MAX_FILE_BYTES // 10**6} MB")
    try:
        data: Any = json.loads(text)
    except (ValueError, RecursionError):
        raise ExampleError("it is no JSON, as “Save as a file” writes it") from None
    return read_example(data)
