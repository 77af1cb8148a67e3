"""A pair: two lists for the same query, A and B, as a desk whose two boards share their judgments."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from irviz.state.board import DIGITS, Board, Item
from irviz.state.desk import MAX_GRADE, MEAN, Desk
from irviz.state.own_example import find_own_desk
from irviz.state.pairs.judgments import UNKNOWN, fill_board, list_outside_grades, read_grades, share_judgments

if TYPE_CHECKING:
    from collections.abc import Sequence

    from irviz.state.collection import Collection

A, B = "a", "b"
"""The ids of the two boards."""

MAX_DOCUMENTS = 50
"""Documents in a list of a pair."""

_UNNAMED = ("list A", "list B")
"""The names of lists that a link spells out."""

OF_EXAMPLE = "pair."
"""Begins the id of a pair that is made of an own example; the example's own id follows."""

_NOBODY = "_"
"""Stands in a pair's name for the grade of an unjudged document."""


def make_pair(name: str, first: Board, second: Board, k: int, metric: str = "nDCG") -> Desk:
    """Make a pair of two boards.

    Args:
        name: The id of the desk; `encode_pair` gives one that a link can be read back from.
        first: The board that becomes A; what is written on it (its `query`) is its name on the page.
        second: The board that becomes B. A document is the same where its id is; where both boards
            judge it, A's judgment counts. What is below the cards of either counts as not retrieved.
        k: The cutoff; one beyond both lists becomes the length of the longer one.
        metric: The name of the metric to look at first.

    Example:
        >>> from irviz.state.board import Board, Item
        >>> x, y, z = (Item(name, name) for name in "xyz")
        >>> desk = make_pair("d", Board("1", "old", (x, y), (0, 1), (1, 0)),
        ...     Board("2", "new", (z, x), (0, 1), (1, 1)), k=10)
        >>> desk.k, desk.board("a").missed, desk.replace_boards(desk.board("b").toggle(0)).board("a").missed
        (2, (1,), ())
    """
    top, threshold = max(first.top, second.top), first.threshold
    known = read_grades(first)
    for document, grade in read_grades(second).items():
        if known.get(document, UNKNOWN) == UNKNOWN:
            known[document] = grade
    a, b = (
        replace(
            fill_board(replace(board, top=top), board.items, known, board.missed),
            id=name,
            order=board.order,
            threshold=threshold,
            below=(),
        )
        for name, board in ((A, replace(first, missed=_list_missed_grades(first))), (B, second))
    )
    boards = _share_incompleteness(share_judgments((a, b), (a, b)))
    k = min(k, max(board.n for board in boards))
    return Desk(name, boards, MEAN, k, metric=metric, paired=True)


def pair_runs(collection: Collection, query: str, k: int, runs: Sequence[str] = ()) -> Desk:
    """Make a pair of two runs' results for one query, which a link can spell out.

    Args:
        collection: Runs under the same judgments, with the user's edits.
        query: One of its queries.
        k: The cutoff.
        runs: Which two of them, A and B; by default, the first two.

    Raises:
        ValueError: There is one run only, one of the two has nothing for the query, or a grade is beyond any
            board's scale; the message says which.
    """
    chosen = [*(runs or collection.runs)][:2]
    if len(chosen) < 2:
        raise ValueError("to compare on two boards, bring a second run")
    first, second = (replace(collection.board(run, query), query=collection.label_run(run)) for run in chosen)
    shown = {item.id for item in first.items}
    known = collection.judgments(query).items()
    missed = tuple(grade for document, grade in known if document not in shown and grade >= 0)
    made = make_pair("", replace(first, missed=missed, below=()), second, k)
    return replace(made, id=encode_pair(made), asked=query)


def read_pair(name: str) -> Desk:
    """Read the pair that an id holds: one that is spelled out, or one of an own example.

    Raises:
        ValueError: If it holds none.
    """
    return pair_example(name) if name.startswith(OF_EXAMPLE) else decode_pair(name)


