"""A clause of a goal: one condition on a quantity or a name, whether and how nearly it holds, in words."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import isclose, isnan
from typing import TYPE_CHECKING

from irviz.state.chosen_conventions import OPTIONS, Conventions, slugify
from irviz.state.desk import ALL_NAMES, LENSES, MEAN
from irviz.state.goals.quantity import ALL_RELEVANT, COUNTS, FIRST, OF_DESK, Quantity
from irviz.state.metric_words import describe_metric
from irviz.state.number_words import format_number, format_percent

if TYPE_CHECKING:
    from irviz.state.desk import Desk

VIEW_CHOICES = ("opened", "metric", "lens")
"""The open board or `MEAN`, the metric that is explained, and what is shown below the chart."""

CONVENTION = "rule"
"""A convention, named in brackets: `rule(ap)`."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice on a desk that a goal can ask for by name: its metric, its lens or a convention.

    Args:
        kind: One of `VIEW_CHOICES`, or `CONVENTION`.
        option: Which convention, for `CONVENTION`; a key of `irviz.state.chosen_conventions.OPTIONS`.

    Example:
        >>> str(Choice("lens")), str(Choice("rule", "ap"))
        ('lens', 'rule(ap)')
        >>> Choice("rule", "ap").describe("minrk")
        'the convention for AP is min(R,k)'
    """

    kind: str
    option: str = ""

    def __str__(self) -> str:
        """The choice as a goal writes it: `lens`, `rule(ap)`."""
        return f"{self.kind}({self.option})" if self.option else self.kind

    def value(self, desk: Desk) -> str:
        """The chosen name on a desk; a convention as in links, where `min(R,k)` is `minrk`."""
        return slugify(getattr(desk.conventions, self.option)) if self.option else str(getattr(desk, self.kind))

    def problem(self, name: str) -> str | None:
        """An error message if no desk can have this name as the choice, else None."""
        if self.kind == "opened":
            return None
        if self.option:
            names = [slugify(value) for value in OPTIONS[self.option].values]
        else:
            names = [*(ALL_NAMES if self.kind == "metric" else LENSES)]
        return None if name in names else f"{self} is one of {', '.join(names)}, not {name!r}"

    def describe(self, name: str | None, desk: Desk | None = None, *, same: bool = True) -> str:
        """A clause in plain English that says that the choice is this name, or is not.

        Args:
            name: The name, or None for the choice of the desk at the start.
            desk: The desk whose titles are used, if there is one.
            same: Whether the choice has to be that name; else, any other.
        """
        verb = "is" if same else "is not"
        if name is None:
            what = {"opened": "the open query", "metric": "the metric that is explained"}
            subject = what.get(self.kind, "what is shown below the chart")
            if self.option:
                subject = f"the convention for {', '.join(OPTIONS[self.option].metrics)}"
            return f"{subject} {'stays the same' if same else 'changes'}"
        match self.kind:
            case "opened":
                if name == MEAN:
                    return f"the mean of all queries {verb} open"
                return f"the query “{desk.board(name).query if desk else name}” {verb} open"
            case "metric":
                return f"{name} {verb} the metric that is explained"
            case "lens":
                return f"the view “{name}” {verb} open"
            case _:
                value = getattr(Conventions.read(f"{self.option}-{name}"), self.option)
                metrics = ", ".join(OPTIONS[self.option].metrics)
                return f"the convention for {metrics} {verb} {value}"


SIGNS = {
    "=": ("is", "stays the same"),
    "!=": ("is not", "changes"),
    "<": ("is below", "goes down"),
    "<=": ("is at most", "does not go up"),
    ">": ("is above", "goes up"),
    ">=": ("is at least", "does not go down"),
}
"""The signs that a clause can have, in words: against a number, and against the start."""

_AMONG = {
    "beats": "the share of all orders that this one beats on {}",
    "shuffle": "the mean {} of all orders",
    "best": "the best {} of any order",
    "worst": "the worst {} of any order",
    "least": "the least {} over the orders of what is tied",
    "expected": "the expected {} over the orders of what is tied",
    "most": "the most {} over the orders of what is tied",
}
_SHARES = {">=": "at least ", ">": "more than ", "<": "fewer than ", "<=": "at most "}


def format_exact(number: Fraction) -> str:
    """Format a number as a decimal if it has finitely many digits, else as a fraction.

    >>> from fractions import Fraction
    >>> format_exact(Fraction(3, 5)), format_exact(Fraction(2)), format_exact(Fraction(19, 35))
    ('0.6', '2', '19/35')
    """
    for digits in range(10):
        if 10**digits % number.denominator == 0:
            return f"{float(number):.{digits}f}"
    return str(number)


def describe_clause(one: Quantity, sign: str, right: Quantity | Fraction | None, desk: Desk | None) -> str:
    """Describe a clause in plain English.

    Args:
        one: The quantity on the left.
        sign: A key of `SIGNS`.
        right: What the left side is compared with; None for its own value at the start.
        desk: The desk whose titles and cutoffs are used, if there is one.

    >>> from fractions import Fraction
    >>> describe_clause(Quantity("rank", item="dog"), "=", Fraction(1), None)
    '“dog” is at rank 1'
    >>> from irviz.metrics import AP
    >>> describe_clause(Quantity("beats", AP @ 8), ">=", Fraction(9, 10), None).replace(chr(160), " ")
    'the order beats at least 90 % of all orders on AP@8'
    """
    verb, changed = SIGNS[sign]
    if right is None and one.kind == "rank" and sign in {"<", ">"}:  # a rank that goes up is nearer to the end
        to = "up" if sign == "<" else "down"
        return f"{_quote_title(one, desk)} moves {to} the list{_describe_query(one, desk)}"
    if right is None:
        return f"{describe_quantity(one, desk)} {changed}"
    if isinstance(right, Quantity):
        same = right.kind not in _AMONG and sign in {"=", "!="}
        verb = {"=": "equals", "!=": "differs from"}[sign] if same else verb
        return f"{describe_quantity(one, desk)} {verb} {describe_quantity(right, desk)}"
    return _describe_briefly(one, sign, right, desk) or f"{describe_quantity(one, desk)} {verb} {_format_number(right)}"


def describe_quantity(one: Quantity, desk: Desk | None) -> str:
    """Describe a quantity as the subject of a sentence.

    >>> describe_quantity(Quantity("k"), None), describe_quantity(Quantity("grade", item="dog"), None)
    ('the cutoff', 'the grade of “dog”')
    """
    where = _describe_query(one, desk)
    if one.item:
        what = "relevance" if one.kind == ALL_RELEVANT else one.kind
        return f"the {what} of {_quote_title(one, desk)}{where}"
    if one.kind in OF_DESK:
        return OF_DESK[one.kind]
    if one.kind == ALL_RELEVANT:
        return f"the number of relevant results{where}"
    if one.kind == FIRST:
        return f"the rank of the first relevant result{where}"
    if one.kind in COUNTS:
        return f"the number of {COUNTS[one.kind]} ({_describe_metric(one, desk)}){where}"
    inner = _describe_metric(one, desk)
    return (inner if one.kind == "metric" else _AMONG[one.kind].format(inner)) + where


def _describe_briefly(one: Quantity, sign: str, number: Fraction, desk: Desk | None) -> str | None:
    """Describe a clause in a shorter way, such as “x is relevant”; None if there is no such way."""
    where = _describe_query(one, desk)
    if one.kind == "beats":
        share = f"{_SHARES.get(sign, '')}{format_percent(float(number))}"
        verb = "does not beat" if sign == "!=" else "beats"
        return f"the order {verb} {share} of all orders on {_describe_metric(one, desk)}{where}"
    if sign != "=":
        return None
    if one.kind == "rank":
        return f"{_quote_title(one, desk)} is at rank {format_exact(number)}{where}"
    if one.kind == "grade":
        return f"{_quote_title(one, desk)} has grade {format_exact(number)}{where}"
    if one.kind == ALL_RELEVANT and one.item and number in {0, 1}:
        return f"{_quote_title(one, desk)} is {'' if number else 'not '}relevant{where}"
    return None


def _describe_metric(one: Quantity, desk: Desk | None) -> str:
    """Describe the metric or count of a quantity with its known cutoff, but without its board."""
    metric = one.apply_cutoff(desk) if desk else one.metric
    if metric is not None:
        mean = metric.mean_name if one.board == MEAN else ""
        text = describe_metric(metric) + ("@k" if one.here and metric.cutoff is None else "")
        return (mean or metric.word or metric.name) + text.removeprefix(metric.name)
    one = replace(one, board=None)
    return one.label(desk) if desk else str(one)


def _describe_query(one: Quantity, desk: Desk | None) -> str:
    """The end of a sentence that names a quantity's board, or the mean over all; empty where it needs none."""
    if one.board is None:
        return ""
    if one.board == MEAN:
        named = one.kind == "metric" and one.metric is not None and one.metric.mean_name
        return "" if named else " on average over all queries"
    return f" for “{desk.board(one.board).query if desk else one.board}”"


