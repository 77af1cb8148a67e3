"""The event streams of this process: which phones and walls listen to a room, and what is sent to them when."""

from __future__ import annotations

import asyncio
import gc
import signal
from collections import defaultdict
from collections.abc import Callable, Mapping
from contextlib import suppress
from random import randint
from time import monotonic
from typing import TYPE_CHECKING, Any

import orjson

from irviz.rooms.quotas import LINES_PER_PERSON, MAX_PEOPLE, PEOPLE_PER_ROOM, Quota, RateLimits
from irviz.rooms.room import ENDED, Room
from irviz.rooms.store import EndedError, FullError, LostError, MissingError, Store

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from starlette.types import Receive, Scope, Send

MAX_LINES = 4000
"""Lines (event streams) of phones and walls that are open to this process at a time."""

MAX_ANSWERS_PER_SECOND = 4
"""Answers of one member."""

COUNT_INTERVAL_SECONDS = 0.05
"""The least time between two counts that are sent to a wall."""

HEARTBEAT_SECONDS = 15.0
"""A line without news sends a comment this often: proxies close silent ones."""

_SWEEP_SECONDS = 0.5
_KEEP_SECONDS = 5.0

_COLLECTION_PAUSE_SECONDS = 0.5
"""The garbage collector pauses this long while a change is sent to all lines."""

_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


Describe = Callable[[Mapping[str, Any]], dict[str, Any]]
"""What walls are told besides of a room, from the room as JSON."""


class TooOftenError(Exception):
    """A member of a room, or a network address, sends requests too often."""


class _Line:
    """An open event stream of a phone or of a wall (the teacher's projected page), which waits for news."""

    __slots__ = ("_waiting", "_woken", "wall")

    def __init__(self, *, wall: bool) -> None:
        """Make a stream to a wall, or else to a phone."""
        self.wall = wall
        self._woken = False
        self._waiting: asyncio.Future[None] | None = None

    async def wait(self) -> None:
        """Wait until `wake` is called; return at once if it was called since the last wait."""
        if not self._woken:
            self._waiting = asyncio.get_running_loop().create_future()
            try:
                await self._waiting
            finally:
                self._waiting = None
        self._woken = False

    def wake(self, *_: object) -> None:
        """Let `wait` return now, or at its next call; arguments are ignored."""
        self._woken = True
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)


class _Channel:
    """The open event streams of one room, and the state of the room that is sent to them."""

    def __init__(self, room: Room) -> None:
        """Make the channel of a room, without event streams."""
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

    def format_wall_event(self, now: float, describe: Describe) -> bytes:
        """The room's current state as a server-sent event for walls, with counts, and with what is shown of answers."""
        public = self.room.public(now)
        shown = public | {
            "here": max(self.here, self.answered),
            "answered": self.answered,
            "fits": self.room.list_actions(),
        }
        return _format_event(self.room.revision, shown | (describe(shown) if "tally" in public else {}))

    def format_event(self, now: float) -> bytes:
        """The room's current state as a server-sent event for phones, cached."""
        timed = int(now * 10) if self.room.ends is not None else 0
        if self._said is None or self._said[0] != (self.room.revision, timed):
            said = _format_event(self.room.revision, self.room.public(now))
            self._said = ((self.room.revision, timed), said)
        return self._said[1]

    def wake(self, *, walls_only: bool) -> None:
        """Wake the event streams of the walls, and those of phones unless `walls_only`."""
        for line in self.walls:
            line.wake()
        if not walls_only:
            for line in self.lines:
                line.wake()


class _CollectionPause:
    """Keeps the garbage collector from halting the process while a change is sent to a class.

    It would stop all threads for a tenth of a second with a thousand phones, between the first and the last.
    """

    def __init__(self) -> None:
        self._until: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        """Switch the garbage collector off for half a second, unless other code has done so."""
        if self._until is not None:
            self._until.cancel()
        elif not gc.isenabled():
            return
        gc.disable()
        self._until = asyncio.get_running_loop().call_later(_COLLECTION_PAUSE_SECONDS, self.end)

    def end(self) -> None:
        """Switch the garbage collector on again, if this object has switched it off."""
        if self._until is not None:
            self._until.cancel()
            self._until = None
            gc.enable()


