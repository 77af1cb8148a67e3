"""Many queries: every metric on each of them, and the means."""

# ruff: noqa: SLF001 - grades are checked here once, and not again by every ranking and metric

from __future__ import annotations

from collections.abc import Sized
from math import exp, fsum, isnan, log, nan
from typing import TYPE_CHECKING, Literal, TypeVar
from warnings import warn

from irviz.metrics.errors import EvaluationError, HardlyJudgedWarning, MetricsError, ParameterError, name_type
from irviz.metrics.grades import validate_threshold
from irviz.metrics.id_mismatch import find_id_mismatch
from irviz.metrics.judgments import grades_by_id, grades_by_score, is_mapping
from irviz.metrics.metric import Metric
from irviz.metrics.notation import as_metric
from irviz.metrics.parameter import UNDEFINED
from irviz.metrics.ranking import Ranking, cached_property, require_ranking
from irviz.metrics.scores import apply_precision, validate_precision

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from pandas import DataFrame

    from irviz.metrics.scores import ScoresAs
    from irviz.metrics.tables import Held
    from irviz.metrics.ties import Rule, Span, TieRange

    Judgments = Mapping[str, int] | Collection[str]
    Retrieved = Mapping[str, float] | Sequence[str]
    WithoutJudgments = Literal["skip", "undefined", "error"]
    HardlyJudged = Literal["warn", "error", "ignore"]
    Ties = Literal["trec_eval", "input"] | Rule

Found = TypeVar("Found")

TIES = ("trec_eval", "input", "expected", "least", "most")
"""What documents of one score can count as: in one of two orders, or over all of their orders."""

# trec_eval's: where a value is lower, it counts as this in a geometric mean.
_GEOMETRIC_FLOOR = 0.00001


class ByMetric(dict[Metric, Found]):
    """Something for each metric, which is asked for by the metric or by its name.

    Raises:
        NotationError: As for :func:`parse`.
        KeyError: It has none of a metric that it is asked for; the message names those that it has.

    >>> from irviz.metrics import P
    >>> found = ByMetric({P @ 5: 0.4})
    >>> found[P @ 5], found["P@5"]
    (0.4, 0.4)
    >>> "P@5" in found, "AP" in found, found.get("P@5"), found.get("AP", 0.0)
    (True, False, 0.4, 0.0)
    >>> found["AP"]
    Traceback (most recent call last):
    KeyError: 'AP is none of P@5'
    """

    def __getitem__(self, metric: Metric | str) -> Found:
        """What stands for a metric, which may be given by its notation."""
        return super().__getitem__(as_metric(metric))

    def __contains__(self, metric: object) -> bool:
        """Whether there is something for a metric."""
        return super().__contains__(as_metric(metric) if isinstance(metric, str) else metric)

    def get(self, metric: Metric | str, default: Any = None) -> Any:
        """What stands for a metric, or else the default."""
        return super().get(as_metric(metric), default)

    def __missing__(self, metric: Metric) -> Found:
        """Say what there is instead."""
        raise KeyError(f"{metric} is none of {', '.join(map(str, self))}")


