"""How a printed number compares with the value: it agrees, is rounded, is cut off, or is wrong."""

from __future__ import annotations

from enum import Enum
from fractions import Fraction

_SAME = 1e-12
"""Numbers that differ by less differ by floating point only."""


class Verdict(Enum):
    """What can be said of something that a source prints; the later, the worse."""

    AGREES = "agrees"
    ROUNDED = "rounded"
    TRUNCATED = "truncated"
    ERRATUM = "erratum"
    UNPRINTED = "not printed"

    @property
    def rank(self) -> int:
        """From 0, the best, on."""
        return list(Verdict).index(self)


def compare(printed: str, value: float, *, carried: bool = False) -> Verdict:
    """How a printed number compares with the value that it stands for.

    Rounded is rounded to the nearest, and up from halfway; truncated is cut off after the last
    digit that is printed.

    Args:
        printed: A number, a fraction such as 2/3, or a number of per cent, as it is printed.
        value: What is right; of per cent, the number of them.
        carried: Whether the source went on computing with figures it had cut off before, which may
            take one more from the last digit.

    Example:
        >>> for printed in ("19/35", "0.54286", "0.5428", "0.55"):
        ...     print(printed, compare(printed, 19 / 35).value)
        19/35 agrees
        0.54286 rounded
        0.5428 truncated
        0.55 erratum
    """
    text = printed.removesuffix("%")
    above = value - float(Fraction(text))
    if abs(above) < _SAME:
        return Verdict.AGREES
    if "/" in text:
        return Verdict.ERRATUM
    digit = 10.0 ** -len(text.partition(".")[2])
    if -digit / 2 - _SAME < above < digit / 2 - _SAME:
        return Verdict.ROUNDED
    if 0 < above < digit * (2 if carried else 1):
        return Verdict.TRUNCATED
    return Verdict.ERRATUM
