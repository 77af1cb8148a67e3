"""An answer about one metric of one list, to find later which misconception explains it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from irviz.state.predictions.prediction import MAX_ERROR_SHARE, TOLERANCE, find_direction

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from irviz.metrics import Metric, Ranking
    from irviz.state.desk import Desk
    from irviz.state.predictions.prediction import Direction, Guess, Mark

MAX_ANSWERS = 60
"""Answers that are kept: older ones say little of what the user believes today."""


@dataclass(frozen=True, slots=True)
class Change:
    """One list before and after an action.

    Args:
        before: The list before it.
        after: The list after it.
        k_before: The cutoff before it.
        k: The cutoff after it.

    Example:
        >>> from irviz.metrics import AP, Ranking
        >>> change = Change(Ranking([0, 1]), Ranking([1, 0]), 2, 2)
        >>> change.values(lambda ranking, k: (AP @ k)(ranking))
        (0.5, 1.0)
        >>> change.find_direction(lambda ranking, k: (AP @ k)(ranking))
        'up'
    """

    before: Ranking
    after: Ranking
    k_before: int
    k: int

    def values(self, metric: Callable[[Ranking, int], float]) -> tuple[float, float]:
        """The values before and after the action, given a function from a list and a cutoff to a value."""
        return metric(self.before, self.k_before), metric(self.after, self.k)

    def find_direction(self, metric: Callable[[Ranking, int], float]) -> Direction:
        """The direction of a value's change, given a function from a list and a cutoff to a value."""
        return find_direction(*self.values(metric))


@dataclass(frozen=True, slots=True)
class Answer:
    """A prediction about a metric, with the change that it is about.

    Args:
        metric: The metric under the desk's conventions.
        change: The list before and after the action.
        said: The predicted direction or value.
    """

    metric: Metric
    change: Change
    said: Guess

    def fits(self, metric: Callable[[Ranking, int], float]) -> bool:
        """Whether the prediction would be right for another metric.

        Args:
            metric: The other metric: a function from a list and a cutoff to a value.
        """
        if isinstance(self.said, str):
            return self.said == self.change.find_direction(metric)
        values = self.change.values(metric)
        return abs(self.said - values[1]) <= MAX_ERROR_SHARE * max(1.0, *values) + TOLERANCE


def find_change(before: Desk, after: Desk) -> Change | None:
    """The single open list before and after an action; None where several lists, or not the same one, are open."""
    if before.opened != after.opened or len(after.visible) != 1:
        return None
    old, new = before.visible[0].ranking, after.visible[0].ranking
    return Change(old, new, before.k, after.k)


def collect_answers(marks: Iterable[Mark], before: Desk, after: Desk) -> tuple[Answer, ...]:
    """Collect the answers of a prediction about one list; metrics whose conventions have changed are left out.

    Args:
        marks: The marks of the prediction's guesses.
        before: The desk before the action.
        after: The desk after it.
    """
    change = find_change(before, after)
    metrics = {one.name: one for one in after.metrics if one in before.metrics}
    if change is None:
        return ()
    return tuple(
        Answer(metrics[one.outcome.metric], change, one.said)
        for one in marks
        if one.right is not None and one.outcome.metric in metrics
    )
