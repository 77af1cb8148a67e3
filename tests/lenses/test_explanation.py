"""What is told of a change is true: its sign, its numbers, and the ranks that it names."""

from __future__ import annotations

import random
import re
from dataclasses import asdict, replace
from functools import lru_cache
from itertools import product
from math import isnan
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irviz.lenses import explanation
from irviz.lenses.explanation import (
    Counts,
    CumulativeGain,
    DiscountedGain,
    Explanation,
    FirstRelevant,
    Missing,
    NormalisedGain,
    Precision,
    PrecisionSums,
    Present,
    explain,
)
from irviz.lenses.formatting import choose_noun
from irviz.metrics import AP, CG, DCG, ERR, F1, RBP, RR, P, R, Ranking, Rprec, Success, nDCG
from irviz.metrics.rounding import format_rounded
from irviz.scenarios.graded import GRADED
from irviz.state.chosen_conventions import OPTIONS, Conventions
from irviz.state.curves.lookahead import binarize_key
from tests.lenses.claims import is_true
from tests.lenses.reading import Case, List, W, cutoff

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from irviz.metrics import Metric

PLAIN = ("linear", "log2(i+1)")
GAINED = (OPTIONS["gain"].values, OPTIONS["discount"].values)

ALL = (P, R, F1, RR, AP, nDCG, CG, DCG)
USUAL = [(metric, Conventions()) for metric in ALL]
OTHER = [
    *((AP, Conventions(ap=by)) for by in ("min(R,k)", "hits")),
    (P, Conventions(p="min(n,k)")),
    (CG, Conventions(gain="exp")),
    *((DCG, Conventions(gain=gain, discount=by)) for gain, by in product(*GAINED) if (gain, by) != PLAIN),
    *(
        (nDCG, Conventions(gain=gain, discount=by, ideal=ideal))
        for (gain, by), ideal in product(product(*GAINED), OPTIONS["ideal"].values)
        if ((gain, by), ideal) != (PLAIN, "judged")
    ),
    *((AP, Conventions(undefined=value)) for value in (1.0, "nan")),
    (nDCG, Conventions(undefined="nan", ideal="top k")),
    (AP, Conventions(undefined=1.0, ap="hits")),
]
"""Every choice of each convention, with those that it can meet in one metric."""

VARIANTS = [*OTHER[:2], *USUAL]
N = 5
"""All lists of so many results are tried; longer ones are drawn."""

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


@lru_cache(maxsize=4096)
def ranking(grades: Grades, missed: tuple[int, ...], threshold: int) -> Ranking:
    return Ranking(grades, missed=missed, threshold=threshold)


@lru_cache(maxsize=4096)
def spelled(conventions: Conventions) -> tuple[tuple[str, object], ...]:
    return tuple(asdict(conventions).items())


@lru_cache(maxsize=4096)
def listed(grades: Grades, k: int, conventions: Conventions, missed: tuple[int, ...] = (), threshold: int = 1) -> List:
    return List(grades, k, missed, threshold, spelled(conventions))


