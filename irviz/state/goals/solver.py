"""The fewest moves from a desk to a goal, found by going through everything that can be reached.

What a goal reads off a board are grades by rank, and where it names results also where these stand. So
the search goes through patterns and not through orders: eight results with four relevant ones have 70
of them instead of 40,320. It goes level by level, so that the first way found is a shortest one, and
where it comes to an end without a way there is none.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from itertools import product
from math import inf
from typing import TYPE_CHECKING

from irviz.state.chosen_conventions import OPTIONS, slugify
from irviz.state.desk import MEAN, Desk
from irviz.state.goals.action import Action
from irviz.state.goals.clause import Choice
from irviz.state.goals.quantity import COUNTS, Quantity

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from irviz.state.board import Item
    from irviz.state.chosen_conventions import Conventions
    from irviz.state.goals.goal import Goal

MAX_SEARCHED_STATES = 60_000
"""States that are searched before the solver gives up."""

MAX_MOVES = 12
"""Moves that are tried before the solver gives up."""

# In a browser there are no threads to tell apart.
_clock = getattr(time, "thread_time", time.process_time)

Row = tuple[int, ...]
"""A board in rank order: of each result its grade, and which of the results that the goal names it is."""

State = tuple[tuple[Row, ...], int, int, int]
"""The row of each board that matters; the cutoff, the threshold, and the place of the conventions."""

Step = tuple[str, str, int, int, str]
"""An action, before it is worth an object of its own."""

# Grades are below this, so that a cell can be one number.
_GRADES = 16


@dataclass(frozen=True, slots=True)
class Solution:
    """The result of a search for the fewest moves to a goal.

    Args:
        moves: The fewest moves to the goal, or None where none were found.
        actions: One shortest solution: the moves, and last the metric, lens or board to open.
        seen: How many states were looked at.
        complete: Where no solution was found, whether all reachable states were looked at.
        depth: Where no solution was found: there is none with this many moves or fewer.
    """

    moves: int | None
    actions: tuple[Action, ...] = ()
    seen: int = 1
    complete: bool = False
    depth: int = 0

    @property
    def impossible(self) -> bool:
        """Whether it is proved that the goal cannot be reached with any number of moves."""
        return self.moves is None and self.complete


def solve(  # noqa: PLR0913 - how long it may take, in three ways
    start: Desk,
    goal: Goal,
    allowed: Collection[str] = ("move",),
    *,
    deepest: int = MAX_MOVES,
    most: int = MAX_SEARCHED_STATES,
    seconds: float = inf,
    origin: Desk | None = None,
) -> Solution:
    """Search for the fewest moves from a desk to a goal.

    Args:
        start: The desk to begin with.
        goal: What has to hold.
        allowed: Kinds of actions, keys of `irviz.state.goals.action.MOVES` and `VIEW_ACTIONS`. A move is one
            whatever its length; looking costs nothing. Without `"open"`, only the open boards can be changed.
        deepest: Give up after this many moves.
        most: Give up after this many states.
        seconds: Give up after this much processor time.
        origin: The desk that the task began with, which `start` in a goal is about, if that is another one.

    Example:
        >>> from irviz.state.board import Board, Item
        >>> from irviz.state.goals.goal import Goal
        >>> board = Board("b", "letters", tuple(Item(c, c) for c in "abc"), (0, 1, 2), (0, 0, 1))
        >>> solution = solve(Desk("d", (board,), "b", 1), Goal.read("RR = 1"))
        >>> solution.moves, solution.actions
        (1, (Action(kind='move', board='b', rank=3, to=1, name=''),))
        >>> solve(Desk("d", (board,), "b", 1), Goal.read("AP = 0")).impossible
        True
    """
    end = _clock() + seconds
    search = _Search(start, goal, frozenset(allowed), origin)
    first = search.encode_desk(start)
    looks = search.find_view(first)
    if looks is not None:
        return Solution(0, looks)
    came: dict[State, tuple[State, Step] | None] = {first: None}
    level = [first]
    for depth in range(1, deepest + 1):
        following: list[State] = []
        for state in level:
            for step, reached in search.list_moves(state):
                if reached in came:
                    continue
                came[reached] = (state, step)
                looks = search.find_view(reached)
                if looks is not None:
                    return Solution(depth, (*_trace_actions(came, reached), *looks), len(came))
                if len(came) >= most or _clock() > end:
                    return Solution(None, seen=len(came), depth=depth - 1)
                following.append(reached)
        if not following:
            return Solution(None, seen=len(came), complete=True, depth=depth)
        level = following
    return Solution(None, seen=len(came), depth=deepest)


def _trace_actions(came: dict[State, tuple[State, Step] | None], end: State) -> list[Action]:
    """The actions from the start to a state, in order; `came` has each state's predecessor and the step from it."""
    way = []
    step = came[end]
    while step is not None:
        way.append(Action(*step[1]))
        step = came[step[0]]
    return way[::-1]


