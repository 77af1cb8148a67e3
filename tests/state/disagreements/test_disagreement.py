"""The clearest pair of orders is as clear as any, and its reasons are true."""

import math
import time
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from irviz.metrics import AP, CG, DCG, F1, RR, Metric, P, R, Ranking, Success, nDCG
from irviz.scenarios.cats import CATS
from irviz.scenarios.graded import GRADED
from irviz.state.disagreements.disagreement import (
    MAX_EXACT_ORDERS,
    Agreement,
    Constant,
    Disagreement,
    Itself,
    Proportional,
    Sign,
    Undefined,
    Unopposed,
    arrange_board,
    count_moves,
    find_disagreement,
    list_orders,
    list_single_moves,
)

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
        level = {moved for order in level for moved in list_single_moves(order)} - seen
        seen |= level
        moves += 1
    return moves


def clearness_of(found: Disagreement) -> float:
    """The weaker of the two preferences."""
    return min(found.strength_a, found.strength_b)


def brute(a: Metric, b: Metric, grades: list[int], missed: list[int], threshold: int) -> tuple[float, int] | None:
    """The clearness of the clearest pair and the fewest moves within one, by trying every pair."""
    orders = sorted(set(permutations(grades)))
    values = [(a(Ranking(order, missed, threshold)), b(Ranking(order, missed, threshold))) for order in orders]
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
    return best, min(count_moves(orders[i], orders[j]) for i, j in tied)


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
    found = find_disagreement(a, b, grades, missed, threshold)
    expected = brute(a, b, grades, missed, threshold)

    if expected is None:
        assert isinstance(found, Agreement)
        assert found.exact
    else:
        assert isinstance(found, Disagreement)
        hold(found, grades, tuple(missed), threshold)
        assert clearness_of(found) == pytest.approx(expected[0], abs=1e-7)
        assert found.moves == expected[1]


@pytest.mark.parametrize("grades", [[0, 1, 0, 1, 1, 0], [0, 2, 1, 0, 2, 1]], ids=str)
@pytest.mark.parametrize(("a", "b"), [(RR @ 6, AP @ 6), (P @ 3, nDCG @ 6), (AP @ 6, nDCG @ 6)])
def test_no_pair_of_six_is_clearer(a: Metric, b: Metric, grades: list[int]) -> None:
    found, expected = find_disagreement(a, b, grades), brute(a, b, grades, [], 1)

    if expected is None:
        assert isinstance(found, Agreement)
    else:
        assert isinstance(found, Disagreement)
        assert clearness_of(found) == pytest.approx(expected[0], abs=1e-7)
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


@pytest.mark.exhaustive
@pytest.mark.parametrize(("a", "b", "grades"), ON_EIGHT, ids=str)
def test_it_is_quick_on_eight(a: Metric, b: Metric, grades: list[int]) -> None:
    start = time.process_time()
    found = find_disagreement(a, b, grades)

    assert time.process_time() - start < 1
    assert found.exact


def test_the_known_disagreements_are_found() -> None:
    binary = find_disagreement(RR @ 8, AP @ 8, BOX)
    gains = find_disagreement(nDCG @ 3, nDCG(gain="exp") @ 3, GRADES)

    assert isinstance(binary, Disagreement)
    assert binary.first == (1, 0, 0, 0, 0, 1, 1, 1)
    assert binary.second == (0, 1, 1, 1, 1, 0, 0, 0)
    assert isinstance(gains, Disagreement)
    assert [round(one, 3) for one in (*gains.values_a, *gains.values_b)] == [0.718, 0.564, 0.443, 0.607]


EVERY = "on every order of these results"
SUCCESS, FIRST = (f"{name}@3 (relevant from grade 4)" for name in ("Success", "RR"))
ONE = f"it is 1 where {FIRST} is above 0, and 0 where it is not"
NUMBER = "differ by a number only, which no order changes"

AGREED: list[tuple[Metric, Metric, str]] = [
    (P @ 4, R @ 4, f"P@4 and R@4 {NUMBER}: {EVERY}, R@4 is 0.571 times P@4."),
    (nDCG @ 4, DCG @ 4, f"nDCG@4 and DCG@4 {NUMBER}: {EVERY}, DCG@4 is 9.316 times nDCG@4."),
    (P @ 4, AP @ 8, "There is no order of these results that P@4 prefers to another one while AP@8 prefers that one."),
    (P @ 8, AP @ 8, f"P@8 has the same value, 0.875, {EVERY}."),
    (RR @ 8, CG @ 8, f"CG@8 has the same value, 18, {EVERY}."),
    (AP @ 8, AP @ 8, "AP@8 is compared with itself: one metric cannot prefer both of two orders."),
    (Success @ 1, P @ 1, f"Success@1 and P@1 have the same value {EVERY}."),
    # Another level of relevance makes of the same two metrics another question.
    (Success @ 3, RR(rel=4) @ 3, f"Success@3 has the same value, 1, {EVERY}."),
    (Success(rel=4) @ 3, RR(rel=4) @ 3, f"{SUCCESS} only asks whether {FIRST} is above 0: {EVERY}, {ONE}."),
]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(0, 2), min_size=3, max_size=5), st.sampled_from(METRICS), st.sampled_from(METRICS))
def test_another_pair_is_the_clearest_of_the_orders_that_are_left(grades: list[int], a: Metric, b: Metric) -> None:
    seen: list[tuple[int, ...]] = []
    clearness = float("inf")
    while isinstance(found := find_disagreement(a, b, grades, without=seen), Disagreement):
        assert not {found.first, found.second} & {*seen}
        assert clearness_of(found) == pytest.approx(brute_without(a, b, grades, seen), abs=1e-7)
        assert clearness_of(found) <= clearness + 1e-9
        clearness = clearness_of(found)
        seen += [found.first, found.second]
    whole = find_disagreement(a, b, grades)
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


