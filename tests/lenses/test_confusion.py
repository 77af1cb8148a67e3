"""Each result is in the field where it belongs, and precision and recall read off the fields."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from irviz.lenses import confusion
from irviz.scenarios.cats import CATS
from irviz.state.desk import MEAN, Desk

BOX = CATS.board("cat-in-a-box")


def shown(desk: Desk) -> list[dict[str, Any]]:
    view = confusion.show(desk)
    json.dumps(view, allow_nan=False)
    boards: list[dict[str, Any]] = view["boards"]
    return boards


@pytest.mark.parametrize("k", range(1, 9))
def test_every_result_is_in_its_field(k: int) -> None:
    (board,) = shown(CATS.move_cutoff(k))
    assert board["rows"][0] == ("at rank 1" if k == 1 else f"within the first {k}")
    for name, field in board["fields"].items():
        assert field["count"] == len(field["results"])
        for result in field["results"]:
            assert result["relevant"] == (name in {"TP", "FN"})
            assert (result["rank"] <= k) == (name in {"TP", "FP"})
    ranks = [one["rank"] for field in board["fields"].values() for one in field["results"]]
    assert sorted(ranks) == list(range(1, 9))


def test_the_readings_have_the_fields_numbers() -> None:
    (board,) = shown(CATS)
    numbers = {name: reading["numbers"]["latex"] for name, reading in board["readings"].items()}
    assert numbers == {
        "P": r"= \frac{1}{1 + 2} = \frac{1}{3} \approx 0.333",
        "R": r"= \frac{1}{1 + 3} = \frac{1}{4} = 0.250",
        "F1": r"= \frac{2 \cdot 1}{2 \cdot 1 + 2 + 3} = \frac{2}{7} \approx 0.286",
    }


def test_words_are_singular_where_the_count_is() -> None:
    (board,) = shown(CATS)
    assert [field["words"] for field in board["fields"].values()] == [
        "true positive",
        "false positives",
        "false negatives",
        "true negatives",
    ]


def test_what_was_missed_counts_but_has_no_place() -> None:
    (board,) = shown(CATS.replace_boards(replace(BOX, missed=(1, 1, 0))))
    assert board["fields"]["FN"]["count"] == 5
    assert board["fields"]["FN"]["missed"] == 2
    assert board["fields"]["TN"]["missed"] == 1
    assert board["rows"][1].endswith("or not retrieved")


def test_the_threshold_decides() -> None:
    graded = CATS.change_scale(4, 2)
    (board,) = shown(graded.replace_boards(replace(graded.boards[0], grades=(0, 4, 1, 3, 4, 1, 3, 2))))
    assert {result["grade"] for result in board["fields"]["TP"]["results"]} == {4}
    assert board["columns"] == ["relevant: 5", "not relevant: 3"]


def test_what_nobody_judged_is_counted_and_said() -> None:
    (board,) = shown(
        CATS.replace_boards(replace(BOX, grades=(0, 1, 0, 1, 1, 0, 1, 0), incomplete=True, unjudged=frozenset({0, 2})))
    )
    assert board["columns"] == ["relevant: 4", "not relevant: 4, 2 of them not judged"]


def test_nothing_relevant_leaves_recall_undefined() -> None:
    (board,) = shown(CATS.replace_boards(replace(BOX, grades=(0,) * 8)))
    assert board["readings"]["R"]["numbers"]["latex"] == (r"= \frac{0}{0 + 0} \text{undefined, counted as } 0")


def test_the_mean_shows_each_query() -> None:
    assert [board["query"] for board in shown(CATS.open(MEAN))] == ["cat in a box", "white cat", "dark cat"]


def test_accuracy_counts_what_nobody_asked_for() -> None:
    (board,) = shown(CATS)
    assert "(1 + 2)/8 = 0.375" in board["accuracy"]
    assert "(2 + 2)/8 = 0.500" in board["accuracy"]