def pair_example(name: str) -> Desk:
    """Make a pair of an own example: of its first two queries, as two engines' lists, or of one twice.

    Results with the same title are the same document. Where both queries judge one, the first query's grade counts.

    Args:
        name: The id of the pair: `OF_EXAMPLE`, and the example as text for a link.

    Raises:
        ValueError: If the text is no own example, or a list has a title twice.

    Example:
        >>> from irviz.state.own_example import OwnExample, OwnQuery, OwnResult
        >>> x, y = OwnResult("x", 1), OwnResult("y")
        >>> desk = pair_example(OF_EXAMPLE + OwnExample("", (OwnQuery("old", (x, y)), OwnQuery("new", (y, x)))).name)
        >>> [(board.query, board.pattern) for board in desk.boards]
        [('old', '10'), ('new', '01')]
    """
    desk = find_own_desk(name.removeprefix(OF_EXAMPLE))
    if desk is None:
        raise ValueError("it is no example that can be read")
    first, second = (*desk.boards, *desk.boards)[:2]
    if first is second:
        first, second = (replace(first, query=query) for query in _UNNAMED)
    ids = {item.title: f"result-{at}" for at, item in enumerate((*first.items, *second.items))}
    boards = [
        replace(one, items=tuple(replace(item, id=ids[item.title]) for item in one.items)) for one in (first, second)
    ]
    if any(len(_collect_ids(board.items)) < board.n for board in boards):
        raise ValueError("a list has a title twice")
    return make_pair(name, boards[0], boards[1], desk.k, desk.metric)


def copy_list(desk: Desk, source: str) -> Desk:
    """A copy of a pair in which the other board has the same list as the board `source`.

    Args:
        desk: A pair.
        source: The id of the board to copy.
    """
    other = _get_other(source)
    return _replace_lists(desk, {other: _list_board_documents(desk.board(source))})


def swap_lists(desk: Desk) -> Desk:
    """A copy of a pair with its lists exchanged, each with its name."""
    a, b = (_list_board_documents(desk.board(name)) for name in (A, B))
    return swap_names(_replace_lists(desk, {A: b, B: a}))


def swap_names(desk: Desk) -> Desk:
    """A copy of a pair with the names of its lists exchanged; the default names of A and B stay.

    Example:
        >>> from irviz.scenarios.pairs import PAIRED
        >>> [board.query for board in swap_names(PAIRED["two-feeds"]).boards]
        ['feed B', 'feed A']
        >>> [board.query for board in swap_names(decode_pair("1-2.2-1.10.1-1")).boards]
        ['list A', 'list B']
    """
    a, b = desk.boards
    if (a.query, b.query) == _UNNAMED:
        return desk
    boards = (replace(a, query=b.query), replace(b, query=a.query))
    return replace(desk, boards=boards, swapped=not desk.swapped)


def list_documents(desk: Desk) -> tuple[Item, ...]:
    """List every document of a pair once: those of list A, best first, then those that only B has."""
    items = {item.id: item for board in desk.boards for item in _list_board_documents(board)}
    return tuple(items.values())


def encode_pair(desk: Desk) -> str:
    """Encode a pair as a name with all but the documents' titles: both orders and the judgments.

    The documents are numbered; then come A's order, B's order, the grades, with `_` for
    unjudged (and, after a hyphen, those of relevant documents that neither list has) and the scale: the
    highest grade and the lowest one that counts as relevant. It is read by `decode_pair`.

    Example:
        >>> from irviz.state.board import Board, Item
        >>> x, y, z = (Item(name, name) for name in "xyz")
        >>> encode_pair(make_pair("d", Board("1", "old", (x, y), (0, 1), (1, 0)),
        ...     Board("2", "new", (z, x), (0, 1), (1, 1)), k=2))
        '1-2.3-1.101.1-1'
    """
    items = list_documents(desk)
    number = {item.id: place for place, item in enumerate(items, 1)}
    grades = read_grades(desk.board(A)) | read_grades(desk.board(B))
    orders = ["-".join(str(number[one.id]) for one in _list_board_documents(board)) for board in desk.boards]
    judged = "".join(_NOBODY if grades[item.id] < 0 else DIGITS[grades[item.id]] for item in items)
    missed = "".join(DIGITS[grade] for grade in list_outside_grades(desk.boards))
    judged += f"-{missed}" if missed else ""
    return ".".join([*orders, judged, f"{desk.top}-{desk.threshold}"])


