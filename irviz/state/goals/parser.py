"""Reading a goal from its text, character by character, so that an error can point at its place."""

from __future__ import annotations

import re
from difflib import get_close_matches
from fractions import Fraction

from irviz.metrics import METRICS, NotationError, parse
from irviz.metrics.catalogue import find_metric
from irviz.metrics.notation import TextReader, without_cutoff
from irviz.state.chosen_conventions import OPTIONS
from irviz.state.curves.series import MEAN_NAMES
from irviz.state.desk import MEAN
from irviz.state.goals.clause import CONVENTION, SIGNS, START, VIEW_CHOICES, Choice, Clause
from irviz.state.goals.quantity import ALL_RELEVANT, AMONG, COUNTS, FIRST, OF_DESK, OF_ITEM, OVER_TIES, Quantity

MAX_GOAL_CHARACTERS = 500
"""Characters of a goal."""

_MEANS = {mean.lower() for mean in MEAN_NAMES.values()}
_SPELLED = {"≥": ">=", "≤": "<=", "≠": "!=", "==": "="}
_SIGN = re.compile(r">=|<=|!=|==|[=<>≥≤≠]")
_NUMBER = re.compile(r"(\d{1,9}(?:\.\d{1,12})?|\.\d{1,12})(?:\s*(%)|/(\d{1,9}))?(?![\w.])", re.ASCII)
_NAME = re.compile(r"[^\W\d]\w*")
_SLUG = re.compile(r"[\w.-]+")
_METRIC = re.compile(r"""[^\W\d]\w*\s*(?:\((?:'[^']*'|"[^"]*"|[^()'"])*\))?\s*(?:@\s*[\w+-]*)?""")
_HERE = re.compile(r"\s*@\s*k\s*$")
_CUTOFF = re.compile(r"\s*@\s*(\d{1,4})", re.ASCII)


class GoalError(ValueError):
    """A text that is no goal, or a goal that does not fit a desk.

    Attributes:
        problem: What is wrong, in words.
        text: The whole text; empty where the problem has no place in one.
        position: The index of the first bad character.
    """

    def __init__(self, problem: str, text: str = "", position: int = 0) -> None:
        super().__init__(f"{problem}\n    {text}\n    {' ' * position}^" if text else problem)
        self.problem = problem
        self.text = text
        self.position = position

    def __reduce__(self) -> tuple[type[GoalError], tuple[str, str, int]]:
        """The arguments from which pickle makes the error again, as worker processes send it."""
        return type(self), (self.problem, self.text, self.position)


def parse_goal(text: str) -> tuple[Clause, ...]:
    """Parse the clauses of a goal.

    Raises:
        GoalError: If the text is invalid; the message points at the place.

    >>> [str(clause) for clause in parse_goal("RR=1 and beats(AP) ≥ 90%")]
    ['RR = 1', 'beats(AP) >= 0.9']
    """
    if len(text) > MAX_GOAL_CHARACTERS:
        raise GoalError(f"a goal has at most {MAX_GOAL_CHARACTERS} characters, not {len(text)}")
    reader = _GoalReader(text)
    clauses = [reader.read_clause()]
    while reader.take_word("and"):
        clauses.append(reader.read_clause())
    if reader.has_more():
        raise reader.error("“and” or the end belongs here")
    return tuple(clauses)


def parse_quantity(text: str) -> Quantity:
    """Parse a quantity alone.

    Raises:
        GoalError: If the text is invalid; the message points at the place.

    >>> str(parse_quantity("AP @ 8 of white-cat"))
    'AP@8 of white-cat'
    """
    reader = _GoalReader(text[:MAX_GOAL_CHARACTERS])
    found = reader.read_quantity("a quantity belongs here, such as AP@8 or rank(dog)")
    if reader.has_more():
        raise reader.error("the end belongs here")
    return found


