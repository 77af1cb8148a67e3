"""The store of rooms in Valkey, which several processes share: each can serve any phone."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from functools import wraps
from hmac import compare_digest
from secrets import token_urlsafe
from time import monotonic, time
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

import orjson
from valkey.asyncio import Valkey
from valkey.exceptions import ValkeyError, WatchError

from irviz.rooms import store
from irviz.rooms.question import Answer, Question
from irviz.rooms.room import ENDED, OPEN, REVEALED, SHOWN, Room, UnfitError
from irviz.rooms.store import (
    BY_TEACHER,
    ENDED_ROOM_SECONDS,
    IDLE,
    IDLE_ROOM_SECONDS,
    NEVER_USED,
    UNUSED_SECONDS,
    EndedError,
    FullError,
    LostError,
    MissingError,
    OnChange,
    Vote,
    hash_secret,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable

P = ParamSpec("P")
T = TypeVar("T")

_NEWS_CHANNEL = "irviz:news"
_ROOMS = "irviz:rooms"
_ALIVE = "irviz:process:"
_ALIVE_SECONDS = 6
"""A process without a sign of life counts for this long."""

_RETRY_SECONDS = 0.5

_VOTE_SCRIPT = """
if redis.call('HGET', KEYS[1], 'gate') ~= ARGV[1] then return 'unfit' end
if redis.call('HSET', KEYS[2], ARGV[2], ARGV[3]) == 1 then
  redis.call('HINCRBY', KEYS[1], 'answered', 1)
end
redis.call('PUBLISH', ARGV[4], ARGV[5])
return 'kept'
"""
"""An answer is kept if its round is open at that very moment, and counted once."""


def dump_room(room: Room) -> bytes:
    """Serialize a room without its answers; `ends` has to be by Valkey's time.

    Example:
        >>> load_room("K7M2QX", dump_room(Room("K7M2QX", 7)), {}) == Room("K7M2QX", 7)
        True
    """
    return orjson.dumps(
        {
            "revision": room.revision,
            "state": room.state,
            "number": room.number,
            "question": room.question and room.question.to_message(),
            "rounds": len(room.rounds),
            "ends": room.ends,
            "past": room.past,
        }
    )


def load_room(code: str, head: bytes, answers: dict[bytes, bytes]) -> Room:
    """Deserialize a room; `ends` is by Valkey's time.

    Args:
        code: The room's code.
        head: The room without its answers, from `dump_room`.
        answers: By `round:member`, the serialized answers; without them, the rounds are empty.
    """
    data = orjson.loads(head)
    rounds: list[dict[str, Answer]] = [{} for _ in range(data["rounds"])]
    for place, kept in answers.items():
        round_, _, member = place.decode().partition(":")
        values, sure = orjson.loads(kept)
        rounds[int(round_) - 1][member] = Answer(values, sure)
    question = data["question"] and Question.read(data["question"])
    return Room(
        code,
        data["revision"],
        data["state"],
        data["number"],
        question,
        tuple(rounds),
        data["ends"],
        tuple(data["past"]),
    )


def _format_head(room: Room) -> dict[str, str | bytes]:
    """The fields of a room's hash in Valkey, without its answers."""
    return {"head": dump_room(room), "gate": _format_gate(room)}


def _format_gate(room: Room) -> str:
    """The question and round that accept answers now, as `question:round`; “closed” if no round is open."""
    return f"{room.number}:{len(room.rounds)}" if room.state == OPEN else "closed"


class _Keys:
    """The keys in Valkey under which the parts of a room are stored."""

    def __init__(self, code: str) -> None:
        """Make the keys for the room with this code."""
        self.room = f"irviz:room:{{{code}}}"
        self.members = f"{self.room}:members"
        self.answers = f"{self.room}:answers"
        self.here = f"{self.room}:here"
        self.ended = f"{self.room}:ended"

    @property
    def all(self) -> tuple[str, ...]:
        """The keys in Valkey of all parts of a room; that which says why it ended is kept apart."""
        return self.room, self.members, self.answers, self.here


