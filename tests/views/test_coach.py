"""The list of lessons, and what the column and the presenter's bar say of a step."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from irviz.lessons.check.misconceptions import MISCONCEPTIONS, explain_beliefs
from irviz.lessons.course import Place, Progress, lessons
from irviz.lessons.study import Study
from irviz.scenarios.catalogue import CATALOGUE
from irviz.state.session import Session
from irviz.views import coach
from irviz.views.coach import Task, coach_data
from irviz.views.lists import lessons_data
from irviz.views.present import present_data
from tests.views.described import texts, where

if TYPE_CHECKING:
    from tests.views.conftest import Stored

COLUMNS = {
    "coach-step": {"lesson": "recall", "step": "2", "done": "recall-1", "clues": "1"},
    "coach-end": {"lesson": "recall", "step": "8", "done": "recall-1-2-3-4-5-6-7-8"},
    "coach-challenge": {"challenge": "clean-page", "solved": "first-hit", "clues": "1"},
}


def task(study: Study, session: Session) -> Task:
    found = coach.task_of(study, session)
    assert found
    return found


def shown(**link: str) -> tuple[Study, Session, Task]:
    study = Study.read(link)
    session = study.begin(Session.start(link, CATALOGUE), link)
    return study, session, task(study, session)


@pytest.mark.parametrize("name", COLUMNS)
def test_the_column_is_as_stored(name: str, stored: Stored) -> None:
    study, session, _ = shown(**COLUMNS[name])
    stored(name, coach_data(study, session)["view"])


def test_the_list_goes_on_where_each_lesson_was_left() -> None:
    every = "-".join(str(n + 1) for n in range(len(lessons()["relevant"].steps)))
    study = Study.read({"done": f"relevant-{every}.recall-1-2-4"})
    view = coach_data(study, Session.start({}, CATALOGUE))["view"]
    found = {name: one for name in lessons() for one in where(view, "data-entry", name)}

    lead = texts(view)[1]
    assert lead.startswith(f"{len(lessons())} short lessons")
    assert f"{sum(one.minutes for one in lessons().values())} minutes" in lead
    assert [*found] == [*lessons()]
    assert found["relevant"][1]["data-done"]
    assert found["relevant"][1]["say"]["go"]["step"] == "1"
    assert found["recall"][1]["say"]["go"]["step"] == "3"
    assert texts([found["recall"]])[2] == "5 min · 3 of 8 steps done, 1 skipped"
    assert where(view, "data-next", True) == [found["recall"]]


def test_where_one_goes_on_is_the_next_open_step_or_says_why_not() -> None:
    def told(study: Study) -> tuple[str, str]:
        (button,) = where(lessons_data(study)["view"], "key", "on")
        return button[2], button[1]["title"]

    words, about = told(Study.read({"done": "relevant-1"}))
    assert words == "Continue: lesson 1, step 2"
    assert "still open" not in about
    study = Study.read({"done": "relevant-1"}).restore({"lesson": "gain", "step": "2"})
    words, about = told(study)
    assert words == "Continue: lesson 7, step 2"
    assert about.endswith("(where you were; lesson 1, step 2 is still open)")


def test_behind_the_last_step_one_goes_on_with_what_is_open_and_where_nothing_is_that_is_said() -> None:
    every = [Place(name, n + 1) for name, one in lessons().items() for n in range(len(one.steps))]

    def shown_after(*done: Place) -> list[str]:
        study = Study(progress=Progress(frozenset((one.lesson, one.step) for one in done)), left_at=every[-1])
        return texts(lessons_data(study)["view"])

    assert "Continue: lesson 1, step 2" in shown_after(every[0], every[-1])
    assert "The course is done." in shown_after(*every)
    assert not any(line.startswith(("Continue", "New here")) for line in shown_after(*every))


def test_lines_of_ones_own_task_stay_lines() -> None:
    link = {"q": "white-cat", "goal": "AP = 1", "task": "Look at rank 1.\nMove it.\n\nWhy?"}
    study = Study.read({**link, "allow": "move"})
    own = task(study, study.begin(Session.start({}, CATALOGUE)))
    assert own.prose.split("\n\n") == ["Look at rank 1.", "Move it.", "Why?"]


def test_a_step_says_what_to_do_and_nothing_of_the_answer() -> None:
    study, session, one = shown(lesson="recall", step="3")

    assert (one.heading, one.title) == ("2. Recall@k", "What it hides")
    assert "You are asked once the change is made" in one.prose
    assert one.waits
    assert (one.praise, one.hints, one.reads) == ("", (), False)
    assert study.ask_hint().clues == 1
    assert task(study.ask_hint(), session).hints
    assert session.desk.predict
    assert session.before is None


def test_who_comes_back_to_what_is_done_goes_on_and_skips_nothing() -> None:
    step, challenge = {"lesson": "relevant", "step": "1"}, {"challenge": "first-hit"}
    for link, words in (
        (step, "Skip"),
        ({**step, "done": "relevant-1"}, "Next"),
        (challenge, "Skip"),
        ({**challenge, "solved": "first-hit"}, "Next"),
    ):
        study = Study.read(link)
        view = coach_data(study, study.begin(Session.start({}, CATALOGUE)))["view"]
        assert [one[2] for one in where(view, "data-testid", "next")] == [words]


def test_the_last_hint_leaves_its_button_and_a_solved_challenge_leads_to_the_next() -> None:
    for link, leads in (({"lesson": "recall", "step": "2"}, "Skip"), ({"challenge": "first-hit"}, "Skip")):
        study = Study.read(link)
        while study.clues < 9:
            view = coach_data(study, study.begin(Session.start({}, CATALOGUE)))["view"]
            ((_, hint, _),) = where(view, "data-do", "hint")
            assert [one[2] for one in where(view, "data-do", "next")] == [leads]
            if not hint.get("say"):
                break
            study = study.ask_hint()
        assert hint["aria-disabled"] == "true"
        assert study.clues
    study = Study.read({"challenge": "first-hit"})
    session = study.begin(Session.start({}, CATALOGUE), {"challenge": "first-hit"})
    (board,) = session.desk.visible
    solved = replace(session, history=session.history.do(session.desk.replace_boards(board.move(2, 1))))
    assert [one[2] for one in where(coach_data(study, solved)["view"], "data-do", "next")] == ["Next"]


def believed(*names: str, of: str) -> str:
    told = explain_beliefs([MISCONCEPTIONS[name] for name in names])
    assert told.startswith("Your answer would follow")
    return told.replace("Your answer", f"What you said of {of}")


@pytest.mark.parametrize(
    ("guesses", "said"),
    [
        ({"P": "up", "AP": "same"}, "**Not as you predicted**: you said that P@6 goes up.\n\n"),
        (
            {"P": 0.25, "AP": "down"},
            (
                "**Not as you predicted**: you said that P@6 is 0.25, and that AP@6 goes down. "
                f"{believed('p-order', of='P@6')} {believed('ap-ranks', 'ap-p', of='AP@6')}\n\n"
            ),
        ),
        ({"P": "down", "AP": 0.917}, "**As you predicted.**\n\n"),
        ({}, ""),
    ],
)
def test_what_came_is_said_to_be_what_was_predicted_or_not(guesses: dict[str, Any], said: str) -> None:
    study, session, _ = shown(lesson="average-precision", step="2")
    step = {"do": "cut", "k": 6, "guesses": guesses, "revision": 1}
    session = session.receive({"client": "a", "revision": 1, "steps": [step], "link": {}})
    praise = task(study, session).praise
    assert praise.startswith(f"{said}Precision fell from 0.6 to 0.5")


def test_a_prediction_of_a_mean_is_named_as_the_mean() -> None:
    study, session, _ = shown(lesson="mean-average-precision", step="2")
    moved = {"dark-cat": "5-1-2-3-4-6-7-8.00001001"}
    step = {"do": "boards", "boards": moved, "guesses": {"AP": "down"}, "revision": 1}
    session = session.receive({"client": "a", "revision": 1, "steps": [step], "link": {}})
    assert task(study, session).praise.startswith("**Not as you predicted**: you said that MAP@8 goes down.")


def test_whoever_goes_past_a_step_is_told_so_once_and_it_counts_as_skipped() -> None:
    session = Session.start({}, CATALOGUE)

    def past(study: Study) -> tuple[list[str], list[str]]:
        view = coach_data(study, study.begin(session))["view"]
        return texts(where(view, "role", "status"))[:1], texts(where(view, "data-skipped", ""))

    study = Study.read({"lesson": "recall", "step": "1"})
    assert past(study) == ([], [])
    study = study.go_to(Place("recall", 2))
    (said,), skipped = past(study)
    assert said.startswith("You skipped step 1.")
    assert skipped == ["1"]
    assert past(study.go_to(Place("recall", 3))) == ([], ["1", "2"])

    # What only has to be read is done by going on, and going back skips nothing.
    read = Study.read({"lesson": "relevant", "step": "6"})
    for place in (Place("relevant", 7), Place("relevant", 5)):
        assert past(read.go_to(place))[0] == []
    (said,), _ = past(Study.read({"lesson": "relevant", "step": "7"}).go_to(Place("recall")))
    assert said.startswith("You skipped step 7 of lesson 1.")


@pytest.mark.parametrize(("lesson", "step"), [("recall", "1"), ("recall", "7"), ("relevant", "1")])
def test_the_presenter_is_told_of_the_step(lesson: str, step: str) -> None:
    study, session, _ = shown(lesson=lesson, step=step)
    told = present_data(session, study)["task"]
    assert told

    assert told["title"] == lessons()[lesson].steps[int(step) - 1].title
    assert (told["number"], told["count"]) == (int(step), len(lessons()[lesson].steps))
    assert told["has_previous"] == ((lesson, step) != ("relevant", "1"))
    assert told["has_next"]
    assert present_data(session)["task"] is None


def test_presenting_goes_on_from_step_to_step() -> None:
    study, session, _ = shown(lesson="recall", step="1", present="1")
    following = study.go_to(Place("recall", 2))

    assert session.desk.present
    assert following.begin(session).desk.present
    assert following.begin(session).origin == Place("recall", 2).lesson_step.desk
