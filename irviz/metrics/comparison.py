"""Two systems on the same queries: where they differ, and whether that could be chance."""

from __future__ import annotations

from math import fsum
from operator import getitem
from random import Random
from typing import TYPE_CHECKING

from irviz.metrics.column import column
from irviz.metrics.errors import EvaluationError, ParameterError
from irviz.metrics.whole import whole

if TYPE_CHECKING:
    from irviz.metrics.evaluation import Evaluation
    from irviz.metrics.metric import Metric

# Up to this many differing queries, all ways to flip their signs are counted out.
_EXACT_UP_TO = 16
# Sums of the same numbers in another order differ by less than this share of their size.
_ROUNDING = 1e-12


class Comparison:
    """How two systems compare under one metric, query by query: b against a.

    Attributes:
        metric: The metric. ``queries`` are the queries, in order.
        differences: For each query, the value of b minus that of a.
        mean: The mean of the differences, which is the difference of the means.
        wins: How many queries b does better on; ``ties`` and ``losses`` likewise.
        p_value: How often chance alone gives a mean difference at least as far from 0: the
            two-sided paired randomisation test. Small means that chance hardly explains it.

    >>> from irviz.metrics import RR, compare, evaluate
    >>> qrels = {"q1": {"x"}, "q2": {"x"}, "q3": {"x"}}
    >>> a = evaluate(qrels, {"q1": ["y", "x"], "q2": ["y", "x"], "q3": ["x"]}, [RR])
    >>> b = evaluate(qrels, {"q1": ["x"], "q2": ["x"], "q3": ["x"]}, [RR])
    >>> comparison = compare(a, b)[RR]
    >>> comparison.differences, comparison.wins, comparison.ties, comparison.losses
    ((0.5, 0.5, 0.0), 2, 1, 0)
    >>> comparison.p_value
    0.5
    """

    def __init__(
        self,
        metric: Metric,
        queries: tuple[str, ...],
        differences: tuple[float, ...],
        samples: int,
        seed: int,
    ) -> None:
        self.metric = metric
        self.queries = queries
        self.differences = differences
        self.samples = samples
        self.seed = seed
        self.wins = sum([difference > 0 for difference in differences])
        self.losses = sum([difference < 0 for difference in differences])
        self.ties = len(differences) - self.wins - self.losses
        self.mean = fsum(differences) / len(differences)

    @column
    def p_value(self) -> float:
        """The two-sided p-value of the paired randomisation test, computed when first asked for."""
        return randomisation_test(self.differences, samples=self.samples, seed=self.seed)

    def __repr__(self) -> str:
        return (
            f"<Comparison under {self.metric}: {self.mean:+.4f}, "
            f"{self.wins} wins, {self.ties} ties, {self.losses} losses>"
        )


def compare(
    a: Evaluation, b: Evaluation, *, samples: int = 10_000, seed: int = 0
) -> dict[Metric, Comparison]:
    """Compare two evaluations of the same queries under every metric that both hold.

    Args:
        a: The evaluation to compare with.
        b: The evaluation that is compared: a positive difference is a win for b.
        samples: How many random sign flips to draw where there are too many to count out, at least
            1. ``seed`` makes the draw the same every time.
        seed: A whole number of at least 0.

    Returns:
        A :class:`Comparison` for each metric.

    Raises:
        EvaluationError: The queries are not the same, or no metric is in both, or a value is nan.
        ParameterError: ``samples`` or ``seed`` is no such number.

    Source: Smucker, Allan & Carterette 2007, A comparison of statistical significance tests for
    information retrieval evaluation, CIKM.

    >>> from irviz.metrics import P, evaluate
    >>> qrels = {"q": {"x": 1}}
    >>> compare(evaluate(qrels, {"q": ["y"]}, [P @ 1]), evaluate(qrels, {"q": ["x"]}, [P @ 1]))
    {P@1: <Comparison under P@1: +1.0000, 1 wins, 0 ties, 0 losses>}
    """
    check_sampling(samples, seed)
    if set(a.queries) != set(b.queries):
        odd = next(
            query
            for query in (*a.queries, *b.queries)
            if (query in a.queries) != (query in b.queries)
        )
        raise EvaluationError(f"query {odd!r} is in one evaluation only: evaluate both on the same")
    comparisons = {}
    for metric in a.values:
        if metric not in b.values:
            continue
        of_b = dict(zip(b.queries, b.values[metric], strict=True))
        differences = []
        for query, value in zip(a.queries, a.values[metric], strict=True):
            difference = of_b[query] - value
            if difference != difference:  # noqa: PLR0124 - only NaN differs from itself
                raise EvaluationError(
                    f"query {query!r} has no value of {metric}: evaluate with undefined=0.0"
                )
            differences.append(difference)
        comparisons[metric] = Comparison(metric, a.queries, tuple(differences), samples, seed)
    if not comparisons:
        raise EvaluationError("no metric is in both evaluations: evaluate both with the same")
    return comparisons


def randomisation_test(
    differences: tuple[float, ...], *, samples: int = 10_000, seed: int = 0
) -> float:
    """The two-sided p-value of the paired randomisation test for a mean difference of 0.

    If two systems are the same, each query's difference might as well have the other sign. The
    p-value is the share of all ways to choose the signs that give a sum at least as far from 0 as
    the one seen. Up to 16 queries that differ, all ways are counted and the p-value is exact.
    Beyond, it comes from ``samples`` random ones and the one seen: (1 + hits) / (1 + samples),
    which is never 0.

    Args:
        differences: A number for each query.
        samples: How many sign flips to draw, at least 1.
        seed: A whole number of at least 0; the same seed gives the same p-value.

    Raises:
        ParameterError: ``samples`` or ``seed`` is no such number.

    Source: Fisher 1935, The Design of Experiments; Smucker, Allan & Carterette 2007, CIKM.

    >>> randomisation_test((0.1, 0.2, 0.3, 0.4))
    0.125
    """
    check_sampling(samples, seed)
    sizes = [abs(difference) for difference in differences if difference]
    total = fsum(sizes)
    bar = abs(fsum(differences)) - _ROUNDING * total
    if len(sizes) <= _EXACT_UP_TO:
        sums = [0.0]
        for size in sizes:
            sums = [s + size for s in sums] + [s - size for s in sums]
        return sum([abs(s) >= bar for s in sums]) / len(sums)
    rng = Random(seed)  # noqa: S311 - a reproducible draw, not a secret
    n = len(sizes)
    tables = _sums_of_eight(sizes)
    hits = 1
    for _ in range(samples):
        # A coin for each query, as one number with n binary digits, read eight at a time.
        flipped = sum(map(getitem, tables, rng.getrandbits(n).to_bytes(len(tables))))
        hits += abs(total - 2 * flipped) >= bar
    return hits / (1 + samples)


def _sums_of_eight(sizes: list[float]) -> list[list[float]]:
    """For each eight numbers the sums of all their subsets, by the byte that says which are in."""
    padded = [0.0] * (-len(sizes) % 8) + sizes
    tables = []
    for start in range(0, len(padded), 8):
        sums = [0.0]
        for size in reversed(padded[start : start + 8]):
            sums += [s + size for s in sums]
        tables.append(sums)
    return tables


def check_sampling(samples: object, seed: object) -> None:
    """Refuse a number of samples or a seed that is none."""
    if whole(samples) is None:
        raise ParameterError(f"samples is {samples!r}: use a whole number of at least 1")
    if whole(seed, least=0) is None:
        raise ParameterError(f"seed is {seed!r}: use a whole number of at least 0")
