"""What is told of predictions: a line on each miss, what it follows from, and what to practise."""

from __future__ import annotations

import json
from itertools import chain, islice, product
from typing import TYPE_CHECKING, Any

import pytest

from irviz.lenses.explanation import explain
from irviz.lessons.check.misconceptions import MISCONCEPTIONS
from irviz.lessons.study import Study
from irviz.metrics import METRICS
from irviz.scenarios.catalogue import CATALOGUE
from irviz.state.history import History
from irviz.state.predictions.prediction import DIRECTIONS, mark_prediction
from irviz.state.session import Session
from irviz.views.curves import curves_data
from irviz.views.predictions import marks_data, predictions_data
from tests.lenses.test_prediction_lines import actions, line_is_true
from tests.lessons.believing import BELIEFS, DEEP, MEANS, expects, held, way

if TYPE_CHECKING:
    from irviz.state.desk import Desk
    from irviz.views.predictions import PredictionsData

SWAPPED = "2-1-3-4-5-6-7-8.01011010"
SAID = {"P": "up", "R": "up", "F1": 0.9, "RR": "up", "AP": "same", "nDCG": "down"}


def predicted(said: dict[str, Any], **link: str) -> Session:
    """Of the first query, at k = 3, rank 2 goes to rank 1."""
    step = {"do": "boards", "boards": {"cat-in-a-box": SWAPPED}, "guesses": said, "revision": 1}
    start = Session.start({"predict": "1", "k": "3", **link}, CATALOGUE)
    return start.receive({"client": "page", "revision": 1, "steps": [step], "link": {}})


def told(said: dict[str, Any], **link: str) -> PredictionsData:
    return predictions_data(predicted(said, **link), alone=True)


def test_every_miss_has_its_line_with_the_reason() -> None:
    found = told(SAID)

    assert {name: one["is_right"] for name, one in found["marks"].items()} == {
        **dict.fromkeys(("P", "R", "F1", "AP", "nDCG"), False),
        "RR": True,
    }
    lines = {name: one["explanation"] for name, one in found["marks"].items()}
    assert lines.pop("RR") == ""
    starts = {
        "P": "You said up. P@3 stayed at 0.333: ",
        "R": "You said up. R@3 stayed at 0.25: ",
        "F1": "You said 0.9, 0.614 too high. F1@3 stayed at 0.286: ",
        "AP": "You said same. AP@3 went up from 0.125 to 0.25: ",
        "nDCG": "You said down. nDCG@3 went up from 0.296 to 0.469: ",
    }
    for name, line in lines.items():
        assert line.startswith(starts[name])
        assert len(line) > len(starts[name]) + 10
    assert {name: one["before"] for name, one in found["marks"].items()}["AP"] == 0.125
    assert {name: one["answer"] for name, one in found["marks"].items()} == SAID
    json.dumps(found, allow_nan=False)


def test_a_single_miss_says_what_it_would_follow_from() -> None:
    belief = MISCONCEPTIONS["p-order"]

    line = told({"P": "up"})["marks"]["P"]["explanation"]
    assert line.endswith(f". Your answer would follow from a belief: “{belief.belief}” {belief.instead}")
    # A value that no belief gives, and a right answer, say nothing more.
    for said in (0.9, "same"):
        assert "belief" not in told({"P": said})["marks"]["P"]["explanation"]
    assert "belief" not in told(SAID)["marks"]["P"]["explanation"]


def test_a_belief_that_two_answers_follow_from_is_told_once() -> None:
    before = CATALOGUE["cats"].move_cutoff(1)
    after = before.move_cutoff(4)
    session = Session({}, History(after, (before,)), before=before, guesses=dict.fromkeys(("P", "R"), "same"))
    first, second = marks_data(session).values()
    assert MISCONCEPTIONS["below"].belief in first["explanation"]
    assert second["misconceptions"] == "Your answer would follow from the same as that on P."


def test_the_tally_is_by_metric_and_by_belief_with_a_step_that_repairs_it() -> None:
    found = told(SAID)

    assert found["tally"] == "1 of 6 right."
    assert found["counts"] == [(name, int(name == "RR"), 1) for name in ("P", "R", "F1", "RR", "AP", "nDCG")]
    first, belief = found["beliefs"][0], MISCONCEPTIONS["p-order"]
    assert first["belief"] == belief.belief
    assert first["frequency"] == "1 of 1 answer"
    step = belief.place.step
    assert step > 1
    assert first["step"] == f"Lesson 3, step {step}: Blind to the order, too"
    assert first["address"] == f"./learn?lesson=precision&step={step}"
    assert all("address" not in one for one in told(SAID, off="nav")["beliefs"])


