"""The cards of the reference as HTML: what the metrics say of themselves, and what the cards add."""

from __future__ import annotations

from math import isinf
from typing import TYPE_CHECKING

from irviz.lessons.reference.cards import CARDS
from irviz.metrics.parameter import REL, UNDEFINED, Choice, Flag
from irviz.views.html import bullets, scrolled, tag, terms, text
from irviz.views.mathml import mathml

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from irviz.lessons.reference.card import Card
    from irviz.metrics.parameter import Parameter


def anchor(name: str) -> str:
    """The name of a metric's card in links.

    >>> anchor("nDCG")
    'ndcg'
    """
    return name.lower()


def chips(names: Iterable[str]) -> str:
    """Names of metrics in their colours, as links to their cards."""
    links = (
        tag("a", text(name), href=f"#{anchor(name)}", class_="ix-chip", data_hue=name)
        for name in names
    )
    return tag("div", "".join(links), class_="ix-line")


def cards() -> Iterator[str]:
    """A card for each metric; what they speak of can be looked up where it stands first."""
    seen: set[str] = set()
    return (_card(card, seen) for card in CARDS.values())


def _card(card: Card, seen: set[str]) -> str:
    name = card.metric.name
    also = "".join(tag("span", "", id=anchor(alias)) for alias in card.aliases)
    return tag(
        "article",
        also + tag("div", _definition(card, seen)) + tag("div", _advice(card, seen)),
        id=anchor(name),
        aria_labelledby=f"{anchor(name)}-name",
        class_="ix-panel ix-metric",
    )


def _definition(card: Card, seen: set[str]) -> str:
    metric = card.metric
    name = metric.name
    symbol = tag("span", f"{name}@k", class_="ix-hue", data_hue=name)
    facts = {
        "Order": "order-aware" if metric.order_aware else "order-unaware",
        "Relevance": "by grades" if metric.graded else "yes or no",
        "Values": _range(metric.range),
        "Variants": " ".join(map(_choices, metric.parameters)).strip(),
        "From": metric.reference,
    }
    listed = "".join(
        tag("dt", title) + tag("dd", text(fact)) for title, fact in facts.items() if fact
    )
    return (
        tag("h3", symbol + " " + text(metric.title), class_="ix-h3", id=f"{anchor(name)}-name")
        + tag("p", terms(metric.summary, seen))
        + scrolled(_formula(metric.formula), f"Formula of {name}", "ix-well ix-formula")
        + tag("dl", listed)
    )


def _formula(latex: str) -> str:
    """The formula typeset, with what it explains besides on a line of its own."""
    return "".join(map(mathml, latex.split(r", \quad ")))


def _choices(parameter: Parameter) -> str:
    """What a parameter decides and what it can be; nothing of those that most metrics share."""
    if isinstance(parameter, Flag):
        return f"{parameter.summary.removesuffix('.')}: no, yes."
    if isinstance(parameter, Choice):
        return f"{parameter.summary.removesuffix('.')}: {', '.join(parameter.choices)}."
    return (
        "" if parameter in (REL, UNDEFINED) else f"{parameter.summary[:-1]}: {parameter.default}."
    )


def _range(ends: tuple[float, float]) -> str:
    """The values that a metric can have, in words."""
    low, high = ends
    return f"from {low:g} up" if isinf(high) else f"from {low:g} to {high:g}"


def _advice(card: Card, seen: set[str]) -> str:
    pitfalls = {
        "Hides": card.hides,
        "Misleads": card.misleads,
        "Undefined": card.undefined,
    }
    told = "".join(
        tag("dt", title) + tag("dd", terms(words, seen)) for title, words in pitfalls.items()
    )
    link = tag(
        "a", "Open it", href=f"./{card.shown.link}", aria_label=f"Open it: {card.metric.title}"
    )
    return (
        _title("Strengths")
        + bullets(terms(words, seen) for words in card.strengths)
        + _title("Pitfalls")
        + tag("dl", told)
        + _title("Use it when")
        + tag("p", text(card.use))
        + tag("p", text(card.shown.text) + " " + link, class_="ix-notice", data_kind="good")
    )


def _title(words: str) -> str:
    return tag("h4", words, class_="ix-caption ix-strong")
