"""Values to share, as CSV and JSON, and boards as the dictionaries that every writer takes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from irviz.formats.kinds.table import Cell, csv_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from irviz.formats.contents import Qrels, Run
    from irviz.metrics import Comparison, Evaluation, Metric

MEAN = "all"
"""What trec_eval calls the row of the means."""


class Values(NamedTuple):
    r"""A table of values, each in full.

    Attributes:
        header: The names of the columns.
        rows: The rows; a number that is none is NaN.

    Example:
        >>> values = Values(("k", "P@k"), [(1, 0.5), (2, float("nan"))])
        >>> print(values.csv(), end="")
        k,P@k
        1,0.5
        2,
        >>> values.json()
        '[\n{"k": 1, "P@k": 0.5},\n{"k": 2, "P@k": null}\n]\n'
    """

    header: tuple[str, ...]
    rows: list[tuple[Cell, ...]]

    def csv(self, delimiter: str = ",") -> str:
        """The table as CSV; no cell of it runs as a formula."""
        return csv_text(self.header, self.rows, delimiter)

    def json(self) -> str:
        """The table as a list of objects, one in a line; NaN is null."""
        lines = [
            json.dumps(dict(zip(self.header, map(plain, row), strict=True)), ensure_ascii=False)
            for row in self.rows
        ]
        return "[\n" + ",\n".join(lines) + "\n]\n"


def plain(value: Cell) -> Cell:
    """A value as JSON can hold it: NaN is None.

    Example:
        >>> plain(float("nan")), plain(0.5)
        (None, 0.5)
    """
    return None if value != value else value  # noqa: PLR0124 - only NaN differs from itself


def of_curves(curves: Mapping[str, Sequence[float]]) -> Values:
    """Curves as a table with a row for each cutoff, from 1.

    Args:
        curves: For each name, the values at k = 1, 2 and so on, all equally many.

    Example:
        >>> of_curves({"P@k": [1.0, 0.5], "R@k": [0.5, 0.5]}).rows
        [(1, 1.0, 0.5), (2, 0.5, 0.5)]
    """
    columns = zip(*curves.values(), strict=True)
    return Values(("k", *curves), [(k, *row) for k, row in enumerate(columns, 1)])


def of_evaluations(evaluations: Mapping[str, Evaluation]) -> Values:
    """The values of each query under each metric, and the means in rows called ``all``.

    Args:
        evaluations: By the names of the systems; with one, there is no column for it.

    Example:
        >>> from irviz.metrics import P, evaluate
        >>> evaluation = evaluate({"q1": {"a": 1}}, {"q1": {"a": 1.0}}, [P @ 1])
        >>> of_evaluations({"bm25": evaluation})
        Values(header=('query', 'P@1'), rows=[('q1', 1.0), ('all', 1.0)])
    """
    several = len(evaluations) > 1
    metrics = list(dict.fromkeys(m for each in evaluations.values() for m in each.values))
    rows: list[tuple[Cell, ...]] = []
    for system, evaluation in evaluations.items():
        front = (system,) if several else ()
        for query, values in evaluation.per_query.items():
            rows.append((*front, query, *(values.get(metric) for metric in metrics)))
        means = evaluation.means
        rows.append((*front, MEAN, *(means.get(metric) for metric in metrics)))
    header = ("system", "query") if several else ("query",)
    return Values((*header, *map(str, metrics)), rows)


def of_comparison(a: Evaluation, b: Evaluation, comparisons: Mapping[Metric, Comparison]) -> Values:
    """Two systems under each metric: means, difference, wins, ties, losses and how likely by chance.

    The last columns are those of a `PValue`: the p value, its standard error, how many ways to
    choose the signs were looked at, and whether these are all.

    Example:
        >>> from irviz.metrics import P, compare, evaluate
        >>> a = evaluate({"q": {"x": 1}}, {"q": ["y"]}, [P @ 1])
        >>> b = evaluate({"q": {"x": 1}}, {"q": ["x"]}, [P @ 1])
        >>> of_comparison(a, b, compare(a, b)).rows
        [('P@1', 0.0, 1.0, 1.0, 1, 0, 0, 1.0, 0.0, 2, True)]
    """
    counts = ("wins", "ties", "losses")
    p = ("p value", "p error", "resamples", "exact")
    header = ("metric", "a", "b", "difference", *counts, *p)
    rows: list[tuple[Cell, ...]] = [
        (str(m), a.means[m], b.means[m], c.mean, c.wins, c.ties, c.losses, *c.p)
        for m, c in comparisons.items()
    ]
    return Values(header, rows)


def run_of(lists: Mapping[str, Sequence[str]]) -> Run:
    """A run from documents in their order, with scores from the length of the list down to 1.

    Args:
        lists: For each query the ids of its documents, best first, each once.

    Example:
        >>> run_of({"q1": ["d7", "d2"]})
        {'q1': {'d7': 2.0, 'd2': 1.0}}
    """
    return {
        query: {document: float(len(ids) - i) for i, document in enumerate(ids)}
        for query, ids in lists.items()
    }


def qrels_of(
    lists: Mapping[str, Sequence[str]],
    grades: Mapping[str, Sequence[int]],
    missed: Mapping[str, Sequence[int]] | None = None,
) -> Qrels:
    """Judgments from documents and their grades.

    Args:
        lists: For each query the ids of its documents.
        grades: For each query their grades, in the same order.
        missed: For each query the grades of judged documents that were not retrieved; as these have
            no ids, they get some: ``missed1`` and so on.

    Raises:
        ValueError: A query has another number of grades than of documents.

    Example:
        >>> qrels_of({"q1": ["d7", "d2"]}, {"q1": [1, 0]}, {"q1": [2]})
        {'q1': {'d7': 1, 'd2': 0, 'missed1': 2}}
    """
    qrels = {}
    for query, ids in lists.items():
        judged = dict(zip(ids, grades[query], strict=True))
        number = 0
        for grade in (missed or {}).get(query, ()):
            number += 1
            while (name := f"missed{number}") in judged:
                number += 1
            judged[name] = grade
        qrels[query] = judged
    return qrels
