"""Boards of pictures take whatever judgments somebody makes up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irviz.scenarios.catalogue import CATALOGUE
from irviz.scenarios.graded import grade
from irviz.scenarios.made_up import MADE_UP, SIZES, made_up
from irviz.scenarios.pictures import PICTURES
from irviz.state import permalink


@given(st.lists(st.integers(0, 10), min_size=SIZES[0], max_size=SIZES[-1]), st.integers(1, 10))
def test_any_grades_are_taken_and_a_link_carries_them(grades: list[int], threshold: int) -> None:
    desk = made_up(grades, threshold)
    board = desk.boards[0]
    link = permalink.write(desk, CATALOGUE[desk.id])

    assert sorted(board.grades) == sorted(grades)
    assert desk.threshold == threshold
    assert permalink.read(link, permalink.find_example(link, CATALOGUE)) == (desk, ())
    better = sorted((grade(PICTURES[item.id]), one) for item, one in zip(board.items, board.grades, strict=True))
    assert all(low[1] <= high[1] for low in better for high in better if low[0] < high[0])


def test_each_size_is_there_once() -> None:
    assert list(MADE_UP) == list(SIZES) == list(range(2, 10))
    for n, desk in MADE_UP.items():
        assert desk.n == n
        assert len({item.id for item in desk.boards[0].items}) == n


@pytest.mark.parametrize("grades", [[1], [0] * 10, [11, 0], [-1, 0]])
def test_what_cannot_be_is_refused(grades: list[int]) -> None:
    with pytest.raises(ValueError, match=r"pictures|scale|grade"):
        made_up(grades)
