"""Ties: what each metric is over the orders of results of one score, and which of these orders a tool takes."""

from __future__ import annotations

from math import fsum, isnan
from typing import TYPE_CHECKING, Any, NamedTuple

from irviz.lenses.formatting import SAME, format_short, get_chosen_metric, join_words, name_at_cutoff, name_ranks
from irviz.metrics import TOOLS, tie_curves, tie_range
from irviz.state.chosen_conventions import PLOTTED, SUMS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from irviz.metrics import Metric, Tool
    from irviz.state.board import Board
    from irviz.state.desk import Desk

    Groups = Sequence[tuple[int, int]]


class Values(NamedTuple):
    """What a metric is over the orders of tied results, in the mean over the open boards; None where it has no value.

    Args:
        least: The least that one of the orders has.
        expected: The expected value.
        most: The most that one of the orders has.
        value: The value of the order that is shown.
    """

    least: float | None
    expected: float | None
    most: float | None
    value: float | None


def compute_values(metric: Metric, desk: Desk) -> Values:
    """Compute what a metric, with its cutoff, is over the orders of the tied ranks of a desk.

    >>> from irviz.metrics import AP
    >>> from irviz.scenarios.cats import CATS
    >>> values = compute_values(AP @ 3, CATS.tie(1, 3, together=True))
    >>> [round(value, 3) for value in values if value is not None]
    [0.083, 0.153, 0.25, 0.125]
    """
    rows = [(*tie_range(metric, board.ranking, desk.ties), metric(board.ranking)) for board in desk.visible]
    return Values(*[_average(column) for column in zip(*rows, strict=True)])


def _average(values: Iterable[float]) -> float | None:
    """The mean of some values; None if one of them is NaN."""
    found = [*values]
    mean = fsum(found) / len(found)
    return None if isnan(mean) else mean


def compute_bands(desk: Desk) -> dict[str, tuple[list[float | None], list[float | None]]]:
    """Compute by metric the least and the most at each cutoff over the orders of tied ranks; none without ties.

    >>> from irviz.scenarios.cats import CATS
    >>> compute_bands(CATS.tie(2, 3, together=True))["P"][0][:3], compute_bands(CATS)
    ([0.0, 0.0, 0.3333333333333333], {})
    """
    if not desk.ties:
        return {}
    bands = {}
    for metric in desk.metrics:
        found = [tie_curves(metric, board.ranking, desk.ties) for board in desk.visible]
        low, high = ([*map(_average, zip(*rows, strict=True))] for rows in zip(*found, strict=True))
        bands[metric.name] = (low, high)
    return bands


# How tools order results of one score.


def _sort_by_id(board: Board, groups: Groups) -> Board:
    """The board with tied results ordered by id, the greatest first."""
    order = [*board.order]
    for first, last in groups:
        order[first - 1 : last] = sorted(order[first - 1 : last], key=lambda i: board.items[i].id, reverse=True)
    return board.reorder(order)


def _use_ids(metric: Metric, board: Board, groups: Groups) -> tuple[float, float]:
    """The value with the greatest id first, twice."""
    value = metric(_sort_by_id(board, groups).ranking)
    return value, value


def _use_input(metric: Metric, board: Board, _groups: Groups) -> tuple[float, float]:
    """The value of the order that is shown, twice."""
    return (metric(board.ranking),) * 2


def _use_any(metric: Metric, board: Board, groups: Groups) -> tuple[float, float]:
    """The least and the most value that any order has."""
    least, _, most = tie_range(metric, board.ranking, groups)
    return least, most


def _use_average(metric: Metric, board: Board, groups: Groups) -> tuple[float, float]:
    """The expected value, twice."""
    return (tie_range(metric, board.ranking, groups).expected,) * 2


def _use_last_rank(_metric: Metric, board: Board, groups: Groups) -> tuple[float, float]:
    """AP over the whole list with each hit at the last rank of its group, divided by the hits, twice."""
    ranking = board.ranking
    ends = {rank: last for first, last in groups for rank in range(first, last + 1)}
    at = [ends.get(rank, rank) for rank in ranking.hit_ranks]
    total = fsum(ranking.found[rank - 1] / rank for rank in at)
    return (total / len(at) if at else 0.0,) * 2


class Rule(NamedTuple):
    """How a tool orders results of one score.

    Args:
        words: The rule as a sentence.
        use: Computes the lowest and the highest value that the rule can give on a board.
    """

    words: str
    use: Callable[[Metric, Board, Groups], tuple[float, float]]


