"""trec_eval as the oracle, through pytrec_eval: equal to the last bit."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
import pytrec_eval

from irviz.metrics import (
    AP,
    RR,
    Bpref,
    IPrec,
    NumRel,
    NumRelRet,
    NumRet,
    P,
    R,
    Ranking,
    Rprec,
    SetAP,
    SetF,
    SetP,
    SetR,
    Success,
    evaluate,
    infAP,
    nDCG,
)
from irviz.metrics.average_precision import LEVELS
from irviz.metrics.experimental import BinG, G, GainAtR, GainAtRelevant, PrecisionAtR

if TYPE_CHECKING:
    from irviz.metrics import Metric

CUTOFFS = (1, 2, 3, 5, 10, 30, 100)
MEASURES: dict[str, Metric] = {
    "map": AP,
    "ndcg": nDCG,
    "recip_rank": RR,
    "Rprec": Rprec,
    "set_P": P,
    "set_recall": SetR,
    "bpref": Bpref,
    "infAP": infAP,
    "set_relative_P": SetP(relative=True),
    "set_map": SetAP,
    "num_ret": NumRet,
    "num_rel": NumRel,
    "num_rel_ret": NumRelRet,
    **{f"iprec_at_recall_{level:.2f}": IPrec @ level for level in LEVELS},
    **{f"P_{k}": P @ k for k in CUTOFFS},
    **{f"recall_{k}": R @ k for k in CUTOFFS},
    **{f"map_cut_{k}": AP @ k for k in CUTOFFS},
    **{f"ndcg_cut_{k}": nDCG @ k for k in CUTOFFS},
    **{f"success_{k}": Success @ k for k in CUTOFFS},
}


def collection(seed: int, queries: int, ties: bool) -> tuple[dict[str, dict[str, int]], dict[str, dict[str, float]]]:
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
        scores = [rng.randrange(max(2, n // 3)) for _ in pool] if ties else rng.sample(range(9999), len(pool))
        run[f"q{q}"] = {doc: float(score) for doc, score in zip(pool[:n], scores, strict=False)}
        grades = rng.choice(((0,), (0, 1), (0, 0, 0, 0, 1), (1,), (0, 0, 1, 2, 3), (0, 9)))
        judged = rng.sample(pool, rng.randrange(1, len(pool)))
        qrels[f"q{q}"] = {doc: rng.choice(grades) for doc in judged}
    return qrels, run


@pytest.mark.exhaustive
@pytest.mark.parametrize("ties", [False, True], ids=["no ties", "ties"])
def test_bit_for_bit(ties: bool) -> None:
    qrels, run = collection(seed=7 + ties, queries=2000, ties=ties)
    asked = {name for name in MEASURES if "iprec" not in name} | {"iprec_at_recall"}
    theirs = pytrec_eval.RelevanceEvaluator(qrels, asked).evaluate(run)
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


JUDGED_ONLY: dict[str, Metric] = {
    "map": AP,
    "map_cut_5": AP @ 5,
    "ndcg": nDCG,
    "ndcg_cut_10": nDCG @ 10,
    "P_5": P @ 5,
    "recall_10": R @ 10,
    "recip_rank": RR,
    "Rprec": Rprec,
    "success_5": Success @ 5,
    "set_P": SetP,
    "set_map": SetAP,
    "iprec_at_recall_0.30": IPrec @ 0.3,
}


@pytest.mark.exhaustive
@pytest.mark.parametrize("ties", [False, True], ids=["no ties", "ties"])
def test_over_the_judged_documents_only(ties: bool) -> None:
    qrels, run = collection(seed=17 + ties, queries=2000, ties=ties)
    evaluator = pytrec_eval.RelevanceEvaluator(qrels, set(JUDGED_ONLY), judged_docs_only_flag=True)
    theirs = evaluator.evaluate(run)
    ours = evaluate(qrels, run, [one(judged_only=True) for one in JUDGED_ONLY.values()]).per_query
    for query, values in theirs.items():
        for measure, metric in JUDGED_ONLY.items():
            value = ours[query][metric(judged_only=True)]
            # Where nothing is left of a list, they divide by its length, 0.
            assert value == (values[measure] if values[measure] == values[measure] else 0.0), measure


@pytest.mark.parametrize("beta", [1.0, 0.5, 4.0])
def test_set_f(beta: float) -> None:
    qrels, run = collection(seed=5, queries=500, ties=False)
    theirs = pytrec_eval.RelevanceEvaluator(qrels, {f"set_F_{beta}"}).evaluate(run)
    ours = evaluate(qrels, run, SetF(beta=beta)).per_query
    for query, values in theirs.items():
        assert ours[query][SetF(beta=beta)] == pytest.approx(values["set_F"], rel=1e-14), query


def test_sums_and_geometric_means() -> None:
    qrels, run = collection(seed=6, queries=500, ties=False)
    names = {"gm_map": AP, "gm_bpref": Bpref, "num_ret": NumRet, "num_rel_ret": NumRelRet}
    theirs = pytrec_eval.RelevanceEvaluator(qrels, set(names)).evaluate(run)
    ours = evaluate(qrels, run, names.values())
    for name, metric in names.items():
        values = [row[name] for row in theirs.values()]
        found = pytrec_eval.compute_aggregated_measure(name, values)
        of = ours.geometric_means if name.startswith("gm") else ours.overall
        assert of[metric] == pytest.approx(found, rel=1e-12), name
    assert ours.overall[AP] == ours.means[AP]


def test_other_levels_of_recall() -> None:
    qrels, run = collection(seed=8, queries=300, ties=False)
    levels = (0.01, 0.25, 1 / 3, 0.77, 0.999)
    for level in levels:
        evaluator = pytrec_eval.RelevanceEvaluator(qrels, {f"iprec_at_recall_{level}"})
        ours = evaluate(qrels, run, IPrec @ level).per_query
        for query, values in evaluator.evaluate(run).items():
            assert [*ours[query].values()] == [*values.values()], (query, level)


def test_the_relevance_level() -> None:
    qrels, run = collection(seed=3, queries=300, ties=False)
    for level in (2, 3):
        measures = {"map", "P_5", "recall_5", "recip_rank", "ndcg_cut_5", "bpref", "infAP"}
        theirs = pytrec_eval.RelevanceEvaluator(qrels, measures, relevance_level=level).evaluate(run)
        by_rel = [AP(rel=level), P(rel=level) @ 5, R(rel=level) @ 5, RR(rel=level), nDCG @ 5]
        by_rel += [Bpref(rel=level), infAP(rel=level)]
        by_threshold = [AP, P @ 5, R @ 5, RR, nDCG @ 5, Bpref, infAP]
        for metrics, threshold in ((by_rel, 1), (by_threshold, level)):
            ours = evaluate(qrels, run, metrics, threshold=threshold).per_query
            for query, values in theirs.items():
                names = ("map", "P_5", "recall_5", "recip_rank", "ndcg_cut_5", "bpref", "infAP")
                expected = [values[name] for name in names]
                assert list(ours[query].values()) == expected, (query, level)


EXPERIMENTAL: dict[str, Metric] = {
    "binG": BinG,
    "G": G,
    "ndcg_rel": GainAtRelevant,
    "Rndcg": GainAtR,
    **{f"Rprec_mult_{times / 5:.2f}": PrecisionAtR(times=times / 5) for times in range(1, 11)},
}


@pytest.mark.exhaustive
@pytest.mark.parametrize("ties", [False, True], ids=["no ties", "ties"])
def test_experimental_measures(ties: bool) -> None:
    qrels, run = collection(seed=21 + ties, queries=2000, ties=ties)
    names = {"binG", "G", "ndcg_rel", "Rndcg", "Rprec_mult"}
    theirs = pytrec_eval.RelevanceEvaluator(qrels, names).evaluate(run)
    ours = evaluate(qrels, run, EXPERIMENTAL.values()).per_query
    for query, values in theirs.items():
        for measure, metric in EXPERIMENTAL.items():
            value = pytest.approx(values[measure], rel=1e-12, abs=1e-12)
            assert ours[query][metric] == value, (query, measure)


def test_experimental_measures_say_whether_they_see_degrees_of_relevance() -> None:
    for metric in (BinG, G, GainAtRelevant, GainAtR, PrecisionAtR):
        assert (metric(Ranking([1, 2, 0])) != metric(Ranking([2, 1, 0]))) == metric.graded


@pytest.mark.exhaustive
@pytest.mark.parametrize("metric_", EXPERIMENTAL.values(), ids=str)
def test_experimental_measures_are_built_up_down_the_list(metric_: Metric) -> None:
    qrels, run = collection(seed=23, queries=60, ties=False)
    for query, judged in qrels.items():
        ranking = Ranking.from_scores(run[query], judged)
        curve = [(metric_ @ k)(ranking) for k in range(1, ranking.n + 1)]
        assert metric_.curve(ranking) == pytest.approx(curve, rel=1e-12, abs=1e-12), query
        assert metric_(ranking) == curve[-1]