class Evaluation:
    """The values of some metrics on some queries. What is kept by metric can be asked for by its name, too.

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
    >>> evaluation.means["AP"], evaluation.undefined, evaluation.missing
    (0.25, {RR: (), AP: ('q2',)}, ('q2',))
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
        """Hold the values by query; with ``skipping``, means leave out the queries where a metric is undefined."""
        self.queries = queries
        self.values = ByMetric(values)
        self.undefined = ByMetric(undefined)
        self.missing = missing
        self.skipped = skipped
        self._skipping = skipping

    @cached_property
    def means(self) -> ByMetric[float]:
        """The mean of each metric over the queries, or over those where it is defined."""
        return ByMetric({metric: self._mean(metric) for metric in self.values})

    @cached_property
    def overall(self) -> ByMetric[float]:
        """One value over all queries by metric: the mean, or of a count the sum."""
        return ByMetric(
            {metric: fsum(self.values[metric]) if metric.summed else mean for metric, mean in self.means.items()}
        )

    @cached_property
    def geometric_means(self) -> ByMetric[float]:
        """The geometric mean of each metric, as trec_eval's ``gm_map`` is of AP.

        Source: Robertson 2006, On GMAP and other transformations, CIKM.

        >>> from irviz.metrics import AP, evaluate
        >>> run = {"q1": ["a"], "q2": ["b", "a", "c", "d"]}
        >>> evaluation = evaluate({"q1": {"a": 1}, "q2": {"d": 1}}, run, AP)
        >>> evaluation.means[AP], round(evaluation.geometric_means[AP], 6)
        (0.625, 0.5)
        """
        return ByMetric({metric: self._geometric_mean(metric) for metric in self.values})

    @cached_property
    def per_query(self) -> dict[str, ByMetric[float]]:
        """The values by query, each a dictionary by metric."""
        metrics = tuple(self.values)
        rows = zip(*self.values.values(), strict=True)
        return {query: ByMetric(zip(metrics, row, strict=True)) for query, row in zip(self.queries, rows, strict=True)}

    def averaged(self, metric: Metric | str) -> Sequence[float]:
        """The values of a metric that its mean is over: all, or with ``undefined="skip"`` the defined ones.

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
        """The mean over the queries that `averaged` counts; NaN where there are none."""
        values = self.averaged(metric)
        # fsum, so that the mean does not depend on the order of the queries.
        return fsum(values) / len(values) if values else nan

    def _geometric_mean(self, metric: Metric) -> float:
        """The geometric mean over the queries that `averaged` counts, each value raised to .00001 as in trec_eval."""
        logarithms = [log(max(value, _GEOMETRIC_FLOOR)) for value in self.averaged(metric)]
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
        """The HTML for a notebook: each metric's mean with its working, and a small curve."""
        from irviz.metrics.notebook import render_evaluation  # noqa: PLC0415 - notebooks alone need it

        return render_evaluation(self)

    def __repr__(self) -> str:
        """A summary for people: the number of queries and the means."""
        count = len(self.queries)
        return f"<Evaluation of {count} {'query' if count == 1 else 'queries'}: {self.means}>"


