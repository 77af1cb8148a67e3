"""A room as a frozen value: its question, the answers, and what students may know of them in each state."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from hashlib import scrypt
from typing import TYPE_CHECKING, Any

from irviz.rooms.question import KINDS, MAX_CONFIDENCE, Answer, Question

if TYPE_CHECKING:
    from collections.abc import Mapping

CODE_SIGNS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""The signs of codes: without 0 O 1 I L, which look alike."""

CODE_LENGTH = 6
"""The signs of a code: 31^6 are 887,503,681 codes."""

MAX_ROUNDS = 9
"""Rounds of answers to one question."""

MAX_QUESTIONS = 500
"""Questions whose counts a room keeps."""

WAITING, STAGED, OPEN, CLOSED = "waiting", "staged", "open", "closed"
SHOWN, REVEALED, ENDED = "shown", "revealed", "ended"

STATES_BY_ACTION: dict[str, frozenset[str]] = {
    "ask": frozenset({WAITING, STAGED, REVEALED}),
    "open": frozenset({STAGED, CLOSED}),
    "close": frozenset({OPEN}),
    "again": frozenset({CLOSED, SHOWN}),
    "show": frozenset({CLOSED}),
    "reveal": frozenset({CLOSED, SHOWN}),
    "next": frozenset({STAGED, CLOSED, SHOWN, REVEALED}),
    "end": frozenset({WAITING, STAGED, OPEN, CLOSED, SHOWN, REVEALED}),
}
"""What the teacher can do, and in which states."""

_CODE = re.compile(f"[{CODE_SIGNS}]{{{CODE_LENGTH}}}")
_SECRET = re.compile(r"[A-Za-z0-9_-]{20,64}")


class UnfitError(Exception):
    """An action or answer that does not fit the state of the room; the text says why, in a line."""


def parse_code(text: str) -> str:
    """Normalize a typed room code to capitals; empty where it does not have the form of a code.

    Example:
        >>> parse_code(" k7m2qx "), parse_code("K0OL1I")
        ('K7M2QX', '')
    """
    found = text.strip().upper()
    return found if _CODE.fullmatch(found) else ""


def is_secret(text: object) -> bool:
    """Whether a value is a text with the form of a teacher's secret."""
    return isinstance(text, str) and bool(_SECRET.fullmatch(text))


def derive_code(host: str) -> str:
    """The six-character code of a room, derived from its teacher's secret (`host`).

    After a restart, only the teacher, who has the secret, can open the room again under its code. To find a
    secret for a given code is 887 million times as much work as this, which is slow already: not in an event loop.

    Example:
        >>> derive_code("a secret"), derive_code("another")
        ('D63PV4', '72EDXD')
    """
    number = int.from_bytes(scrypt(host.encode(), salt=b"irviz room", n=2**14, r=8, p=1, dklen=16))
    signs = []
    for _ in range(CODE_LENGTH):
        number, place = divmod(number, len(CODE_SIGNS))
        signs.append(CODE_SIGNS[place])
    return "".join(signs)


