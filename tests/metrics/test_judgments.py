"""From ids and scores to grades: ties, missed documents, and what is refused."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from irviz.metrics import Ranking, RankingError

IDS = st.sampled_from([f"d{i}" for i in range(30)])


def in_full(scores: dict[str, float], judgments: dict[str, int]) -> Ranking:
    """The rule, written as it is spoken."""
    order = sorted(scores, reverse=True)
    order.sort(key=lambda doc: -scores[doc])
    found = [judgments.get(doc) for doc in order]
    return Ranking(
        [None if grade is None or grade < 0 else grade for grade in found],
        [grade for doc, grade in judgments.items() if doc not in scores and grade >= 0],
        pooled=[rank for rank, grade in enumerate(found, 1) if grade is not None and grade < 0],
    )


@given(scores=st.dictionaries(IDS, st.integers(0, 5).map(float)), judgments=st.dictionaries(IDS, st.integers(-2, 3)))
def test_ties_go_to_the_greater_id(scores: dict[str, float], judgments: dict[str, int]) -> None:
    assert Ranking.from_scores(scores, judgments) == in_full(scores, judgments)


@given(
    scores=st.dictionaries(IDS, st.floats(-1e9, 1e9, allow_nan=False)),
    judgments=st.dictionaries(IDS, st.integers(-2, 3)),
)
def test_any_scores(scores: dict[str, float], judgments: dict[str, int]) -> None:
    assert Ranking.from_scores(scores, judgments) == in_full(scores, judgments)


@pytest.mark.parametrize("judged", [1, 5, 30, 200])
@pytest.mark.parametrize("levels", [1, 3, 10**6])
def test_few_and_many_judged_documents(judged: int, levels: int) -> None:
    rng = random.Random(judged + levels)
    for _ in range(20):
        scores = {f"d{i}": float(rng.randrange(levels)) for i in rng.sample(range(999), 200)}
        docs = [*rng.sample(sorted(scores), judged), "missed one", "missed two"]
        judgments = {doc: rng.randrange(3) for doc in docs}
        ranking = Ranking.from_scores(scores, judgments)
        assert ranking == in_full(scores, judgments)
        # What was handed over ready-made is what would have been derived.
        fresh = Ranking(ranking.grades, ranking.missed)
        assert (ranking.hit_ranks, ranking.relevant) == (fresh.hit_ranks, fresh.relevant)
        assert (ranking.ideal, ranking.at(2).hit_ranks) == (fresh.ideal, fresh.at(2).hit_ranks)


def test_negative_zero_is_a_tie_with_zero() -> None:
    assert Ranking.from_scores({"a": 0.0, "b": -0.0}, {"b": 1}) == Ranking([1, None])


def test_whole_scores_and_numbers_too_large_to_add() -> None:
    assert Ranking.from_scores({"a": 1, "b": 2}, {"b"}) == Ranking([1, None])
    assert Ranking.from_scores({"a": 1e308, "b": 1.5e308}, {"b"}) == Ranking([1, None])


@pytest.mark.parametrize("score", [float("nan"), float("inf"), -float("inf"), "0.5", None, 1j, 10**400, [1]], ids=repr)
def test_bad_scores(score: Any) -> None:
    with pytest.raises(RankingError, match="document 'b' has the score"):
        Ranking.from_scores({"a": 0.5, "b": score, "c": 0.1}, {"a": 1})


@pytest.mark.parametrize(
    "grade", [0.5, float("nan"), [1], True, "1", None, 2**53 + 1, 10**400], ids=lambda g: str(g)[:9]
)
def test_bad_judgments(grade: Any) -> None:
    judgments = {"a": 1, "b": grade}
    with pytest.raises(RankingError, match="document 'b' is judged"):
        Ranking.from_scores({"a": 0.5}, judgments)
    with pytest.raises(RankingError, match="document 'b' is judged"):
        Ranking.from_ids(["a"], judgments)


def test_a_negative_judgment_counts_as_not_relevant() -> None:
    spam = {"a": -2, "b": 1}
    for ranking in (Ranking.from_ids(["a", "b"], spam), Ranking.from_scores({"b": 0.1, "a": 0.2}, spam)):
        assert ranking == Ranking([None, 1], pooled=[1])
        assert ranking.grades == (0, 1)
    assert Ranking.from_scores({"b": 0.1}, spam) == Ranking([1])


def test_duplicates() -> None:
    with pytest.raises(RankingError, match="'a' is at rank 1 and again at rank 3"):
        Ranking.from_ids(["a", "b", "a"], {"a"})
    with pytest.raises(RankingError, match="listed twice"):
        Ranking.from_ids(["a"], ["b", "c", "b"])


def test_a_text_is_no_list_of_documents() -> None:
    with pytest.raises(RankingError, match="pass a list of ids"):
        Ranking.from_ids("abc", {"a"})
    with pytest.raises(RankingError, match="pass a dict or a set"):
        Ranking.from_ids(["a"], "abc")


@pytest.mark.parametrize("ids", [{"a"}, frozenset("a"), {"a": 0.5}, {"a": 0.5}.keys()], ids=repr)
def test_a_list_of_documents_has_an_order(ids: Any) -> None:
    if isinstance(ids, (set, frozenset, dict)):
        with pytest.raises(RankingError, match="has no order: pass a list"):
            Ranking.from_ids(ids, {"a"})
    else:
        assert Ranking.from_ids(ids, {"a"}) == Ranking([1])


def test_judgments_of_other_whole_numbers() -> None:
    assert Ranking.from_ids(["a", "b"], {"a": np.int64(2), "b": np.int8(-1)}) == Ranking([2, None], pooled=[2])


def test_tied_ids_of_different_types() -> None:
    with pytest.raises(RankingError, match="make all of them text"):
        Ranking.from_scores({"a": 0.5, 7: 0.5}, {"a": 1})
    # Without a tie nobody has to compare them.
    assert Ranking.from_scores({"a": 0.4, 7: 0.5}, {"a": 1}) == Ranking([None, 1])
