"""The data of the printed page: the cards, values and conventions of the open boards."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

from irviz.lenses.formatting import join_words
from irviz.metrics.rounding import format_rounded
from irviz.state.chosen_conventions import OPTIONS, Conventions
from irviz.state.curves.series import MEAN_NAMES, compute_curves, compute_curves_by_board, find_undefined

if TYPE_CHECKING:
    from collections.abc import Sequence

    from irviz.metrics import Metric
    from irviz.state.board import Board
    from irviz.state.desk import Desk

MAX_CUTOFF_COLUMNS = 10
"""Up to so many results the table has a column for each cutoff."""

_NAMES = {
    "ap": "AP@k divides by",
    "p": "P@k divides by",
    "gain": "Gain of a grade",
    "discount": "Discount at rank i",
    "ideal": "The ideal order of nDCG",
    "undefined": "Nothing relevant",
}


def build_sheet(desk: Desk) -> dict[str, Any]:
    """The data from which the printed page of a desk is rendered.

    Returns:
        ``title``, ``facts`` (sentences), ``k``, ``boards`` (each with its ``query`` and ``cards``),
        ``columns`` and ``rows`` of the table of values, ``here`` (the column that shows the values
        at the cutoff), and ``conventions`` as pairs of what is fixed and how.

    Example:
        >>> from irviz.scenarios.catalogue import CATALOGUE
        >>> page = build_sheet(CATALOGUE["cats"])
        >>> page["title"], page["columns"][page["here"]], page["rows"][0]["cells"][:3]
        ('cat in a box', 'k = 3', ['0', '0.500', '0.333'])
    """
    several = len(desk.visible) > 1
    columns, table, here = _tabulate_queries(desk) if several else _tabulate_cutoffs(desk)
    symbols = MEAN_NAMES if several and not desk.paired else {}
    title = f"Mean of {len(desk.visible)} queries" if several else desk.visible[0].query
    return {
        "title": name_pair(desk) if desk.paired else title,
        "facts": _list_facts(desk),
        "k": desk.k,
        "boards": [_board_to_dict(board, desk) for board in desk.visible],
        "columns": columns,
        "here": here,
        "rows": [
            {
                "name": metric.name,
                "symbol": symbols.get(metric.name, metric.name),
                "title": metric.title,
                "cells": cells,
            }
            for metric, cells in zip(desk.metrics, table, strict=True)
        ],
        "conventions": list_conventions(desk),
    }


def name_pair(desk: Desk) -> str:
    """The title of two compared lists: the query, if known, and the names of both lists.

    Example:
        >>> from irviz.scenarios.pairs import PAIRED
        >>> pair = next(iter(PAIRED.values()))
        >>> name_pair(pair) == " and ".join(board.query for board in pair.boards)
        True
    """
    lists = " and ".join(board.query for board in desk.boards)
    return f"{desk.asked}: {lists}" if desk.asked else lists


def list_changed_conventions(desk: Desk) -> list[str]:
    """A line for each convention of a desk that differs from the default, such as a threshold of 2.

    Example:
        >>> from dataclasses import replace
        >>> from irviz.scenarios.catalogue import CATALOGUE
        >>> from irviz.state.chosen_conventions import Conventions
        >>> list_changed_conventions(CATALOGUE["cats"])
        []
        >>> list_changed_conventions(replace(CATALOGUE["cats"], conventions=Conventions(ap="min(R,k)")))
        ['AP@k divides by min(R,k): as many of them as the first k ranks could hold']
    """
    said = [f"relevant from grade {desk.threshold} on"] if desk.threshold > 1 else []
    told = dict(list_conventions(desk))
    usual = Conventions()
    for name, words in _NAMES.items():
        chosen = getattr(desk.conventions, name)
        if words in told and chosen != getattr(usual, name):
            what = "" if name == "undefined" else f" {chosen}"
            said.append(f"{words}{what}: {told[words]}")
    return said


def list_conventions(desk: Desk) -> list[tuple[str, str]]:
    """Pairs (what is fixed, how) that say in words which conventions a desk's values follow."""
    shown = {metric.name for metric in desk.metrics}
    graded = desk.top > 1
    said = [("Relevant", f"from grade {desk.threshold} on" if graded else "yes or no")]
    for name, option in OPTIONS.items():
        if shown.isdisjoint(option.metrics) or (name == "gain" and not graded):
            continue
        said.append((_NAMES[name], option.values[getattr(desk.conventions, name)]))
    if len(desk.visible) > 1 and not desk.paired:
        said.append(("MRR and MAP", "means over the queries of RR and AP"))
    return said


