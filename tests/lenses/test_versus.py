"""Two lists side by side: each sentence claims what is so, under every convention of the page."""

from __future__ import annotations

import math
import random
import re
from functools import cache
from itertools import combinations_with_replacement, permutations, product
from typing import TYPE_CHECKING

import pytest

from irviz.lenses.versus import (
    Basis,
    FirstHit,
    GainSums,
    HitCounts,
    IdealShares,
    Precisions,
    Preference,
    RankDifferences,
    Undefined,
    _name_ranks,
    compare_lists,
    find_preference,
    group_metrics,
)
from irviz.metrics import AP, ERR, RBP, RR, P, R, Ranking, Success, nDCG
from irviz.scenarios.pairs import PAIRED
from irviz.state.chosen_conventions import OPTIONS, PLOTTED, SUMS, Conventions
from irviz.state.pairs.pair import A, B
from tests.lenses.claims_two import read
from tests.lenses.slowly import Listed, Two, two

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from irviz.lenses.versus import Verdict
    from irviz.metrics import Metric

ALL = (*PLOTTED, *SUMS)
TOLD = {"P", "R", "F1", "RR", "AP", "nDCG", "CG", "DCG"}
SEED = 20_251_121
NAN = float("nan")

# Every choice of each convention, with those that it can meet in one metric.
CONVENTIONS = [
    *({"ap": ap, "undefined": no} for ap, no in product(OPTIONS["ap"].values, (0.0, 1.0, "nan"))),
    {"p": "min(n,k)"},
    *(
        {"gain": gain, "discount": discount, "ideal": ideal}
        for gain, discount, ideal in product(*(OPTIONS[name].values for name in ("gain", "discount", "ideal")))
    ),
]


def grades(length: int, top: int) -> Iterator[tuple[int, ...]]:
    return product(range(top + 1), repeat=length)


@cache
def by_conventions(metrics: tuple[Metric, ...], by: tuple[tuple[str, object], ...]) -> tuple[Metric, ...]:
    conventions = Conventions(**dict(by))  # type: ignore[arg-type]
    return tuple(conventions.metric(metric) for metric in metrics)


