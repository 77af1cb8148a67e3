"""Two lists side by side as what writers take: values and differences, runs, judgments, a script."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irviz.formats import trec
from irviz.formats.export.boards import document_ids
from irviz.formats.export.values import Values, drop_rounding, qrels_from_lists, run_from_lists
from irviz.formats.scripts import Numbers
from irviz.state.curves.series import compute_curves_by_board
from irviz.state.pairs.judgments import UNKNOWN, list_outside_grades, read_grades

if TYPE_CHECKING:
    from irviz.formats.records import Qrels, Run
    from irviz.formats.spreadsheet import Cell
    from irviz.state.desk import Desk


def query(desk: Desk) -> str:
    """The query id that two compared lists have in files: the query's words with hyphens, or ``query`` if unknown."""
    return "-".join(desk.asked.split()) or "query"


def names(desk: Desk) -> tuple[str, str]:
    """The names of lists A and B as the page has them, made distinct if they are equal.

    Example:
        >>> from irviz.scenarios.pairs import PAIRED
        >>> len(set(names(next(iter(PAIRED.values())))))
        2
    """
    a, b = (board.query for board in desk.boards)
    return (a, b) if a != b else (f"A {a}", f"B {b}")


def values(desk: Desk) -> Values:
    """A table with a row for each cutoff that is shown, and for each metric its value on A, on B, and B − A.

    Example:
        >>> from irviz.scenarios.pairs import PAIRED
        >>> table = values(next(iter(PAIRED.values())))
        >>> table.header[:4], table.rows[0][3] == table.rows[0][2] - table.rows[0][1]
        (('k', 'P@k of A', 'P@k of B', 'P@k: B − A'), True)
    """
    found = compute_curves_by_board(desk)
    a, b = (found[board.id] for board in desk.boards)
    header = ["k"]
    for metric in desk.metrics:
        header += [f"{metric}@k of A", f"{metric}@k of B", f"{metric}@k: B − A"]
    rows: list[tuple[Cell, ...]] = []
    for at in range(desk.last_visible_cutoff):
        row: list[Cell] = [at + 1]
        for metric in desk.metrics:
            x, y = a[metric.name][at], b[metric.name][at]
            row += [x, y, drop_rounding(y - x)]
        rows.append(tuple(row))
    return Values(tuple(header), rows)


def runs(desk: Desk) -> dict[str, Run]:
    """The two compared lists as runs of one query, by the list's name."""
    of = query(desk)
    return {
        name: run_from_lists({of: document_ids(board)}) for name, board in zip(names(desk), desk.boards, strict=True)
    }


def judgments(desk: Desk) -> Qrels:
    """The grades of all judged documents in the two lists, and of relevant documents that neither has."""
    a, b = (read_grades(board) for board in desk.boards)
    # A document that is on both boards is judged alike on both.
    judged = {name: grade for name, grade in {**a, **b}.items() if grade != UNKNOWN}
    of = query(desk)
    return qrels_from_lists({of: [*judged]}, {of: [*judged.values()]}, {of: list_outside_grades(desk.boards)})


def numbers(desk: Desk) -> Numbers:
    """What a script needs to compute the charts and the table again: both runs, judgments and metrics."""
    return Numbers(desk.metrics, judgments(desk), runs(desk), desk.last_visible_cutoff, threshold=desk.threshold)


def run_file(desk: Desk, side: int) -> str:
    """List A (``side`` 0) or B (``side`` 1) as the text of a TREC run file.

    Raises:
        FormatError: An id has blanks in it.
    """
    return trec.write_run([*runs(desk).values()][side])


def qrels_file(desk: Desk) -> str:
    """The judgments of both lists as the text of a TREC qrels file.

    Raises:
        FormatError: An id has blanks in it.
    """
    return trec.write_qrels(judgments(desk))
