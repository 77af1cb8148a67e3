"""What Amit Chaudhary's post prints (2020)."""

from functools import partial

from irviz.metrics import AP, CG, DCG, F1, IDCG, RR, P, R, nDCG
from irviz.scenarios.lists import FIVE, FIVE_GRADED, MODELS
from irviz.scenarios.printed.desks import replace_grades, sort_best_first
from irviz.scenarios.printed.quantities import at, by_board, curve, discount_facts, gain_percentages, terms
from irviz.scenarios.printed.row import Row
from irviz.scenarios.sources import CHAUDHARY
from irviz.state.desk import MEAN

_row = partial(Row, source=CHAUDHARY)
_claim = partial(Row, source=CHAUDHARY, sentence=True)

_PRECISION = "A1 Precision@k"
_RECALL = "A2 Recall@k"
_F1 = "A3 F1@k"
_MRR = "B1 Mean Reciprocal Rank"
_AP = "B2 Average Precision"
_CG = "Graded: Cumulative Gain"
_DCG = "Graded: Discounted Cumulative Gain"
_NDCG = "Graded: Normalized DCG"

_GAIN = FIVE_GRADED.look("nDCG", "gain")
_CUT = "Cut off after the last digit, not rounded."
_CUT_BEFORE = "Cut off, not rounded, and added up from terms that had been cut off before."

ROWS = (
    _row("precision", _PRECISION, "Precision at each cutoff", "1 0.5 0.67 0.5 0.6", FIVE.look("P"), curve(P)),
    _row(
        "precision-models",
        _PRECISION,
        "Precision at 5 of model A and model B: 3 out of 5",
        "3/5 3/5",
        MODELS.open(MEAN),
        by_board(P),
    ),
    _row("recall", _RECALL, "Recall at each cutoff", "0.33 0.33 0.67 0.67 1", FIVE.look("R"), curve(R)),
    _row("f1-precision", _F1, "Precision as fractions", "1 1/2 2/3 1/2 3/5", FIVE.look("P"), curve(P)),
    _row("f1-recall", _F1, "Recall as fractions", "1/3 1/3 2/3 2/3 1", FIVE.look("R"), curve(R)),
    _row(
        "f1",
        _F1,
        "F1 at each cutoff",
        "0.5 0.4 0.666 0.571 0.749",
        FIVE.look("F1"),
        curve(F1),
        "F1@3 is 2/3 and F1@5 is 3/4: the last is computed as 0.7499999999999999 in floating point, and then cut off.",
        carried=True,
    ),
    _row("rr", _MRR, "Reciprocal rank", "1", FIVE.look("RR"), at(RR)),
    _row("rr-last", _MRR, "Only the last of five is relevant", "0.2", replace_grades(FIVE, "00001").look("RR"), at(RR)),
    _row("rr-none", _MRR, "None of the five is relevant", "0", replace_grades(FIVE, "00000").look("RR"), at(RR)),
    _row("ap", _AP, "Average precision", "0.7575", FIVE, at(AP), "(1 + 2/3 + 3/5) / 3 is 34/45."),
    _row("ap-best", _AP, "The relevant ones moved to the top", "1", sort_best_first(FIVE), at(AP)),
    _row("cg", _CG, "Cumulative gain at each cutoff", "3 5 8 8 9", FIVE_GRADED.look("CG"), curve(CG)),
    _row(
        "discount",
        _DCG,
        "What the gain at each rank is divided by",
        "1 1.5849625007211563 2 2.321928094887362 2.584962500721156",
        _GAIN.look("DCG"),
        discount_facts,
    ),
    _row(
        "discount-short",
        _DCG,
        "The same with fewer digits",
        "1 1.5849 2 2.3219 2.5849",
        _GAIN.look("DCG"),
        discount_facts,
        _CUT,
    ),
    _row(
        "kept",
        _DCG,
        "How much of a gain is left at ranks 1, 2 and 3",
        "100% 63% 50%",
        _GAIN.look("DCG"),
        gain_percentages(1, 2, 3),
    ),
    _claim(
        "decay",
        _DCG,
        "How the discount falls",
        "the percentage of score kept decays exponentially",
        _GAIN.look("DCG"),
        gain_percentages(2, 3, 4, 5),
        "It falls as 1 / log₂(i + 1), far more slowly: at an exponential pace, what is 63 % at rank 2 "
        "would be 40 %, 25 % and 16 % at the next three.",
    ),
    _row("dcg-terms", _DCG, "What each rank adds", "3 1.2618 1.5 0 0.3868", _GAIN.look("DCG"), terms(DCG), _CUT),
    _row(
        "dcg",
        _DCG,
        "DCG at each cutoff",
        "3 4.2618 5.7618 5.7618 6.1486",
        _GAIN.look("DCG"),
        curve(DCG),
        _CUT_BEFORE,
        carried=True,
    ),
    _row(
        "idcg-terms", _NDCG, "What each rank of the ideal order adds", "3 1.8927 1 0.4306 0", _GAIN, terms(IDCG), _CUT
    ),
    _row(
        "idcg",
        _NDCG,
        "Ideal DCG at each cutoff",
        "3 4.8927 5.8927 6.3233 6.3233",
        _GAIN,
        curve(IDCG),
        _CUT_BEFORE,
        carried=True,
    ),
    _row("ndcg", _NDCG, "Normalised DCG at each cutoff", "1 0.8710 0.9777 0.9112 0.9723", _GAIN, curve(nDCG), _CUT),
)
