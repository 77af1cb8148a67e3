"""What the page of the check shows: a question, the answers with what is so, and what they show."""

from __future__ import annotations

from typing import TYPE_CHECKING, NotRequired, TypedDict

from irviz.lessons.check.check import FIRST, LARGEST
from irviz.lessons.course import lessons
from irviz.lessons.mastery import evidence_of_answer
from irviz.views.elements import h
from irviz.views.hides import end_of_course_links, lesson_link, progress_parameters
from irviz.views.tiles import render_legend, render_tiles, tiles_data

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from irviz.lessons.check.check import Check
    from irviz.lessons.check.misconceptions import Misconception
    from irviz.lessons.check.question import Listed, Question
    from irviz.lessons.study import Study
    from irviz.views.elements import Element
    from irviz.views.part import PartData
    from irviz.views.tiles import TilesData


def check_data(check: Check, study: Study, notes: Sequence[str], at: int | None = None, refused: str = "") -> PartData:
    """The data of the page of the check; before a question is answered, without its right answer.

    Args:
        check: The check with its answers so far.
        study: The student's progress in the course, for links to lessons.
        notes: Sentences on what was ignored in the link.
        at: The question to show, from 0; after the last one comes the result. None for the first unanswered one, or
            the one before it while the reply to a wrong answer is to be read.
        refused: A sentence on the seed that was typed; empty if it was taken.
    """
    of, answered = len(check.questions), len(check.said)
    last = check.answers[-1:]
    if at is None:
        at = answered - any(said != question.right for question, said in last if not check.is_over)
    over = at >= of
    return {
        "view": [
            h("p.ix-notice", "\n".join(notes), role="alert", data_kind="wrong"),
            h(
                "ol.ix-line.ix-tight.ix-coach-dots",
                (_render_dot(check, n, at) for n in range(of + 1)),
                aria_label="Questions",
            ),
            _render_results(result_data(check, study), end_of_course_links(study))
            if over
            else render_question(_open_question_data(check, at, study), at, of),
            _render_seed_form(check.seed, refused),
        ],
        "address": ({**check.link, **progress_parameters(study)}, ["seed", "said", "done", "solved"]),
        "title": _SHOWN if over else f"Question {at + 1} of {of}",
        "reading_place": [check.seed, at],
        "reach": (".ix-check-reply + *", answered),
        "evidence": ("check", str(check.seed), answered, evidence_of_answer(*last[0]) if last else {}),
    }


_SHOWN = "What your answers show"


def _open_question_data(check: Check, at: int, study: Study) -> QuestionData:
    """The data of the question of number `at`, from 0, with the answer given to it, if any."""
    said = check.said[at] if at < len(check.said) else None
    data = question_data(check.questions[at], said, study)
    data["is_extra"] = at >= FIRST
    return data


def _render_dot(check: Check, n: int, at: int) -> Element:
    """The button for question `n`, from 0, or for the result after the last one; `at` is the one that is shown."""
    is_done, is_end = n < len(check.said), n == len(check.questions)
    right = is_done and check.said[n] == check.questions[n].right
    marked = f", {'right' if right else 'wrong'}" if is_done else ""
    return h(
        "li",
        h(
            "button.ix-button.ix-coach-dot.ix-circle.ix-unpadded.ix-s",
            "Result" if is_end else ("✓" if right else "✗") if is_done else n + 1,
            class_="ix-check-end" if is_end else "",
            aria_current="step" if n == at else "false",
            aria_label="Result: what your answers show" if is_end else f"Question {n + 1}{marked}",
            data_done="" if right or (is_end and check.is_over) else None,
            data_mark="wrong" if is_done and not right else None,
            disabled=n > len(check.said),
            say={"show": n},
        ),
    )


def render_question(one: QuestionData, at: int, of: int, end: str = _SHOWN) -> Element:
    """An element with a question, its lists and its answers; once answered, with the reply.

    Args:
        one: The data of the question, from `question_data`.
        at: The number of the question, from 0.
        of: The number of questions.
        end: The label of the button after the last question.
    """
    said = one["said"] is not None
    right = said and one["said"] == one["right"]
    more = ": one more, to tell what your answers show" if one.get("is_extra") else ""
    choices = (_render_choice(words, n, one, at) for n, words in enumerate(one["choices"]))
    return h(
        "article.ix-panel.ix-stack.ix-loose.ix-measure",
        h("p.ix-caption", f"Question {at + 1} of {of}{more}"),
        h("h2.ix-h2", one["title"], id="ix-check-title", tabindex="-1"),
        h("p.ix-check-prompt", one["prompt"]),
        h("div.ix-line.ix-apart.ix-check-lists.ix-top", map(render_tiles, one["lists"])),
        render_legend(one["lists"]),
        h("ul.ix-stack", (h("li", choice) for choice in choices), aria_label="Answers"),
        h(
            "div.ix-notice.ix-stack.ix-check-reply",
            said and h("p", one["reply"]),
            (h("p", h("a", to["title"], href=to["address"])) for to in one.get("lesson_steps", ())),
            role="status",
            data_kind=("good" if right else "wrong") if said else None,
        ),
        said
        and h(
            "div.ix-line",
            h(
                "button.ix-button.ix-do",
                end if at + 1 == of else "Next question",
                data_testid="next",
                say={"show": at + 1},
            ),
        ),
        key=f"question-{at}",
        data_testid="question",
        data_number=at + 1,
        aria_labelledby="ix-check-title",
    )


