"""One test for many values, where each of them takes less time than a test of its own."""

from __future__ import annotations

import inspect
from functools import wraps
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


def each(names: str | tuple[str, ...], values: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """A decorator by which a test goes through all values, like `pytest.mark.parametrize` as one test.

    A test of its own for each of some thousand values takes longer than what is tested. The first value
    that fails is named by a note of the error.

    Args:
        names: The argument of the test that takes a value, or those that take its parts.
        values: The values.
    """
    keys = (names,) if isinstance(names, str) else names
    cases = [dict(zip(keys, (value,) if isinstance(names, str) else value, strict=True)) for value in values]

    def go_through(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def all_of_them(**fixtures: Any) -> None:
            for case in cases:
                try:
                    test(**fixtures, **case)
                except BaseException as error:
                    error.add_note(f"with {case}")
                    raise

        given = inspect.signature(test)
        left = [one for name, one in given.parameters.items() if name not in keys]
        all_of_them.__dict__["__signature__"] = given.replace(parameters=left)
        # Of hypothesis, each value is a test, and not all of them together.
        for name in [name for name in vars(all_of_them) if "hypothesis" in name]:
            delattr(all_of_them, name)
        return all_of_them

    assert cases
    return go_through
