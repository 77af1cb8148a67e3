"""The gain lens: running sums, the ideal order as cards, and the discount."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import product
from math import log2
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irviz.lenses import gain
from irviz.metrics import nDCG
from irviz.metrics.rounding import rounded
from irviz.scenarios.cats import CATS
from irviz.state.board import Board, Item
from irviz.state.chosen_conventions import OPTIONS, Conventions
from irviz.state.desk import MEAN, Desk


def desk_of(grades: tuple[int, ...], k: int, missed: tuple[int, ...] = (), **chosen: Any) -> Desk:
    items = tuple(Item(str(rank), f"Card {rank}") for rank in range(1, len(grades) + 1))
    order = tuple(range(len(grades)))
    board = Board("b", "cards", items, order, grades, missed, top=10)
    return Desk("d", (board,), "b", k, metric="nDCG", conventions=Conventions(**chosen))


GRADED = (0, 4, 1, 3, 4, 1, 3, 2)


def panel(desk: Desk) -> dict[str, Any]:
    one: dict[str, Any] = gain.show(desk)["panels"][0]
    return one


def test_the_sources_running_sums() -> None:
    columns = panel(desk_of(GRADED, 2))["columns"]

    found = {name: [column[name] for column in columns] for name in ("dcg", "idcg", "ratio")}
    assert found["dcg"] == pytest.approx([0, 2.5237, 3.0237, 4.3157, 5.8632, 6.2194, 7.2194, 7.8503], abs=5e-5)
    assert found["idcg"] == pytest.approx([4, 6.5237, 8.0237, 9.3157, 10.0895, 10.4457, 10.7790, 10.7790], abs=5e-5)
    assert found["ratio"] == pytest.approx([0, 0.3869, 0.3768, 0.4633, 0.5811, 0.5954, 0.6698, 0.7283], abs=5e-5)


def test_the_ideal_order_tells_where_each_card_comes_from() -> None:
    ideal = panel(desk_of(GRADED, 2))["ideal"]

    assert [(card["from"], card["grade"]) for card in ideal] == [
        (2, 4), (5, 4), (4, 3), (7, 3), (8, 2), (3, 1), (6, 1), (1, 0),
    ]  # fmt: skip
    assert [card["place"] for card in ideal if card["counted"]] == [1, 2]
    assert ideal[1]["total"] == pytest.approx(6.5237, abs=5e-5)


def test_missed_documents_stand_in_the_ideal_without_a_rank() -> None:
    ideal = panel(desk_of((0, 2, 1), 2, missed=(3, 0, 1)))["ideal"]

    assert [(card["from"], card["grade"], card["title"]) for card in ideal] == [
        (None, 3, "Missed result"), (2, 2, "Card 2"), (3, 1, "Card 3"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("ideal", "grades", "counted"),
    [("judged", [3, 2, 1], 2), ("uncut", [3, 2, 1], 3), ("retrieved", [2, 1, 0], 2), ("top k", [2, 0], 2)],
)
def test_each_ideal_has_its_own_cards(ideal: str, grades: list[int], counted: int) -> None:
    cards = panel(desk_of((0, 2, 1), 2, missed=(3,), ideal=ideal))["ideal"]

    assert [card["grade"] for card in cards][:3] == grades
    assert sum(card["counted"] for card in cards) == counted


@given(
    grades=st.lists(st.integers(0, 4), min_size=1, max_size=7).map(tuple),
    missed=st.lists(st.integers(0, 4), max_size=3).map(tuple),
    conventions=st.sampled_from(list(product(*(OPTIONS[name].values for name in ("gain", "discount", "ideal"))))),
    data=st.data(),
)
def test_the_counted_cards_add_up_to_the_norm_and_the_columns_to_the_metric(
    grades: tuple[int, ...], missed: tuple[int, ...], conventions: tuple[str, str, str], data: st.DataObject
) -> None:
    k = data.draw(st.integers(1, len(grades)))
    chosen = dict(zip(("gain", "discount", "ideal"), conventions, strict=True))
    desk = desk_of(grades, k, missed, **chosen)

    view = gain.show(desk)

    one = view["panels"][0]
    value = (Conventions(**chosen).metric(nDCG) @ k)(desk.boards[0].ranking)
    assert sum(card["term"] for card in one["ideal"] if card["counted"]) == pytest.approx(one["idcg"])
    assert sum(column["term"] for column in one["columns"] if column["counted"]) == pytest.approx(one["dcg"])
    assert one["defined"] == (one["idcg"] > 0)
    if one["defined"]:
        assert one["ratio"] == value == pytest.approx(one["dcg"] / one["idcg"])
        assert one["columns"][k - 1]["ratio"] == value
        assert rounded(value) in view["sentence"]
    else:
        assert "undefined" in view["sentence"]
    assert all(column["idcg"] <= one["top"] for column in one["columns"])
    assert all(
        column["term"] == pytest.approx(column["gain"] * left["value"])
        for column, left in zip(one["columns"], view["discounts"], strict=True)
    )
    json.dumps(view, allow_nan=False)


def test_the_discount_falls_with_the_logarithm() -> None:
    view = gain.show(CATS)

    assert [left["value"] for left in view["discounts"]] == pytest.approx([1 / log2(rank + 1) for rank in range(1, 9)])
    assert view["discount"] == "1 / log₂(i + 1)"
    paper = gain.show(desk_of(GRADED, 2, discount="max(1,log2(i))"))
    assert [left["value"] for left in paper["discounts"]][:4] == pytest.approx([1, 1, 1 / log2(3), 0.5])


def test_swapping_the_first_two_leaves_the_gain_and_raises_the_discounted_gain() -> None:
    desk = desk_of(GRADED, 2)
    swapped = desk.replace_boards(desk.boards[0].swap(1, 2))

    assert panel(desk)["dcg"] == pytest.approx(2.5237, abs=5e-5)
    assert panel(swapped)["dcg"] == 4
    assert sum(column["gain"] for column in panel(swapped)["columns"][:2]) == 4


def test_a_fall_is_explained() -> None:
    assert panel(desk_of(GRADED, 3))["fall"] == (
        "From k = 2 to 3 nDCG falls, from 0.387 to 0.377: the ideal order gains 1.500 there, this one 0.500."
    )
    assert panel(desk_of(GRADED, 4))["fall"] is None


def test_nothing_relevant_is_undefined() -> None:
    view = gain.show(desk_of((0, 0, 0), 2, undefined="nan"))

    assert view["sentence"] == ("The ideal order gains nothing either, so nDCG@2 would be 0 / 0: it is undefined.")
    assert view["panels"][0]["ratio"] is None
    json.dumps(view, allow_nan=False)


def test_other_ideals_are_told() -> None:
    assert "never" not in gain.show(CATS)["why"]
    assert gain.show(replace(CATS, conventions=Conventions(ideal="top k")))["why"].endswith("costs nothing.")


def test_the_mean_is_that_of_the_shares() -> None:
    view = gain.show(CATS.open(MEAN).move_cutoff(8))

    assert len(view["panels"]) == 3
    assert "(0.696 + 0.840 + 0.431) / 3 = 0.655" in view["sentence"]


def test_past_the_end_of_a_list_the_ideal_goes_on() -> None:
    short, long = (desk_of((0,) * n, 1).boards[0] for n in (2, 4))
    short = replace(short, id="short", grades=(0, 2), missed=(2, 2))
    view = gain.show(Desk("d", (short, replace(long, grades=(1, 0, 0, 0))), MEAN, 3))

    one = view["panels"][0]
    assert one["idcg"] == pytest.approx(2 + 2 / log2(3) + 1)
    assert one["ratio"] == pytest.approx((2 / log2(3)) / one["idcg"])


def test_an_empty_list_has_no_columns() -> None:
    empty = Board("e", "nothing", (), (), (), missed=(1,))
    view = gain.show(Desk("d", (empty, desk_of((1,), 1).boards[0]), MEAN, 1))

    assert view["panels"][0]["columns"] == []
    assert (view["panels"][0]["dcg"], view["panels"][0]["idcg"]) == (0, 1)
