"""Orders of results as a metric sees them: grades by rank, equal grades being interchangeable."""

from __future__ import annotations

from collections import Counter
from math import factorial, prod
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

LIMIT = 10_000
"""Up to this many distinct orders, all are looked at; eight results have at most 40,320."""

DRAWN = 4_000
"""Beyond, so many random ones are."""

Order = tuple[int, ...]
"""Grades in rank order."""


def distinct(grades: Sequence[int]) -> tuple[Iterable[Order], bool, int]:
    """The distinct orders of some grades, or random ones; whether these are all; how many there are.

    >>> orders, exact, number = distinct([1, 0, 0])
    >>> list(orders), exact, number
    ([(0, 0, 1), (0, 1, 0), (1, 0, 0)], True, 3)
    """
    number = factorial(len(grades)) // prod(map(factorial, Counter(grades).values()))
    if number <= LIMIT:
        return _all(Counter(grades), len(grades)), True, number
    draw = Random(0)  # noqa: S311 - a reproducible draw, not a secret
    drawn = {tuple(draw.sample(list(grades), len(grades))) for _ in range(DRAWN)}
    return sorted(drawn), False, number


def _all(left: Counter[int], n: int) -> Iterator[Order]:
    if not n:
        yield ()
    for grade in sorted(left):
        if left[grade]:
            left[grade] -= 1
            for rest in _all(left, n - 1):
                yield (grade, *rest)
            left[grade] += 1


def one_move_away(order: Order) -> Iterator[Order]:
    """Every order that is one move away, some of them more than once.

    >>> sorted(set(one_move_away((1, 0, 0))))
    [(0, 0, 1), (0, 1, 0), (1, 0, 0)]
    """
    for i, grade in enumerate(order):
        rest = order[:i] + order[i + 1 :]
        for j in range(len(order)):
            if j != i:
                yield (*rest[:j], grade, *rest[j:])


def moves_between(first: Order, second: Order) -> int:
    """How many results have to be moved from one order to the other: all but the longest common part.

    >>> moves_between((1, 0, 0, 1), (0, 0, 1, 1))
    1
    """
    lengths = [0] * (len(second) + 1)
    for grade in first:
        diagonal = 0
        for at, other in enumerate(second, 1):
            above = lengths[at]
            lengths[at] = diagonal + 1 if grade == other else max(above, lengths[at - 1])
            diagonal = above
    return len(first) - lengths[-1]
