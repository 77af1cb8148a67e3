"""Copy as Python, with ir_measures: for those who trust the tool they know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irviz.formats.code.recipes import recipe
from irviz.formats.code.with_irviz import data

if TYPE_CHECKING:
    from irviz.formats.code.with_irviz import Numbers

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

_READ = '''\
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


def with_ir_measures(numbers: Numbers) -> str:
    r"""A script that needs ir_measures and computes what it knows; a comment names the rest.

    F1 is made of its P and R, and nDCG with exponential gain of its nDCG on grades that are gains.
    Scores are replaced by places, so that equal scores are ordered in one way, which is trec_eval's.
    Files must be TREC's.

    Source: ir_measures 0.4.3, https://ir-measur.es.

    Example:
        >>> from irviz.formats.code.with_irviz import Numbers
        >>> from irviz.metrics import DCG, P
        >>> script = with_ir_measures(Numbers([P @ 1, DCG @ 1], {"q": {"a": 1}}, {"A": {"q": {}}}))
        >>> print("\n".join(script.splitlines()[-5:]))
        # ir_measures does not have DCG@1.
        <BLANKLINE>
        for system, run in runs.items():
            run = placed(run)
            show(system, 'P@1', values(P@1, qrels, run))
    """
    shown, unknown, imports, gained = _shown(numbers)
    parts = ['"""Ranking metrics, computed with ir_measures."""\n\nimport ir_measures\n']
    if imports:
        parts.append(f"from ir_measures import {', '.join(sorted(imports))}\n")
    parts.append(_HELPERS)
    if any("f1(" in line for line in shown):
        parts.append(_F1)
    if numbers.in_files:
        parts.append(_READ.format(qrels=repr(numbers.qrels), files=repr(dict(numbers.runs))))
    else:
        parts += data(numbers)
    if numbers.in_files or _has_spam(numbers):
        parts.append(_SPAM)
    if gained:
        parts.append(_GAINS)
    if unknown:
        parts.append(f"# ir_measures does not have {', '.join(unknown)}.\n")
    if _counts_otherwise(numbers):
        parts.append("# Where nothing is relevant, ir_measures counts 0.\n")
    parts.append("\nfor system, run in runs.items():\n    run = placed(run)\n")
    indent = "    "
    if numbers.depth is not None and shown:
        parts.append(f"    for k in range(1, {numbers.depth} + 1):\n")
        indent = "        "
    parts += [f"{indent}{line}\n" for line in shown]
    return "".join(parts)


def _shown(numbers: Numbers) -> tuple[list[str], list[str], set[str], bool]:
    """The lines that show a metric each; the metrics left out; what is imported; whether gains are."""
    lines: dict[str, None] = {}
    unknown: dict[str, None] = {}
    imports: set[str] = set()
    gained = False
    names = numbers.named()
    for metric in numbers.metrics:
        label, cut = repr(str(metric)), None if metric.cutoff is None else str(metric.cutoff)
        if numbers.depth is not None:
            name = names[str(metric)]
            label, cut = f"f{name[:-1]}@{{k}}{name[-1]}", "k"
        made = recipe(metric, cut, numbers.threshold, _top(numbers))
        if made is None:
            unknown[str(metric)] = None
            continue
        lines[f"show(system, {label}, {made.code})"] = None
        imports.update(made.imports)
        gained = gained or made.gained
    return list(lines), list(unknown), imports, gained


def _top(numbers: Numbers) -> int:
    """The highest grade; 0 where it is in a file."""
    if isinstance(numbers.qrels, str):
        return 0
    return max((grade for each in numbers.qrels.values() for grade in each.values()), default=0)


def _has_spam(numbers: Numbers) -> bool:
    return not isinstance(numbers.qrels, str) and any(
        grade < 0 for each in numbers.qrels.values() for grade in each.values()
    )


def _counts_otherwise(numbers: Numbers) -> bool:
    """Whether irviz was told to count something else than 0 where a metric has no value."""
    if numbers.undefined is not None:
        return numbers.undefined != 0
    return any(metric.undefined != 0 for metric in numbers.metrics)
