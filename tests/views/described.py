"""What tests look for in described elements."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def elements(described: Sequence[Any]) -> Iterator[list[Any]]:
    """All elements, in their order."""
    for one in described:
        if isinstance(one, list):
            yield one
            yield from elements(one[2:])


def attributes(described: Sequence[Any]) -> Iterator[dict[str, Any]]:
    """The attributes of all elements, in their order."""
    return (one[1] for one in elements(described))


def where(described: Sequence[Any], name: str, value: object) -> list[list[Any]]:
    """The elements with an attribute."""
    return [one for one in elements(described) if one[1].get(name) == value]


def texts(described: Sequence[Any]) -> list[str]:
    """All texts, in their order."""
    return [text for one in described for text in (texts(one[2:]) if isinstance(one, list) else [str(one)])]
