"""All cards, in the order of the metrics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irviz.lessons.reference import counting, graded, ranked
from irviz.metrics import METRICS

if TYPE_CHECKING:
    from irviz.lessons.reference.card import Card

_BY_NAME = {card.metric.name: card for card in (*counting.CARDS, *ranked.CARDS, *graded.CARDS)}

CARDS: dict[str, Card] = {name: _BY_NAME[name] for name in METRICS}
"""A card for each metric, by its name."""