def _quote_title(one: Quantity, desk: Desk | None) -> str:
    """The title in quotes of the result that a quantity is about; without a desk, its id."""
    item = one.find_item(desk) if desk else None
    return f"“{item.title if item else one.item}”"


def describe_comparison(one: Quantity, right: Quantity | Fraction | None, now: float, target: float) -> str:
    """Describe the present value of a clause's left side against its target, in a few words.

    Args:
        one: The quantity on the left.
        right: What the left side is compared with; None for its own value at the start.
        now: The present value of the left side.
        target: The value of the right side.

    >>> from fractions import Fraction
    >>> from irviz.metrics import AP
    >>> describe_comparison(Quantity("metric", AP @ 8), Fraction(3, 5), 0.54285, 0.6)
    'now 0.543'
    >>> describe_comparison(Quantity("metric", AP @ 8), None, 0.54285, 0.5)
    'now 0.543, at the start 0.5'
    """
    here, there = format_value(one, now), format_value(one, target)
    if isinstance(right, Quantity):
        return f"now {here} against {there}"
    if right is None and here != there:
        return f"now {here}, at the start {there}"
    return f"now {here}{', as at the start' if right is None else ''}"


def format_value(one: Quantity, value: float) -> str:
    """Format a value of a quantity for a sentence.

    >>> format_value(Quantity("k"), 3.0), format_value(Quantity("first"), float("nan"))
    ('3', 'undefined')
    """
    return format_percent(value) if one.kind == "beats" else format_number(value)


