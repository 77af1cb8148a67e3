"""Many queries: values, means, what is undefined, what is missing, what is refused."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest

from irviz.metrics import (
    AP,
    ERR,
    METRICS,
    RR,
    EvaluationError,
    MetricsError,
    NotationError,
    P,
    ParameterError,
    R,
    Ranking,
    RankingError,
    evaluate,
    evaluate_rankings,
    nDCG,
    rankings,
)
from tests.each import each

QRELS = {"q1": {"a": 2, "b": 1, "c": 0}, "q2": {"a": 1, "z": -1}, "q3": {"a": 0}, "q4": {"b": 1}}
RUN = {"q1": {"b": 9.5, "a": 9.1}, "q2": {"c": 3.2, "a": 1.7}, "q3": {"a": 1.0}}


def test_values_are_those_of_each_ranking() -> None:
    rng = random.Random(3)
    qrels = {
        f"q{q}": {f"d{i}": rng.randrange(4) for i in rng.sample(range(60), rng.randrange(1, 40))} for q in range(50)
    }
    run = {query: {f"d{i}": rng.random() for i in rng.sample(range(60), rng.randrange(60))} for query in qrels}
    metrics = [m for metric in METRICS.values() for m in (metric, metric @ 3, metric @ 50)]
    evaluation = evaluate(qrels, run, metrics, threshold=2)
    assert list(evaluation.values) == metrics
    assert evaluation.queries == tuple(qrels)
    for query, judgments in qrels.items():
        ranking = Ranking.from_scores(run[query], judgments, threshold=2)
        for metric in metrics:
            assert evaluation.per_query[query][metric] == metric(ranking), (query, metric)
            assert (query in evaluation.undefined[metric]) == (not metric.defined(ranking))
    for metric in metrics:
        mean = math.fsum(evaluation.values[metric]) / 50
        assert evaluation.means[metric] == mean


def test_a_small_one() -> None:
    evaluation = evaluate(QRELS, RUN, [P @ 1, RR, "AP"])
    assert evaluation.per_query == {
        "q1": {P @ 1: 1.0, RR: 1.0, AP: 1.0},
        "q2": {P @ 1: 0.0, RR: 0.5, AP: 0.5},
        "q3": {P @ 1: 0.0, RR: 0.0, AP: 0.0},
        "q4": {P @ 1: 0.0, RR: 0.0, AP: 0.0},
    }
    assert evaluation.means == {P @ 1: 0.25, RR: 0.375, AP: 0.375}
    assert evaluation.undefined == {P @ 1: (), RR: (), AP: ("q3",)}
    assert evaluation.missing == ("q4",)
    assert repr(evaluate({"q1": {"a": 1}}, {}, AP)) == "<Evaluation of 1 query: {AP: 0.0}>"
    assert repr(evaluation) == "<Evaluation of 4 queries: {P@1: 0.25, RR: 0.375, AP: 0.375}>"


def test_lists_of_ids_and_sets_of_relevant_documents() -> None:
    by_dicts = evaluate({"q": {"a": 1, "b": 1}}, {"q": {"c": 3, "b": 2, "a": 1}}, [AP, nDCG])
    by_lists = evaluate({"q": {"a", "b"}}, {"q": ["c", "b", "a"]}, [AP, nDCG])
    assert by_lists.values == by_dicts.values


def test_the_order_of_queries_does_not_change_the_mean() -> None:
    rng = random.Random(1)
    qrels = {f"q{i}": {"a": 1} for i in range(300)}
    run = {query: [*"bcdefgh"[: rng.randrange(7)], "a"] for query in qrels}
    means = {
        evaluate(dict(shuffled), run, RR).means[RR]
        for shuffled in (rng.sample(sorted(qrels.items()), 300) for _ in range(20))
    }
    assert len(means) == 1


def test_an_empty_list_is_not_a_missing_query() -> None:
    evaluation = evaluate(QRELS, {"q1": {}, "q2": []}, [P @ 5, AP])
    assert evaluation.missing == ("q3", "q4")
    assert evaluation.means == {P @ 5: 0.0, AP: 0.0}


@pytest.mark.parametrize(("policy", "value"), [(None, 0.0), (0.0, 0.0), (1.0, 1.0), (1, 1.0)])
def test_one_policy_for_all_that_is_undefined(policy: float | None, value: float) -> None:
    evaluation = evaluate(QRELS, RUN, [AP, nDCG @ 5, P @ 5], undefined=policy)
    assert evaluation.per_query["q3"] == {AP: value, nDCG @ 5: value, P @ 5: 0.0}
    assert evaluation.means[AP] == (1.0 + 0.5 + value + 0.0) / 4
    assert evaluation.undefined == {AP: ("q3",), nDCG @ 5: ("q3",), P @ 5: ()}


def test_each_metric_has_its_own_policy_unless_there_is_one_for_all() -> None:
    own = AP(undefined=1.0)
    assert evaluate(QRELS, RUN, [own, R]).per_query["q3"] == {own: 1.0, R: 0.0}
    assert evaluate(QRELS, RUN, [own, R], undefined=0.5).per_query["q3"] == {own: 0.5, R: 0.5}


def test_undefined_as_no_number() -> None:
    evaluation = evaluate(QRELS, RUN, [AP], undefined=math.nan)
    assert math.isnan(evaluation.per_query["q3"][AP])
    assert math.isnan(evaluation.means[AP])


def test_undefined_queries_left_out_of_the_mean() -> None:
    evaluation = evaluate(QRELS, RUN, [AP, P @ 1], undefined="skip")
    assert math.isnan(evaluation.per_query["q3"][AP])
    assert evaluation.means == {AP: 0.5, P @ 1: 0.25}
    nothing = evaluate({"q": {"a": 0}}, {}, [AP], undefined="skip")
    assert math.isnan(nothing.means[AP])


def test_one_metric_alone_and_each_once() -> None:
    assert list(evaluate(QRELS, RUN, RR).values) == [RR]
    assert list(evaluate(QRELS, RUN, "MRR@5").values) == [RR @ 5]
    assert list(evaluate(QRELS, RUN, (m for m in (RR, "RR", P @ 1, "MRR"))).values) == [RR, P @ 1]


def test_queries_that_nobody_judged_follow_a_rule() -> None:
    qrels: dict[str, Any] = {**QRELS, "q5": {}}
    run: dict[str, Any] = {**RUN, "q5": ["a"], "q6": {"a": 1.0}}
    skipped = evaluate(qrels, run, AP)
    assert skipped.skipped == ("q5", "q6")
    assert skipped.queries == tuple(QRELS)
    assert skipped.means == evaluate(QRELS, RUN, AP).means
    assert tuple(rankings(qrels, run)) == tuple(QRELS)
    counted = evaluate(qrels, run, [AP, P @ 1], without_judgments="undefined")
    assert counted.skipped == ()
    assert counted.queries == (*QRELS, "q5", "q6")
    assert counted.undefined[AP][-2:] == ("q5", "q6")
    assert counted.means[AP] == pytest.approx(skipped.means[AP] * 4 / 6)
    assert tuple(rankings(qrels, run, without_judgments="undefined")) == counted.queries
    assert evaluate(QRELS, RUN, AP, without_judgments="error").skipped == ()


def test_grades_of_tables_are_whole() -> None:
    floats: dict[str, Any] = {q: {d: float(g) for d, g in of.items()} for q, of in QRELS.items()}
    assert evaluate(floats, RUN, [AP, nDCG]).values == evaluate(QRELS, RUN, [AP, nDCG]).values


def test_the_threshold() -> None:
    metrics = [P @ 2, P(rel=1) @ 2, nDCG]
    low, high = (evaluate(QRELS, RUN, metrics, threshold=t).per_query["q1"] for t in (1, 2))
    assert (low[P @ 2], high[P @ 2]) == (1.0, 0.5)
    assert low[P(rel=1) @ 2] == high[P(rel=1) @ 2] == 1.0
    assert low[nDCG] == high[nDCG]


ERROR = {"without_judgments": "error"}

BAD: list[tuple[str, dict[str, Any], type[MetricsError], str]] = [
    ("a query without judgments", {**ERROR, "run": {"q9": {}}}, EvaluationError, "query 'q9' of the"),
    ("empty judgments", {**ERROR, "qrels": {"q1": {}}, "run": {}}, EvaluationError, "query 'q1' has no"),
    ("no query is judged", {"run": {"9": {}}}, EvaluationError, "it has '9', judged is 'q1'"),
    ("nothing is judged", {"qrels": {"q1": {}}, "run": {}}, EvaluationError, "as 'q1': judge at least"),
    ("no such rule", {"without_judgments": "drop"}, ParameterError, "use one of 'skip', 'undefined'"),
    ("qrels are a list", {"qrels": [("q1", "a", 1)]}, EvaluationError, "the judgments are a list"),
    ("qrels are None", {"qrels": None}, EvaluationError, "the judgments are a NoneType: pass a dict"),
    ("a run that is a text", {"run": "q1 Q0 a 1"}, EvaluationError, "the run is a str: pass a dict"),
    ("judgments of a query", {"qrels": {"q1": 7}, "run": {}}, RankingError, "query 'q1': the judgments"),
    ("results of a query", {"run": {"q1": 7}}, RankingError, "query 'q1': the documents are an int"),
    ("ids that are lists", {"run": {"q1": [["a", 1.0]]}}, RankingError, "the documents are a list of no"),
    ("a grade that is a list", {"qrels": {"q1": {"a": [1]}}}, RankingError, "is judged [1]"),
    ("metrics are a number", {"metrics": 10}, ParameterError, "the metrics are 10: pass a list"),
    ("no queries", {"qrels": {}, "run": {}}, EvaluationError, "there are no queries"),
    ("no metrics", {"metrics": []}, EvaluationError, "there are no metrics"),
    ("NaN score", {"run": {"q2": {"a": 0.1, "b": math.nan}}}, RankingError, "query 'q2': document 'b'"),
    ("infinite", {"run": {"q2": {"a": math.inf}}}, RankingError, "query 'q2': document 'a'"),
    ("text score", {"run": {"q2": {"a": "1"}}}, RankingError, "query 'q2': document 'a' has the score"),
    ("duplicate", {"run": {"q3": ["a", "b", "a"]}}, RankingError, "query 'q3': document 'a' is at rank 1"),
    ("text as a list", {"run": {"q3": "abc"}}, RankingError, "query 'q3': the documents are one text"),
    ("NaN grade", {"qrels": {**QRELS, "q2": {"a": math.nan}}}, RankingError, "query 'q2': document 'a'"),
    ("fraction", {"qrels": {**QRELS, "q2": {"a": 0.5}}}, RankingError, "query 'q2': document 'a' is judged"),
    ("bool grade", {"qrels": {**QRELS, "q2": {"a": True}}}, RankingError, "query 'q2': document 'a'"),
    ("unknown metric", {"metrics": ["nDGC@10"]}, NotationError, "did you mean 'nDCG'"),
    ("no metric", {"metrics": [AP, 5]}, ParameterError, "5, a builtins.int, is not a metric"),
    ("unknown parameter", {"metrics": ["AP(k=3)"]}, NotationError, "AP has no parameter 'k'"),
    ("threshold", {"threshold": 0}, RankingError, "threshold is 0"),
    ("policy", {"undefined": "omit"}, ParameterError, "use a finite number, nan, or 'skip'"),
    ("infinite policy", {"undefined": math.inf}, ParameterError, "undefined"),
    ("scale", {"metrics": [ERR(max_grade=1)]}, RankingError, "query 'q1': grade 2 at rank 2"),
    (
        "too large a grade",
        {"qrels": {**QRELS, "q2": {"c": 99}}, "metrics": [nDCG(gain="exp")]},
        RankingError,
        "query 'q2': grade 99 at rank 1 is too large for the exponential gain",
    ),
]


@each(("changed", "error", "problem"), [row[1:] for row in BAD])
def test_bad_input(changed: dict[str, Any], error: type[MetricsError], problem: str) -> None:
    given = {"qrels": QRELS, "run": RUN, "metrics": [AP], **changed}
    with pytest.raises(error) as caught:
        evaluate(**given)
    assert problem in str(caught.value)
    assert isinstance(caught.value, ValueError)


def test_rankings_once_give_what_evaluating_each_time_gives() -> None:
    qrels = {"q1": {"a": 2, "b": 0}, "q2": {"c": 1}, "q3": {"d": -1}}
    run = {"q1": {"b": 0.5, "a": 0.5}, "q3": {"d": 1.0}}
    ranked = rankings(qrels, run)
    for metrics in ([nDCG @ 1, AP], "P@2"):
        one, other = evaluate(qrels, run, metrics), evaluate_rankings(ranked, metrics)
        assert one.per_query == other.per_query
        assert (one.means, one.undefined) == (other.means, other.undefined)
        assert one.missing == other.missing == ("q2",)
    with pytest.raises(EvaluationError, match="there are no queries"):
        evaluate_rankings({}, AP)
    with pytest.raises(RankingError, match="query 'q': grade 99"):
        evaluate_rankings({"q": Ranking([99])}, nDCG(gain="exp"))
