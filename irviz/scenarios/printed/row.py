"""What a source prints, and how it compares with the value: agrees, is rounded, cut off, or wrong."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from enum import Enum
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from irviz.metrics.rounding import format_rounded

if TYPE_CHECKING:
    from collections.abc import Callable

    from irviz.scenarios.sources import Source
    from irviz.state.desk import Desk

_SAME = 1e-12
"""Numbers that differ by less differ by floating point only."""


class Verdict(Enum):
    """What can be said of something that a source prints; the later, the worse."""

    AGREES = "agrees"
    ROUNDED = "rounded"
    TRUNCATED = "truncated"
    ERRATUM = "erratum"
    UNPRINTED = "not printed"

    @property
    def rank(self) -> int:
        """How grave the verdict is: 0 for the best, 1 for the next, and so on."""
        return list(Verdict).index(self)


def compare(printed: str, value: float, *, carried: bool = False) -> Verdict:
    """The verdict on a printed number: whether it is the computed value, rounded, cut off, or wrong.

    Rounded is rounded to the nearest, and up from halfway; truncated is cut off after the last
    digit that is printed.

    Args:
        printed: A number, a fraction such as 2/3, or a number of per cent, as it is printed.
        value: What is right; of per cent, the number of them.
        carried: Whether the source went on computing with figures it had cut off before, which may
            take one more from the last digit.

    Example:
        >>> for printed in ("19/35", "0.54286", "0.5428", "0.55"):
        ...     print(printed, compare(printed, 19 / 35).value)
        19/35 agrees
        0.54286 rounded
        0.5428 truncated
        0.55 erratum
    """
    text = printed.removesuffix("%")
    above = value - float(Fraction(text))
    if abs(above) < _SAME:
        return Verdict.AGREES
    if "/" in text:
        return Verdict.ERRATUM
    digit = 10.0 ** -len(text.partition(".")[2])
    if -digit / 2 - _SAME < above < digit / 2 - _SAME:
        return Verdict.ROUNDED
    return Verdict.TRUNCATED if 0 < above < digit * (2 if carried else 1) else Verdict.ERRATUM


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
        """The number with at most four decimals, and no trailing zeros if it has fewer.

        Example:
            >>> Fact("AP@8", 19 / 35).text, Fact("R@2", 0.25).text, Fact("CG@8", 18.0).text
            ('0.5429', '0.25', '18')
        """
        text = format_rounded(self.value, 4)
        return text.rstrip("0").rstrip(".") if float(text) == self.value else text


@dataclass(frozen=True)
class Row:
    """A number or sentence that a source prints, with what irviz computes in its place.

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
        """The row's name among the rows of all sources."""
        return f"{self.source.id}-{self.name}"

    @property
    def numbers(self) -> tuple[str, ...]:
        """The printed numbers as texts; none where the source prints a sentence."""
        return () if self.sentence else tuple(self.printed.split())

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        """The facts (label, number) that irviz computes on the row's desk, whatever the source prints."""
        return self.quantity(self.desk)

    @cached_property
    def verdicts(self) -> tuple[Verdict, ...]:
        """A verdict on each printed number, in order; a wrong sentence counts as one erratum."""
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
        """The worst of the verdicts on the row's numbers."""
        return max(self.verdicts, key=lambda verdict: verdict.rank)
