"""What hangs on ties: all orders give the same, each tool's rule is known, and its own code agrees."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import permutations, product
from math import fsum
from typing import TYPE_CHECKING

import pytest

from irviz.lenses.ties import compute_bands, compute_values, show
from irviz.metrics import TOOLS, by_score
from irviz.scenarios.catalogue import CATALOGUE
from irviz.scenarios.cats import CATS
from irviz.state.chosen_conventions import OPTIONS, Conventions
from irviz.state.desk import MEAN
from irviz.views.lens import panel
from tests.views.described import texts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from irviz.state.board import Board
    from irviz.state.desk import Desk

GRADED = CATALOGUE["five-graded"]


def orders(desk: Desk, board: Board) -> Iterator[Board]:
    """The board in all orders of its tied ranks."""
    for parts in product(*[permutations(board.order[first - 1 : last]) for first, last in desk.ties]):
        order = [*board.order]
        for (first, last), part in zip(desk.ties, parts, strict=True):
            order[first - 1 : last] = part
        yield board.reorder(order)


@pytest.mark.exhaustive
@pytest.mark.parametrize("number", range(20))
def test_values_and_bands_are_those_of_all_orders(number: int) -> None:
    draw = random.Random(number)
    by = {name: draw.choice([*option.values]) for name, option in OPTIONS.items() if name != "undefined"}
    fresh = draw.choice([CATS, GRADED])
    desk = replace(fresh, conventions=Conventions(**by), k=draw.randint(1, fresh.n))
    for _ in range(2):
        first = draw.randint(1, desk.n - 1)
        desk = desk.tie(first, min(first + draw.randint(1, 2), desk.n), together=True)
    desk = desk.open(draw.choice([*desk.names, MEAN]))
    bands = compute_bands(desk)
    for metric in desk.metrics:
        for k in range(1, desk.n + 1):
            every = [[(metric @ k)(one.ranking) for one in orders(desk, board)] for board in desk.visible]
            count = len(every)
            least, most = fsum(map(min, every)) / count, fsum(map(max, every)) / count
            expected = fsum(fsum(values) / len(values) for values in every) / count
            found = compute_values(metric @ k, desk)
            assert found[:3] == pytest.approx((least, expected, most), rel=0, abs=1e-12)
            assert (bands[metric.name][0][k - 1], bands[metric.name][1][k - 1]) == pytest.approx((least, most))


KNOWN = ["trec_eval", "ir_measures", "ranx", "scikit-learn", "torchmetrics", "Spark", "Quepid", "Kaggle-style code"]
"""Tools whose rule is known; of others the page says that it is not."""


def test_metrics_on_the_board_and_the_chosen_one_have_a_row() -> None:
    desk = CATS.tie(2, 4, together=True)
    plotted = [metric.name for metric in desk.metrics]
    assert [row["name"] for row in show(desk)["table"]] == plotted
    assert [row["name"] for row in show(desk.look("DCG"))["table"]] == [*plotted, "DCG"]


def test_each_tool_has_a_rule() -> None:
    desk = CATS.tie(2, 4, together=True)
    for metric in ("P", "RR", "AP", "nDCG"):
        rows = {row["name"]: row for row in show(desk.look(metric))["tools"]}
        assert [*rows] == [*TOOLS]
        for name, row in rows.items():
            if name in KNOWN:
                assert "not known" not in row["rule"]
                assert (row["low"] is None) == (metric not in TOOLS[name].metrics)


def test_trec_evals_order_is_that_of_equal_scores() -> None:
    desk = CATS.tie(1, 4, together=True).look("AP")
    board = desk.visible[0]
    ids = [board.items[index].id for index in board.order]
    scores = {one: 1.0 if rank <= 4 else 1 / rank for rank, one in enumerate(ids, 1)}
    order = [next(i for i, item in enumerate(board.items) if item.id == one) for one in by_score(scores)]
    row = next(row for row in show(desk)["tools"] if row["name"] == "trec_eval")
    assert row["low"] == row["high"] == (TOOLS["trec_eval"].metrics["AP"] @ desk.k)(board.reorder(order).ranking)


@pytest.mark.exhaustive
def test_scikit_learn_computes_what_is_said_of_it() -> None:
    sklearn = pytest.importorskip("sklearn.metrics")
    desk = GRADED.tie(1, 2, together=True).tie(3, 4, together=True)
    board = desk.visible[0]
    scores = [[3.0, 3.0, 2.0, 2.0, *range(-1, 3 - board.n, -1)][: board.n]]
    for metric in ("DCG", "nDCG"):
        (row,) = [row for row in show(desk.look(metric))["tools"] if row["name"] == "scikit-learn"]
        theirs = getattr(sklearn, f"{metric.lower()}_score")([board.ranked], scores, k=desk.k)
        assert row["low"] == row["high"] == pytest.approx(theirs, abs=1e-12)
    (row,) = [row for row in show(desk.look("AP"))["tools"] if row["name"] == "scikit-learn"]
    assert row["low"] == pytest.approx(sklearn.average_precision_score(board.ranking.hits, scores[0]), abs=1e-12)


def test_sentences() -> None:
    assert "Nothing is tied here" in show(CATS)["sentence"]
    desk = CATS.tie(2, 3, together=True).look("P")
    shown = show(desk.move_cutoff(4))
    assert shown["sentence"] == "Ranks 2 and 3 have one score, whatever is moved there."
    assert shown["text"] == "P@4 does not hang on their order: it is 0.500 in each."
    at_2 = show(desk.move_cutoff(2))
    assert at_2["text"] == (
        "Over all orders of the tied results P@2 goes from 0 to 0.500, 0.250 on average; in this order it is 0.500."
    )
    several = desk.tie(5, 8, together=True)
    assert show(several)["sentence"] == "Ranks 2 and 3 and ranks 5 to 8 each have one score, whatever is moved there."


def test_values_that_may_be_asked_are_covered() -> None:
    desk = replace(CATS.tie(1, 3, together=True), lens="ties")
    told = " ".join(texts(panel(desk)))
    assert "0.083" in told
    for secret in (replace(desk, predict=True), replace(desk, predict=True, told=True)):
        shown = " ".join(texts(panel(secret)))
        assert "one score, whatever is moved there. What hangs on their order is covered" in shown
        assert "0." not in shown
