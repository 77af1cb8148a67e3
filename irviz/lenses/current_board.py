"""What the words of the page come to on the board that is open: the numbers beside a definition."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from irviz.lenses.confusion import FIELDS
from irviz.lenses.formatting import at, counted, decimal, listed, noun
from irviz.metrics import confusion, gains, outcomes
from irviz.metrics.gain import discounts
from irviz.state.curves.series import MEAN_NAMES, compute_curves, find_undefined
from irviz.state.desk import MEAN
from irviz.state.number_words import format_fraction

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from irviz.metrics import Metric
    from irviz.state.board import Board
    from irviz.state.desk import Desk

_MOST = 12
"""More ranks or grades are not listed one by one."""


def here(desk: Desk) -> dict[str, str]:
    """A line for each word that has numbers, by the ids of the symbols and the names of the metrics.

    Args:
        desk: What is on the board. Where several lists are open, a line says it of each.

    >>> from irviz.scenarios.catalogue import CATALOGUE
    >>> found = here(CATALOGUE["cats"])
    >>> found["fp"]
    '2 pictures (ranks 1 and 3)'
    >>> found["P"], found["relevant"]
    ('P@3 = 1/3 = 0.333', 'R = 4')
    """
    boards = {board: _board(board, desk) for board in desk.visible}
    common = _common(desk)
    if len(boards) == 1:
        (only,) = boards.values()
        return {**common, **only, **_metrics(desk)}
    names = {board: f"list {board.id.upper()}" if desk.paired else f"“{board.query}”" for board in boards}
    keys = next(iter(boards.values()))
    each = {
        key: "; ".join(f"{names[board]}: {lines[key]}" for board, lines in boards.items())
        for key in keys
        if key != "query"
    }
    queries = list(dict.fromkeys(f"“{board.query}”" for board in boards))
    return {**common, "query": listed(queries), **each, **_metrics(desk)}


def _common(desk: Desk) -> dict[str, str]:
    """What is the same for all lists."""
    k, conventions = desk.k, desk.conventions
    grades = range(desk.top + 1)
    worth = [f"{gain}" for gain in gains(grades, conventions.gain)]
    by = [decimal(one) for one in discounts(min(k, _MOST), conventions.discount)]
    return {
        "k": f"k = {k}, so {'rank 1 counts' if k == 1 else f'ranks 1 to {k} count'}",
        "threshold": f"a grade of {desk.threshold} or more is relevant",
        "gain": f"grades {listed([str(grade) for grade in grades])} are worth {listed(worth)}",
        "discount": f"the {'gain' if k == 1 else 'gains'} at {_first(len(by))} "
        f"{'is' if k == 1 else 'are'} divided by {listed(by)}",
    }


def _first(k: int) -> str:
    return at(range(1, k + 1))


def _board(board: Board, desk: Desk) -> dict[str, str]:
    """What is said of one list."""
    ranking, word, k = board.ranking, noun(board), desk.k
    found: dict[str, list[int]] = {name: [] for name in FIELDS}
    for rank, outcome in enumerate(outcomes(ranking, k), 1):
        found[outcome].append(rank)
    counts = dict(zip(FIELDS, confusion(ranking, k), strict=True))
    hits = list(ranking.hit_ranks)
    missed = ranking.relevant - len(hits)
    unjudged = list(board.unjudged_ranks)
    judged = board.depth - len(unjudged)
    return {
        "query": f"“{board.query}”",
        "relevance": f"{len(hits)} of the {counted(board.depth, word)}{_ranks(hits)}",
        "judged": f"{judged if unjudged else 'all'} of the {counted(board.depth, word)}"
        + (f", and nobody has judged {_told(unjudged, word)}" if unjudged else ""),
        "grade": f"from 0 to {board.top}"
        + (f" (by rank {', '.join(map(str, board.listed))})" if board.depth <= _MOST else ""),
        "relevant": f"R = {ranking.relevant}" + (f", {missed} of them not found" if missed else ""),
        "ideal": _ideal(ranking.ideal),
        **{
            name.lower(): f"{counted(counts[name], word)}{_ranks(found[name])}"
            + _unfound(counts[name] - len(found[name]))
            for name in FIELDS
        },
    }


def _ranks(ranks: Sequence[int]) -> str:
    return f" ({at(ranks)})" if 1 <= len(ranks) <= _MOST else ""


def _told(ranks: Sequence[int], word: str) -> str:
    return at(ranks) if len(ranks) <= _MOST else counted(len(ranks), word)


def _unfound(count: int) -> str:
    return f", {count} of them not in the list" if count else ""


def _ideal(grades: Sequence[int]) -> str:
    shown = ", ".join(map(str, grades[:_MOST]))
    return f"by rank {shown}{' …' if len(grades) > _MOST else ''}" if shown else "no grade above 0"


def _metrics(desk: Desk) -> Mapping[str, str]:
    """The value of each metric; of a pair, on both lists."""
    if desk.paired:
        return {}
    values = compute_curves(desk)
    without = find_undefined(desk.metrics, desk.visible)
    return {
        metric.name: _value(metric, values[metric.name][desk.k - 1], desk, without=metric.name in without)
        for metric in desk.metrics
    }


def _value(metric: Metric, value: float, desk: Desk, *, without: bool) -> str:
    several = desk.opened == MEAN
    name = f"{(MEAN_NAMES if several else {}).get(metric.name, metric.name)}@{desk.k}"
    shown = "undefined" if isnan(value) else decimal(value)
    if several:
        part = ", undefined for some of them" if without else ""
        return f"{name} = {shown}, the mean over {len(desk.visible)} queries{part}"
    if without:
        return f"{name} is undefined" + ("" if isnan(value) else f", counted as {shown}")
    exact = None if metric.graded else format_fraction(value)
    return " = ".join(dict.fromkeys((name, *([exact] if exact else []), shown)))
