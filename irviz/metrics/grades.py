"""Whole numbers, grades and the relevance threshold, checked."""

from __future__ import annotations

from math import inf, isfinite
from operator import index

from irviz.metrics.errors import RankingError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from typing_extensions import TypeIs


def whole(value: object, least: float = 1) -> int | None:
    """The value as a plain int, or None where it is no whole number of at least ``least``.

    Whole numbers of other kinds, such as NumPy's, are taken; bools and floats are not.

    >>> whole(3), whole(0), whole(True), whole(3.0), whole(0, least=0)
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


def are_plain(grades: tuple[int | None, ...]) -> TypeIs[tuple[int, ...]]:
    """Whether all of them are grades and plain ints.

    >>> are_plain((0, 3)), are_plain((0, 3.0)), are_plain((0, -3))
    (True, False, False)
    """
    if {*map(type, grades)} == _INT:
        # Grades are few, so that the set of them is small.
        distinct: set[int] = {*grades}  # type: ignore[arg-type]
        return min(distinct) >= 0 and max(distinct) <= LARGEST_GRADE
    return not grades


def validate_grades(grades: tuple[int | None, ...], place: str, *, gaps: bool = False) -> tuple[int, ...]:
    """The grades as plain ints, or an error that names the first bad one.

    With ``gaps``, None is one too, and comes back as 0.

    >>> validate_grades((1, None, 2.0), "rank", gaps=True)
    (1, 0, 2)
    """
    return tuple(
        [0 if gaps and one is None else _validate_grade(one, f"{place} {i}") for i, one in enumerate(grades, 1)]
    )


def _validate_grade(grade: object, place: str) -> int:
    number = whole_grade(grade)
    if number is None:
        raise RankingError(f"grade {grade!r} at {place} is not a whole number: {remedy(grade)}")
    if number < 0:
        raise RankingError(f"grade {number} at {place} is negative: use 0 for a document that is not relevant")
    if number > LARGEST_GRADE:
        raise RankingError(f"grade {number} at {place} is too large: use at most 2**53")
    return number


def whole_grade(grade: object) -> int | None:
    """The grade as a plain int, or None where it is no whole number; ``1.0`` is one.

    Tables hold grades as floats as soon as one of them is missing.

    >>> whole_grade(2.0), whole_grade(-1), whole_grade(0.5), whole_grade(True)
    (2, -1, None, None)
    """
    number = whole(grade, least=-inf)
    if number is None and not isinstance(grade, bool):
        is_whole = getattr(grade, "is_integer", None)
        if is_whole is not None and is_whole():
            return int(grade)  # type: ignore[call-overload, no-any-return]
    return number


def remedy(grade: object) -> str:
    """What to do about a grade that is no whole number.

    >>> remedy(True), remedy(0.5)
    ('use int(grade)', 'multiply all grades by 10 and round, round(10 * grade)')
    >>> remedy(0.25), remedy("relevant")
    ('multiply all grades by 100 and round, round(100 * grade)', 'use 0, 1, 2, ...')
    """
    if type(grade).__name__ in {"bool", "bool_"}:  # Python's, and of either age numpy's
        return "use int(grade)"
    times = scale(grade)
    if times is None:
        return "use 0, 1, 2, ..."
    return f"multiply all grades by {times} and round, round({times} * grade)"


def scale(grade: object) -> int | None:
    """What grades with a fraction such as this one are multiplied by: 10, or 100 where it has more decimals.

    >>> scale(0.5), scale(1 / 3), scale(2.0), scale(float("nan")), scale("0.5")
    (10, 100, None, None, None)
    """
    from numbers import Real  # noqa: PLC0415 - for a message alone

    if not isinstance(grade, Real) or not isfinite(grade) or grade == grade // 1:
        return None
    return 10 if (10 * float(grade)).is_integer() else 100


def validate_threshold(threshold: object) -> int:
    """The relevance threshold, or an error where it is no whole number of at least 1."""
    lowest = whole(threshold)
    if lowest is None:
        raise RankingError(f"the relevance threshold is {threshold!r}: use a whole number of at least 1")
    return lowest


def validate_ranks(ranks: Iterable[int], n: int) -> tuple[int, ...]:
    """Ranks in a list of n in their order, each once, or an error that names one that is none.

    >>> validate_ranks([3, 1, 3], 4)
    (1, 3)
    """
    numbers = set()
    for rank in ranks:
        number = whole(rank)
        if number is None or number > n:
            raise RankingError(f"there is no rank {rank!r} in a list of {n}")
        numbers.add(number)
    return tuple(sorted(numbers))
