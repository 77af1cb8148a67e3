"""Two orders that two metrics prefer oppositely, with the working of both, in plain values."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any

from irviz.lenses.formatting import list_cards, to_json_number
from irviz.lenses.formulas import format_python
from irviz.lenses.versus import explain_preference, find_preference, format_distinct
from irviz.metrics import Ranking
from irviz.metrics.rounding import format_rounded
from irviz.state.disagreements.disagreement import Agreement, arrange_board
from irviz.state.metric_words import describe_metric, describe_variant, format_symbol
from irviz.state.number_words import format_number, format_percent

if TYPE_CHECKING:
    from irviz.metrics import Metric
    from irviz.state.board import Board
    from irviz.state.disagreements.disagreement import Disagreement
    from irviz.state.disagreements.question import Answer

MAX_WORKING_CHARACTERS = 220
"""A longer working would fill the page and is left out."""

CLEAREST_EXPLANATION = (
    "How strongly a metric prefers one order to another is the difference of its two values, as a share "
    "of the way from its worst order of these results to its best. A pair is as clear as the weaker of "
    "the two preferences; of equally clear pairs, the one with the fewest moves between is shown. "
    "“Another pair” is the clearest one with two orders that have not been shown yet."
)
"""What the clearest pair is, in words."""


def describe_answer(answer: Answer, board: Board) -> dict[str, Any]:
    """Describe for JSON the pair of orders on a board that two metrics prefer oppositely, or that there is none.

    Returns:
        ``kind`` is ``"pair"`` or ``"none"``, ``text`` says what was found in a sentence, ``search`` how
        it was looked for. With a pair also ``pair`` (its number), ``more`` (whether there is another
        one), ``clear`` (how clear it is, in words) and ``orders``, both orders with their ``cards``,
        the ``reason`` why it is preferred, the ``values`` of both metrics and the arranged ``board``.
    """
    found = answer.found
    if isinstance(found, Agreement):
        return {"kind": "none", "text": found.reason, "search": _describe_search(found, "there is no such pair")}
    why = explain_preferences(found, board.missed, board.threshold)
    metrics = (found.a, found.b)
    orders = []
    for at, order in enumerate((found.first, found.second)):
        arranged = arrange_board(board, order)
        ranking = Ranking(order, board.missed, board.threshold)
        orders.append(
            {
                "board": arranged,
                "cards": list_cards(arranged),
                "by": at,
                "reason": why[at],
                "values": [_make_value(metric, ranking, preferred=which == at) for which, metric in enumerate(metrics)],
            }
        )
    return {
        "kind": "pair",
        "text": f"{describe_metric(found.a)} prefers the first order, {describe_metric(found.b)} the second.",
        "pair": answer.number,
        "more": answer.more,
        "clear": _describe_clearness(found),
        "search": _describe_search(found, "no pair is clearer" if answer.number == 1 else ""),
        "orders": orders,
    }


NAMES = ("the first order", "the second")
"""What the two orders are called."""


def explain_preferences(found: Disagreement, missed: tuple[int, ...] = (), threshold: int = 1) -> tuple[str, str]:
    """Explain why each of the two metrics prefers its order, a sentence for each.

    Args:
        found: What `irviz.state.disagreements.disagreement.find_disagreement` has found.
        missed: The grades of judged results that were not retrieved, as given there.
        threshold: The lowest grade that counts as relevant, as given there.

    >>> from irviz.metrics import AP, RR
    >>> from irviz.state.disagreements.disagreement import find_disagreement
    >>> for line in explain_preferences(find_disagreement(RR @ 6, AP @ 6, [1, 1, 1, 0, 0, 0])):
    ...     print(line)
    RR@6 prefers the first order, 0.5 to 0.333: its first relevant result is at rank 2, the other’s at rank 3.
    AP@6 prefers the second, 0.478 to 0.467: the precisions at its relevant ranks add up to 1/3 + 2/4 + 3/5 ≈ 1.433, the other’s to 1/2 + 2/5 + 3/6 = 1.4.
    """  # noqa: E501 - a sentence as it is read
    lists = [Ranking(order, missed, threshold) for order in (found.first, found.second)]
    n = len(found.first)
    return (
        _explain_preference(found.a, 0, lists, found.a.cutoff or n),
        _explain_preference(found.b, 1, lists, found.b.cutoff or n),
    )


def _explain_preference(metric: Metric, which: int, lists: list[Ranking], k: int) -> str:
    """A sentence on why a metric prefers the order at place `which` (0 or 1) of two lists."""
    told = find_preference(metric, lists[0], lists[1], k)
    values = format_distinct(told.values[which], told.values[1 - which])
    why = explain_preference(told, ("the other", "the other"))
    return f"{describe_metric(metric)} prefers {NAMES[which]}, {values[0]} to {values[1]}: {why}."


def _make_value(metric: Metric, ranking: Ranking, *, preferred: bool) -> dict[str, Any]:
    """A metric's value on one order for JSON, with its formula; `preferred`: whether the metric prefers that order."""
    worked = metric.worked(ranking)
    value = metric(ranking)
    written = format_python(worked.text) if worked.defined else ""
    top = _find_bar_end(metric, ranking)
    return {
        "symbol": format_symbol(metric),
        "more": describe_variant(metric),
        "name": metric.name,
        "value": to_json_number(value),
        "text": format_rounded(value),
        "share": value / top,
        "top": format_number(top),
        "worked": written if len(written) <= MAX_WORKING_CHARACTERS else "",
        "preferred": preferred,
    }


