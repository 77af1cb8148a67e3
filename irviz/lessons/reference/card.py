"""A card of the reference: what is to be known of a metric, in sentences and in an example."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from irviz.metrics import Ranking
from irviz.scenarios.catalogue import CATALOGUE
from irviz.state import permalink
from irviz.state.number_words import figure
from irviz.state.permalink import UNJUDGED

if TYPE_CHECKING:
    from collections.abc import Callable

    from irviz.metrics import Metric
    from irviz.state.desk import Desk


@dataclass(frozen=True)
class Shown:
    """A sentence with numbers that are computed when it is read, and the example that shows them.

    Args:
        words: The sentence, with a pair of braces for each number.
        numbers: Computes them.
        desk: The example in the state that the sentence speaks of.

    Example:
        >>> from irviz.metrics import P
        >>> shown = Shown("P@2 is {}.", lambda: (on(P @ 2, "01"),), CATALOGUE["cats"])
        >>> shown.text, shown.link
        ('P@2 is 0.5.', '?q=cat-in-a-box&k=3')
    """

    words: str
    numbers: Callable[[], tuple[float, ...]]
    desk: Desk

    @cached_property
    def text(self) -> str:
        """The sentence with its numbers, to three decimals."""
        return self.words.format(*map(figure, self.numbers()))

    @property
    def link(self) -> str:
        """The query string that opens the example."""
        return f"?{urlencode(permalink.write(self.desk, CATALOGUE[self.desk.id]))}"


@dataclass(frozen=True)
class Card:
    """What is to be known of a metric beyond its definition, which the metric itself has.

    Args:
        metric: The metric.
        strengths: What it does well, a sentence each.
        hides: What it does not see.
        misleads: When its number is easily misread.
        undefined: Where it has no value, and what happens there.
        use: When to report it.
        shown: One thing about it in numbers.
        aliases: Names under which its mean over queries goes.
    """

    metric: Metric
    strengths: tuple[str, ...]
    hides: str
    misleads: str
    undefined: str
    use: str
    shown: Shown
    aliases: tuple[str, ...] = ()


def on(metric: Metric, grades: str, missed: str = "") -> float:
    """The value of a metric on grades by rank, a digit each, and ``_`` where nobody judged.

    Example:
        >>> from irviz.metrics import CG
        >>> on(CG @ 2, "041")
        4.0
    """
    known = [None if digit == UNJUDGED else int(digit) for digit in grades]
    return metric(Ranking(known, missed=map(int, missed)))
