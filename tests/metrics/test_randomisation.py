"""The paired randomisation test: beside brute force, SciPy's, and all ways counted in another manner."""

from __future__ import annotations

import math
import random
import re
from collections import Counter
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from irviz.metrics import ParameterError, PValue, randomisation_test

TENTHS = st.integers(-10, 10).map(lambda n: n / 10)
ANY = st.floats(-1, 1) | st.floats(-1e300, 1e300)


def by_hand(differences: tuple[float, ...]) -> float:
    """All ways, one after the other."""
    seen = abs(math.fsum(differences))
    sums = [
        abs(math.fsum(s * d for s, d in zip(signs, differences, strict=True)))
        for signs in product((1, -1), repeat=len(differences))
    ]
    return sum(s >= seen - 1e-9 * max(map(abs, differences)) for s in sums) / len(sums)


def by_sums(numbers: list[int]) -> float:
    """All ways of many whole numbers, by how many ways lead to each sum."""
    ways = Counter({0: 1})
    for number in numbers:
        after: Counter[int] = Counter()
        for total, count in ways.items():
            after[total + number] += count
            after[total - number] += count
        ways = after
    far = sum(count for total, count in ways.items() if abs(total) >= abs(sum(numbers)))
    return float(far / 2 ** len(numbers))


@given(differences=st.lists(TENTHS, max_size=10).map(tuple))
def test_up_to_ten_queries_beside_brute_force(differences: tuple[float, ...]) -> None:
    p = randomisation_test(differences)
    assert p.value == (by_hand(differences) if differences else 1.0)
    assert (p.error, p.exact) == (0, True)
    assert p.resamples == 2 ** sum(d != 0 for d in differences)


@given(differences=st.lists(ANY, min_size=1, max_size=8).map(tuple))
def test_any_size_beside_brute_force(differences: tuple[float, ...]) -> None:
    largest = max(map(abs, differences)) or 1.0
    relative = tuple(d / largest for d in differences)
    sums = [
        abs(math.fsum(s * d for s, d in zip(signs, relative, strict=True)))
        for signs in product((1, -1), repeat=len(relative))
    ]
    # Sums that rounding alone might part from the one seen may fall on either side.
    seen = abs(math.fsum(relative))
    certain = sum(s > seen + 1e-10 for s in sums) / len(sums)
    possible = sum(s > seen - 1e-10 for s in sums) / len(sums)
    assert certain <= randomisation_test(differences).value <= possible


@pytest.mark.parametrize("count", [17, 25, 31, 32])
def test_up_to_32_queries_all_ways_are_counted(count: int) -> None:
    rng = random.Random(count)
    numbers = [rng.randrange(-9, 12) or 1 for _ in range(count)]
    assert randomisation_test([n / 10 for n in numbers]) == (by_sums(numbers), 0, 2**count, True)


