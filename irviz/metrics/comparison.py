"""Two systems on the same queries: where they differ, and whether that could be chance."""

from __future__ import annotations

from itertools import combinations
from math import fsum
from typing import TYPE_CHECKING, NamedTuple

from irviz.metrics.errors import EvaluationError, name_type
from irviz.metrics.evaluation import ByMetric, Evaluation
from irviz.metrics.ranking import cached_property
from irviz.metrics.significance import (
    Interval,
    PValue,
    TTest,
    bootstrap_interval,
    check_sampling,
    holm,
    randomisation_test,
    t_test,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

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
        t: The two-sided paired t-test.
        interval: Where 95 % of the bootstrap's mean differences lie.

    >>> from irviz.metrics import RR, compare, evaluate
    >>> qrels = {"q1": {"x"}, "q2": {"x"}, "q3": {"x"}}
    >>> a = evaluate(qrels, {"q1": ["y", "x"], "q2": ["y", "x"], "q3": ["x"]}, [RR])
    >>> b = evaluate(qrels, {"q1": ["x"], "q2": ["x"], "q3": ["x"]}, [RR])
    >>> comparison = compare(a, b)[RR]
    >>> comparison.differences, comparison.wins, comparison.ties, comparison.losses
    ((0.5, 0.5, 0.0), 2, 1, 0)
    >>> comparison.p_value, str(comparison.p), str(comparison.t), str(comparison.interval)
    (0.5, '0.5000', '0.1835', '+0.0000 to +0.5000')
    """

    def __init__(
        self, metric: Metric, queries: tuple[str, ...], differences: tuple[float, ...], samples: int | None, seed: int
    ) -> None:
        """Hold the differences b minus a by query; ``samples`` and ``seed`` are as for :func:`compare`."""
        self.metric = metric
        self.queries = queries
        self.differences = differences
        self.samples = samples
        self.seed = seed
        self.wins = sum([difference > 0 for difference in differences])
        self.losses = sum([difference < 0 for difference in differences])
        self.ties = len(differences) - self.wins - self.losses
        self.mean = fsum(differences) / len(differences)

    @cached_property
    def p(self) -> PValue:
        """The result of the paired randomisation test, computed when first accessed."""
        return randomisation_test(self.differences, samples=self.samples, seed=self.seed)

    @cached_property
    def t(self) -> TTest:
        """The result of the paired t-test, computed when first accessed."""
        return t_test(self.differences)

    @cached_property
    def interval(self) -> Interval:
        """The bootstrap interval of the mean difference, computed when first accessed."""
        return bootstrap_interval(self.differences, seed=self.seed)

    @property
    def p_value(self) -> float:
        """The two-sided p-value of the paired randomisation test, unrounded."""
        return self.p.value

    def __repr__(self) -> str:
        """A summary for people: the metric, the mean difference, and wins, ties and losses."""
        return (
            f"<Comparison under {self.metric}: {self.mean:+.4f}, won {self.wins}, tied {self.ties}, lost {self.losses}>"
        )


def compare(a: Evaluation, b: Evaluation, *, samples: int | None = None, seed: int = 0) -> ByMetric[Comparison]:
    """Compare two evaluations of the same queries under every metric that both hold.

    Args:
        a: The evaluation to compare with.
        b: The evaluation that is compared: a positive difference is a win for b.
        samples: How many ways to choose the signs of the differences to draw where there are too
            many to count, at least 1; None for as many as the digits need.
        seed: A whole number of at least 0, which makes all that is drawn the same every time.

    Returns:
        A :class:`Comparison` for each metric, which is found by its name, too.

    Raises:
        EvaluationError: The queries are not the same, no metric is in both, a value is nan, or one is no evaluation.
        ParameterError: ``samples`` or ``seed`` is no such number.

    Source: Smucker, Allan & Carterette 2007, A comparison of statistical significance tests for
    information retrieval evaluation, CIKM.

    >>> from irviz.metrics import P, evaluate
    >>> qrels = {"q": {"x": 1}}
    >>> compare(evaluate(qrels, {"q": ["y", "x"]}, [P @ 1]), evaluate(qrels, {"q": ["x"]}, [P @ 1]))
    {P@1: <Comparison under P@1: +1.0000, won 1, tied 0, lost 0>}
    """
    check_sampling(samples, seed)
    for one in (a, b):
        if not isinstance(one, Evaluation):
            raise EvaluationError(f"compare was given {name_type(one)}: pass what evaluate returns")
    if set(a.queries) != set(b.queries):
        odd = next(query for query in (*a.queries, *b.queries) if (query in a.queries) != (query in b.queries))
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
                raise EvaluationError(f"query {query!r} has no value of {metric}: evaluate with undefined=0.0")
            differences.append(difference)
        comparisons[metric] = Comparison(metric, a.queries, tuple(differences), samples, seed)
    if not comparisons:
        raise EvaluationError("no metric is in both evaluations: evaluate both with the same")
    return ByMetric(comparisons)


def compare_all(
    evaluations: Mapping[str, Evaluation], *, samples: int | None = None, seed: int = 0
) -> dict[tuple[str, str], dict[Metric, Comparison]]:
    """Compare several evaluations of the same queries, each with those before it.

    Args:
        evaluations: By the name of each system, two or more.
        samples: As for :func:`compare`.
        seed: As for :func:`compare`.

    Returns:
        By the names of two systems, the comparison of the second against the first under each metric.
        Of so many tests some are small by chance: :func:`corrected` says which are not.

    Raises:
        EvaluationError: As for :func:`compare`, or there are fewer than two.
        ParameterError: As for :func:`compare`.

    Source: as for :func:`compare`.

    >>> from irviz.metrics import P, evaluate
    >>> runs = {"one": ["y", "x"], "two": ["x"], "three": ["x", "y"]}
    >>> found = {name: evaluate({"q": {"x": 1}}, {"q": run}, P @ 1) for name, run in runs.items()}
    >>> compare_all(found)["one", "three"][P @ 1].mean
    1.0
    """
    if len(evaluations) < 2:
        raise EvaluationError(f"a comparison takes two evaluations or more, not {len(evaluations)}")
    return {
        (a, b): compare(evaluations[a], evaluations[b], samples=samples, seed=seed)
        for a, b in combinations(evaluations, 2)
    }


class Corrected(NamedTuple):
    """The tests of one comparison among many, their p-values corrected by Holm's method for their number.

    Attributes:
        p: The paired randomisation test.
        t: The paired t-test.

    >>> from irviz.metrics import PValue, TTest
    >>> print(*Corrected(PValue(0.09375, 0, 64, exact=True), TTest(3.0, 9, 0.045)))
    0.0938 0.0450
    """

    p: PValue
    t: TTest


def corrected(
    comparisons: Mapping[tuple[str, str], Mapping[Metric, Comparison]],
) -> dict[tuple[str, str], dict[Metric, Corrected]]:
    """The p-values of all comparisons, corrected by Holm's method for the number of metrics times pairs.

    Args:
        comparisons: From :func:`compare_all`; or ``{("a", "b"): compare(a, b)}``. All that were made
            belong here, and not only those that came out well.

    Raises:
        EvaluationError: There is nothing in it.

    Source: as for :func:`holm`.

    >>> from irviz.metrics import AP, P, RR, evaluate
    >>> qrels, metrics = {f"q{i}": {"x": 1} for i in range(6)}, [P @ 1, RR, AP]
    >>> a, b = (evaluate(qrels, {q: run for q in qrels}, metrics) for run in (["y", "x"], ["x"]))
    >>> comparison = compare(a, b)[P @ 1]
    >>> comparison.p.value, corrected({("a", "b"): compare(a, b)})["a", "b"][P @ 1].p.value
    (0.03125, 0.09375)
    """
    flat = {(pair, metric): one for pair, of in comparisons.items() for metric, one in of.items()}
    if not flat:
        raise EvaluationError("there are no comparisons: pass at least one")
    p = holm({key: one.p.value for key, one in flat.items()})
    t = holm({key: one.t.value for key, one in flat.items()})
    return {
        pair: {
            metric: Corrected(_correct_p_value(one.p, p[pair, metric]), one.t._replace(value=t[pair, metric]))
            for metric, one in of.items()
        }
        for pair, of in comparisons.items()
    }


def _correct_p_value(p: PValue, value: float) -> PValue:
    """A copy of p with the corrected value, its standard error scaled likewise; a value of 1 has error 0."""
    if value >= 1:
        return p._replace(value=1.0, error=0.0, exact=True)
    return p._replace(value=value, error=p.error * value / p.value)
