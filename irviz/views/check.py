"""What the page of the check shows: the questions, the answers with what is so, and what they show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from irviz.lessons.check.check import LARGEST
from irviz.lessons.course import lessons
from irviz.views.hides import done, to_lesson, ways
from irviz.views.tiles import tiles

if TYPE_CHECKING:
    from collections.abc import Sequence

    from irviz.lessons.check.check import Check
    from irviz.lessons.check.misconceptions import Misconception
    from irviz.lessons.check.question import Listed, Question
    from irviz.lessons.study import Study


def check_data(check: Check, study: Study, notes: Sequence[str]) -> dict[str, Any]:
    """Everything that the page shows: nothing of what is right before a question is answered.

    Args:
        check: The check, and how far somebody is in it.
        study: What has been done of the course, for the links back.
        notes: What was ignored in the link.
    """
    asked = check.questions[: len(check.said) + 1]
    return {
        "notes": list(notes),
        "link": {**check.link, **done(study)},
        "seed": check.seed,
        "largest": LARGEST,
        "share": {"seed": str(check.seed)},
        "of": len(check.questions),
        "answered": len(check.said),
        "over": check.over,
        "ways": ways(study),
        "questions": [
            _question(one, check.said[at] if at < len(check.said) else None, study)
            for at, one in enumerate(asked)
        ],
        "result": _result(check, study) if check.over else None,
    }


def _question(question: Question, said: int | None, study: Study) -> dict[str, Any]:
    graded = any(grade > 1 for one in question.lists for grade in one.grades)
    shown = {
        "title": question.title,
        "prompt": question.prompt,
        "lists": [_list(one, graded=graded) for one in question.lists],
        "choices": [one.words for one in question.choices],
        "said": said,
    }
    if said is None:
        return shown
    found = question.choices[said].misconception
    return {
        **shown,
        "right": question.right,
        "reply": question.reply(said),
        "repair": _repair(found, study) if found else None,
    }


def _list(one: Listed, *, graded: bool) -> dict[str, Any]:
    return tiles(
        one.grades,
        one.k,
        label=one.label,
        graded=graded,
        unjudged=one.unjudged,
        moved=one.moved,
    )


def _repair(found: Misconception, study: Study) -> dict[str, str]:
    """Where a misconception is shown on a board."""
    place = found.place
    lesson = lessons()[place.lesson]
    return {
        "words": f"Lesson {lesson.number}, step {place.step}: {place.found.title}",
        "open": to_lesson(place, study),
    }


def _result(check: Check, study: Study) -> dict[str, Any]:
    """What the answers show, by misconception."""
    avoided = check.avoided
    return {
        "lead": "None of your answers fits a common mistake."
        if not check.findings
        else "Your answers fit these common mistakes. Each has a step of a lesson that shows what is true.",
        "findings": [
            {
                "id": one.misconception.id,
                "belief": one.misconception.belief,
                "instead": one.misconception.instead,
                "held": f"You answered this way in {one.held} of {one.met} "
                f"{'question' if one.met == 1 else 'questions'} that can show it.",
                **_repair(one.misconception, study),
            }
            for one in check.findings
        ],
        "avoided": [
            {"id": one.id, "belief": one.belief, "instead": one.instead} for one in avoided
        ],
    }
