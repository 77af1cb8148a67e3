"""Stored outputs: what a view describes in a named state, as HTML to be read; `--store` writes it anew."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

FOLDER = Path(__file__).parent / "stored"


class Stored(Protocol):
    """Compare what is described with what is stored under a name."""

    def __call__(self, name: str, described: Sequence[Any]) -> None: ...


@pytest.fixture
def stored(pytestconfig: pytest.Config) -> Stored:
    def compare(name: str, described: Sequence[Any]) -> None:
        path = FOLDER / f"{name}.html"
        now = "\n".join(line for one in described for line in lines(one)) + "\n"
        if pytestconfig.option.store:
            path.write_text(now, encoding="utf-8")
        assert now == path.read_text(encoding="utf-8"), "differs; --store writes it anew"

    return compare


def lines(one: Any, indent: str = "") -> Iterator[str]:
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
        yield from lines(child, indent + "  ")
    yield f"{indent}</{tag}>"
