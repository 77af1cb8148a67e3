"""Detects runs of which hardly any result is judged, and guesses why.

Most often the ids of the run are written in another way than those of the judgments.
"""

from __future__ import annotations

import re
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, NamedTuple

from irviz.metrics.judgments import is_mapping

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping
    from collections.abc import Set as AbstractSet

FEW_JUDGED_SHARE = 0.05
"""Hardly any result is judged where fewer than this share of those that could be is."""

INVISIBLE_CHARACTERS = re.compile("[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
"""Characters of no width, and those that change the direction of writing."""

_IDS_SHOWN = 2  # ids of each side in a message
_MAX_ID_CHARACTERS = 60  # characters of an id in a message
_SAMPLE_IDS = 2_000  # of the run's ids, to find the reason
_ENOUGH_SHARE = 0.2  # share of them that a reason has to explain

_NUMBER_AT_END = re.compile(r"0*([0-9]+)$")
_ENDING = re.compile(r"[^A-Za-z0-9][A-Za-z0-9]{1,8}$")


class IdMismatch(NamedTuple):
    """A finding that hardly any result of a run is judged, with examples of ids and the likely reason.

    Attributes:
        judged: Results that are judged.
        results: All results, of the queries that have judgments.
        ids: Some ids of the run.
        judged_ids: Some ids of the judgments of the same queries.
        reason: The likely reason, as a sentence.

    >>> found = IdMismatch(0, 40, ("7",), ("D7",), "Why?")
    >>> found.is_unjudged, found.sentence("a.run", "qrels")
    (True, "a.run: none of its 40 results is judged. It has ids such as '7', qrels such as 'D7'. Why?")
    """

    judged: int
    results: int
    ids: tuple[Any, ...]
    judged_ids: tuple[Any, ...]
    reason: str

    @property
    def is_unjudged(self) -> bool:
        """Whether no result at all is judged."""
        return not self.judged

    def sentence(self, run: str, qrels: str) -> str:
        """A sentence for users that names run and judgments and says how few results are judged, and why.

        Args:
            run: What the run is called.
            qrels: What the judgments are called.
        """
        if self.results == 1:
            share = "its only result is not judged"
        elif self.is_unjudged:
            share = f"none of its {self.results:,} results is judged"
        else:
            percent = f"{100 * self.judged / self.results:.2g} %"
            share = f"only {self.judged:,} of its {self.results:,} results ({percent}) are judged"
        return (
            f"{run}: {share}. It has ids such as {_format_ids(self.ids)}, "
            f"{qrels} such as {_format_ids(self.judged_ids)}. {self.reason}"
        )


def find_id_mismatch(qrels: Mapping[Any, Collection[Any]], run: Mapping[Any, Collection[Any]]) -> IdMismatch | None:
    """What is wrong with a run of which hardly any result is judged; None for all other runs.

    The judged results are compared with how many there could be: as many as a query has results or judgments,
    whichever are fewer.

    Args:
        qrels: For each query the judged documents, or their grades.
        run: For each query the results, or their scores; only queries with judgments count.

    >>> found = find_id_mismatch({"q1": {"D7": 1}}, {"q1": {"7": 0.5}})
    >>> found.judged, found.results, found.reason
    (0, 1, 'They differ in what stands before the number.')
    >>> find_id_mismatch({"q1": {7: 1}}, {"q1": ["7"]}).reason
    'The run’s ids are str, the judged ones int: write both as str.'
    >>> find_id_mismatch({"q1": {"D7": 1}}, {"q1": {"D7": 0.5, "D9": 0.1}}) is None
    True
    """
    shared = [query for query in run if query in qrels]
    could = sum([min(len(run[query]), len(qrels[query])) for query in shared])
    judged = 0
    for query in shared:
        judged += sum(map(_collect_ids(qrels[query]).__contains__, _collect_ids(run[query])))
        if judged >= FEW_JUDGED_SHARE * could:  # as a rule after a few queries
            return None
    if not could:
        return None
    strange = dict.fromkeys(
        one
        for query in shared
        for judgments in [_collect_ids(qrels[query])]
        for one in _iterate_ids(run[query])
        if one not in judgments
    )
    return IdMismatch(
        judged,
        sum([len(run[query]) for query in shared]),
        tuple(islice(strange, _IDS_SHOWN)),
        tuple(islice(chain.from_iterable(_iterate_ids(qrels[query]) for query in shared), _IDS_SHOWN)),
        _guess_reason(
            [*islice(chain.from_iterable(_iterate_ids(run[query]) for query in shared), _SAMPLE_IDS)],
            {one for query in shared for one in _iterate_ids(qrels[query])},
            {one for judgments in qrels.values() for one in _iterate_ids(judgments)},
            {*qrels},
        ),
    )


def _iterate_ids(held: Collection[Any]) -> Iterable[Any]:
    """The document ids in a collection; of a mapping, its keys."""
    return held.keys() if is_mapping(held) else held


def _collect_ids(held: Collection[Any]) -> AbstractSet[Any]:
    """The document ids in a collection, each once; of a dictionary its own view, since a copy takes longer."""
    return held.keys() if isinstance(held, dict) else {*_iterate_ids(held)}


def _guess_reason(ids: list[Any], here: set[Any], everywhere: set[Any], queries: set[Any]) -> str:
    """A sentence on why unjudged ids of a run (``ids``) match none of the query's judged ids (``here``).

    ``everywhere`` has the judged ids of all queries, ``queries`` the ids of the queries.
    """
    if all(isinstance(one, tuple) for one in ids):
        return f"Its results are tuples such as {ids[0]!r}: with scores, pass a dict of them, {{id: score}}."
    if _compute_known_share(ids, everywhere) >= _ENOUGH_SHARE:
        return "Its documents are judged, but for other queries: are the queries numbered in another way?"
    if _compute_known_share(ids, queries) >= _ENOUGH_SHARE:
        return "Its documents are the judgments’ queries: are two columns swapped?"
    own, theirs = (sorted({type(one).__name__ for one in some}) for some in (ids, here))
    ids, here = [*map(str, ids)], {*map(str, here)}
    if not {*own} & {*theirs} and _compute_known_share(ids, here) >= _ENOUGH_SHARE:
        return f"The run’s ids are {' and '.join(own)}, the judged ones {' and '.join(theirs)}: write both as str."
    for alike, words in _REASONS:
        if _compute_known_share(map(alike, ids), {alike(one) for one in here} - {""}) >= _ENOUGH_SHARE:
            return words
    for cut, plain, whose in ((ids, here, "Its"), (here, set(ids), "The judged")):
        if _compute_known_share((_ENDING.sub("", one) for one in cut), plain) >= _ENOUGH_SHARE:
            return f"{whose} ids have an ending that the others lack: passages of documents?"
    if all(map(str.isdigit, ids)) and not any(map(str.isdigit, here)):
        return "Its ids are bare numbers: they may be a tool’s own, such as PyTerrier’s docid, and not the documents’."
    return "Do the two belong together?"


def _compute_known_share(ids: Iterable[Any], known: set[Any]) -> float:
    """The share, from 0 to 1, of the ids that are in ``known``; 0 where there are no ids."""
    found = [one in known for one in ids]
    return sum(found) / max(len(found), 1)


def _number_at_end(text: str) -> str:
    """The number at the end of an id, as digits without leading zeros; empty if there is none."""
    found = _NUMBER_AT_END.search(text)
    return found[1] if found else ""


_REASONS: tuple[tuple[Callable[[str], str], str], ...] = (
    (lambda text: text.strip().casefold(), "They differ in capital letters or blanks."),
    (lambda text: INVISIBLE_CHARACTERS.sub("", text), "They look alike, but some have characters that nobody sees."),
    (lambda text: text.removesuffix(".0"), "One side wrote numbers with a decimal point, 7.0 for 7."),
    (lambda text: text.lstrip("0"), "They differ in leading zeros."),
    (_number_at_end, "They differ in what stands before the number."),
)
"""Normalizations under which the ids of both sides may match, each with the reason it then shows."""


def _format_ids(ids: tuple[Any, ...]) -> str:
    """The ids in quotation marks, long ones shortened, joined by "and", for a message."""
    return " and ".join(
        repr(f"{one[:_MAX_ID_CHARACTERS]}…" if isinstance(one, str) and len(one) > _MAX_ID_CHARACTERS else one)
        for one in ids
    )