def evaluate(  # noqa: PLR0913 - each by its name
    qrels: Mapping[str, Judgments] | Held,
    run: Mapping[str, Retrieved] | Held,
    metrics: Metric | str | Iterable[Metric | str],
    *,
    threshold: int = 1,
    undefined: float | Literal["skip"] | None = None,
    scores_as: ScoresAs = "double",
    without_judgments: WithoutJudgments = "skip",
    hardly_judged: HardlyJudged = "warn",
    ties: Ties = "trec_eval",
) -> Evaluation:
    """Evaluate metrics on every query of a run: the values and their means as an :class:`Evaluation`.

    Args:
        qrels: For each query, the grade of each judged document (whole numbers; below 0 counts as
            0 and as not judged), or the set of the relevant ones. The means are over all these
            queries. Data frames, ir_measures' ``Qrel`` one after the other and ranx's ``Qrels`` are
            read too, see :func:`read_judgments`.
        run: For each query, the score of each retrieved document (finite; ties as trec_eval orders
            them), or the documents' ids, best first. A query that is not here counts as an empty
            list, as with ``trec_eval -c``. Data frames and the like are read by :func:`read_run`.
        metrics: The metrics, or their names: ``[nDCG @ 10, "AP(rel=2)@100"]``; or one alone.
        threshold: The lowest grade that counts as relevant, at least 1; a metric's ``rel`` has
            precedence.
        undefined: One policy for all metrics on queries where they are undefined: a number (0.0,
            1.0, nan ...) to count as, or ``"skip"`` to leave such queries out of the mean (their
            value then is nan). None leaves it to each metric, 0.0 unless it was told otherwise.
        scores_as: The precision in which scores are compared: ``"double"``, as trec_eval 10 does, or
            ``"single"``, as pytrec_eval and older versions of trec_eval do.
        without_judgments: What becomes of a query that is in the run, or in ``qrels`` with nothing in
            it, and of which nothing was judged: it is left out, as trec_eval does (``"skip"``; the
            evaluation's ``skipped`` names it), counts as one where nothing is relevant
            (``"undefined"``), or is an ``"error"``.
        hardly_judged: What becomes of a run of which no result is judged, or hardly any, since its ids
            are most often written in another way than those of ``qrels``: a :class:`HardlyJudgedWarning`
            says so and why that may be (``"warn"``), or it is an ``"error"``, or nothing (``"ignore"``).
        ties: What documents of one score count as: the greater id stands first, as in trec_eval; they stand as in
            the run's dictionary (``"input"``), as in ranx; or the value of a query is the ``"expected"`` one over all
            of their orders, the ``"least"`` or the ``"most"``, see :func:`tie_range`. Lists of ids have no ties.

    Returns:
        The values with their means, and where a metric was undefined or a query missing.

    Raises:
        EvaluationError: No query of the run has judgments, or one has none and that is an error; there
            is no query or no metric; something is no dict; hardly anything is judged and that is to be
            an error.
        RankingError: A grade, a score or an id is bad; the message names the query and the place.
        NotationError: A metric's name is no such thing.
        ParameterError: ``undefined``, ``scores_as``, ``without_judgments``, ``hardly_judged`` or ``ties`` is none of
            the above; or a metric has no closed form over ties, and there are too many orders.

    Source: the means and their treatment of missing queries are trec_eval's. Values are those of
    trec_eval 10 to the last bit, and with ``scores_as="single"`` those of pytrec_eval; only SetF may differ
    in that bit, since it is rounded once here.

    >>> from irviz.metrics import nDCG
    >>> qrels = {"q1": {"a": 2, "b": 1, "c": 0}, "q2": {"a": 1}}
    >>> run = {"q1": {"b": 9.5, "a": 9.1}, "q2": {"c": 3.2, "a": 1.7}}
    >>> evaluate(qrels, run, [nDCG @ 10, "P@1"]).means
    {nDCG@10: 0.7453242267118274, P@1: 0.5}
    """
    chosen = _parse_metrics(metrics)
    qrels, run = _to_dictionaries(qrels, run)
    validate_threshold(threshold)
    validate_precision(scores_as)
    check_choices(without_judgments, hardly_judged, ties)
    judged, skipped = select_judged_queries(qrels, run, without_judgments)
    missing = tuple([query for query in judged if query not in run])
    ordered = run
    over = None
    if ties == "input":
        ordered = _keep_input_order(run, scores_as)
    elif ties != "trec_eval":
        over = ties, _find_ties(run, scores_as)
    ranked = _build_rankings(judged, ordered, threshold, scores_as)
    evaluation = _evaluate_rankings(ranked, chosen, undefined, missing, skipped, over=over)
    warn_if_hardly_judged(judged, run, hardly_judged)
    return evaluation


def mean_tie_ranges(  # noqa: PLR0913 - each by its name
    qrels: Mapping[str, Judgments] | Held,
    run: Mapping[str, Retrieved] | Held,
    metrics: Metric | str | Iterable[Metric | str],
    *,
    threshold: int = 1,
    undefined: float | Literal["skip"] | None = None,
    scores_as: ScoresAs = "double",
    without_judgments: WithoutJudgments = "skip",
) -> dict[Metric, TieRange]:
    """How much of each mean hangs on ties: the least, the expected and the most it is over their orders.

    Args:
        qrels: As for :func:`evaluate`.
        run: As for :func:`evaluate`.
        metrics: As for :func:`evaluate`.
        threshold: As for :func:`evaluate`.
        undefined: As for :func:`evaluate`.
        scores_as: As for :func:`evaluate`.
        without_judgments: As for :func:`evaluate`.

    Returns:
        For each metric the means of the three; ``spread`` is the most less the least.

    Raises:
        MetricsError: As for :func:`evaluate`.

    Source: as for :func:`tie_range`.

    >>> from irviz.metrics import mean_tie_ranges
    >>> run = {"q1": {"a": 2.5, "b": 1.0, "c": 1.0}, "q2": {"a": 0.5}}
    >>> mean_tie_ranges({"q1": {"a": 1, "c": 1}, "q2": {"a": 1}}, run, "AP")
    {AP: TieRange(least=0.9166666666666666, expected=0.9583333333333333, most=1.0)}
    """
    from irviz.metrics.ties import TieRange  # noqa: PLC0415 - few ask for it

    qrels, run = _to_dictionaries(qrels, run)
    rules: tuple[Rule, ...] = ("least", "expected", "most")
    means = [
        evaluate(
            qrels,
            run,
            metrics,
            threshold=threshold,
            undefined=undefined,
            scores_as=scores_as,
            without_judgments=without_judgments,
            hardly_judged="ignore",
            ties=rule,
        ).means
        for rule in rules
    ]
    return {metric: TieRange(*[one[metric] for one in means]) for metric in means[0]}