def check(metric: Metric, old: List, new: List) -> None:
    """Compare one explanation with what really is."""
    before, after = (ranking(one.grades, one.missed, one.threshold) for one in (old, new))
    told = explain(metric, before, after, old.k, new.k)
    values = [float(one.all.value(metric.name, one.k)) for one in (old, new)]
    assert alike(told.before, values[0])
    assert alike(told.after, values[1])
    difference = values[1] - values[0]
    assert alike(told.difference, difference)
    assert (told.difference == 0) == (abs(difference) < 1e-9)
    assert told.symbol == f"{metric.name}@{new.k}"
    assert told.line == f"{told.symbol} {told.change}: {told.reason}"
    assert told.claim is not None
    assert claim_is_true(told.claim, old, new), (told.claim, old, new)
    if not new.all.defined(metric.name, new.k):
        counts = str(metric.undefined) != "nan"
        assert told.change == (f"undefined, counted as {metric.undefined:g}" if counts else "undefined")
        assert missing_is_true(told.reason, metric.name, old, new), (told.line, old, new)
        return
    if not old.all.defined(metric.name, old.k):
        assert told.change == f"{format_rounded(told.after)}, before undefined"
        assert present_is_true(told.reason, metric.name, old, new), (told.line, old, new)
        return
    if told.difference == 0:
        assert told.change == "unchanged"
    elif abs(told.difference) < 0.0005:
        assert told.change == f"{'up' if told.difference > 0 else 'down'} by less than 0.001"
    else:
        sign = "+" if told.difference > 0 else "−"
        assert told.change == f"{sign}{format_rounded(abs(told.difference))}"
    # The claim has been checked for these lists; it always says the same, which is checked once.
    known = SAID.setdefault((metric, told.claim), told.reason)
    assert told.reason == known == told.claim.describe("picture")
    if known is told.reason:
        case = Case(old, new, told.difference)
        assert is_true(metric.name, told.reason, case), (old, new, told.line)


SAID: dict[object, str] = {}
"""By metric and claim, what has been said and checked."""


def alike(one: float, other: float) -> bool:
    return abs(one - other) < 1e-9 or (isnan(one) and isnan(other))


def claim_is_true(claim: object, old: List, new: List) -> bool:
    """Whether the numbers and ranks of a claim are those of a slow count."""
    sides = (old, new)
    match claim:
        case Counts(found, among, relevant, k, moved):
            usual = "P" if isinstance(claim, Precision) else ""
            ranks = tuple(one.among if usual else one.k for one in sides)
            return (found, among, relevant, k, moved) == (
                tuple(len(one.hits) for one in sides),
                ranks,
                tuple(one.relevant for one in sides),
                (old.k, new.k),
                old.hits != new.hits,
            )
        case FirstRelevant(ranks, k):
            return (ranks, k) == ((old.first, new.first), (old.k, new.k))
        case PrecisionSums(hits, divisors, called, k):
            by = [one.averaged_over for one in sides]
            return (
                hits == (tuple(old.hits), tuple(new.hits))
                and [(called, number) for number in divisors] == by
                and claim.totals == (old.precisions, new.precisions)
                and k == (old.k, new.k)
            )
        case CumulativeGain(gains, k):
            return gains == tuple(tuple(one.gains) for one in sides) and k == (old.k, new.k)
        case DiscountedGain(gains, terms, k):
            return (
                gains == tuple(tuple(one.gains) for one in sides)
                and all(close(row, one.terms()) for row, one in zip(terms, sides, strict=True))
                and k == (old.k, new.k)
            )
        case NormalisedGain(inner, ideals, regraded):
            changed = [
                (i, was, now) for i, (was, now) in enumerate(zip(old.grades, new.grades, strict=True), 1) if was != now
            ]
            one = len(changed) == 1 and old.k == new.k and old.missed == new.missed
            return (
                claim_is_true(inner, old, new)
                and close(ideals, (old.ideal, new.ideal))
                and regraded == (changed[0] if one else None)
            )
        case Missing(graded, _, somewhere, before, k):
            everything = (*new.grades, *new.missed)
            some = any(everything) if graded else new.relevant > 0
            return (somewhere, before, k) == (some, old.relevant, new.k)
        case Present(_, scope, count, k):
            return (count, k) == (len(new.hits) if scope == "head" else new.relevant, new.k)
    return False


def close(one: Sequence[float], other: Sequence[float]) -> bool:
    return len(one) == len(other) and all(abs(x - y) < 1e-9 for x, y in zip(one, other, strict=True))


