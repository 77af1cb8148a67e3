"""What can be taken along from results of many queries: their values, and the files as they are now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irviz.formats import results
from irviz.ui.take import File, Group, Offer, Taken, take_along

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from irviz.state.collection import Collection


def take_results(collection: Collection, k: int) -> None:
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

    def make(kind: str, _: Mapping[str, str]) -> Taken:
        return taken(kind, collection, k)

    take_along("take-results", groups, make, button=True)


def taken(kind: str, collection: Collection, k: int) -> Taken:
    """What is asked for of the results.

    Raises:
        FormatError: A file of this kind cannot hold an id.
        KeyError: There is no such kind.
    """
    kinds: dict[str, Callable[[], Taken]] = {
        "csv": lambda: File(
            f"irviz-results-at-{k}.csv", results.values(collection, k).csv(), "text/csv"
        ),
        "json": lambda: File(
            f"irviz-results-at-{k}.json", results.values(collection, k).json(), "application/json"
        ),
        "qrels": lambda: File("irviz-qrels.txt", results.qrels_file(collection)),
    }
    for name in collection.runs:
        kinds[f"run-{name}"] = lambda name=name: File(  # type: ignore[misc]
            f"irviz-run-{name}.txt", results.run_file(collection, name)
        )
    return kinds[kind]()
