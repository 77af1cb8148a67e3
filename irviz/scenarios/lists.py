"""Lists without pictures: numbered documents, and the feeds of a shop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irviz.state.board import Board, Item
from irviz.state.desk import Desk

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def number_items(n: int, noun: str = "Document") -> tuple[Item, ...]:
    """Results titled with a noun and a number, ``Document 1`` to ``Document n``.

    Example:
        >>> [item.title for item in number_items(2)]
        ['Document 1', 'Document 2']
    """
    return tuple(Item(f"{noun.lower()}-{i}", f"{noun} {i}") for i in range(1, n + 1))


def make_board(name: str, query: str, items: Sequence[Item], grades: Iterable[int | str], top: int = 1) -> Board:
    """A board of items in this order, with id ``name``; ``top`` is the highest grade of the scale.

    The grades are numbers, or a text with one digit for each item.

    Example:
        >>> make_board("three", "three documents", number_items(3), "201", top=2).ranked
        (2, 0, 1)
    """
    return Board(
        id=name,
        query=query,
        items=tuple(items),
        order=tuple(range(len(items))),
        grades=tuple(map(int, grades)),
        top=top,
    )


def _make_desk(name: str, *boards: Board, k: int, metric: str) -> Desk:
    """A desk with id ``name`` and its first board open, at cutoff k, with one metric chosen."""
    return Desk(id=name, boards=boards, opened=boards[0].id, k=k, metric=metric)


CODE = _make_desk(
    "code",
    make_board("list-in-the-code", "the list in the code", number_items(8, "Result"), "07246143", top=7),
    k=2,
    metric="nDCG",
)
"""The grades that the article's code works on, which are not those of its pictures."""

FIVE = _make_desk("five", make_board("five-documents", "five documents", number_items(5), "10101"), k=5, metric="AP")
"""Chaudhary's first example: the first, third and fifth of five are relevant."""

_DOCUMENTS = number_items(5)

MODELS = _make_desk(
    "models",
    make_board("model-a", "model A", _DOCUMENTS, "11100"),
    make_board("model-b", "model B", _DOCUMENTS[3:] + _DOCUMENTS[:3], "00111"),
    k=5,
    metric="P",
)
"""Two models find the same three documents, one at the top and one at the bottom."""

FIVE_GRADED = _make_desk(
    "five-graded",
    make_board("five-graded-documents", "five graded documents", number_items(5), "32301", top=5),
    k=5,
    metric="nDCG",
)
"""Chaudhary's second example, on his scale from 0 to 5."""

_WATCH = Item("watch", "Watch")
_SHORTS = Item("shorts", "Shorts")
_SNEAKERS = Item("sneakers", "Sneakers")
_FEED_A = (_SNEAKERS, _SHORTS, _WATCH)
_FEED_B = (_WATCH, _SHORTS, _SNEAKERS)

FEEDS = _make_desk(
    "feeds",
    make_board("feed-a", "feed A", _FEED_A, "011"),
    make_board("feed-b", "feed B", _FEED_B, "110"),
    k=3,
    metric="AP",
)
"""Two recommenders for a customer who bought the watch and the shorts."""

FEEDS_GRADED = _make_desk(
    "feeds-graded",
    make_board("purchases-a", "feed A", _FEED_A, "351", top=5),
    make_board("purchases-b", "feed B", _FEED_B, "153", top=5),
    k=3,
    metric="nDCG",
)
"""Both feeds for a customer who bought 1 watch, 5 shorts and 3 sneakers: the counts are grades."""


LONG = _make_desk(
    "long",
    make_board("twenty-documents", "twenty documents", number_items(20), "01310200012003010020", top=3),
    k=10,
    metric="nDCG",
)
"""Twenty graded documents in a middling order: nDCG climbs with k all the same."""