def _format_number(number: Fraction) -> str:
    """Format a number exactly, a fraction also with its decimals."""
    text = format_exact(number)
    return f"{text} ({format_number(float(number))})" if "/" in text else text


TOLERANCE = 1e-9
"""Numbers that differ by less are equal."""

START = "start"
"""What stands for the value that the left side had on the desk that the task began with."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A condition of a goal.

    Args:
        left: The quantity or choice that is looked at.
        sign: One of `=`, `!=`, `<`, `<=`, `>`, `>=`; a `Choice` is only equal or not.
        right: What it is compared with: a number, `START`, another quantity, or a choice's name.

    Example:
        >>> from irviz.metrics import nDCG
        >>> clause = Clause(Quantity("metric", nDCG @ 4), ">", START)
        >>> str(clause), clause.describe()
        ('nDCG@4 > start', 'nDCG@4 goes up')
    """

    left: Quantity | Choice
    sign: str
    right: Quantity | Fraction | str

    def __str__(self) -> str:
        """The clause as a goal writes it: `nDCG@4 > start`."""
        return f"{self.left} {self.sign} {_format_side(self.right)}"

    def label(self, desk: Desk) -> str:
        """The clause as a goal writes it, with each cutoff that the desk's k stands for: `AP@8 < 0.6`."""
        left, right = (
            one.label(desk) if isinstance(one, Quantity) else _format_side(one) for one in (self.left, self.right)
        )
        return f"{left} {self.sign} {right}"

    def describe(self, desk: Desk | None = None) -> str:
        """The clause in plain English, with the titles and cutoffs of a desk if there is one."""
        if isinstance(self.left, Choice):
            name = None if self.right == START else str(self.right)
            return self.left.describe(name, desk, same=self.sign == "=")
        right = None if isinstance(self.right, str) else self.right
        return describe_clause(self.left, self.sign, right, desk)

    def is_met(self, desk: Desk, start: Desk) -> bool:
        """Whether the clause holds on a desk.

        Args:
            desk: The desk to look at.
            start: The desk that the task began with.
        """
        if isinstance(self.left, Choice):
            return (self.left.value(desk) == self._find_right_name(self.left, start)) == (self.sign == "=")
        return _holds(self.left.value(desk), self.sign, self._find_right_number(self.left, desk, start))

    def check(self, desk: Desk, start: Desk) -> ClauseState:
        """The state of the clause on a desk: values, and whether it holds; `start` is the desk the task began with."""
        now: float | str
        target: float | str
        met, gap = self.is_met(desk, start), None
        if isinstance(self.left, Choice):
            now, target = self.left.value(desk), self._find_right_name(self.left, start)
        else:
            now, target = self.left.value(desk), self._find_right_number(self.left, desk, start)
            gap = 0.0 if met else abs(now - target)
        if gap is not None and isnan(gap):
            gap = None
        return ClauseState(self, self.label(desk), self.describe(desk), met, now, target, gap)

    def _find_right_name(self, left: Choice, start: Desk) -> str:
        """The name to compare a choice with: the clause's own, or that on the desk at the start."""
        return left.value(start) if self.right == START else str(self.right)

    def _find_right_number(self, left: Quantity, desk: Desk, start: Desk) -> float:
        """The number to compare `left` with: a quantity on `desk`, the clause's own number, or `left` on `start`."""
        if isinstance(self.right, Quantity):
            return self.right.value(desk)
        return float(self.right) if isinstance(self.right, Fraction) else left.value(start)


