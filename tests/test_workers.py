"""Heavy work in processes of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from irviz import workers as module
from irviz.lessons.challenge import Challenge
from irviz.scenarios.cats import CATS
from irviz.scenarios.sample import make_sample
from irviz.state.collection import Packed
from irviz.state.disagreements.question import Question
from irviz.state.goals.goal import Goal
from irviz.state.goals.solver import solve
from irviz.views.results_share import export_results
from irviz.workers import PickleableBytes, TooLongError, report_searches, run_in_worker, run_with_progress, start, stop

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.exhaustive


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A server's workers, with less patience."""
    monkeypatch.setattr(module, "MAX_SECONDS", 3.0)
    start(1, 1)
    yield
    stop()


@pytest.mark.usefixtures("workers")
def test_who_waits_for_a_search_hears_how_long_it_takes_and_can_stop_it() -> None:
    """What the listener raises goes through, and the worker with the search is gone."""
    shares: list[float] = []

    def enough(share: float) -> None:
        shares.append(share)
        if len(shares) == 2:
            raise KeyboardInterrupt

    worker = run_in_worker(os.getpid)
    with pytest.raises(KeyboardInterrupt), report_searches(enough):
        run_in_worker(time.sleep, 30)
    first, second = shares
    assert module.SILENT_SECONDS / module.MAX_SECONDS < first < second <= 1
    assert run_in_worker(os.getpid) != worker
    # What is over in a moment is not worth a word, and without a listener nobody hears anything.
    with report_searches(lambda share: pytest.fail(str(share))):
        assert run_in_worker(int, "12") == 12


def test_what_was_stopped_is_not_searched_and_not_remembered() -> None:
    goal, board = "beats(nDCG@8) > 0.9", "white-cat"
    link = {"q": board, "goal": goal, "allow": "move"}
    with report_searches(None):
        assert Challenge.read_custom(link).find_solution().moves is None
    assert Challenge.read_custom(link).find_solution().moves is not None


def test_without_workers_it_is_done_in_place() -> None:
    assert run_in_worker(os.getpid) == os.getpid()


@pytest.mark.usefixtures("workers")
def test_a_worker_is_another_process_and_stays() -> None:
    worker = run_in_worker(os.getpid)

    assert worker != os.getpid()
    assert run_in_worker(os.getpid) == worker
    assert run_in_worker(int, "12", base=3) == 5


@pytest.mark.usefixtures("workers")
def test_an_error_comes_back_and_the_worker_stays() -> None:
    worker = run_in_worker(os.getpid)
    with pytest.raises(ZeroDivisionError):
        run_in_worker(divmod, 1, 0)
    assert run_in_worker(os.getpid) == worker


@pytest.mark.usefixtures("workers")
def test_what_takes_too_long_is_given_up_and_the_next_has_a_new_worker() -> None:
    worker = run_in_worker(os.getpid)
    with pytest.raises(TooLongError):
        run_in_worker(time.sleep, 60)
    assert run_in_worker(os.getpid) not in {worker, os.getpid()}


@pytest.mark.usefixtures("workers")
def test_who_waits_for_a_worker_too_long_is_told() -> None:
    with ThreadPoolExecutor(4) as pool:
        asked = [pool.submit(run_in_worker, time.sleep, 60) for _ in range(4)]
        assert [type(one.exception()) for one in asked] == [TooLongError] * 4
    assert run_in_worker(divmod, 7, 2) == (3, 1)


@pytest.mark.usefixtures("workers")
def test_what_takes_too_much_memory_is_given_up() -> None:
    with pytest.raises(TooLongError):
        run_in_worker(bytes, 2 * module.MAX_MEMORY_BYTES)
    assert run_in_worker(divmod, 7, 2) == (3, 1)


@pytest.mark.usefixtures("workers")
def test_a_worker_that_is_gone_is_replaced() -> None:
    worker = run_in_worker(os.getpid)
    with pytest.raises(TooLongError):
        run_in_worker(os._exit, 3)
    assert run_in_worker(os.getpid) != worker


@pytest.mark.usefixtures("workers")
def test_searches_find_the_same_as_in_place() -> None:
    goal = Goal.read("AP = 1")
    assert run_in_worker(solve, CATS, goal) == solve(CATS, goal)
    board = CATS.visible[0]
    question = Question.read({"a": "RR@8", "b": "AP@8", "of": "01011010"}, board)[0]
    there = question.answer(board)
    stop()
    assert question.answer(board) == there


def told_and_done(number: int, told: Callable[[float], None]) -> int:
    """Some work that says how far it is."""
    told(0.5)
    time.sleep(1)
    return number + 1


def never_done(told: Callable[[float], None]) -> None:
    told(0.25)
    time.sleep(60)


def sent_back(data: PickleableBytes, told: Callable[[float], None]) -> PickleableBytes:
    return PickleableBytes(data.data[::-1])


def grown(size: int, told: Callable[[float], None]) -> int:
    """Work that leaves its worker large."""
    module.__dict__["left"] = b"x" * size
    return os.getpid()


