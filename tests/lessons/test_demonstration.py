"""The way to a challenge's goal, as it is played: it arrives, its numbers are so, and no board is lost."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from irviz.lessons.challenge import challenges
from irviz.lessons.demonstration import Demonstration
from irviz.lessons.study import Study
from irviz.pages.study import CHALLENGES, answer, current_study
from irviz.pages.visit import Visit
from irviz.scenarios.catalogue import CATALOGUE
from irviz.state.goals.clause import format_value
from irviz.state.session import Session

if TYPE_CHECKING:
    from irviz.lessons.challenge import Challenge


def begun(challenge: Challenge) -> Session:
    return Study(challenge=challenge).begin(Session.start({}, CATALOGUE))


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", challenges())
def test_the_way_arrives_and_each_reason_has_the_numbers_of_its_boards(name: str) -> None:
    challenge = challenges()[name]
    way = Demonstration.of(challenge, begun(challenge))
    assert way is not None
    assert len(way.actions) == challenge.fewest
    assert challenge.is_done(way.path[-1])
    for at, (before, now) in enumerate(zip(way.path, way.path[1:], strict=False), 1):
        told = way.play_to(at).reasons
        changed = 0
        for one in challenge.goal.quantities:
            old, new = (format_value(one, one.value(desk)) for desk in (before, now))
            if old != new:
                changed += 1
                assert any(f"goes from {old} to {new}" in line for line in told)
        assert changed or any(" stays at " in line for line in told)


def test_it_begins_with_the_board_as_it_is_and_else_with_the_start() -> None:
    challenge = challenges()["clean-page"]
    session = begun(challenge)
    board = session.desk.boards[0]
    moved = replace(session, history=session.history.do(session.desk.replace_boards(board.move(1, 8))))
    way = Demonstration.of(challenge, moved)
    assert way is not None
    assert (way.path[0], len(way.actions)) == (moved.desk, 1)

    # With two moves in all, a wasted one leaves none to spare.
    tight = replace(challenge, most=2)
    desk = replace(session.desk.replace_boards(board.move(2, 8)), present=True)
    way = Demonstration.of(tight, replace(session, history=session.history.do(desk)))
    assert way is not None
    assert way.path[0].boards == tight.desk.boards
    # A talk goes on, and what the task locks stays locked.
    assert way.session.desk.present
    assert {"example", "move"} <= {*way.session.desk.off}
    assert way.sentence.startswith("No way is known from your board")
    assert not way.play_to(2).sentence.startswith("No way")


def test_a_goal_held_against_the_start_is_not_held_against_the_board_that_it_is_shown_from() -> None:
    challenge = challenges()["same-precision"]
    session = begun(challenge)
    worse = session.desk.replace_boards(session.desk.boards[0].move(2, 4))
    way = Demonstration.of(challenge, replace(session, history=session.history.do(worse)))
    assert way is not None
    assert challenge.is_done(way.path[-1])


def test_while_it_is_played_nothing_is_done_and_afterwards_all_is_as_it_was() -> None:
    visit = Visit({}, {"challenge": "clean-page"})
    current_study(visit, CHALLENGES)
    desk = visit.session.desk
    visit.replace_session(
        replace(visit.session, history=visit.session.history.do(desk.replace_boards(desk.boards[0].move(1, 2))))
    )
    left = visit.session

    for at in (1, 2, 1, 2):
        answer(visit, CHALLENGES, {"show": at})
        assert not current_study(visit, CHALLENGES).solved
        assert visit.session.history.past == ()
    answer(visit, CHALLENGES, {"show": 0})

    assert visit.session == left
    seen = current_study(visit, CHALLENGES)
    assert (seen.shown, seen.is_helped, seen.evidence) == (None, True, {})


def test_what_was_done_with_all_the_help_is_told_apart_from_what_was_done_alone() -> None:
    challenge = challenges()["first-hit"]
    done = challenge.desk.replace_boards(challenge.desk.boards[0].move(1, 8))
    alone = Study(challenge=challenge)
    for clues, mark in ((0, 2), (challenge.hint_count - 1, 2), (challenge.hint_count, 1)):
        assert replace(alone, clues=clues).record_desk(done).evidence == {"goal-first-hit": mark}
    shown = alone.show_solution(begun(challenge), 1).show_solution(begun(challenge), 0)
    assert shown.record_desk(done).evidence == {"goal-first-hit": 1}
    assert Study.read(shown.link).is_helped  # after a reload, too
    assert not shown.take_challenge("first-hit").is_helped


def test_nothing_of_what_one_can_is_in_a_link_or_asked_of_another_page() -> None:
    visit = Visit({}, {})
    current_study(visit, "lessons")
    answer(visit, "coach", {"review": ["computed-P", 7], "seed": 3, "graded": False})
    seen = current_study(visit, "lessons")
    assert seen.review is not None
    assert seen.link == {}
    answer(visit, "coach", {"answer": {"number": 0, "choice": 0}})
    seen = current_study(visit, "lessons")
    assert seen.review is not None
    assert seen.review.said == (0,)
    answer(visit, "coach", {"review": [], "seed": 0, "graded": False})
    assert current_study(visit, "lessons").review is None
