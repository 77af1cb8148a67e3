"""The reference: which metric to report, a card for each, the symbols, who computes what, and whose it is."""

from __future__ import annotations

from functools import cache
from math import isinf
from typing import TYPE_CHECKING

from irviz import __version__
from irviz.lessons.reference.cards import CARDS
from irviz.lessons.reference.guide import GUIDE, ONLINE, SAY_WITH_IT
from irviz.lessons.reference.mixups import MIXUPS
from irviz.lessons.reference.symbols import SYMBOLS
from irviz.metrics import METRICS, TOOLS, conventions_table
from irviz.metrics.parameter import REL, UNDEFINED, Choice, Flag
from irviz.scenarios.sources import BEYOND, SOURCES
from irviz.views.html import bullets, introduction, prose, scroll_box, table, tag, tags, terms, text, title
from irviz.views.mathml import mathml

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from irviz.lessons.reference.cards import Card
    from irviz.lessons.reference.mixups import Mixup
    from irviz.metrics.parameter import Parameter
    from irviz.pages.host import Frame, Host

_SECTIONS = {
    "report": "Which metric should I report?",
    "kinds": "Where they belong",
    "metrics": "The metrics",
    "names": "Names that mislead",
    "symbols": "The symbols",
    "tools": "Who computes what",
    "about": "About irviz",
}
"""The sections by their name in links."""


def show(host: Host) -> Frame:
    """Make the frame of the reference."""
    return host.make_frame(host.add_prose(render_page))


@cache
def render_page() -> str:
    """HTML of the reference, cached."""
    parts = (
        _render_introduction()
        + _render_guide()
        + _render_map()
        + _render_section("metrics", *render_cards())
        + _render_names()
        + _render_symbols()
        + _render_tools()
        + _render_about()
    )
    return prose(tag("div", _render_contents() + tag("div", parts), class_="ix-halves ix-reference"))


def _render_introduction() -> str:
    """HTML of the page's heading and of what is on the page."""
    return introduction(
        "Reference",
        "What each metric means and where it misleads, in a card each; the symbols of the formulas; and "
        "which tool computes what under the same name. "
        + tag("a", "What each metric hides", href="./hides?all=1")
        + ", with two small lists each, is a page to look at and to print; "
        + tag("a", "the package", href="./package")
        + " that computes all of it is documented on another.",
    )


def _render_contents() -> str:
    """HTML of the table of contents, with a link to each metric's card."""

    def entry(name: str, words: str) -> str:
        """HTML of a link to a section; below that of the metrics, the links to all cards."""
        below = ""
        if name == "metrics":
            links = (tag("a", text(metric), href=f"#{anchor_of(metric)}", data_hue=metric) for metric in METRICS)
            below = tag("ul", tags("li", links))
        return tag("a", text(words), href=f"#{name}") + below

    entries = tags("li", (entry(*section) for section in _SECTIONS.items()))
    return tag("nav", tag("ul", entries), aria_label="On this page", class_="ix-contents")


def _render_section(name: str, *parts: str) -> str:
    """HTML of a section of the reference, from its parts; `name` is its HTML id, by which its title is found."""
    head = title(2, _SECTIONS[name], id=name)
    return tag("section", head + "".join(parts), class_="ix-stack", aria_labelledby=name)


def _render_guide() -> str:
    """HTML of the section on which metric to report, as a table."""
    heads = tags("th", ("If …", "report", "since"), scope="col")
    seen: set[str] = set()
    rows = [(terms(one.when, seen), (render_chips(one.report), terms(one.why, seen))) for one in GUIDE]
    said = title(3, "Say with the number") + bullets(terms(one, seen) for one in SAY_WITH_IT)
    return _render_section(
        "report",
        tag("div", table(heads, rows, "ix-words ix-folds ix-guide"), class_="ix-panel"),
        tag("div", said, class_="ix-say"),
    )


