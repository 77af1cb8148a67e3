"""Significance of a mean difference: randomisation test, t-test, bootstrap interval, Holm's correction."""

from __future__ import annotations

from bisect import bisect_left
from itertools import pairwise, repeat
from math import ceil, copysign, exp, fsum, inf, isfinite, isnan, lgamma, log, log1p, nan, sqrt
from random import Random
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from irviz.metrics.errors import ParameterError, name_type
from irviz.metrics.grades import as_whole_number
from irviz.metrics.rounding import format_rounded

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    Key = TypeVar("Key")

# (resamples + 1) times 2.5 % is whole, so that the ends of the interval are two of the means drawn.
_RESAMPLES = 9_999
_FEWER = 1_999
_MANY = 1_000  # queries, from which on fewer will do


class TTest(NamedTuple):
    """A paired t-test.

    Attributes:
        statistic: The mean difference over its standard error; nan where no two differences differ
            and their mean is 0, infinite where it is not, and nan for a single query.
        degrees: The degrees of freedom: one less than there are queries.
        value: The two-sided p-value; nan where the statistic is.

    As text it is the p-value with four decimals.

    >>> print(TTest(2.5, 9, 0.0339))
    0.0339
    >>> print(TTest(12.0, 99, 1e-21), TTest(float("nan"), 0, float("nan")))
    < 0.0001 –
    """

    statistic: float
    degrees: int
    value: float

    def __str__(self) -> str:
        """The p-value with four decimals; a dash for NaN."""
        if isnan(self.value):
            return "–"
        return "< 0.0001" if self.value < 1e-4 else format_rounded(self.value, 4)


class Interval(NamedTuple):
    """An interval for a mean difference, from a bootstrap.

    Attributes:
        low: Its lower end.
        high: Its upper end.
        level: The share of such intervals that hold the true difference, about: 0.95.
        resamples: How many times the queries were drawn anew.
        seed: With which seed.

    >>> print(Interval(-0.01234, 0.5, 0.95, 9_999, 0))
    −0.0123 to +0.5000
    """

    low: float
    high: float
    level: float
    resamples: int
    seed: int

    def __str__(self) -> str:
        """Both ends with a sign and four decimals: ``−0.0123 to +0.5000``."""
        ends = (format_rounded(end, 4, sign=True).replace("-", "−") for end in (self.low, self.high))
        return " to ".join(ends)


def t_test(differences: Iterable[float]) -> TTest:
    """The two-sided paired t-test of whether a mean difference is 0.

    It takes the differences for a sample from a normal distribution; with some tens of queries, their
    mean is near enough to one, and the test agrees with the randomisation test.

    Args:
        differences: A finite number for each query.

    Raises:
        ParameterError: A difference is not finite, or there is none.

    Source: Student 1908, The probable error of a mean; Smucker, Allan & Carterette 2007, CIKM.

    >>> test = t_test((0.1, 0.2, 0.3, 0.4))
    >>> round(test.statistic, 4), test.degrees, str(test)
    (3.873, 3, '0.0305')
    """
    found = _require_finite(differences)
    n = len(found)
    mean = fsum(found) / n
    if n == 1:
        return TTest(nan, 0, nan)
    variance = fsum([(one - mean) ** 2 for one in found]) / (n - 1)
    if min(found) == max(found):
        return TTest(copysign(inf, mean), n - 1, 0.0) if mean else TTest(nan, n - 1, nan)
    statistic = mean / sqrt(variance / n)
    return TTest(statistic, n - 1, _two_sided_p_value(statistic, n - 1))


