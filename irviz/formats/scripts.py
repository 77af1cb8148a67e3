"""Copy as Python: scripts that compute the numbers of a page again, with irviz, or with ir_measures.

A script prints a line for each number: the system, the query (``all`` for the mean), the metric and
the value in full, with tabs between. Ids and names from users stand in it as quoted text only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from irviz.formats.records import Qrels, Run
    from irviz.metrics import Metric


@dataclass(frozen=True)
class Numbers:
    """What a script has to compute again: metrics, and the judgments and runs they are computed from.

    Args:
        metrics: The metrics, cut where they are to be cut.
        qrels: The judgments, or the name of the file that has them.
        runs: By the system's name the run; the name of its file where the judgments are in a file
            too. Several runs are compared, each with those before it.
        depth: With a number n, the metrics are cut at every k from 1 to n, for curves, and not at
            their own cutoffs.
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
        """Raise a ValueError where there is no metric or run, or only some data is in files."""
        if not self.metrics or not self.runs:
            raise ValueError("a script needs a metric and a run at least")
        if {isinstance(run, str) for run in self.runs.values()} != {self.in_files}:
            raise ValueError("judgments and runs must be all in files, or none of them")

    @property
    def in_files(self) -> bool:
        """Whether the script reads the data from files instead of holding it."""
        return isinstance(self.qrels, str)

    def quote_names(self) -> dict[str, str]:
        """For each metric, by its notation: its name without the cutoff, as a Python string literal."""
        return {str(m): repr(str(m) if m.cutoff is None else str(m).rpartition("@")[0]) for m in self.metrics}


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


def write_irviz_script(numbers: Numbers) -> str:
    """The text of a Python script that computes every number with irviz, to the last bit.

    Files are read by `irviz.formats.read_file`, which guesses the columns of tables; where a guess
    was corrected, export the data and name the exported files.

    Example:
        >>> from irviz.metrics import RR
        >>> script = write_irviz_script(Numbers([RR], {"q": {"b": 1}}, {"A": {"q": {"a": 2.0, "b": 1.0}}}))
        >>> exec(script)  # doctest: +NORMALIZE_WHITESPACE
        A   q   RR  0.5
        A   all RR  0.5
    """
    # Of one query there is nothing to test.
    comparing = len(numbers.runs) > 1 and (numbers.in_files or len(numbers.qrels) > 1)
    tools = ["compare_all", "corrected"] * comparing + ["evaluate"] + ["parse"] * (numbers.depth is not None)
    parts = ['"""Ranking metrics, computed with irviz."""\n\n']
    if numbers.in_files:
        parts.append("from irviz.formats import paired, read_file\n")
    parts.append(f"from irviz.metrics import {', '.join(tools)}\n\n")
    if numbers.in_files:
        parts.append(_READ.format(qrels=repr(numbers.qrels), files=repr(dict(numbers.runs))))
    else:
        parts += format_data(numbers)
    parts.append(f"metrics = {_format_metrics(numbers)}\n")
    parts.append(_SHOWN.format(options=_format_options(numbers)))
    if comparing:
        pair = ' + f" of {b} against {a}"' if len(numbers.runs) > 2 else ""
        parts.append(_COMPARED.format(seed=repr(numbers.seed), pair=pair))
    return "".join(parts)


def format_data(numbers: Numbers) -> list[str]:
    """Lines of Python that assign the judgments and runs, by query and document, to ``qrels`` and ``runs``."""
    parts = ["qrels = {\n", *_format_queries(numbers.qrels, "    "), "}\n", "runs = {\n"]
    for system, run in numbers.runs.items():
        parts += [f"    {system!r}: {{\n", *_format_queries(run, "        "), "    },\n"]
    return [*parts, "}\n"]


def _format_queries(queries: object, indent: str) -> list[str]:
    """Lines of Python, each an item of a dictionary by query; a TypeError where ``queries`` is no dictionary."""
    if not isinstance(queries, dict):
        raise TypeError(f"write dictionaries into a script, not {type(queries).__name__}")
    return [f"{indent}{query!r}: {dict(listed)!r},\n" for query, listed in queries.items()]


def _format_metrics(numbers: Numbers) -> str:
    """A Python expression for the list of the metrics, or of each at every cutoff down to the depth."""
    names = numbers.quote_names()
    if numbers.depth is None:
        return f"[{', '.join(map(repr, names))}]"
    uncut = ", ".join(dict.fromkeys(names.values()))
    return f"[parse(name) @ k for name in [{uncut}] for k in range(1, {numbers.depth} + 1)]"


