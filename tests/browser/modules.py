"""The page's modules in their one script: a test may ask for one, and change what one does."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page, Route

ONE_SCRIPT = 'script[src$="/page.js"]'
"""Where a page has it, for CSS."""

SCRIPT = f"import(document.querySelector('{ONE_SCRIPT}').src)"
"""JavaScript: the one script, with `module(name)` and `modules`, which are those that have run."""

WIRE = f"() => {SCRIPT}.then(page => {{ window.wireOfThePage = page.module('transport.js'); }})"
"""JavaScript: the page's line to the server, where a test can ask whether everything has been answered."""

_END = re.compile(r'\n\},\n(?="|\};)')


def alter(page: Page, changes: dict[str, Callable[[str], str]]) -> None:
    """Serve the one script with some modules changed.

    Args:
        page: That gets it.
        changes: By the name of a module, from its text to another.
    """

    def serve(route: Route) -> None:
        answer = route.fetch()
        text = answer.text()
        for name, change in changes.items():
            start = text.index(f'"{name}"() {{\n')
            end = _END.search(text, start)
            assert end is not None
            text = text[:start] + change(text[start : end.start()]) + text[end.start() :]
        route.fulfill(response=answer, body=text)

    page.route("**/page.js", serve)


def added(line: str) -> Callable[[str], str]:
    """A change that adds a line at the end of a module."""

    def change(text: str) -> str:
        before, _, exports = text.rpartition("\nreturn {")
        return f"{before}\n{line}\nreturn {{{exports}"

    return change


def replaced(old: str, new: str) -> Callable[[str], str]:
    """A change that puts one thing in the place of another, which has to be there."""

    def change(text: str) -> str:
        assert old in text
        return text.replace(old, new)

    return change
