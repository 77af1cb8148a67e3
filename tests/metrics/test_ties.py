"""Documents of one score: what is computed over their orders is what all orders give, one after the other."""

from __future__ import annotations

from itertools import pairwise, permutations, product
from math import fsum, isnan, nan
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from irviz.metrics import (
    AP,
    METRICS,
    RR,
    IPrec,
    Metric,
    MetricsError,
    P,
    ParameterError,
    Ranking,
    RankingError,
    by_score,
    evaluate,
    mean_tie_ranges,
    nDCG,
    tie_curves,
    tie_groups,
    tie_range,
)
from tests.metrics.variants import VARIANT

GRADES = st.lists(st.sampled_from([None, 0, 0, 1, 1, 2, 3]), max_size=6)
GRADE = st.integers(0, 3)


@st.composite
def tied_lists(draw: st.DrawFn) -> tuple[Ranking, list[tuple[int, int]], list[Ranking]]:
    """A list, its groups of tied ranks, and all orders that they could have, some of them twice."""
    grades = draw(GRADES)
    ends = sorted({0, len(grades), *draw(st.sets(st.integers(0, len(grades)), max_size=4))})
    groups = [(a + 1, b) for a, b in pairwise(ends) if draw(st.booleans())]
    missed, threshold = draw(st.lists(GRADE, max_size=2)), draw(st.integers(1, 2))
    orders = []
    for parts in product(*[permutations(range(first - 1, last)) for first, last in groups]):
        order = [*range(len(grades))]
        for (first, last), part in zip(groups, parts, strict=True):
            order[first - 1 : last] = part
        orders.append(Ranking([grades[i] for i in order], missed, threshold))
    return Ranking(grades, missed, threshold), groups, orders


@pytest.mark.exhaustive
@VARIANT
@given(case=tied_lists(), k=st.integers(1, 7))
@settings(max_examples=12)
def test_all_orders_give_the_least_the_mean_and_the_most(
    variant: Metric, case: tuple[Ranking, list[tuple[int, int]], list[Ranking]], k: int
) -> None:
    ranking, groups, orders = case
    for metric in (variant, variant @ k):
        values = [metric(one) for one in orders]
        found = tie_range(metric, ranking, groups)
        assert found.least == pytest.approx(min(values), rel=0, abs=1e-12)
        assert found.expected == pytest.approx(fsum(values) / len(values), rel=0, abs=1e-12)
        assert found.most == pytest.approx(max(values), rel=0, abs=1e-12)
        assert found.spread == found.most - found.least
    low, high = tie_curves(variant, ranking, groups)
    for cutoff, ends in enumerate(zip(low, high, strict=True), 1):
        values = [(variant @ cutoff)(one) for one in orders]
        assert ends == pytest.approx((min(values), max(values)), rel=0, abs=1e-12)


def test_long_ties_have_closed_forms() -> None:
    half = Ranking([0, 1] * 500)
    for metric in (METRICS[name] @ 10 for name in ("P", "R", "F1", "RR", "AP", "CG", "DCG", "nDCG", "Success")):
        found = tie_range(metric, half, [(1, 1000)])
        assert found.least == 0
        assert found.least < found.expected < found.most
    assert tie_range(P @ 10, half, [(1, 1000)]).expected == pytest.approx(0.5, rel=1e-12)
    # The first of the thousand is relevant with chance 1/2, and if not, the second with 500/999.
    assert tie_range(RR @ 2, half, [(1, 1000)]).expected == pytest.approx(1 / 2 + 1 / 2 * 500 / 999 / 2, rel=1e-12)
    with pytest.raises(ParameterError, match="IPrec over ties has no closed form, and there are more than 20,000"):
        tie_range(IPrec, half, [(1, 1000)])


def test_an_order_without_a_value_does_not_count_where_it_is_nan() -> None:
    hits = AP(denominator="hits") @ 1
    assert tie_range(hits, Ranking([1, 0]), [(1, 2)]) == (0.0, 0.5, 1.0)
    assert tie_range(hits(undefined=nan), Ranking([1, 0]), [(1, 2)]) == (1.0, 1.0, 1.0)
    assert all(isnan(end) for end in tie_range(hits(undefined=nan), Ranking([0, 0]), [(1, 2)]))


