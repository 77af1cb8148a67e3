"""A board: the results of one query, in an order that the user can change."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from irviz.metrics import Ranking

if TYPE_CHECKING:
    from collections.abc import Sequence

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
"""One character for each grade, as in the patterns of boards and links."""

UNJUDGED = "_"
"""Stands in the place of a grade where a result is unjudged."""


@dataclass(frozen=True, slots=True)
class Item:
    """A result card of a board: one document.

    Args:
        id: Unique on its board.
        title: What a person reads, in a few words.
        alt: What the picture shows, for those who do not see it.
        picture: The picture's file name, or an https link, or None for a card with a title only.
    """

    id: str
    title: str
    alt: str = ""
    picture: str | None = None


class Below(NamedTuple):
    """A result of the list below those that are shown as cards.

    Args:
        id: Unique in the list.
        title: What a person reads.
        grade: Its grade, or None where it is unjudged.
    """

    id: str
    title: str
    grade: int | None


class MetricInput(NamedTuple):
    """The part of a board that metrics are computed from.

    Args:
        ranked: The grades of its cards in rank order.
        below: The grades of the results below the cards, in rank order.
        missed: The grades above 0 of judged documents that were not retrieved, highest first.
        threshold: The lowest grade that counts as relevant.
    """

    ranked: tuple[int, ...]
    below: tuple[int, ...]
    missed: tuple[int, ...]
    threshold: int

    @property
    def ranking(self) -> Ranking:
        """These grades as a `Ranking`, which metrics are called with."""
        return Ranking(self.ranked + self.below, missed=self.missed, threshold=self.threshold)

    @property
    def relevance(self) -> MetricInput:
        """The input of metrics that ignore grades: each grade becomes 1 if relevant, else 0."""
        low = self.threshold
        if low == 1 and max((*self.ranked, *self.below, *self.missed)) == 1:
            return self
        ranked, below, missed = [tuple([int(one >= low) for one in row]) for row in self[:3]]
        return MetricInput(ranked, below, missed, 1)


@dataclass(frozen=True)
class Board:
    """The results of one query: which items, in which order, graded how.

    Items keep the place they had when the board was fresh; `order` says which of them stands at
    each rank, so that a grade stays with its item however it is moved.

    Args:
        id: Short name, used in links.
        query: What was searched for.
        items: The results in their fresh order.
        order: For each rank, from the first, the index into `items`; a permutation.
        grades: The grade of each item, in the order of `items`; whole numbers from 0 to `top`.
        missed: Grades of judged items that were not retrieved.
        threshold: The lowest grade that counts as relevant.
        top: The highest grade on this board's scale: 1 for relevant or not, at most 10.
        below: The results further down than the cards, in rank order; they stay where they are.
        incomplete: Whether a result may be unjudged, too.
        unjudged: The indices into `items` of the unjudged results; their grade is 0.

    Raises:
        ValueError: If `order` is no permutation, a grade is off the scale, or a result has no
            judgment where each has one.

    Example:
        >>> items = tuple(Item(name, name) for name in "abc")
        >>> board = Board("abc", "letters", items, (0, 1, 2), (1, 0, 0))
        >>> board.move(1, 3).order
        (1, 2, 0)
        >>> board.move(1, 3).toggle(0).pattern
        '000'
    """

    id: str
    query: str
    items: tuple[Item, ...]
    order: tuple[int, ...]
    grades: tuple[int, ...]
    missed: tuple[int, ...] = ()
    threshold: int = 1
    top: int = 1
    below: tuple[Below, ...] = ()
    incomplete: bool = False
    unjudged: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        """Raise a ValueError for invalid fields, as the class says."""
        n = len(self.items)
        if sorted(self.order) != list(range(n)):
            raise ValueError(f"the order must name each of its {n} results once")
        if len(self.grades) != n:
            raise ValueError(f"its {n} results need as many grades, not {len(self.grades)}")
        for item, grade in zip(self.items, self.grades, strict=True):
            if type(grade) is not int or not 0 <= grade <= self.top:
                raise ValueError(f"the grade of {item.id!r} must be a whole number from 0 to {self.top}, not {grade!r}")
        if self.unjudged and not self.incomplete:
            raise ValueError(f"every result of board {self.id!r} is judged, so each has a grade from 0 to {self.top}")
        if any(not 0 <= index < n or self.grades[index] for index in self.unjudged):
            raise ValueError("a result that nobody judged is on the board and has grade 0")

    @property
    def n(self) -> int:
        """The number of items, which are shown as cards."""
        return len(self.items)

    @property
    def depth(self) -> int:
        """The length of the whole list: the items and the results below them."""
        return len(self.items) + len(self.below)

    @cached_property
    def ranked(self) -> tuple[int, ...]:
        """The grades of the items in rank order; 0 for unjudged ones."""
        return tuple(self.grades[index] for index in self.order)

    @cached_property
    def pattern(self) -> str:
        """The grades in rank order as one digit each (base 36), for use as a key."""
        return "".join(DIGITS[grade] for grade in self.ranked)

    @cached_property
    def text(self) -> str:
        """Order and grades as text, as in links: the index from 1 of the item at each rank, then each item's grade.

        >>> Board("b", "q", tuple(Item(c, c) for c in "abc"), (2, 0, 1), (1, 0, 1)).text
        '3-1-2.101'
        """
        order = "-".join([str(index + 1) for index in self.order])
        grades = [DIGITS[grade] for grade in self.grades]
        for index in self.unjudged:
            grades[index] = UNJUDGED
        return f"{order}.{''.join(grades)}"

    @cached_property
    def metric_input(self) -> MetricInput:
        """The grades and threshold that metrics are computed from."""
        missed = tuple(sorted(filter(None, self.missed), reverse=True))
        return MetricInput(self.ranked, self.listed[self.n :], missed, self.threshold)

    @cached_property
    def listed(self) -> tuple[int, ...]:
        """The grades of the whole list in rank order; 0 for unjudged results."""
        return self.ranked + tuple([one.grade or 0 for one in self.below])

    @cached_property
    def unjudged_ranks(self) -> tuple[int, ...]:
        """The ranks, from 1, of the unjudged results in the whole list."""
        shown = [rank for rank, index in enumerate(self.order, 1) if index in self.unjudged]
        further = enumerate(self.below, self.n + 1)
        return (*shown, *(rank for rank, one in further if one.grade is None))

    @cached_property
    def ranking(self) -> Ranking:
        """The whole list as a `Ranking` for the metrics; unjudged results have the grade None."""
        grades: list[int | None] = [*self.listed]
        for rank in self.unjudged_ranks:
            grades[rank - 1] = None
        return Ranking(grades, missed=self.missed, threshold=self.threshold)

    def move(self, rank: int, to: int) -> Board:
        """A copy with the item at `rank` moved to rank `to`; both from 1 to n."""
        self._check_rank(rank)
        self._check_rank(to)
        order = list(self.order)
        order.insert(to - 1, order.pop(rank - 1))
        return replace(self, order=tuple(order))

    def swap(self, rank: int, other: int) -> Board:
        """A copy with the items at two ranks exchanged, both from 1 to n."""
        self._check_rank(rank)
        self._check_rank(other)
        order = list(self.order)
        order[rank - 1], order[other - 1] = order[other - 1], order[rank - 1]
        return replace(self, order=tuple(order))

    def grade(self, index: int, grade: int) -> Board:
        """A copy with a grade from 0 to `top` for the item with this index into `items`."""
        grades = list(self.grades)
        grades[index] = grade
        return replace(self, grades=tuple(grades), unjudged=self.unjudged - {index})

    def toggle(self, index: int) -> Board:
        """A copy in which the item with this index gets grade 0 if it is relevant, else the highest grade."""
        relevant = self.grades[index] >= self.threshold
        return self.grade(index, 0 if relevant else self.top)

    def reorder(self, order: Sequence[int]) -> Board:
        """A copy with the items in this order, a permutation of the indices into `items`."""
        return replace(self, order=tuple(order))

    def ideal(self) -> Board:
        """A copy in the best order: by grade, highest first; equal grades keep their places."""
        return self.reorder(sorted(self.order, key=lambda index: -self.grades[index]))

    def worst(self) -> Board:
        """A copy in the worst order: by grade, lowest first; equal grades keep their places."""
        return self.reorder(sorted(self.order, key=lambda index: self.grades[index]))

    def _check_rank(self, rank: int) -> None:
        """Raise a `ValueError` unless the rank is from 1 to n."""
        if not 1 <= rank <= self.n:
            raise ValueError(f"rank {rank} is not on board {self.id!r}: ranks go from 1 to {self.n}")
