"""What the pages at the end of the course are given: the check, and what each metric hides."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

from irviz.lessons.blind_spots import lines
from irviz.lessons.check.check import Check
from irviz.lessons.course import Place, Progress, lessons
from irviz.lessons.study import Study
from irviz.scenarios.catalogue import CATALOGUE
from irviz.state.session import Session
from irviz.views.check import check_data, question_data, result_data
from irviz.views.coach import coach_data
from irviz.views.hides import hides_data
from irviz.views.lists import lessons_data
from tests.views.described import attributes, texts, where

if TYPE_CHECKING:
    from tests.views.conftest import Stored

RECALL = Study.read({"done": "recall-1-2-3-4-5-6-7-8", "solved": "first-hit"})
DONE = "done=recall-1-2-3-4-5-6-7-8&solved=first-hit"


def test_nothing_right_is_sent_before_it_is_answered() -> None:
    check = Check(4711)
    for number in range(12):
        shown = check_data(check, Study(), (), number)
        assert json.loads(json.dumps(shown))["view"] == shown["view"]
        told = [*attributes(shown["view"])]
        assert sum("disabled" in one and not one["disabled"] for one in told) == number + 1
        assert {one["data-mark"] for one in told if one.get("data-testid") == "choice"} == {None}
        assert not any(one.get("data-testid") == "next" for one in told)
        assert check.questions[number].reply(0) not in json.dumps(shown, ensure_ascii=False)
        check = check.answer(number, number % 3)
        replied = check_data(check, Study(), (), number)
        assert check.questions[number].reply(number % 3) in texts(replied["view"])
        # Opened anew it shows the reply to a wrong answer, which may not be read yet.
        right = check.said[number] == check.questions[number].right
        assert (
            check.is_over
            or check_data(check, Study(), ())["title"] == f"Question {number + 1 + right} of {len(check.questions)}"
        )
    assert check_data(check, Study(), ())["title"] == "What your answers show"


def test_each_miss_leads_to_the_step_that_repairs_it() -> None:
    check = Check(4711)
    for number, question in enumerate(check.questions):
        check = check.answer(number, (question.right + 1) % len(question.choices))
    shown = check_data(check, RECALL, ("A line.",))
    assert shown["view"][0][2:] == ["A line."]
    assert shown["address"][0] == {**check.link, **RECALL.link}
    for one, found in zip(result_data(check, RECALL)["findings"], check.findings, strict=True):
        link = {name: texts[0] for name, texts in parse_qs(urlsplit(one["lesson_step"]["address"]).query).items()}
        assert Place.read(link) == found.misconception.place
        assert {name: link[name] for name in RECALL.link} == RECALL.link
        lesson = lessons()[found.misconception.lesson]
        assert one["lesson_step"]["title"].startswith(f"Lesson {lesson.number}, step ")
        assert one["lesson_step"]["title"].endswith(found.misconception.step)
        assert f"of {found.met} question" in one["frequency"]
    for number, (question, at) in enumerate(zip(check.questions, check.said, strict=True)):
        repair = question_data(question, at, RECALL)["lesson_steps"]
        assert bool(repair) == (at != question.right)
        linked = {one.get("href") for one in attributes(check_data(check, RECALL, (), number)["view"])}
        assert {one["address"] for one in repair} <= linked


def test_the_check_is_as_stored(stored: Stored) -> None:
    check = Check(4711).answer(0, 0)
    stored("check-answered", check_data(check, RECALL, ("A line.",), 0)["view"])
    for number in range(1, 12):
        check = check.answer(number, 0)
    while not check.is_over:
        check = check.answer(len(check.said), 0)
    stored("check-result", check_data(check, RECALL, ())["view"])


def test_every_line_is_there_and_those_of_lessons_that_are_done_are_marked() -> None:
    def marked(study: Study, name: str) -> list[str]:
        return [one[name] for one in attributes(hides_data(study)["view"]) if name in one]

    fresh = hides_data(Study())
    assert json.loads(json.dumps(fresh))["view"] == fresh["view"]
    assert marked(Study(), "data-line") == marked(RECALL, "data-line") == [*lines()]
    assert not any(marked(Study(), "data-done"))
    assert fresh["address"][0] == {}
    done = zip(marked(RECALL, "data-lesson"), marked(RECALL, "data-done"), strict=True)
    assert [name for name, known in done if known] == ["recall"]
    assert f"Your lessons have come to 2 of these {len(lines())}." in json.dumps(hides_data(RECALL))
    assert hides_data(RECALL)["address"][0] == RECALL.link


def test_what_each_metric_hides_is_as_stored(stored: Stored) -> None:
    bar, legend, first, *_ = hides_data(RECALL)["view"]
    stored("hides-recall", [bar, legend, first])


def test_a_lesson_ends_with_its_line_and_the_list_leads_to_both() -> None:
    study = replace(RECALL, place=Place("recall", 8))
    session = study.begin(Session.start({}, CATALOGUE))
    (added,) = where(coach_data(study, session)["view"], "data-testid", "added")
    said = "On the page “What each metric hides” you know these now: Recall, Success."
    assert (added[2][1]["href"], texts([added])) == (f"./hides?{DONE}", [said])
    links = {one.get("href") for one in attributes(lessons_data(study)["view"])}
    assert {f"./hides?{DONE}", f"./check?{DONE}"} <= links
    some = Study(place=Place("recall", 8), progress=Progress.read("recall-8"))
    assert not where(coach_data(some, some.begin(session))["view"], "data-testid", "added")
