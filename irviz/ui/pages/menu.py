"""The menu: every page, in groups that say what somebody comes for."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from irviz.ui.pages.check import final_check
from irviz.ui.pages.compare import compare
from irviz.ui.pages.disagree import disagreements
from irviz.ui.pages.explore import explore
from irviz.ui.pages.handout import handout
from irviz.ui.pages.hides import hiding
from irviz.ui.pages.package import package
from irviz.ui.pages.reference import reference
from irviz.ui.pages.results import results
from irviz.ui.pages.study import learn, practise, write
from irviz.ui.pages.textbook import textbook

if TYPE_CHECKING:
    from collections.abc import Callable


class Entry(NamedTuple):
    """A page as the menu names it.

    Args:
        show: Shows it.
        path: The last part of its address, which stays what it is whatever the page is called.
        title: What it is called.
        about: What it is for, in a sentence.
    """

    show: Callable[[], None]
    path: str
    title: str
    about: str


MENU = {
    "Play": (
        Entry(explore, "explore", "Explore", "The board: move results, watch every metric."),
        Entry(practise, "challenges", "Challenges", "Reach a value in the fewest moves."),
    ),
    "Learn": (
        Entry(learn, "learn", "Lessons", "Eleven short lessons, from relevance to nDCG."),
        Entry(hiding, "hides", "What each metric hides", "One page to look at and to print."),
        Entry(final_check, "check", "The final check", "Twelve questions on lists that are new."),
    ),
    "Compare, your data": (
        Entry(compare, "compare", "Compare two lists", "Two orders of the same results."),
        Entry(
            disagreements,
            "disagree",
            "Where metrics disagree",
            "Orders that one metric prefers and another does not.",
        ),
        Entry(results, "results", "Your results", "Bring runs and judgments of your own."),
    ),
    "Teach": (
        Entry(handout, "handout", "Hand out an exercise", "A link to a board with parts locked."),
        Entry(write, "write", "Write a challenge", "A goal of your own, checked and as a link."),
    ),
    "Look up": (
        Entry(
            reference,
            "reference",
            "Reference: metrics and words",
            "What each metric means, the symbols, and which tool computes what.",
        ),
        Entry(package, "package", "The Python package", "Every name of the package, documented."),
        Entry(
            textbook,
            "textbook",
            "Textbook numbers, checked",
            "What five texts print, beside what is computed now.",
        ),
    ),
}
"""The groups, by what somebody comes for; Explore, the first page, is the one that opens."""
