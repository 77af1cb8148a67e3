"""The one table of pages: path, title, what it is for, what makes it, what answers it.

Menu, addresses, titles, the edition without a server and the tests' lists of pages follow from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from irviz.pages import (
    boards,
    check,
    disagree,
    example,
    explain,
    handout,
    hides,
    package,
    reference,
    results,
    study,
    textbook,
    write,
)
from irviz.pages.visit import EXPLORE

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from irviz.pages.host import Frame, Host
    from irviz.pages.visit import Visit
    from irviz.views.share import Shared


def _do_nothing(*_: object) -> None:
    """Accept any arguments and do nothing, as the default of `begin` and `answer`."""


@dataclass(frozen=True)
class Page:
    """A page of the dashboard, as the table of all pages has it.

    Args:
        path: The last part of its address, which stays the same if the title changes.
        title: The title of the page.
        about: A sentence on what the page is for.
        show: Makes the frame of the page.
        answer: Applies the request of a part (its name, and the request), and may return the path of another page to
            show; an invalid request changes nothing.
        begin: Called when a visitor opens the page; it may return the path of another one, which contains it.
        share: Makes what a button of the menu Share asks for; it may raise ValueError with a sentence for the page.
        bring: Takes files, each with its name, size and contents, at a place of the page; None if it takes none.
        is_read: Whether it is a text, which needs no Python once its HTML is there.
        is_charted: Whether it begins with a chart, so that plotly.js is fetched early.
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
        Page("learn", "Lessons", "Twelve short lessons, from relevance to nDCG.", study.show_lessons, study.answer),
        Page("hides", "What each metric hides", "One page to look at and to print.", hides.show),
        Page(
            "check", "The final check", "Twelve questions on lists that are new.", check.show, check.answer, check.begin
        ),
    ),
    "Compare, your data": (
        Page(
            "compare",
            "Compare two lists",
            "Two orders of the same results.",
            boards.show_compare,
            begin=boards.begin_compare,
        ),
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
            "example",
            "Write an example",
            "Queries and results of your own, as a link or a file.",
            example.show,
            example.answer,
            is_charted=True,
        ),
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
        Page(
            "explain",
            "Which formula gave this number?",
            "A printed number, and the formulas and tools that give it.",
            explain.show,
            explain.answer,
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