@dataclass(frozen=True, slots=True)
class ClauseState:
    """A clause with its present value and target on a desk, and whether it holds.

    Args:
        clause: The clause.
        text: The clause as text, with the cutoffs that it is read at.
        words: The clause in plain English.
        met: Whether it holds.
        now: The value on the desk: a number, or a name.
        target: What `now` is compared with: a number, or a name.
        gap: How far the number is from the target, 0 where the clause holds; None for names, and
            for a metric without a value.
    """

    clause: Clause
    text: str
    words: str
    met: bool
    now: float | str
    target: float | str
    gap: float | None

    @property
    def comparison(self) -> str:
        """The present value of the left side against its target, in a few words; empty for names.

        >>> from irviz.scenarios.cats import CATS
        >>> Clause(Quantity("k"), ">", START).check(CATS.move_cutoff(5), CATS).comparison
        'now 5, at the start 3'
        """
        left, right = self.clause.left, self.clause.right
        if isinstance(left, Choice) or isinstance(self.now, str) or isinstance(self.target, str):
            return ""
        return describe_comparison(left, None if isinstance(right, str) else right, self.now, self.target)


def _format_side(side: Quantity | Choice | Fraction | str) -> str:
    """Format the left or right side of a clause as a goal writes it."""
    return format_exact(side) if isinstance(side, Fraction) else str(side)


def _holds(now: float, sign: str, target: float) -> bool:
    """Whether `now sign target` is true, within `TOLERANCE`; NaN only differs from a number."""
    if isnan(now) or isnan(target):
        return sign == "!=" and isnan(now) != isnan(target)
    match sign:
        case "=":
            return isclose(now, target, abs_tol=TOLERANCE)
        case "!=":
            return not isclose(now, target, abs_tol=TOLERANCE)
        case "<":
            return now < target - TOLERANCE
        case "<=":
            return now <= target + TOLERANCE
        case ">":
            return now > target + TOLERANCE
        case _:
            return now >= target - TOLERANCE
