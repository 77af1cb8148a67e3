"""Export of results of many queries, with the user's changes: values, runs and judgments."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TypeVar

from irviz.formats import trec
from irviz.formats.export import boards
from irviz.formats.export.values import MEAN, Values, run_from_lists, tabulate_comparisons
from irviz.metrics.scores import apply_precision
from irviz.state.collection import apply_cutoff

if TYPE_CHECKING:
    from collections.abc import Mapping

    from irviz.formats.records import Qrels, Run
    from irviz.formats.spreadsheet import Cell
    from irviz.state.collection import Collection, ReportProgress

_T = TypeVar("_T")

_LARGEST = sys.float_info.max


def values(results: Collection, k: int) -> Values:
    """A table with a row for each query of each run and a column for each metric at `k`; rows ``all`` have means.

    Example:
        >>> from irviz.state.collection import Collection
        >>> results = Collection({"q": {"a": 1, "b": 0}}, {"A": {"q": {"b": 2.0, "a": 1.0}}})
        >>> values(results, 1).header[:3], values(results, 2).rows[0][:3]
        (('run', 'query', 'P@1'), ('A', 'q', 0.5))
    """
    rows: list[tuple[Cell, ...]] = []
    names = [str(apply_cutoff(metric, k)) for metric in results.metrics]
    for run in results.runs:
        columns = results.values(run, k)
        name = _name_run(results, run)
        rows += [
            (name, query, *each)
            for query, each in zip(results.queries, zip(*columns.values(), strict=True), strict=True)
        ]
        rows.append((name, MEAN, *results.means(run, k).values()))
    return Values(("run", "query", *names), rows)


def comparisons(results: Collection, k: int) -> Values:
    """A table of each run against those before it under every metric at `k`, without a visitor's changes.

    Raises:
        ValueError: There is one run only.

    Example:
        >>> from irviz.scenarios.sample import make_sample
        >>> comparisons(make_sample(), 5).rows[0][:3]
        ('A', 'B', 'P@5')
    """
    names = {run: _name_run(results, run) for run in results.runs}
    evaluations = {name: results.evaluation(run, k) for run, name in names.items()}
    compared = {(names[a], names[b]): found for (a, b), found in results.comparisons(k).items()}
    return tabulate_comparisons(evaluations, compared)


def _name_run(results: Collection, run: str) -> str:
    """A run's name in a table: the file that it came from, else its letter."""
    return results.label_run(run) if run in results.files else run


def run(results: Collection, name: str) -> Run:
    """A run's scores by query and document; lists that the visitor reordered have scores made from ranks.

    Scores that are compared in single precision are rounded to it, so that programs that read the file have the
    same order. A score too large for that is the largest float.

    Example:
        >>> from irviz.state.collection import Collection
        >>> results = Collection({"q": {"a": 1}}, {"A": {"q": {"b": 0.9, "a": 0.7}}})
        >>> run(results, "A"), run(results.with_edit("A", "q", results.board("A", "q").ideal()), "A")
        ({'q': {'b': 0.9, 'a': 0.7}}, {'q': {'a': 2.0, 'b': 1.0}})
    """
    changed = {
        query: boards.document_ids(board)
        for (of, query), board in results.edits.items()
        if of == name and board.order != results.original_board(of, query).order
    }
    return {
        **{query: _export_scores(found, results) for query, found in results.runs[name].items()},
        **run_from_lists(changed),
    }


def _export_scores(scores: Mapping[str, float], results: Collection) -> dict[str, float]:
    """A query's scores in the precision in which they are compared; infinite ones become the largest float."""
    if results.scores_as == "double":
        return dict(scores)
    single = apply_precision(scores, "single").items()
    return {document: max(-_LARGEST, min(score, _LARGEST)) for document, score in single}


def judgments(results: Collection) -> Qrels:
    """The grades by query and document, with the visitor's changes.

    Example:
        >>> from irviz.state.collection import Collection
        >>> results = Collection({"q": {"a": 1, "x": -1}}, {"A": {"q": {"b": 2.0, "a": 1.0}}})
        >>> judgments(results.with_edit("A", "q", results.board("A", "q").grade(0, 1)))
        {'q': {'a': 1, 'x': -1, 'b': 1}}
    """
    found = {query: dict(grades) for query, grades in results.qrels.items()}
    for _, query in results.edits:
        before = results.qrels[query]
        judged = results.judgments(query).items()
        found[query] = {name: grade for name, grade in judged if grade >= 0 or before.get(name, 0) < 0}
    return found


def run_file(results: Collection, name: str) -> str:
    """The run called ``name`` as the text of a TREC file; blanks in query ids become hyphens.

    Raises:
        FormatError: A document's id has blanks in it, or two queries cannot be told apart without.
    """
    return trec.write_run(_hyphenate_queries(run(results, name)), name)


def qrels_file(results: Collection) -> str:
    """The judgments as the text of a TREC file; blanks in query ids become hyphens."""
    return trec.write_qrels(_hyphenate_queries(judgments(results)))


def write_file(results: Collection, kind: str, form: str, k: int, report_progress: ReportProgress) -> str | bytes:
    """The content of an exported file: a table, the judgments, or a run.

    Args:
        results: The results.
        kind: ``"values"``, ``"comparisons"``, ``"qrels"``, or the name of a run.
        form: The format of the first two: ``"csv"``, ``"json"``, ``"parquet"`` or ``"xlsx"``.
        k: The cutoff of the values.
        report_progress: Called with 0.5 when half of the work is done.

    Raises:
        FormatError: As for `run_file`.
    """
    if kind not in _TABLES:
        return qrels_file(results) if kind == "qrels" else run_file(results, kind)
    table = _TABLES[kind](results, k)
    report_progress(0.5)
    match form:
        case "csv":
            return table.csv()
        case "json":
            return table.json()
    return table.parquet() if form == "parquet" else table.excel()


_TABLES = {"values": values, "comparisons": comparisons}


def _hyphenate_queries(lists: Mapping[str, _T]) -> Mapping[str, _T]:
    """A copy with hyphens for the blanks in query ids; unchanged if that makes two ids equal."""
    named = {"-".join(query.split()): found for query, found in lists.items()}
    return named if len(named) == len(lists) else lists
