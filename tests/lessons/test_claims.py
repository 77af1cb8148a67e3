"""What lessons say of a board is so: each number computed again, each claim tried on every way to the end."""

from __future__ import annotations

import re
from itertools import product
from statistics import fmean
from typing import TYPE_CHECKING

import pytest

from irviz.lessons.course import lessons
from irviz.lessons.prose import fill_in
from irviz.metrics import AP, P, Ranking, randomisation_test
from tests.lenses.claims_orders import value
from tests.lessons.reading import is_written
from tests.lessons.test_course import CHANGED, STEPS, endings

if TYPE_CHECKING:
    from irviz.lessons.lesson import Step
    from irviz.state.desk import Desk


def steps(having: str) -> pytest.MarkDecorator:
    """The steps that have something."""
    found = {f"{lesson.id}-{number}": step for lesson, number, step in STEPS if getattr(step, having)}
    return pytest.mark.parametrize("step", found.values(), ids=found)


def placeholders(text: str) -> list[str]:
    return re.findall(r"\{([^{}]*)\}", text)


def are_written(text: str, step: Step, now: Desk) -> None:
    """Compare each number of a text with the slow one."""
    for inner in placeholders(text):
        what = inner.strip()
        desk = now if what.startswith("now ") else step.desk
        said = fill_in(f"{{{what}}}", step.desk, now)
        assert is_written(said, what.removeprefix("now "), desk), (inner, said)


@steps("prose")
def test_each_number_is_what_the_slow_sums_say(step: Step) -> None:
    are_written(f"{step.prose} {step.hint}", step, step.desk)


@steps("given")
def test_what_the_prose_takes_for_granted_is_so(step: Step) -> None:
    assert step.given
    assert [str(one) for one in step.given.check(step.desk, step.desk) if not one.met] == []


@pytest.mark.exhaustive
@steps("ask")
def test_praise_is_true_however_it_was_earned(step: Step) -> None:
    for place, desk in enumerate(endings(step)):
        if place in range(0, 40, 8):
            are_written(step.praise, step, desk)
        assert step.then is None or [str(one) for one in step.then.check(desk, step.desk) if not one.met] == []
        said = step.format_praise(desk)
        assert "undefined" not in said or "*undefined*" in said
        assert "{" not in said
        for verb, before, after in CHANGED.findall(step.praise):
            was, now = float(fill_in(f"{{{before}}}", step.desk)), float(fill_in(f"{{{after}}}", desk))
            assert (now < was) if verb == "fell" else (now > was), said


def test_most_steps_say_what_their_words_rest_on() -> None:
    resting = [step for *_, step in STEPS if step.given or step.then]

    assert len(resting) > len(STEPS) * 2 / 3


def test_one_move_is_enough_where_that_is_said() -> None:
    said = [step for *_, step in STEPS if "One move is enough" in step.prose]

    assert said
    assert all(step.find_solution().moves == 1 for step in said)


def named(title: str) -> Step:
    return next(step for *_, step in STEPS if step.title == title)


def test_a_clean_sweep_of_either_of_two_is_one_in_four_and_not_one_in_eight() -> None:
    throws = [*product((0, 1), repeat=3)]
    yours, either = (sum(sum(throw) in wins for throw in throws) / len(throws) for wins in ({3}, {0, 3}))

    assert (yours, either) == (1 / 8, 1 / 4)
    assert randomisation_test((0.1, 0.2, 0.3)).value == either
    praise = named("A difference of a hundredth").praise
    assert "one of the two systems would win all three one time in four" in " ".join(praise.split())


def test_who_averages_precision_over_all_ranks_predicts_what_does_not_come() -> None:
    step = named("Only at relevant ranks")
    ranking = step.desk.boards[0].ranking
    before, after = (fmean(P.curve(ranking)[:k]) for k in (step.desk.k, step.desk.k + 1))

    assert "would pull it down" in " ".join(step.prose.split())
    assert after < before
    assert AP.curve(ranking)[step.desk.k] == AP.curve(ranking)[step.desk.k - 1]


def test_unjudged_as_not_relevant_is_no_lower_bound() -> None:
    step = named("What nobody has judged")
    praise = step.format_praise(step.desk)
    without, with_it = (
        value("AP", grades, 8, (), 1, step.desk.conventions)
        for grades in ((1, 1, 0, 0, 0, 0, 0, 0), (1, 1, 0, 0, 0, 0, 0, 1))
    )

    assert without == 1
    assert float(with_it or 0) == pytest.approx(0.7917, abs=5e-5)
    assert "no lower bound" in praise
    assert "`11000000` has an AP of 1, and only 0.792" in praise
    # On the lesson's own board, what is said to lie between does.
    board = step.desk.boards[0]
    low, high = AP(board.ranking), None
    for sixth, eighth in product((0, 1), repeat=2):
        grades = [*board.ranked]
        grades[5], grades[7] = sixth, eighth
        high = AP(Ranking(grades))
        assert low <= high
    ends = {float(fill_in("{AP}", desk)) for desk in endings(step)}
    assert max(ends) == pytest.approx(high, abs=5e-4)


def test_dcg_is_said_to_end_at_the_ideal() -> None:
    step = named("How high can it go?")

    assert fill_in("{best(DCG@8)}", step.desk) == fill_in("{IDCG@8}", step.desk) == "10.779"
    everything = " ".join(f"{step.prose} {step.praise} {step.title}" for *_, step in STEPS)
    assert not re.search(r"no (upper )?(end|limit|bound)\b", everything.replace("no lower bound", ""))


PLACED = re.compile(
    r"\b(below|above|under|beside|left of|right of|next to|beneath|underneath) (the )?"
    r"(chart|board|curves?|cards?|pictures|tabs|scores?|formula|text)\b"
    r"|\b(click|clicks|hover|tap|double-click|right-click|mouse)\b(?! praise)"
    r"|\bon the (left|right)\b|\b(top|bottom) of the page\b",
    re.IGNORECASE,
)
ABOUT_PEOPLE = {"Clicks praise what is on top", "What people do"}
"""Steps that speak of clicks as what people do with an engine."""


def test_no_word_depends_on_the_device_or_on_where_things_stand() -> None:
    for lesson in lessons().values():
        for step in lesson.steps:
            for text in (step.prose, step.praise, step.hint):
                found = PLACED.search(text)
                assert found is None or step.title in ABOUT_PEOPLE, (step.title, found)
