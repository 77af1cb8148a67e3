"""Whole numbers, told from all that merely looks like them."""

from __future__ import annotations

from operator import index


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
