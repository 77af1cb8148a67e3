"""Copy as Python: a script that computes the numbers of a page again, with irviz.

A script prints a line for each number: the system, the query (``all`` for the mean), the metric and
the value in full, with tabs between. Ids and names from users stand in it as quoted text only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from irviz.formats.contents import Qrels, Run
    from irviz.metrics import Metric


@dataclass(frozen=True)
class Numbers:
    """What the numbers on a page were computed from.

    Args:
        metrics: The metrics, cut where they are to be cut.
        qrels: The judgments, or the name of the file that has them.
        runs: By the system's name the run; the name of its file where the judgments are in a file
            too. Several runs are compared, each with those before it.
        depth: With a number n, the metrics are cut at every k from 1 to n in place of their own
            cutoffs: that makes the curves.
        threshold: The lowest grade that counts as relevant.
        undefined: What a metric without a value counts as, as for `irviz.metrics.evaluate`.
        seed: The seed of the randomisation test and of the bootstrap.

    Raises:
        ValueError: There is no metric or no run, or some data is in files and some is not.
    """

    metrics: Sequence[Metric]
    qrels: Qrels | str
    runs: Mapping[str, Run] | Mapping[str, str]
    depth: int | None = None
    threshold: int = 1
    undefined: float | str | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        if not self.metrics or not self.runs:
            raise ValueError("a script needs a metric and a run at least")
        if {isinstance(run, str) for run in self.runs.values()} != {self.in_files}:
            raise ValueError("judgments and runs must be all in files, or none of them")

    @property
    def in_files(self) -> bool:
        """Whether the data is in files, and not in the script."""
        return isinstance(self.qrels, str)

    def named(self) -> dict[str, str]:
        """For each metric's name its name without the cutoff, as Python quotes it."""
        return {
            str(m): repr(str(m) if m.cutoff is None else str(m).rpartition("@")[0])
            for m in self.metrics
        }


_SHOWN = """
evaluations = {{}}
for system, run in runs.items():
    evaluation = evaluate(qrels, run, metrics{options})
    evaluations[system] = evaluation
    for query, values in evaluation.per_query.items():
        for metric, value in values.items():
            print(system, query, metric, value, sep="\\t")
    for metric, mean in evaluation.means.items():
        print(system, "all", metric, mean, sep="\\t")
"""

_COMPARED = """
comparisons = compare_all(evaluations, seed={seed})
correct = corrected(comparisons)
for (a, b), found in comparisons.items():
    for metric, one in found.items():
        told = {{
            "difference": one.mean,
            "interval low": one.interval.low,
            "interval high": one.interval.high,
            "wins": one.wins,
            "ties": one.ties,
            "losses": one.losses,
            "p value": one.p.value,
            "p error": one.p.error,
            "resamples": one.p.resamples,
            "p value (Holm)": correct[a, b][metric].p.value,
            "t p value": one.t.value,
            "t p value (Holm)": correct[a, b][metric].t.value,
        }}
        for name, value in told.items():
            print(name{pair}, "all", metric, value, sep="\\t")
"""

_READ = """\
judgments = read_file({qrels}, wanted="qrels")
qrels = judgments.qrels
runs = {{
    system: paired(judgments, read_file(file, wanted="run")).run
    for system, file in {files}.items()
}}
"""


def with_irviz(numbers: Numbers) -> str:
    """A script that needs irviz and computes every number, to the last bit.

    Files are read by `irviz.formats.read_file`, which guesses the columns of tables; where a guess
    was corrected, export the data and name the exported files.

    Example:
        >>> from irviz.metrics import RR
        >>> script = with_irviz(Numbers([RR], {"q": {"b": 1}}, {"A": {"q": {"a": 2.0, "b": 1.0}}}))
        >>> exec(script)  # doctest: +NORMALIZE_WHITESPACE
        A   q   RR  0.5
        A   all RR  0.5
    """
    comparing = len(numbers.runs) > 1
    tools = (
        ["compare_all", "corrected"] * comparing
        + ["evaluate"]
        + ["parse"] * (numbers.depth is not None)
    )
    parts = ['"""Ranking metrics, computed with irviz."""\n\n']
    if numbers.in_files:
        parts.append("from irviz.formats import paired, read_file\n")
    parts.append(f"from irviz.metrics import {', '.join(tools)}\n\n")
    if numbers.in_files:
        files = dict(numbers.runs)
        parts.append(_READ.format(qrels=repr(numbers.qrels), files=repr(files)))
    else:
        parts += data(numbers)
    parts.append(f"metrics = {_metrics(numbers)}\n")
    parts.append(_SHOWN.format(options=_options(numbers)))
    if comparing:
        pair = ' + f" of {b} against {a}"' if len(numbers.runs) > 2 else ""
        parts.append(_COMPARED.format(seed=repr(numbers.seed), pair=pair))
    return "".join(parts)


def data(numbers: Numbers) -> list[str]:
    """The judgments and the runs as assignments to ``qrels`` and ``runs``, a query in a line."""
    parts = ["qrels = {\n", *_queries(numbers.qrels, "    "), "}\n", "runs = {\n"]
    for system, run in numbers.runs.items():
        parts += [f"    {system!r}: {{\n", *_queries(run, "        "), "    },\n"]
    return [*parts, "}\n"]


def _queries(queries: object, indent: str) -> list[str]:
    if not isinstance(queries, dict):
        raise TypeError(f"write dictionaries into a script, not {type(queries).__name__}")
    return [f"{indent}{query!r}: {dict(listed)!r},\n" for query, listed in queries.items()]


def _metrics(numbers: Numbers) -> str:
    names = numbers.named()
    if numbers.depth is None:
        return f"[{', '.join(map(repr, names))}]"
    uncut = ", ".join(dict.fromkeys(names.values()))
    return f"[parse(name) @ k for name in [{uncut}] for k in range(1, {numbers.depth} + 1)]"


def _options(numbers: Numbers) -> str:
    options = "" if numbers.threshold == 1 else f", threshold={numbers.threshold!r}"
    undefined = numbers.undefined
    if undefined is None:
        return options
    is_nan = undefined != undefined  # noqa: PLR0124 - only NaN differs from itself
    written = "float('nan')" if is_nan else repr(undefined)
    return f"{options}, undefined={written}"
