"""What ``irviz evaluate`` says of runs under their judgments: as a table, in trec_eval's columns, as data."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from itertools import chain
from math import isfinite
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args
from unicodedata import combining, east_asian_width

from irviz.formats.evaluation.measures import trec_order
from irviz.formats.export.values import MEAN, Values, nan_to_none, tabulate_comparisons
from irviz.metrics import corrected
from irviz.metrics.incomplete import mean_known, mean_swing
from irviz.metrics.rounding import format_rounded

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from irviz.formats.evaluation.measures import Measure, RequestedMeasures
    from irviz.formats.spreadsheet import Cell
    from irviz.metrics import Comparison, Corrected, Evaluation, Known, Metric, Swing
    from irviz.metrics.evaluation import Ties
    from irviz.metrics.scores import ScoresAs

Format = Literal["table", "trec", "csv", "tsv", "json"]
"""How a report is written."""

MAX_LINE_CHARACTERS = 100
"""A table of means that is wider has a row for each metric, and a column for each run."""

FORMATS: tuple[Format, ...] = get_args(Format)

_TIES = {
    "input": "in the order of the run",
    "expected": "the expected value over all their orders",
    "least": "the least value that one of their orders has",
    "most": "the most that one of their orders has",
}

_MAX_GAPS_SHOWN = 6  # metrics that are named where they had no value


class System(NamedTuple):
    """A run with its evaluation.

    Attributes:
        name: The run's name in the report.
        evaluation: The metrics' values on it.
        left_out: Its queries without judgments, which were left out.
        tag: The tag in the run file, trec_eval's runid.
        is_unjudged: Whether none of its results is judged.
        strings: By name, the grade string of each query, for trec_eval's relstring.
        known: By metric, how far the value of each query is known, where runs are compared.
    """

    name: str
    evaluation: Evaluation
    left_out: Sequence[str] = ()
    tag: str = ""
    is_unjudged: bool = False
    strings: Mapping[str, Sequence[str]] = {}
    known: Mapping[Metric, Sequence[Known]] = {}


@dataclass(frozen=True)
class Report:
    """The results of an evaluation, and how to render them.

    Args:
        qrels: The name of the judgments.
        systems: The runs, all under the same metrics.
        requested: The measures of the request.
        comparisons: By the names of two runs, the second against the first, where they were compared.
        swings: By the same pairs, what each query's difference can come to if the unjudged results were judged.
        counted: What a metric without a value counts as, in words.
        scores_as: The precision in which scores were compared.
        ties: What documents of one score counted as.
        per_query: Whether each query is shown, and not only the means.
        shows_means: Whether the means are shown.
        statistics: Whether the comparisons come with intervals, a second test and corrected p-values.
        form: The format.
        notes: Notes, one line each.
        warnings: Warnings, one line each.
    """

    qrels: str
    systems: Sequence[System]
    requested: RequestedMeasures
    comparisons: Mapping[tuple[str, str], Mapping[Metric, Comparison]] = field(default_factory=dict)
    swings: Mapping[tuple[str, str], Mapping[Metric, Sequence[Swing]]] = field(default_factory=dict)
    counted: str = "0"
    scores_as: ScoresAs = "double"
    ties: Ties = "trec_eval"
    per_query: bool = False
    shows_means: bool = True
    statistics: bool = False
    form: Format = "table"
    notes: Sequence[str] = ()
    warnings: Sequence[str] = ()

    @property
    def has_unjudged_run(self) -> bool:
        """Whether there is a run without any judged result."""
        return any(system.is_unjudged for system in self.systems)

    def __str__(self) -> str:
        """The report in the format ``form``."""
        write = {
            "table": self.text,
            "trec": self.trec,
            "csv": lambda: self._build_table().csv(),
            "tsv": lambda: self._build_table().csv("\t"),
            "json": self.json,
        }
        return write[self.form]()

    def _build_table(self) -> Values:
        """The table for CSV and TSV: the comparisons if runs are compared, else the values."""
        return self._tabulate_comparisons() if self.comparisons else self.values()

    def _tabulate_comparisons(self) -> Values:
        """A table of the compared runs, with metrics named as they were requested."""
        evaluations = {system.name: system.evaluation for system in self.systems}
        names = {one.metric: one.name for one in self.requested.measures if one.metric}
        return tabulate_comparisons(evaluations, self.comparisons, names)

    def text(self) -> str:
        """The report for the terminal: tables with four decimals, and notes below them."""
        parts = [self._render_values()]
        if self.comparisons:
            parts += [self._render_comparisons(), *self._render_unjudged()]
        if self.comparisons and self.statistics:
            parts.append(self._render_statistics())
        parts.append(self._render_facts())
        return "\n".join(parts)

    def trec(self) -> str:
        """The report in trec_eval's columns: measure, query and value; queries sorted by id."""
        (system,) = self.systems
        evaluation = system.evaluation
        # Measures of one query come together, and the bytes of the ids decide on the order.
        columns = {one.name: one.values(evaluation) for one in self.requested.measures}
        shown: dict[str, Sequence[str]] = {
            one.name: [_format_trec_value(one, value) for value in columns[one.name]]
            for one in self.requested.measures
            if self.per_query and not one.geometric
        }
        names = [*shown, *system.strings]
        if self.requested.trec:
            names.sort(key=trec_order)
        shown |= system.strings
        places = sorted(range(len(evaluation.queries)), key=lambda i: evaluation.queries[i].encode())
        lines = []
        if self.per_query:
            lines += [(name, evaluation.queries[i], shown[name][i]) for i in places for name in names]
        if self.shows_means:
            told = {"runid": system.tag, "num_q": str(len(places))}
            lines += [(name, MEAN, told[name]) for name in told if name in self.requested.special]
            for one in self.requested.measures:
                value = one.average_in_order([columns[one.name][i] for i in places])
                lines.append((one.name, MEAN, _format_trec_value(one, value)))
        return "".join(f"{name:22}\t{query}\t{value}\n" for name, query, value in lines)

    def values(self) -> Values:
        """A table with the unrounded value of each measure on each run, or on each query of each run."""
        rows: list[tuple[Cell, ...]] = []
        for system in self.systems:
            if self.per_query:
                for query, values in _query_rows(system.evaluation, self.requested.measures):
                    rows.append((system.name, query, *values))
            if self.shows_means:
                front = (system.name, MEAN) if self.per_query else (system.name,)
                rows.append((*front, *self._overall(system)))
        header = ("run", "query") if self.per_query else ("run",)
        return Values((*header, *(one.name for one in self.requested.measures)), rows)

    def json(self) -> str:
        """The report as JSON, with values unrounded; NaN is null."""
        report: dict[str, Any] = {
            "qrels": self.qrels,
            "queries": len(self.systems[0].evaluation.queries),
            "undefined_counts_as": self.counted,
            "scores_as": self.scores_as,
            **({} if self.ties == "trec_eval" else {"ties": self.ties}),
            "runs": [self._system_to_dict(system) for system in self.systems],
        }
        correct = corrected(self.comparisons) if self.comparisons else {}
        compared = [
            {
                "a": a,
                "b": b,
                "metrics": {
                    self._name(m): _comparison_to_dict(c, correct[a, b][m])
                    | {"judged_otherwise": mean_swing(self.swings[a, b][m])._asdict()}
                    for m, c in found.items()
                },
            }
            for (a, b), found in self.comparisons.items()
        ]
        if len(compared) == 1:
            report["comparison"] = compared[0]["metrics"]
        elif compared:
            report["comparisons"] = compared
        report["notes"] = list(self.notes)
        if self.warnings:
            report["warnings"] = list(self.warnings)
        return json.dumps(report, indent=2, ensure_ascii=False, allow_nan=False) + "\n"

    def _system_to_dict(self, system: System) -> dict[str, Any]:
        """A run's means, undefined and missing queries, and values by query if asked for, as a dictionary for JSON."""
        evaluation, shown = system.evaluation, self.requested.measures
        said: dict[str, Any] = {"run": system.name}
        if self.shows_means:
            said["means"] = _values_by_measure(shown, self._overall(system))
        undefined = {one.name: evaluation.undefined[one.metric] for one in shown if one.metric}
        said["undefined"] = {name: list(queries) for name, queries in undefined.items() if queries}
        said["missing"] = list(evaluation.missing)
        if system.known:
            said["known"] = {
                self._name(metric): self._mean_known_to_dict(evaluation, known)
                for metric, known in system.known.items()
            }
        said["left_out"] = list(system.left_out)
        if self.per_query:
            rows = _query_rows(evaluation, shown)
            said["per_query"] = {query: _values_by_measure(shown, values) for query, values in rows}
        return said

    def _mean_known_to_dict(self, evaluation: Evaluation, every: Sequence[Known]) -> dict[str, Any]:
        """The means over queries of judged share and bounds for JSON, and those of each query if asked for."""
        said = _bounds_to_dict(mean_known(every))
        if self.per_query:
            rows = zip(evaluation.queries, every, strict=True)
            said["per_query"] = {query: _bounds_to_dict(one) for query, one in rows}
        return said

    def _overall(self, system: System) -> list[float]:
        """The value of each requested measure on the whole run: the mean, of a count the sum."""
        return [one.overall(system.evaluation) for one in self.requested.measures]

    def _name(self, metric: Metric) -> str:
        """The name by which the metric was requested, the heading of its column."""
        return next(one.name for one in self.requested.measures if one.metric == metric)

    def _render_values(self) -> str:
        """A text table of the values: a row for each run, or for each query of each run."""
        several = len(self.systems) > 1
        shown = self.requested.measures
        names = [one.name for one in shown]
        if not self.per_query:
            rows = [["run", *names]]
            rows += [[system.name, *self._format_values(self._overall(system))] for system in self.systems]
            table = align_columns(rows)
            if len(table.partition("\n")[0]) <= MAX_LINE_CHARACTERS:
                return table
            rows[0][0] = "metric"
            return align_columns([*zip(*rows, strict=True)])
        rows = [["run"] * several + ["query", *names]]
        for system in self.systems:
            front = [system.name] * several
            for query, values in _query_rows(system.evaluation, shown):
                rows.append([*front, query, *self._format_values(values)])
            if self.shows_means:
                rows.append([*front, MEAN, *self._format_values(self._overall(system))])
        return align_columns(rows, words=1 + several)

    def _format_values(self, values: Sequence[float]) -> list[str]:
        """The values as table cells, one for each requested measure: counts whole, others with four decimals."""
        return [
            f"{round(value):,}" if one.is_count else format_rounded(value, 4)
            for one, value in zip(self.requested.measures, values, strict=True)
        ]

    def _render_comparisons(self) -> str:
        """A text table of the comparisons, a row for each pair of runs and metric, with an explanation below it."""
        means = {system.name: system.evaluation.means for system in self.systems}
        several = len(self.comparisons) > 1
        ((a, b),) = [*self.comparisons][:1]
        heads = ["run A", "run B", "metric", "A", "B"] if several else ["metric", a, b]
        rows = [[*heads, "difference", "wins", "ties", "losses", "p"]]
        for (a, b), comparison in self.comparisons.items():
            front = [a, b] if several else []
            for metric, found in comparison.items():
                values = [format_rounded(means[name][metric], 4) for name in (a, b)]
                counts = [f"{count:,}" for count in (found.wins, found.ties, found.losses)]
                difference = format_rounded(found.mean, 4, sign=True)
                rows.append([*front, self._name(metric), *values, difference, *counts, str(found.p)])
        text = align_columns(rows, words=3 if several else 1) + (
            f"wins: queries that {'run B' if several else b} does better on.\n"
            "p: of all ways to swap the two runs' values on some of the queries, the share that give\n"
            "a difference at least as far from 0 (paired randomisation test, two-sided).\n"
        )
        if any(metric.summed for metric in means[a]):
            text += "Here and below, a count is its mean over the queries.\n"
        drawn = [
            found.p.resamples
            for comparison in self.comparisons.values()
            for found in comparison.values()
            if not found.p.exact
        ]
        if drawn:
            least, most = min(drawn), max(drawn)
            count = f"{least:,}" if least == most else f"{least:,} to {most:,}"
            error = ";\n± is the standard error" if "±" in text else ""
            text += f"Where these are too many to count, {count} random ones stand for all{error}.\n"
        if several and not self.statistics:
            text += (
                "With many comparisons some p are small by chance: they are not corrected for that;\n"
                "--statistics does it.\n"
            )
        return text

    def _render_unjudged(self) -> list[str]:
        """A text table of judged shares and bounds, as a list with one text; an empty list where all is certain."""
        heads = ["metric", "run", "judged", "value", "at least", "at most", "judged only"]
        rows = [["query"] * self.per_query + heads]
        queries = self.systems[0].evaluation.queries
        lines: list[str] = []
        for metric in self.systems[0].known:
            every = {system.name: system.known[metric] for system in self.systems}
            if not any(
                one.unjudged or (one.bounds and one.bounds.low < one.bounds.high) for one in chain(*every.values())
            ):
                continue
            means = {name: mean_known(known) for name, known in every.items()}
            name = self._name(metric)
            for at, query in enumerate(queries if self.per_query else ()):
                rows += [[query, name, run, *_format_known(known[at])] for run, known in every.items()]
            front = [MEAN] * self.per_query
            rows += [[*front, name, run, *_format_known(mean)] for run, mean in means.items()]
            for a, b in self.comparisons:
                found = mean_swing(self.swings[a, b][metric])
                if found.low < found.high:
                    ends = (
                        f"from {format_rounded(found.low, 4, sign=True)} to {format_rounded(found.high, 4, sign=True)}"
                    )
                    open_ = ": not settled" if found.open else ""
                    lines.append(f"{name}: judged otherwise, {b} - {a} could be {ends}{open_}\n")
        if len(rows) == 1:
            return []
        return [
            align_columns(rows, words=2 + self.per_query)
            + "judged: the share of the results, down to the cutoff, that somebody judged.\n"
            "at least, at most: whatever the unjudged results of a list turn out to be; they count as not\n"
            "relevant in the value. judged only: the value with them left out of the list.\n"
            "not settled: the difference lies within what is not known.\n" + "".join(lines)
        ]

    def _render_statistics(self) -> str:
        """A text table of bootstrap intervals, t-tests and corrected p-values, with an explanation below it."""
        several = len(self.comparisons) > 1
        correct = corrected(self.comparisons)
        heads = ["run A", "run B", "metric"] if several else ["metric"]
        rows = [[*heads, "difference", "95 % interval", "p", "p (Holm)", "t-test", "(Holm)"]]
        for (a, b), comparison in self.comparisons.items():
            front = [a, b] if several else []
            for metric, found in comparison.items():
                again = correct[a, b][metric]
                shown = (found.interval, found.p, again.p, found.t, again.t)
                tests = [str(one).replace("−", "-") for one in shown]  # as the signs of the other numbers
                difference = format_rounded(found.mean, 4, sign=True)
                rows.append([*front, self._name(metric), difference, *tests])
        interval = next(iter(next(iter(self.comparisons.values())).values())).interval
        return align_columns(rows, words=len(heads)) + (
            f"95 % interval: of the difference, from a bootstrap of {interval.resamples:,} resamples of the\n"
            f"queries (percentiles, seed {interval.seed}). t-test: paired, two-sided.\n"
            "Holm: corrected for the number of tests in a column, so that one below 0.05 is seldom\n"
            "chance in any of them.\n"
        )

    def _render_facts(self) -> str:
        """Lines that say how many queries there are, and for each run how many are undefined or missing."""
        several = len(self.systems) > 1
        lines = [f"queries: {len(self.systems[0].evaluation.queries):,}"]
        for system in self.systems:
            of = f" ({system.name})" if several else ""
            evaluation = system.evaluation
            gaps = [
                f"{one.name} {len(evaluation.undefined[one.metric]):,}"
                for one in self.requested.measures
                if one.metric and evaluation.undefined[one.metric]
            ]
            if gaps:
                if len(gaps) > _MAX_GAPS_SHOWN:
                    gaps[_MAX_GAPS_SHOWN:] = [f"and {len(gaps) - _MAX_GAPS_SHOWN} more metrics"]
                lines.append(f"undefined{of}: {', '.join(gaps)}; {self.describe_undefined()}")
            if evaluation.missing:
                lines.append(f"missing{of}: {len(evaluation.missing):,}; counted as empty lists")
        if self.scores_as != "double":
            lines.append(f"scores: compared in {self.scores_as} precision")
        if self.ties != "trec_eval":
            lines.append(f"ties: {_TIES[self.ties]}")
        return "\n".join(lines) + "\n"

    def describe_undefined(self) -> str:
        """How a query counts where a metric is undefined, as words: ``counted as 0``, ``left out of the mean``."""
        return "left out of the mean" if self.counted == "skip" else f"counted as {self.counted}"


