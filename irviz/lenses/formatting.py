"""Numbers, ranks and results in words and as plain values, for all views below the chart."""

from __future__ import annotations

import re
from math import isfinite
from typing import TYPE_CHECKING, Any

from irviz.metrics import METRICS
from irviz.metrics.rounding import format_rounded
from irviz.state.curves.series import MEAN_NAMES
from irviz.state.desk import MEAN

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from irviz.metrics import Metric
    from irviz.state.board import Board
    from irviz.state.desk import Desk


SAME = 1e-9
"""Values that differ by less are one value: their sums were only added up in another order."""

TINY = 0.0005
"""A difference that is smaller would be written as 0."""


def format_short(value: float) -> str:
    """Format a number with three decimals and a true minus sign; a whole number without decimals.

    >>> format_short(0.5428), format_short(-0.0829), format_short(3.0)
    ('0.543', '−0.083', '3')
    """
    text = str(int(value)) if float(value).is_integer() else format_rounded(value)
    return text.replace("-", "−")


def format_difference(difference: float) -> str:
    """Format a difference with its sign, or in words where it is below 0.001 or none.

    >>> format_difference(0.0833), format_difference(-0.12), format_difference(0.0001), format_difference(0.0)
    ('+0.083', '−0.120', 'up by less than 0.001', 'unchanged')
    """
    if abs(difference) < SAME:
        return "unchanged"
    if abs(difference) < TINY:
        return f"{'up' if difference > 0 else 'down'} by less than 0.001"
    return f"{'+' if difference > 0 else '−'}{format_rounded(abs(difference))}"


def format_message(text: str) -> str:
    r"""An error message for the page: “a” for a value quoted as in Python, but in a command to copy.

    >>> format_message("found 'a' or \"it's\"; irviz evaluate QRELS 'b c' reads it")
    "found “a” or “it's”; irviz evaluate QRELS 'b c' reads it"
    """
    return re.sub(r"""(?<!\w)(?<!QRELS )(?<!evaluate )(['"])(.*?)\1(?!\w)""", r"“\2”", text)


def name_at_cutoff(metric: Metric, desk: Desk) -> str:
    """A metric's name with the desk's cutoff, `AP@3`, or the name of its mean, `MAP@3`, if all lists are open."""
    name = MEAN_NAMES.get(metric.name, metric.name) if desk.opened == MEAN else metric.name
    return f"{name}@{desk.k}"


def join_words(words: Sequence[str]) -> str:
    """Join words with commas and “and”.

    >>> join_words(["1/2"]), join_words(["1/2", "2/4"]), join_words(["a", "b", "c"])
    ('1/2', '1/2 and 2/4', 'a, b and c')
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def join_ranks(ranks: Iterable[int]) -> str:
    """Join ranks with commas and “and”, three or more neighbours as a range.

    >>> join_ranks([2]), join_ranks([2, 4]), join_ranks([1, 3, 4, 5]), join_ranks([1, 2])
    ('2', '2 and 4', '1 and 3 to 5', '1 and 2')
    """
    runs: list[list[int]] = []
    for rank in ranks:
        if runs and rank == runs[-1][-1] + 1:
            runs[-1].append(rank)
        else:
            runs.append([rank])
    words: list[str] = []
    for run in runs:
        words += [f"{run[0]} to {run[-1]}"] if len(run) > 2 else [str(rank) for rank in run]
    return join_words(words)


def name_ranks(ranks: Sequence[int]) -> str:
    """Join ranks as `join_ranks` does, after the word “rank” or “ranks”.

    >>> name_ranks([2]), name_ranks([2, 4])
    ('rank 2', 'ranks 2 and 4')
    """
    return f"rank {ranks[0]}" if len(ranks) == 1 else f"ranks {join_ranks(ranks)}"


def name_first_ranks(k: int) -> str:
    """A phrase for the place of the first k ranks.

    >>> name_first_ranks(3), name_first_ranks(1)
    ('within the first 3', 'at rank 1')
    """
    return "at rank 1" if k == 1 else f"within the first {k}"


def describe_none_yet(noun: str, k: int) -> str:
    """A clause that says that there is still nothing relevant down to the cutoff.

    >>> describe_none_yet("picture", 3)
    'still no relevant picture within the first 3'
    """
    return f"still no relevant {noun} {name_first_ranks(k)}"


def pluralize(count: int, noun: str) -> str:
    """The noun in the singular for a count of 1, else with an s.

    >>> pluralize(1, "picture"), pluralize(0, "picture")
    ('picture', 'pictures')
    """
    return noun if count == 1 else f"{noun}s"


def list_cards(board: Board) -> list[dict[str, Any]]:
    """List the results of a board in rank order, as small cards for JSON.

    Returns:
        Dictionaries with ``rank``, ``title``, ``picture`` (a file name, or None), ``grade`` and
        ``relevant``.
    """
    ranked = [(board.items[index], board.grades[index]) for index in board.order]
    shown = [(item.title, item.picture, grade) for item, grade in ranked]
    shown += [(one.title, None, one.grade or 0) for one in board.below]
    return [
        {"rank": rank, "title": title, "picture": picture, "grade": grade, "relevant": grade >= board.threshold}
        for rank, (title, picture, grade) in enumerate(shown, 1)
    ]


def choose_noun(*boards: Board) -> str:
    """The noun for the results of some boards: “picture” if all of them have one, else “result”.

    >>> choose_noun()
    'picture'
    """
    return "picture" if all(item.picture for board in boards for item in board.items) else "result"


def to_json_number(value: float) -> float | None:
    """The number for JSON, which has no NaN: None in its place.

    >>> to_json_number(0.5), to_json_number(float("nan"))
    (0.5, None)
    """
    return value if isfinite(value) else None


def format_count(count: int, word: str) -> str:
    """A count followed by its noun, in the plural unless the count is 1.

    >>> format_count(1, "picture"), format_count(0, "picture")
    ('1 picture', '0 pictures')
    """
    return f"{count} {pluralize(count, word)}"


def get_chosen_metric(desk: Desk) -> Metric:
    """The metric that is chosen on a desk, under the desk's conventions."""
    return desk.conventions.metric(METRICS[desk.metric])
