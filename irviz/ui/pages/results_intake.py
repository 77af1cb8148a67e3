"""Where files and pasted results come in: what was understood of them, and what is wrong with them."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from string import ascii_lowercase
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

import streamlit as st

from irviz.formats import Contents, FormatError, Source, paired, preview, read
from irviz.formats.errors import named
from irviz.formats.guessing.guess import guess
from irviz.formats.guessing.roles import ROLES
from irviz.formats.kinds.table import look
from irviz.formats.limits import PAGE
from irviz.state.collection import Collection
from irviz.ui.pages.prose import bullets, notice, show, tag, tags, text, title, unmarked
from irviz.ui.pages.results_scores import ask_precision

if TYPE_CHECKING:
    from collections.abc import Mapping

    from irviz.formats import Layout, Limits, Qrels
    from irviz.formats.guessing.guess import Kind

_READ = "results-read"
_STOPPED = "results-stopped"
_COUNTED = "results-counted"
_NONE = "—"

SLOTS: dict[str, tuple[str, Kind | None]] = {
    "qrels": ("Judgments (qrels)", "qrels"),
    "a": ("Run A", "run"),
    "b": ("Run B, to compare (optional)", "run"),
    "about": ("Titles and pictures (optional)", None),
}
"""What can be brought, by its key: its label and what a file there has to hold, if that matters."""

_HELP = {
    "qrels": "TREC qrels, CSV, TSV, JSON, Parquet or Excel; .gz, .bz2 and .xz too",
    "a": "TREC run, CSV, TSV, JSON, Parquet, Excel, or a typed list: 1 0 1 1 0",
    "b": "As run A, for the same queries; several files are the runs B, C, D and so on",
    "about": "A table or JSON with the columns id, title and picture (an https link)",
}


@dataclass
class Intake:
    """What was brought so far.

    Args:
        found: The contents by slot.
        faults: What is wrong, a line each.
    """

    found: dict[str, Contents] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    @property
    def judged(self) -> Qrels | None:
        """The judgments, where they are there."""
        return self.found["qrels"].qrels if "qrels" in self.found else None


class Understood(NamedTuple):
    """What was understood of everything together.

    Attributes:
        collection: The results, or None where something is missing.
        said: By run, what there is to say of it.
        warnings: What nobody may overlook.
    """

    collection: Collection | None = None
    said: Mapping[str, list[str]] = MappingProxyType({})
    warnings: tuple[str, ...] = ()


def intake() -> Collection | None:
    """Show the inputs, and the collection once its reader has seen what it is and takes it."""
    brought = Intake()
    with st.container(key="results-inputs"):
        for column, slot in zip(st.columns(len(SLOTS), gap="medium"), SLOTS, strict=True):
            with column:
                _slot(slot, brought)
    collection, said, warnings = _together(brought)
    if brought.faults:
        show(notice(tag("ul", tags("li", map(text, brought.faults)))))
    if collection is None:
        if brought.found:
            show(tag("p", text(_so_far(brought)), class_="ix-next"))
        return None
    if warnings:
        show(notice(title(2, "Hardly anything is judged") + bullets(map(text, warnings))))
    parts = [title(3, name) + bullets(map(text, lines)) for name, lines in said.items()]
    understood = title(2, "What was understood") + "".join(parts)
    show(tag("section", understood, class_="ix-panel ix-understood"))
    collection = ask_precision(collection)
    return collection if st.button("Use these results", type="primary") else None


def _slot(slot: str, brought: Intake) -> None:
    label, kind = SLOTS[slot]
    files = st.file_uploader(
        label, key=f"results-file-{slot}", help=_HELP[slot], accept_multiple_files=slot == _LAST_RUN
    )
    pasted = st.text_area(
        f"or paste {_PASTED[slot]}",
        key=f"results-text-{slot}",
        height=80,
        placeholder=_EXAMPLES[slot],
    )
    chosen = files if isinstance(files, list) else [files] if files else []
    given: list[_Given] = [(file.getbuffer(), file.name, file.file_id) for file in chosen]
    if not given and pasted.strip():
        given = [(pasted.encode(), "", pasted)]
    places = ascii_lowercase[1:] if slot == _LAST_RUN else [slot]
    if len(given) > len(places):
        brought.faults.append(f"at most {len(places)} runs can be compared with run A")
    for place, one in zip_longest(places, given[: len(places)]):
        if one is None:
            st.session_state.get(_READ, {}).pop(place, None)
        else:
            _take_in(place, kind, one, brought)


def _take_in(slot: str, kind: Kind | None, given: _Given, brought: Intake) -> None:
    """Read what somebody has given, or say what is wrong with it."""
    data, name, mark = given
    limits = replace(PAGE, remedy=remedy(slot, name))
    try:
        source = Source(data, name, limits)
        judged = brought.judged if kind == "run" else None
        form = guess(source, kind).format
        layout = _corrected(slot, source, kind, judged) if form == "table" else None
        # The columns of a table are chosen by now; the fields of JSON are chosen as it is read.
        judged = judged if form == "json" else None
        told = mark if judged is None else (mark, st.session_state[_READ]["qrels"][0])
        contents = _reading(slot, Read(told, data, name, kind, layout, limits, judged))
    except FormatError as error:
        brought.faults.append(str(error))
        return
    if contents is not None:
        # What was noticed while the columns were guessed.
        notes = (*source.notes, *contents.notes)
        brought.found[slot] = replace(contents, notes=notes)


_LAST_RUN = "b"
"""The slot that takes several runs: they are in the places b, c, d and so on."""

_Given = tuple[memoryview | bytes, str, str]
"""The bytes, the file's name, and what tells it from others."""

