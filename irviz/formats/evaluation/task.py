"""Runs ``irviz evaluate``: reads the files, evaluates the runs, and gives a report."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from itertools import combinations
from math import fsum, isnan, nan
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from irviz.formats.errors import COMMAND_LIMITS, FormatError, quote_name
from irviz.formats.evaluation.measures import parse_measures
from irviz.formats.evaluation.report import FORMATS, Report, System
from irviz.formats.reading import paired, read, read_file
from irviz.metrics import ParameterError, by_score, compare_all, evaluate, known, rankings, swing, tie_groups
from irviz.metrics.grades import as_whole_number
from irviz.metrics.rounding import format_rounded
from irviz.metrics.ties import value_over_ties

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from irviz.formats.decoding import Duplicates
    from irviz.formats.evaluation.measures import RequestedMeasures
    from irviz.formats.evaluation.report import Format
    from irviz.formats.reading import Kind, Pair
    from irviz.formats.records import Contents, Qrels
    from irviz.metrics import Comparison, Evaluation, Known, Metric, Ranking, Swing
    from irviz.metrics.evaluation import Ties
    from irviz.metrics.scores import ScoresAs
    from irviz.metrics.ties import Rule

STANDARD_INPUT = "-"
"""The name that stands for standard input."""

Policy = Literal["0", "1", "nan", "skip"]
"""What a metric counts as where it has no value."""

_UNDEFINED: dict[Policy | None, float | Literal["skip"] | None] = {
    None: None,
    "0": 0.0,
    "1": 1.0,
    "nan": nan,
    "skip": "skip",
}


@dataclass(frozen=True)
class Task:
    """The request of ``irviz evaluate``.

    Args:
        qrels: The file of the judgments; ``-`` is standard input, once in a task.
        runs: The files of the runs.
        metrics: The metrics, by name; see `irviz.formats.evaluation.measures.parse_measures`.
        undefined: What a metric counts as where it has no value; None leaves it to the metric.
        threshold: The lowest grade that counts as relevant.
        compare: Whether to compare the runs, each with each.
        statistics: Whether a table of comparisons has intervals, a second test and corrected p-values;
            data has them in any case.
        seed: The seed of the randomisation test and of the bootstrap.
        scores_as: The precision in which scores are compared, as for `irviz.metrics.evaluate`.
        per_query: Whether the report shows each query.
        strict: Whether to refuse a run with queries that nobody judged, or of which hardly anything is.
        means: Whether the report shows means.
        most: How many results of each query count, the best first; None for all.
        complete: Whether judged queries without results count, as empty lists. None is as usual: they
            do, but in trec_eval's own format.
        ties: What documents of one score count as, as for `irviz.metrics.evaluate`. None is as in trec_eval, with a
            warning where a mean hangs on that.
        form: The format of the report. None is trec_eval's own where one run is evaluated under
            measures named as trec_eval does, and else a table.
        duplicates: What a run in TREC's format that lists a document again is, as for `irviz.formats.read`.

    Raises:
        ValueError: There are not two runs to compare, or two standard inputs; or the parts of the task
            do not go together.

    Example:
        >>> Task("qrels.txt", ["a.run"], ["AP"], compare=True)
        Traceback (most recent call last):
        ...
        ValueError: a comparison takes two runs or more, not 1
    """

    qrels: str
    runs: Sequence[str]
    metrics: Sequence[str]
    undefined: Policy | None = None
    threshold: int = 1
    compare: bool = False
    seed: int = 0
    scores_as: ScoresAs = "double"
    per_query: bool = False
    strict: bool = False
    means: bool = True
    most: int | None = None
    complete: bool | None = None
    form: Format | None = None
    statistics: bool = False
    ties: Ties | None = None
    duplicates: Duplicates = "refuse"

    def __post_init__(self) -> None:
        """Raise a ValueError where parts of the task do not go together."""
        if self.form not in {None, *FORMATS}:
            raise ValueError(f"there is no format {self.form!r}: use one of {', '.join(FORMATS)}")
        if self.compare and len(self.runs) < 2:
            raise ValueError(f"a comparison takes two runs or more, not {len(self.runs)}")
        if self.compare and self.form == "trec":
            raise ValueError("a comparison is a table, CSV, TSV or JSON, not trec")
        if self.form == "trec" and len(self.runs) > 1:
            raise ValueError("trec_eval's format holds one run: choose table, csv, tsv or json")
        if not (self.means or self.per_query):
            raise ValueError("without means and without queries nothing is left: add -q")
        if self.ties not in {None, "trec_eval"} and (self.compare or self.most is not None):
            raise ValueError(f"--ties {self.ties} cannot go with --compare or -M, which take trec_eval's order")
        if self.most is not None and as_whole_number(self.most) is None:
            raise ValueError(f"-M is {self.most}: use a whole number of at least 1")
        if [self.qrels, *self.runs].count(STANDARD_INPUT) > 1:
            raise ValueError("standard input can be one of the files only")


def run_task(task: Task) -> Report:
    """The report of the runs in the task's files: evaluated and, if the task says so, compared.

    Raises:
        OSError: A file cannot be opened.
        FormatError: A file is not what it should be, or runs and judgments do not fit together.
        MetricsError: A metric's name is no such thing, or the threshold is none.
    """
    wanted = parse_measures(task.metrics)
    form: Format = task.form or ("trec" if wanted.trec and len(task.runs) == 1 else "table")
    qrels = _read_input(task.qrels, "qrels")
    notes = _prefix_notes(qrels)
    if wanted.strings and task.ties not in {None, "trec_eval"}:
        raise ValueError(f"--ties {task.ties} cannot go with relstring, which shows trec_eval's order")
    special = [*wanted.special, *wanted.strings]
    if special and form != "trec":
        notes.append(f"only in trec_eval's format, -f trec: {', '.join(special)}")
    warnings: list[str] = []
    systems: list[System] = []
    pairs: dict[str, Pair] = {}
    for path, name in zip(task.runs, _name_runs(task.runs), strict=True):
        run = _read_input(path, "run", qrels.qrels, task.duplicates)
        pair = pairs[name] = paired(qrels, run, strict=task.strict)
        notes += [*_prefix_notes(run), *pair.notes]
        warnings += [pair.warning] * bool(pair.warning)
        dropped = form == "trec" and not task.complete and bool(pair.missing)
        if dropped:
            notes.append(_format_left_out_note(run.name, pair))
        evaluation = _evaluate_run(task, wanted, pair, dropped=dropped)
        if task.ties is None and task.most is None:
            warnings += _warn_of_ties(task, wanted, pair, run.name, evaluation)
        unmet = pair.id_mismatch is not None and pair.id_mismatch.is_unjudged
        strings = {}
        if form == "trec" and task.per_query:
            strings = {
                name: [_grade_string(task, pair, query, length) for query in evaluation.queries]
                for name, length in wanted.strings.items()
            }
        far = _compute_known(task, wanted, pair)
        systems.append(System(name, evaluation, pair.left_out, run.tag or run.name, unmet, strings, far))
    return Report(
        qrels=_display_name(task.qrels),
        systems=systems,
        requested=wanted,
        comparisons=_compare_runs(task, wanted, systems) if task.compare else {},
        swings=_compute_swings(task, wanted, pairs) if task.compare else {},
        counted=task.undefined or "0",
        scores_as=task.scores_as,
        ties=task.ties or "trec_eval",
        per_query=task.per_query,
        shows_means=task.means,
        statistics=task.statistics,
        form=form,
        notes=notes,
        warnings=warnings,
    )


MOST_QUERIES = 200
"""The most queries over whose mean a number is explained."""


def read_rankings(qrels: str, run: str, *, query: str | None = None, threshold: int = 1) -> dict[str, Ranking]:
    """The ranking of each judged query of the files of ``irviz explain``, or of one query.

    Args:
        qrels: The file of the judgments; ``-`` is standard input.
        run: The file of the run.
        query: The only query to take.
        threshold: The lowest grade that counts as relevant.

    Raises:
        OSError: A file cannot be opened.
        FormatError: A file is not what it should be, or the run and the judgments do not fit together.
        ValueError: There is no such query, there are too many, or the threshold is none.
    """
    judged = _read_input(qrels, "qrels")
    pair = paired(judged, _read_input(run, "run", judged.qrels))
    if query is not None and query not in pair.qrels:
        raise ValueError(f"--query {quote_name(query)}: there is no such query in {judged.name}")
    chosen = pair.qrels if query is None else {query: pair.qrels[query]}
    if len(chosen) > MOST_QUERIES:
        raise ValueError(f"{judged.name} has {len(chosen):,} queries, at most {MOST_QUERIES} can be: choose a --query")
    found = {name: pair.run[name] for name in chosen if name in pair.run}
    return rankings(chosen, found, threshold=threshold, hardly_judged="ignore")


def _evaluate_run(task: Task, wanted: RequestedMeasures, pair: Pair, *, dropped: bool) -> Evaluation:
    """The evaluation of a run under the requested metrics.

    With ``dropped``, judged queries that the run lacks are left out; else they count as empty lists.
    """
    qrels, run = pair.qrels, _limit_run(task, pair)
    if dropped:
        qrels = {query: judged for query, judged in qrels.items() if query in run}
    if not wanted.metrics:  # the number of queries, or a run's tag alone
        wanted = parse_measures(["num_ret"])
    return evaluate(
        qrels,
        run,
        wanted.metrics,
        threshold=task.threshold,
        undefined=_UNDEFINED[task.undefined],
        scores_as=task.scores_as,
        hardly_judged="ignore",  # said already, with the names of the files
        ties=task.ties or "trec_eval",
    )


_MOST_NAMED = 3  # measures that the warning of ties names


def _warn_of_ties(task: Task, wanted: RequestedMeasures, pair: Pair, name: str, evaluation: Evaluation) -> list[str]:
    """A warning, as a list with one line, where ties move a mean at the four decimals printed; else an empty list."""
    run = {
        query: pair.run[query]
        for query in evaluation.queries
        if query in pair.run and tie_groups(pair.run[query], scores_as=task.scores_as)
    }
    if not run:
        return []
    judged = {query: pair.qrels[query] for query in run}
    ranked = rankings(judged, run, threshold=task.threshold, scores_as=task.scores_as, hardly_judged="ignore")
    spans = {
        query: [(first - 1, last) for first, last in tie_groups(scores, scores_as=task.scores_as)]
        for query, scores in run.items()
    }
    moved: dict[str, tuple[float, float]] = {}
    for measure in wanted.measures:
        if measure.metric is None:
            continue
        metric = _apply_undefined(measure.metric, task)
        values = dict(zip(evaluation.queries, evaluation.values[measure.metric], strict=True))
        count = 1 if measure.is_count else len(evaluation.averaged(measure.metric))
        ends: list[float] = []
        rules: tuple[Rule, ...] = ("least", "most")
        for rule in rules:
            try:
                found = [value_over_ties(metric, ranked[query], spans[query], rule) - values[query] for query in run]
            except ParameterError:  # no closed form, and too many orders
                break
            ends.append(evaluation.overall[measure.metric] + fsum(one for one in found if not isnan(one)) / count)
        printed = [float(format_rounded(end, 4)) for end in ends]
        if len({*printed}) == 2 and not isnan(printed[0]):
            moved[measure.name] = (printed[0], printed[1])
    if not moved:
        return []
    worst = sorted(moved, key=lambda one: moved[one][0] - moved[one][1])
    said = [
        f"{one} by {format_rounded(moved[one][1] - moved[one][0], 4)} "
        f"({' to '.join(format_rounded(end, 4) for end in moved[one])})"
        for one in worst[:_MOST_NAMED]
    ]
    more = f" and {len(worst) - _MOST_NAMED} more" if len(worst) > _MOST_NAMED else ""
    queries = "query has" if len(run) == 1 else "queries have"
    moves = f"{len(run):,} {queries} tied scores, whose order moves {', '.join(said)}{more}"
    return [f"{name}: {moves}; here it is that of trec_eval, see --ties"]


def _compute_known(task: Task, wanted: RequestedMeasures, pair: Pair) -> dict[Metric, tuple[Known, ...]]:
    """By metric, how far the value on each query is certain (`known`); empty unless runs are compared."""
    if not task.compare:
        return {}
    ranked = rankings(
        pair.qrels, _limit_run(task, pair), threshold=task.threshold, scores_as=task.scores_as, hardly_judged="ignore"
    ).values()
    return {
        metric: tuple([known(_apply_undefined(metric, task), ranking) for ranking in ranked])
        for metric in _comparable_metrics(wanted)
    }


def _compute_swings(
    task: Task, wanted: RequestedMeasures, pairs: Mapping[str, Pair]
) -> dict[tuple[str, str], dict[Metric, tuple[Swing, ...]]]:
    """By pair of runs and metric, how far each query's difference could move if all were judged (`swing`).

    ``pairs`` has each run with its judgments, by the run's name.
    """
    listed = {
        name: {query: by_score(scores, scores_as=task.scores_as) for query, scores in _limit_run(task, pair).items()}
        for name, pair in pairs.items()
    }
    qrels = next(iter(pairs.values())).qrels
    return {
        (a, b): {
            metric: tuple(
                [
                    swing(
                        _apply_undefined(metric, task),
                        listed[a].get(query, ()),
                        listed[b].get(query, ()),
                        judged,
                        task.threshold,
                    )
                    for query, judged in qrels.items()
                    if judged
                ]
            )
            for metric in _comparable_metrics(wanted)
        }
        for a, b in combinations(pairs, 2)
    }


def _limit_run(task: Task, pair: Pair) -> dict[str, dict[str, float]]:
    """The scores by query and document of a run, cut to as many results a query as the task allows."""
    if task.most is None:
        return pair.run
    return {query: _top_results(scores, task.most, task.scores_as) for query, scores in pair.run.items()}


def _comparable_metrics(wanted: RequestedMeasures) -> list[Metric]:
    """The metrics among the requested measures: those that have a value on each query."""
    return [one.metric for one in wanted.measures if one.metric is not None]


def _apply_undefined(metric: Metric, task: Task) -> Metric:
    """A copy of the metric that counts as the task says where undefined; unchanged if such queries are skipped."""
    undefined = _UNDEFINED[task.undefined]
    return metric(undefined=undefined) if isinstance(undefined, float) else metric


def _grade_string(task: Task, pair: Pair, query: str, length: int) -> str:
    """The grades of the first ``length`` results of a query in quotes, one character each, as trec_eval's relstring."""
    judged = pair.qrels[query]
    ranked = by_score(pair.run.get(query, {}), scores_as=task.scores_as)[:length]
    grades = [judged.get(document) for document in ranked[: task.most]]
    return f"'{''.join(map(_grade_character, grades))}'"


