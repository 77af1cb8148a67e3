"""Every number in what is said of an order among all orders, read back and counted again."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from irviz.lenses import orders
from irviz.state.chosen_conventions import OPTIONS, PLOTTED, SUMS, Conventions
from tests.lenses.claims_orders import is_true, place, whole_is_true
from tests.lenses.test_orders import desk_of

NAMES = [metric.name for metric in (*PLOTTED, *SUMS)]

conventions = st.builds(Conventions, **{name: st.sampled_from([*one.values]) for name, one in OPTIONS.items()})


def check(  # noqa: PLR0917 - what a place depends on
    name: str, grades: tuple[int, ...], k: int, missed: tuple[int, ...], threshold: int, by: Conventions
) -> dict[str, Any]:
    """Compare all that is said with the slow count, and hand it back."""
    desk = desk_of(grades, k, name, missed=missed, threshold=threshold, conventions=by)
    view = orders.show(desk)
    found = place(name, grades, k, missed, threshold, by)
    assert is_true(view["sentence"], f"{name}@{k}", found), view["sentence"]
    if view["whole"]:
        n = len(grades)
        told = place(name, grades, n, missed, threshold, by)
        assert whole_is_true(view["whole"]["text"], f"{name}@{n}", told), view["whole"]["text"]
    for row in view["table"]:
        there = place(row["name"], grades, k, missed, threshold, by)
        (cell,) = row["cells"]
        if there.value is None:
            assert row["value"] is None
            continue
        assert row["value"] == pytest.approx(float(there.value), abs=1e-12)
        assert row["mean"] == pytest.approx(there.mean, abs=1e-12)
        if cell["ever"]:
            many = len(there.values)
            assert cell["beaten"] == pytest.approx(there.below / many)
            assert cell["tied"] == pytest.approx(there.same / many)
            assert cell["above"] == pytest.approx((many - there.below - there.same) / many)
    return view


@pytest.mark.exhaustive
@settings(max_examples=100)
@given(
    grades=st.lists(st.integers(0, 3), min_size=1, max_size=5).map(tuple),
    missed=st.lists(st.integers(0, 3), max_size=2).map(tuple),
    threshold=st.integers(1, 3),
    name=st.sampled_from(NAMES),
    by=conventions,
    data=st.data(),
)
def test_what_is_said_is_true_under_any_conventions(  # noqa: PLR0917 - each is drawn
    grades: tuple[int, ...], missed: tuple[int, ...], threshold: int, name: str, by: Conventions, data: st.DataObject
) -> None:
    check(name, grades, data.draw(st.integers(1, len(grades))), missed, threshold, by)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", NAMES)
def test_what_is_said_is_true_of_every_short_list(name: str) -> None:
    for n in (1, 2, 3, 4):
        for grades in product((0, 1), repeat=n):
            for k in range(1, n + 1):
                check(name, grades, k, (), 1, Conventions())


@pytest.mark.exhaustive
@pytest.mark.parametrize("undefined", [0.0, 1.0, "nan"])
@pytest.mark.parametrize("ideal", ["retrieved", "top k"])
@pytest.mark.parametrize("name", ["AP", "nDCG"])
def test_what_is_said_is_true_where_some_orders_have_no_value(name: str, ideal: str, undefined: float | str) -> None:
    by = Conventions(ap="hits", ideal=ideal, undefined=undefined)
    for grades in product((0, 2), repeat=4):
        for missed in ((), (2,)):
            for k in (1, 2, 4):
                check(name, grades, k, missed, 1, by)


def test_the_rank_of_the_sources_orders() -> None:
    for grades, name in (((0, 1, 0, 1, 1, 0, 1, 0), "AP"), ((0, 4, 1, 3, 4, 1, 2), "nDCG")):
        view = check(name, grades, 4, (), 1, Conventions())
        assert view["panels"][0]["over"].startswith("all ")


def test_what_random_orders_show_is_not_said_of_all() -> None:
    """Few of these orders have a hit at rank 1, and a draw may have none at all."""
    for first in (0, 1):
        view = orders.show(desk_of((first, 1, 1 - first, *(0,) * 398), 1, "P"), None)
        assert not view["panels"][0]["exact"]
        assert "Whatever" not in view["sentence"]
        assert view["sentence"].count("about ") >= 2
        assert view["whole"]["text"].endswith("is 0.005 whatever the order.")
