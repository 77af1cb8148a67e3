"""The numbers beside a definition, read back from their sentences and counted once more."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from math import log2

from irviz.lenses.current_board import list_current_values
from irviz.scenarios.catalogue import CATALOGUE
from irviz.scenarios.lists import number_items
from irviz.scenarios.pairs import PAIRED
from irviz.state.board import Below, Board
from irviz.state.chosen_conventions import Conventions
from irviz.state.desk import MEAN, Desk
from irviz.state.number_words import format_fraction
from tests import oracle
from tests.each import each
from tests.state.hand import board, desk, unjudged


def ranks(line: str) -> list[int]:
    """The ranks that a line names."""
    found: list[int] = []
    listed = line.partition("rank")[2].partition(")")[0]
    for first, last in re.findall(r"(\d+)(?: to (\d+))?", listed):
        found += range(int(first), int(last or first) + 1)
    return found


def count(line: str) -> int:
    return int(line.split(maxsplit=1)[0])


@each("seed", range(60))
def test_counts_and_ranks_are_those_of_the_list(seed: int) -> None:
    draw = random.Random(seed)
    top = draw.choice((1, 1, 3))
    n = draw.randint(1, 8)
    grades = [draw.randint(0, top) for _ in range(n)]
    missed = tuple(draw.randint(0, top) for _ in range(draw.randint(0, 3)))
    k, threshold = draw.randint(1, n), draw.randint(1, top)
    one = desk("".join(map(str, grades)), top=top, k=k)
    one = one.replace_boards(replace(one.boards[0], missed=missed, threshold=threshold))
    found = list_current_values(one)

    hits = [rank for rank, grade in enumerate(grades, 1) if grade >= threshold]
    others = [rank for rank in range(1, n + 1) if rank not in hits]
    lost = [grade >= threshold for grade in missed]
    expected = {
        "tp": ([rank for rank in hits if rank <= k], 0),
        "fp": ([rank for rank in others if rank <= k], 0),
        "fn": ([rank for rank in hits if rank > k], lost.count(True)),
        "tn": ([rank for rank in others if rank > k], lost.count(False)),
    }
    for name, (there, gone) in expected.items():
        assert ranks(found[name]) == there, found[name]
        assert count(found[name]) == len(there) + gone, found[name]
        assert (f"{gone} of them not in the list" in found[name]) is (gone > 0)
    assert ranks(found["relevance"]) == hits
    assert count(found["relevance"]) == len(hits)
    assert found["relevant"].startswith(f"R = {len(hits) + lost.count(True)}")
    assert found["grade"] == f"from 0 to {top} (by rank {', '.join(map(str, grades))})"
    best = sorted((grade for grade in (*grades, *missed) if grade), reverse=True)
    assert re.findall(r"\d+", found["ideal"]) == (list(map(str, best)) or ["0"])
    assert found["k"].startswith(f"k = {k},")
    assert str(threshold) in found["threshold"]


def test_metrics_are_those_of_the_oracle_at_the_cutoff() -> None:
    grades = [0, 1, 0, 1, 1, 0, 1, 0]
    curves = oracle.curves(grades)
    for k in range(1, 9):
        found = list_current_values(desk("01011010", k=k))
        for name, row in curves.items():
            value = row[k - 1]
            assert found[name].startswith(f"{name}@{k} = ")
            assert found[name].endswith(f"{value:.3f}" if value != int(value) else str(int(value)))
            exact = format_fraction(value)
            if name != "nDCG" and exact:
                assert f" = {exact}" in found[name]


def test_what_has_no_value_is_said_to_have_none() -> None:
    empty = desk("0000")
    assert list_current_values(empty)["R"] == "R@2 is undefined, counted as 0"
    none = replace(empty, conventions=Conventions(undefined="nan"))
    assert list_current_values(none)["R"] == "R@2 is undefined"
    assert list_current_values(none)["ideal"] == "no grade above 0"
    two = replace(desk("0000", "1000", opened=MEAN), conventions=Conventions(undefined="nan"))
    assert list_current_values(two)["R"] == "R@2 = undefined, the mean over 2 queries, undefined for some of them"


def test_gain_and_discount_follow_the_conventions() -> None:
    graded = desk("0312", top=3, k=3)
    assert list_current_values(graded)["gain"] == "grades 0, 1, 2 and 3 are worth 0, 1, 2 and 3"
    chosen = Conventions(gain="exp", discount="max(1,log2(i))")
    found = list_current_values(replace(graded, conventions=chosen))
    assert found["gain"] == "grades 0, 1, 2 and 3 are worth 0, 1, 3 and 7"
    assert found["discount"].endswith(f"divided by 1, 1 and {log2(3):.3f}")


def test_nobody_is_said_to_have_judged_what_nobody_judged() -> None:
    one = desk("0101")
    found = list_current_values(one.replace_boards(unjudged(replace(one.boards[0], incomplete=True), 0, 2)))
    assert found["judged"].startswith("2 of the 4 ")
    assert ranks(found["judged"]) == [1, 3]
    assert list_current_values(one)["judged"].startswith("all of the 4 ")


def test_several_lists_are_told_one_by_one() -> None:
    found = list_current_values(CATALOGUE["cats"].open(MEAN))
    assert found["query"] == "“cat in a box”, “white cat” and “dark cat”"
    assert found["relevant"] == "“cat in a box”: R = 4; “white cat”: R = 4; “dark cat”: R = 2"
    assert found["RR"].startswith("MRR@3 = ")
    pair = list_current_values(PAIRED["two-engines"])
    assert pair["fn"].startswith("list A: 1 picture (rank 7); list B: 2 ")
    assert "AP" not in pair


def test_up_to_twelve_grades_are_spelled_out() -> None:
    for n, more in ((12, " (by rank 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)"), (13, "")):
        one = Board("b", "q", number_items(n), tuple(range(n)), (1,) + (0,) * (n - 1))
        assert list_current_values(Desk("d", (one,), "b", 1))["grade"] == f"from 0 to 1{more}"
        none = replace(one, grades=(0,) * n, incomplete=True, unjudged=frozenset(range(n)))
        told = list_current_values(Desk("d", (none,), "b", 1))["judged"]
        assert told.endswith("ranks 1 to 12" if n == 12 else "13 results")


def test_a_long_list_is_counted_and_not_spelled_out() -> None:
    one = board("long", "1")
    below = tuple(Below(f"d{rank}", f"d{rank}", rank % 2) for rank in range(2, 101))
    long = replace(desk("1", k=1), boards=(replace(one, below=below),), opened="long", k=100)
    assert list_current_values(long)["fp"].startswith("50 ")
    assert max(map(len, list_current_values(long).values())) < 200