class _GoalReader(TextReader):
    """Reads the clauses of a goal from a text, from left to right."""

    def read_clause(self) -> Clause:
        """Read a clause: its left side, a sign and its right side."""
        choice = self.read_choice()
        if choice is not None:
            return self.read_choice_clause(choice)
        left = self.read_quantity("a quantity belongs here, such as AP@8, k or rank(dog)")
        return Clause(left, self.read_sign(), self.read_right_side())

    def read_choice(self) -> Choice | None:
        """Read the left side of a clause about a choice, such as `lens`; None if something else comes next."""
        for kind in VIEW_CHOICES:
            if self.take_word(kind):
                return Choice(kind)
        if not re.match(rf"{CONVENTION}\s*\(", self.rest()):
            return None
        self.take_word(CONVENTION)
        start = self.skip() + 1
        option = self.read_brackets()
        if option not in OPTIONS:
            raise self.error(f"there is no convention {option!r}, only {', '.join(OPTIONS)}", start)
        return Choice(CONVENTION, option)

    def read_choice_clause(self, choice: Choice) -> Clause:
        """Read the rest of a clause about a choice: = or !=, and a valid name or “start”."""
        start = self.skip()
        sign = self.read_sign()
        if sign not in {"=", "!="}:
            raise self.error(f"{choice} has a name, which is only equal (=) or not (!=)", start)
        start = self.skip()
        name = self.read_pattern(_SLUG)
        if not name:
            raise self.error(f"a name belongs here, or {START}", start)
        problem = None if name == START else choice.problem(name)
        if problem:
            raise self.error(problem, start)
        return Clause(choice, sign, name)

    def read_right_side(self) -> Quantity | Fraction | str:
        """Read the right side of a clause: a number, a share such as 90 %, “start” or another quantity."""
        start = self.skip()
        if self.take_word(START):
            return START
        match = _NUMBER.match(self.text, start)
        if match:
            number, share, below = match.groups()
            if below is not None and int(below) == 0:
                raise self.error("nothing can be divided by 0", match.start(3))
            self.at = match.end()
            by = 100 if share else int(below or 1)
            return Fraction(number) / by
        return self.read_quantity(f"a number, {START} or another quantity belongs here")

    def read_sign(self) -> str:
        """Read a comparison sign, and return its usual spelling (`>=` for ≥)."""
        start = self.skip()
        sign = self.read_pattern(_SIGN)
        if not sign:
            raise self.error(f"a sign belongs here, one of {' '.join(SIGNS)}", start)
        return _SPELLED.get(sign, sign)

    def read_quantity(self, wanted: str) -> Quantity:
        """Read a quantity; `wanted` is the error message if there is none."""
        start = self.skip()
        match = _NAME.match(self.text, start)
        if match is None:
            raise self.error(wanted, start)
        name = match[0]
        bracketed = self.text[match.end() :].lstrip().startswith("(")
        if name in {*AMONG, *OVER_TIES}:
            return self.read_among(name, match.end())
        if name in OF_ITEM and (bracketed or name != ALL_RELEVANT):
            return self.read_item_quantity(name, match.end())
        if name in OF_DESK:
            self.at = match.end()
            return Quantity(name)
        if name in {*COUNTS, ALL_RELEVANT, FIRST}:
            self.at = match.end()
            cutoff = self.read_count_cutoff() if name in COUNTS else None
            return Quantity(name, cutoff=cutoff, board=self.read_board())
        return self.read_metric()

    def read_among(self, name: str, end: int) -> Quantity:
        """Read the bracketed metric of a quantity over orders, `shuffle(AP)`; its name ended at index `end`."""
        self.at = end
        if not self.take("("):
            raise self.error(f"{name} is asked of a metric in brackets: {name}(AP)")
        inner = self.read_metric()
        if not self.take(")"):
            raise self.error("“)” belongs here")
        return Quantity(name, inner.metric, board=inner.board or self.read_board(), here=inner.here)

    def read_item_quantity(self, name: str, end: int) -> Quantity:
        """Read the bracketed result id of a quantity, `rank(dog)`; its name ended at index `end` of the text."""
        self.at = end
        if not self.text.startswith("(", self.skip()):
            raise self.error(f"{name} is asked of a result in brackets: {name}(dog)")
        return Quantity(name, item=self.read_brackets(), board=self.read_board())

    def read_count_cutoff(self) -> int | None:
        """Read the cutoff of a count, such as `@8`; None if none comes next."""
        match = _CUTOFF.match(self.text, self.at)
        if match is None:
            return None
        if int(match[1]) < 1:
            raise self.error("the cutoff is a whole number of at least 1", match.start(1))
        self.at = match.end()
        return int(match[1])

    def read_metric(self) -> Quantity:
        """Read a metric with its parameters and cutoff."""
        start = self.skip()
        match = _METRIC.match(self.text, start)
        if match is None:
            raise self.error("a metric belongs here, such as AP@8", start)
        written = match[0]
        name = without_cutoff(re.match(r"\w*", written)[0])  # type: ignore[index]
        plain = find_metric(name)
        if plain is None:
            raise self.error(f"there is no quantity {name!r}{_suggest_name(name)}", start)
        cut = written if plain.own_cutoff else _HERE.sub("", written)
        try:
            metric = parse(cut)
        except NotationError as error:
            raise self.error(error.problem, start + error.position) from None
        self.at = start + len(written.rstrip())
        here = cut != written and metric.uncut
        board = MEAN if name.lower() in _MEANS else self.read_board()
        return Quantity("metric", metric, board=board, here=here)

    def read_board(self) -> str | None:
        """Read the board id after “of”; None if there is no “of”."""
        if not self.take_word("of"):
            return None
        start = self.skip()
        name = self.read_pattern(_SLUG)
        if not name:
            raise self.error("the id of a query belongs here, or mean", start)
        return name

    def read_brackets(self) -> str:
        """Read the text in the brackets that come next."""
        start = self.skip()
        end = self.text.find(")", start)
        inner = self.text[start + 1 : max(end, start + 1)].strip()
        if end < 0:
            raise self.error("this bracket is never closed", start)
        if not inner:
            raise self.error("a name belongs in the brackets", start + 1)
        self.at = end + 1
        return inner

    def take_word(self, word: str) -> bool:
        """Read this word if it comes next, and return whether it did."""
        if re.match(rf"{word}(?![\w-])", self.rest()):
            self.at += len(word)
            return True
        return False

    def read_pattern(self, pattern: re.Pattern[str]) -> str:
        """Read the text that matches a pattern, and return it; empty if it does not come next."""
        match = pattern.match(self.text, self.skip())
        if match is None:
            return ""
        self.at = match.end()
        return match[0]

    def rest(self) -> str:
        """The text that is still unread."""
        return self.text[self.skip() :]

    def has_more(self) -> bool:
        """Whether any text is still unread."""
        return self.skip() < len(self.text)

    def error(self, problem: str, position: int | None = None) -> GoalError:
        """Make the error for a problem at an index of the text, by default where reading has stopped."""
        return GoalError(problem, self.text, self.skip() if position is None else position)


def _suggest_name(name: str) -> str:
    """The end of an error message about an unknown name: a similar one, or all known ones."""
    asked = (*AMONG, *OVER_TIES, *OF_ITEM, *OF_DESK, *COUNTS)
    known = [*METRICS, *MEAN_NAMES.values(), *asked, FIRST, *VIEW_CHOICES, CONVENTION]
    folded = {one.lower(): one for one in known}
    matches = get_close_matches(name.lower(), folded, cutoff=0.5)
    return f"; did you mean {folded[matches[0]]!r}?" if matches else f"; known are {', '.join(known)}"
