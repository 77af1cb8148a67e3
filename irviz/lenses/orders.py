"""How good an order is among all orders of the same list: its place in their distribution."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from dataclasses import dataclass
from math import factorial, fsum, isnan, prod
from typing import TYPE_CHECKING, Any

from irviz.lenses.formatting import choose_noun, name_at_cutoff
from irviz.metrics import Distribution, Ranking, distribution
from irviz.metrics.rounding import format_rounded
from irviz.state.cache import cache_by_size
from irviz.state.chosen_conventions import PLOTTED, SUMS
from irviz.state.desk import MEAN
from irviz.state.number_words import format_percent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from irviz.metrics import Metric
    from irviz.state.board import Board
    from irviz.state.desk import Desk


MAX_EXACT_ORDERS = 50_000
"""Up to this many distinct orders, all are evaluated for the chosen metric."""

MAX_EXACT_ORDERS_OTHERS = 10_000
"""Up to this many distinct orders, all are evaluated for the other metrics."""

MAX_SAMPLED_ORDERS = 10_000
"""Random orders that stand for all where there are more: fewer for long lists and for the other metrics."""

TOLERANCE = 1e-12
"""Equal values that were added up in another order differ by less than this."""


@dataclass(frozen=True)
class Spread:
    """The values of a metric over all orders of a list's results, or over a sample of them.

    Attributes:
        values: The values, lowest first; orders without one are left out.
        orders: How many distinct orders there are.
        valued: How many of them have a value; an estimate where only a sample was scored.
        drawn: How many of them were scored.
        exact: Whether the values give exact shares of all orders; else, they are a sample.
        mean: The mean of the values.
    """

    values: array[float]
    orders: int
    valued: int
    drawn: int
    exact: bool
    mean: float


def compute_spread(metric: Metric, ranking: Ranking, limit: int = MAX_EXACT_ORDERS) -> Spread:
    """Compute the values of a metric over all distinct orders of a list; cached.

    The order given does not matter, so nothing is computed anew while the user only moves documents.
    A metric that reads hits only sees fewer orders than there are, each as often as any other: one
    each of these is enough for exact shares.

    Args:
        metric: The metric with its cutoff.
        ranking: The list, in any order.
        limit: Up to this many orders all are scored; beyond, a random sample.

    >>> from irviz.metrics import AP, Ranking
    >>> orders = compute_spread(AP @ 8, Ranking([0, 4, 1, 3, 4, 1, 3, 2], threshold=3))
    >>> orders.orders, orders.drawn, round(orders.mean, 4)
    (5040, 70, 0.6227)
    """
    if metric.graded:
        grades, missed, threshold = ranking.grades, ranking.missed, ranking.threshold
    else:
        grades, threshold = ranking.hits, 1
        missed = tuple(int(grade >= ranking.threshold) for grade in ranking.missed)
    found = _compute_spread(metric, tuple(sorted(grades)), tuple(sorted(missed)), threshold, limit)
    orders = factorial(ranking.n) // prod(map(factorial, Counter(ranking.grades).values()))
    # Each order that the metric tells apart stands for as many distinct ones as any other.
    valued = orders * len(found.values) // found.drawn
    return Spread(found.values, orders, valued, found.drawn, found.exact, found.mean)


@cache_by_size(lambda spread, *_: 500 + 8 * len(spread.values))
def _compute_spread(
    metric: Metric, grades: tuple[int, ...], missed: tuple[int, ...], threshold: int, limit: int
) -> Spread:
    """Compute a spread from grades, missed grades and threshold, by sampling above `limit` orders; cached."""
    drawn = MAX_SAMPLED_ORDERS if limit == MAX_EXACT_ORDERS else MAX_SAMPLED_ORDERS // 5
    samples = max(drawn * 8 // (8 + len(grades)), 200)
    found = distribution(metric, Ranking(grades, missed, threshold), limit=limit, samples=samples)
    # An array, since there may be many of many values.
    values = array("d", sorted(value for value in found.values if not isnan(value)))
    mean = fsum(values) / max(len(values), 1)
    return Spread(values, found.orders, len(values), len(found.values), found.exact, mean)


@dataclass(frozen=True)
class Standing:
    """How a metric's value on one order compares with its values on all orders of the same results.

    Attributes:
        metric: The metric with its cutoff.
        length: The number of results in the list.
        value: The metric's value on this order, or None where it has none.
        spread: The metric's values on all orders.
        defined: Whether the metric is defined on this order; `ever`, whether it is on any order.
        beaten: The share of the orders with a value that score lower. `tied` is the share that score
            the same, this order among them, and `above` the share that score higher.
    """

    metric: Metric
    length: int
    value: float | None
    spread: Spread
    defined: bool
    ever: bool
    beaten: float
    tied: float
    above: float

    def count(self, share: float) -> int:
        """The number of orders that a share (0 to 1) of the orders with a value is."""
        return round(share * self.spread.valued)

    @property
    def level(self) -> bool:
        """Whether all orders are known to have the same value."""
        values, metric = self.spread.values, self.metric
        alike = bool(values) and values[-1] - values[0] <= TOLERANCE
        whole = not metric.order_aware and (metric.cutoff or self.length) >= self.length
        return alike and self.spread.valued == self.spread.orders and (self.spread.exact or whole)


def compute_standing(metric: Metric, ranking: Ranking, limit: int = MAX_EXACT_ORDERS) -> Standing:
    """Compute what shares of all orders of a list score lower than, like and higher than its own order.

    >>> from irviz.metrics import Ranking, nDCG
    >>> here = compute_standing(nDCG @ 8, Ranking([0, 4, 1, 3, 4, 1, 3, 2]))
    >>> round(here.beaten, 3), here.count(here.tied), round(here.spread.mean, 4)
    (0.154, 1, 0.8252)
    """
    found = compute_spread(metric, ranking, limit)
    value = metric(ranking)
    best = Ranking(sorted(ranking.grades, reverse=True), ranking.missed, ranking.threshold)
    known = not isnan(value) and bool(found.values)
    place = Distribution(value, tuple(found.values), found.orders, exact=found.exact) if known else None
    beaten, tied = (place.beaten, place.tied) if place else (0.0, 0.0)
    higher = bisect_right(found.values, value + TOLERANCE) if place else 0
    return Standing(
        metric,
        ranking.n,
        value if known else None,
        found,
        defined=metric.defined(ranking),
        ever=metric.defined(best),
        beaten=beaten,
        tied=tied,
        above=(len(found.values) - higher) / len(found.values) if place else 0.0,
    )


BAR_COUNT = 50
"""Bars on the axis where there are more values than `MAX_SINGLE_VALUE_BARS`."""

MAX_SINGLE_VALUE_BARS = 16
"""Up to this many different values have a bar each, at the value itself."""

_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def show(desk: Desk, _before: Desk | None = None) -> dict[str, Any]:
    """Show how the open order compares with all orders of its list under the chosen metric, as JSON for the panel.

    Returns:
        `panels`, one for each open board, with the distribution of the metric as bars and sentences
        about it; `table`, a row for each metric with its `Standing` on each board; `sentence`,
        the first panel's or the mean's; and `whole`, the `Standing` over the whole list where the
        cutoff is before its end.
    """
    metrics = {
        metric.name: desk.conventions.metric(metric)
        for metric in (*PLOTTED, *SUMS)
        if metric in PLOTTED or desk.top > 1 or metric.name == desk.metric
    }
    chosen = metrics[desk.metric]
    boards = desk.visible
    top = _find_axis_end(chosen, boards, desk.k)
    panels = [_make_panel(chosen, board, desk.k, top) for board in boards]
    several = desk.opened == MEAN
    return {
        "k": desk.k,
        "n": desk.n,
        "metric": chosen.name,
        "symbol": name_at_cutoff(chosen, desk),
        "title": chosen.title,
        "top": top,
        "panels": panels,
        "whole": None if several or desk.k >= desk.last_visible_cutoff else _describe_whole_list(chosen, boards[0]),
        "sentence": _describe_mean(chosen, desk, panels) if several else panels[0]["text"],
        "table": [_make_row(metric, desk, chosen=metric is chosen) for metric in metrics.values()],
    }


def _make_panel(metric: Metric, board: Board, k: int, top: float) -> dict[str, Any]:
    """The panel of a board for JSON: bars of the metric's values over all orders (axis to `top`), and a sentence."""
    here = compute_standing(metric @ k, board.ranking)
    shown = here.ever and here.value is not None
    return _to_json(here) | {
        "query": board.query,
        "text": _describe_standing(here, choose_noun(board), elsewhere=board.ranking.relevant > 0),
        "bars": _make_bars(here, top) if shown else [],
        "lowest": here.spread.values[0] if shown else None,
        "highest": here.spread.values[-1] if shown else None,
    }


