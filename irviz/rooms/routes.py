"""The routes of rooms, and the page of the phones."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from secrets import token_urlsafe
from time import time
from typing import TYPE_CHECKING, Any

import orjson
from starlette.middleware.exceptions import ExceptionMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, Router

from irviz.rooms.hub import Hub, TooOftenError
from irviz.rooms.question import Answer, Question
from irviz.rooms.quotas import read_client_address
from irviz.rooms.room import Room, UnfitError, derive_code, is_secret, parse_code
from irviz.rooms.store import (
    BY_TEACHER,
    IDLE,
    IDLE_ROOM_SECONDS,
    NEVER_USED,
    UNUSED_SECONDS,
    EndedError,
    FullError,
    LostError,
    MissingError,
    Vote,
)

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from starlette.types import ASGIApp, Receive, Scope, Send

MAX_ANSWER_BYTES = 1024
"""The size of a request from a phone."""

MAX_QUESTION_BYTES = 65_536
"""The size of a request from the wall."""

MAX_COUNTS_BYTES = 262_144
"""The size of the counts with which a room is opened again."""

_MAX_DRAINED_BYTES = 4 * 2**20


Page = Callable[[Request, int, dict[str, Any] | None], Response]


class TooLargeError(Exception):
    """A request body is too long."""


class GuessError(Exception):
    """A network address has tried too many wrong room codes."""


class SecretError(Exception):
    """The teacher's secret is missing or wrong."""


_ERROR_RESPONSES: dict[type[Exception], tuple[int, str]] = {
    MissingError: (404, "There is no such room, or you are not in it: join it (again) with its code."),
    SecretError: (401, "Only the teacher who opened this room can do that."),
    LostError: (503, "The rooms cannot be reached just now: try again in a moment."),
    TooOftenError: (429, "That was too often: send it again in a moment."),
    GuessError: (429, "Too many codes that are none came from your network: wait a minute."),
}


ENDINGS = {
    BY_TEACHER: "The teacher has ended this room, and it is forgotten.",
    IDLE: f"This room has ended, since nobody was in it for {IDLE_ROOM_SECONDS / 3600:g} hours.",
    NEVER_USED: f"This room has ended, since nobody used it for {UNUSED_SECONDS / 60:g} minutes.",
}
"""Why there is no room any more."""


