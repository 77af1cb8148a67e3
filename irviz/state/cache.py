"""A cache of function results, all of them together within a limit of bytes.

A limit on the number of entries says little: a list of a thousand results takes a hundred times what one of
eight does, and visitors choose the length.
"""

from __future__ import annotations

from collections import OrderedDict
from itertools import takewhile
from threading import Lock
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

Arguments = ParamSpec("Arguments")
Value = TypeVar("Value")

MAX_CACHE_BYTES = 64_000_000
"""About the most that all entries take together; the least recently used go first."""

ALWAYS_KEPT_BYTES = 8_000_000
"""Entries up to this size stay, even if they are unused."""


class _Entry(NamedTuple):
    """A cached value, and about how many bytes it takes."""

    value: Any
    size: int


class _Cache:
    """Entries by function and arguments; the most recently used stands last."""

    def __init__(self) -> None:
        self.kept: OrderedDict[tuple[object, Hashable], _Entry] = OrderedDict()
        self.size = 0
        self.lock = Lock()

    def find(self, key: tuple[object, Hashable]) -> _Entry | None:
        """The entry with a key (function and arguments), marked as used last; None if there is none."""
        with self.lock:
            found = self.kept.get(key)
            if found is not None:
                self.kept.move_to_end(key)
            return found

    def keep(self, key: tuple[object, Hashable], value: _Entry) -> None:
        """Store an entry under a key, and drop the least recently used ones beyond `MAX_CACHE_BYTES`."""
        with self.lock:
            before = self.kept.pop(key, None)
            self.kept[key] = value
            self.size += value.size - (before.size if before else 0)
            while self.size > MAX_CACHE_BYTES:
                self.size -= self.kept.popitem(last=False)[1].size

    def evict_unused(self) -> None:
        """Drop the entries not used since the last call, as long as more than `ALWAYS_KEPT_BYTES` are kept."""
        with self.lock:
            unasked = list(takewhile(lambda key: key is not _MARK, self.kept))
            for key in unasked if _MARK in self.kept else ():
                if self.size > ALWAYS_KEPT_BYTES:
                    self.size -= self.kept.pop(key).size
            self.kept[_MARK] = _Entry(None, 0)
            self.kept.move_to_end(_MARK)

    def drop(self, owner: object) -> None:
        """Drop all entries of one cached function, the first part of their keys."""
        with self.lock:
            for key in [one for one in self.kept if one[0] is owner]:
                self.size -= self.kept.pop(key).size


_MARK = (None, None)
"""What stands before it was not used since the last call of `evict_unused`."""

_CACHE = _Cache()


def count_cached_bytes() -> int:
    """About how many bytes all cached results of this process take."""
    return _CACHE.size


def evict_unused() -> None:
    """Drop the entries that were not used since the last call, but keep the last 8 MB of them.

    Example:
        >>> @cache_by_size(lambda value, number: ALWAYS_KEPT_BYTES)
        ... def doubled(number):
        ...     return 2 * number
        >>> doubled(2), doubled(3), evict_unused(), doubled(3), evict_unused(), doubled(2), doubled(3)
        (4, 6, None, 6, None, 4, 6)
        >>> doubled.misses
        3
        >>> doubled.cache_clear()
    """
    _CACHE.evict_unused()


class CachedFunction(Generic[Arguments, Value]):
    """A function whose results are cached.

    Attributes:
        misses: How often the function was really called.
    """

    def __init__(self, function: Callable[Arguments, Value], size: Callable[..., int]) -> None:
        """Cache a function; `size` estimates the bytes of a value, given the value and its arguments."""
        self.__wrapped__ = function
        self.__doc__ = function.__doc__
        self.__name__ = function.__name__
        self.__module__ = function.__module__
        self.misses = 0
        self._size = size

    def __call__(self, *args: Arguments.args, **options: Arguments.kwargs) -> Value:
        """The result of the function, from the cache if it is there."""
        key = (self, (args, *options.items()) if options else args)
        found = _CACHE.find(key)
        if found is None:
            self.misses += 1
            value = self.__wrapped__(*args, **options)
            found = _Entry(value, self._size(value, *args))
            _CACHE.keep(key, found)
        remembered: Value = found.value
        return remembered

    def cache_clear(self) -> None:
        """Drop the cached results of this function."""
        _CACHE.drop(self)


def cache_by_size(size: Callable[..., int]) -> Callable[[Callable[Arguments, Value]], CachedFunction[Arguments, Value]]:
    """Make a decorator that caches the results of pure functions with hashable arguments.

    Args:
        size: About how many bytes a value and its arguments take; it is called with the value and then with
            those arguments that were not given by name.

    Example:
        >>> @cache_by_size(lambda value, number: 100)
        ... def doubled(number):
        ...     print("once")
        ...     return 2 * number
        >>> doubled(2), doubled(2)
        once
        (4, 4)
    """
    return lambda function: CachedFunction(function, size)