def _to_json(here: Standing) -> dict[str, Any]:
    """A `Standing` for JSON: the value, and the number and shares of orders that score lower, the same and higher."""
    return {
        "value": here.value,
        "defined": here.defined,
        "ever": here.ever,
        "mean": here.spread.mean if here.spread.values else None,
        "beaten": here.beaten,
        "tied": here.tied,
        "above": here.above,
        "orders": here.spread.orders,
        "over": _describe_orders(here),
        "exact": here.spread.exact,
    }


def _make_bars(here: Standing, top: float) -> list[dict[str, Any]]:
    """The bars of the distribution from `low` to `high`, each with its shares below, at and above this order's value.

    A bar of a single value has the same `low` and `high`.
    """
    values = here.spread.values
    edges = _list_single_values(values) or [
        (top * place / BAR_COUNT, top * (place + 1) / BAR_COUNT) for place in range(BAR_COUNT)
    ]
    value = here.value or 0.0
    bars = []
    for low, high in edges:
        start = bisect_left(values, low - TOLERANCE)
        # What lies on an edge belongs to the bar above, but for the last edge.
        whole = low == high or high == edges[-1][1]
        stop = bisect_right(values, high + TOLERANCE) if whole else bisect_left(values, high - TOLERANCE)
        if start == stop:
            continue
        same = bisect_left(values, value - TOLERANCE, start, stop)
        above = bisect_right(values, value + TOLERANCE, same, stop)
        parts = (same - start, above - same, stop - above)
        bars.append(
            {"low": low, "high": high}
            | dict(zip(("below", "same", "above"), (part / len(values) for part in parts), strict=True))
        )
    return bars


