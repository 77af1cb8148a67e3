"""Rounding of displayed values: one rule for tables, sentences, exports and the page."""

from __future__ import annotations

_UP = 1 + 1e-12
"""Lifts what binary numbers and sums leave just short of halfway; far less than a digit that is shown."""


def format_rounded(value: float, digits: int = 3, *, sign: bool = False) -> str:
    """Format a value with ``digits`` decimals, rounded to the nearest, halfway away from zero; ``sign`` adds a +.

    Halfway is meant as on paper: 7/80 is 0.0875 and becomes 0.088, although the nearest binary number is
    a little less, and a sum of the same terms in another order becomes the same. ``rounded`` in
    ``irviz/ui/numbers.js`` gives the same text for the same number.

    Args:
        value: A number.
        digits: How many decimals, at least 0.
        sign: Whether a plus sign stands before what is not negative.

    >>> [format_rounded(value) for value in (5 / 16, 7 / 80, -1 / 16, 2, -0.0, float("nan"))]
    ['0.313', '0.088', '-0.063', '2.000', '0.000', 'nan']
    >>> format_rounded(19 / 35, 4)
    '0.5429'
    """
    return f"{lift_halfway(value):{'+' if sign else ''}.{digits}f}"


def lift_halfway(value: float) -> float:
    """The value, nudged so that other formatters, such as pandas, round it as `format_rounded` does.

    >>> f"{7 / 80:.3f}", f"{lift_halfway(7 / 80):.3f}"
    ('0.087', '0.088')
    """
    # Adding zero takes the sign from a negative zero.
    return value * _UP + 0.0
