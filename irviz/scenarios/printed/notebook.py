"""What the article's notebook prints."""

from __future__ import annotations

from functools import partial

from irviz.metrics import AP, CG, DCG, IDCG, RR, P, R, nDCG
from irviz.scenarios.printed.desks import BOX, DARK, GAIN, GAIN_SWAPPED, THREE, WHITE, sorted_best
from irviz.scenarios.printed.quantities import (
    along,
    at,
    at_each,
    both,
    counts,
    discounted_at,
    each,
    grades,
    hit_terms,
    summed,
    total,
)
from irviz.scenarios.printed.row import Row
from irviz.scenarios.printed.same_code import mrr_code, recall_code
from irviz.scenarios.sources import NOTEBOOK

_row = partial(Row, source=NOTEBOOK)
_claim = partial(Row, source=NOTEBOOK, sentence=True)

_COUNTS = "Actual and predicted conditions"
_RECALL = "Recall@k"
_MRR = "Mean Reciprocal Rank"
_MAP = "Mean Average Precision"
_NDCG = "Normalized Discounted Cumulative Gain"

_RUNNING = "A running sum, printed as if it were the query’s own term."

ROWS = (
    _row(
        "counts",
        _COUNTS,
        "Positives and negatives at 2, true and false",
        "1 1 3 3",
        BOX.look("P", "confusion").cut(2),
        counts,
    ),
    _row("recall", _RECALL, "Recall at 2", "0.25", BOX.cut(2), at(R)),
    _row(
        "recall-curve",
        _RECALL,
        "Recall at each cutoff",
        "0.00 0.25 0.25 0.50 0.75 0.75 1.00 1.00",
        BOX.cut(8),
        along(R),
    ),
    _row(
        "recall-output",
        f"{_RECALL}, output",
        "Recall at each cutoff",
        "0.0 0.25 0.25 0.5 0.75 0.75 1.0 1.0",
        BOX.cut(8),
        along(R),
    ),
    *recall_code(NOTEBOOK, f"{_RECALL}, code"),
    _row(
        "reciprocal-ranks",
        _MRR,
        "Reciprocal rank of each query",
        "0.5 1 0.2",
        THREE.look("RR"),
        each(RR),
    ),
    _row("mrr", _MRR, "Mean reciprocal rank", "0.57", THREE.look("RR"), at(RR)),
    mrr_code(NOTEBOOK, f"{_MRR}, code"),
    _row(
        "reciprocal-output-1",
        f"{_MRR}, output",
        "query #1 = 1/2",
        "0.5",
        BOX.look("RR").cut(8),
        at(RR),
    ),
    _row(
        "reciprocal-output-2",
        f"{_MRR}, output",
        "query #2 = 1/1",
        "1.5",
        WHITE.look("RR"),
        at(RR),
        _RUNNING,
    ),
    _row(
        "reciprocal-output-3",
        f"{_MRR}, output",
        "query #3 = 1/5",
        "1.7",
        DARK.look("RR"),
        at(RR),
        _RUNNING,
    ),
    _row("mrr-output", f"{_MRR}, output", "MRR", "0.57", THREE.look("RR"), at(RR)),
    _row("precision", _MAP, "Precision at 2", "0.50", BOX.look("P").cut(2), at(P)),
    _row(
        "precision-curve",
        _MAP,
        "Precision at each cutoff",
        "0.00 0.50 0.33 0.50 0.60 0.50 0.57 0.50",
        BOX.look("P").cut(8),
        along(P),
    ),
    _row(
        "ap-1-terms",
        _MAP,
        "Query 1: precision at its relevant ranks",
        "0.5 0.5 0.6 0.57",
        BOX.look("AP").cut(8),
        hit_terms(AP),
    ),
    _row("ap-1-sum", _MAP, "Query 1: their sum", "2.17", BOX.look("AP").cut(8), total(AP)),
    _row("ap-1", _MAP, "Query 1: average precision", "0.54", BOX.look("AP").cut(8), at(AP)),
    _row(
        "ap-2-terms",
        _MAP,
        "Query 2: precision at its relevant ranks",
        "1 0.5 0.6 0.57",
        WHITE,
        hit_terms(AP),
    ),
    _row("ap-2-sum", _MAP, "Query 2: their sum", "2.67", WHITE, total(AP)),
    _row("ap-2", _MAP, "Query 2: average precision", "0.67", WHITE, at(AP)),
    _row(
        "ap-3-terms",
        _MAP,
        "Query 3: precision at its relevant ranks",
        "0.2 0.25",
        DARK,
        hit_terms(AP),
    ),
    _row("ap-3-sum", _MAP, "Query 3: their sum", "0.45", DARK, total(AP)),
    _row(
        "ap-3",
        _MAP,
        "Query 3: average precision",
        "0.22",
        DARK,
        at(AP),
        "Exactly halfway: the notebook’s own output rounds it to 0.23.",
    ),
    _claim(
        "map-sum",
        _MAP,
        "The sum of the three, and a third of it",
        "1.4/3 = 0.48",
        THREE,
        both(summed(AP), at(AP)),
        "1.4/3 is 0.47. The terms as printed add up to 1.43, and a third of that is 0.4767.",
    ),
    _row("map", _MAP, "Mean average precision", "0.48", THREE, at(AP)),
    _row(
        "ap-output",
        f"{_MAP}, output",
        "Average precision of each query",
        "0.54 0.67 0.23",
        THREE,
        each(AP),
        "The text has 0.22 for query 3, which lies exactly halfway.",
    ),
    _row("map-output", f"{_MAP}, output", "Mean average precision", "0.48", THREE, at(AP)),
    _claim(
        "map-name",
        f"{_MAP}, code",
        "The name that the code gives it",
        'print(f"mAP@{k} = …")',
        THREE,
        at_each(AP, 8, 7),
        "k is what the loop left behind, so this prints “mAP@7 = 0.48”, although MAP@8 is meant, and "
        "MAP@7 is another number.",
    ),
    _row(
        "cg",
        _NDCG,
        "Cumulative gain at each cutoff",
        "0 4 5 8 12 13 16 18",
        GAIN.look("CG").cut(8),
        along(CG),
    ),
    _row(
        "cg-swapped",
        _NDCG,
        "CG at 2 with ranks 1 and 2 swapped",
        "4",
        GAIN_SWAPPED.look("CG"),
        at(CG),
    ),
    _row(
        "discount",
        _NDCG,
        "What the gain at rank 2 is divided by",
        "1.58",
        GAIN.look("DCG"),
        discounted_at(2),
    ),
    _row("dcg", _NDCG, "Discounted cumulative gain at 2", "2.52", GAIN.look("DCG"), at(DCG)),
    _row(
        "dcg-output",
        f"{_NDCG}, output",
        "DCG at each cutoff",
        "0.0 2.52 3.02 4.32 5.86 6.22 7.22 7.85",
        GAIN.look("DCG").cut(8),
        along(DCG),
    ),
    _row("idcg", _NDCG, "Ideal DCG at 2", "6.52", GAIN, at(IDCG)),
    _row(
        "ideal-output",
        f"{_NDCG}, output",
        "The grades in the ideal order",
        "4 4 3 3 2 1 1 0",
        sorted_best(GAIN).cut(8),
        grades,
    ),
    _row(
        "idcg-output",
        f"{_NDCG}, output",
        "Ideal DCG at each cutoff",
        "4.0 6.52 8.02 9.32 10.09 10.45 10.78 10.78",
        GAIN.cut(8),
        along(IDCG),
    ),
    _row("ndcg", _NDCG, "Normalised DCG at 2", "0.39", GAIN, at(nDCG)),
    _row(
        "ndcg-output",
        f"{_NDCG}, output",
        "Normalised DCG at each cutoff",
        "0.0 0.39 0.38 0.46 0.58 0.6 0.67 0.73",
        GAIN.cut(8),
        along(nDCG),
    ),
)
