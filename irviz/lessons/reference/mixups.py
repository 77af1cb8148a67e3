"""Names that are taken for one another, each with a board that shows the difference."""

from __future__ import annotations

from dataclasses import dataclass, replace
from statistics import fmean

from irviz.lessons.reference.cards import Shown, value_on
from irviz.metrics import AP, IPrec, P, R, Success, nDCG
from irviz.scenarios.cats import CATS
from irviz.state.desk import MEAN

_CAT = CATS.boards[0].pattern
_WORST = CATS.boards[0].worst()
_QUERIES = tuple(board.pattern for board in CATS.boards)


@dataclass(frozen=True)
class Mixup:
    """Two metrics under one name, or one metric under two names.

    Args:
        id: A short name for links.
        names: The names that are mixed up, as people write them.
        meaning: What each of the names means.
        shown: The difference in numbers.
    """

    id: str
    names: str
    meaning: str
    shown: Shown


MIXUPS = (
    Mixup(
        "hit-rate",
        "Hit rate and recall",
        "The hit rate is the mean of Success@k: the share of queries with anything relevant among the "
        "first k. Where each query has one right answer, as where a recommender is tested with one hidden "
        "item, it is the mean of R@k as well, and is often called recall. Elsewhere it is not.",
        Shown(
            "Three queries for cats, k = 5: the hit rate is {}, and the mean of R@5 is {}.",
            lambda: tuple(fmean(value_on(metric @ 5, one) for one in _QUERIES) for metric in (Success, R)),
            CATS.open(MEAN).move_cutoff(5).look("R"),
        ),
    ),
    Mixup(
        "context-precision",
        "Context precision and context recall",
        "Ragas, which tests what a language model is given to read, calls this context precision: the "
        "precision at each relevant passage, averaged over the relevant passages that were found. So it "
        "is AP divided by the hits, not P@k, and what was missed costs nothing. Its context recall counts "
        "statements of the right answer that the passages support, not documents.",
        Shown(
            "“cat in a box” at k = 3: as context precision {}, while P@3 is {}, and AP@3, which divides "
            "by all relevant pictures, {}.",
            lambda: tuple(value_on(one @ 3, _CAT) for one in (AP(denominator="hits"), P, AP)),
            replace(CATS.move_cutoff(3).look("AP"), conventions=replace(CATS.conventions, ap="hits")),
        ),
    ),
    Mixup(
        "object-detection",
        "mAP of object detection",
        "Another measure under the same name. A detector’s boxes are sorted by its confidence, a box is "
        "right where it overlaps a true one enough, and AP is the area under interpolated precision. The "
        "mean is over classes of objects, not over queries.",
        Shown(
            "If “cat in a box” were such a list of boxes, its area under interpolated precision would be "
            "{}; AP in search is {}.",
            lambda: (fmean(value_on(IPrec @ (i / 4), _CAT) for i in range(1, 5)), value_on(AP, _CAT)),
            CATS.move_cutoff(8).look("AP", "precision-recall"),
        ),
    ),
    Mixup(
        "average-over-hits",
        "Average over ranks, average over hits",
        "AP averages precision over the relevant results: a rank that holds nothing relevant adds no "
        "term. The average of P@1 to P@k is another number.",
        Shown(
            "“cat in a box”: the average of P@1 to P@8 is {}, and AP@8 is {}.",
            lambda: (fmean(value_on(P @ k, _CAT) for k in range(1, 9)), value_on(AP @ 8, _CAT)),
            CATS.move_cutoff(8).look("AP"),
        ),
    ),
    Mixup(
        "high-ndcg",
        "A high nDCG beside a low MAP",
        "Both go from 0 to 1, and yet they are two scales. nDCG counts a hit at rank i as 1/log₂(i + 1), "
        "whatever stands above it; AP counts it as the precision there, so whatever is not relevant above "
        "it costs, and costs each later hit again. So compare nDCG with nDCG and MAP with MAP only.",
        Shown(
            "“cat in a box” in its worst order, k = 8: nDCG@8 is {}, and AP@8 is {}.",
            lambda: (value_on(nDCG @ 8, _WORST.pattern), value_on(AP @ 8, _WORST.pattern)),
            CATS.replace_boards(_WORST).move_cutoff(8).look("nDCG"),
        ),
    ),
)
"""In the order of the page."""
