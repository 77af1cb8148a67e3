"""The open boards of a desk as what writers take: values, a run, judgments, the numbers of a script."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeVar

from irviz.formats import trec
from irviz.formats.export.values import MEAN, Values, of_curves, qrels_of, run_of
from irviz.formats.scripts import Numbers
from irviz.state.curves.series import compute_curves

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
    """The first part of the names of a desk's files.

    Example:
        >>> from irviz.scenarios.catalogue import CATALOGUE
        >>> stem(CATALOGUE["cats"]), stem(CATALOGUE["cats"].open("mean"))
        ('irviz-cat-in-a-box', 'irviz-cats-mean')
    """
    several = len(desk.visible) > 1
    return f"irviz-{desk.id}-{desk.opened}" if several else f"irviz-{desk.visible[0].id}"


def query_ids(desk: Desk) -> dict[str, str]:
    """What the queries of the open boards are called in files, by the boards' ids.

    That is their own words where none of them has a blank in it and no two are the same: a query
    that somebody brought keeps its id in this way.

    Example:
        >>> from irviz.scenarios.catalogue import CATALOGUE
        >>> query_ids(CATALOGUE["cats"])
        {'cat-in-a-box': 'cat-in-a-box'}
    """
    words = {board.id: board.query for board in desk.visible}
    fit = all(re.fullmatch(r"[\w.:-]+", query) for query in words.values())
    return words if fit and len(set(words.values())) == len(words) else {one: one for one in words}


def run(desk: Desk) -> Run:
    """The open boards as a run.

    Example:
        >>> from irviz.scenarios.catalogue import CATALOGUE
        >>> list(run(CATALOGUE["feeds"])["feed-a"].items())[0]
        ('sneakers', 3.0)
    """
    return run_of(_listed(desk, documents))


def judgments(desk: Desk) -> Qrels:
    """The judgments of the open boards, missed documents included, and results that nobody judged not."""
    judged = _listed(desk, _judged)
    return qrels_of(
        {query: [*grades] for query, grades in judged.items()},
        {query: [*grades.values()] for query, grades in judged.items()},
        _listed(desk, lambda board: board.missed),
    )


def numbers(desk: Desk) -> Numbers:
    """What every number of the chart and the scores is computed from: each metric at every k.

    Where some of them are covered (`Desk.last_visible_cutoff`), those that are not.
    """
    return Numbers(
        desk.metrics, judgments(desk), {SYSTEM: run(desk)}, desk.last_visible_cutoff, threshold=desk.threshold
    )


def values(desk: Desk) -> Values:
    """Each metric at every k; with several boards open, for each query and as means.

    Columns are named by the metrics' notation, so that they say which conventions they follow. What
    is covered (`Desk.last_visible_cutoff`) is left out.

    Example:
        >>> from dataclasses import replace
        >>> from irviz.scenarios.catalogue import CATALOGUE
        >>> [len(values(replace(CATALOGUE["cats"], predict=one)).rows) for one in (False, True)]
        [8, 3]
    """
    several = len(desk.visible) > 1
    if not several:
        return of_curves(_columns(desk))
    rows: list[tuple[Cell, ...]] = []
    ones = {query: desk.open(board) for board, query in query_ids(desk).items()}
    for query, one in [*ones.items(), (MEAN, desk)]:
        rows += [(query, *row) for row in of_curves(_columns(one)).rows]
    return Values(("query", "k", *_columns(desk)), rows)


def run_file(desk: Desk) -> str:
    """The run as TREC has it.

    Raises:
        FormatError: An id has blanks in it.
    """
    return trec.write_run(run(desk))


def qrels_file(desk: Desk) -> str:
    """The judgments as TREC has them.

    Raises:
        FormatError: An id has blanks in it.
    """
    return trec.write_qrels(judgments(desk))


def documents(board: Board) -> list[str]:
    """The ids of the whole list, best first."""
    return [board.items[at].id for at in board.order] + [one.id for one in board.below]


def _judged(board: Board) -> dict[str, int]:
    """The grade of each result that somebody judged; all of them, with 0, where that is none."""
    unjudged = set(board.unjudged_ranks)
    ranked = enumerate(zip(documents(board), board.listed, strict=True), 1)
    found = {name: grade for rank, (name, grade) in ranked if rank not in unjudged}
    return found or dict.fromkeys(documents(board), 0)


def _columns(desk: Desk) -> dict[str, list[float]]:
    found = compute_curves(desk)
    return {f"{metric}@k": found[metric.name][: desk.last_visible_cutoff] for metric in desk.metrics}


def _listed(desk: Desk, part: Callable[[Board], _T]) -> dict[str, _T]:
    names = query_ids(desk)
    return {names[board.id]: part(board) for board in desk.visible}
