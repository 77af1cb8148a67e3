"""Ranks that are tied: groups of neighbouring ranks whose results have one score, as ``2-3.5-8`` in a link."""

from __future__ import annotations

import re
from itertools import pairwise
from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Groups = tuple[tuple[int, int], ...]


def check_ties(groups: Groups, n: int) -> None:
    """Raise a ValueError unless these are groups of two ranks or more, from 1 to n, in order and without overlap."""
    ends = [0, *(rank for group in groups for rank in group)]
    if any(type(rank) is not int for rank in ends) or ends != sorted(set(ends)) or ends[-1] > n:
        raise ValueError(f"ties are groups of neighbouring ranks from 1 to {n}, from the top, not {groups}")


def change_ties(groups: Groups, first: int, last: int, *, together: bool) -> Groups:
    """The groups after neighbouring ranks from `first` to `last` were tied, or none of them left with the next.

    >>> change_ties(((2, 3),), 3, 5, together=True), change_ties(((2, 5),), 3, 4, together=False)
    (((2, 5),), ((2, 3), (4, 5)))
    """
    asked = range(first, last)
    return _group(_list_tied(groups).union(asked) if together else _list_tied(groups).difference(asked))


def _list_tied(groups: Groups) -> set[int]:
    """The ranks that are tied with the next one."""
    return {rank for first, last in groups for rank in range(first, last)}


def _group(tied: Iterable[int]) -> Groups:
    """The groups, from the ranks that are tied with the next one."""
    groups: list[tuple[int, int]] = []
    for rank in sorted(tied):
        if groups and groups[-1][1] == rank:
            groups[-1] = (groups[-1][0], rank + 1)
        else:
            groups.append((rank, rank + 1))
    return tuple(groups)


def find_ties(scores: Sequence[object]) -> Groups:
    """The groups of neighbouring ranks with one score, or with the same scores in all of several lists.

    Args:
        scores: The score at each rank, or the scores.

    >>> find_ties([9.5, 7, 7, 7, 2, 2]), find_ties([3, 2, 1])
    (((2, 4), (5, 6)), ())
    """
    return _group(rank for rank, (one, after) in enumerate(pairwise(scores), 1) if one == after)


def change_scores(scores: Sequence[float], before: Groups, after: Groups) -> list[float]:
    """Scores by rank in which what was tied since is one, and what was parted is not; others stay as they are.

    >>> change_scores([9, 7, 7, 7, 2], ((2, 4),), ((1, 2), (3, 4)))
    [9, 9, 7, 7, 2]
    >>> change_scores([7, 7, 2], ((1, 2),), ())
    [7, 4.5, 2]
    """
    was, now = _list_tied(before), _list_tied(after)
    tied = (_list_tied(find_ties(scores)) | (now - was)) - (was - now)
    found: list[float] = []
    for rank, score in enumerate(scores, 1):
        last = found[-1] if found else inf
        if rank - 1 in tied:
            found.append(last)
        elif score < last:
            found.append(score)
        else:  # it was as high as the one before: now it is between that and the next lower one
            lower = next((one for one in scores[rank:] if one < last), last - 2)
            found.append((last + lower) / 2)
    return found


def write_ties(groups: Groups) -> str:
    """The groups as text for a link.

    >>> write_ties(((2, 3), (5, 8)))
    '2-3.5-8'
    """
    return ".".join(f"{first}-{last}" for first, last in groups)


def read_ties(text: str) -> Groups:
    """The groups in a link's text.

    Raises:
        ValueError: If it is no such text.

    >>> read_ties("2-3.5-8"), read_ties("")
    (((2, 3), (5, 8)), ())
    """
    if text and not re.fullmatch(r"\d{1,4}-\d{1,4}(?:\.\d{1,4}-\d{1,4})*", text, re.ASCII):
        raise ValueError(f"{text!r} are no ties")
    found = tuple((int(first), int(last)) for first, last in re.findall(r"(\d+)-(\d+)", text))
    check_ties(found, 9999)
    return found
