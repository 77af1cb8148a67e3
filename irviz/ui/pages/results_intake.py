"""Where files and pasted results come in: what was understood of them, and what is wrong with them."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import zip_longest
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

import streamlit as st

from irviz.elsewhere import Sent, TooLongError, watched
from irviz.formats.errors import FormatError, named
from irviz.formats.guessing.roles import ROLES
from irviz.pages.intake import (
    LAST_RUN,
    SLOTS,
    TOO_MANY,
    faults,
    limits,
    placed,
    places,
    so_far,
    understood,
    warned,
    whole,
)
from irviz.pages.results import PRECISION_HELP, precision_label
from irviz.state.packed import Packed, unheard
from irviz.ui import uploads
from irviz.ui.pages.prose import show, unmarked
from irviz.ui.pages.waiting import StoppedError, stopped, waited
from irviz.views.html import tag, text
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
        show(faults(brought.faults))
    if collection is None:
        if brought.found:
            words = so_far(brought.found, faulty=bool(brought.faults))
            show(tag("p", text(words), class_="ix-next"))
        return None
    if warnings:
        show(warned(warnings))
    show(understood(said))
    asked = precision_label(collection)
    if asked and st.checkbox(asked, key="results-single", help=PRECISION_HELP):
        collection = collection.read_as("single")
    return collection if st.button("Use these results", type="primary") else None


def _slot(slot: str, brought: Intake) -> None:
    label, kind, _, what, example = SLOTS[slot]
    files = st.file_uploader(
        label,
        key=f"results-file-{slot}",
        help=SLOTS[slot].about(),
        accept_multiple_files=slot == LAST_RUN,
    )
    pasted = st.text_area(
        f"or paste {what}", key=f"results-text-{slot}", height=80, placeholder=example
    )
    chosen = files if isinstance(files, list) else [files] if files else []
    given = [_Given(file.name, file.file_id, file) for file in chosen]
    if not given and pasted.strip():
        given = [_Given("", pasted)]
    here = places(slot)
    if len(given) > len(here):
        brought.faults.append(TOO_MANY)
    for place, one in zip_longest(here, given[: len(here)]):
        if one is not None:
            _take_in(place, kind, one, brought)


def _take_in(slot: str, kind: Kind | None, one: _Given, brought: Intake) -> None:
    """Read what somebody has given, or say what is wrong with it."""
    most = limits(slot, one.name)
    qrels = brought.found.get("qrels") if kind == "run" else None
    judged = None if qrels is None else qrels.qrels
    try:
        data = one.mark.encode() if one.file is None else uploads.brought(one.file, most)
        wanted = Wanted(Sent(data), one.name, kind, (), most, judged)
        taken = _reading(slot, one, wanted, brought)
        columns = _corrected(slot, one.name, taken.layout) if taken.layout else ()
        if columns:
            taken = _reading(slot, one, wanted._replace(columns=columns), brought)
        uploads.charge(one.file, taken.size, again=taken.met)
    except StoppedError:
        stopped(f"read-{slot}", "Stopped. Take the file off, or choose another.")
        return
    except FormatError as error:
        brought.faults.append(placed(slot, one.name, str(error)))
        return
    except TooLongError as error:
        brought.faults.append(f"{named(one.name) or 'What was pasted'}: given up, since {error}")
        return
    if taken.contents is None:
        brought.faults.append(placed(slot, one.name, taken.fault))
    else:
        brought.found[slot] = taken.contents


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
    if brought.faults or not whole(found):
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
