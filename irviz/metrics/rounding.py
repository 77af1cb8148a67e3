"""How a value is rounded where it is written: one rule for tables, sentences, exports and the page."""

from __future__ import annotations

_UP = 1 + 1e-12
"""Lifts what binary numbers and sums leave just short of halfway; far less than a digit that is shown."""


def format_rounded(value: float, digits: int = 3, *, sign: bool = False) -> str:
    """A value with so many decimals, rounded to the nearest, and away from zero from halfway.

    Halfway is meant as on paper: 7/80 is 0.0875 and becomes 0.088, although the nearest binary number is
    a little less, and a sum of the same terms in another order becomes the same. ``rounded`` in
    ``irviz/ui/numbers.js`` gives the same text for the same number.

    Args:
        value: A number.
        digits: How many decimals, at least 0.
        sign: Whether a plus sign stands before what is not negative.

    >>> format_rounded(5 / 16), format_rounded(7 / 80), format_rounded(-1 / 16), format_rounded(19 / 35, 4), format_rounded(2)
    ('0.313', '0.088', '-0.063', '0.5429', '2.000')
    >>> format_rounded(-0.0), format_rounded(float("nan"))
    ('0.000', 'nan')
    """
    return f"{lift_halfway(value):{'+' if sign else ''}.{digits}f}"


def lift_halfway(value: float) -> float:
    """A value that any formatter rounds as ``rounded`` does: for tables that somebody else writes.

    >>> f"{7 / 80:.3f}", f"{lift_halfway(7 / 80):.3f}"
    ('0.087', '0.088')
    """
    # Adding zero takes the sign from a negative zero.
    return value * _UP + 0.0
