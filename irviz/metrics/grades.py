"""Validation of whole numbers, grades, ranks and the relevance threshold."""

from __future__ import annotations

from math import inf, isfinite
from operator import index

from irviz.metrics.errors import RankingError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from typing_extensions import TypeIs


def as_whole_number(value: object, least: float = 1) -> int | None:
    """The value as a plain int, or None where it is no whole number of at least ``least``.

    Whole numbers of other kinds, such as NumPy's, are taken; bools and floats are not.

    >>> as_whole_number(3), as_whole_number(0), as_whole_number(True), as_whole_number(3.0), as_whole_number(0, least=0)
    (3, None, None, None, 0)
    """
    if type(value) is int:
        return value if value >= least else None
    if isinstance(value, bool):
        return None
    try:
        number = index(value)  # type: ignore[arg-type]
    except TypeError:
        return None
    return number if number >= least else None


# A double holds every whole number up to this one.
LARGEST_GRADE = 2**53

_INT = {int}


def are_plain_grades(grades: tuple[int | None, ...]) -> TypeIs[tuple[int, ...]]:
    """Whether all grades are valid and plain ints.

    >>> are_plain_grades((0, 3)), are_plain_grades((0, 3.0)), are_plain_grades((0, -3))
    (True, False, False)
    """
    if {*map(type, grades)} == _INT:
        # Grades are few, so that the set of them is small.
        distinct: set[int] = {*grades}  # type: ignore[arg-type]
        return min(distinct) >= 0 and max(distinct) <= LARGEST_GRADE
    return not grades


def validate_grades(grades: tuple[int | None, ...], place: str, *, gaps: bool = False) -> tuple[int, ...]:
    """The grades as plain ints; the RankingError for an invalid one gives ``place`` and its number (``"rank 3"``).

    With ``gaps``, None is allowed and becomes 0.

    >>> validate_grades((1, None, 2.0), "rank", gaps=True)
    (1, 0, 2)
    """
    return tuple(
        [0 if gaps and one is None else _validate_grade(one, f"{place} {i}") for i, one in enumerate(grades, 1)]
    )


def _validate_grade(grade: object, place: str) -> int:
    """The grade as a plain int; the RankingError for an invalid one says where it is (``place``, ``"rank 3"``)."""
    number = as_whole_grade(grade)
    if number is None:
        raise RankingError(f"grade {grade!r} at {place} is not a whole number: {suggest_grade_fix(grade)}")
    if number < 0:
        raise RankingError(f"grade {number} at {place} is negative: use 0 for a document that is not relevant")
    if number > LARGEST_GRADE:
        raise RankingError(f"grade {number} at {place} is too large: use at most 2**53")
    return number


def as_whole_grade(grade: object) -> int | None:
    """The grade as a plain int, or None where it is no whole number; ``1.0`` is one.

    Tables hold grades as floats as soon as one of them is missing.

    >>> as_whole_grade(2.0), as_whole_grade(-1), as_whole_grade(0.5), as_whole_grade(True)
    (2, -1, None, None)
    """
    number = as_whole_number(grade, least=-inf)
    if number is None and not isinstance(grade, bool):
        is_whole = getattr(grade, "is_integer", None)
        if is_whole is not None and is_whole():
            return int(grade)  # type: ignore[call-overload, no-any-return]
    return number


def suggest_grade_fix(grade: object) -> str:
    """A hint for an error message on how to correct a grade that is no whole number.

    >>> suggest_grade_fix(True), suggest_grade_fix(0.5)
    ('use int(grade)', 'multiply all grades by 10 and round, round(10 * grade)')
    >>> suggest_grade_fix(0.25), suggest_grade_fix("relevant")
    ('multiply all grades by 100 and round, round(100 * grade)', 'use 0, 1, 2, ...')
    """
    if type(grade).__name__ in {"bool", "bool_"}:  # Python's, and of either age numpy's
        return "use int(grade)"
    times = suggest_grade_factor(grade)
    return "use 0, 1, 2, ..." if times is None else f"multiply all grades by {times} and round, round({times} * grade)"


def suggest_grade_factor(grade: object) -> int | None:
    """What to multiply fractional grades by: 10, or 100 with more decimals; None for whole numbers and other values.

    >>> [suggest_grade_factor(grade) for grade in (0.5, 1 / 3, 2.0, float("nan"), "0.5")]
    [10, 100, None, None, None]
    """
    from numbers import Real  # noqa: PLC0415 - for a message alone

    if not isinstance(grade, Real) or not isfinite(grade) or grade == grade // 1:
        return None
    return 10 if (10 * float(grade)).is_integer() else 100


def validate_threshold(threshold: object) -> int:
    """The relevance threshold as an int; a RankingError where it is no whole number of at least 1."""
    lowest = as_whole_number(threshold)
    if lowest is None:
        raise RankingError(f"the relevance threshold is {threshold!r}: use a whole number of at least 1")
    return lowest


def validate_ranks(ranks: Iterable[int], n: int) -> tuple[int, ...]:
    """The ranks (from 1) in ascending order, each once; a RankingError names one that is not within 1 to n.

    >>> validate_ranks([3, 1, 3], 4)
    (1, 3)
    """
    numbers = set()
    for rank in ranks:
        number = as_whole_number(rank)
        if number is None or number > n:
            raise RankingError(f"there is no rank {rank!r} in a list of {n}")
        numbers.add(number)
    return tuple(sorted(numbers))
