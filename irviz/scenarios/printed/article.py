"""What Pinecone's article (Laura Carnevali, 2023) and its notebook print, which share some code and rows."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from irviz.metrics import AP, CG, DCG, IDCG, RR, P, R, nDCG
from irviz.scenarios.lists import CODE, FIVE
from irviz.scenarios.printed.desks import BOX, DARK, GAIN, GAIN_SWAPPED, THREE, WHITE, replace_grades, sort_best_first
from irviz.scenarios.printed.quantities import (
    at,
    at_each,
    by_board,
    combine,
    counts,
    curve,
    discount_at,
    grades,
    hit_terms,
    mean_along,
    on,
    sum_over_boards,
    terms,
    total,
)
from irviz.scenarios.printed.row import Row
from irviz.scenarios.sources import ARTICLE, NOTEBOOK

if TYPE_CHECKING:
    from irviz.scenarios.sources import Source

_MRR = "Mean Reciprocal Rank"
_MAP = "Mean Average Precision"
_NDCG = "Normalized Discounted Cumulative Gain"

_RUNNING = "A running sum, printed as if it were the query’s own term."

_article = partial(Row, source=ARTICLE)
_article_claim = partial(Row, source=ARTICLE, sentence=True)
_notebook = partial(Row, source=NOTEBOOK)
_notebook_claim = partial(Row, source=NOTEBOOK, sentence=True)

_AP_1_TERMS = (
    "ap-1-terms",
    _MAP,
    "Query 1: precision at its relevant ranks",
    "0.5 0.5 0.6 0.57",
    BOX.look("AP").move_cutoff(8),
    hit_terms(AP),
)
_AP_3_TERMS = ("ap-3-terms", _MAP, "Query 3: precision at its relevant ranks", "0.2 0.25", DARK, hit_terms(AP))
_AP_OUTPUT = (
    "ap-output",
    f"{_MAP}, output",
    "Average precision of each query",
    "0.54 0.67 0.23",
    THREE,
    by_board(AP),
    "The text has 0.22 for query 3, which lies exactly halfway.",
)


def _criticize_recall_code(source: Source, place: str) -> tuple[Row, ...]:
    """Two rows of the errata, on faults of the printed function `recall`; ``place`` is the heading it is under."""
    return (
        Row(
            "recall-rounds",
            place,
            "When to round",
            "result = round(…, 2)",
            FIVE.look("R").move_cutoff(1),
            at(R),
            "A function should return what it has computed and leave rounding to the display: with "
            "three relevant documents it has 0.33 where 1/3 is meant.",
            source=source,
            sentence=True,
        ),
        Row(
            "recall-undefined",
            place,
            "Recall where nothing is relevant",
            "float(len(act_set))",
            replace_grades(BOX, "00000000").move_cutoff(8),
            at(R),
            "This divides by zero. Recall is undefined here, and counted as 0 by convention.",
            source=source,
            sentence=True,
        ),
    )


def _criticize_mrr_code(source: Source) -> Row:
    """A row of the errata, on the fault of the printed loop for MRR."""
    return Row(
        "mrr-first-id",
        f"{_MRR}, code",
        "Which rank is the first",
        "first_result = actual_relevant[…][0]",
        WHITE.look("RR"),
        at(RR),
        "The first entry is the first rank only because the lists happen to be sorted: of "
        "[4, 5, 7, 1] it would make 1/4.",
        source=source,
        sentence=True,
    )


ARTICLE_ROWS = (
    _article("recall", "Recall@K", "Recall at 2", "0.25", BOX.move_cutoff(2), at(R)),
    _article(
        "recall-curve",
        "Recall@K, output",
        "Recall at each cutoff",
        "0.0 0.25 0.25 0.5 0.75 0.75 1.0 1.0",
        BOX.move_cutoff(8),
        curve(R),
    ),
    *_criticize_recall_code(ARTICLE, "Recall@K, code"),
    _article("reciprocal-ranks", _MRR, "Reciprocal rank of each query", "0.5 1.0 0.2", THREE.look("RR"), by_board(RR)),
    _article("reciprocal-sum", _MRR, "Their sum", "1.7", THREE.look("RR"), sum_over_boards(RR)),
    _article("mrr", _MRR, "Their mean", "0.57", THREE.look("RR"), at(RR)),
    _article_claim(
        "mrr-label",
        _MRR,
        "What the mean is called",
        "RR = 1/Q · Σ 1/rank_q",
        THREE.look("RR"),
        combine(at(RR), by_board(RR)),
        "RR belongs to one query; its mean over the queries is MRR.",
    ),
    _criticize_mrr_code(ARTICLE),
    _article(
        "reciprocal-ranks-output",
        f"{_MRR}, output",
        "Reciprocal rank of each query",
        "0.5 1.0 0.2",
        THREE.look("RR"),
        by_board(RR),
    ),
    _article("mrr-output", f"{_MRR}, output", "MRR", "0.57", THREE.look("RR"), at(RR)),
    _article(
        "mrr-one-hit",
        f"{_MRR}, pros and cons",
        "One relevant result, at rank 1, and nothing else",
        "1.0",
        replace_grades(BOX, "10000000").look("RR").move_cutoff(8),
        at(RR),
    ),
    _article("precision", _MAP, "Precision at 2", "0.5", BOX.look("P").move_cutoff(2), at(P)),
    _article_claim(
        "ap-all-k",
        _MAP,
        "What average precision averages",
        "we are taking the average precision@k score for all values of k",
        BOX.look("AP").move_cutoff(8),
        combine(at(AP), mean_along(P)),
        "Only the precision at relevant ranks is averaged, as the formula says: it is multiplied by rel_k.",
    ),
    _article(*_AP_1_TERMS),
    _article("ap-1", _MAP, "Query 1: average precision", "0.54", BOX.look("AP").move_cutoff(8), at(AP)),
    _article(
        "ap-2-terms",
        _MAP,
        "Query 2: precision at its relevant ranks",
        "1 0.5 0.4 0.43",
        WHITE,
        hit_terms(AP),
        "Three of the first five are relevant and four of the first seven. With the printed terms "
        "the average would be 0.58, not the 0.67 beside them.",
    ),
    _article("ap-2", _MAP, "Query 2: average precision", "0.67", WHITE, at(AP)),
    _article(*_AP_3_TERMS),
    _article(
        "ap-3",
        _MAP,
        "Query 3: average precision",
        "0.22",
        DARK,
        at(AP),
        "Exactly halfway: the article’s own code rounds it to 0.23.",
    ),
    _article("map", _MAP, "Mean average precision", "0.48", THREE, at(AP)),
    _article(*_AP_OUTPUT),
    _article("map-output", f"{_MAP}, output", "Mean average precision", "0.48", THREE, at(AP)),
    _article("cg", _NDCG, "Cumulative gain at 2", "4", GAIN.look("CG"), at(CG)),
    _article("cg-swapped", _NDCG, "The same with ranks 1 and 2 swapped", "4", GAIN_SWAPPED.look("CG"), at(CG)),
    _article_claim(
        "dcg-sum",
        _NDCG,
        "Where the sum of DCG@2 ends",
        "DCG@2 = Σ (k = 1 to K) …",
        GAIN.look("DCG"),
        at_each(DCG, 2, 8),
        "DCG@2 ends at rank 2; with K = 8 it would be DCG@8.",
    ),
    _article("dcg-terms", _NDCG, "What ranks 1 and 2 add", "0 2.52", GAIN.look("DCG"), terms(DCG)),
    _article("dcg", _NDCG, "Discounted cumulative gain at 2", "2.52", GAIN.look("DCG"), at(DCG)),
    _article(
        "dcg-swapped-terms", _NDCG, "What they add when they are swapped", "4 0", GAIN_SWAPPED.look("DCG"), terms(DCG)
    ),
    _article("dcg-swapped", _NDCG, "DCG with ranks 1 and 2 swapped", "4", GAIN_SWAPPED.look("DCG"), at(DCG)),
    _article("idcg-terms", _NDCG, "What ranks 1 and 2 of the ideal order add", "4 2.52", GAIN, terms(IDCG)),
    _article("idcg", _NDCG, "Ideal DCG at 2", "6.52", GAIN, at(IDCG)),
    _article("ndcg", _NDCG, "Normalised DCG at 2", "0.39", GAIN, at(nDCG)),
    _article_claim(
        "code-list",
        f"{_NDCG}, code",
        "The grades that the code works on",
        "relevance = [0, 7, 2, 4, 6, 1, 4, 3]",
        CODE.look("nDCG", "gain"),
        combine(at(nDCG), on(GAIN, at(nDCG), "with the pictures’ grades")),
        "The scale was said to end at 4. The pictures, the equations, the notebook and the video have 0 4 1 3 4 1 3 2.",
    ),
    _article(
        "ndcg-text",
        f"{_NDCG}, after the code",
        "Normalised DCG at 2 once more",
        "0.41",
        GAIN,
        at(nDCG),
        "0.41 comes from the other grades in the code; the equation above it has 0.39, which is right.",
    ),
)

NOTEBOOK_ROWS = (
    _notebook(
        "counts",
        "Actual and predicted conditions",
        "Positives and negatives at 2, true and false",
        "1 1 3 3",
        BOX.look("P", "confusion").move_cutoff(2),
        counts,
    ),
    _notebook("recall", "Recall@k", "Recall at 2", "0.25", BOX.move_cutoff(2), at(R)),
    _notebook(
        "recall-curve",
        "Recall@k",
        "Recall at each cutoff",
        "0.00 0.25 0.25 0.50 0.75 0.75 1.00 1.00",
        BOX.move_cutoff(8),
        curve(R),
    ),
    _notebook(
        "recall-output",
        "Recall@k, output",
        "Recall at each cutoff",
        "0.0 0.25 0.25 0.5 0.75 0.75 1.0 1.0",
        BOX.move_cutoff(8),
        curve(R),
    ),
    *_criticize_recall_code(NOTEBOOK, "Recall@k, code"),
    _notebook("reciprocal-ranks", _MRR, "Reciprocal rank of each query", "0.5 1 0.2", THREE.look("RR"), by_board(RR)),
    _notebook("mrr", _MRR, "Mean reciprocal rank", "0.57", THREE.look("RR"), at(RR)),
    _criticize_mrr_code(NOTEBOOK),
    _notebook("reciprocal-output-1", f"{_MRR}, output", "query #1 = 1/2", "0.5", BOX.look("RR").move_cutoff(8), at(RR)),
    _notebook("reciprocal-output-2", f"{_MRR}, output", "query #2 = 1/1", "1.5", WHITE.look("RR"), at(RR), _RUNNING),
    _notebook("reciprocal-output-3", f"{_MRR}, output", "query #3 = 1/5", "1.7", DARK.look("RR"), at(RR), _RUNNING),
    _notebook("mrr-output", f"{_MRR}, output", "MRR", "0.57", THREE.look("RR"), at(RR)),
    _notebook("precision", _MAP, "Precision at 2", "0.50", BOX.look("P").move_cutoff(2), at(P)),
    _notebook(
        "precision-curve",
        _MAP,
        "Precision at each cutoff",
        "0.00 0.50 0.33 0.50 0.60 0.50 0.57 0.50",
        BOX.look("P").move_cutoff(8),
        curve(P),
    ),
    _notebook(*_AP_1_TERMS),
    _notebook("ap-1-sum", _MAP, "Query 1: their sum", "2.17", BOX.look("AP").move_cutoff(8), total(AP)),
    _notebook("ap-1", _MAP, "Query 1: average precision", "0.54", BOX.look("AP").move_cutoff(8), at(AP)),
    _notebook("ap-2-terms", _MAP, "Query 2: precision at its relevant ranks", "1 0.5 0.6 0.57", WHITE, hit_terms(AP)),
    _notebook("ap-2-sum", _MAP, "Query 2: their sum", "2.67", WHITE, total(AP)),
    _notebook("ap-2", _MAP, "Query 2: average precision", "0.67", WHITE, at(AP)),
    _notebook(*_AP_3_TERMS),
    _notebook("ap-3-sum", _MAP, "Query 3: their sum", "0.45", DARK, total(AP)),
    _notebook(
        "ap-3",
        _MAP,
        "Query 3: average precision",
        "0.22",
        DARK,
        at(AP),
        "Exactly halfway: the notebook’s own output rounds it to 0.23.",
    ),
    _notebook_claim(
        "map-sum",
        _MAP,
        "The sum of the three, and a third of it",
        "1.4/3 = 0.48",
        THREE,
        combine(sum_over_boards(AP), at(AP)),
        "1.4/3 is 0.47. The terms as printed add up to 1.43, and a third of that is 0.4767.",
    ),
    _notebook("map", _MAP, "Mean average precision", "0.48", THREE, at(AP)),
    _notebook(*_AP_OUTPUT),
    _notebook("map-output", f"{_MAP}, output", "Mean average precision", "0.48", THREE, at(AP)),
    _notebook_claim(
        "map-name",
        f"{_MAP}, code",
        "The name that the code gives it",
        'print(f"mAP@{k} = …")',
        THREE,
        at_each(AP, 8, 7),
        "k is what the loop left behind, so this prints “mAP@7 = 0.48”, although MAP@8 is meant, and "
        "MAP@7 is another number.",
    ),
    _notebook(
        "cg", _NDCG, "Cumulative gain at each cutoff", "0 4 5 8 12 13 16 18", GAIN.look("CG").move_cutoff(8), curve(CG)
    ),
    _notebook("cg-swapped", _NDCG, "CG at 2 with ranks 1 and 2 swapped", "4", GAIN_SWAPPED.look("CG"), at(CG)),
    _notebook("discount", _NDCG, "What the gain at rank 2 is divided by", "1.58", GAIN.look("DCG"), discount_at(2)),
    _notebook("dcg", _NDCG, "Discounted cumulative gain at 2", "2.52", GAIN.look("DCG"), at(DCG)),
    _notebook(
        "dcg-output",
        f"{_NDCG}, output",
        "DCG at each cutoff",
        "0.0 2.52 3.02 4.32 5.86 6.22 7.22 7.85",
        GAIN.look("DCG").move_cutoff(8),
        curve(DCG),
    ),
    _notebook("idcg", _NDCG, "Ideal DCG at 2", "6.52", GAIN, at(IDCG)),
    _notebook(
        "ideal-output",
        f"{_NDCG}, output",
        "The grades in the ideal order",
        "4 4 3 3 2 1 1 0",
        sort_best_first(GAIN).move_cutoff(8),
        grades,
    ),
    _notebook(
        "idcg-output",
        f"{_NDCG}, output",
        "Ideal DCG at each cutoff",
        "4.0 6.52 8.02 9.32 10.09 10.45 10.78 10.78",
        GAIN.move_cutoff(8),
        curve(IDCG),
    ),
    _notebook("ndcg", _NDCG, "Normalised DCG at 2", "0.39", GAIN, at(nDCG)),
    _notebook(
        "ndcg-output",
        f"{_NDCG}, output",
        "Normalised DCG at each cutoff",
        "0.0 0.39 0.38 0.46 0.58 0.6 0.67 0.73",
        GAIN.move_cutoff(8),
        curve(nDCG),
    ),
)