def bootstrap_interval(differences: Iterable[float], *, resamples: int | None = None, seed: int = 0) -> Interval:
    """The 95 % percentile bootstrap interval of the mean difference, from resampled queries.

    As many queries as there are, are drawn from them again and again, each with the same chance every
    time; the interval leaves out the 2.5 % lowest and the 2.5 % highest of their means.

    Args:
        differences: A finite number for each query.
        resamples: How often, at least 39; by default 9,999 times, or from 1,000 queries on 1,999 times.
        seed: A whole number of at least 0; the same seed gives the same interval.

    Raises:
        ParameterError: A difference is not finite, or there is none; ``resamples`` or ``seed`` is no
            such number.

    Source: Efron & Tibshirani 1993, An Introduction to the Bootstrap, 13.3 (the percentile interval);
    Sakai 2006, Evaluating evaluation metrics based on the bootstrap, SIGIR.

    >>> interval = bootstrap_interval((0.1, 0.2, 0.3, 0.4))
    >>> str(interval), interval.resamples
    ('+0.1500 to +0.3500', 9999)
    """
    found = _require_finite(differences)
    n = len(found)
    if resamples is None:
        resamples = _RESAMPLES if n < _MANY else _FEWER
    check_sampling(None, seed)
    if as_whole_number(resamples, least=39) is None:
        raise ParameterError(f"resamples is {resamples!r}: use a whole number of at least 39")
    if len({*found}) == 1:  # every resample has the same mean
        return Interval(found[0], found[0], 0.95, resamples, seed)
    rng = Random(seed)  # noqa: S311 - a reproducible draw, not a secret
    means = sorted([fsum(rng.choices(found, k=n)) / n for _ in range(resamples)])
    out = (resamples + 1) // 40
    return Interval(means[out - 1], means[-out], 0.95, resamples, seed)


def holm(values: Mapping[Key, float]) -> dict[Key, float]:
    """P-values corrected by Holm's method, which bounds the chance of any false positive among them.

    The smallest is multiplied by how many there are, the next by one fewer, and so on; none becomes
    smaller than one before it, or greater than 1. So the chance that one or more of the tests rejects
    wrongly is at most the level, whatever they have to do with each other.

    Args:
        values: P-values from 0 to 1, by anything. Those that are nan are no tests and stay as they are.

    Raises:
        ParameterError: They are no mapping, or one is below 0 or above 1.

    Source: Holm 1979, A simple sequentially rejective multiple test procedure, Scandinavian Journal of
    Statistics 6.

    >>> holm({"AP": 0.01, "nDCG": 0.04, "P": 0.03})
    {'AP': 0.03, 'nDCG': 0.06, 'P': 0.06}
    """
    if not hasattr(values, "keys"):
        raise ParameterError(f"the p-values are {name_type(values)}: pass a dict")
    for key, value in values.items():
        if value < 0 or value > 1:
            raise ParameterError(f"the p-value of {key!r} is {value!r}: use a number from 0 to 1")
    tests = sorted([key for key in values if not isnan(values[key])], key=lambda key: values[key])
    corrected = dict(values)
    least = 0.0
    for place, key in enumerate(tests):
        least = max(least, min(1.0, (len(tests) - place) * values[key]))
        corrected[key] = least
    return corrected


def _require_finite(differences: Iterable[float]) -> list[float]:
    """The differences as a list; a ParameterError where one is not finite or there is none."""
    if not hasattr(differences, "__iter__"):
        raise ParameterError(f"the differences are {differences!r}: pass a number for each query")
    found = [*differences]
    for difference in found:
        try:
            is_finite = isfinite(difference)
        except TypeError:
            is_finite = False
        if not is_finite:
            raise ParameterError(f"a difference is {difference!r}: use finite numbers")
    if not found:
        raise ParameterError("there are no differences: pass one for each query")
    return found


def _two_sided_p_value(statistic: float, degrees: int) -> float:
    """The two-sided p-value of a t statistic under Student's distribution."""
    square = statistic * statistic
    return _incomplete_beta(degrees / (degrees + square), square / (degrees + square), degrees / 2, 0.5)


