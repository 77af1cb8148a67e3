"""What the article's video says."""

from functools import partial

from irviz.metrics import AP, CG, DCG, IDCG, RR, P, R, nDCG
from irviz.scenarios.printed.desks import BOX, GAIN, GAIN_SWAPPED, THREE, sort_best_first, swap_items
from irviz.scenarios.printed.quantities import at, at_each, by_board, combine, hit_terms, on, sum_over_boards
from irviz.scenarios.printed.row import Row
from irviz.scenarios.sources import VIDEO

_row = partial(Row, source=VIDEO)
_claim = partial(Row, source=VIDEO, sentence=True)

ROWS = (
    _claim(
        "order-unaware",
        "Offline metrics, at 02:14",
        "Which metrics ignore the order",
        "In order aware the order of results doesn’t really make a difference",
        swap_items(BOX.look("RR").move_cutoff(2), 1, 2),
        combine(
            on(BOX.move_cutoff(2), at(R, RR), "before"),
            on(swap_items(BOX.move_cutoff(2), 1, 2), at(R, RR), "ranks 1 and 2 swapped"),
        ),
        "Order-unaware was meant: a swap above the cutoff leaves recall as it is and moves RR.",
    ),
    _row("recall", "Recall at K, at 07:30", "Recall at 2", "0.25", BOX.move_cutoff(2), at(R)),
    _row(
        "recall-best",
        "Recall at K, at 07:50",
        "The most that recall at 2 can be",
        "0.5",
        sort_best_first(BOX.move_cutoff(2)),
        at(R),
    ),
    _row(
        "reciprocal-ranks",
        "Mean reciprocal rank, at 12:24",
        "Reciprocal rank of each query",
        "1/2 1/1 1/5",
        THREE.look("RR"),
        by_board(RR),
    ),
    _row("reciprocal-sum", "Mean reciprocal rank, at 13:03", "Their sum", "1.7", THREE.look("RR"), sum_over_boards(RR)),
    _row("mrr", "Mean reciprocal rank, at 13:31", "Their mean", "0.57", THREE.look("RR"), at(RR)),
    _row("precision", "Mean average precision, at 15:30", "Precision at 2", "1/2", BOX.look("P").move_cutoff(2), at(P)),
    _row(
        "ap-1-terms",
        "Mean average precision, at 17:35",
        "Query 1: precision at its relevant ranks",
        "0.5 0.5 0.6 0.57",
        BOX.look("AP").move_cutoff(8),
        hit_terms(AP),
    ),
    _row("cg", "Normalised DCG, at 23:34", "Cumulative gain at 2", "4", GAIN.look("CG"), at(CG)),
    _row(
        "cg-swapped",
        "Normalised DCG, at 24:05",
        "The same with ranks 1 and 2 swapped",
        "4",
        GAIN_SWAPPED.look("CG"),
        at(CG),
    ),
    _row("dcg", "Normalised DCG, at 24:33", "Discounted gain at 2", "2.52", GAIN.look("DCG"), at(DCG)),
    _row(
        "dcg-swapped",
        "Normalised DCG, at 25:04",
        "The same with ranks 1 and 2 swapped",
        "4",
        GAIN_SWAPPED.look("DCG"),
        at(DCG),
    ),
    _row("idcg", "Normalised DCG, at 27:37", "Ideal DCG at 2", "6.52", GAIN, at(IDCG)),
    _row("ndcg", "Normalised DCG, at 28:40", "Normalised DCG at 2", "0.39", GAIN, at(nDCG)),
    _claim(
        "ndcg-improves",
        "Normalised DCG, at 29:13",
        "How nDCG moves with the cutoff",
        "As we include more items in there the score does improve",
        GAIN.move_cutoff(3),
        at_each(nDCG, 2, 3, 8),
        "Not always: from k = 2 to k = 3 it falls, since the ideal order gains more there than this one.",
    ),
)
