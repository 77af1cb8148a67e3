"""What is told of a change is true: its sign, its numbers, and the ranks that it names."""

from __future__ import annotations

import random
from itertools import product
from typing import TYPE_CHECKING

import pytest

from irviz.lenses.explanation import explain
from irviz.metrics import AP, CG, DCG, ERR, F1, RR, P, R, Ranking, nDCG
from irviz.metrics.rounding import rounded
from tests.lenses.claims import is_true
from tests.lenses.reading import Case, List

if TYPE_CHECKING:
    from collections.abc import Iterator

    from irviz.metrics import Metric

ALL = (P, R, F1, RR, AP, nDCG, CG, DCG)
VARIANTS = (AP(denominator="min(R,k)"), AP(denominator="hits"), *ALL)
N = 8

Grades = tuple[int, ...]


def one_step_away(grades: Grades) -> set[Grades]:
    """Each distinct list after one move or one toggle, and the list itself."""
    found = {grades}
    for source, target in product(range(len(grades)), repeat=2):
        rest = list(grades)
        rest.insert(target, rest.pop(source))
        found.add(tuple(rest))
    for place, grade in enumerate(grades):
        found.add((*grades[:place], 1 - min(grade, 1), *grades[place + 1 :]))
    return found


def steps(length: int) -> Iterator[tuple[Grades, Grades]]:
    for before in product((0, 1), repeat=length):
        for after in one_step_away(before):
            yield before, after


def check(metric: Metric, old: List, new: List) -> None:
    """Compare one explanation with what really is."""
    before, after = (
        Ranking(one.grades, missed=one.missed, threshold=one.threshold) for one in (old, new)
    )
    told = explain(metric, before, after, old.k, new.k)
    assert told.before == (metric @ old.k)(before)
    assert told.after == (metric @ new.k)(after)
    difference = told.after - told.before
    assert told.difference == (difference if abs(difference) > 1e-9 else 0.0)
    assert told.symbol == f"{metric.name}@{new.k}"
    assert told.line == f"{told.symbol} {told.change}: {told.reason}"
    if not metric.defined(after, new.k):
        assert told.change == f"undefined, counted as {metric.undefined:g}"
        assert missing_is_true(told.reason, old, new), told.line
        return
    if not metric.defined(before, old.k):
        assert told.change == f"{rounded(told.after)}, before undefined"
        assert told.reason.endswith("now, and so something to divide by")
        return
    if told.difference == 0:
        assert told.change == "unchanged"
    elif abs(told.difference) < 0.0005:
        assert told.change == f"{'up' if told.difference > 0 else 'down'} by less than 0.001"
    else:
        sign = "+" if told.difference > 0 else "−"
        assert told.change == f"{sign}{rounded(abs(told.difference))}"
    case = Case(old, new, told.difference)
    assert is_true(metric.name, told.reason, case), (old, new, told.line)


def missing_is_true(reason: str, old: List, new: List) -> bool:
    if reason.startswith("nothing is relevant"):
        return not new.relevant and reason.endswith("any more") == (old.relevant > 0)
    if reason.startswith("there is no relevant picture"):
        return not new.hits
    return reason == "no picture has any gain" and not any(new.grades + new.missed)


@pytest.mark.parametrize("metric", VARIANTS, ids=str)
def test_every_single_move_and_toggle_at_every_cutoff(metric: Metric) -> None:
    n = N if metric in ALL else N - 2
    for before, after in steps(n):
        for k in range(1, n + 1):
            check(metric, List(before, k), List(after, k))


@pytest.mark.parametrize("metric", VARIANTS, ids=str)
def test_every_move_of_the_cutoff(metric: Metric) -> None:
    for grades in product((0, 1), repeat=N):
        for old, new in product(range(1, N + 1), repeat=2):
            check(metric, List(grades, old), List(grades, new))


@pytest.mark.parametrize("metric", VARIANTS, ids=str)
def test_anything_else_that_can_happen(metric: Metric) -> None:
    draw = random.Random(metric.name)
    for _ in range(6000):
        n = draw.randint(1, 9)
        top = draw.choice((1, 4))
        grades = [draw.randint(0, top) * draw.randint(0, 1) for _ in range(n)]
        missed = tuple(draw.randint(0, top) for _ in range(draw.choice((0, 0, 2))))
        threshold = draw.randint(1, top)
        after = grades[:]
        if draw.random() < 0.7:
            draw.shuffle(after)
        if draw.random() < 0.5:
            after[draw.randrange(n)] = draw.randint(0, top)
        old_k = draw.randint(1, n)
        new_k = draw.choice((old_k, draw.randint(1, n)))
        check(
            metric,
            List(tuple(grades), old_k, missed, threshold),
            List(tuple(after), new_k, missed, threshold),
        )


EXAMPLES = [
    (RR, "01011010", "01101010", 8, "unchanged: the first relevant picture is still at rank 2"),
    (
        P,
        "01011010",
        "01101010",
        3,
        "+0.333: 2 of the first 3 are relevant, before 1",
    ),
    (
        R,
        "01011010",
        "10011010",
        3,
        (
            "unchanged: still 1 of 4 relevant pictures within the first 3, "
            "and its place there does not count"
        ),
    ),
    (
        AP,
        "01011010",
        "01101010",
        8,
        ("+0.042: a relevant picture is at rank 3 instead of 4, with precision 2/3 instead of 2/4"),
    ),
    (
        nDCG,
        "01011010",
        "10011010",
        3,
        (
            "+0.173: gain 1 is at rank 1 instead of 2, divided by 1 instead of 1.585; "
            "the ideal stays 2.131"
        ),
    ),
    (F1, "01011010", "01011011", 3, "−0.036: precision stayed at 1/3 and recall fell to 1/5"),
    (AP, "01000000", "00000000", 3, "undefined, counted as 0: nothing is relevant any more"),
    (
        R,
        "00000000",
        "01000000",
        3,
        "1.000, before undefined: there is 1 relevant picture now, and so something to divide by",
    ),
    (
        DCG,
        "04134132",
        "40134132",
        2,
        "+1.476: gain 4 is at rank 1 instead of 2, divided by 1 instead of 1.585",
    ),
    (
        CG,
        "04134132",
        "40134132",
        2,
        "unchanged: the gain within the first 2 still sums to 4, and its order does not count",
    ),
]


def line(metric: Metric, before: str, after: str, k: int, k_after: int | None = None) -> str:
    old, new = (Ranking(int(grade) for grade in grades) for grades in (before, after))
    return explain(metric, old, new, k, k_after or k).line


@pytest.mark.parametrize(
    ("metric", "before", "after", "k", "expected"),
    EXAMPLES,
)
def test_examples(metric: Metric, before: str, after: str, k: int, expected: str) -> None:
    assert line(metric, before, after, k) == f"{metric.name}@{k} {expected}"


def test_the_noun_is_the_callers() -> None:
    told = explain(P, Ranking([0, 1]), Ranking([1, 0]), 1, 1, noun="result")
    assert told.reason == "rank 1 is relevant now"


def test_any_other_metric_tells_which_ranks_add_more() -> None:
    told = explain(ERR, Ranking([0, 1, 1]), Ranking([1, 0, 1]), 3, 3)
    assert told.reason == "rank 1 adds more, rank 2 adds less"


def test_a_value_that_is_none_is_called_undefined() -> None:
    metric = AP(undefined=float("nan"))
    told = explain(metric, Ranking([1]), Ranking([0]), 1, 1)
    assert told.change == "undefined"
    assert not told.is_defined