class RoomMiddleware:
    """Middleware that serves the routes of rooms, and passes other requests to the dashboard.

    A phone's page is none of the dashboard's pages: it does not count among their visitors.

    Args:
        app: The application for all other requests.
        root: The path below which the dashboard is, such as `/irviz`; empty at the top.
        hub: The hub of the rooms.
        page: Makes the response with the phones' page, given the request, a status and the room as JSON for students.
    """

    def __init__(self, app: ASGIApp, root: str, hub: Hub, page: Page) -> None:
        self.app = app
        self._root = root
        self._hub = hub
        self._phones = page
        # Codes are made one after the other: each takes a core for a moment.
        self._making = asyncio.Lock()
        room = f"{root}/room/{{code}}"
        table: list[tuple[str, str, Callable[[Request], Awaitable[Any]]]] = [
            (f"{root}/join", "GET", self._show_page),
            (f"{root}/join/{{code}}", "GET", self._show_page),
            (f"{root}/room", "POST", self._open_room),
            (f"{room}/members", "POST", self._join_room),
            (f"{room}/events", "GET", self._stream_events),
            (f"{room}/answers", "POST", self._answer),
            (f"{room}/answers", "GET", self._get_own_answers),
            (f"{room}/counts", "GET", self._get_counts),
            (room, "POST", self._change_room),
        ]
        by_path: dict[str, dict[str, Callable[[Request], Awaitable[Any]]]] = {}
        for path, method, answer in table:
            by_path.setdefault(path, {})[method] = answer
        routes = [Route(path, self._make_endpoint(answers), methods=list(answers)) for path, answers in by_path.items()]
        self._rooms = ExceptionMiddleware(Router(routes, redirect_slashes=False))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request to a route of rooms, or pass it on."""
        if scope["type"] == "http":
            path = scope["path"].removeprefix(scope.get("root_path", "")).removeprefix(self._root)
            if path.strip("/").partition("/")[0] in {"room", "join"}:
                await self._rooms(scope, receive, send)
                return
        await self.app(scope, receive, send)

    async def _show_page(self, request: Request) -> Response:
        """The response with the phone's page, with the room as it is, or status 404 or 410 if there is none."""
        typed: str | None = request.path_params.get("code")
        status, event = 200, None
        if typed is not None:
            try:
                room = await self._hub.store.find(parse_code(typed))
                event = room.public(self._hub.clock())
            except EndedError:
                status = 410
            except MissingError:
                status = 404
                await self._hub.rates.count_guess(read_client_address(request.scope), parse_code(typed))
            except LostError:
                pass  # the page finds out, and tries again
        return self._phones(request, status, event)

    async def _open_room(self, request: Request) -> Response:
        """Open a room, new or with saved counts; the response has its code and the teacher's secret."""
        sent = await _read_json(request, MAX_COUNTS_BYTES, empty=True)
        # Revisions begin at the time of day, so that they grow even where the last one is forgotten.
        now = int(time() * 1000)
        address = read_client_address(request.scope)
        await self._hub.check_opening(address)
        if not sent:
            while True:
                host = token_urlsafe(24)
                room = Room(await self._derive_code(host), revision=now)
                if await self._hub.open(room, host, address):
                    break
        else:
            code, given = parse_code(str(sent.get("code"))), sent.get("host")
            if not code or not isinstance(given, str) or not is_secret(given):
                raise ValueError("code or host is missing, or none")
            host = given
            room = Room(code, revision=now)
            if sent.get("counts") is not None:
                room = room.restore_counts(sent["counts"])
            if await self._derive_code(host) != code or not await self._hub.open(room, host, address):
                raise UnfitError("somebody else has this code")
        return _make_json({"code": room.code, "host": host}, 201)

    async def _join_room(self, request: Request) -> Response:
        """Add a phone to a room; the response has the new member's secret."""
        await _read_json(request, MAX_ANSWER_BYTES, empty=True)
        member = await self._hub.join(_read_code(request), read_client_address(request.scope))
        return _make_json({"member": member}, 201)

    async def _stream_events(self, request: Request) -> Any:
        """The event stream of a room; with the teacher's secret it is that of a wall, with counts."""
        code, secret = _read_code(request), _read_secret(request)
        if secret:
            await self._check_secret(code, secret)
        if request.method == "HEAD":
            return Response(media_type="text/event-stream")
        return await self._hub.open_line(code, read_client_address(request.scope), wall=bool(secret))

    async def _answer(self, request: Request) -> Response:
        """Store a member's answer to the open question."""
        code = _read_code(request)
        sent = await _read_json(request, MAX_ANSWER_BYTES)
        member, number, round_ = sent.get("member"), sent.get("question"), sent.get("round")
        whole = all(isinstance(one, int) and not isinstance(one, bool) for one in (number, round_))
        if not isinstance(member, str) or not whole:
            raise ValueError("member, question or round is missing, or none")
        self._hub.check_answer_rate(member)
        vote = Vote(
            member,
            int(number or 0),
            int(round_ or 0),
            self._hub.clock(),
            lambda asked: Answer.read(sent.get("answers"), sent.get("sure"), asked),
        )
        await self._hub.store.vote(code, vote)
        return Response(status_code=204)

    async def _get_own_answers(self, request: Request) -> Response:
        """The response with a member's own answers to the current question, as after a reload of the page."""
        room, answers = await self._hub.store.find_own_answers(_read_code(request), _read_secret(request))
        if not any(answers):
            return _make_json({})
        *before, now = answers
        return _make_json(
            {
                "question": room.number,
                "round": len(room.rounds),
                "answers": now.values if now else None,
                "sure": now.sure if now else None,
                "earlier": {str(place): one.values for place, one in enumerate(before, 1) if one is not None},
            }
        )

    async def _get_counts(self, request: Request) -> Response:
        """The response with the counts of all answers, and the files of them, for the teacher to save."""
        code = _read_code(request)
        await self._check_secret(code, _read_secret(request))
        counts = (await self._hub.store.find(code)).collect_counts()
        return _make_json(counts | {"files": self._hub.write_files(counts)})

    async def _change_room(self, request: Request) -> Response:
        """Carry out a teacher's action on a room, such as asking or revealing."""
        code = _read_code(request)
        await self._check_secret(code, _read_secret(request))
        sent = await _read_json(request, MAX_QUESTION_BYTES)
        await self._hub.store.change(code, self._read_transition(sent))
        return Response(status_code=204)

    def _read_transition(self, sent: dict[str, Any]) -> Callable[[Room], Room]:
        """The transition of a room that the teacher's request names (`do`); ValueError for an unknown one."""
        now = self._hub.clock()
        does = sent.get("do")
        if does == "ask":
            question = Question.read(sent.get("question"))
            if sent.get("open") is True:
                return lambda room: room.ask(question).open(now)
            return lambda room: room.ask(question)
        known: dict[object, Callable[[Room], Room]] = {
            "open": lambda room: room.open(now),
            "close": Room.close,
            "again": lambda room: room.again(now),
            "show": Room.show,
            "reveal": Room.reveal,
            "next": Room.next,
            "end": Room.end,
        }
        if not isinstance(does, str) or does not in known:
            raise ValueError(f"do is none; expected ask, {', '.join(map(str, known))}")
        return known[does]

    def _make_endpoint(self, handlers: dict[str, Callable[[Request], Awaitable[Any]]]) -> Callable[[Request], Any]:
        """The endpoint of a path, given its handler by HTTP method; errors become responses with a message."""

        async def endpoint(request: Request) -> Any:
            """The response of the handler for the request's method, or that for its error."""
            handler = handlers.get(request.method) or handlers["GET"]
            try:
                await self._check_guesses(request)
                return await handler(request)
            except tuple(_ERROR_RESPONSES) as error:
                if isinstance(error, MissingError):
                    code = parse_code(request.path_params.get("code", ""))
                    await self._hub.rates.count_guess(read_client_address(request.scope), code)
                return _make_error(*_ERROR_RESPONSES[type(error)])
            except EndedError as error:
                return _make_json({"error": ENDINGS[error.why], "why": error.why}, 410)
            except UnfitError as error:
                return _make_error(409, f"{error}.")
            except TooLargeError as error:
                return _make_error(413, f"{error}.")
            except FullError as error:
                return _make_error(503, f"{error}: try again later.")
            except ValueError as error:
                return _make_error(422, f"{error}.")

        return endpoint

    async def _check_guesses(self, request: Request) -> None:
        """Refuse a network address that has tried too many wrong room codes, unless the room has members from there.

        Raises:
            GuessError: If the address has tried too many codes.
        """
        address, code = read_client_address(request.scope), parse_code(request.path_params.get("code", ""))
        if not code or self._hub.has_member_from(code, address):
            return
        if not await self._hub.rates.may_guess(address):
            raise GuessError

    async def _derive_code(self, host: str) -> str:
        """The code of a room by `derive_code`, computed in a thread, one at a time."""
        async with self._making:
            return await asyncio.to_thread(derive_code, host)

    async def _check_secret(self, code: str, secret: str) -> None:
        """Raise SecretError unless `secret` is that of the teacher of the room with this code."""
        if not await self._hub.store.is_host(code, secret):
            raise SecretError


