"""Whether a mean difference could be chance: the paired randomisation test."""

from __future__ import annotations

from bisect import bisect_left
from itertools import pairwise, repeat
from math import ceil, fsum, isfinite, sqrt
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from irviz.metrics.errors import ParameterError
from irviz.metrics.rounding import rounded
from irviz.metrics.whole import whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SAMPLES = 100_000
"""How many ways to choose the signs are drawn at least, where there are too many to count."""

# Up to this many differing queries all ways are counted: at most 65,536 sums for each half of them.
_EXACT_UP_TO = 32
# Sums of the same numbers in another order differ by less than this share of their size.
_ROUNDING = 1e-12
# Drawn sums are whole numbers of steps, this many to the largest difference.
_STEPS = 2**24 - 1
# Three decimals of a p-value are to hold, and four below 0.01: so large may the error be of its unit.
_OF_UNIT = 1 / 3
_FINE = 0.01
# Drawing ends after so many coins in any case, which takes a fraction of a second.
_MOST_COINS = 500_000_000
# As many draws at once as let the numbers below stay in the processor's cache.
_BLOCK = 25_000


class PValue(NamedTuple):
    """A two-sided p-value, and how well it is known.

    Attributes:
        value: The p-value, above 0.
        error: Its standard error; 0 where it is exact.
        resamples: How many ways to choose the signs were looked at: all there are where it is
            exact, and otherwise random ones.
        exact: Whether all were.

    As text it has the digits that hold, four decimals at most, and its standard error, rounded up.
    Below 0.0001 the text is a bound.

    >>> print(PValue(0.02837, 0.00053, 100_000, exact=False))
    0.0284 ± 0.0006
    >>> print(PValue(0.3, 0.0014, 100_000, exact=False), PValue(0.125, 0, 16, exact=True))
    0.300 ± 0.002 0.1250
    >>> print(PValue(1e-5, 1e-5, 100_000, exact=False), PValue(2**-31, 0, 2**32, exact=True))
    < 0.0001 < 0.0001
    """

    value: float
    error: float
    resamples: int
    exact: bool

    def __str__(self) -> str:
        if self.value + 2 * self.error < 1e-4:
            return "< 0.0001"
        if self.exact:
            return rounded(self.value, 4)
        # The most decimals with which the error is of one digit.
        places = next(n for n in (4, 3, 2, 1, 0) if ceil(self.error * 10**n) < 10)
        unit = 10**-places
        error = ceil(self.error / unit) * unit
        return f"{rounded(max(self.value, unit), places)} ± {rounded(error, places)}"


def randomisation_test(
    differences: Iterable[float], *, samples: int | None = None, seed: int = 0
) -> PValue:
    """The two-sided p-value of the paired randomisation test for a mean difference of 0.

    If two systems are the same, each query's difference might as well have the other sign. The
    p-value is the share of all ways to choose the signs that give a sum at least as far from 0 as
    the one seen. Up to 32 queries that differ, all ways are counted and the p-value is exact.
    Beyond, it comes from ``samples`` random ones and the one seen: (1 + hits) / (1 + samples),
    which is never 0. By default there are as many as the digits need: 100,000, and on until three
    decimals hold, or four below 0.01, as long as that takes a fraction of a second.

    Sums that differ by less than rounding may count as equal: by 1e-12 of the sum of all sizes where
    all ways are counted, and by 1e-7 of the largest size for each query where they are drawn.

    Args:
        differences: A finite number for each query.
        samples: How many ways to draw, at least 1; None for as many as the digits need.
        seed: A whole number of at least 0; the same seed gives the same p-value.

    Raises:
        ParameterError: ``samples`` or ``seed`` is no such number, or a difference is not finite.

    Source: Fisher 1935, The Design of Experiments; Smucker, Allan & Carterette 2007, CIKM. That the
    way seen counts too: Davison & Hinkley 1997, Bootstrap Methods and their Application, 4.2.

    >>> randomisation_test((0.1, 0.2, 0.3, 0.4))
    PValue(value=0.125, error=0.0, resamples=16, exact=True)
    """
    check_sampling(samples, seed)
    sizes = _relative(differences)
    if len(sizes) <= _EXACT_UP_TO:
        return PValue(_counted(sizes), 0.0, 2 ** len(sizes), exact=True)
    hits, drawn = _drawn(sizes, samples, seed)
    return PValue((1 + hits) / (1 + drawn), _error(hits, drawn), drawn, exact=False)


def _error(hits: int, drawn: int) -> float:
    """The standard error of the share of the hits."""
    # With a hit and a miss more: so an error of 0 is never claimed.
    share = (1 + hits) / (2 + drawn)
    return sqrt(share * (1 - share) / (2 + drawn))


