"""What can be shared of results of many queries: their values, and the files as they are now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irviz.formats.export import queries
from irviz.ui.export import File, Group, Offer, Shared, share_menu

if TYPE_CHECKING:
    from collections.abc import Mapping

    from irviz.state.collection import Collection

MOST = 20_000_000
"""Files up to this many characters go to the page in one message."""


def share_results(collection: Collection, k: int) -> None:
    """The menu of all queries, with a button of its own.

    Args:
        collection: The results with what a hand has changed.
        k: The cutoff of the values.
    """
    runs = tuple(Offer(f"run-{name}", f"Run {name}") for name in collection.runs)
    groups = (
        Group(
            "Values",
            f"Every query and the means, at k = {k}",
            (Offer("csv", "CSV"), Offer("json", "JSON")),
        ),
        Group("TREC files", "With your changes", (*runs, Offer("qrels", "Judgments"))),
    )

    def make(kind: str, _: Mapping[str, str]) -> Shared:
        return shared(kind, collection, k)

    share_menu("share-results", groups, make, button=True)


def shared(kind: str, collection: Collection, k: int) -> Shared:
    """What is asked for of the results.

    Raises:
        FormatError: A file of this kind cannot hold an id.
        ValueError: The file would be longer than a page takes at once.
        KeyError: There is no such kind.
    """
    stem = f"irviz-results-at-{k}"
    name = kind.removeprefix("run-")
    match kind:
        case "csv":
            return _file(f"{stem}.csv", queries.values(collection, k).csv(), "text/csv")
        case "json":
            return _file(f"{stem}.json", queries.values(collection, k).json(), "application/json")
        case "qrels":
            return _file("irviz-qrels.txt", queries.qrels_file(collection))
        case _ if name in collection.runs:
            return _file(f"irviz-run-{name}.txt", queries.run_file(collection, name))
    raise KeyError(kind)


def _file(name: str, text: str, type: str = "text/plain") -> File:  # noqa: A002 - as in `File`
    if len(text) > MOST:
        raise ValueError(
            f"{name} would have {len(text) / 1e6:.0f} MB, and a page takes {MOST // 10**6} MB at most; "
            "your own file and the changed queries, opened one by one, hold the same"
        )
    return File(name, text, type)
