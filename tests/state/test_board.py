from __future__ import annotations

from dataclasses import FrozenInstanceError, replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irviz.state.board import Below, Board, Item
from tests.each import each

N = 8
ITEMS = tuple(Item(f"item-{i}", f"Item {i}") for i in range(N))


def board(order: tuple[int, ...] = tuple(range(N)), grades: tuple[int, ...] = (0,) * N) -> Board:
    return Board("b", "query", ITEMS, order, grades, top=max(1, *grades))


boards = st.builds(board, order=st.permutations(range(N)).map(tuple), grades=st.tuples(*[st.integers(0, 4)] * N))


def test_fresh_board_reads_its_grades_in_rank_order() -> None:
    one = board(order=(7, 6, 5, 4, 3, 2, 1, 0), grades=(0, 1, 2, 3, 4, 0, 0, 1))

    assert one.ranked == (1, 0, 0, 4, 3, 2, 1, 0)
    assert one.pattern == "10043210"
    assert one.ranking.grades == one.ranked
    assert one.n == N


def test_grades_above_9_are_letters_in_the_pattern() -> None:
    one = Board("b", "q", ITEMS[:2], (0, 1), (10, 9), top=10)

    assert one.pattern == "a9"


@each(("rank", "to"), [pair for pair in product(range(1, N + 1), repeat=2) if pair[0] != pair[1]])
def test_each_of_the_56_moves_takes_one_item_and_keeps_the_order_of_the_others(rank: int, to: int) -> None:
    before = board()

    after = before.move(rank, to)

    assert after.order[to - 1] == before.order[rank - 1]
    others = [index for index in after.order if index != rank - 1]
    assert others == [index for index in before.order if index != rank - 1]


@given(boards, st.integers(1, N), st.integers(1, N))
def test_grades_stay_with_their_items_however_they_are_moved(one: Board, rank: int, to: int) -> None:
    for after in (one.move(rank, to), one.swap(rank, to), one.ideal(), one.worst()):
        assert after.grades == one.grades
        assert sorted(after.order) == list(range(N))


@given(boards, st.integers(1, N), st.integers(1, N))
def test_moving_back_and_swapping_twice_changes_nothing(one: Board, rank: int, to: int) -> None:
    assert one.move(rank, to).move(to, rank) == one
    assert one.swap(rank, to).swap(rank, to) == one


@given(boards)
def test_ideal_and_worst_are_sorted_by_grade_and_keep_ties_in_place(one: Board) -> None:
    best, worst = one.ideal(), one.worst()

    assert best.ranked == tuple(sorted(one.grades, reverse=True))
    assert worst.ranked == tuple(sorted(one.grades))
    for after in (best, worst):
        for grade in range(5):
            of_grade = [index for index in after.order if one.grades[index] == grade]
            assert of_grade == [index for index in one.order if one.grades[index] == grade]


def test_toggle_turns_relevance_on_and_off() -> None:
    one = board()

    assert one.toggle(3).grades == (0, 0, 0, 1, 0, 0, 0, 0)
    assert one.toggle(3).toggle(3) == one


def test_toggle_of_a_graded_item_goes_to_the_top_and_to_0() -> None:
    one = Board("b", "q", ITEMS[:3], (0, 1, 2), (0, 1, 2), threshold=2, top=4)

    assert one.toggle(0).grades == (4, 1, 2)
    assert one.toggle(1).grades == (0, 4, 2)
    assert one.toggle(2).grades == (0, 1, 0)


@pytest.mark.parametrize("order", [(0, 0, 2), (0, 1), (0, 1, 2, 3), (1, 2, 3), (-1, 0, 1)])
def test_order_that_is_no_permutation_is_refused(order: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="the order must name each of its 3 results once"):
        Board("b", "q", ITEMS[:3], order, (0, 0, 0))


@pytest.mark.parametrize("grade", [-1, 2, 1.0, True, None, "1", float("nan")])
def test_grade_off_the_scale_is_refused_by_the_name_of_its_item(grade: object) -> None:
    with pytest.raises(ValueError, match="'item-1' must be a whole number from 0 to 1"):
        Board("b", "q", ITEMS[:2], (0, 1), (0, grade))  # type: ignore[arg-type]


def test_other_number_of_grades_than_items_is_refused() -> None:
    with pytest.raises(ValueError, match="its 2 results need as many grades, not 1"):
        Board("b", "q", ITEMS[:2], (0, 1), (0,))


@pytest.mark.parametrize(("rank", "to"), [(0, 1), (1, 0), (9, 1), (1, 9), (-1, 2)])
def test_move_and_swap_off_the_board_are_refused(rank: int, to: int) -> None:
    with pytest.raises(ValueError, match="ranks go from 1 to 8"):
        board().move(rank, to)
    with pytest.raises(ValueError, match="ranks go from 1 to 8"):
        board().swap(rank, to)


def test_board_is_a_value_that_never_changes() -> None:
    one = board()

    assert one == board()
    assert hash(one) == hash(board())
    assert one.move(1, 2) is not one
    with pytest.raises(FrozenInstanceError):
        one.order = (1, 0)  # type: ignore[misc]
    assert replace(one, query="other") != one


def test_a_result_that_nobody_judged_is_a_third_state() -> None:
    items = tuple(Item(name, name) for name in "abc")
    board = Board("b", "q", items, (2, 1, 0), (1, 0, 0), incomplete=True, unjudged=frozenset({2}))
    assert (board.ranked, board.unjudged_ranks) == ((0, 0, 1), (1,))
    assert board.toggle(2).unjudged == frozenset()
    assert board.move(1, 3).unjudged_ranks == (3,)
    assert board.ideal().unjudged_ranks == (2,)


def test_what_is_below_the_cards_stays_and_counts() -> None:
    items = tuple(Item(name, name) for name in "ab")
    below = (Below("c", "C", 1), Below("d", "D", None))
    board = Board("b", "q", items, (0, 1), (0, 1), below=below, incomplete=True)
    assert (board.n, board.depth, board.listed, board.unjudged_ranks) == (2, 4, (0, 1, 1, 0), (4,))
    assert board.swap(1, 2).ranking.hits == (1, 0, 1, 0)


def test_a_board_without_a_third_state_refuses_it() -> None:
    items = (Item("a", "a"),)
    with pytest.raises(ValueError, match="every result of board 'b' is judged, so each has a grade from 0 to"):
        Board("b", "q", items, (0,), (0,), unjudged=frozenset({0}))
    for place, grade in ((1, 0), (0, 1)):
        with pytest.raises(ValueError, match="is on the board and has grade 0"):
            Board("b", "q", items, (0,), (grade,), incomplete=True, unjudged=frozenset({place}))
