"""What is told of predictions: each guess beside what happened, what one misses, and what to practise."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, NotRequired, TypedDict
from urllib.parse import urlencode

from irviz.lenses.explanation import explain
from irviz.lessons.check.misconceptions import explain_beliefs, find_explaining_beliefs
from irviz.lessons.course import lessons
from irviz.lessons.mastery import RIGHT, WRONG
from irviz.lessons.practice import (
    collect_evidence,
    find_fitting_misconceptions,
    make_findings,
    most_missed_metrics,
    propose_practice,
)
from irviz.state.predictions.answer import Answer, collect_answers, find_change
from irviz.state.predictions.prediction import mark_prediction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from irviz.lessons.check.check import Finding
    from irviz.state.predictions.prediction import Guess, Mark
    from irviz.state.session import Session


MAX_EXPLAINED_GUESSES = 2
"""Of so many guesses each is told what it would follow from; of more, it is told beside the tally."""


class MarkData(TypedDict):
    """The student's prediction for one metric, and whether it was right.

    Attributes:
        is_right: Whether the prediction was right.
        explanation: For a wrong one, what happened and why, ending with the misconceptions; else empty.
        misconceptions: The misconceptions that the answer would follow from, in words; may be empty.
        answer: The prediction: a direction or a value.
        before: The value before the change.
        error: By how much a predicted value was wrong; None for a direction.
    """

    is_right: bool
    explanation: str
    misconceptions: str
    answer: Guess
    before: float | None
    error: float | None


class BeliefData(TypedDict):
    """A misconception that answers fitted.

    Attributes:
        belief: The belief in a sentence.
        instead: What is true instead.
        frequency: How many answers fitted it, in words.
        step: The title of the lesson step that corrects it; left out where it cannot be opened.
        address: The address of that step.
    """

    belief: str
    instead: str
    frequency: str
    step: NotRequired[str]
    address: NotRequired[str]


class Practice(TypedDict):
    """A change of the board that the student may practise to predict.

    Attributes:
        metric: The name of the metric to predict.
        change: The change in words.
        k: The cutoff after the change; left out if that stays.
        boards: By query, the board after the change; left out if that stays.
    """

    metric: str
    change: str
    k: NotRequired[int]
    boards: NotRequired[dict[str, str]]


class PredictionsData(TypedDict):
    """The data on the student's predictions.

    Attributes:
        marks: By metric, the prediction of the last action and whether it was right.
        evidence: What these predictions show, by ability (`irviz.lessons.mastery`).
        tally: A sentence on how many predictions were right, and which metric is predicted worst.
        counts: For each metric: its name, how many predictions of it were right, and how many there were.
        beliefs: The misconceptions that predictions fitted.
        practice: The next change to practise; left out where there is none.
        no_practice: A sentence on why there is none although predictions were wrong; empty otherwise.
    """

    marks: dict[str, MarkData]
    evidence: dict[str, int]
    tally: str
    counts: list[tuple[str, int, int]]
    beliefs: list[BeliefData]
    practice: NotRequired[Practice]
    no_practice: str


def predictions_data(current: Session, *, alone: bool) -> PredictionsData:
    """The data on the student's predictions.

    Args:
        current: The session.
        alone: Whether no task is open, so that a change to practise may be proposed.
    """
    tally = current.tally
    data: PredictionsData = {
        "marks": marks_data(current),
        "evidence": evidence_of_guesses(current),
        "tally": tally.summary,
        "counts": [(name, right, right + wrong) for name, right, wrong in tally.counts],
        "beliefs": [
            _belief_data(one, links="nav" not in current.desk.off) for one in make_findings(current.answers) if one.held
        ],
        "no_practice": "",
    }
    desk = current.desk
    if not (alone and desk.predict and most_missed_metrics(desk, tally)):
        return data
    found = propose_practice(desk, tally, current.answers)
    if found is None:
        data["no_practice"] = (
            "To practise, open a single query."
            if len(desk.visible) > 1
            else (
                "No single change of this list tells apart what one may believe of the scores you "
                "missed: shuffle it, or open another query."
            )
        )
        return data
    (board,) = found.desk.visible
    data["practice"] = {"metric": found.metric, "change": found.words}
    if found.desk.k != desk.k:
        data["practice"]["k"] = found.desk.k
    else:
        data["practice"]["boards"] = {board.id: board.text}
    return data


def marks_data(current: Session) -> dict[str, MarkData]:
    """By metric, the prediction of the last action and whether it was right; empty without predictions."""
    if current.before is None or not current.guesses:
        return {}
    marked = mark_prediction(current.guesses, current.before, current.desk, explain)
    reasons = _explain_wrong_guesses(marked, current)
    return {
        one.outcome.metric: {
            "is_right": one.right,
            "explanation": f"{one.line} {because}".strip(),
            "misconceptions": because,
            "answer": one.said,
            "before": None if isnan(one.outcome.before) else one.outcome.before,
            "error": one.off,
        }
        for one in marked
        if one.right is not None
        for because in [reasons[one.outcome.metric]]
    }


def evidence_of_guesses(current: Session) -> dict[str, int]:
    """By ability and misconception, what the last prediction shows: `RIGHT` or `WRONG` (`irviz.lessons.mastery`)."""
    if current.before is None or not current.guesses:
        return {}
    marked = mark_prediction(current.guesses, current.before, current.desk)
    found = {
        f"predicted-{one.outcome.metric}": RIGHT if one.right else WRONG for one in marked if one.right is not None
    }
    for answer in collect_answers(marked, current.before, current.desk):
        right = found[f"predicted-{answer.metric.name}"]
        found |= {f"belief-{one.id}": right for one, fits in collect_evidence(answer) if right or fits}
    return found


def _explain_wrong_guesses(marked: Sequence[Mark], current: Session) -> dict[str, str]:
    """By metric, what `_explain_wrong_guess` says; where that was said of a metric before it, only of which."""
    reasons: dict[str, str] = {}
    for one in marked:
        name, because = one.outcome.metric, _explain_wrong_guess(one, current)
        before = next((other for other, told in reasons.items() if because and told == because), None)
        reasons[name] = f"Your answer would follow from the same as that on {before}." if before else because
    return reasons


def _explain_wrong_guess(one: Mark, current: Session) -> str:
    """Sentences on a wrong prediction, from the misconceptions under which it would be right; empty without any."""
    desk = current.desk
    before = current.before or desk
    change = find_change(before, desk)
    metric = next(found for found in desk.metrics if found.name == one.outcome.metric)
    # Of many scores at once there is enough to read.
    if one.right or len(current.guesses) > MAX_EXPLAINED_GUESSES or metric not in before.metrics:
        return ""
    if change:
        return explain_beliefs(find_fitting_misconceptions(Answer(metric, change, one.said)))
    return (
        ""
        if isinstance(one.said, float)
        else explain_beliefs(find_explaining_beliefs({metric.name: one.said}, before, desk))
    )


def _belief_data(one: Finding, *, links: bool) -> BeliefData:
    """The data of a misconception that predictions fitted; with a link to its lesson step if `links`."""
    found = one.misconception
    lesson = lessons()[found.place.lesson]
    data: BeliefData = {
        "belief": found.belief,
        "instead": found.instead,
        "frequency": f"{one.held} of {one.met} {'answer' if one.met == 1 else 'answers'}",
    }
    if not links:
        return data
    return {
        **data,
        "step": f"Lesson {lesson.number}, step {found.place.step}: {found.place.lesson_step.title}",
        "address": f"./learn?{urlencode(found.place.link)}",
    }
