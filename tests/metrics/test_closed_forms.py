"""Lists on which a formula says the value at once."""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from itertools import accumulate
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irviz.metrics import (
    AP,
    CG,
    DCG,
    ERR,
    F1,
    IDCG,
    RBP,
    RR,
    CutoffError,
    P,
    ParameterError,
    R,
    Ranking,
    RankingError,
    Rprec,
    Success,
    discounts,
    gains,
    nDCG,
)

LENGTHS = st.integers(1, 40)


@given(n=LENGTHS, data=st.data())
def test_one_relevant_document(n: int, data: st.DataObject) -> None:
    rank = data.draw(st.integers(1, n))
    ranking = Ranking([int(i == rank) for i in range(1, n + 1)])
    assert RR(ranking) == AP(ranking) == 1 / rank
    assert DCG(ranking) == nDCG(ranking) == 1 / math.log2(rank + 1)
    assert P(ranking) == 1 / n
    assert F1(ranking) == 2 / (n + 1)
    assert Rprec(ranking) == float(rank == 1)
    assert Success.curve(ranking) == R.curve(ranking) == [float(i >= rank) for i in range(1, n + 1)]
    assert RBP(ranking) == pytest.approx(0.2 * 0.8 ** (rank - 1))


@given(n=LENGTHS, grade=st.integers(1, 4), data=st.data())
def test_one_graded_document(n: int, grade: int, data: st.DataObject) -> None:
    rank = data.draw(st.integers(1, n))
    ranking = Ranking([grade * (i == rank) for i in range(1, n + 1)])
    assert ERR(ranking) == (2**grade - 1) / 16 / rank
    assert DCG(gain="exp")(ranking) == (2**grade - 1) / math.log2(rank + 1)
    assert nDCG(ranking) == pytest.approx(1 / math.log2(rank + 1))


@given(m=LENGTHS, rest=st.integers(0, 20), missed=st.integers(0, 5))
def test_all_relevant_documents_first(m: int, rest: int, missed: int) -> None:
    ranking = Ranking([1] * m + [0] * rest, missed=[1] * missed)
    relevant = m + missed
    assert AP(ranking) == R(ranking) == m / relevant
    assert AP(denominator="hits")(ranking) == 1.0
    assert RR(ranking) == 1.0
    assert (nDCG @ m)(ranking) == 1.0
    assert RBP(ranking) == pytest.approx(1 - 0.8**m)
    assert P(ranking) == m / (m + rest)


@given(m=LENGTHS, rest=LENGTHS)
def test_all_relevant_documents_last(m: int, rest: int) -> None:
    ranking = Ranking([0] * rest + [1] * m)
    average = math.fsum(j / (rest + j) for j in range(1, m + 1)) / m
    assert AP(ranking) == pytest.approx(average, rel=1e-14)
    assert RR(ranking) == 1 / (rest + 1)
    assert Rprec(ranking) == max(0, m - rest) / m


@given(n=LENGTHS, grade=st.integers(1, 4))
def test_all_documents_alike(n: int, grade: int) -> None:
    ranking = Ranking([grade] * n)
    assert nDCG.curve(ranking) == P.curve(ranking) == [1.0] * n
    assert CG(ranking) == n * grade
    assert DCG(ranking) == IDCG(ranking)


def test_the_example_of_the_2002_paper() -> None:
    ranking = Ranking([3, 2, 3, 0, 0, 1, 2, 2, 3, 0])
    paper = DCG(discount="max(1,log2(i))")
    assert CG.curve(ranking) == [3, 5, 8, 8, 8, 9, 11, 13, 16, 16]
    assert [round(value, 2) for value in paper.curve(ranking)] == [
        *(3, 5, 6.89, 6.89, 6.89, 7.28, 7.99, 8.66, 9.61, 9.61)
    ]


def test_the_base_of_the_logarithm_cancels_in_ndcg() -> None:
    grades = [0, 4, 1, 3]
    sums = [
        sum(grade / math.log10(i + 1) for i, grade in enumerate(order, 1))
        for order in (grades, sorted(grades, reverse=True))
    ]
    assert nDCG(Ranking(grades)) == pytest.approx(sums[0] / sums[1], rel=1e-14)


