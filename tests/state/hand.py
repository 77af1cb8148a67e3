"""Small desks, and every desk that a hand can make of one in one move."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from irviz.state.board import Board, Item
from irviz.state.chosen_conventions import OPTIONS
from irviz.state.desk import Desk


def board(name: str, grades: str, top: int = 1) -> Board:
    items = tuple(Item(letter, letter) for letter in "abcdefgh"[: len(grades)])
    return Board(name, name, items, tuple(range(len(grades))), tuple(map(int, grades)), top=top)


def desk(*patterns: str, top: int = 1, k: int = 2, opened: str = "q0") -> Desk:
    boards = tuple(board(f"q{at}", pattern, top) for at, pattern in enumerate(patterns))
    return Desk("test", boards, opened, k)


def by_hand(one: Desk, allowed: Sequence[str]) -> Iterator[Desk]:
    """Every desk one move away, on whole orders, by the board's own methods."""
    for item in one.boards if "open" in allowed else one.visible:
        yield from map(one.replace_boards, boards_by_hand(item, allowed))
    if "cutoff" in allowed:
        yield from (one.move_cutoff(k) for k in range(1, one.n + 1))
    if "scale" in allowed:
        yield from (one.change_scale(one.top, threshold) for threshold in range(1, one.top + 1))
    if "rule" in allowed:
        for option, values in OPTIONS.items():
            for value in values.values:
                yield replace(one, conventions=replace(one.conventions, **{option: value}))


def judged(one: Desk) -> Iterator[Desk]:
    """Every desk one judgment away."""
    for item in one.boards:
        for index in range(item.n):
            yield from (one.replace_boards(item.grade(index, grade)) for grade in range(item.top + 1))


def unjudged(item: Board, *indices: int) -> Board:
    """A board whose results with these indices nobody has judged, as its link has it."""
    for index in indices:
        item = item.grade(index, 0)
    return replace(item, unjudged=item.unjudged | {*indices})


def boards_by_hand(item: Board, allowed: Sequence[str]) -> Iterator[Board]:
    ranks = range(1, item.n + 1)
    for rank in ranks:
        index = item.order[rank - 1]
        if "move" in allowed:
            yield from (item.move(rank, to) for to in ranks)
        if "swap" in allowed:
            yield from (item.swap(rank, to) for to in ranks)
        if "toggle" in allowed:
            yield item.toggle(index)
        if "grade" in allowed:
            yield from (item.grade(index, grade) for grade in range(item.top + 1))
