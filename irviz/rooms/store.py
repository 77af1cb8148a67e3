"""Stores of rooms: the protocol, and the store in this process's memory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from hmac import compare_digest
from secrets import token_urlsafe
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple, Protocol

from irviz.rooms.room import ENDED, Room

if TYPE_CHECKING:
    from collections.abc import Iterable

    from irviz.rooms.question import Answer, Question

MAX_ROOMS = 100
"""Rooms that are open at a time."""

MAX_MEMBERS = 2000
"""Members of one room."""

IDLE_ROOM_SECONDS = 3 * 3600.0
"""A room is deleted this long after its last line has closed."""

UNUSED_SECONDS = 600.0
"""A room without members and questions is deleted sooner, since any visitor can open rooms."""

ENDED_ROOM_SECONDS = 3600.0
"""For this long the store knows that a room has ended, and why."""

BY_TEACHER, IDLE, NEVER_USED = "teacher", "idle", "unused"
"""Why a room has ended."""

OnChange = Callable[[str, Room | None], None]
"""Called with the code of a room that has changed, and the room; None if only its counts have."""


class MissingError(Exception):
    """There is no room with this code, or no such member in it."""


class EndedError(Exception):
    """The room has ended.

    Args:
        why: `BY_TEACHER`, `IDLE` or `NEVER_USED`.
    """

    def __init__(self, why: str = BY_TEACHER) -> None:
        super().__init__(why)
        self.why = why


class LostError(Exception):
    """The store does not answer."""


class FullError(Exception):
    """The limit of rooms, members or event streams is reached."""


class Vote(NamedTuple):
    """An answer that is to be stored.

    Attributes:
        member: The secret of the member who answers.
        number: The number of the question that it is for, from 1.
        round: The round of that question, from 1.
        at: When it came, in seconds of this process's clock.
        read: Parses the answer that was sent, given the question; ValueError for an invalid one.
    """

    member: str
    number: int
    round: int
    at: float
    read: Callable[[Question], Answer]


class Store(Protocol):
    """A store of rooms. Each method raises `MissingError` or `EndedError` where there is no such room."""

    async def open(self, room: Room, host: str) -> bool:
        """Open a room for the teacher with the secret `host`; return whether its code was free or already theirs.

        If the room of this teacher is open already, it stays as it is.

        Raises:
            FullError: If the limit is reached.
        """

    async def find(self, code: str) -> Room:
        """The room with a code."""

    async def is_host(self, code: str, host: str) -> bool:
        """Whether `host` is the secret of the teacher of the room with this code."""

    async def change(self, code: str, transition: Callable[[Room], Room]) -> Room:
        """Apply a transition to a room, call the listener, and return the changed room; an ended one is deleted."""

    async def join(self, code: str) -> str:
        """Add a member to a room, and return the member's secret.

        Raises:
            FullError: If the limit is reached.
        """

    async def vote(self, code: str, vote: Vote) -> None:
        """Store a member's answer, and call the listener, since counts have changed.

        Raises:
            UnfitError: If another question or round is open, or none.
            ValueError: If the answer is invalid.
        """

    async def find_own_answers(self, code: str, member: str) -> tuple[Room, tuple[Answer | None, ...]]:
        """The room, and a member's answer in each round of its question, None for a round without one."""

    async def count_answers(self, code: str) -> int:
        """The number of answers in the current round of a room."""

    async def count_phones(self, code: str, lines: int) -> int:
        """The number of phones with an event stream to any process; `lines` is the number of those to this process."""

    async def keep_alive(self, codes: Iterable[str]) -> None:
        """Note that these rooms have open event streams, and delete those that have had none for long."""

    def listen(self, on_change: OnChange, on_loss: Callable[[], None]) -> None:
        """Set the callbacks for a changed room, and for a lost connection to the store; they run in the event loop."""


@dataclass(slots=True)
class _StoredRoom:
    """A room with the hash of its teacher's secret, its members' secrets, and when it was used last, in seconds."""

    room: Room
    host: bytes
    members: set[str] = field(default_factory=set)
    seen: float = 0.0

    def find_end_reason(self, now: float) -> str:
        """Why the room is to be deleted now, `IDLE` or `NEVER_USED`; empty if it is still in use."""
        used = self.members or self.room.number
        if now - self.seen <= (IDLE_ROOM_SECONDS if used else UNUSED_SECONDS):
            return ""
        return IDLE if used else NEVER_USED


