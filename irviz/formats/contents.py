"""What a file held: plain dictionaries, and what was noticed on the way."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from irviz.formats.guessing.layout import Layout

Run = dict[str, dict[str, float]]
"""For each query, the score of each retrieved document; finite, the higher the better."""

Qrels = dict[str, dict[str, int]]
"""For each query, the grade of each judged document; below 0 counts as not relevant."""

HINTS = {
    "run": "this looks like a run, so give the file as the run",
    "qrels": "these look like judgments, so give the file as the qrels",
}
"""What to do with a file that is the other one of the two."""

ONLY_QUERY = "query"
"""The id of the query where a file has only one and does not name it."""


@dataclass(frozen=True)
class Contents:
    """What was read from a file.

    Args:
        name: What the file is called.
        format: What it was read as, in words.
        run: The retrieved documents, or None where the file has none.
        qrels: The judgments, or None where the file has none.
        titles: A document's title, plain text, where the file has one.
        pictures: The https link to a document's picture, where the file has one.
        lines: The line in which each query is first named.
        notes: What was noticed, left out or put right, a sentence each.
        layout: How the columns of a table were understood.
        tag: What a run calls the system that made it, where it does: the tag of its last line.

    Example:
        >>> Contents("a.txt", "TREC run", run={"q1": {"d1": 0.5}}).kinds
        ('run',)
    """

    name: str
    format: str
    run: Run | None = None
    qrels: Qrels | None = None
    titles: dict[str, str] = field(default_factory=dict)
    pictures: dict[str, str] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    layout: Layout | None = None
    tag: str = ""

    @property
    def kinds(self) -> tuple[str, ...]:
        """Which of ``"run"`` and ``"qrels"`` there are."""
        return tuple(kind for kind in ("run", "qrels") if getattr(self, kind) is not None)
