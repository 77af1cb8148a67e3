"""What the last action did to each metric, and why."""

from __future__ import annotations

from math import isfinite
from statistics import fmean
from typing import TYPE_CHECKING, Any

from irviz.lenses.action import action
from irviz.lenses.cards import noun, number
from irviz.lenses.explanation import Explanation, explain, undefined
from irviz.lenses.words import SAME, signed
from irviz.metrics import METRICS
from irviz.state.chosen_conventions import OPTIONS
from irviz.state.curves.series import MEAN_NAMES
from irviz.state.desk import MEAN

if TYPE_CHECKING:
    from irviz.metrics import Metric
    from irviz.state.board import Board
    from irviz.state.desk import Desk


def show(desk: Desk, before: Desk | None = None) -> dict[str, Any]:
    """How each metric changed with the last action.

    Returns:
        ``kind`` is ``"none"`` before any action that can be compared with, else ``"changes"``;
        ``said`` is what was done, or what to do. ``rows`` has for each metric its ``name``,
        ``symbol``, ``title``, ``before``, ``after``, ``difference``, ``direction`` (``"up"``,
        ``"down"``, ``"same"``), ``change`` and ``lines``: the reasons, each with its ``query`` and
        ``change`` in a mean over several.
    """
    if before is None or before.names != desk.names:
        word = noun(*desk.visible)
        return {
            "kind": "none",
            "said": f"Move a {word}, say whether one is relevant, or drag the cutoff: "
            "here you will read what that did to each metric, and why.",
            "rows": [],
        }
    word = noun(*desk.visible)
    said = action(before, desk, word)
    return {
        "kind": "changes",
        "said": said or "The last action changed nothing that is shown here.",
        "rows": [_row(metric, before, desk, word) for metric in desk.metrics],
    }


def _row(metric: Metric, before: Desk, desk: Desk, word: str) -> dict[str, Any]:
    earlier = before.conventions.metric(METRICS[metric.name])
    told = [
        (
            board,
            explained(earlier, metric, (before.board(board.id), before.k), (board, desk.k), word),
        )
        for board in desk.visible
    ]
    mean = desk.opened == MEAN
    was, now = fmean(one.before for _, one in told), fmean(one.after for _, one in told)
    difference = 0.0 if abs(now - was) < SAME else now - was
    symbol = MEAN_NAMES.get(metric.name, metric.name) if mean else metric.name
    return {
        "name": metric.name,
        "symbol": f"{symbol}@{desk.k}",
        "title": metric.title,
        "before": number(was),
        "after": number(now),
        "was_defined": any(one.was_defined for _, one in told),
        "is_defined": any(one.is_defined for _, one in told),
        "difference": number(difference),
        "direction": "up" if difference > 0 else "down" if difference < 0 else "same",
        "change": _overall(difference) if mean else told[0][1].change,
        "lines": _lines(told) if mean else [{"reason": told[0][1].reason}],
    }


def _overall(difference: float) -> str:
    return signed(difference) if isfinite(difference) else "undefined"


def _lines(told: list[tuple[Board, Explanation]]) -> list[dict[str, str]]:
    """The reasons of the queries whose value changed."""
    changed = [(board, one) for board, one in told if one.difference]
    if not changed:
        return [{"reason": "no query has another value"}]
    return [
        {"query": board.query, "change": one.change, "reason": one.reason} for board, one in changed
    ]


def explained(
    earlier: Metric, metric: Metric, was: tuple[Board, int], now: tuple[Board, int], word: str
) -> Explanation:
    """The explanation of one board's change; where the convention changed, that is the reason.

    Args:
        earlier: The metric as it was computed before.
        metric: The metric as it is computed now.
        was: The board as it was, and the cutoff.
        now: The board as it is, and the cutoff.
        word: What one result is called.
    """
    (old, k_before), (new, k_after) = was, now
    if earlier == metric:
        return explain(metric, old.ranking, new.ranking, k_before, k_after, noun=word)
    before, after = (earlier @ k_before)(old.ranking), (metric @ k_after)(new.ranking)
    difference = after - before
    if abs(difference) < SAME:
        difference = 0.0
    is_defined = metric.defined(new.ranking, k_after)
    changed = [
        f"its {option.parameter} is {getattr(metric, option.parameter)} now, "
        f"before {getattr(earlier, option.parameter)}"
        for option in OPTIONS.values()
        if metric.name in option.metrics
        and getattr(metric, option.parameter) != getattr(earlier, option.parameter)
    ]
    return Explanation(
        metric.name,
        f"{metric.name}@{k_after}",
        before,
        after,
        difference,
        earlier.defined(old.ranking, k_before),
        is_defined,
        signed(difference) if is_defined else undefined(metric),
        " and ".join(changed) + ("" if difference else ", which makes no difference here"),
    )
