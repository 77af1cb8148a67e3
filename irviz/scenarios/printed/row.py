"""A row of the textbook check: what a source prints, and what is computed now."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from irviz.metrics.rounding import rounded
from irviz.scenarios.printed.verdict import Verdict, compare

if TYPE_CHECKING:
    from collections.abc import Callable

    from irviz.scenarios.sources import Source
    from irviz.state.desk import Desk


class Fact(NamedTuple):
    """One number that was computed now.

    Attributes:
        notation: What it is, such as `nDCG@2`.
        value: The number.
    """

    notation: str
    value: float

    @property
    def text(self) -> str:
        """The number to four decimals, and no more of them than it has.

        Example:
            >>> Fact("AP@8", 19 / 35).text, Fact("R@2", 0.25).text, Fact("CG@8", 18.0).text
            ('0.5429', '0.25', '18')
        """
        text = rounded(self.value, 4)
        return text.rstrip("0").rstrip(".") if float(text) == self.value else text


@dataclass(frozen=True)
class Row:
    """Something that a source prints, and what stands beside it.

    Args:
        name: Short name, unique in its source.
        place: Where in the text, by its headings or the minute of the video.
        words: What it is, in plain words.
        printed: The number as it is printed, or several, separated by blanks; or, of a sentence, the
            sentence; or nothing.
        desk: The example in the state that shows it.
        quantity: What is computed on that desk: as many facts as there are printed numbers.
        right: What is right and why, in a line; empty where nothing is to be said.
        source: The text that prints it.
        sentence: Whether the printed text is a wrong statement and no number.
        carried: Whether the source went on with figures that it had cut off before.
    """

    name: str
    place: str
    words: str
    printed: str
    desk: Desk
    quantity: Callable[[Desk], tuple[Fact, ...]]
    right: str = ""
    _: KW_ONLY
    source: Source
    sentence: bool = False
    carried: bool = False

    @property
    def id(self) -> str:
        """The row's name among all rows."""
        return f"{self.source.id}-{self.name}"

    @property
    def numbers(self) -> tuple[str, ...]:
        """The numbers that are printed, each as it is printed; none of a sentence."""
        return () if self.sentence else tuple(self.printed.split())

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        """What is computed now, with no help from the text."""
        return self.quantity(self.desk)

    @cached_property
    def verdicts(self) -> tuple[Verdict, ...]:
        """How each printed number compares; of a sentence, that it is wrong."""
        if not self.printed:
            return (Verdict.UNPRINTED,)
        if self.sentence:
            return (Verdict.ERRATUM,)
        return tuple(
            compare(printed, fact.value, carried=self.carried)
            for printed, fact in zip(self.numbers, self.facts, strict=True)
        )

    @property
    def verdict(self) -> Verdict:
        """The worst of them."""
        return max(self.verdicts, key=lambda verdict: verdict.rank)