_BY_LIST = Rule("It takes a list and sees no scores: the order that it is given.", _use_input)
_AVERAGED = Rule("Ties are averaged over: the expected value.", _use_average)
_UNSTABLE = Rule("By an unstable sort: it may be any of the orders, and another one on another machine.", _use_any)
_BY_INPUT = Rule("In the order of input.", _use_input)
_RULES = {
    "trec_eval": Rule(
        "By id, the greatest first. In pytrec_eval and before version 10, scores that are one in single precision tie.",
        _use_ids,
    ),
    "ir_measures": Rule("As the tool that it hands the metric to, pytrec_eval for most: by id.", _use_ids),
    "ranx": _BY_INPUT,
    "MTEB and BEIR": Rule("As pytrec_eval: by id, the greatest first.", _use_ids),
    "scikit-learn": _AVERAGED,
    "torchmetrics": _UNSTABLE,
    "Elasticsearch": Rule("It searches by itself; hits of one score stand as its index has them.", _use_any),
    "TensorFlow Ranking": Rule("Shuffled at random: it may be any of the orders.", _use_any),
    "RecBole": _UNSTABLE,
    **dict.fromkeys(
        ("Spark", "Quepid", "OpenSearch", "LlamaIndex", "Haystack", "MLflow", "Ragas", "DeepEval", "Kaggle-style code"),
        _BY_LIST,
    ),
}
_RULES_OF_METRIC = {
    ("MTEB and BEIR", "RR"): _BY_INPUT,
    ("scikit-learn", "AP"): Rule(
        "It has no cutoff, and all results of one score count at the last rank of them.", _use_last_rank
    ),
    ("torchmetrics", "nDCG"): _AVERAGED,
}


def show(desk: Desk, _before: Desk | None = None) -> dict[str, Any]:
    """Show what hangs on the ties of a desk under its conventions, as JSON for the panel.

    Returns:
        `steps`, each pair of neighbouring ranks and whether they are tied; `sentence`, which ranks are tied; and,
        unless nothing is or the values would tell what is to be predicted, `text`, what the chosen metric makes of
        it, `table`, a row for each metric, and `tools`, a row for each tool with its rule for the chosen metric.
    """
    chosen = get_chosen_metric(desk)
    tied = {rank for first, last in desk.ties for rank in range(first, last)}
    told = bool(desk.ties) and not desk.predict and desk.last_visible_cutoff > 0
    metrics = [desk.conventions.metric(metric) for metric in (*PLOTTED, *SUMS)] if told else []
    table = [
        {"name": metric.name, "symbol": name_at_cutoff(metric, desk), **compute_values(metric @ desk.k, desk)._asdict()}
        for metric in metrics
        if metric in desk.metrics or metric.name == desk.metric
    ]
    return {
        "k": desk.k,
        "symbol": name_at_cutoff(chosen, desk),
        "steps": [{"rank": rank, "tied": rank in tied} for rank in range(1, desk.shortest)],
        "sentence": _describe_ties(desk.ties, covered=not told),
        "text": next((_describe_values(row) for row in table if row["name"] == chosen.name), ""),
        "table": table,
        "tools": [_make_tool_row(tool, chosen, desk) for tool in TOOLS.values()] if told else [],
    }


def _describe_ties(groups: Groups, *, covered: bool) -> str:
    """Sentences on the tied ranks, and where the values are covered, why."""
    if not groups:
        return (
            "A run is its scores, from the top down. Where two are the same, nothing says which of the results stands "
            "first, and each tool has a rule of its own. Nothing is tied here: tie two ranks, and see what hangs on it."
        )
    names = [name_ranks(range(first, last + 1)) for first, last in groups]
    have = "have" if len(names) == 1 else "each have"
    said = f"{join_words(names).capitalize()} {have} one score, whatever is moved there."
    return f"{said} What hangs on their order is covered: it would tell what may be asked." if covered else said


def _describe_values(row: dict[str, Any]) -> str:
    """A sentence on what a metric, whose `row` of the table is given, is over the orders of what is tied."""
    values = [row[name] for name in Values._fields]
    if None in values:
        return f"{row['symbol']} has no value here."
    least, expected, most, value = map(format_short, values)
    if row["most"] - row["least"] < SAME:
        return f"{row['symbol']} does not hang on their order: it is {value} in each."
    return (
        f"Over all orders of the tied results {row['symbol']} goes from {least} to {most}, {expected} on average; "
        f"in this order it is {value}."
    )


def _make_tool_row(tool: Tool, metric: Metric, desk: Desk) -> dict[str, Any]:
    """The row of a tool for JSON: its rule for ties, and the lowest and highest value of its metric by that rule."""
    rule = _RULES_OF_METRIC.get((tool.name, metric.name)) or _RULES.get(tool.name)
    theirs = tool.metrics.get(metric.name)
    if theirs is None or rule is None:
        lacks = f"It does not compute {metric.name}." if theirs is None else "Its rule is not known here."
        return {"name": tool.name, "rule": lacks, "low": None, "high": None}
    ends = [rule.use(theirs @ desk.k, board, desk.ties) for board in desk.visible]
    low, high = (_average(column) for column in zip(*ends, strict=True))
    return {"name": tool.name, "rule": rule.words, "low": low, "high": high}