def _grade_character(grade: int | None) -> str:
    """A grade as one character: ``-`` for unjudged, ``.`` for negative (pooled only), ``>`` for more than 9."""
    if grade is None:
        return "-"
    if grade < 0:  # in the pool, and not judged
        return "."
    return str(grade) if grade <= 9 else ">"


def _top_results(scores: dict[str, float], most: int, scores_as: ScoresAs) -> dict[str, float]:
    """The ``most`` results of a query with the highest scores, with their scores."""
    if len(scores) <= most:
        return scores
    return {document: scores[document] for document in by_score(scores, scores_as=scores_as)[:most]}


def _format_left_out_note(run: str, pair: Pair) -> str:
    """A sentence that says how many judged queries a run lacks, so that its means leave them out."""
    count = len(pair.missing)
    one = count == 1
    return (
        f"{run}: {count:,} judged {'query has' if one else 'queries have'} no results and "
        f"{'is' if one else 'are'} left out of the means, as by trec_eval; -c counts "
        f"{'it' if one else 'them'} as {'an empty list' if one else 'empty lists'}"
    )


def _compare_runs(
    task: Task, wanted: RequestedMeasures, systems: Sequence[System]
) -> dict[tuple[str, str], dict[Metric, Comparison]]:
    """For each pair of run names and each metric, the comparison of the second run against the first."""
    metrics = _comparable_metrics(wanted)
    if not metrics:
        raise ValueError("a comparison takes a metric that has a value on each query")
    if task.undefined in {"nan", "skip"}:
        for metric in metrics:
            if queries := systems[0].evaluation.undefined[metric]:
                raise FormatError(
                    "a value for each query",
                    f"none of {metric} for {len(queries):,} of them",
                    hint="compare with undefined counted as 0 or 1",
                )
    evaluations = {system.name: system.evaluation for system in systems}
    return {
        pair: {metric: one for metric, one in found.items() if metric in metrics}
        for pair, found in compare_all(evaluations, seed=task.seed).items()
    }


def _read_input(path: str, wanted: Kind, judged: Qrels | None = None, duplicates: Duplicates = "refuse") -> Contents:
    """What is in a file, or in standard input for ``-``, read as a run or judgments (``wanted``)."""
    if path == STANDARD_INPUT:
        name, file = _display_name(path), sys.stdin.buffer
        return read(file, name, wanted=wanted, limits=COMMAND_LIMITS, judged=judged, duplicates=duplicates)
    return read_file(path, wanted=wanted, judged=judged, duplicates=duplicates)


def _name_runs(paths: Sequence[str]) -> list[str]:
    """A name for each run: the files' names, their paths if names are not unique, or else numbered paths."""
    shown = [_display_name(path) for path in paths]
    for names in ([Path(path).name for path in shown], shown):
        if len(set(names)) == len(names):
            return names
    return [f"{i} {path}" for i, path in enumerate(shown, 1)]


def _display_name(path: str) -> str:
    """The name of a file for messages; "standard input" for ``-``."""
    return "standard input" if path == STANDARD_INPUT else quote_name(path)


def _prefix_notes(contents: Contents) -> list[str]:
    """The notes on a file as sentences, each after the file's name."""
    return [f"{contents.name}: {note}" for note in contents.notes]
