"""What somebody did, read off the desks before and after it, in one sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irviz.lenses.words import listed, plural

if TYPE_CHECKING:
    from irviz.state.board import Board
    from irviz.state.desk import Desk


def action(before: Desk, desk: Desk, noun: str = "picture") -> str:
    """What led from one desk to another, as far as the open boards show it.

    Args:
        before: The desk before the action.
        desk: The desk after it, with the same boards.
        noun: What one result is called.

    Returns:
        A sentence; empty if the open boards, the cutoff and the conventions are as they were.
    """
    told = []
    if before.k != desk.k:
        told.append(f"The cutoff went from {before.k} to {desk.k}.")
    if before.conventions != desk.conventions:
        told.append("The metrics follow other conventions.")
    if before.top != desk.top:
        told.append(f"The scale of grades goes up to {desk.top}, before to {before.top}.")
    if before.threshold != desk.threshold:
        told.append(
            f"Grades from {desk.threshold} count as relevant, before from {before.threshold}."
        )
    several = len(desk.visible) > 1
    for board in desk.visible:
        sentence = _on_board(before.board(board.id), board, noun)
        if sentence:
            told.append(f"“{board.query}”: {sentence}" if several else sentence)
    return " ".join(told)


def _on_board(old: Board, new: Board, noun: str) -> str:
    moved, graded = old.order != new.order, old.grades != new.grades
    if moved and graded:
        more = "have other grades" if max(old.top, new.top) > 1 else "other ones are relevant"
        return f"The {noun}s stand in another order and {more}."
    if moved:
        return _order(old, new, noun)
    if graded and (old.top, old.threshold) == (new.top, new.threshold):
        return _grades(old, new, noun)
    return ""


def _order(old: Board, new: Board, noun: str) -> str:
    """Who moved where; a move by one rank is told of the one that went up."""
    differ = [
        rank
        for rank, (was, now) in enumerate(zip(old.order, new.order, strict=True), 1)
        if was != now
    ]
    high, low = differ[0], differ[-1]
    for start, end in ((low, high), (high, low)):
        if old.move(start, end).order == new.order:
            return f"{_title(old, start)} moved from rank {start} to rank {end}."
    if old.swap(high, low).order == new.order:
        return f"{_title(old, high)} and {_title(old, low)} swapped ranks {high} and {low}."
    return f"The {noun}s stand in another order: {len(differ)} of {new.n} ranks changed."


def _grades(old: Board, new: Board, noun: str) -> str:
    changed = [
        rank for rank, index in enumerate(new.order, 1) if old.grades[index] != new.grades[index]
    ]
    if len(changed) > 1 and new.top == 1:
        return _verdicts(new, changed, noun)
    if len(changed) > 1:
        return f"The {plural(len(changed), noun)} at ranks {listed([*map(str, changed)])} have other grades."
    rank = changed[0]
    index = new.order[rank - 1]
    grade = new.grades[index]
    if new.top > 1:
        verdict = f"has grade {grade} now, before {old.grades[index]}"
    else:
        verdict = (
            "counts as relevant now" if grade >= new.threshold else "counts as not relevant now"
        )
    return f"{_title(new, rank)} at rank {rank} {verdict}."


def _verdicts(board: Board, ranks: list[int], noun: str) -> str:
    """Which of some results are relevant, and which are not."""
    told = ""
    for relevant, words in ((True, "relevant"), (False, "not relevant")):
        some = [
            str(rank) for rank in ranks if (board.grades[board.order[rank - 1]] > 0) == relevant
        ]
        if not some:
            continue
        one = len(some) == 1
        where = f"at rank{'' if one else 's'} {listed(some)}"
        if told:
            told += f", {'that' if one else 'those'} {where} as {words}"
        else:
            verb = "counts" if one else "count"
            told = f"The {plural(len(some), noun)} {where} {verb} as {words} now"
    return f"{told}."


def _title(board: Board, rank: int) -> str:
    return f"“{board.items[board.order[rank - 1]].title}”"
