"""The list that a number is explained on, as people write it: ``3 2 - 0``, ``3a 0 3a`` and ``1=0=0``."""

from __future__ import annotations

import re
from typing import NamedTuple

_GRADE = re.compile(r"([0-9]{1,2}|[-–_?])([A-Za-z]*)")


class NotAGradeError(ValueError):
    """A word of a list is no grade; ``word`` is that word."""

    def __init__(self, word: str) -> None:
        """Hold the word."""
        super().__init__(word)
        self.word = word


class AskedList(NamedTuple):
    """A list of grades, None where nobody judged; with documents if one is named, and scores if some are tied."""

    grades: list[int | None]
    ids: list[str] | None
    scores: list[int] | None


def parse_asked_list(text: str) -> AskedList:
    """The list in a text: grades with blanks or commas between, each with letters for its document if that matters.

    Raises:
        NotAGradeError: A word is no grade.

    >>> parse_asked_list("3a 2, - 3a").ids
    ['a', '2', '3', 'a']
    >>> parse_asked_list("2 1 = 0")
    AskedList(grades=[2, 1, 0], ids=None, scores=[0, -1, -1])
    """
    tied = [word.split("=") for word in re.sub(r"\s*=\s*", "=", text.replace(",", " ")).split()]
    scores = [-place for place, words in enumerate(tied) for _ in words]
    words = [word for words in tied for word in words]
    found = [_GRADE.fullmatch(word) for word in words]
    if None in found:
        raise NotAGradeError(words[found.index(None)])
    pairs = [one.groups() for one in found if one]
    named = any(letters for _, letters in pairs)
    return AskedList(
        [int(grade) if grade.isdigit() else None for grade, _ in pairs],
        [letters or f"{rank}" for rank, (_, letters) in enumerate(pairs, 1)] if named else None,
        scores if len(tied) < len(words) else None,
    )