def _render_choice(words: str, n: int, one: QuestionData, at: int) -> Element:
    """The button for answer `n` (from 0) of question `at`; once answered, marked if it was chosen, or is right."""
    marked = one["said"] is not None
    right, mine = marked and n == one["right"], n == one["said"]
    told = ", ".join([*(["right"] if right else []), *(["your answer"] if mine else [])])
    return h(
        "button.ix-button.ix-choice.ix-check-choice",
        told and h("span", "✓ " if right else "✗ ", aria_hidden="true"),
        words,
        told and h("span.ix-caption", f" ({told})"),
        data_testid="choice",
        data_mark=("right" if right else "wrong") if told else None,
        aria_disabled=marked or None,
        say=None if marked else {"answer": {"number": at, "choice": n}},
    )


def _render_results(shown: ResultData, to: Mapping[str, str]) -> Element:
    """The panel of the result: the misconceptions found and those avoided; `to` has links to what comes next."""
    findings, avoided = shown["findings"], shown["avoided"]
    return h(
        "section.ix-stack.ix-loose.ix-measure",
        h("h2.ix-h2", _SHOWN, id="ix-check-result", tabindex="-1"),
        h("p.ix-check-prompt", shown["lead"]),
        findings and h("ul.ix-stack", map(_render_finding, findings), aria_label="To look at again"),
        avoided
        and h(
            "details",
            h("summary", f"Mistakes that you did not make ({len(avoided)})"),
            h("ul.ix-bullets", (h("li", h("b", one["instead"]), f" Not: “{one['belief']}”") for one in avoided)),
            open=not findings,
        ),
        h(
            "div.ix-line",
            h("button.ix-button.ix-do", "New questions", say={"renew": True}),
            h("a.ix-button", "What each metric hides", href=to["hides"]),
            h("a.ix-button", "All lessons", href=to["learn"]),
        ),
        key="result",
        data_testid="result",
        aria_labelledby="ix-check-result",
    )


def _render_finding(one: FindingData) -> Element:
    """An element with a misconception that answers fitted, and a link to the lesson step that corrects it."""
    return h(
        "li.ix-panel.ix-stack",
        h("p.ix-h3", f"“{one['belief']}”"),
        h("p", one["instead"]),
        h("p", one["example"]),
        h("p.ix-caption", one["frequency"]),
        h("p", h("a", one["lesson_step"]["title"], href=one["lesson_step"]["address"])),
        data_testid="finding",
        data_misconception=one["id"],
    )


def _render_seed_form(seed: int, refused: str) -> Element:
    """The form for the seed of the questions: with the same number, a whole class gets the same ones.

    Args:
        seed: The seed.
        refused: A sentence on what was typed, if that is no seed.
    """
    return h(
        "details.ix-check-seed.ix-measure",
        h("summary", "The same questions for a class"),
        h(
            "p.ix-soft",
            f"The questions are drawn by lot. These twelve have the number {seed}: everybody who opens this "
            "link, or types in this number, gets them.",
        ),
        h(
            "div.ix-line",
            h(
                "input.ix-field.ix-outward.ix-check-link",
                type="text",
                readonly=True,
                aria_label="Link to these questions",
                outward=f"./check?seed={seed}",
            ),
            h("button.ix-button", "Copy the link", say={"do": "copyLink"}),
            h("span.ix-caption", role="status"),
        ),
        h(
            "form.ix-line",
            h(
                "label.ix-line",
                "Another number ",
                h(
                    "input.ix-field",
                    name="seed",
                    type="text",
                    inputmode="numeric",
                    autocomplete="off",
                    placeholder=f"1 to {LARGEST}",
                ),
            ),
            h("p.ix-notice", refused, role="alert", data_kind="wrong"),
            h("button.ix-button", "Take these questions", type="submit"),
            say={},
        ),
    )


