"""All cards, in the order of the metrics; what a metric does not say of itself is said in general words."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from irviz.lessons.reference.card import Card
from irviz.lessons.reference.examples import SHOWN, usual
from irviz.metrics import METRICS, Ranking
from irviz.metrics.parameter import REL, UNDEFINED
from irviz.state.number_words import figure

if TYPE_CHECKING:
    from irviz.metrics import Metric


def card(metric: Metric) -> Card:
    """The card of a metric, without gaps.

    Args:
        metric: The metric, without a cutoff.

    >>> from irviz.metrics import ERR, RR
    >>> card(RR).aliases, card(ERR).undefined
    (('MRR',), 'Nowhere. With nothing relevant it is 0.')
    """
    return Card(
        metric,
        strengths=metric.strengths or _strengths(metric),
        hides=metric.hides or _hides(metric),
        misleads=metric.misleads or _misleads(metric),
        undefined=metric.where_undefined or _undefined(metric),
        use=metric.use or f"This is what you want to know: {_small(metric.summary)}",
        shown=SHOWN.get(metric.name) or usual(metric),
        aliases=(metric.mean_name,) if metric.mean_name else (),
    )


def _strengths(metric: Metric) -> tuple[str, ...]:
    return (
        "It sees the order: swapping two results above the cutoff can change it."
        if metric.order_aware
        else "It asks for no order: only what stands above the cutoff matters.",
        "It uses degrees of relevance."
        if metric.graded
        else "Relevant or not is all that has to be judged.",
    )


def _hides(metric: Metric) -> str:
    hidden = [
        *([] if metric.order_aware else ["The order above the cutoff."]),
        *([] if metric.graded else ["Degrees of relevance."]),
    ]
    return " ".join(hidden) or "What stands below the cutoff: that adds nothing to it."


def _misleads(metric: Metric) -> str:
    own = [one.name for one in metric.parameters if one not in (REL, UNDEFINED)]
    if own:
        return f"It has variants under one name, so say which {' and '.join(own)} with the number."
    if metric.range != (0, 1):
        return "Its values are not from 0 to 1, so those of two queries need not compare."
    return "Its value depends on the cutoff, so say the k with the number."


def _undefined(metric: Metric) -> str:
    """Where it has no value, as all short lists show."""
    lists = [Ranking(grades) for n in (1, 2, 3) for grades in product((0, 1), repeat=n)]
    if all(metric.defined(one) for one in lists):
        return f"Nowhere. With nothing relevant it is {figure(metric(Ranking([0, 0, 0])))}."
    where = "nothing is relevant"
    if any(one.relevant and not metric.defined(one) for one in lists):
        where += ", and for some lists besides"
    return f"Where {where}. It counts as {figure(metric.undefined)} here, and the page says so."


def _small(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


CARDS: dict[str, Card] = {name: card(metric) for name, metric in METRICS.items()}
"""A card for each metric, by its name."""