def _query_rows(evaluation: Evaluation, shown: Sequence[Measure]) -> list[tuple[str, tuple[float, ...]]]:
    """Pairs (query, values of the measures ``shown``); NaN for a measure that exists over all queries only."""
    nothing = (float("nan"),) * len(evaluation.queries)
    columns = [nothing if one.geometric else one.values(evaluation) for one in shown]
    return list(zip(evaluation.queries, zip(*columns, strict=True), strict=True))


def _format_known(one: Known) -> list[str]:
    """Table cells: the judged share, the value, its two bounds (a dash if unknown), and the condensed value."""
    ends = ("-", "-") if one.bounds is None else [format_rounded(end, 4) for end in one.bounds]
    return [format_rounded(one.judged, 4), format_rounded(one.value, 4), *ends, format_rounded(one.condensed, 4)]


def _bounds_to_dict(one: Known) -> dict[str, Any]:
    """The judged share, bounds and condensed value, as a dictionary for JSON."""
    return {
        "judged": one.judged,
        "at_least": nan_to_none(one.bounds.low) if one.bounds else None,
        "at_most": nan_to_none(one.bounds.high) if one.bounds else None,
        "judged_only": nan_to_none(one.condensed),
    }


def _format_trec_value(measure: Measure, value: float) -> str:
    """The value as trec_eval prints it: a count whole, others with four decimals, rounded as C does."""
    # Rounded as C does it, not as everywhere else: it is to be the same to the last digit.
    return str(round(value)) if measure.is_count else f"{value:6.4f}"


