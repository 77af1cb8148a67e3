"""What the server takes at most, of all and of one address, and of one page: so nobody holds up the others.

Files have limits of their own (irviz/formats/errors.py, irviz/ui/uploads.py), and so has what a page says
(`server.maxMessageSize` in Streamlit's settings, and irviz/state/session.py).

Connections: Uvicorn waits for the head of a request for ever, and so do the readers of its body. Both cost an
attacker nothing, and the server a connection each.

Pages: who opens one waits for a turn, so that a class that joins at once holds up nobody who is at work.
Python computes in one thread at a time, and the first run of a page takes longer than a change on it. Side
by side, two hundred of them would share the time with each change; one after the other, they take no longer.
Short links go before long ones, and who waits alone behind an address before a crowd, so a newcomer waits for
nobody who opens a hundred pages at once.

Messages: what cannot be read is dropped with one line in the log, and the page goes on: Streamlit keeps what
it was sent as a part's state, and reads it again in each run, so it would fail for as long as the page is
open. A message is limited while it is unpacked, looked at from end to end before it is parsed, and paid for:
a page that sends much is listened to less often, so that it slows down itself and nobody else.
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
from asyncio import CancelledError, Future, get_running_loop, sleep
from collections import Counter
from contextlib import contextmanager, suppress
from heapq import heappop, heappush
from itertools import count
from time import monotonic, thread_time
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import orjson
import streamlit as st
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from uvicorn.protocols.websockets import websockets_sansio_impl
from websockets.exceptions import PayloadTooBig
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory

from irviz.rooms.quotas import MAX_PEOPLE, Quota, read_client_address
from irviz.ui.component import KEY
from irviz.ui.page import render_error_page

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator

    from starlette.responses import HTMLResponse
    from starlette.types import ASGIApp, Message, Receive, Scope, Send
    from streamlit.proto.WidgetStates_pb2 import WidgetState
    from websockets.frames import Frame


TURN_SECONDS = 0.5
"""A turn is over after so long: who has a link that takes more is not waited for."""

_CROWD = 20
"""Where so many of one address wait, each turn is followed by a rest, for those who are at work."""

_REST_SHARE = 4
"""So many times as long as the turn."""

_SIZE_CLASS_BYTES = 32
"""First messages whose lengths differ by less are equally long."""

_END_BYTES = 200  # bytes; that a run has ended takes less


class FairLock:
    """A lock that the lightest waiter gets next; of equals, the one whose address had the fewest waiting before it."""

    def __init__(self) -> None:
        self._held = False
        self._waiting: list[tuple[int, int, int, Future[None]]] = []
        self._of_address: Counter[str] = Counter()
        self._arrivals = count()

    def count_waiting(self, address: str) -> int:
        """How many callers of an address wait for the lock."""
        return self._of_address[address]

    async def acquire(self, address: str, weight: int) -> None:
        """Wait for the lock, which callers of a lower weight get first; the caller gives it back by `release`."""
        if not self._held:
            self._held = True
            return
        turn: Future[None] = get_running_loop().create_future()
        place = self._of_address[address]
        self._of_address[address] += 1
        heappush(self._waiting, (weight, place, next(self._arrivals), turn))
        try:
            await turn
        except CancelledError:
            if turn.done() and not turn.cancelled():
                self.release()
            raise
        finally:
            self._of_address[address] -= 1
            if not self._of_address[address]:
                del self._of_address[address]

    def release(self) -> None:
        """Give the lock to the next caller that waits, or free it."""
        while self._waiting:
            turn = heappop(self._waiting)[-1]
            if not turn.done():
                turn.set_result(None)
                return
        self._held = False


class TurnMiddleware:
    """Lets the first script runs of newly opened pages happen one after the other.

    Args:
        app: The application that answers the requests.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._queue = FairLock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on; a page's first message waits for its turn, which ends with its first run."""
        if scope["type"] != "websocket":
            await self.app(scope, receive, send)
            return
        begun = holds = False
        start, address, loop = 0.0, read_client_address(scope), get_running_loop()

        def over() -> None:
            """End this page's turn, later if many of its address wait."""
            nonlocal holds
            if holds:
                holds = False
                crowded = self._queue.count_waiting(address) >= _CROWD
                rest = _REST_SHARE * (loop.time() - start) if crowded else 0.0
                loop.call_later(rest, self._queue.release)

        async def in_turn() -> Message:
            """The next message from the browser; the first one only once it is this page's turn."""
            nonlocal begun, holds, start
            message = await receive()
            if message["type"] == "websocket.receive" and not begun:
                begun = True
                weight = len(message.get("bytes") or b"") // _SIZE_CLASS_BYTES
                await self._queue.acquire(address, weight)
                holds, start = True, loop.time()
                loop.call_later(TURN_SECONDS, over)
            return message

        async def watch_for_end(message: Message) -> None:
            """Send a message to the browser; the turn ends if it says that the run has ended."""
            await send(message)
            if holds and _is_end_of_run(message.get("bytes") or b""):
                over()

        try:
            await self.app(scope, in_turn, watch_for_end)
        finally:
            over()


