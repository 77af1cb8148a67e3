"""Two systems on the same queries."""

from __future__ import annotations

import math
import random
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irviz.metrics import (
    AP,
    RR,
    Evaluation,
    EvaluationError,
    P,
    ParameterError,
    compare,
    evaluate,
    randomisation_test,
)

TENTHS = st.integers(-10, 10).map(lambda n: n / 10)


def by_hand(differences: tuple[float, ...]) -> float:
    seen = abs(math.fsum(differences))
    sums = [
        abs(math.fsum(s * d for s, d in zip(signs, differences, strict=True)))
        for signs in product((1, -1), repeat=len(differences))
    ]
    return sum(s > seen - 1e-9 for s in sums) / len(sums)


@given(differences=st.lists(TENTHS, max_size=9).map(tuple))
def test_the_exact_p_value(differences: tuple[float, ...]) -> None:
    assert randomisation_test(differences) == pytest.approx(by_hand(differences), rel=1e-12)


@given(differences=st.lists(TENTHS, min_size=1, max_size=30).map(tuple))
def test_signs_order_and_ties_do_not_matter(differences: tuple[float, ...]) -> None:
    p = randomisation_test(differences, samples=50)
    assert 0 < p <= 1
    assert randomisation_test(tuple(-d for d in differences), samples=50) == p
    assert randomisation_test((*differences, 0.0, 0.0), samples=50) == p


def test_no_difference_at_all() -> None:
    assert randomisation_test(()) == randomisation_test((0.0, 0.0)) == 1.0
    assert randomisation_test((0.5, -0.5)) == 1.0


def test_sixteen_wins_of_sixteen() -> None:
    assert randomisation_test((0.1,) * 16) == 2 / 2**16


def test_drawn_signs_come_near_the_exact_p_value() -> None:
    rng = random.Random(2)
    differences = tuple(rng.gauss(0.1, 0.3) for _ in range(16))
    exact = randomisation_test(differences)
    # One more query, with a difference far too small to matter, makes the test draw.
    drawn = randomisation_test((*differences, 1e-15), samples=20_000)
    assert drawn == pytest.approx(exact, abs=0.012)
    assert drawn == randomisation_test((*differences, 1e-15), samples=20_000)
    assert drawn != randomisation_test((*differences, 1e-15), samples=20_000, seed=1)


def test_a_drawn_p_value_is_never_0() -> None:
    assert randomisation_test((0.1,) * 60, samples=99) == 0.01


QRELS = {f"q{i}": {"x": 1} for i in range(4)}
A = evaluate(QRELS, {"q0": ["x"], "q1": ["y", "x"], "q2": ["y", "z", "x"]}, [RR, P @ 1])
B = evaluate(
    dict(reversed(QRELS.items())),
    {"q0": ["y", "x"], "q1": ["x"], "q2": ["x"], "q3": ["y"]},
    [P @ 1, AP, RR],
)


def test_query_by_query() -> None:
    comparisons = compare(A, B)
    assert list(comparisons) == [RR, P @ 1]
    rr = comparisons[RR]
    assert (rr.metric, rr.queries) == (RR, ("q0", "q1", "q2", "q3"))
    assert rr.differences == (-0.5, 0.5, 1 - 1 / 3, 0.0)
    assert (rr.wins, rr.ties, rr.losses) == (2, 1, 1)
    assert rr.mean == pytest.approx(B.means[RR] - A.means[RR])
    assert rr.p_value == by_hand(rr.differences)
    assert repr(rr) == "<Comparison under RR: +0.1667, 2 wins, 1 ties, 1 losses>"


def test_the_other_way_round() -> None:
    there, back = compare(A, B)[RR], compare(B, A)[RR]
    assert (there.wins, there.losses) == (back.losses, back.wins)
    assert there.mean == -back.mean
    assert there.p_value == back.p_value


def test_the_seed_and_the_samples_are_used() -> None:
    rng = random.Random(5)
    qrels = {f"q{i}": {"x": 1} for i in range(40)}
    a, b = (
        evaluate(qrels, {query: rng.sample("wxyz", 4) for query in qrels}, [RR]) for _ in range(2)
    )
    p = compare(a, b, samples=200, seed=3)[RR].p_value
    assert p == compare(a, b, samples=200, seed=3)[RR].p_value
    assert p == randomisation_test(compare(a, b)[RR].differences, samples=200, seed=3)
    assert (p * 201) == pytest.approx(round(p * 201))


def test_what_does_not_fit_together() -> None:
    other = evaluate({"q0": {"x": 1}}, {}, [RR])
    with pytest.raises(EvaluationError, match="query 'q1' is in one evaluation only"):
        compare(A, other)
    with pytest.raises(EvaluationError, match="no metric is in both"):
        compare(A, evaluate(QRELS, {}, [AP]))
    undefined: Evaluation = evaluate({**QRELS, "q1": {"x": 0}}, {}, [AP], undefined=math.nan)
    with pytest.raises(EvaluationError, match="query 'q1' has no value of AP"):
        compare(undefined, undefined)


@pytest.mark.parametrize(
    "wrong",
    [
        {"samples": 0},
        {"samples": 1.5},
        {"samples": True},
        {"seed": "x"},
        {"seed": 0.5},
        {"seed": -1},
    ],
    ids=str,
)
def test_bad_draws(wrong: dict[str, Any]) -> None:
    with pytest.raises(ParameterError, match=next(iter(wrong))):
        compare(A, B, **wrong)
    with pytest.raises(ParameterError, match=next(iter(wrong))):
        randomisation_test((0.1,), **wrong)