def _values_by_measure(shown: Sequence[Measure], values: Sequence[float]) -> dict[str, Any]:
    """The values by the measures' names, as a dictionary for JSON; NaN becomes None."""
    return {one.name: nan_to_none(value) for one, value in zip(shown, values, strict=True)}


def _comparison_to_dict(comparison: Comparison, again: Corrected) -> dict[str, Any]:
    """A comparison and its corrected p-values (``again``) as a dictionary for JSON."""
    return {
        "difference": comparison.mean,
        "wins": comparison.wins,
        "ties": comparison.ties,
        "losses": comparison.losses,
        "p_value": comparison.p.value,
        "p_error": comparison.p.error,
        "resamples": comparison.p.resamples,
        "exact": comparison.p.exact,
        "p_value_holm": again.p.value,
        "t": comparison.t.statistic if isfinite(comparison.t.statistic) else None,
        "degrees_of_freedom": comparison.t.degrees,
        "t_p_value": nan_to_none(comparison.t.value),
        "t_p_value_holm": nan_to_none(again.t.value),
        "interval": comparison.interval._asdict(),
    }


GAP = "  "
"""What stands between two columns."""


def align_columns(rows: Sequence[Sequence[str]], words: int = 1) -> str:
    """A text with a line for each row, its columns aligned.

    Args:
        rows: The rows, all with the same number of cells; the first one is the header.
        words: How many columns from the left hold words. The others hold numbers.

    Example:
        >>> print(align_columns([["run", "P@1"], ["a.txt", "0.5"]]), end="")
        run    P@1
        a.txt  0.5
    """
    widths = [max(map(terminal_width, column)) for column in zip(*rows, strict=True)]
    return "".join(_align_row(row, widths, words) + "\n" for row in rows)


def terminal_width(text: str) -> int:
    """How many columns of a terminal a text takes; wide characters take two.

    Example:
        >>> terminal_width("cat"), terminal_width("猫")
        (3, 2)
    """
    if text.isascii():
        return len(text)
    return sum(2 if east_asian_width(sign) in "WF" else not combining(sign) for sign in text)


def _align_row(row: Sequence[str], widths: Sequence[int], words: int) -> str:
    """The cells as a line of text: the first ``words`` columns aligned left, the others right."""
    cells = []
    for i, (cell, room) in enumerate(zip(row, widths, strict=True)):
        blank = " " * (room - terminal_width(cell))
        cells.append(cell + blank if i < words else blank + cell)
    return GAP.join(cells).rstrip()
