"""The panels below the chart, as elements."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import combinations, cycle
from typing import TYPE_CHECKING

import pytest

from irviz.lessons.course import lessons, untaught_metrics
from irviz.scenarios.catalogue import CATALOGUE
from irviz.scenarios.cats import CATS
from irviz.state.chosen_conventions import Conventions
from irviz.state.desk import LENSES, MEAN
from irviz.state.session import Session
from irviz.views.lens import lens_data, panel
from tests.views.described import elements

FIVE = CATALOGUE["five-graded"]

if TYPE_CHECKING:
    from irviz.state.desk import Desk
    from tests.views.conftest import Stored


@pytest.mark.parametrize("lens", LENSES)
def test_a_panel_is_as_stored(lens: str, stored: Stored) -> None:
    stored(f"lens-{lens}", panel(FIVE.move_cutoff(3).look("AP", lens), FIVE.move_cutoff(2)))


def test_a_lesson_offers_what_it_has_taught_and_the_last_ones_all() -> None:
    session = Session.start({}, CATALOGUE)
    offered = {
        lesson: [tab["id"] for tab in lens_data(session, untaught=untaught_metrics(lesson))["tabs"] if not tab["later"]]
        for lesson in lessons()
    }
    assert offered["relevant"] == ["confusion"]
    assert offered["recall"] == ["working", "changes", "confusion"]
    assert [*offered["ties"]] == [*LENSES] == [*offered["which-one"]]


def test_what_hangs_on_ties_is_as_stored(stored: Stored) -> None:
    stored("lens-ties-tied", panel(FIVE.tie(1, 3, together=True).look("AP", "ties")))


def test_the_working_of_a_mean_is_as_stored(stored: Stored) -> None:
    stored("lens-working-mean", panel(FIVE.move_cutoff(3).open(MEAN).look("nDCG", "working")))


@pytest.mark.parametrize(
    ("example", "k", "place"),
    [
        ("cats", 3, ("start", 10, -7)),
        ("graded", 5, ("start", 10, 18)),  # where the next step would be in its way, it stands below
        ("long", 3, ("middle", 0, 22)),  # among many points it stands below
        ("cats", 8, ("end", -11, 18)),  # and at the right it begins in the plot
        ("long", 20, ("end", -11, 18)),
    ],
)
def test_the_cutoff_is_named_where_there_is_room(example: str, k: int, place: tuple[str, int, int]) -> None:
    view = panel(CATALOGUE[example].move_cutoff(k).look(lens="precision-recall"))
    (point,) = [one for one in elements(view) if one[0] == "g" and one[1].get("data-cutoff")]
    label = point[-1]
    assert label[2] == f"k = {k}"
    assert (label[1]["text-anchor"], label[1]["dx"], label[1]["dy"]) == place


@pytest.mark.parametrize("example", CATALOGUE)
@pytest.mark.parametrize("opened", ["", MEAN])
def test_no_label_of_precision_and_recall_lies_on_another(example: str, opened: str) -> None:
    desk = CATALOGUE[example].look(lens="precision-recall")
    desk = desk.open(opened) if opened and len(desk.names) > 1 else desk
    height = 190 if desk.opened == MEAN else 300
    for k in range(1, desk.n + 1):
        for plot in (one for one in elements(panel(desk.move_cutoff(k))) if "ix-recall-points" in one[0]):
            texts = [one for one in elements(plot) if one[0] == "text" and len(one) > 2 and one[2]]
            near = [(float(one["x"][:-1]), float(one["y"][:-1]) / 100 * height + one["dy"]) for _, one, _ in texts]
            assert all(
                abs(y - other_y) > 14 for (x, y), (other_x, other_y) in combinations(near, 2) if abs(x - other_x) < 5
            ), k


@pytest.mark.parametrize("untaught", ["P", "R", "F1"])
def test_what_a_lesson_has_not_come_to_is_left_out(untaught: str) -> None:
    told = json.dumps(panel(CATS.look(lens="confusion"), None, [untaught]))
    readings = [name for name in ("P", "R", "F1") if f'"reading-{name}"' in told]
    assert readings == [name for name in ("P", "R", "F1") if name != untaught]
    assert ("Accuracy" in told) == (untaught not in {"P", "R"})


@pytest.mark.exhaustive
@pytest.mark.parametrize("desk", CATALOGUE.values(), ids=CATALOGUE)
@pytest.mark.parametrize("lens", LENSES)
def test_every_lens_shows_every_example_in_plain_values(desk: Desk, lens: str) -> None:
    for opened, metric in zip(cycle((*desk.names, MEAN)), desk.metrics, strict=False):
        seen = replace(desk, opened=opened, lens=lens, metric=metric.name)
        json.dumps(panel(seen, desk.move_cutoff(1)), allow_nan=False)
        json.dumps(panel(replace(seen, conventions=Conventions(undefined="nan"))), allow_nan=False)