def _list_single_values(values: array[float]) -> list[tuple[float, float]]:
    """Each different value as a (low, high) bar of its own; empty if there are too many values."""
    found: list[tuple[float, float]] = []
    place = 0
    while place < len(values):
        if len(found) == MAX_SINGLE_VALUE_BARS:
            return []
        found.append((values[place], values[place]))
        place = bisect_right(values, values[place] + TOLERANCE)
    return found


def _find_axis_end(metric: Metric, boards: Sequence[Board], k: int) -> float:
    """The end of the value axis: 1, or for a sum such as DCG the best value of any order."""
    if metric.range[1] == 1:
        return 1.0
    return max(compute_spread(metric @ k, board.ranking).values[-1] for board in boards) or 1.0


def _make_row(metric: Metric, desk: Desk, *, chosen: bool) -> dict[str, Any]:
    """The row of a metric for JSON: its `Standing` on each open board; `value` and `mean` are over all of them."""
    limit = MAX_EXACT_ORDERS if chosen else MAX_EXACT_ORDERS_OTHERS
    cells = [_to_json(compute_standing(metric @ desk.k, board.ranking, limit)) for board in desk.visible]
    return {
        "name": metric.name,
        "symbol": name_at_cutoff(metric, desk),
        "chosen": chosen,
        "value": _average([cell["value"] for cell in cells]),
        "mean": _average([cell["mean"] for cell in cells]),
        "cells": cells,
    }


def _average(values: Sequence[float | None]) -> float | None:
    """The mean of some values; None if one of them is None."""
    known = [value for value in values if value is not None]
    return fsum(known) / len(known) if len(known) == len(values) else None


def _describe_standing(here: Standing, word: str, *, elsewhere: bool) -> str:
    """Up to three sentences that compare an order with all orders.

    Args:
        here: The comparison.
        word: What one result is called.
        elsewhere: Whether any result is relevant, retrieved or not.
    """
    symbol = f"{here.metric.name}@{here.metric.cutoff}"
    if not here.ever:
        counts = "" if here.value is None else f" It counts as {here.value:g}."
        nothing = "Nothing in this list" if elsewhere else "Nothing"
        return f"{nothing} is relevant, so {symbol} is undefined, whatever the order.{counts}"
    if here.value is None:
        return f"{symbol} has no value on this order, so it has no place among the others."
    if here.level:
        same = f"Whatever the order of this list, {symbol} is {format_rounded(here.value)}"
        if here.metric.order_aware:
            return f"{same}."
        return f"{same}: it counts which {word}s are above the cutoff, not where."
    return f"{_describe_share_beaten(here, symbol)} {_compare_with_shuffle(here)}"


