"""What the page of the check shows: the questions, the answers with what is so, and what they show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from irviz.lessons.check.check import FIRST, LARGEST
from irviz.lessons.course import lessons
from irviz.lessons.mastery import shown_by
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
    last = check.answers[-1:]
    return {
        "notes": list(notes),
        "link": {**check.link, **done(study)},
        "seed": check.seed,
        "largest": LARGEST,
        "share": {"seed": str(check.seed)},
        "of": len(check.questions),
        "answered": len(check.said),
        "evidence": shown_by(*last[0]) if last else {},
        "over": check.over,
        "ways": ways(study),
        "questions": [
            {
                **question_data(one, check.said[at] if at < len(check.said) else None, study),
                "more": at >= FIRST,
            }
            for at, one in enumerate(asked)
        ],
        "result": _result(check, study) if check.over else None,
    }


def asked_data(question: Question) -> dict[str, Any]:
    """What is shown of a question before it is answered."""
    graded = any(grade > 1 for one in question.lists for grade in one.grades)
    return {
        "title": question.title,
        "prompt": question.prompt,
        "lists": [_list(one, graded=graded) for one in question.lists],
        "choices": [one.words for one in question.choices],
    }


def question_data(question: Question, said: int | None, study: Study) -> dict[str, Any]:
    """A question, and where it is answered what is so, with the steps of lessons that show it.

    Args:
        question: The question.
        said: Which answer was given, from 0, or None.
        study: What has been done of the course, for the links.
    """
    shown = {**asked_data(question), "said": said}
    if said is None:
        return shown
    return {
        **shown,
        "right": question.right,
        "reply": question.reply(said),
        "repair": [_repair(one, study) for one in question.choices[said].misconceptions],
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
    findings = check.findings
    if findings:
        lead = "Your answers fit these common mistakes. Each has a step of a lesson that shows what is true."
    elif not check.wrong:
        lead = "All of your answers are right."
    elif check.guessed:
        lead = (
            "Nothing can be said of a habit: your wrong answers follow from too many different mistakes. "
            "Go back to the lessons, and take new questions."
        )
    else:
        lead = "No common mistake fits more than one of your answers, so none of them is a habit."
    return {
        "lead": lead,
        "findings": [
            {
                "id": one.misconception.id,
                "belief": one.misconception.belief,
                "instead": one.misconception.instead,
                "held": f"You answered this way in {one.held} of {one.met} "
                f"{'question' if one.met == 1 else 'questions'} that can show it.",
                "example": _example(check, one.misconception),
                **_repair(one.misconception, study),
            }
            for one in findings
        ],
        "avoided": []
        if check.guessed
        else [
            {"id": one.id, "belief": one.belief, "instead": one.instead} for one in check.avoided
        ],
    }


def _example(check: Check, found: Misconception) -> str:
    """What follows from a misconception on the first list where an answer did, in numbers."""
    for number, (question, at) in enumerate(zip(check.questions, check.said, strict=True), 1):
        choice = question.choices[at]
        if found.id in choice.beliefs:
            told = choice.told[choice.beliefs.index(found.id)]
            return f"In question {number}, {told}. {question.facts}"
    return ""
