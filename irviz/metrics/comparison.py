"""Two systems on the same queries: where they differ, and whether that could be chance."""

from __future__ import annotations

from math import fsum
from typing import TYPE_CHECKING

from irviz.metrics.column import column
from irviz.metrics.errors import EvaluationError
from irviz.metrics.randomisation import SAMPLES, PValue, check_sampling, randomisation_test

if TYPE_CHECKING:
    from irviz.metrics.evaluated import Evaluation
    from irviz.metrics.metric import Metric


class Comparison:
    """How two systems compare under one metric, query by query: b against a.

    Attributes:
        metric: The metric. ``queries`` are the queries, in order.
        differences: For each query, the value of b minus that of a.
        mean: The mean of the differences, which is the difference of the means.
        wins: How many queries b does better on; ``ties`` and ``losses`` likewise.
        p_value: How often chance alone gives a mean difference at least as far from 0: the
            two-sided paired randomisation test. Small means that chance hardly explains it.
        p: The same with its standard error, and as text with the digits that hold.

    >>> from irviz.metrics import RR, compare, evaluate
    >>> qrels = {"q1": {"x"}, "q2": {"x"}, "q3": {"x"}}
    >>> a = evaluate(qrels, {"q1": ["y", "x"], "q2": ["y", "x"], "q3": ["x"]}, [RR])
    >>> b = evaluate(qrels, {"q1": ["x"], "q2": ["x"], "q3": ["x"]}, [RR])
    >>> comparison = compare(a, b)[RR]
    >>> comparison.differences, comparison.wins, comparison.ties, comparison.losses
    ((0.5, 0.5, 0.0), 2, 1, 0)
    >>> comparison.p_value, str(comparison.p)
    (0.5, '0.5000')
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
    def p(self) -> PValue:
        """The paired randomisation test, done when first asked for."""
        return randomisation_test(self.differences, samples=self.samples, seed=self.seed)

    @property
    def p_value(self) -> float:
        """The two-sided p-value of the paired randomisation test, in full."""
        return self.p.value

    def __repr__(self) -> str:
        return (
            f"<Comparison under {self.metric}: {self.mean:+.4f}, "
            f"{self.wins} wins, {self.ties} ties, {self.losses} losses>"
        )


def compare(
    a: Evaluation, b: Evaluation, *, samples: int = SAMPLES, seed: int = 0
) -> dict[Metric, Comparison]:
    """Compare two evaluations of the same queries under every metric that both hold.

    Args:
        a: The evaluation to compare with.
        b: The evaluation that is compared: a positive difference is a win for b.
        samples: How many ways to choose the signs of the differences to draw where there are too
            many to count, at least 1. ``seed`` makes the draw the same every time.
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
