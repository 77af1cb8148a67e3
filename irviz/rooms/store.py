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
    """There is no such room, or no such member in it."""


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
    """The limit of rooms, members or lines is reached."""


class Vote(NamedTuple):
    """An answer that is to be kept.

    Attributes:
        member: Whose it is.
        number: Of the question that it is for.
        round: Of that question.
        at: When it came, in seconds of this process's clock.
        read: Makes an answer of what was sent, once it is known what was asked.
    """

    member: str
    number: int
    round: int
    at: float
    read: Callable[[Question], Answer]


class Store(Protocol):
    """A store of rooms. Each method raises `MissingError` or `EndedError` where there is no such room."""

    async def open(self, room: Room, host: str) -> bool:
        """Open a room, and return whether its code was free.

        If the room of this teacher is open already, it stays as it is.

        Raises:
            FullError: If there are too many.
        """

    async def find(self, code: str) -> Room:
        """Find a room by its code."""

    async def is_host(self, code: str, host: str) -> bool:
        """Whether `host` is the secret of the room's teacher."""

    async def change(self, code: str, transition: Callable[[Room], Room]) -> Room:
        """Apply a transition to a room, notify the listeners, and return the changed room; an ended one is deleted."""

    async def join(self, code: str) -> str:
        """Add a member, and return the member's secret.

        Raises:
            FullError: If there are too many.
        """

    async def vote(self, code: str, vote: Vote) -> None:
        """Keep a member's answer, and notify the listeners that counts have changed.

        Raises:
            UnfitError: If another question or round is asked, or it is not open.
            ValueError: If it cannot be read.
        """

    async def find_own_answers(self, code: str, member: str) -> tuple[Room, tuple[Answer | None, ...]]:
        """The room, and a member's answer in each round of its question."""

    async def count_answers(self, code: str) -> int:
        """The number of answers in the current round."""

    async def count_phones(self, code: str, lines: int) -> int:
        """The number of phones with a line to any process; `lines` is how many this process has."""

    async def keep_alive(self, codes: Iterable[str]) -> None:
        """Note that these rooms have lines, and delete those that have had none for long."""

    def listen(self, told: OnChange, lost: Callable[[], None]) -> None:
        """Set the callbacks for changes and for possibly missed ones; they are called in the event loop."""


@dataclass(slots=True)
class _StoredRoom:
    room: Room
    host: bytes
    members: set[str] = field(default_factory=set)
    seen: float = 0.0

    def find_end_reason(self, now: float) -> str:
        """Why the room is to be deleted now; empty where it goes on."""
        used = self.members or self.room.number
        if now - self.seen <= (IDLE_ROOM_SECONDS if used else UNUSED_SECONDS):
            return ""
        return IDLE if used else NEVER_USED


class MemoryStore:
    """Rooms in the memory of this process; they end with it.

    Args:
        clock: Seconds that only grow.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._rooms: dict[str, _StoredRoom] = {}
        self._ended: dict[str, tuple[str, float]] = {}  # why, and when; the oldest first
        self._told: OnChange = lambda _code, _room: None

    async def open(self, room: Room, host: str) -> bool:
        """See `Store.open`."""
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
        """See `Store.find`."""
        return self._get(code).room

    async def is_host(self, code: str, host: str) -> bool:
        """See `Store.is_host`."""
        return compare_digest(self._get(code).host, hash_secret(host))

    async def change(self, code: str, transition: Callable[[Room], Room]) -> Room:
        """See `Store.change`."""
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
        """See `Store.join`."""
        kept = self._get(code)
        if len(kept.members) >= MAX_MEMBERS:
            raise FullError(f"{MAX_MEMBERS:,} have joined, and this room takes no more")
        member = token_urlsafe(16)
        kept.members.add(member)
        return member

    async def vote(self, code: str, vote: Vote) -> None:
        """See `Store.vote`."""
        kept = self._get_with_member(code, vote.member)
        question = kept.room.find_open_question(vote.number, vote.round, vote.at)
        kept.room = kept.room.add_answer(vote.member, vote.read(question))
        self._told(code, None)

    async def find_own_answers(self, code: str, member: str) -> tuple[Room, tuple[Answer | None, ...]]:
        """See `Store.find_own_answers`."""
        room = self._get_with_member(code, member).room
        return room, tuple(answers.get(member) for answers in room.rounds)

    async def count_answers(self, code: str) -> int:
        """See `Store.count_answers`."""
        return len(self._get(code).room.answers)

    async def count_phones(self, code: str, lines: int) -> int:
        """See `Store.count_phones`."""
        self._get(code)
        return lines

    async def keep_alive(self, codes: Iterable[str]) -> None:
        """See `Store.keep_alive`."""
        now = self._clock()
        for code in codes:
            if code in self._rooms:
                self._rooms[code].seen = now
        self._delete_idle()

    def listen(self, told: OnChange, lost: Callable[[], None]) -> None:
        """See `Store.listen`; here nothing is missed."""
        del lost
        self._told = told

    def _get(self, code: str) -> _StoredRoom:
        """The stored room with a code; EndedError or MissingError where there is none."""
        if code in self._rooms:
            return self._rooms[code]
        if code in self._ended:
            raise EndedError(self._ended[code][0])
        raise MissingError

    def _get_with_member(self, code: str, member: str) -> _StoredRoom:
        """The stored room with a code; MissingError if `member` is not in it."""
        kept = self._get(code)
        if member not in kept.members:
            raise MissingError
        return kept

    def _delete_idle(self) -> None:
        """Delete the rooms that are due, and forget rooms that ended long ago."""
        now = self._clock()
        for code, kept in [*self._rooms.items()]:
            if why := kept.find_end_reason(now):
                self._delete(code, why)
        while self._ended and next(iter(self._ended.values()))[1] < now - ENDED_ROOM_SECONDS:
            del self._ended[next(iter(self._ended))]

    def _delete(self, code: str, why: str) -> None:
        """Delete a room, and note why and when it ended."""
        del self._rooms[code]
        # Only that the code was one, so that phones hear of it.
        self._ended[code] = why, self._clock()


def hash_secret(secret: str) -> bytes:
    """The hash of a secret, which is stored in place of it."""
    return sha256(secret.encode()).digest()
