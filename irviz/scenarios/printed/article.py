"""What Pinecone's article prints (Laura Carnevali, 2023)."""

from __future__ import annotations

from functools import partial

from irviz.metrics import AP, CG, DCG, IDCG, RR, P, R, nDCG
from irviz.scenarios.lists import CODE
from irviz.scenarios.printed.desks import BOX, DARK, GAIN, GAIN_SWAPPED, THREE, WHITE, regraded
from irviz.scenarios.printed.quantities import (
    along,
    at,
    at_each,
    both,
    each,
    hit_terms,
    mean_along,
    on,
    summed,
    terms,
)
from irviz.scenarios.printed.row import Row
from irviz.scenarios.printed.same_code import mrr_code, recall_code
from irviz.scenarios.sources import ARTICLE

_row = partial(Row, source=ARTICLE)
_claim = partial(Row, source=ARTICLE, sentence=True)

_RECALL = "Recall@K"
_MRR = "Mean Reciprocal Rank"
_MAP = "Mean Average Precision"
_NDCG = "Normalized Discounted Cumulative Gain"

ROWS = (
    _row("recall", _RECALL, "Recall at 2", "0.25", BOX.cut(2), at(R)),
    _row(
        "recall-curve",
        f"{_RECALL}, output",
        "Recall at each cutoff",
        "0.0 0.25 0.25 0.5 0.75 0.75 1.0 1.0",
        BOX.cut(8),
        along(R),
    ),
    *recall_code(ARTICLE, f"{_RECALL}, code"),
    _row(
        "reciprocal-ranks",
        _MRR,
        "Reciprocal rank of each query",
        "0.5 1.0 0.2",
        THREE.look("RR"),
        each(RR),
    ),
    _row("reciprocal-sum", _MRR, "Their sum", "1.7", THREE.look("RR"), summed(RR)),
    _row("mrr", _MRR, "Their mean", "0.57", THREE.look("RR"), at(RR)),
    _claim(
        "mrr-label",
        _MRR,
        "What the mean is called",
        "RR = 1/Q · Σ 1/rank_q",
        THREE.look("RR"),
        both(at(RR), each(RR)),
        "RR belongs to one query; its mean over the queries is MRR.",
    ),
    mrr_code(ARTICLE, f"{_MRR}, code"),
    _row(
        "reciprocal-ranks-output",
        f"{_MRR}, output",
        "Reciprocal rank of each query",
        "0.5 1.0 0.2",
        THREE.look("RR"),
        each(RR),
    ),
    _row("mrr-output", f"{_MRR}, output", "MRR", "0.57", THREE.look("RR"), at(RR)),
    _row(
        "mrr-one-hit",
        f"{_MRR}, pros and cons",
        "One relevant result, at rank 1, and nothing else",
        "1.0",
        regraded(BOX, "10000000").look("RR").cut(8),
        at(RR),
    ),
    _row("precision", _MAP, "Precision at 2", "0.5", BOX.look("P").cut(2), at(P)),
    _claim(
        "ap-all-k",
        _MAP,
        "What average precision averages",
        "we are taking the average precision@k score for all values of k",
        BOX.look("AP").cut(8),
        both(at(AP), mean_along(P)),
        "Only the precision at relevant ranks is averaged, as the formula says: it is multiplied by rel_k.",
    ),
    _row(
        "ap-1-terms",
        _MAP,
        "Query 1: precision at its relevant ranks",
        "0.5 0.5 0.6 0.57",
        BOX.look("AP").cut(8),
        hit_terms(AP),
    ),
    _row("ap-1", _MAP, "Query 1: average precision", "0.54", BOX.look("AP").cut(8), at(AP)),
    _row(
        "ap-2-terms",
        _MAP,
        "Query 2: precision at its relevant ranks",
        "1 0.5 0.4 0.43",
        WHITE,
        hit_terms(AP),
        "Three of the first five are relevant and four of the first seven. With the printed terms "
        "the average would be 0.58, not the 0.67 beside them.",
    ),
    _row("ap-2", _MAP, "Query 2: average precision", "0.67", WHITE, at(AP)),
    _row(
        "ap-3-terms",
        _MAP,
        "Query 3: precision at its relevant ranks",
        "0.2 0.25",
        DARK,
        hit_terms(AP),
    ),
    _row(
        "ap-3",
        _MAP,
        "Query 3: average precision",
        "0.22",
        DARK,
        at(AP),
        "Exactly halfway: the article’s own code rounds it to 0.23.",
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
    _row("cg", _NDCG, "Cumulative gain at 2", "4", GAIN.look("CG"), at(CG)),
    _row(
        "cg-swapped",
        _NDCG,
        "The same with ranks 1 and 2 swapped",
        "4",
        GAIN_SWAPPED.look("CG"),
        at(CG),
    ),
    _claim(
        "dcg-sum",
        _NDCG,
        "Where the sum of DCG@2 ends",
        "DCG@2 = Σ (k = 1 to K) …",
        GAIN.look("DCG"),
        at_each(DCG, 2, 8),
        "DCG@2 ends at rank 2; with K = 8 it would be DCG@8.",
    ),
    _row("dcg-terms", _NDCG, "What ranks 1 and 2 add", "0 2.52", GAIN.look("DCG"), terms(DCG)),
    _row("dcg", _NDCG, "Discounted cumulative gain at 2", "2.52", GAIN.look("DCG"), at(DCG)),
    _row(
        "dcg-swapped-terms",
        _NDCG,
        "What they add when they are swapped",
        "4 0",
        GAIN_SWAPPED.look("DCG"),
        terms(DCG),
    ),
    _row(
        "dcg-swapped",
        _NDCG,
        "DCG with ranks 1 and 2 swapped",
        "4",
        GAIN_SWAPPED.look("DCG"),
        at(DCG),
    ),
    _row(
        "idcg-terms",
        _NDCG,
        "What ranks 1 and 2 of the ideal order add",
        "4 2.52",
        GAIN,
        terms(IDCG),
    ),
    _row("idcg", _NDCG, "Ideal DCG at 2", "6.52", GAIN, at(IDCG)),
    _row("ndcg", _NDCG, "Normalised DCG at 2", "0.39", GAIN, at(nDCG)),
    _claim(
        "code-list",
        f"{_NDCG}, code",
        "The grades that the code works on",
        "relevance = [0, 7, 2, 4, 6, 1, 4, 3]",
        CODE.look("nDCG", "gain"),
        both(at(nDCG), on(GAIN, at(nDCG), "with the pictures’ grades")),
        "The scale was said to end at 4. The pictures, the equations, the notebook and the video have "
        "0 4 1 3 4 1 3 2.",
    ),
    _row(
        "ndcg-text",
        f"{_NDCG}, after the code",
        "Normalised DCG at 2 once more",
        "0.41",
        GAIN,
        at(nDCG),
        "0.41 comes from the other grades in the code; the equation above it has 0.39, which is right.",
    ),
)