def _holds(hits: int, drawn: int) -> bool:
    """Whether the digits hold that are to be shown."""
    value = (1 + hits) / (1 + drawn)
    return _error(hits, drawn) <= _OF_UNIT * (1e-4 if value < _FINE else 1e-3)


def _relative(differences: Iterable[float]) -> list[float]:
    """The differences that are not 0, as shares of the largest size."""
    found = [difference for difference in differences if difference]
    for difference in found:
        if not isfinite(difference):
            raise ParameterError(f"a difference is {difference!r}: use finite numbers")
    largest = max(map(abs, found), default=1.0)
    return [difference / largest for difference in found]


def _counted(differences: Sequence[float]) -> float:
    """The p-value from all ways: each sum of one half of the queries meets all of the other half."""
    sizes = [abs(difference) for difference in differences]
    bar = abs(fsum(differences)) - _ROUNDING * fsum(sizes)
    if bar <= 0:
        return 1.0
    middle = len(sizes) // 2
    one, other = _sums(sizes[:middle]), _sums(sizes[middle:])
    short = sum(map(bisect_left, repeat(other), [bar - value for value in one]))
    # As many ways lead as far down as lead up.
    return 2 * (len(one) * len(other) - short) / (len(one) * len(other))


def _sums(sizes: Iterable[float]) -> list[float]:
    """The sums of these numbers under all choices of their signs, in order."""
    sums = [0.0]
    for size in sizes:
        sums = sorted([value - size for value in sums] + [value + size for value in sums])
    return sums


def _drawn(differences: Sequence[float], samples: int | None, seed: int) -> tuple[int, int]:
    """How many of the random ways lead as far from 0 as the one seen, and how many there were.

    A way flips some of the queries; what counts is how much it flips. A whole number holds a coin
    of one query for thousands of ways, a way a bit, so one operation serves them all.
    """
    rng = Random(seed)  # noqa: S311 - a reproducible draw, not a secret
    sizes = [round(abs(difference) * _STEPS) for difference in differences]
    total = sum(sizes)
    down = sum([size for size, d in zip(sizes, differences, strict=True) if d < 0])
    # Rounding to steps takes half of one at most from each query, here and in what is flipped.
    low = min(down, total - down) + len(sizes)
    most = samples or max(SAMPLES, _MOST_COINS // len(sizes))
    hits = drawn = 0
    while drawn < most and not (samples is None and drawn >= SAMPLES and _holds(hits, drawn)):
        ways = min(_BLOCK, most - drawn)
        everyone = (1 << ways) - 1
        digits = _flipped(sizes, [rng.getrandbits(ways) for _ in sizes])
        little = _at_most(low, digits, everyone)
        much = everyone ^ _at_most(total - low - 1, digits, everyone)
        hits += (little | much).bit_count()
        drawn += ways
    return hits, drawn


def _flipped(sizes: Sequence[int], coins: Sequence[int]) -> list[int]:
    """The sum of the sizes whose coin says so, for every way at once.

    Args:
        sizes: Whole numbers.
        coins: For each of them, whether it counts: a bit for each way.

    Returns:
        The binary digits of the sums, the lowest first; each a number with a bit for each way.

    >>> _flipped([1, 2, 3], [0b01, 0b11, 0b11])  # 6 in the first way, 5 in the second
    [2, 1, 3]
    """
    columns: list[list[int]] = [[] for _ in range(sum(sizes).bit_length() + 1)]
    for size, coin in zip(sizes, coins, strict=True):
        for place in range(size.bit_length()):
            if size >> place & 1:
                columns[place].append(coin)
    # Three digits of a column make one, and one in the next: a full adder.
    for column, carried in pairwise(columns):
        while len(column) > 1:
            a, b, c = column.pop(), column.pop(), column.pop() if column else 0
            half = a ^ b
            column.append(half ^ c)
            carried.append(a & b | half & c)
    return [column[0] if column else 0 for column in columns[:-1]]


def _at_most(bound: int, digits: Sequence[int], everyone: int) -> int:
    """The ways in which a sum, given by its digits, is at most the bound.

    >>> bin(_at_most(2, [0b1010, 0b1100], 0b1111))  # the sums 3, 2, 1, 0
    '0b111'
    """
    if bound < 0:
        return 0
    if bound >> len(digits):
        return everyone
    less, equal = 0, everyone
    for place in reversed(range(len(digits))):
        zero = equal & ~digits[place]
        if bound >> place & 1:
            less |= zero
            equal ^= zero
        else:
            equal = zero
    return less | equal


def check_sampling(samples: object, seed: object) -> None:
    """Refuse a number of samples or a seed that is none."""
    if samples is not None and whole(samples) is None:
        raise ParameterError(f"samples is {samples!r}: use a whole number of at least 1")
    if whole(seed, least=0) is None:
        raise ParameterError(f"seed is {seed!r}: use a whole number of at least 0")
