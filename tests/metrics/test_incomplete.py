"""Bounds over what nobody judged, against every way to judge it."""

from __future__ import annotations

from itertools import product
from math import isnan, nan
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irviz.metrics import AP, ERR, METRICS, P, ParameterError, Ranking, RankingError, bounds, nDCG
from irviz.metrics.incomplete import has_bounds

if TYPE_CHECKING:
    from irviz.metrics.metric import Metric

VARIANTS: list[Metric] = [
    *filter(has_bounds, METRICS.values()), P(denominator="min(n,k)"),
    AP(denominator="min(R,k)"), AP(denominator="hits"), nDCG(gain="exp"), nDCG(gain="binary"), nDCG(ideal="uncut"),
    nDCG(ideal="retrieved"), nDCG(ideal="top k"), nDCG(discount="max(1,log2(i))"), AP(rel=2),
    AP(undefined=1.0),
]  # fmt: skip


@st.composite
def lists(draw: st.DrawFn) -> tuple[Ranking, set[int], int]:
    highest = draw(st.integers(1, 3))
    grades = draw(st.lists(st.integers(0, 4), min_size=1, max_size=7))
    most = 5 if highest < 3 else 4
    unjudged = draw(st.sets(st.integers(1, len(grades)), max_size=most))
    for rank in unjudged:
        grades[rank - 1] = 0
    missed = draw(st.lists(st.integers(0, 4), max_size=3))
    return Ranking(grades, missed, draw(st.integers(1, 2))), unjudged, highest


def all_values(metric: Metric, ranking: Ranking, unjudged: set[int], highest: int) -> list[float]:
    values = []
    for judged in product(range(highest + 1), repeat=len(unjudged)):
        grades = list(ranking.grades)
        for rank, grade in zip(unjudged, judged, strict=True):
            grades[rank - 1] = grade
        values.append(metric(Ranking(grades, ranking.missed, ranking.threshold)))
    return values


@pytest.mark.exhaustive
@pytest.mark.parametrize("measure", VARIANTS, ids=str)
@given(case=lists(), k=st.none() | st.integers(1, 9))
def test_bounds_are_the_extremes_of_all_judgments(
    measure: Metric, case: tuple[Ranking, set[int], int], k: int | None
) -> None:
    ranking, unjudged, highest = case
    cut = measure if k is None else measure @ k
    values = all_values(cut, ranking, unjudged, highest)
    found = bounds(cut, ranking, unjudged, highest=highest)
    assert found.low == pytest.approx(min(values), abs=1e-12)
    assert found.high == pytest.approx(max(values), abs=1e-12)


@pytest.mark.parametrize("denominator", ["R", "min(R,k)", "hits"])
def test_bounds_of_ap_on_each_short_list_at_each_cutoff(denominator: str) -> None:
    for grades in product((0, 1), repeat=4):
        zeros = [rank for rank, grade in enumerate(grades, 1) if not grade]
        for unjudged in ({*zeros}, {*zeros[:2]}, {*zeros[1:]}):
            for k, missed in product(range(1, 5), ((), (1, 1))):
                cut, ranking = AP(denominator=denominator) @ k, Ranking(grades, missed)
                values = all_values(cut, ranking, unjudged, 1)
                assert bounds(cut, ranking, unjudged) == pytest.approx((min(values), max(values)), abs=1e-12)


def test_neither_none_nor_all_of_them_relevant_need_be_an_extreme() -> None:
    ranking, unjudged = Ranking([1, 0, 0], missed=[1]), {2}
    cut = nDCG @ 2
    ends = [cut(ranking), cut(Ranking([1, 3, 0], missed=[1]))]
    assert bounds(cut, ranking, unjudged, highest=3).high == 1.0 > max(ends)
    # AP falls with a relevant result far down: here all relevant is less than none.
    assert bounds(AP @ 3, Ranking([1, 0, 0]), {3}) == ((1 + 2 / 3) / 2, 1.0)


def test_nothing_unjudged_leaves_one_value() -> None:
    ranking = Ranking([1, 0, 2], missed=[1])
    assert bounds(nDCG @ 2, ranking, ()) == ((nDCG @ 2)(ranking),) * 2
    assert isnan(bounds(AP(undefined=nan), Ranking([0]), ()).low)
    assert bounds(AP(undefined=nan), Ranking([0, 0]), {2}) == (0.5, 0.5)


def test_a_long_list_is_quick_enough_to_bound_on_each_change() -> None:
    ranking = Ranking([3, 0, 1, 0] * 250, missed=[3] * 20)
    unjudged = range(2, 1001, 2)
    assert bounds(nDCG @ 1000, ranking, unjudged, highest=3).high < 1
    assert bounds(AP @ 1000, ranking, unjudged).low > 0


@pytest.mark.parametrize(
    ("measure", "unjudged", "highest", "said"),
    [(ERR, {2}, 1, "bounds of ERR are not known"), (P, {2}, 0, "highest is 0")],
)
def test_what_cannot_be_bounded_is_said(measure: Metric, unjudged: set[int], highest: int, said: str) -> None:
    with pytest.raises(ParameterError, match=said):
        bounds(measure, Ranking([1, 0]), unjudged, highest=highest)


@pytest.mark.parametrize(("rank", "said"), [(3, "no rank 3 in a list of 2"), (0, "no rank 0"), (1, "has grade 1")])
def test_ranks_are_checked(rank: int, said: str) -> None:
    with pytest.raises(RankingError, match=said):
        bounds(P, Ranking([1, 0]), {rank})