class LessonStep(TypedDict):
    """A link to a step of a lesson: its title, and its address."""

    title: str
    address: str


class PromptData(TypedDict):
    """A question before it is answered; `choices` are the texts of the answers."""

    title: str
    prompt: str
    lists: list[TilesData]
    choices: list[str]


class QuestionData(PromptData):
    """A question as the page shows it; the right answer and the reply are left out until it is answered.

    Attributes:
        said: The index of the chosen answer, from 0; None before any.
        right: The index of the right answer.
        reply: The explanation.
        lesson_steps: The lesson steps that correct the misconceptions that lead to the chosen answer.
        is_extra: Whether it was added to tell misconceptions apart that fit the answers equally well.
    """

    said: int | None
    right: NotRequired[int]
    reply: NotRequired[str]
    lesson_steps: NotRequired[list[LessonStep]]
    is_extra: NotRequired[bool]


class BeliefData(TypedDict):
    """A misconception: its id, the belief in a sentence, and what is true instead."""

    id: str
    belief: str
    instead: str


class FindingData(BeliefData):
    """A misconception that answers fitted: how many, the numbers of one, and the lesson step that corrects it."""

    frequency: str
    example: str
    lesson_step: LessonStep


class ResultData(TypedDict):
    """The result of a check: an introductory sentence, the misconceptions found, and those that no answer fitted."""

    lead: str
    findings: list[FindingData]
    avoided: list[BeliefData]


def question_prompt_data(question: Question) -> PromptData:
    """The data of a question before it is answered."""
    graded = any(grade > 1 for one in question.lists for grade in one.grades)
    return {
        "title": question.title,
        "prompt": question.prompt,
        "lists": [_list_data(one, graded=graded) for one in question.lists],
        "choices": [one.words for one in question.choices],
    }


def question_data(question: Question, said: int | None, study: Study) -> QuestionData:
    """The data of a question; once answered, with the explanation and lesson steps.

    Args:
        question: The question.
        said: The index of the chosen answer, from 0, or None.
        study: The student's progress, for the links to lessons.
    """
    asked = question_prompt_data(question)
    shown: QuestionData = {
        "title": asked["title"],
        "prompt": asked["prompt"],
        "lists": asked["lists"],
        "choices": asked["choices"],
        "said": said,
    }
    if said is None:
        return shown
    shown["right"] = question.right
    shown["reply"] = question.reply(said)
    shown["lesson_steps"] = [_lesson_step_for(one, study) for one in question.choices[said].misconceptions]
    return shown


def _list_data(one: Listed, *, graded: bool) -> TilesData:
    """The data of the tiles for a list of a question; `graded` shows grades in place of ticks."""
    return tiles_data(one.grades, one.k, label=one.label, graded=graded, unjudged=one.unjudged, moved=one.moved)


def _lesson_step_for(found: Misconception, study: Study) -> LessonStep:
    """The link to the lesson step that corrects a misconception, which keeps the progress in `study`."""
    place = found.place
    lesson = lessons()[place.lesson]
    return {
        "title": f"Lesson {lesson.number}, step {place.step}: {place.lesson_step.title}",
        "address": lesson_link(place, study),
    }


def result_data(check: Check, study: Study) -> ResultData:
    """The data of the result of a check, from the misconceptions that explain the answers."""
    findings = check.findings
    if len(findings) == 1:
        lead = "Your answers fit this common mistake. A step of a lesson shows what is true."
    elif findings:
        lead = "Your answers fit these common mistakes. Each has a step of a lesson that shows what is true."
    elif not check.wrong_count:
        lead = "All of your answers are right."
    elif check.is_guessing:
        lead = (
            "Your wrong answers follow from too many different mistakes to call one of them a habit, even where it "
            "came twice. Go back to the lessons, and take new questions."
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
                "frequency": f"You answered this way in {one.held} of {one.met} "
                f"{'question' if one.met == 1 else 'questions'} that can show it.",
                "example": _describe_example(check, one.misconception),
                "lesson_step": _lesson_step_for(one.misconception, study),
            }
            for one in findings
        ],
        "avoided": []
        if check.is_guessing
        else [{"id": one.id, "belief": one.belief, "instead": one.instead} for one in check.avoided_misconceptions],
    }


def _describe_example(check: Check, found: Misconception) -> str:
    """Sentences with the numbers of the first wrong answer that followed from a misconception; empty for none."""
    for number, (question, at) in enumerate(zip(check.questions, check.said, strict=True), 1):
        choice = question.choices[at]
        if found.id in choice.beliefs:
            told = choice.told[choice.beliefs.index(found.id)]
            return f"In question {number}, {told}. {question.facts}"
    return ""
