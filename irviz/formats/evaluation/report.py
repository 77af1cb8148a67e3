"""What ``irviz evaluate`` says of runs under their judgments: for people as a table, and as JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from irviz.formats.evaluation.columns import aligned
from irviz.formats.export.values import MEAN, plain
from irviz.metrics.rounding import rounded

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from irviz.metrics import Comparison, Evaluation, Metric
    from irviz.metrics.scores import ScoresAs


@dataclass(frozen=True)
class Report:
    """Everything that was computed.

    Args:
        qrels: What the judgments are called.
        systems: The evaluation of each run, by what it is called; all under the same metrics.
        comparison: The second run against the first, where they were compared.
        left_out: For each run the queries without judgments, which were left out.
        counted: What a metric without a value counts as, in words.
        scores_as: The precision in which scores were compared.
        per_query: Whether each query is shown, and not only the means.
        notes: What else there is to say, one line each.
    """

    qrels: str
    systems: Mapping[str, Evaluation]
    comparison: Mapping[Metric, Comparison] = field(default_factory=dict)
    left_out: Mapping[str, Sequence[str]] = field(default_factory=dict)
    counted: str = "0"
    scores_as: ScoresAs = "double"
    per_query: bool = False
    notes: Sequence[str] = ()

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """The metrics, in the order asked for."""
        return tuple(next(iter(self.systems.values())).values)

    def text(self) -> str:
        """Tables with four decimals, and below them what a mean does not say by itself."""
        parts = [self._values()]
        if self.comparison:
            parts.append(self._compared())
        parts.append(self._facts())
        return "\n".join(parts)

    def json(self) -> str:
        """The same with every digit; a value that is none is null."""
        systems = [
            {
                "run": name,
                "means": _named(evaluation.means),
                "undefined": {str(m): list(q) for m, q in evaluation.undefined.items() if q},
                "missing": list(evaluation.missing),
                "left_out": list(self.left_out.get(name, ())),
            }
            | (
                {"per_query": {q: _named(v) for q, v in evaluation.per_query.items()}}
                if self.per_query
                else {}
            )
            for name, evaluation in self.systems.items()
        ]
        queries = next(iter(self.systems.values())).queries
        report: dict[str, Any] = {
            "qrels": self.qrels,
            "queries": len(queries),
            "undefined_counts_as": self.counted,
            "scores_as": self.scores_as,
            "runs": systems,
        }
        if self.comparison:
            report["comparison"] = {
                str(metric): {
                    "difference": found.mean,
                    "wins": found.wins,
                    "ties": found.ties,
                    "losses": found.losses,
                    "p_value": found.p.value,
                    "p_error": found.p.error,
                    "resamples": found.p.resamples,
                    "exact": found.p.exact,
                }
                for metric, found in self.comparison.items()
            }
        report["notes"] = list(self.notes)
        return json.dumps(report, indent=2, ensure_ascii=False, allow_nan=False) + "\n"

    def _values(self) -> str:
        several = len(self.systems) > 1
        if not self.per_query:
            rows = [["run", *map(str, self.metrics)]]
            rows += [[name, *_means(evaluation)] for name, evaluation in self.systems.items()]
            return aligned(rows)
        rows = [["run"] * several + ["query", *map(str, self.metrics)]]
        for name, evaluation in self.systems.items():
            front = [name] * several
            columns = zip(*evaluation.values.values(), strict=True)
            for query, values in zip(evaluation.queries, columns, strict=True):
                rows.append([*front, query, *map(_short, values)])
            rows.append([*front, MEAN, *_means(evaluation)])
        return aligned(rows, words=1 + several)

    def _compared(self) -> str:
        """The second run against the first, a row for each metric."""
        (a, first), (b, second) = self.systems.items()
        rows = [["metric", a, b, "difference", "wins", "ties", "losses", "p"]]
        for metric, found in self.comparison.items():
            rows.append(
                [
                    str(metric),
                    _short(first.means[metric]),
                    _short(second.means[metric]),
                    rounded(found.mean, 4, sign=True),
                    *(f"{count:,}" for count in (found.wins, found.ties, found.losses)),
                    str(found.p),
                ]
            )
        text = aligned(rows) + (
            f"wins: queries that {b} does better on.\n"
            "p: of all ways to swap the two runs' values on some of the queries, the share that give\n"
            "a difference at least as far from 0 (paired randomisation test, two-sided).\n"
        )
        drawn = [found.p.resamples for found in self.comparison.values() if not found.p.exact]
        if drawn:
            text += (
                f"Where these are too many to count, {drawn[0]:,} random ones stand for all;\n"
                "± is the standard error.\n"
            )
        return text

    def _facts(self) -> str:
        """How many queries there are, and which of them are special."""
        several = len(self.systems) > 1
        evaluations = list(self.systems.items())
        lines = [f"queries: {len(evaluations[0][1].queries):,}"]
        for name, evaluation in evaluations:
            of = f" ({name})" if several else ""
            gaps = [f"{m} {len(q):,}" for m, q in evaluation.undefined.items() if q]
            if gaps:
                lines.append(f"undefined{of}: {', '.join(gaps)}; {self.counted_as()}")
            if evaluation.missing:
                count = len(evaluation.missing)
                lines.append(f"missing{of}: {count:,}; counted as empty lists")
        if self.scores_as != "double":
            lines.append(f"scores: compared in {self.scores_as} precision")
        return "\n".join(lines) + "\n"

    def counted_as(self) -> str:
        """What became of queries where a metric has no value."""
        return "left out of the mean" if self.counted == "skip" else f"counted as {self.counted}"


def _means(evaluation: Evaluation) -> list[str]:
    return [_short(mean) for mean in evaluation.means.values()]


def _short(value: float) -> str:
    return rounded(value, 4)


def _named(values: Mapping[Metric, float]) -> dict[str, Any]:
    return {str(metric): plain(value) for metric, value in values.items()}
