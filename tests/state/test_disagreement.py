"""The clearest pair of orders is as clear as any, and its reasons are true."""

import time
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from irviz.metrics import AP, CG, DCG, F1, RR, Metric, P, R, Ranking, Success, nDCG
from irviz.scenarios.cats import CATS
from irviz.scenarios.graded import GRADED
from irviz.state.disagreement import Agreement, Disagreement, arrange, disagree
from irviz.state.orders import LIMIT, distinct, moves_between, one_move_away

BOX = [0, 1, 0, 1, 1, 0, 1, 0]
GRADES = [0, 4, 1, 3, 4, 1, 3, 2]

METRICS: list[Metric] = [
    P @ 2,
    P @ 3,
    R @ 3,
    F1 @ 3,
    RR @ 6,
    AP @ 6,
    AP(denominator="hits") @ 3,
    CG @ 3,
    DCG @ 4,
    nDCG @ 3,
    nDCG @ 6,
    nDCG(gain="exp") @ 4,
    nDCG(ideal="top k") @ 3,
    AP(rel=2) @ 6,
]


def steps_between(first: tuple[int, ...], second: tuple[int, ...]) -> int:
    """The fewest moves from one order to another, level by level."""
    level, seen, moves = {first}, {first}, 0
    while second not in seen:
        level = {moved for order in level for moved in one_move_away(order)} - seen
        seen |= level
        moves += 1
    return moves


def brute(
    a: Metric, b: Metric, grades: list[int], missed: list[int], threshold: int
) -> tuple[float, int] | None:
    """The clearness of the clearest pair and the fewest moves within one, by trying every pair."""
    orders = sorted(set(permutations(grades)))
    values = [
        (a(Ranking(order, missed, threshold)), b(Ranking(order, missed, threshold)))
        for order in orders
    ]
    spans = [max(side) - min(side) for side in zip(*values, strict=True)]
    if min(spans) < 1e-9:
        return None
    found = [
        (min((x - p) / spans[0], (q - y) / spans[1]), i, j)
        for i, (x, y) in enumerate(values)
        for j, (p, q) in enumerate(values)
    ]
    best = max(found)[0]
    if best < 1e-9:
        return None
    tied = [(i, j) for clear, i, j in found if clear > best - 1e-9]
    return best, min(moves_between(orders[i], orders[j]) for i, j in tied)


@settings(max_examples=120)
@given(
    st.lists(st.integers(0, 3), min_size=2, max_size=5),
    st.lists(st.integers(0, 3), max_size=2),
    st.sampled_from(METRICS),
    st.sampled_from(METRICS),
    st.integers(1, 2),
)
def test_no_pair_is_clearer_or_nearer(
    grades: list[int], missed: list[int], a: Metric, b: Metric, threshold: int
) -> None:
    found = disagree(a, b, grades, missed, threshold)
    expected = brute(a, b, grades, missed, threshold)

    if expected is None:
        assert isinstance(found, Agreement)
        assert found.exact
    else:
        assert isinstance(found, Disagreement)
        hold(found, grades, tuple(missed), threshold)
        assert found.clearness == pytest.approx(expected[0], abs=1e-7)
        assert found.moves == expected[1]


@pytest.mark.parametrize("grades", [[0, 1, 0, 1, 1, 0], [0, 2, 1, 0, 2, 1]], ids=str)
@pytest.mark.parametrize(("a", "b"), [(RR @ 6, AP @ 6), (P @ 3, nDCG @ 6), (AP @ 6, nDCG @ 6)])
def test_no_pair_of_six_is_clearer(a: Metric, b: Metric, grades: list[int]) -> None:
    found, expected = disagree(a, b, grades), brute(a, b, grades, [], 1)

    if expected is None:
        assert isinstance(found, Agreement)
    else:
        assert isinstance(found, Disagreement)
        assert found.clearness == pytest.approx(expected[0], abs=1e-7)
        assert found.moves == expected[1]


def hold(found: Disagreement, grades: list[int], missed: tuple[int, ...], threshold: int) -> None:
    """What a disagreement says of itself is true."""
    first, second = (Ranking(order, missed, threshold) for order in (found.first, found.second))
    assert sorted(found.first) == sorted(found.second) == sorted(grades)
    assert found.values_a == pytest.approx((found.a(first), found.a(second)))
    assert found.values_b == pytest.approx((found.b(first), found.b(second)))
    assert found.values_a[0] > found.values_a[1]
    assert found.values_b[1] > found.values_b[0]
    assert found.moves == steps_between(found.first, found.second)
    assert found.orders == len(set(permutations(grades)))


ON_EIGHT = [
    (RR @ 8, AP @ 8, BOX),
    (AP @ 8, nDCG @ 8, BOX),
    (P @ 4, RR @ 8, BOX),
    (RR @ 8, nDCG @ 8, GRADES),
    (AP @ 8, nDCG @ 8, GRADES),
    (P @ 4, CG @ 4, GRADES),
    (P @ 1, P @ 7, GRADES),
    (nDCG @ 3, nDCG(gain="exp") @ 3, GRADES),
    (DCG @ 8, nDCG @ 8, GRADES),
]


