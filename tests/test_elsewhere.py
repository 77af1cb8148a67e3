"""Heavy work in processes of its own."""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from irviz import elsewhere as module
from irviz.elsewhere import TooLongError, elsewhere, start, stop
from irviz.lessons.challenge import Challenge
from irviz.scenarios.cats import CATS
from irviz.state.disagreements.question import Question
from irviz.state.goals.goal import Goal
from irviz.state.goals.solver import solve

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.exhaustive


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A server's workers, with less patience."""
    monkeypatch.setattr(module, "SECONDS", 3.0)
    start(1)
    yield
    stop()


def test_without_workers_it_is_done_in_place() -> None:
    assert elsewhere(os.getpid) == os.getpid()


@pytest.mark.usefixtures("workers")
def test_a_worker_is_another_process_and_stays() -> None:
    worker = elsewhere(os.getpid)

    assert worker != os.getpid()
    assert elsewhere(os.getpid) == worker
    assert elsewhere(int, "12", base=3) == 5


@pytest.mark.usefixtures("workers")
def test_an_error_comes_back_and_the_worker_stays() -> None:
    worker = elsewhere(os.getpid)
    with pytest.raises(ZeroDivisionError):
        elsewhere(divmod, 1, 0)
    assert elsewhere(os.getpid) == worker


@pytest.mark.usefixtures("workers")
def test_what_takes_too_long_is_given_up_and_the_next_has_a_new_worker() -> None:
    worker = elsewhere(os.getpid)
    with pytest.raises(TooLongError):
        elsewhere(time.sleep, 60)
    assert elsewhere(os.getpid) not in {worker, os.getpid()}


@pytest.mark.usefixtures("workers")
def test_who_waits_for_a_worker_too_long_is_told() -> None:
    with ThreadPoolExecutor(4) as pool:
        asked = [pool.submit(elsewhere, time.sleep, 60) for _ in range(4)]
        assert [type(one.exception()) for one in asked] == [TooLongError] * 4
    assert elsewhere(divmod, 7, 2) == (3, 1)


@pytest.mark.usefixtures("workers")
def test_what_takes_too_much_memory_is_given_up() -> None:
    with pytest.raises(TooLongError):
        elsewhere(bytes, 2 * module.MOST_MEMORY)
    assert elsewhere(divmod, 7, 2) == (3, 1)


@pytest.mark.usefixtures("workers")
def test_a_worker_that_is_gone_is_replaced() -> None:
    worker = elsewhere(os.getpid)
    with pytest.raises(TooLongError):
        elsewhere(os._exit, 3)
    assert elsewhere(os.getpid) != worker


@pytest.mark.usefixtures("workers")
def test_searches_find_the_same_as_in_place() -> None:
    goal = Goal.read("AP = 1")
    assert elsewhere(solve, CATS, goal) == solve(CATS, goal)
    board = CATS.visible[0]
    question = Question.read({"a": "RR@8", "b": "AP@8", "of": "01011010"}, board)[0]
    there = question.answer(board)
    stop()
    assert question.answer(board) == there


def test_a_search_ends_with_its_time_and_says_how_far_it_came() -> None:
    found = solve(CATS, Goal.read("AP = 0.123"), ("move", "toggle", "cutoff"), seconds=0)

    assert found.moves is None
    assert not found.complete
    assert found.seen > 1


@pytest.mark.usefixtures("workers")
def test_a_challenge_that_nobody_had_time_for_is_searched_another_time() -> None:
    link = {"q": "white-cat", "goal": "AP = 1", "allow": "move"}
    challenge = Challenge.custom(link)
    with ThreadPoolExecutor(1) as pool:
        busy = pool.submit(elsewhere, time.sleep, 60)
        while not module._houses["searches"].idle.empty():
            pass
        assert challenge.solution(most=15_999).moves is None or busy.done()
        assert isinstance(busy.exception(), TooLongError)
    assert challenge.solution(most=15_999).moves is not None


def test_a_challenge_whose_search_is_given_up_can_be_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    link = {"q": "dark-cat", "goal": "AP = 1", "allow": "move.toggle"}
    monkeypatch.setattr("irviz.lessons.challenge.SECONDS", 0.0)
    challenge = Challenge.custom(link).solved()

    assert challenge.fewest is None
    assert "Nobody knows the shortest way" in challenge.clues[0]
