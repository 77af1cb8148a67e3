"""Who listens to a room from this process: what is told to whom, and when."""

from __future__ import annotations

import asyncio
import gc
import signal
from collections import defaultdict
from contextlib import suppress
from random import randint
from time import monotonic
from typing import TYPE_CHECKING, Any

import orjson

from irviz.rooms.quotas import LINES_PER_PERSON, MAX_PEOPLE, PEOPLE_PER_ROOM, Quota, RateLimits
from irviz.rooms.room import ENDED, Room
from irviz.rooms.store import EndedError, FullError, LostError, MissingError, Store

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from starlette.types import Receive, Scope, Send

MAX_LINES = 4000
"""That phones and walls hold to this process at a time."""

MAX_ANSWERS_PER_SECOND = 4
"""That one member sends within a second."""

COUNT_INTERVAL_SECONDS = 0.05
"""So many seconds pass between two counts that a wall is told."""

HEARTBEAT_SECONDS = 15.0
"""Every so many seconds, a line without news says that it is there: proxies close silent ones."""

_SWEEP_SECONDS = 0.5
_KEEP_SECONDS = 5.0

_COLLECTION_PAUSE_SECONDS = 0.5
"""Within so many seconds, a process has told all its lines what is new."""

_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


class TooOftenError(Exception):
    """A member answers more often than a hand can."""


class _Line:
    """An open stream of events; it wakes when there may be something to say."""

    __slots__ = ("_waiting", "_woken", "wall")

    def __init__(self, *, wall: bool) -> None:
        self.wall = wall
        self._woken = False
        self._waiting: asyncio.Future[None] | None = None

    async def wait(self) -> None:
        """Wait until somebody has called `wake` since the last time."""
        if not self._woken:
            self._waiting = asyncio.get_running_loop().create_future()
            try:
                await self._waiting
            finally:
                self._waiting = None
        self._woken = False

    def wake(self, *_: object) -> None:
        self._woken = True
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)