class Hub:
    """Sends the changes of rooms to the event streams that are open in this process.

    Args:
        store: The store of the rooms.
        clock: A monotonic clock in seconds, the same as the store's.
        people: How many people may share one network address.
        describe: What walls are told besides of a room that shows its answers, from the room as JSON for students.
        write_files: The texts of the files that a teacher can save, by their ending, from the counts of a room.
    """

    def __init__(
        self,
        store: Store,
        clock: Callable[[], float] = monotonic,
        people: int = MAX_PEOPLE,
        describe: Describe = lambda _public: {},
        write_files: Describe = lambda _counts: {},
    ) -> None:
        self.store = store
        self.clock = clock
        self.describe = describe
        self.write_files = write_files
        self._people = people
        self._held_lines = Quota(people * LINES_PER_PERSON)
        self._most_rooms = max(1, people // PEOPLE_PER_ROOM)
        self.rates = RateLimits(self._most_rooms)
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
        """Count an answer of a member (by the member's secret), and refuse it if there are too many.

        Raises:
            TooOftenError: If there were too many within this second.
        """
        second = int(self.clock())
        if second != self._second:
            self._second = second
            self._answers.clear()
        self._answers[member] = self._answers.get(member, 0) + 1
        if self._answers[member] > MAX_ANSWERS_PER_SECOND:
            raise TooOftenError

    async def join(self, code: str, address: str) -> str:
        """Add a member from a network address to a room, and return the member's secret; see `Store.join`.

        Raises:
            FullError: If too many have joined this room from the address.
        """
        if self._members[code].is_full(address):
            raise FullError(f"{self._people:,} have joined this room from your network")
        member = await self.store.join(code)
        self._members[code].take(address)
        return member

    def has_member_from(self, code: str, address: str) -> bool:
        """Whether a member of a room has this network address, which may then use the room's code without limit."""
        return code in self._members and self._members[code].holds_any(address)

    async def open_line(self, code: str, address: str = "", *, wall: bool) -> Events:
        """Open an event stream of a room for a phone or a wall; it is the response to send.

        Args:
            code: The room's code.
            address: The browser's network address.
            wall: Whether the numbers of phones and answers are sent, too.

        Raises:
            MissingError, EndedError: If there is no such room.
            FullError: If too many streams are open, in all or from the address.
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
        """The channel of a room, made before the room is read if there is none, so that it misses no change."""
        while True:
            channel = self._channels.get(code)
            room = await self.store.find(code)
            if channel is not None and channel is self._channels.get(code):
                if room.revision > channel.room.revision:
                    self._handle_change(code, room)
                return channel
            if code not in self._channels:
                self._channels[code] = _Channel(room)
                self._schedule_closing(self._channels[code])

    async def open(self, room: Room, host: str, address: str = "") -> bool:
        """Open a new room for a network address; return whether its code was free, as `Store.open` does."""
        self._start_sweeping()
        opened = await self.store.open(room, host)
        if opened:
            self._rooms[address].add(room.code)
        return opened

    async def check_opening(self, address: str) -> None:
        """Refuse a network address that opens too many rooms.

        Raises:
            TooOftenError: If it has tried too often.
            FullError: If too many of its rooms are open.
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
        """End all event streams; the browsers reconnect to the next process."""
        self.leaving = True
        self._quiet.end()
        for channel in self._channels.values():
            channel.wake(walls_only=False)

    def add_line(self, channel: _Channel, line: _Line, address: str) -> None:
        """Count an event stream that was opened, for its room and its network address."""
        self._held_lines.take(address)
        (channel.walls if line.wall else channel.lines)[line] = None
        self._tell_counts(channel)

    def remove_line(self, channel: _Channel, line: _Line, address: str) -> None:
        """Remove an event stream that was closed, from its room and its network address."""
        self._held_lines.give_back(address)
        (channel.walls if line.wall else channel.lines).pop(line, None)
        self._tell_counts(channel)

    def _handle_change(self, code: str, room: Room | None) -> None:
        """Send a changed room, as the store reports it, to its event streams; None: only its counts changed."""
        channel = self._channels.get(code)
        if channel is None:
            if room is not None and room.ends is not None:
                # No line listens here, but the round has to end all the same.
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
        """End all event streams, since the store may have missed changes; browsers reconnect when it is back."""
        for channel in self._channels.values():
            channel.lost = True
            channel.wake(walls_only=False)
        self._channels = {}

    def _tell_counts(self, channel: _Channel) -> None:
        """Schedule a count of phones and answers for the walls, at most one per `COUNT_INTERVAL_SECONDS`."""
        channel.recount = True
        if channel.telling:
            return
        channel.telling = True
        loop = asyncio.get_running_loop()
        wait = max(0.0, channel.told_at + COUNT_INTERVAL_SECONDS - loop.time())
        loop.call_later(wait, self._run_task, self._update_counts, channel)

    async def _update_counts(self, channel: _Channel) -> None:
        """Count a room's phones and answers, and wake the walls' streams if the numbers have changed."""
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
        """Schedule the end of a round with a time limit, in place of an earlier schedule."""
        if channel.closing is not None:
            channel.closing.cancel()
            channel.closing = None
        if channel.room.ends is not None:
            wait = max(0.0, channel.room.ends - self.clock()) + 0.01
            loop = asyncio.get_running_loop()
            channel.closing = loop.call_later(wait, self._run_task, self._close_round, channel)

    async def _close_round(self, channel: _Channel) -> None:
        """Close the open round of a channel's room in the store, if its time is over."""
        with suppress(MissingError, EndedError, LostError):
            await self.store.change(channel.room.code, lambda room: room.close_if_over(self.clock()))

    def _run_task(self, work: Callable[[_Channel], Coroutine[Any, Any, None]], channel: _Channel) -> None:
        """Run a coroutine function on a channel as a task, which is referenced until it ends, but not at the end."""
        if self.leaving:
            return
        task = asyncio.create_task(work(channel))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _start_sweeping(self) -> None:
        """Start the background task that keeps rooms alive and drops unused channels, unless it runs already."""
        if self._sweeping is None:
            self._sweeping = asyncio.create_task(self._sweep())

    async def _sweep(self) -> None:
        """Regularly keep rooms with open streams alive, and drop channels without; end all when the server stops."""
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
        """Drop the channels without open event streams, unless their round has a time limit."""
        for code, channel in list(self._channels.items()):
            if not channel.lines and not channel.walls and channel.room.ends is None:
                del self._channels[code]


class Events:
    """The response to a request for a room's events: a stream of server-sent events.

    Args:
        hub: The hub that sends the events.
        channel: The room's channel.
        address: The browser's network address.
        wall: Whether the numbers of phones and answers are sent, too.
    """

    def __init__(self, hub: Hub, channel: _Channel, address: str, *, wall: bool) -> None:
        self._hub = hub
        self._channel = channel
        self._address = address
        self._line = _Line(wall=wall)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send events until the room ends, the browser disconnects, or the server stops."""
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
        """Send events and heartbeats until `gone` is done (the browser has disconnected) or the room is lost."""
        channel, line = self._channel, self._line
        # Phones that lost their line at the same moment come back at different ones.
        start = b"retry: %d\n" % randint(300, 1500)  # noqa: S311 - no secret
        said: tuple[int, int] | None = None
        while not (gone.done() or self._hub.leaving or channel.lost):
            now = (channel.room.revision, channel.counted if line.wall else 0)
            body = b":\n\n"
            if now != said:
                at, describe = self._hub.clock(), self._hub.describe
                body = start + (channel.format_wall_event(at, describe) if line.wall else channel.format_event(at))
            said, start = now, b""
            await send({"type": "http.response.body", "body": body, "more_body": True})
            if channel.room.state == ENDED:
                return
            await line.wait()


async def _wait_for_disconnect(receive: Receive) -> None:
    """Wait until the browser has disconnected."""
    while (await receive())["type"] != "http.disconnect":
        pass


def _format_event(revision: int, data: object) -> bytes:
    """A server-sent event with data as JSON; `revision` is its id."""
    return b"id: %d\ndata: %s\n\n" % (revision, orjson.dumps(data))


def _is_server_stopping() -> bool:
    """Whether Uvicorn is stopping, which it does not tell an application; it waits for all responses to end."""
    handler = signal.getsignal(signal.SIGTERM)
    return bool(getattr(getattr(handler, "__self__", None), "should_exit", False))
