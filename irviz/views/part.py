"""What is common to parts of a page: one that cannot be made, and one that is described as a whole."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NotRequired, TypedDict

Evidence = tuple[str, str, int, dict[str, int]]
"""What somebody can do: where that was shown, in which task, by how many answers, and what the last one shows."""


class PartData(TypedDict):
    """The data of a part whose elements are all made by Python (ui/view/part.js).

    Attributes:
        view: The elements of the part.
        address: The link parameters that it writes into the address, and the names of all that it may write there.
        title: The title of what is open, for the window's title.
        reading_place: Where the reader is; when it changes, the focus moves to the heading.
        reach: Where keys go on after a request, as a selector, and the number of the request; what stands there is
            scrolled into sight, and has the focus if it can.
        heard: The number of the last request that was heard, from before which the browser keeps no field as it is.
        draft: What is typed and makes nothing yet, which the browser keeps for when it loads the page anew.
        evidence: What answers show about the student's abilities, which the browser stores.
    """

    view: list[Any]
    address: NotRequired[tuple[dict[str, str], list[str]]]
    title: NotRequired[str]
    reading_place: NotRequired[list[int]]
    reach: NotRequired[tuple[str, int]]
    heard: NotRequired[int]
    draft: NotRequired[dict[str, Any] | None]
    evidence: NotRequired[Evidence]


Guard = Callable[[str, Callable[[], Any]], Any]
"""Makes a part of a page by the part's name; where that raises, it may give something else in its place."""


def make_unguarded(_name: str, make: Callable[[], Any]) -> Any:
    """The result of `make`, whose errors are not caught, unlike by the guard of `irviz.pages.host`.

    >>> make_unguarded("chart", lambda: 3)
    3
    """
    return make()
