"""The question to a class and the answers to it, as a browser sends them."""

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

MAX_ERROR = 0.05
"""A predicted value that is no further off counts as right."""

MAX_CONFIDENCE = 5
"""How sure a student is, from 1 to this."""

MAX_RESULTS = 200
"""Results in a list of a question."""

MAX_METRICS = 8
"""Metrics in one question."""

MAX_BELIEFS = 20
"""Misconceptions about one metric."""

MAX_TEXT_CHARACTERS = 1000
"""Characters of a text in a question."""

MAX_ABSOLUTE_VALUE = 1e6
"""The largest distance of a metric's value from 0."""

MAX_MOVES = 1000
"""Moves in the solution of a challenge."""

MAX_ROUND_SECONDS = 3600
"""The longest time limit of a round."""

_LINK = re.compile(r"challenges\?[!-~]{1,4000}")
_PICTURE = re.compile(
    r"(?![/\\])(?!.*(?:\.\.|[\\:]|//))[^\x00-\x20?#]*|data:image/svg\+xml;base64,[A-Za-z0-9+/=]{1,800}"
)
_OWN_PICTURE = re.compile(r"own\.[0-9a-f]{16}")
_SMALL_PICTURE = re.compile(r"data:image/jpeg;base64,[A-Za-z0-9+/=]{1,2400}")


@dataclass(frozen=True, slots=True)
class Result:
    """A result in a list of a question, with its title, picture and grade.

    Attributes:
        id: Its id, unique within the list.
        title: Its title for readers.
        picture: The path of its picture, relative to the dashboard; empty where there is none.
        level: Its grade.
        relevant: Whether that grade counts as relevant.
        judged: Whether it has been judged.
    """

    id: str
    title: str
    picture: str
    level: int
    relevant: bool
    judged: bool


@dataclass(frozen=True, slots=True)
class Misconception:
    """A wrong belief about a metric, and the answer that follows from it.

    Attributes:
        belief: The belief, in a sentence.
        said: The answer that follows, one of the words in `KINDS`.
        to: The value after the change that follows; None where none does.
    """

    belief: str
    said: str
    to: float | None


