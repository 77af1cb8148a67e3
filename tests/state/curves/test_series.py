from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from irviz.scenarios.cats import CATS
from irviz.scenarios.graded import GRADED
from irviz.state.chosen_conventions import Conventions
from irviz.state.curves.series import MEAN_NAMES, compute_curves, find_undefined
from irviz.state.desk import MEAN, Desk
from tests import oracle


def ended(desk: Desk) -> dict[str, float]:
    """The values at the last cutoff."""
    return {name: row[-1] for name, row in compute_curves(desk).items()}


@pytest.mark.parametrize(
    ("query", "pattern", "rr", "ap", "ndcg"),
    [
        ("cat-in-a-box", "01011010", Fraction(1, 2), Fraction(19, 35), 0.6956),
        ("white-cat", "10011010", Fraction(1), Fraction(187, 280), 0.8397),
        ("dark-cat", "00001001", Fraction(1, 5), Fraction(9, 40), 0.4306),
    ],
)
def test_figures_of_the_sources_for_each_query(
    query: str, pattern: str, rr: Fraction, ap: Fraction, ndcg: float
) -> None:
    desk = CATS.open(query)

    values = ended(desk)

    assert desk.visible[0].pattern == pattern
    assert values["RR"] == float(rr)
    assert values["AP"] == pytest.approx(float(ap), rel=0, abs=1e-15)
    assert values["nDCG"] == pytest.approx(ndcg, abs=5e-5)


def test_curves_of_the_first_query() -> None:
    found = compute_curves(CATS)

    precision = [0, 1 / 2, 1 / 3, 1 / 2, 3 / 5, 1 / 2, 4 / 7, 1 / 2]
    assert found["P"] == pytest.approx(precision, rel=0, abs=1e-15)
    assert found["R"] == [0, 0.25, 0.25, 0.5, 0.75, 0.75, 1, 1]
    ndcg = [0, 0.3869, 0.2961, 0.4144, 0.5654, 0.5654, 0.6956, 0.6956]
    assert found["nDCG"] == pytest.approx(ndcg, abs=5e-5)


def test_mean_of_the_three_is_17_30_and_67_140() -> None:
    values = ended(CATS.open(MEAN))

    assert values["RR"] == pytest.approx(17 / 30, rel=0, abs=1e-15)
    assert values["AP"] == pytest.approx(67 / 140, rel=0, abs=1e-15)
    assert MEAN_NAMES == {"RR": "MRR", "AP": "MAP"}


def test_mean_is_the_arithmetic_mean_at_every_k() -> None:
    expected = oracle.mean_curves([board.ranked for board in CATS.boards])

    found = compute_curves(CATS.open(MEAN))
    for name, row in expected.items():
        assert found[name] == pytest.approx(row, rel=0, abs=1e-12), name


def test_mean_of_one_board_is_that_board() -> None:
    assert compute_curves(GRADED.open(MEAN)) == compute_curves(GRADED)


def test_figures_of_the_graded_source() -> None:
    found = compute_curves(GRADED)

    assert found["CG"] == [0, 4, 5, 8, 12, 13, 16, 18]
    dcg = [0, 2.5237, 3.0237, 4.3157, 5.8632, 6.2194, 7.2194, 7.8503]
    assert found["DCG"] == pytest.approx(dcg, abs=5e-5)
    ndcg = [0, 0.3869, 0.3768, 0.4633, 0.5811, 0.5954, 0.6698, 0.7283]
    assert found["nDCG"] == pytest.approx(ndcg, abs=5e-5)


def test_exponential_gain_of_the_graded_source() -> None:
    found = compute_curves(replace(GRADED, conventions=Conventions(gain="exp")))

    ndcg = [0, 0.3869, 0.3563, 0.4190, 0.5844, 0.5889, 0.6540, 0.6829]
    assert found["nDCG"] == pytest.approx(ndcg, abs=5e-5)


def test_swapped_ranks_of_the_graded_source_change_dcg_and_not_cg() -> None:
    swapped = compute_curves(GRADED.replace_boards(GRADED.boards[0].swap(1, 2)))

    assert swapped["CG"][1] == 4
    assert swapped["DCG"][1] == 4
    assert compute_curves(GRADED)["CG"][1] == 4
    assert compute_curves(GRADED)["DCG"][1] == pytest.approx(2.5237, abs=5e-5)


def test_undefined_where_nothing_is_relevant_on_any_open_board() -> None:
    board = replace(CATS.boards[0], grades=(0,) * 8)
    desk = CATS.replace_boards(board)

    assert set(find_undefined(desk.metrics, desk.visible)) >= {"R", "AP", "nDCG"}
    assert "P" not in find_undefined(desk.metrics, desk.visible)
    assert set(find_undefined(desk.metrics, desk.open(MEAN).visible)) >= {"R", "AP", "nDCG"}
    assert find_undefined(desk.metrics, desk.open("dark-cat").visible) == ()
    assert find_undefined(CATS.metrics, CATS.boards) == ()


def test_curves_are_fresh_lists_that_a_caller_may_change() -> None:
    first = compute_curves(CATS)
    first["P"][0] = 7

    assert compute_curves(CATS)["P"][0] == 0
