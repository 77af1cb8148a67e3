"""What can be shared of results of many queries: their values, and the files as they are now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irviz.formats.export import queries
from irviz.state.collection import ignore_progress
from irviz.views.share import File, Group, Offer, Shared
from irviz.workers import TooLongError, run_with_progress

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from irviz.state.collection import Collection

MAX_FILE_CHARACTERS = 20_000_000
"""Files up to this many characters go to the page in one message."""


_TABLES = {
    "csv": ("CSV", "text/csv"),
    "json": ("JSON", "application/json"),
    "parquet": ("Parquet", "application/vnd.apache.parquet"),
    "xlsx": ("Excel", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
}
"""What a table leaves as: by its ending, what stands on the button, and the media type."""

_TESTS = "tests-"


def _table_offers(forms: Iterable[str], front: str = "") -> tuple[Offer, ...]:
    """The menu's buttons for a table in several formats; `front` is a prefix of their kinds."""
    return tuple(Offer(f"{front}{form}", _TABLES[form][0]) for form in forms)


def share_groups(collection: Collection, k: int, forms: Sequence[str] = tuple(_TABLES)) -> tuple[Group, ...]:
    """The lines of the menu Share for the results of all queries.

    Args:
        collection: The results, with the user's changes.
        k: The cutoff of the values.
        forms: The formats of tables that can be written.
    """
    runs = tuple(Offer(f"run-{name}", f"Run {name}") for name in collection.runs)
    values = Group("Values", f"Every query and the means, at k = {k}", _table_offers(forms))
    tests = Group(
        "Comparison",
        f"Differences at k = {k} with intervals and tests, corrected for their number"
        + (", of the runs as they were brought, without your changes" if collection.edits else ""),
        _table_offers(forms, _TESTS),
    )
    files = Group("TREC files", "With your changes", (*runs, Offer("qrels", "Judgments")))
    return (values, tests, files) if len(runs) > 1 else (values, files)


def export_results(kind: str, collection: Collection, k: int) -> Shared:
    """The file for one button of the menu Share, for the results of all queries.

    Raises:
        FormatError: A file of this kind cannot hold an id.
        ValueError: The file would be longer than a page takes at once.
        KeyError: There is no such kind.
    """
    form = kind.removeprefix(_TESTS)
    if form in _TABLES:
        about, what = ("results", "values") if kind == form else ("comparison", "comparisons")
        return _export_table(f"irviz-{about}-at-{k}.{form}", collection, what, form, k)
    name = kind.removeprefix("run-")
    if kind == "qrels":
        return _export_table("irviz-qrels.txt", collection, kind, "", k)
    if name in collection.runs and kind != name:
        return _export_table(f"irviz-run-{name}.txt", collection, name, "", k)
    raise KeyError(kind)


def _export_table(name: str, collection: Collection, what: str, form: str, k: int) -> File:
    """A table as a file; large ones are made in a worker process.

    Args:
        name: The name of the file.
        collection: The results.
        what: Which table.
        form: Its format.
        k: The cutoff.
    """
    try:
        if collection.packed:
            made = run_with_progress(ignore_progress, queries.write_file, collection, what, form, k)
        else:
            made = queries.write_file(collection, what, form, k, ignore_progress)
    except TooLongError as error:
        raise ValueError(f"{name} was given up, since {error}") from None
    media = _TABLES[form][1] if form else "text/plain"
    return File.of_bytes(name, made, media) if isinstance(made, bytes) else _make_file(name, made, media)


def _make_file(name: str, text: str, type: str = "text/plain") -> File:  # noqa: A002 - as in `File`
    """A text as a file of MIME type `type`; ValueError where it is too large for a page."""
    if len(text) > MAX_FILE_CHARACTERS:
        raise ValueError(
            f"{name} would have {len(text) / 1e6:.0f} MB, and a page takes {MAX_FILE_CHARACTERS // 10**6} MB at most; "
            "your own file and the changed queries, opened one by one, hold the same"
        )
    return File(name, text, type)
