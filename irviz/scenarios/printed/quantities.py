"""Computed quantities for the rows: functions from a desk to values, curves, terms or counts."""

from __future__ import annotations

from collections.abc import Callable
from math import log10
from statistics import fmean
from typing import TYPE_CHECKING

from irviz.metrics import METRICS, Metric, confusion, discounts, distribution
from irviz.scenarios.printed.row import Fact
from irviz.state.curves.series import MEAN_NAMES

if TYPE_CHECKING:
    from irviz.metrics import Ranking
    from irviz.state.desk import Desk

Quantity = Callable[["Desk"], tuple[Fact, ...]]
"""From the desk that shows it to the facts."""


def _get_ranking(desk: Desk) -> Ranking:
    """The ranking of the only board that is open."""
    (board,) = desk.visible
    return board.ranking


def _compute_fact(metric: Metric, desk: Desk, k: int) -> Fact:
    """A metric at k as a fact: of the open board, or the mean over all boards."""
    several = len(desk.visible) > 1
    symbol = MEAN_NAMES.get(metric.name, metric.name) if several else metric.name
    plain = METRICS[metric.name]
    notation = f"{symbol}@{k}" + ("" if metric == plain else f" ({_describe_variant(metric, plain)})")
    return Fact(notation, fmean((metric @ k)(board.ranking) for board in desk.visible))


def _describe_variant(metric: Metric, plain: Metric) -> str:
    """The difference between a variant and the plain metric, in usual words."""
    gain = getattr(metric, "gain", None)
    return "gain 2^grade − 1" if gain != getattr(plain, "gain", None) else str(metric)


def at(*metrics: Metric) -> Quantity:
    """A quantity: the metrics at the desk's cutoff."""
    return lambda desk: tuple(_compute_fact(metric, desk, desk.k) for metric in metrics)


def curve(metric: Metric) -> Quantity:
    """A quantity: a metric at every cutoff."""
    return lambda desk: tuple(_compute_fact(metric, desk, k) for k in range(1, desk.n + 1))


def at_each(metric: Metric, *cutoffs: int) -> Quantity:
    """A quantity: a metric at some cutoffs."""
    return lambda desk: tuple(_compute_fact(metric, desk, k) for k in cutoffs)


def mean_along(metric: Metric) -> Quantity:
    """A quantity: the mean of a metric's values at all cutoffs."""
    return lambda desk: (Fact(f"mean of {metric @ 1} … {metric @ desk.n}", fmean(metric.curve(_get_ranking(desk)))),)


def by_board(metric: Metric) -> Quantity:
    """A quantity: a metric at the desk's cutoff, on each board."""
    return lambda desk: tuple(
        Fact(f"{metric @ desk.k}, {board.query}", (metric @ desk.k)(board.ranking)) for board in desk.boards
    )


def sum_over_boards(metric: Metric) -> Quantity:
    """A quantity: the sum of a metric over all boards."""
    return lambda desk: (
        Fact(f"sum of {metric @ desk.k}", sum((metric @ desk.k)(board.ranking) for board in desk.boards)),
    )


def reciprocal_of_mean(metric: Metric) -> Quantity:
    """A quantity: one over the mean of a metric over the boards."""
    return lambda desk: tuple(Fact(f"1 / {name}", 1 / value) for name, value in at(metric)(desk))


def mean_first_rank(desk: Desk) -> tuple[Fact, ...]:
    """The average of the ranks of the first relevant item on each board."""
    firsts = [1 + board.ranking.hits.index(1) for board in desk.boards]
    return (Fact("average first relevant rank", fmean(firsts)),)


def terms(metric: Metric) -> Quantity:
    """A quantity: a metric's term at each rank down to the cutoff, before the norm."""
    return lambda desk: tuple(Fact(f"term {step.rank}", step.term) for step in metric.steps(_get_ranking(desk), desk.k))


def hit_terms(metric: Metric) -> Quantity:
    """A quantity: a metric's term at each relevant rank, before the norm; for AP, the precision there."""
    return lambda desk: tuple(
        Fact(f"P@{step.rank}", step.term) for step in metric.steps(_get_ranking(desk), desk.k) if step.hit
    )


def total(metric: Metric) -> Quantity:
    """A quantity: the sum of a metric's terms at the cutoff, before the norm."""
    return lambda desk: (Fact(f"{metric @ desk.k} · R", metric.steps(_get_ranking(desk), desk.k)[-1].total),)


def counts(desk: Desk) -> tuple[Fact, ...]:
    """The numbers of true and false positives and negatives at the desk's cutoff."""
    found = confusion(_get_ranking(desk), desk.k)
    return tuple(Fact(f"{name.upper()}@{desk.k}", n) for name, n in found._asdict().items())


def discount_facts(desk: Desk) -> tuple[Fact, ...]:
    """The DCG discount at each rank of the desk."""
    return tuple(Fact(f"log₂({rank} + 1)", by) for rank, by in enumerate(discounts(desk.n), start=1))


def discount_at(rank: int) -> Quantity:
    """A quantity: the DCG discount at one rank."""
    return lambda desk: discount_facts(desk)[rank - 1 : rank]


def grades(desk: Desk) -> tuple[Fact, ...]:
    """The grades of the open board by rank."""
    (board,) = desk.visible
    return tuple(Fact(f"grade {rank}", grade) for rank, grade in enumerate(board.ranked, start=1))


def gain_percentages(*ranks: int) -> Quantity:
    """A quantity: the percentage of a gain that is left after the discount at some ranks."""
    return lambda desk: tuple(Fact(f"100 / log₂({rank} + 1)", 100 / discounts(desk.n)[rank - 1]) for rank in ranks)


def with_log10(metric: Metric) -> Quantity:
    """A quantity: a sum of discounted gains with logarithms in base 10 in place of 2."""

    def facts(desk: Desk) -> tuple[Fact, ...]:
        value = (metric @ desk.k)(_get_ranking(desk))
        return (Fact(f"{metric @ desk.k} with log₁₀", value / log10(2)),)

    return facts


def compare_with_all_orders(metric: Metric) -> Quantity:
    """A quantity: a metric's mean over all orders, the list's own value, and the share that it beats."""

    def facts(desk: Desk) -> tuple[Fact, ...]:
        cut = metric @ desk.k
        orders = distribution(cut, _get_ranking(desk))
        return (
            Fact(f"mean {cut} of {orders.orders:,} orders", orders.mean),
            Fact(f"{cut} of this order", orders.value),
            Fact("% of the orders below it", 100 * orders.beaten),
        )

    return facts


def combine(*quantities: Quantity) -> Quantity:
    """A quantity: the facts of several quantities on one desk, in order."""
    return lambda desk: tuple(fact for quantity in quantities for fact in quantity(desk))


def on(other: Desk, quantity: Quantity, label: str) -> Quantity:
    """A quantity: one of another desk than the one shown, with a label."""
    return lambda _desk: tuple(Fact(f"{fact.notation}, {label}", fact.value) for fact in quantity(other))
