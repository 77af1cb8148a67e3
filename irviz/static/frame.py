"""The HTML of each page where there is no server: its frame, and what it shows first.

What a page begins with is inside, so that it can be used before Python has arrived. Its elements have the
names that Streamlit gives to those of its own frame, since that is what our style sheets place things by.
"""

from __future__ import annotations

import json
from functools import cache
from html import escape
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING

from irviz.pages.menu import MENU
from irviz.static.host import TITLES, Host
from irviz.ui.pages import package, reference, textbook
from irviz.views.words import words

if TYPE_CHECKING:
    from collections.abc import Callable

_UI = Path(__file__).parents[1] / "ui"

PLAIN: dict[str, Callable[[], str]] = {
    "reference": reference.whole,
    "package": package.whole,
    "textbook": textbook.whole,
}
"""The pages that are read, and need no Python: what makes their HTML."""

_PAGE = Template((Path(__file__).parent / "page.html").read_text(encoding="utf-8"))


def page(path: str, root: str, assets: str, head: str = "") -> str:
    """The HTML of a page.

    Args:
        path: The last part of its address; empty for the first, which is Explore.
        root: The way from it to the first page: ``./`` or ``../``.
        assets: The folder of the assets, below that.
        head: What else its head has.

    Example:
        >>> shown = page("compare", "../", "irviz-assets/1/")
        >>> "<title>Compare two lists · irviz</title>" in shown, shown.count("<template")
        (True, 15)
    """
    plain = PLAIN.get(path)
    first = (
        json.dumps({"page": path, "plain": True, "words": words()})
        if plain
        else Host().opened(path or "explore", {}).json()
    )
    return _PAGE.substitute(
        head=head,
        title=escape(TITLES[path or "explore"]),
        files=f"{root}{assets}",
        menu="".join(map(_group, MENU)),
        body=plain() if plain else "",
        templates=_templates(),
        first=first.replace("<", "\\u003c"),
    )


def _group(name: str) -> str:
    """The pages of a group, as an entry of the menu."""
    pages = "".join(
        f'<li><a href="./{"" if entry.path == "explore" else entry.path}" data-page="{entry.path}"'
        f"{' data-plain' if entry.path in PLAIN else ''}"
        f' title="{escape(entry.about)}">{escape(entry.title)}</a></li>'
        for entry in MENU[name]
    )
    button = (
        f'<button type="button" class="ix-nav-group" aria-expanded="false">{escape(name)}</button>'
    )
    return f"<li>{button}<ul hidden>{pages}</ul></li>"


@cache
def _templates() -> str:
    """What each component begins with."""
    skeletons = [path for path in sorted(_UI.glob("*/*.html")) if path.stem == path.parent.name]
    return "".join(
        f'<template data-component="{path.stem}">{path.read_text(encoding="utf-8").strip()}</template>'
        for path in (*skeletons, Path(__file__).parent / "results.html")
    )
