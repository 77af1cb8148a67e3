"""What the page Learn shows of what one can do: how it may be shown, and fresh questions to review it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from irviz.lessons.mastery import describe, is_graded, kinds_of, subjects
from irviz.metrics import METRICS
from irviz.views.check import question_data

if TYPE_CHECKING:
    from irviz.lessons.study import Study


@cache
def mastery_data() -> dict[str, Any]:
    """What can be shown of each metric; what has been is known to the browser alone.

    Returns:
        ``subjects``: for each metric its ``name``, its ``title``, and by way which abilities show it, or of
        ``reached`` which steps and challenges do. ``words``: what can be reviewed, by ability.
        ``graded``: what of that needs grades.
    """
    found = subjects()
    asked = [name for one in found for name in (*one.predicted, *one.computed, *one.apart)]
    return {
        "subjects": [
            {
                "name": one.metric,
                "title": METRICS[one.metric].title if one.metric else "Judgments and tools",
                "predicted": one.predicted,
                "computed": one.computed,
                "reached": one.reached,
                "apart": one.apart,
            }
            for one in found
        ],
        "words": {name: describe(name) for name in asked if kinds_of(name)},
        "graded": [*filter(is_graded, asked)],
    }


def review_data(study: Study) -> dict[str, Any] | None:
    """The questions of a review, as those of the check; the last one is open where it is not answered."""
    review = study.review
    if review is None:
        return None
    said = (*review.said, None)
    return {
        "of": len(review.questions),
        "answers": len(review.said),
        "questions": [
            question_data(*one, study) for one in zip(review.questions, said, strict=False)
        ],
        "evidence": review.evidence,
    }
