"""Who opens a page waits for a turn, so that a class that joins at once holds up nobody who is at work.

Python computes in one thread at a time, and the first run of a page takes longer than a change on it. Side by
side, two hundred of them would share the time with each change; one after the other, they take no longer.
"""

from __future__ import annotations

from asyncio import Semaphore, get_running_loop
from typing import TYPE_CHECKING

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

AT_ONCE = 1
"""So many pages run for the first time at a time."""

SECONDS = 0.5
"""A turn is over after so long: who has a link that takes more is not waited for."""

_SHORT = 200  # bytes; that a run has ended takes less


class TurnMiddleware:
    """Lets pages begin one after the other, in the order in which they came.

    Args:
        app: What answers them.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._turns = Semaphore(AT_ONCE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hold back the first message of a page until it is its turn, which ends with its first run."""
        if scope["type"] != "websocket":
            await self.app(scope, receive, send)
            return
        begun = holds = False

        def over() -> None:
            nonlocal holds
            if holds:
                holds = False
                self._turns.release()

        async def in_turn() -> Message:
            nonlocal begun, holds
            message = await receive()
            if message["type"] == "websocket.receive" and not begun:
                begun = True
                await self._turns.acquire()
                holds = True
                get_running_loop().call_later(SECONDS, over)
            return message

        async def heard(message: Message) -> None:
            await send(message)
            if holds and _ends(message.get("bytes") or b""):
                over()

        try:
            await self.app(scope, in_turn, heard)
        finally:
            over()


def _ends(sent: bytes) -> bool:
    """Whether this says that a run of the page has ended."""
    return (
        len(sent) <= _SHORT and ForwardMsg.FromString(sent).WhichOneof("type") == "script_finished"
    )
