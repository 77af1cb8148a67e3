"""Errata of the functions that the article and its notebook share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irviz.metrics import RR, R
from irviz.scenarios.lists import FIVE
from irviz.scenarios.printed.desks import BOX, WHITE, regraded
from irviz.scenarios.printed.quantities import at
from irviz.scenarios.printed.row import Row

if TYPE_CHECKING:
    from irviz.scenarios.sources import Source


def recall_code(source: Source, place: str) -> tuple[Row, ...]:
    """What is wrong with the function `recall`, which stands at this place of a source."""
    return (
        Row(
            "recall-rounds",
            place,
            "When to round",
            "result = round(…, 2)",
            FIVE.look("R").cut(1),
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
            regraded(BOX, "00000000").cut(8),
            at(R),
            "This divides by zero. Recall is undefined here, and counted as 0 by convention.",
            source=source,
            sentence=True,
        ),
    )


def mrr_code(source: Source, place: str) -> Row:
    """What is wrong with the loop for MRR, which stands at this place of a source."""
    return Row(
        "mrr-first-id",
        place,
        "Which rank is the first",
        "first_result = actual_relevant[…][0]",
        WHITE.look("RR"),
        at(RR),
        "The first entry is the first rank only because the lists happen to be sorted: of "
        "[4, 5, 7, 1] it would make 1/4.",
        source=source,
        sentence=True,
    )