def rankings(  # noqa: PLR0913 - each by its name
    qrels: Mapping[str, Judgments] | Held,
    run: Mapping[str, Retrieved] | Held,
    *,
    threshold: int = 1,
    scores_as: ScoresAs = "double",
    without_judgments: WithoutJudgments = "skip",
    hardly_judged: HardlyJudged = "warn",
) -> dict[str, Ranking]:
    """A :class:`Ranking` for each query of a run, to evaluate metrics on more than once.

    Which documents are judged, and which of those were missed, is read from ``qrels`` and ``run`` when first
    asked for, so leave them as they are; a ranking raises a RankingError if they have changed by then.

    Args:
        qrels: As for :func:`evaluate`.
        run: As for :func:`evaluate`.
        threshold: As for :func:`evaluate`.
        scores_as: As for :func:`evaluate`.
        without_judgments: As for :func:`evaluate`.
        hardly_judged: As for :func:`evaluate`.

    Raises:
        EvaluationError: As for :func:`evaluate`, but for metrics.
        RankingError: A grade, a score or an id is bad; the message names the query and the place.
        ParameterError: ``scores_as``, ``without_judgments`` or ``hardly_judged`` is none of the above.

    Source: the order of a query is trec_eval's.

    >>> from irviz.metrics import rankings
    >>> rankings({"q1": {"a": 1}, "q2": {"b": 1}}, {"q1": ["b", "a"]})
    {'q1': Ranking([None, 1]), 'q2': Ranking([], missed=[1])}
    """
    qrels, run = _to_dictionaries(qrels, run)
    validate_threshold(threshold)
    validate_precision(scores_as)
    check_choices(without_judgments, hardly_judged, "trec_eval")
    judged, _ = select_judged_queries(qrels, run, without_judgments)
    ranked = dict(_build_rankings(judged, run, threshold, scores_as))
    warn_if_hardly_judged(judged, run, hardly_judged)
    return ranked


def evaluate_rankings(
    rankings: Mapping[str, Ranking],
    metrics: Metric | str | Iterable[Metric | str],
    *,
    undefined: float | Literal["skip"] | None = None,
) -> Evaluation:
    """Evaluate metrics on the result of :func:`rankings`: quicker than :func:`evaluate` for further metrics.

    Args:
        rankings: For each query its ranking, as :func:`rankings` makes them.
        metrics: As for :func:`evaluate`.
        undefined: As for :func:`evaluate`.

    Returns:
        The evaluation; queries whose list is empty are those that are missing.

    Raises:
        EvaluationError: There is no query or no metric.
        RankingError: A grade is beyond what a metric can take; the message names the query.
        NotationError: A metric's name is no such thing.
        ParameterError: ``undefined`` is no such policy.

    Source: as for :func:`evaluate`.

    >>> from irviz.metrics import evaluate_rankings
    >>> ranked = rankings({"q1": {"a": 1}, "q2": {"b": 1}}, {"q1": ["b", "a"]})
    >>> evaluate_rankings(ranked, ["P@1", "P@2"]).means
    {P@1: 0.0, P@2: 0.25}
    """
    chosen = _parse_metrics(metrics)
    if not is_mapping(rankings):
        raise EvaluationError(f"the rankings are {name_type(rankings)}: pass a dict of a ranking for each query")
    if not rankings:
        raise EvaluationError("there are no queries: pass judgments for at least one")
    for query, ranking in rankings.items():
        require_ranking(ranking, f"query {query!r}")
    missing = tuple([query for query, ranking in rankings.items() if not ranking.n])
    return _evaluate_rankings(rankings.items(), chosen, undefined, missing)


def _to_dictionaries(qrels: Any, run: Any) -> tuple[Mapping[str, Judgments], Mapping[str, Retrieved]]:
    """Judgments and run as dictionaries by query, read from data frames and other containers."""
    if type(qrels) is not dict or type(run) is not dict:
        from irviz.metrics.tables import read_judgments, read_run  # noqa: PLC0415 - few ask for it

        qrels = read_judgments(qrels)
        run = read_run(run, qrels)
    return qrels, run


