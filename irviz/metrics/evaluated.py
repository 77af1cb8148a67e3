"""The values of some metrics on some queries, and their means."""

from __future__ import annotations

from math import exp, fsum, log, nan
from typing import TYPE_CHECKING

from irviz.metrics.column import column

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pandas import DataFrame

    from irviz.metrics.metric import Metric

# trec_eval's: where a value is lower, it counts as this in a geometric mean.
_LEAST = 0.00001


class Evaluation:
    """The values of some metrics on some queries.

    Attributes:
        queries: All queries with judgments, in their order.
        values: For each metric, its value on each query, in the same order.
        means: For each metric, the mean over the queries.
        overall: The same, but of counts such as :data:`NumRet` the sum: one number for the whole run.
        geometric_means: For each metric, the geometric mean over the queries, where a value below
            .00001 counts as that. Of AP it is GMAP, in which a query gets as much worse by half of a
            small value as by half of a large one.
        per_query: For each query, the value of each metric: ``values``, turned.
        undefined: For each metric, the queries where it has no value of its own.
        missing: The queries that the run does not hold. They count as empty lists.
        skipped: The queries that were left out, since nothing was judged.

    >>> from irviz.metrics import AP, RR, evaluate
    >>> evaluation = evaluate({"q1": {"a": 1}, "q2": {"b": 0}}, {"q1": ["b", "a"]}, [RR, AP])
    >>> evaluation.per_query["q1"], evaluation.means
    ({RR: 0.5, AP: 0.5}, {RR: 0.25, AP: 0.25})
    >>> evaluation.undefined, evaluation.missing
    ({RR: (), AP: ('q2',)}, ('q2',))
    """

    def __init__(  # noqa: PLR0913 - all that is known of it
        self,
        queries: tuple[str, ...],
        values: dict[Metric, tuple[float, ...]],
        undefined: dict[Metric, tuple[str, ...]],
        missing: tuple[str, ...],
        skipped: tuple[str, ...] = (),
        *,
        skipping: bool = False,
    ) -> None:
        self.queries = queries
        self.values = values
        self.undefined = undefined
        self.missing = missing
        self.skipped = skipped
        self._skipping = skipping

    @column
    def means(self) -> dict[Metric, float]:
        """The mean of each metric over the queries, or over those where it is defined."""
        return {metric: self._mean(metric) for metric in self.values}

    @column
    def overall(self) -> dict[Metric, float]:
        """The mean of each metric, and the sum of each count."""
        return {
            metric: fsum(self.values[metric]) if metric.summed else mean
            for metric, mean in self.means.items()
        }

    @column
    def geometric_means(self) -> dict[Metric, float]:
        """The geometric mean of each metric, as trec_eval's ``gm_map`` is of AP.

        Source: Robertson 2006, On GMAP and other transformations, CIKM.

        >>> from irviz.metrics import AP, evaluate
        >>> run = {"q1": ["a"], "q2": ["b", "a", "c", "d"]}
        >>> evaluation = evaluate({"q1": {"a": 1}, "q2": {"d": 1}}, run, AP)
        >>> evaluation.means[AP], round(evaluation.geometric_means[AP], 6)
        (0.625, 0.5)
        """
        return {metric: self._geometric_mean(metric) for metric in self.values}

    @column
    def per_query(self) -> dict[str, dict[Metric, float]]:
        """The value of each metric by query."""
        metrics = tuple(self.values)
        rows = zip(*self.values.values(), strict=True)
        return {
            query: dict(zip(metrics, row, strict=True))
            for query, row in zip(self.queries, rows, strict=True)
        }

    def averaged(self, metric: Metric) -> Sequence[float]:
        """The values that a mean is over: all, or where ``undefined="skip"`` those that are defined.

        >>> from irviz.metrics import AP, evaluate
        >>> qrels = {"q1": {"a": 1}, "q2": {"b": 0}}
        >>> evaluate(qrels, {"q1": ["a"]}, AP, undefined="skip").averaged(AP)
        [1.0]
        """
        values: Sequence[float] = self.values[metric]
        if self._skipping:
            skipped = set(self.undefined[metric])
            values = [v for q, v in zip(self.queries, values, strict=True) if q not in skipped]
        return values

    def _mean(self, metric: Metric) -> float:
        values = self.averaged(metric)
        # fsum, so that the mean does not depend on the order of the queries.
        return fsum(values) / len(values) if values else nan

    def _geometric_mean(self, metric: Metric) -> float:
        logarithms = [log(max(value, _LEAST)) for value in self.averaged(metric)]
        return exp(fsum(logarithms) / len(logarithms)) if logarithms else nan

    def to_frame(self, *, means: bool = False) -> DataFrame:
        """The values as a pandas data frame, with every digit.

        Args:
            means: A row for each metric instead of one for each query: its mean, its geometric mean,
                its overall value, and on how many queries it is undefined.

        Returns:
            The frame; its columns are the metrics' names, and its index the queries, or the other way
            round.

        Raises:
            ImportError: pandas is not installed. Nothing else in this package needs it.

        >>> from irviz.metrics import P, evaluate
        >>> evaluation = evaluate({"q1": {"a": 1}, "q2": {"b": 1}}, {"q1": ["a", "b"]}, ["P@1", "P@2"])
        >>> evaluation.to_frame()  # doctest: +NORMALIZE_WHITESPACE
               P@1  P@2
        query
        q1     1.0  0.5
        q2     0.0  0.0
        >>> evaluation.to_frame(means=True)["mean"].to_dict()
        {'P@1': 0.5, 'P@2': 0.25}
        """
        try:
            from pandas import DataFrame, Index  # noqa: PLC0415 - only who asks for it needs it
        except ImportError:
            raise ImportError(
                "a data frame needs pandas, which is not installed: pip install pandas, "
                "or take .values, .per_query and .means"
            ) from None
        names = [str(metric) for metric in self.values]
        if means:
            found = {
                "mean": [*self.means.values()],
                "geometric mean": [*self.geometric_means.values()],
                "overall": [*self.overall.values()],
                "undefined": [*map(len, self.undefined.values())],
            }
            return DataFrame(found, index=Index(names, name="metric"))
        index = Index(self.queries, name="query")
        return DataFrame(dict(zip(names, self.values.values(), strict=True)), index=index)

    def _repr_html_(self) -> str:
        """What a notebook shows: each metric's mean with its working, and a small curve."""
        from irviz.metrics.notebook import of_evaluation  # noqa: PLC0415 - notebooks alone need it

        return of_evaluation(self)

    def __repr__(self) -> str:
        return f"<Evaluation of {len(self.queries)} queries: {self.means}>"
