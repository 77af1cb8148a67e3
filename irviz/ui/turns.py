"""Who opens a page waits for a turn, so that a class that joins at once holds up nobody who is at work.

Python computes in one thread at a time, and the first run of a page takes longer than a change on it. Side
by side, two hundred of them would share the time with each change; one after the other, they take no longer.
Short links go before long ones, and who waits alone behind an address before a crowd, so a newcomer waits for
nobody who opens a hundred pages at once.
"""

from __future__ import annotations

from asyncio import CancelledError, Future, get_running_loop
from collections import Counter
from heapq import heappop, heappush
from itertools import count
from typing import TYPE_CHECKING

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from irviz.rooms.shares import address_of

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

SECONDS = 0.5
"""A turn is over after so long: who has a link that takes more is not waited for."""

_CROWD = 20
"""Where so many of one address wait, each turn is followed by a rest, for those who are at work."""

_REST_SHARE = 4
"""So many times as long as the turn."""

_SIZE_CLASS_BYTES = 32
"""First messages whose lengths differ by less are equally long."""

_SHORT = 200  # bytes; that a run has ended takes less


class Queue:
    """A lock that is given to the lightest who waits; of equals, to the address with the fewest before."""

    def __init__(self) -> None:
        self._held = False
        self._waiting: list[tuple[int, int, int, Future[None]]] = []
        self._of_address: Counter[str] = Counter()
        self._arrivals = count()

    def waiting(self, address: str) -> int:
        """How many wait behind an address."""
        return self._of_address[address]

    async def acquire(self, address: str, weight: int) -> None:
        """Wait for one's turn; whoever has it gives it back by `release`."""
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
        """Give the turn to the next."""
        while self._waiting:
            turn = heappop(self._waiting)[-1]
            if not turn.done():
                turn.set_result(None)
                return
        self._held = False


class TurnMiddleware:
    """Lets pages begin one after the other.

    Args:
        app: What answers them.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._queue = Queue()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hold back the first message of a page until it is its turn, which ends with its first run."""
        if scope["type"] != "websocket":
            await self.app(scope, receive, send)
            return
        begun = holds = False
        start, address, loop = 0.0, address_of(scope), get_running_loop()

        def over() -> None:
            nonlocal holds
            if holds:
                holds = False
                crowded = self._queue.waiting(address) >= _CROWD
                rest = _REST_SHARE * (loop.time() - start) if crowded else 0.0
                loop.call_later(rest, self._queue.release)

        async def in_turn() -> Message:
            nonlocal begun, holds, start
            message = await receive()
            if message["type"] == "websocket.receive" and not begun:
                begun = True
                weight = len(message.get("bytes") or b"") // _SIZE_CLASS_BYTES
                await self._queue.acquire(address, weight)
                holds, start = True, loop.time()
                loop.call_later(SECONDS, over)
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
