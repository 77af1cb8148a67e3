"""A clause of a goal: one condition, whether it holds, and how far it is from that."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isnan
from typing import TYPE_CHECKING

from irviz.state.goals.choice import Choice
from irviz.state.goals.quantity import Quantity
from irviz.state.goals.words import against, decimal, standing

if TYPE_CHECKING:
    from irviz.state.desk import Desk

TOLERANCE = 1e-9
"""Numbers that differ by less are equal."""

START = "start"
"""What stands for the value that the left side had on the desk that the task began with."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One condition.

    Args:
        left: What is looked at.
        sign: One of `=`, `!=`, `<`, `<=`, `>`, `>=`; a `Choice` is only equal or not.
        right: What it is held against: a number, `START`, another quantity, or a choice's name.

    Example:
        >>> from irviz.metrics import nDCG
        >>> clause = Clause(Quantity("metric", nDCG @ 4), ">", START)
        >>> str(clause), clause.words()
        ('nDCG@4 > start', 'nDCG@4 goes up')
    """

    left: Quantity | Choice
    sign: str
    right: Quantity | Fraction | str

    def __str__(self) -> str:
        return f"{self.left} {self.sign} {_text(self.right)}"

    def label(self, desk: Desk) -> str:
        """The clause with the cutoffs that it is read at here: `AP@8 < 0.6`."""
        left, right = (
            one.label(desk) if isinstance(one, Quantity) else _text(one)
            for one in (self.left, self.right)
        )
        return f"{left} {self.sign} {right}"

    def words(self, desk: Desk | None = None) -> str:
        """The clause in plain English, with the titles and cutoffs of a desk if there is one."""
        if isinstance(self.left, Choice):
            name = None if self.right == START else str(self.right)
            return self.left.words(name, desk, same=self.sign == "=")
        right = None if isinstance(self.right, str) else self.right
        return against(self.left, self.sign, right, desk)

    def met(self, desk: Desk, start: Desk) -> bool:
        """Whether it holds.

        Args:
            desk: The desk to look at.
            start: The desk that the task began with.
        """
        if isinstance(self.left, Choice):
            return (self.left.value(desk) == self._name(self.left, start)) == (self.sign == "=")
        return _holds(self.left.value(desk), self.sign, self._number(self.left, desk, start))

    def check(self, desk: Desk, start: Desk) -> ClauseState:
        """How it stands; the arguments are as for `met`."""
        now: float | str
        target: float | str
        met, gap = self.met(desk, start), None
        if isinstance(self.left, Choice):
            now, target = self.left.value(desk), self._name(self.left, start)
        else:
            now, target = self.left.value(desk), self._number(self.left, desk, start)
            gap = 0.0 if met else abs(now - target)
        if gap is not None and isnan(gap):
            gap = None
        return ClauseState(self, self.label(desk), self.words(desk), met, now, target, gap)

    def _name(self, left: Choice, start: Desk) -> str:
        return left.value(start) if self.right == START else str(self.right)

    def _number(self, left: Quantity, desk: Desk, start: Desk) -> float:
        if isinstance(self.right, Quantity):
            return self.right.value(desk)
        return float(self.right) if isinstance(self.right, Fraction) else left.value(start)


@dataclass(frozen=True, slots=True)
class ClauseState:
    """How a clause stands on a desk.

    Args:
        clause: The clause.
        text: The clause as text, with the cutoffs that it is read at.
        words: The clause in plain English.
        met: Whether it holds.
        now: The value on the desk: a number, or a name.
        target: What that is held against, in the same kind.
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
    def standing(self) -> str:
        """Where the left side is now, in a few words; empty for names.

        >>> from irviz.scenarios.cats import CATS
        >>> Clause(Quantity("k"), ">", START).check(CATS.cut(5), CATS).standing
        'now 5, at the start 3'
        """
        left, right = self.clause.left, self.clause.right
        if isinstance(left, Choice) or isinstance(self.now, str) or isinstance(self.target, str):
            return ""
        return standing(left, None if isinstance(right, str) else right, self.now, self.target)


def _text(side: Quantity | Choice | Fraction | str) -> str:
    return decimal(side) if isinstance(side, Fraction) else str(side)


def _holds(now: float, sign: str, target: float) -> bool:
    if isnan(now) or isnan(target):
        return sign == "!=" and isnan(now) != isnan(target)
    match sign:
        case "=":
            return abs(now - target) <= TOLERANCE
        case "!=":
            return abs(now - target) > TOLERANCE
        case "<":
            return now < target - TOLERANCE
        case "<=":
            return now <= target + TOLERANCE
        case ">":
            return now > target + TOLERANCE
        case _:
            return now >= target - TOLERANCE