def test_discounts() -> None:
    assert discounts(0) == []
    assert discounts(3) == [1.0, math.log2(3), 2.0]
    assert len(discounts(1000)) == 1000
    assert discounts(5) == discounts(1000)[:5]
    discounts(3).clear()
    assert discounts(3) == [1.0, math.log2(3), 2.0]
    assert discounts(4, "max(1,log2(i))") == [1.0, 1.0, math.log2(3), 2.0]


@pytest.mark.parametrize("n", [-1, True, 2.0, None], ids=repr)
def test_discounts_of_no_number_of_ranks(n: Any) -> None:
    with pytest.raises(CutoffError, match="use a whole number of at least 0"):
        discounts(n)


def test_an_unknown_discount() -> None:
    with pytest.raises(ParameterError, match="discount is one of"):
        discounts(3, "log")


def test_many_threads_grow_the_table_of_discounts() -> None:
    lengths = [n for _ in range(4) for n in (3, 700, 12, 40_000, 90)]
    expected = {n: [math.log2(i + 1) for i in range(1, n + 1)] for n in lengths}
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda n: discounts(n) == expected[n], lengths))
    assert all(found)


def test_gains() -> None:
    assert gains((0, 1, 4)) == [0, 1, 4]
    assert gains((0, 1, 4, 53), "exp") == [0, 1, 15, 2**53 - 1]
    with pytest.raises(RankingError, match="grade 54 is too large for the exponential gain"):
        gains([1, 54], "exp")
    for grade in (-1, 0.5):
        with pytest.raises(RankingError, match=f"grade {grade} at place 2"):
            gains([1, grade], "exp")  # type: ignore[list-item]
    with pytest.raises(ParameterError, match="gain is one of 'linear', 'exp', 'binary'"):
        gains([1], "cubic")


@pytest.mark.parametrize("grade", [54, 60, 1100, 2**53])
def test_grades_too_large_for_the_exponential_gain(grade: int) -> None:
    ranking, elsewhere = Ranking([1, 0, grade]), Ranking([1], missed=[2, grade])
    for metric in (CG, DCG, IDCG, nDCG):
        assert metric(ranking) > 0
        exponential = metric(gain="exp")
        for attempt in (exponential, exponential @ 1, exponential.curve, exponential.worked):
            with pytest.raises(RankingError, match=f"grade {grade} at rank 3 is too large"):
                attempt(ranking)
            with pytest.raises(RankingError, match=f"grade {grade} at missed document 2"):
                attempt(elsewhere)


def test_the_largest_exponential_gain_is_exact() -> None:
    assert CG(gain="exp")(Ranking([53])) == 2**53 - 1


def test_the_scale_of_err() -> None:
    with pytest.raises(RankingError, match=r"grade 5 at rank 2 .* use ERR\(max_grade=5\)"):
        ERR(Ranking([1, 5]))
    assert ERR(max_grade=5)(Ranking([1, 5])) == pytest.approx(1 / 32 + 31 / 32 * 31 / 32 / 2)
    assert ERR(max_grade=1)(Ranking([1, 0, 1])) == pytest.approx(1 / 2 + 1 / 2 * 1 / 2 / 3)


@given(grades=st.lists(st.integers(0, 4), min_size=1, max_size=20))
def test_err_never_stops_with_more_than_certainty(grades: list[int]) -> None:
    stops = list(accumulate(ERR._numerators(Ranking(grades), len(grades))))
    assert 0 <= stops[-1] < 1


def test_the_top_k_ideal_is_the_best_order_of_the_first_k() -> None:
    metric = nDCG(ideal="top k")
    ranking = Ranking([0, 4, 1, 3, 4], missed=[4])
    expected = [(nDCG @ k)(Ranking(ranking.grades[:k])) for k in range(1, 6)]
    assert metric.curve(ranking) == expected
    assert not metric.defined(ranking, 1)
