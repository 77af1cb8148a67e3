"""What the solver claims is what going through every order by hand finds."""

from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from irviz.scenarios.cats import CATS
from irviz.scenarios.graded import GRADED
from irviz.state.desk import MEAN, Desk
from irviz.state.goals.goal import Goal
from irviz.state.goals.solver import Solution, solve
from tests.state.hand import by_hand, desk


def looks(one: Desk, allowed: Sequence[str]) -> Iterator[Desk]:
    yield one
    if "open" in allowed:
        yield from (one.open(name) for name in (*one.names, MEAN))


def brute(start: Desk, goal: Goal, allowed: Sequence[str], deepest: int) -> int | None:
    """The fewest moves over whole orders, or None where there are more than `deepest`."""

    def work(one: Desk) -> tuple[object, ...]:
        return ([(b.order, b.grades, b.threshold) for b in one.boards], one.k, one.conventions)

    level, seen = [start], {repr(work(start))}
    for depth in range(deepest + 1):
        if any(goal.is_met(view, start) for one in level for view in looks(one, allowed)):
            return depth
        following = []
        for one in level:
            for reached in by_hand(one, allowed):
                if (key := repr(work(reached))) not in seen:
                    seen.add(key)
                    following.append(reached)
        level = following
    return None


def hold(solution: Solution, start: Desk, goal: Goal) -> None:
    """The way that a solution names leads to the goal with so many moves."""
    moves = [action for action in solution.actions if action.kind not in {"open", "metric", "lens"}]
    assert len(moves) == solution.moves
    end = start
    for action in solution.actions:
        assert action.describe(end).endswith(".")
        end = action.apply(end)
    assert goal.is_met(end, start)


BINARY = [
    ("RR = 1 and AP < 0.6", ("move",)),
    ("AP = 1", ("move",)),
    ("AP = 1", ("swap",)),
    ("AP > start and RR < start", ("move",)),
    ("nDCG@3 < 0.5 and P@3 = start", ("move",)),
    ("rank(a) = 5 and RR = 1", ("move",)),
    ("rank(a) = 5 and rank(e) = 1", ("swap",)),
    ("relevant(a) = 1 and P = 1", ("move", "toggle")),
    ("relevant(c) != start and R = 1 and k = 2", ("toggle",)),
    ("P = 1 and k > 2", ("cutoff", "move")),
    ("TP = 1 and FP = 0", ("cutoff",)),
    ("beats(AP) >= 90%", ("move",)),
    ("AP > 0.999 and RR < 0.5", ("move", "toggle", "cutoff")),
    ("AP < 0.05", ("move",)),
]
"""Goals and what is allowed, on a board of five."""


@pytest.mark.exhaustive
@pytest.mark.parametrize("pattern", ["01011", "00110"])
@pytest.mark.parametrize(("text", "allowed"), BINARY)
def test_as_few_as_by_hand_on_binary_boards(pattern: str, text: str, allowed: tuple[str, ...]) -> None:
    start, goal = desk(pattern), Goal.read(text)
    solution = solve(start, goal, allowed)

    assert solution.moves == brute(start, goal, allowed, 3 if "toggle" in allowed else 4)
    if solution.moves is None:
        assert solution.impossible
    else:
        hold(solution, start, goal)


GRADED_GOALS = [
    ("nDCG@4 = 1", ("move",)),
    ("nDCG@4 = 1", ("swap",)),
    ("nDCG@3 > start and P@2 = start", ("move",)),
    ("DCG@2 > 4 and RR < 1", ("move",)),
    ("grade(a) = 3 and nDCG = 1", ("grade",)),
    ("rank(d) = 1 and grade(d) = 1", ("move", "grade")),
    ("CG = 6", ("move", "cutoff")),
    ("threshold = 2 and RR = 1", ("scale", "move")),
    ("P@2 = 0.5", ("scale",)),
    ("nDCG@2 < start", ("rule",)),
    ("rule(gain) = exp and nDCG@4 > start", ("rule", "move")),
]


@pytest.mark.parametrize("pattern", ["0312", "2031", "1102"])
@pytest.mark.parametrize(("text", "allowed"), GRADED_GOALS)
def test_as_few_as_by_hand_on_graded_boards(pattern: str, text: str, allowed: tuple[str, ...]) -> None:
    start, goal = desk(pattern, top=3), Goal.read(text)
    found = brute(start, goal, allowed, 3)
    solution = solve(start, goal, allowed, deepest=3)

    assert solution.moves == found
    if found is not None:
        hold(solution, start, goal)


SEVERAL = [
    ("MAP = 1", ("move", "open")),
    ("AP = 1 and opened = q1", ("move", "open")),
    ("AP = 1 and opened = mean", ("move", "open")),
    ("AP of q1 = 1", ("move", "open")),
    ("AP of q1 = 1", ("move",)),
    ("MRR = 0.5 and RR of q0 != 0.5 and RR of q1 != 0.5", ("move", "open")),
    ("RR > start and MAP < start", ("move", "open")),
]


@pytest.mark.exhaustive
@pytest.mark.parametrize("opened", ["q0", MEAN])
@pytest.mark.parametrize(("text", "allowed"), SEVERAL)
def test_as_few_as_by_hand_on_several_boards(opened: str, text: str, allowed: tuple[str, ...]) -> None:
    start, goal = desk("0110", "0001", opened=opened), Goal.read(text)
    found = brute(start, goal, allowed, 3)
    solution = solve(start, goal, allowed)

    assert solution.moves == found
    if found is not None:
        hold(solution, start, goal)


@pytest.mark.exhaustive
@settings(max_examples=40)
@given(
    st.lists(st.integers(0, 2), min_size=4, max_size=5),
    st.sampled_from(["P@2", "AP", "nDCG@3", "RR"]),
    st.sampled_from([">", "<", ">=", "<="]),
    st.fractions(0, 1, max_denominator=12),
    st.sampled_from([("move",), ("swap",), ("move", "swap")]),
)
def test_as_few_as_by_hand_wherever(
    grades: list[int], metric: str, sign: str, number: object, allowed: tuple[str, ...]
) -> None:
    start = desk("".join(map(str, grades)), top=2)
    goal = Goal.read(f"{metric} {sign} {number} and beats(nDCG@4) <= 0.7")
    found = brute(start, goal, allowed, 4)
    solution = solve(start, goal, allowed)

    assert solution.moves == found
    if found is not None:
        hold(solution, start, goal)
    elif len(grades) == 4:
        assert solution.impossible


@pytest.mark.exhaustive
def test_it_says_what_it_does_not_know() -> None:
    start, goal = GRADED, Goal.read("nDCG@8 = 0")

    assert solve(start, goal, ("move",)).impossible
    assert solve(start, goal, ("move",)).seen == 5040
    shallow = solve(start, goal, ("move",), deepest=1)
    assert (shallow.moves, shallow.complete, shallow.depth) == (None, False, 1)
    small = solve(start, goal, ("move",), most=100)
    assert (small.moves, small.complete, small.depth, small.seen) == (None, False, 1, 100)


def test_looking_is_free() -> None:
    goal = Goal.read("lens = orders and metric = nDCG")

    assert solve(CATS, goal, ("move",)).impossible
    solution = solve(CATS, goal, ("look",))
    assert solution.moves == 0
    assert {action.kind for action in solution.actions} == {"metric", "lens"}
    hold(solution, CATS, goal)


def test_what_is_met_needs_no_moves() -> None:
    assert solve(CATS, Goal.read("RR = 0.5")) == Solution(0)
