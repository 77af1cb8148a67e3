"""Pairs of lists to compare: those of the sources, and some with a first change already made."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from irviz.scenarios.catalogue import Example
from irviz.scenarios.cats import CATS
from irviz.scenarios.graded import GRADED
from irviz.scenarios.lists import FEEDS, FEEDS_GRADED, FIVE, MODELS
from irviz.scenarios.sources import ARTICLE, CHAUDHARY, RECOMMENDER
from irviz.state.pairs.pair import make_pair

if TYPE_CHECKING:
    from irviz.state.board import Board
    from irviz.state.desk import Desk


def _pair_example(name: str, desk: Desk) -> Desk:
    """A desk that compares the two boards of an example; ``name`` is its id."""
    first, second = desk.boards
    return make_pair(name, first, second, desk.k, desk.metric)


def _pair_boards(name: str, first: Board, second: Board, k: int) -> Desk:
    """A desk with id ``name`` that compares two boards, called before and after, at cutoff k."""
    return make_pair(name, replace(first, query="before"), replace(second, query="after"), k)


_FIVE, _GRADED, _CAT = FIVE.boards[0], GRADED.boards[0], CATS.boards[0]

_OTHER = (6, 0, 5, 7, 3, 2, 1, 4)
"""The order of the second engine: a relevant picture first, and then a long way to the next."""

PAIRS = (
    Example(
        make_pair("two-engines", replace(_CAT, query="engine A"), replace(_CAT, query="engine B", order=_OTHER), 5),
        "Cats in boxes, two engines",
        "B has a relevant picture first, A has more of them within five: who wins depends on k.",
        ARTICLE,
    ),
    Example(
        _pair_example("two-models", MODELS),
        "Two models",
        "The same three documents first or last: P@5 cannot tell them apart, AP can.",
        CHAUDHARY,
    ),
    Example(
        _pair_example("two-feeds", FEEDS),
        "Two shopping feeds",
        "The customer bought the watch and the shorts: which feed was better?",
        RECOMMENDER,
    ),
    Example(
        _pair_example("two-feeds-counted", FEEDS_GRADED),
        "Two shopping feeds, counted",
        "How many were bought is the grade, and now the other feed wins.",
        RECOMMENDER,
    ),
    Example(
        _pair_boards("five-put-right", _FIVE, _FIVE.ideal(), 5),
        "Five documents, put right",
        "All three relevant ones at the top: AP rises from .756 to 1.",
        CHAUDHARY,
    ),
    Example(
        _pair_boards("one-swap", _GRADED, _GRADED.swap(1, 2), 2),
        "Graded: ranks 1 and 2 swapped",
        "CG@2 stays at 4, DCG@2 rises from 2.52 to 4.",
        ARTICLE,
    ),
    Example(
        _pair_boards("before-and-after", _CAT, _CAT, 3),
        "Cats in boxes, before and after",
        "Twice the same eight pictures: drag in B, and see what that changes.",
        ARTICLE,
    ),
)
"""Every pair, in the order of a menu."""

PAIRED: dict[str, Desk] = {example.desk.id: example.desk for example in PAIRS}
"""The fresh desks of all pairs by id."""
