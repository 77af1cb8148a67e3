"""Small lists without pictures: a tile for each rank, as the check and the page of blind spots show them."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from irviz.views.elements import h

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from irviz.views.elements import Element

_MEANING = {"✓": "relevant", "·": "not relevant", "?": "judged by nobody"}


class TileData(TypedDict):
    """A result as a tile: its rank, the sign on it, a description, and how it looks; `is_last` at the cutoff."""

    rank: int
    mark: str
    words: str
    is_relevant: bool
    is_moved: bool
    is_last: bool


class TilesData(TypedDict):
    """A small list of results as tiles: its name, its cutoff, and its tiles."""

    label: str
    k: int
    tiles: list[TileData]


def tiles_data(  # noqa: PLR0913 - what a list can show
    grades: Sequence[int],
    k: int,
    *,
    label: str = "",
    graded: bool = False,
    unjudged: Collection[int] = (),
    moved: Collection[int] = (),
) -> TilesData:
    """The data of the tiles of a list.

    Args:
        grades: The grades by rank; above 0 is relevant.
        k: The cutoff.
        label: The name of the list; may be empty.
        graded: Whether tiles show grades, and not only ticks.
        unjudged: The ranks of unjudged results.
        moved: The ranks of results that move or are judged anew, to mark them.

    >>> shown = tiles_data((1, 0), 1)
    >>> [(one["mark"], one["words"], one["is_last"]) for one in shown["tiles"]]
    [('✓', 'Rank 1: relevant', True), ('·', 'Rank 2: not relevant', False)]
    """
    return {
        "label": label,
        "k": k,
        "tiles": [
            {
                "rank": rank,
                "mark": _grade_mark(grade, graded=graded, judged=rank not in unjudged),
                "words": f"Rank {rank}: {_describe_grade(grade, graded=graded, judged=rank not in unjudged)}"
                f"{', changes' if rank in moved else ''}",
                "is_relevant": grade > 0,
                "is_moved": rank in moved,
                "is_last": rank == k,
            }
            for rank, grade in enumerate(grades, 1)
        ],
    }


def render_tiles(shown: TilesData) -> Element:
    """An element with a small list of results as tiles."""
    label, k = shown["label"], shown["k"]
    return h(
        "figure.ix-tiles",
        h("figcaption.ix-caption", label and h("b", f"{label} "), f"k = {k}"),
        h("ol", map(_render_tile, shown["tiles"]), aria_label=label or "The list"),
        data_k=k,
    )


def render_legend(lists: Iterable[TilesData]) -> Element:
    """The caption that explains the marks used in some lists."""
    marks = {one["mark"] for shown in lists for one in shown["tiles"]}
    said = ", ".join(f"{mark} {words}" for mark, words in _MEANING.items() if mark in marks)
    graded = "The large numbers are grades" if marks - {*_MEANING} else ""
    sentences = filter(None, (said, graded, "The line is the cutoff k"))
    return h("p.ix-caption", f"{'. '.join(sentences)}.", data_testid="legend")


def _render_tile(one: TileData) -> Element:
    """The list item of one tile."""
    return h(
        "li.ix-tile",
        h("span.ix-said", one["words"]),
        h("span.ix-label", one["rank"], aria_hidden="true"),
        h("b.ix-l", one["mark"], aria_hidden="true"),
        data_mark=one["mark"],
        data_relevant=one["is_relevant"],
        data_moved=one["is_moved"],
        data_last=one["is_last"],
    )


def _grade_mark(grade: int, *, graded: bool, judged: bool) -> str:
    """The sign on a tile: the grade if `graded`, else a tick or a dot; a question mark if not `judged`."""
    if not judged:
        return "?"
    return str(grade) if graded else "✓" if grade else "·"


def _describe_grade(grade: int, *, graded: bool, judged: bool) -> str:
    """A tile's grade in words: the number if `graded`, else whether it is relevant; or that it is not `judged`."""
    if not judged:
        return "nobody judged it"
    return f"grade {grade}" if graded else "relevant" if grade else "not relevant"
