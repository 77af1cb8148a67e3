"""What else is asked of a mean difference: a paired t-test, an interval, and what many tests cost."""

from __future__ import annotations

from math import exp, fsum, inf, isfinite, isnan, lgamma, log, log1p, nan, sqrt
from random import Random
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from irviz.metrics.errors import ParameterError
from irviz.metrics.randomisation import check_sampling
from irviz.metrics.rounding import rounded

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

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
        if isnan(self.value):
            return "–"
        return "< 0.0001" if self.value < 1e-4 else rounded(self.value, 4)


class Interval(NamedTuple):
    """An interval for a mean difference, from a bootstrap.

    Attributes:
        low: Its lower end.
        high: Its upper end.
        level: How often such an interval holds the true difference, about.
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
        ends = (rounded(end, 4, sign=True).replace("-", "−") for end in (self.low, self.high))
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
    found = _finite(differences)
    n = len(found)
    mean = fsum(found) / n
    if n == 1:
        return TTest(nan, 0, nan)
    variance = fsum([(one - mean) ** 2 for one in found]) / (n - 1)
    if not variance:
        return TTest(inf if mean > 0 else -inf, n - 1, 0.0) if mean else TTest(nan, n - 1, nan)
    statistic = mean / sqrt(variance / n)
    return TTest(statistic, n - 1, _two_sided(statistic, n - 1))


def bootstrap_interval(
    differences: Iterable[float], *, resamples: int | None = None, seed: int = 0
) -> Interval:
    """Where the mean difference would lie for other queries like these: 95 % of the bootstrap means.

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
    found = _finite(differences)
    n = len(found)
    if resamples is None:
        resamples = _RESAMPLES if n < _MANY else _FEWER
    check_sampling(resamples, seed)
    if resamples < 39:
        raise ParameterError(f"resamples is {resamples}: an interval of 95 % takes at least 39")
    if len({*found}) == 1:  # every resample has the same mean
        return Interval(found[0], found[0], 0.95, resamples, seed)
    rng = Random(seed)  # noqa: S311 - a reproducible draw, not a secret
    means = sorted([fsum(rng.choices(found, k=n)) / n for _ in range(resamples)])
    out = (resamples + 1) // 40
    return Interval(means[out - 1], means[-out], 0.95, resamples, seed)


def holm(values: Mapping[Key, float]) -> dict[Key, float]:
    """P-values corrected for their number, so that one below 0.05 is seldom chance in any of them.

    The smallest is multiplied by how many there are, the next by one fewer, and so on; none becomes
    smaller than one before it, or greater than 1. So the chance that one or more of the tests rejects
    wrongly is at most the level, whatever they have to do with each other.

    Args:
        values: P-values from 0 to 1, by anything. Those that are nan are no tests and stay as they are.

    Raises:
        ParameterError: One is below 0 or above 1.

    Source: Holm 1979, A simple sequentially rejective multiple test procedure, Scandinavian Journal of
    Statistics 6.

    >>> holm({"AP": 0.01, "nDCG": 0.04, "P": 0.03})
    {'AP': 0.03, 'nDCG': 0.06, 'P': 0.06}
    """
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


def _finite(differences: Iterable[float]) -> list[float]:
    found = [*differences]
    for difference in found:
        if not isfinite(difference):
            raise ParameterError(f"a difference is {difference!r}: use finite numbers")
    if not found:
        raise ParameterError("there are no differences: pass one for each query")
    return found


def _two_sided(statistic: float, degrees: int) -> float:
    """How often Student's t is at least as far from 0."""
    square = statistic * statistic
    return _beta_share(degrees / (degrees + square), square / (degrees + square), degrees / 2, 0.5)


def _beta_share(x: float, rest: float, a: float, b: float) -> float:
    """The regularised incomplete beta function at x, where rest is 1 - x without its rounding.

    By the continued fraction of Abramowitz & Stegun 1964, 26.5.8, which is quick below its turn.

    >>> round(_beta_share(0.25, 0.75, 2.0, 3.0), 9)
    0.26171875
    """
    if x <= 0 or rest <= 0:
        return float(x > 0)
    if x > (a + 1) / (a + b + 2):
        return 1 - _beta_share(rest, x, b, a)
    front = exp(a * log(x) + b * (log1p(-x) if x < 0.5 else log(rest)) - _log_beta(a, b)) / a
    return front * _fraction(x, a, b)


def _log_beta(a: float, b: float) -> float:
    return lgamma(a) + lgamma(b) - lgamma(a + b)


def _fraction(x: float, a: float, b: float) -> float:
    """The continued fraction, from its front (Lentz)."""
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
