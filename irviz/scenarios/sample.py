"""Results to try things out with: every example as a query, ranked by two systems."""

from __future__ import annotations

from irviz.scenarios.catalogue import EXAMPLES
from irviz.state.collection import Collection


def make_sample() -> Collection:
    """Sample results for many queries: the example boards as run A and, in other orders, as run B.

    The last result of each third query is left unjudged.

    Example:
        >>> results = make_sample()
        >>> len(results.queries) == sum(len(example.desk.boards) for example in EXAMPLES)
        True
        >>> tuple(results.runs)
        ('A', 'B')
    """
    boards = [board for example in EXAMPLES for board in example.desk.boards]
    qrels: dict[str, dict[str, int]] = {}
    a: dict[str, dict[str, float]] = {}
    b: dict[str, dict[str, float]] = {}
    titles: dict[str, str] = {}
    for place, board in enumerate(boards):
        query = board.query if board.query not in qrels else f"{board.query} ({board.id})"
        other = board.swap(1, 2) if place % 3 == 1 else board.ideal()
        names = [item.id for item in board.items]
        last = board.order[-1] if place % 3 == 2 else None
        qrels[query] = {names[index]: grade for index, grade in enumerate(board.grades) if index != last}
        a[query] = {names[index]: float(-rank) for rank, index in enumerate(board.order, 1)}
        b[query] = {names[index]: float(-rank) for rank, index in enumerate(other.order, 1)}
        titles |= {item.id: item.title for item in board.items}
    return Collection(qrels, {"A": a, "B": b}, titles)