@dataclass(frozen=True, slots=True)
class AskedMetric:
    """One metric of a question, and its solution.

    Attributes:
        name: Its symbol, such as `AP`.
        title: With the cutoff, such as `AP@8`.
        start: Its value before the change; None where students may not see it.
        to: Its value after the change.
        right: The right answer: a word of the question's kind, or the value.
        reason: Why that is so, in a line.
        range: The lowest and the highest value that may be answered; None without such limits.
        beliefs: The misconceptions behind wrong answers.
    """

    name: str
    title: str
    start: float | None
    to: float
    right: str | float
    reason: str
    range: tuple[float, float] | None
    beliefs: tuple[Misconception, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """A question to a class. Its solution is never part of `public`.

    Attributes:
        kind: One of `KINDS`.
        title: The query.
        words: The change, or the comparison, in a sentence.
        before: The list before the change, or the first of two.
        after: The list after it, or the second.
        cutoff: The cutoff of the metrics.
        metrics: The metrics that are asked for.
        sure: Whether the phones ask how sure a student is.
        seconds: After how many seconds a round closes by itself; 0 without a time limit.
        cutoff_before: The cutoff before the change, if it is another one.
        link: The page of a challenge, relative to the dashboard; empty for other kinds.
        pictures: The teacher's own pictures of the results as ``data:`` links, by the name that results have for them.
    """

    kind: str
    title: str
    words: str
    before: tuple[Result, ...]
    after: tuple[Result, ...]
    cutoff: int
    metrics: tuple[AskedMetric, ...]
    sure: bool
    seconds: int
    cutoff_before: int | None
    link: str
    pictures: Mapping[str, str]

    @classmethod
    def read(cls, data: object) -> Question:
        """Read a question that a browser has sent.

        Args:
            data: The decoded JSON; unknown fields are ignored.

        Raises:
            ValueError: If it is invalid; it names the field and what was expected.

        Example:
            >>> Question.read({"kind": "riddle"})
            Traceback (most recent call last):
            ...
            ValueError: question.kind is "riddle"; expected direction, value, preference or challenge
        """
        fields = _require_object("question", data)
        kind = _require_text("question.kind", fields.get("kind"))
        if kind not in KINDS:
            raise ValueError(f'question.kind is "{kind[:40]}"; expected direction, value, preference or challenge')
        old = fields.get("cutoff_before")
        metrics = tuple(
            _read_metric(f"question.metrics[{place}]", one, kind)
            for place, one in enumerate(_require_list("question.metrics", fields.get("metrics"), MAX_METRICS))
        )
        if not metrics or len({one.name for one in metrics}) < len(metrics):
            raise ValueError("question.metrics has a metric twice or none; expected each once")
        return cls(
            kind,
            _require_text("question.title", fields.get("title", "")),
            _require_text("question.words", fields.get("words", "")),
            _read_results("question.before", fields.get("before")),
            _read_results("question.after", fields.get("after")),
            _require_whole("question.cutoff", fields.get("cutoff"), 1, 10**6),
            metrics,
            _require_flag("question.sure", fields.get("sure", False)),
            _require_whole("question.seconds", fields.get("seconds", 0), 0, MAX_ROUND_SECONDS),
            None if old is None else _require_whole("question.cutoff_before", old, 1, 10**6),
            _require_link(fields.get("link")) if kind == "challenge" else "",
            _read_pictures(fields.get("pictures", {})),
        )

    def public(self) -> dict[str, Any]:
        """The question without its solution, as JSON for students."""
        return {
            "kind": self.kind,
            "title": self.title,
            "words": self.words,
            "before": [asdict(one) for one in self.before],
            "after": [asdict(one) for one in self.after],
            "cutoff": self.cutoff,
            "cutoff_before": self.cutoff_before,
            "metrics": [
                {"name": one.name, "title": one.title, "from": None if self.kind == "preference" else one.start}
                | ({"range": [*one.range]} if one.range else {})
                for one in self.metrics
            ],
            "sure": self.sure,
            **({"near": MAX_ERROR} if self.kind == "value" else {}),
            **({"link": self.link} if self.kind == "challenge" else {}),
            **({"pictures": {**self.pictures}} if self.pictures else {}),
        }

    def to_message(self) -> dict[str, Any]:
        """The whole question with its solution as JSON, from which `read` makes it again."""
        true = self.solution()
        found = {**self.public(), "seconds": self.seconds}
        return {**found, "metrics": [{**one, **true[one["name"]]} for one in found["metrics"]]}

    def solution(self) -> dict[str, Any]:
        """By metric, the solution as JSON: the values, the right answer, the reason and the misconceptions."""
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


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of one member to a question.

    Attributes:
        values: By the name of a metric: a word of the question's kind, or a number.
        sure: How sure the member is, from 1 to `MAX_CONFIDENCE`; None if unknown.
    """

    values: Mapping[str, str | float]
    sure: int | None = None

    @classmethod
    def read(cls, values: object, sure: object, question: Question) -> Answer:
        """Read an answer that a phone has sent.

        Args:
            values: The decoded JSON with an answer for each metric; not all need be answered.
            sure: How sure the member is; None where the question does not ask.
            question: The question that is answered.

        Raises:
            ValueError: If it is no valid answer to the question; it names the field and what was expected.
        """
        given = _require_object("answers", values)
        metrics = {one.name: one for one in question.metrics}
        if not given or not set(given) <= set(metrics):
            raise ValueError("answers has another metric than was asked for, or none")
        if sure is not None:
            _require_whole("sure", sure, 1, MAX_CONFIDENCE)
        found = {name: _read_answer(metrics[name], value, question.kind) for name, value in given.items()}
        return cls(found, sure if question.sure and isinstance(sure, int) else None)


def _read_answer(asked: AskedMetric, value: object, kind: str) -> str | float:
    """The checked answer for one metric: a word, a value, or a number of moves; ValueError where it is invalid."""
    words, place = KINDS[kind], f"answers.{asked.name}"
    if kind == "challenge":
        return _require_whole(place, value, 1, MAX_MOVES)
    if not words:
        return _require_number(place, value, *(asked.range or ()))
    if not isinstance(value, str) or value not in words:
        raise ValueError(f"{place} is none; expected {', '.join(words)}")
    return value


def _read_metric(place: str, data: object, kind: str) -> AskedMetric:
    """A metric of a question from JSON, checked; `place` names it in the ValueError."""
    fields = _require_object(place, data)
    name = _require_text(f"{place}.name", fields.get("name"))
    if not name:
        raise ValueError(f"{place}.name is empty")
    start = fields.get("from")
    to = _require_number(f"{place}.to", fields.get("to"))
    right = fields.get("right")
    if not KINDS[kind]:
        right = to
    elif not isinstance(right, str) or right not in KINDS[kind]:
        raise ValueError(f"{place}.right is none; expected {', '.join(KINDS[kind])}")
    return AskedMetric(
        name,
        _require_text(f"{place}.title", fields.get("title", name)),
        None if start is None else _require_number(f"{place}.from", start),
        to,
        right,
        _require_text(f"{place}.reason", fields.get("reason", "")),
        _read_range(f"{place}.range", fields.get("range")) if kind == "value" else None,
        tuple(
            _read_misconception(f"{place}.beliefs[{at}]", one)
            for at, one in enumerate(_require_list(f"{place}.beliefs", fields.get("beliefs", []), MAX_BELIEFS))
        ),
    )


def _read_misconception(place: str, data: object) -> Misconception:
    """A misconception from JSON, checked; `place` names it in the ValueError."""
    fields = _require_object(place, data)
    to = fields.get("to")
    return Misconception(
        _require_text(f"{place}.belief", fields.get("belief")),
        _require_text(f"{place}.said", fields.get("said")),
        None if to is None else _require_number(f"{place}.to", to),
    )


def _read_range(place: str, data: object) -> tuple[float, float] | None:
    """The lowest and highest value of a metric from JSON, checked; None if absent; `place` names it in errors."""
    if data is None:
        return None
    ends = [_require_number(place, one) for one in _require_list(place, data, 2)]
    if len(ends) < 2 or ends[0] >= ends[1]:
        raise ValueError(f"{place} is no lowest and highest value")
    return ends[0], ends[1]


def _read_pictures(data: object) -> Mapping[str, str]:
    """Small pictures by name from JSON, checked."""
    fields = _require_object("question.pictures", data)
    for name, picture in fields.items():
        if not _OWN_PICTURE.fullmatch(name) or not _SMALL_PICTURE.fullmatch(str(picture)):
            raise ValueError("question.pictures has something that is no small picture")
    return {name: str(picture) for name, picture in fields.items()}


def _read_results(place: str, data: object) -> tuple[Result, ...]:
    """The results of a list from JSON, checked; `place` names the list in the ValueError."""
    return tuple(
        _read_result(f"{place}[{rank}]", one) for rank, one in enumerate(_require_list(place, data, MAX_RESULTS))
    )


def _read_result(place: str, data: object) -> Result:
    """A result from JSON, checked; its picture has to be a path below the dashboard; `place` names it in errors."""
    fields = _require_object(place, data)
    picture = _require_text(f"{place}.picture", fields.get("picture") or "")
    if not _PICTURE.fullmatch(picture):
        raise ValueError(f"{place}.picture is no path below the dashboard")
    return Result(
        _require_text(f"{place}.id", fields.get("id")),
        _require_text(f"{place}.title", fields.get("title", "")),
        picture,
        _require_whole(f"{place}.level", fields.get("level", 0), -(10**6), 10**6),
        _require_flag(f"{place}.relevant", fields.get("relevant", False)),
        _require_flag(f"{place}.judged", fields.get("judged", True)),
    )


def _require_link(data: object) -> str:
    """The link of a challenge's page from JSON; ValueError unless it is a relative one."""
    if not isinstance(data, str) or not _LINK.fullmatch(data):
        raise ValueError("question.link is missing or no page of a challenge")
    return data


def _require_object(place: str, data: object) -> Mapping[str, object]:
    """The JSON object; ValueError, which names the field `place`, for anything else."""
    if not isinstance(data, dict):
        raise ValueError(f"{place} is missing or no object")  # noqa: TRY004 - one error for all that was sent
    return data


def _require_list(place: str, data: object, most: int) -> list[object]:
    """The JSON list; ValueError, which names the field `place`, for anything else, or for more than `most` entries."""
    if not isinstance(data, list) or len(data) > most:
        raise ValueError(f"{place} is missing or no list of at most {most}")
    return data


def _require_text(place: str, data: object) -> str:
    """The JSON text; ValueError, which names the field `place`, for anything else, or if it is too long."""
    if not isinstance(data, str) or len(data) > MAX_TEXT_CHARACTERS:
        raise ValueError(f"{place} is missing or no text of at most {MAX_TEXT_CHARACTERS} characters")
    return data


def _require_flag(place: str, data: object) -> bool:
    """The JSON boolean; ValueError, which names the field `place`, for anything else."""
    if not isinstance(data, bool):
        raise ValueError(f"{place} is neither true nor false")  # noqa: TRY004 - as above
    return data


def _require_whole(place: str, data: object, least: int, most: int) -> int:
    """The whole number from JSON; ValueError, which names the field `place`, outside of `least` to `most`."""
    if isinstance(data, bool) or not isinstance(data, int) or not least <= data <= most:
        raise ValueError(f"{place} is missing or no whole number from {least} to {most}")
    return data


def _require_number(
    place: str, data: object, least: float = -MAX_ABSOLUTE_VALUE, most: float = MAX_ABSOLUTE_VALUE
) -> float:
    """The finite number from JSON, as a float; ValueError, which names the field `place`, outside of the limits."""
    wrong = isinstance(data, bool) or not isinstance(data, (int, float))
    if wrong or not math.isfinite(data) or not least <= data <= most:  # type: ignore[arg-type, operator]
        raise ValueError(f"{place} is missing or no number from {least:.12g} to {most:.12g}")
    return float(data)  # type: ignore[arg-type]
