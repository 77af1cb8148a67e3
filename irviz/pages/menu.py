"""The menu: every page, in groups that say what somebody comes for."""

from __future__ import annotations

from typing import NamedTuple


class Entry(NamedTuple):
    """A page as the menu names it.

    Args:
        path: The last part of its address, which stays what it is whatever the page is called.
        title: What it is called.
        about: What it is for, in a sentence.
    """

    path: str
    title: str
    about: str


MENU = {
    "Play": (
        Entry("explore", "Explore", "The board: move results, watch every metric."),
        Entry("challenges", "Challenges", "Reach a value in the fewest moves."),
    ),
    "Learn": (
        Entry("learn", "Lessons", "Eleven short lessons, from relevance to nDCG."),
        Entry("hides", "What each metric hides", "One page to look at and to print."),
        Entry("check", "The final check", "Twelve questions on lists that are new."),
    ),
    "Compare, your data": (
        Entry("compare", "Compare two lists", "Two orders of the same results."),
        Entry(
            "disagree",
            "Where metrics disagree",
            "Orders that one metric prefers and another does not.",
        ),
        Entry("results", "Your results", "Bring runs and judgments of your own."),
    ),
    "Teach": (
        Entry("handout", "Hand out an exercise", "A link to a board with parts locked."),
        Entry("write", "Write a challenge", "A goal of your own, checked and as a link."),
    ),
    "Look up": (
        Entry(
            "reference",
            "Reference: metrics and words",
            "What each metric means, the symbols, and which tool computes what.",
        ),
        Entry("package", "The Python package", "Every name of the package, documented."),
        Entry(
            "textbook",
            "Printed numbers, checked",
            "What five texts print, beside what is computed now.",
        ),
    ),
}
"""The groups, by what somebody comes for; Explore, the first page, is the one that opens."""
