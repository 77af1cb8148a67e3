"""The four fields at the cutoff, with the results in them, and how precision and recall read off."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from irviz.lenses.formatting import choose_noun, format_count, list_cards
from irviz.lenses.formulas import format_result
from irviz.metrics import F1, P, R, confusion, outcomes
from irviz.metrics.rounding import format_rounded

if TYPE_CHECKING:
    from irviz.metrics import Confusion
    from irviz.state.board import Board
    from irviz.state.desk import Desk

FIELDS = {
    "TP": ("true positive", "relevant, and within the cutoff"),
    "FP": ("false positive", "not relevant, but within the cutoff"),
    "FN": ("false negative", "relevant, but not within the cutoff"),
    "TN": ("true negative", "not relevant, and not within the cutoff"),
}
"""What each of the four is called, and what it means."""


def show(desk: Desk, _before: Desk | None = None) -> dict[str, Any]:
    """Show the confusion table of each open board at the cutoff, as JSON for the panel.

    Returns:
        ``boards`` has for each board its ``query``, the heads of its rows and columns, ``fields``
        (by ``"TP"``, ``"FP"``, ``"FN"``, ``"TN"``: ``words``, ``meaning``, ``count``, the
        ``results`` in it and how many of the count were ``missed``), and ``readings`` (``"P"``,
        ``"R"``, ``"F1"``), each with ``words`` and ``latex``; ``accuracy`` is a remark.
    """
    return {"k": desk.k, "boards": [_make_board(board, desk.k) for board in desk.visible]}


def _make_board(board: Board, k: int) -> dict[str, Any]:
    """The confusion table of a board for JSON: the four fields with their results, and the metrics that follow."""
    ranking, word = board.ranking, choose_noun(board)
    counts = confusion(ranking, k)
    results: dict[str, list[dict[str, Any]]] = {name: [] for name in FIELDS}
    for card, outcome in zip(list_cards(board), outcomes(ranking, k), strict=True):
        results[outcome].append(card)
    unjudged = f", {len(board.unjudged_ranks)} of them not judged" if board.unjudged_ranks else ""
    return {
        "id": board.id,
        "query": board.query,
        "columns": [f"relevant: {ranking.relevant}", f"not relevant: {counts.fp + counts.tn}{unjudged}"],
        "rows": [
            f"within the first {k}" if k > 1 else "at rank 1",
            "below the cutoff" + (", or not retrieved" if board.missed else ""),
        ],
        "fields": {
            name: {
                "words": f"{words}s" if count != 1 else words,
                "meaning": meaning,
                "count": count,
                "results": results[name],
                "missed": count - len(results[name]),
            }
            for (name, (words, meaning)), count in zip(FIELDS.items(), counts, strict=True)
        },
        "readings": _list_readings(board, counts, k, word),
        "accuracy": _explain_accuracy(counts, word),
    }


def _list_readings(board: Board, counts: Confusion, k: int, word: str) -> dict[str, dict[str, Any]]:
    """By metric (P, R, F1), its formula from the counts of a confusion table, in words and as LaTeX."""
    ranking = board.ranking
    tp, fp, fn, _ = counts
    shapes = {
        "P": (
            P,
            f"of the {format_count(k, word)} within the cutoff, the relevant ones",
            r"\frac{\mathrm{TP}}{\mathrm{TP} + \mathrm{FP}}",
            rf"\frac{{{tp}}}{{{tp} + {fp}}}",
        ),
        "R": (
            R,
            f"of the {format_count(ranking.relevant, f'relevant {word}')}, those within the cutoff",
            r"\frac{\mathrm{TP}}{\mathrm{TP} + \mathrm{FN}}",
            rf"\frac{{{tp}}}{{{tp} + {fn}}}",
        ),
        "F1": (
            F1,
            "both in one, the harmonic mean",
            r"\frac{2 \cdot \mathrm{TP}}{2 \cdot \mathrm{TP} + \mathrm{FP} + \mathrm{FN}}",
            rf"\frac{{2 \cdot {tp}}}{{2 \cdot {tp} + {fp} + {fn}}}",
        ),
    }
    return {
        name: {
            "words": words,
            "title": metric.title,
            "symbol": f"{name}@{k}",
            "shape": {"latex": rf"\mathrm{{{name}}}@{k} = {shape}"},
            "numbers": {"latex": f"= {numbers} {format_result(metric.worked(ranking, k))}"},
        }
        for name, (metric, words, shape, numbers) in shapes.items()
    }


def _explain_accuracy(counts: Confusion, word: str) -> str:
    """A remark that explains why accuracy is not reported."""
    tp, fp, _, tn = counts
    total = sum(counts)
    return (
        f"Accuracy, the share sorted rightly, would be ({tp} + {tn})/{total} = {format_rounded((tp + tn) / total)}. "
        f"It counts the true negatives, and among millions of {word}s nearly all are true negatives: "
        f"a search that returns nothing is right about nearly all of them. Here it would score "
        f"({fp} + {tn})/{total} = {format_rounded((fp + tn) / total)}."
    )