@pytest.mark.usefixtures("workers")
def test_packed_results_come_to_the_same_there_as_here() -> None:
    here = make_sample()
    runs = {name: Packed.pack(run) for name, run in here.runs.items()}
    packed = replace(here, qrels=Packed.pack(here.qrels), runs=runs, _kept={}, _rankings={})
    assert packed.packed
    for each in (here, packed):
        each.prepare(5)
        each.compute_tests(5, each.metrics)
    for run in here.runs:
        assert packed.values(run, 5) == here.values(run, 5)
        assert packed.means(run, 5) == here.means(run, 5)
        assert packed.count_undefined(run, 5) == here.count_undefined(run, 5)
    assert packed.reordered == here.reordered
    (mine,), (theirs,) = here.comparisons(5).values(), packed.comparisons(5).values()
    for metric, one in mine.items():
        assert (one.p, one.t, one.interval) == (theirs[metric].p, theirs[metric].t, theirs[metric].interval)
    query = here.queries[0]
    changed = [each.with_edit("A", query, each.board("A", query).ideal()) for each in (here, packed)]
    assert changed[0].means("A", 5) == changed[1].means("A", 5) != here.means("A", 5)
    for kind in ("csv", "tests-json", "parquet", "qrels", "run-A"):
        assert export_results(kind, changed[1], 5) == export_results(kind, changed[0], 5)


class PressedError(BaseException):
    """As Streamlit raises when somebody has pressed something else."""


@pytest.mark.usefixtures("workers")
def test_what_is_watched_says_how_far_it_is_and_is_stopped_by_what_that_raises() -> None:
    shares: list[float] = []
    assert run_with_progress(shares.append, told_and_done, 6) == 7
    assert 2 <= len(shares) <= 8
    assert set(shares) <= {0.0, 0.5}
    assert shares[-1] == 0.5

    def pressed(share: float) -> None:
        raise PressedError

    start = time.monotonic()
    with pytest.raises(PressedError):
        run_with_progress(pressed, never_done)
    assert time.monotonic() - start < 10
    assert run_with_progress(shares.append, told_and_done, 1) == 2


@pytest.mark.usefixtures("workers")
def test_who_waits_for_his_turn_is_told_so_and_can_leave() -> None:
    with ThreadPoolExecutor(1) as pool:
        busy = pool.submit(run_with_progress, lambda share: None, told_and_done, 1)
        while not module._pools["reads"].idle.empty():
            pass
        shares: list[float] = []
        assert run_with_progress(shares.append, told_and_done, 2) == 3
        assert shares[0] == 0.0
        assert busy.result() == 2


@pytest.mark.usefixtures("workers")
def test_many_bytes_go_there_and_back() -> None:
    data = os.urandom(30_000_000)
    assert run_with_progress(print, sent_back, PickleableBytes(data)).data == data[::-1]


@pytest.mark.usefixtures("workers")
def test_a_worker_that_has_grown_makes_room() -> None:
    small, again, large, other = (
        run_with_progress(print, grown, size) for size in (10, 10, 2 * module.MAX_KEPT_MEMORY_BYTES, 10)
    )
    assert small == again == large != other


@pytest.mark.usefixtures("workers")
def test_a_worker_without_work_goes_and_nobody_notices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module._Worker, "_start", _gone_once(module._Worker._start))
    assert run_in_worker(divmod, 7, 2) == (3, 1)


def _gone_once(start: Any) -> Any:
    """The first process that is started goes at once, as one without work does."""
    left = [f"import os; os._exit({module._NOTHING_TO_DO})"]

    def started(worker: module._Worker) -> subprocess.Popen[bytes]:
        process: subprocess.Popen[bytes]
        if left:
            command = [sys.executable, "-c", left.pop()]
            process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            worker._process = process
        else:
            process = start(worker)
        return process

    return started


def test_a_search_ends_with_its_time_and_says_how_far_it_came() -> None:
    found = solve(CATS, Goal.read("AP = 0.123"), ("move", "toggle", "cutoff"), seconds=0)

    assert found.moves is None
    assert not found.complete
    assert found.seen > 1


@pytest.mark.usefixtures("workers")
def test_a_challenge_that_nobody_had_time_for_is_searched_another_time() -> None:
    link = {"q": "white-cat", "goal": "AP = 1", "allow": "move"}
    challenge = Challenge.read_custom(link)
    with ThreadPoolExecutor(1) as pool:
        busy = pool.submit(run_in_worker, time.sleep, 60)
        while not module._pools["searches"].idle.empty():
            pass
        assert challenge.find_solution(most=15_999).moves is None or busy.done()
        assert isinstance(busy.exception(), TooLongError)
    assert challenge.find_solution(most=15_999).moves is not None


def test_a_challenge_whose_search_is_given_up_can_be_played(monkeypatch: pytest.MonkeyPatch) -> None:
    link = {"q": "dark-cat", "goal": "AP = 1", "allow": "move.toggle"}
    monkeypatch.setattr("irviz.lessons.challenge.MAX_SEARCH_SECONDS", 0.0)
    challenge = Challenge.read_custom(link).with_fewest_moves()

    assert challenge.fewest is None
    assert "Nobody knows the shortest way" in challenge.format_hints(challenge.desk)[0]