def _is_end_of_run(sent: bytes) -> bool:
    """Whether an encoded message to the browser says that a script run of the page has ended."""
    return len(sent) <= _END_BYTES and ForwardMsg.FromString(sent).WhichOneof("type") == "script_finished"


PAGES = "IRVIZ_MOST_PAGES"
"""The environment variable that says how many pages may be open at a time."""

MAX_PAGES = 2000
"""So many by default; each takes about a megabyte."""

MAX_LINK_CHARACTERS = 65_536
"""No link that a board makes is longer, in bytes."""

_TRY_AGAIN_LATER = 1013


PEOPLE = "IRVIZ_MOST_OF_AN_ADDRESS"
"""The environment variable that says how many people may be behind one address."""

FIRST_MESSAGE_SECONDS = 10.0
"""A page says at once what it wants; a line that has said nothing for so long is closed."""

OPENING_SECONDS = 0.005
"""Between two pages that are opened; a session takes some milliseconds, in which nobody else is answered."""


def parse_whole_number(variable: str, default: int, expected: str, text: str | None = None) -> int:
    """Parse and check a limit, a whole number from 1, that an environment variable sets.

    Args:
        variable: The name of the environment variable.
        default: The limit where it is not set.
        expected: What the number means, for the error message.
        text: A whole number from 1; by default, what the environment says.

    Raises:
        ValueError: If it is none.

    Example:
        >>> parse_whole_number("IRVIZ_MOST_PAGES", 2000, "how many pages may be open", "many")
        Traceback (most recent call last):
        ...
        ValueError: IRVIZ_MOST_PAGES is 'many'; expected how many pages may be open
    """
    found = (os.environ.get(variable, "") if text is None else text).strip()
    if not found:
        return default
    if not (found.isascii() and found.isdigit() and int(found)):
        raise ValueError(f"{variable} is {found!r}; expected {expected}")
    return int(found)


def read_max_pages(text: str | None = None) -> int:
    """The largest number of open pages: `MAX_PAGES`, or what `IRVIZ_MOST_PAGES` says; see `parse_whole_number`.

    Example:
        >>> read_max_pages("40")
        40
    """
    return parse_whole_number(PAGES, MAX_PAGES, "how many pages may be open, such as 500", text)


def read_max_people(text: str | None = None) -> int:
    """How many people may share one IP address: `MAX_PEOPLE`, or what `IRVIZ_MOST_OF_AN_ADDRESS` says.

    Example:
        >>> read_max_people("2000")
        2000
    """
    return parse_whole_number(PEOPLE, MAX_PEOPLE, "how many people an address may have, such as 500", text)


