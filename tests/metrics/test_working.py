"""The working of a value: evaluates to it, is made of its parts, adds up row by row."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from irviz.metrics import AP, CG, DCG, ERR, F1, IDCG, RBP, RR, CutoffError, Metric, P, R, Ranking, Rprec, nDCG
from tests.each import each
from tests.metrics.variants import VARIANT

RANKINGS = st.builds(
    Ranking, st.lists(st.integers(0, 4), max_size=12), st.lists(st.integers(0, 4), max_size=5), st.integers(1, 3)
)
CUTOFFS = st.integers(1, 15)
FEW = settings(max_examples=settings().max_examples // 3)  # for each of 77 variants


def value_of(text: str) -> Any:
    return eval(text, {"min": min, "float": float, "log2": math.log2})  # noqa: S307


@VARIANT
@given(ranking=RANKINGS, k=CUTOFFS)
@FEW
def test_the_text_evaluates_to_the_value_to_the_last_bit(variant: Metric, ranking: Ranking, k: int) -> None:
    worked = variant.worked(ranking, k)
    assert worked.metric == variant @ k
    assert worked.value == (variant @ k)(ranking)
    assert value_of(worked.text) == worked.value
    assert worked.defined == variant.defined(ranking, k)


@VARIANT
@given(ranking=RANKINGS)
@FEW
def test_without_a_cutoff_over_the_whole_list(variant: Metric, ranking: Ranking) -> None:
    worked = variant.worked(ranking)
    assert worked.value == variant(ranking) == value_of(worked.text)
    assert (variant @ 2).worked(ranking) == variant.worked(ranking, 2)


@VARIANT
@given(ranking=RANKINGS, k=CUTOFFS)
@FEW
def test_the_parts_make_up_the_whole(variant: Metric, ranking: Ranking, k: int) -> None:
    worked = variant.worked(ranking, k)
    assert "".join(part.text for part in worked.parts) == worked.text
    assert "".join(part.latex for part in worked.parts) == worked.latex
    assert worked.latex.count("{") == worked.latex.count("}")
    for part in worked.parts:
        assert part.role in {"term", "norm", "sign"}
        assert part.rank is None or 1 <= part.rank <= max(ranking.n, len(ranking.ideal))
        assert part.rank is None or part.role != "sign"


@VARIANT
@given(ranking=RANKINGS, k=CUTOFFS)
@FEW
def test_each_part_is_the_term_of_its_document(variant: Metric, ranking: Ranking, k: int) -> None:
    worked = variant.worked(ranking, k)
    if not worked.defined or variant.name in {"IDCG", "NumRel"} or variant.judged_only:
        return
    terms = {step.rank: step.term for step in variant.steps(ranking, k)}
    shown = {part.rank: value_of(part.text) for part in worked.parts if part.role == "term" and part.rank}
    assert shown == {rank: terms[rank] for rank in shown}
    assert all(not term for rank, term in terms.items() if rank not in shown)


@VARIANT
@given(ranking=RANKINGS, k=CUTOFFS)
@FEW
def test_the_fraction_is_the_value(variant: Metric, ranking: Ranking, k: int) -> None:
    fraction = variant.worked(ranking, k).fraction
    if fraction is not None:
        assert float(fraction) == pytest.approx((variant @ k)(ranking), rel=1e-14)


@VARIANT
@given(ranking=RANKINGS, k=CUTOFFS)
@FEW
def test_the_steps_are_the_curve(variant: Metric, ranking: Ranking, k: int) -> None:
    steps = variant.steps(ranking, k)
    curve = variant.curve(ranking)
    assert [step.rank for step in steps[: ranking.n]] == list(range(1, min(k, ranking.n) + 1))
    assert [step.value for step in steps[: ranking.n]] == curve[:k]
    total = 0.0
    for step in steps:
        total += step.term
        assert step.total == total
        assert step.value == (total / step.norm if step.norm else variant.undefined)
    if variant.name not in {"IDCG", "NumRel"}:
        seen = ranking if variant.rel is None else ranking.at(variant.rel)
        assert [(step.grade, step.hit) for step in steps] == [*zip(ranking.grades[:k], seen.hits, strict=False)]


BOX = Ranking([0, 1, 0, 1, 1, 0, 1, 0])
GRADED = Ranking([0, 4, 1, 3, 4, 1, 3, 2])
TEXTS = [
    (P, BOX, 3, "(0 + 1 + 0) / 3"),
    (P, BOX, 1, "0 / 1"),
    (P, BOX, 12, "(0 + 1 + 0 + 1 + 1 + 0 + 1 + 0) / 12"),
    (P(denominator="min(n,k)"), Ranking([1, 0]), 5, "(1 + 0) / min(2, 5)"),
    (R, BOX, 2, "(0 + 1) / 4"),
    (F1, BOX, 2, "(2*0 + 2*1) / (2 + 4)"),
    (RR, BOX, 5, "1/2"),
    (RR, BOX, 1, "0"),
    (AP, BOX, 5, "(1/2 + 2/4 + 3/5) / 4"),
    (AP, BOX, 1, "0 / 4"),
    (AP(denominator="min(R,k)"), BOX, 2, "(1/2) / min(4, 2)"),
    (AP(denominator="hits"), BOX, 4, "(1/2 + 2/4) / 2"),
    (CG, GRADED, 3, "0 + 4 + 1"),
    (CG(gain="exp"), GRADED, 2, "(2**0 - 1) + (2**4 - 1)"),
    (DCG(gain="binary"), GRADED, 2, "0/log2(2) + 1/log2(3)"),
    (DCG, GRADED, 3, "0/log2(2) + 4/log2(3) + 1/log2(4)"),
    (DCG(gain="exp"), GRADED, 2, "(2**0 - 1)/log2(2) + (2**4 - 1)/log2(3)"),
    (DCG(discount="max(1,log2(i))"), GRADED, 3, "0/1 + 4/1 + 1/log2(3)"),
    (IDCG, GRADED, 2, "4/log2(2) + 4/log2(3)"),
    (nDCG, GRADED, 2, "(0/log2(2) + 4/log2(3)) / (4/log2(2) + 4/log2(3))"),
    (nDCG(ideal="top k"), GRADED, 2, "(0/log2(2) + 4/log2(3)) / (4/log2(2) + 0/log2(3))"),
    (Rprec, BOX, 8, "(0 + 1 + 0 + 1 + 0 + 0 + 0 + 0) / 4"),
    (ERR, Ranking([1, 0, 2]), 3, "(1/16)/1 + (1 - 1/16)*(3/16)/3"),
    (RBP, BOX, 4, "(0.8**1 + 0.8**3) / (1/(1 - 0.8))"),
    (R, Ranking([0]), 1, "0.0"),
    (R(undefined=math.nan), Ranking([0]), 1, "float('nan')"),
]


@each(("metric_", "ranking", "k", "text"), TEXTS)
def test_texts(metric_: Metric, ranking: Ranking, k: int, text: str) -> None:
    assert metric_.worked(ranking, k).text == text


def test_latex() -> None:
    assert AP.worked(BOX, 4).latex == r"\frac{\frac{1}{2} + \frac{2}{4}}{4}"
    assert P.worked(BOX, 2).latex == r"\frac{0 + 1}{2}"
    assert (
        nDCG(gain="exp").worked(GRADED, 2).latex == r"\frac{\frac{2^{0} - 1}{\log_2 2} + \frac{2^{4} - 1}{\log_2 3}}"
        r"{\frac{2^{4} - 1}{\log_2 2} + \frac{2^{4} - 1}{\log_2 3}}"
    )
    assert AP.worked(Ranking([0])).latex == r"\text{undefined}"


def test_the_documents_of_the_ideal_order() -> None:
    ranking = Ranking([1, 0, 3], missed=[2])
    parts = [part for part in nDCG.worked(ranking).parts if part.role == "norm"]
    assert [part.rank for part in parts] == [3, None, 1]
    # Among equal grades the one further up comes first.
    parts = [part for part in nDCG.worked(GRADED, 3).parts if part.role == "norm"]
    assert [part.rank for part in parts] == [2, 5, 4]


def test_the_documents_of_idcg() -> None:
    ranking = Ranking([1, 0, 3], missed=[2])
    worked = IDCG.worked(ranking, 4)
    terms = [part for part in worked.parts if part.role == "term"]
    assert [(part.text, part.rank) for part in terms] == [*(("3/log2(2)", 3), ("2/log2(3)", None), ("1/log2(4)", 1))]


def test_fractions() -> None:
    assert AP.worked(BOX).fraction == Fraction(19, 35)
    assert P.worked(BOX, 7).fraction == Fraction(4, 7)
    assert CG.worked(GRADED, 3).fraction == 5
    assert nDCG.worked(GRADED, 2).fraction is None
    assert RBP.worked(BOX).fraction is None
    assert AP.worked(Ranking([0])).fraction is None


def test_as_a_sentence() -> None:
    assert str((P @ 4).worked(BOX)) == "P@4 = (0 + 1 + 0 + 1) / 4 = 0.5"
    assert str(AP.worked(Ranking([0, 0]), 1)) == "AP@1 = undefined, counted as 0.0"


def test_long_lists_leave_the_zeros_out() -> None:
    sparse = Ranking([0, 1, 0, 0, 2] * 100)
    worked = nDCG.worked(sparse)
    assert " + 0/" not in worked.text
    assert value_of(worked.text) == worked.value == nDCG(sparse)
    assert "0 + " in P.worked(sparse, 100).text
    ones = Ranking([0] * 99 + [1, 0])
    assert [nDCG(ideal="retrieved").worked(ones, k).text.count("0/") for k in (100, 101)] == [198, 0]


def test_too_long_to_be_read() -> None:
    with pytest.raises(CutoffError, match="choose a cutoff that leaves at most 1000"):
        P.worked(Ranking([1] * 2000))
    with pytest.raises(CutoffError, match="2000 terms"):
        nDCG.worked(Ranking([1] * 1000))
    longest = P.worked(Ranking([1] * 999))
    assert value_of(longest.text) == 1.0
