"""Each lesson ends with a question on a list that the lesson has not shown; its answer is computed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from irviz.lessons.check.check import KINDS, draw_fresh_question
from irviz.lessons.check.misconceptions import MISCONCEPTIONS
from irviz.lessons.course import Place, lessons, untaught_metrics
from irviz.lessons.lesson import LessonError, parse_lesson
from irviz.lessons.mastery import evidence_of_answer
from irviz.lessons.prose import fill_in
from irviz.lessons.study import Study
from irviz.scenarios.catalogue import CATALOGUE
from irviz.state.session import Session
from irviz.views.coach import coach_data
from tests.lessons.believing import BELIEFS, DEEP, MEANS, answers, expects, way
from tests.lessons.reading import find_typed_numbers, is_written
from tests.lessons.test_claims import placeholders
from tests.views.described import texts, where
from tests.views.test_coach import task

if TYPE_CHECKING:
    from irviz.lessons.lesson import Lesson, Step

LESSON = pytest.mark.parametrize("lesson", lessons().values(), ids=lambda one: one.id)


@LESSON
def test_a_lesson_ends_with_a_question_on_an_unseen_list(lesson: Lesson) -> None:
    step = lesson.steps[-1]
    seen = {board.ranked for one in lesson.steps[:-1] for board in one.desk.visible}

    assert len(step.choices) >= 3
    assert any(board.ranked not in seen for board in step.desk.visible)
    assert {"curves", "scores", "lens"} <= {*step.locks}
    assert "lens" not in step.outcome.off
    assert ("scores" in step.outcome.off) == (lesson.id == "relevant")
    # What stands above the board stays as it is, so that the board does.
    assert {"tabs", "scale", "example"} <= {*step.outcome.off} & {*step.locks}
    assert not step.is_reading
    assert [step.is_right(said) for said in range(1, len(step.choices) + 1)].count(True) == 1
    assert not step.is_right(0)
    assert step.given is None or step.given.is_met(step.desk, step.desk)


def test_the_right_answer_has_no_place_of_its_own() -> None:
    places = [next(said for said in range(1, 9) if lesson.steps[-1].is_right(said)) for lesson in lessons().values()]

    assert {*places} == {1, 2, 3}


@LESSON
def test_every_number_in_a_question_is_computed(lesson: Lesson) -> None:
    step = lesson.steps[-1]
    task = " ".join([*step.start.values(), *step.after.values()])
    known = {"0", "1", *re.findall(r"\d+", task.split(".0")[0])}
    for text in (step.prose, *(one.words for one in step.choices), *(one.reply for one in step.choices)):
        assert {*find_typed_numbers(text)} <= known, text
        for inner in map(str.strip, placeholders(text)):
            said = fill_in(f"{{{inner}}}", step.desk, step.outcome)
            about = step.outcome if inner.startswith("now ") else step.desk
            assert is_written(said, inner.removeprefix("now "), about), (inner, said)


CHANGED = re.compile(r"(rose|fell) from \{([^{}]+)\} to \{now ([^{}]+)\}")


@LESSON
def test_replies_are_true(lesson: Lesson) -> None:
    step = lesson.steps[-1]
    for said, choice in enumerate(step.choices, 1):
        told = step.format_reply(said)
        assert "{" not in told
        assert len(told.split()) <= 50
        for verb, before, after in CHANGED.findall(choice.reply):
            was = float(fill_in(f"{{{before}}}", step.desk))
            now = float(fill_in(f"{{{after}}}", step.outcome))
            assert (now < was) if verb == "fell" else (now > was), told
        for name, value in re.findall(r"(\S+) is \{now ([^{}]+)\},? as before", choice.reply):
            assert fill_in(f"{{{value}}}", step.desk) == fill_in(f"{{{value}}}", step.outcome), name
    assert step.format_reply(0) == ""


@LESSON
def test_values_show_once_it_is_answered_and_only_the_right_answer_does_it(lesson: Lesson) -> None:
    place = Place(lesson.id, len(lesson.steps))
    study = Study.read(place.link)
    session = study.begin(Session.start({}, CATALOGUE))
    one = task(study, session)

    assert one.waits
    assert one.reply == one.praise == ""
    assert {"scores", "lens"} <= {*session.desk.off}
    for said, choice in enumerate(place.lesson_step.choices, 1):
        answered = study.answer(said)
        after = answered.begin(session)
        one = task(answered, after)
        right = place.lesson_step.is_right(said)
        assert "lens" not in after.desk.off
        assert after.desk.boards == place.lesson_step.outcome.boards
        assert bool(one.praise) == right == (one.reply == "")
        assert one.waits != right
        assert answered.progress.count_done(lesson.id) == int(right)
        view = coach_data(answered, after)["view"]
        assert choice.words in texts(where(view, "aria-pressed", True))
        assert bool(where(view, "key", "fresh")) != right
        # Going on, or answering what is none, is no answer.
        assert study.go_to(Place("relevant")).progress.done == frozenset()
    assert study.answer(0) == study.answer(99) == study


@LESSON
def test_after_a_wrong_answer_comes_a_fresh_question_of_its_kind(lesson: Lesson) -> None:
    """And no second click on the same: one choice fewer would be left to guess from."""
    place = Place(lesson.id, len(lesson.steps))
    wrong = next(said for said in range(1, 9) if not place.lesson_step.is_right(said))
    study = Study(place=place).answer(wrong)
    seen = set()
    for number in range(4):
        question = study.fresh_question
        assert question == draw_fresh_question(lesson.id, number)
        assert question.kind in KINDS[lesson.id] or question.kind.startswith("cutoff")
        assert not {name for name in untaught_metrics(lesson.id) if f"{name}@" in question.prompt}
        seen.add((question.prompt, question.lists))
        session = study.begin(Session.start({}, CATALOGUE))
        one = task(study, session)
        assert one.waits
        (asked,) = where(coach_data(study, session)["view"], "key", "fresh")
        assert texts(asked[-1:]) == [one.words for one in question.choices]
        assert answers(question) == [question.choices[question.right].words]
        assert study.answer(99) == study.answer(0) == study
        done = study.answer(question.right + 1)
        assert (done.is_right, done.fresh_question, done.progress.count_done(lesson.id)) == (True, None, 1)
        told = task(done, session)
        assert told.praise.startswith("Right. ")
        assert (told.reply, told.waits) == ("", False)
        assert done.answer(1) == done
        assert done.evidence == evidence_of_answer(question, question.right)
        other = (question.right + 1) % len(question.choices)
        study = study.answer(other + 1)
        assert study.evidence == evidence_of_answer(question, other)
        assert study.progress.count_done(lesson.id) == 0
        reply = task(study, session).reply
        assert "This answer follows from" in reply
    assert len(seen) == 4


@LESSON
def test_a_wrong_answer_names_each_belief_that_gives_it(lesson: Lesson) -> None:
    step = lesson.steps[-1]
    for said, choice in enumerate(step.choices, 1):
        told = Study(place=Place(lesson.id, len(lesson.steps))).answer(said).reply
        named = {one.id for one in MISCONCEPTIONS.values() if f"“{one.belief}”" in told}
        claims = re.findall(r"\bM?(R|P|RR|AP|CG|DCG|nDCG)(?:@\d)? ([<=>]) start", str(choice.true))
        assert named == (set() if step.is_right(said) else believers(dict(claims), step)), told


def believers(claims: dict[str, str], step: Step) -> set[str]:
    """Who would say so, asked one by one and counted slowly."""
    if not claims or step.desk.conventions != step.outcome.conventions:
        return set()
    boards = [([one.ranked for one in desk.visible], desk.k) for desk in (step.desk, step.outcome)]
    return {
        belief
        for belief in ("below", *BELIEFS, *MEANS)
        if (belief not in DEEP or step.desk.k != step.outcome.k)
        and all(
            sign == "=><"[way([expects(belief, name, *board) for board in boards])] for name, sign in claims.items()
        )
    }


FILE = """# One
about: A line.
minutes: 3

## First
open: ?q=cat-in-a-box&k=2
{}

What?
"""


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("choice: k = 2", "a choice is written `goal -> answer -> words`"),
        ("choice: k = 2 -> A -> B\nchoice: k < 3 -> A -> B", "one choice is true of a question, not 2"),
        ("choice: k = 3 -> A -> B", "one choice is true of a question, not 0"),
        ("choice: k = -> A -> B", "a number"),
        ("choice: k = 2 -> A -> {AQ}", "there is no quantity 'AQ'"),
        ("ask: k = 3\nchoice: k = 2 -> A -> B", "not both"),
        ("after: ?q=giraffe\nchoice: k = 2 -> A -> B", "giraffe"),
        ("ask: k = 3\nreply: k = 4", "a reply is written `goal -> words`"),
        ("ask: k = 3\nreply: k = 4 so k > -> Words", "a number"),
        ("reply: k = 4 -> Words", "reply needs `ask:`"),
    ],
)
def test_what_is_wrong_with_a_question_or_a_reply_is_said(lines: str, said: str) -> None:
    with pytest.raises(LessonError, match=r"^01-one\.md:\d+: ") as caught:
        parse_lesson(FILE.format(lines), "01-one.md")

    assert said in str(caught.value)