def _raise_lost(
    method: Callable[Concatenate[ValkeyStore, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[ValkeyStore, P], Coroutine[Any, Any, T]]:
    """Decorate a method so that it raises `LostError` where Valkey does not answer."""

    @wraps(method)
    async def safely(self: ValkeyStore, /, *args: P.args, **named: P.kwargs) -> T:
        """Call the method; errors of the connection become `LostError`."""
        try:
            await self.start_listening()
            return await method(self, *args, **named)
        except (ValkeyError, OSError) as error:
            raise LostError from error

    return safely


class ValkeyStore:
    """A store of rooms in Valkey, shared by processes; each method raises `LostError` where it does not answer.

    Args:
        url: The address of the Valkey server, such as `valkey://127.0.0.1:6379`.
        clock: This process's monotonic clock in seconds.

    Raises:
        ValueError: If it is no address of a Valkey server.
    """

    def __init__(self, url: str, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        try:
            # How long a server may be silent; a listener waits longer, and says so itself.
            self._valkey: Any = Valkey.from_url(url, socket_timeout=5, socket_connect_timeout=2)
        except ValueError:
            raise ValueError(
                f"{url!r} is no address of a Valkey server; expected such as valkey://127.0.0.1:6379"
            ) from None
        self._vote = self._valkey.register_script(_VOTE_SCRIPT)
        self._me = token_urlsafe(9)
        self._told: OnChange = lambda _code, _room: None
        self._lost: Callable[[], None] = lambda: None
        self._listening: asyncio.Task[None] | None = None
        self._tried = asyncio.Event()  # whether it is known if Valkey can be heard
        self._hears = False
        self._closed = False
        self._heads: dict[str, tuple[bytes, Room]] = {}
        self._ends: dict[str, tuple[float, float]] = {}  # of a round: by Valkey's time, and by our clock
        self._lines: dict[str, int] = {}

    @_raise_lost
    async def open(self, room: Room, host: str) -> bool:
        """Open a room for the teacher with the secret `host`; return whether its code was free or already theirs."""
        keys, now = _Keys(room.code), time()
        await self._valkey.zremrangebyscore(_ROOMS, 0, now)
        if not await self._valkey.exists(keys.room):
            if await self._valkey.zcard(_ROOMS) >= store.MAX_ROOMS:
                raise FullError(f"{store.MAX_ROOMS} rooms are open, and this server takes no more")
            # The first to set the secret has the code.
            if await self._valkey.hsetnx(keys.room, "host", hash_secret(host)):
                async with self._valkey.pipeline() as pipe:
                    pipe.hset(keys.room, mapping=_format_head(room))
                    pipe.zadd(_ROOMS, {room.code: now + UNUSED_SECONDS})
                    self._extend_life(pipe, room.code, IDLE if room.number else NEVER_USED)
                    await pipe.execute()
                return True
        kept = await self._valkey.hget(keys.room, "host")
        return kept is not None and compare_digest(kept, hash_secret(host))

    @_raise_lost
    async def find(self, code: str) -> Room:
        """The room with a code; its answers are loaded only where their counts are shown."""
        return await self._find(code)

    @_raise_lost
    async def is_host(self, code: str, host: str) -> bool:
        """Whether `host` is the secret of the teacher of the room with this code."""
        keys = _Keys(code)
        kept = await self._valkey.hget(keys.room, "host")
        if kept is None:
            raise await self._explain_missing(keys)
        return compare_digest(kept, hash_secret(host))

    @_raise_lost
    async def change(self, code: str, transition: Callable[[Room], Room]) -> Room:
        """Apply a transition to a room, notify all processes, and return the changed room; an ended one is deleted."""
        keys = _Keys(code)
        async with self._valkey.pipeline() as pipe:
            while True:
                await pipe.watch(keys.room)
                head = await pipe.hget(keys.room, "head")
                if head is None:
                    raise await self._explain_missing(keys)
                before = await self._load(code, head, await pipe.hgetall(keys.answers))
                room = transition(before)
                if room is before:
                    return room
                written = await self._use_valkey_time(room)
                pipe.multi()
                self._write(pipe, keys, before, written)
                try:
                    await pipe.execute()
                except WatchError:
                    continue  # another window was quicker, or a member has answered
                return room

    @_raise_lost
    async def join(self, code: str) -> str:
        """Add a member to a room, and return the member's secret; FullError if there are too many members."""
        keys = _Keys(code)
        if not await self._valkey.exists(keys.room):
            raise await self._explain_missing(keys)
        if await self._valkey.scard(keys.members) >= store.MAX_MEMBERS:
            raise FullError(f"{store.MAX_MEMBERS:,} have joined, and this room takes no more")
        member = token_urlsafe(16)
        async with self._valkey.pipeline() as pipe:
            pipe.sadd(keys.members, member)
            self._extend_life(pipe, code)
            await pipe.execute()
        return member

    @_raise_lost
    async def vote(self, code: str, vote: Vote) -> None:
        """Store a member's answer; UnfitError if another question or round is open, ValueError if it is invalid."""
        keys = _Keys(code)
        room = await self._find_without_answers(code)
        if not await self._valkey.sismember(keys.members, vote.member):
            raise MissingError
        answer = vote.read(room.find_open_question(vote.number, vote.round, vote.at))
        found = await self._vote(
            keys=[keys.room, keys.answers],
            args=[
                _format_gate(room),
                f"{vote.round}:{vote.member}",
                orjson.dumps([answer.values, answer.sure]),
                _NEWS_CHANNEL,
                f"{code} counts",
            ],
        )
        if found != b"kept":
            raise UnfitError("this round is closed")

    @_raise_lost
    async def find_own_answers(self, code: str, member: str) -> tuple[Room, tuple[Answer | None, ...]]:
        """The room, and a member's answer in each round of its question, None for a round without one."""
        keys = _Keys(code)
        room = await self._find_without_answers(code)
        if not await self._valkey.sismember(keys.members, member):
            raise MissingError
        if not room.rounds:
            return room, ()
        names = [f"{place}:{member}" for place in range(1, len(room.rounds) + 1)]
        kept = await self._valkey.hmget(keys.answers, names)
        return room, tuple(None if one is None else Answer(*orjson.loads(one)) for one in kept)

    @_raise_lost
    async def count_answers(self, code: str) -> int:
        """The number of answers in the current round of a room."""
        return int(await self._valkey.hget(_Keys(code).room, "answered") or 0)

    @_raise_lost
    async def count_phones(self, code: str, lines: int) -> int:
        """The number of phones with an event stream to any process that still runs; `lines` are those to this one."""
        keys = _Keys(code)
        if self._lines.get(code, 0) != lines:
            self._lines[code] = lines
            async with self._valkey.pipeline() as pipe:
                pipe.hset(keys.here, self._me, lines)
                pipe.expire(keys.here, int(IDLE_ROOM_SECONDS))
                pipe.publish(_NEWS_CHANNEL, f"{code} counts")
                await pipe.execute()
        others = await self._valkey.hgetall(keys.here)
        alive = await self._valkey.mget([_ALIVE + name.decode() for name in others] or [_ALIVE])
        return sum(
            int(count)
            for (name, count), lives in zip(others.items(), alive, strict=False)
            if lives is not None or name.decode() == self._me
        )

    @_raise_lost
    async def keep_alive(self, codes: Iterable[str]) -> None:
        """Extend the life of these rooms, which have open event streams; other rooms expire in Valkey by themselves."""
        kept = [*codes]
        self._lines = {code: self._lines[code] for code in kept if code in self._lines}
        whys = await self._valkey.mget([_Keys(code).ended for code in kept]) if kept else []
        async with self._valkey.pipeline() as pipe:
            for code, why in zip(kept, whys, strict=True):
                if why in {IDLE.encode(), NEVER_USED.encode()}:
                    self._extend_life(pipe, code, why.decode())
            await pipe.execute()

    def listen(self, on_change: OnChange, on_loss: Callable[[], None]) -> None:
        """Set the callbacks for a changed room, and for a lost connection to Valkey."""
        self._told, self._lost = on_change, on_loss

    async def _find(self, code: str) -> Room:
        """The room with a code; its answers are loaded only where counts are shown."""
        room = await self._find_without_answers(code)
        if room.state not in {SHOWN, REVEALED}:
            return room
        keys = _Keys(code)
        async with self._valkey.pipeline() as pipe:
            pipe.hget(keys.room, "head")
            pipe.hgetall(keys.answers)
            head, answers = await pipe.execute()
        if head is None:
            raise await self._explain_missing(keys)
        return await self._load(code, head, answers)

    async def _find_without_answers(self, code: str) -> Room:
        """The room with a code, without its answers, from the cache unless it has changed."""
        keys = _Keys(code)
        head = await self._valkey.hget(keys.room, "head")
        if head is None:
            self._heads.pop(code, None)
            self._ends.pop(code, None)
            raise await self._explain_missing(keys)
        if code not in self._heads or self._heads[code][0] != head:
            if len(self._heads) > store.MAX_ROOMS:
                self._heads.clear()
            self._heads[code] = head, await self._load(code, head, {})
        return self._heads[code][1]

    async def _load(self, code: str, head: bytes, answers: dict[bytes, bytes]) -> Room:
        """Deserialize a room as `load_room` does, but with `ends` by this process's clock.

        Each process counts by its own clock from when it heard of a round; Valkey's time only tells a process that
        comes later how long the round goes on, never longer than the question's limit.
        """
        room = load_room(code, head, answers)
        if room.ends is None or room.question is None:
            self._ends.pop(code, None)
            return room
        if code not in self._ends or self._ends[code][0] != room.ends:
            left = min(max(0.0, room.ends - await self._read_valkey_time()), room.question.seconds)
            self._ends[code] = room.ends, self._clock() + left
        return replace(room, ends=self._ends[code][1])

    async def _use_valkey_time(self, room: Room) -> Room:
        """A copy of the room with `ends` by Valkey's time of day, not by this process's clock."""
        if room.ends is None:
            return room
        ends = await self._read_valkey_time() + room.ends - self._clock()
        self._ends[room.code] = ends, room.ends
        return replace(room, ends=ends)

    async def _read_valkey_time(self) -> float:
        """Valkey's time of day, in seconds since 1970."""
        seconds, microseconds = await self._valkey.time()
        return float(seconds + microseconds / 1e6)

    async def _explain_missing(self, keys: _Keys) -> Exception:
        """The error to raise for a room that is not found: `EndedError` if it has ended, else `MissingError`."""
        why = await self._valkey.get(keys.ended)
        return MissingError() if why is None else EndedError(why.decode())

    def _write(self, pipe: Any, keys: _Keys, before: Room, room: Room) -> None:
        """Add the commands for a change from room `before` to `room` to a transaction (`pipe`)."""
        if room.state == ENDED:
            pipe.delete(*keys.all)
            pipe.zrem(_ROOMS, room.code)
            pipe.set(keys.ended, BY_TEACHER, ex=int(ENDED_ROOM_SECONDS))
            pipe.publish(_NEWS_CHANNEL, f"{room.code} ended {room.revision}")
            return
        pipe.hset(keys.room, mapping=_format_head(room))
        if (before.number, len(before.rounds)) != (room.number, len(room.rounds)):
            pipe.hset(keys.room, "answered", 0)
        if not room.rounds:
            pipe.delete(keys.answers)
        self._extend_life(pipe, room.code)
        pipe.publish(_NEWS_CHANNEL, f"{room.code} room")

    def _extend_life(self, pipe: Any, code: str, why: str = IDLE) -> None:
        """Add the commands that let a room live on to a transaction; `why` is how it ends if it stays unused."""
        seconds = IDLE_ROOM_SECONDS if why == IDLE else UNUSED_SECONDS
        for key in _Keys(code).all:
            pipe.expire(key, int(seconds))
        pipe.set(_Keys(code).ended, why, ex=int(seconds + ENDED_ROOM_SECONDS))
        pipe.zadd(_ROOMS, {code: time() + seconds}, xx=True)

    async def close(self) -> None:
        """Close the connection; methods that are called afterwards raise `LostError`."""
        self._closed = True
        if self._listening is not None:
            self._listening.cancel()
            with suppress(asyncio.CancelledError):
                await self._listening
        await self._valkey.aclose()

    async def start_listening(self) -> None:
        """Start to listen for the changes that other processes publish, if not yet started.

        Raises:
            LostError: If Valkey cannot be reached; after the first attempt without waiting.
        """
        if self._closed:
            raise LostError
        if self._listening is None or self._listening.done():
            self._tried.clear()
            self._listening = asyncio.create_task(self._listen())
        if not self._tried.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(self._tried.wait(), 5)
        if not self._hears:
            raise LostError

    async def _listen(self) -> None:
        """Report the changes that other processes publish, until cancelled; reconnect after errors."""
        # A wait that ends in the moment it is cancelled may swallow that; the task still knows.
        task = asyncio.current_task()
        while task and not task.cancelling():
            try:
                async with self._valkey.pubsub(ignore_subscribe_messages=True) as news:
                    await news.subscribe(_NEWS_CHANNEL)
                    while not task.cancelling():
                        await self._valkey.set(_ALIVE + self._me, 1, ex=_ALIVE_SECONDS)
                        self._note_hearing(hears=True)
                        message = await news.get_message(timeout=_ALIVE_SECONDS / 3)
                        if message is not None:
                            code, *what = message["data"].decode().split()
                            await self._report_change(code, *what)
            except (ValkeyError, OSError):
                self._note_hearing(hears=False)
                await asyncio.sleep(_RETRY_SECONDS)

    def _note_hearing(self, *, hears: bool) -> None:
        """Note whether Valkey is reachable; when it stops being so, the callback for a lost connection is called."""
        if self._hears and not hears:
            self._lines.clear()
            self._lost()
        self._hears = hears
        self._tried.set()

    async def _report_change(self, code: str, what: str, revision: str = "0") -> None:
        """Call the listener for a published change; `what` is “counts”, “ended” or “room”."""
        if what == "counts":
            self._told(code, None)
            return
        if what == "ended":
            self._told(code, Room(code, int(revision), ENDED))
            return
        with suppress(MissingError, EndedError):
            self._told(code, await self._find(code))
