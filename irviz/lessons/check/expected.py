"""What somebody who believes something expects of a change: where a value goes, and what it comes to."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from irviz.lessons.check.misconceptions import MISCONCEPTIONS, Misconception, about, about_mean
from irviz.metrics import METRICS
from irviz.state.predictions.prediction import direction, outcomes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from irviz.metrics import Metric, Ranking
    from irviz.state.desk import Desk
    from irviz.state.predictions.prediction import Direction


class Expected(NamedTuple):
    """What one belief makes of a change.

    Attributes:
        belief: The belief.
        was: What the value would be before.
        now: What it would be after; of a belief about another cutoff, only which is more counts.
    """

    belief: Misconception
    was: float
    now: float

    @property
    def way(self) -> Direction:
        """Where the value would go."""
        return direction(self.was, self.now)


def expected(
    metric: Metric, before: Sequence[Ranking], after: Sequence[Ranking], k_before: int, k: int
) -> tuple[Expected, ...]:
    """What each belief about a metric makes of a change of one list, or of the mean over several.

    Nothing is known of a metric that the conventions compute in another way than the course does, nor of
    a mean over queries of which one has nothing relevant.

    >>> from irviz.metrics import AP, Ranking
    >>> found = expected(AP, [Ranking([0, 1, 1])], [Ranking([1, 0, 1])], 3, 3)
    >>> [(one.belief.id, one.way) for one in found][:3]
    [('ap-ranks', 'up'), ('ap-found', 'up'), ('ap-p', 'same')]
    """
    several = len(after) > 1
    if metric != METRICS[metric.name] or (
        several and not all(one.hits for one in (*before, *after))
    ):
        return ()
    deep = k != k_before
    if several:
        known = [one for one in about_mean(f"M{metric.name}") if deep or not one.depth]
        return tuple(
            Expected(one, one.believed_mean(before, k_before), one.believed_mean(after, k))
            for one in known
        )
    (old,), (new,) = before, after
    return tuple(
        Expected(one, one.believed(old, k_before), one.believed(new, k))
        for one in about(metric.name, depth=deep)
    )


def explaining(claims: Mapping[str, Direction], before: Desk, after: Desk) -> list[Misconception]:
    """The beliefs by which a wrong answer would be right; none for a right one.

    Args:
        claims: Where metrics are said to go, by their names.
        before: The desk before the change.
        after: The desk after it.

    >>> from irviz.scenarios.cats import CATS
    >>> moved = CATS.put(CATS.boards[0].move(2, 1))
    >>> [one.id for one in explaining({"P": "up"}, CATS, moved)]
    ['p-order']
    """
    true = {one.metric: one.direction for one in outcomes(before, after)}
    if before.opened != after.opened or all(true[name] == said for name, said in claims.items()):
        return []
    lists = [[board.ranking for board in desk.visible] for desk in (before, after)]
    ways: dict[str, dict[str, Direction]] = {}
    for metric in after.metrics:
        if metric.name in claims and metric in before.metrics:
            for one in expected(metric, lists[0], lists[1], before.k, after.k):
                ways.setdefault(one.belief.id, {})[metric.name] = one.way
    return [
        MISCONCEPTIONS[name]
        for name, own in ways.items()
        if all(own.get(metric, true[metric]) == said for metric, said in claims.items())
    ]


def follows(held: Sequence[Misconception]) -> str:
    """What is said to an answer that follows from some beliefs; nothing where it follows from none.

    >>> follows([])
    ''
    >>> follows([MISCONCEPTIONS["r-k"]])  # doctest: +ELLIPSIS
    'Your answer would follow from a belief: “Recall divides by the cutoff.” That is precision; ...'
    """
    quoted = " ".join(f"“{one.belief}”" for one in held)
    if len(held) == 1:
        return f"Your answer would follow from a belief: {quoted} {held[0].instead}"
    return f"Your answer would follow from each of these beliefs: {quoted}" if held else ""