def _format_options(numbers: Numbers) -> str:
    """The threshold and undefined value as Python keyword arguments, after a comma; empty for the defaults."""
    options = "" if numbers.threshold == 1 else f", threshold={numbers.threshold!r}"
    undefined = numbers.undefined
    if undefined is None:
        return options
    is_nan = undefined != undefined  # noqa: PLR0124 - only NaN differs from itself
    written = "float('nan')" if is_nan else repr(undefined)
    return f"{options}, undefined={written}"


_HELPERS = '''

def placed(run):
    """The run with places for scores: higher first, and the greater id of equal ones."""
    places = {}
    for query, scores in run.items():
        worst_first = sorted(scores, key=lambda doc: (scores[doc], doc))
        places[query] = {doc: float(place) for place, doc in enumerate(worst_first, 1)}
    return places


def values(measure, qrels, run):
    """The value of a measure on each query."""
    found = dict.fromkeys(qrels, 0.0)
    for row in ir_measures.iter_calc([measure], qrels, run):
        found[row.query_id] = row.value
    return found


def show(system, metric, found):
    """A line for each query, and one for the mean."""
    for query, value in found.items():
        print(system, query, metric, value, sep="\\t")
    print(system, "all", metric, sum(found.values()) / len(found), sep="\\t")


'''

_F1 = '''\
def f1(precision, recall):
    """The harmonic mean of precision and recall on each query."""
    return {
        query: 2 * p * recall[query] / (p + recall[query]) if p else 0.0
        for query, p in precision.items()
    }


'''

_READ_TREC = '''\
def read_qrels(path):
    """The judgments of a TREC file."""
    qrels = {{}}
    for row in ir_measures.read_trec_qrels(path):
        qrels.setdefault(row.query_id, {{}})[row.doc_id] = row.relevance
    return qrels


def read_run(path):
    """The run of a TREC file."""
    run = {{}}
    for row in ir_measures.read_trec_run(path):
        run.setdefault(row.query_id, {{}})[row.doc_id] = row.score
    return run


qrels = read_qrels({qrels})
runs = {{system: read_run(file) for system, file in {files}.items()}}
'''

_SPAM = """\
# A grade below 0 counts as 0, and pytrec_eval does not always survive it.
qrels = {
    query: {doc: max(grade, 0) for doc, grade in grades.items()} for query, grades in qrels.items()
}
"""

_GAINS = """\
# Exponential gain is linear gain on 2**grade - 1.
gains = {
    query: {doc: 2**grade - 1 for doc, grade in grades.items()}
    for query, grades in qrels.items()
}
"""


def write_ir_measures_script(numbers: Numbers) -> str:
    r"""The text of a Python script that computes what ir_measures supports; a comment lists the rest.

    F1 is computed from P and R, nDCG with exponential gain as nDCG on judgments whose grades are those gains.
    The script replaces scores by ranks, so that ties are ordered as in trec_eval. Files must be TREC's.

    Source: ir_measures 0.4.3, https://ir-measur.es.

    Example:
        >>> from irviz.metrics import DCG, P
        >>> script = write_ir_measures_script(Numbers([P @ 1, DCG @ 1], {"q": {"a": 1}}, {"A": {"q": {}}}))
        >>> print("\n".join(script.splitlines()[-5:]))
        # ir_measures does not have DCG@1.
        <BLANKLINE>
        for system, run in runs.items():
            run = placed(run)
            show(system, 'P@1', values(P@1, qrels, run))
    """
    shown, unknown, imports, gained = _ir_measures_lines(numbers)
    parts = ['"""Ranking metrics, computed with ir_measures."""\n\nimport ir_measures\n']
    if imports:
        parts.append(f"from ir_measures import {', '.join(sorted(imports))}\n")
    parts.append(_HELPERS)
    if any("f1(" in line for line in shown):
        parts.append(_F1)
    if numbers.in_files:
        parts.append(_READ_TREC.format(qrels=repr(numbers.qrels), files=repr(dict(numbers.runs))))
    else:
        parts += format_data(numbers)
    if numbers.in_files or _has_negative_grades(numbers):
        parts.append(_SPAM)
    if gained:
        parts.append(_GAINS)
    if unknown:
        parts.append(f"# ir_measures does not have {', '.join(unknown)}.\n")
    if _counts_undefined_nonzero(numbers):
        parts.append("# Where nothing is relevant, ir_measures counts 0.\n")
    parts.append("\nfor system, run in runs.items():\n    run = placed(run)\n")
    indent = "    "
    if numbers.depth is not None and shown:
        parts.append(f"    for k in range(1, {numbers.depth} + 1):\n")
        indent = "        "
    parts += [f"{indent}{line}\n" for line in shown]
    return "".join(parts)