@dataclass(frozen=True)
class Room:
    """The state of a room: a class that predicts together. Each transition makes a new one, or raises `UnfitError`.

    Attributes:
        code: Its six characters.
        revision: A number that grows with each transition, not with answers.
        state: One of `waiting`, `staged`, `open`, `closed`, `shown`, `revealed`, `ended`.
        number: How many questions were asked, with the current one.
        question: The current question; None while waiting.
        rounds: For each round of the current question, the answers by member.
        ends: When the open round closes by itself, in seconds of this process's clock; None without a time limit.
        past: The counts of the earlier questions.

    Example:
        >>> room = Room("K7M2QX")
        >>> room.close()
        Traceback (most recent call last):
        ...
        irviz.rooms.room.UnfitError: close does not fit: the room is waiting
    """

    code: str
    revision: int = 0
    state: str = WAITING
    number: int = 0
    question: Question | None = None
    rounds: tuple[Mapping[str, Answer], ...] = ()
    ends: float | None = None
    past: tuple[Mapping[str, Any], ...] = ()

    def ask(self, question: Question) -> Room:
        """A copy of the room with a new question, which cannot be answered yet."""
        self._check_action("ask")
        # A question that was replaced before it was opened was none.
        number = self.number if self.state == STAGED else self.number + 1
        past = self._list_counts()
        return self._enter_state(STAGED, question=question, number=number, rounds=(), past=past)

    def open(self, now: float) -> Room:
        """A copy of the room that takes answers from `now` (seconds) on; a closed round goes on, with its answers."""
        self._check_action("open")
        return self._enter_state(OPEN, rounds=self.rounds or ({},), ends=self._find_end(now))

    def close(self) -> Room:
        """A copy of the room whose round is closed, so that it takes no more answers."""
        self._check_action("close")
        return self._enter_state(CLOSED)

    def again(self, now: float) -> Room:
        """A copy of the room in another round of answers, opened at the time `now` in seconds."""
        self._check_action("again")
        if len(self.rounds) >= MAX_ROUNDS:
            raise UnfitError(f"again does not fit: there were {MAX_ROUNDS} rounds")
        return self._enter_state(OPEN, rounds=(*self.rounds, {}), ends=self._find_end(now))

    def show(self) -> Room:
        """A copy of the room that shows how the class answered."""
        self._check_action("show")
        return self._enter_state(SHOWN)

    def reveal(self) -> Room:
        """A copy of the room that also shows the solution."""
        self._check_action("reveal")
        return self._enter_state(REVEALED)

    def next(self) -> Room:
        """A copy of the room without its question, which waits for another; the counts are kept."""
        self._check_action("next")
        number = self.number - 1 if self.state == STAGED else self.number
        return self._enter_state(WAITING, number=number, question=None, rounds=(), past=self._list_counts())

    def end(self) -> Room:
        """A copy of the room that has ended, without its question and answers."""
        self._check_action("end")
        return self._enter_state(ENDED, question=None, rounds=(), past=())

    def close_if_over(self, now: float) -> Room:
        """A copy of the room with its round closed, if its time is over at `now`; else the room itself."""
        return self.close() if self.state == OPEN and self._is_over(now) else self

    def find_open_question(self, number: int, round_: int, now: float) -> Question:
        """The current question, if an answer with this question number and round (both from 1) is still accepted.

        Raises:
            UnfitError: If another question or round is open, or none.
        """
        if self.question is None or (number, round_) != (self.number, len(self.rounds)):
            raise UnfitError("another question or round is asked now")
        if self.state != OPEN or self._is_over(now):
            raise UnfitError("this round is closed")
        return self.question

    def add_answer(self, member: str, answer: Answer) -> Room:
        """A copy of the room with an answer in the open round, in place of an earlier one of the same member."""
        if self.state != OPEN:
            raise UnfitError("this round is closed")
        *before, current = self.rounds
        return replace(self, rounds=(*before, {**current, member: answer}))

    @property
    def answers(self) -> Mapping[str, Answer]:
        """The answers of the current round, by the members' secrets."""
        return self.rounds[-1] if self.rounds else {}

    def public(self, now: float) -> dict[str, Any]:
        """The room as JSON for students; counts are in it once they are shown, the solution once it is revealed."""
        found: dict[str, Any] = {"revision": self.revision, "code": self.code, "state": self.state, "question": None}
        if self.question is None:
            return found
        left = None
        if self.state == OPEN and self.ends is not None:
            left = max(0.0, round(self.ends - now, 1))
        found["question"] = {
            "number": self.number,
            "round": max(1, len(self.rounds)),
            **self.question.public(),
            "left": left,
        }
        if self.state in {SHOWN, REVEALED}:
            found["tally"] = self.tally_rounds()
        if self.state == REVEALED:
            found["reveal"] = self.question.solution()
        return found

    def tally_rounds(self) -> list[dict[str, Any]]:
        """For each round of the current question, the counts of its answers as JSON."""
        question = self.question
        if question is None:
            return []
        return [
            {"round": place, **_tally_answers(question, list(answers.values()))}
            for place, answers in enumerate(self.rounds, 1)
        ]

    def collect_counts(self) -> dict[str, Any]:
        """The counts to save, as JSON: of past questions, and of the current one if the class was shown them."""
        shown = self._list_counts() if self.state in {SHOWN, REVEALED} else self.past
        return {"code": self.code, "questions": list(shown)}

    def restore_counts(self, data: object) -> Room:
        """A copy of a new room with the saved counts of `collect_counts`.

        Raises:
            ValueError: If they are invalid.
        """
        questions = data.get("questions") if isinstance(data, dict) else None
        if not isinstance(questions, list) or len(questions) > MAX_QUESTIONS:
            raise ValueError(f"counts.questions is missing or no list of at most {MAX_QUESTIONS}")
        number = 0
        for one in questions:
            asked = one.get("number") if isinstance(one, dict) else None
            if isinstance(asked, bool) or not isinstance(asked, int) or not number < asked < 10**6:
                raise ValueError("counts.questions has one without its number, or in another order")
            number = asked
        return replace(self, past=tuple(questions), number=number)

    def list_actions(self) -> list[str]:
        """What the teacher can do now, as `STATES_BY_ACTION` names it."""
        return [action for action, states in STATES_BY_ACTION.items() if self.state in states]

    def _list_counts(self) -> tuple[Mapping[str, Any], ...]:
        """The counts of past questions, and of the current one if it was opened, an object for each question."""
        if self.question is None or not self.rounds:
            return self.past
        asked = self.question
        counts = {
            "number": self.number,
            "kind": asked.kind,
            "title": asked.title,
            "words": asked.words,
            "cutoff": asked.cutoff,
            "metrics": [
                {"name": one.name, "title": one.title, "from": one.start, "to": one.to, "right": one.right}
                for one in asked.metrics
            ],
            "rounds": self.tally_rounds(),
        }
        return (*self.past, counts)[-MAX_QUESTIONS:]

    def _check_action(self, action: str) -> None:
        """Raise UnfitError where an action, such as “reveal”, does not fit the room's state."""
        if self.state not in STATES_BY_ACTION[action]:
            raise UnfitError(f"{action} does not fit: the room is {self.state}")

    def _find_end(self, now: float) -> float | None:
        """The time in seconds at which a round that opens now ends; None without a time limit."""
        return now + self.question.seconds if self.question and self.question.seconds else None

    def _is_over(self, now: float) -> bool:
        """Whether the time limit of the open round has passed."""
        return self.ends is not None and now >= self.ends

    def _enter_state(self, state: str, **changes: Any) -> Room:
        """A copy of the room in a state, with changed fields and the next revision; `ends` is None unless given."""
        # What is no open round does not end by itself.
        return replace(self, **{"ends": None, **changes}, state=state, revision=self.revision + 1)


def _tally_answers(question: Question, answers: list[Answer]) -> dict[str, Any]:
    """The counts of the answers to a question, by metric and answer, as JSON."""
    words = KINDS[question.kind]
    metrics: dict[str, Any] = {}
    for one in question.metrics:
        given = [answer.values[one.name] for answer in answers if one.name in answer.values]
        if question.kind == "challenge":
            moves = Counter(int(value) for value in given)
            metrics[one.name] = {str(made): moves[made] for made in sorted(moves)}
        elif words:
            counted = Counter(given)
            metrics[one.name] = {word: counted[word] for word in words}
        else:
            metrics[one.name] = sorted(given)
    sure = Counter(answer.sure for answer in answers if answer.sure)
    return {
        "answered": len(answers),
        "metrics": metrics,
        "sure": {str(place): sure[place] for place in range(1, MAX_CONFIDENCE + 1)} if question.sure else {},
    }
