"""What may be brought to the page “Your results”: what is made of it, and what the page says of it.

Reading, and counting all together, take a while where there is much, and are then done by other processes.
"""

from __future__ import annotations

import shlex
from collections import ChainMap
from dataclasses import dataclass, field, replace
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any, NamedTuple

from irviz.formats import FormatError, Source, count_contents, paired, read
from irviz.formats.decoding import is_plain, read_beginning
from irviz.formats.errors import PAGE_LIMITS, quote_name
from irviz.formats.reading import guess_format
from irviz.formats.table import guess_source_layout
from irviz.formats.typed import looks_typed
from irviz.metrics import reordered
from irviz.state.collection import (
    MAX_EVALUATED_LISTS,
    Collection,
    Packed,
    PackedTexts,
    list_hosts,
    scale_progress,
    select_queries,
    unpack_lists,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from irviz.formats import Contents, Layout, Limits, Qrels
    from irviz.formats.reading import Kind
    from irviz.state.collection import ReportProgress
    from irviz.workers import PickleableBytes


LAST_RUN = "b"
"""The slot that takes several runs: they are in the places b, c, d and so on."""


class Slot(NamedTuple):
    """A place on the page where a file can be dropped or text pasted.

    Attributes:
        label: The label on the page.
        kind: The kind of contents that a file has to have; None for any.
        takes: The file formats that it takes, with ``{tables}`` for those that not every edition reads.
        pasted: What can be pasted there.
        example: An example of a pasted line.
    """

    label: str
    kind: Kind | None
    takes: str
    pasted: str
    example: str

    def about(self, tables: str = ", Parquet, Excel") -> str:
        """The file formats that the slot takes, in words; `tables` names those that not every edition reads.

        >>> SLOTS["a"].about()
        'TREC run, CSV, TSV, JSON, Parquet, Excel, or a typed list: 1 0 1 1 0'
        >>> SLOTS["qrels"].about(tables="")
        'TREC qrels, CSV, TSV, JSON; .gz, .bz2 and .xz too'
        """
        return self.takes.format(tables=tables)


SLOTS = {
    "qrels": Slot(
        "Judgments (qrels)",
        "qrels",
        "TREC qrels, CSV, TSV, JSON{tables}; .gz, .bz2 and .xz too",
        "judgments",
        "q1 0 doc-7 1",
    ),
    "a": Slot(
        "Run A",
        "run",
        "TREC run, CSV, TSV, JSON{tables}, or a typed list: 1 0 1 1 0",
        "run A",
        "q1 Q0 doc-7 1 0.93 bm25",
    ),
    LAST_RUN: Slot(
        "Run B, to compare (optional)",
        "run",
        "As run A, for the same queries; several files are the runs B, C, D and so on",
        "run B",
        "q1 Q0 doc-2 1 0.88 dense",
    ),
    "about": Slot(
        "Titles and pictures (optional)",
        None,
        "A table or JSON with the columns id, title and picture (an https link)",
        "titles and pictures",
        "id,title,picture\ndoc-7,A cat,https://…",
    ),
}
"""What can be brought, by its key."""


def slot_keys(slot: str) -> Sequence[str]:
    """The keys of a slot's inputs, in order; several for the slot of further runs: ``b``, ``c`` and so on."""
    return ascii_lowercase[1:] if slot == LAST_RUN else [slot]


TOO_MANY = f"at most {len(slot_keys(LAST_RUN))} runs can be compared with run A"


def command_for_large_file(slot: str, name: str) -> str:
    """A hint with the command that reads a file too large for the page; `slot` is where it was brought.

    >>> command_for_large_file("a", "big run.txt")
    "on the command line, irviz evaluate QRELS 'big run.txt' -m nDCG@10 reads it without the page"
    """
    named = shlex.quote(name or "FILE")
    qrels, run = (named, "RUN") if slot == "qrels" else ("QRELS", named)
    return f"on the command line, irviz evaluate {qrels} {run} -m nDCG@10 reads it without the page"


MAX_PASTED_CHARACTERS = 2_000_000
"""Pasted text is read up to so many bytes: unlike a file, it stays with all that the page says."""


def reading_limits(slot: str, name: str) -> Limits:
    """The limits of reading an input, by its slot and the file's name (empty for pasted text).

    >>> reading_limits("a", "").size, reading_limits("a", "").remedy
    (2000000, 'bring it as a file')
    """
    if not name:
        return replace(PAGE_LIMITS, size=MAX_PASTED_CHARACTERS, remedy="bring it as a file")
    return replace(PAGE_LIMITS, remedy=command_for_large_file(slot, name))


def locate_fault(slot: str, name: str, fault: str) -> str:
    """An error message that says where the input is, by its slot and the file's name (empty for pasted text).

    >>> locate_fault("a", "", "line 1: expected 6 columns")
    'Pasted run A: line 1: expected 6 columns'
    """
    return fault if name else f"Pasted {SLOTS[slot].pasted}: {fault}"


def is_complete(found: Mapping[str, Contents]) -> bool:
    """Whether all inputs are there that are needed: run A, and judgments in its file or in one of their own."""
    return "a" in found and found.get("qrels", found["a"]).qrels is not None


def describe_progress(found: Mapping[str, Contents], *, faulty: bool) -> str:
    """A sentence on what has been read, by slot, and what is missing; `faulty` if some input could not be read."""
    words = "; ".join(map(_describe_contents, found.values()))
    if faulty:
        return f"Read without a fault: {words}."
    if "a" in found:
        return f"{words}. Now the judgments that belong to this run."
    run = "the run that belongs to them" if "qrels" in found else "judgments and a run"
    return f"{words}. Now {run}."


def _describe_contents(contents: Contents) -> str:
    """The name of an input, and the number of its queries, in words."""
    queries = contents.qrels if contents.run is None else contents.run
    what = (
        "titles and pictures" if queries is None else f"{len(queries):,} {'query' if len(queries) == 1 else 'queries'}"
    )
    return f"{contents.name or 'pasted'}: {what}"


MAX_QUICK_BYTES = 200_000
"""Text up to so many bytes is read where it is: in less time than another process takes to be asked."""

_MAX_QUICK_LINES = 5_000
"""A compressed file or a binary table of up to so many lines is no larger than such a text, once it is read."""


class Wanted(NamedTuple):
    """An input to read, and how to read it.

    Attributes:
        data: The bytes of a file, or of pasted text.
        name: The file's name; empty for pasted text.
        kind: The kind of contents that it has to have; None for any.
        columns: Pairs of a role and the table's column that the user chose for it, in place of the guessed one.
        limits: The limits of reading.
        judged: The judgments of the same queries, where they are known.
        takes_list: Whether a typed list of grades is taken, which is a run with its judgments.
    """

    data: PickleableBytes
    name: str
    kind: Kind | None
    columns: tuple[tuple[str, int | None], ...]
    limits: Limits
    judged: Qrels | Packed[int] | None
    takes_list: bool = False

    @property
    def is_small(self) -> bool:
        """Whether the input is small plain text, which is read without a worker process."""
        return len(self.data.data) <= MAX_QUICK_BYTES and is_plain(self.data.data[:16])


class Taken(NamedTuple):
    """The result of reading an input.

    Attributes:
        contents: The contents, packed if they are large; None where the input could not be read.
        layout: The columns of a table as they were guessed.
        fault: An error message if it could not be read; else empty.
        met: Whether the judgments made a difference for what was read.
    """

    contents: Contents | None
    layout: Layout | None = None
    fault: str = ""
    met: bool = False

    @property
    def size(self) -> int:
        """How many bytes the packed contents take; 0 if they are not packed."""
        names = ("run", "qrels", "titles", "pictures")
        parts = (getattr(self.contents, name, None) for name in names)
        return sum(one.size for one in parts if isinstance(one, (Packed, PackedTexts)))


def read_file(wanted: Wanted, told: ReportProgress) -> Taken:
    """Read a file or pasted text; an error is part of the result.

    Args:
        wanted: The input, and how to read it.
        told: Called with the share that has been read, from 0 to 1.

    Example:
        >>> from irviz.workers import PickleableBytes
        >>> from irviz.formats.errors import PAGE_LIMITS
        >>> from irviz.state.collection import ignore_progress
        >>> wanted = Wanted(PickleableBytes(b"q1 Q0 d7 1 0.9 x"), "", "run", (), PAGE_LIMITS, None)
        >>> read_file(wanted, ignore_progress).contents.run
        {'q1': {'d7': 0.9}}
    """
    data, name, kind = wanted.data.data, wanted.name, wanted.kind
    guessed = None
    met = False
    try:
        source = Source(data, name, wanted.limits)
        is_list = wanted.takes_list and looks_typed(read_beginning(source))
        form = "typed" if is_list else guess_format(source, kind).format
        judged = wanted.judged if kind == "run" else None
        met = form in {"table", "json"}
        if isinstance(judged, Packed):
            judged = judged.unpack() if met else None
        layout = guessed = guess_source_layout(source, kind, judged) if form == "table" else None
        for role, column in wanted.columns:
            source.notes.clear()
            layout = None if layout is None else layout.assign(role, column)
        contents = read(
            data,
            name,
            wanted=kind,
            form="typed" if is_list else None,
            layout=layout,
            limits=wanted.limits,
            progress=lambda done, total: told(done / total if total else 0.0),
            # The columns of a table are chosen by now; the fields of JSON are chosen as it is read.
            judged=judged if form == "json" else None,
        )
    except FormatError as error:
        return Taken(None, guessed, str(error), met)
    # What was noticed while the columns were guessed.
    contents = replace(contents, notes=(*source.notes, *contents.notes))
    parts: list[Any] = [*(contents.run or {}).values(), *(contents.qrels or {}).values()]
    lines = sum(map(len, [*parts, contents.titles, contents.pictures]))
    is_small = wanted.is_small or lines <= _MAX_QUICK_LINES
    return Taken(contents if is_small else _pack_contents(contents), guessed, met=met)


def _pack_contents(contents: Contents) -> Contents:
    """A copy of the contents with its large parts packed; the original parts are emptied."""
    parts: dict[str, Any] = {
        "run": contents.run and Packed.pack_and_empty(contents.run),
        "qrels": contents.qrels and Packed.pack_and_empty(contents.qrels),
        "titles": PackedTexts.pack(contents.titles),
        "pictures": PackedTexts.pack(contents.pictures),
    }
    return replace(contents, **parts)


@dataclass
class Counted:
    """The result of checking judgments and runs against each other.

    Args:
        fault: An error message if the inputs do not fit together; else empty.
        left_out: By run, the queries of its file that nobody judged.
        said: By a heading for each input, sentences on it.
        warnings: Warnings on sparse judgments.
        near: The queries whose results have another order if scores are compared in single precision.
        hosts: The hosts that the pictures come from.
    """

    fault: str = ""
    left_out: dict[str, tuple[str, ...]] = field(default_factory=dict)
    said: dict[str, list[str]] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    near: frozenset[str] = frozenset()
    hosts: tuple[str, ...] = ()


def count_together(found: Mapping[str, Contents], told: ReportProgress) -> Counted:
    """Check judgments and runs against each other.

    Args:
        found: The contents by key: ``a`` is a run, and so are ``b``, ``c`` and so on; ``qrels`` are the
            judgments, or ``a`` has them; ``about`` has titles and pictures.
        told: Called with the share that is done, from 0 to 1.
    """
    counted = Counted()
    runs = {slot: contents for slot, contents in found.items() if len(slot) == 1}
    qrels = found.get("qrels", found["a"])
    judged = replace(qrels, qrels=unpack_lists(qrels.qrels or {}, scale_progress(told, 0.0, 0.2)))
    many = len(judged.qrels or ()) * len(runs)
    if many > MAX_EVALUATED_LISTS:
        counted.fault = (
            f"expected at most {MAX_EVALUATED_LISTS:,} queries times runs, found {many:,}: on the command line, "
            "irviz evaluate QRELS RUN -m nDCG@10 reads them without the page"
        )
        return counted
    shown: set[str] = set()
    near: set[str] = set()
    each = 0.8 / len(runs)
    for place, (slot, contents) in enumerate(sorted(runs.items())):
        mine = scale_progress(told, 0.2 + place * each, each)
        run = unpack_lists(contents.run or {}, scale_progress(mine, 0.0, 0.4))
        name = slot.upper()
        try:
            pair = paired(judged, replace(contents, run=run))
        except FormatError as error:
            counted.fault = locate_fault("a" if slot == "a" else "b", contents.name, str(error))
            if slot == "a" and contents.qrels is not None:
                counted.fault += "; or, as it has judgments itself, take the others out"
            return counted
        mine(0.6)
        counted.left_out[name] = pair.left_out
        if pair.id_mismatch:
            counted.warnings.append(pair.id_mismatch.sentence(f"Run {name}", "the judgments"))
        notes = (*qrels.notes, *contents.notes, *pair.notes)
        seen = count_contents(run, judged.qrels, notes=dict.fromkeys(notes))
        mine(0.8)
        by = f", judged by {qrels.name or 'pasted judgments'}" if qrels is not contents else ""
        counted.said[f"Run {name}: {contents.name or 'pasted'}{by}"] = seen.sentences()
        near |= {*reordered(pair.run)}
        if "about" in found:
            shown.update(*pair.run.values())
    if "about" in found:
        about = found["about"]
        titles, pictures = _merge_texts(found, "titles"), _merge_texts(found, "pictures")
        counted.said[f"Titles and pictures: {about.name or 'pasted'}"] = [
            (
                f"{_count_with_text(titles, shown):,} of {len(shown):,} documents have a title, "
                f"{_count_with_text(pictures, shown):,} a picture."
            )
        ]
    counted.near = frozenset(near)
    counted.hosts = list_hosts(_merge_texts(found, "pictures"))
    return counted


def make_collection(found: Mapping[str, Contents], counted: Counted) -> Collection:
    """Make the collection of results.

    Args:
        found: The contents by key, as for `count_together`.
        counted: The result of `count_together`, without an error.
    """
    runs = {}
    for name, left_out in counted.left_out.items():
        run = found[name.lower()].run or {}
        left = {*left_out}
        runs[name] = select_queries(run, [query for query in run if query not in left]) if left else run
    return Collection(
        found.get("qrels", found["a"]).qrels or {},
        runs,
        _merge_texts(found, "titles"),
        _merge_texts(found, "pictures"),
        files={name: quote_name(found[name.lower()].name) for name in runs},
        near=counted.near,
        asked=counted.hosts,
    )


def _merge_texts(found: Mapping[str, Contents], texts: str) -> Mapping[str, str]:
    """The titles or pictures (the field `texts`) of all files, by document; those of later files win."""
    maps = (getattr(contents, texts) for contents in reversed([*found.values()]))
    return ChainMap(*filter(None, maps))


def _count_with_text(texts: Mapping[str, str], documents: set[str]) -> int:
    """How many of the documents have a title, or a picture."""
    return len({*texts} & documents)
