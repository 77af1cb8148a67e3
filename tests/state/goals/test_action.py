"""A way from desk to desk is counted fairly, and a move is said in words."""

import random
from dataclasses import replace
from itertools import permutations

import pytest

from irviz.scenarios.cats import CATS
from irviz.state.chosen_conventions import Conventions
from irviz.state.desk import MEAN
from irviz.state.goals.action import Action, count_effort, count_moves
from tests.state.hand import by_hand, desk


def test_the_moves_between_two_orders_are_counted_right() -> None:
    start = desk("01010")
    distance = {start.boards[0].order: 0}
    level = [start]
    while level:
        reached = [one for old in level for one in by_hand(old, ["move"])]
        following = []
        for one in reached:
            order = one.boards[0].order
            if order not in distance:
                distance[order] = distance[level[0].boards[0].order] + 1
                following.append(one)
        level = following

    for order in permutations(range(5)):
        assert count_moves(start, start.replace_boards(start.boards[0].reorder(order))) == distance[order]


@pytest.mark.parametrize("kind", ["move", "toggle", "grade", "cutoff", "rule"])
def test_one_move_is_one(kind: str) -> None:
    start = replace(desk("0312", top=3), conventions=Conventions(gain="exp"))
    for reached in by_hand(start, [kind]):
        assert count_moves(start, reached) == (reached != start)


def test_an_unknown_action_is_refused() -> None:
    with pytest.raises(ValueError, match="no action 'fly'"):
        Action("fly", "q0", 1, 2).apply(desk("01"))


def test_effort_counts_what_a_hand_meant() -> None:
    start = desk("0101010")
    item = start.boards[0]
    carried = [start.replace_boards(item.move(1, to)) for to in range(1, 6)]
    pushed = [carried[-1].move_cutoff(k) for k in (3, 4, 5)]
    other = pushed[-1].replace_boards(pushed[-1].boards[0].move(7, 1))

    assert count_effort([start]) == 0
    assert count_effort([start, start.look(lens="orders")]) == 0
    assert count_effort(carried) == 1
    assert count_effort([*carried, *pushed]) == 2
    assert count_effort([*carried, *pushed, other]) == 3
    assert count_effort([*carried, *pushed, start]) == 0
    assert count_effort([*carried, start, other]) == 3
    assert count_effort([start, start.replace_boards(item.ideal())]) == count_moves(
        start, start.replace_boards(item.ideal())
    )


def test_effort_is_never_fewer_than_it_takes() -> None:
    draw = random.Random(7)
    for _ in range(60):
        path = [desk("010101", top=1)]
        for _ in range(draw.randrange(12)):
            path.append(draw.choice([*by_hand(path[-1], ["move", "toggle", "cutoff"])]))
        assert count_moves(path[0], path[-1]) <= count_effort(path) <= len(path) - 1


@pytest.mark.exhaustive
def test_a_long_history_is_counted_at_once() -> None:
    draw = random.Random(1)
    path = [CATS.open(MEAN)]
    for _ in range(200):
        path.append(draw.choice([*by_hand(path[-1], ["move"])]))

    assert 0 < count_effort(path) <= 200


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (Action("move", "cat-in-a-box", 4, 1), "Take “Tabby in a box” from rank 4 to rank 1."),
        (Action("swap", "cat-in-a-box", 4, 1), "Swap ranks 4 and 1."),
        (Action("toggle", "cat-in-a-box", 4), "Mark “Tabby in a box” as not relevant."),
        (Action("toggle", "cat-in-a-box", 1), "Mark “Two cats” as relevant."),
        (Action("grade", "cat-in-a-box", 1, 1), "Give “Two cats” grade 1."),
        (Action("cutoff", to=5), "Move the cutoff to 5."),
        (Action("scale", to=2), "Count grades from 2 on as relevant."),
        (Action("open", name="dark-cat"), "Open the query “dark cat”."),
        (Action("open", name="mean"), "Open the mean of all queries."),
        (Action("metric", name="AP"), "Choose AP as the metric that is explained."),
        (Action("lens", name="orders"), "Open the view “orders”."),
        (Action("rule", name="ap-minrk"), "Choose a convention, so that the convention for AP is min(R,k)."),
    ],
)
def test_actions_in_words(action: Action, words: str) -> None:
    assert action.describe(CATS) == words


def test_actions_name_the_query_where_several_are_open() -> None:
    action = Action("move", "dark-cat", 5, 1)

    assert action.describe(CATS.open(MEAN)).endswith("to rank 1 for “dark cat”.")
