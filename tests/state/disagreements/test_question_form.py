"""What is in the form of the question, as a link: numbers in their ranges, and what stays as another thing changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from irviz.scenarios.catalogue import CATALOGUE
from irviz.scenarios.made_up import make_graded_desk
from irviz.state.disagreements.question import Question
from irviz.state.disagreements.question_form import read_form

if TYPE_CHECKING:
    from irviz.state.board import Board

EIGHT = CATALOGUE["cats"].boards[0]
GRADES = "Made-up grades are 2 to 9 digits, one for each result"


def form(link: dict[str, str], **changes: object) -> tuple[dict[str, str], list[str]]:
    """What comes of the form of a question after changes by hand."""
    question, board, fields = shown(link)
    return read_form(question, board, EIGHT, {**fields, **changes})


def shown(link: dict[str, str]) -> tuple[Question, Board, dict[str, object]]:
    """A question, its results, and what its form shows."""
    question, notes = Question.read(link, EIGHT)
    assert notes == ()
    board = EIGHT if question.grades is None else make_graded_desk(question.grades, question.level).boards[0]
    kind = "board" if question.grades is None else "graded" if board.top > 1 else "relevant"
    fields: dict[str, object] = {"of": kind, "was": kind}
    for side, metric in (("a", question.a), ("b", question.b)):
        name = str(metric)
        fields |= {side: name.rsplit("@", 1)[0] if metric.cutoff else name, f"{side}k": str(metric.cutoff or 1)}
    if kind == "relevant":
        fields |= {"relevant": str(board.ranking.relevant), "n": str(board.n)}
    if kind == "graded":
        fields |= {"grades": question.link["of"], "level": str(question.level)}
    return question, board, fields


@pytest.mark.parametrize(
    "link",
    [{}, {"a": "P@3", "b": "Bpref"}, {"of": "11100"}, {"of": "0413", "level": "2"}, {"a": "Rprec", "of": "1110"}],
    ids=str,
)
def test_a_form_that_nobody_has_changed_asks_the_same(link: dict[str, str]) -> None:
    question = shown(link)[0]
    asked, notes = form(link)

    assert notes == []
    assert Question.read(asked, EIGHT) == (question, ())


@pytest.mark.parametrize("of", ["04134132", "11110000"])
def test_who_is_quicker_than_the_fields_that_were_asked_for_is_told_nothing_of_them(of: str) -> None:
    question, board, fields = shown({"of": of})
    early = {name: fields[name] for name in ("a", "ak", "b", "bk", "of")}

    assert read_form(question, board, EIGHT, {**early, "was": "board"}) == ({"a": "RR@8", "b": "AP@8", "of": of}, [])


@pytest.mark.parametrize(
    ("link", "changes", "wanted"),
    [
        ({}, {"a": "P"}, {"a": "P@8", "b": "AP@8"}),
        ({}, {"a": "Bpref"}, {"a": "Bpref", "b": "AP@8"}),
        ({"a": "Bpref"}, {"a": "P"}, {"a": "P@8", "b": "AP@8"}),
        ({"a": "P@3"}, {"a": "RR"}, {"a": "RR@3", "b": "AP@8"}),
        # What was cut at the end of the list still is, in a longer or a shorter one.
        ({"a": "P@3"}, {"of": "relevant"}, {"a": "P@3", "b": "AP@8", "of": "11110000"}),
        ({"a": "P@3", "of": "1100"}, {"n": "6"}, {"a": "P@3", "b": "AP@6", "of": "110000"}),
        ({"of": "1100"}, {"of": "graded"}, {"a": "RR@4", "b": "AP@4", "of": "0413"}),
        ({"of": "0413", "level": "2"}, {"of": "relevant"}, {"a": "RR@8", "b": "AP@8", "of": "11110000"}),
        ({"of": "0413", "level": "2"}, {"of": "board"}, {"a": "RR@8", "b": "AP@8"}),
        ({"of": "0413"}, {"grades": " 2, 0;1 1"}, {"a": "RR@4", "b": "AP@4", "of": "2011", "level": "1"}),
        ({"of": "0413"}, {"grades": ""}, {"a": "RR@4", "b": "AP@4", "of": "0413", "level": "1"}),
    ],
    ids=str,
)
def test_a_change_changes_what_hangs_on_it_alone(
    link: dict[str, str], changes: dict[str, str], wanted: dict[str, str]
) -> None:
    assert form(link, **changes) == (wanted, [])


@pytest.mark.parametrize(
    ("link", "changes", "note"),
    [
        ({}, {"ak": "99"}, "Cutoff of metric A: a whole number from 1 to 8, so it is 8."),
        ({}, {"bk": ""}, "Cutoff of metric B: a whole number from 1 to 8, so it is 1."),
        ({}, {"bk": "2.6"}, "Cutoff of metric B: a whole number from 1 to 8, so it is 3."),
        ({"of": "11"}, {"n": "inf"}, "Results: a whole number from 2 to 9, so it is 2."),
        ({"of": "1100"}, {"relevant": "-1"}, "Relevant results: a whole number from 0 to 4, so it is 0."),
        ({"of": "1100"}, {"relevant": "9"}, "Relevant results: a whole number from 0 to 4, so it is 4."),
        (
            {"a": "P@3", "b": "P@2", "of": "0413"},
            {"grades": "20"},
            "Cutoff of metric A: a whole number from 1 to 2, so it is 2.",
        ),
        (
            {"a": "P@2", "of": "110000000"},
            {"of": "board"},
            "Cutoff of metric B: a whole number from 1 to 8, so it is 8.",
        ),
        ({"of": "0413"}, {"level": "5"}, "Relevant from grade: a whole number from 1 to 4, so it is 4."),
        ({"of": "0413"}, {"grades": "0 1 y"}, f"{GRADES}, such as 0110; not “01y”, so these are still 0413."),
    ],
    ids=str,
)
def test_what_is_out_of_its_range_is_put_right_and_that_is_said(
    link: dict[str, str], changes: dict[str, str], note: str
) -> None:
    asked, notes = form(link, **changes)

    assert notes == [note]
    assert Question.read(asked, EIGHT)[1] == ()
