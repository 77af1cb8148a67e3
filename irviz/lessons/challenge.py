"""A challenge: a board, a goal, and what one may do to get there. All of ours are in challenges.toml.

A teacher can write one as a link: `goal`, `allow` (kinds of actions, joined by dots), `title`, `task`,
`hints` (one a line), `most` (moves that may be used), `fewest`, and in `start` the parameters that set
the board. Without `start` they stand beside the others, which is easier to write by hand; with it, those
beside the others are the current state of the board.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlencode

from irviz.lessons.allowed import describe_unknown_kind, locks, permits, read_desk
from irviz.lessons.prose import ProseError, fill_in
from irviz.metrics import MetricsError
from irviz.scenarios.catalogue import find_fresh_desk
from irviz.state import fields, permalink
from irviz.state.cache import cache_by_size
from irviz.state.chosen_conventions import quote
from irviz.state.goals.action import MOVES, count_effort
from irviz.state.goals.goal import Goal, GoalError
from irviz.state.goals.solver import Solution, solve
from irviz.state.own_example import MAX_NAME_CHARACTERS
from irviz.workers import TooLongError, run_in_worker

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from irviz.state.desk import Desk
    from irviz.state.goals.clause import ClauseState


PARAMETERS = ("goal", "allow", "title", "task", "hints", "most", "fewest", "start")
"""What a link to a challenge of one's own carries beside the board."""

MAX_CHARACTERS = {"title": 80, "task": 600, "hints": 600}
"""So many characters a challenge of one's own may have in its words."""

HINTS = 3
"""A challenge has so many hints at most."""


class ChallengeError(ValueError):
    """A challenge that cannot be used; the message says what is wrong and where, in words for its author."""


def replace_braces(text: str) -> str:
    """A teacher's text with braces turned into parentheses, since braces mark placeholders.

    >>> replace_braces("{AP}")
    '(AP)'
    """
    return text.replace("{", "(").replace("}", ")")


def make_title(about: str) -> str:
    """The default title of a challenge: its goal in words, shortened.

    Args:
        about: Its goal in words.

    >>> make_title("AP@8 is 1")
    'AP@8 is 1'
    """
    longest = MAX_CHARACTERS["title"]
    return about if len(about) <= longest else f"{about[: longest - 2].rstrip()} …"


def make_task(about: str) -> str:
    """The default task text of a challenge, from its goal in words.

    Args:
        about: Its goal in words.

    >>> make_task("AP@8 is 1")
    'Make it so that AP@8 is 1.'
    """
    return f"Make it so that {replace_braces(about)}."


def read_hints(text: str) -> tuple[str, ...]:
    r"""Split a text into hints, one a line.

    Raises:
        ChallengeError: If there are more than `HINTS`.

    >>> read_hints("Look at rank 1.\n\nMove it up.")
    ('Look at rank 1.', 'Move it up.')
    """
    lines = tuple(replace_braces(line.strip()) for line in text.splitlines() if line.strip())
    if len(lines) > HINTS:
        raise ChallengeError(f"there are {len(lines)} hints, one a line; {HINTS} are the most")
    return lines


def read_start(link: Mapping[str, str]) -> dict[str, str]:
    """The parameters of a challenge's link that set the board it begins with.

    Raises:
        ChallengeError: If they are packed in ``start`` and name no query.

    >>> read_start({"start": "q=white-cat&k=3", "goal": "AP = 1"})
    {'q': 'white-cat', 'k': '3'}
    """
    if "start" in link:
        start = dict(parse_qsl(link["start"][: fields.MAX_VALUE_CHARACTERS + MAX_NAME_CHARACTERS]))
        if "q" not in start:
            raise ChallengeError("its board cannot be read")
        return start
    return {name: text for name, text in link.items() if name not in PARAMETERS}


def read_moves(text: str, what: str) -> int | None:
    """A number of moves from a teacher's text; None for an empty text.

    Args:
        text: From 1 to 99, or empty.
        what: What the number is, in words for its author.

    Raises:
        ChallengeError: If the text is something else.

    >>> read_moves("7", "the fewest moves"), read_moves("", "the fewest moves")
    (7, None)
    """
    if text and not re.fullmatch(r"[1-9]\d?", text, re.ASCII):
        raise ChallengeError(f"{what} must be a whole number from 1 to 99, not {quote(text)}")
    return int(text) if text else None


