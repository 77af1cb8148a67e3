"""The list of challenges, what is said of one of them, and the form in which one is written."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from irviz.lessons.challenge import challenges
from irviz.lessons.draft import Draft, Row, judge
from irviz.lessons.study import Study
from irviz.scenarios.catalogue import CATALOGUE
from irviz.state import permalink
from irviz.state.session import Session
from irviz.views.author import Checked, Writing, author_data, board_parameters
from irviz.views.coach import coach_data
from irviz.views.lists import challenges_data
from tests.views.described import attributes, texts, where
from tests.views.test_coach import task

if TYPE_CHECKING:
    from irviz.state.desk import Desk
    from tests.views.conftest import Stored

OWN = {"q": "five-documents", "k": "3", "goal": "AP = 1", "allow": "move", "most": "2"}


def test_the_list_says_what_is_done_and_what_is_next() -> None:
    shown = challenges_data(Study(solved=frozenset({"first-hit", "found-all"})))
    found = {one: where(shown["view"], "data-entry", one)[0] for one in challenges()}

    assert json.loads(json.dumps(shown)) == shown
    assert [one["data-entry"] for one in attributes(shown["view"]) if "data-entry" in one] == [*found]
    assert f"All of them: 2 of {len(challenges())} done" in texts(shown["view"])
    assert [name for name, one in found.items() if one[1]["data-done"]] == ["first-hit", "found-all"]
    assert where(shown["view"], "data-next", True) == [found["where-they-meet"]]
    assert not where(shown["view"], "aria-current", True)
    about = {name: texts(one[3:])[0] for name, one in found.items()}
    assert not [words for words in about.values() if "='" in words or "has gone" in words]
    assert about["two-names"] == "AP@3 (divided by the hits found) is 1 and AP@3 is below 0.3."
    assert about["found-all"] == "Recall is 1 and precision is above 0.5."


def test_the_list_marks_where_one_was() -> None:
    def marked(study: Study, name: str) -> list[str]:
        found = where(challenges_data(study)["view"], name, True)
        return [one[1]["data-entry"] for one in found]

    left = Study(solved=frozenset({"found-all"})).take_challenge("where-they-meet").leave()
    assert marked(left, "aria-current") == ["where-they-meet"]
    assert marked(left, "data-next") == ["it-falls"]
    again = left.take_challenge("first-hit").take_challenge("graded-perfect").leave()
    assert marked(again, "data-next") == ["first-hit"]
    assert marked(Study(solved=frozenset(challenges())), "data-next") == []


def test_what_was_done_before_a_reload_counts_as_moves() -> None:
    study = Study().take_challenge("clean-page")
    session = study.begin(Session.start({}, CATALOGUE))
    board = session.desk.boards[0]
    half, done = (
        session.desk.replace_boards(board.move(3, 8)),
        session.desk.replace_boards(board.move(3, 8).move(1, 8)),
    )
    left = study.begin(session, {"q": "cat-in-a-box", "k": "3", **permalink.write(half, CATALOGUE["cats"])})

    assert left.history.past == ()
    assert task(study, left).moves == "One move so far; two moves can do it."
    again = replace(left, history=left.history.do(session.desk.replace_boards(board.move(3, 5))))
    assert task(study, again).moves == (
        "One move so far (steps that one move can do count as one); two moves can do it."
    )
    end = replace(left, history=left.history.do(done))
    assert task(study, end).moves == ""
    assert task(study, end).praise.startswith("Done in two moves, the fewest")


def test_the_end_of_the_way_is_as_stored(stored: Stored) -> None:
    study = Study().take_challenge("clean-page")
    session = study.begin(Session.start({}, CATALOGUE))
    stored("coach-way", coach_data(study.show_solution(session, 2), session)["view"])


def message(session: Session, desk: Desk) -> dict[str, Any]:
    """What the page sends when somebody has made this desk of the one that it showed."""
    now, revision = session.desk, session.revision + 1
    if desk.k != now.k:
        step: dict[str, Any] = {"do": "cut", "k": desk.k}
    elif desk.conventions != now.conventions:
        step = {"do": "conventions", "by": desk.conventions.write()}
    elif (desk.top, desk.threshold) != (now.top, now.threshold):
        step = {"do": "scale", "top": desk.top, "threshold": desk.threshold}
    elif desk.boards != now.boards:
        changed = [board for board in desk.boards if board not in now.boards]
        step = {"do": "boards", "boards": {one.id: one.text for one in changed}}
    else:
        step = {"do": "open", "q": desk.opened}
    steps = [{"revision": revision, **step}]
    return {"client": "page", "revision": revision, "steps": steps, "link": {"q": "no", "k": "0"}}


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", challenges())
def test_each_can_be_solved_with_what_its_page_sends(name: str) -> None:
    study = Study().take_challenge(name)
    challenge = study.challenge
    assert challenge is not None
    session = study.begin(Session.start({}, CATALOGUE))
    start = session.desk.boards
    desk = session.desk
    assert task(study, session).done is False

    for action in challenge.find_solution().actions:
        desk = action.apply(desk)
        session = session.receive(message(session, desk))
        assert session.desk.boards == desk.boards
    one = task(study, session)
    assert (one.done, one.moves) == (True, "")
    assert "the fewest there are." in one.praise
    assert study.record_desk(session.desk).solved == {name}

    reset = {"revision": session.revision + 1, "do": "reset"}
    steps = {"client": "page", "revision": session.revision + 1, "steps": [reset], "link": {}}
    orders = {board.id: board.order for board in start}
    for board in session.receive(steps).desk.visible:
        assert board.order == orders[board.id]


def test_too_many_moves_are_not_enough() -> None:
    study = Study.read(OWN)
    session = study.begin(Session.start({}, CATALOGUE))
    board = session.desk.boards[0]
    history = session.history
    for changed in (board.move(1, 5), board.move(1, 5).move(1, 4), board.ideal().move(1, 3)):
        history = history.do(session.desk.replace_boards(changed))
    done = history.do(session.desk.replace_boards(board.ideal()))

    far = task(replace(study, clues=3), replace(session, history=done))
    history = session.history.do(session.desk.replace_boards(board.ideal()))
    near = task(study, replace(session, history=history))
    assert (far.done, near.done) == (False, True)
    assert far.reply.endswith("only two moves may be used: undo some, or start again.")
    assert near.praise == "Done in two moves, the fewest there are."
    assert near.heading == "A challenge for you"


def test_the_form_knows_whether_what_was_checked_is_what_it_says(stored: Stored) -> None:
    session = Session.start({"q": "dark-cat", "k": "2"}, CATALOGUE)
    draft, start = Draft((Row(metric="RR", relation="=", value="1"),)), board_parameters(session)
    checked = Checked(draft, start, judge(draft, start))

    shown = author_data(Writing(draft, checked), session)["view"]
    assert "Goal: RR@2 is 1." in texts(shown)
    stored("author-proved", shown)
    other = replace(session, history=session.history.do(session.desk.open("white-cat")))
    for old in (author_data(Writing(draft, checked), other), author_data(Writing(Draft(), checked), session)):
        assert "check it again" in texts(old["view"])[-1]
    wrong = author_data(Writing(Draft((Row(relation="="),))), session)["view"]
    assert "Not yet: condition 1 needs a number, such as 0.6, 3/5 or 60%." in texts(wrong)
    assert not where(wrong, "aria-invalid", True)
