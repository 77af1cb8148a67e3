"""Results of many queries to share, as a hand has left them: values, runs and judgments."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TypeVar

from irviz.formats import trec
from irviz.formats.export import boards
from irviz.formats.export.values import MEAN, Values, of_comparisons, run_of
from irviz.metrics.scores import read_scores
from irviz.state.collection import apply_cutoff

if TYPE_CHECKING:
    from collections.abc import Mapping

    from irviz.formats.records import Qrels, Run
    from irviz.formats.spreadsheet import Cell
    from irviz.state.board import Board
    from irviz.state.collection import Collection, ReportProgress

_T = TypeVar("_T")

_LARGEST = sys.float_info.max


def values(results: Collection, k: int) -> Values:
    """Every metric at `k` for each query and each run, and the means in rows called ``all``.

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
        rows += [
            (run, query, *each)
            for query, each in zip(results.queries, zip(*columns.values(), strict=True), strict=True)
        ]
        rows.append((run, MEAN, *results.means(run, k).values()))
    return Values(("run", "query", *names), rows)


def comparisons(results: Collection, k: int) -> Values:
    """Each run against those before it under every metric, as they were brought; see `of_comparisons`.

    Raises:
        ValueError: There is one run only.

    Example:
        >>> from irviz.scenarios.sample import sample
        >>> comparisons(sample(), 5).rows[0][:3]
        ('A', 'B', 'P@5')
    """
    evaluations = {name: results.evaluation(name, k) for name in results.runs}
    return of_comparisons(evaluations, results.comparisons(k))


def run(results: Collection, name: str) -> Run:
    """A run with the orders that a hand has changed; those queries get scores by rank.

    Where scores are compared in single precision they are given so, and whoever reads them gets the
    order that was seen. A score beyond what a single float holds is the largest that a file holds.

    Example:
        >>> from irviz.state.collection import Collection
        >>> results = Collection({"q": {"a": 1}}, {"A": {"q": {"b": 0.9, "a": 0.7}}})
        >>> run(results, "A"), run(results.with_edit("A", "q", results.board("A", "q").ideal()), "A")
        ({'q': {'b': 0.9, 'a': 0.7}}, {'q': {'a': 2.0, 'b': 1.0}})
    """
    changed = {
        query: boards.documents(board)
        for (of, query), board in results.edits.items()
        if of == name and board.order != results.original_board(of, query).order
    }
    return {**{query: _compared(found, results) for query, found in results.runs[name].items()}, **run_of(changed)}


def _compared(scores: Mapping[str, float], results: Collection) -> dict[str, float]:
    if results.scores_as == "double":
        return dict(scores)
    single = read_scores(scores, "single").items()
    return {document: max(-_LARGEST, min(score, _LARGEST)) for document, score in single}


def judgments(results: Collection) -> Qrels:
    """The judgments with those that a hand has changed; of two changes that differ, run A's counts.

    Example:
        >>> from irviz.state.collection import Collection
        >>> results = Collection({"q": {"a": 1, "x": -1}}, {"A": {"q": {"b": 2.0, "a": 1.0}}})
        >>> judgments(results.with_edit("A", "q", results.board("A", "q").grade(0, 1)))
        {'q': {'a': 1, 'x': -1, 'b': 1}}
    """
    found = {query: dict(grades) for query, grades in results.qrels.items()}
    for name in reversed(list(results.runs)):
        for (of, query), board in results.edits.items():
            if of == name:
                _judge(found[query], board, results.original_board(of, query))
    return found


def run_file(results: Collection, name: str) -> str:
    """A run as TREC has it; blanks in the queries' ids become hyphens.

    Raises:
        FormatError: A document's id has blanks in it, or two queries cannot be told apart without.
    """
    return trec.write_run(_hyphened(run(results, name)), name)


def qrels_file(results: Collection) -> str:
    """The judgments as TREC has them, and as in `run_file`."""
    return trec.write_qrels(_hyphened(judgments(results)))


def made(results: Collection, kind: str, form: str, k: int, told: ReportProgress) -> str | bytes:
    """A file of the results, as another process makes it where they are many.

    Args:
        results: The results.
        kind: ``"values"``, ``"comparisons"``, ``"qrels"``, or the name of a run.
        form: Of the first two, ``"csv"``, ``"json"``, ``"parquet"`` or ``"xlsx"``.
        k: Their cutoff.
        told: Hears when half of it is done.

    Raises:
        FormatError: As for `run_file`.
    """
    if kind not in _TABLES:
        return qrels_file(results) if kind == "qrels" else run_file(results, kind)
    table = _TABLES[kind](results, k)
    told(0.5)
    match form:
        case "csv":
            return table.csv()
        case "json":
            return table.json()
    return table.parquet() if form == "parquet" else table.excel()


_TABLES = {"values": values, "comparisons": comparisons}


def _hyphened(lists: Mapping[str, _T]) -> Mapping[str, _T]:
    named = {"-".join(query.split()): found for query, found in lists.items()}
    return named if len(named) == len(lists) else lists


def _judge(grades: dict[str, int], board: Board, fresh: Board) -> None:
    """Put down what was judged anew, and take out what is unjudged now."""
    for index, item in enumerate(board.items):
        now, before = (None if index in one.unjudged else one.grades[index] for one in (board, fresh))
        if now == before:
            continue
        if now is None:
            grades.pop(item.id, None)
        else:
            grades[item.id] = now
