from __future__ import annotations

import math
from fractions import Fraction
from itertools import product
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irviz.state.number_words import format_fraction
from tests import oracle

PATTERNS = list(product((0, 1), repeat=8))
BINARY = ("P", "R", "F1", "RR", "AP")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (19 / 35, "19/35"),
        (187 / 280, "187/280"),
        (9 / 40, "9/40"),
        (17 / 30, "17/30"),
        (67 / 140, "67/140"),
        (0.0, "0"),
        (1.0, "1"),
        (0.5, "1/2"),
        (2.0, "2"),
        (34 / 45, "34/45"),
    ],
)
def test_figures_of_the_sources(value: float, text: str) -> None:
    assert format_fraction(value) == text


@pytest.mark.parametrize("value", [math.sqrt(0.5), math.pi, 1 / math.log2(3), 0.3868528072345416])
def test_values_that_are_no_fraction_have_none(value: float) -> None:
    assert format_fraction(value) is None


def test_every_binary_value_of_every_board_has_its_exact_fraction() -> None:
    for pattern in PATTERNS:
        for name in BINARY:
            for k in range(1, 9):
                exact = oracle.METRICS[name](pattern, k)
                assert format_fraction(float(exact)) == str(exact), (pattern, name, k)


@given(st.tuples(*[st.sampled_from(PATTERNS)] * 3), st.sampled_from(BINARY), st.integers(1, 8))
def test_fraction_of_a_mean_over_three_boards_is_right_or_none(
    boards: tuple[tuple[int, ...], ...], name: str, k: int
) -> None:
    values = [Fraction(oracle.METRICS[name](board, k)) for board in boards]
    exact = sum(values, Fraction(0)) / 3

    found = format_fraction(fmean(map(float, values)))

    assert found in {str(exact), None}
    assert found is not None or exact.denominator > 20_160


@given(st.fractions(0, 1, max_denominator=20_160))
def test_fraction_survives_as_a_float(exact: Fraction) -> None:
    assert format_fraction(float(exact)) == str(exact)