def _build_rankings(
    qrels: Mapping[str, Judgments], run: Mapping[str, Retrieved], threshold: int, scores_as: ScoresAs
) -> Iterator[tuple[str, Ranking]]:
    """Pairs (query, ranking) for each judged query; what is wrong is raised with the query's name in front."""
    for query, judgments in qrels.items():
        try:
            ranking = _build_ranking(run.get(query, {}), judgments, threshold, scores_as)
        except MetricsError as error:
            raise type(error)(f"query {query!r}: {error}") from None
        yield query, ranking


def _evaluate_rankings(  # noqa: PLR0913 - all that is known of them
    ranked: Iterable[tuple[str, Ranking]],
    chosen: list[Metric],
    undefined: float | Literal["skip"] | None,
    missing: tuple[str, ...],
    skipped: tuple[str, ...] = (),
    *,
    over: tuple[Rule, Mapping[str, Sequence[Span]]] | None = None,
) -> Evaluation:
    """The evaluation of ``chosen`` metrics on pairs (query, ranking); ``missing`` and ``skipped`` are query ids.

    ``over`` has which value over the orders of ties counts, and by query the slices of tied documents.
    """
    skipping = undefined == "skip"
    policy = nan if skipping else undefined
    if isinstance(policy, str):
        raise ParameterError(f"undefined is {policy!r}: use a finite number, nan, or 'skip'")
    if policy is not None:
        policy = UNDEFINED.validate(policy, "evaluate")
    values_on = [metric._value for metric in chosen]
    rows = []
    names = []
    rule, spans = over or ("expected", {})
    for query, ranking in ranked:
        try:
            if groups := spans.get(query):
                rows.append([_value_over_ties(metric, ranking, groups, rule, policy) for metric in chosen])
            else:
                rows.append([value_on(ranking) for value_on in values_on])
        except MetricsError as error:
            raise type(error)(f"query {query!r}: {error}") from None
        names.append(query)
    queries = tuple(names)
    values = {}
    gaps = {}
    for metric, found in zip(chosen, zip(*rows, strict=True), strict=True):
        stand_in = metric.undefined if policy is None else policy
        values[metric] = tuple([stand_in if value is None else value for value in found])
        gaps[metric] = tuple([q for q, value in zip(queries, found, strict=True) if value is None])
    return Evaluation(queries, values, gaps, missing, skipped, skipping=skipping)


def _keep_input_order(run: Mapping[str, Retrieved], scores_as: ScoresAs) -> dict[str, Retrieved]:
    """The documents of each query by descending score, those of one score in the order of the run."""
    ordered: dict[str, Retrieved] = {}
    for query, retrieved in run.items():
        ordered[query] = retrieved
        if is_mapping(retrieved):
            try:
                read = apply_precision(retrieved, scores_as)
            except MetricsError as error:
                raise type(error)(f"query {query!r}: {error}") from None
            ordered[query] = sorted(read, key=read.__getitem__, reverse=True)
    return ordered


def _find_ties(run: Mapping[str, Retrieved], scores_as: ScoresAs) -> dict[str, Sequence[Span]]:
    """The slices of documents with one score, by query, for queries that have any."""
    from irviz.metrics.ties import tie_groups  # noqa: PLC0415 - few ask for it

    found: dict[str, Sequence[Span]] = {}
    for query, retrieved in run.items():
        if is_mapping(retrieved):
            try:
                groups = tie_groups(retrieved, scores_as=scores_as)
            except MetricsError as error:
                raise type(error)(f"query {query!r}: {error}") from None
            if groups:
                found[query] = [(first - 1, last) for first, last in groups]
    return found


def _value_over_ties(
    metric: Metric, ranking: Ranking, spans: Sequence[Span], rule: Rule, policy: float | None
) -> float | None:
    """The value over the orders of tied documents that ``rule`` names; None where no order has one.

    An order without a value, where another has one, counts as the metric says or as ``policy`` does.
    """
    from irviz.metrics.ties import norm_varies, value_over_ties  # noqa: PLC0415 - few ask for it

    if norm_varies(metric):
        value = value_over_ties(metric(undefined=nan), ranking, spans, rule)
        stand_in = metric if policy is None else metric(undefined=policy)
        return None if isnan(value) else value_over_ties(stand_in, ranking, spans, rule)
    return value_over_ties(metric, ranking, spans, rule) if metric.defined(ranking) else None