@given(scores=st.lists(st.sampled_from([0.0, -0.0, 0.1, 0.1 + 1e-9, 2.5]), max_size=9))
def test_tied_ranks_are_those_of_equal_scores(scores: list[float]) -> None:
    named = {f"d{i}": score for i, score in enumerate(scores)}
    order = [named[doc] for doc in by_score(named)]
    together = {(i, i + 1) for i in range(len(order) - 1) if order[i] == order[i + 1]}
    found = tie_groups(named)
    assert {(i - 1, i) for first, last in found for i in range(first, last)} == together
    assert all(first < last for first, last in found)
    assert tie_groups({"a": 0.1, "b": 0.1 + 1e-9}, scores_as="single") == ((1, 2),)


@pytest.mark.parametrize("groups", [[(0, 1)], [(1, 4)], [(2, 1)], [(1, 2), (2, 3)], [(1.5, 2)], [(True, 2)]], ids=str)
def test_groups_that_are_none(groups: Any) -> None:
    with pytest.raises(RankingError, match="name the first and the last rank of a group"):
        tie_range(P, Ranking([1, 0, 1]), groups)


QRELS = {"q1": {"a": 1, "c": 2}, "q2": {"b": 1, "x": 1}, "q3": {"a": 0, "b": 0}}
RUN = {"q1": {"b": 0.5, "c": 0.5, "a": 0.5, "d": 0.1}, "q2": {"a": 3.0, "b": 2.0, "c": 1.0}, "q3": {"a": 1.0, "b": 1.0}}


def test_a_run_under_each_rule() -> None:
    metrics = [AP, nDCG @ 2, RR, P @ 1, AP(denominator="hits") @ 1]
    by_rule = {rule: evaluate(QRELS, RUN, metrics, ties=rule) for rule in ("trec_eval", "input", "expected")}
    assert by_rule["trec_eval"].values == evaluate(QRELS, RUN, metrics).values
    listed = {"q1": ["b", "c", "a", "d"], "q2": ["a", "b", "c"], "q3": ["a", "b"]}
    assert by_rule["input"].values == evaluate(QRELS, listed, metrics).values
    orders = [evaluate(QRELS, {**listed, "q1": [*order, "d"]}, metrics) for order in permutations("abc")]
    found = mean_tie_ranges(QRELS, RUN, metrics)
    for metric in metrics:
        means = [one.means[metric] for one in orders]
        assert by_rule["expected"].means[metric] == pytest.approx(fsum(means) / 6, rel=0, abs=1e-12)
        assert found[metric] == pytest.approx((min(means), fsum(means) / 6, max(means)), rel=0, abs=1e-12)
        assert by_rule["expected"].undefined[metric] == orders[0].undefined[metric]


def test_policies_hold_over_ties() -> None:
    hits = AP(denominator="hits") @ 1
    for policy in (None, 0.5, nan, "skip"):
        orders = [evaluate(QRELS, {"q1": list(order)}, hits, undefined=policy) for order in permutations("abc")]
        values = [value for one in orders for value in one.values[hits][:1] if not isnan(value)]
        found = evaluate(QRELS, RUN, hits, undefined=policy, ties="expected")
        assert found.values[hits][0] == pytest.approx(fsum(values) / len(values))
        assert found.undefined[hits] == ("q2", "q3")


def test_lists_of_ids_have_no_ties() -> None:
    listed = {"q1": ["b", "c", "a"]}
    for rule in ("trec_eval", "input", "expected", "least", "most"):
        assert evaluate(QRELS, listed, AP, ties=rule).values == evaluate(QRELS, listed, AP).values


@pytest.mark.parametrize("rule", ["input", "expected"])
def test_what_is_wrong_with_a_score_is_said_with_its_query(rule: Any) -> None:
    with pytest.raises(MetricsError, match="query 'q1': document 'a' has the score nan"):
        evaluate(QRELS, {"q1": {"a": nan}}, AP, ties=rule)
    with pytest.raises(ParameterError, match="ties is 'luck': use one of 'trec_eval', 'input'"):
        evaluate(QRELS, RUN, AP, ties="luck")  # type: ignore[arg-type]