def make_hints(start: Desk, solution: Solution) -> tuple[str, ...]:
    """The hints made from a solution, each telling more; a single one that says so if no solution is known.

    Args:
        start: The desk that the task begins with.
        solution: What the solver has found from there.

    >>> from irviz.scenarios.cats import CATS
    >>> from irviz.state.goals.goal import Goal
    >>> from irviz.state.goals.solver import solve
    >>> for hint in make_hints(CATS, solve(CATS, Goal.read("RR = 1"))):
    ...     print(hint)
    It can be done in one move: take a result to another rank.
    Begin with “Two cats”, at rank 1 when one starts.
    From the start: Take “Two cats” from rank 1 to rank 2.
    """
    if solution.impossible:
        return ("It cannot be done: everything that can be reached was looked at.",)
    if solution.moves is None:
        open_question = (
            f"Nobody knows the shortest way: {solution.seen:,} states were looked at, and there is none "
            f"with {format_moves(solution.depth)} or fewer."
        )
        return (open_question,)
    kinds = dict.fromkeys(MOVES[one.kind] for one in solution.actions if one.kind in MOVES)
    made = [one for one in solution.actions if one.kind in MOVES]
    said, desk = [], start
    for action in solution.actions:
        said.append(action.describe(desk))
        desk = action.apply(desk)
    return (
        f"It can be done in {format_moves(solution.moves)}: {', and '.join(kinds)}.",
        _describe_start(start, made[0].kind, made[0].board, made[0].rank),
        f"From the start: {' Then: '.join(said)}",
    )


def _describe_start(start: Desk, kind: str, board: str, rank: int) -> str:
    """The hint that names the result, or the setting, that the first move changes.

    Args:
        start: The desk that the task begins with.
        kind: The kind of the move, a key of `MOVES`.
        board: The id of the board on which it is made.
        rank: The rank of the result, from 1; 0 for a setting.
    """
    if not rank:
        return {
            "cutoff": "Begin with the cutoff.",
            "scale": "Begin with the grade from which on results are relevant.",
        }.get(kind, "Begin with the conventions.")
    found = start.board(board)
    here = f" of “{found.query}”" if len(start.visible) > 1 else ""
    title = found.items[found.order[rank - 1]].title
    return f"Begin with “{title}”{here}, at rank {rank} when one starts."


def format_moves(count: int) -> str:
    """Format a number of moves in words.

    >>> format_moves(1), format_moves(3), format_moves(12)
    ('one move', 'three moves', '12 moves')
    """
    return "one move" if count == 1 else f"{format_small_number(count)} moves"


def format_small_number(count: int) -> str:
    """Format a number in words below ten, else in digits.

    >>> format_small_number(0), format_small_number(9), format_small_number(10)
    ('no', 'nine', '10')
    """
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
    return words[count] if count < len(words) else str(count)


LEVELS = {1: "First steps", 2: "Two things at once", 3: "Puzzles", 4: "Hard nuts"}
"""What the levels are called, easiest first."""

MAX_SEARCHED_STATES = 16_000
"""So many states are looked at to find the fewest moves of a challenge, a second or two."""

MAX_SEARCH_SECONDS = 5.0
"""So much time of the processor a search may take; what it has found by then is said."""

_SEARCHING = [Lock() for _ in range(16)]