def _build_ranking(retrieved: Retrieved, judgments: Judgments, threshold: int, scores_as: ScoresAs) -> Ranking:
    """The ranking of one query, from a score for each document or from document ids in order."""
    if is_mapping(retrieved):
        return Ranking._from_source(threshold, *grades_by_score(retrieved, judgments, scores_as))
    return Ranking._from_source(threshold, *grades_by_id(retrieved, judgments))


def _parse_metrics(metrics: Metric | str | Iterable[Metric | str]) -> list[Metric]:
    """The metrics given as such or by name, as a list without duplicates."""
    if isinstance(metrics, (Metric, str)):
        metrics = [metrics]
    if not hasattr(metrics, "__iter__"):
        raise ParameterError(f"the metrics are {metrics!r}: pass a list such as [nDCG @ 10, 'AP']")
    chosen = [*dict.fromkeys(map(as_metric, metrics))]
    if not chosen:
        raise EvaluationError("there are no metrics: pass at least one")
    return chosen


def check_choices(without_judgments: WithoutJudgments, hardly_judged: HardlyJudged, ties: Ties) -> None:
    """Raise a ParameterError where an option of :func:`evaluate` has a value that it cannot have."""
    for name, value, choices in (
        ("without_judgments", without_judgments, ("skip", "undefined", "error")),
        ("hardly_judged", hardly_judged, ("warn", "error", "ignore")),
        ("ties", ties, TIES),
    ):
        if value not in choices:
            known = ", ".join(map(repr, choices))
            raise ParameterError(f"{name} is {value!r}: use one of {known}")


def select_judged_queries(
    qrels: Mapping[str, Judgments], run: Mapping[str, Retrieved], without_judgments: WithoutJudgments
) -> tuple[Mapping[str, Judgments], tuple[str, ...]]:
    """A pair: the judgments of the queries to evaluate, and the ids of the queries to leave out.

    Raises an EvaluationError where none can be evaluated, or one has no judgments and that is an ``"error"``.
    """
    if not qrels:
        raise EvaluationError("there are no queries: pass judgments for at least one")
    try:
        lacking = [query for query in run if not qrels.get(query)]
        lacking += [query for query, judged in qrels.items() if not judged and query not in run]
    except ValueError:  # an array or a data frame is neither true nor false
        raise EvaluationError(
            "the judgments of a query are a table: pass a dict of grades by document, or one data frame for all queries"
        ) from None
    if not lacking:
        return qrels, ()
    if without_judgments == "error":
        where = "of the run " if lacking[0] in run else ""
        raise EvaluationError(f"query {lacking[0]!r} {where}has no judgments: judge or drop it")
    if without_judgments == "undefined":
        return {**qrels, **dict.fromkeys(lacking, ())}, ()
    left = {query: judgments for query, judgments in qrels.items() if judgments}
    if not left:
        raise EvaluationError(f"no query has judgments, as {lacking[0]!r}: judge at least one")
    if run and all(query not in left for query in run):
        own, other = lacking[0], next(iter(left))
        kinds = type(own).__name__, type(other).__name__
        meet = {*map(str, run)} & {*map(str, left)}
        why = f"; the run’s are {kinds[0]}, the judged ones {kinds[1]}: write both as str" if meet else ""
        raise EvaluationError(f"no query of the run is judged: it has {own!r}, judged is {other!r}{why}")
    return left, tuple(lacking)


def warn_if_hardly_judged(
    qrels: Mapping[str, Judgments], run: Mapping[str, Retrieved], hardly_judged: HardlyJudged
) -> None:
    """Warn, or raise an EvaluationError, where hardly any result is judged; ``hardly_judged`` says which.

    Call this after evaluation, which validates both arguments. Runs that are iterators are used up by then, and
    raise no warning.
    """
    if hardly_judged == "ignore" or not all(isinstance(one, Sized) for one in run.values()):
        return
    found = find_id_mismatch(qrels, run)
    if found is None:
        return
    sentence = found.sentence("the run", "the judgments")
    if hardly_judged == "error":
        raise EvaluationError(sentence)
    warn(sentence, HardlyJudgedWarning, stacklevel=3)
