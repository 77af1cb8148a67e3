"""What may be brought to the page “Your results”, file by file, and what the page says of it."""

from __future__ import annotations

import shlex
from dataclasses import replace
from string import ascii_lowercase
from typing import TYPE_CHECKING, NamedTuple

from irviz.formats.errors import MOST_BYTES, PAGE
from irviz.views.html import bullets, introduction, notice, tag, tags, text, title

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from irviz.formats import Contents, Limits
    from irviz.formats.reading import Kind

LAST_RUN = "b"
"""The slot that takes several runs: they are in the places b, c, d and so on."""


class Slot(NamedTuple):
    """A place where something can be brought.

    Attributes:
        label: What it is for.
        kind: What a file there has to hold, if that matters.
        takes: Which files it takes, with a place for those that not every edition reads.
        pasted: What can be pasted there.
        example: A line of it.
    """

    label: str
    kind: Kind | None
    takes: str
    pasted: str
    example: str

    def about(self, tables: str = ", Parquet, Excel") -> str:
        """Which files it takes.

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


def places(slot: str) -> Sequence[str]:
    """The keys of what is brought in a slot, one after the other."""
    return ascii_lowercase[1:] if slot == LAST_RUN else [slot]


TOO_MANY = f"at most {len(places(LAST_RUN))} runs can be compared with run A"


def begin(kept: str) -> str:
    """What the page begins with, as HTML.

    Args:
        kept: Where files are kept, and how long.
    """
    return introduction(
        "Your results",
        "Bring judgments (“qrels”: which document is relevant to which query) and one or more runs (what a "
        "system returned for each query, best first): see every query, compare the runs, and open any query "
        f"on the board. Files up to {MOST_BYTES // 10**6} MB {kept} For larger ones there is a command, "
        + tag("code", "irviz evaluate QRELS RUN -m nDCG@10")
        + ". Files are in no link, so who opens a link to this page finds it empty.",
    )


def remedy(slot: str, name: str) -> str:
    """The command that reads a file which is too large for the page.

    >>> remedy("a", "big run.txt")
    "on the command line, irviz evaluate QRELS 'big run.txt' -m nDCG@10 reads it without the page"
    """
    named = shlex.quote(name or "FILE")
    qrels, run = (named, "RUN") if slot == "qrels" else ("QRELS", named)
    return f"on the command line, irviz evaluate {qrels} {run} -m nDCG@10 reads it without the page"


MOST_PASTED = 2_000_000
"""Pasted text is read up to so many bytes: unlike a file, it stays with all that the page says."""


def limits(slot: str, name: str) -> Limits:
    """Where reading stops, by the slot and the file's name; pasted text has none.

    >>> limits("a", "").size, limits("a", "").remedy
    (2000000, 'bring it as a file')
    """
    if not name:
        return replace(PAGE, size=MOST_PASTED, remedy="bring it as a file")
    return replace(PAGE, remedy=remedy(slot, name))


def placed(slot: str, name: str, fault: str) -> str:
    """What is wrong, with its place: a file's name is in it already.

    >>> placed("a", "", "line 1: expected 6 columns")
    'Pasted run A: line 1: expected 6 columns'
    """
    return fault if name else f"Pasted {SLOTS[slot].pasted}: {fault}"


def whole(found: Mapping[str, Contents]) -> bool:
    """Whether there is all that belongs together: run A, and judgments in it or beside it."""
    return "a" in found and found.get("qrels", found["a"]).qrels is not None


def so_far(found: Mapping[str, Contents], *, faulty: bool) -> str:
    """What has been read, and what else belongs to it."""
    words = "; ".join(map(_read_as, found.values()))
    if faulty:
        return f"Read without a fault: {words}."
    if "a" in found:
        return f"{words}. Now the judgments that belong to this run."
    run = "the run that belongs to them" if "qrels" in found else "judgments and a run"
    return f"{words}. Now {run}."


def _read_as(contents: Contents) -> str:
    queries = contents.qrels if contents.run is None else contents.run
    what = (
        "titles and pictures"
        if queries is None
        else f"{len(queries):,} {'query' if len(queries) == 1 else 'queries'}"
    )
    return f"{contents.name or 'pasted'}: {what}"


def faults(lines: Sequence[str]) -> str:
    """What is wrong, a line each, as HTML."""
    return notice(tag("ul", tags("li", map(text, lines)))) if lines else ""


def warned(warnings: Sequence[str]) -> str:
    """What nobody may overlook, as HTML."""
    if not warnings:
        return ""
    return notice(title(2, "Hardly anything is judged") + bullets(map(text, warnings)))


def understood(said: Mapping[str, Sequence[str]]) -> str:
    """What there is to say of each run, as HTML."""
    parts = [title(3, name) + bullets(map(text, lines)) for name, lines in said.items()]
    whole = title(2, "What was understood") + "".join(parts)
    return tag("section", whole, class_="ix-panel ix-understood")
