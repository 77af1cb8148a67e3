"""The cards of the reference as HTML: what the metrics say of themselves, and what the cards add."""

from __future__ import annotations

from math import isinf
from typing import TYPE_CHECKING

from irviz.lessons.reference.cards import CARDS
from irviz.metrics.parameter import REL, UNDEFINED, Choice
from irviz.ui.pages.prose import tag, tags, text
from irviz.views.mathml import mathml

if TYPE_CHECKING:
    from collections.abc import Iterator

    from irviz.lessons.reference.card import Card
    from irviz.metrics.parameter import Parameter


def anchor(name: str) -> str:
    """The name of a metric's card in links.

    >>> anchor("nDCG")
    'ndcg'
    """
    return name.lower()


def chip(name: str) -> str:
    """A metric's name in its colour, as a link to its card."""
    return tag("a", text(name), href=f"#{anchor(name)}", class_=f"ix-chip ix-hue-{name}")


def cards() -> Iterator[str]:
    """A card for each metric."""
    return map(_card, CARDS.values())


def _card(card: Card) -> str:
    name = card.metric.name
    also = "".join(tag("span", "", id=anchor(alias)) for alias in card.aliases)
    return tag(
        "article",
        also + tag("div", _definition(card), class_="ix-definition") + tag("div", _advice(card)),
        id=anchor(name),
        aria_labelledby=f"{anchor(name)}-name",
        class_="ix-card ix-metric",
    )


def _definition(card: Card) -> str:
    metric = card.metric
    name = metric.name
    symbol = tag("span", f"{name}@k", class_=f"ix-hue-{name}")
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
        tag("h3", symbol + " " + text(metric.title), id=f"{anchor(name)}-name")
        + tag("p", text(metric.summary))
        + tag("div", _formula(metric.formula), class_="ix-formula")
        + tag("dl", listed, class_="ix-about")
    )


def _formula(latex: str) -> str:
    """The formula typeset, with what it explains besides on a line of its own."""
    return "".join(map(mathml, latex.split(r", \quad ")))


def _choices(parameter: Parameter) -> str:
    """What a parameter decides and what it can be; nothing of those that most metrics share."""
    if isinstance(parameter, Choice):
        return f"{parameter.summary.removesuffix('.')}: {', '.join(parameter.choices)}."
    return (
        "" if parameter in (REL, UNDEFINED) else f"{parameter.summary[:-1]}: {parameter.default}."
    )


def _range(ends: tuple[float, float]) -> str:
    """The values that a metric can have, in words."""
    low, high = ends
    return f"from {low:g} up" if isinf(high) else f"from {low:g} to {high:g}"


def _advice(card: Card) -> str:
    pitfalls = {
        "Hides": card.hides,
        "Misleads": card.misleads,
        "Undefined": card.undefined,
    }
    told = "".join(tag("dt", title) + tag("dd", text(words)) for title, words in pitfalls.items())
    link = tag(
        "a", "Open it", href=f"./{card.shown.link}", aria_label=f"Open it: {card.metric.title}"
    )
    return (
        tag("h4", "Strengths")
        + tag("ul", tags("li", map(text, card.strengths)))
        + tag("h4", "Pitfalls")
        + tag("dl", told, class_="ix-pitfalls")
        + tag("h4", "Use it when")
        + tag("p", text(card.use))
        + tag("p", text(card.shown.text) + " " + link, class_="ix-shown")
    )
