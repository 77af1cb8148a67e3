"""Reading the sentences of explanations, and the slow counts that they are compared with."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from tests.lenses.slowly import Listed, listed

if TYPE_CHECKING:
    from collections.abc import Callable

W = r"(?:within the first \d+|at rank 1)"
AT = r"(?:rank \d+|ranks \d[\d, toand]*)"
RANKS = r"\d[\d, toand]*"
NUMBER = r"\d+(?:\.\d{3})?"


@dataclass(frozen=True)
class List:
    """A list at its cutoff, counted the slow way.

    Args:
        grades: By rank.
        k: The cutoff.
        missed: The grades of judged results that it does not have.
        threshold: The lowest grade that is relevant.
        conventions: By name, the conventions that are not the usual ones.
    """

    grades: tuple[int, ...]
    k: int
    missed: tuple[int, ...] = ()
    threshold: int = 1
    conventions: tuple[tuple[str, object], ...] = ()

    @cached_property
    def all(self) -> Listed:
        return listed(self.grades, self.missed, self.threshold, self.conventions)

    @cached_property
    def hits(self) -> list[int]:
        return self.all.hits(self.k)

    def hit(self, i: int) -> bool:
        return self.grades[i - 1] >= self.threshold

    @cached_property
    def first(self) -> int | None:
        return next((i for i in range(1, len(self.grades) + 1) if self.hit(i)), None)

    @cached_property
    def relevant(self) -> int:
        return self.all.relevant

    @cached_property
    def among(self) -> int:
        return self.all.among(self.k)

    def precision(self, i: int) -> Fraction:
        return self.all.precision(i)

    @cached_property
    def precisions(self) -> Fraction:
        return sum((self.precision(i) for i in self.hits), Fraction(0))

    @cached_property
    def averaged_over(self) -> tuple[str, int]:
        """What AP divides by, and what it is called."""
        by = str(self.all.rule("ap"))
        called = {"R": "R", "min(R,k)": "min(R, k)", "hits": "the number of hits"}[by]
        return called, self.all.averaged_over(self.k)

    @cached_property
    def gains(self) -> list[int]:
        return [self.all.gain(grade) for grade in self.grades[: self.k]]

    def discount(self, i: int) -> float:
        return self.all.discount(i)

    def terms(self) -> list[float]:
        return self._terms

    @cached_property
    def _terms(self) -> list[float]:
        return [gain / self.discount(i) for i, gain in enumerate(self.gains, 1)]

    @cached_property
    def dcg(self) -> float:
        return self.all.dcg(self.grades[: self.k])

    @cached_property
    def ideal(self) -> float:
        return self.all.ideal(self.k)


@dataclass(frozen=True)
class Case:
    old: List
    new: List
    difference: float


def cutoff(words: str) -> int:
    return 1 if words == "at rank 1" else int(words.rsplit(maxsplit=1)[-1])


def ranks(words: str) -> list[int]:
    """The ranks of `rank 2`, `ranks 1 and 3 to 5` or `1, 2 and 4`."""
    found: list[int] = []
    for part in re.split(r", | and ", re.sub(r"^ranks? ", "", words)):
        start, _, end = part.partition(" to ")
        found += range(int(start), int(end or start) + 1)
    return found


def fractions(words: str) -> list[Fraction]:
    return [Fraction(part) for part in re.split(r", | and ", words)]


def near(words: str, value: float) -> bool:
    """Whether a number as it is written is this value; a whole one is exactly that."""
    if "." in words:
        return abs(float(words.replace("−", "-")) - value) < 0.00051
    return abs(int(words) - value) < 1e-9


Claim = tuple[str, "Callable[[re.Match[str], Case], bool]"]


def none_yet(match: re.Match[str], case: Case) -> bool:
    return not case.old.hits and not case.new.hits and cutoff(match["w"]) == case.new.k


NONE: Claim = (rf"still no relevant picture (?P<w>{W})", none_yet)
