"""A document that a list has twice: what tools make of such a list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irviz.metrics.errors import RankingError
from irviz.metrics.ranking import Ranking

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

DUPLICATES = {
    "refused": "the tool says so, and computes nothing",
    "counted twice": "the document counts each time, which lifts nDCG above 1 and AP up to 2",
    "first counts": "the document counts where it is first; its later place stays taken, and adds nothing",
    "first kept": "the document counts where it is first, and the list closes up over its later place",
    "last kept": "the list is a table by document, in which the later score replaces the earlier one",
    "one more": "each time counts as another relevant document, in the ideal too",
    "no ids": "the tool is given grades without documents, so that each counts",
    "never twice": "the tool searches by itself, and finds a document once",
}
"""What tools do with a document that a list has twice.

A reader gains nothing from the same document again, so it counts where it is first; and the later place is lost
to another one. A list that closes up over it would hide that. A run from a file is refused, since the fault is in
what wrote it.
"""


def read_duplicates(ranking: Ranking, ids: Sequence[Hashable]) -> dict[str, Ranking]:
    """What each rule of `DUPLICATES` that gives a list makes of one in which documents are there twice.

    Args:
        ranking: The list as it came, with each document as often as it is there.
        ids: The document at each rank.

    Returns:
        The lists by their rules; none if each document is there once.

    Raises:
        RankingError: A document has two grades.

    >>> {rule: one.grades for rule, one in read_duplicates(Ranking([2, 2, 0]), "aab").items()}
    ... # doctest: +NORMALIZE_WHITESPACE
    {'first counts': (2, 0, 0), 'counted twice': (2, 2, 0), 'last kept': (2, 0), 'first kept': (2, 0),
     'one more': (2, 2, 0)}
    """
    last = {document: i for i, document in enumerate(ids)}
    first = {document: i for i, document in reversed([*enumerate(ids)])}
    if len(first) == ranking.n:
        return {}
    for i, document in enumerate(ids):
        if ranking.grades[i] != ranking.grades[first[document]]:
            raise RankingError(f"document {document!r} has two grades: give it the same each time")
    once = reorder_results(ranking, sorted(first.values()))
    twice = ranking.at(ranking.threshold)
    # R and the ideal are made of this.
    twice.__dict__["_graded"] = list(filter(None, (*once.grades, *once.missed)))
    places = [i if first[document] == i else None for i, document in enumerate(ids)]
    return {
        "first counts": reorder_results(ranking, places),
        "counted twice": twice,
        "last kept": reorder_results(ranking, sorted(last.values())),
        "first kept": once,
        "one more": ranking,
    }


def is_rule_of(own: str, rule: str) -> bool:
    """Whether a tool with its own key of `DUPLICATES` makes the list of a rule."""
    return rule == ("one more" if own == "no ids" else own)


def reorder_results(ranking: Ranking, places: Iterable[int | None]) -> Ranking:
    """The ranking of the results at these places, counted from 0; None is a result that is not relevant."""
    grades = [0 if i is None else ranking.grades[i] if ranking.judged[i] else None for i in places]
    return Ranking(grades, ranking.missed, ranking.threshold)
