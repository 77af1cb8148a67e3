"""The user's last action in one sentence, its effect on each metric, and why."""

from __future__ import annotations

from math import isfinite
from statistics import fmean
from typing import TYPE_CHECKING, Any

from irviz.lenses.explanation import Explanation, describe_undefined, explain, find_shown_metric
from irviz.lenses.formatting import SAME, choose_noun, format_difference, join_words, pluralize, to_json_number
from irviz.metrics import METRICS
from irviz.state.chosen_conventions import OPTIONS
from irviz.state.curves.series import MEAN_NAMES
from irviz.state.desk import MEAN

if TYPE_CHECKING:
    from irviz.metrics import Metric
    from irviz.state.board import Board
    from irviz.state.desk import Desk


def describe_action(before: Desk, desk: Desk, noun: str = "picture") -> str:
    """Describe in a sentence what the user did between two desks, as far as the open boards show it.

    Args:
        before: The desk before the action.
        desk: The desk after it, with the same boards.
        noun: What one result is called.

    Returns:
        A sentence; empty if the open boards, the cutoff and the conventions are as they were.
    """
    told = []
    if before.k != desk.k:
        told.append(f"The cutoff went from {before.k} to {desk.k}.")
    if before.conventions != desk.conventions:
        told.append("The metrics follow other conventions.")
    if before.top != desk.top:
        told.append(f"The scale of grades goes up to {desk.top}, before to {before.top}.")
    if before.threshold != desk.threshold:
        told.append(f"Grades from {desk.threshold} count as relevant, before from {before.threshold}.")
    several = len(desk.visible) > 1
    for board in desk.visible:
        sentence = _describe_board_change(before.board(board.id), board, noun)
        if sentence:
            told.append(f"“{board.query}”: {sentence}" if several else sentence)
    return " ".join(told)


def _describe_board_change(old: Board, new: Board, noun: str) -> str:
    """A sentence on which results moved or have new judgments between two states of a board; empty for none."""
    moved, graded = old.order != new.order, (old.grades, old.unjudged) != (new.grades, new.unjudged)
    if moved and old.grades != new.grades:
        more = "have other grades" if max(old.top, new.top) > 1 else "other ones are relevant"
        return f"The {noun}s stand in another order and {more}."
    if moved:
        return _describe_moves(old, new, noun)
    return _describe_grades(old, new, noun) if graded and (old.top, old.threshold) == (new.top, new.threshold) else ""


def _describe_moves(old: Board, new: Board, noun: str) -> str:
    """A sentence on which results moved where; a move by one rank names the result that went up."""
    differ = [rank for rank, (was, now) in enumerate(zip(old.order, new.order, strict=True), 1) if was != now]
    high, low = differ[0], differ[-1]
    for start, end in ((low, high), (high, low)):
        if old.move(start, end).order == new.order:
            return f"{_quote_title(old, start)} moved from rank {start} to rank {end}."
    if old.swap(high, low).order == new.order:
        return f"{_quote_title(old, high)} and {_quote_title(old, low)} swapped ranks {high} and {low}."
    return f"The {noun}s stand in another order: {len(differ)} of {new.n} ranks changed."


def _describe_grades(old: Board, new: Board, noun: str) -> str:
    """A sentence on which results of a board have new grades, or are judged now, or no more."""
    judged = old.unjudged ^ new.unjudged
    changed = [rank for rank, at in enumerate(new.order, 1) if at in judged or old.grades[at] != new.grades[at]]
    if len(changed) > 1 and new.top == 1:
        return _describe_relevance(new, changed, noun)
    if len(changed) > 1:
        return f"The {pluralize(len(changed), noun)} at ranks {join_words([*map(str, changed)])} have other grades."
    rank = changed[0]
    index = new.order[rank - 1]
    grade = new.grades[index]
    if index in new.unjudged:
        verdict = "is not judged now"
    elif new.top > 1:
        verdict = f"has grade {grade} now, before {'none' if index in judged else old.grades[index]}"
    else:
        counts, no = "is judged" if index in judged else "counts as", "" if grade >= new.threshold else "not "
        verdict = f"{counts} {no}relevant now"
    return f"{_quote_title(new, rank)} at rank {rank} {verdict}."


