"""What tests look for in described elements."""

from __future__ import annotations

from html import escape
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


def lines(one: Any, indent: str = "", step: str = "  ") -> Iterator[str]:
    """A described element, an element or a text a line."""
    if not isinstance(one, list):
        yield indent + escape(str(one), quote=False)
        return
    selector, props, *children = one
    if selector == "ix:formula":
        # What is typeset has its own tests.
        yield f"{indent}<ix:formula/>"
        return
    tag, *classes = selector.split(".")
    more = {"class": " ".join(filter(None, (*classes, props.get("class"))))} if classes else {}
    written = "".join(
        f' {name}="{escape(value if isinstance(value, str) else repr(value))}"'
        for name, value in {**props, **more}.items()
        if value is not None and (value is not False or "-" in name)
    )
    if not children or (len(children) == 1 and not isinstance(children[0], list)):
        said = escape(str(children[0]), quote=False) if children else ""
        yield f"{indent}<{tag}{written}>{said}</{tag}>"
        return
    yield f"{indent}<{tag}{written}>"
    for child in children:
        yield from lines(child, indent + step, step)
    yield f"{indent}</{tag}>"


def html(described: Sequence[Any]) -> str:
    """Described elements as HTML."""
    return "".join(line for one in described for line in lines(one, step=""))