def missing_is_true(reason: str, name: str, old: List, new: List) -> bool:
    """Why there is no value: nothing to divide by."""
    if reason.startswith("nothing is relevant"):
        return not new.relevant and reason.endswith("any more") == (old.relevant > 0)
    if reason == "no picture has any gain":
        return not any(new.grades + new.missed)
    m = re.fullmatch(rf"there is no (?P<what>relevant picture|gain)(?: (?P<w>{W})| in the list)", reason)
    if not m or (m["w"] and cutoff(m["w"]) != new.k):
        return False
    if m["what"] == "gain":
        return name == "nDCG" and new.ideal == 0 and not any(new.gains if m["w"] else new.grades)
    return name == "AP" and not new.hits and new.relevant > 0


def present_is_true(reason: str, name: str, old: List, new: List) -> bool:
    """What there is now to divide by, that was not there before."""
    m = re.fullmatch(
        rf"there (?:is|are) (?:(?P<n>\d+) relevant pictures?|(?P<gain>gain|a picture(?P<list> in the list)? "
        rf"with some gain))(?: (?P<w>{W}))? now, and so something to divide by",
        reason,
    )
    if not m or (m["w"] and cutoff(m["w"]) != new.k):
        return False
    if m["gain"]:
        all_was, all_now = (
            (one.gains if m["w"] else [*one.grades, *(() if m["list"] else one.missed)]) for one in (old, new)
        )
        return name == "nDCG" and any(all_now) and not any(all_was)
    was, now = (len(one.hits) if m["w"] else one.relevant for one in (old, new))
    return int(m["n"]) == now and not was


@pytest.mark.exhaustive
@pytest.mark.parametrize(("metric", "conventions"), VARIANTS, ids=str)
def test_every_single_move_and_toggle_at_every_cutoff(metric: Metric, conventions: Conventions) -> None:
    by = conventions.metric(metric)
    lists = {(one, k): listed(one, k, conventions) for one in product((0, 1), repeat=N) for k in range(1, N + 1)}
    for before, after in steps(N):
        for k in range(1, N + 1):
            check(by, lists[before, k], lists[after, k])


@pytest.mark.exhaustive
@pytest.mark.parametrize(("metric", "conventions"), VARIANTS, ids=str)
def test_every_move_of_the_cutoff(metric: Metric, conventions: Conventions) -> None:
    by = conventions.metric(metric)
    for grades in product((0, 1), repeat=N):
        lists = [listed(grades, k, conventions) for k in range(1, N + 1)]
        for old, new in product(lists, repeat=2):
            check(by, old, new)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("metric", "conventions"), [*USUAL, *OTHER], ids=str)
def test_anything_else_that_can_happen(metric: Metric, conventions: Conventions) -> None:
    draw = random.Random(f"{metric.name} {conventions}")
    by = conventions.metric(metric)
    for _ in range(500 if conventions == Conventions() else 150):
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
        if metric is P:
            # A list of Your results may end above the cutoff.
            old_k, new_k = (k + draw.choice((0, 0, 2)) for k in (old_k, new_k))
        check(
            by,
            listed(tuple(grades), old_k, conventions, missed, threshold),
            listed(tuple(after), new_k, conventions, missed, threshold),
        )


