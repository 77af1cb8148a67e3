"""Where files and pasted results come in: what was understood of them, and what is wrong with them."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from string import ascii_lowercase
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

import streamlit as st

from irviz.elsewhere import Sent, TooLongError, watched
from irviz.formats.errors import FormatError, named
from irviz.formats.guessing.roles import ROLES
from irviz.formats.limits import PAGE
from irviz.state.packed import Packed, unheard
from irviz.ui import uploads
from irviz.ui.pages.prose import show, unmarked
from irviz.ui.pages.results_scores import ask_precision
from irviz.ui.pages.waiting import StoppedError, stopped, waited
from irviz.views.html import bullets, notice, tag, tags, text, title
from irviz.views.intake import Counted, Taken, Wanted, count, take, together

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from streamlit.runtime.uploaded_file_manager import UploadedFile

    from irviz.formats import Contents, Layout
    from irviz.formats.guessing.guess import Kind
    from irviz.state.collection import Collection
    from irviz.state.packed import Told

_READ = "results-read"
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
        asked: What was read, now or before.
    """

    found: dict[str, Contents] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    asked: set[object] = field(default_factory=set)


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
    for key in st.session_state.get(_READ, {}).keys() - brought.asked:
        st.session_state[_READ].pop(key)
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
    given = [_Given(file.name, file.file_id, file) for file in chosen]
    if not given and pasted.strip():
        given = [_Given("", pasted)]
    places = ascii_lowercase[1:] if slot == _LAST_RUN else [slot]
    if len(given) > len(places):
        brought.faults.append(f"at most {len(places)} runs can be compared with run A")
    for place, one in zip_longest(places, given[: len(places)]):
        if one is not None:
            _take_in(place, kind, one, brought)


def _take_in(slot: str, kind: Kind | None, one: _Given, brought: Intake) -> None:
    """Read what somebody has given, or say what is wrong with it."""
    limits = replace(PAGE, remedy=remedy(slot, one.name))
    qrels = brought.found.get("qrels") if kind == "run" else None
    judged = None if qrels is None else qrels.qrels
    try:
        data = one.mark.encode() if one.file is None else uploads.brought(one.file, limits)
        wanted = Wanted(Sent(data), one.name, kind, (), limits, judged)
        taken = _reading(slot, one, wanted, brought)
        columns = _corrected(slot, one.name, taken.layout) if taken.layout else ()
        if columns:
            taken = _reading(slot, one, wanted._replace(columns=columns), brought)
        uploads.charge(one.file, taken.size, again=taken.met)
    except StoppedError:
        stopped(f"read-{slot}", "Stopped. Take the file off, or choose another.")
        return
    except FormatError as error:
        brought.faults.append(str(error))
        return
    except TooLongError as error:
        brought.faults.append(f"{named(one.name) or 'What was pasted'}: given up, since {error}")
        return
    if taken.contents is None:
        brought.faults.append(taken.fault)
    else:
        brought.found[slot] = taken.contents


_LAST_RUN = "b"
"""The slot that takes several runs: they are in the places b, c, d and so on."""


class _Given(NamedTuple):
    """What somebody has given.

    Attributes:
        name: The file's name; empty for pasted text.
        mark: What tells the file from others, or the text itself.
        file: The file.
    """

    name: str
    mark: str
    file: UploadedFile | None = None


_PASTED = {"qrels": "judgments", "a": "run A", "b": "run B", "about": "titles and pictures"}

_EXAMPLES = {
    "qrels": "q1 0 doc-7 1",
    "a": "q1 Q0 doc-7 1 0.93 bm25",
    "b": "q1 Q0 doc-2 1 0.88 dense",
    "about": "id,title,picture\ndoc-7,A cat,https://…",
}


def remedy(slot: str, name: str) -> str:
    """The command that reads a file which is too large for the page.

    >>> remedy("a", "big run.txt")
    "on the command line, irviz evaluate QRELS 'big run.txt' -m nDCG@10 reads it without the page"
    """
    named = shlex.quote(name or "FILE")
    qrels, run = (named, "RUN") if slot == "qrels" else ("QRELS", named)
    return f"on the command line, irviz evaluate {qrels} {run} -m nDCG@10 reads it without the page"


def _reading(slot: str, given: _Given, wanted: Wanted, brought: Intake) -> Taken:
    """What came of reading, which is done once for what is as it was."""
    kept: dict[object, dict[_Way, Taken]] = st.session_state.setdefault(_READ, {})
    # Of several files in one place, each moves up when one before it is taken off.
    key = (given.mark, given.name, wanted.kind)
    ways = kept.setdefault(key, {})
    brought.asked.add(key)
    for way, found in ways.items():
        if way.columns == wanted.columns and (way.judged is wanted.judged or not found.met):
            return found
    way = _Way(wanted.columns, wanted.judged)
    if wanted.light:
        taken = take(wanted, unheard)
    else:

        def work(told: Told) -> Taken:
            return watched(told, take, wanted)

        taken = waited(f"read-{slot}", (key, wanted.columns), ("Reading…", "Stop reading"), work)
    # As it was guessed, and as it was corrected last.
    ways = {one: found for one, found in ways.items() if wanted.columns and not one.columns}
    kept[key] = {**ways, way: taken}
    return taken


@dataclass(frozen=True, eq=False)
class _Way:
    """How something was read: with which columns chosen, and under which judgments."""

    columns: tuple[tuple[str, int | None], ...]
    judged: object


def _corrected(slot: str, file: str, layout: Layout) -> tuple[tuple[str, int | None], ...]:
    """The columns of a table that were chosen in place of those guessed."""
    names = {str(at): name or f"column {at + 1}" for at, name in enumerate(layout.names)}
    chosen: list[tuple[str, int | None]] = []
    # Of several files in one slot, each says whose columns these are.
    with st.expander("Columns" if slot in SLOTS else f"Columns of {unmarked(file)}"):
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
                column = None if choice == _NONE else int(choice)
                chosen.append((role, column))
                layout = layout.assign(role, column)
    return tuple(chosen)


def _together(brought: Intake) -> Understood:
    """The collection that was brought, and what there is to say of it; counted once."""
    found = brought.found
    if brought.faults or "a" not in found or found.get("qrels", found["a"]).qrels is None:
        st.session_state.pop(_COUNTED, None)
        return Understood()
    before: Mapping[str, Contents] = st.session_state.get(_COUNTED, ({},))[0]
    if before.keys() != found.keys() or any(before[slot] is not found[slot] for slot in found):
        mark = [*map(id, found.values())]
        try:
            counted = waited("count", mark, ("Counting…", "Stop counting"), _counting(found))
        except StoppedError:
            stopped("count", "Stopped. Bring less, or go on.")
            return Understood()
        except TooLongError as error:
            brought.faults.append(f"Counting was given up, since {error}")
            return Understood()
        if counted.fault:
            brought.faults.append(counted.fault)
            return Understood()
        understood = Understood(together(found, counted), counted.said, tuple(counted.warnings))
        st.session_state[_COUNTED] = (found, understood)
    last: Understood = st.session_state[_COUNTED][1]
    return last


def _counting(found: Mapping[str, Contents]) -> Callable[[Told], Counted]:
    if any(isinstance(contents.run or contents.qrels, Packed) for contents in found.values()):
        return lambda told: watched(told, count, found)
    return lambda told: count(found, told)


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
