"""What changed: the action in words, and each metric's value before and after it."""

from __future__ import annotations

import json
from dataclasses import replace
from statistics import fmean
from typing import TYPE_CHECKING, Any

import pytest

from irviz.lenses import changes
from irviz.lenses.changes import describe_action
from irviz.lenses.explanation import explain
from irviz.scenarios.cats import CATS
from irviz.state.chosen_conventions import Conventions
from irviz.state.curves.series import compute_curves
from irviz.state.desk import MEAN
from tests.state.hand import unjudged

if TYPE_CHECKING:
    from irviz.state.desk import Desk

BOX = CATS.board("cat-in-a-box")


def shown(desk: Desk, before: Desk | None) -> dict[str, Any]:
    view = changes.show(desk, before)
    json.dumps(view, allow_nan=False)
    return view


def test_before_any_action_it_says_what_to_do() -> None:
    view = shown(CATS, None)
    assert view["kind"] == "none"
    assert "picture" in view["said"]
    assert view["rows"] == []


@pytest.mark.parametrize(
    ("desk", "said"),
    [
        (CATS.replace_boards(BOX.move(4, 1)), "“Tabby in a box” moved from rank 4 to rank 1."),
        (CATS.replace_boards(BOX.move(1, 5)), "“Two cats” moved from rank 1 to rank 5."),
        (CATS.replace_boards(BOX.move(3, 2)), "“Empty box” moved from rank 3 to rank 2."),
        (CATS.replace_boards(BOX.swap(1, 8)), "“Two cats” and “Dog in a box” swapped ranks 1 and 8."),
        (CATS.replace_boards(BOX.toggle(0)), "“Two cats” at rank 1 counts as relevant now."),
        (CATS.replace_boards(BOX.toggle(1)), "“White cat in a box” at rank 2 counts as not relevant now."),
        (CATS.move_cutoff(5), "The cutoff went from 3 to 5."),
        (CATS.replace_boards(BOX.ideal()), "The pictures stand in another order: 7 of 8 ranks changed."),
        (CATS.replace_boards(BOX.toggle(0).toggle(2)), "The pictures at ranks 1 and 3 count as relevant now."),
        (
            CATS.replace_boards(BOX.toggle(0).toggle(1).toggle(4)),
            "The picture at rank 1 counts as relevant now, those at ranks 2 and 5 as not relevant.",
        ),
        (
            CATS.replace_boards(BOX.toggle(0).move(1, 2)),
            "The pictures stand in another order and other ones are relevant.",
        ),
        (replace(CATS, conventions=Conventions(ap="hits")), "The metrics follow other conventions."),
        (CATS.change_scale(4, 1), "The scale of grades goes up to 4, before to 1."),
        (CATS.replace_boards(CATS.board("dark-cat").ideal()), ""),
        (CATS, ""),
    ],
)
def test_the_action_is_told(desk: Desk, said: str) -> None:
    assert describe_action(CATS, desk) == said


def test_a_grade_is_told_on_a_graded_board() -> None:
    graded = CATS.change_scale(4, 2)
    after = graded.replace_boards(graded.board("cat-in-a-box").grade(1, 3))
    assert describe_action(graded, after) == "“White cat in a box” at rank 2 has grade 3 now, before 1."
    both = after.replace_boards(after.board("cat-in-a-box").grade(0, 2))
    assert describe_action(graded, both) == "The pictures at ranks 1 and 2 have other grades."
    moved = both.replace_boards(both.board("cat-in-a-box").move(1, 2))
    assert describe_action(graded, moved) == "The pictures stand in another order and have other grades."


def test_that_a_result_is_judged_or_no_more_is_told() -> None:
    told = {1: ("is judged not relevant now", "is judged relevant now"), 2: ("has grade 0 now, before none",)}
    for top, words in told.items():
        box = unjudged(replace(BOX, incomplete=True, top=top), 0)
        for grade, said in enumerate(words):
            before, after = CATS.replace_boards(box), CATS.replace_boards(box.grade(0, grade))
            assert describe_action(before, after) == f"“Two cats” at rank 1 {said}."
            assert describe_action(after, before) == "“Two cats” at rank 1 is not judged now."


