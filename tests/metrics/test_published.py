"""The files of trec_eval's own tests, and what trec_eval 10 says of them; skipped where they are not."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

from irviz.formats.evaluation.measures import parse_measures
from irviz.formats.evaluation.task import Task, run_task
from irviz.metrics import TOOLS, Metric, P, R, RBPresid, evaluate, nDCG
from irviz.metrics.average_precision import LEVELS

FILES = Path(__file__).resolve().parents[3] / "shared" / "oracles" / "trec_eval"


def needs(name: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(not (FILES / name).exists(), reason=f"{name} is not here")


IT = TOOLS["trec_eval"].metrics
CUTOFFS = (5, 10, 15, 20, 30, 100, 200, 500, 1000)
MEASURES: dict[str, Metric] = {
    "map": IT["AP"],
    "Rprec": IT["Rprec"],
    "bpref": IT["Bpref"],
    "recip_rank": IT["RR"],
    "infAP": IT["infAP"],
    "ndcg": IT["nDCG"],
    "set_P": IT["SetP"],
    "set_recall": IT["SetR"],
    "set_F": IT["SetF"],
    "set_map": IT["SetAP"],
    "num_ret": IT["NumRet"],
    "num_rel": IT["NumRel"],
    "num_rel_ret": IT["NumRelRet"],
    "set_relative_P": IT["SetP"](relative=True),
    "rbp_resid": RBPresid(p=0.9),
    **{f"iprec_at_recall_{level:.2f}": IT["IPrec"](recall=level) for level in LEVELS},
    **{f"P_{k}": P @ k for k in CUTOFFS},
    **{f"recall_{k}": R @ k for k in CUTOFFS},
    **{f"map_cut_{k}": IT["AP"] @ k for k in CUTOFFS},
    **{f"ndcg_cut_{k}": nDCG @ k for k in CUTOFFS},
    **{f"success_{k}": IT["Success"] @ k for k in (1, 5, 10)},
}


def read(judgments: str) -> tuple[dict[str, dict[str, int]], dict[str, dict[str, float]]]:
    qrels: dict[str, dict[str, int]] = defaultdict(dict)
    run: dict[str, dict[str, float]] = defaultdict(dict)
    for line in (FILES / judgments).read_text().splitlines():
        query, _, doc, grade = line.split()
        qrels[query][doc] = int(grade)
    for line in (FILES / "results.test").read_text().splitlines():
        query, _, doc, _, score, _ = line.split()
        run[query][doc] = float(score)
    return {query: qrels[query] for query in run}, run


def printed_in(name: str) -> dict[tuple[str, str], str]:
    rows = [line.split() for line in (FILES / name).read_text().splitlines()]
    return {(measure, query): value for measure, query, value in rows}


@needs("out.test.aq")
def test_every_value_to_the_digits_that_were_printed() -> None:
    qrels, run = read("qrels.test")
    evaluation = evaluate(qrels, run, MEASURES.values())
    printed = printed_in("out.test.aq")
    for name, metric in MEASURES.items():
        found = {query: row[metric] for query, row in evaluation.per_query.items()}
        found["all"] = evaluation.overall[metric]
        for query, number in found.items():
            text = f"{number:.0f}" if metric.summed else f"{number:.4f}"
            assert text == printed[name, query], (name, query)
    gm_map = evaluation.geometric_means[IT["AP"]]
    gm_bpref = evaluation.geometric_means[IT["Bpref"]]
    assert f"{gm_map:.4f} {gm_bpref:.4f}" == f"{printed['gm_map', 'all']} {printed['gm_bpref', 'all']}"


@needs("out.test.aql")
def test_every_value_under_grades_of_which_some_are_negative() -> None:
    """What ``trec_eval -m all_trec -mrelstring.20 -q -l2`` prints: 387 values, to the last digit."""
    task = Task(
        str(FILES / "qrels.rel_level"),
        [str(FILES / "results.test")],
        ["all_trec", "relstring.20"],
        threshold=2,
        per_query=True,
    )
    assert str(run_task(task)) == (FILES / "out.test.aql").read_text()


def test_what_nobody_judged_in_a_pool_is_counted_as_trec_eval_counts_it() -> None:
    """By hand, from what m_unjudged.c, m_num_nonrel_judged_ret.c and m_rbp_resid.c do."""
    qrels = {"q": {"a": 1, "b": -1, "c": 0, "d": -2, "e": 0}}
    run = {"q": {"a": 5.0, "b": 4.0, "c": 3.0, "d": 2.0}}
    asked = parse_measures(["num_nonrel_judged_ret", "rbp_resid", "unj_5"]).measures
    evaluation = evaluate(qrels, run, [metric for one in asked for metric in one.metrics])
    not_relevant, residual, unjudged = (one.values(evaluation)[0] for one in asked)
    assert (unjudged, not_relevant) == (2 / 5, 1)
    assert residual == pytest.approx(0.9**4 + 0.1 * (0.9 + 0.9**3))
