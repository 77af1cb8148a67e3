"""The values of the glossary's terms on the open board: the numbers beside a definition."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from irviz.lenses.confusion import FIELDS
from irviz.lenses.formatting import choose_noun, format_count, format_short, join_words, name_ranks
from irviz.metrics import confusion, gains, outcomes
from irviz.metrics.gain import discounts
from irviz.state.curves.series import MEAN_NAMES, compute_curves, find_undefined
from irviz.state.desk import ALL_NAMES, MEAN
from irviz.state.number_words import format_fraction

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from irviz.metrics import Metric
    from irviz.state.board import Board
    from irviz.state.desk import Desk

_MAX_LISTED = 12
"""Ranks or grades that are listed one by one."""


def list_current_values(desk: Desk) -> dict[str, str]:
    """By id of a symbol or name of a metric, its present value on the open board in a few words.

    Args:
        desk: The desk. Where several lists are open, each text has a part for each list. What its locks hide on
            all of the page is left out.

    >>> from irviz.scenarios.catalogue import CATALOGUE
    >>> found = list_current_values(CATALOGUE["cats"])
    >>> found["fp"]
    '2 pictures (ranks 1 and 3)'
    >>> found["P"], found["relevant"]
    ('P@3 = 1/3 = 0.333', 'R = 4')
    """
    hidden = {name for shown, names in _SHOWN_BY if {*shown} <= {*desk.off} for name in names}
    return {name: words for name, words in _describe_words(desk).items() if name not in hidden}


_SHOWN_BY = ((("curves", "scores", "lens"), ALL_NAMES), (("kinds", "lens"), tuple(map(str.lower, FIELDS))))
"""The parts of the page that show a value, and the ids of what has one."""


def _describe_words(desk: Desk) -> dict[str, str]:
    """By id of a symbol or name of a metric, its value in words, whatever is hidden."""
    boards = {board: _describe_board(board, desk) for board in desk.visible}
    common = _describe_desk(desk)
    if len(boards) == 1:
        (only,) = boards.values()
        return {**common, **only, **_format_metrics(desk)}
    names = {board: f"list {board.id.upper()}" if desk.paired else f"“{board.query}”" for board in boards}
    keys = next(iter(boards.values()))
    each = {
        key: "; ".join(f"{names[board]}: {lines[key]}" for board, lines in boards.items())
        for key in keys
        if key != "query"
    }
    queries = list(dict.fromkeys(f"“{board.query}”" for board in boards))
    return {**common, "query": join_words(queries), **each, **_format_metrics(desk)}


def _describe_desk(desk: Desk) -> dict[str, str]:
    """By id of a symbol, its value in words, for symbols with one value for all lists, such as k."""
    k, conventions = desk.k, desk.conventions
    grades = range(desk.top + 1)
    worth = [f"{gain}" for gain in gains(grades, conventions.gain)]
    by = [format_short(one) for one in discounts(min(k, _MAX_LISTED), conventions.discount)]
    return {
        "k": f"k = {k}, so {'rank 1 counts' if k == 1 else f'ranks 1 to {k} count'}",
        "threshold": f"a grade of {desk.threshold} or more is relevant",
        "gain": f"grades {join_words([str(grade) for grade in grades])} are worth {join_words(worth)}",
        "discount": f"the {'gain' if k == 1 else 'gains'} at {name_ranks(range(1, len(by) + 1))} "
        f"{'is' if k == 1 else 'are'} divided by {join_words(by)}",
    }


def _describe_board(board: Board, desk: Desk) -> dict[str, str]:
    """By id of a symbol, its value in words, for symbols with a value for each list, such as R and the counts."""
    ranking, word, k = board.ranking, choose_noun(board), desk.k
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
        "relevance": f"{len(hits)} of the {format_count(board.depth, word)}{_list_ranks_in_brackets(hits)}",
        "judged": f"{judged if unjudged else 'all'} of the {format_count(board.depth, word)}"
        + (f", and nobody has judged {_list_or_count_ranks(unjudged, word)}" if unjudged else ""),
        "grade": f"from 0 to {board.top}"
        + (f" (by rank {', '.join(map(str, board.listed))})" if board.depth <= _MAX_LISTED else ""),
        "relevant": f"R = {ranking.relevant}" + (f", {missed} of them not found" if missed else ""),
        "ideal": _list_ideal_grades(ranking.ideal),
        **{
            name.lower(): f"{format_count(counts[name], word)}{_list_ranks_in_brackets(found[name])}"
            + _count_missed(counts[name] - len(found[name]))
            for name in FIELDS
        },
    }


def _list_ranks_in_brackets(ranks: Sequence[int]) -> str:
    """A list of ranks in words and in brackets; empty for no ranks or too many."""
    return f" ({name_ranks(ranks)})" if 1 <= len(ranks) <= _MAX_LISTED else ""


def _list_or_count_ranks(ranks: Sequence[int], word: str) -> str:
    """A list of ranks in words, or the number of results (`word`) where there are too many."""
    return name_ranks(ranks) if len(ranks) <= _MAX_LISTED else format_count(len(ranks), word)


def _count_missed(count: int) -> str:
    """The end of a sentence with the number of relevant results that were not retrieved; empty for 0."""
    return f", {count} of them not in the list" if count else ""


def _list_ideal_grades(grades: Sequence[int]) -> str:
    """The grades of the ideal order in words; a long list ends with “…”."""
    shown = ", ".join(map(str, grades[:_MAX_LISTED]))
    return f"by rank {shown}{' …' if len(grades) > _MAX_LISTED else ''}" if shown else "no grade above 0"


def _format_metrics(desk: Desk) -> Mapping[str, str]:
    """By metric name, its value on the open boards in words; empty for a pair."""
    if desk.paired:
        return {}
    values = compute_curves(desk)
    without = find_undefined(desk.metrics, desk.visible)
    return {
        metric.name: _format_metric(metric, values[metric.name][desk.k - 1], desk, without=metric.name in without)
        for metric in desk.metrics
    }


def _format_metric(metric: Metric, value: float, desk: Desk, *, without: bool) -> str:
    """A metric's value or mean in words; `without`: whether it is undefined for the list or for some of them."""
    several = desk.opened == MEAN
    name = f"{(MEAN_NAMES if several else {}).get(metric.name, metric.name)}@{desk.k}"
    shown = "undefined" if isnan(value) else format_short(value)
    if several:
        part = ", undefined for some of them" if without else ""
        return f"{name} = {shown}, the mean over {len(desk.visible)} queries{part}"
    if without:
        return f"{name} is undefined" + ("" if isnan(value) else f", counted as {shown}")
    exact = None if metric.graded else format_fraction(value)
    return " = ".join(dict.fromkeys((name, *([exact] if exact else []), shown)))
