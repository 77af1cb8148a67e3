"""The lists of all lessons and of all challenges, easier ones first.

With the lessons is what one can do: how it may be shown, and fresh questions to review it.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NotRequired, TypedDict
from urllib.parse import urlencode

from irviz.lessons.challenge import LEVELS, challenges, format_moves
from irviz.lessons.course import Place, lessons
from irviz.lessons.mastery import describe, is_graded, kinds_of, subjects
from irviz.metrics import METRICS
from irviz.views.check import question_data, render_question
from irviz.views.elements import h
from irviz.views.first_minute import first_link
from irviz.views.hides import end_of_course_links

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from irviz.lessons.challenge import Challenge
    from irviz.lessons.lesson import Lesson
    from irviz.lessons.mastery import Review
    from irviz.lessons.study import Study
    from irviz.views.elements import Child, Element
    from irviz.views.part import Evidence


class SubjectData(TypedDict):
    """A metric, with the abilities and tasks by which a student can show mastery of it.

    Attributes:
        name: The metric's name; empty for abilities about no single metric.
        title: The title for the page.
        predicted: The abilities to predict how it changes.
        computed: The abilities to compute it.
        reached: The lesson steps and challenges whose goals depend on it.
        apart: The abilities to tell it from other metrics, and from misconceptions about it.
    """

    name: str
    title: str
    predicted: Sequence[str]
    computed: Sequence[str]
    reached: Sequence[str]
    apart: Sequence[str]


class MasteryData(TypedDict):
    """The abilities that a student can show for each metric; only the browser knows which were shown.

    Attributes:
        subjects: The metrics.
        labels: The abilities that a review can ask about, in words, by their ids.
        graded: The ids of abilities whose questions all show grades.
    """

    subjects: list[SubjectData]
    labels: dict[str, str]
    graded: list[str]


class LessonsData(TypedDict):
    """The data of the page Learn: the list of lessons.

    Attributes:
        link: The parameters of the page's link.
        view: The elements of the page; the browser fills those whose tags begin with ``ix:`` with what only it knows.
        has_next_step: Whether there is a step to continue with.
        mastery: The abilities for each metric.
        review_questions: The questions of an open review, as elements.
        review_length: The number of questions of the review.
        evidence: What the answers in the review show (`irviz.views.part`).
    """

    link: dict[str, str]
    view: list[Element]
    has_next_step: bool
    mastery: MasteryData
    review_questions: NotRequired[list[Element]]
    review_length: NotRequired[int]
    evidence: NotRequired[Evidence]


class ChallengesData(TypedDict):
    """The list of all challenges: the parameters of its link, and its elements."""

    link: dict[str, str]
    view: list[Element]


def lessons_data(study: Study) -> LessonsData:
    """The data of the page Learn: the lessons, the step to continue with, and the review."""
    every, to = [*lessons().values()], end_of_course_links(study)
    minutes = sum(one.minutes for one in every)
    following = next((one for one in every if not study.progress.is_finished(one.id)), None)
    entries = (_render_lesson(one, study, following) for one in every)
    lead = f"{len(every)} short lessons beside a live board, {minutes} minutes in all."
    hides = h("a.ix-button", "What each metric hides", href=to["hides"], data_testid="to-hides")
    words = "The final check: twelve questions"
    check = h("a.ix-button", words, href=to["check"], data_testid="to-check")
    data: LessonsData = {
        "link": study.link,
        "view": [
            h("p.ix-notice", study.note, role="alert", data_kind="wrong"),
            h("header", h("h1.ix-h1", "Learn"), h("p.ix-lead", f"{lead} Each can be opened by itself.")),
            _render_continue_link(study),
            h("ix:review"),
            h("ix:memory"),
            h("nav", h("ul.ix-entries", entries), aria_label="To choose from"),
            h(
                "section.ix-stack",
                h("h2.ix-h3", "What you can do", id="ix-mastery"),
                h("ix:mastery"),
                h("ix:keeping"),
                key="can",
                aria_labelledby="ix-mastery",
            ),
            h("section.ix-stack", h("h2.ix-h3", "At the end"), h("div.ix-line", hides, check), aria_label="At the end"),
        ],
        "has_next_step": study.next_place is not None,
        "mastery": mastery_data(),
    }
    if study.review is not None:
        _add_review(data, study, study.review)
    return data


def _render_continue_link(study: Study) -> Element:
    """The link to the step where the student continues the course, or begins it."""
    place, about = study.next_place, ""
    if place:
        lesson = lessons()[place.lesson]
        about = f"{lesson.title}: {place.lesson_step.title}{_describe_unfinished_step(study, place)}"
        way = h(
            "button.ix-button.ix-do",
            f"Continue: lesson {lesson.number}, step {place.step}",
            key="on",
            data_testid="continue",
            title=about,
            say={"go": place.link},
        )
    elif study.progress.done:
        way, about = None, "The course is done."
    else:
        words = "New here? Take one minute on the board"
        way = h("a.ix-button", words, key="first", href=f"./?{urlencode(first_link())}")
    return h("div.ix-line.ix-coach-onwards", way, h("span.ix-caption", about))


def _describe_unfinished_step(study: Study, place: Place) -> str:
    """A phrase that names the first undone step, if that comes before where the student continues; else empty."""
    for lesson in lessons().values():
        for step in study.progress.list_open_steps(lesson.id):
            first = Place(lesson.id, step)
            return "" if first == place else f" (where you were; lesson {lesson.number}, step {step} is still open)"
    return ""


def _render_lesson(one: Lesson, study: Study, following: Lesson | None) -> Element:
    """The entry of a lesson, which opens its first undone step; `following` is the lesson to continue with."""
    missing, passed = study.progress.list_open_steps(one.id), study.progress.list_skipped_steps(one.id)
    done = f"{study.progress.count_done(one.id)} of {len(one.steps)} steps done"
    remark = f"{one.minutes} min · {done}{f', {len(passed)} skipped' if passed else ''}"
    go = {"lesson": one.id, "step": str(missing[0] if missing else 1)}
    words = (f"{one.number}. {one.title}", one.about, remark)
    return _render_entry(one.id, words, go, done=not missing, next=one is following)


def _render_entry(name: str, words: Iterable[Child], go: Mapping[str, str], **state: bool) -> Element:
    """The entry of a list of lessons or challenges.

    Args:
        name: The id of the lesson or challenge.
        words: Its title, subject and remark.
        go: The link parameters that open it.
        state: Whether it is ``done``, ``next``, and the ``current`` one.
    """
    title, about, remark = words
    done, current = state["done"], state.get("current", False)
    here, then = " · you were here" if current else "", " · next" if state["next"] else ""
    entry = h(
        "button.ix-stack.ix-entry",
        h("span.ix-h3", done and h("span", "✓ ", aria_hidden="true"), title),
        h("span", about),
        h("span.ix-caption", remark, here, then),
        data_entry=name,
        data_done=done,
        data_next=state["next"],
        aria_current=current,
        say={"go": go},
    )
    return h("li", entry, key=name)


@cache
def mastery_data() -> MasteryData:
    """The abilities that a student can show, by metric."""
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
        "labels": {name: describe(name) for name in asked if kinds_of(name)},
        "graded": [*filter(is_graded, asked)],
    }


def _add_review(data: LessonsData, study: Study, review: Review) -> None:
    """Add a review's questions to the page's data, with the answers so far; the first unanswered one is the last."""
    asked, said = review.questions, (*review.said, None)
    data["review_questions"] = [
        render_question(question_data(one, answer, study), at, len(asked), "Done")
        for at, (one, answer) in enumerate(zip(asked, said, strict=False))
    ]
    data["review_length"] = len(asked)
    data["evidence"] = ("review", asked[0].prompt, len(review.said), review.evidence)


def challenges_data(study: Study) -> ChallengesData:
    """The data of the list of all challenges."""
    every, done = [*challenges().values()], study.solved
    share = len(done) / len(every)
    at = next((i for i, one in enumerate(every, 1) if one.id == study.last), 0)
    following = next((one for one in every[at:] + every[:at] if one.id not in done), None)
    return {
        "link": study.link,
        "view": [
            h("p.ix-notice", study.note, role="alert", data_kind="wrong"),
            h(
                "p.ix-line.ix-strong.ix-list-count",
                h("progress", max=1, value=share, aria_label="Challenges done"),
                h("span", f"All of them: {len(done)} of {len(every)} done"),
            ),
            *(_render_level(level, study, following) for level in LEVELS),
        ],
    }


def _render_level(level: int, study: Study, following: Challenge | None) -> Element:
    """A section with the challenges of a level, from 1; `following` is the one to continue with."""
    found = [one for one in challenges().values() if one.level == level]
    hard = h("span.ix-list-hard", "●" * level + "○" * (4 - level), role="img", aria_label=f"difficulty {level} of 4")
    done = f"{sum(one.id in study.solved for one in found)} of {len(found)} done"
    head = h("h2.ix-h3.ix-line", LEVELS[level], hard, h("span.ix-caption", done))
    entries = (_render_challenge(one, study, following) for one in found)
    return h("section.ix-stack", head, h("ul.ix-entries", entries), aria_label=LEVELS[level])


def _render_challenge(one: Challenge, study: Study, following: Challenge | None) -> Element:
    """The entry of a challenge, marked where it is solved; `following` is the one to continue with."""
    done, graded = one.id in study.solved, " · graded" if one.desk.top > 1 else ""
    helped = done and h("ix:helped", " · done with help", " · done", of=one.id)
    words = (one.title, _capitalize_sentence(one.about), (format_moves(one.fewest or 0), graded, helped))
    state = {"done": done, "next": one is following, "current": one.id == study.last}
    return _render_entry(one.id, words, {"challenge": one.id}, **state)


def _capitalize_sentence(words: str) -> str:
    """A sentence made of words, with a capital unless they begin with a symbol, and a full stop."""
    first = words[:1] if words.startswith("nDCG") else words[:1].upper()
    return f"{first}{words[1:]}."