def _render_map() -> str:
    """HTML of the section that orders the metrics by their properties: online or offline, order-aware, graded."""

    def cell(*, aware: bool, graded: bool) -> str:
        """HTML of the names of the metrics with these properties."""
        names = [name for name, metric in METRICS.items() if metric.order_aware is aware and metric.graded is graded]
        return render_chips(names)

    rows = (
        (words, (cell(aware=False, graded=graded), cell(aware=True, graded=graded)))
        for words, graded in (("relevant or not", False), ("grades", True))
    )
    heads = tag("td", "") + tags("th", ("order-unaware", "order-aware"), scope="col")
    grid = scroll_box(table(heads, rows, "ix-words ix-grid"), "Metrics by what they use")
    offline = title(3, "Offline") + tag(
        "p",
        "Before anybody uses it: a list is compared with judgments. A metric is order-aware where "
        "swapping two results above the cutoff can change it.",
        class_="ix-soft",
    )
    known = tags(
        "div",
        (tag("dd", text(name), class_="ix-strong") + tag("dd", text(what), class_="ix-soft") for name, what in ONLINE),
    )
    online = title(3, "Online") + tag(
        "p", "With people on the running system: what they do is counted.", class_="ix-soft"
    )
    return _render_section(
        "kinds",
        tag("div", tag("div", offline) + grid, class_="ix-panel ix-halves ix-map"),
        tag("div", online + tag("dl", known), class_="ix-panel ix-online"),
    )


def _render_names() -> str:
    """HTML of the section on names that are mixed up."""
    seen: set[str] = set()

    def entry(one: Mixup) -> str:
        """HTML of the article on names that are mixed up."""
        link = tag("a", "Open it", href=f"./{one.shown.link}", aria_label=f"Open it: {one.names}")
        shown = tag("p", text(one.shown.text) + " " + link, class_="ix-notice", data_kind="good")
        words = title(3, one.names, id=one.id) + tag("p", terms(one.meaning, seen)) + shown
        return tag("article", words, class_="ix-panel ix-stack", aria_labelledby=one.id)

    return _render_section("names", *map(entry, MIXUPS))


def _render_symbols() -> str:
    """HTML of the section on the symbols of the formulas."""
    entries = "".join(
        tag(
            "div",
            tag("dt", mathml(symbol.name) if symbol.latex else text(symbol.name)) + tag("dd", text(symbol.meaning)),
            id=f"symbol-{symbol.id}",
            class_="ix-line ix-baseline",
        )
        for symbol in SYMBOLS
    )
    return _render_section("symbols", tag("dl", entries, class_="ix-panel ix-halves ix-symbols"))


def _render_tools() -> str:
    """HTML of the section on the conventions of other tools, as a table with notes."""
    lines = [line.strip("| ").split(" | ") for line in conventions_table().splitlines()]
    heads = tags("th", map(text, lines[0]), scope="col")
    rows = ((text(name), map(text, rest)) for name, *rest in lines[2:])
    tools = table(heads, rows, "ix-words ix-tools-table")
    notes = tags(
        "div",
        (
            tag("dt", tag("b", text(tool.name)) + " " + text(tool.version)) + tags("dd", map(text, tool.notes))
            for tool in TOOLS.values()
        ),
    )
    lead = tag(
        "p",
        "One name, several numbers. The last columns show it on two lists: AP@3 of 1 0 0 1 1 0 1 0, and "
        "nDCG@2 of the grades 0 4 1 3 4 1 3 2. “Run” says that the tool’s values were compared, “read” "
        "that its source was read.",
        class_="ix-soft",
    )
    shown = scroll_box(tools, "Conventions by tool", "ix-panel ix-scroll")
    return _render_section("tools", lead, shown, tag("dl", notes, class_="ix-tool-notes"))


def _render_about() -> str:
    """HTML of the section on irviz itself and its sources."""
    texts = (source.credit for source in SOURCES.values() if source is not BEYOND)
    parts = (
        tag(
            "p",
            f"This is irviz {text(__version__)}. Every value on every page is computed by "
            + tag("a", "<code>irviz.metrics</code>", href="./package")
            + ", a Python package that can be used by itself, and whose tests compare it with trec_eval. "
            "Pictures, prose and code are its own. Worked examples and printed figures are those of:",
        ),
        bullets(map(text, texts)),
        tag(
            "p",
            "Under the MIT licence you may teach with it, change it and put it into a course of your own. "
            "A link holds all that a small board shows; “Hand out” makes one with parts hidden or locked.",
        ),
    )
    return _render_section("about", tag("div", "".join(parts), class_="ix-about"))


