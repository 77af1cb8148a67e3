"""Two orders that two metrics prefer oppositely, with the working of both, in plain values."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any

from irviz.lenses.formulas import plainly
from irviz.lenses.versus import apart, preference, reason
from irviz.lenses.words import cards, number
from irviz.metrics import Ranking
from irviz.metrics.rounding import format_rounded
from irviz.state.disagreements.disagreement import Agreement, arrange
from irviz.state.metric_words import spoken, symbol, unusual
from irviz.state.number_words import figure, percent

if TYPE_CHECKING:
    from irviz.metrics import Metric
    from irviz.state.board import Board
    from irviz.state.disagreements.disagreement import Disagreement
    from irviz.state.disagreements.question import Answer

LONGEST = 220
"""A working with more characters would fill the page and is left out."""

CLEAREST = (
    "How strongly a metric prefers one order to another is the difference of its two values, as a share "
    "of the way from its worst order of these results to its best. A pair is as clear as the weaker of "
    "the two preferences; of equally clear pairs, the one with the fewest moves between is shown. "
    "“Another pair” is the clearest one with two orders that have not been shown yet."
)
"""What the clearest pair is, in words."""


def shown(answer: Answer, board: Board) -> dict[str, Any]:
    """What was found on the judgments of a board.

    Returns:
        ``kind`` is ``"pair"`` or ``"none"``, ``text`` says what was found in a sentence, ``search`` how
        it was looked for. With a pair also ``pair`` (its number), ``more`` (whether there is another
        one), ``clear`` (how clear it is, in words) and ``orders``, both orders with their ``cards``,
        the ``reason`` why it is preferred, the ``values`` of both metrics and the arranged ``board``.
    """
    found = answer.found
    if isinstance(found, Agreement):
        return {"kind": "none", "text": found.reason, "search": _search(found, "there is no such pair")}
    why = reasons(found, board.missed, board.threshold)
    metrics = (found.a, found.b)
    orders = []
    for at, order in enumerate((found.first, found.second)):
        arranged = arrange(board, order)
        ranking = Ranking(order, board.missed, board.threshold)
        orders.append(
            {
                "board": arranged,
                "cards": cards(arranged),
                "by": at,
                "reason": why[at],
                "values": [_value(metric, ranking, preferred=which == at) for which, metric in enumerate(metrics)],
            }
        )
    return {
        "kind": "pair",
        "text": f"{spoken(found.a)} prefers the first order, {spoken(found.b)} the second.",
        "pair": answer.number,
        "more": answer.more,
        "clear": _clear(found),
        "search": _search(found, "no pair is clearer" if answer.number == 1 else ""),
        "orders": orders,
    }


NAMES = ("the first order", "the second")
"""What the two orders are called."""


def reasons(found: Disagreement, missed: tuple[int, ...] = (), threshold: int = 1) -> tuple[str, str]:
    """Why each of the two metrics prefers its order, a sentence for each.

    Args:
        found: What `irviz.state.disagreements.disagreement.disagree` has found.
        missed: The grades of judged results that were not retrieved, as given there.
        threshold: The lowest grade that counts as relevant, as given there.

    >>> from irviz.metrics import AP, RR
    >>> from irviz.state.disagreements.disagreement import disagree
    >>> for line in reasons(disagree(RR @ 6, AP @ 6, [1, 1, 1, 0, 0, 0])):
    ...     print(line)
    RR@6 prefers the first order, 0.5 to 0.333: its first relevant result is at rank 2, the other’s at rank 3.
    AP@6 prefers the second, 0.478 to 0.467: the precisions at its relevant ranks add up to 1/3 + 2/4 + 3/5 ≈ 1.433, the other’s to 1/2 + 2/5 + 3/6 = 1.4.
    """  # noqa: E501 - a sentence as it is read
    lists = [Ranking(order, missed, threshold) for order in (found.first, found.second)]
    n = len(found.first)
    return (_preferred(found.a, 0, lists, found.a.cutoff or n), _preferred(found.b, 1, lists, found.b.cutoff or n))


def _preferred(metric: Metric, which: int, lists: list[Ranking], k: int) -> str:
    told = preference(metric, lists[0], lists[1], k)
    values = apart(told.values[which], told.values[1 - which])
    why = reason(told, ("the other", "the other"))
    return f"{spoken(metric)} prefers {NAMES[which]}, {values[0]} to {values[1]}: {why}."


def _value(metric: Metric, ranking: Ranking, *, preferred: bool) -> dict[str, Any]:
    worked = metric.worked(ranking)
    value = metric(ranking)
    written = plainly(worked.text) if worked.defined else ""
    top = _top(metric, ranking)
    return {
        "symbol": symbol(metric),
        "more": unusual(metric),
        "name": metric.name,
        "value": number(value),
        "text": format_rounded(value),
        "share": value / top,
        "top": figure(top),
        "worked": written if len(written) <= LONGEST else "",
        "preferred": preferred,
    }


def _top(metric: Metric, ranking: Ranking) -> float:
    """Where a bar ends: at 1, or for a sum at what the ideal order of these results reaches.

    >>> from irviz.metrics import AP, CG
    >>> _top(AP @ 2, Ranking([0, 4, 3])), _top(CG @ 2, Ranking([0, 4, 3]))
    (1.0, 7.0)
    """
    if isfinite(metric.range[1]):
        return metric.range[1]
    grades = sorted(ranking.grades, reverse=True)
    return metric(Ranking(grades, ranking.missed, ranking.threshold)) or 1.0


def _clear(found: Disagreement) -> str:
    """How clear a pair is.

    >>> from irviz.metrics import AP, RR
    >>> from irviz.state.disagreements.disagreement import disagree
    >>> _clear(disagree(RR @ 8, AP @ 8, [0, 1, 0, 1, 1, 0, 1, 0])).partition("; ")[0].replace(chr(160), " ")
    'From worst to best order, the two lie 62.5 % apart for RR@8 and 17.9 % for AP@8'
    """
    drawn = "" if found.exact else " that was drawn"
    moves = f"{found.moves} moves lead" if found.moves > 1 else "one move leads"
    return (
        f"From worst to best order{drawn}, the two lie {percent(found.strength_a)} apart for "
        f"{spoken(found.a)} and {percent(found.strength_b)} for {spoken(found.b)}; {moves} from one to "
        "the other."
    )


def _search(found: Disagreement | Agreement, claim: str) -> str:
    """How it was looked for, and what that proves.

    Args:
        found: What was found.
        claim: What is true if all orders were looked at; nothing if empty.
    """
    many = f"{found.orders:,} distinct orders of these results"
    if found.exact:
        return f"All {many} were compared{f': {claim}' if claim else ''}."
    doubt = "there may be such a pair" if isinstance(found, Agreement) else "another pair may be clearer"
    return f"There are {many}; some thousands were drawn at random, so {doubt}."
