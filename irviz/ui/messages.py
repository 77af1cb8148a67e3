"""What a page may send: anything else is dropped with one line in the log, and the page goes on.

Streamlit keeps what it was sent as a part's state, and reads it again in each run. So what cannot be read
would fail for as long as the page is open, each time with a traceback.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import streamlit as st
from streamlit.proto.BackMsg_pb2 import BackMsg

from irviz.ui.component import MOUNTED

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send
    from streamlit.proto.WidgetStates_pb2 import WidgetState

LONGEST_STATE = 4_000_000
"""No part of a page has more to say, in characters; pasted files are no part's state, and may be longer."""

DEEPEST = 32
"""No honest state has more brackets within one another."""

MOST = 40
"""So many lines are written for one open page at most."""

_JSON = {"json_value", "json_trigger_value"}
_FILES = "results-file-"
"""How the keys of the inputs for files begin (`irviz/ui/pages/results_intake.py`)."""

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
    if len(text) > LONGEST_STATE:
        return f"a state of {len(text):,} characters; at most {LONGEST_STATE:,} are read"
    try:
        found = json.loads(text)
        if r"\ud" in text.lower():
            json.dumps(found, ensure_ascii=False).encode()  # halves of characters are none
    except (ValueError, RecursionError):
        return "a state that is no JSON"
    level = [found]
    for _ in range(DEEPEST):
        level = [inner for outer in level for inner in _within(outer)]
        if not level:
            return ""
    return f"a state with more than {DEEPEST} brackets within one another"


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
    found = _KEY.fullmatch(widget.id)
    key = found[1] if found else ""
    misplaced = key.startswith(_FILES) and field != "file_uploader_state_value"
    if field in _JSON and not misplaced:
        return fault(getattr(widget, field))
    return "a state of another kind" if field and (key in MOUNTED or misplaced) else ""


class MessageMiddleware:
    """Lets only messages through that Streamlit can read.

    Args:
        app: What answers them.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on but what a page should not have sent."""
        dropped = 0

        async def checked() -> Message:
            nonlocal dropped
            while True:
                message = await receive()
                if message["type"] != "websocket.receive":
                    return message
                data, words = sound(message.get("bytes"))
                if words:
                    dropped += 1
                    if dropped <= MOST:
                        _LOG.warning("A page sent %s; it was dropped", words)
                if data is not None:
                    return {**message, "bytes": data}

        await self.app(scope, checked if scope["type"] == "websocket" else receive, send)
