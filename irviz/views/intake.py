"""What is made of files and pasted results on the page “Your results”: read, and counted together.

Both take a while where there is much, and are then done by other processes; so nothing here knows the page.
"""

from __future__ import annotations

from collections import ChainMap
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from irviz.formats import FormatError, Source, paired, preview, read
from irviz.formats.decoding import is_plain
from irviz.formats.errors import named
from irviz.formats.reading import guess
from irviz.formats.table import look
from irviz.metrics import reordered
from irviz.state.collection import MOST_VALUES, Collection, hosts_of
from irviz.state.packed import Packed, PackedTexts, only, part, whole

if TYPE_CHECKING:
    from collections.abc import Mapping

    from irviz.elsewhere import Sent
    from irviz.formats import Contents, Layout, Limits, Qrels
    from irviz.formats.reading import Kind
    from irviz.state.packed import Told

LIGHT = 200_000
"""Text up to so many bytes is read where it is: in less time than another process takes to be asked."""


class Wanted(NamedTuple):
    """What is to be read, and how.

    Attributes:
        data: The bytes of a file, or of pasted text.
        name: The file's name; empty for pasted text.
        kind: What it has to hold, if that matters.
        columns: The columns of a table that were chosen in place of those guessed, by their roles.
        limits: Where reading stops.
        judged: The judgments that it belongs to, where they are known.
    """

    data: Sent
    name: str
    kind: Kind | None
    columns: tuple[tuple[str, int | None], ...]
    limits: Limits
    judged: Qrels | Packed[int] | None

    @property
    def light(self) -> bool:
        """Whether it is read in no time."""
        return len(self.data.data) <= LIGHT and is_plain(self.data.data[:16])


class Taken(NamedTuple):
    """What came of it.

    Attributes:
        contents: What was in it, packed where it is much; None where it could not be read.
        layout: The columns of a table as they were guessed.
        fault: Why it could not be read, in a line.
        met: Whether the judgments had a say in it.
    """

    contents: Contents | None
    layout: Layout | None = None
    fault: str = ""
    met: bool = False

    @property
    def size(self) -> int:
        """How many bytes are kept of it; of what is light, none to speak of."""
        names = ("run", "qrels", "titles", "pictures")
        parts = (getattr(self.contents, name, None) for name in names)
        return sum(one.size for one in parts if isinstance(one, (Packed, PackedTexts)))


