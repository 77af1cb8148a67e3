"""The one table of pages: path, title, what it is for, what makes it, what answers it.

Menu, addresses, titles, the edition without a server and the tests' lists of pages follow from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from irviz.pages import boards, check, disagree, handout, hides, package, reference, results, study, textbook, write
from irviz.pages.visit import EXPLORE

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from irviz.pages.host import Frame, Host
    from irviz.pages.visit import Visit
    from irviz.views.share import Shared


def _do_nothing(*_: object) -> None:
    """Accept any arguments, as the default of `begin` and `answer`."""


@dataclass(frozen=True)
class Page:
    """A page.

    Args:
        path: The last part of its address, which stays what it is whatever the page is called.
        title: What it is called.
        about: What it is for, in a sentence.
        show: Makes its frame.
        answer: Does what a part asks for, and may say the path of another page that is to be shown then; a
            request that makes no sense changes nothing.
        begin: Called when a visitor opens it; it may say the path of the page that it is a part of.
        share: Makes what is asked for in the menu Share; it may raise ValueError with a line for the page.
        bring: Takes files.
        is_read: Whether it is only read, and needs no Python once its HTML is there.
        is_charted: Whether it begins with a chart, so that what draws it is fetched first.
    """

    path: str
    title: str
    about: str
    show: Callable[[Host], Frame]
    answer: Callable[[Visit, str, object], str | None] = _do_nothing
    begin: Callable[[Visit], str | None] = _do_nothing
    share: Callable[[Visit, str, Mapping[str, str]], Shared] = boards.share_board
    bring: Callable[[Visit, str, Sequence[tuple[str, int, Any]]], None] | None = None
    is_read: bool = False
    is_charted: bool = False


MENU = {
    "Play": (
        Page(EXPLORE, "Explore", "The board: move results, watch every metric.", boards.show_explore, is_charted=True),
        Page("challenges", "Challenges", "Reach a value in the fewest moves.", study.show_challenges, study.answer),
    ),
    "Learn": (
        Page("learn", "Lessons", "Eleven short lessons, from relevance to nDCG.", study.show_lessons, study.answer),
        Page("hides", "What each metric hides", "One page to look at and to print.", hides.show),
        Page(
            "check", "The final check", "Twelve questions on lists that are new.", check.show, check.answer, check.begin
        ),
    ),
    "Compare, your data": (
        Page("compare", "Compare two lists", "Two orders of the same results.", boards.show_compare),
        Page(
            "disagree",
            "Where metrics disagree",
            "Orders that one metric prefers and another does not.",
            disagree.show,
            disagree.answer,
        ),
        Page(
            "results",
            "Your results",
            "Bring runs and judgments of your own.",
            results.show,
            results.answer,
            share=results.share,
            bring=results.store_files,
        ),
    ),
    "Teach": (
        Page(
            "handout",
            "Hand out an exercise",
            "A link to a board with parts locked.",
            handout.show,
            handout.answer,
            handout.begin,
        ),
        Page(
            "write",
            "Write a challenge",
            "A goal of your own, checked and as a link.",
            study.show_challenges,
            begin=write.open_from_link,
            is_charted=True,
        ),
    ),
    "Look up": (
        Page(
            "reference",
            "Reference: metrics and words",
            "What each metric means, the symbols, and which tool computes what.",
            reference.show,
            is_read=True,
        ),
        Page("package", "The Python package", "Every name of the package, documented.", package.show, is_read=True),
        Page(
            "textbook",
            "Printed numbers, checked",
            "What five texts print, beside what is computed now.",
            textbook.show,
            is_read=True,
        ),
    ),
}
"""The groups, by what a visitor wants to do; Explore, the first page, is the one that opens."""

PAGES = {page.path: page for pages in MENU.values() for page in pages}
"""Every page by its path."""
