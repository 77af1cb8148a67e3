"""What a column of a table, or a field of a record, can be, and the names people give it."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from irviz.metrics.roles import NAMES, folded

if TYPE_CHECKING:
    from collections.abc import Mapping

ROLES: Mapping[str, str] = MappingProxyType(
    {
        "query": "Which query the row belongs to; without it, all rows are one query.",
        "document": "The id of the document.",
        "score": "The score that the system gave; empty where it did not retrieve the document.",
        "rank": "The rank, the best first; it counts where there is no score.",
        "grade": "How relevant the document was judged; empty where nobody judged it.",
        "title": "What a person reads on the card.",
        "picture": "An https link to a picture.",
    }
)
"""Every role, with one line that says what it is for."""

_NAMES = {
    **NAMES,
    "title": "title name text caption heading headline",
    "picture": "picture image img imageurl imagelink pictureurl picturelink thumbnail photo",
}
_ROLE_OF = {name: role for role, names in _NAMES.items() for name in names.split()}

BEIR = ("queryid", "corpusid", "score")
"""The header of BEIR's judgments, whose score is a grade."""


def role_of(name: str) -> str | None:
    """The role that a column of this name has, or None.

    Example:
        >>> role_of("Corpus-ID"), role_of("relevance"), role_of("price")
        ('document', 'grade', None)
    """
    return _ROLE_OF.get(folded(name))


def roles_of(names: list[str]) -> dict[str, int]:
    """For each role the index of the first column whose name means it.

    Example:
        >>> roles_of(["query", "doc_id", "id", "price", "score"])
        {'query': 0, 'document': 1, 'score': 4}
    """
    found: dict[str, int] = {}
    for index, name in enumerate(names):
        role = role_of(name)
        if role is not None:
            found.setdefault(role, index)
    return found