def _make_error(status: int, words: str) -> Response:
    """A JSON response with a status and an error message."""
    return _make_json({"error": words}, status)


def _make_json(data: object, status: int = 200) -> Response:
    """A JSON response that browsers do not cache."""
    headers = {"Cache-Control": "no-store"}
    return Response(orjson.dumps(data), status, headers, media_type="application/json")


def _read_code(request: Request) -> str:
    """The room code in a request's path.

    Raises:
        MissingError: If it does not have the form of a code.
    """
    code = parse_code(request.path_params["code"])
    if not code:
        raise MissingError
    return code


def _read_secret(request: Request) -> str:
    """The bearer secret of a request; empty where there is none."""
    kind, _, secret = request.headers.get("authorization", "").partition(" ")
    return secret.strip() if kind.lower() == "bearer" else ""


async def _read_json(request: Request, most: int, *, empty: bool = False) -> dict[str, Any]:
    """The JSON object in the body of a request; with `empty`, an empty object for an empty body.

    Raises:
        TooLargeError: If it is longer than `most` bytes.
        ValueError: If it is no JSON object.
    """
    body = bytearray()
    length = 0
    async for part in request.stream():
        length += len(part)
        # It is read to its end all the same, or a browser would hear of a broken line instead.
        if length <= most:
            body += part
        elif length > _MAX_DRAINED_BYTES:
            break
    if length > most:
        raise TooLargeError(f"This message is longer than {most:,} bytes")
    if empty and not body:
        return {}
    try:
        found = orjson.loads(bytes(body))
    except orjson.JSONDecodeError:
        found = None
    if not isinstance(found, dict):
        raise ValueError("this is no JSON object")  # noqa: TRY004 - one error for all that was sent
    return found
