"""A room as a frozen value: what is asked, what was answered, and what everybody may know of it by now."""

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
"""What a code is made of: no 0 O 1 I L, which look alike."""

CODE_LENGTH = 6
"""The signs of a code: 31^6 are 887,503,681 codes."""

MAX_ROUNDS = 9
"""In which one question is answered."""

MAX_QUESTIONS = 500
"""Of which a room keeps the counts."""

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
    """What was asked for does not fit the room as it is; the text says why, in a line."""


def parse_code(text: str) -> str:
    """A code as it was typed, in capitals; empty where it can be none.

    Example:
        >>> parse_code(" k7m2qx "), parse_code("K0OL1I")
        ('K7M2QX', '')
    """
    found = text.strip().upper()
    return found if _CODE.fullmatch(found) else ""


def is_secret(text: object) -> bool:
    """Whether a text can be a secret as they are made here."""
    return isinstance(text, str) and bool(_SECRET.fullmatch(text))


def derive_code(host: str) -> str:
    """The code of the room that belongs to a teacher's secret.

    After a restart, a room is opened again under its code by whoever has the secret, and by nobody who knows
    the code only. To find a secret for a given code is 887 million times as much work as this, and this is
    slow: not in an event loop.

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
    """A room. Each transition makes a new one; what does not fit raises `UnfitError`.

    Attributes:
        code: Its six signs.
        revision: Grows with each transition, not with answers.
        state: One of `waiting`, `staged`, `open`, `closed`, `shown`, `revealed`, `ended`.
        number: How many questions were asked; that of the current one.
        question: The current one; none while waiting.
        rounds: Of the current question: the answers by member.
        ends: When the open round closes by itself, in seconds of this process's clock; none if it does not.
        past: The counts of the questions before it.

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
        """Put a question before the class, which cannot answer yet."""
        self._check_action("ask")
        # A question that was replaced before it was opened was none.
        number = self.number if self.state == STAGED else self.number + 1
        past = self._list_counts()
        return self._enter_state(STAGED, question=question, number=number, rounds=(), past=past)

    def open(self, now: float) -> Room:
        """Let the class answer, or answer on where the round was closed."""
        self._check_action("open")
        return self._enter_state(OPEN, rounds=self.rounds or ({},), ends=self._find_end(now))

    def close(self) -> Room:
        """Take no answer any more."""
        self._check_action("close")
        return self._enter_state(CLOSED)

    def again(self, now: float) -> Room:
        """Let the class answer once more, in another round."""
        self._check_action("again")
        if len(self.rounds) >= MAX_ROUNDS:
            raise UnfitError(f"again does not fit: there were {MAX_ROUNDS} rounds")
        return self._enter_state(OPEN, rounds=(*self.rounds, {}), ends=self._find_end(now))

    def show(self) -> Room:
        """Show how the class answered."""
        self._check_action("show")
        return self._enter_state(SHOWN)

    def reveal(self) -> Room:
        """Show what is right, and why."""
        self._check_action("reveal")
        return self._enter_state(REVEALED)

    def next(self) -> Room:
        """Leave the question, and wait for another."""
        self._check_action("next")
        number = self.number - 1 if self.state == STAGED else self.number
        return self._enter_state(WAITING, number=number, question=None, rounds=(), past=self._list_counts())

    def end(self) -> Room:
        """End it, and forget everything."""
        self._check_action("end")
        return self._enter_state(ENDED, question=None, rounds=(), past=())

    def close_if_over(self, now: float) -> Room:
        """The room at a time: closed, where the round's time is over."""
        return self.close() if self.state == OPEN and self._is_over(now) else self

    def find_open_question(self, number: int, round_: int, now: float) -> Question:
        """The question that an answer to this number and round is for.

        Raises:
            UnfitError: If another is asked, or it is not open.
        """
        if self.question is None or (number, round_) != (self.number, len(self.rounds)):
            raise UnfitError("another question or round is asked now")
        if self.state != OPEN or self._is_over(now):
            raise UnfitError("this round is closed")
        return self.question

    def add_answer(self, member: str, answer: Answer) -> Room:
        """The room with a member's answer in the open round, in the place of an earlier one."""
        if self.state != OPEN:
            raise UnfitError("this round is closed")
        *before, current = self.rounds
        return replace(self, rounds=(*before, {**current, member: answer}))

    @property
    def answers(self) -> Mapping[str, Answer]:
        """Those of the current round."""
        return self.rounds[-1] if self.rounds else {}

    def public(self, now: float) -> dict[str, Any]:
        """What everybody may know: no count before it is shown, and nothing of what is right before that."""
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
        """How the class answered, for each round of the current question."""
        question = self.question
        if question is None:
            return []
        return [
            {"round": place, **_tally_answers(question, list(answers.values()))}
            for place, answers in enumerate(self.rounds, 1)
        ]

    def collect_counts(self) -> dict[str, Any]:
        """What is saved: the questions so far; the current one once its counts were shown."""
        shown = self._list_counts() if self.state in {SHOWN, REVEALED} else self.past
        return {"code": self.code, "questions": list(shown)}

    def restore_counts(self, data: object) -> Room:
        """A new room with the counts that it had, as `counts` gave them.

        Raises:
            ValueError: If they are none.
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

    def _list_counts(self) -> tuple[Mapping[str, Any], ...]:
        """The counts so far, with those of the current question if anybody could answer it."""
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
        if self.state not in STATES_BY_ACTION[action]:
            raise UnfitError(f"{action} does not fit: the room is {self.state}")

    def _find_end(self, now: float) -> float | None:
        return now + self.question.seconds if self.question and self.question.seconds else None

    def _is_over(self, now: float) -> bool:
        return self.ends is not None and now >= self.ends

    def _enter_state(self, state: str, **changes: Any) -> Room:
        # What is no open round does not end by itself.
        return replace(self, **{"ends": None, **changes}, state=state, revision=self.revision + 1)


def _tally_answers(question: Question, answers: list[Answer]) -> dict[str, Any]:
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
