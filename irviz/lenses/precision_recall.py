"""Precision against recall, rank by rank, and average precision as the area below its steps."""

from __future__ import annotations

from math import fsum
from typing import TYPE_CHECKING, Any

from irviz.lenses.formatting import choose_noun, format_count, list_cards, to_json_number
from irviz.metrics import AP, P, R, eleven_points
from irviz.metrics.average_precision import LEVELS
from irviz.metrics.rounding import format_rounded
from irviz.state.desk import MEAN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from irviz.metrics import Ranking
    from irviz.state.board import Board
    from irviz.state.desk import Desk

MAX_TERMS = 8
"""Terms of a sum that are written out in a sentence."""

_DIVISORS = {"min(R,k)": "min(R, k)", "hits": "the number of hits"}


def show(desk: Desk, _before: Desk | None = None) -> dict[str, Any]:
    """Show precision against recall on each open board, as JSON for the panel.

    Returns:
        ``panels``, one for each open board: its ``points`` by rank, the ``steps`` whose areas add up
        to average precision, ``smooth``, the interpolated precision with its eleven points, what was ``lost``
        in width to relevant results that were not retrieved, the ``area`` and sentences. ``sentence``
        is the main one.
    """
    panels = [_make_panel(board, desk) for board in desk.visible]
    return {
        "k": desk.k,
        "n": desk.n,
        "panels": panels,
        "sentence": _describe_mean(desk) if desk.opened == MEAN else panels[0]["sentence"],
    }


def _make_panel(board: Board, desk: Desk) -> dict[str, Any]:
    """The panel of a board for JSON: its curve and the area below it."""
    ranking, k = board.ranking, desk.k
    relevant = ranking.relevant
    view: dict[str, Any] = {
        "query": board.query,
        "relevant": relevant,
        "sentence": _describe_area(board, k),
        "points": [],
        "steps": [],
        "smooth": None,
        "lost": None,
        "area": None,
        "notes": [],
    }
    if not relevant or not board.depth:
        return view
    precision, recall = P.curve(ranking), R.curve(ranking)
    steps = _list_steps(board, precision, recall, k)
    return view | {
        "points": [
            {**card, "precision": p, "recall": r, "counted": card["rank"] <= k}
            for card, p, r in zip(list_cards(board), precision, recall, strict=True)
        ],
        "steps": steps,
        "smooth": _interpolate(steps, ranking),
        "lost": {"from": recall[-1], "count": relevant - sum(ranking.hits)},
        "area": {"value": (AP @ k)(ranking), "whole": (AP @ board.depth)(ranking)},
        "notes": _list_notes(board, desk),
    }


def _list_steps(board: Board, precision: Sequence[float], recall: Sequence[float], k: int) -> list[dict[str, Any]]:
    """List a step of the curve for each relevant result: 1/R wide, and as high as the precision at its rank."""
    areas = AP.contributions(board.ranking, board.depth)
    before = (0.0, *recall)
    return [
        {
            "rank": rank,
            "from": before[rank - 1],
            "to": recall[rank - 1],
            "height": precision[rank - 1],
            "written": f"{board.ranking.found[rank - 1]}/{rank}",
            "area": areas[rank - 1],
            "counted": rank <= k,
        }
        for rank, hit in enumerate(board.ranking.hits, 1)
        if hit
    ]


def _interpolate(steps: Sequence[dict[str, Any]], ranking: Ranking) -> dict[str, Any]:
    """The interpolated precision for JSON: at each step the highest that is reached there or later."""
    relevant = ranking.relevant
    points = eleven_points(ranking, hits="reached")
    highest = 0.0
    found = []
    for step in reversed(steps):
        highest = max(highest, step["height"])
        found.append({"from": step["from"], "to": step["to"], "height": highest})
    area = fsum(one["height"] for one in found) / relevant
    plain = fsum(one["height"] for one in steps) / relevant
    level = "here the same as AP over the whole list, since no tooth stands out"
    other = level if area - plain < 1e-12 else "which is not AP"
    text = (
        "At each recall the highest precision that is reached there or later: textbooks smooth the teeth "
        f"of the curve so. The area below is {format_rounded(area)}, {other}. The dots are its eleven "
        f"points at recall 0, 0.1 … 1, the IPrec that is averaged over queries: "
        f"{', '.join(map(format_rounded, points))}. Their mean is {format_rounded(fsum(points) / len(points))}."
    )
    return {
        "steps": found[::-1],
        "levels": [{"recall": level, "precision": point} for level, point in zip(LEVELS, points, strict=True)],
        "text": text,
    }


def _describe_area(board: Board, k: int) -> str:
    """Sentences on the area below the curve down to the cutoff, and its relation to AP."""
    ranking, word = board.ranking, choose_noun(board)
    relevant = ranking.relevant
    if not relevant:
        return f"No {word} is relevant, so recall would divide by 0: there is no curve, and AP is undefined."
    each = f"each of the {relevant} relevant {word}s" if relevant > 1 else f"the relevant {word}"
    if not board.depth:
        return f"Nothing was retrieved: AP@{k} is 0."
    return (
        f"AP@{k} is the shaded area: {each} is a step 1/{relevant} wide and as high as the precision "
        f"at its rank. Here {_format_sum(board, k)} = {format_rounded((AP @ k)(ranking))}."
    )


def _format_sum(board: Board, k: int) -> str:
    """Format the sum of precisions over R, with the middle of a long sum left out."""
    ranking = board.ranking
    found = enumerate(ranking.hits[:k], 1)
    terms = [f"{ranking.found[rank - 1]}/{rank}" for rank, hit in found if hit]
    if len(terms) > MAX_TERMS:
        terms = [*terms[: MAX_TERMS - 2], "…", terms[-1]]
    return f"({' + '.join(terms)}) / {ranking.relevant}" if terms else f"0 / {ranking.relevant}"


def _list_notes(board: Board, desk: Desk) -> list[str]:
    """List remarks about the area below the curve, a sentence each."""
    ranking, k, word = board.ranking, desk.k, choose_noun(board)
    later = sum(ranking.hits[k:])
    lost = ranking.relevant - sum(ranking.hits)
    notes = []
    if later and desk.last_visible_cutoff == desk.n:
        are = "is" if later == 1 else "are"
        notes.append(
            f"{format_count(later, f'relevant {word}')} below the cutoff {are} outlined only: worth nothing in "
            f"AP@{k}. Over the whole list the area is {format_rounded((AP @ board.depth)(ranking))}."
        )
    if lost:
        was = "was" if lost == 1 else "were"
        notes.append(
            f"{format_count(lost, f'relevant {word}')} {was} not retrieved: "
            "width without height, which no order can fill."
        )
    if desk.conventions.ap != "R":
        value = to_json_number((desk.conventions.metric(AP) @ k)(ranking))
        result = "is undefined" if value is None else f"is {format_rounded(value)}"
        notes.append(
            f"The area divides by R = {ranking.relevant}. By the chosen conventions AP@{k} divides the same "
            f"sum by {_DIVISORS[desk.conventions.ap]} and {result}."
        )
    return notes


def _describe_mean(desk: Desk) -> str:
    """A sentence on MAP as the mean of the areas of several boards."""
    areas = [(AP @ desk.k)(board.ranking) for board in desk.visible]
    mean = fsum(areas) / len(areas)
    added = " + ".join(format_rounded(area) for area in areas)
    return (
        f"MAP@{desk.k} is the mean of the {len(areas)} shaded areas: ({added}) / {len(areas)} = {format_rounded(mean)}."
    )
