"""The oracle itself, against figures and arguments that need no program."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product

import pytest

from tests import oracle


def test_the_binary_metrics_by_hand() -> None:
    grades = [1, 0, 1, 0, 1]

    assert [oracle.precision(grades, k) for k in (1, 2, 3)] == [1, Fraction(1, 2), Fraction(2, 3)]
    assert [oracle.recall(grades, k) for k in (1, 3, 5)] == [Fraction(1, 3), Fraction(2, 3), 1]
    assert oracle.f1(grades, 5) == Fraction(3, 4)
    assert oracle.average_precision(grades, 5) == Fraction(34, 45)
    assert oracle.reciprocal_rank([0, 0, 1], 2) == 0
    assert oracle.reciprocal_rank([0, 0, 1], 3) == Fraction(1, 3)


def test_the_graded_metrics_by_hand() -> None:
    grades = [3, 2, 3, 0, 1]

    assert oracle.cg(grades, 3) == 8
    assert oracle.dcg([0, 0, 2], 3) == pytest.approx(1)  # log2(4) is 2
    assert oracle.dcg(grades, 5) == pytest.approx(6.1487, abs=5e-5)
    assert oracle.idcg(grades, 5) == pytest.approx(6.3235, abs=5e-5)
    assert oracle.ndcg(grades, 5) == pytest.approx(0.9724, abs=5e-5)


def test_no_order_has_more_gain_than_the_ideal() -> None:
    for grades in product(range(3), repeat=4):
        for k in range(1, 5):
            best = max(oracle.dcg(order, k) for order in permutations(grades))
            assert oracle.idcg(grades, k) == pytest.approx(best, abs=1e-12)


def test_a_mean_over_one_board_is_that_board() -> None:
    assert oracle.curves([0, 1])["AP"] == [0, 0.5]
    assert oracle.mean_curves([[0, 1], [1, 0]])["AP"] == [0.5, 0.75]
