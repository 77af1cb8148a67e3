"""The open boards of a desk as one page to print: cards, values and conventions, as plain values."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

from irviz.lenses.formatting import join_words
from irviz.metrics.rounding import rounded
from irviz.state.chosen_conventions import OPTIONS, Conventions
from irviz.state.curves.series import MEAN_NAMES, compute_curves, compute_curves_by_board, find_undefined

if TYPE_CHECKING:
    from collections.abc import Sequence

    from irviz.metrics import Metric
    from irviz.state.board import Board
    from irviz.state.desk import Desk

FEW = 10
"""A table with a column for each cutoff has no more than these."""

_NAMES = {
    "ap": "AP@k divides by",
    "p": "P@k divides by",
    "gain": "Gain of a grade",
    "discount": "Discount at rank i",
    "ideal": "The ideal order of nDCG",
    "undefined": "Nothing relevant",
}


def sheet(desk: Desk) -> dict[str, Any]:
    """Everything that is printed.

    Returns:
        ``title``, ``facts`` (sentences), ``k``, ``boards`` (each with its ``query`` and ``cards``),
        ``columns`` and ``rows`` of the table of values, ``here`` (the column that shows the values
        at the cutoff), and ``conventions`` as pairs of what is fixed and how.

    Example:
        >>> from irviz.scenarios.catalogue import CATALOGUE
        >>> page = sheet(CATALOGUE["cats"])
        >>> page["title"], page["columns"][page["here"]], page["rows"][0]["cells"][:3]
        ('cat in a box', 'k = 3', ['0', '0.500', '0.333'])
    """
    several = len(desk.visible) > 1
    columns, table, here = _queries(desk) if several else _cutoffs(desk)
    symbols = MEAN_NAMES if several and not desk.paired else {}
    title = f"Mean of {len(desk.visible)} queries" if several else desk.visible[0].query
    return {
        "title": together(desk) if desk.paired else title,
        "facts": _facts(desk),
        "k": desk.k,
        "boards": [_board(board, desk) for board in desk.visible],
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
        "conventions": conventions(desk),
    }


def together(desk: Desk) -> str:
    """What a pair is called: its query, where that is known, and its two lists.

    Example:
        >>> from irviz.scenarios.pairs import PAIRED
        >>> pair = next(iter(PAIRED.values()))
        >>> together(pair) == " and ".join(board.query for board in pair.boards)
        True
    """
    lists = " and ".join(board.query for board in desk.boards)
    return f"{desk.asked}: {lists}" if desk.asked else lists


def differing(desk: Desk) -> list[str]:
    """In which conventions the numbers of a desk differ from the usual ones, in words.

    Example:
        >>> from dataclasses import replace
        >>> from irviz.scenarios.catalogue import CATALOGUE
        >>> from irviz.state.chosen_conventions import Conventions
        >>> differing(CATALOGUE["cats"])
        []
        >>> differing(replace(CATALOGUE["cats"], conventions=Conventions(ap="min(R,k)")))
        ['AP@k divides by min(R,k): as many of them as the first k ranks could hold']
    """
    said = [f"relevant from grade {desk.threshold} on"] if desk.threshold > 1 else []
    told = dict(conventions(desk))
    usual = Conventions()
    for name, words in _NAMES.items():
        chosen = getattr(desk.conventions, name)
        if words in told and chosen != getattr(usual, name):
            what = "" if name == "undefined" else f" {chosen}"
            said.append(f"{words}{what}: {told[words]}")
    return said


def conventions(desk: Desk) -> list[tuple[str, str]]:
    """What the numbers of a desk follow, in words: pairs of what is fixed and how."""
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


def _facts(desk: Desk) -> list[str]:
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
    return [*facts, ending(desk)] if ending(desk) else facts


def ending(desk: Desk) -> str:
    """Why what is shared ends before the list does; empty where it does not.

    Example:
        >>> from dataclasses import replace
        >>> from irviz.scenarios.catalogue import CATALOGUE
        >>> ending(CATALOGUE["cats"])
        ''
        >>> ending(replace(CATALOGUE["cats"], predict=True))
        'Curves and values end at k = 3: what comes after is covered while one predicts.'
    """
    if desk.last_visible_cutoff == desk.n:
        return ""
    return f"Curves and values end at k = {desk.last_visible_cutoff}: what comes after is covered while one predicts."


def _board(board: Board, desk: Desk) -> dict[str, Any]:
    cards = []
    for rank, index in enumerate(board.order, 1):
        item, grade = board.items[index], board.grades[index]
        relevant = grade >= board.threshold
        judged = index not in board.unjudged
        verdict = f"grade {grade}" if board.top > 1 else _said(relevant=relevant)
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


def _said(*, relevant: bool) -> str:
    return "relevant" if relevant else "not relevant"


def _cutoffs(desk: Desk) -> tuple[list[str], list[list[str]], int]:
    """A column for each cutoff that may be told, or for some where they are many."""
    n, k = desk.n, desk.k
    some = {1, 3, 5, 10, 20, 50, 100, k, n}
    cuts = [cut for cut in range(1, desk.last_visible_cutoff + 1) if n <= FEW or cut in some]
    return [f"k = {cut}" for cut in cuts], _cells(desk, cuts), cuts.index(k)


def _queries(desk: Desk) -> tuple[list[str], list[list[str]], int]:
    """A column for each query at the cutoff, and one for their mean, or of a pair for their difference."""
    if desk.paired:
        a, b = compute_curves_by_board(desk).values()
        at = desk.k - 1
        values = [(a[metric.name][at], b[metric.name][at]) for metric in desk.metrics]
        rows = [[_number(x), _number(y), _difference(y - x)] for x, y in values]
        return [*(board.query for board in desk.boards), f"B − A at k = {desk.k}"], rows, 2
    ones = [desk.open(board.id) for board in desk.visible]
    columns = [*(board.query for board in desk.visible), f"mean at k = {desk.k}"]
    cells = [_cells(one, [desk.k]) for one in (*ones, desk)]
    return columns, [[row[0] for row in rows] for rows in zip(*cells, strict=True)], len(ones)


def _cells(desk: Desk, cuts: Sequence[int]) -> list[list[str]]:
    found = compute_curves(desk)
    metrics: Sequence[Metric] = desk.metrics
    return [[_number(found[metric.name][cut - 1]) for cut in cuts] for metric in metrics]


def _difference(value: float) -> str:
    return rounded(value, sign=True).replace("-", "−") if value else _number(value)


def _number(value: float) -> str:
    if isnan(value):
        return "–"
    return "0" if value == 0 else rounded(value)