def test_in_the_mean_the_query_is_named() -> None:
    before, after = CATS.open(MEAN), CATS.replace_boards(BOX.toggle(0)).open(MEAN)
    told = describe_action(before, after)
    assert told == "“cat in a box”: “Two cats” at rank 1 counts as relevant now."


@pytest.mark.parametrize("opened", ["cat-in-a-box", "white-cat", MEAN])
@pytest.mark.parametrize(
    "after",
    [
        CATS.replace_boards(BOX.move(4, 1)),
        CATS.move_cutoff(1),
        CATS.replace_boards(BOX.toggle(3)),
        CATS.change_scale(4, 2),
    ],
)
def test_the_values_are_those_of_the_chart(after: Desk, opened: str) -> None:
    before, after = CATS.open(opened), after.open(opened)
    view = shown(after, before)
    assert [row["name"] for row in view["rows"]] == [metric.name for metric in after.metrics]
    was, now = compute_curves(before), compute_curves(after)
    for row in view["rows"]:
        name = row["name"]
        assert row["after"] == pytest.approx(now[name][after.k - 1], abs=1e-12)
        if name in was:
            assert row["before"] == pytest.approx(was[name][before.k - 1], abs=1e-12)
        change = row["after"] - row["before"]
        sign = {"up": 1, "down": -1, "same": 0}[row["direction"]]
        assert sign == (change > 1e-9) - (change < -1e-9)
        assert row["difference"] == pytest.approx(change, abs=1e-9)


def test_one_board_tells_the_explanation() -> None:
    after = CATS.replace_boards(BOX.move(4, 1))
    for row, metric in zip(shown(after, CATS)["rows"], after.metrics, strict=True):
        told = explain(metric, BOX.ranking, BOX.move(4, 1).ranking, 3, 3)
        assert row["lines"] == [{"reason": told.reason}]
        assert row["change"] == told.change


def test_the_mean_tells_the_queries_that_changed() -> None:
    view = shown(CATS.replace_boards(BOX.move(4, 1)).open(MEAN), CATS.open(MEAN))
    by = {row["name"]: row for row in view["rows"]}
    assert by["AP"]["symbol"] == "MAP@3"
    assert [line["query"] for line in by["AP"]["lines"]] == ["cat in a box"]
    unchanged = shown(CATS.open(MEAN), CATS.open(MEAN))
    assert {row["lines"][0]["reason"] for row in unchanged["rows"]} == {"no query has another value"}
    values = [(CATS.conventions.metric(after) @ 3)(board.ranking) for board in CATS.boards for after in
              CATS.metrics if after.name == "AP"]  # fmt: skip
    assert by["AP"]["before"] == fmean(values)


def test_another_convention_is_the_reason() -> None:
    view = shown(replace(CATS, conventions=Conventions(ap="min(R,k)", gain="exp")), CATS)
    by = {row["name"]: row for row in view["rows"]}
    assert by["AP"]["lines"] == [{"reason": "its denominator is min(R,k) now, before R"}]
    assert by["AP"]["change"] == "+0.042"
    assert by["nDCG"]["lines"] == [{"reason": "its gain is exp now, before linear, which makes no difference here"}]
    assert by["P"]["change"] == "unchanged"


def test_the_line_below_the_chart_tells_another_convention() -> None:
    before = replace(CATS, opened="white-cat", metric="AP", k=3)
    after = replace(before, conventions=Conventions(ap="hits"))
    assert changes.explain_last_action(after, before) == "AP@3 +0.750: its denominator is hits now, before R"
    assert changes.explain_last_action(before, after) == "AP@3 −0.750: its denominator is R now, before hits"


def test_undefined_by_convention_travels_without_nan() -> None:
    conventions = Conventions(undefined="nan")
    nothing = replace(CATS.replace_boards(replace(BOX, grades=(0,) * 8)), conventions=conventions)
    for opened in ("cat-in-a-box", MEAN):
        view = shown(nothing.open(opened), replace(CATS, conventions=conventions).open(opened))
        row = next(row for row in view["rows"] if row["name"] == "AP")
        assert row["after"] is None
        assert row["change"] == "undefined"


def test_another_example_has_nothing_before_it() -> None:
    other = replace(CATS, boards=CATS.boards[:1])
    assert shown(CATS, other)["kind"] == "none"