class MemoryStore:
    """A store of rooms in the memory of this process.

    Args:
        clock: A monotonic clock in seconds.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._rooms: dict[str, _StoredRoom] = {}
        self._ended: dict[str, tuple[str, float]] = {}  # why, and when; the oldest first
        self._told: OnChange = lambda _code, _room: None

    async def open(self, room: Room, host: str) -> bool:
        """Open a room for the teacher with the secret `host`; return whether its code was free or already theirs."""
        kept = self._rooms.get(room.code)
        if kept is not None:
            return compare_digest(kept.host, hash_secret(host))
        self._delete_idle()
        if len(self._rooms) >= MAX_ROOMS:
            raise FullError(f"{MAX_ROOMS} rooms are open, and this server takes no more")
        self._ended.pop(room.code, None)
        self._rooms[room.code] = _StoredRoom(room, hash_secret(host), seen=self._clock())
        return True

    async def find(self, code: str) -> Room:
        """The room with a code; EndedError or MissingError where there is none."""
        return self._get(code).room

    async def is_host(self, code: str, host: str) -> bool:
        """Whether `host` is the secret of the teacher of the room with this code."""
        return compare_digest(self._get(code).host, hash_secret(host))

    async def change(self, code: str, transition: Callable[[Room], Room]) -> Room:
        """Apply a transition to a room, call the listener, and return the changed room; an ended one is deleted."""
        kept = self._get(code)
        room = transition(kept.room)
        if room is not kept.room:
            kept.room = room
            kept.seen = self._clock()
            if room.state == ENDED:
                self._delete(code, BY_TEACHER)
            self._told(code, room)
        return room

    async def join(self, code: str) -> str:
        """Add a member to a room, and return the member's secret; FullError if there are too many members."""
        kept = self._get(code)
        if len(kept.members) >= MAX_MEMBERS:
            raise FullError(f"{MAX_MEMBERS:,} have joined, and this room takes no more")
        member = token_urlsafe(16)
        kept.members.add(member)
        return member

    async def vote(self, code: str, vote: Vote) -> None:
        """Store a member's answer; UnfitError if another question or round is open, ValueError if it is invalid."""
        kept = self._get_with_member(code, vote.member)
        question = kept.room.find_open_question(vote.number, vote.round, vote.at)
        kept.room = kept.room.add_answer(vote.member, vote.read(question))
        self._told(code, None)

    async def find_own_answers(self, code: str, member: str) -> tuple[Room, tuple[Answer | None, ...]]:
        """The room, and a member's answer in each round of its question, None for a round without one."""
        room = self._get_with_member(code, member).room
        return room, tuple(answers.get(member) for answers in room.rounds)

    async def count_answers(self, code: str) -> int:
        """The number of answers in the current round of a room."""
        return len(self._get(code).room.answers)

    async def count_phones(self, code: str, lines: int) -> int:
        """The number of phones with an event stream: `lines`, as there is only this process."""
        self._get(code)
        return lines

    async def keep_alive(self, codes: Iterable[str]) -> None:
        """Note that these rooms have open event streams, and delete those that have had none for long."""
        now = self._clock()
        for code in codes:
            if code in self._rooms:
                self._rooms[code].seen = now
        self._delete_idle()

    def listen(self, on_change: OnChange, on_loss: Callable[[], None]) -> None:
        """Set the callback for a changed room; the one for a lost connection is never called."""
        del on_loss
        self._told = on_change

    def _get(self, code: str) -> _StoredRoom:
        """The stored room with a code; EndedError or MissingError where there is none."""
        if code in self._rooms:
            return self._rooms[code]
        if code in self._ended:
            raise EndedError(self._ended[code][0])
        raise MissingError

    def _get_with_member(self, code: str, member: str) -> _StoredRoom:
        """The stored room with a code; MissingError if it has no member with the secret `member`."""
        kept = self._get(code)
        if member not in kept.members:
            raise MissingError
        return kept

    def _delete_idle(self) -> None:
        """Delete the rooms that were unused for too long, and forget rooms that ended long ago."""
        now = self._clock()
        for code, kept in [*self._rooms.items()]:
            if why := kept.find_end_reason(now):
                self._delete(code, why)
        while self._ended and next(iter(self._ended.values()))[1] < now - ENDED_ROOM_SECONDS:
            del self._ended[next(iter(self._ended))]

    def _delete(self, code: str, why: str) -> None:
        """Delete a room, and note why (`IDLE`, …) and when it ended."""
        del self._rooms[code]
        # Only that the code was one, so that phones hear of it.
        self._ended[code] = why, self._clock()


def hash_secret(secret: str) -> bytes:
    """The hash of a teacher's secret, which is stored in place of it."""
    return sha256(secret.encode()).digest()
