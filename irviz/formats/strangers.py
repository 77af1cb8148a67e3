"""A run of which hardly anything is judged: how little, and why that may be.

Most often such a run is no bad one: its ids are written in another way than those of the judgments.
"""

from __future__ import annotations

import re
from itertools import chain, islice
from typing import TYPE_CHECKING, NamedTuple

from irviz.formats.errors import quoted
from irviz.formats.kinds.entries import seen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from irviz.formats.contents import Qrels, Run

FEW = 0.05
"""Of the results that could be judged, fewer than this share is few."""

_SHOWN = 2  # ids of each side in a message
_SAMPLE = 2_000  # of the run's ids, to find the reason
_ENOUGH = 0.2  # share of them that a reason has to explain

_NUMBER_AT_END = re.compile(r"0*([0-9]+)$")
_ENDING = re.compile(r"[^A-Za-z0-9][A-Za-z0-9]{1,8}$")


class Strangers(NamedTuple):
    """How few results are judged.

    Attributes:
        judged: Results that are judged.
        results: All results, of the queries that have judgments.
        ids: Some ids of the run.
        judged_ids: Some ids of the judgments of the same queries.
        reason: What is likely to be the matter, as a sentence.

    >>> met = Strangers(0, 40, ("7",), ("D7",), "Why?")
    >>> met.none, met.sentence("a.run", "qrels")
    (True, "a.run: none of its 40 results is judged. It has ids such as '7', qrels such as 'D7'. Why?")
    """

    judged: int
    results: int
    ids: tuple[str, ...]
    judged_ids: tuple[str, ...]
    reason: str

    @property
    def none(self) -> bool:
        """Whether not one result is judged."""
        return not self.judged

    def sentence(self, run: str, qrels: str) -> str:
        """All of it in a line.

        Args:
            run: What the run is called.
            qrels: What the judgments are called.
        """
        if self.none:
            share = f"none of its {self.results:,} results is judged"
        else:
            percent = f"{100 * self.judged / self.results:.2g} %"
            share = f"only {self.judged:,} of its {self.results:,} results ({percent}) are judged"
        return (
            f"{run}: {share}. It has ids such as {_named(self.ids)}, "
            f"{qrels} such as {_named(self.judged_ids)}. {self.reason}"
        )


def strangers(qrels: Qrels, run: Run) -> Strangers | None:
    """Whether hardly anything of a run is judged, or None where it is not so.

    At a query as many results could be judged as it has, or as it has judgments, whichever are fewer:
    of a thousand results one may be judged, and be all there was to find.

    Args:
        qrels: The judgments.
        run: The run, of which only queries with judgments count.

    Example:
        >>> found = strangers({"q1": {"D7": 1}}, {"q1": {"7": 0.5}})
        >>> found.judged, found.results, found.reason
        (0, 1, 'They differ in what stands before the number.')
        >>> strangers({"q1": {"D7": 1}}, {"q1": {"D7": 0.5, "D9": 0.1}}) is None
        True
    """
    shared = [query for query in run if query in qrels]
    judged = sum(len(run[query].keys() & qrels[query].keys()) for query in shared)
    could = sum(min(len(run[query]), len(qrels[query])) for query in shared)
    if not could or judged >= FEW * could:
        return None
    ids = [*islice(chain.from_iterable(run[query] for query in shared), _SAMPLE)]
    strange = [
        *dict.fromkeys(one for query in shared for one in run[query] if one not in qrels[query])
    ]
    return Strangers(
        judged,
        sum(len(run[query]) for query in shared),
        tuple(strange[:_SHOWN]),
        tuple(islice(chain.from_iterable(qrels[query] for query in shared), _SHOWN)),
        _reason(ids, qrels, shared),
    )


def _reason(ids: list[str], qrels: Qrels, shared: Iterable[str]) -> str:
    here = {document for query in shared for document in qrels[query]}
    everywhere = {document for judged in qrels.values() for document in judged}
    if _share(ids, everywhere) >= _ENOUGH:
        return "Its documents are judged, but for other queries: are the queries numbered in another way?"
    if _share(ids, qrels) >= _ENOUGH:
        return "Its documents are the judgments’ queries: are two columns swapped?"
    for alike, words in _REASONS:
        if _share(map(alike, ids), {alike(one) for one in here} - {""}) >= _ENOUGH:
            return words
    for cut, plain, whose in ((ids, here, "Its"), (here, set(ids), "The judged")):
        if _share((_ENDING.sub("", one) for one in cut), plain) >= _ENOUGH:
            return f"{whose} ids have an ending that the others lack: passages of documents?"
    if all(map(str.isdigit, ids)) and not any(map(str.isdigit, here)):
        return (
            "Its ids are bare numbers: they may be a tool’s own, such as PyTerrier’s docid, and not the "
            "documents’."
        )
    return "Do the two files belong together?"


def _share(ids: Iterable[str], known: Mapping[str, object] | set[str]) -> float:
    """The share of these that are known."""
    found = [one in known for one in ids]
    return sum(found) / len(found) if found else 0.0


def _number_at_end(text: str) -> str:
    found = _NUMBER_AT_END.search(text)
    return found[1] if found else ""


_REASONS: tuple[tuple[Callable[[str], str], str], ...] = (
    (lambda text: text.strip().casefold(), "They differ in capital letters or blanks."),
    (seen, "They look alike, but some have characters that nobody sees."),
    (
        lambda text: text.removesuffix(".0"),
        "One side wrote numbers with a decimal point, 7.0 for 7.",
    ),
    (lambda text: text.lstrip("0"), "They differ in leading zeros."),
    (_number_at_end, "They differ in what stands before the number."),
)
"""What to make of an id so that the two sides meet, and what is then the matter."""


def _named(ids: tuple[str, ...]) -> str:
    return " and ".join(map(quoted, ids))
