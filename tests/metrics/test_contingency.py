"""The four counts, and how precision and recall follow from them."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irviz.metrics import CutoffError, P, R, Ranking, confusion, outcomes

RANKINGS = st.builds(Ranking, st.lists(st.integers(0, 3), max_size=20), st.lists(st.integers(0, 3), max_size=5))


@given(ranking=RANKINGS, k=st.integers(1, 30))
def test_the_counts(ranking: Ranking, k: int) -> None:
    tp, fp, fn, tn = confusion(ranking, k)
    assert min(tp, fp, fn, tn) >= 0
    assert tp + fp == min(k, ranking.n)
    assert tp + fn == ranking.relevant
    assert tp + fp + fn + tn == ranking.n + len(ranking.missed)
    if tp + fn:
        assert (R @ k)(ranking) == tp / (tp + fn)
    if ranking.n:
        assert (P(denominator="min(n,k)") @ k)(ranking) == tp / (tp + fp)


@given(ranking=RANKINGS, k=st.integers(1, 30))
def test_the_outcomes_are_counted(ranking: Ranking, k: int) -> None:
    counts = Counter(outcomes(ranking, k))
    relevant_missed = sum(grade >= 1 for grade in ranking.missed)
    counts["FN"] += relevant_missed
    counts["TN"] += len(ranking.missed) - relevant_missed
    assert confusion(ranking, k) == (counts["TP"], counts["FP"], counts["FN"], counts["TN"])


def test_an_example() -> None:
    ranking = Ranking([0, 1, 0, 1, 1, 0, 1, 0])
    assert outcomes(ranking, 3) == ["FP", "TP", "FP", "FN", "FN", "TN", "FN", "TN"]
    counts = confusion(ranking, 3)
    assert (counts.tp, counts.fp, counts.fn, counts.tn) == (1, 2, 3, 2)
    assert outcomes(Ranking([1, 2], threshold=2), 1) == ["FP", "FN"]


@pytest.mark.parametrize("k", [0, -1, True, 2.5, "2", None], ids=repr)
def test_bad_cutoffs(k: Any) -> None:
    for count in (confusion, outcomes):
        with pytest.raises(CutoffError, match="use a whole number of at least 1"):
            count(Ranking([1]), k)