class _Channel:
    """The lines of one room, and what they are told."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.lines: dict[_Line, None] = {}
        self.walls: dict[_Line, None] = {}
        self.here = 0
        self.answered = 0
        self.counted = 0  # grows with each count that walls are told
        self.told_at = 0.0
        self.telling = False  # the counts, soon or just now
        self.recount = False
        self.closing: asyncio.TimerHandle | None = None
        self.lost = False  # nothing is heard of the room any more
        self._said: tuple[tuple[int, int], bytes] | None = None

    def format_event(self, now: float, *, wall: bool) -> bytes:
        """What a line is told: made once for all phones, as long as it is the same."""
        if wall:
            counts = {"here": max(self.here, self.answered), "answered": self.answered}
            return _format_event(self.room.revision, {**self.room.public(now), **counts})
        timed = int(now * 10) if self.room.ends is not None else 0
        if self._said is None or self._said[0] != (self.room.revision, timed):
            said = _format_event(self.room.revision, self.room.public(now))
            self._said = ((self.room.revision, timed), said)
        return self._said[1]

    def wake(self, *, walls_only: bool) -> None:
        for line in self.walls:
            line.wake()
        if not walls_only:
            for line in self.lines:
                line.wake()


class _CollectionPause:
    """Keeps the garbage collector from halting the process while a class is told something.

    It would stop all threads for a tenth of a second with a thousand phones, between the first and the last.
    """

    def __init__(self) -> None:
        self._until: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        """Let it wait for a moment from now on, unless somebody else has switched it off."""
        if self._until is not None:
            self._until.cancel()
        elif not gc.isenabled():
            return
        gc.disable()
        self._until = asyncio.get_running_loop().call_later(_COLLECTION_PAUSE_SECONDS, self.end)

    def end(self) -> None:
        """Let it run again."""
        if self._until is not None:
            self._until.cancel()
            self._until = None
            gc.enable()


class Hub:
    """Tells each line of this process what happens in its room.

    Args:
        store: Where the rooms live.
        clock: Seconds that only grow, whatever becomes of the time of day; the store counts by the same.
        people: That one address is taken for.
    """

    def __init__(self, store: Store, clock: Callable[[], float] = monotonic, people: int = MAX_PEOPLE) -> None:
        self.store = store
        self.clock = clock
        self.rates = RateLimits()
        self._people = people
        self._held_lines = Quota(people * LINES_PER_PERSON)
        self._most_rooms = max(1, people // PEOPLE_PER_ROOM)
        self._rooms: defaultdict[str, set[str]] = defaultdict(set)
        self._members: defaultdict[str, Quota] = defaultdict(lambda: Quota(people))
        self._channels: dict[str, _Channel] = {}
        self._answers: dict[str, int] = {}
        self._second = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._sweeping: asyncio.Task[None] | None = None
        self.leaving = False  # whether all lines are to end
        self._quiet = _CollectionPause()
        store.listen(self._handle_change, self._handle_lost_store)

    def check_answer_rate(self, member: str) -> None:
        """Count an answer of a member.

        Raises:
            OftenError: If there were too many within this second.
        """
        second = int(self.clock())
        if second != self._second:
            self._second = second
            self._answers.clear()
        self._answers[member] = self._answers.get(member, 0) + 1
        if self._answers[member] > MAX_ANSWERS_PER_SECOND:
            raise TooOftenError

    async def join(self, code: str, address: str) -> str:
        """A new member's secret; see `Store.join`.

        Raises:
            FullError: If so many have joined this room from the address.
        """
        if self._members[code].is_full(address):
            raise FullError(f"{self._people:,} have joined this room from your network")
        member = await self.store.join(code)
        self._members[code].take(address)
        return member

    def is_known(self, code: str, address: str) -> bool:
        """Whether somebody behind an address is in a room, so that its code is not guessed there."""
        return code in self._members and self._members[code].has(address)

    async def open_line(self, code: str, address: str = "", *, wall: bool) -> Events:
        """A stream of the events of a room.

        Args:
            code: Of the room.
            address: Who listens.
            wall: Whether the counts are told, too.

        Raises:
            MissingError, EndedError: If there is no such room.
            FullError: If too many lines are open, in all or of the address.
        """
        self._start_sweeping()
        if self._held_lines.is_full(address):
            most = self._held_lines.most
            raise FullError(f"{most:,} lines are open from your network, and this server takes no more")
        answered = await self.store.count_answers(code) if wall else 0
        channel = await self._get_channel(code)
        if sum(len(one.lines) + len(one.walls) for one in self._channels.values()) >= MAX_LINES:
            raise FullError(f"{MAX_LINES:,} lines are open, and this server takes no more")
        if wall:
            channel.answered = answered
        return Events(self, channel, address, wall=wall)

    async def _get_channel(self, code: str) -> _Channel:
        """A room's channel, which has missed nothing: it was there before the room was read."""
        while True:
            channel = self._channels.get(code)
            try:
                room = await self.store.find(code)
            except (MissingError, EndedError):
                self._channels.pop(code, None)
                raise
            if channel is not None and channel is self._channels.get(code):
                if room.revision > channel.room.revision:
                    self._handle_change(code, room)
                return channel
            if code not in self._channels:
                self._channels[code] = _Channel(room)
                self._schedule_closing(self._channels[code])

    async def open(self, room: Room, host: str, address: str = "") -> bool:
        """Keep a new room of an address; see `Store.open`."""
        self._start_sweeping()
        opened = await self.store.open(room, host)
        if opened:
            self._rooms[address].add(room.code)
        return opened

    async def check_opening(self, address: str) -> None:
        """Refuse an address that opens too many rooms.

        Raises:
            OftenError: If it has tried too often.
            FullError: If so many of its rooms are open.
        """
        if not await self.rates.may_open(address):
            raise TooOftenError
        mine = self._rooms[address]
        if len(mine) < self._most_rooms:
            return
        for code in [*mine]:
            try:
                await self.store.find(code)
            except (MissingError, EndedError):
                mine.discard(code)
        if len(mine) >= self._most_rooms:
            words = f"{self._most_rooms:,} rooms are open from your network"
            raise FullError(f"{words}, and this server takes no more")

    def close(self) -> None:
        """End all lines; the browsers come back to whoever is there then."""
        self.leaving = True
        self._quiet.end()
        for channel in self._channels.values():
            channel.wake(walls_only=False)

    def add_line(self, channel: _Channel, line: _Line, address: str) -> None:
        """A line was opened."""
        self._held_lines.take(address)
        (channel.walls if line.wall else channel.lines)[line] = None
        self._tell_counts(channel)

    def remove_line(self, channel: _Channel, line: _Line, address: str) -> None:
        """A line was closed."""
        self._held_lines.give_back(address)
        (channel.walls if line.wall else channel.lines).pop(line, None)
        self._tell_counts(channel)

    def _handle_change(self, code: str, room: Room | None) -> None:
        """The store says that a room has changed, or only its counts."""
        channel = self._channels.get(code)
        if channel is None:
            if room is not None and room.ends is not None:
                # Nobody listens here, but the round has to end all the same.
                self._channels[code] = _Channel(room)
                self._schedule_closing(self._channels[code])
            return
        if room is None:
            self._tell_counts(channel)
            return
        if room.revision < channel.room.revision and room.state != ENDED:
            return
        same = (room.number, len(room.rounds)) == (channel.room.number, len(channel.room.rounds))
        channel.answered = channel.answered if same else 0
        channel.room = room
        self._schedule_closing(channel)
        if not self.leaving:
            self._quiet.begin()
        channel.wake(walls_only=False)
        if room.state == ENDED:
            del self._channels[code]
            self._members.pop(code, None)
        else:
            self._tell_counts(channel)

    def _handle_lost_store(self) -> None:
        """The store hears nothing: all lines end, and come back when it can be asked what has happened."""
        for channel in self._channels.values():
            channel.lost = True
            channel.wake(walls_only=False)
        self._channels = {}

    def _tell_counts(self, channel: _Channel) -> None:
        """Tell walls the counts, soon, and not more often than they can be read."""
        channel.recount = True
        if channel.telling:
            return
        channel.telling = True
        loop = asyncio.get_running_loop()
        wait = max(0.0, channel.told_at + COUNT_INTERVAL_SECONDS - loop.time())
        loop.call_later(wait, self._run, self._update_counts, channel)

    async def _update_counts(self, channel: _Channel) -> None:
        """Count once; no count overtakes one that was begun before, and would be the newer."""
        if channel.lost or channel.room.state == ENDED:
            return
        channel.told_at = asyncio.get_running_loop().time()
        channel.recount = False
        room = channel.room
        try:
            here = await self.store.count_phones(room.code, len(channel.lines))
            answered = await self.store.count_answers(room.code) if channel.walls else channel.answered
        except (MissingError, EndedError, LostError):
            return
        finally:
            channel.telling = False
            if channel.recount:
                self._tell_counts(channel)
        # What was counted in a round that is over is not told as that of the next.
        if channel.room is room and (here, answered) != (channel.here, channel.answered):
            channel.here, channel.answered = here, answered
            channel.counted += 1
            channel.wake(walls_only=True)

    def _schedule_closing(self, channel: _Channel) -> None:
        """Close a round when its time is over."""
        if channel.closing is not None:
            channel.closing.cancel()
            channel.closing = None
        if channel.room.ends is not None:
            wait = max(0.0, channel.room.ends - self.clock()) + 0.01
            loop = asyncio.get_running_loop()
            channel.closing = loop.call_later(wait, self._run, self._close_round, channel)

    async def _close_round(self, channel: _Channel) -> None:
        with suppress(MissingError, EndedError, LostError):
            await self.store.change(channel.room.code, lambda room: room.close_if_over(self.clock()))

    def _run(self, work: Callable[[_Channel], Coroutine[Any, Any, None]], channel: _Channel) -> None:
        task = asyncio.create_task(work(channel))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _start_sweeping(self) -> None:
        """Look after the rooms, from the first that is opened or listened to here."""
        if self._sweeping is None:
            self._sweeping = asyncio.create_task(self._sweep())

    async def _sweep(self) -> None:
        """Keep the rooms that have lines, forget the others; and end all lines when the server ends."""
        loop = asyncio.get_running_loop()
        kept, beaten = 0.0, loop.time()
        while not self.leaving:
            await asyncio.sleep(_SWEEP_SECONDS)
            if _is_server_stopping():
                self.close()
            if loop.time() - beaten >= HEARTBEAT_SECONDS:
                beaten = loop.time()
                for channel in self._channels.values():
                    channel.wake(walls_only=False)
            if loop.time() - kept >= _KEEP_SECONDS:
                kept = loop.time()
                held = {code: one for code, one in self._channels.items() if one.lines or one.walls}
                with suppress(LostError):
                    await self.store.keep_alive(held)
                for channel in held.values():
                    self._tell_counts(channel)  # another process may have gone
                self._drop_empty_channels()

    def _drop_empty_channels(self) -> None:
        """Leave the rooms that nobody here listens to, and whose round ends not by itself."""
        for code, channel in list(self._channels.items()):
            if not channel.lines and not channel.walls and channel.room.ends is None:
                del self._channels[code]


