"""The list of lessons, and what the column and the presenter's bar say of a step."""

from __future__ import annotations

from typing import Any

import pytest

from irviz.lessons.check.misconceptions import MISCONCEPTIONS, follows
from irviz.lessons.course import Place, lessons
from irviz.lessons.study import Study
from irviz.scenarios.catalogue import CATALOGUE
from irviz.state.session import Session
from irviz.views.coach import challenge_data, lesson_data
from irviz.views.present import present_data


def shown(**link: str) -> tuple[Study, Session, dict[str, Any]]:
    study = Study.read(link)
    session = study.begin(Session.start(link, CATALOGUE), link)
    return study, session, lesson_data(study, session)


def test_the_list_goes_on_where_each_lesson_was_left() -> None:
    every = "-".join(str(n + 1) for n in range(len(lessons()["relevant"].steps)))
    _, _, data = shown(done=f"relevant-{every}.recall-1-2-4")
    entries = {one["go"]["lesson"]: one for one in data["list"]}

    assert data["task"] is None
    assert data["lead"].startswith(f"{len(lessons())} short lessons")
    assert f"{sum(one.minutes for one in lessons().values())} minutes" in data["lead"]
    assert [*entries] == [*lessons()]
    assert entries["relevant"]["done"]
    assert entries["relevant"]["go"]["step"] == "1"
    assert entries["recall"]["go"]["step"] == "3"
    assert entries["recall"]["remark"] == "5 min · 3 of 8 steps done, 1 skipped"
    assert [name for name, one in entries.items() if one["next"]] == ["recall"]


def test_where_one_goes_on_is_the_next_open_step_or_says_why_not() -> None:
    _, _, data = shown(done="relevant-1")
    assert data["onwards"]["words"] == "Continue: lesson 1, step 2"
    assert "still open" not in data["onwards"]["about"]
    study = Study.read({"done": "relevant-1"}).remembered({"lesson": "gain", "step": "2"})
    data = lesson_data(study, Session.start({}, CATALOGUE))
    assert data["onwards"]["words"] == "Continue: lesson 7, step 2"
    assert data["onwards"]["about"].endswith("(where you were; lesson 1, step 2 is still open)")


def test_lines_of_ones_own_task_stay_lines() -> None:
    link = {"q": "white-cat", "goal": "AP = 1", "task": "Look at rank 1.\nMove it.\n\nWhy?"}
    study = Study.read({**link, "allow": "move"})
    task = challenge_data(study, study.begin(Session.start({}, CATALOGUE)))["task"]
    assert task["prose"].split("\n\n") == ["Look at rank 1.", "Move it.", "Why?"]


def test_a_step_says_what_to_do_and_nothing_of_the_answer() -> None:
    study, session, data = shown(lesson="recall", step="3")
    task = data["task"]

    assert (task["heading"], task["title"]) == ("2. Recall@k", "What it hides")
    assert task["predicts"]
    assert task["waits"]
    assert (task["praise"], task["hints"], task["end"]) == ("", [], None)
    assert study.clue().clues == 1
    assert lesson_data(study.clue(), session)["task"]["hints"]
    assert session.desk.predict
    assert session.before is None


def believed(*names: str) -> str:
    return follows([MISCONCEPTIONS[name] for name in names])


@pytest.mark.parametrize(
    ("guesses", "said"),
    [
        ({"P": "up", "AP": "same"}, "**Not as you predicted**: you said that P goes up.\n\n"),
        (
            {"P": 0.25, "AP": "down"},
            (
                "**Not as you predicted**: you said that P is 0.25, and that AP goes down. "
                f"{believed('p-order')} {believed('ap-ranks', 'ap-p')}\n\n"
            ),
        ),
        ({"P": "down", "AP": 0.917}, "**As you predicted.**\n\n"),
        ({}, ""),
    ],
)
def test_what_came_is_said_to_be_what_was_predicted_or_not(
    guesses: dict[str, Any], said: str
) -> None:
    study, session, _ = shown(lesson="average-precision", step="2")
    step = {"do": "cut", "k": 6, "guesses": guesses, "revision": 1}
    session = session.receive({"client": "a", "revision": 1, "steps": [step], "link": {}})
    praise = lesson_data(study, session)["task"]["praise"]
    assert praise.startswith(f"{said}Precision fell from 0.6 to 0.5")


def test_whoever_goes_past_a_step_is_told_so_once_and_it_counts_as_skipped() -> None:
    study, session, data = shown(lesson="recall", step="1")
    assert (data["task"]["past"], data["task"]["skipped"]) == ("", [])

    study = study.go(Place("recall", 2))
    task = lesson_data(study, study.begin(session))["task"]
    assert task["past"].startswith("You skipped step 1.")
    assert task["skipped"] == [1]
    study = study.go(Place("recall", 3))
    task = lesson_data(study, study.begin(session))["task"]
    assert (task["past"], task["skipped"]) == ("", [1, 2])

    # What only has to be read is done by going on, and going back skips nothing.
    read, session, _ = shown(lesson="relevant", step="6")
    for place in (Place("relevant", 7), Place("relevant", 5)):
        there = read.go(place)
        assert lesson_data(there, there.begin(session))["task"]["past"] == ""
    over, session, _ = shown(lesson="relevant", step="7")
    over = over.go(Place("recall"))
    said = lesson_data(over, over.begin(session))["task"]["past"]
    assert said.startswith("You skipped step 7 of lesson 1.")


@pytest.mark.parametrize(("lesson", "step"), [("recall", "1"), ("recall", "7"), ("relevant", "1")])
def test_the_presenter_is_told_of_the_step(lesson: str, step: str) -> None:
    study, session, _ = shown(lesson=lesson, step=step)
    told = present_data(session, study)["talk"]

    assert told["title"] == lessons()[lesson].steps[int(step) - 1].title
    assert (told["number"], told["of"]) == (int(step), len(lessons()[lesson].steps))
    assert told["back"] == ((lesson, step) != ("relevant", "1"))
    assert told["forward"]
    assert present_data(session)["talk"] is None


def test_presenting_goes_on_from_step_to_step() -> None:
    study, session, _ = shown(lesson="recall", step="1", present="1")
    following = study.go(Place("recall", 2))

    assert session.desk.present
    assert following.begin(session).desk.present
    assert following.begin(session).origin == Place("recall", 2).found.desk
