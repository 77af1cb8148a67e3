"""One door for every file: what it is, and what it holds."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from irviz.formats.contents import HINTS
from irviz.formats.decoding.source import Source
from irviz.formats.errors import quoted
from irviz.formats.guessing.guess import FORMATS, guess
from irviz.formats.kinds import json_shapes, table, trec_qrels, trec_run
from irviz.formats.kinds.entries import unseen
from irviz.formats.limits import COMMAND, PAGE
from irviz.formats.recognised import RECOGNISED

if TYPE_CHECKING:
    from collections.abc import Iterable

    from irviz.formats.contents import Contents, Qrels
    from irviz.formats.decoding.source import Progress
    from irviz.formats.guessing.guess import Format, Kind
    from irviz.formats.guessing.layout import Layout
    from irviz.formats.limits import Limits

_WORDS = {"run": "a run", "qrels": "judgments (qrels)"}
_OTHER = {"run": "qrels", "qrels": "run"}
_WIDTHS = {"run": 6, "qrels": 4}
_COLUMNS = {"run": trec_run.COLUMNS, "qrels": trec_qrels.COLUMNS}


def read(  # noqa: PLR0913 - each of them is a choice of its own
    data: bytes | bytearray | memoryview | str | BinaryIO,
    name: str = "",
    *,
    wanted: Kind | None = None,
    form: Format | None = None,
    layout: Layout | None = None,
    limits: Limits = PAGE,
    progress: Progress | None = None,
    judged: Qrels | None = None,
) -> Contents:
    """Read a file of any kind.

    Nothing is written anywhere, and what was read is held by the result alone.

    Args:
        data: The bytes, packed or not; or pasted text; or an open binary file.
        name: What the file is called in messages; empty for pasted text.
        wanted: ``"run"`` or ``"qrels"`` where the file is to be one. The contents then have it.
        form: The format, where it is known; otherwise it is guessed.
        layout: Which column of a table is what, where the guess was corrected.
        limits: Where reading stops; `COMMAND` for as much as there is.
        progress: Called while reading with the bytes done and their total. What it raises ends the
            reading, so that is how to cancel.
        judged: The judgments that a run belongs to, where they are known: of several columns that may
            hold the ids, the one counts whose ids meet them.

    Raises:
        FormatError: The file is damaged, or not what is wanted: one line that names the place, what
            belongs there and what is there.
        TooLargeError: The file is beyond the limits.

    Example:
        >>> read("q1 Q0 d7 1 0.9 bm25", wanted="run").run
        {'q1': {'d7': 0.9}}
        >>> read("q1 Q0 d7 1 nan bm25", "bm25.txt")
        Traceback (most recent call last):
        ...
        irviz.formats.errors.FormatError: bm25.txt, line 1: expected a finite number as the score, found 'nan'
    """
    source = Source(data, name, limits, progress)
    if form is None:
        form = "table" if layout is not None else _guessed(source, wanted)
    contents = _noted(_read(source, form, layout, wanted, judged))
    source.tell()
    if wanted is not None and wanted not in contents.kinds:
        other = _OTHER[wanted]
        line = next(iter(contents.lines.values()), None)
        hint = HINTS[other]
        if contents.layout is not None:
            hint += ", or say which column is what"
        raise source.error(_WORDS[wanted], f"{_WORDS[other]} only", line, hint)
    return contents


def _noted(contents: Contents) -> Contents:
    """The same with a note where ids hold what nobody sees: two that look alike may then be two."""
    ids: Iterable[tuple[str, Iterable[str]]]
    ids = chain((contents.run or {}).items(), (contents.qrels or {}).items())
    for query, documents in ids:
        found = unseen((query, *documents))
        if found:
            what = "query" if found == query else "document"
            note = (
                f"Some ids hold characters that nobody sees, such as {quoted(found)} of a {what}: "
                "two that look alike may not be the same."
            )
            return replace(contents, notes=(*contents.notes, note))
    return contents


def read_file(
    path: str | Path,
    *,
    wanted: Kind | None = None,
    limits: Limits = COMMAND,
    judged: Qrels | None = None,
) -> Contents:
    """Read a file from the disk.

    Args:
        path: Where it is.
        wanted: As for `read`.
        limits: As for `read`; by default none but the one against traps.
        judged: As for `read`.

    Raises:
        OSError: There is no such file, or it cannot be read.
        FormatError: As for `read`.
    """
    path = Path(path)
    with path.open("rb") as file:
        return read(file, path.name, wanted=wanted, limits=limits, judged=judged)


def _guessed(source: Source, wanted: Kind | None) -> Format:
    """The format, or an error where it is the one that is not wanted."""
    found = guess(source, wanted)
    if wanted is None or found.format != _OTHER[wanted]:
        return found.format
    if found.columns == _WIDTHS[found.format]:
        there = _COLUMNS[found.format].replace(" columns", "", 1)
        raise source.error(_COLUMNS[wanted], there, found.line, HINTS[found.format])
    return wanted  # which then complains of the line where the file goes wrong


def _read(
    source: Source,
    form: Format,
    layout: Layout | None,
    wanted: Kind | None,
    judged: Qrels | None,
) -> Contents:
    match form:
        case "run":
            return trec_run.read(source)
        case "qrels":
            return trec_qrels.read(source)
        case "table":
            return table.read(source, layout, wanted, judged)
        case "json":
            return json_shapes.read(source, wanted, judged)
    if form in RECOGNISED:
        return RECOGNISED[form].read(source)
    raise ValueError(f"there is no format {form!r}: use one of {', '.join(FORMATS)}")
