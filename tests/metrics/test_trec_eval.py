"""trec_eval as the oracle, through pytrec_eval: equal to the last bit."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
import pytrec_eval

from irviz.metrics import AP, RR, P, R, Ranking, Rprec, Success, evaluate, nDCG

if TYPE_CHECKING:
    from irviz.metrics import Metric

CUTOFFS = (1, 2, 3, 5, 10, 30, 100)
MEASURES: dict[str, Metric] = {
    "map": AP,
    "ndcg": nDCG,
    "recip_rank": RR,
    "Rprec": Rprec,
    "set_P": P,
    "set_recall": R,
    **{f"P_{k}": P @ k for k in CUTOFFS},
    **{f"recall_{k}": R @ k for k in CUTOFFS},
    **{f"map_cut_{k}": AP @ k for k in CUTOFFS},
    **{f"ndcg_cut_{k}": nDCG @ k for k in CUTOFFS},
    **{f"success_{k}": Success @ k for k in CUTOFFS},
}


def collection(
    seed: int, queries: int, ties: bool
) -> tuple[dict[str, dict[str, int]], dict[str, dict[str, float]]]:
    """Random lists, some empty of relevant documents, with missed and unjudged documents.

    No negative grades: several queries with such make pytrec_eval write outside its memory.
    """
    rng = random.Random(seed)
    qrels, run = {}, {}
    for q in range(queries):
        n = rng.choice((1, 2, 3, 5, 8, 13, 40, 120))
        pool = [f"d{'é' * rng.randrange(2)}{rng.randrange(10**6)}" for _ in range(n + 20)]
        pool = list(dict.fromkeys(pool))
        # Small whole numbers, which trec_eval's single precision holds as well as a double does.
        scores = (
            [rng.randrange(max(2, n // 3)) for _ in pool]
            if ties
            else rng.sample(range(9999), len(pool))
        )
        run[f"q{q}"] = {doc: float(score) for doc, score in zip(pool[:n], scores, strict=False)}
        grades = rng.choice(((0,), (0, 1), (0, 0, 0, 0, 1), (1,), (0, 0, 1, 2, 3), (0, 9)))
        judged = rng.sample(pool, rng.randrange(1, len(pool)))
        qrels[f"q{q}"] = {doc: rng.choice(grades) for doc in judged}
    return qrels, run


@pytest.mark.parametrize("ties", [False, True], ids=["no ties", "ties"])
def test_bit_for_bit(ties: bool) -> None:
    qrels, run = collection(seed=7 + ties, queries=2000, ties=ties)
    theirs = pytrec_eval.RelevanceEvaluator(qrels, set(MEASURES)).evaluate(run)
    ours = evaluate(qrels, run, MEASURES.values()).per_query
    assert len(theirs) == len(ours) == 2000
    for query, values in theirs.items():
        for measure, metric in MEASURES.items():
            assert ours[query][metric] == values[measure], (query, measure)


def test_the_curves_are_its_values_at_every_cutoff() -> None:
    qrels, run = collection(seed=1, queries=60, ties=False)
    ks = ",".join(map(str, range(1, 121)))
    names = {"P": P, "recall": R, "map_cut": AP, "ndcg_cut": nDCG}
    theirs = pytrec_eval.RelevanceEvaluator(qrels, {f"{name}.{ks}" for name in names}).evaluate(run)
    for query, values in theirs.items():
        ranking = Ranking.from_scores(run[query], qrels[query])
        for name, metric in names.items():
            expected = [values[f"{name}_{k}"] for k in range(1, ranking.n + 1)]
            assert metric.curve(ranking) == expected, (query, name)


def test_the_relevance_level() -> None:
    qrels, run = collection(seed=3, queries=300, ties=False)
    for level in (2, 3):
        measures = {"map", "P_5", "recall_5", "recip_rank", "ndcg_cut_5"}
        theirs = pytrec_eval.RelevanceEvaluator(qrels, measures, relevance_level=level).evaluate(
            run
        )
        by_rel = [AP(rel=level), P(rel=level) @ 5, R(rel=level) @ 5, RR(rel=level), nDCG @ 5]
        by_threshold = [AP, P @ 5, R @ 5, RR, nDCG @ 5]
        for metrics, threshold in ((by_rel, 1), (by_threshold, level)):
            ours = evaluate(qrels, run, metrics, threshold=threshold).per_query
            for query, values in theirs.items():
                expected = [
                    values[name] for name in ("map", "P_5", "recall_5", "recip_rank", "ndcg_cut_5")
                ]
                assert list(ours[query].values()) == expected, (query, level)
