"""What answers show of what somebody can do, and what is asked again."""

from __future__ import annotations

from random import Random

from irviz.lessons.challenge import challenges
from irviz.lessons.check.making import MAKERS, draw_question
from irviz.lessons.check.misconceptions import MISCONCEPTIONS
from irviz.lessons.course import lessons
from irviz.lessons.mastery import (
    RIGHT,
    WRONG,
    Review,
    abilities_of,
    evidence_of_answer,
    evidence_of_choice,
    is_graded,
    kinds_of,
    metric_of,
    subjects,
)
from tests.each import each

ABILITIES = [name for one in subjects() for name in (*one.predicted, *one.computed, *one.apart)]
REVIEWED = [name for name in ABILITIES if kinds_of(name)]


def test_each_misconception_is_of_one_subject_and_can_be_reviewed() -> None:
    found = [name for name in ABILITIES if name.startswith("belief-")]

    assert sorted(found) == sorted(f"belief-{one}" for one in MISCONCEPTIONS)
    assert {*found} <= {*REVIEWED}


@each("kind", MAKERS)
def test_what_a_question_shows_is_in_the_table(kind: str) -> None:
    question = draw_question(kind, Random(3))

    for at in range(len(question.choices)):
        shown = evidence_of_answer(question, at)
        assert {*shown} <= {*ABILITIES}
        assert {*shown.values()} == {RIGHT if at == question.right else WRONG}
    beliefs = {f"belief-{one}" for one in question.probed_misconceptions}
    assert {*evidence_of_answer(question, question.right)} == beliefs | {*abilities_of(kind)}


def test_a_wrong_answer_speaks_against_what_it_is_wrong_about_alone() -> None:
    question = draw_question("judged", Random(3))
    at = next(at for at, one in enumerate(question.choices) if {metric_of(name) for name in one.beliefs} == {"AP"})

    shown = evidence_of_answer(question, at)
    assert shown.pop("predicted-AP") == WRONG
    assert all(name.startswith("belief-ap-") for name in shown)


def test_each_question_at_the_end_of_a_lesson_shows_something_of_a_metric() -> None:
    silent = []
    for lesson in lessons().values():
        step = lesson.steps[-1]
        answers = [evidence_of_choice(step, said) for said in range(1, len(step.choices) + 1)]
        assert [*{tuple(one) for one in answers}] == [tuple(answers[0])]
        assert sum(RIGHT in one.values() for one in answers) == bool(answers[0])
        assert {*answers[0]} <= {*ABILITIES}
        silent += [] if answers[0] else [lesson.id]
    assert silent == ["relevant"]  # which comes before all metrics


def test_goals_that_name_a_metric_are_reached_by_steps_and_challenges_that_there_are() -> None:
    steps = {f"{one.id} {at}" for one in lessons().values() for at in range(1, len(one.steps) + 1)}

    for one in subjects():
        assert {*one.reached} <= steps | {*challenges()}
    assert {*challenges()} <= {name for one in subjects() for name in one.reached}


@each("ability", REVIEWED)
@each("graded", [False, True])
def test_a_review_asks_about_what_it_is_for_on_fresh_lists(ability: str, *, graded: bool) -> None:
    reviews = [Review.of([ability], seed, graded=graded) for seed in (1, 2)]
    if is_graded(ability) and not graded:
        assert reviews == [None, None]
        return
    first, second = filter(None, reviews)
    (question,) = first.questions

    assert question.lists != second.questions[0].lists
    assert first == Review.of([ability], 1, graded=graded)
    assert graded or max(grade for one in question.lists for grade in one.grades) == 1
    for at in range(len(question.choices)):
        shown = first.answer(0, at).evidence
        assert shown[ability] == (RIGHT if at == question.right else WRONG)


def test_a_review_has_two_questions_and_hears_each_once() -> None:
    review = Review.of(["computed-P", "predicted-R", "computed-RR"], 5)
    assert review is not None
    assert (len(review.questions), review.evidence) == (2, {})
    assert review.answer(1, 0) == review.answer(0, 99) == review
    over = review.answer(0, 0).answer(1, 1)
    assert over.said == (0, 1)
    assert over.answer(2, 0) == over
    assert Review.of(["nonsense", "goal-first-hit"], 5) is None
