"""What must hold on any list."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from irviz.metrics import (
    AP,
    CG,
    DCG,
    ERR,
    F1,
    IDCG,
    METRICS,
    RBP,
    RR,
    Judged,
    NumRel,
    NumRet,
    P,
    R,
    Ranking,
    RBPresid,
    Rprec,
    Success,
    infAP,
    nDCG,
)
from tests.metrics.variants import METRIC, VARIANT

if TYPE_CHECKING:
    from irviz.metrics import Metric

GRADES = st.lists(st.integers(0, 4), max_size=40)
MISSED = st.lists(st.integers(0, 4), max_size=10)
GAPS = st.lists(st.none() | st.integers(0, 4), max_size=40)


@st.composite
def pooled(draw: st.DrawFn) -> Ranking:
    """Lists in which nobody judged some documents, and some of those were in the pool."""
    grades = draw(GAPS)
    gaps = [rank for rank, grade in enumerate(grades, 1) if grade is None]
    some = draw(st.sets(st.sampled_from(gaps))) if gaps else ()
    return Ranking(grades, draw(MISSED), draw(st.integers(1, 4)), some)


RANKINGS = st.builds(Ranking, GRADES, MISSED, st.integers(1, 4)) | pooled()
FULL = st.builds(Ranking, st.lists(st.integers(0, 4), min_size=1, max_size=40), MISSED)
CUTOFFS = st.integers(1, 60)
FEW = settings(max_examples=settings().max_examples // 3)  # for each of 77 variants


@VARIANT
@given(ranking=RANKINGS)
@FEW
def test_the_curve_is_the_value_at_every_cutoff(variant: Metric, ranking: Ranking) -> None:
    values = [(variant @ k)(ranking) for k in range(1, ranking.n + 1)]
    assert variant.curve(ranking) == values


@VARIANT
@given(ranking=RANKINGS, k=CUTOFFS)
@FEW
def test_all_in_range(variant: Metric, ranking: Ranking, k: int) -> None:
    low, high = variant.range
    for value in ((variant @ k)(ranking), variant(ranking), *variant.curve(ranking)):
        assert low <= value <= high
        assert type(value) is float


@METRIC
@given(ranking=FULL, k=CUTOFFS)
def test_past_the_end_the_sums_stay(metric: Metric, ranking: Ranking, k: int) -> None:
    past = ranking.n + k
    at_the_end = metric._total(ranking, ranking.n)
    if metric in {IDCG, NumRel}:
        assert (metric @ past)(ranking) >= (metric @ ranking.n)(ranking)
    else:
        assert metric._total(ranking, past) == at_the_end
    assert (P @ past)(ranking) == sum(ranking.hits) / past
    # However far: nothing is computed for ranks that do not exist.
    assert (metric @ 10**18)(ranking) >= 0


@VARIANT
@given(ranking=RANKINGS, k=CUTOFFS)
@FEW
def test_quick_sums_are_the_sums_of_the_terms(variant: Metric, ranking: Ranking, k: int) -> None:
    seen = ranking if variant.rel is None else ranking.at(variant.rel)
    total = 0.0
    seen = seen.condensed if variant.judged_only else seen
    for term in variant._terms(seen, k):
        total += term
    assert variant._total(seen, k) == total


@VARIANT
@given(ranking=RANKINGS, k=CUTOFFS)
@FEW
def test_contributions_add_up(variant: Metric, ranking: Ranking, k: int) -> None:
    parts = variant.contributions(ranking, k)
    value = (variant @ k)(ranking)
    assert math.isclose(math.fsum(parts), value, rel_tol=1e-12, abs_tol=1e-12)


@given(ranking=FULL, data=st.data())
def test_swapping_equal_grades_changes_nothing(ranking: Ranking, data: st.DataObject) -> None:
    # What is missed may come in any order, and which of two equal documents stands where is lost
    # in a ranking of grades: rank them by ids to tell them apart.
    ids = [f"d{i}" for i in range(ranking.n)]
    grades = dict(zip(ids, ranking.grades, strict=True))
    i = data.draw(st.integers(0, ranking.n - 1))
    j = data.draw(st.sampled_from([j for j in range(ranking.n) if ranking.grades[j] == ranking.grades[i]]))
    swapped = ids.copy()
    swapped[i], swapped[j] = ids[j], ids[i]
    for metric in METRICS.values():
        assert metric.curve(Ranking.from_ids(swapped, grades)) == metric.curve(Ranking.from_ids(ids, grades))


@given(ranking=FULL, missed=MISSED, data=st.data())
def test_moving_a_better_document_up_never_hurts(ranking: Ranking, missed: list[int], data: st.DataObject) -> None:
    rises = [i for i in range(1, ranking.n) if ranking.grades[i] > ranking.grades[i - 1]]
    if not rises:
        return
    i = data.draw(st.sampled_from(rises))
    grades = list(ranking.grades)
    grades[i - 1], grades[i] = grades[i], grades[i - 1]
    better = Ranking(grades, missed)
    before = Ranking(ranking.grades, missed)
    for metric in (P, R, F1, RR, AP, CG, DCG, nDCG, nDCG(gain="exp"), RBP, Rprec, Success):
        for after, value in zip(metric.curve(better), metric.curve(before), strict=True):
            assert after >= value * (1 - 1e-12), metric


@given(ranking=RANKINGS)
def test_the_ideal_order_is_the_best(ranking: Ranking) -> None:
    n = ranking.n
    best = Ranking(sorted((*ranking.grades, *ranking.missed), reverse=True)[:n], (), ranking.threshold)
    rest = sorted((*ranking.grades, *ranking.missed), reverse=True)[n:]
    best = Ranking(best.grades, rest, ranking.threshold)
    for metric in METRICS.values():
        if metric in {ERR, RBPresid, infAP}:
            continue
        for value, bound in zip(metric.curve(ranking), metric.curve(best), strict=True):
            assert value <= bound * (1 + 1e-12), metric
    if any(best.grades):
        assert nDCG.curve(best) == [1.0] * n


@given(ranking=RANKINGS, k=CUTOFFS)
def test_one_more_document_never_lowers_a_sum(ranking: Ranking, k: int) -> None:
    for metric in (R, RR, AP, CG, DCG, IDCG, Rprec, Success, ERR, RBP):
        assert (metric @ (k + 1))(ranking) >= (metric @ k)(ranking)


@given(ranking=RANKINGS, k=CUTOFFS)
def test_f1_is_the_harmonic_mean(ranking: Ranking, k: int) -> None:
    p, r = (P @ k)(ranking), (R @ k)(ranking)
    mean = 2 * p * r / (p + r) if p + r else 0.0
    assert math.isclose((F1 @ k)(ranking), mean, rel_tol=1e-12)


@given(ranking=RANKINGS)
def test_r_precision_is_precision_and_recall_at_r(ranking: Ranking) -> None:
    if ranking.relevant:
        at = ranking.relevant
        assert Rprec(ranking) == (P @ at)(ranking) == (R @ at)(ranking)


@given(ranking=RANKINGS, k=CUTOFFS)
def test_metrics_that_do_not_know_order(ranking: Ranking, k: int) -> None:
    known = zip(ranking.grades, ranking.pooled, strict=True)
    grades = [grade if pooled else None for grade, pooled in known]
    ranking = Ranking(grades, ranking.missed, ranking.threshold)
    turned = Ranking(grades[:k][::-1] + grades[k:], ranking.missed, ranking.threshold)
    for metric in METRICS.values():
        if not metric.order_aware:
            assert (metric @ k)(turned) == (metric @ k)(ranking), metric


@METRIC
def test_metrics_that_know_order_can_tell_a_swap(metric: Metric) -> None:
    orders: list[tuple[int, list[int | None], list[int | None]]] = [
        (2, [1, 0], [0, 1]),
        (3, [0, 2, 1], [2, 1, 0]),
        (2, [1, 0, 0], [0, 1, 0]),
        (2, [None, 1], [1, None]),
    ]
    changes = [(metric @ k)(Ranking(a)) != (metric @ k)(Ranking(b)) for k, a, b in orders]
    assert any(changes) == metric.order_aware


@METRIC
def test_graded_metrics_see_more_than_the_threshold(metric: Metric) -> None:
    differs = metric(Ranking([1, 2, 0])) != metric(Ranking([2, 1, 0]))
    differs |= (metric @ 1)(Ranking([2])) != (metric @ 1)(Ranking([1]))
    if metric.name == "nDCG":
        differs = (metric @ 2)(Ranking([1, 2])) != 1.0
    assert differs == metric.graded


@given(ranking=RANKINGS)
def test_nothing_relevant(ranking: Ranking) -> None:
    nothing = Ranking([0] * ranking.n, [0] * len(ranking.missed))
    for metric in METRICS.values():
        if metric not in {Judged, RBPresid, NumRet}:
            assert metric(nothing) == 0.0
            assert metric.curve(nothing) == [0.0] * ranking.n
    undefined = {metric.name for metric in METRICS.values() if not metric.defined(nothing)}
    assert undefined >= {"R", "AP", "nDCG", "Rprec"}
    assert undefined.isdisjoint({"P", "F1", "RR", "CG", "DCG", "IDCG", "Success", "ERR", "RBP"})


@given(n=st.integers(1, 30))
def test_everything_relevant(n: int) -> None:
    everything = Ranking([1] * n)
    for metric in (P, RR, Success, nDCG):
        assert metric.curve(everything) == [1.0] * n
    assert R.curve(everything) == AP.curve(everything) == [k / n for k in range(1, n + 1)]


@given(ranking=RANKINGS, data=st.data())
def test_who_was_judged_matters_only_where_it_is_said_to(ranking: Ranking, data: st.DataObject) -> None:
    forgotten = data.draw(st.sets(st.sampled_from(range(1, ranking.n + 1)))) if ranking.n else ()
    grades = [None if rank in forgotten and not grade else grade for rank, grade in enumerate(ranking.grades, 1)]
    other = Ranking(grades, ranking.missed, ranking.threshold)
    for metric in METRICS.values():
        if not metric.sees_judged:
            assert metric.curve(other) == metric.curve(ranking), metric


@METRIC
def test_some_metrics_see_who_was_judged(metric: Metric) -> None:
    lists = (Ranking([0, 1], [0]), Ranking([None, 1], [0]))
    assert (metric(lists[0]) != metric(lists[1])) == metric.sees_judged


@VARIANT
def test_the_empty_list(variant: Metric) -> None:
    for ranking in (Ranking([]), Ranking([], missed=[1, 2])):
        assert variant.curve(ranking) == []
        if variant.name not in {"IDCG", "NumRel"}:
            nothing = 1.0 if variant.name == "RBPresid" else 0.0
            assert variant(ranking) == (variant @ 5)(ranking) == nothing
            assert variant.contributions(ranking, 5) == [nothing] * int(nothing)


@METRIC
def test_one_document(metric: Metric) -> None:
    relevant, not_relevant = Ranking([1]), Ranking([0])
    top = {"ERR": 1 / 16, "RBP": 0.2, "RBPresid": 0.8}.get(metric.name, 1.0)
    assert metric.curve(relevant) == [metric(relevant)]
    assert math.isclose(metric(relevant), top)
    whatever = metric in {Judged, RBPresid, NumRet}
    assert metric(not_relevant) == (metric(relevant) if whatever else 0.0)
