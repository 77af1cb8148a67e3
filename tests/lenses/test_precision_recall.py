"""The precision-recall lens: points, steps and the area below them."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irviz.lenses import precision_recall
from irviz.metrics import AP
from irviz.metrics.rounding import rounded
from irviz.scenarios.cats import CATS
from irviz.state.board import Board, Item
from irviz.state.chosen_conventions import Conventions
from irviz.state.desk import MEAN, Desk


def desk_of(grades: tuple[int, ...], k: int, missed: tuple[int, ...] = (), **conventions: Any) -> Desk:
    items = tuple(Item(str(rank), f"Card {rank}") for rank in range(1, len(grades) + 1))
    order = tuple(range(len(grades)))
    board = Board("b", "cards", items, order, grades, missed)
    return Desk("d", (board,), "b", k, conventions=Conventions(**conventions))


def panel(desk: Desk) -> dict[str, Any]:
    one: dict[str, Any] = precision_recall.show(desk)["panels"][0]
    return one


def test_the_sources_points() -> None:
    points = panel(CATS)["points"]

    assert [point["precision"] for point in points] == pytest.approx(
        [0, 1 / 2, 1 / 3, 1 / 2, 3 / 5, 1 / 2, 4 / 7, 1 / 2]
    )
    assert [point["recall"] for point in points] == [0, 0.25, 0.25, 0.5, 0.75, 0.75, 1, 1]
    assert [point["rank"] for point in points if point["counted"]] == [1, 2, 3]


def test_the_area_is_average_precision_in_numbers() -> None:
    view = precision_recall.show(CATS.move_cutoff(8))

    assert view["sentence"] == (
        "AP@8 is the shaded area: each of the 4 relevant pictures is a step 1/4 wide and as high as the "
        "precision at its rank. Here (1/2 + 2/4 + 3/5 + 4/7) / 4 = 0.543."
    )
    assert [step["written"] for step in view["panels"][0]["steps"]] == ["1/2", "2/4", "3/5", "4/7"]
    assert view["panels"][0]["notes"] == []


@given(
    grades=st.lists(st.integers(0, 1), min_size=1, max_size=9).map(tuple),
    missed=st.lists(st.integers(0, 1), max_size=3).map(tuple),
    data=st.data(),
)
def test_the_steps_tile_the_recall_that_was_reached(
    grades: tuple[int, ...], missed: tuple[int, ...], data: st.DataObject
) -> None:
    k = data.draw(st.integers(1, len(grades)))
    desk = desk_of(grades, k, missed)
    ranking = desk.boards[0].ranking

    one = panel(desk)

    json.dumps(one, allow_nan=False)
    if not ranking.relevant:
        assert (one["points"], one["steps"], one["area"]) == ([], [], None)
        assert "undefined" in one["sentence"]
        return
    steps = one["steps"]
    edges = [step["from"] for step in steps] + [one["lost"]["from"]]
    assert edges[0] == 0
    assert [step["to"] for step in steps] == edges[1:]
    for step in steps:
        width = step["to"] - step["from"]
        assert width == pytest.approx(1 / ranking.relevant)
        assert step["area"] == pytest.approx(width * step["height"])
        assert eval(step["written"]) == pytest.approx(step["height"])  # noqa: S307 - our own text
    assert one["area"]["value"] == (AP @ k)(ranking)
    written, said = one["sentence"].split("Here ")[1].rstrip(".").split(" = ")
    assert said == rounded(eval(written)) or "…" in written  # noqa: S307 - our own text
    assert sum(step["area"] for step in steps if step["counted"]) == pytest.approx(one["area"]["value"])
    assert sum(step["area"] for step in steps) == pytest.approx(one["area"]["whole"])
    assert one["lost"]["count"] == sum(missed)
    assert 1 - one["lost"]["from"] == pytest.approx(sum(missed) / ranking.relevant)


@given(grades=st.lists(st.integers(0, 1), min_size=1, max_size=9).map(tuple))
def test_interpolated_precision_is_the_highest_from_there_on(grades: tuple[int, ...]) -> None:
    one = panel(desk_of(grades, 1))

    if not any(grades):
        assert one["smooth"] is None
        return
    for smooth in one["smooth"]["steps"]:
        later = [p["precision"] for p in one["points"] if p["recall"] >= smooth["to"]]
        assert smooth["height"] == max(later)
    area = sum(smooth["height"] for smooth in one["smooth"]["steps"]) / sum(grades)
    assert f"is {rounded(area)}" in one["smooth"]["text"]
    assert area >= one["area"]["whole"] - 1e-12
    same = abs(area - one["area"]["whole"]) < 1e-9
    assert (", which is not AP." in one["smooth"]["text"]) != same
    for place, level in enumerate(one["smooth"]["levels"]):
        assert level["recall"] == place / 10
        # At a level the line has the height that it has just before.
        ends = [smooth for smooth in one["smooth"]["steps"] if smooth["to"] >= place / 10 - 1e-9]
        assert level["precision"] == ends[0]["height"]
    mean = sum(level["precision"] for level in one["smooth"]["levels"]) / 11
    assert one["smooth"]["text"].endswith(f"Their mean is {rounded(mean)}.")


def test_what_is_below_the_cutoff_and_what_was_missed_is_told() -> None:
    one = panel(desk_of((1, 0, 1, 1), 2, missed=(1,)))

    later, lost = one["notes"]
    assert later == (
        "2 relevant results below the cutoff are outlined only: worth nothing in AP@2. Over the whole "
        "list the area is 0.604."
    )
    assert lost == ("1 relevant result was not retrieved: width without height, which no order can fill.")


@pytest.mark.parametrize(
    ("ap", "told"), [("min(R,k)", "min(R, k) and is 0.500"), ("hits", "the number of hits and is 1.000")]
)
def test_another_divisor_is_told(ap: str, told: str) -> None:
    note = panel(desk_of((1, 0, 1), 2, ap=ap))["notes"][-1]

    assert note.startswith("The area divides by R = 2.")
    assert told in note


def test_a_divisor_without_a_value_is_told_too() -> None:
    assert panel(desk_of((0, 1), 1, ap="hits", undefined="nan"))["notes"][-1].endswith("is undefined.")


def test_the_mean_is_that_of_the_areas() -> None:
    view = precision_recall.show(CATS.open(MEAN).move_cutoff(8))

    assert len(view["panels"]) == 3
    assert view["sentence"] == ("MAP@8 is the mean of the 3 shaded areas: (0.543 + 0.668 + 0.225) / 3 = 0.479.")


def test_a_long_sum_leaves_out_its_middle() -> None:
    sentence = panel(desk_of((1,) * 30, 30))["sentence"]

    assert "(1/1 + 2/2 + 3/3 + 4/4 + 5/5 + 6/6 + … + 30/30) / 30 = 1.000" in sentence


def test_an_empty_list_has_no_curve() -> None:
    empty = Board("e", "nothing", (), (), (), missed=(1,))
    view = precision_recall.show(Desk("d", (empty, desk_of((1,), 1).boards[0]), MEAN, 1))

    assert view["panels"][0]["points"] == []
    assert "Nothing was retrieved" in view["panels"][0]["sentence"]


def test_one_relevant_result_is_one_step() -> None:
    board = replace(CATS.boards[0], grades=(0, 1, 0, 0, 0, 0, 0, 0))

    assert "the relevant picture is a step 1/1 wide" in panel(CATS.replace_boards(board))["sentence"]
