"""The working shows the metric's own numbers, and what it writes comes to the value that it shows."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import product
from math import isclose, log2
from statistics import fmean
from typing import TYPE_CHECKING, Any

import pytest

from irviz.lenses import working
from irviz.metrics import AP, Ranking, nDCG
from irviz.scenarios.cats import CATS
from irviz.state.chosen_conventions import Conventions
from irviz.state.curves.series import compute_curves
from irviz.state.desk import ALL_NAMES, LENSES, MEAN
from tests.each import each

if TYPE_CHECKING:
    from irviz.state.desk import Desk

GRADED = replace(
    CATS.change_scale(4, 2).replace_boards(
        *(
            replace(board, grades=(0, 4, 1, 3, 4, 1, 3, 2))
            for board in CATS.change_scale(4, 2).boards
            if board.id == "cat-in-a-box"
        )
    )
)
NOTHING = CATS.replace_boards(replace(CATS.boards[0], grades=(0,) * 8))
DESKS = {"binary": CATS, "graded": GRADED, "nothing": NOTHING}
CONVENTIONS = (Conventions(), Conventions(ap="min(R,k)", gain="exp"), Conventions(ap="hits", ideal="top k"))


def shown(desk: Desk, metric: str) -> dict[str, Any]:
    view = working.show(replace(desk, metric=metric))
    json.dumps(view, allow_nan=False)
    return view


def evaluated(python: dict[str, Any]) -> float:
    names = {"log2": log2, "fmean": fmean, "min": min, "float": float, "__builtins__": {}}
    for line in python["imports"]:
        assert re.fullmatch(r"from (math|statistics) import (log2|fmean)", line)
    value: float = eval(python["text"], names)  # noqa: S307 - our own formula
    return value


@each("conventions", CONVENTIONS)
@each("opened", ["cat-in-a-box", "dark-cat", MEAN])
@each("desk", DESKS.values())
def test_the_text_evaluates_to_the_value_that_the_chart_shows(
    desk: Desk, opened: str, conventions: Conventions
) -> None:
    desk = replace(desk, opened=opened, conventions=conventions)
    for k, metric in product((1, 3, 8), desk.metrics):
        view = shown(desk.move_cutoff(k), metric.name)
        expected = compute_curves(desk)[metric.name][k - 1]
        assert isclose(view["result"]["value"], expected, rel_tol=1e-15)
        assert evaluated(view["python"]) == view["result"]["value"]
        if view["result"]["fraction"]:
            top, _, bottom = view["result"]["fraction"].partition("/")
            assert isclose(int(top) / int(bottom or 1), expected, rel_tol=1e-12)


@pytest.mark.parametrize("desk", [CATS, GRADED], ids=["binary", "graded"])
@pytest.mark.parametrize("name", ALL_NAMES)
def test_the_rows_are_the_metrics_steps_and_the_parts_sum_to_the_value(desk: Desk, name: str) -> None:
    view = shown(desk.move_cutoff(5), name)
    metric = next(one for one in working_metrics(desk) if one.name == name)
    board = desk.visible[0]
    steps = metric.steps(board.ranking, board.n)
    assert [row["rank"] for row in view["rows"]] == list(range(1, 9))
    for row, step in zip(view["rows"], steps, strict=True):
        told = (row["grade"], row["hit"], row["term"], row["total"], row["norm"], row["value"])
        assert told == (step.grade, step.hit, step.term, step.total, step.norm, step.value)
        assert row["counted"] == (row["rank"] <= 5)
        assert row["relevant"] == bool(row["hit"])
        written = re.sub(r"log₂\s(\d+)", r"log2(\1)", row["written"]).replace("·", "*")
        assert isclose(eval(written, {"log2": log2}), row["term"])  # noqa: S307 - our own formula
    parts = [row["part"] for row in view["rows"]]
    assert isclose(sum(parts), view["result"]["value"], abs_tol=1e-12)
    assert parts[5:] == [0, 0, 0]
    assert view["result"]["value"] <= view["scale"] + 1e-12


def working_metrics(desk: Desk) -> list[Any]:
    from irviz.state.chosen_conventions import PLOTTED, SUMS  # noqa: PLC0415

    return [desk.conventions.metric(metric) for metric in (*PLOTTED, *SUMS)]


def test_each_number_is_marked_with_the_rank_that_it_comes_from() -> None:
    latex = shown(CATS.move_cutoff(5), "AP")["worked"]["latex"]
    assert re.findall(r"\\color\{#(..)(....)\} \\frac\{(\d)\}\{(\d)\}", latex) == [
        ("01", "0002", "1", "2"),
        ("01", "0004", "2", "4"),
        ("01", "0005", "3", "5"),
    ]


def test_the_ideal_is_marked_with_the_ranks_that_its_gains_stand_at_now() -> None:
    latex = shown(GRADED.move_cutoff(2), "nDCG")["worked"]["latex"]
    below = latex.split("}{{")[-1]
    assert re.findall(r"#..(....)", latex) == ["0001", "0002", "0002", "0005"]
    assert r"\frac{4}{\log_2 2}" in below


def test_undefined_is_said_and_not_computed() -> None:
    view = shown(NOTHING, "AP")
    assert view["result"] == {"value": 0.0, "fraction": None, "defined": False}
    assert view["equals"]["latex"] == r"\text{undefined, counted as } 0"
    assert view["note"]
    assert shown(CATS, "AP")["note"] is None


def test_a_value_that_is_none_travels_as_none() -> None:
    view = shown(replace(NOTHING, conventions=Conventions(undefined="nan")), "AP")
    assert view["result"]["value"] is None
    assert {row["value"] for row in view["rows"]} == {None}


@pytest.mark.parametrize(
    ("metric", "symbol", "title"),
    [
        ("RR", "MRR@3", "Mean reciprocal rank"),
        ("AP", "MAP@3", "Mean average precision"),
        ("P", "mean P@3", "Mean precision"),
        ("F1", "mean F1@3", "Mean F1"),
    ],
)
def test_the_mean_shows_each_query(metric: str, symbol: str, title: str) -> None:
    view = shown(CATS.open(MEAN), metric)
    assert (view["kind"], view["symbol"], view["title"]) == ("mean", symbol, title)
    assert [row["query"] for row in view["rows"]] == ["cat in a box", "white cat", "dark cat"]
    assert fmean(row["value"] for row in view["rows"]) == view["result"]["value"]


def test_conventions_show_in_the_formula() -> None:
    plain = shown(CATS, "AP")["definition"]["latex"]
    view = shown(replace(CATS, conventions=Conventions(ap="min(R,k)")), "AP")
    assert plain == AP.formula
    assert view["definition"]["latex"] == AP(denominator="min(R,k)").formula
    assert view["python"]["text"] == "(1/2) / min(4, 3)"


def test_the_source_value_of_the_graded_example() -> None:
    board = GRADED.move_cutoff(2)
    view = shown(board, "nDCG")
    assert view["result"]["value"] == (nDCG @ 2)(Ranking([0, 4, 1, 3, 4, 1, 3, 2]))
    assert view["equals"]["latex"] == r"\approx 0.387"


def test_every_lens_has_a_label_of_its_own() -> None:
    assert all(LENSES.values())
    assert len({*LENSES.values()}) == len(LENSES)


def test_nan_is_no_value_of_a_mean_either() -> None:
    view = shown(replace(NOTHING.open(MEAN), conventions=Conventions(undefined="nan")), "AP")
    assert view["result"]["value"] is None
    assert view["equals"]["latex"] == r"\text{undefined}"
