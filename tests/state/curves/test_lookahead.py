from __future__ import annotations

import random
import tracemalloc
from dataclasses import replace
from functools import cache
from itertools import product
from typing import TYPE_CHECKING

import pytest

from irviz.scenarios.catalogue import CATALOGUE
from irviz.scenarios.cats import CATS
from irviz.scenarios.graded import GRADED
from irviz.scenarios.lists import number_items
from irviz.scenarios.pairs import PAIRED
from irviz.state import cache as memory
from irviz.state.board import Board
from irviz.state.curves import lookahead
from irviz.state.desk import MEAN, Desk
from irviz.state.history import History
from irviz.state.session import Session
from tests import oracle
from tests.each import each

if TYPE_CHECKING:
    from irviz.state.curves.series import Curves

PATTERNS = list(product((0, 1), repeat=8))


@cache
def expected(grades: tuple[int, ...]) -> dict[str, list[float]]:
    return oracle.curves(grades)


def assert_same(found: Curves, wanted: dict[str, list[float]]) -> None:
    for name, row in wanted.items():
        assert found[name] == pytest.approx(row, rel=0, abs=5.1e-7), name


def digits(grades: tuple[int, ...]) -> str:
    return "".join(map(str, grades))


def ahead(desk: Desk) -> dict[str, Curves]:
    """What one change to the open boards can lead to."""
    found = lookahead.look_ahead(desk)[desk.opened]
    assert {*found.relevant} == {lookahead.binarize_key(name, desk.threshold) for name in found.graded}
    return {name: found.find(name, desk.threshold) for name in found.graded}


def one_move_away(grades: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Where each of the n · (n − 1) moves leads to."""
    found = []
    for rank, to in product(range(len(grades)), repeat=2):
        if rank != to:
            rest = [*grades]
            rest.insert(to, rest.pop(rank))
            found.append(tuple(rest))
    return found


@pytest.mark.exhaustive
@each("pattern", PATTERNS[::3])
def test_all_56_moves_and_8_toggles_of_a_board_are_there_and_right(pattern: tuple[int, ...]) -> None:
    desk = CATS.replace_boards(replace(CATS.boards[0], grades=pattern))
    toggles = [tuple(g ^ (i == place) for i, g in enumerate(pattern)) for place in range(8)]
    moves = one_move_away(pattern)
    assert (len(moves), len(toggles)) == (56, 8)

    found = ahead(desk)

    assert set(found) == {digits(grades) for grades in (pattern, *moves, *toggles)}
    for name, curves in found.items():
        assert_same(curves, expected(tuple(map(int, name))))


def test_moves_and_grades_of_a_graded_board_are_there_and_right() -> None:
    grades = GRADED.boards[0].ranked
    regraded = [(*grades[:place], grade, *grades[place + 1 :]) for place in range(8) for grade in range(5)]

    found = ahead(GRADED)

    assert set(found) == {digits(one) for one in (*one_move_away(grades), *regraded)}
    for name, curves in found.items():
        ranked = tuple(map(int, name))
        assert_same(curves, expected(ranked))
        cg = [float(oracle.cg(ranked, k)) for k in range(1, 9)]
        assert_same(curves, {"CG": cg, "DCG": [oracle.dcg(ranked, k) for k in range(1, 9)]})


def test_mean_of_three_looks_one_change_ahead_on_each_board() -> None:
    desk = CATS.open(MEAN)
    patterns = [board.ranked for board in desk.boards]
    wanted = {"|".join(map(digits, patterns))}
    for place, pattern in enumerate(patterns):
        toggles = [tuple(g ^ (i == at) for i, g in enumerate(pattern)) for at in range(8)]
        for changed in (*one_move_away(pattern), *toggles):
            rows = [*patterns[:place], changed, *patterns[place + 1 :]]
            wanted.add("|".join(map(digits, rows)))

    found = ahead(desk)

    assert set(found) == wanted
    for name, curves in found.items():
        rows = [tuple(map(int, row)) for row in name.split("|")]
        assert_same(curves, oracle.mean_curves(rows))


def numbers(n: int) -> Desk:
    """A list of so many results, the first of them relevant."""
    board = Board("long", "long", number_items(n), tuple(range(n)), (1,) + (0,) * (n - 1))
    return Desk("long", (board,), "long", 1)


def test_what_is_near_is_there_for_each_query_and_their_mean() -> None:
    found = lookahead.look_ahead(numbers(lookahead.MAX_RESULTS + 1), [CATS])

    assert [*found["cat-in-a-box"].graded] == [lookahead.make_key(CATS)] == ["01011010"]
    assert_same(found["cat-in-a-box"].find("01011010", 1), expected((0, 1, 0, 1, 1, 0, 1, 0)))
    for curve in found["cat-in-a-box"].find("01011010", 1).values():
        assert curve == [round(value, 6) for value in curve]
    assert {*found} == {"long", *CATS.names, MEAN}
    for desk in (GRADED, PAIRED["two-engines"]):  # which have no mean
        assert {*lookahead.look_ahead(desk, [desk])} == {*desk.names}


def test_long_boards_are_not_looked_ahead_of() -> None:
    assert ahead(numbers(lookahead.MAX_RESULTS + 1)) == {}
    assert len(ahead(numbers(lookahead.MAX_RESULTS))) > lookahead.MAX_RESULTS


def test_undefined_metrics_of_what_is_foreseen_are_named() -> None:
    desk = CATS.replace_boards(replace(CATS.boards[0], grades=(1, 0, 0, 0, 0, 0, 0, 0)))

    names = lookahead.find_undefined(desk, ahead(desk))

    assert set(names) == {"00000000"}
    assert set(names["00000000"]) >= {"R", "AP", "nDCG"}
    assert "P" not in names["00000000"]


@pytest.mark.exhaustive
def test_the_cache_counts_what_is_foreseen_as_the_memory_that_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of boards that nobody has seen, no two of which share much."""
    monkeypatch.setattr(memory, "_CACHE", memory._Cache())
    draw = random.Random(1)
    board = CATS.change_scale(4, 1).visible[0]
    grades = [tuple(draw.choices(range(5), k=board.n)) for _ in range(60)]
    desks = [CATS.change_scale(4, 1).replace_boards(replace(board, grades=one)) for one in grades]
    lookahead._get_curve_cache.cache_clear()  # or others share their curves
    lookahead.look_ahead(desks.pop())
    counted = memory.count_cached_bytes()
    tracemalloc.start()
    try:
        for desk in desks:
            lookahead.look_ahead(desk)
        taken, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert 0.5 < taken / (memory.count_cached_bytes() - counted) < 2


def test_near_are_the_tools_and_what_undo_and_redo_lead_to_on_the_same_example() -> None:
    board = CATS.visible[0]
    moved, again = CATS.replace_boards(board.move(1, 4)), CATS.replace_boards(board.move(2, 7))
    other = next(one for name, one in CATALOGUE.items() if name != CATS.id)
    near = lookahead.list_nearby_desks(Session(CATALOGUE, History(moved, (CATS,), (again,))))
    assert [one.visible[0].pattern for one in near] == [
        one.pattern for one in (board.move(1, 4), board, board.ideal(), board.worst(), board, board.move(2, 7))
    ]
    assert other not in lookahead.list_nearby_desks(Session(CATALOGUE, History(moved, (other,))))