class _Search:
    """A search for a goal; it encodes as a state only those parts of a desk that the goal can depend on."""

    def __init__(self, start: Desk, goal: Goal, allowed: frozenset[str], origin: Desk | None = None) -> None:
        """Prepare a search from `start` by the allowed kinds of actions; “start” in the goal is `origin`."""
        self.start = start
        self.origin = origin or start
        self.goal = goal
        self.allowed = allowed
        self.views = list(self._list_views())
        read = {name for view in self.views for name in self._list_boards_read(view)}
        open_to_change = start.names if "open" in allowed else [one.id for one in start.visible]
        self.boards = [name for name in start.names if name in read and name in open_to_change]
        self.named = ("", *dict.fromkeys(one.item for one in goal.quantities if one.item))
        self.conventions = [start.conventions]
        self.cuts = "cutoff" in allowed and any(map(_reads_cutoff, goal.quantities))

    def _list_views(self) -> Iterator[tuple[Action, ...]]:
        """List every choice of board, metric and lens that can matter to the goal, as actions; first the empty one."""
        names: dict[str, list[str]] = {"opened": [], "metric": [], "lens": []}
        if "open" in self.allowed:
            names["opened"] = [*self.start.names, MEAN] if len(self.start.boards) > 1 else []
        for clause in self.goal.clauses:
            left = clause.left
            if isinstance(left, Choice) and left.kind in {"metric", "lens"}:
                wanted = "look" in self.allowed and clause.right != "start"
                names[left.kind] += [str(clause.right)] if wanted else []
        here = {"opened": self.start.opened, "metric": self.start.metric, "lens": self.start.lens}
        kinds = {"opened": "open", "metric": "metric", "lens": "lens"}
        options = [
            [None, *(Action(kinds[kind], name=name) for name in dict.fromkeys(found) if name != here[kind])]
            for kind, found in names.items()
        ]
        for view in product(*options):
            yield tuple(action for action in view if action is not None)

    def _list_boards_read(self, view: tuple[Action, ...]) -> list[str]:
        """List the ids of the boards that the goal reads after actions that open a board, metric or lens (`view`)."""
        desk = self.start
        for action in view:
            desk = action.apply(desk)
        names: list[str] = []
        for one in self.goal.quantities:
            if one.board is None:
                names += [board.id for board in desk.visible]
            else:
                names += desk.names if one.board == MEAN else [one.board]
        return names

    def encode_desk(self, desk: Desk) -> State:
        """The state of a desk: a hashable tuple of those parts that the goal can depend on."""
        rows = tuple(
            tuple(board.grades[index] + _GRADES * self.tag_item(board.items[index]) for index in board.order)
            for board in map(desk.board, self.boards)
        )
        return rows, desk.k, desk.threshold, 0

    def tag_item(self, item: Item) -> int:
        """The number, from 1, of a result among those that the goal names; 0 for all others."""
        return self.named.index(item.id) if item.id in self.named else 0

    def decode_state(self, state: State) -> Desk:
        """Decode a state to a desk; results that the goal does not name may stand in any order."""
        rows, k, threshold, conventions = state
        start = self.start
        desk = start if threshold == start.threshold else start.change_scale(start.top, threshold)
        changed = []
        for board, row in zip(map(desk.board, self.boards), rows, strict=True):
            places: list[list[int]] = [[] for _ in self.named]
            for index in range(board.n - 1, -1, -1):
                places[self.tag_item(board.items[index])].append(index)
            order = tuple([places[cell // _GRADES].pop() for cell in row])
            grades = [0] * board.n
            for index, cell in zip(order, row, strict=True):
                grades[index] = cell % _GRADES
            unjudged = frozenset(index for index in board.unjudged if not grades[index])  # which count as grade 0
            changed.append(replace(board, order=order, grades=tuple(grades), unjudged=unjudged))
        desk = desk.replace_boards(*changed)
        return replace(desk, k=k, conventions=self.conventions[conventions]) if k != desk.k or conventions else desk

    def find_view(self, state: State) -> tuple[Action, ...] | None:
        """Find the actions (opening a board, metric or lens) after which a state meets the goal; None for none."""
        desk = self.decode_state(state)
        for view in self.views:
            seen = desk
            for action in view:
                seen = action.apply(seen)
            if self.goal.is_met(seen, self.origin):
                return view
        return None

    def list_moves(self, state: State) -> Iterator[tuple[Step, State]]:
        """List every state after one move, each with the move."""
        rows, k, threshold, conventions = state
        for at, (name, row) in enumerate(zip(self.boards, rows, strict=True)):
            before, after = rows[:at], rows[at + 1 :]
            for kind, rank, to, changed in self.list_row_changes(row, threshold):
                reached = (*before, changed, *after)
                yield (kind, name, rank, to, ""), (reached, k, threshold, conventions)
        if self.cuts:
            for to in range(1, self.start.n + 1):
                yield ("cutoff", "", 0, to, ""), (rows, to, threshold, conventions)
        if "scale" in self.allowed:
            for to in range(1, self.start.top + 1):
                yield ("scale", "", 0, to, ""), (rows, k, to, conventions)
        if "rule" in self.allowed:
            for name, place in self.list_conventions(self.conventions[conventions]):
                yield ("rule", "", 0, 0, name), (rows, k, threshold, place)

    def list_conventions(self, conventions: Conventions) -> Iterator[tuple[str, int]]:
        """List every change of one convention: its name as in links, and the index of the result in a list."""
        for name, option in OPTIONS.items():
            for value in option.values:
                changed = replace(conventions, **{name: value})
                if changed not in self.conventions:
                    self.conventions.append(changed)
                yield f"{name}-{slugify(getattr(changed, name))}", self.conventions.index(changed)

    def list_row_changes(self, row: Row, threshold: int) -> Iterator[tuple[str, int, int, Row]]:
        """List every row of a board after one move: the action's kind, the rank, the new rank or grade, the row."""
        n, top = len(row), self.start.top
        for i, cell in enumerate(row):
            if "move" in self.allowed:
                rest = row[:i] + row[i + 1 :]
                for j in range(n):
                    if j != i:
                        yield "move", i + 1, j + 1, (*rest[:j], cell, *rest[j:])
            if "swap" in self.allowed:
                for j in range(i + 1, n):
                    between = row[i + 1 : j]
                    yield "swap", i + 1, j + 1, (*row[:i], row[j], *between, cell, *row[j + 1 :])
            before, after, grade = row[:i], row[i + 1 :], cell % _GRADES
            if "toggle" in self.allowed:
                to = 0 if grade >= threshold else top
                yield "toggle", i + 1, 0, (*before, cell - grade + to, *after)
            if "grade" in self.allowed:
                for to in range(top + 1):
                    yield "grade", i + 1, to, (*before, cell - grade + to, *after)


def _reads_cutoff(one: Quantity) -> bool:
    """Whether a quantity depends on the desk's k."""
    if one.kind == "k" or (one.kind in COUNTS and one.cutoff is None):
        return True
    return one.follows_cutoff
