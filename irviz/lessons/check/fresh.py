"""Fresh questions for who got the last one of a lesson wrong: of its kind, and on another list."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING

from irviz.lessons.check.making import MAKERS, draw
from irviz.lessons.course import untaught

if TYPE_CHECKING:
    from irviz.lessons.check.question import Question

KINDS = {
    "relevant": ("counts",),
    "recall": ("ceiling", "value-R", "cutoff-R"),
    "precision": ("value-P", "cutoff-F1"),
    "reciprocal-rank": ("mean-MRR",),
    "average-precision": ("value-AP",),
    "mean-average-precision": ("mean-MAP",),
    "gain": ("sums",),
    "ndcg": ("judged", "cutoff-nDCG"),
    "which-one": tuple(kind for kind in MAKERS if kind.startswith("report")),
    "tools": ("tool-AP", "tool-nDCG"),
    "offline-online": ("unjudged",),
}
"""By lesson, which questions of the check are about what it teaches."""

MOST = 8
"""So many fresh questions a lesson has; then they begin anew."""


@lru_cache
def fresh(lesson: str, number: int) -> Question:
    """A question about what a lesson teaches; grades are in none before they are taught.

    Args:
        lesson: The id of the lesson.
        number: Which of its questions, from 0; each is another one.

    >>> fresh("gain", 0) != fresh("gain", 1), fresh("recall", 3).prompt[:13]
    (True, 'How high can ')
    """
    number %= MOST
    kinds = KINDS[lesson]
    rng = Random(f"{lesson} {number}")  # noqa: S311 - a reproducible draw, not a secret
    before = [fresh(lesson, at) for at in range(number)]
    while True:
        question = draw(kinds[number % len(kinds)], rng)
        top = max(grade for one in question.lists for grade in one.grades)
        if question not in before and (top == 1 or "CG" not in untaught(lesson)):
            return question