def test_practice_is_offered_to_who_missed_something_and_has_no_task() -> None:
    found = told({"AP": "same"})

    practice = found["practice"]
    assert practice["metric"] == "AP"
    assert practice["boards"].keys() == {"cat-in-a-box"}
    assert practice["change"].startswith("The picture that was at rank ")
    assert found["no_practice"] == ""
    for other in (
        told({"AP": "up"}),
        predictions_data(predicted({"AP": "same"}), alone=False),
        predictions_data(predicted({"AP": "same"}, predict=""), alone=True),
    ):
        assert "practice" not in other
        assert other["no_practice"] == ""
    assert "practice" not in curves_data(predicted({"AP": "same"}), Study())
    assert "practice" in curves_data(predicted({"AP": "same"}))


def test_where_nothing_tells_beliefs_apart_that_is_said() -> None:
    # One relevant picture, at rank 5, and only the cutoff may be moved, which the curves have told already.
    one = predicted({"AP": "up"}, q="dark-cat", off="move.judge")
    step = {"do": "boards", "boards": {}, "guesses": {"AP": "up"}, "revision": 2}
    found = predictions_data(one.receive({"client": "page", "revision": 2, "steps": [step], "link": {}}), alone=True)
    assert "practice" not in found
    assert found["no_practice"].startswith("No single change of this list tells apart")
    mean = {"do": "cut", "k": 4, "guesses": {"AP": "down"}, "revision": 1}
    several = Session.start({"predict": "1", "q": "mean", "k": "3"}, CATALOGUE)
    several = several.receive({"client": "page", "revision": 1, "steps": [mean], "link": {}})
    assert predictions_data(several, alone=True)["no_practice"] == "To practise, open a single query."
    # Of F1 something is known, and of a metric that is computed in another way, nothing.
    assert told({"F1": "up"})["practice"]["metric"] == "F1"
    other = told({"AP": "down"}, by="ap-hits")
    assert ("practice" in other, other["no_practice"]) == (False, "")


@pytest.mark.exhaustive
def test_of_changes_at_random_every_line_and_belief_is_so() -> None:
    named: list[set[str]] = []
    for old, new in islice(actions(), 150):
        # Of a mean, the slow sums go to the end of each list.
        several = len(old.visible) > 1
        before, after = (one.move_cutoff(one.n) if several else one for one in (old, new))
        for name, said in product(("P", "R", "F1", "RR", "AP", "nDCG"), DIRECTIONS):
            session = Session({}, History(after, (before,)), before=before, guesses={name: said})
            (one,) = mark_prediction({name: said}, before, after, explain)
            line_is_true(one, said, before, after)
            told = marks_data(session)[name]
            assert told["explanation"] == f"{one.line} {told['misconceptions']}".strip()
            found = [one for one in MISCONCEPTIONS if quoted(one) in told["misconceptions"]]
            known = before.opened == after.opened and not one.right
            assert {*found} == (believers(name, said, before, after) if known else set())
            named.append({*found})
    assert max(map(len, named)) > 1
    assert {"below", "p-order", "ap-p", "rr-found", "mrr-every"} <= {*chain(*named)}


def quoted(belief: str) -> str:
    return f"“{MISCONCEPTIONS[belief].belief}”"


def believers(name: str, said: str, before: Desk, after: Desk) -> set[str]:
    """Who would say so, asked one by one and counted slowly; nobody where conventions are in between."""
    usual = [desk.conventions.metric(METRICS[name]) == METRICS[name] for desk in (before, after)]
    lists = [[board.ranked for board in desk.visible] for desk in (before, after)]
    if not all(usual) or not all(any(one) for some in lists for one in some):
        return set()
    return {
        belief
        for belief in ("below", *BELIEFS, *MEANS)
        if (belief not in DEEP or before.k != after.k)
        and (held(belief, name) or (belief in MEANS and len(lists[0]) > 1))
        and ("same", "up", "down")[
            way([expects(belief, name, lists[0], before.k), expects(belief, name, lists[1], after.k)])
        ]
        == said
    }


@pytest.mark.parametrize("said", [{}, {"P": "sideways"}])
def test_without_a_guess_there_is_nothing_to_tell(said: dict[str, Any]) -> None:
    found = told(said)

    assert (found["marks"], found["beliefs"]) == ({}, [])
