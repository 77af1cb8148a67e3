"""How often predictions are right, metric by metric."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from irviz.state.desk import ALL_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from irviz.state.predictions.prediction import Mark

MAX_COUNT = 9999
"""Counts in a tally stop here."""

MIN_GUESSES = 3
"""Guesses on a metric before it can be called misjudged: one miss is no habit."""


@dataclass(frozen=True, slots=True)
class Tally:
    """How often predictions were right and wrong, by metric.

    Args:
        counts: By metric, in the order of `ALL_NAMES`: its name, times right, times wrong.

    Example:
        >>> tally = Tally.read("AP-3-2.RR-5-0.nonsense")
        >>> tally.write(), tally.right, tally.wrong, tally.worst
        ('RR-5-0.AP-3-2', 8, 2, 'AP')
        >>> tally.summary
        '8 of 10 right. You misjudge AP most: 2 of 5 wrong.'
    """

    counts: tuple[tuple[str, int, int], ...] = ()

    @property
    def right(self) -> int:
        """The number of right guesses, over all metrics."""
        return sum(right for _, right, _ in self.counts)

    @property
    def wrong(self) -> int:
        """The number of wrong guesses, over all metrics."""
        return sum(wrong for *_, wrong in self.counts)

    @property
    def worst(self) -> str | None:
        """The name of the metric that is guessed wrong most often, of equal ones in the largest share of guesses.

        None also where several are tied, or that one was not guessed often enough.
        """
        missed = sorted((one for one in self.counts if one[2]), key=lambda one: (-one[2], one[1]))
        if not missed or (len(missed) > 1 and missed[0][1:] == missed[1][1:]):
            return None
        name, right, wrong = missed[0]
        return name if right + wrong >= MIN_GUESSES else None

    @property
    def summary(self) -> str:
        """A sentence with the number of right guesses, and the metric that is misjudged most."""
        total = self.right + self.wrong
        if not total:
            return "No prediction has been checked yet."
        said = f"{self.right} of {total} right."
        if self.worst is None:
            return said
        right, wrong = next((right, wrong) for name, right, wrong in self.counts if name == self.worst)
        return f"{said} You misjudge {self.worst} most: {wrong} of {right + wrong} wrong."

    def add(self, marks: Iterable[Mark]) -> Tally:
        """A copy with these marks counted, except those that are neither right nor wrong."""
        found = {name: [right, wrong] for name, right, wrong in self.counts}
        for one in marks:
            if one.right is not None:
                found.setdefault(one.outcome.metric, [0, 0])[0 if one.right else 1] += 1
        return _make_tally(found)

    def write(self) -> str:
        """Write the tally as text, `AP-3-2.RR-5-0` (name, right, wrong), which the browser's tab keeps."""
        return ".".join(f"{name}-{right}-{wrong}" for name, right, wrong in self.counts)

    @classmethod
    def read(cls, text: str) -> Tally:
        """Read a tally from text; invalid parts are left out."""
        found: dict[str, list[int]] = {}
        for part in text[:500].split("."):
            match = re.fullmatch(r"(\w{1,12})-(\d{1,4})-(\d{1,4})", part, re.ASCII)
            if match:
                found[match[1]] = [int(match[2]), int(match[3])]
        return _make_tally(found)


def _make_tally(found: Mapping[str, list[int]]) -> Tally:
    """Make a tally from [times right, times wrong] by metric; counts are capped, and empty ones left out."""
    return Tally(
        tuple(
            (name, min(found[name][0], MAX_COUNT), min(found[name][1], MAX_COUNT))
            for name in ALL_NAMES
            if any(found.get(name, ()))
        )
    )