@dataclass(frozen=True)
class Challenge:
    """A board and a goal to reach on it.

    Args:
        id: A short name, used in links.
        title: A few words.
        text: What to do; may have placeholders (`irviz.lessons.prose`).
        start: The parameters of the link that sets the board.
        goal: The conditions that the board has to meet.
        allow: The kinds of actions that a student may use, keys of `MOVES` and `VIEW_ACTIONS`.
        hints: Up to three, each saying more than the one before; the third is a way from the start. Without
            any, the solver finds three.
        teaches: What it shows, in a line for those who have done it.
        fewest: The fewest moves to the goal, or None where that is not known.
        most: The largest number of moves allowed, or None for any number.
        level: How hard it is, a key of `LEVELS`.

    Example:
        >>> from irviz.lessons.challenge import challenges
        >>> challenge = challenges()["first-hit"]
        >>> challenge.goal.describe(), challenge.fewest, challenge.allow
        ('RR is 1', 1, ('move',))
        >>> desk = challenge.desk
        >>> done = desk.replace_boards(desk.boards[0].move(4, 1))
        >>> challenge.is_done(done), challenge.describe_result([desk, done])
        (True, 'Done in one move, the fewest there are.')
    """

    id: str
    title: str
    text: str
    start: Mapping[str, str]
    goal: Goal
    allow: tuple[str, ...] = ("move",)
    hints: tuple[str, ...] = ()
    teaches: str = ""
    fewest: int | None = None
    level: int = 1
    most: int | None = None

    @cached_property
    def desk(self) -> Desk:
        """The desk at the start of the challenge."""
        return read_desk(self.start)[0]

    @property
    def task(self) -> str:
        """The task text with its numbers filled in."""
        return fill_in(self.text, self.desk)

    def format_hints(self, now: Desk) -> tuple[str, ...]:
        """The hints with their numbers filled in; without an author's, those from a solution for desk `now`.

        Args:
            now: The student's desk; where that is no longer the start, the third hint leads back there.
        """
        if not self.hints:
            return make_hints(self.desk, self.find_solution())
        *some, way = (fill_in(hint, self.desk, now) for hint in self.hints)
        moved = (now.boards, now.k, now.conventions) != (self.desk.boards, self.desk.k, self.desk.conventions)
        return (*some, f"Start again. {way}" if moved and len(self.hints) == HINTS else way)

    @property
    def hint_count(self) -> int:
        """The number of hints."""
        return len(self.hints) or (1 if self.fewest is None else HINTS)

    @property
    def about(self) -> str:
        """The goal in words, in one line; with cutoffs unless the challenge allows to change them."""
        if "cutoff" not in self.allow:
            return self.goal.describe(self.desk)
        titles: dict[str, str] = {}
        for board in self.desk.boards:
            titles = {board.id: board.query} | {item.id: item.title for item in board.items} | titles
        return re.sub("(?<=“)[^”]*(?=”)", lambda found: titles.get(found[0], found[0]), self.goal.describe())

    def format_lesson(self, desk: Desk) -> str:
        """The text on what the challenge teaches, with the numbers of the desk that reached the goal."""
        return fill_in(self.teaches, self.desk, desk)

    def check(self, desk: Desk) -> tuple[ClauseState, ...]:
        """For each clause of the goal, its words and whether a desk meets it."""
        return self.goal.check(desk, self.desk)

    def is_done(self, desk: Desk) -> bool:
        """Whether a desk meets the goal, in however many moves."""
        return self.goal.is_met(desk, self.desk)

    def is_within_moves(self, path: Sequence[Desk]) -> bool:
        """Whether a path of desks uses no more moves than the challenge allows; `path` is as for `describe_result`."""
        return self.most is None or count_effort(path) <= self.most

    def permits(self, before: Desk, after: Desk) -> bool:
        """Whether a change of the desk uses only allowed kinds of actions; changes of the view are always allowed."""
        return permits(self.allow, before, after)

    @property
    def locks(self) -> tuple[str, ...]:
        """The parts of the page to hide or lock, as in `irviz.state.locks`."""
        return locks(self.allow)

    def describe_result(self, path: Sequence[Desk]) -> str:
        """A sentence that compares the number of moves made with the fewest possible.

        Args:
            path: The desks from the first one to the one that met the goal, without undone steps.
        """
        made = count_effort(path)
        if self.most is not None and made > self.most:
            return (
                f"The goal is met, but in {format_moves(made)}, and only {format_moves(self.most)} may be used: "
                "undo some, or start again."
            )
        said = f"Done in {format_moves(made)}"
        if self.fewest is None:
            return f"{said}."
        if made <= self.fewest:
            return f"{said}, the fewest there are."
        return f"{said}; it can be done in {format_small_number(self.fewest)}."

    def describe_progress(self, path: Sequence[Desk]) -> str:
        """The number of moves made and of the fewest possible, in words; `path` is as for `describe_result`."""
        made = count_effort(path)
        said = f"{format_moves(made).capitalize()} so far"
        if 0 < made < len(path) - 1:
            said += " (steps that one move can do count as one)"
        return f"{said}." if self.fewest is None else f"{said}; {format_moves(self.fewest)} can do it."

    def find_solution(self, most: int = MAX_SEARCHED_STATES, now: Desk | None = None) -> Solution:
        """Search for a shortest solution from the start, or from desk `now`; cached.

        Args:
            most: The largest number of states that the search looks at.
            now: The desk to begin with; by default the challenge's own.
        """
        # Many may open one link at the same time: the first searches, the others wait for what it finds.
        with _SEARCHING[hash((self.desk.id, self.goal)) % len(_SEARCHING)]:
            try:
                return _solve_in_worker(now or self.desk, self.goal, self.allow, most, self.desk)
            except TooLongError:  # not remembered: another time a worker process may be free
                return Solution(None)

    @classmethod
    def read_custom(cls, link: Mapping[str, str]) -> Challenge:
        """The challenge that a teacher has written into a link.

        Args:
            link: The link's parameters: those of the board, and `PARAMETERS`.

        Raises:
            ChallengeError: If it describes none that can be solved; the message says why.

        >>> Challenge.read_custom({"q": "white-cat", "goal": "AP = 1", "allow": "move"}).title
        'AP@8 is 1'
        >>> Challenge.read_custom({"q": "white-cat", "goal": "RR = 1"})
        Traceback (most recent call last):
        ...
        irviz.lessons.challenge.ChallengeError: the board meets the goal from the start: RR@8 is 1
        """
        try:
            goal = Goal.read(link.get("goal", ""))
        except GoalError as error:
            what = str(error).partition("\n")[0]
            text = link.get("goal", "")
            where = f", in “{text[:60]}{'…' if len(text) > 60 else ''}”" if text else ""
            raise ChallengeError(f"the goal cannot be read: {what}{where}") from None
        allow = tuple(dict.fromkeys(filter(None, link.get("allow", "move").split("."))))
        for name, longest in MAX_CHARACTERS.items():
            if len(link.get(name, "")) > longest:
                verb = "have" if name == "hints" else "has"
                raise ChallengeError(f"the {name} {verb} more than {longest} characters")
        challenge = cls(
            id="custom",
            title=link.get("title", ""),
            text=replace_braces(link.get("task", "")),
            start=read_start(link),
            goal=goal,
            allow=allow,
            hints=read_hints(link.get("hints", "")),
            fewest=read_moves(link.get("fewest", ""), "the fewest moves"),
            most=read_moves(link.get("most", ""), "the number of moves that may be used"),
        )
        challenge.require_sound()
        about = challenge.about
        return replace(challenge, title=challenge.title or make_title(about), text=challenge.text or make_task(about))

    def require_sound(self) -> None:
        """Raise an error if the challenge cannot be solved or is met from the start.

        Raises:
            ChallengeError: If that is so; the message says why.
        """
        problem = describe_unknown_kind(self.allow)
        if problem is None and not {*self.allow} & {*MOVES}:
            problem = f"nothing is allowed that changes anything: use some of {', '.join(MOVES)}"
        if problem:
            raise ChallengeError(problem)
        desk, notes = read_desk(self.start)
        if notes:
            raise ChallengeError(f"its board cannot be set: {notes[0]}")
        try:
            self.goal.fit(desk)
            for text in (self.text, *self.hints, self.teaches):
                fill_in(text, desk)
            # Not every metric takes every grade that one may give.
            for one in (desk, _with_highest_grades(desk)) if "grade" in self.allow else (desk,):
                self.check(one)
        except (GoalError, ProseError, MetricsError) as error:
            raise ChallengeError(str(error)) from None
        if self.level not in LEVELS:
            raise ChallengeError(f"its level is one of {', '.join(map(str, LEVELS))}")
        if self.is_done(desk):
            raise ChallengeError(f"the board meets the goal from the start: {self.goal.describe(desk)}")

    def with_fewest_moves(self, most: int = MAX_SEARCHED_STATES) -> Challenge:
        """A copy whose `fewest` moves are found by search; None if `most` states are not enough.

        Raises:
            ChallengeError: If the goal cannot be reached at all, or not with so few moves as are allowed.
        """
        found = self.find_solution(most)
        if found.impossible:
            raise ChallengeError(f"the goal cannot be reached by what is allowed ({', '.join(self.allow)})")
        if self.most is not None and found.moves is not None and found.moves > self.most:
            raise ChallengeError(
                f"it takes at least {format_moves(found.moves)}, and only {format_moves(self.most)} may be used"
            )
        return replace(self, fewest=found.moves)

    @property
    def link(self) -> dict[str, str]:
        """The link parameters that describe the challenge as a teacher's own; the inverse of `read_custom`."""
        link = {
            "start": urlencode(permalink.write(self.desk, find_fresh_desk(self.desk.id) or self.desk)),
            "goal": str(self.goal),
            "allow": ".".join(self.allow),
        }
        if self.title != make_title(self.about):
            link["title"] = self.title
        if self.text != make_task(self.about):
            link["task"] = self.task
        if self.hints:
            link["hints"] = "\n".join(fill_in(hint, self.desk) for hint in self.hints)
        numbers = {"most": self.most, "fewest": self.fewest}
        return link | {name: str(one) for name, one in numbers.items() if one is not None}