@pytest.mark.parametrize(("a", "b", "grades"), ON_EIGHT, ids=str)
def test_it_is_quick_on_eight(a: Metric, b: Metric, grades: list[int]) -> None:
    start = time.process_time()
    found = disagree(a, b, grades)

    assert time.process_time() - start < 1
    assert found.exact


def test_the_known_disagreements_are_found() -> None:
    binary = disagree(RR @ 8, AP @ 8, BOX)
    gains = disagree(nDCG @ 3, nDCG(gain="exp") @ 3, GRADES)

    assert isinstance(binary, Disagreement)
    assert binary.first == (1, 0, 0, 0, 0, 1, 1, 1)
    assert binary.second == (0, 1, 1, 1, 1, 0, 0, 0)
    assert isinstance(gains, Disagreement)
    assert [round(one, 3) for one in (*gains.values_a, *gains.values_b)] == [
        0.718,
        0.564,
        0.443,
        0.607,
    ]


AGREED = {
    (P @ 4, R @ 4): "count the same hits",
    (F1 @ 4, P @ 4): "count the same hits",
    (DCG @ 4, nDCG @ 4): "differ by a number only",
    (nDCG @ 4, DCG @ 4): "differ by a number only",
    (P @ 4, AP @ 8): "never prefers the other one",
    (P @ 8, AP @ 8): "P@8 has the same value on every order",
    (RR @ 8, CG @ 8): "CG@8 has the same value on every order",
    (AP @ 8, AP @ 8): "AP@8 is compared with itself",
    (Success @ 1, P @ 1): "Success@1 asks only whether P@1 is above 0",
    (AP @ 8, Success @ 1): "never prefers the other one",
}


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.integers(0, 2), min_size=3, max_size=5),
    st.sampled_from(METRICS),
    st.sampled_from(METRICS),
)
def test_another_pair_is_the_clearest_of_the_orders_that_are_left(
    grades: list[int], a: Metric, b: Metric
) -> None:
    seen: list[tuple[int, ...]] = []
    clearness = float("inf")
    while isinstance(found := disagree(a, b, grades, without=seen), Disagreement):
        assert not {found.first, found.second} & {*seen}
        assert found.clearness == pytest.approx(brute_without(a, b, grades, seen), abs=1e-7)
        assert found.clearness <= clearness + 1e-9
        clearness = found.clearness
        seen += [found.first, found.second]
    whole = disagree(a, b, grades)
    if isinstance(whole, Disagreement):
        assert brute_without(a, b, grades, seen) < 1e-8


def brute_without(a: Metric, b: Metric, grades: list[int], without: list[tuple[int, ...]]) -> float:
    """The clearness of the clearest pair of the orders that are left, 0 where none disagrees."""
    orders = sorted(set(permutations(grades)))
    values = {order: (a(Ranking(order)), b(Ranking(order))) for order in orders}
    spans = [max(side) - min(side) for side in zip(*values.values(), strict=True)]
    left = [value for order, value in values.items() if order not in without]
    clear = (min((x - p) / spans[0], (q - y) / spans[1]) for x, y in left for p, q in left)
    return max(clear, default=0.0)


@pytest.mark.parametrize(("a", "b"), AGREED, ids=str)
def test_where_there_is_none_the_reason_is_said(a: Metric, b: Metric) -> None:
    found = disagree(a, b, GRADES)

    assert isinstance(found, Agreement)
    assert found.exact
    assert found.orders == 5040
    assert AGREED[a, b] in found.reason


def test_nothing_relevant_is_no_disagreement() -> None:
    assert isinstance(disagree(AP @ 3, nDCG @ 3, [0, 0, 0]), Agreement)
    nan = AP(undefined=float("nan")) @ 3
    assert isinstance(disagree(nan, RR @ 3, [0, 0, 0]), Agreement)


def test_of_many_orders_some_are_drawn() -> None:
    found = disagree(RR @ 20, AP @ 20, [1, 0, 0, 1, 0] * 4)

    assert isinstance(found, Disagreement)
    assert not found.exact
    assert found.orders > LIMIT
    assert found.values_a[0] > found.values_a[1]
    assert found.moves == moves_between(found.first, found.second)


def test_a_board_is_put_into_an_order_of_grades() -> None:
    board = GRADED.boards[0]
    arranged = arrange(board, (4, 4, 3, 3, 2, 1, 1, 0))

    assert arranged.pattern == "44332110"
    assert arranged == board.ideal()
    assert arrange(board, board.ranked) == board
    with pytest.raises(ValueError, match="not those of board"):
        arrange(CATS.boards[0], (1,) * 8)


@given(st.lists(st.integers(0, 2), min_size=1, max_size=5), st.randoms())
def test_moves_between_orders(grades: list[int], draw: object) -> None:
    first, second = tuple(grades), tuple(sorted(grades, key=lambda _: draw.random()))  # type: ignore[attr-defined]

    assert moves_between(first, second) == steps_between(first, second)


@given(st.lists(st.integers(0, 3), min_size=1, max_size=6))
def test_distinct_orders(grades: list[int]) -> None:
    orders, exact, number = distinct(grades)
    found = list(orders)

    assert exact
    assert Counter(found) == Counter(set(permutations(grades)))
    assert len(found) == number