def decode_pair(text: str) -> Desk:
    """Decode a pair from a text of `encode_pair`, with numbered documents.

    Raises:
        ValueError: If it is no such text; the message says why.

    Example:
        >>> desk = decode_pair("1-2.3-1.101.1-1")
        >>> [item.title for item in desk.board("b").items], desk.board("a").missed
        (['Document 3', 'Document 1'], (1,))
        >>> encode_pair(desk)
        '1-2.3-1.101.1-1'
    """
    match = re.fullmatch(
        r"(\d{1,3}(?:-\d{1,3})*)\.(\d{1,3}(?:-\d{1,3})*)\.([0-9a_]{1,100})(?:-([1-9a]{1,1500}))?"
        r"\.(\d{1,2})-(\d{1,2})",
        text,
        re.ASCII,
    )
    if match is None:
        raise ValueError("it is not two orders and grades, such as 1-2-3.3-2-1.011.1-1")
    orders = [[int(number) for number in part.split("-")] for part in match.groups()[:2]]
    grades = [UNKNOWN if digit == _NOBODY else DIGITS.index(digit) for digit in match[3]]
    if {*orders[0], *orders[1]} != {*range(1, len(grades) + 1)}:
        raise ValueError("the two orders and the grades are not about the same documents")
    if any(len(order) != len({*order}) or len(order) > MAX_DOCUMENTS for order in orders):
        raise ValueError(f"each order must name a document once, and at most {MAX_DOCUMENTS} of them")
    missed = tuple(DIGITS.index(digit) for digit in match[4] or "")
    top, threshold = int(match[5]), int(match[6])
    if not 1 <= threshold <= top <= MAX_GRADE or max(*grades, *missed, 0) > top:
        raise ValueError(f"a scale goes up to at most {MAX_GRADE}, and each grade is on it")
    a, b = (_make_board(name, order, grades, top, threshold) for name, order in zip(_UNNAMED, orders, strict=True))
    only_b = (grades[number - 1] for number in orders[1] if number not in orders[0])
    a = replace(a, missed=(*missed, *(max(grade, 0) for grade in only_b)))
    return make_pair(text, a, b, max(a.n, b.n))


def _make_board(name: str, order: Sequence[int], grades: Sequence[int], top: int, threshold: int) -> Board:
    """Make the board of one list of a pair: numbered documents in this order, with grades by document number."""
    items = tuple(Item(f"document-{number}", f"Document {number}") for number in order)
    known = {item.id: grades[number - 1] for item, number in zip(items, order, strict=True)}
    return fill_board(Board(name, name, (), (), (), threshold=threshold, top=top), items, known, ())


def _list_missed_grades(board: Board) -> tuple[int, ...]:
    """The grades above 0 that a list misses if it ends after its cards."""
    return (*board.missed, *(one.grade for one in board.below if one.grade))


def _share_incompleteness(boards: tuple[Board, ...]) -> tuple[Board, ...]:
    """Copies of the boards, each marked as incomplete if one of them has unjudged results, else as complete."""
    incomplete = any(board.unjudged for board in boards)
    return tuple(replace(board, incomplete=incomplete) for board in boards)


def _get_other(name: str) -> str:
    """The id of a pair's other board, given the id of one."""
    if name not in (A, B):
        raise ValueError(f"a pair has the boards a and b, not {name!r}")
    return B if name == A else A


def _list_board_documents(board: Board) -> tuple[Item, ...]:
    """List the documents of a board, best first."""
    return tuple(board.items[index] for index in board.order)


def is_numbered(desk: Desk) -> bool:
    """Whether a link to a pair keeps only numbers of its documents, so that their titles and ids are lost.

    >>> from irviz.scenarios.pairs import PAIRED
    >>> is_numbered(PAIRED["two-feeds"]), is_numbered(decode_pair("1-2.2-1.10.1-1"))
    (False, False)
    >>> from dataclasses import replace
    >>> own = decode_pair("1-2.2-1.10.1-1")
    >>> is_numbered(own.replace_boards(replace(own.boards[0], query="bm25.run")))
    True
    """
    try:
        opens = decode_pair(desk.id)
    except ValueError:
        return False
    return any(
        board.query not in _UNNAMED or not _collect_ids(board.items) <= _collect_ids(list_documents(opens))
        for board in desk.boards
    )


def _replace_lists(desk: Desk, lists: dict[str, tuple[Item, ...]]) -> Desk:
    """A copy of a pair with other documents, best first, by board id; new documents make another pair with a new id."""
    same = all(_collect_ids(items) == _collect_ids(desk.board(name).items) for name, items in lists.items())
    if same:
        return desk.replace_boards(*(_order_board(desk.board(name), items) for name, items in lists.items()))
    grades = read_grades(desk.board(A)) | read_grades(desk.board(B))
    relevant = [grade for grade in (*grades.values(), *list_outside_grades(desk.boards)) if grade > 0]
    boards = []
    for board in desk.boards:
        items = lists.get(board.id, _list_board_documents(board))
        left = list(relevant)
        for item in items:
            if grades[item.id] > 0:
                left.remove(grades[item.id])
        boards.append(fill_board(board, items, grades, left))
    both = _share_incompleteness(share_judgments((boards[0], boards[1]), (boards[0], boards[1])))
    made = replace(desk, boards=both, k=min(desk.k, max(board.n for board in both)))
    return replace(made, id=encode_pair(made))


def _collect_ids(items: Sequence[Item]) -> set[str]:
    """The set of the ids of some documents."""
    return {item.id for item in items}


def _order_board(board: Board, items: tuple[Item, ...]) -> Board:
    """A copy of a board with its items in the order of `items`."""
    place = {item.id: index for index, item in enumerate(board.items)}
    return board.reorder([place[item.id] for item in items])