def _find_bar_end(metric: Metric, ranking: Ranking) -> float:
    """Find the end of a bar's axis: 1, or for a sum the value of the ideal order of these results.

    >>> from irviz.metrics import AP, CG
    >>> _find_bar_end(AP @ 2, Ranking([0, 4, 3])), _find_bar_end(CG @ 2, Ranking([0, 4, 3]))
    (1.0, 7.0)
    """
    if isfinite(metric.range[1]):
        return metric.range[1]
    grades = sorted(ranking.grades, reverse=True)
    return metric(Ranking(grades, ranking.missed, ranking.threshold)) or 1.0


def _describe_clearness(found: Disagreement) -> str:
    """Sentences on how far the preferences of a pair differ, and how few moves are between its orders.

    >>> from irviz.metrics import AP, RR
    >>> from irviz.state.disagreements.disagreement import find_disagreement
    >>> found = find_disagreement(RR @ 8, AP @ 8, [0, 1, 0, 1, 1, 0, 1, 0])
    >>> _describe_clearness(found).partition("; ")[0].replace(chr(160), " ")
    'From worst to best order, the two lie 62.5 % apart for RR@8 and 17.9 % for AP@8'
    """
    drawn = "" if found.exact else " that was drawn"
    moves = f"{found.moves} moves lead" if found.moves > 1 else "one move leads"
    return (
        f"From worst to best order{drawn}, the two lie {format_percent(found.strength_a)} apart for "
        f"{describe_metric(found.a)} and {format_percent(found.strength_b)} for {describe_metric(found.b)}; {moves} "
        "from one to the other."
    )


def _describe_search(found: Disagreement | Agreement, claim: str) -> str:
    """Sentences on which orders were searched, and whether that proves the claim.

    Args:
        found: The result of the search.
        claim: The statement that a search of all orders proves; empty for none.
    """
    if found.orders == 1:
        return "These results have only one order, as all are alike, so there is no pair to compare."
    many = f"{found.orders:,} distinct orders of these results"
    if found.exact:
        return f"All {many} were compared{f': {claim}' if claim else ''}."
    doubt = "there may be such a pair" if isinstance(found, Agreement) else "another pair may be clearer"
    return f"There are {many}; some thousands were drawn at random, so {doubt}."
