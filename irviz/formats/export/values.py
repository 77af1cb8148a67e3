"""Values to share, as CSV and JSON, and boards as the dictionaries that every writer takes."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, NamedTuple

from irviz.formats.spreadsheet import Cell, format_csv, guard_text
from irviz.metrics import corrected

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pandas import DataFrame

    from irviz.formats.records import Qrels, Run
    from irviz.metrics import Comparison, Evaluation, Metric

MEAN = "all"
"""What trec_eval calls the row of the means."""


class Values(NamedTuple):
    r"""A table of names and unrounded numbers, to be written in several formats.

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
        """The table as CSV; texts that a spreadsheet would run as a formula get an apostrophe in front."""
        return format_csv(self.header, self.rows, delimiter)

    def json(self) -> str:
        """The table as a JSON list of objects, one on each line; NaN is null."""
        lines = [
            json.dumps(dict(zip(self.header, map(nan_to_none, row), strict=True)), ensure_ascii=False)
            for row in self.rows
        ]
        return "[\n" + ",\n".join(lines) + "\n]\n"

    def parquet(self) -> bytes:
        """The table as a Parquet file, numbers unrounded.

        Raises:
            ValueError: pandas or pyarrow is not installed.
        """
        out = io.BytesIO()
        try:
            self._frame().to_parquet(out, index=False)
        except ImportError:
            raise ValueError("Parquet needs pandas and pyarrow; CSV holds the same") from None
        return out.getvalue()

    def excel(self) -> bytes:
        """The table as an Excel workbook; texts that would run as a formula get an apostrophe in front.

        Raises:
            ValueError: pandas or openpyxl is not installed.
        """
        out = io.BytesIO()
        try:
            frame = self._frame()
            for name in frame.select_dtypes(["object", "str"]):
                frame[name] = frame[name].map(_guard_cell)
            frame.columns = [guard_text(name) for name in self.header]
            frame.to_excel(out, index=False, engine="openpyxl")
        except ImportError:
            raise ValueError(
                "Excel needs openpyxl, which is not installed here (pip install openpyxl); "
                "CSV holds the same, and Excel opens it"
            ) from None
        return out.getvalue()

    def _frame(self) -> DataFrame:
        """The table as a pandas data frame."""
        from pandas import DataFrame  # noqa: PLC0415 - only such files need it

        return DataFrame(self.rows, columns=[*self.header])


def _guard_cell(value: Cell) -> Cell:
    """The cell, with an apostrophe in front if it is a text that a spreadsheet would run as a formula."""
    return guard_text(value) if isinstance(value, str) else value


def nan_to_none(value: Cell) -> Cell:
    """The value, or None for NaN, which JSON cannot hold.

    Example:
        >>> nan_to_none(float("nan")), nan_to_none(0.5)
        (None, 0.5)
    """
    return None if value != value else value  # noqa: PLR0124 - only NaN differs from itself


def drop_rounding(difference: float) -> float:
    """The difference of two values, or 0 if it is so small that only their rounding makes it.

    Example:
        >>> drop_rounding(0.1 + 0.2 - 0.3), drop_rounding(-4e-18), drop_rounding(0.25)
        (0.0, 0.0, 0.25)
    """
    return 0.0 if abs(difference) < 1e-12 else difference


def tabulate_curves(curves: Mapping[str, Sequence[float]]) -> Values:
    """A table with a row for each cutoff, from 1, and a column for each curve.

    Args:
        curves: For each name, the values at k = 1, 2 and so on, all equally many.

    Example:
        >>> tabulate_curves({"P@k": [1.0, 0.5], "R@k": [0.5, 0.5]}).rows
        [(1, 1.0, 0.5), (2, 0.5, 0.5)]
    """
    columns = zip(*curves.values(), strict=True)
    return Values(("k", *curves), [(k, *row) for k, row in enumerate(columns, 1)])


def tabulate_comparisons(
    evaluations: Mapping[str, Evaluation],
    comparisons: Mapping[tuple[str, str], Mapping[Metric, Comparison]],
    names: Mapping[Metric, str] | None = None,
) -> Values:
    """A table with a row for each two systems and metric: means, difference, interval, wins, ties, losses, tests.

    Of the paired randomisation test there is the p-value, its standard error, how many ways to choose the
    signs were looked at, and whether these are all; of the t-test the statistic, the degrees of freedom and
    the p-value. Behind each p-value stands the same corrected by Holm's method for all rows.

    Args:
        evaluations: By the names of the systems.
        comparisons: From `irviz.metrics.compare_all`.
        names: What a metric is called where not by its own name.

    Example:
        >>> from irviz.metrics import P, compare_all, evaluate
        >>> runs = {"x": ["y"], "y": ["x"]}
        >>> found = {name: evaluate({"q": {"x": 1, "y": 0}}, {"q": run}, P @ 1) for name, run in runs.items()}
        >>> tabulate_comparisons(found, compare_all(found)).rows[0][:12]
        ('x', 'y', 'P@1', 0.0, 1.0, 1.0, 1.0, 1.0, 0.95, 9999, 0, 1)
    """
    correct = corrected(comparisons)
    rows: list[tuple[Cell, ...]] = []
    for (a, b), found in comparisons.items():
        for metric, one in found.items():
            means = (evaluations[name].means[metric] for name in (a, b))
            again = correct[a, b][metric]
            name = (names or {}).get(metric, str(metric))
            counts = (one.wins, one.ties, one.losses)
            p = (*one.p, again.p.value)
            between = (*map(drop_rounding, (one.mean, *one.interval[:2])), *one.interval[2:])
            rows.append((a, b, name, *means, *between, *counts, *p, *one.t, again.t.value))
    return Values(COMPARED, rows)


COMPARED = (
    *("run a", "run b", "metric", "a", "b", "difference"),
    *("interval low", "interval high", "interval level", "bootstrap resamples", "bootstrap seed"),
    *("wins", "ties", "losses"),
    *("p value", "p error", "resamples", "exact", "p value (Holm)"),
    *("t", "degrees of freedom", "t p value", "t p value (Holm)"),
)
"""The columns of comparisons."""


def run_from_lists(lists: Mapping[str, Sequence[str]]) -> Run:
    """A run (scores by query and document) from ranked lists; a list of n documents has scores n down to 1.

    Args:
        lists: For each query the ids of its documents, best first, each once.

    Example:
        >>> run_from_lists({"q1": ["d7", "d2"]})
        {'q1': {'d7': 2.0, 'd2': 1.0}}
    """
    return {query: {document: float(len(ids) - i) for i, document in enumerate(ids)} for query, ids in lists.items()}


def qrels_from_lists(
    lists: Mapping[str, Sequence[str]],
    grades: Mapping[str, Sequence[int]],
    missed: Mapping[str, Sequence[int]] | None = None,
) -> Qrels:
    """Judgments (grades by query and document) from parallel lists; missed documents get made-up ids.

    Args:
        lists: For each query the ids of its documents.
        grades: For each query their grades, in the same order.
        missed: For each query the grades of judged documents that were not retrieved; as these have
            no ids, they get some: ``missed1`` and so on.

    Raises:
        ValueError: A query has another number of grades than of documents.

    Example:
        >>> qrels_from_lists({"q1": ["d7", "d2"]}, {"q1": [1, 0]}, {"q1": [2]})
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
