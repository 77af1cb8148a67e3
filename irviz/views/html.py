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
    """HTML of a page of text, from its parts as HTML."""
    return tag("div", "".join(parts), class_="ix ix-prose")


def title(level: int, words: str, **attributes: object) -> str:
    """An HTML heading of level 1 to 3.

    >>> title(2, "R & P", id="both")
    '<h2 class="ix-h2" id="both">R &amp; P</h2>'
    """
    return tag(f"h{level}", text(words), class_=f"ix-h{level}", **attributes)


def introduction(words: str, about: str) -> str:
    """The HTML header of a page: the heading from the text `words`, and the lead from the HTML `about`."""
    return tag("header", title(1, words) + tag("p", about, class_="ix-lead"))


def bullets(contents: Iterable[str]) -> str:
    """An HTML list with bullets, from its entries as HTML."""
    return tag("ul", tags("li", contents), class_="ix-bullets")


def notice(content: str) -> str:
    """An HTML alert with an error message, which screen readers announce."""
    return tag("div", content, class_="ix-notice ix-faults", data_kind="wrong", role="alert")


def table(heads: str, rows: Iterable[tuple[str, Iterable[str]]], class_: str) -> str:
    """An HTML table with a head for each row.

    Args:
        heads: The cells of its first line, as HTML.
        rows: The head of each other line and its cells, as HTML.
        class_: Further classes of the table.
    """
    lines = (tag("th", head, scope="row", class_="ix-strong") + tags("td", cells) for head, cells in rows)
    body = tag("tbody", tags("tr", lines))
    return tag("table", tag("thead", tag("tr", heads)) + body, class_=f"ix-table {class_}")


def scroll_box(content: str, label: str, class_: str = "ix-scroll") -> str:
    """HTML of a scrollable box around HTML that may be wider than the page; `label` is its accessible name."""
    return tag("div", content, class_=class_, tabindex="0", role="region", aria_label=label)


def text(words: object) -> str:
    """Text escaped as HTML.

    >>> text("a < b & c")
    'a &lt; b &amp; c'
    """
    return escape(str(words))


def terms(words: str, seen: set[str]) -> str:
    """Text as HTML in which glossary words can be looked up, each where it first stands.

    Args:
        words: The text.
        seen: The glossary words that are marked already; those of this text are added to the set.

    >>> terms("The gain & its gain.", set()).count("ix-term")
    1
    >>> terms("R-precision", set())
    'R-precision'
    """
    forms = _forms_of_words()
    written = "|".join(f"{form}\\w+" if form.endswith("@") else form for form in forms)

    def mark(found: re.Match[str]) -> str:
        """HTML for a found word, marked unless that was done before."""
        name = forms[re.sub("@.*", "@", found[0])]
        if name in seen:
            return found[0]
        seen.add(name)
        return tag("span", found[0], class_="ix-term", role="button", tabindex="0", data_term=name)

    return re.sub(rf"(?<![\w@&-])(?:{written})(?![\w@]|-\w)", mark, text(words))


@cache
def _forms_of_words() -> dict[str, str]:
    """By each way in which a glossary word is written, the word's id; the longest forms first."""
    forms = {form: one["id"] for one in all_words()["words"] for form in one["forms"]}
    return dict(sorted(forms.items(), key=lambda one: -len(one[0])))


def tag(name: str, content: str, /, **attributes: object) -> str:
    """An HTML element around HTML; attributes are escaped, and `class_` and `for_` lose their underscore.

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
    """One HTML element of the same kind around each of several pieces of HTML.

    >>> tags("li", ["1", "2"])
    '<li>1</li><li>2</li>'
    """
    return "".join(tag(name, content, **attributes) for content in contents)
