"""Values as fractions, for people: 0.542857… as 19/35."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import isfinite

LARGEST = 25_000
"""No fraction with a larger denominator is shown; averages over three lists of eight need 20,160."""


@lru_cache(maxsize=4096)
def fraction(value: float) -> str | None:
    """The fraction that a value stands for, or None where it is none that one would write down.

    Args:
        value: A number; what is not finite is no fraction.

    Example:
        >>> fraction(19 / 35), fraction(1.0), fraction(0.5 ** 0.5)
        ('19/35', '1', None)
    """
    if not isfinite(value):
        return None
    near = Fraction(value).limit_denominator(LARGEST)
    return str(near) if abs(near - Fraction(value)) < Fraction(1, 10**13) else None
