"""What a page may send, and how much of the server's time that may take.

What cannot be read is dropped with one line in the log, and the page goes on: Streamlit keeps what it was
sent as a part's state, and reads it again in each run, so it would fail for as long as the page is open.

A message is limited while it is unpacked, looked at from end to end before it is parsed, and paid for: a page
that sends much is listened to less often, so that it slows down itself and nobody else.
"""

from __future__ import annotations

import re
from asyncio import sleep
from time import monotonic, thread_time
from typing import TYPE_CHECKING, Any

import orjson
import streamlit as st
from streamlit.proto.BackMsg_pb2 import BackMsg
from uvicorn.protocols.websockets import websockets_sansio_impl
from websockets.exceptions import PayloadTooBig
from websockets.extensions.permessage_deflate import (
    PerMessageDeflate,
    ServerPerMessageDeflateFactory,
)

from irviz.rooms.shares import address_of
from irviz.ui.component import KEY

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.types import ASGIApp, Message, Receive, Scope, Send
    from streamlit.proto.WidgetStates_pb2 import WidgetState
    from websockets.frames import Frame

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
"""Whoever was quiet for so long may send at once what would have been allowed meanwhile."""

UNPACKED_PER_PACKED = 64
"""Text packs five to thirty times smaller; what unpacks to more than this is paid from `FREE_BYTES`."""

FREE_BYTES = 2_000_000
"""That a line may unpack to beyond that at once, and within each second."""

_TEXT = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?')
"""A text in JSON, also one that does not end."""

_JSON = {"json_value", "json_trigger_value"}
_KEY = re.compile(r"\$\$ID-[^-]+-(.+?)(?:__events)?")
_LOG = st.logger.get_logger(__name__)


def fault(text: str) -> str:
    """Why a text cannot be the state of a part of a page; empty where it can.

    Args:
        text: What a browser has sent.

    Example:
        >>> fault('{"message": {"revision": 1}}')
        ''
        >>> fault("{")
        'a state that is no JSON'
        >>> fault("[" * 40 + "]" * 40)
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
        found = orjson.loads(
            text
        )  # reads nothing that Streamlit's own reader, which is slower, would not
    except ValueError:
        return "a state that is no JSON"
    level = [found]
    for _ in range(MAX_DEPTH):
        level = [inner for outer in level for inner in _within(outer)]
        if not level:
            return ""
    return f"a state with more than {MAX_DEPTH} brackets within one another"


def _within(value: Any) -> list[Any]:
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [one for one in inside if isinstance(one, (dict, list))]


def sound(data: bytes | None) -> tuple[bytes | None, str]:
    """What is left of a message, and what was wrong with the rest.

    Args:
        data: What a browser has sent; nothing where that was text.

    Returns:
        The message without the states that cannot be read, or nothing where it is no message at all; and a
        few words on what was dropped, or none.

    Example:
        >>> sound(b"nonsense")
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
    faults = [_wrong(one) for one in widgets]
    said = next(filter(None, faults), "")
    if not said:
        return data, ""
    for place in reversed(range(len(faults))):
        if faults[place]:
            del widgets[place]
    return message.SerializeToString(), said


def _wrong(widget: WidgetState) -> str:
    field = widget.WhichOneof("value")
    if field in _JSON:
        return fault(getattr(widget, field))
    found = _KEY.fullmatch(widget.id)
    return "a state of another kind" if field and found and found[1] == KEY else ""


class Share:
    """A share of what all use; whoever takes more has to wait until it is paid back.

    Args:
        clock: Seconds that only grow.

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
        """Put down something for which the share takes so many seconds."""
        self._paid_until = max(self._paid_until, self._clock() - BURST_SECONDS) + seconds

    def wait(self) -> float:
        """So many seconds to wait; 0 where there is nothing to wait for."""
        return max(0.0, self._paid_until - self._clock())

    def is_untouched(self) -> bool:
        """Whether it is as good as new."""
        return self._paid_until <= self._clock() - BURST_SECONDS


class MessageMiddleware:
    """Lets only messages through that Streamlit can read, and of one line not more than its share.

    Args:
        app: What answers them.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._addresses: dict[str, Share] = {}

    def _share_of(self, address: str) -> Share:
        """What all lines of an address share."""
        for known, share in [*self._addresses.items()]:
            if share.is_untouched():
                del self._addresses[known]
        return self._addresses.setdefault(address, Share())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on but what a page should not have sent."""
        if scope["type"] != "websocket":
            await self.app(scope, receive, send)
            return
        dropped = 0
        line, address = Share(), address_of(scope)

        async def checked() -> Message:
            nonlocal dropped
            while True:
                # While nobody asks, nothing is read from the line, and the browser waits.
                while wait := max(line.wait(), self._share_of(address).wait()):
                    await sleep(wait)
                message = await receive()
                if message["type"] != "websocket.receive":
                    return message
                start = thread_time()
                data, words = sound(message.get("bytes"))
                seconds = thread_time() - start
                size = len(message.get("bytes") or message.get("text") or "")
                line.charge(
                    size / BYTES_PER_SECOND + 1 / MESSAGES_PER_SECOND + seconds / WORK_SHARE
                )
                self._share_of(address).charge(seconds / ADDRESS_WORK_SHARE)
                if words:
                    dropped += 1
                    if dropped <= MAX_LOG_LINES:
                        _LOG.warning("A page sent %s; it was dropped", words)
                if data is not None:
                    return {**message, "bytes": data}

        await self.app(scope, checked, send)


class BoundedDeflate(PerMessageDeflate):
    """Unpacks what a browser sends, as long as it does not grow beyond what text does.

    A packet of a few kilobytes may unpack to a thousand times as much, and many of them come in one read,
    before anything else could stop them. So a line has an allowance; beyond it, it is closed.
    """

    _left = float(FREE_BYTES)
    _at = 0.0

    def decode(self, frame: Frame, *, max_size: int | None = None) -> Frame:
        """Unpack a part of a message.

        Raises:
            PayloadTooBig: If it grows too much.
        """
        now = monotonic()
        self._left = min(FREE_BYTES, self._left + (now - self._at) * FREE_BYTES)
        self._at = now
        earned = UNPACKED_PER_PACKED * len(frame.data)
        allowed = int(earned + self._left)
        if allowed < 1:
            raise PayloadTooBig(None, allowed)
        found = super().decode(
            frame, max_size=allowed if max_size is None else min(max_size, allowed)
        )
        self._left -= max(0, len(found.data) - earned)
        return found


class _BoundedDeflateFactory(ServerPerMessageDeflateFactory):
    """Agrees with a browser on packing, as its parent does."""

    def process_request_params(self, params: Any, accepted_extensions: Any) -> Any:
        agreed, plain = super().process_request_params(params, accepted_extensions)
        bounded = BoundedDeflate(
            plain.remote_no_context_takeover,
            plain.local_no_context_takeover,
            plain.remote_max_window_bits,
            plain.local_max_window_bits,
            self.compress_settings,
        )
        return agreed, bounded


def bound_deflate() -> None:
    """Have Uvicorn, which has no option for it, unpack messages by `BoundedDeflate`."""
    vars(websockets_sansio_impl)["ServerPerMessageDeflateFactory"] = _BoundedDeflateFactory
