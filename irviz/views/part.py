"""What is common to parts of a page: one that cannot be made, and one that is described as a whole."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NotRequired, TypedDict

Evidence = tuple[str, str, int, dict[str, int]]
"""What somebody can do: where that was shown, in which task, by how many answers, and what the last one shows."""


class PartData(TypedDict):
    """A part that is described as a whole (ui/view/part.js).

    Attributes:
        view: Its elements.
        address: The link that it writes into the address, and the names of all that it may write there.
        title: What is open.
        reading_place: When it is another, reading goes on at the heading.
        evidence: What somebody can do.
    """

    view: list[Any]
    address: NotRequired[tuple[dict[str, str], list[str]]]
    title: NotRequired[str]
    reading_place: NotRequired[list[int]]
    evidence: NotRequired[Evidence]


Guard = Callable[[str, Callable[[], Any]], Any]
"""Makes a part of a page by the part's name; where that raises, it may give something else in its place."""


def make_unguarded(_name: str, make: Callable[[], Any]) -> Any:
    """Call `make` and let its errors through; the guard of `irviz.pages.host` catches them instead.

    >>> make_unguarded("chart", lambda: 3)
    3
    """
    return make()
