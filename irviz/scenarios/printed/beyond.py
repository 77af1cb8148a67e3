"""Values that no source prints about its own examples, for readers who check them."""

from dataclasses import replace
from functools import partial

from irviz.metrics import AP, RR, nDCG
from irviz.scenarios.lists import CODE, MODELS
from irviz.scenarios.printed.desks import BOX, DARK, GAIN, THREE, WHITE
from irviz.scenarios.printed.quantities import at, by_board, compare_with_all_orders, curve
from irviz.scenarios.printed.row import Row
from irviz.scenarios.sources import BEYOND
from irviz.state.chosen_conventions import Conventions
from irviz.state.desk import MEAN

_row = partial(Row, source=BEYOND)

_CATS = "The three queries"
_GRADED = "The graded query"
_CODE = "The list in the article’s code"
_MODELS = "The two models"

ROWS = (
    _row(
        "ap-exact",
        _CATS,
        "Average precision of each query",
        "",
        THREE,
        by_board(AP),
        "As fractions: 19/35, 187/280 and 9/40.",
    ),
    _row("map-exact", _CATS, "Their mean", "", THREE, at(AP)),
    _row("mrr-exact", _CATS, "Mean reciprocal rank", "", THREE.look("RR"), at(RR)),
    _row(
        "ndcg-box",
        _CATS,
        "Query 1: nDCG at each cutoff, relevant or not",
        "",
        BOX.look("nDCG").move_cutoff(8),
        curve(nDCG),
    ),
    _row("ndcg-white", _CATS, "Query 2: nDCG at 8", "", WHITE.look("nDCG"), at(nDCG)),
    _row("ndcg-dark", _CATS, "Query 3: nDCG at 8", "", DARK.look("nDCG"), at(nDCG)),
    _row(
        "shuffle-ap",
        _CATS,
        "Query 1: its AP among those of all orders",
        "",
        BOX.look("AP", "orders").move_cutoff(8),
        compare_with_all_orders(AP),
        "A shuffle does better on average than the order shown.",
    ),
    _row(
        "ndcg-exp",
        _GRADED,
        "nDCG at each cutoff, exponential gain",
        "",
        replace(GAIN, conventions=Conventions(gain="exp")).move_cutoff(8),
        curve(nDCG(gain="exp")),
        "The gain 2^grade − 1, which two of the texts give as a formula and none computes.",
    ),
    _row(
        "shuffle-ndcg",
        _GRADED,
        "Its nDCG among those of all orders",
        "",
        GAIN.look("nDCG", "orders").move_cutoff(8),
        compare_with_all_orders(nDCG),
        "Most shuffles do better than the order shown.",
    ),
    _row("ndcg-code", _CODE, "nDCG at each cutoff", "", CODE.move_cutoff(8), curve(nDCG)),
    _row(
        "models-ap",
        _MODELS,
        "Average precision of each",
        "",
        MODELS.open(MEAN).look("AP"),
        by_board(AP),
        "What P@5 cannot tell apart, AP can.",
    ),
    _row("models-rr", _MODELS, "Reciprocal rank of each", "", MODELS.open(MEAN).look("RR"), by_board(RR)),
)
