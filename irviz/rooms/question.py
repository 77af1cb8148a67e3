"""What a class is asked and what it may answer, read from what a browser has sent."""

from __future__ import annotations

import math
import re
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

KINDS: dict[str, tuple[str, ...]] = {
    "direction": ("up", "same", "down"),
    "value": (),
    "preference": ("first", "same", "second"),
    "challenge": (),
}
"""The kinds of question, and what is answered; a value is a number, and of a challenge that of the moves."""

NEAR = 0.05
"""A predicted value that is no further away counts as right."""

SURE = 5
"""How sure one is, from 1 to this."""

MOST_RESULTS = 200
"""In a list of results that is shown."""

MOST_METRICS = 8
"""That one question asks for."""

MOST_BELIEFS = 20
"""About one metric."""

LONGEST = 1000
"""No text of a question is longer, in characters."""

LARGEST = 1e6
"""No value of a metric is further from 0."""

MOST_MOVES = 1000
"""In which a challenge is solved."""

MOST_SECONDS = 3600
"""The longest that a round stays open by itself."""

_LINK = re.compile(r"challenges\?[!-~]{1,4000}")
_PICTURE = re.compile(r"(?![/\\])(?!.*(?:\.\.|[\\:]|//))[^\x00-\x20?#]*")


@dataclass(frozen=True, slots=True)
class Result:
    """One result in a list: what it is called, its picture, and how it was judged.

    Attributes:
        id: Its name within the list.
        title: What it is called.
        picture: The path of its picture, relative to the dashboard; empty where there is none.
        level: Its grade.
        relevant: Whether that is relevant.
        judged: Whether anybody judged it.
    """

    id: str
    title: str
    picture: str
    level: int
    relevant: bool
    judged: bool


@dataclass(frozen=True, slots=True)
class Believed:
    """What people believe of a metric that is not so, and what they would answer.

    Attributes:
        belief: What they believe, a sentence.
        said: A word of the question's kind.
        to: The value after the change; none where it says nothing of that.
    """

    belief: str
    said: str
    to: float | None


