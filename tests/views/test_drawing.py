"""The chart as a picture of its own."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from irviz.scenarios.catalogue import CATALOGUE
from irviz.scenarios.pairs import PAIRED
from irviz.state.chosen_conventions import Conventions
from irviz.state.curves.series import compute_curves, compute_curves_by_board
from irviz.state.pairs.pair import make_pair
from irviz.ui import files
from irviz.views.drawing import ROW, drawing
from irviz.views.paper import list_changed_conventions
from tests.state.hand import board

CATS = CATALOGUE["cats"]


def test_drawing_is_the_chart() -> None:
    desk = CATS.hide_curves(("P",)).move_cutoff(5)

    found = drawing(desk)

    assert [trace["uid"] for trace in found["data"]] == ["R", "F1", "RR", "AP", "nDCG"]
    for trace in found["data"]:
        assert trace["y"] == pytest.approx(compute_curves(desk)[trace["uid"]])
        assert trace["line"]["color"] == f"var(--ix-line-{trace['uid']})"
    assert [note["text"] for note in found["layout"]["annotations"]] == ["<b>k = 5</b>"]
    assert [(one["x0"], one["x1"]) for one in found["layout"]["shapes"]] == [(5, 5)]
    assert json.loads(json.dumps(found, allow_nan=False)) == found


def test_what_is_covered_is_said() -> None:
    found = drawing(replace(CATS, predict=True).move_cutoff(3))

    assert {len(trace["y"]) for trace in found["data"]} == {3}
    assert "covered" in found["layout"]["annotations"][1]["text"]
    assert found["layout"]["shapes"][1]["x0"] == 3.1


def test_conventions_that_differ_from_the_usual_ones_stand_below_it() -> None:
    changed = replace(CATS, conventions=Conventions(ap="min(R,k)", p="min(n,k)"))
    usual, found = drawing(CATS)["layout"], drawing(changed)["layout"]

    (note,) = [one for one in found["annotations"] if "divides by" in one["text"]]
    assert note["text"] == "<br>".join(list_changed_conventions(changed))
    assert len(list_changed_conventions(changed)) == 2
    assert found["margin"]["b"] > usual["margin"]["b"]
    assert not [one for one in usual["annotations"] if "divides by" in one["text"]]


@pytest.mark.parametrize("on_paper", [False, True])
def test_the_axes_are_as_high_as_the_legend(on_paper: bool) -> None:
    for desk in (CATS, CATS.open("mean"), *PAIRED.values()):
        for conventions in (Conventions(), Conventions(ap="min(R,k)", p="min(n,k)", undefined=1.0)):
            found = drawing(replace(desk, conventions=conventions), on_paper=on_paper)
            layout, margin = found["layout"], found["layout"]["margin"]
            assert layout["height"] - margin["t"] - margin["b"] >= ROW * len(found["data"])


def test_of_two_lists_each_curve_is_there_twice() -> None:
    pair = make_pair("of unequal length", board("a", "101"), board("b", "11"), k=2)
    found = drawing(pair)["data"]

    values = compute_curves_by_board(pair)
    assert [(one["uid"], one["line"]["dash"]) for one in found[:2]] == [("P-a", "solid"), ("P-b", "dash")]
    for trace in found:
        metric, side = trace["uid"].split("-")
        assert trace["y"] == pytest.approx(values[side][metric])


def test_title_is_text() -> None:
    cats = CATS.visible[0]
    desk = CATS.replace_boards(replace(cats, query="<b>a & b</b>"))

    assert "&lt;b&gt;a &amp; b&lt;/b&gt;" in drawing(desk)["layout"]["title"]["text"]
    assert drawing(desk, on_paper=True)["layout"]["title"]["text"] == ""


def test_every_colour_is_one_of_the_page() -> None:
    sheet = files.read_content(files.STYLES).decode()
    named = set(re.findall(r"var\((--[\w-]+)\)", json.dumps(drawing(CATS))))

    assert len(named) > 8
    assert all(f"{name}:" in sheet for name in named)
