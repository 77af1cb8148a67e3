"""The form in which a teacher writes a challenge, and the check whether it can be solved."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from irviz.lessons.allowed import read_desk
from irviz.lessons.challenge import MAX_CHARACTERS, Challenge, ChallengeError, format_moves, read_moves
from irviz.metrics import METRICS
from irviz.state.chosen_conventions import quote
from irviz.state.goals.parser import GoalError, parse_goal

if TYPE_CHECKING:
    from collections.abc import Container, Mapping

    from irviz.state.desk import Desk


SUBJECTS = {
    "metric": "a metric",
    "beats": "the share of all orders beaten on a metric",
    "rank": "the rank of a result",
    "relevant": "the number of relevant results",
    "k": "the cutoff k",
}
"""What a goal can be about."""

RELATIONS = {
    "up": "goes up",
    "down": "goes down",
    "same": "stays the same",
    "=": "is",
    ">=": "is at least",
    "<=": "is at most",
    ">": "is above",
    "<": "is below",
    "best": "is as high as it can be",
    "over": "is above the metric",
}
"""What can be asked of it."""

OF_RANKS = {"up": "moves down the list", "down": "moves up the list"}
"""What is asked of a rank, of which a higher one is nearer to the end."""

OF_METRICS = ("best", "over")
"""What can be asked of metrics only."""

ALLOWED = {
    "move": "drag results to other ranks",
    "judge": "say what is relevant, or how much",
    "cutoff": "move the cutoff",
    "settings": "change threshold or conventions",
}
"""What the others may do, each with words for the form."""

_KINDS = {"move": ("move",), "judge": ("toggle", "grade"), "cutoff": ("cutoff",), "settings": ("scale", "rule")}
_STARTED = {"up": ">", "down": "<", "same": "="}

_MAX_CHARACTERS = 6_000

MOST_ROWS = 6
"""A challenge has no more conditions."""


class FieldError(ChallengeError):
    """A field of the form for writing a challenge has a value that cannot be used.

    Args:
        words: A sentence on what to write there.
        field: The field's name.
        row: The index of the condition that it belongs to, from 0; None for a field of the whole form.
    """

    def __init__(self, words: str, field: str, row: int | None = None) -> None:
        super().__init__(words)
        self.field = field
        self.row = row


@dataclass(frozen=True)
class Row:
    """One condition of a drafted challenge, as the fields of the form have it.

    Args:
        subject: A key of `SUBJECTS`.
        metric: The name of the metric, where the condition is about one.
        k: The metric's cutoff as text; empty for the cutoff of the board, which may move.
        item: The id of the result, where the condition is about one.
        relation: A key of `RELATIONS`.
        value: The number as text, where the relation needs one: `0.6`, `0,6`, `3/5` or `60%`.
        other: The name of the other metric, where the relation needs one.

    Example:
        >>> Row(metric="AP", k="8", relation="<", value="0.6").text
        'AP@8 < 0.6'
        >>> Row(subject="rank", item="dog", relation="=", value="1").text
        'rank(dog) = 1'
        >>> Row(metric="AP").text
        'AP@k > start'
    """

    subject: str = "metric"
    metric: str = "AP"
    k: str = ""
    item: str = ""
    relation: str = "up"
    value: str = ""
    other: str = "RR"

    @classmethod
    def read(cls, row: Mapping[str, Any]) -> Row:
        """The condition in a row of the form; invalid values become those of a new row."""
        fresh = vars(cls())
        known = {
            name: text.strip()[:40] if isinstance(text := row.get(name), str) else usual
            for name, usual in fresh.items()
        }
        options: dict[str, Container[str]] = {
            "subject": SUBJECTS,
            "relation": RELATIONS,
            "metric": METRICS,
            "other": METRICS,
        }
        for name, choices in options.items():
            if known[name] not in choices:
                known[name] = fresh[name]
        return cls(**known)

    @property
    def text(self) -> str:
        """The condition in the language of goals, such as “AP@8 < 0.6”."""
        metric = self._name_at_cutoff(self.metric)
        left = {"metric": metric, "beats": f"beats({metric})", "rank": f"rank({self.item})"}.get(
            self.subject, self.subject
        )
        if self.relation in _STARTED:
            return f"{left} {_STARTED[self.relation]} start"
        if self.relation == "best":
            return f"{left} = best({metric})"
        if self.relation == "over":
            return f"{left} > {self._name_at_cutoff(self.other)}"
        return f"{left} {self.relation} {self.number}"

    def _name_at_cutoff(self, name: str) -> str:
        """A metric's name with the row's cutoff, unless the metric has its own, as R-precision does."""
        return name if METRICS[name].own_cutoff else f"{name}@{self.k or 'k'}"

    @property
    def number(self) -> str:
        """The value as the language of goals has it, with a point where it was written with a comma."""
        return self.value.replace(",", ".")

    @property
    def needs_value(self) -> bool:
        """Whether the relation needs a number."""
        return self.relation not in {*_STARTED, *OF_METRICS}

    @property
    def has_cutoff(self) -> bool:
        """Whether the row is about a metric with a cutoff."""
        if self.subject not in {"metric", "beats"}:
            return False
        read = (self.metric, self.other) if self.relation == "over" else (self.metric,)
        return not all(METRICS[name].own_cutoff for name in read)


@dataclass(frozen=True)
class Draft:
    """The contents of the form in which a challenge is written.

    Args:
        rows: The conditions; all of them must hold.
        allow: The actions that students may use, keys of `ALLOWED`.
        most: The largest number of moves, as text; empty for any number.
        title: A few words; empty for a title made from the goal.
        task: The task in the author's words; empty for a text made from the goal.
        hints: The hints, one a line; empty for those that the solver finds.
    """

    rows: tuple[Row, ...] = (Row(),)
    allow: tuple[str, ...] = ("move",)
    most: str = ""
    title: str = ""
    task: str = ""
    hints: str = ""

    @classmethod
    def read(cls, form: Mapping[str, Any]) -> Draft:
        """The draft in the data of a form; invalid values become those of a new form."""
        given = [Row.read(row) for row in _as_list(form.get("rows")) if isinstance(row, dict)]
        allow = _as_list(form.get("allow", ["move"]))
        texts = {
            name: text[:longest] if isinstance(text := form.get(name), str) else ""
            for name, longest in {"most": 12, **MAX_CHARACTERS}.items()
        }
        return cls(
            rows=tuple(given[:MOST_ROWS]) or (Row(),),
            allow=tuple(one for one in ALLOWED if one in allow),
            most=texts["most"].strip(),
            title=texts["title"].strip(),
            task=texts["task"].strip(),
            hints=texts["hints"].strip(),
        )

    @classmethod
    def read_fields(cls, fields: Mapping[str, Any]) -> Draft:
        """The draft in the fields of the form; invalid values become those of a new form.

        Args:
            fields: The values by their names: those of the first condition end in ``-0``, those of the second in
                ``-1``, and so on; of what is allowed, those that are ticked are there, such as ``allow-judge``.

        >>> Draft.read_fields({"subject-0": "k", "relation-0": "=", "value-0": "3", "allow-cutoff": "on"}).goal
        'k = 3'
        """
        rows: list[dict[str, Any]] = []
        while f"subject-{len(rows)}" in fields and len(rows) < MOST_ROWS:
            row = {name: fields.get(f"{name}-{len(rows)}") for name in vars(Row())}
            # What only a metric can do is not asked of what was a metric before.
            of_metrics = row["subject"] != "metric" and row["relation"] in OF_METRICS
            rows.append({**row, "relation": "up"} if of_metrics else row)
        allow = [one for one in ALLOWED if f"allow-{one}" in fields]
        return cls.read({**fields, "rows": rows, "allow": allow})

    @classmethod
    def reopen(cls, text: str) -> Draft:
        """The draft in the text of an address; invalid values become those of a new form.

        >>> draft = Draft((Row(metric="P", k="4"),), title="Four")
        >>> Draft.reopen(draft.as_text) == draft, Draft.reopen("nonsense") == Draft()
        (True, True)
        """
        try:
            form = json.loads(text[:_MAX_CHARACTERS])
        except (ValueError, RecursionError):
            return cls()
        return cls.read(form) if isinstance(form, dict) else cls()

    @property
    def as_text(self) -> str:
        """The draft as JSON for an address, only what differs from a new form; empty if nothing does."""
        fresh, row = asdict(Draft()), asdict(Row())
        said = {name: value for name, value in asdict(self).items() if value != fresh[name]}
        if "rows" in said:
            said["rows"] = [{name: text for name, text in one.items() if text != row[name]} for one in said["rows"]]
        return json.dumps(said, ensure_ascii=False, separators=(",", ":")) if said else ""

    @property
    def goal(self) -> str:
        """All conditions in the language of goals."""
        return " and ".join(row.text for row in self.rows)

    def challenge(self, board: Mapping[str, str]) -> Challenge:
        """The challenge that the form describes.

        Args:
            board: The parameters of the link to the board that it begins with.

        Raises:
            ChallengeError: If it describes none; the message says why.
        """
        n = read_desk(board)[0].n
        for number, row in enumerate(self.rows, 1):
            if row.has_cutoff and row.k and (not re.fullmatch(r"[1-9]\d?", row.k, re.ASCII) or int(row.k) > n):
                allowed = f"a whole number from 1 to {n}, or empty for the board’s k"
                raise FieldError(f"condition {number}: the cutoff is {allowed}, not {quote(row.k)}", "k", number - 1)
            if row.needs_value and not _is_readable(row):
                such = "0.6, 3/5 or 60%" if row.subject in {"metric", "beats"} else "1 or 2"
                given = f", not “{row.value}”" if row.value else ""
                raise FieldError(f"condition {number} needs a number, such as {such}{given}", "value", number - 1)
            if row.relation in OF_METRICS and row.subject != "metric":
                raise ChallengeError(f"condition {number}: only a metric {RELATIONS[row.relation]}")
        kinds = [kind for one in self.allow for kind in _KINDS[one]]
        if not kinds:
            raise FieldError("tick at least one thing that one may do", "allow")
        try:
            read_moves(self.most, "the number of moves that may be used")
        except ChallengeError as error:
            raise FieldError(str(error), "most") from None
        words = {name: getattr(self, name) for name in ("title", "task", "hints", "most")}
        return Challenge.read_custom(
            {
                **board,
                "goal": self.goal,
                "allow": ".".join(kinds),
                **{name: text for name, text in words.items() if text},
            }
        )


def _is_readable(row: Row) -> bool:
    """Whether the number in a row can be read as part of a goal, and is nothing more than a number."""
    try:
        first, *more = parse_goal(f"k = {row.number}")
    except GoalError:
        return False
    return not more and isinstance(first.right, Fraction)


def _as_list(value: object) -> list[Any]:
    """The value if it is a list, else an empty list, for data from a browser."""
    return value if isinstance(value, list) else []


@dataclass(frozen=True)
class Verdict:
    """The solver's answer on whether a drafted challenge can be solved.

    Args:
        kind: `"proved"` where a solution is known, `"impossible"`, `"unknown"` where the search ended too early,
            or `"wrong"` where the draft is no challenge.
        words: The answer in a sentence or two.
        link: The parameters of the link to the challenge; empty where there is nothing to share.
        way: A shortest solution, a sentence for each move.
    """

    kind: str
    words: str
    link: Mapping[str, str]
    way: tuple[str, ...] = ()


def judge(draft: Draft, board: Mapping[str, str]) -> Verdict:
    """Search for a solution of the drafted challenge, and return what was found.

    Args:
        draft: The contents of the form.
        board: The parameters of the link to the board that it begins with.

    >>> from irviz.lessons.draft import Draft, Row
    >>> rows = (Row(metric="RR", relation="=", value="1"), Row(metric="AP", relation="<", value="0.6"))
    >>> judge(Draft(rows), {"q": "cat-in-a-box", "k": "8"}).words
    'It can be done in three moves, and not in fewer.'
    >>> judge(Draft((Row(metric="P", k="8"),)), {"q": "cat-in-a-box", "k": "3"}).kind
    'impossible'
    """
    try:
        challenge = draft.challenge(board)
    except ChallengeError as error:
        return Verdict("wrong", f"{str(error)[:1].upper()}{str(error)[1:]}.", {})
    found = challenge.find_solution()
    if found.impossible:
        return Verdict(
            "impossible",
            f"It cannot be done: all {found.seen:,} states that these moves can reach were looked at, "
            "and none meets the goal.",
            {},
        )
    if found.moves is None and not found.depth:
        words = "Nobody knows yet: the search was stopped. Find a way yourself before you share it, or check it again."
        return Verdict("unknown", words, challenge.link)
    if found.moves is None:
        return Verdict(
            "unknown",
            f"Nobody knows yet: the search ended after {found.seen:,} states. There is no way with "
            f"{format_moves(found.depth)} or fewer; whether there is a longer one is open. Find one yourself "
            "before you share it.",
            challenge.link,
        )
    fewest = f"It can be done in {format_moves(found.moves)}, and not in fewer"
    if challenge.most is not None and found.moves > challenge.most:
        return Verdict("impossible", f"{fewest}; you allow only {format_moves(challenge.most)}.", {})
    return Verdict(
        "proved", f"{fewest}.", challenge.with_fewest_moves().link, _describe_solution(challenge.desk, challenge)
    )


def _describe_solution(desk: Desk, challenge: Challenge) -> tuple[str, ...]:
    """Sentences on the actions of a shortest solution, the first of which starts from a desk."""
    said = []
    for action in challenge.find_solution().actions:
        said.append(action.describe(desk))
        desk = action.apply(desk)
    return tuple(said)
