"""The open boards of a desk as what writers take: values, a run, judgments, the numbers of a script."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeVar

from irviz.formats import trec
from irviz.formats.export.values import MEAN, Values, qrels_from_lists, run_from_lists, tabulate_curves
from irviz.formats.scripts import Numbers
from irviz.state.curves.series import compute_curves
from irviz.state.tied_ranks import change_scores

if TYPE_CHECKING:
    from collections.abc import Callable

    from irviz.formats.records import Qrels, Run
    from irviz.formats.spreadsheet import Cell
    from irviz.state.board import Board
    from irviz.state.desk import Desk

_T = TypeVar("_T")

SYSTEM = "board"
"""What the ranking on the board is called where systems have names."""


def stem(desk: Desk) -> str:
    """The beginning of the names of a desk's exported files, such as ``irviz-cat-in-a-box``.

    Example:
        >>> from irviz.scenarios.catalogue import CATALOGUE
        >>> stem(CATALOGUE["cats"]), stem(CATALOGUE["cats"].open("mean"))
        ('irviz-cat-in-a-box', 'irviz-cats-mean')
    """
    if desk.paired:
        return "irviz-compare"
    several = len(desk.visible) > 1
    return f"irviz-{desk.id}-{desk.opened}" if several else f"irviz-{desk.visible[0].id}"


def query_ids(desk: Desk) -> dict[str, str]:
    """By the id of each open board, the query id that it has in exported files.

    These are the queries' texts where no text has a blank and no two are equal, else the ids of the boards.

    Example:
        >>> from irviz.scenarios.catalogue import CATALOGUE
        >>> query_ids(CATALOGUE["cats"])
        {'cat-in-a-box': 'cat-in-a-box'}
    """
    words = {board.id: board.query for board in desk.visible}
    fit = all(re.fullmatch(r"[\w.:-]+", query) for query in words.values())
    return words if fit and len(set(words.values())) == len(words) else {one: one for one in words}


def run(desk: Desk) -> Run:
    """The open boards as a run: scores by query and document, each board a query.

    Example:
        >>> from irviz.scenarios.catalogue import CATALOGUE
        >>> list(run(CATALOGUE["feeds"])["feed-a"].items())[0]
        ('sneakers', 3.0)
    """
    return run_from_lists(_map_boards(desk, document_ids))


def judgments(desk: Desk) -> Qrels:
    """The grades by query and document of the open boards; missed documents have made-up ids."""
    judged = _map_boards(desk, _grades_by_document)
    return qrels_from_lists(
        {query: [*grades] for query, grades in judged.items()},
        {query: [*grades.values()] for query, grades in judged.items()},
        _map_boards(desk, lambda board: board.missed),
    )


def numbers(desk: Desk) -> Numbers:
    """What a script needs to compute the chart and the scores again: data and metrics, cut at every k.

    Cutoffs whose values are hidden (`Desk.last_visible_cutoff`) are left out.
    """
    return Numbers(
        desk.metrics, judgments(desk), {SYSTEM: run(desk)}, desk.last_visible_cutoff, threshold=desk.threshold
    )


def values(desk: Desk) -> Values:
    """A table with each metric at every k; with several boards open, for each query and as means.

    Columns are named by the metrics' notation, which tells their conventions. Cutoffs whose values are hidden
    (`Desk.last_visible_cutoff`) are left out.

    Example:
        >>> from dataclasses import replace
        >>> from irviz.scenarios.catalogue import CATALOGUE
        >>> [len(values(replace(CATALOGUE["cats"], predict=one)).rows) for one in (False, True)]
        [8, 3]
    """
    several = len(desk.visible) > 1
    if not several:
        return tabulate_curves(_metric_columns(desk))
    rows: list[tuple[Cell, ...]] = []
    ones = {query: desk.open(board) for board, query in query_ids(desk).items()}
    for query, one in [*ones.items(), (MEAN, desk)]:
        rows += [(query, *row) for row in tabulate_curves(_metric_columns(one)).rows]
    return Values(("query", "k", *_metric_columns(desk)), rows)


def run_file(desk: Desk) -> str:
    """The open boards as the text of a TREC run file, each board a query; tied results have one score.

    Raises:
        FormatError: An id has blanks in it.
    """
    found = {}
    for query, scores in run(desk).items():
        tied = change_scores([*scores.values()], (), desk.ties)
        found[query] = dict(zip(scores, tied, strict=True))
    return trec.write_run(found)


def qrels_file(desk: Desk) -> str:
    """The judgments of the open boards as the text of a TREC qrels file.

    Raises:
        FormatError: An id has blanks in it.
    """
    return trec.write_qrels(judgments(desk))


def document_ids(board: Board) -> list[str]:
    """The ids of all documents in a board's list, best first."""
    return [board.items[at].id for at in board.order] + [one.id for one in board.below]


def _grades_by_document(board: Board) -> dict[str, int]:
    """The grade of each judged result of a board by document id; where none is judged, all have 0."""
    unjudged = set(board.unjudged_ranks)
    ranked = enumerate(zip(document_ids(board), board.listed, strict=True), 1)
    found = {name: grade for rank, (name, grade) in ranked if rank not in unjudged}
    return found or dict.fromkeys(document_ids(board), 0)


def _metric_columns(desk: Desk) -> dict[str, list[float]]:
    """The values of each metric at k = 1, 2 … as far as they are shown, by the column's name (``"P@k"``)."""
    found = compute_curves(desk)
    return {f"{metric}@k": found[metric.name][: desk.last_visible_cutoff] for metric in desk.metrics}


def _map_boards(desk: Desk, part: Callable[[Board], _T]) -> dict[str, _T]:
    """What the function ``part`` returns for each open board, by the board's query id."""
    names = query_ids(desk)
    return {names[board.id]: part(board) for board in desk.visible}