def anchor_of(name: str) -> str:
    """The HTML id of a metric's card, for links.

    >>> anchor_of("nDCG")
    'ndcg'
    """
    return name.lower()


def render_chips(names: Iterable[str]) -> str:
    """HTML of metrics' names, each a coloured link to its card."""
    links = (tag("a", text(name), href=f"#{anchor_of(name)}", class_="ix-chip", data_hue=name) for name in names)
    return tag("div", "".join(links), class_="ix-line")


def render_cards() -> Iterator[str]:
    """Generate the HTML card of each metric; glossary words can be looked up where each first stands."""
    seen: set[str] = set()
    return (_render_card(card, seen) for card in CARDS.values())


def _render_card(card: Card, seen: set[str]) -> str:
    """HTML of a metric's card; glossary words are marked unless they are in `seen`, to which they are added."""
    name = card.metric.name
    also = "".join(tag("span", "", id=anchor_of(alias)) for alias in card.aliases)
    return tag(
        "article",
        also + tag("div", _render_definition(card, seen)) + tag("div", _render_advice(card, seen)),
        id=anchor_of(name),
        aria_labelledby=f"{anchor_of(name)}-name",
        class_="ix-panel ix-halves ix-metric ix-relative",
    )


def _render_definition(card: Card, seen: set[str]) -> str:
    """HTML of a card's left side: what the metric is, its formula and its properties; `seen` as for `_render_card`."""
    metric = card.metric
    name = metric.name
    symbol = tag("span", f"{name}@k", class_="ix-hue", data_hue=name)
    facts = {
        "Order": "order-aware" if metric.order_aware else "order-unaware",
        "Relevance": "by grades" if metric.graded else "yes or no",
        "Values": _describe_range(metric.range),
        "Variants": " ".join(map(_render_choices, metric.parameters)).strip(),
        "From": metric.reference,
    }
    listed = "".join(tag("dt", title) + tag("dd", text(fact)) for title, fact in facts.items() if fact)
    return (
        tag("h3", symbol + " " + text(metric.title), class_="ix-h3", id=f"{anchor_of(name)}-name")
        + tag("p", terms(metric.summary, seen))
        + scroll_box(_render_formula(metric.formula), f"Formula of {name}", "ix-well ix-formula")
        + tag("dl", listed)
    )


def _render_formula(latex: str) -> str:
    """HTML of a typeset formula; its explanation stands on a line of its own."""
    return "".join(map(mathml, latex.split(r", \quad ")))


def _render_choices(parameter: Parameter) -> str:
    """HTML on the meaning and the values of a parameter; empty for parameters that most metrics share."""
    if isinstance(parameter, Flag):
        return f"{parameter.summary.removesuffix('.')}: no, yes."
    if isinstance(parameter, Choice):
        return f"{parameter.summary.removesuffix('.')}: {', '.join(parameter.choices)}."
    return "" if parameter in (REL, UNDEFINED) else f"{parameter.summary[:-1]}: {parameter.default}."


def _describe_range(ends: tuple[float, float]) -> str:
    """The range of a metric's values in words, from its least and greatest value."""
    low, high = ends
    return f"from {low:g} up" if isinf(high) else f"from {low:g} to {high:g}"


def _render_advice(card: Card, seen: set[str]) -> str:
    """HTML of a card's right side: strengths, pitfalls, and an example; `seen` as for `_render_card`."""
    pitfalls = {"Hides": card.hides, "Misleads": card.misleads, "Undefined": card.undefined}
    told = "".join(tag("dt", title) + tag("dd", terms(words, seen)) for title, words in pitfalls.items())
    link = tag("a", "Open it", href=f"./{card.shown.link}", aria_label=f"Open it: {card.metric.title}")
    return (
        _capitalize_title("Strengths")
        + bullets(terms(words, seen) for words in card.strengths)
        + _capitalize_title("Pitfalls")
        + tag("dl", told)
        + _capitalize_title("Use it when")
        + tag("p", text(card.use))
        + tag("p", text(card.shown.text) + " " + link, class_="ix-notice", data_kind="good")
    )


def _capitalize_title(words: str) -> str:
    """HTML of a small heading on a card."""
    return tag("h4", words, class_="ix-caption ix-strong")