def _describe_share_beaten(here: Standing, symbol: str) -> str:
    """A sentence with the share of the orders that score lower than this one, and the ties."""
    found = here.spread
    of = f"of the {format_order_count(found.orders)} distinct orders of this list"
    if found.valued < found.orders:
        of = f"of those of the {format_order_count(found.orders)} distinct orders of this list that have a value"
    if not found.exact:
        place = f"This order beats {_format_share_beaten(here)} {of} on {symbol}"
        return f"{place}, judged by {found.drawn:,} random ones."
    only = "only " if 0.0005 <= here.beaten < 0.25 else ""
    share = f"{only}{format_percent(here.beaten)}" if here.beaten else "none"
    others = here.count(here.tied) - 1
    ties = {0: "no other scores the same", 1: "one other scores the same"}.get(
        others, f"{format_order_count(others)} others score the same"
    )
    best = "" if here.count(here.above) else ", and none scores higher"
    return f"This order beats {share} {of} on {symbol}; {ties}{best}."


def _format_share_beaten(here: Standing) -> str:
    """The share of the orders that score lower as a percentage, with “about” if only a sample was scored."""
    share = format_percent(here.beaten)
    return share if here.spread.exact or share[0] in "lm" else f"about {share}"


def _compare_with_shuffle(here: Standing) -> str:
    """A sentence that compares the mean over all orders with this order's value."""
    mean, value = here.spread.mean, here.value or 0.0
    about = "" if here.spread.exact else "about "
    if abs(mean - value) <= TOLERANCE:
        return f"A random shuffle scores {about}as much on average."
    if format_rounded(mean) == format_rounded(value):
        return f"A random shuffle scores about as much on average, {format_rounded(mean)}."
    than = "more" if mean > value else "less"
    here_text = f"{than} than this order’s {format_rounded(value)}."
    return f"A random shuffle scores {about}{format_rounded(mean)} on average, {here_text}"


def _describe_orders(here: Standing) -> str:
    """A phrase that says how many orders were scored: all, those with a value, or a sample.

    >>> from irviz.metrics import AP, Ranking
    >>> _describe_orders(compute_standing(AP @ 2, Ranking([0, 1, 0, 1])))
    'all 6 orders'
    """
    found = here.spread
    if not found.exact:
        return f"{found.drawn:,} random orders of {format_order_count(found.orders)}"
    if found.valued < found.orders:
        return f"the {format_order_count(found.valued)} of {format_order_count(found.orders)} orders that have a value"
    return f"all {format_order_count(found.orders)} orders" if found.orders > 1 else "the only order"


def format_order_count(orders: int) -> str:
    """Format the number of orders for prose, a large one as a power of ten.

    >>> format_order_count(999_999_999), format_order_count(10**9), format_order_count(11_732_745_024)
    ('999,999,999', '1.0 × 10⁹', '1.2 × 10¹⁰')
    """
    if orders < 10**9:
        return f"{orders:,}"
    digits, _, power = f"{orders:.1e}".partition("e+")
    return f"{digits} × 10{str(int(power)).translate(_RAISED)}"


def _describe_whole_list(metric: Metric, board: Board) -> dict[str, Any]:
    """The comparison of a metric on the whole list with that on all its orders, for JSON, with a sentence (`text`)."""
    here = compute_standing(metric @ board.depth, board.ranking, MAX_EXACT_ORDERS_OTHERS)
    text = f"Over the whole list, {metric.name}@{board.depth}"
    if here.value is None or not here.ever:
        text = f"{text} is undefined."
    elif here.level:
        text = f"{text} is {format_rounded(here.value)} whatever the order."
    else:
        share = _format_share_beaten(here) if here.beaten or not here.spread.exact else "none"
        text = f"{text} is {format_rounded(here.value)} and beats {share} of the orders."
    return _to_json(here) | {"k": board.depth, "text": text}


def _describe_mean(metric: Metric, desk: Desk, panels: Sequence[dict[str, Any]]) -> str:
    """A sentence that compares a metric's mean over several lists with that of shuffled lists."""
    symbol = name_at_cutoff(metric, desk)
    value, mean = (_average([panel[name] for panel in panels]) for name in ("value", "mean"))
    if value is None or mean is None:
        return f"{symbol} has no value here, since one of the lists has none."
    about = "" if all(panel["exact"] for panel in panels) else "about "
    return (
        f"Over {len(panels)} queries {symbol} is {format_rounded(value)}; with each list shuffled at random it "
        f"would be {about}{format_rounded(mean)} on average. Each order is shown among the orders of its own list."
    )