EXAMPLES = [
    (RR, "01011010", "01101010", 8, "unchanged: the first relevant picture is still at rank 2"),
    (P, "01011010", "01101010", 3, "+0.333: 2 of the first 3 are relevant, before 1"),
    (
        R,
        "01011010",
        "10011010",
        3,
        ("unchanged: still 1 of 4 relevant pictures within the first 3, and its place there does not count"),
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
        ("+0.173: gain 1 is at rank 1 instead of 2, divided by 1 instead of 1.585; the ideal stays 2.131"),
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
    (DCG, "04134132", "40134132", 2, "+1.476: gain 4 is at rank 1 instead of 2, divided by 1 instead of 1.585"),
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


@pytest.mark.parametrize(("metric", "before", "after", "k", "expected"), EXAMPLES)
def test_examples(metric: Metric, before: str, after: str, k: int, expected: str) -> None:
    assert line(metric, before, after, k) == f"{metric.name}@{k} {expected}"


def test_new_ranks_are_one_or_more() -> None:
    one = "there is a relevant picture at rank 4 now, with precision 2/4"
    more = "there are relevant pictures at ranks 4 and 5 now, with precision 2/4 and 3/5"
    assert [explanation._describe_new_ranks((2,), new, "picture") for new in ((2, 4), (2, 4, 5))] == [one, more]


def test_the_noun_is_the_callers() -> None:
    told = explain(P, Ranking([0, 1]), Ranking([1, 0]), 1, 1, noun="result")
    assert told.reason == "rank 1 is relevant now"


def test_any_other_metric_tells_which_ranks_add_more() -> None:
    told = explain(ERR, Ranking([0, 1, 1]), Ranking([1, 0, 1]), 3, 3)
    assert told.reason == "rank 1 adds more, rank 2 adds less"


@pytest.mark.parametrize("metric", [ERR, RBP, Success, Rprec], ids=str)
def test_what_is_told_of_any_other_metric_is_true(metric: Metric) -> None:
    seen = set()
    for (old, new), k in product(steps(4), (1, 3, 4)):
        told = explain(metric, Ranking(old), Ranking(new), k, k)
        if told.was_defined and told.is_defined:
            case = Case(List(old, k), List(new, k), told.difference)
            assert is_true(metric.name, told.reason, case), (old, new, told.line)
            seen |= {word for word in ("more", "less", "before") if word in told.reason}
    assert seen == {"more", "less", "before"}


def test_a_value_that_is_none_is_called_undefined() -> None:
    metric = AP(undefined=float("nan"))
    told = explain(metric, Ranking([1]), Ranking([0]), 1, 1)
    assert told.change == "undefined"
    assert not told.is_defined


@given(
    two=st.integers(1, 6).flatmap(lambda n: st.tuples(*[st.lists(st.integers(0, 4), min_size=n, max_size=n)] * 2)),
    missed=st.lists(st.integers(0, 4), max_size=3),
    threshold=st.integers(1, 4),
    k=st.integers(1, 6),
    variant=st.sampled_from([one for one in (*USUAL, *OTHER) if not one[0].graded]),
)
def test_a_metric_without_grades_is_explained_by_what_is_relevant_alone(
    two: tuple[list[int], list[int]], missed: list[int], threshold: int, k: int, variant: tuple[Metric, Conventions]
) -> None:
    metric = variant[1].metric(variant[0])
    k = min(k, len(two[0]))

    def explained(low: int, *lists: list[int]) -> Explanation:
        old, new, out = lists
        before, after = (Ranking(one, missed=out, threshold=low) for one in (old, new))
        return explain(metric, before, after, k, k)

    rows = [*two, missed]
    relevant = [[int(grade >= threshold) for grade in row] for row in rows]
    # By their spelling, since a value that is none is not equal to itself.
    assert repr(explained(threshold, *rows)) == repr(explained(1, *relevant))


@pytest.mark.parametrize("metric", ["AP", "RR", "nDCG", "DCG"])
def test_every_change_of_a_list_is_told_and_is_told_once(metric: str, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = replace(GRADED.change_scale(3, 2), metric=metric)
    desk = desk.replace_boards(desk.visible[0].reorder(range(desk.n))).move_cutoff(3)
    (board,), chosen = desk.visible, explanation.find_shown_metric(desk)
    states = [
        *(board.move(rank, to) for rank, to in product(range(1, desk.n + 1), repeat=2)),
        *(board.grade(index, grade) for index, grade in product(range(desk.n), range(4))),
    ]
    wanted = {
        one.pattern if chosen.graded else binarize_key(one.pattern, 2): explain(
            chosen, board.ranking, one.ranking, 3, 3, noun=choose_noun(board)
        ).line
        for one in states
    }
    found = explanation.explain_next_actions(desk)
    assert found == {"graded" if chosen.graded else "relevant": wanted}

    # Who has the same board later, with the same grades or the same relevant results, waits for nothing.
    monkeypatch.setattr(explanation, "explain_evaluated", None)
    assert explanation.explain_next_actions(desk) == found