def _incomplete_beta(x: float, rest: float, a: float, b: float) -> float:
    """The regularised incomplete beta function with parameters a and b at x; ``rest`` is an exact 1 - x.

    By the continued fraction of Abramowitz & Stegun 1964, 26.5.8, which is quick below its turn.

    >>> round(_incomplete_beta(0.25, 0.75, 2.0, 3.0), 9)
    0.26171875
    """
    if x <= 0 or rest <= 0:
        return float(x > 0)
    if x > (a + 1) / (a + b + 2):
        return 1 - _incomplete_beta(rest, x, b, a)
    front = exp(a * log(x) + b * (log1p(-x) if x < 0.5 else log(rest)) - _log_beta(a, b)) / a
    return front * _evaluate_fraction(x, a, b)


def _log_beta(a: float, b: float) -> float:
    """The logarithm of the beta function at a and b."""
    return lgamma(a) + lgamma(b) - lgamma(a + b)


def _evaluate_fraction(x: float, a: float, b: float) -> float:
    """The value of the continued fraction of the incomplete beta function, by Lentz's method."""
    tiny = 1e-300
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1))
    value = d
    for m in range(1, 10_000):
        for step in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / ((1 + step * d) or tiny)
            c = (1 + step / c) or tiny
            value *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return value


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
_MAX_COINS = 500_000_000
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
        """The p-value with the digits that hold, and its standard error: ``0.0312 ± 0.0002``."""
        if self.value + 2 * self.error < 1e-4:
            return "< 0.0001"
        if self.exact:
            return format_rounded(self.value, 4)
        # The most decimals with which the error is of one digit.
        places = next(n for n in (4, 3, 2, 1, 0) if ceil(self.error * 10**n) < 10)
        unit = 10**-places
        error = ceil(self.error / unit) * unit
        return f"{format_rounded(max(self.value, unit), places)} ± {format_rounded(error, places)}"


def randomisation_test(differences: Iterable[float], *, samples: int | None = None, seed: int = 0) -> PValue:
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
    sizes = _scale_to_largest(differences)
    if len(sizes) <= _EXACT_UP_TO:
        return PValue(_exact_p_value(sizes), 0.0, 2 ** len(sizes), exact=True)
    hits, drawn = _sample_flips(sizes, samples, seed)
    return PValue((1 + hits) / (1 + drawn), _standard_error(hits, drawn), drawn, exact=False)


def _standard_error(hits: int, drawn: int) -> float:
    """The standard error of a share estimated from ``drawn`` samples, of which ``hits`` count."""
    # With a hit and a miss more: so an error of 0 is never claimed.
    share = (1 + hits) / (2 + drawn)
    return sqrt(share * (1 - share) / (2 + drawn))


def _is_precise_enough(hits: int, drawn: int) -> bool:
    """Whether a p-value of ``hits`` among ``drawn`` samples is exact enough for the digits shown.

    >>> [_is_precise_enough(drawn // 2, drawn) for drawn in (2_000_000, 2_400_000)]
    [False, True]
    >>> [_is_precise_enough(drawn // 200, drawn) for drawn in (4_000_000, 5_000_000)]
    [False, True]
    """
    value = (1 + hits) / (1 + drawn)
    return _standard_error(hits, drawn) <= _OF_UNIT * (1e-4 if value < _FINE else 1e-3)


def _scale_to_largest(differences: Iterable[float]) -> list[float]:
    """The differences other than 0, divided by the largest absolute one; a ParameterError if one is not finite."""
    found = [difference for difference in differences if difference]
    for difference in found:
        if not isfinite(difference):
            raise ParameterError(f"a difference is {difference!r}: use finite numbers")
    largest = max(map(abs, found), default=1.0)
    return [difference / largest for difference in found]


