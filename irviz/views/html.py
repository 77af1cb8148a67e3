"""HTML for the parts of a page that are read: elements, tables and lists, whose texts stay texts."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from typing import TYPE_CHECKING

from irviz.views.words import words_of as all_words

if TYPE_CHECKING:
    from collections.abc import Iterable


def prose(*parts: str) -> str:
    """Elements in the type of these pages."""
    return tag("div", "".join(parts), class_="ix ix-prose")


def title(level: int, words: str, **attributes: object) -> str:
    """A heading of the first to the third level.

    >>> title(2, "R & P", id="both")
    '<h2 class="ix-h2" id="both">R &amp; P</h2>'
    """
    return tag(f"h{level}", text(words), class_=f"ix-h{level}", **attributes)


def introduction(words: str, about: str) -> str:
    """What a page begins with: its heading, and HTML that says what it is about."""
    return tag("header", title(1, words) + tag("p", about, class_="ix-lead"))


def bullets(contents: Iterable[str]) -> str:
    """A list to read, of pieces of HTML."""
    return tag("ul", tags("li", contents), class_="ix-bullets")


def notice(content: str) -> str:
    """What is wrong, as HTML, for everybody to see and to hear."""
    return tag("div", content, class_="ix-notice ix-faults", data_kind="wrong", role="alert")


def table(heads: str, rows: Iterable[tuple[str, Iterable[str]]], class_: str) -> str:
    """A table.

    Args:
        heads: The cells of its first line, as HTML.
        rows: The head of each other line and its cells, as HTML.
        class_: Its classes besides.
    """
    lines = (tag("th", head, scope="row", class_="ix-strong") + tags("td", cells) for head, cells in rows)
    body = tag("tbody", tags("tr", lines))
    return tag("table", tag("thead", tag("tr", heads)) + body, class_=f"ix-table {class_}")


def scroll_box(content: str, label: str, class_: str = "ix-scroll") -> str:
    """A scrollable box for HTML that may be wider than the page."""
    return tag("div", content, class_=class_, tabindex="0", role="region", aria_label=label)


def text(words: object) -> str:
    """Text as HTML that shows just that text.

    >>> text("a < b & c")
    'a &lt; b &amp; c'
    """
    return escape(str(words))


def terms(words: str, seen: set[str]) -> str:
    """Text as HTML in which each word can be looked up that has not been seen before.

    Args:
        words: The text.
        seen: The words that are marked already; those of the text are added.

    >>> terms("The gain & its gain.", set()).count("ix-term")
    1
    >>> terms("R-precision", set())
    'R-precision'
    """
    forms = _forms_of_words()
    written = "|".join(f"{form}\\w+" if form.endswith("@") else form for form in forms)

    def mark(found: re.Match[str]) -> str:
        name = forms[re.sub("@.*", "@", found[0])]
        if name in seen:
            return found[0]
        seen.add(name)
        return tag("span", found[0], class_="ix-term", role="button", tabindex="0", data_term=name)

    return re.sub(rf"(?<![\w@&-])(?:{written})(?![\w@]|-\w)", mark, text(words))


@cache
def _forms_of_words() -> dict[str, str]:
    """How words are written, the longest first, and which they are."""
    forms = {form: one["id"] for one in all_words()["words"] for form in one["forms"]}
    return dict(sorted(forms.items(), key=lambda one: -len(one[0])))


def tag(name: str, content: str, /, **attributes: object) -> str:
    """An element around HTML; attributes are escaped, `class_` and `for_` lose their underscore.

    >>> tag("p", text("1 < 2"), class_="ix-soft", hidden=None)
    '<p class="ix-soft">1 &lt; 2</p>'
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(str(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{written}>{content}</{name}>"


def tags(name: str, contents: Iterable[str], /, **attributes: object) -> str:
    """Wrap each of several pieces of HTML in an element of one kind.

    >>> tags("li", ["1", "2"])
    '<li>1</li><li>2</li>'
    """
    return "".join(tag(name, content, **attributes) for content in contents)
