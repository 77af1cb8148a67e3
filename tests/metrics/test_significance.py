"""The paired t-test, the bootstrap interval and Holm's correction: beside SciPy's, and worked by hand."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from irviz.metrics import (
    AP,
    RR,
    EvaluationError,
    P,
    ParameterError,
    bootstrap_interval,
    compare_all,
    corrected,
    evaluate,
    holm,
    randomisation_test,
    t_test,
)


def normal(count: int, mean: float, seed: int = 0) -> list[float]:
    rng = random.Random(seed)
    return [rng.gauss(mean, 0.3) for _ in range(count)]


def test_t_by_hand() -> None:
    # Student's own: ten patients and the hours of sleep that one drug gave more than another.
    sleep = (1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4)
    found = t_test(sleep)
    assert found.statistic == pytest.approx(4.0621, abs=1e-4)
    assert (found.degrees, str(found)) == (9, "0.0028")
    # With one degree of freedom, it is Cauchy's distribution; with two, it has a closed form.
    assert t_test((0.0, 2.0)).value == pytest.approx(1 - 2 * math.atan(1.0) / math.pi)
    three = t_test((1.0, 2.0, 6.0))
    assert three.value == pytest.approx(1 - three.statistic / math.sqrt(2 + three.statistic**2), rel=1e-12)


@pytest.mark.exhaustive
@pytest.mark.parametrize("count", [2, 3, 10, 50, 400, 5_000])
@pytest.mark.parametrize("mean", [0.0, 0.02, 0.3])
def test_t_beside_scipy(count: int, mean: float) -> None:
    stats = pytest.importorskip("scipy.stats")
    for seed in range(20):
        differences = normal(count, mean, seed)
        theirs = stats.ttest_1samp(differences, 0)
        found = t_test(differences)
        assert found.statistic == pytest.approx(float(theirs.statistic), rel=1e-9)
        assert found.value == pytest.approx(float(theirs.pvalue), rel=1e-8, abs=1e-300)


def test_t_where_nothing_varies() -> None:
    assert str(t_test((0.0, 0.0, 0.0))) == str(t_test((0.5,))) == "–"
    assert t_test((0.5, 0.5)) == (math.inf, 1, 0.0)
    assert t_test((0.1, 0.1, 0.1)) == (math.inf, 2, 0.0)
    assert t_test((-0.5, -0.5)).statistic == -math.inf


@given(st.lists(st.integers(-10, 10), min_size=1, max_size=4))
def test_the_interval_is_that_of_all_resamples(numbers: list[int]) -> None:
    """Where there are few queries, every way to draw them anew can be counted."""
    n = len(numbers)
    means = sorted(sum(one) / n for one in product(numbers, repeat=n))
    found = bootstrap_interval(numbers)
    # Each end lies between the exact distribution's values a little below and above its share.
    for end, share in ((found.low, 0.025), (found.high, 0.975)):
        near = [means[min(len(means) - 1, int((share + d) * len(means)))] for d in (-0.008, 0.008)]
        assert near[0] - 1e-12 <= end <= near[1] + 1e-12


@pytest.mark.exhaustive
@pytest.mark.parametrize("count", [30, 300])
def test_the_interval_beside_scipy(count: int) -> None:
    stats = pytest.importorskip("scipy.stats")
    differences = normal(count, 0.05, count)
    theirs = stats.bootstrap(
        (differences,), np.mean, n_resamples=20_000, method="percentile", rng=np.random.default_rng(1)
    ).confidence_interval
    found = bootstrap_interval(differences)
    width = theirs.high - theirs.low
    assert found.low == pytest.approx(theirs.low, abs=0.04 * width)
    assert found.high == pytest.approx(theirs.high, abs=0.04 * width)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("resamples", "out"), [(39, 0), (78, 0), (79, 1)])
def test_the_interval_leaves_out_one_in_forty_at_each_end(resamples: int, out: int) -> None:
    found, draw = [0.1, 0.2, 0.3, 0.9], random.Random(0)
    means = sorted(math.fsum(draw.choices(found, k=4)) / 4 for _ in range(resamples))
    told = bootstrap_interval(found, resamples=resamples)
    assert (told.low, told.high) == (means[out], means[-1 - out])


def test_the_interval_says_how_it_was_drawn() -> None:
    differences = normal(40, 0.1)
    first = bootstrap_interval(differences, seed=3)
    assert first == bootstrap_interval(differences, seed=3)
    assert first[:2] != bootstrap_interval(differences, seed=4)[:2]
    assert (first.level, first.resamples, first.seed) == (0.95, 9_999, 3)
    assert bootstrap_interval(normal(1_000, 0.1)).resamples == 1_999
    assert bootstrap_interval((0.25,)) == (0.25, 0.25, 0.95, 9_999, 0)
    # The 2.5 % of 39 means and one more are one of them: the least and the greatest remain.
    assert bootstrap_interval(differences, resamples=39).resamples == 39


@pytest.mark.exhaustive
def test_the_interval_holds_the_true_difference_in_95_of_100() -> None:
    held = 0
    for seed in range(400):
        found = bootstrap_interval(normal(60, 0.1, seed), resamples=399, seed=seed)
        held += found.low <= 0.1 <= found.high
    assert 0.90 <= held / 400 <= 0.98


def test_holm_by_hand() -> None:
    # Four tests at once, as in textbooks: 4 × .01, then 3 × .015 and so on, never falling.
    given_ = {"a": 0.01, "b": 0.04, "c": 0.03, "d": 0.005}
    assert holm(given_) == pytest.approx({"a": 0.03, "b": 0.06, "c": 0.06, "d": 0.02})
    assert holm({"a": 0.6, "b": 0.9}) == {"a": 1.0, "b": 1.0}
    kept = holm({"a": 0.01, "b": math.nan})
    assert kept["a"] == 0.01
    assert math.isnan(kept["b"])
    assert holm({}) == {}


@given(st.lists(st.integers(0, 40), min_size=1, max_size=6), st.integers(1, 20))
def test_holm_rejects_what_its_procedure_does(numbers: list[int], level: int) -> None:
    """Step by step: the smallest against the level over all, the next over one fewer, until one stands."""
    values = {i: number / 40 for i, number in enumerate(numbers)}
    rejected = set()
    for left, key in zip(range(len(values), 0, -1), sorted(values, key=lambda key: values[key]), strict=True):
        if Fraction(numbers[key], 40) * left > Fraction(level, 20):
            break
        rejected.add(key)
    found = holm(values)
    assert {key for key, value in found.items() if value <= level / 20 + 1e-12} == (
        rejected if level < 20 else set(values)
    )


def test_the_order_of_the_tests_does_not_matter() -> None:
    values = {"a": 0.01, "b": 0.01, "c": 0.2, "d": 0.02}
    for order in permutations(values):
        assert holm({key: values[key] for key in order}) == holm(values)


@pytest.mark.exhaustive
@pytest.mark.parametrize("count", [60, 200])
@pytest.mark.parametrize("mean", [0.0, 0.05, 0.1])
def test_as_many_ways_are_drawn_as_the_digits_need(count: int, mean: float) -> None:
    p = randomisation_test(normal(count, mean, count))
    unit = 1e-4 if p.value < 0.01 else 1e-3
    assert p.error <= unit / 3
    assert p.resamples >= 100_000
    # Once more with another draw: the same to the digits that were to hold.
    again = randomisation_test(normal(count, mean, count), seed=1)
    assert abs(p.value - again.value) < 2.5 * unit


@pytest.mark.exhaustive
def test_drawing_ends_where_it_would_take_long() -> None:
    p = randomisation_test(normal(3_000, 0.0146, 2))
    assert p.error > 1e-3 / 3
    assert p.resamples == 166_666


QRELS = {f"q{i}": {"x": 1} for i in range(12)}
RUNS = {
    "one": {query: ["y", "x"] for query in QRELS},
    "two": {query: ["x"] if i % 4 else ["y", "x"] for i, query in enumerate(QRELS)},
    "three": {query: ["x"] for query in QRELS},
}


def test_several_systems_are_compared_each_with_those_before_it() -> None:
    found = {name: evaluate(QRELS, run, [RR, AP, P @ 1]) for name, run in RUNS.items()}
    comparisons = compare_all(found, seed=2)
    assert list(comparisons) == [("one", "two"), ("one", "three"), ("two", "three")]
    assert comparisons["one", "three"][RR].mean == 0.5
    assert comparisons["one", "three"][RR].interval == (0.5, 0.5, 0.95, 9_999, 2)
    correct = corrected(comparisons)
    flat = {(pair, m): c.p.value for pair, of in comparisons.items() for m, c in of.items()}
    assert len(flat) == 9
    assert {(pair, m): one.p.value for pair, of in correct.items() for m, one in of.items()} == holm(flat)
    assert str(correct["one", "three"][RR].p) == "0.0044"
    # Where nothing varies there is no t-test to correct, and none is counted.
    assert str(correct["one", "three"][RR].t) == "< 0.0001"


def test_bad_input() -> None:
    every: tuple[Any, ...] = ((), (math.nan,), (math.inf, 1.0), (None,), ("0.5",), 5)
    for bad in every:
        with pytest.raises(ParameterError):
            t_test(bad)
        with pytest.raises(ParameterError):
            bootstrap_interval(bad)
    with pytest.raises(ParameterError, match="resamples is 0: use a whole number of at least 39"):
        bootstrap_interval((1.0,), resamples=0)
    with pytest.raises(ParameterError, match="seed is -1"):
        bootstrap_interval((1.0,), seed=-1)
    with pytest.raises(ParameterError, match=r"the p-value of 'AP' is 1\.5"):
        holm({"AP": 1.5})
    with pytest.raises(EvaluationError, match="two evaluations or more, not 1"):
        compare_all({"one": evaluate(QRELS, RUNS["one"], RR)})
    with pytest.raises(EvaluationError, match="no comparisons"):
        corrected({})
