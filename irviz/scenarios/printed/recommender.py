"""What Tullie Murrell's post on recommender systems prints (2023)."""

from functools import partial

from irviz.metrics import AP, DCG, IDCG, RR, nDCG
from irviz.scenarios.printed.desks import BOTH_FEEDS, FEED_A, FEED_B, PURCHASES_A, PURCHASES_B
from irviz.scenarios.printed.quantities import (
    at,
    by_board,
    combine,
    hit_terms,
    mean_first_rank,
    reciprocal_of_mean,
    with_log10,
)
from irviz.scenarios.printed.row import Row
from irviz.scenarios.sources import RECOMMENDER

_row = partial(Row, source=RECOMMENDER)
_claim = partial(Row, source=RECOMMENDER, sentence=True)

_MAP = "Mean Average Precision"
_MRR = "Mean Reciprocal Rank"
_NDCG = "Normalized Discounted Cumulative Gain"
_CHOICE = "mAP or NDCG?"
_GRADED = "NDCG with relevance"

_TENS = "Cut off, not rounded; and the logarithm is to base 10, which is not said."
_TENS_ROUNDED = "The logarithm is to base 10, which is not said."

ROWS = (
    _row("ap-terms-a", _MAP, "Feed A: precision at its relevant ranks", "1/2 2/3", FEED_A, hit_terms(AP)),
    _row("ap-a", _MAP, "Feed A: average precision", "0.58", FEED_A, at(AP)),
    _row("ap-terms-b", _MAP, "Feed B: precision at its relevant ranks", "1/1 2/2", FEED_B, hit_terms(AP)),
    _row("ap-b", _MAP, "Feed B: average precision", "1", FEED_B, at(AP)),
    _claim(
        "map-of-one",
        _MAP,
        "What the average precision of one user is called",
        "Algorithm A, mAP = …",
        BOTH_FEEDS,
        by_board(AP),
        "Of one user it is AP; mAP is its mean over users. The post’s last note says so itself.",
    ),
    _row("rr-a", _MRR, "Feed A: reciprocal rank", "0.5", FEED_A.look("RR"), at(RR)),
    _row("rr-b", _MRR, "Feed B: reciprocal rank", "1", FEED_B.look("RR"), at(RR)),
    _row("idcg", _NDCG, "Ideal DCG", "5.417", FEED_A.look("nDCG", "gain"), with_log10(IDCG), _TENS),
    _row("dcg-a", _NDCG, "Feed A: DCG", "3.756", FEED_A.look("nDCG", "gain"), with_log10(DCG), _TENS),
    _row("dcg-b", _NDCG, "Feed B: DCG", "5.417", FEED_B.look("nDCG", "gain"), with_log10(DCG), _TENS),
    _row("ndcg-a", _NDCG, "Feed A: normalised DCG", "0.693", FEED_A.look("nDCG", "gain"), at(nDCG)),
    _row("ndcg-b", _NDCG, "Feed B: normalised DCG", "1", FEED_B.look("nDCG", "gain"), at(nDCG)),
    _claim(
        "ndcg-formula",
        _NDCG,
        "What is divided by what",
        "NDCG@k = NDCG@k / IDCG@k",
        FEED_A.look("nDCG", "gain"),
        at(DCG, IDCG, nDCG),
        "DCG divided by IDCG; and in any base of the logarithm, which cancels.",
    ),
    _claim(
        "ndcg-winner",
        _NDCG,
        "Which feed is better",
        "Algorithm A has a higher NDCG@k",
        BOTH_FEEDS.look("nDCG"),
        by_board(nDCG),
        "B has: both of its first two were bought.",
    ),
    _claim(
        "average-rank",
        _CHOICE,
        "What MRR says about ranks",
        "MRR gives an indication of the average rank",
        BOTH_FEEDS.look("RR"),
        combine(at(RR), reciprocal_of_mean(RR), mean_first_rank),
        "1 / MRR is the harmonic mean of the first relevant ranks, and never above their average.",
    ),
    _row("graded-idcg", _GRADED, "Ideal DCG", "24.55", PURCHASES_A.look("nDCG", "gain"), with_log10(IDCG), _TENS),
    _row(
        "graded-dcg-a",
        _GRADED,
        "Feed A: DCG",
        "22.104",
        PURCHASES_A.look("nDCG", "gain"),
        with_log10(DCG),
        "22.106, to base 10: the last digit is neither rounded nor cut off.",
    ),
    _row("graded-ndcg-a", _GRADED, "Feed A: normalised DCG", "0.9", PURCHASES_A.look("nDCG", "gain"), at(nDCG)),
    _row(
        "graded-dcg-b",
        _GRADED,
        "Feed B: DCG",
        "18.78",
        PURCHASES_B.look("nDCG", "gain"),
        with_log10(DCG),
        _TENS_ROUNDED,
    ),
    _row(
        "graded-ndcg-b",
        _GRADED,
        "Feed B: normalised DCG",
        "0.764",
        PURCHASES_B.look("nDCG", "gain"),
        at(nDCG),
        "Cut off, not rounded.",
    ),
)
