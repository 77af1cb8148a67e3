"""Long lists by query, and long lists of texts, that take little room and travel cheaply.

A million results as dictionaries take 200 MB, and half a second to go from one process to another, in which
Python does nothing else. Packed, they take 25 MB and go as they are; what is asked for is unpacked then.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable, Iterator, KeysView, Mapping
from typing import Any, TypeVar
from zlib import crc32

from irviz.elsewhere import Sent

Value = TypeVar("Value")

Told = Callable[[float], None]
"""Told which share of some work is done, from 0 to 1. To stop it, raise from it."""

_TEXTS_A_BUCKET = 200


def unheard(_share: float) -> None:
    """Nobody wants to know how far it has come."""


def part(told: Told, start: float, length: float) -> Told:
    """What hears how far a part of some work has come.

    Args:
        told: Hears of the whole.
        start: The share of the whole that comes before.
        length: The part's own.

    Example:
        >>> part(print, 0.5, 0.25)(0.5)
        0.625
    """
    return lambda share: told(start + length * share)


class Packed(Mapping[str, dict[str, Value]]):
    """For each query, a number for each document: as a dictionary of dictionaries that nobody changes.

    Args:
        whole: All of them, one after the other.
        places: For each query, where its own begin and end.

    Example:
        >>> run = Packed.of({"q1": {"a": 2.0, "b": 1.0}, "q2": {"c": 0.5}})
        >>> run["q2"], list(run), "q3" in run, list(run.only(["q1"]))
        ({'c': 0.5}, ['q1', 'q2'], False, ['q1'])
    """

    def __init__(self, whole: Sent, places: Mapping[str, tuple[int, int]]) -> None:
        self._whole = whole
        self._places = dict(places)

    @classmethod
    def of(cls, lists: Mapping[str, Mapping[str, Value]]) -> Packed[Value]:
        """The same, packed.

        Args:
            lists: For each query, what is to be packed; of strings and numbers.
        """
        parts, places = [], {}
        end = 0
        for query, found in lists.items():
            part = marshal.dumps(dict(found))
            places[query] = (end, end + len(part))
            end += len(part)
            parts.append(part)
        return cls(Sent(b"".join(parts)), places)

    @classmethod
    def made_of(cls, lists: dict[str, dict[str, Value]]) -> Packed[Value]:
        """The same, of what nobody needs any more: it is taken apart meanwhile, and its memory is free."""
        packed, places = bytearray(), {}
        for query in [*lists]:
            start = len(packed)
            packed += marshal.dumps(lists.pop(query))
            places[query] = (start, len(packed))
        return cls(Sent(packed), places)

    def __getitem__(self, query: str) -> dict[str, Value]:
        start, end = self._places[query]
        # Our own process has written it.
        found: dict[str, Value] = marshal.loads(self._whole.data[start:end])  # noqa: S302
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, query: object) -> bool:
        return query in self._places

    @property
    def size(self) -> int:
        """About how many bytes it takes."""
        return len(self._whole.data) + 200 * len(self._places)

    def keys(self) -> KeysView[str]:
        """The queries."""
        return self._places.keys()

    def only(self, queries: Any) -> Packed[Value]:
        """The same with these queries only; nothing is copied."""
        return Packed(self._whole, {query: self._places[query] for query in queries})

    def unpacked(self, told: Told = unheard) -> dict[str, dict[str, Value]]:
        """As dictionaries.

        Args:
            told: Hears how far it has come.
        """
        found = {}
        for number, query in enumerate(self._places, 1):
            found[query] = self[query]
            if not number % 100:
                told(number / len(self._places))
        return found


class PackedTexts(Mapping[str, str]):
    """A text for each document: as a dictionary that nobody changes.

    Args:
        buckets: The texts by the sum of their documents' ids.
        count: How many there are.

    Example:
        >>> titles = PackedTexts.of({"a": "Ant", "b": "Bee"})
        >>> titles["b"], titles.get("c"), dict(titles)
        ('Bee', None, {'a': 'Ant', 'b': 'Bee'})
    """

    def __init__(self, buckets: Packed[str], count: int) -> None:
        self._buckets = buckets
        self._count = count

    @classmethod
    def of(cls, texts: Mapping[str, str]) -> PackedTexts:
        """The same, packed."""
        number = len(texts) // _TEXTS_A_BUCKET + 1
        buckets: dict[str, dict[str, str]] = {str(at): {} for at in range(number)}
        for document, text in texts.items():
            buckets[_bucket(document, number)][document] = text
        return cls(Packed.of(buckets), len(texts))

    @property
    def size(self) -> int:
        """About how many bytes it takes."""
        return self._buckets.size

    def __getitem__(self, document: str) -> str:
        return self._buckets[_bucket(document, len(self._buckets))][document]

    def __iter__(self) -> Iterator[str]:
        for bucket in self._buckets.values():
            yield from bucket

    def __len__(self) -> int:
        return self._count


def _bucket(document: str, number: int) -> str:
    return str(crc32(document.encode()) % number)


def whole(
    lists: Mapping[str, Mapping[str, Value]], told: Told = unheard
) -> dict[str, dict[str, Value]]:
    """All of it as dictionaries, whether it was packed or not.

    Example:
        >>> whole(Packed.of({"q": {"a": 1}})) == whole({"q": {"a": 1}}) == {"q": {"a": 1}}
        True
    """
    if isinstance(lists, Packed):
        return lists.unpacked(told)
    return {query: dict(found) for query, found in lists.items()}


def only(
    lists: Mapping[str, Mapping[str, Value]], queries: Any
) -> Mapping[str, Mapping[str, Value]]:
    """The lists of some queries.

    Example:
        >>> only({"q1": {"a": 1}, "q2": {}}, ["q2"])
        {'q2': {}}
    """
    if isinstance(lists, Packed):
        return lists.only(queries)
    return {query: lists[query] for query in queries}
