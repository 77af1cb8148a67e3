"""The files of trec_eval's own tests, and what trec_eval 10 says of them; skipped where they are not."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

from irviz.metrics import TOOLS, Metric, P, R, RBPresid, evaluate, nDCG
from irviz.metrics.interpolated_precision import LEVELS

FILES = Path(__file__).resolve().parents[3] / "shared" / "oracles" / "trec_eval"

pytestmark = pytest.mark.skipif(not FILES.exists(), reason="the published files are not here")

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


def read() -> tuple[dict[str, dict[str, int]], dict[str, dict[str, float]]]:
    qrels: dict[str, dict[str, int]] = defaultdict(dict)
    run: dict[str, dict[str, float]] = defaultdict(dict)
    for line in (FILES / "qrels.test").read_text().splitlines():
        query, _, doc, grade = line.split()
        qrels[query][doc] = int(grade)
    for line in (FILES / "results.test").read_text().splitlines():
        query, _, doc, _, score, _ = line.split()
        run[query][doc] = float(score)
    return {query: qrels[query] for query in run}, run


def test_every_value_to_the_digits_that_were_printed() -> None:
    qrels, run = read()
    evaluation = evaluate(qrels, run, MEASURES.values())
    printed = {}
    for line in (FILES / "out.test.aq").read_text().splitlines():
        measure, query, value = line.split()
        printed[measure, query] = value
    for name, metric in MEASURES.items():
        found = {query: row[metric] for query, row in evaluation.per_query.items()}
        found["all"] = evaluation.overall[metric]
        for query, number in found.items():
            text = f"{number:.0f}" if metric.summed else f"{number:.4f}"
            assert text == printed[name, query], (name, query)
    gm_map = evaluation.geometric_means[IT["AP"]]
    gm_bpref = evaluation.geometric_means[IT["Bpref"]]
    assert (
        f"{gm_map:.4f} {gm_bpref:.4f}" == f"{printed['gm_map', 'all']} {printed['gm_bpref', 'all']}"
    )
