"""Two systems on the same queries."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest

from irviz.metrics import AP, RR, Evaluation, EvaluationError, P, ParameterError, compare, evaluate, randomisation_test

QRELS = {f"q{i}": {"x": 1} for i in range(4)}
A = evaluate(QRELS, {"q0": ["x"], "q1": ["y", "x"], "q2": ["y", "z", "x"]}, [RR, P @ 1])
B = evaluate(dict(reversed(QRELS.items())), {"q0": ["y", "x"], "q1": ["x"], "q2": ["x"], "q3": ["y"]}, [P @ 1, AP, RR])


def test_query_by_query() -> None:
    comparisons = compare(A, B)
    assert list(comparisons) == [RR, P @ 1]
    rr = comparisons[RR]
    assert (rr.metric, rr.queries) == (RR, ("q0", "q1", "q2", "q3"))
    assert rr.differences == (-0.5, 0.5, 1 - 1 / 3, 0.0)
    assert (rr.wins, rr.ties, rr.losses) == (2, 1, 1)
    assert rr.mean == pytest.approx(B.means[RR] - A.means[RR])
    # Signs of 1/2, 1/2 and 2/3: only those that put 2/3 against both others give less than was seen.
    assert rr.p == (0.75, 0.0, 8, True)
    assert rr.p_value == 0.75
    assert repr(rr) == "<Comparison under RR: +0.1667, won 2, tied 1, lost 1>"


def test_the_other_way_round() -> None:
    there, back = compare(A, B)[RR], compare(B, A)[RR]
    assert (there.wins, there.losses) == (back.losses, back.wins)
    assert there.mean == -back.mean
    assert there.p_value == back.p_value


def test_the_seed_and_the_samples_are_used() -> None:
    rng = random.Random(5)
    qrels = {f"q{i}": {"x": 1} for i in range(80)}
    a, b = (evaluate(qrels, {query: rng.sample("wxyz", 4) for query in qrels}, [RR]) for _ in range(2))
    p = compare(a, b, samples=200, seed=3)[RR].p
    assert not p.exact
    assert p == compare(a, b, samples=200, seed=3)[RR].p
    assert p == randomisation_test(compare(a, b)[RR].differences, samples=200, seed=3)
    assert (p.value * 201) == pytest.approx(round(p.value * 201))
    assert compare(a, b, samples=100_000)[RR].p.resamples == 100_000


def test_what_does_not_fit_together() -> None:
    other = evaluate({"q0": {"x": 1}}, {}, [RR])
    with pytest.raises(EvaluationError, match="query 'q1' is in one evaluation only"):
        compare(A, other)
    with pytest.raises(EvaluationError, match="no metric is in both"):
        compare(A, evaluate(QRELS, {}, [AP]))
    undefined: Evaluation = evaluate({**QRELS, "q1": {"x": 0}}, {}, [AP], undefined=math.nan)
    with pytest.raises(EvaluationError, match="query 'q1' has no value of AP"):
        compare(undefined, undefined)


@pytest.mark.parametrize("wrong", [{"samples": 0}, {"seed": -1}], ids=str)
def test_bad_draws(wrong: dict[str, Any]) -> None:
    with pytest.raises(ParameterError, match=next(iter(wrong))):
        compare(A, B, **wrong)
