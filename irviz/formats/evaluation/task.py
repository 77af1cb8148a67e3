"""From the names of files to a report: what ``irviz evaluate`` does."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from math import nan
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from irviz.formats.errors import FormatError, named
from irviz.formats.evaluation.report import Report
from irviz.formats.limits import COMMAND
from irviz.formats.pairing import paired
from irviz.formats.reading import read, read_file
from irviz.metrics import compare, evaluate, parse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from irviz.formats.contents import Contents, Qrels
    from irviz.formats.guessing.guess import Kind
    from irviz.metrics import Comparison, Evaluation, Metric
    from irviz.metrics.scores import ScoresAs

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
    """What is to be computed.

    Args:
        qrels: The file of the judgments; ``-`` is standard input, once in a task.
        runs: The files of the runs.
        metrics: The metrics, by name.
        undefined: What a metric counts as where it has no value; None leaves it to the metric.
        threshold: The lowest grade that counts as relevant.
        compare: Whether to compare the two runs.
        seed: The seed of the randomisation test.
        scores_as: The precision in which scores are compared, as for `irviz.metrics.evaluate`.
        per_query: Whether the report shows each query.
        strict: Whether to refuse a run with queries that nobody judged.

    Raises:
        ValueError: There are not two runs to compare, or two standard inputs.

    Example:
        >>> Task("qrels.txt", ["a.run"], ["AP"], compare=True)
        Traceback (most recent call last):
        ...
        ValueError: a comparison takes two runs, not 1
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

    def __post_init__(self) -> None:
        if self.compare and len(self.runs) != 2:
            raise ValueError(f"a comparison takes two runs, not {len(self.runs)}")
        if [self.qrels, *self.runs].count(STANDARD_INPUT) > 1:
            raise ValueError("standard input can be one of the files only")


def evaluated(task: Task) -> Report:
    """Read the files, evaluate the runs, and compare them where that is asked for.

    Raises:
        OSError: A file cannot be opened.
        FormatError: A file is not what it should be, or runs and judgments do not fit together.
        MetricsError: A metric's name is no such thing, or the threshold is none.
    """
    metrics = [parse(name) for name in task.metrics]
    qrels = _read(task.qrels, "qrels")
    notes = _notes(qrels)
    systems: dict[str, Evaluation] = {}
    left_out: dict[str, Sequence[str]] = {}
    for path, name in zip(task.runs, _names(task.runs), strict=True):
        run = _read(path, "run", qrels.qrels)
        pair = paired(qrels, run, strict=task.strict)
        notes += [*_notes(run), *pair.notes]
        left_out[name] = pair.left_out
        systems[name] = evaluate(
            pair.qrels,
            pair.run,
            metrics,
            threshold=task.threshold,
            undefined=_UNDEFINED[task.undefined],
            scores_as=task.scores_as,
        )
    return Report(
        qrels=_shown(task.qrels),
        systems=systems,
        comparison=_compared(task, systems) if task.compare else {},
        left_out=left_out,
        counted=task.undefined or "0",
        scores_as=task.scores_as,
        per_query=task.per_query,
        notes=notes,
    )


def _compared(task: Task, systems: dict[str, Evaluation]) -> dict[Metric, Comparison]:
    a, b = systems.values()
    if task.undefined in {"nan", "skip"}:
        for metric, queries in a.undefined.items():
            if queries:
                raise FormatError(
                    "a value for each query",
                    f"none of {metric} for {len(queries):,} of them",
                    hint="compare with undefined counted as 0 or 1",
                )
    return compare(a, b, seed=task.seed)


def _read(path: str, wanted: Kind, judged: Qrels | None = None) -> Contents:
    if path == STANDARD_INPUT:
        name = _shown(path)
        return read(sys.stdin.buffer, name, wanted=wanted, limits=COMMAND, judged=judged)
    return read_file(path, wanted=wanted, judged=judged)


def _names(paths: Sequence[str]) -> list[str]:
    """What each run is called: its file, or where several are called so its path, or its place."""
    shown = [_shown(path) for path in paths]
    for names in ([Path(path).name for path in shown], shown):
        if len(set(names)) == len(names):
            return names
    return [f"{i} {path}" for i, path in enumerate(shown, 1)]


def _shown(path: str) -> str:
    return "standard input" if path == STANDARD_INPUT else named(path)


def _notes(contents: Contents) -> list[str]:
    return [f"{contents.name}: {note}" for note in contents.notes]
