import json
from dataclasses import replace

import plotly.graph_objects as go
import pytest
from hypothesis import given
from hypothesis import strategies as st

from irviz.scenarios.catalogue import CATALOGUE
from irviz.state.chosen_conventions import PLOTTED
from irviz.state.curves.series import compute_curves
from irviz.views.curves import curves_template, round_axis_end, template_of
from irviz.views.palette import LOOKS

MAIN = tuple(metric.name for metric in PLOTTED)


@pytest.mark.parametrize("n", [1, 2, 8, 50])
def test_template_has_a_trace_for_each_metric_without_values(n: int) -> None:
    data = curves_template(MAIN, n)["data"]

    assert [trace["name"] for trace in data] == [f"{name}@k" for name in MAIN]
    assert all(trace["x"] == list(range(1, n + 1)) and "y" not in trace for trace in data)


@pytest.mark.parametrize("n", [1, 2, 8, 50])
def test_axes_are_fixed_and_hold_every_rank_and_every_value(n: int) -> None:
    layout = curves_template(MAIN, n)["layout"]

    first, last = layout["xaxis"]["range"]
    lowest, highest = layout["yaxis"]["range"]
    assert first < 1
    assert last > n
    assert lowest < 0
    assert highest > 1
    assert layout["xaxis"]["fixedrange"] is True
    assert layout["yaxis"]["fixedrange"] is True
    assert layout["dragmode"] is False


def test_sums_have_an_axis_of_their_own_that_a_hand_does_not_move() -> None:
    desk = CATALOGUE["graded"]
    assert desk.charted == desk.metrics[: len(MAIN)]
    assert [one.name for one in replace(CATALOGUE["cats"], hidden=MAIN).charted] == [*MAIN]

    alone = replace(desk, hidden=MAIN)
    assert [metric.name for metric in alone.charted] == ["CG", "DCG"]
    frame = template_of(alone, compute_curves(alone))
    assert frame["scale"] == ["CG", "DCG"]
    assert [trace["uid"] for trace in frame["data"]] == [metric.name for metric in desk.metrics]
    axis = frame["layout"]["yaxis"]
    assert axis["tickvals"][0] == 0
    assert [f"{tick:g}" for tick in axis["tickvals"]] == axis["ticktext"]
    board = alone.boards[0]
    for after in (board.worst(), board.grade(0, board.top)):
        moved = alone.replace_boards(after)
        assert max(max(row) for row in compute_curves(moved).values()) <= axis["tickvals"][-1]
    assert (
        template_of(alone.replace_boards(board.worst()), compute_curves(alone.replace_boards(board.worst()))) == frame
    )


@given(st.floats(1, 1e9))
def test_an_axis_ends_just_above_and_has_round_ticks(value: float) -> None:
    top = round_axis_end(value)
    assert value <= top <= max(2.6 * value, 4)
    assert any(top % count == 0 for count in (4, 5, 6))


def test_every_rank_has_its_tick_unless_there_are_too_many() -> None:
    def ticks(n: int) -> list[int]:
        found: list[int] = curves_template(MAIN, n)["layout"]["xaxis"]["tickvals"]
        return found

    assert ticks(8) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert ticks(50) == [1, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50]


def test_nothing_between_two_ranks_is_invented() -> None:
    for trace in curves_template(MAIN, 8)["data"]:
        assert trace["line"]["shape"] == "linear"
        assert trace["mode"] == "lines+markers"


def test_dash_and_marker_are_those_of_the_metric() -> None:
    for name, trace in zip(MAIN, curves_template(MAIN, 8)["data"], strict=True):
        assert trace["line"]["dash"] == LOOKS[name].dash
        assert trace["marker"]["symbol"] == LOOKS[name].symbol


@pytest.mark.parametrize("n", [1, 8, 50, 500])
def test_plotly_knows_all_that_a_template_says(n: int) -> None:
    template = curves_template(MAIN, n)

    figure = go.Figure(data=template["data"], layout=template["layout"])
    assert [trace.to_plotly_json() for trace in figure.data] == template["data"]


def test_template_is_small_built_once_and_travels_as_json() -> None:
    template = curves_template(MAIN, 8)

    assert json.loads(json.dumps(template)) == template
    assert len(json.dumps(template)) < 4000
    assert curves_template(MAIN, 8) is template
