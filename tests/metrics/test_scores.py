"""Scores in double and in single precision, the latter beside pytrec_eval, which keeps them so."""

from __future__ import annotations

import math
import random
import struct
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
import pytrec_eval
from hypothesis import given
from hypothesis import strategies as st

from irviz.metrics import AP, RR, ParameterError, Ranking, RankingError, by_score, evaluate, nDCG, rankings, reordered

IDS = [f"d{i}" for i in range(8)]

# What is equal in single precision and not in double, and the other way round: near each other,
# around the last whole number of each, too large for a single float, or too small.
NEAR = [
    *(1.0, 1.0 + 1e-9, 1.0 - 1e-9, 1.0 + 2**-23, 1.0 + 2**-24, 1.0 + 3 * 2**-25),
    *(16777215.0, 16777216.0, 16777217.0, 16777218.0, 16777219.0, 2.0**53, 2.0**53 - 1),
    *(0.0, -0.0, 1e-45, 1.4e-45, 7e-46, 7.1e-46, 1e-50, -1e-50, 5e-324, 1.2e-38, 1.1754942e-38),
    *(3.4028234e38, 3.4028235e38, 3.40282356e38, 3.40282357e38, 1e39, 1.7e308, -1e39, -1.7e308),
]
SCORES = st.sampled_from(NEAR) | st.floats(allow_nan=False, allow_infinity=False)
RUNS = st.dictionaries(st.sampled_from(IDS), SCORES, min_size=1)


def theirs(scores: dict[str, float], grades: dict[str, int]) -> list[float]:
    measures = {"recip_rank", "map", "ndcg"}
    found = pytrec_eval.RelevanceEvaluator({"q": grades}, measures).evaluate({"q": scores})["q"]
    return [found["recip_rank"], found["map"], found["ndcg"]]


@given(scores=RUNS, grades=st.lists(st.integers(0, 3), min_size=8, max_size=8))
def test_single_precision_is_that_of_pytrec_eval(scores: dict[str, float], grades: list[int]) -> None:
    judged = dict(zip(IDS, grades, strict=True))
    found = evaluate({"q": judged}, {"q": scores}, [RR, AP, nDCG], scores_as="single")
    assert list(found.per_query["q"].values()) == theirs(scores, judged)
    ranking = Ranking.from_scores(scores, judged, scores_as="single")
    assert [metric(ranking) for metric in (RR, AP, nDCG)] == theirs(scores, judged)
    # Each document's place in the list, one after the other.
    order = by_score(scores, scores_as="single")
    for rank, doc in enumerate(order, 1):
        assert theirs(scores, {doc: 1})[0] == 1 / rank


@given(scores=RUNS)
def test_which_queries_are_reordered(scores: dict[str, float]) -> None:
    moved = by_score(scores) != by_score(scores, scores_as="single")
    assert reordered({"other": {"a": 2.0, "b": 1.0}, "q": scores}) == (("q",) if moved else ())


@given(scores=RUNS)
def test_in_double_precision_any_difference_counts(scores: dict[str, float]) -> None:
    order = by_score(scores)
    assert order == by_score(scores, scores_as="double")
    for one, other in pairwise(order):
        assert (scores[one], one) > (scores[other], other)


def as_c_casts(score: float) -> float:
    try:
        return float(struct.unpack("f", struct.pack("f", score))[0])
    except OverflowError:
        return math.copysign(math.inf, score)


@pytest.mark.parametrize("ties", [False, True])
def test_large_runs_of_near_scores(ties: bool) -> None:
    """Both ways to place documents, few judged and many, with ties that only rounding makes."""
    rng = random.Random(ties)
    step = 1e-9 if ties else 1e-3
    run, qrels = {}, {}
    for q in range(60):
        docs = [f"d{i}" for i in rng.sample(range(9999), 300)]
        run[f"q{q}"] = {doc: 1 + rng.randrange(10**6) * step for doc in docs}
        qrels[f"q{q}"] = {doc: rng.randrange(3) for doc in rng.sample(docs, rng.choice((5, 250)))}
    evaluator = pytrec_eval.RelevanceEvaluator(qrels, {"map", "ndcg", "recip_rank"})
    found = evaluate(qrels, run, [AP, nDCG, RR], scores_as="single").per_query
    for query, values in evaluator.evaluate(run).items():
        assert list(found[query].values()) == [values[m] for m in ("map", "ndcg", "recip_rank")]
    assert len(reordered(run)) > 50 if ties else not reordered(run)
    double = evaluate(qrels, run, [AP, nDCG, RR]).per_query
    assert (double != found) == ties
    rounded = {query: {doc: as_c_casts(score) for doc, score in scores.items()} for query, scores in run.items()}
    assert rankings(qrels, run, scores_as="single") == rankings(qrels, rounded)


@pytest.mark.parametrize("number", [np.float32, np.float64, Fraction, Decimal, int], ids=lambda kind: kind.__name__)
def test_numbers_of_other_kinds(number: Any) -> None:
    scores = {"a": number(16777217), "b": number(16777216), "c": number(3)}
    assert by_score(scores, scores_as="single") == ["b", "a", "c"]
    assert reordered({"q": scores}) == (() if number is np.float32 else ("q",))


@pytest.mark.parametrize("strange", [math.nan, math.inf, -math.inf, "x", None, 10**400])
def test_what_is_no_finite_number_is_refused_in_both(strange: Any) -> None:
    for scores_as in ("double", "single"):
        with pytest.raises(RankingError, match="document 'b' has the score"):
            by_score({"a": 1.0, "b": strange}, scores_as=scores_as)
        with pytest.raises(RankingError, match="document 'b' has the score"):
            Ranking.from_scores({"a": 1.0, "b": strange}, {"a"}, scores_as=scores_as)
    with pytest.raises(RankingError, match="document 'b' has the score"):
        reordered({"q": {"a": 1.0, "b": strange}})


def test_another_precision_is_refused() -> None:
    half: Any = "half"
    message = "scores_as is 'half': use 'double' or 'single'"
    with pytest.raises(ParameterError, match=message):
        by_score({}, scores_as=half)
    with pytest.raises(ParameterError, match=message):
        Ranking.from_scores({"a": 1.0}, {"a"}, scores_as=half)
    with pytest.raises(ParameterError, match=message):
        evaluate({"q": {"a"}}, {"q": ["a"]}, RR, scores_as=half)
    with pytest.raises(ParameterError, match=message):
        rankings({"q": {"a"}}, {"q": ["a"]}, scores_as=half)


def test_lists_of_ids_have_no_scores() -> None:
    assert rankings({"q": {"a"}}, {"q": ["b", "a"]}, scores_as="single")["q"].hits == (0, 1)
