"""Practice: the next change tells two beliefs apart, and what somebody believes comes out.

What each belief answers is counted by `tests.lessons.believing`, which shares nothing with `irviz`.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from irviz.lessons.check.misconceptions import MISCONCEPTIONS
from irviz.lessons.practice import find_fitting_misconceptions, list_changes, make_findings, propose_practice
from irviz.metrics import METRICS
from irviz.scenarios.cats import CATS
from irviz.scenarios.graded import GRADED
from irviz.state.board import Board, Item
from irviz.state.chosen_conventions import Conventions
from irviz.state.desk import MEAN, Desk
from irviz.state.predictions.answer import MAX_ANSWERS, Answer, Change, find_change
from irviz.state.predictions.tally import Tally
from tests.lessons.believing import BELIEFS, TRUE, held, way

if TYPE_CHECKING:
    from irviz.lessons.practice import Practice
    from irviz.state.predictions.prediction import Direction
    from tests.lessons.believing import Counted

NAMES = sorted({name for name, _ in BELIEFS.values()})
WAYS: dict[int, Direction] = {1: "up", 0: "same", -1: "down"}


@st.composite
def desks(draw: st.DrawFn, smallest: int = 2) -> Desk:
    """A list in the hand, with a relevant result, by grades or not."""
    top = draw(st.sampled_from([1, 1, 3]))
    grades = draw(st.lists(st.integers(0, top), min_size=smallest, max_size=8).filter(any))
    n = len(grades)
    items = tuple(Item(f"d{at}", f"document {at}") for at in range(n))
    order = tuple(draw(st.permutations(range(n))))
    board = Board("b", "letters", items, order, tuple(grades), top=top)
    desk = Desk("d", (board,), "b", draw(st.integers(1, n)), predict=True)
    return replace(desk, told=draw(st.booleans()))


def missed(name: str) -> Tally:
    return Tally.read(f"{name}-0-1")


def goes(belief: Counted, change: Change) -> Direction:
    """Where a value goes for somebody who counts by hand."""
    before, after = change.before.grades, change.after.grades
    return WAYS[way([belief(before, change.k_before), belief(after, change.k)])]


def told_apart(desk: Desk, found: Practice) -> tuple[str, Change]:
    """What is asked, proved to be a question that two beliefs answer differently."""
    change = find_change(desk, found.desk)
    assert change
    first, second = found.beliefs
    answers = [
        goes((held(one.id, found.metric) if one else None) or TRUE[found.metric], change) for one in (first, second)
    ]
    assert answers[0] != answers[1]
    for one in filter(None, found.beliefs):
        assert one.metric == found.metric
    return found.metric, change


@given(desks(), st.sampled_from(NAMES))
def test_the_beliefs_of_a_change_answer_it_differently(desk: Desk, name: str) -> None:
    found = propose_practice(desk, missed(name), ())
    assume(found)
    assert found

    metric, change = told_apart(desk, found)
    assert metric == name
    assert found.desk in list_changes(desk)
    # What the curves have shown is not asked.
    assert change.k == change.k_before or (change.k > change.k_before and not desk.told)


@given(desks(4), st.sampled_from(NAMES), st.data())
def test_practice_goes_on_and_asks_nothing_twice(desk: Desk, name: str, data: st.DataObject) -> None:
    answers: tuple[Answer, ...] = ()
    seen = set()
    for _ in range(6):
        found = propose_practice(desk, missed(name), answers)
        if found is None:
            break
        _, change = told_apart(desk, found)
        assert (change.after, change.k) not in seen
        seen |= {(change.after, change.k), (change.before, change.k_before)}
        said = data.draw(st.sampled_from([*WAYS.values()]))
        answers = (*answers, Answer(METRICS[name], change, said))
        desk = replace(found.desk, told=True)


BY_ORDER = [name for name, one in MISCONCEPTIONS.items() if name in BELIEFS and not one.depth]


@pytest.mark.exhaustive
@pytest.mark.parametrize("belief", BY_ORDER)
def test_who_believes_something_is_found_out(belief: str) -> None:
    """Whoever answers as a belief would is asked until that one fits best, or no question is left."""
    name, counted = BELIEFS[belief]
    desk = replace(GRADED, predict=True, told=True)
    answers: tuple[Answer, ...] = ()
    for _ in range(12):
        found = propose_practice(desk, missed(name), answers)
        if found is None:
            break
        change = find_change(desk, found.desk)
        assert change
        answers = (*answers, Answer(METRICS[name], change, goes(counted, change)))
        desk = replace(found.desk, told=True)
    best = [one.misconception.id for one in make_findings(answers) if one.held == one.met]
    # Of four or five, one is left, or two that no change of these boards tells apart.
    assert belief in best
    assert len(best) <= 2, best


@given(desks(), st.sampled_from(NAMES), st.sampled_from([*WAYS.values()]), st.data())
def test_an_answer_fits_the_beliefs_that_would_give_it(
    desk: Desk, name: str, said: Direction, data: st.DataObject
) -> None:
    there = data.draw(st.sampled_from([*list_changes(desk)]))
    change = find_change(desk, there)
    assert change
    assume(change.after.relevant)
    found = {one.id for one in find_fitting_misconceptions(Answer(METRICS[name], change, said))}

    right = goes(TRUE[name], change)
    moved = change.k != change.k_before
    assert found == {
        one
        for one in MISCONCEPTIONS
        if (counted := held(one, name)) and goes(counted, change) == said != right
        if moved or not MISCONCEPTIONS[one].depth
    }


def test_a_value_fits_the_belief_that_computes_it() -> None:
    change = find_change(CATS, CATS.replace_boards(CATS.boards[0].move(4, 3)))
    assert change
    of_the_found = BELIEFS["ap-found"][1](change.after.grades, change.k)

    found = find_fitting_misconceptions(Answer(METRICS["AP"], change, float(of_the_found)))
    assert "ap-found" in {one.id for one in found}
    assert not find_fitting_misconceptions(Answer(METRICS["AP"], change, float(TRUE["AP"](change.after.grades, 3))))


def test_nothing_is_said_of_what_the_course_does_not_teach() -> None:
    change = find_change(CATS, CATS.replace_boards(CATS.boards[0].move(2, 1)))
    assert change
    other = Conventions(ap="hits").metric(METRICS["AP"])

    assert find_fitting_misconceptions(Answer(METRICS["AP"], change, "same"))
    assert not find_fitting_misconceptions(Answer(other, change, "same"))
    assert not find_fitting_misconceptions(Answer(METRICS["IDCG"], change, "up"))
    assert make_findings([Answer(METRICS["IDCG"], change, "up")]) == ()
    hits = replace(CATS, conventions=Conventions(ap="hits"))
    assert propose_practice(hits, missed("AP"), ()) is None
    assert propose_practice(GRADED, missed("IDCG"), ()) is None
    assert propose_practice(CATS, Tally(), ()) is None
    assert propose_practice(CATS.open(MEAN), missed("AP"), ()) is None


def test_the_metric_that_is_missed_most_is_practised() -> None:
    tally = Tally.read("P-4-1.AP-1-3.RR-0-1.IDCG-0-9")

    found = propose_practice(CATS, tally, ())
    assert found
    assert found.metric == "AP"
    wall = propose_practice(replace(CATS, present=True, metric="RR"), tally, ())
    assert wall
    assert wall.metric == "RR"  # the one on the wall
    assert propose_practice(replace(CATS, present=True, metric="nDCG"), tally, ()) is None


@pytest.mark.parametrize("lock", ["move", "judge", "cut"])
def test_what_a_teacher_has_locked_is_not_proposed(lock: str) -> None:
    for name in NAMES:
        for told in (False, True):
            desk = replace(CATS, off=(lock,), told=told)
            found = propose_practice(desk, missed(name), ())
            if found is None:
                continue
            change = find_change(desk, found.desk)
            assert change
            assert lock != "cut" or change.k == change.k_before
            assert lock != "move" or found.desk.boards[0].order == desk.boards[0].order
            assert lock != "judge" or found.desk.boards[0].grades == desk.boards[0].grades


@given(desks(), st.sampled_from(NAMES))
def test_the_words_of_a_change_lead_to_it(desk: Desk, name: str) -> None:
    found = propose_practice(desk, missed(name), ())
    assume(found)
    assert found
    (board,) = desk.boards
    numbers = [int(one) for one in re.findall(r"\d+", found.words)]
    match re.sub(r"\d+", "n", found.words):
        case "The result that was at rank n is at rank n now.":
            expected = desk.replace_boards(board.move(*numbers))
        case "The result at rank n is relevant now." | "The result at rank n is no longer relevant.":
            expected = desk.replace_boards(board.toggle(board.order[numbers[0] - 1]))
            now = expected.boards[0].ranked[numbers[0] - 1]
            assert bool(now) == ("now" in found.words)
        case "The result at rank n gets grade n instead of n.":
            rank, grade, was = numbers
            assert board.ranked[rank - 1] == was
            expected = desk.replace_boards(board.grade(board.order[rank - 1], grade))
        case _:
            assert found.words == f"The cutoff moves from k = {desk.k} to k = {numbers[1]}."
            expected = desk.move_cutoff(numbers[1])
    assert found.desk == expected


def test_only_so_much_is_remembered() -> None:
    assert 20 < MAX_ANSWERS < 200