@dataclass(frozen=True, slots=True)
class Asked:
    """One metric of a question, and what is true of it.

    Attributes:
        name: Its symbol, such as `AP`.
        title: With the cutoff, such as `AP@8`.
        start: Its value before the change; none where it is not to be seen.
        to: Its value after the change.
        right: The right answer: a word of the question's kind, or the value.
        reason: Why that is so, in a line.
        range: The lowest and the highest value that may be answered; none where there is no such.
        beliefs: What people believe of it who would answer otherwise.
    """

    name: str
    title: str
    start: float | None
    to: float
    right: str | float
    reason: str
    range: tuple[float, float] | None = None
    beliefs: tuple[Believed, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """What a class is asked. What is true of it is in `public` at no time.

    Attributes:
        kind: One of `KINDS`.
        title: Of the query.
        words: The change, or what is to be compared.
        before: The list before the change, or the first of two.
        after: The list after it, or the second.
        cutoff: The rank at which is measured.
        metrics: What is asked for.
        sure: Whether the phones ask how sure one is.
        seconds: After which a round closes by itself; 0 where it does not.
        cutoff_before: The rank at which was measured before the change, if that is another.
        link: The page of a challenge, relative to the dashboard; empty for other kinds.
    """

    kind: str
    title: str
    words: str
    before: tuple[Result, ...]
    after: tuple[Result, ...]
    cutoff: int
    metrics: tuple[Asked, ...]
    sure: bool = False
    seconds: int = 0
    cutoff_before: int | None = None
    link: str = ""

    @classmethod
    def read(cls, data: object) -> Question:
        """The question that a browser has sent.

        Args:
            data: What its JSON says; fields that no question has are left out.

        Raises:
            ValueError: If it is none; it names the field and what was expected.

        Example:
            >>> Question.read({"kind": "riddle"})
            Traceback (most recent call last):
            ...
            ValueError: question.kind is "riddle"; expected direction, value, preference or challenge
        """
        fields = _object("question", data)
        kind = _text("question.kind", fields.get("kind"))
        if kind not in KINDS:
            raise ValueError(f'question.kind is "{kind[:40]}"; expected direction, value, preference or challenge')
        old = fields.get("cutoff_before")
        metrics = tuple(
            _asked(f"question.metrics[{place}]", one, kind)
            for place, one in enumerate(_list("question.metrics", fields.get("metrics"), MOST_METRICS))
        )
        if not metrics or len({one.name for one in metrics}) < len(metrics):
            raise ValueError("question.metrics has a metric twice or none; expected each once")
        return cls(
            kind,
            _text("question.title", fields.get("title", "")),
            _text("question.words", fields.get("words", "")),
            _results("question.before", fields.get("before")),
            _results("question.after", fields.get("after")),
            _whole("question.cutoff", fields.get("cutoff"), 1, 10**6),
            metrics,
            _flag("question.sure", fields.get("sure", False)),
            _whole("question.seconds", fields.get("seconds", 0), 0, MOST_SECONDS),
            None if old is None else _whole("question.cutoff_before", old, 1, 10**6),
            _link(fields.get("link")) if kind == "challenge" else "",
        )

    def public(self) -> dict[str, Any]:
        """What everybody may know while it is asked."""
        return {
            "kind": self.kind,
            "title": self.title,
            "words": self.words,
            "before": [asdict(one) for one in self.before],
            "after": [asdict(one) for one in self.after],
            "cutoff": self.cutoff,
            "cutoff_before": self.cutoff_before,
            "metrics": [
                {"name": one.name, "title": one.title, "from": self._start(one)}
                | ({"range": [*one.range]} if one.range else {})
                for one in self.metrics
            ],
            "sure": self.sure,
            **({"near": NEAR} if self.kind == "value" else {}),
            **({"link": self.link} if self.kind == "challenge" else {}),
        }

    def sent(self) -> dict[str, Any]:
        """What `read` makes this question of."""
        true = self.solution()
        found = {**self.public(), "seconds": self.seconds}
        return {**found, "metrics": [{**one, **true[one["name"]]} for one in found["metrics"]]}

    def solution(self) -> dict[str, Any]:
        """What is true, by metric: for the time when it is revealed."""
        return {
            one.name: {
                "from": one.start,
                "to": one.to,
                "right": one.right,
                "reason": one.reason,
                "beliefs": [asdict(belief) for belief in one.beliefs],
            }
            for one in self.metrics
        }

    def _start(self, one: Asked) -> float | None:
        """The value that may be known: of two lists, neither."""
        return None if self.kind == "preference" else one.start


@dataclass(frozen=True, slots=True)
class Answer:
    """What one member answered.

    Attributes:
        values: By the name of a metric: a word of the question's kind, or a number.
        sure: How sure, from 1 to `SURE`; none if that was not said.
    """

    values: Mapping[str, str | float]
    sure: int | None = None

    @classmethod
    def read(cls, values: object, sure: object, question: Question) -> Answer:
        """The answer that a phone has sent.

        Args:
            values: What it says for each metric; not all need be answered.
            sure: How sure; none where the question does not ask.
            question: What was asked.

        Raises:
            ValueError: If it is none to this question; it names the field and what was expected.
        """
        given = _object("answers", values)
        metrics = {one.name: one for one in question.metrics}
        if not given or not set(given) <= set(metrics):
            raise ValueError("answers has another metric than was asked for, or none")
        if sure is not None:
            _whole("sure", sure, 1, SURE)
        found = {name: _answered(metrics[name], value, question.kind) for name, value in given.items()}
        return cls(found, sure if question.sure and isinstance(sure, int) else None)


def _answered(asked: Asked, value: object, kind: str) -> str | float:
    words, place = KINDS[kind], f"answers.{asked.name}"
    if kind == "challenge":
        return _whole(place, value, 1, MOST_MOVES)
    if not words:
        return _number(place, value, *(asked.range or ()))
    if not isinstance(value, str) or value not in words:
        raise ValueError(f"{place} is none; expected {', '.join(words)}")
    return value


def _asked(place: str, data: object, kind: str) -> Asked:
    fields = _object(place, data)
    name = _text(f"{place}.name", fields.get("name"))
    if not name:
        raise ValueError(f"{place}.name is empty")
    start = fields.get("from")
    to = _number(f"{place}.to", fields.get("to"))
    right = fields.get("right")
    if not KINDS[kind]:
        right = to
    elif not isinstance(right, str) or right not in KINDS[kind]:
        raise ValueError(f"{place}.right is none; expected {', '.join(KINDS[kind])}")
    return Asked(
        name,
        _text(f"{place}.title", fields.get("title", name)),
        None if start is None else _number(f"{place}.from", start),
        to,
        right,
        _text(f"{place}.reason", fields.get("reason", "")),
        _range(f"{place}.range", fields.get("range")) if kind == "value" else None,
        tuple(
            _believed(f"{place}.beliefs[{at}]", one)
            for at, one in enumerate(_list(f"{place}.beliefs", fields.get("beliefs", []), MOST_BELIEFS))
        ),
    )


def _believed(place: str, data: object) -> Believed:
    fields = _object(place, data)
    to = fields.get("to")
    return Believed(
        _text(f"{place}.belief", fields.get("belief")),
        _text(f"{place}.said", fields.get("said")),
        None if to is None else _number(f"{place}.to", to),
    )


def _range(place: str, data: object) -> tuple[float, float] | None:
    if data is None:
        return None
    ends = [_number(place, one) for one in _list(place, data, 2)]
    if len(ends) < 2 or ends[0] >= ends[1]:
        raise ValueError(f"{place} is no lowest and highest value")
    return ends[0], ends[1]


def _results(place: str, data: object) -> tuple[Result, ...]:
    return tuple(_result(f"{place}[{rank}]", one) for rank, one in enumerate(_list(place, data, MOST_RESULTS)))


def _result(place: str, data: object) -> Result:
    fields = _object(place, data)
    picture = _text(f"{place}.picture", fields.get("picture") or "")
    if not _PICTURE.fullmatch(picture):
        raise ValueError(f"{place}.picture is no path below the dashboard")
    return Result(
        _text(f"{place}.id", fields.get("id")),
        _text(f"{place}.title", fields.get("title", "")),
        picture,
        _whole(f"{place}.level", fields.get("level", 0), -(10**6), 10**6),
        _flag(f"{place}.relevant", fields.get("relevant", False)),
        _flag(f"{place}.judged", fields.get("judged", True)),
    )


def _link(data: object) -> str:
    if not isinstance(data, str) or not _LINK.fullmatch(data):
        raise ValueError("question.link is missing or no page of a challenge")
    return data


def _object(place: str, data: object) -> Mapping[str, object]:
    if not isinstance(data, dict):
        raise ValueError(f"{place} is missing or no object")  # noqa: TRY004 - one error for all that was sent
    return data


def _list(place: str, data: object, most: int) -> list[object]:
    if not isinstance(data, list) or len(data) > most:
        raise ValueError(f"{place} is missing or no list of at most {most}")
    return data


def _text(place: str, data: object) -> str:
    if not isinstance(data, str) or len(data) > LONGEST:
        raise ValueError(f"{place} is missing or no text of at most {LONGEST} characters")
    return data


def _flag(place: str, data: object) -> bool:
    if not isinstance(data, bool):
        raise ValueError(f"{place} is neither true nor false")  # noqa: TRY004 - as above
    return data


def _whole(place: str, data: object, least: int, most: int) -> int:
    if isinstance(data, bool) or not isinstance(data, int) or not least <= data <= most:
        raise ValueError(f"{place} is missing or no whole number from {least} to {most}")
    return data


def _number(place: str, data: object, least: float = -LARGEST, most: float = LARGEST) -> float:
    wrong = isinstance(data, bool) or not isinstance(data, (int, float))
    if wrong or not math.isfinite(data) or not least <= data <= most:  # type: ignore[arg-type, operator]
        raise ValueError(f"{place} is missing or no number from {least:.12g} to {most:.12g}")
    return float(data)  # type: ignore[arg-type]
