"""Prose whose numbers are computed: every number about a board stands in braces.

`{AP@8}` is the value on the task's own board, `{now AP@8}` on the board as the reader has made it,
`{AP@8 of dark-cat}` on another query, `{AP@8 of 10011010}` on a list with these grades. Everything that
a goal can read (`{k}`, `{TP}`, `{rank(dog)}`, `{shuffle(nDCG@8)}`, `{relevant}`,
`{first}`) may stand there, and `{ranks}`, the ranks of the relevant results, and `{orders}`, how many
distinct orders the list has. Behind a colon stands how to write it: `{AP@8:fraction}`,
`{beats(AP):percent}`, `{AP@8:worked}` for the formula with its numbers, `{MRR:inverse}` for one divided by
it, `{relevant:word}` for a small number in a word, and `{ranks:word}` for “rank 2”, or “ranks 2 and 4”.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from math import factorial, prod
from typing import TYPE_CHECKING

from irviz.scenarios.lists import make_board, number_items
from irviz.state.board import DIGITS
from irviz.state.desk import MAX_GRADE
from irviz.state.goals.goal import GoalError
from irviz.state.goals.parser import parse_quantity
from irviz.state.number_words import format_fraction, format_number, format_percent

if TYPE_CHECKING:
    from collections.abc import Callable

    from irviz.state.board import Board
    from irviz.state.desk import Desk
    from irviz.state.goals.quantity import Quantity

FORMATS = ("fraction", "percent", "worked", "inverse", "word")
"""What can stand behind the colon."""

_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_PLACE = re.compile(r"\{([^{}]*)\}")
_LISTS = ("ranks", "orders")


class ProseError(ValueError):
    """A placeholder of a text cannot be filled."""


def fill_in(text: str, desk: Desk, now: Desk | None = None, mark: Callable[[str], str] = lambda one: one) -> str:
    """A text with its placeholders filled in.

    Args:
        text: Prose with placeholders in braces.
        desk: The desk whose numbers fill the placeholders.
        now: The reader's own desk, for `{now …}`; by default the first one.
        mark: Formats the numbers of the reader's own desk, such as to highlight them.

    Raises:
        ProseError: If a placeholder makes no sense.

    Example:
        >>> from irviz.scenarios.cats import CATS
        >>> fill_in("AP@8 is {AP@8:fraction}, or {AP@8}; P@{k} is {P}.", CATS)
        'AP@8 is 19/35, or 0.543; P@3 is 0.333.'
        >>> fill_in("Relevant at ranks {ranks}: `{AP@8:worked}`.", CATS)
        'Relevant at ranks 2, 4, 5 and 7: `(1/2 + 2/4 + 3/5 + 4/7) / 4`.'
    """

    def one(match: re.Match[str]) -> str:
        """The text in place of a matched placeholder."""
        inner = match[1].strip()
        if inner.startswith("now "):
            return mark(_format_placeholder(inner[4:], now or desk))
        return _format_placeholder(inner, desk)

    return _PLACE.sub(one, text)


def _format_placeholder(inner: str, desk: Desk) -> str:
    """The text for a placeholder (`inner` is what stands between its braces), from the numbers of a desk."""
    what, _, form = inner.partition(":")
    name, _, place = what.partition(" of ")
    try:
        if _is_pattern(place.strip(), desk):
            desk, what = _make_desk_of_pattern(place.strip(), desk), name
        if name.strip() in _LISTS:
            board = desk.board(place.strip()) if " of " in what else desk.visible[0]
            return _format_list(name.strip(), board, form.strip())
        return _format_quantity(parse_quantity(what), form.strip(), desk)
    except GoalError as error:
        raise ProseError(f"{{{inner}}}: {error.problem}") from None
    except (KeyError, ValueError) as error:
        raise ProseError(f"{{{inner}}}: {error}") from None


def _is_pattern(place: str, desk: Desk) -> bool:
    """Whether a text is a list of grades, such as 0110, and not the id of a board of the desk."""
    return bool(re.fullmatch(r"[0-9a]+", place)) and place not in desk.names


def _make_desk_of_pattern(pattern: str, desk: Desk) -> Desk:
    """A desk with one list of the grades in a pattern such as 0110, under the conventions of another desk."""
    top = max(desk.top, *map(DIGITS.index, pattern))
    if top > MAX_GRADE:
        raise ValueError(f"no scale goes up to {top}")
    grades = tuple(map(DIGITS.index, pattern))
    plain = make_board(pattern, pattern, number_items(len(pattern)), "0" * len(pattern))
    board = replace(plain, grades=grades, top=top, threshold=desk.threshold)
    return replace(desk, boards=(board,), opened=pattern, k=min(desk.k, len(pattern)))


def _format_list(name: str, board: Board, form: str) -> str:
    """The relevant ranks of a board, named as such if `form` is “word”; if `name` is “orders”, their number."""
    if name == "orders":
        grades = Counter(board.ranked).values()
        return f"{factorial(board.n) // prod(map(factorial, grades)):,}"
    ranks = [str(rank) for rank in board.ranking.hit_ranks]
    if not ranks:
        return "none"
    if len(ranks) == 1:
        return f"rank {ranks[0]}" if form == "word" else ranks[0]
    return f"{'ranks ' if form == 'word' else ''}{', '.join(ranks[:-1])} and {ranks[-1]}"


def _format_quantity(quantity: Quantity, form: str, desk: Desk) -> str:
    """A quantity's value on a desk as text, in one of `FORMATS`, such as “percent”; by default a decimal."""
    if form == "worked":
        return _format_working(quantity, desk)
    value = quantity.value(desk)
    match form:
        case "":
            return format_number(value)
        case "percent":
            return format_percent(value)
        case "fraction":
            exact = format_fraction(value)
            if exact is None:
                raise ValueError("that is no fraction")
            return exact
        case "inverse":
            return format_number(1 / value) if value else "infinite"
        case "word":
            if value not in range(len(_WORDS)):
                raise ValueError(f"there is no word for {value}")
            return _WORDS[int(value)]
        case unknown:
            raise ValueError(f"there is no format {unknown!r}, only {', '.join(FORMATS)}")


def _format_working(quantity: Quantity, desk: Desk) -> str:
    """The working of a metric on a desk as text, such as “(1/2 + 2/4) / 2”; over several boards, of their mean."""
    metric = quantity.resolve_metric(desk)
    if metric is None or quantity.kind != "metric":
        raise ValueError("only a metric has a working")
    texts = [metric.worked(board.ranking).text.replace("log2", "log₂") for board in quantity.boards(desk)]
    return texts[0] if len(texts) == 1 else f"({' + '.join(map(_parenthesize, texts))}) / {len(texts)}"


def _parenthesize(text: str) -> str:
    """A text, in parentheses if it has a blank."""
    return f"({text})" if " " in text else text