def _exact_p_value(differences: Sequence[float]) -> float:
    """The exact p-value over all choices of signs, by combining the sorted sums of two halves."""
    sizes = [abs(difference) for difference in differences]
    bar = abs(fsum(differences)) - _ROUNDING * fsum(sizes)
    if bar <= 0:
        return 1.0
    middle = len(sizes) // 2
    one, other = _sign_sums(sizes[:middle]), _sign_sums(sizes[middle:])
    short = sum(map(bisect_left, repeat(other), [bar - value for value in one]))
    # As many ways lead as far down as lead up.
    return 2 * (len(one) * len(other) - short) / (len(one) * len(other))


def _sign_sums(sizes: Iterable[float]) -> list[float]:
    """The sums of the sizes under all choices of signs, in ascending order."""
    sums = [0.0]
    for size in sizes:
        sums = sorted([value - size for value in sums] + [value + size for value in sums])
    return sums


def _sample_flips(differences: Sequence[float], samples: int | None, seed: int) -> tuple[int, int]:
    """A pair: how many random choices of signs give a sum at least as far from 0 as observed, and how many were drawn.

    A big integer holds the coin of one query for thousands of samples, a bit each, so that one
    operation serves them all.
    """
    rng = Random(seed)  # noqa: S311 - a reproducible draw, not a secret
    sizes = [round(abs(difference) * _STEPS) for difference in differences]
    total = sum(sizes)
    down = sum([size for size, d in zip(sizes, differences, strict=True) if d < 0])
    # Rounding to steps takes half of one at most from each query, here and in what is flipped.
    low = min(down, total - down) + len(sizes)
    most = samples or max(SAMPLES, _MAX_COINS // len(sizes))
    hits = drawn = 0
    while drawn < most and not (samples is None and drawn >= SAMPLES and _is_precise_enough(hits, drawn)):
        ways = min(_BLOCK, most - drawn)
        everyone = (1 << ways) - 1
        digits = _sum_flips(sizes, [rng.getrandbits(ways) for _ in sizes])
        little = _mask_sums_at_most(low, digits, everyone)
        much = everyone ^ _mask_sums_at_most(total - low - 1, digits, everyone)
        hits += (little | much).bit_count()
        drawn += ways
    return hits, drawn


def _sum_flips(sizes: Sequence[int], coins: Sequence[int]) -> list[int]:
    """For all samples at once, the sum of the sizes whose coin shows 1, as binary digits.

    Args:
        sizes: Whole numbers.
        coins: For each size, whether it counts: a bit for each sample.

    Returns:
        The binary digits of the sums, the lowest first; each a number with a bit for each sample.

    >>> _sum_flips([1, 2, 3], [0b01, 0b11, 0b11])  # 6 in the first sample, 5 in the second
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


def _mask_sums_at_most(bound: int, digits: Sequence[int], all_samples: int) -> int:
    """A bit mask, a bit for each sample, of the samples whose sum is at most the bound.

    Each of ``digits``, the lowest first, has one binary digit of every sample's sum; ``all_samples`` has all bits set.

    >>> bin(_mask_sums_at_most(2, [0b1010, 0b1100], 0b1111))  # the sums 3, 2, 1, 0
    '0b111'
    >>> _mask_sums_at_most(-1, [0b1010, 0b1100], 0b1111), _mask_sums_at_most(4, [0b1010, 0b1100], 0b1111)
    (0, 15)
    """
    if bound < 0:
        return 0
    if bound >> len(digits):
        return all_samples
    less, equal = 0, all_samples
    for place in reversed(range(len(digits))):
        zero = equal & ~digits[place]
        if bound >> place & 1:
            less |= zero
            equal ^= zero
        else:
            equal = zero
    return less | equal


def check_sampling(samples: object, seed: object) -> None:
    """Raise a ParameterError where ``samples`` is not None or at least 1, or ``seed`` not at least 0, both whole."""
    if samples is not None and as_whole_number(samples) is None:
        raise ParameterError(f"samples is {samples!r}: use a whole number of at least 1")
    if as_whole_number(seed, least=0) is None:
        raise ParameterError(f"seed is {seed!r}: use a whole number of at least 0")