class Events:
    """The answer that is a stream of events.

    Args:
        hub: Who tells them.
        channel: The room's.
        address: Who listens.
        wall: Whether the counts are told, too.
    """

    def __init__(self, hub: Hub, channel: _Channel, address: str, *, wall: bool) -> None:
        self._hub = hub
        self._channel = channel
        self._address = address
        self._line = _Line(wall=wall)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send events until the room ends, the browser leaves, or the server does."""
        del scope
        gone = asyncio.ensure_future(_wait_for_disconnect(receive))
        gone.add_done_callback(self._line.wake)
        self._hub.add_line(self._channel, self._line, self._address)
        try:
            await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
            await self._send_events(send, gone)
        finally:
            self._hub.remove_line(self._channel, self._line, self._address)
            left = gone.done()
            gone.cancel()
        if not left:
            await send({"type": "http.response.body", "body": b""})

    async def _send_events(self, send: Send, gone: asyncio.Future[None]) -> None:
        channel, line = self._channel, self._line
        # Phones that lost their line at the same moment come back at different ones.
        start = b"retry: %d\n" % randint(300, 1500)  # noqa: S311 - no secret
        said: tuple[int, int] | None = None
        while not (gone.done() or self._hub.leaving or channel.lost):
            now = (channel.room.revision, channel.counted if line.wall else 0)
            body = b":\n\n"
            if now != said:
                body = start + channel.format_event(self._hub.clock(), wall=line.wall)
            said, start = now, b""
            await send({"type": "http.response.body", "body": body, "more_body": True})
            if channel.room.state == ENDED:
                return
            await line.wait()


async def _wait_for_disconnect(receive: Receive) -> None:
    """Wait until the browser has left."""
    while (await receive())["type"] != "http.disconnect":
        pass


def _format_event(revision: int, data: object) -> bytes:
    return b"id: %d\ndata: %s\n\n" % (revision, orjson.dumps(data))


def _is_server_stopping() -> bool:
    """Whether Uvicorn was told to stop: it then waits for all answers to end, and tells nobody."""
    handler = signal.getsignal(signal.SIGTERM)
    return bool(getattr(getattr(handler, "__self__", None), "should_exit", False))
