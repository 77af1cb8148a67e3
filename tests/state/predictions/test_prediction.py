"""Guesses are held against what happened, and counted."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irviz.lenses.explanation import explain
from irviz.scenarios.cats import CATS
from irviz.scenarios.graded import GRADED
from irviz.scenarios.lists import FIVE
from irviz.state.chosen_conventions import Conventions
from irviz.state.curves.series import compute_curves
from irviz.state.desk import ALL_NAMES, MEAN, Desk
from irviz.state.predictions import prediction
from irviz.state.predictions.prediction import Guess, Mark, Outcome, list_outcomes, mark_prediction
from irviz.state.predictions.tally import Tally

UP = CATS.replace_boards(CATS.boards[0].move(2, 1))
"""A relevant picture to the top, at k = 3."""


def directions(before: Desk, after: Desk) -> dict[str, str | None]:
    return {one.metric: one.direction for one in list_outcomes(before, after)}


def test_what_an_action_does_is_what_the_scores_show() -> None:
    found = list_outcomes(CATS, UP)

    assert [one.metric for one in found] == [*compute_curves(CATS)]
    for one in found:
        assert one.before == compute_curves(CATS)[one.metric][2]
        assert one.after == compute_curves(UP)[one.metric][2]
    assert directions(CATS, UP) | {
        "P": "same",
        "R": "same",
        "F1": "same",
        "RR": "up",
        "AP": "up",
        "nDCG": "up",
    } == directions(CATS, UP)


def test_nothing_changes_nothing() -> None:
    assert {*directions(CATS, CATS).values()} == {"same"}
    assert {*directions(GRADED, GRADED).values()} == {"same"}


def test_a_cutoff_is_an_action_too() -> None:
    found = directions(CATS.move_cutoff(5), CATS.move_cutoff(6))

    assert (found["P"], found["R"], found["AP"]) == ("down", "same", "same")
    assert list_outcomes(CATS.move_cutoff(5), CATS.move_cutoff(6))[0].symbol == "P@6"


def test_means_go_by_their_own_names() -> None:
    found = list_outcomes(CATS.open(MEAN), UP.open(MEAN))

    assert [one.symbol for one in found if one.metric in {"RR", "AP"}] == ["MRR@3", "MAP@3"]
    assert directions(CATS.open(MEAN), UP.open(MEAN))["AP"] == "up"


def test_marks() -> None:
    said: dict[str, Guess] = {"RR": "up", "P": "up", "nDCG": "down", "AP": 0.24, "R": 0.9}
    marks = mark_prediction(said, CATS, UP, explain)

    assert [(one.outcome.metric, one.right) for one in marks] == [
        ("P", False),
        ("R", False),
        ("RR", True),
        ("AP", True),
        ("nDCG", False),
    ]
    assert [one.line for one in marks if one.right] == ["", ""]


def test_a_line_says_what_happened_and_why() -> None:
    (miss,) = mark_prediction({"P": "up"}, CATS, UP, explain)
    reason = explain(CATS.metrics[0], CATS.boards[0].ranking, UP.boards[0].ranking, 3, 3).reason

    assert miss.line == f"You said up. P@3 stayed at 0.333: {reason}."


def test_a_line_without_an_explanation_says_what_happened() -> None:
    lines = [one.line for one in mark_prediction({"RR": "same", "AP": 0.9}, CATS, UP)]

    assert lines == [
        "You said same. RR@3 went up from 0.5 to 1.",
        "You said 0.9, 0.65 too high. AP@3 went up from 0.125 to 0.25.",
    ]


def test_a_mark_says_how_far_off_a_value_was() -> None:
    said: dict[str, Guess] = {"RR": "up", "P": 0.0, "AP": 0.26}
    off = {one.outcome.metric: one.off for one in mark_prediction(said, CATS, UP)}
    nan = CATS.replace_boards(replace(CATS.boards[0], grades=(0,) * 8))

    assert off["RR"] is None
    assert off["P"] == pytest.approx(1 / 3)
    assert off["AP"] == pytest.approx(0.01)
    (low,) = mark_prediction({"P": 0.0}, CATS, UP)
    assert low.line.startswith("You said 0, 0.333 too low.")
    undefined = replace(nan, conventions=Conventions(undefined="nan"))
    assert mark_prediction({"AP": 0.5}, CATS, undefined)[0].off is None


def test_conventions_and_queries_are_reasons_of_their_own() -> None:
    hits = replace(UP, conventions=Conventions(ap="hits"))
    (miss,) = mark_prediction({"AP": "same"}, UP, hits, explain)
    (other,) = mark_prediction({"RR": "same"}, CATS, CATS.open("white-cat"), explain)

    assert miss.line.endswith("by the conventions chosen now it is computed in another way.")
    assert other.line.endswith("it is read off another query.")


def test_of_several_queries_the_changed_one_is_explained() -> None:
    before = CATS.open(MEAN)
    one = before.replace_boards(before.board("dark-cat").move(5, 1))
    two = one.replace_boards(before.board("white-cat").move(1, 8))

    assert mark_prediction({"RR": "down"}, before, one, explain)[0].line.endswith(" for “dark cat”.")
    line = mark_prediction({"RR": "same"}, before, two, explain)[0].line
    assert line.count(":") == 0
    # With another cutoff, too, the change of one query is not the reason; of two queries either.
    pair = replace(before, boards=before.boards[:2])
    both = pair.replace_boards(pair.boards[0].move(2, 1)).move_cutoff(5)
    assert mark_prediction({"AP": "same"}, pair, both, explain)[0].line.count(":") == 0


def test_results_without_pictures_are_called_results() -> None:
    after = FIVE.replace_boards(FIVE.boards[0].toggle(1))

    assert "result" in mark_prediction({"R": "down"}, FIVE, after, explain)[0].line


def test_where_there_is_no_value_nothing_is_counted() -> None:
    nan = Conventions(undefined="nan")
    full = replace(CATS, conventions=nan)
    empty = full.replace_boards(replace(full.boards[0], grades=(0,) * 8))
    (one,) = mark_prediction({"AP": "down"}, full, empty, explain)

    assert one.right is None
    assert one.line == "AP@3 went from 0.125 to undefined, so nothing is counted."
    assert Tally().add([one]) == Tally()
    (same,) = mark_prediction({"AP": "same"}, empty, empty, explain)
    assert same.right
    assert Outcome("AP", "AP@3", float("nan"), float("nan")).phrase == "stayed undefined"


@pytest.mark.parametrize(
    ("said", "after", "right"),
    [(0.5, 0.54, True), (0.5, 0.55, True), (0.5, 0.56, False), (10.0, 10.4, True), (10.0, 11, False)],
)
def test_a_value_that_was_guessed_may_be_a_little_off(said: float, after: float, right: bool) -> None:
    assert prediction._is_near(said, Outcome("DCG", "DCG@3", 0.1, after)) == right


def test_only_what_is_shown_is_marked() -> None:
    assert mark_prediction({"CG": "up", "XY": "up"}, CATS, UP) == ()
    assert len(mark_prediction(dict.fromkeys(ALL_NAMES, "up"), GRADED, GRADED)) == len(ALL_NAMES)


# Messages


@given(
    st.none()
    | st.integers()
    | st.dictionaries(
        st.sampled_from(["AP", "RR", "XY", "P"]) | st.integers(),
        st.one_of(st.text(max_size=4), st.floats(), st.integers(), st.none(), st.booleans(), st.lists(st.none()))
        | st.sampled_from(["up", "down", "same"]),
    )
)
def test_whatever_a_page_says_it_is_a_prediction(guesses: object) -> None:
    found = prediction.parse_guesses(guesses)

    assert {*found} <= {*ALL_NAMES}
    assert mark_prediction(found, CATS, UP, explain) is not None
    assert prediction.parse_guesses(found) == found


# The tally


def marks(**right: bool | None) -> list[Mark]:
    return [Mark(Outcome(name, name, 0, 0), "up", one, "") for name, one in right.items()]


def test_a_tally_counts() -> None:
    tally = Tally().add(marks(AP=True, RR=False)).add(marks(AP=False, RR=False, P=True, R=None))

    assert tally.counts == (("P", 1, 0), ("RR", 0, 2), ("AP", 1, 1))
    assert (tally.right, tally.wrong) == (2, 3)
    # One or two answers are not enough to speak of.
    assert tally.worst is None
    assert tally.summary == "2 of 5 right."
    tally = tally.add(marks(RR=True))
    assert tally.worst == "RR"
    assert tally.summary == "3 of 6 right. You misjudge RR most: 2 of 3 wrong."


def test_an_empty_tally_misjudges_nothing() -> None:
    assert Tally().worst is None
    assert Tally().summary == "No prediction has been checked yet."
    assert Tally().write() == ""
    assert Tally().add(marks(AP=True)).summary == "1 of 1 right."


def test_of_equally_many_misses_the_larger_share_is_worse() -> None:
    assert Tally.read("AP-8-2.RR-1-2").worst == "RR"
    # Nothing is missed most while something else is missed as often, and was only asked less.
    assert Tally.read("AP-1-2.RR-0-2").worst is None


counts = st.dictionaries(st.sampled_from(ALL_NAMES), st.tuples(st.integers(0, 50), st.integers(0, 50)))


@given(counts)
def test_a_tally_is_read_as_it_was_written(found: dict[str, tuple[int, int]]) -> None:
    tally = Tally.read(".".join(f"{name}-{right}-{wrong}" for name, (right, wrong) in found.items()))

    assert Tally.read(tally.write()) == tally
    assert tally.right == sum(right for right, _ in found.values())
    assert tally.wrong == sum(wrong for _, wrong in found.values())
    assert len(tally.write()) < 120


@given(st.text(max_size=60) | st.text("APR-.0123456789", max_size=40))
def test_reading_a_tally_is_total(text: str) -> None:
    assert Tally.read(Tally.read(text).write()) == Tally.read(text)


def test_a_tally_does_not_grow_for_ever() -> None:
    tally = Tally.read("AP-9999-9999").add(marks(AP=True)).add(marks(AP=False))

    assert tally.write() == "AP-9999-9999"