@pytest.mark.exhaustive
@pytest.mark.parametrize(("a", "b", "reason"), AGREED, ids=str)
def test_where_there_is_none_the_reason_is_said(a: Metric, b: Metric, reason: str) -> None:
    found = find_disagreement(a, b, GRADES)

    assert isinstance(found, Agreement)
    assert found.exact
    assert found.orders == 5040
    assert found.reason == reason


CONVENTIONS = st.builds(
    lambda metric, rel: metric(rel=rel) if rel and not metric.graded else metric,
    st.sampled_from(
        [
            *METRICS,
            *(Success @ 2, Success @ 3),
            *(metric(undefined=math.nan) @ 2 for metric in (nDCG, AP, R)),
            AP(denominator="hits", undefined=math.nan) @ 1,
        ]
    ),
    st.sampled_from([None, None, 1, 2]),
)


@pytest.mark.exhaustive
@settings(max_examples=400)
@given(
    st.lists(st.integers(0, 3), min_size=1, max_size=5),
    st.lists(st.integers(0, 3), max_size=2),
    CONVENTIONS,
    CONVENTIONS,
    st.integers(1, 2),
)
def test_what_is_said_of_two_metrics_that_agree_is_true(
    grades: list[int], missed: list[int], a: Metric, b: Metric, threshold: int
) -> None:
    found = find_disagreement(a, b, grades, missed, threshold)
    if isinstance(found, Agreement):
        assert found.exact
        true(found, [Ranking(order, missed, threshold) for order in permutations(grades)])


def true(found: Agreement, lists: list[Ranking]) -> None:
    """What an agreement says holds on each of these lists, by trying them."""
    both = [(found.a(one), found.b(one)) for one in lists]
    pairs = [(x, y) for x, y in both if not math.isnan(x) and not math.isnan(y)]
    assert found.looked.defined == (len(pairs) == len(both))
    assert not any(x > p + 1e-9 and q > y + 1e-9 for x, y in pairs for p, q in pairs)
    if pairs:
        assert found.looked.phrase in found.reason or isinstance(found.claim, Itself)
    match found.claim:
        case Itself(metric):
            assert metric == found.a == found.b
        case Undefined():
            assert not pairs
        case Constant(metric, value):
            assert metric in {found.a, found.b}
            assert [metric(one) for one, (x, y) in zip(lists, both, strict=True) if x + y == x + y] == [
                pytest.approx(value)
            ] * len(pairs)
        case Proportional(one, other, factor):
            assert (one, other) == (found.a, found.b)
            assert [y for _, y in pairs] == pytest.approx([x * factor for x, _ in pairs])
        case Sign(metric, _):
            told = pairs if metric == found.a else [(y, x) for x, y in pairs]
            assert all(x == (1 if y > 1e-9 else 0) for x, y in told)
        case Unopposed(one, other):
            assert (one, other) == (found.a, found.b)


def test_of_orders_that_were_drawn_no_more_is_said_than_was_seen() -> None:
    found = find_disagreement(P @ 5, R @ 5, [1, 0, 0, 1, 0] * 4)
    other = find_disagreement(P @ 5, AP @ 20, [1, 0, 0] * 8)

    assert isinstance(found, Agreement)
    assert not found.exact
    assert found.reason == (
        "P@5 and R@5 differ by a number only, which no order changes: on every order that was drawn, "
        "R@5 is 0.625 times P@5."
    )
    assert isinstance(other, Disagreement)


def test_nothing_relevant_is_no_disagreement() -> None:
    assert isinstance(find_disagreement(AP @ 3, nDCG @ 3, [0, 0, 0]), Agreement)
    nan = AP(undefined=float("nan")) @ 3
    assert isinstance(find_disagreement(nan, RR @ 3, [0, 0, 0]), Agreement)


def test_of_many_orders_some_are_drawn() -> None:
    found = find_disagreement(RR @ 20, AP @ 20, [1, 0, 0, 1, 0] * 4)

    assert isinstance(found, Disagreement)
    assert not found.exact
    assert found.orders > MAX_EXACT_ORDERS
    assert found.values_a[0] > found.values_a[1]
    assert found.moves == count_moves(found.first, found.second)


def test_a_board_is_put_into_an_order_of_grades() -> None:
    board = GRADED.boards[0]
    arranged = arrange_board(board, (4, 4, 3, 3, 2, 1, 1, 0))

    assert arranged.pattern == "44332110"
    assert arranged == board.ideal()
    assert arrange_board(board, board.ranked) == board
    with pytest.raises(ValueError, match="not those of board"):
        arrange_board(CATS.boards[0], (1,) * 8)


@given(st.lists(st.integers(0, 2), min_size=1, max_size=5), st.randoms())
def test_moves_between_orders(grades: list[int], draw: object) -> None:
    first, second = tuple(grades), tuple(sorted(grades, key=lambda _: draw.random()))  # type: ignore[attr-defined]

    assert count_moves(first, second) == steps_between(first, second)


@given(st.lists(st.integers(0, 3), min_size=1, max_size=6))
def test_distinct_orders(grades: list[int]) -> None:
    orders, exact, number = list_orders(grades)
    found = list(orders)

    assert exact
    assert Counter(found) == Counter(set(permutations(grades)))
    assert len(found) == number
