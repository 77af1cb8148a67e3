"""The package irviz.metrics in its own words: every public name, from the docstrings."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from irviz.metrics.documentation import GROUPS, PACKAGE, list_entries
from irviz.views.html import introduction, prose, tag, tags, text, title

if TYPE_CHECKING:
    from irviz.metrics.documentation import Block, Entry
    from irviz.pages.host import Frame, Host

_KNOWN = {name for names in GROUPS.values() for name in names}


def show(host: Host) -> Frame:
    """Make the frame of the page on the Python package."""
    return host.make_frame(host.add_prose(render_page))


@cache
def render_page() -> str:
    """HTML of the page on the package, cached."""
    parts = _render_introduction() + "".join(_render_group(*one) for one in list_entries().items())
    return prose(tag("div", _render_contents() + tag("div", parts), class_="ix-halves ix-reference"))


def anchor_of(name: str) -> str:
    """The HTML id of a documented name, for links.

    >>> anchor_of("Ranking.from_ids")
    'py-Ranking.from_ids'
    """
    return f"py-{name}"


def _render_introduction() -> str:
    """HTML of the page's heading, and of how the package is installed."""

    def code(words: str) -> str:
        """HTML of a text as code."""
        return tag("code", text(words))

    return introduction(
        PACKAGE,
        f"Every number of these pages is computed by a package that is used without them: "
        f"{code('pip install --no-deps .')} in a checkout brings it alone, and it needs nothing else. This is "
        f"what its docstrings say; {code('irviz docs NAME')} prints the same in a terminal. What the metrics mean "
        f"and hide is in the " + tag("a", "reference", href="./reference") + ".",
    )


def _render_contents() -> str:
    """HTML of the table of contents, with the names in each group."""

    def group(name: str, names: tuple[str, ...]) -> str:
        """HTML of the links to a group, and to each of its names."""
        links = (tag("a", text(one), href=f"#{anchor_of(one)}") for one in names)
        return tag("a", text(name), href=f"#{_anchor_of_group(name)}") + tag("ul", tags("li", links))

    entries = tags("li", (group(*one) for one in GROUPS.items()))
    return tag("nav", tag("ul", entries), aria_label="On this page", class_="ix-contents ix-names")


def _anchor_of_group(group: str) -> str:
    """The HTML id of a group of names, for links."""
    return "py-" + "-".join(group.lower().split())


def _render_group(name: str, found: tuple[Entry, ...]) -> str:
    """HTML of a group's section: its heading and its entries."""
    head = title(2, name, id=_anchor_of_group(name))
    return tag("section", head + "".join(map(_render_entry, found)), class_="ix-stack")


def _render_entry(found: Entry) -> str:
    """HTML of the article on a documented name and its members."""
    parts = tags("div", (_render_documentation(part, 4) for part in found.parts), class_="ix-stack ix-member")
    return tag("article", _render_documentation(found, 3) + parts, class_="ix-panel ix-stack ix-documented")


def _render_documentation(found: Entry, level: int) -> str:
    """HTML of an entry's name, signature and docstring; `level` is that of the heading, from 1."""
    name = tag(f"h{level}", text(found.name), class_="ix-h3", id=anchor_of(found.name))
    call = tag("pre", text(found.call)) if found.call != found.name else ""
    return name + call + "".join(map(_render_block, found.blocks))


def _render_block(block: Block) -> str:
    """HTML of a block of a docstring: code, text, or a list of names and meanings."""
    match block.kind:
        case "code":
            return tag("pre", text(block.text))
        case "text":
            return tag("p", _render_text(block.text))
    rows = "".join(
        tag("div", (tag("dt", tag("code", text(name))) if name else "") + tag("dd", _render_text(meaning)))
        for name, meaning in block.items
    )
    return tag("p", text(block.text), class_="ix-caption") + tag("dl", rows)


def _render_text(words: str) -> str:
    """HTML of a text, with code marked up, and documented names as links."""

    def code(found: re.Match[str]) -> str:
        """HTML of a piece of code, a link if it is a documented name."""
        shown = tag("code", found[1])
        return tag("a", shown, href=f"#{anchor_of(found[1])}") if found[1] in _KNOWN else shown

    return re.sub("``(.+?)``", code, text(words))
