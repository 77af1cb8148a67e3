"""Discounted gain against the gain of the ideal order, rank by rank."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Any

from irviz.lenses.formatting import choose_noun, list_cards, to_json_number
from irviz.metrics import DCG, IDCG, Ranking, gains, nDCG
from irviz.metrics.rounding import format_rounded
from irviz.state.desk import MEAN

if TYPE_CHECKING:
    from irviz.state.board import Board
    from irviz.state.chosen_conventions import Conventions
    from irviz.state.desk import Desk

GAINS = {"linear": "its grade", "exp": "2^grade − 1", "binary": "1 above grade 0"}
"""What a result is worth before the discount, in words."""

DISCOUNTS = {"log2(i+1)": "1 / log₂(i + 1)", "max(1,log2(i))": "1 / max(1, log₂ i)"}
"""What is left of a gain at rank i, in words."""

_IDEALS = {
    "uncut": "By the chosen conventions the ideal is not cut: all of it counts at every k, so that nDCG "
    "stays below 1 until the list has caught up.",
    "retrieved": "By the chosen conventions the ideal knows only what was retrieved: what the search missed "
    "costs nothing.",
    "top k": "By the chosen conventions the ideal only sorts the first k: what stands further down, or was "
    "missed, costs nothing.",
}


def show(desk: Desk, _before: Desk | None = None) -> dict[str, Any]:
    """Show DCG, the ideal DCG and their ratio on each open board, as JSON for the panel.

    Returns:
        ``panels``, one for each open board: ``columns``, one a rank, with the running sums of this
        order and of the ideal one; the ``ideal`` order, each result with the rank it comes from, or
        None where it was not retrieved; and sentences. ``discounts`` is what each rank leaves of a gain of 1,
        ``gain`` and ``discount`` say how it is computed.
    """
    conventions = desk.conventions
    panels = [_make_panel(board, desk) for board in desk.visible]
    return {
        "k": desk.k,
        "n": desk.n,
        "gain": GAINS[conventions.gain],
        "discount": DISCOUNTS[conventions.discount],
        "discounts": _list_discounts(desk.n, conventions),
        "panels": panels,
        "sentence": _describe_mean(desk) if desk.opened == MEAN else panels[0]["sentence"],
        "why": _explain_ideal(desk),
    }


def _list_discounts(n: int, conventions: Conventions) -> list[dict[str, float]]:
    """List for JSON each rank from 1 to `n` with the share of a gain that its discount leaves (`value`)."""
    left = DCG(discount=conventions.discount).contributions(Ranking([1] * n), n)
    return [{"rank": rank, "value": value} for rank, value in enumerate(left, 1)]


def _make_panel(board: Board, desk: Desk) -> dict[str, Any]:
    """The panel of a board for JSON: its order in columns, and the ideal order."""
    conventions, k, ranking = desk.conventions, desk.k, board.ranking
    metric = conventions.metric(nDCG)
    worth = gains(ranking.grades, conventions.gain)
    shown = min(board.depth, max(board.n, k))
    steps = metric.steps(ranking, shown) if shown else []
    dcg, idcg, ratio = _compute_at_cutoff(board, desk)
    return {
        "query": board.query,
        "columns": [
            {
                **card,
                "gain": gain,
                "term": step.term,
                "dcg": step.total,
                "idcg": step.norm,
                "ratio": to_json_number(step.value) if step.norm else None,
                "counted": step.rank <= k,
            }
            for card, gain, step in zip(list_cards(board), worth, steps, strict=False)
        ],
        "ideal": _list_ideal_order(board, conventions, k),
        "top": max((step.norm for step in steps), default=0.0) or 1.0,
        "dcg": dcg,
        "idcg": idcg,
        "ratio": to_json_number(ratio),
        "defined": idcg > 0,
        "sentence": _describe_ratio(board, desk),
        "fall": _explain_fall(board, desk),
    }


def _list_ideal_order(board: Board, conventions: Conventions, k: int) -> list[dict[str, Any]]:
    """List the ideal order for JSON: the highest grades first, equal ones as they stand, with running sums."""
    found: list[dict[str, Any]] = [
        {"from": card["rank"], **{name: card[name] for name in ("title", "picture", "grade")}}
        for card in list_cards(board)
    ]
    if conventions.ideal in {"judged", "uncut"}:
        found += [
            {"from": None, "title": f"Missed {choose_noun(board)}", "picture": None, "grade": grade}
            for grade in board.missed
        ]
    if conventions.ideal == "top k":
        found = found[:k]
    best = sorted(found, key=lambda one: -one["grade"])
    # Further down than the list and the cutoff only the ideal that is never cut goes.
    uncut, shown = conventions.ideal == "uncut", max(board.n, k)
    best = [one for place, one in enumerate(best) if place < shown or (uncut and one["grade"])]
    grades = [one["grade"] for one in best]
    terms = DCG(gain=conventions.gain, discount=conventions.discount).contributions(Ranking(grades), len(best) or 1)
    return [
        {
            **one,
            "place": place,
            "relevant": one["grade"] >= board.threshold,
            "gain": gain,
            "term": term,
            "total": total,
            "counted": uncut or place <= k,
        }
        for place, (one, gain, term, total) in enumerate(
            zip(best, gains(grades, conventions.gain), terms, accumulate(terms), strict=True), 1
        )
    ]


def _compute_at_cutoff(board: Board, desk: Desk) -> tuple[float, float, float]:
    """DCG, the ideal DCG and their ratio (nDCG) at the cutoff, which may lie past the end of the list."""
    conventions, k, ranking = desk.conventions, desk.k, board.ranking
    metric = conventions.metric(nDCG) @ k
    steps = metric.steps(ranking)
    # Past the end only the ideal order of all judged results goes on.
    goes_on = conventions.ideal == "judged" or not steps
    best = IDCG(gain=conventions.gain, discount=conventions.discount) @ k
    idcg = best(ranking) if goes_on else steps[-1].norm
    return steps[-1].total if steps else 0.0, idcg, metric(ranking)


def _describe_ratio(board: Board, desk: Desk) -> str:
    """A sentence with DCG, ideal DCG and their ratio at the cutoff."""
    k = desk.k
    dcg, idcg, ratio = _compute_at_cutoff(board, desk)
    if not idcg:
        return f"The ideal order gains nothing either, so nDCG@{k} would be 0 / 0: it is undefined."
    return (
        f"This order has gathered a DCG@{k} of {format_rounded(dcg)}; "
        f"the ideal order would have {format_rounded(idcg)}. "
        f"nDCG@{k} is the share: {format_rounded(dcg)} / {format_rounded(idcg)} = {format_rounded(ratio)}."
    )


def _explain_fall(board: Board, desk: Desk) -> str | None:
    """A sentence on why nDCG is lower at this cutoff than one rank before; None where it is not."""
    k = desk.k
    if not 1 < k <= board.depth:
        return None
    steps = desk.conventions.metric(nDCG).steps(board.ranking, k)
    if not steps[k - 2].norm:
        return None
    last, here = steps[k - 2], steps[k - 1]
    if here.value >= last.value - 1e-12:
        return None
    return (
        f"From k = {k - 1} to {k} nDCG falls, from {format_rounded(last.value)} to {format_rounded(here.value)}: the "
        f"ideal order gains {format_rounded(here.norm - last.norm)} there, this one {format_rounded(here.term)}."
    )


def _explain_ideal(desk: Desk) -> str:
    """A sentence on why DCG is divided by an ideal."""
    reason = (
        f"A DCG alone says little: how high it can go depends on how many good {choose_noun(*desk.visible)}s there "
        "are. Divided by the ideal, queries can be compared and averaged, and 1 is the best."
    )
    return f"{reason} {_IDEALS[desk.conventions.ideal]}" if desk.conventions.ideal in _IDEALS else reason


def _describe_mean(desk: Desk) -> str:
    """A sentence on the mean of the ratios (nDCG) over the open boards."""
    metric = desk.conventions.metric(nDCG) @ desk.k
    values = [metric(board.ranking) for board in desk.visible]
    mean = to_json_number(sum(values) / len(values))
    written = [to_json_number(value) for value in values]
    if mean is None or None in written:
        return f"nDCG@{desk.k} is undefined for at least one query, and so is its mean."
    added = " + ".join(map(format_rounded, values))
    return (
        f"Each query has an ideal order of its own. The mean nDCG@{desk.k} is the mean of the shares, not of "
        f"the DCGs: ({added}) / {len(values)} = {format_rounded(mean)}."
    )
