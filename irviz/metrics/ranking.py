"""A ranking: what a search engine returned, as the grades of the documents from the top down."""

from __future__ import annotations

from itertools import accumulate
from operator import index

from irviz.metrics.errors import RankingError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from functools import cached_property as column
    from typing import Never, Self
else:

    class column:  # noqa: N801 - reads as a decorator
        """A value derived once, at first sight: a ``cached_property`` without its lock."""

        def __init__(self, derive):
            self.derive = derive
            self.name = derive.__name__
            self.__doc__ = derive.__doc__

        def __get__(self, instance, owner):
            if instance is None:
                return self
            value = instance.__dict__[self.name] = self.derive(instance)
            return value


LARGEST_GRADE = 2**53
_INTEGERS = {int}


class Ranking:
    """The grades of the documents by rank, and of the judged documents that were not retrieved."""

    grades: tuple[int, ...]
    missed: tuple[int, ...]
    threshold: int

    def __init__(
        self, grades: Iterable[int], missed: Iterable[int] = (), threshold: int = 1
    ) -> None:
        columns = self.__dict__
        columns["grades"] = _checked(grades, "rank")
        columns["missed"] = _checked(missed, "missed document") if missed else ()
        columns["threshold"] = threshold if threshold == 1 else _threshold(threshold)

    @column
    def n(self) -> int:
        """How many documents were retrieved."""
        return len(self.grades)

    @column
    def hits(self) -> list[int]:
        """1 at each rank whose grade reaches the threshold, else 0."""
        threshold = self.threshold
        return [1 if grade >= threshold else 0 for grade in self.grades]

    @column
    def found(self) -> list[int]:
        """How many relevant documents there are down to each rank."""
        return list(accumulate(self.hits))

    @column
    def relevant(self) -> int:
        """R, the number of relevant documents, retrieved or not."""
        threshold = self.threshold
        return sum(self.hits) + sum([grade >= threshold for grade in self.missed])

    @column
    def ideal(self) -> list[int]:
        """All judged grades, retrieved or not, in the best order: highest first."""
        return sorted(self.grades + self.missed, reverse=True)

    def at(self, threshold: int) -> Ranking:
        """The same list under another relevance threshold."""
        if threshold == self.threshold:
            return self
        return Ranking(self.grades, self.missed, threshold)

    def __len__(self) -> int:
        return len(self.grades)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Ranking):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        missed = f", missed={list(self.missed)}" if self.missed else ""
        threshold = f", threshold={self.threshold}" if self.threshold != 1 else ""
        return f"Ranking({list(self.grades)}{missed}{threshold})"

    def __reduce__(self) -> tuple[type[Self], tuple[tuple[int, ...], tuple[int, ...], int]]:
        return type(self), self._key()

    def __setattr__(self, name: str, value: object) -> Never:
        raise AttributeError(f"a Ranking never changes: make a new one to change its {name}")

    def __delattr__(self, name: str) -> Never:
        raise AttributeError(f"a Ranking never changes: {name} cannot be deleted")

    def _key(self) -> tuple[tuple[int, ...], tuple[int, ...], int]:
        return self.grades, self.missed, self.threshold


def _checked(grades: Iterable[int], place: str) -> tuple[int, ...]:
    """The grades as a tuple of plain ints, or an error that names the first bad one."""
    checked = tuple(grades)
    if checked and (
        set(map(type, checked)) != _INTEGERS or min(checked) < 0 or max(checked) > LARGEST_GRADE
    ):
        return tuple([_grade(grade, f"{place} {i}") for i, grade in enumerate(checked, 1)])
    return checked


def _grade(grade: object, place: str) -> int:
    if isinstance(grade, bool):
        raise RankingError(f"grade {grade} at {place} is a bool: use 1 for True and 0 for False")
    try:
        whole = index(grade)  # type: ignore[arg-type]
    except TypeError:
        raise RankingError(
            f"grade {grade!r} at {place} is not a whole number: use 0, 1, 2, ..."
        ) from None
    if whole < 0:
        raise RankingError(
            f"grade {whole} at {place} is negative: use 0 for a document that is not relevant"
        )
    if whole > LARGEST_GRADE:
        raise RankingError(f"grade {whole} at {place} is too large: use at most 2**53")
    return whole


def _threshold(threshold: object) -> int:
    if type(threshold) is not int or threshold < 1:
        raise RankingError(
            f"the relevance threshold is {threshold!r}: use a whole number of at least 1"
        )
    return threshold
