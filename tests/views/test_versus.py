"""What two lists side by side show, and what is foreseen of them."""

from __future__ import annotations

import json
import random
import re
from typing import TYPE_CHECKING

import pytest

from irviz.lenses.unjudged import find_unjudged as what_nobody_judged
from irviz.scenarios.pairs import PAIRED, PAIRS
from irviz.state.curves.lookahead import make_key
from irviz.state.history import History
from irviz.state.pairs.pair import A, B, decode_pair
from irviz.state.session import Session
from irviz.views import page_data
from irviz.views.versus import versus_data
from tests.lenses.claims_two import read
from tests.lenses.slowly import Listed, Two
from tests.lenses.test_unjudged import check
from tests.lenses.test_versus import shown
from tests.state.hand import judged, unjudged

if TYPE_CHECKING:
    from collections.abc import Mapping

    from irviz.state.board import Board
    from irviz.state.desk import Desk


@pytest.mark.parametrize("name", PAIRED)
def test_every_tool_and_every_cutoff_is_foreseen(name: str) -> None:
    session = Session.start({"set": name}, PAIRED)
    data = versus_data(session)
    desk = session.desk

    assert json.loads(json.dumps(data, allow_nan=False)) == data
    assert len(data["explanations"]) == desk.n
    for one in (*judged(desk), desk.replace_boards(desk.board(B).ideal())):
        assert data["explanations_ahead"]["graded"][make_key(one)]
        for board, pattern in zip((A, B), make_key(one).split("|"), strict=True):
            assert pattern in data["curves_ahead"][board]["graded"]


def test_each_pair_says_what_it_is() -> None:
    assert all(one.title and one.about for one in PAIRS)


# Moves at random, and every sentence of the page read back


def made(chance: random.Random) -> tuple[Desk, tuple[int, ...]]:
    """Two lists with some documents in common, some that nobody judged, some that neither has."""
    top = chance.choice((1, 3))
    orders = [range(1, 7), range(1, 7)]
    if chance.random() < 0.7:
        orders = [range(1, 6), range(3, 9)]
    lists = ["-".join(map(str, chance.sample(one, len(one)))) for one in orders]
    grades = "".join(chance.choice([*map(str, range(top + 1)), "_"]) for _ in range(orders[1][-1]))
    outside = tuple(chance.choices(range(1, top + 1), k=chance.choice((0, 2))))
    missed = f"-{''.join(map(str, outside))}" if outside else ""
    return decode_pair(f"{lists[0]}.{lists[1]}.{grades}{missed}.{top}-{chance.randint(1, top)}"), outside


def moved(desk: Desk, chance: random.Random) -> Desk:
    board = chance.choice(desk.boards)
    index, rank, to = (chance.randrange(board.n) for _ in range(3))
    return chance.choice(
        [
            desk.replace_boards(board.move(rank + 1, to + 1)),
            desk.replace_boards(board.grade(index, chance.randint(0, board.top))),
            desk.replace_boards(unjudged(board, index) if board.incomplete else board.ideal()),
            desk.move_cutoff(chance.randint(1, desk.n)),
            desk.change_scale(desk.top, chance.randint(1, desk.top)),
            desk.look(metric=chance.choice(desk.metrics).name),
        ]
    )


def known(desk: Desk) -> dict[str, int]:
    """The grade of each document that somebody judged, by its id."""
    return {
        item.id: grade
        for board in desk.boards
        for index, (item, grade) in enumerate(zip(board.items, board.grades, strict=True))
        if index not in board.unjudged
    }


def slowly(board: Board, grades: Mapping[str, int], outside: tuple[int, ...]) -> Listed:
    ids = [board.items[index].id for index in board.order]
    missed = [grade for name, grade in grades.items() if name not in ids]
    ranked = tuple(grades.get(name, 0) for name in ids)
    return Listed(ranked, tuple(sorted((*missed, *outside))), board.threshold)


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(12))
def test_after_moves_at_random_every_sentence_is_so(seed: int) -> None:
    chance = random.Random(seed)
    desk, outside = made(chance)
    if seed % 3 == 0:
        desk, outside = PAIRED[chance.choice([*PAIRED])], ()
    fresh = desk
    for _ in range(4):
        desk = moved(desk, chance)
        session = Session({desk.id: fresh}, History(desk))
        sentences_are_true(session, outside)
        after = moved(desk, chance)
        foreseen = versus_data(session)["explanations_ahead"]["graded"].get(make_key(after))
        if foreseen and (after.k, after.threshold) == (desk.k, desk.threshold):
            now = versus_data(Session({desk.id: fresh}, History(after)))
            assert foreseen == now["explanations"][desk.k - 1]


def sentences_are_true(session: Session, outside: tuple[int, ...]) -> None:
    desk, grades = session.desk, known(session.desk)
    two = Two(*(slowly(board, grades, outside) for board in desk.boards))
    parts = page_data(session)
    for k, said in enumerate(parts["versus"]["explanations"], 1):
        found = shown(two, k, desk.metrics)
        assert said == [found.headline, *found.sentences]
    for asked in parts["rooms"]["question"]["metrics"]:
        told = read(asked["reason"], two, desk.k)
        assert asked["right"] == {0: "first", 1: "second", None: "same"}[told.best]
        values = [float(one.value(asked["name"], desk.k)) for one in two.lists]
        assert [asked["from"], asked["to"]] == pytest.approx(values, abs=1e-9)
    counts_are_true(parts["words"]["values"], two, desk.k)
    said = parts["versus"]["unjudged"]
    assert bool(said) == any(board.unjudged for board in desk.boards)
    if said:
        metric = next(one for one in desk.metrics if one.name == desk.metric)
        a, b = ([board.items[index].id for index in board.order] for board in desk.boards)
        every = {**grades, **{f"outside {at}": one for at, one in enumerate(outside)}}
        open_ = what_nobody_judged(metric, (a, b), every, desk.k, desk.threshold)
        assert open_ is not None
        assert said == [open_.headline, *open_.sentences]
        check(metric(undefined=0.0), a, b, every, desk.k, threshold=desk.threshold)


def counts_are_true(here: Mapping[str, str], two: Two, k: int) -> None:
    for place, side in enumerate(two.lists):
        lines = {name: re.split(r"; list B: ", one)[place] for name, one in here.items() if "; list B: " in one}
        hits, n = len(side.hits(k)), min(k, len(side.grades))
        assert lines["relevant"].removeprefix("list A: ").startswith(f"R = {side.relevant}")
        counts = {"tp": hits, "fp": n - hits, "fn": side.relevant - hits, "relevance": len(side.hits(99))}
        for name, count in counts.items():
            assert int(re.findall(r"\d+", lines[name].removeprefix("list A: "))[0]) == count
