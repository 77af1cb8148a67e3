"""Every example opens with the figures that its source says it has, or should have said."""

import re

import pytest

from irviz.scenarios.catalogue import CATALOGUE, EXAMPLES, Example
from irviz.scenarios.graded import grade_picture
from irviz.scenarios.made_up import MADE_UP
from irviz.scenarios.pictures import PICTURES
from irviz.state import permalink
from irviz.state.board import Board
from irviz.state.curves.series import compute_curves
from irviz.ui.files import list_served_files
from tests import oracle
from tests.scenarios.values import OPENS_WITH

RESERVED = {*("mean", "q", "k", "set", "hide", "top", "rel", "m", "see", "by"), *("embed", "embed_options")}
"""Names that mean something else in a link."""

EXAMPLE = pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.desk.id)

BOARDS = [board for desk in CATALOGUE.values() for board in desk.boards]


@pytest.mark.parametrize("opened", OPENS_WITH, ids="/".join)
def test_opens_with_the_figures_of_its_source(opened: tuple[str, str]) -> None:
    name, board = opened
    desk = CATALOGUE[name].open(board)
    values = {metric: curve[desk.k - 1] for metric, curve in compute_curves(desk).items()}

    for metric, value in OPENS_WITH[opened].items():
        assert values[metric] == pytest.approx(value, abs=5e-5), metric


@EXAMPLE
def test_opens_with_what_the_textbook_definitions_say(example: Example) -> None:
    desk = example.desk
    for board in desk.boards:
        grades = [*board.ranked, *board.missed]
        relevant = [int(grade >= board.threshold) for grade in grades]
        by_grades, by_relevance = oracle.curves(grades), oracle.curves(relevant)
        found = compute_curves(desk.open(board.id))

        assert {"P", "AP", "nDCG"} <= {*found} & {*by_grades}
        for metric in desk.metrics:
            if metric.name in by_grades:
                known = (by_grades if metric.graded else by_relevance)[metric.name][: desk.n]
                assert found[metric.name] == pytest.approx(known, abs=1e-12), metric


def test_lists_beside_each_other_have_one_scale() -> None:
    assert all(len({board.top for board in desk.boards}) == 1 for desk in CATALOGUE.values())


def test_first_is_the_cats() -> None:
    assert next(iter(CATALOGUE)) == "cats"


def test_ids_are_unique_and_safe_in_a_link() -> None:
    names = [board.id for board in BOARDS]

    assert len(set(names)) == len(names)
    assert len(CATALOGUE) == len(EXAMPLES) + len(MADE_UP)
    for name in (*names, *CATALOGUE):
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name)
        assert name not in RESERVED


@EXAMPLE
def test_boards_of_one_desk_have_the_same_shape(example: Example) -> None:
    shapes = {(board.n, board.threshold, board.top) for board in example.desk.boards}

    assert len(shapes) == 1


@EXAMPLE
def test_example_is_fresh_and_found_again_by_its_link(example: Example) -> None:
    desk = example.desk
    link = permalink.write(desk, desk)

    assert link == {"q": desk.opened, "k": str(desk.k)}
    assert permalink.find_example(link, CATALOGUE) is desk
    assert permalink.read(link, desk) == (desk, ())
    for board in desk.boards:
        assert board.order == tuple(range(board.n))


@EXAMPLE
def test_example_says_what_it_is_in_a_line(example: Example) -> None:
    assert example.title
    assert example.about.endswith((".", "?"))
    assert len(example.about) <= 100
    assert example.source.credit


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.id)
def test_items_have_a_title_and_pictures_exist(board: Board) -> None:
    assert len({item.id for item in board.items}) == board.n
    for item in board.items:
        assert item.title
        if item.picture:
            assert f"pictures/{item.picture}" in list_served_files()
            assert item.alt


def test_pictures_of_the_graded_example_are_graded_by_what_is_in_them() -> None:
    board = CATALOGUE["graded"].boards[0]

    assert [item.id for item in board.items] == [
        *("dog", "white-cat-in-box", "empty-box", "tabby-in-box"),
        *("white-cat-peeking", "two-cats", "dark-cat-in-box", "dog-in-box"),
    ]
    assert board.ranked == (0, 4, 1, 3, 4, 1, 3, 2)


def test_grade_rises_with_each_thing_that_was_asked_for() -> None:
    def better(one: str, other: str) -> bool:
        return grade_picture(PICTURES[one]) > grade_picture(PICTURES[other])

    assert better("white-cat-in-box", "tabby-in-box")  # white
    assert better("dark-cat-in-box", "dog-in-box")  # a cat
    assert better("dog-in-box", "empty-box")  # an animal
    assert better("dog-in-box", "dog")  # a box
    assert better("white-cat", "dog")
    assert grade_picture(PICTURES["white-cat"]) == grade_picture(PICTURES["two-cats"])


def test_lists_of_the_sources() -> None:
    patterns = {board.id: board.pattern for one in EXAMPLES for board in one.desk.boards}

    assert (
        patterns
        | {
            "cat-in-a-box": "01011010",
            "white-cat": "10011010",
            "dark-cat": "00001001",
            "white-cat-in-a-box": "04134132",
            "list-in-the-code": "07246143",
            "five-documents": "10101",
            "model-a": "11100",
            "model-b": "00111",
            "five-graded-documents": "32301",
            "feed-a": "011",
            "feed-b": "110",
            "purchases-a": "351",
            "purchases-b": "153",
            "twenty-documents": "01310200012003010020",
        }
        == patterns
    )


def test_ndcg_of_the_long_list_climbs_with_k() -> None:
    curve = compute_curves(CATALOGUE["long"])["nDCG"]

    assert curve[4] < curve[9] < curve[19]


@pytest.mark.parametrize("names", [("model-a", "model-b"), ("feed-a", "feed-b")])
def test_rivals_rank_the_same_items_with_the_same_grades(names: tuple[str, str]) -> None:
    def graded(name: str) -> dict[str, int]:
        board = next(board for board in BOARDS if board.id == name)
        return {item.id: grade for item, grade in zip(board.items, board.grades, strict=True)}

    one, other = names
    assert graded(one) == graded(other)