_PASTED = {"qrels": "judgments", "a": "run A", "b": "run B", "about": "titles and pictures"}

_EXAMPLES = {
    "qrels": "q1 0 doc-7 1",
    "a": "q1 Q0 doc-7 1 0.93 bm25",
    "b": "q1 Q0 doc-2 1 0.88 dense",
    "about": "id,title,picture\ndoc-7,A cat,https://…",
}


class Read(NamedTuple):
    """What is to be read, and how.

    Attributes:
        mark: Tells it from whatever else was in its place before.
        data: The bytes.
        name: The file's name; empty for pasted text.
        kind: What it has to hold, if that matters.
        layout: The columns of a table.
        limits: Where reading stops.
        judged: The judgments that it belongs to, where they matter to how it is read.
    """

    mark: object
    data: memoryview | bytes
    name: str
    kind: Kind | None
    layout: Layout | None
    limits: Limits
    judged: Qrels | None

    @property
    def key(self) -> object:
        """The same for what has been read already."""
        columns = tuple(self.layout.columns.items()) if self.layout else ()
        return (self.mark, self.name, columns)


def remedy(slot: str, name: str) -> str:
    """The command that reads a file which is too large for the page.

    >>> remedy("a", "big run.txt")
    "on the command line, irviz evaluate QRELS 'big run.txt' -m nDCG@10 reads it without the page"
    """
    named = shlex.quote(name or "FILE")
    qrels, run = (named, "RUN") if slot == "qrels" else ("QRELS", named)
    return f"on the command line, irviz evaluate {qrels} {run} -m nDCG@10 reads it without the page"


