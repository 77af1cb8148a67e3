"""Ranks of one score, tied and parted by hand, in links and in the history."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irviz.scenarios.cats import CATS
from irviz.scenarios.pairs import PAIRED
from irviz.state import permalink
from irviz.state.session import Session
from irviz.state.tied_ranks import change_scores, change_ties, find_ties, read_ties, write_ties

STEP = st.tuples(st.integers(1, 8), st.integers(1, 8), st.booleans()).filter(lambda one: one[0] < one[1])


def together(groups: tuple[tuple[int, int], ...]) -> set[int]:
    """The ranks that are tied with the next one."""
    return {rank for first, last in groups for rank in range(first, last)}


@given(steps=st.lists(STEP, max_size=9))
def test_groups_are_the_ranks_that_were_tied_last(steps: list[tuple[int, int, bool]]) -> None:
    groups: tuple[tuple[int, int], ...] = ()
    wanted: set[int] = set()
    for first, last, tied in steps:
        groups = change_ties(groups, first, last, together=tied)
        wanted = wanted | {*range(first, last)} if tied else wanted - {*range(first, last)}
        assert together(groups) == wanted
        assert all(a < b for a, b in groups)
        assert all(one[1] < other[0] for one, other in pairwise(groups))
        assert read_ties(write_ties(groups)) == groups


@pytest.mark.parametrize("text", ["1", "2-1", "0-2", "2-2", "1-3.3-4", "3-4.1-2", "1-99", "x", "1-2.", "²-3"])
def test_ties_that_are_none_are_said_and_left_out(text: str) -> None:
    desk, (note,) = permalink.read({"tie": text}, CATS)
    assert desk == CATS
    assert note.startswith("Ties are groups of neighbouring ranks from 1 to 8 such as 2-3.5-8")


def test_two_lists_have_no_ties() -> None:
    pair = PAIRED["two-engines"]
    desk, (note,) = permalink.read({"tie": "1-2"}, pair)
    assert (desk.ties, note[:49]) == ((), "Ties are groups of neighbouring ranks of a single")
    with pytest.raises(ValueError, match="from 1 to 0"):
        pair.tie(1, 2, together=True)


def say(session: Session, *steps: dict[str, Any]) -> Session:
    numbered = [{"revision": session.revision + at, **step} for at, step in enumerate(steps, 1)]
    message = {"client": "x", "revision": session.revision + len(steps), "steps": numbered, "link": session.link}
    return session.receive(message)


def test_a_tie_is_undone_and_stays_where_cards_are_moved() -> None:
    session = say(Session.start({}, {"cats": CATS}), {"do": "tie", "first": 2, "last": 3, "together": True})
    assert session.link["tie"] == "2-3"
    board = session.desk.visible[0]
    moved = say(session, {"do": "boards", "boards": {board.id: board.move(2, 7).text}})
    assert moved.link["tie"] == "2-3"
    assert say(moved, {"do": "undo"}, {"do": "undo"}).desk == CATS
    assert say(moved, {"do": "reset"}).link["tie"] == "2-3"


def test_a_tie_leaves_a_prediction_that_was_answered_as_it_is() -> None:
    tie = {"do": "tie", "first": 2, "last": 3, "together": True}
    session = say(Session.start({"predict": "1"}, {"cats": CATS}), {"do": "cut", "k": 4, "guesses": {"P": "up"}})
    assert session.desk.told
    assert say(session, tie).desk.told
    assert say(session, {"do": "boards", "boards": {"white-cat": CATS.boards[1].move(1, 2).text}}).desk.told is False


@pytest.mark.parametrize("ends", [(0, 2), (2, 2), (3, 2), (1, 9), (1, 10**9), (True, 2), (1.0, 2), ("1", 2), (None, 2)])
def test_steps_that_are_none_change_nothing(ends: tuple[Any, Any]) -> None:
    session = Session.start({}, {"cats": CATS})
    after = say(session, {"do": "tie", "first": ends[0], "last": ends[1], "together": True})
    assert after.desk == CATS


def test_a_locked_order_is_not_tied() -> None:
    session = Session.start({"off": "move"}, {"cats": CATS})
    assert say(session, {"do": "tie", "first": 1, "last": 2, "together": True}).desk.ties == ()


@given(st.lists(st.integers(0, 5), min_size=2, max_size=9), st.data())
def test_scores_say_what_is_tied_by_hand(numbers: list[int], data: st.DataObject) -> None:
    scores = sorted(map(float, numbers), reverse=True)
    before = after = find_ties(scores)
    for _ in range(data.draw(st.integers(0, 3))):
        first = data.draw(st.integers(1, len(scores) - 1))
        last = data.draw(st.integers(first + 1, len(scores)))
        after = change_ties(after, first, last, together=data.draw(st.booleans()))
    changed = change_scores(scores, before, after)
    assert find_ties(changed) == after
    assert changed == sorted(changed, reverse=True)
    assert changed == scores or before != after
