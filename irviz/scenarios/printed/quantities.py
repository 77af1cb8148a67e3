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
    """A fact (label, number): the metric at cutoff k on the open board, or its mean over all open boards."""
    symbol = MEAN_NAMES.get(metric.name, metric.name) if len(desk.visible) > 1 else metric.name
    plain = METRICS[metric.name]
    notation = f"{symbol}@{k}" + ("" if metric == plain else f" ({_describe_variant(metric, plain)})")
    return Fact(notation, fmean((metric @ k)(board.ranking) for board in desk.visible))


def _describe_variant(metric: Metric, plain: Metric) -> str:
    """In what a variant differs from the plain metric, in words: ``gain 2^grade − 1``."""
    gain = getattr(metric, "gain", None)
    return "gain 2^grade − 1" if gain != getattr(plain, "gain", None) else str(metric)


def at(*metrics: Metric) -> Quantity:
    """A function from a desk to facts (label, number): the metrics at the desk's cutoff."""
    return lambda desk: tuple(_compute_fact(metric, desk, desk.k) for metric in metrics)


def curve(metric: Metric) -> Quantity:
    """A function from a desk to facts (label, number): a metric at every cutoff."""
    return lambda desk: tuple(_compute_fact(metric, desk, k) for k in range(1, desk.n + 1))


def at_each(metric: Metric, *cutoffs: int) -> Quantity:
    """A function from a desk to facts (label, number): a metric at each of the cutoffs."""
    return lambda desk: tuple(_compute_fact(metric, desk, k) for k in cutoffs)


def mean_along(metric: Metric) -> Quantity:
    """A function from a desk to a fact (label, number): the mean of a metric's values at all cutoffs."""
    return lambda desk: (Fact(f"mean of {metric @ 1} … {metric @ desk.n}", fmean(metric.curve(_get_ranking(desk)))),)


def by_board(metric: Metric) -> Quantity:
    """A function from a desk to facts (label, number): a metric at the desk's cutoff on each of its boards."""
    return lambda desk: tuple(
        Fact(f"{metric @ desk.k}, {board.query}", (metric @ desk.k)(board.ranking)) for board in desk.boards
    )


def sum_over_boards(metric: Metric) -> Quantity:
    """A function from a desk to a fact (label, number): the sum of a metric over its boards, at its cutoff."""
    return lambda desk: (
        Fact(f"sum of {metric @ desk.k}", sum((metric @ desk.k)(board.ranking) for board in desk.boards)),
    )


def reciprocal_of_mean(metric: Metric) -> Quantity:
    """A function from a desk to a fact (label, number): 1 / (the mean of a metric over its boards)."""
    return lambda desk: tuple(Fact(f"1 / {name}", 1 / value) for name, value in at(metric)(desk))


def mean_first_rank(desk: Desk) -> tuple[Fact, ...]:
    """A fact (label, number): the mean over the boards of the rank of the first relevant item."""
    firsts = [1 + board.ranking.hits.index(1) for board in desk.boards]
    return (Fact("average first relevant rank", fmean(firsts)),)


def terms(metric: Metric) -> Quantity:
    """A function from a desk to facts (label, number): what each rank adds to a metric, before the divisor."""
    return lambda desk: tuple(Fact(f"term {step.rank}", step.term) for step in metric.steps(_get_ranking(desk), desk.k))


def hit_terms(metric: Metric) -> Quantity:
    """A function from a desk to facts (label, number): what each relevant rank adds, before the divisor.

    For AP that is P@rank.
    """
    return lambda desk: tuple(
        Fact(f"P@{step.rank}", step.term) for step in metric.steps(_get_ranking(desk), desk.k) if step.hit
    )


def total(metric: Metric) -> Quantity:
    """A function from a desk to a fact (label, number): the sum of a metric's terms, before the divisor."""
    return lambda desk: (Fact(f"{metric @ desk.k} · R", metric.steps(_get_ranking(desk), desk.k)[-1].total),)


def counts(desk: Desk) -> tuple[Fact, ...]:
    """Facts (label, number): true and false positives and negatives at the desk's cutoff."""
    found = confusion(_get_ranking(desk), desk.k)
    return tuple(Fact(f"{name.upper()}@{desk.k}", n) for name, n in found._asdict().items())


def discount_facts(desk: Desk) -> tuple[Fact, ...]:
    """Facts (label, number): the DCG discount log2(rank + 1) at each rank of the desk's list."""
    return tuple(Fact(f"log₂({rank} + 1)", by) for rank, by in enumerate(discounts(desk.n), start=1))


def discount_at(rank: int) -> Quantity:
    """A function from a desk to a fact (label, number): the DCG discount log2(rank + 1) at a rank."""
    return lambda desk: discount_facts(desk)[rank - 1 : rank]


def grades(desk: Desk) -> tuple[Fact, ...]:
    """Facts (label, grade): the grade at each rank of the open board."""
    (board,) = desk.visible
    return tuple(Fact(f"grade {rank}", grade) for rank, grade in enumerate(board.ranked, start=1))


def gain_percentages(*ranks: int) -> Quantity:
    """A function from a desk to facts (label, number): the per cent of a gain left after the discount at each rank."""
    return lambda desk: tuple(Fact(f"100 / log₂({rank} + 1)", 100 / discounts(desk.n)[rank - 1]) for rank in ranks)


def with_log10(metric: Metric) -> Quantity:
    """A function from a desk to a fact (label, number): DCG or IDCG with logarithms of base 10 in place of 2."""

    def facts(desk: Desk) -> tuple[Fact, ...]:
        """A fact (label, number): the metric at the desk's cutoff, with discounts by log10."""
        return (Fact(f"{metric @ desk.k} with log₁₀", (metric @ desk.k)(_get_ranking(desk)) / log10(2)),)

    return facts


def compare_with_all_orders(metric: Metric) -> Quantity:
    """A function from a desk to three facts (label, number) on a metric at its cutoff.

    They are its mean over all orders of the list, the list's own value, and the per cent of orders below that.
    """

    def facts(desk: Desk) -> tuple[Fact, ...]:
        """Facts (label, number): the mean over all orders, the list's value, the per cent of orders below it."""
        cut = metric @ desk.k
        orders = distribution(cut, _get_ranking(desk))
        return (
            Fact(f"mean {cut} of {orders.orders:,} orders", orders.mean),
            Fact(f"{cut} of this order", orders.value),
            Fact("% of the orders below it", 100 * orders.beaten),
        )

    return facts


def combine(*quantities: Quantity) -> Quantity:
    """A function from a desk to the facts of all these quantities, in order."""
    return lambda desk: tuple(fact for quantity in quantities for fact in quantity(desk))


def on(other: Desk, quantity: Quantity, label: str) -> Quantity:
    """A function to the facts of ``quantity`` on the desk ``other``, whichever is shown; labels get ``label``."""
    return lambda _desk: tuple(Fact(f"{fact.notation}, {label}", fact.value) for fact in quantity(other))
