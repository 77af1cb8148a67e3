"""The place of an order among all orders, counted again the slow way."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import permutations
from math import isnan
from time import perf_counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from irviz.lenses import orders
from irviz.metrics import AP, RR, Metric, P, Ranking, nDCG
from irviz.scenarios.cats import CATS
from irviz.state.board import Board, Item
from irviz.state.chosen_conventions import PLOTTED, SUMS, Conventions
from irviz.state.desk import MEAN, Desk


def desk_of(grades: tuple[int, ...], k: int, metric: str = "nDCG", **more: object) -> Desk:
    """A desk with one board of titled cards."""
    items = tuple(Item(str(rank), f"Card {rank}") for rank in range(1, len(grades) + 1))
    order = tuple(range(len(grades)))
    board = Board("b", "cards", items, order, grades, top=10)
    conventions = more.pop("conventions", Conventions())
    return Desk("d", (replace(board, **more),), "b", k, metric=metric, conventions=conventions)  # type: ignore[arg-type]


GRADED = (0, 4, 1, 3, 4, 1, 3, 2)


def test_the_sources_graded_order_beats_only_a_sixth_of_all_orders() -> None:
    view = orders.show(desk_of(GRADED, 8), None)

    assert view["sentence"] == (
        "This order beats only 15.4\xa0% of the 5,040 distinct orders of this list on nDCG@8; no other "
        "scores the same. A random shuffle scores 0.825 on average, more than this order’s 0.728."
    )
    assert view["panels"][0]["beaten"] == 777 / 5040
    assert view["panels"][0]["exact"]


def test_the_sources_binary_order_does_worse_than_a_shuffle() -> None:
    view = orders.show(CATS.move_cutoff(8), None)

    panel = view["panels"][0]
    assert (panel["orders"], round(panel["mean"], 4), round(panel["value"], 4)) == (70, 0.6227, 0.5429)
    assert view["sentence"].startswith("This order beats 35.7\xa0% of the 70 distinct orders")
    assert view["whole"] is None


def test_below_the_whole_list_the_whole_list_is_told_too() -> None:
    view = orders.show(desk_of(GRADED, 2), None)

    assert view["whole"]["k"] == 8
    assert view["whole"]["text"] == ("Over the whole list, nDCG@8 is 0.728 and beats 15.4\xa0% of the orders.")


@settings(max_examples=60)
@given(
    grades=st.lists(st.integers(0, 3), min_size=1, max_size=5).map(tuple),
    missed=st.lists(st.integers(0, 3), max_size=2).map(tuple),
    threshold=st.integers(1, 3),
    metric=st.sampled_from((*PLOTTED, *SUMS)),
    data=st.data(),
)
def test_shares_are_those_of_all_permutations(
    grades: tuple[int, ...], missed: tuple[int, ...], threshold: int, metric: Metric, data: st.DataObject
) -> None:
    cut = metric @ data.draw(st.integers(1, len(grades)))
    here = orders.compute_standing(cut, Ranking(grades, missed, threshold))

    # Every permutation counts, and distinct orders come up equally often among them.
    values = [cut(Ranking(order, missed, threshold)) for order in permutations(grades)]
    value = cut(Ranking(grades, missed, threshold))
    close = [abs(one - value) < 1e-9 for one in values]
    below = [one < value and not same for one, same in zip(values, close, strict=True)]
    assert here.value == value
    assert here.tied == pytest.approx(sum(close) / len(values))
    assert here.beaten == pytest.approx(sum(below) / len(values))
    assert here.above == pytest.approx(1 - here.beaten - here.tied)
    assert here.spread.mean == pytest.approx(sum(values) / len(values))
    assert here.spread.orders == len(set(permutations(grades)))


@settings(max_examples=40)
@given(
    grades=st.lists(st.integers(0, 4), min_size=1, max_size=6).map(tuple),
    metric=st.sampled_from([metric.name for metric in (*PLOTTED, *SUMS)]),
    data=st.data(),
)
def test_bars_hold_every_order_once(grades: tuple[int, ...], metric: str, data: st.DataObject) -> None:
    k = data.draw(st.integers(1, len(grades)))
    view = orders.show(desk_of(grades, k, metric), None)

    panel = view["panels"][0]
    if not panel["ever"]:
        assert panel["bars"] == []
        return
    parts = {name: sum(bar[name] for bar in panel["bars"]) for name in ("below", "same", "above")}
    assert parts["below"] == pytest.approx(panel["beaten"])
    assert parts["same"] == pytest.approx(panel["tied"])
    assert sum(parts.values()) == pytest.approx(1)
    lows = [bar["low"] for bar in panel["bars"]]
    assert lows == sorted(lows)
    assert all(0 <= bar["low"] <= bar["high"] <= view["top"] + 1e-9 for bar in panel["bars"])
    mine = [bar for bar in panel["bars"] if bar["same"]]
    assert len(mine) == 1
    assert mine[0]["low"] - 1e-9 <= panel["value"] <= mine[0]["high"] + 1e-9


def test_few_values_have_a_bar_each_at_the_value() -> None:
    bars = orders.show(CATS.look(metric="P"), None)["panels"][0]["bars"]

    assert [(bar["low"], bar["high"]) for bar in bars] == [
        (0, 0), (1 / 3, 1 / 3), (2 / 3, 2 / 3), (1, 1),
    ]  # fmt: skip


def test_the_order_of_the_list_costs_nothing_new() -> None:
    desk = desk_of(GRADED, 5)
    orders.show(desk, None)
    before = orders._compute_spread.misses
    board = desk.boards[0]

    for rank in range(2, 9):
        orders.show(desk.replace_boards(board.move(1, rank)), None)

    assert orders._compute_spread.misses == before


def test_more_orders_than_can_be_counted_are_drawn_and_said_so() -> None:
    view = orders.show(desk_of(tuple(range(10)), 4), None)

    panel = view["panels"][0]
    assert panel["orders"] == 3_628_800
    assert not panel["exact"]
    assert "about" in view["sentence"]
    assert "judged by" in view["sentence"]
    assert (
        "This order beats more than 99.9" in orders.show(desk_of((8, 9, 7, 6, 5, 4, 3, 2, 1, 0), 10), None)["sentence"]
    )


def test_a_metric_of_hits_is_exact_where_only_the_grades_have_too_many_orders() -> None:
    here = orders.compute_standing(AP @ 4, Ranking(range(10), threshold=8))

    assert here.spread.orders == 3_628_800
    assert here.spread.exact
    assert here.spread.drawn == 45


def test_an_order_unaware_metric_over_the_whole_list_says_that_order_plays_no_part() -> None:
    view = orders.show(CATS.look(metric="P").move_cutoff(8), None)

    assert view["sentence"] == (
        "Whatever the order of this list, P@8 is 0.500: it counts which pictures are above the cutoff, not where."
    )
    assert len(view["panels"][0]["bars"]) == 1


def test_the_best_order_is_called_so() -> None:
    view = orders.show(CATS.replace_boards(CATS.boards[0].ideal()).move_cutoff(8), None)

    assert "beats 98.6\xa0% of" in view["sentence"]
    assert "no other scores the same, and none scores higher" in view["sentence"]


@pytest.mark.parametrize("undefined", [0.0, 1.0, "nan"])
def test_nothing_relevant_is_undefined_whatever_the_order(undefined: float | str) -> None:
    desk = desk_of((0,) * 5, 3, "AP", conventions=Conventions(undefined=undefined))

    view = orders.show(desk, None)

    assert view["sentence"].startswith("Nothing is relevant, so AP@3 is undefined")
    assert ("It counts as" in view["sentence"]) == (undefined != "nan")
    assert view["panels"][0]["bars"] == []
    json.dumps(view, allow_nan=False)


def test_orders_without_a_value_of_their_own_are_left_out() -> None:
    """Over the hits found, AP has no value where the first k hold none."""
    conventions = Conventions(ap="hits", undefined="nan")
    found = orders.compute_spread(conventions.metric(AP) @ 1, Ranking([1, 0, 0, 0]))

    assert list(found.values) == [1.0]
    view = orders.show(desk_of((0, 0, 1, 0), 1, "AP", conventions=conventions), None)
    assert view["sentence"] == "AP@1 has no value on this order, so it has no place among the others."
    json.dumps(view, allow_nan=False)


def test_each_metric_has_a_row_and_the_chosen_one_is_marked() -> None:
    view = orders.show(desk_of(GRADED, 8, "RR"), None)

    assert [row["name"] for row in view["table"]] == [m.name for m in (*PLOTTED, *SUMS)]
    assert [row["name"] for row in view["table"] if row["chosen"]] == ["RR"]
    shares = {row["name"]: row["cells"][0]["beaten"] for row in view["table"]}
    assert shares["nDCG"] == shares["DCG"] == 777 / 5040
    assert shares["P"] == 0


def test_sums_are_in_the_table_of_a_binary_board_only_when_chosen() -> None:
    assert "CG" not in [row["name"] for row in orders.show(CATS, None)["table"]]
    rows = orders.show(CATS.look(metric="CG"), None)["table"]
    assert [row["name"] for row in rows] == [*(metric.name for metric in PLOTTED), "CG"]


def test_the_mean_shows_each_list_among_its_own_orders() -> None:
    view = orders.show(CATS.open(MEAN).move_cutoff(8), None)

    assert view["symbol"] == "MAP@8"
    assert [panel["query"] for panel in view["panels"]] == ["cat in a box", "white cat", "dark cat"]
    row = next(row for row in view["table"] if row["chosen"])
    assert row["value"] == pytest.approx(67 / 140)
    assert row["mean"] == pytest.approx(sum(cell["mean"] for cell in row["cells"]) / 3)
    assert "0.479" in view["sentence"]


def test_the_axis_of_a_sum_ends_at_its_best() -> None:
    assert orders.show(desk_of(GRADED, 2, "DCG"), None)["top"] == pytest.approx(6.5237, abs=5e-5)
    assert orders.show(desk_of((0, 0), 1, "CG"), None)["top"] == 1.0


def test_conventions_are_followed() -> None:
    exponential = orders.show(desk_of(GRADED, 8, conventions=Conventions(gain="exp")), None)

    assert exponential["panels"][0]["value"] == pytest.approx(0.6829, abs=5e-5)


@pytest.mark.parametrize("metric", [P, RR, AP, nDCG], ids=str)
def test_a_known_list_is_shown_at_once(metric: Metric) -> None:
    desk = desk_of(GRADED, 5, metric.name)
    orders.show(desk)

    times = []
    for _ in range(5):
        start = perf_counter()
        orders.show(desk)
        times.append(perf_counter() - start)

    assert min(times) < 0.02


def test_no_number_is_nan() -> None:
    conventions = Conventions(ap="hits", ideal="top k", undefined="nan")
    for k in (1, 3):
        for metric in ("AP", "nDCG"):
            view = orders.show(desk_of((0, 2, 0), k, metric, conventions=conventions), None)
            assert not any(
                isinstance(value, float) and isnan(value)
                for row in view["table"]
                for value in (row["value"], row["mean"])
            )
            json.dumps(view, allow_nan=False)
