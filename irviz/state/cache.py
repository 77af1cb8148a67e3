"""Values that are remembered for the next time, all of them together within a limit of bytes.

A limit of how many there are says little: a list of a thousand results takes a hundred times what one of
eight does, and whoever visits says how long his are.
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
"""So many bytes all of them take together, about; those that nobody has asked for the longest go first."""

ALWAYS_KEPT_BYTES = 8_000_000
"""So many stay, however long nobody asks for them."""


class _Entry(NamedTuple):
    value: Any
    size: int


class _Cache:
    """What is remembered, by whom and for which arguments; what was asked for last stands last."""

    def __init__(self) -> None:
        self.kept: OrderedDict[tuple[object, Hashable], _Entry] = OrderedDict()
        self.size = 0
        self.lock = Lock()

    def find(self, key: tuple[object, Hashable]) -> _Entry | None:
        with self.lock:
            found = self.kept.get(key)
            if found is not None:
                self.kept.move_to_end(key)
            return found

    def keep(self, key: tuple[object, Hashable], value: _Entry) -> None:
        with self.lock:
            before = self.kept.pop(key, None)
            self.kept[key] = value
            self.size += value.size - (before.size if before else 0)
            while self.size > MAX_CACHE_BYTES:
                self.size -= self.kept.popitem(last=False)[1].size

    def forget(self) -> None:
        with self.lock:
            unasked = list(takewhile(lambda key: key is not _MARK, self.kept))
            for key in unasked if _MARK in self.kept else ():
                if self.size > ALWAYS_KEPT_BYTES:
                    self.size -= self.kept.pop(key).size
            self.kept[_MARK] = _Entry(None, 0)
            self.kept.move_to_end(_MARK)

    def drop(self, owner: object) -> None:
        with self.lock:
            for key in [one for one in self.kept if one[0] is owner]:
                self.size -= self.kept.pop(key).size


_MARK = (None, None)
"""Before it stands what nobody has asked for since the last time that something was to be forgotten."""

_CACHE = _Cache()


def count_cached_bytes() -> int:
    """About how many bytes everything that is remembered takes."""
    return _CACHE.size


def evict_unused() -> None:
    """Forget what nobody has asked for since this was called last, but for the last 8 MB of it.

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
    _CACHE.forget()


class CachedFunction(Generic[Arguments, Value]):
    """A function that remembers what it has returned.

    Attributes:
        misses: How often it has not, and was really called.
    """

    def __init__(self, function: Callable[Arguments, Value], size: Callable[..., int]) -> None:
        self.__wrapped__ = function
        self.__doc__ = function.__doc__
        self.__name__ = function.__name__
        self.__module__ = function.__module__
        self.misses = 0
        self._size = size

    def __call__(self, *args: Arguments.args, **options: Arguments.kwargs) -> Value:
        """What the function returns, or has returned."""
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
        """Forget everything."""
        _CACHE.drop(self)


def cache_by_size(size: Callable[..., int]) -> Callable[[Callable[Arguments, Value]], CachedFunction[Arguments, Value]]:
    """A decorator for functions that depend on their arguments alone, which can be hashed.

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