class LimitMiddleware:
    """Answers with an error page where too many pages are open, in all or from one address, or a link is too long.

    Args:
        app: The application that answers all other requests.
        most: How many pages may be open in all, from `read_max_pages`.
        people: How many may be open from one IP address, from `read_max_people`.
    """

    def __init__(self, app: ASGIApp, most: int, people: int = MAX_PEOPLE) -> None:
        self.app = app
        self._most = most
        self._open = 0
        self._shares = Quota(people)
        self._opening = FairLock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or answer it with an error page about the limit that it exceeds."""
        if scope["type"] == "websocket":
            await self._limit_line(scope, receive, send)
            return
        answer = self._make_refusal(scope) if scope["type"] == "http" else None
        await (answer or self.app)(scope, receive, send)

    async def _limit_line(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a page's WebSocket, or close it if too many are open, in all or from its IP address."""
        address = read_client_address(scope)
        if self._open >= self._most or self._shares.is_full(address):
            await receive()
            await send({"type": "websocket.close", "code": _TRY_AGAIN_LATER})
            return
        self._shares.take(address)
        self._open += 1
        try:
            await self._opening.acquire(address, 0)
            asyncio.get_running_loop().call_later(OPENING_SECONDS, self._opening.release)
            await self._serve_line(scope, receive, send)
        finally:
            self._open -= 1
            self._shares.give_back(address)

    async def _serve_line(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a page's WebSocket, and close it if no message comes within `FIRST_MESSAGE_SECONDS`."""
        heard = silent = False
        deadline = asyncio.get_running_loop().time() + FIRST_MESSAGE_SECONDS

        async def within_time() -> Message:
            """The next message from the browser; a disconnect if the first one is late."""
            nonlocal heard, silent
            if heard:
                return await receive()
            try:
                async with asyncio.timeout_at(deadline):
                    message = await receive()
            except TimeoutError:
                silent = True
                return {"type": "websocket.disconnect", "code": _TRY_AGAIN_LATER}
            heard = message["type"] == "websocket.receive"
            return message

        await self.app(scope, within_time, send)
        if silent:
            with suppress(RuntimeError):  # it may be closed by now
                await send({"type": "websocket.close", "code": _TRY_AGAIN_LATER})

    def _make_refusal(self, scope: Scope) -> HTMLResponse | None:
        """The error page for a link that is too long, or while all places are taken; None where a request may pass."""
        length = len(scope["query_string"])
        if length > MAX_LINK_CHARACTERS:
            words = (
                f"It has {length:,} characters, and at most {MAX_LINK_CHARACTERS:,} are read. For long lists, send "
                "the files themselves: the page “Your results” opens them."
            )
            return render_error_page(414, "This link is too long", words)
        page = any(name == b"accept" and b"text/html" in value for name, value in scope["headers"])
        if not page:
            return None
        if self._open >= self._most:
            words = f"As many pages are open as it takes: {self._most:,}"
        elif self._shares.is_full(read_client_address(scope)):
            words = f"As many pages are open behind your address as it takes: {self._shares.most:,}"
        else:
            return None
        again = f"{words}. Close one that you do not need, or try again in a few minutes."
        answer = render_error_page(503, "This dashboard is full", again)
        answer.headers["Retry-After"] = "120"
        return answer


HEAD_SECONDS = 10.0
"""A connection without a request for so long is closed; Uvicorn closes one that had some after five."""

PART_SECONDS = 15.0
"""Each part of a request's body has to follow the one before within so long."""

BODY_BYTES_PER_SECOND = 4_000
"""A body that comes more slowly than this, after its first `PART_SECONDS`, is not waited for."""

CONNECTIONS_PER_PERSON = 6
"""No browser opens more to one server at a time."""

ADMISSION_SECONDS = 0.002
"""Between two new connections that are listened to, where many come at once; each takes half of that."""

_LOOK_SECONDS = 0.25


class BodyMiddleware:
    """Ends requests whose body comes too slowly, and those whose browser has left, without a traceback.

    Args:
        app: The application that answers the requests.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, with limits to the time that its body may take."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        loop = asyncio.get_running_loop()
        start, size = loop.time(), 0
        complete = late = answered = False

        async def in_time() -> Message:
            """The next part of the request's body; a disconnect if it is late."""
            nonlocal complete, late, size
            if complete:  # what is waited for now is that the browser leaves
                return await receive()
            slowest = start + PART_SECONDS + size / BODY_BYTES_PER_SECOND
            try:
                async with asyncio.timeout_at(min(slowest, loop.time() + PART_SECONDS)):
                    message = await receive()
            except TimeoutError:
                late = True
                return {"type": "http.disconnect"}
            size += len(message.get("body", b""))
            complete = not message.get("more_body", False)
            return message

        async def answer(message: Message) -> None:
            """Send a message to the browser, and note that the answer has begun."""
            nonlocal answered
            answered = True
            await send(message)

        with suppress(ClientDisconnect):
            await self.app(scope, in_time, answer)
        if late and not answered:
            words = "The request did not come to its end in time. Try again."
            await PlainTextResponse(words, 408, {"Connection": "close"})(scope, receive, send)


class ConnectionWatch:
    """Admits new connections one after the other; closes those without a request, or too many of one address.

    Without it, a thousand that come at once would all be served before the visitors who are at work.

    Args:
        people: How many people may share one IP address; see `read_max_people`.
    """

    def __init__(self, people: int) -> None:
        self._most = people * CONNECTIONS_PER_PERSON
        self._proxies: Container[str] = ()
        self._of_address: Counter[str] = Counter()
        self._idle_since: WeakKeyDictionary[Any, tuple[Any, float]] = WeakKeyDictionary()
        self._queue = FairLock()
        self._admissions: set[asyncio.Future[None]] = set()

    async def run(self) -> None:
        """Watch the connections of this process's server, from its start until cancelled."""
        loop = asyncio.get_running_loop()
        server = find_running_server()
        if server is None:
            return
        # A proxy that tells whom it speaks for carries all visitors, and counts its own connections.
        self._proxies = getattr(server.config.loaded_app, "trusted_hosts", ())
        server.config.http_protocol_class = self.watch_protocol(server.config.http_protocol_class)
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            self.review([*server.server_state.connections], loop.time())

    def watch_protocol(self, protocol: type[Any]) -> type[Any]:
        """A subclass of a protocol class of Uvicorn, whose new connections go through `admit`."""
        watch = self

        class Watched(protocol):  # type: ignore[misc]
            """A connection of Uvicorn that the watch admits."""

            def connection_made(self, transport: Any) -> None:
                """Set up a new connection, and have it admitted."""
                super().connection_made(transport)
                watch.admit(self)

        return Watched

    def admit(self, connection: Any) -> None:
        """Read from a new connection when it is its turn, or close it if its IP address has too many."""
        address = read_client_address({"client": connection.client})
        if self._of_address[address] >= self._most and address not in self._proxies:
            connection.transport.abort()
            return
        self._of_address[address] += 1
        connection.transport.pause_reading()
        task = asyncio.ensure_future(self._admit(connection.transport, address))
        self._admissions.add(task)
        task.add_done_callback(self._admissions.discard)

    async def _admit(self, transport: Any, address: str) -> None:
        """Wait for the turn of an IP address, then read from its connection; a turn lasts `ADMISSION_SECONDS`."""
        await self._queue.acquire(address, 0)
        asyncio.get_running_loop().call_later(ADMISSION_SECONDS, self._queue.release)
        if not transport.is_closing():
            transport.resume_reading()

    def review(self, connections: list[Any], now: float) -> None:
        """Close connections that are idle for too long at `now`, in seconds, and count those of each IP address."""
        self._of_address = Counter(read_client_address({"client": one.client}) for one in connections)
        for one in connections:
            if not _waits_for_request(one):
                self._idle_since.pop(one, None)
                continue
            # Between two looks there may have been a request, which has left its cycle.
            cycle, since = self._idle_since.get(one, (None, now))
            self._idle_since[one] = (one.cycle, since if cycle is one.cycle else now)
            if now - self._idle_since[one][1] > HEAD_SECONDS:
                one.transport.abort()


def _waits_for_request(connection: Any) -> bool:
    """Whether a connection speaks HTTP and is idle: no request on it is being answered."""
    if not hasattr(connection, "cycle"):
        return False
    return connection.cycle is None or connection.cycle.response_complete


def find_running_server() -> Any:
    """The Uvicorn server of this process; None where another server runs.

    Uvicorn hands it to no application, so it is found by the signal handler that it sets.
    """
    found = getattr(signal.getsignal(signal.SIGTERM), "__self__", None)
    return found if hasattr(found, "server_state") else None


MAX_STATE_CHARACTERS = 4_000_000
"""No page has more to say, with a text that is pasted."""

MAX_STATE_BRACKETS = 20_000
"""No honest state has more objects and lists; half a million take a tenth of a second to read.

Texts in it are only read, however many of such signs are in them."""

MAX_STATE_COMMAS = 50_000
"""Nor more values."""

MAX_DEPTH = 32
"""Nor more brackets within one another."""

MAX_WIDGETS = 1_000
"""No page has more parts."""

MAX_LOG_LINES = 40
"""That one open page may cause."""

BYTES_PER_SECOND = 4_000_000
"""That one line may send in the long run, unpacked."""

MESSAGES_PER_SECOND = 30
"""That one line may send in the long run; a key that is held down repeats as often."""

WORK_SHARE = 0.05
"""Of the server's time may be spent on reading what one line sends."""

ADDRESS_WORK_SHARE = 0.2
"""And on what all lines of one address send; a class that drags all at once takes a twentieth."""

BURST_SECONDS = 4.0
"""A page that was quiet for so long may send at once what was allowed meanwhile."""

UNPACKED_PER_PACKED = 64
"""Text packs five to thirty times smaller; what unpacks to more than this is paid from `FREE_BYTES`."""

FREE_BYTES = 2_000_000
"""That a line may unpack to beyond that at once, and within each second."""

_TEXT = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?')
"""A text in JSON, also one that does not end."""

_JSON = {"json_value", "json_trigger_value"}
_KEY = re.compile(r"\$\$ID-[^-]+-(.+?)(?:__events)?")
_LOG = st.logger.get_logger(__name__)


def find_fault(text: str) -> str:
    """Why a text cannot be the state of a part of a page, as a few words; empty where it can.

    Args:
        text: The JSON that a browser has sent.

    Example:
        >>> find_fault('{"message": {"revision": 1}}')
        ''
        >>> find_fault("{")
        'a state that is no JSON'
        >>> find_fault("[" * 40 + "]" * 40)
        'a state with more than 32 brackets within one another'
    """
    if len(text) > MAX_STATE_CHARACTERS:
        return f"a state of {len(text):,} characters; at most {MAX_STATE_CHARACTERS:,} are read"
    # Each text is a value or its name, and has two quotation marks.
    if text.count('"') - text.count('\\"') > 4 * MAX_STATE_COMMAS:
        return f"a state with more than {MAX_STATE_COMMAS:,} values"
    signs = _TEXT.sub("", text) if len(text) > MAX_STATE_BRACKETS else text
    if signs.count("[") + signs.count("{") > MAX_STATE_BRACKETS:
        return f"a state with more than {MAX_STATE_BRACKETS:,} brackets"
    if signs.count(",") > MAX_STATE_COMMAS:
        return f"a state with more than {MAX_STATE_COMMAS:,} values"
    try:
        found = orjson.loads(text)  # reads nothing that Streamlit's own reader, which is slower, would not
    except ValueError:
        return "a state that is no JSON"
    level = [found]
    for _ in range(MAX_DEPTH):
        level = [inner for outer in level for inner in _inner_containers(outer)]
        if not level:
            return ""
    return f"a state with more than {MAX_DEPTH} brackets within one another"


def _inner_containers(value: Any) -> list[Any]:
    """The lists and dicts directly inside a list or dict."""
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [one for one in inside if isinstance(one, (dict, list))]


def clean_message(data: bytes | None) -> tuple[bytes | None, str]:
    """A message of the browser without its invalid parts, and what was wrong with those.

    Args:
        data: The encoded message; None where the browser has sent text.

    Returns:
        The message without the widget states that cannot be read, or None where it is no message at all; and a
        few words on what was dropped, empty where nothing was.

    Example:
        >>> clean_message(b"nonsense")
        (None, 'something that is no message')
    """
    if data is None:
        return None, "a text"
    message = BackMsg()
    try:
        message.ParseFromString(data)
    except Exception:  # noqa: BLE001 - errors of protobuf, which is Streamlit's affair
        return None, "something that is no message"
    if message.WhichOneof("type") == "clear_cache":
        return None, "a wish to forget what others use, too"
    widgets = message.rerun_script.widget_states.widgets
    if len(widgets) + len(message.rerun_script.cached_message_hashes) > MAX_WIDGETS:
        return None, f"a message about more than {MAX_WIDGETS:,} parts"
    faults = [_find_widget_fault(one) for one in widgets]
    said = next(filter(None, faults), "")
    if not said:
        return data, ""
    for place in reversed(range(len(faults))):
        if faults[place]:
            del widgets[place]
    return message.SerializeToString(), said


def _find_widget_fault(widget: WidgetState) -> str:
    """Why a widget's state, as the browser sends it, is invalid, in a few words; empty where it is valid."""
    field = widget.WhichOneof("value")
    if field in _JSON:
        return find_fault(getattr(widget, field))
    found = _KEY.fullmatch(widget.id)
    return "a state of another kind" if field and found and found[1] == KEY else ""


class Share:
    """A rate limit: a caller that has used more seconds than its share waits until the excess is paid back.

    Args:
        clock: Gives the time in seconds, such as `time.monotonic`.

    Example:
        >>> share = Share(clock=lambda: 0.0)
        >>> share.charge(BURST_SECONDS)
        >>> share.wait()
        0.0
        >>> share.charge(1.5)
        >>> share.wait()
        1.5
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._paid_until = clock() - BURST_SECONDS

    def charge(self, seconds: float) -> None:
        """Add a number of seconds to those that the caller has used."""
        self._paid_until = max(self._paid_until, self._clock() - BURST_SECONDS) + seconds

    def wait(self) -> float:
        """How many seconds the caller has to wait before it may go on; 0 within its share."""
        return max(0.0, self._paid_until - self._clock())

    def has_full_burst(self) -> bool:
        """Whether the caller has nothing to pay back, and all of its `BURST_SECONDS` are available again."""
        return self._paid_until <= self._clock() - BURST_SECONDS


_of_addresses: dict[str, Share] = {}
"""What all lines of an address share."""


def _share_of_address(address: str) -> Share:
    """The rate limit of an IP address, made when needed; those that are used no more are dropped."""
    for known, share in [*_of_addresses.items()]:
        if share.has_full_burst():
            del _of_addresses[known]
    return _of_addresses.setdefault(address, Share())


async def wait_for_share(line: Share, address: str) -> None:
    """Wait until a page and its IP address are within their rate limits; no message is read until then.

    Args:
        line: The page's own rate limit.
        address: The IP address of its browser.
    """
    while wait := max(line.wait(), _share_of_address(address).wait()):
        await sleep(wait)


@contextmanager
def charge_message(line: Share, address: str, size: int) -> Iterator[None]:
    """Charge a page (`line`) and its IP address for the bytes of a message, and for the time that the block takes."""
    start = thread_time()
    yield
    seconds = thread_time() - start
    line.charge(size / BYTES_PER_SECOND + 1 / MESSAGES_PER_SECOND + seconds / WORK_SHARE)
    _share_of_address(address).charge(seconds / ADDRESS_WORK_SHARE)


class MessageMiddleware:
    """Drops messages that Streamlit cannot read, and delays those of a page that is over its rate limit.

    Args:
        app: The application that answers the requests.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on but invalid messages of a page's WebSocket."""
        if scope["type"] != "websocket":
            await self.app(scope, receive, send)
            return
        dropped = 0
        line, address = Share(), read_client_address(scope)

        async def receive_valid() -> Message:
            """The next valid message from the browser, once the page is within its rate limit."""
            nonlocal dropped
            while True:
                await wait_for_share(line, address)
                message = await receive()
                if message["type"] != "websocket.receive":
                    return message
                size = len(message.get("bytes") or message.get("text") or "")
                with charge_message(line, address, size):
                    data, words = clean_message(message.get("bytes"))
                if words:
                    dropped += 1
                    if dropped <= MAX_LOG_LINES:
                        _LOG.warning("A page sent %s; it was dropped", words)
                if data is not None:
                    return {**message, "bytes": data}

        await self.app(scope, receive_valid, send)


class BoundedDeflate(PerMessageDeflate):
    """Decompresses WebSocket messages, as long as they do not grow beyond what text does.

    A packet of a few kilobytes may unpack to a thousand times as much, and many of them come in one read,
    before anything else could stop them. A connection beyond its allowance of
    unpacked bytes is closed.
    """

    _left = float(FREE_BYTES)
    _at = 0.0

    def decode(self, frame: Frame, *, max_size: int | None = None) -> Frame:
        """A message's frame decompressed, up to `max_size` bytes.

        Raises:
            PayloadTooBig: If it grows beyond that, or beyond the allowance.
        """
        now = monotonic()
        self._left = min(FREE_BYTES, self._left + (now - self._at) * FREE_BYTES)
        self._at = now
        earned = UNPACKED_PER_PACKED * len(frame.data)
        allowed = int(earned + self._left)
        if allowed < 1:
            raise PayloadTooBig(None, allowed)
        found = super().decode(frame, max_size=allowed if max_size is None else min(max_size, allowed))
        self._left -= max(0, len(found.data) - earned)
        return found


PACKING = 5
"""How hard messages are packed, from 1 to 9: the default, 6, takes a third longer for a hundredth less."""


class _BoundedDeflateFactory(ServerPerMessageDeflateFactory):
    """Negotiates compression with a browser, and makes a `BoundedDeflate` for it."""

    def process_request_params(self, params: Any, accepted_extensions: Any) -> Any:
        """The parameters to answer with, and a `BoundedDeflate` made as the parent class negotiates it."""
        agreed, plain = super().process_request_params(params, accepted_extensions)
        bounded = BoundedDeflate(
            plain.remote_no_context_takeover,
            plain.local_no_context_takeover,
            plain.remote_max_window_bits,
            plain.local_max_window_bits,
            {**(self.compress_settings or {}), "level": PACKING},
        )
        return agreed, bounded


def bound_deflate() -> None:
    """Replace Uvicorn's WebSocket compression, for which it has no option, by `BoundedDeflate`."""
    vars(websockets_sansio_impl)["ServerPerMessageDeflateFactory"] = _BoundedDeflateFactory
