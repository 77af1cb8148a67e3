"""How often somebody who predicts is right, metric by metric."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from irviz.state.desk import ALL_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from irviz.state.predictions.prediction import Mark

MAX_COUNT = 9999
"""No count in a tally goes further."""

MIN_GUESSES = 3
"""Of a metric that was said less often, nothing is said: one miss is no habit."""


@dataclass(frozen=True, slots=True)
class Tally:
    """How often somebody was right and wrong about each metric.

    Args:
        counts: By metric, in the order of `ALL_NAMES`: its name, times right, times wrong.

    Example:
        >>> tally = Tally.read("AP-3-2.RR-5-0.nonsense")
        >>> tally.write(), tally.right, tally.wrong, tally.worst
        ('RR-5-0.AP-3-2', 8, 2, 'AP')
        >>> tally.words
        '8 of 10 right. You misjudge AP most: 2 of 5 wrong.'
    """

    counts: tuple[tuple[str, int, int], ...] = ()

    @property
    def right(self) -> int:
        """How many guesses were right."""
        return sum(right for _, right, _ in self.counts)

    @property
    def wrong(self) -> int:
        """How many guesses were wrong."""
        return sum(wrong for *_, wrong in self.counts)

    @property
    def worst(self) -> str | None:
        """The metric that is misjudged most: wrong most often, and of these in the largest share.

        None where that is no single one, or where none was said often enough to speak of.
        """
        missed = sorted(
            (
                (wrong, wrong / (right + wrong), name)
                for name, right, wrong in self.counts
                if wrong and right + wrong >= MIN_GUESSES
            ),
            reverse=True,
        )
        if not missed or (len(missed) > 1 and missed[0][:2] == missed[1][:2]):
            return None
        return missed[0][2]

    @property
    def words(self) -> str:
        """The tally in a line."""
        total = self.right + self.wrong
        if not total:
            return "No prediction has been checked yet."
        said = f"{self.right} of {total} right."
        if self.worst is None:
            return said
        right, wrong = next((right, wrong) for name, right, wrong in self.counts if name == self.worst)
        return f"{said} You misjudge {self.worst} most: {wrong} of {right + wrong} wrong."

    def add(self, marks: Iterable[Mark]) -> Tally:
        """With these marks counted, those that can be."""
        found = {name: [right, wrong] for name, right, wrong in self.counts}
        for one in marks:
            if one.right is not None:
                found.setdefault(one.outcome.metric, [0, 0])[0 if one.right else 1] += 1
        return _make_tally(found)

    def write(self) -> str:
        """As text, for the tab to keep."""
        return ".".join(f"{name}-{right}-{wrong}" for name, right, wrong in self.counts)

    @classmethod
    def read(cls, text: str) -> Tally:
        """What a text stands for; what makes no sense in it is left out."""
        found: dict[str, list[int]] = {}
        for part in text[:500].split("."):
            match = re.fullmatch(r"(\w{1,12})-(\d{1,4})-(\d{1,4})", part, re.ASCII)
            if match:
                found[match[1]] = [int(match[2]), int(match[3])]
        return _make_tally(found)


def _make_tally(found: Mapping[str, list[int]]) -> Tally:
    """The counts in order, none too large, none empty."""
    return Tally(
        tuple(
            (name, min(found[name][0], MAX_COUNT), min(found[name][1], MAX_COUNT))
            for name in ALL_NAMES
            if any(found.get(name, ()))
        )
    )
