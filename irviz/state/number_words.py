"""Values as people write them: rounded, as a share, or as a fraction."""

from fractions import Fraction
from functools import lru_cache
from math import isfinite, isnan

from irviz.metrics.rounding import format_rounded

MAX_DENOMINATOR = 25_000
"""Fractions with a larger denominator are not shown; averages over three lists of eight need 20,160."""

MAX_FRACTIONS = 100
"""Values of a curve that are written as fractions, too, from the first on."""


@lru_cache(maxsize=4096)
def format_fraction(value: float) -> str | None:
    """Format a value as an exact fraction; None where no fraction with a small denominator equals it.

    Args:
        value: A number; None is returned if it is not finite.

    Example:
        >>> format_fraction(19 / 35), format_fraction(1.0), format_fraction(0.5 ** 0.5)
        ('19/35', '1', None)
    """
    if not isfinite(value):
        return None
    near = Fraction(value).limit_denominator(MAX_DENOMINATOR)
    return str(near) if abs(near - Fraction(value)) < Fraction(1, 10**13) else None


def format_number(value: float) -> str:
    """Format a number for prose, with up to three decimals.

    >>> [format_number(value) for value in (19 / 35, 0.5, 3.0, -0.0829, float("nan"))]
    ['0.543', '0.5', '3', '−0.083', 'undefined']
    """
    if isnan(value):
        return "undefined"
    text = format_rounded(value)
    if abs(value - float(text)) < 1e-9:
        text = text.rstrip("0").rstrip(".")
    return text.replace("-", "−")


def format_percent(share: float) -> str:
    """Format a share for prose, with one decimal unless it is whole, and a no-break space.

    A share between 0 and 1 is never rounded to 0 % or 100 %.

    >>> [format_percent(share).replace(chr(160), " ") for share in (0.9, 0.15416, 0.0001, 5039 / 5040)]
    ['90 %', '15.4 %', 'less than 0.1 %', 'more than 99.9 %']
    """
    if isnan(share):
        return "undefined"
    if 0 < share < 0.0005:
        return "less than 0.1\xa0%"
    if 0.9995 < share < 1:
        return "more than 99.9\xa0%"
    return f"{format_rounded(100 * share, 1).removesuffix('.0')}\xa0%"