def _ir_measures_lines(numbers: Numbers) -> tuple[list[str], list[str], set[str], bool]:
    """Lines of Python that print each metric, the unsupported metrics, and what to import from ir_measures.

    The last result is whether the script has to turn grades into exponential gains.
    """
    lines: dict[str, None] = {}
    unknown: dict[str, None] = {}
    imports: set[str] = set()
    gained = False
    names = numbers.quote_names()
    for metric in numbers.metrics:
        label, cut = repr(str(metric)), None if metric.cutoff is None else str(metric.cutoff)
        if numbers.depth is not None:
            name = names[str(metric)]
            label, cut = f"f{name[:-1]}@{{k}}{name[-1]}", "k"
        made = translate_metric(metric, cut, numbers.threshold, _highest_grade(numbers))
        if made is None:
            unknown[str(metric)] = None
            continue
        lines[f"show(system, {label}, {made.code})"] = None
        imports.update(made.imports)
        gained = gained or made.gained
    return list(lines), list(unknown), imports, gained


def _highest_grade(numbers: Numbers) -> int:
    """The highest grade in the judgments; 0 where they are in a file."""
    if isinstance(numbers.qrels, str):
        return 0
    return max((grade for each in numbers.qrels.values() for grade in each.values()), default=0)


def _has_negative_grades(numbers: Numbers) -> bool:
    """Whether the judgments, if the script holds them, have a negative grade."""
    return not isinstance(numbers.qrels, str) and any(
        grade < 0 for each in numbers.qrels.values() for grade in each.values()
    )


def _counts_undefined_nonzero(numbers: Numbers) -> bool:
    """Whether a query on which a metric is undefined counts as anything but 0."""
    if numbers.undefined is not None:
        return numbers.undefined != 0
    return any(metric.undefined != 0 for metric in numbers.metrics)


HIGHEST_GAINED = 15
"""Above this grade, exponential gains are too large for trec_eval, which ir_measures calls."""

_BY_RELEVANCE = {"P", "R", "RR", "AP", "Rprec", "Success"}
_WHOLE = {"P": "SetP", "R": "SetR"}
_OPEN = {"rel", "undefined", "gain"}


class Recipe(NamedTuple):
    """How to compute a metric with ir_measures.

    Attributes:
        code: A Python expression for the metric's value on each query; it calls helpers of the script.
        imports: The names that the expression needs from ir_measures.
        gained: Whether the expression needs judgments whose grades are exponential gains.
    """

    code: str
    imports: tuple[str, ...]
    gained: bool = False


def translate_metric(metric: Metric, cut: str | None, threshold: int = 1, top: int = 0) -> Recipe | None:
    """How to compute the metric at cutoff ``cut`` with ir_measures; None if it cannot.

    Args:
        metric: The metric; its own cutoff does not matter.
        cut: The cutoff as Python code, ``"10"`` or a variable, or None for the whole list.
        threshold: The lowest grade that counts as relevant, where the metric has none of its own.
        top: The highest grade in the judgments.

    Source: ir_measures 0.4.3, each recipe run beside irviz.

    Example:
        >>> from irviz.metrics import DCG, F1, P
        >>> translate_metric(P, "10", threshold=2).code
        'values(P(rel=2)@10, qrels, run)'
        >>> translate_metric(F1, "k").code
        'f1(values(P@k, qrels, run), values(R@k, qrels, run))'
        >>> translate_metric(DCG, "10")
    """
    own = {parameter.name: getattr(metric, parameter.name) for parameter in metric.parameters}
    if any(own[p.name] != p.default for p in metric.parameters if p.name not in _OPEN):
        return None
    rel = own.get("rel") or threshold
    if metric.name == "F1":
        precision, recall = _format_measure("P", cut, rel), _format_measure("R", cut, rel)
        return Recipe(f"f1({precision.code}, {recall.code})", precision.imports + recall.imports)
    if metric.name == "nDCG":
        if own["gain"] == "linear":
            return _format_measure("nDCG", cut)
        if own["gain"] == "binary":  # ir_measures has no such gain
            return None
        return _format_measure("nDCG", cut, judgments="gains") if top <= HIGHEST_GAINED else None
    # R-precision has a cutoff of its own, and success needs one.
    if metric.name not in _BY_RELEVANCE or (metric.name, cut is None) in _SENSELESS:
        return None
    return _format_measure(metric.name, cut, rel)


_SENSELESS = {("Rprec", False), ("Success", True)}


def _format_measure(name: str, cut: str | None, rel: int = 1, judgments: str = "qrels") -> Recipe:
    """How to compute the ir_measures measure ``name`` at a cutoff and threshold.

    ``judgments`` is the variable that the script evaluates against: ``qrels``, or ``gains`` made of grades.
    """
    if cut is None:
        name = _WHOLE.get(name, name)
    measure = name if rel == 1 else f"{name}(rel={rel})"
    if cut is not None:
        measure += f"@{cut}"
    return Recipe(f"values({measure}, {judgments}, run)", (name,), judgments == "gains")