def _with_highest_grades(desk: Desk) -> Desk:
    """A copy of a desk with every result of its open boards at the highest grade."""
    for board in desk.visible:
        desk = desk.replace_boards(replace(board, grades=(board.top,) * len(board.grades)))
    return desk


@cache_by_size(lambda *_: 10_000)
def _solve_in_worker(desk: Desk, goal: Goal, allow: tuple[str, ...], most: int, origin: Desk) -> Solution:
    """Search for a solution in a worker process; cached.

    Args:
        desk: The desk to begin with.
        goal: The goal to reach.
        allow: The allowed kinds of actions.
        most: The largest number of states that the search looks at.
        origin: The desk at the start of the challenge, for a goal that refers to it.
    """
    return run_in_worker(solve, desk, goal, allow, most=most, seconds=MAX_SEARCH_SECONDS, origin=origin)


_KEYS = {"id", "title", "level", "text", "start", "goal", "allow", "hints", "teaches", "fewest"}


@cache
def challenges() -> dict[str, Challenge]:
    """All challenges by id, in the order of the list, easier ones first."""
    return parse_challenges(Path(__file__).with_name("challenges.toml").read_text(encoding="utf-8"))


def parse_challenges(text: str, name: str = "challenges.toml") -> dict[str, Challenge]:
    """The challenges of a TOML file, a table `[[challenge]]` each, whose keys are those of `Challenge`.

    Args:
        text: The text of the file.
        name: Its name, for errors.

    Raises:
        ChallengeError: If something is wrong; the message says in which challenge, and what.
    """
    try:
        tables = tomllib.loads(text).get("challenge", [])
    except tomllib.TOMLDecodeError as error:
        raise ChallengeError(f"{name}: {error}") from None
    found: dict[str, Challenge] = {}
    for number, table in enumerate(tables, 1):
        place = f"{name}, challenge {number} ({table.get('id', 'without id')})"
        try:
            challenge = _parse_table(table)
            challenge.require_sound()
        except ValueError as error:
            raise ChallengeError(f"{place}: {error}") from None
        if challenge.id in found:
            raise ChallengeError(f"{place}: there are two with this id")
        found[challenge.id] = challenge
    return found


def _parse_table(table: dict[str, Any]) -> Challenge:
    """Make a challenge from a table of the TOML file, after checking its keys."""
    if {*table} != _KEYS:
        odd = ", ".join(sorted({*table} ^ _KEYS))
        raise ChallengeError(f"these keys are missing or unknown: {odd}")
    return Challenge(
        **{
            **table,
            "text": table["text"].strip(),
            "start": dict(parse_qsl(table["start"].removeprefix("?"))),
            "goal": Goal.read(table["goal"]),
            "allow": tuple(table["allow"]),
            "hints": tuple(table["hints"]),
        }
    )
