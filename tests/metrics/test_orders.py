"""All orders of a list, and a sample of them."""

from __future__ import annotations

import random
import statistics
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from irviz.metrics import AP, DCG, METRICS, RR, P, ParameterError, Ranking, distribution, nDCG

SHORT = st.builds(Ranking, st.lists(st.integers(0, 3), max_size=5), st.lists(st.integers(0, 3), max_size=2))


@given(ranking=SHORT)
@settings(max_examples=25)
def test_all_distinct_orders_once(ranking: Ranking) -> None:
    orders = sorted(set(permutations(ranking.grades)))
    for metric in (*METRICS.values(), nDCG @ 2, AP @ 3):
        found = distribution(metric, ranking)
        values = [metric(Ranking(order, ranking.missed)) for order in orders]
        assert found.exact
        assert found.orders == len(orders)
        assert found.values == tuple(sorted(values))
        assert found.value == metric(ranking)
        assert found.mean == pytest.approx(statistics.fmean(values), rel=1e-12)
        assert found.beaten == sum(v < found.value - 1e-9 for v in values) / len(orders)
        assert found.beaten + found.tied == pytest.approx(sum(v < found.value + 1e-9 for v in values) / len(orders))


def test_the_threshold_is_kept() -> None:
    assert distribution(P @ 1, Ranking([1, 2, 3, 2], threshold=2)).mean == 0.75


def test_what_is_known_without_counting() -> None:
    ranking = Ranking([0, 1, 0, 1, 1, 0, 1, 0])
    for k in range(1, 9):
        assert distribution(P @ k, ranking).mean == pytest.approx(0.5)
    worst, best = Ranking([0, 0, 1, 1]), Ranking([1, 1, 0, 0])
    assert distribution(AP, best).beaten == pytest.approx(5 / 6)
    assert distribution(AP, worst).beaten == 0
    assert distribution(nDCG, Ranking([1] * 6)).tied == 1.0


@given(values=st.lists(st.integers(0, 4), min_size=2, max_size=6), parts=st.integers(2, 9))
@settings(max_examples=30)
def test_quantiles(values: list[int], parts: int) -> None:
    found = distribution(DCG, Ranking(values))
    # The module wants two values at least.
    doubled = found.values if found.orders > 1 else found.values * 2
    expected = statistics.quantiles(doubled, n=parts, method="inclusive")
    assert [found.quantile(i / parts) for i in range(1, parts)] == pytest.approx(expected, rel=1e-12)
    assert found.quantile(0) == found.values[0]
    assert found.quantile(1) == found.values[-1]


def test_long_lists_are_sampled() -> None:
    rng = random.Random(4)
    ranking = Ranking([int(rng.random() < 0.3) for _ in range(40)])
    found = distribution(RR, ranking, samples=4000)
    assert not found.exact
    assert len(found.values) == 4000
    assert found.orders > 10**9
    hits, n = sum(ranking.hits), ranking.n
    # The first hit is at rank r with the probability that the r - 1 before it are misses.
    mean, missing = 0.0, 1.0
    for rank in range(1, n - hits + 2):
        left = n - rank + 1
        mean += missing * hits / left / rank
        missing *= (left - hits) / left
    assert found.mean == pytest.approx(mean, abs=0.02)
    assert found.values == distribution(RR, ranking, samples=4000).values
    assert found.values != distribution(RR, ranking, samples=4000, seed=1).values
    assert repr(found).startswith(f"<Distribution over 4000 of {found.orders} orders")


def test_the_limit() -> None:
    ranking = Ranking([0, 1, 2, 3])
    assert distribution(nDCG, ranking, limit=24).exact
    assert not distribution(nDCG, ranking, limit=23, samples=5).exact
    assert repr(distribution(P @ 1, ranking)) == "<Distribution over all 24 orders: mean 0.7500>"


def test_the_empty_list() -> None:
    found = distribution(P, Ranking([]))
    assert (found.orders, found.values, found.mean, found.tied) == (1, (0.0,), 0.0, 1.0)


@pytest.mark.parametrize(
    "wrong", [{"samples": 0}, {"samples": 2.0}, {"seed": None}, {"limit": -1}, {"limit": 1e6}], ids=str
)
def test_bad_draws(wrong: dict[str, Any]) -> None:
    with pytest.raises(ParameterError, match=next(iter(wrong))):
        distribution(P, Ranking([1, 0]), **wrong)


@pytest.mark.parametrize("q", [-0.1, 1.1, True, "0.5", None, float("nan")], ids=repr)
def test_bad_quantiles(q: Any) -> None:
    with pytest.raises(ParameterError, match="use a number from 0 to 1"):
        distribution(P, Ranking([1, 0])).quantile(q)
