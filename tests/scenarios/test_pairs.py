"""What a pair of lists says of itself is so, counted again."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from irviz.metrics import AP, CG, DCG, P, nDCG
from irviz.metrics.rounding import format_rounded
from irviz.scenarios.pairs import PAIRED, PAIRS

if TYPE_CHECKING:
    from irviz.metrics import Metric
    from irviz.scenarios.catalogue import Example


def values(name: str, metric: Metric) -> list[float]:
    """A metric of both lists of a pair."""
    return [metric(board.ranking) for board in PAIRED[name].boards]


def says(name: str) -> list[float]:
    """The numbers in what is said of a pair, but for cutoffs."""
    about = next(example.about for example in PAIRS if example.desk.id == name)
    return [float(number) for number in re.findall(r"(?<![@\d])\d*\.?\d+", about)]


@pytest.mark.parametrize("example", PAIRS, ids=lambda example: example.desk.id)
def test_it_opens_at_the_cutoff_that_is_spoken_of(example: Example) -> None:
    assert {*re.findall(r"@(\d+)", example.about)} <= {str(example.desk.k)}


def test_who_wins_among_two_engines_depends_on_the_cutoff() -> None:
    (neither, hit), (more, fewer) = values("two-engines", P @ 1), values("two-engines", P @ 5)
    assert (neither, hit) == (0, 1)
    assert more > fewer
    assert PAIRED["two-engines"].k == 5


def test_two_models_have_the_same_documents_first_or_last() -> None:
    one, other = PAIRED["two-models"].boards
    assert {one.ranked, other.ranked} == {(1, 1, 1, 0, 0), (0, 0, 1, 1, 1)}
    assert len({*values("two-models", P @ 5)}) == 1 < len({*values("two-models", AP)})


def test_the_other_feed_wins_once_sales_are_counted() -> None:
    one, other = values("two-feeds", nDCG)
    counted, other_counted = values("two-feeds-counted", nDCG)
    assert (one - other) * (counted - other_counted) < 0
    for board in PAIRED["two-feeds"].boards:
        bought = {board.items[at].title for at in range(board.n) if board.grades[at]}
        assert {word for title in bought for word in ("watch", "shorts") if word in title.lower()} == {
            "watch",
            "shorts",
        }
        assert len(bought) == 2


def test_five_documents_put_right() -> None:
    assert [*map(format_rounded, values("five-put-right", AP))] == [
        format_rounded(one) for one in says("five-put-right")
    ]
    assert PAIRED["five-put-right"].boards[1].ranked == (1, 1, 1, 0, 0)


def test_one_swap() -> None:
    k = PAIRED["one-swap"].k
    cumulated, before, after = says("one-swap")[-3:]
    assert values("one-swap", CG @ k) == [cumulated, cumulated]
    assert [round(one, 2) for one in values("one-swap", DCG @ k)] == [before, after]


def test_before_and_after_begin_alike() -> None:
    before, after = PAIRED["before-and-after"].boards
    assert before.text == after.text
    assert before.n == 8