def pairs(lists: Iterable[tuple[int, ...]]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Each with each, once; which of the two is A takes turns."""
    for turn, (one, other) in enumerate(combinations_with_replacement(lists, 2)):
        yield (one, other) if turn % 2 else (other, one)


def shown(one: Two, k: int, metrics: tuple[Metric, ...] = ALL) -> Verdict:
    """What is said of two lists; everything in it has been checked."""
    a, b = (Ranking(side.grades, side.missed, side.threshold) for side in one.lists)
    found = compare_lists(by_conventions(metrics, one.a.conventions), a, b, k)
    for respect in found.respects:
        for said in respect.said:
            claim_is_true(said, one, k)
    check_sentences(found, one, k, [metric.name for metric in metrics])
    return found


def claim_is_true(said: Preference, one: Two, k: int) -> None:
    """Whether a claim, as a value, is what a slow count finds."""
    name = said.metric.name
    values = [float(side.value(name, k)) for side in one.lists]
    assert said.values == pytest.approx(values, abs=1e-9, nan_ok=True), (said, one)
    assert said.higher == one.higher(name, k), (said, one)
    assert because_is_true(said.because, name, one, k), (said, one)


def because_is_true(because: Basis, name: str, one: Two, k: int) -> bool:
    a, b = one.lists
    match because:
        case Undefined(where, counts_as):
            other = a.rule("undefined")
            same = str(counts_as) == str(float(str(other)))
            return same and where == tuple(not side.defined(name, k) for side in one.lists)
        case HitCounts(found, among):
            ranks = (a.among(k), b.among(k)) if name == "P" else (k, k)
            return (found, among) == ((len(a.hits(k)), len(b.hits(k))), ranks)
        case FirstHit(ranks):
            return ranks == tuple(next(iter(side.hits(k)), None) for side in one.lists)
        case GainSums(gains):
            return gains == (a.value(name, k), b.value(name, k))
        case Precisions(hits, divisors):
            counted = (tuple(a.hits(k)), tuple(b.hits(k))), (a.averaged_over(k), b.averaged_over(k))
            totals = [sum(side.precision(rank) for rank in side.hits(k)) for side in one.lists]
            return (hits, divisors) == counted and totals == [because.total(0), because.total(1)]
        case IdealShares(dcg, ideals):
            true_dcg = tuple(side.dcg(side.grades[:k]) for side in one.lists)
            true_ideals = tuple(side.ideal(k) for side in one.lists)
            return dcg == pytest.approx(true_dcg) and ideals == pytest.approx(true_ideals)
        case RankDifferences(ahead):
            return all(
                [rank for rank, _ in found] == list(true := one.ahead(name, k, which))
                and [by for _, by in found] == pytest.approx(list(true.values()))
                for which, found in enumerate(ahead)
            )


def check_sentences(found: Verdict, one: Two, k: int, names: list[str]) -> None:
    winners = {name: one.higher(name, k) for name in names}
    if len(found.sentences) == 1 and found.sentences[0].startswith(("No metric", "Nothing is")):
        (line,) = found.sentences
        assert set(winners.values()) == {None}
        assert found.headline == f"No metric tells A from B at k = {k}"
        heads = [(*side.grades, *[0] * k)[:k] for side in one.lists]
        if line.startswith("Nothing"):
            assert line == "Nothing is judged relevant, so no metric can tell A from B."
            assert not any(grade for side in one.lists for grade in (*side.grades, *side.missed))
        else:
            assert re.fullmatch(
                rf"No metric sees a difference at k = {k}: "
                r"the same (ranks are relevant|grades stand at the same ranks)\.",
                line,
            )
            assert heads[0] == heads[1]
            graded = max(max(side.grades, default=0) for side in one.lists) > 1
            assert ("grades" in line) == graded
        return
    told = [read(line, one, k) for line in found.sentences]
    assert sorted(name for line in told for name in line.names) == sorted(names)
    assert found.headline == headline([line.best for line in told], k)


def headline(winners: list[int | None], k: int) -> str:
    """Counted once more: a line is a respect."""
    a, b, every = winners.count(0), winners.count(1), len(winners)
    if not a and not b:
        return f"No metric tells A from B at k = {k}"
    first, many, second, few = ("B", b, "A", a) if b > a else ("A", a, "B", b)
    said = f"{first} leads"
    if every == 1:
        return f"{said}: all metrics say one thing"
    if many == every:
        return f"{said} in {'both' if every == 2 else f'all {every}'} respects"
    return f"{said} in {many} of {every} respects{f', {second} in {few}' if few else ''}"


@pytest.mark.exhaustive
def test_all_pairs_of_binary_lists() -> None:
    for a, b in pairs(grades(4, 1)):
        for k in range(1, 5):
            shown(two(a, b), k, PLOTTED)


@pytest.mark.exhaustive
@pytest.mark.parametrize("by", CONVENTIONS, ids=str)
def test_short_lists_of_any_length_by_every_convention(by: dict[str, object]) -> None:
    lists = [one for length in (1, 2) for one in grades(length, 1)]
    # Those that the convention is about, and P, which is always one respect.
    about = {name for option in by for name in OPTIONS[option].metrics}
    metrics = tuple(metric for metric in PLOTTED if metric is P or metric.name in about)
    for a, b in pairs(lists):
        for k, more in product(range(1, 1 + max(len(a), len(b))), ((), (1, 1))):
            shown(two(a, b, more, 1, **by), k, metrics)


@pytest.mark.exhaustive
def test_all_pairs_of_graded_lists() -> None:
    for a, b in pairs(grades(3, 2)):
        for k in (2, 3):
            shown(two(a, b), k)


@pytest.mark.exhaustive
@pytest.mark.parametrize("by", CONVENTIONS, ids=str)
def test_graded_lists_by_every_convention(by: dict[str, object]) -> None:
    draw = random.Random(f"{SEED} {by}")
    for _ in range(20):
        a, b = (tuple(draw.choices(range(4), k=draw.choice((2, 4, 4, 12)))) for _ in range(2))
        if draw.random() < 0.6:
            b = tuple(draw.sample(a, len(a)))
        more = tuple(draw.choices((1, 2, 3), k=draw.choice((0, 2))))
        k = draw.randint(1, max(len(a), len(b)))
        shown(two(a, b, more, draw.choice((1, 1, 2)), **by), k)


def test_long_lists_name_the_largest_part() -> None:
    draw = random.Random(SEED)
    seen = set()
    for _ in range(25):
        a = tuple(int(draw.random() < 0.4) for _ in range(50))
        b = tuple(draw.sample(a, len(a)))
        seen |= {"of it at rank" in line for line in shown(two(a, b), draw.randint(20, 50)).sentences}
    assert seen == {True, False}


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "docs",
    [(0, 1, 1, 1), (0,) * 5 + (1,), (0, 0, 0, 0, 1, 2), (0, 0, 0, 1), (0, 1, 2, 2), (1, 2, 3), (0, 0, 3)],
    ids=str,
)
@pytest.mark.parametrize("by", [{}, {"ap": "hits"}, {"ideal": "top k"}, {"discount": "max(1,log2(i))"}], ids=str)
def test_metrics_say_one_thing_where_no_order_can_set_them_apart(docs: tuple[int, ...], by: dict[str, object]) -> None:
    """Compared with all orders there are: the same factor for each rank of each of them."""
    metrics = [Conventions(**by).metric(metric) for metric in ALL]  # type: ignore[arg-type]
    orders = [Listed(order, (1,), 1, tuple(by.items())) for order in sorted(set(permutations(docs)))]
    for k in range(1, len(docs) + 1):
        rows = {
            metric.name: [float(part) for one in orders for part in one.parts(metric.name, k)] for metric in metrics
        }
        true: list[list[str]] = []
        for name, row in rows.items():
            scaled = [part / max(row) for part in row]
            for group in true:
                of = rows[group[0]]
                if scaled == pytest.approx([part / max(of) for part in of], abs=1e-9):
                    group.append(name)
                    break
            else:
                true.append([name])
        for a, b in ((docs, docs[::-1]), (docs[::-1], docs[::-1])):
            found = group_metrics(metrics, Ranking(a, (1,)), Ranking(b, (1,)), k)
            assert [[metric.name for metric in group] for group in found] == true


def test_precision_recall_and_f1_are_one_respect_and_rr_another() -> None:
    metrics = (P, R, Success, RR, RBP, ERR)
    found = group_metrics(metrics, Ranking([0, 1, 1, 0]), Ranking([1, 0, 0, 1]), 3)
    assert [[metric.name for metric in group] for group in found] == [["P", "R"], ["Success"], ["RR"], ["RBP"], ["ERR"]]


@pytest.mark.parametrize(
    ("name", "k", "head", "lines"),
    [
        (
            "two-engines",
            5,
            "A leads in 3 of 4 respects, B in 1",
            [
                "P@5, R@5 and F1@5 together prefer A: it has 3 relevant results in the first 5, B 2.",
                "RR@5 prefers B: its first relevant result is at rank 1, A’s at rank 2.",
                (
                    "AP@5 prefers A: the precisions at its relevant ranks add up to 1/2 + 2/4 + 3/5 = 1.6, "
                    "B’s to 1/1 + 2/5 = 1.4."
                ),
                "nDCG@5 prefers A: it wins 0.414 at ranks 2 and 4 and loses 0.390 at rank 1.",
            ],
        ),
        (
            "two-engines",
            1,
            "B leads: all metrics say one thing",
            [("P@1, R@1, F1@1, RR@1, AP@1 and nDCG@1 together prefer B: its first result is relevant, A’s is not.")],
        ),
        (
            "two-feeds-counted",
            3,
            "A leads in 1 of 4 respects",
            [
                ("nDCG@3 and DCG@3 together prefer A: by nDCG@3, it wins 0.271 at rank 1 and loses 0.135 at rank 3."),
                # Nothing else was judged, so that AP counts these three in any order, too.
                "P@3, R@3, F1@3 and AP@3 see no difference: both have 3 relevant results in the first 3.",
                "RR@3 sees no difference: both have their first relevant result at rank 1.",
                "CG@3 sees no difference: the gains of the first 3 add up to 9 in both.",
            ],
        ),
    ],
)
def test_what_the_page_says_of_its_pairs(name: str, k: int, head: str, lines: list[str]) -> None:
    desk = PAIRED[name]
    a, b = (desk.board(one) for one in (A, B))
    metrics = tuple(metric for metric in desk.metrics if metric.name in TOLD)
    found = compare_lists(metrics, a.ranking, b.ranking, k)
    assert found.headline == head
    assert sorted(found.sentences) == sorted(lines)
    slow = Two(*(Listed(one.ranked, one.missed, one.threshold) for one in (a, b)))
    shown(slow, k, metrics)
    shown(slow, k, desk.metrics)


def test_other_metrics_are_told_by_what_their_ranks_add() -> None:
    a, b = Ranking([0, 3, 1]), Ranking([1, 3, 0])
    for metric in (ERR, RBP):
        because = find_preference(metric, a, b, 3).because
        assert isinstance(because, RankDifferences)
        value = find_preference(metric, a, b, 3)
        assert because.sum_lead(1) - because.sum_lead(0) == pytest.approx(value.difference)


def test_up_to_five_ranks_are_named_and_of_more_only_the_one_with_the_most() -> None:
    ranks = [(rank, 0.5 + (rank == 5)) for rank in (1, 3, 5, 7, 9, 11)]
    assert _name_ranks(ranks[:5]) == "ranks 1, 3, 5, 7 and 9"
    assert _name_ranks(ranks) == "6 ranks, 1.5 of it at rank 5"


def test_where_a_value_is_missing_a_metric_has_no_say() -> None:
    found = shown(two((0, 1), (1, 0), ap="hits", undefined="nan"), 1, (AP, P))
    assert "AP@1 (divided by the hits found) has no say: on A it is undefined." in found.sentences
    assert math.isnan(found.respects[-1].said[0].difference)


def test_a_metric_that_counts_as_0_where_it_is_undefined_agrees_with_one_that_is_0() -> None:
    nothing = Ranking([0, 0])

    assert group_metrics((P, AP), nothing, nothing, 2) == ((P, AP),)
    assert group_metrics((P, AP(undefined=1.0)), nothing, nothing, 2) == ((P,), (AP(undefined=1.0),))


def test_the_sources_figures() -> None:
    models, feeds, counted = (PAIRED[name] for name in ("two-models", "two-feeds", "two-feeds-counted"))
    for desk, metric, k, values in (
        (models, P, 5, (0.6, 0.6)),
        (feeds, AP, 3, (7 / 12, 1)),
        (feeds, RR, 3, (0.5, 1)),
        (feeds, nDCG, 3, (0.6934, 1)),
        (counted, nDCG, 3, (0.9002, 0.7649)),
    ):
        one = find_preference(metric, desk.board(A).ranking, desk.board(B).ranking, k)
        assert one.values == pytest.approx(values, abs=5e-5)