def _describe_relevance(board: Board, ranks: list[int], noun: str) -> str:
    """A sentence on which of the results at these ranks (from 1) are relevant now, and which are not."""
    told = ""
    for relevant, words in ((True, "relevant"), (False, "not relevant")):
        some = [str(rank) for rank in ranks if (board.grades[board.order[rank - 1]] > 0) == relevant]
        if not some:
            continue
        one = len(some) == 1
        where = f"at rank{'' if one else 's'} {join_words(some)}"
        if told:
            told += f", {'that' if one else 'those'} {where} as {words}"
        else:
            verb = "counts" if one else "count"
            told = f"The {pluralize(len(some), noun)} {where} {verb} as {words} now"
    return f"{told}."


def _quote_title(board: Board, rank: int) -> str:
    """The title of the result at a rank, in quotes."""
    return f"“{board.items[board.order[rank - 1]].title}”"


def show(desk: Desk, before: Desk | None = None) -> dict[str, Any]:
    """Show how each metric changed with the last action, as JSON for the panel.

    Returns:
        ``kind`` is ``"none"`` before any action that can be compared with, else ``"changes"``;
        ``said`` is a sentence on what was done, or what to do. ``rows`` has for each metric its ``name``,
        ``symbol``, ``title``, ``before``, ``after``, ``difference``, ``direction`` (``"up"``,
        ``"down"``, ``"same"``), ``change`` and ``lines``: the reasons, each with its ``query`` and
        ``change`` in a mean over several.
    """
    if before is None or before.names != desk.names:
        word = choose_noun(*desk.visible)
        return {
            "kind": "none",
            "said": f"Move a {word}, say whether one is relevant, or drag the cutoff: "
            "here you will read what that did to each metric, and why.",
            "rows": [],
        }
    word = choose_noun(*desk.visible)
    said = describe_action(before, desk, word)
    return {
        "kind": "changes",
        "said": said or "The last action changed nothing that is shown here.",
        "rows": [_make_row(metric, before, desk, word) for metric in desk.metrics],
    }


def _make_row(metric: Metric, before: Desk, desk: Desk, word: str) -> dict[str, Any]:
    """The row of a metric for JSON: its values before and after, the difference and the reasons."""
    earlier = before.conventions.metric(METRICS[metric.name])
    told = [
        (board, explain_board(earlier, metric, (before.board(board.id), before.k), (board, desk.k), word))
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
        "before": to_json_number(was),
        "after": to_json_number(now),
        "was_defined": any(one.was_defined for _, one in told),
        "is_defined": any(one.is_defined for _, one in told),
        "difference": to_json_number(difference),
        "direction": "up" if difference > 0 else "down" if difference < 0 else "same",
        "change": _format_mean_difference(difference) if mean else told[0][1].change,
        "lines": _list_reasons(told) if mean else [{"reason": told[0][1].reason}],
    }


def _format_mean_difference(difference: float) -> str:
    """Format a difference of means with its sign, or say that it is undefined."""
    return format_difference(difference) if isfinite(difference) else "undefined"


def _list_reasons(explained: list[tuple[Board, Explanation]]) -> list[dict[str, str]]:
    """List the changes that are not 0 for JSON, from an explanation for each board, with their reasons."""
    changed = [(board, one) for board, one in explained if one.difference]
    if not changed:
        return [{"reason": "no query has another value"}]
    return [{"query": board.query, "change": one.change, "reason": one.reason} for board, one in changed]


def explain_board(
    earlier: Metric, metric: Metric, was: tuple[Board, int], now: tuple[Board, int], word: str
) -> Explanation:
    """Explain how a metric changed on a board; where its convention changed, that is the reason.

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
        if metric.name in option.metrics and getattr(metric, option.parameter) != getattr(earlier, option.parameter)
    ]
    return Explanation(
        metric.name,
        f"{metric.name}@{k_after}",
        before,
        after,
        difference,
        earlier.defined(old.ranking, k_before),
        is_defined,
        format_difference(difference) if is_defined else describe_undefined(metric),
        " and ".join(changed) + ("" if difference else ", which makes no difference here"),
    )


def explain_last_action(desk: Desk, before: Desk | None) -> str:
    """A line that explains how and why the shown metric changed with the last action; empty if several lists are open.

    Args:
        desk: The desk as it is.
        before: The desk before the last action, or None.
    """
    if before is None or len(desk.visible) > 1 or before.opened != desk.opened:
        return ""
    metric = find_shown_metric(desk)
    earlier = before.conventions.metric(METRICS[metric.name])
    was, now = (before.visible[0], before.k), (desk.visible[0], desk.k)
    return explain_board(earlier, metric, was, now, choose_noun(now[0])).line
