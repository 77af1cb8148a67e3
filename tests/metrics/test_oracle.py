"""Every metric and variant on every short list, against definitions worked out in another way."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from typing import TYPE_CHECKING

import pytest

from irviz.metrics import AP, CG, DCG, ERR, F1, IDCG, METRICS, RBP, RR, Metric, P, R, Ranking, Rprec, Success, nDCG
from tests import oracle
from tests.metrics import test_unjudged

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    # Of a list of grades, the number of them that were retrieved (the rest was missed), and k.
    Oracle = Callable[[Sequence[int], int, int], float]


def hits(grades: Sequence[int], k: int) -> int:
    return sum(1 for grade in grades[:k] if grade >= 1)


def r_precision(grades: Sequence[int], n: int, k: int) -> float:
    relevant = hits(grades, len(grades))
    return hits(grades, min(n, k, relevant)) / relevant if relevant else 0.0


def expected_reciprocal_rank(grades: Sequence[int], n: int, k: int) -> float:
    return expected_outcome(tuple(grades[: min(n, k)]))


@cache
def expected_outcome(grades: tuple[int, ...]) -> float:
    """Over all ways in which documents satisfy or not, the probability times the outcome."""
    total = Fraction(0)
    for satisfied in product((True, False), repeat=len(grades)):
        chance = Fraction(1)
        for grade, yes in zip(grades, satisfied, strict=True):
            p = Fraction(2**grade - 1, 16)
            chance *= p if yes else 1 - p
        if True in satisfied:
            total += chance / (satisfied.index(True) + 1)
    return float(total)


def rank_biased_precision(grades: Sequence[int], n: int, k: int) -> float:
    return math.fsum(0.2 * 0.8 ** (i - 1) * grades[i - 1] for i in range(1, min(n, k) + 1))


def rank_biased_hits(grades: Sequence[int], n: int, k: int) -> float:
    return rank_biased_precision([int(grade >= 2) for grade in grades], n, k)


def plain(name: str) -> Oracle:
    """A missed document is one that stands below every cutoff."""
    metric: Callable[[Sequence[int], int], oracle.Number] = {
        **oracle.METRICS,
        "CG": oracle.cg,
        "DCG": oracle.dcg,
        "IDCG": oracle.idcg,
    }[name]

    def value(grades: Sequence[int], n: int, k: int) -> float:
        if name == "F1" and not hits(grades, len(grades)):
            return 0.0
        return float(metric([*grades[:n], *[0] * max(0, k - n), *grades[n:]], k))

    return value


def divided_by(denominator: str) -> Oracle:
    def value(grades: Sequence[int], n: int, k: int) -> float:
        relevant = hits(grades, len(grades))
        by = {"min(R,k)": min(relevant, k), "hits": hits(grades[:n], k)}[denominator]
        return plain("AP")(grades, n, k) * relevant / by if by else 0.0

    return value


def with_ideal(pool: Callable[[Sequence[int], int, int], tuple[Sequence[int], int]]) -> Oracle:
    """nDCG with the ideal made of some grades and cut somewhere: the best of all their orders."""

    def value(grades: Sequence[int], n: int, k: int) -> float:
        documents, cut = pool(grades, n, k)
        best = max((oracle.dcg(order, cut) for order in set(permutations(documents))), default=0)
        return plain("DCG")(grades, n, k) / best if best else 0.0

    return value


ORACLES: list[tuple[Metric, Oracle]] = [
    *[(metric, plain(metric.name)) for metric in (P, R, F1, RR, AP, CG, DCG, IDCG, nDCG)],
    (Rprec, r_precision),
    (Success, lambda grades, n, k: float(hits(grades[:n], k) > 0)),
    (ERR, expected_reciprocal_rank),
    (RBP, rank_biased_precision),
    (RBP(rel=2), rank_biased_hits),
    (AP(denominator="min(R,k)"), divided_by("min(R,k)")),
    (AP(denominator="hits"), divided_by("hits")),
    (P(denominator="min(n,k)"), lambda grades, n, k: hits(grades[:n], k) / min(n, k)),
]

BY_GRADE: list[tuple[Metric, Oracle]] = [
    *[(metric, known) for metric, known in ORACLES if metric.graded],
    (DCG(gain="exp"), lambda grades, n, k: plain("DCG")([2**grade - 1 for grade in grades], n, k)),
    (nDCG(gain="exp"), lambda grades, n, k: plain("nDCG")([2**grade - 1 for grade in grades], n, k)),
    (nDCG(gain="binary"), lambda grades, n, k: plain("nDCG")([int(grade > 0) for grade in grades], n, k)),
    (nDCG(ideal="uncut"), with_ideal(lambda grades, _n, _k: (grades, len(grades)))),
    (nDCG(ideal="retrieved"), with_ideal(lambda grades, n, k: (grades[:n], k))),
    (nDCG(ideal="top k"), with_ideal(lambda grades, n, k: (grades[: min(n, k)], k))),
    (
        DCG(discount="max(1,log2(i))"),
        lambda grades, n, k: math.fsum(
            grades[i - 1] / (1 if i <= 2 else math.log(i) / math.log(2)) for i in range(1, min(n, k) + 1)
        ),
    ),
]


def named(part: object) -> str:
    return str(part) if isinstance(part, Metric) else "oracle"


def agree(found: Metric, known: Oracle, grades: Sequence[int], missed: Sequence[int]) -> None:
    ranking = Ranking(grades, missed)
    curve = found.curve(ranking)
    everything = (*grades, *missed)
    for k in range(1, len(grades) + 3):
        value = (found @ k)(ranking)
        assert math.isclose(value, known(everything, len(grades), k), rel_tol=1e-12, abs_tol=1e-15), k
        if k <= len(grades):
            assert curve[k - 1] == value


def test_every_metric_has_an_oracle() -> None:
    known = {metric.name for metric, _ in (*ORACLES, *test_unjudged.SLOW)}
    assert known == set(METRICS)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("found", "known"), ORACLES, ids=named)
def test_all_256_patterns_at_every_cutoff(found: Metric, known: Oracle) -> None:
    for grades in product((0, 1), repeat=8):
        agree(found, known, grades, ())


@pytest.mark.parametrize(("found", "known"), ORACLES, ids=named)
def test_all_patterns_with_missed_documents(found: Metric, known: Oracle) -> None:
    for n in range(1, 6):
        for grades in product((0, 1), repeat=n):
            for missed in ([1], [0, 1, 1]):
                agree(found, known, grades, missed)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("found", "known"), BY_GRADE, ids=named)
def test_all_short_graded_lists(found: Metric, known: Oracle) -> None:
    for n in range(1, 5):
        for grades in product((0, 1, 2, 4), repeat=n):
            for missed in ([], [3, 0]):
                agree(found, known, grades, missed)