def _list_facts(desk: Desk) -> list[str]:
    """Sentences for the printed page: how many results, which metrics are undefined, why exports end early."""
    facts = []
    several = len(desk.visible) > 1
    if not several:
        ranking = desk.visible[0].ranking
        found = f"{sum(ranking.hits)} of {ranking.relevant} relevant documents are among them"
        facts.append(f"{desk.n} results; {found if ranking.relevant else 'none is relevant'}.")
    blank = find_undefined(desk.metrics, desk.visible)
    if blank:
        where = "On a board nothing is relevant, so" if several else "So"
        facts.append(f"{where} {join_words(blank)} {'is' if len(blank) == 1 else 'are'} undefined.")
    return [*facts, explain_early_end(desk)] if explain_early_end(desk) else facts


def explain_early_end(desk: Desk) -> str:
    """A sentence that says why exported curves end before the list does; empty where they do not.

    Example:
        >>> from dataclasses import replace
        >>> from irviz.scenarios.catalogue import CATALOGUE
        >>> explain_early_end(CATALOGUE["cats"])
        ''
        >>> explain_early_end(replace(CATALOGUE["cats"], predict=True))
        'Curves and values end at k = 3: what comes after is covered while one predicts.'
    """
    if desk.last_visible_cutoff == desk.n:
        return ""
    return f"Curves and values end at k = {desk.last_visible_cutoff}: what comes after is covered while one predicts."


def _board_to_dict(board: Board, desk: Desk) -> dict[str, Any]:
    """The query and the result cards of a board as a dictionary for the printed page."""
    cards = []
    for rank, index in enumerate(board.order, 1):
        item, grade = board.items[index], board.grades[index]
        relevant = grade >= board.threshold
        judged = index not in board.unjudged
        verdict = f"grade {grade}" if board.top > 1 else "relevant" if relevant else "not relevant"
        mark = str(grade) if board.top > 1 else ""
        cards.append(
            {
                "rank": rank,
                "title": item.title,
                "alt": item.alt,
                # A link to another machine is for the screen, whose reader has agreed to it.
                "picture": None if "://" in (item.picture or "") else item.picture,
                "relevant": relevant,
                "mark": mark if judged else "?",
                "verdict": verdict if judged else "not judged",
                "inside": rank <= desk.k,
            }
        )
    return {"query": board.query, "cards": cards}


def _tabulate_cutoffs(desk: Desk) -> tuple[list[str], list[list[str]], int]:
    """Headings, rows of cells by metric, and the index of the column of the current cutoff.

    There is a column for each cutoff that is shown, or some of many.
    """
    n, k = desk.n, desk.k
    some = {1, 3, 5, 10, 20, 50, 100, k, n}
    cuts = [cut for cut in range(1, desk.last_visible_cutoff + 1) if n <= MAX_CUTOFF_COLUMNS or cut in some]
    return [f"k = {cut}" for cut in cuts], _format_cells(desk, cuts), cuts.index(k)


def _tabulate_queries(desk: Desk) -> tuple[list[str], list[list[str]], int]:
    """Headings, rows of cells by metric, and the index of the last column, with the mean or the difference.

    There is a column for each query or compared list before it.
    """
    if desk.paired:
        a, b = compute_curves_by_board(desk).values()
        at = desk.k - 1
        values = [(a[metric.name][at], b[metric.name][at]) for metric in desk.metrics]
        rows = [[_format_number(x), _format_number(y), _format_difference(y - x)] for x, y in values]
        return [*(board.query for board in desk.boards), f"B − A at k = {desk.k}"], rows, 2
    ones = [desk.open(board.id) for board in desk.visible]
    columns = [*(board.query for board in desk.visible), f"mean at k = {desk.k}"]
    cells = [_format_cells(one, [desk.k]) for one in (*ones, desk)]
    return columns, [[row[0] for row in rows] for rows in zip(*cells, strict=True)], len(ones)


def _format_cells(desk: Desk, cuts: Sequence[int]) -> list[list[str]]:
    """Rows of table cells: for each metric, its rounded value at each of the cutoffs."""
    found = compute_curves(desk)
    metrics: Sequence[Metric] = desk.metrics
    return [[_format_number(found[metric.name][cut - 1]) for cut in cuts] for metric in metrics]


def _format_difference(value: float) -> str:
    """A difference as rounded text with a plus or minus sign."""
    return format_rounded(value, sign=True).replace("-", "−") if value else _format_number(value)


def _format_number(value: float) -> str:
    """A number as rounded text; a dash for NaN."""
    if isnan(value):
        return "–"
    return "0" if value == 0 else format_rounded(value)