@pytest.mark.exhaustive
@pytest.mark.parametrize("count", [33, 50, 400])
@pytest.mark.parametrize("shift", [0, 2, 5])
def test_drawn_ways_are_near_all_of_them(count: int, shift: int) -> None:
    """Small whole numbers: many sums are just as far from 0 as the one seen, and have to count."""
    rng = random.Random(7 * count + shift)
    numbers = [rng.choice((-10, -5, -1, 1, 2, 5, 10)) + shift // 2 or 1 for _ in range(count)]
    exact = by_sums(numbers)
    for unit in (1 / 3, 1e-200):
        p = randomisation_test([n * unit for n in numbers])
        assert not p.exact
        assert abs(p.value - exact) <= 4.5 * p.error
        spread = math.sqrt(exact * (1 - exact) / p.resamples)
        assert p.error == pytest.approx(spread, rel=0.2, abs=2e-5)


def test_the_error_is_that_of_drawing_again() -> None:
    rng = random.Random(3)
    differences = [rng.gauss(0.1, 0.4) for _ in range(40)]
    drawn = [randomisation_test(differences, samples=2_000, seed=seed) for seed in range(200)]
    values = [p.value for p in drawn]
    assert np.std(values) == pytest.approx(np.mean([p.error for p in drawn]), rel=0.15)


@pytest.mark.exhaustive
@pytest.mark.parametrize("count", [12, 30, 45, 300])
def test_beside_scipy(count: int) -> None:
    rng = np.random.default_rng(count)
    a = rng.uniform(0, 1, count)
    b = a + rng.normal(0.6 / math.sqrt(count), 0.4, count)
    theirs = pytest.importorskip("scipy.stats").permutation_test(
        (b, a),
        lambda x, y, axis: np.mean(x - y, axis=axis),
        permutation_type="samples",
        vectorized=True,
        n_resamples=20_000,
        rng=np.random.default_rng(1),
    )
    ours = randomisation_test([float(d) for d in b - a])
    p = float(theirs.pvalue)
    # Theirs counts all ways up to 14 queries, and twice the smaller tail of those drawn beyond.
    error = 0 if count <= 14 else 2 * math.sqrt(p / 2 * (1 - p / 2) / 20_000)
    assert abs(ours.value - p) <= 4.5 * math.hypot(error, ours.error) + 1e-12


@settings(max_examples=30)
@given(differences=st.lists(TENTHS, min_size=1, max_size=45).map(tuple))
def test_signs_order_and_ties_do_not_matter(differences: tuple[float, ...]) -> None:
    p = randomisation_test(differences, samples=50)
    assert 0 < p.value <= 1
    assert randomisation_test(tuple(-d for d in differences), samples=50) == p
    assert randomisation_test((*differences, 0.0, 0.0), samples=50) == p


def test_no_difference_at_all() -> None:
    assert randomisation_test(()) == randomisation_test((0.0, 0.0)) == (1.0, 0, 1, True)
    assert randomisation_test((0.5, -0.5)).value == 1.0


def test_a_p_value_is_never_0() -> None:
    assert randomisation_test((0.1,) * 32).value == 2 / 2**32
    p = randomisation_test((0.1,) * 60, samples=99)
    assert p.value == 0.01
    assert 0.009 < p.error < 0.02
    assert str(p) == "0.01 ± 0.01"
    assert 0 < randomisation_test((0.1,) * 60).value <= 1e-5


def test_the_same_data_give_the_same_and_another_seed_another() -> None:
    rng = random.Random(1)
    differences = [rng.gauss(0.05, 0.3) for _ in range(70)]
    assert randomisation_test(differences) == randomisation_test(differences)
    assert randomisation_test(differences) != randomisation_test(differences, seed=1)
    # Blocks of draws do not hide: some more of them are some more, and all count.
    for samples in (1, 24_999, 25_000, 25_001):
        p = randomisation_test(differences, samples=samples)
        assert p.value * (1 + samples) == pytest.approx(round(p.value * (1 + samples)))


@given(value=st.floats(1e-6, 1), error=st.floats(1e-7, 0.2))
@example(value=0.3, error=0.00095)
def test_the_text_shows_digits_that_hold(value: float, error: float) -> None:
    text = str(PValue(value, error, 100_000, exact=False))
    if text == "< 0.0001":
        assert value + 2 * error < 0.0001
        return
    shown, spread = text.split(" ± ")
    assert re.fullmatch(r"[01](\.\d{1,4})?", shown)
    assert len(shown) == len(spread)
    unit = 10.0 ** -len(shown.partition(".")[2])
    # One digit of error, rounded up, and the value to the same place; 0 is never shown.
    assert float(shown) > 0
    assert abs(float(shown) - value) <= max(unit / 2, unit - value) + 1e-12
    assert 1 <= round(float(spread) / unit) <= 9
    assert error - 1e-12 <= float(spread) <= error + unit + 1e-12


@pytest.mark.parametrize(
    ("value", "text"), [(1.0, "1.0000"), (0.02837, "0.0284"), (0.0001, "0.0001"), (0.00009, "< 0.0001")]
)
def test_the_text_of_an_exact_one(value: float, text: str) -> None:
    assert str(PValue(value, 0.0, 4, exact=True)) == text


@pytest.mark.parametrize(
    "wrong", [{"samples": 0}, {"samples": 1.5}, {"samples": True}, {"seed": "x"}, {"seed": 0.5}, {"seed": -1}], ids=str
)
def test_bad_draws(wrong: dict[str, Any]) -> None:
    with pytest.raises(ParameterError, match=next(iter(wrong))):
        randomisation_test((0.1,), **wrong)


@pytest.mark.parametrize("strange", [math.nan, math.inf, -math.inf])
def test_differences_are_finite(strange: float) -> None:
    with pytest.raises(ParameterError, match="use finite numbers"):
        randomisation_test((0.1, strange))
