"""Every figure of the texts that the dashboard teaches from, recomputed by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from irviz.metrics import AP, CG, DCG, F1, IDCG, RR, P, R, Ranking, confusion, distribution, evaluate, nDCG
from tests.each import each

if TYPE_CHECKING:
    from irviz.metrics import Metric

# The three queries of the article, and its graded example.
BOX, WHITE, DARK = "01011010", "10011010", "00001001"
GRADED = "04134132"


def ranking(grades: str) -> Ranking:
    return Ranking(map(int, grades))


# Fractions are exact and must be met to the last bit; decimals are rounded to four digits.
CURVES: list[tuple[str, Metric, list[Fraction | float]]] = [
    (
        BOX,
        P,
        [
            Fraction(0),
            Fraction(1, 2),
            Fraction(1, 3),
            Fraction(1, 2),
            Fraction(3, 5),
            Fraction(1, 2),
            Fraction(4, 7),
            Fraction(1, 2),
        ],
    ),
    (
        BOX,
        R,
        [
            Fraction(0),
            Fraction(1, 4),
            Fraction(1, 4),
            Fraction(1, 2),
            Fraction(3, 4),
            Fraction(3, 4),
            Fraction(1),
            Fraction(1),
        ],
    ),
    (BOX, RR, [Fraction(0), *[Fraction(1, 2)] * 7]),
    (BOX, nDCG, [0, 0.3869, 0.2961, 0.4144, 0.5654, 0.5654, 0.6956, 0.6956]),
    (GRADED, CG, [Fraction(value) for value in (0, 4, 5, 8, 12, 13, 16, 18)]),
    (GRADED, DCG, [0, 2.5237, 3.0237, 4.3157, 5.8632, 6.2194, 7.2194, 7.8503]),
    (GRADED, IDCG, [4, 6.5237, 8.0237, 9.3157, 10.0895, 10.4457, 10.7790, 10.7790]),
    (GRADED, nDCG, [0, 0.3869, 0.3768, 0.4633, 0.5811, 0.5954, 0.6698, 0.7283]),
    (GRADED, nDCG(gain="exp"), [0, 0.3869, 0.3563, 0.4190, 0.5844, 0.5889, 0.6540, 0.6829]),
    ("07246143", nDCG, [0, 0.4095, 0.4236, 0.4921, 0.6038, 0.5993, 0.6671, 0.7237]),
    ("10101", P, [Fraction(1), Fraction(1, 2), Fraction(2, 3), Fraction(1, 2), Fraction(3, 5)]),
    ("10101", R, [Fraction(1, 3), Fraction(1, 3), Fraction(2, 3), Fraction(2, 3), Fraction(1)]),
    ("10101", F1, [Fraction(1, 2), Fraction(2, 5), Fraction(2, 3), Fraction(4, 7), Fraction(3, 4)]),
    ("32301", CG, [Fraction(value) for value in (3, 5, 8, 8, 9)]),
    ("32301", DCG, [3, 4.2619, 5.7619, 5.7619, 6.1487]),
    ("32301", IDCG, [3, 4.8928, 5.8928, 6.3235, 6.3235]),
    ("32301", nDCG, [1, 0.8710, 0.9778, 0.9112, 0.9724]),
]


@pytest.mark.parametrize(("grades", "metric_", "values"), CURVES)
def test_curves(grades: str, metric_: Metric, values: list[Fraction | float]) -> None:
    curve = metric_.curve(ranking(grades))
    assert len(curve) == len(values)
    for k, (value, expected) in enumerate(zip(curve, values, strict=True), 1):
        if isinstance(expected, Fraction):
            assert value == float(expected), k
        else:
            assert round(value, 4) == expected, k


VALUES: list[tuple[str, Metric, Fraction | float]] = [
    (BOX, AP @ 8, Fraction(19, 35)),
    (WHITE, RR, Fraction(1)),
    (WHITE, AP @ 8, Fraction(187, 280)),
    (WHITE, nDCG @ 8, 0.8397),
    (DARK, RR, Fraction(1, 5)),
    (DARK, AP @ 8, Fraction(9, 40)),
    (DARK, nDCG @ 8, 0.4306),
    ("40134132", DCG @ 2, 4.0),
    (GRADED, DCG @ 2, 2.5237),
    ("40134132", CG @ 2, Fraction(4)),
    (GRADED, CG @ 2, Fraction(4)),
    ("10101", AP, Fraction(34, 45)),
    ("11100", AP, Fraction(1)),
    ("11100", P @ 5, Fraction(3, 5)),
    ("00111", P @ 5, Fraction(3, 5)),
    ("011", AP, Fraction(7, 12)),
    ("011", RR, Fraction(1, 2)),
    ("011", nDCG @ 3, 0.6934),
    ("110", AP, Fraction(1)),
    ("110", RR, Fraction(1)),
    ("110", nDCG @ 3, Fraction(1)),
    ("351", nDCG @ 3, 0.9002),
    ("153", nDCG @ 3, 0.7649),
    # Where metrics disagree.
    ("01111000", AP, 0.6792),
    ("10010101", AP, 0.625),
    ("01111000", nDCG @ 8, 0.7606),
    ("10010101", nDCG @ 8, 0.8207),
    ("10000111", RR, Fraction(1)),
    ("10000111", AP, 0.5655),
    ("01111000", RR, Fraction(1, 2)),
]


@each(("grades", "metric_", "value"), VALUES)
def test_values(grades: str, metric_: Metric, value: Fraction | float) -> None:
    found = metric_(ranking(grades))
    if isinstance(value, Fraction):
        # A sum of rounded terms may end one unit in the last place off the exact value.
        assert found == pytest.approx(float(value), rel=3e-16)
    else:
        assert round(found, 4) == value


def test_counts_at_the_second_rank() -> None:
    assert confusion(ranking(BOX), 2) == (1, 1, 3, 3)


def test_means_over_the_three_queries() -> None:
    qrels = {
        name: {f"d{i}": int(hit) for i, hit in enumerate(hits)}
        for name, hits in (("box", BOX), ("white", WHITE), ("dark", DARK))
    }
    run = {name: [f"d{i}" for i in range(8)] for name in qrels}
    means = evaluate(qrels, run, [RR, AP @ 8]).means
    assert means[RR] == pytest.approx(17 / 30, rel=1e-15)
    assert means[AP @ 8] == pytest.approx(67 / 140, rel=1e-15)


def test_the_orders_shown_are_worse_than_a_shuffle() -> None:
    binary = distribution(AP, ranking(BOX))
    assert (binary.exact, binary.orders) == (True, 70)
    assert round(binary.mean, 4) == 0.6227
    assert binary.value < binary.mean
    graded = distribution(nDCG @ 8, ranking(GRADED))
    assert (graded.exact, graded.orders) == (True, 5040)
    assert round(graded.mean, 4) == 0.8252
    assert round(graded.value, 4) == 0.7283
    assert round(graded.beaten, 3) == 0.154


@pytest.mark.parametrize(
    ("grades", "variant_", "value"),
    [
        (WHITE, AP @ 1, 0.25),
        (WHITE, AP(denominator="min(R,k)") @ 1, 1.0),
        (WHITE, AP(denominator="hits") @ 1, 1.0),
        (WHITE, AP @ 3, 0.25),
        (WHITE, AP(denominator="min(R,k)") @ 3, 0.333),
        (WHITE, AP(denominator="hits") @ 3, 1.0),
        (GRADED, nDCG @ 2, 0.387),
        (GRADED, nDCG(ideal="top k") @ 2, 0.631),
        (GRADED, nDCG(ideal="uncut") @ 2, 0.234),
        (GRADED, nDCG(discount="max(1,log2(i))") @ 2, 0.5),
    ],
    ids=str,
)
def test_conventions(grades: str, variant_: Metric, value: float) -> None:
    assert round(variant_(ranking(grades)), 3) == value


def test_the_gain_decides_between_two_lists() -> None:
    exponential = nDCG(gain="exp") @ 3
    # The best three of the graded example come from a pool of all eight documents.
    top = [Ranking([3, 2, 3], missed=[0, 4, 1, 4, 1]), Ranking([0, 4, 4], missed=[3, 3, 2, 1, 1])]
    assert [round((nDCG @ 3)(r), 3) for r in top] == [0.718, 0.564]
    assert [round(exponential(r), 3) for r in top] == [0.443, 0.607]
    swapped = [ranking("14134032"), ranking("04431132")]
    assert [round(nDCG(r), 3) for r in swapped] == [0.788, 0.760]
    assert [round(nDCG(gain="exp")(r), 3) for r in swapped] == [0.702, 0.731]
