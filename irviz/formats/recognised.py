"""Formats that are recognised by how a file begins: one line in a table for each of them."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from irviz.formats.kinds import typed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from irviz.formats.contents import Contents
    from irviz.formats.decoding.source import Source


class Reader(NamedTuple):
    r"""What reads a format.

    Attributes:
        words: What a file of it is called in messages, with its article.
        looks: Whether a file that begins with this text is one.
        read: Reads it. What is wrong is one line (`Source.error`): file, line, what was expected there,
            what was found.
        example: A small file of it, which the tests read and damage.
        wanted: Whether it can be the run or the judgments that somebody asks for; if not, it is
            recognised only where nothing is asked for.

    >>> RECOGNISED["typed"].looks("1 0 1"), RECOGNISED["typed"].looks("q1 0 d7 1")
    (True, False)
    """

    words: str
    looks: Callable[[str], bool]
    read: Callable[[Source], Contents]
    example: str
    wanted: bool = True


RECOGNISED: Mapping[str, Reader] = MappingProxyType(
    {
        # Lists alone are neither a run nor judgments, so nobody who wants one of these types one.
        "typed": Reader(
            "a list of grades", typed.looks_typed, typed.read, "3,2,3,0,1\n10110\n", wanted=False
        ),
    }
)
"""By name, in the order in which they are asked; what none of them recognises is guessed by its columns."""
