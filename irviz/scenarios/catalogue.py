"""All examples; the first is the one that everyone finds first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from irviz.scenarios.cats import CATS
from irviz.scenarios.folder import read_examples
from irviz.scenarios.graded import GRADED
from irviz.scenarios.lists import CODE, FEEDS, FEEDS_GRADED, FIVE, FIVE_GRADED, LONG, MODELS
from irviz.scenarios.made_up import MADE_UP
from irviz.scenarios.sources import ARTICLE, BEYOND, CHAUDHARY, RECOMMENDER, Source
from irviz.state.own_example import find_own_desk

if TYPE_CHECKING:
    from irviz.state.desk import Desk


@dataclass(frozen=True, slots=True)
class Example:
    """An example that a menu offers: a desk to open, with words about it.

    Args:
        desk: The fresh desk that it opens.
        title: Its name, in a few words.
        about: One line that says what there is to see.
        source: The text that it comes from.
    """

    desk: Desk
    title: str
    about: str
    source: Source


EXAMPLES = (
    Example(
        CATS,
        "Cats in boxes",
        "Eight pictures and three queries, each with an order of its own; MRR and MAP are their means.",
        ARTICLE,
    ),
    Example(
        GRADED,
        "White cat in a box",
        "Grades from 0 to 4. Swap ranks 1 and 2: CG@2 stays at 4, DCG@2 does not.",
        ARTICLE,
    ),
    Example(
        CODE,
        "The list in the article’s code",
        "Other grades than the article’s pictures have, up to 7: where its nDCG of 0.41 comes from.",
        ARTICLE,
    ),
    Example(
        FIVE,
        "Five documents",
        "Relevant at ranks 1, 3 and 5. Drag them to the top and only the order-aware metrics rise.",
        CHAUDHARY,
    ),
    Example(
        MODELS,
        "Two models, one precision",
        "The same three documents first or last: P@5 is 0.6 either way, AP is not.",
        CHAUDHARY,
    ),
    Example(
        FIVE_GRADED,
        "Five graded documents",
        "Grades 3 2 3 0 1: DCG, the ideal order and nDCG, step by step.",
        CHAUDHARY,
    ),
    Example(
        FEEDS, "Two shopping feeds", "The customer bought the watch and the shorts: which feed was better?", RECOMMENDER
    ),
    Example(
        FEEDS_GRADED,
        "Two shopping feeds, counted",
        "How many were bought is the grade, and now the other feed wins.",
        RECOMMENDER,
    ),
    Example(LONG, "Twenty documents", "A longer list in a middling order: nDCG climbs with k all the same.", BEYOND),
    *(
        Example(desk, one.title or one.queries[0].query, one.about, Source(desk.id, one.source, one.source))
        for one, desk in read_examples()
    ),
)
"""Every example in the order of a menu: those of the sources, then those of the folder of own ones."""

CATALOGUE: dict[str, Desk] = {desk.id: desk for desk in (*(example.desk for example in EXAMPLES), *MADE_UP.values())}
"""The fresh desks by id: of all examples, and those that no menu offers."""


def find_fresh_desk(name: str) -> Desk | None:
    """The fresh desk with this id that every visitor's link can open: of an example, or of an own one; or None."""
    return CATALOGUE.get(name) or find_own_desk(name)