def take(wanted: Wanted, told: Told) -> Taken:
    """Read a file, or pasted text.

    Args:
        wanted: What, and how.
        told: Hears which share of it has been read.

    Example:
        >>> from irviz.elsewhere import Sent
        >>> from irviz.formats.errors import PAGE
        >>> from irviz.state.packed import unheard
        >>> take(Wanted(Sent(b"q1 Q0 d7 1 0.9 x"), "", "run", (), PAGE, None), unheard).contents.run
        {'q1': {'d7': 0.9}}
    """
    data, name, kind = wanted.data.data, wanted.name, wanted.kind
    guessed = None
    met = False
    try:
        source = Source(data, name, wanted.limits)
        form = guess(source, kind).format
        judged = wanted.judged if kind == "run" else None
        met = form in {"table", "json"}
        if isinstance(judged, Packed):
            judged = judged.unpacked() if met else None
        layout = guessed = look(source, kind, judged) if form == "table" else None
        for role, column in wanted.columns:
            source.notes.clear()
            layout = None if layout is None else layout.assign(role, column)
        contents = read(
            data,
            name,
            wanted=kind,
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
    return Taken(contents if wanted.light else _packed(contents), guessed, met=met)


def _packed(contents: Contents) -> Contents:
    parts: dict[str, Any] = {
        "run": contents.run and Packed.made_of(contents.run),
        "qrels": contents.qrels and Packed.made_of(contents.qrels),
        "titles": PackedTexts.of(contents.titles),
        "pictures": PackedTexts.of(contents.pictures),
    }
    return replace(contents, **parts)


@dataclass
class Counted:
    """What was found when everything was looked at together.

    Args:
        fault: Why it does not go together, in a line.
        left_out: By run, the queries of its file that nobody judged.
        said: By run, what there is to say of it.
        warnings: What nobody may overlook.
        near: The queries that single precision puts in another order.
        hosts: The machines that the pictures come from.
    """

    fault: str = ""
    left_out: dict[str, tuple[str, ...]] = field(default_factory=dict)
    said: dict[str, list[str]] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    near: frozenset[str] = frozenset()
    hosts: tuple[str, ...] = ()


def count(found: Mapping[str, Contents], told: Told) -> Counted:
    """Look at judgments and runs together.

    Args:
        found: By slot, what was read: ``a`` is a run, and so are ``b``, ``c`` and so on; ``qrels`` are the
            judgments, or ``a`` has them; ``about`` has titles and pictures.
        told: Hears how far it has come.
    """
    counted = Counted()
    runs = {slot: contents for slot, contents in found.items() if len(slot) == 1}
    qrels = found.get("qrels", found["a"])
    judged = replace(qrels, qrels=whole(qrels.qrels or {}, part(told, 0.0, 0.2)))
    many = len(judged.qrels or ()) * len(runs)
    if many > MOST_VALUES:
        counted.fault = (
            f"expected at most {MOST_VALUES:,} queries times runs, found {many:,}: on the command line, "
            "irviz evaluate QRELS RUN -m nDCG@10 reads them without the page"
        )
        return counted
    shown: set[str] = set()
    near: set[str] = set()
    each = 0.8 / len(runs)
    for place, (slot, contents) in enumerate(sorted(runs.items())):
        mine = part(told, 0.2 + place * each, each)
        run = whole(contents.run or {}, part(mine, 0.0, 0.4))
        name = slot.upper()
        try:
            pair = paired(judged, replace(contents, run=run))
        except FormatError as error:
            counted.fault = str(error)
            return counted
        mine(0.6)
        counted.left_out[name] = pair.left_out
        if pair.strangers:
            counted.warnings.append(pair.strangers.sentence(f"Run {name}", "the judgments"))
        notes = (*qrels.notes, *contents.notes, *pair.notes)
        seen = preview(run, judged.qrels, notes=dict.fromkeys(notes))
        mine(0.8)
        by = f", judged by {qrels.name or 'pasted judgments'}" if qrels is not contents else ""
        counted.said[f"Run {name}: {contents.name or 'pasted'}{by}"] = seen.sentences()
        near |= {*reordered(pair.run)}
        if "about" in found:
            shown.update(*pair.run.values())
    if "about" in found:
        about = found["about"]
        titles, pictures = _of_all(found, "titles"), _of_all(found, "pictures")
        counted.said[f"Titles and pictures: {about.name or 'pasted'}"] = [
            (
                f"{_known(titles, shown):,} of {len(shown):,} documents have a title, "
                f"{_known(pictures, shown):,} a picture."
            )
        ]
    counted.near = frozenset(near)
    counted.hosts = hosts_of(_of_all(found, "pictures"))
    return counted


def together(found: Mapping[str, Contents], counted: Counted) -> Collection:
    """The collection of what was counted.

    Args:
        found: As for `count`.
        counted: What came of that; without a fault.
    """
    runs = {}
    for name, left_out in counted.left_out.items():
        run = found[name.lower()].run or {}
        left = {*left_out}
        runs[name] = only(run, [query for query in run if query not in left]) if left else run
    return Collection(
        found.get("qrels", found["a"]).qrels or {},
        runs,
        _of_all(found, "titles"),
        _of_all(found, "pictures"),
        files={name: named(found[name.lower()].name) for name in runs},
        near=counted.near,
        asked=counted.hosts,
    )


def _of_all(found: Mapping[str, Contents], texts: str) -> Mapping[str, str]:
    """The titles or pictures of all files; those of later ones count."""
    maps = (getattr(contents, texts) for contents in reversed([*found.values()]))
    return ChainMap(*filter(None, maps))


def _known(texts: Mapping[str, str], documents: set[str]) -> int:
    return len({*texts} & documents)
