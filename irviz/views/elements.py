"""Elements as Python describes them: what is on the page as a value, which the browser draws in place.

An element is a list: its tag with classes, its attributes, its children. Text is text, whatever is in it.
``irviz/ui/view/description.js`` makes of it what ``view.js`` draws; there a node stays for the same `key`, or
for the next of the same tag, and with it the focus and where it is scrolled to.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from irviz.lenses.formatting import format_short
from irviz.views.mathml import mathml
from irviz.views.numbers import format_difference

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Child = object
"""An `Element`, a text or a number; an iterable of them; what is None, False or empty is left out."""


class Element(list[Any]):
    """An element as data for the browser to draw: a tag with classes, attributes and children."""


def h(selector: str, /, *children: Child, **props: object) -> Element:
    """Make an `Element`.

    Args:
        selector: A tag with classes: ``button.ix-button.ix-do``.
        children: The contents; see `Child`.
        props: Attributes, with ``_`` for ``-`` and at the end of Python's own words; None is none, and of
            True and False those with a ``-`` in their names are written as words. Besides: ``class_``, more
            classes; ``style``, a mapping; ``key``, by which it is found again among its siblings; ``say``,
            what Python or the page is told when it is pressed or changed (`description.js`); ``scrolls``,
            whether it can be reached by keys while it can be scrolled; ``outward``, a link to the dashboard as
            others open it: the value of a field, or where an ``a`` leads; ``goes``, of a button that is gone once
            it is pressed: keys go on at the field beside it.

    >>> h("p.ix-lead", "1 < ", h("b", 2), None, [], data_rank=2)
    ['p.ix-lead', {'data-rank': 2}, '1 < ', ['b', {}, 2]]
    """
    element = Element((selector, {_NAMES[name]: value for name, value in props.items()}))
    _append_flat(children, element)
    return element


class _Names(dict[str, str]):
    """Cached attribute names, by the names of Python's keyword arguments."""

    def __missing__(self, name: str) -> str:
        """The attribute name for a keyword argument."""
        self[name] = name.rstrip("_").replace("_", "-")
        return self[name]


_NAMES = _Names()


def flatten(children: Iterable[Child]) -> list[Child]:
    """The children as one flat list, without None, booleans and empty strings, which draw nothing."""
    found: list[Child] = []
    _append_flat(children, found)
    return found


def _append_flat(children: Iterable[Child], found: list[Any]) -> None:
    """Append the children, flattened and without the empty ones, to `found`."""
    for child in children:
        kind = type(child)
        if kind is Element or kind is str or kind is int or kind is float:
            if child != "":
                found.append(child)
        elif isinstance(child, Iterable):
            _append_flat(child, found)


# What only the browser can make, since it knows the words, the pictures and their letters.


def terms(text: str, *, once: bool = False) -> Element:
    """An element with a text in which glossary words can be looked up, each where it stands first.

    Args:
        text: The text.
        once: Whether to skip words that another text with this setting has marked before it on the page.
    """
    return h("ix:terms", text, once=True) if once else h("ix:terms", text)


def term(name: str, words: str) -> Element:
    """An element with the text `words`, which shows the glossary's entry `name` when pressed."""
    return h("span.ix-term", words, role="button", tabindex=0, data_term=name, aria_haspopup="dialog")


def formula(latex: str | Mapping[str, str]) -> Element:
    """A typeset formula.

    Args:
        latex: LaTeX, or a mapping with it, as the lenses give it: ``{"latex": …}``.
    """
    return h("ix:formula", mathml(latex if isinstance(latex, str) else latex["latex"]))


def thumb(result: Mapping[str, Any], *, ranked: bool = True, **props: object) -> Element:
    """The small picture of a result.

    Args:
        result: A mapping with ``title``, ``picture``, ``relevant`` and perhaps ``rank``.
        ranked: Whether its label for screen readers has the rank.
        props: Further attributes.
    """
    shown = ("title", "picture", "relevant", *(["rank"] if ranked else []))
    return h("ix:thumb", of={name: result.get(name) for name in shown}, **props)


def unless_masked(names: Iterable[str], shown: Child, instead: Child = None) -> Element:
    """An element that shows `instead` while values of any of the metrics `names` are masked, else `shown`."""
    return h("ix:unmasked", shown, instead, of=[*names])


def segments(label: str, options: Iterable[str], chosen: str, field: str) -> Element:
    """A choice of one of a few, each a button that says to set `field`; `label` is what is chosen."""
    buttons = (h("button", one, key=one, aria_pressed=one == chosen, say={field: one}) for one in options)
    return h("div.ix-segments", buttons, role="group", aria_label=label)


# Tables. On a phone some are laid out as grids, where they would lose their roles: so these are written out.


def table(selector: str, heads: Child, lines: Child, caption: Child = None, **props: object) -> Element:
    """An element with a table and its caption; `heads` are made by `head`, and `lines` by `line`."""
    return h(
        f"table.ix-table{selector}",
        caption and h("caption", caption),
        h("thead", line(heads), role="rowgroup"),
        h("tbody", lines, role="rowgroup"),
        role="table",
        **props,
    )


def line(*cells: Child, **props: object) -> Element:
    """An element with a row of a table, from its cells."""
    return h("tr", *cells, role="row", **props)


def head(selector: str, *children: Child, **props: object) -> Element:
    """An element with the head of a column; `selector` gives its classes."""
    return h(f"th{selector}", *children, scope="col", role="columnheader", **props)


def first_cell(selector: str, *children: Child, **props: object) -> Element:
    """An element with the first cell of a row, which is the row's head; `selector` gives its classes."""
    return h(f"th{selector}", *children, scope="row", role="rowheader", **props)


def cell(selector: str = "", *children: Child, **props: object) -> Element:
    """An element with a cell of a table that is no head; `selector` gives its classes."""
    return h(f"td{selector}", *children, role="cell", **props)


def scroll(words: str, *contents: Child) -> Element:
    """A scrollable box for wide contents, which keys can reach; `words` is its accessible name."""
    return h("div.ix-scroll", *contents, role="group", aria_label=words, scrolls=True)


def waterfall(start: float, size: float, scale: float, words: str | None = None) -> Element:
    """A bar of a waterfall chart, which starts where the bar above it ends.

    Args:
        start: The value at which the bar starts.
        size: The value that the bar adds.
        scale: The value at the end of the track, whose start is 0.
        words: The label after the bar; by default its size.
    """
    low, high = (min(max(100 * at / scale, 0), 100) for at in (start, start + size))
    said = words if words is not None else format_difference(size) if size else ""
    return h(
        "div.ix-fall.ix-relative",
        h("span.ix-fall-bar.ix-hue-fill.ix-absolute", style={"left": f"{low:.6g}%", "width": f"{high - low:.6g}%"}),
        h("span.ix-fall-label.ix-absolute", said, style={"left": f"{high:.6g}%"}),
        data_empty=size == 0,
    )


def scale_head(words: str, scale: float) -> Element:
    """The caption above `waterfall` bars, and the value at the end of their track, which starts at 0."""
    return h("div.ix-line.ix-ends.ix-fall-scale", h("span", words), h("span", format_short(scale), aria_hidden="true"))


def taught_rows(rows: Sequence[Mapping[str, Any]], untaught: Sequence[str], metric: str) -> list[Any]:
    """The rows whose metric the course has already taught, or that is the selected `metric`."""
    return [row for row in rows if row["name"] not in untaught or row["name"] == metric]