def _reading(slot: str, wanted: Read) -> Contents | None:
    """The contents of a file, read once; None where its reader stopped the reading."""
    kept = st.session_state.setdefault(_READ, {})
    key = wanted.key
    if slot in kept and kept[slot][0] == key:
        contents: Contents = kept[slot][1]
        return contents
    if st.session_state.get(_STOPPED, {}).get(slot) == key:
        st.caption("Stopped. Take the file off, or choose another.")
        return None
    place = st.empty()
    with place.container():
        bar = st.progress(0.0, text="Reading…")
        st.button("Stop reading", key=f"results-stop-{slot}", on_click=_stop, args=(slot, key))
    shown = 0

    def progress(done: int, total: int | None) -> None:
        nonlocal shown
        percent = min(100, done * 100 // total) if total else 0
        if percent > shown:
            shown = percent
            # A press on the button ends this script here, and the reading with it.
            bar.progress(percent, text="Reading…")

    try:
        contents = read(
            wanted.data,
            wanted.name,
            wanted=wanted.kind,
            layout=wanted.layout,
            limits=wanted.limits,
            progress=progress,
            judged=wanted.judged,
        )
    except FormatError:
        place.empty()
        raise
    place.empty()
    kept[slot] = (key, contents)
    return contents


def _stop(slot: str, key: object) -> None:
    st.session_state.setdefault(_STOPPED, {})[slot] = key


def _corrected(slot: str, source: Source, kind: Kind | None, judged: Qrels | None) -> Layout | None:
    """The columns of a table as guessed and corrected."""
    layout = look(source, kind, judged)
    if layout is None:
        return None
    names = {str(at): name or f"column {at + 1}" for at, name in enumerate(layout.names)}
    # Of several files in one slot, each says whose columns these are.
    with st.expander("Columns" if slot in SLOTS else f"Columns of {unmarked(source.name)}"):
        for role, about in ROLES.items():
            guessed = str(layout.columns[role]) if role in layout.columns else _NONE
            choices = [_NONE, *names]
            choice = st.selectbox(
                role.capitalize(),
                choices,
                index=choices.index(guessed),
                format_func=lambda at: names.get(at, _NONE),
                # What was guessed is part of it, or a better guess would not be shown.
                key=f"results-column-{slot}-{role}-{guessed}-{hash(layout.names)}",
                help=about,
            )
            if choice != guessed:
                source.notes.clear()
                layout = layout.assign(role, None if choice == _NONE else int(choice))
    return layout


def _together(brought: Intake) -> Understood:
    """The collection that was brought, and what there is to say of it; counted once."""
    kept = st.session_state.get(_READ, {})
    key = {slot: kept[slot][0] for slot in brought.found}
    if not brought.faults and st.session_state.get(_COUNTED, (None,))[0] == key:
        counted: Understood = st.session_state[_COUNTED][1]
        return counted
    with st.spinner("Counting…"):
        found = _paired(brought)
    if found.collection is not None:
        st.session_state[_COUNTED] = (key, found)
    return found


def _paired(brought: Intake) -> Understood:
    found = brought.found
    if brought.faults or "a" not in found:
        return Understood()
    qrels = found.get("qrels", found["a"])
    if qrels.qrels is None:
        return Understood()
    runs, said, warnings = {}, {}, []
    titles: dict[str, str] = {}
    pictures: dict[str, str] = {}
    for contents in found.values():
        titles |= contents.titles
        pictures |= contents.pictures
    files = {}
    for slot in ascii_lowercase:
        if slot not in found:
            continue
        name = slot.upper()
        try:
            pair = paired(qrels, found[slot])
        except FormatError as error:
            brought.faults.append(str(error))
            return Understood()
        runs[name] = pair.run
        files[name] = named(found[slot].name)
        if pair.strangers:
            warnings.append(pair.strangers.sentence(f"Run {name}", "the judgments"))
        notes = (*qrels.notes, *found[slot].notes, *pair.notes)
        seen = preview(found[slot].run, qrels.qrels, notes=dict.fromkeys(notes))
        by = f", judged by {qrels.name or 'pasted judgments'}" if qrels is not found[slot] else ""
        said[f"Run {name}: {found[slot].name or 'pasted'}{by}"] = seen.sentences()
    shown = {document for run in runs.values() for listed in run.values() for document in listed}
    if "about" in found:
        said[f"Titles and pictures: {found['about'].name or 'pasted'}"] = [
            (
                f"{_known(titles, shown)} of {len(shown):,} documents have a title, "
                f"{_known(pictures, shown)} a picture."
            )
        ]
    collection = Collection(qrels.qrels, runs, titles, pictures, files=files)
    return Understood(collection, said, tuple(warnings))


def _so_far(brought: Intake) -> str:
    """What has been read, and what else belongs to it."""
    words = "; ".join(_read_as(contents) for contents in brought.found.values())
    if brought.faults:
        return f"In order: {words}."
    if "a" in brought.found:
        return f"{words}. Now the judgments that belong to this run."
    run = "the run that belongs to them" if "qrels" in brought.found else "judgments and a run"
    return f"{words}. Now {run}."


def _read_as(contents: Contents) -> str:
    queries = contents.qrels if contents.run is None else contents.run
    what = "titles and pictures" if queries is None else f"{len(queries):,} queries"
    return f"{contents.name or 'pasted'}: {what}"


def _known(texts: Mapping[str, str], documents: set[str]) -> str:
    return f"{len(texts.keys() & documents):,}"
