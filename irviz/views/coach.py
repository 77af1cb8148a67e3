"""What the column beside the board says on the pages that teach: what to do, and how it stands."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict
from urllib.parse import urlencode

from irviz.lessons.challenge import LEVELS, challenges, format_moves
from irviz.lessons.course import lessons
from irviz.lessons.study import Study
from irviz.state.curves.series import MEAN_NAMES
from irviz.state.desk import MEAN
from irviz.state.goals.action import count_effort
from irviz.state.goals.clause import format_exact
from irviz.state.number_words import format_number
from irviz.views.check import question_prompt_data
from irviz.views.elements import flatten, h, unless_masked
from irviz.views.hides import end_of_course_links, progress_parameters, titles_added_by
from irviz.views.lists import lessons_data
from irviz.views.predictions import marks_data
from irviz.views.tiles import render_legend, render_tiles

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from irviz.lessons.challenge import Challenge
    from irviz.lessons.course import Place
    from irviz.lessons.demonstration import Demonstration
    from irviz.lessons.lesson import Lesson, Point, Step
    from irviz.state.desk import Desk
    from irviz.state.session import Session
    from irviz.views.check import PromptData
    from irviz.views.elements import Child, Element
    from irviz.views.lists import LessonsData
    from irviz.views.part import Evidence


class Condition(NamedTuple):
    """A condition of the goal in words, its present value as text, and whether it is met."""

    words: str
    now: str
    met: bool


@dataclass(frozen=True, kw_only=True)
class Task:
    """An open lesson step or challenge, and its state; texts are prose with ``*emphasis*``."""

    heading: str  # what it is part of
    title: str
    number: int = 0  # of a step in its lesson
    of: int = 0  # so many there are
    prose: str
    points: Sequence[Point] = ()  # what it is about on the board
    goals: Sequence[Condition] = ()  # what has to be reached, one by one
    moves: str = ""  # how many were made, and can do it
    made: int = 0  # in so many it was done
    done: bool  # whether what was asked for is reached
    waits: bool  # whether there is something left to do
    reads: bool = False  # whether the last step of a lesson has only to be read
    praise: str  # what is said where it is done
    reply: str = ""  # and of what does not do it
    answers: int  # so many have been given
    hints: Sequence[str]  # those that have been asked for
    more: bool  # whether there is another one
    back: Mapping[str, str] | None = None
    next: Mapping[str, str] | None = None


class PointData(TypedDict):
    """Something that the task highlights: its kind (a card, a curve …) and which ones, by name or rank."""

    kind: str
    names: list[str]


class SolvedChallenge(TypedDict):
    """The page of a challenge, and the number of moves in which it was solved, for a class; 0 if it was not."""

    page: str
    moves: int


class CoachData(TypedDict):
    """The data of the column beside the board: an open lesson step or challenge.

    Attributes:
        link: The link parameters of the task, with the student's progress.
        view: The column's elements.
        title: The title of the open task.
        evidence: What the last answer shows about the student's abilities (`irviz.views.part`).
        points: What the task highlights on the board.
        reply: The reply to the student's last change; empty for none.
        verdict: A word on whether the chosen answer is right, for screen readers; empty for none.
        shown_move: The move that the demonstration shows, for screen readers; empty for none.
        hint: The last hint that the student asked for; empty for none.
        back_link: The link parameters of the previous place; None for none.
        next_link: The link parameters of the next place; None for none.
        challenge: The solved challenge, for a class; None for a lesson step.
    """

    link: dict[str, str]
    view: list[Child]
    title: str
    evidence: Evidence
    points: list[PointData]
    reply: str
    verdict: str
    shown_move: str
    hint: str
    back_link: Mapping[str, str] | None
    next_link: Mapping[str, str] | None
    challenge: SolvedChallenge | None


def coach_data(study: Study, session: Session) -> CoachData | LessonsData:
    """The data of the column beside the board; without an open task, that of the list of lessons."""
    one = task_of(study, session)
    if one is None:
        return lessons_data(study)
    challenge, shown = study.challenge, study.shown
    step = f"Step {one.number} of {one.of}: " if one.of else ""
    title = f"{step}{one.title} · {one.heading}"
    moved = f"{shown.at} {shown.sentence}" if shown else ""
    return {
        "link": study.link,
        "view": flatten(_render_column(one, study)),
        "title": title,
        "evidence": ("task", title, one.answers, study.evidence),
        "points": [{"kind": point.kind, "names": list(point.names)} for point in one.points],
        "reply": one.praise or one.reply or moved,
        "verdict": ("Not right." if one.reply else "Right.") if study.said else "",
        "shown_move": " ".join((shown.sentence, *shown.reasons)) if shown else "",
        "hint": one.hints[-1] if one.hints else "",
        "back_link": one.back,
        "next_link": one.next,
        "challenge": {"page": page_of(challenge), "moves": one.made} if challenge else None,
    }


def task_of(study: Study, session: Session) -> Task | None:
    """The open step or challenge as the column shows it; None where the list of all is shown."""
    if study.challenge:
        return _challenge_task(study.challenge, study, session)
    return _step_task(study.place, study, session) if study.place else None


_FIRST = "\n\n*You are asked once the change is made, before the scores move.*"


def _step_task(place: Place, study: Study, session: Session) -> Task:
    """What the column beside the board shows of the lesson's step at `place`: its text, and how much of it is done."""
    step, desk, right = place.lesson_step, session.desk, study.is_right
    lesson = lessons()[place.lesson]
    done = step.ask is not None and step.is_done(desk)
    praise = _describe_prediction(step, session) + step.format_praise(desk) if done else ""
    was_done = _is_step_done(place, study)
    waits = not (step.is_reading or done or right or was_done)
    return Task(
        heading=f"{lesson.number}. {lesson.title}",
        title=step.title,
        number=place.step,
        of=len(lesson.steps),
        prose=f"{step.format_prose(desk)}{_FIRST if step.predict else ''}",
        points=step.points,
        done=done,
        praise=study.reply if right else praise,
        reply="" if right else study.reply or step.format_correction(desk),
        answers=bool(study.said) + len(study.more),
        hints=[step.format_hint(desk)] if study.clues and not done else (),
        more=bool(step.hint) and not study.clues and not done,
        back=place.previous_place.link if place.previous_place else None,
        next=place.next_place.link if place.next_place else None,
        waits=waits,
        reads=place.step == len(lesson.steps) and not (waits or was_done),
    )


def _challenge_task(challenge: Challenge, study: Study, session: Session) -> Task:
    """A challenge as the column shows it: conditions, moves made, help and solution."""
    desk = session.desk
    # After a reload the way begins with the board as it was left.
    path = (challenge.desk, *session.history.past, desk)
    shown = study.shown
    met = challenge.is_done(desk) and not shown
    done = met and challenge.is_within_moves(path)
    over = done or shown is not None
    names = [*challenges()]
    at = names.index(challenge.id) if challenge.id in names else -1
    helped = " You had help: another time it counts as solved alone." if done and study.is_helped else ""
    praise = f"{challenge.describe_result(path)}{helped}\n\n{challenge.format_lesson(desk)}".strip()
    return Task(
        heading=f"{LEVELS[challenge.level]} · {at + 1} of {len(names)}" if at >= 0 else "A challenge for you",
        title=challenge.title,
        # Each line that a teacher wrote is one of its own.
        prose="\n\n".join(filter(None, challenge.task.splitlines())),
        goals=[
            *(Condition(one.words, one.comparison, one.met) for one in challenge.check(desk)),
            *_move_conditions(challenge, path),
        ],
        moves="" if over else challenge.describe_progress(path),
        made=count_effort(path) if done else 0,
        done=done,
        praise=praise if done else "",
        reply=praise if met and not done else "",
        answers=int(done),
        hints=[] if over else challenge.format_hints(desk)[: study.clues],
        more=study.clues < challenge.hint_count and not over,
        next={"challenge": names[at + 1]} if 0 <= at < len(names) - 1 else None,
        waits=not done and challenge.id not in study.solved,
    )


_SAID = {"up": "goes up", "down": "goes down", "same": "stays"}


def _describe_prediction(step: Step, session: Session) -> str:
    """A sentence that compares the student's prediction with what the step shows; empty without one."""
    named, marks = MEAN_NAMES if session.desk.opened == MEAN else {}, marks_data(session) if step.predict else {}
    # With its cutoff, since R alone is how many are relevant.
    found = {f"{named.get(name, name)}@{session.desk.k}": one for name, one in marks.items()}
    wrong = [
        f"{name} {'is ' + format_number(answer) if isinstance(answer, float) else _SAID[answer]}"
        for name, one in found.items()
        for answer in [one["answer"]]
        if not one["is_right"]
    ]
    if wrong:
        why = {name: one["misconceptions"] for name, one in found.items() if one["misconceptions"]}
        if len(found) > 1:
            why = {name: text.replace("Your answer", f"What you said of {name}", 1) for name, text in why.items()}
        because = " ".join(why.values())
        said = f"**Not as you predicted**: you said that {', and that '.join(wrong)}. {because}"
        return f"{said.strip()}\n\n"
    return "**As you predicted.**\n\n" if found else ""


def page_of(challenge: Challenge) -> str:
    """The address of a challenge's page, relative to the dashboard.

    Example:
        >>> page_of(challenges()["first-hit"])
        'challenges?challenge=first-hit'
    """
    return f"challenges?{urlencode(Study(challenge=challenge).link)}"


def _move_conditions(challenge: Challenge, path: Sequence[Desk]) -> Iterator[Condition]:
    """The condition on the number of moves, if the challenge has one; `path` are the desks from its start on."""
    if challenge.most is not None:
        words = f"at most {format_moves(challenge.most)}"
        yield Condition(words, f"now {count_effort(path)}", challenge.is_within_moves(path))


def _render_column(one: Task, study: Study) -> Iterator[Child]:
    """The elements of the column beside the board for a lesson step or challenge, from top to bottom."""
    place, step, shown = study.place, study.step, study.shown
    every = "All challenges" if study.challenge else "All lessons"
    lesson = lessons()[place.lesson] if place and one.number == one.of else None  # which ends here
    yield h("p.ix-notice", study.note, role="alert", data_kind="wrong")
    yield h("ix:class", over=False)
    yield h("h1.ix-caption", one.heading)
    yield h("h2.ix-h2.ix-coach-title", one.title, tabindex="-1")
    yield place and _render_step_dots(place, study)
    yield h("p.ix-notice.ix-coach-past", _describe_skipped_step(study), role="status")
    key = (h("span"), " marks what this step is about.") if one.points else None
    yield h("p.ix-caption.ix-coach-key", key, aria_hidden="true")
    # A number to be reached is no value of the board: a mask leaves it.
    asked = [clause.right for clause in step.ask.clauses] if step and step.ask else []
    kept = [format_exact(one) for one in asked if isinstance(one, Fraction) and one.denominator > 1]
    yield h("div.ix-stack.ix-coach-prose", h("ix:prose", one.prose, kept=kept or None))
    goals = map(_render_goal, one.goals)
    yield h("ul.ix-stack.ix-well.ix-coach-clauses", goals, aria_label="To do", hidden=not one.goals)
    yield step and step.choices and _render_choices(step, study.said)
    # The line stays where there is nothing to say: below it the board keeps its place.
    yield study.challenge and h("p.ix-caption", one.moves or "\u00a0")
    yield h(
        f"div.ix-stack.ix-coach-foot{'' if study.fresh_question else '.ix-coach-stays'}",
        # Hidden where what it says is in sight.
        h("p.ix-caption.ix-coach-goal", () if one.done else _render_goals(one.goals), hidden=True),
        h("ix:class", over=True),
        h("p.ix-said.ix-coach-heard", key="heard", role="status", own=True),
        h("div.ix-notice.ix-stack.ix-coach-praise", h("ix:prose", one.praise), data_kind="good"),
        h("div.ix-notice.ix-stack.ix-coach-reply", h("ix:prose", one.reply)),
        h("div.ix-notice.ix-stack", h("ix:prose", "\n\n".join(one.hints)), data_testid="hints"),
        # Below the reply to the last answer, which is about another list.
        study.fresh_question and _render_fresh_question(question_prompt_data(study.fresh_question)),
        _render_lesson_end(lesson, study),
        _render_demonstration(shown) if shown else _render_buttons(one, study.challenge, every),
    )
    if lesson:
        tries = (_render_challenge_link(name, study) for name in lesson.tries)
        yield lesson.tries and h("ul.ix-coach-tries", tries, aria_label="Try it")
        yield lesson.credits and h(
            "details.ix-caption.ix-coach-credits",
            h("summary", "Sources"),
            h("ul.ix-bullets", (h("li", credit) for credit in lesson.credits)),
        )
    yield h("button.ix-button.ix-plain.ix-coach-all", every, say={"go": {}})


def _render_step_dots(place: Place, study: Study) -> Element:
    """An element with a button for each step of a lesson, which tells the done and skipped ones."""
    skipped = study.progress.list_skipped_steps(place.lesson, place.step)

    def dot(number: int) -> Element:
        """The button for the step of a number, from 1."""
        done, passed = (place.lesson, number) in study.progress.done, number in skipped
        return h(
            "button.ix-button.ix-coach-dot.ix-circle.ix-unpadded.ix-s",
            number,
            aria_label=f"Step {number}{', done' if done else ', skipped' if passed else ''}",
            aria_current="step" if number == place.step else "false",
            data_done="" if done else None,
            data_skipped="" if passed else None,
            title="Skipped: press to do it" if passed else None,
            say={"go": {"lesson": place.lesson, "step": str(number)}},
        )

    numbers = range(1, len(lessons()[place.lesson].steps) + 1)
    return h("ol.ix-line.ix-tight.ix-coach-dots", (h("li", dot(n)) for n in numbers), aria_label="Steps")


def _render_choices(step: Step, said: int) -> Element:
    """An element with the answers to a step's question; once answered, no other can be chosen."""

    def choice(number: int, words: str) -> Element:
        """The button for the answer of a number, from 1."""
        mine, right = number == said, step.is_right(said)
        return h(
            "button.ix-button.ix-choice",
            mine and h("span", "✓ " if right else "✗ ", aria_hidden=True),
            words,
            mine and h("span.ix-said", ", right" if right else ", not right"),
            aria_pressed=mine,
            aria_disabled="true" if said else None,
            data_mark=("right" if right else "wrong") if mine else None,
            say=None if said else {"choose": number},
        )

    items = (h("li", choice(at, one.words)) for at, one in enumerate(step.choices, 1))
    return h("ol.ix-stack.ix-coach-choices", items, aria_label="Your answer")


def _render_fresh_question(asked: PromptData) -> Element:
    """An element with a fresh question, which follows one that was answered wrongly."""
    choices = enumerate(asked["choices"], 1)
    return h(
        "section.ix-stack.ix-coach-fresh",
        h("p", h("b", "A fresh question. "), asked["prompt"]),
        map(render_tiles, asked["lists"]),
        render_legend(asked["lists"]),
        h(
            "ol.ix-stack.ix-coach-choices",
            (h("li", h("button.ix-button.ix-choice", words, say={"choose": at})) for at, words in choices),
            aria_label="Your answer to the fresh question",
        ),
        key="fresh",
        data_testid="fresh",
        aria_label="A fresh question",
    )


def _render_goal(one: Condition) -> Element:
    """A condition as a list item with its mark; its current value is hidden while values are masked."""
    now = one.now and unless_masked([""], h("span.ix-caption", one.now))
    return h("li", h("span", "✓ " if one.met else "○ "), h("span", f"{one.words} "), now, data_met=one.met)


def _render_goals(goals: Sequence[Condition]) -> Iterator[Child]:
    """A list of the conditions of the goal; nothing where there are none."""
    for one in goals:
        yield f"{'✓' if one.met else '○'} {one.words}"
        yield one.now and unless_masked([""], f" ({one.now})")
        yield "\n"


def _render_challenge_link(name: str, study: Study) -> Element:
    """The link to a challenge (its id is `name`), with the student's progress."""
    link = urlencode({"challenge": name, **progress_parameters(study)})
    return h("li", h("a", f"Challenge: {challenges()[name].title}", href=f"./challenges?{link}"))


def _render_demonstration(shown: Demonstration) -> Element:
    """An element with the demonstration of a solution, which is played move by move."""
    at, of = shown.at, len(shown.actions)
    leave = _render_button("leave", "Leave", {"show": 0}, title="Your board as you left it (Esc)")
    then, way = ("Next move", at + 1) if at < of else ("Back to my board", 0)
    return h(
        "section.ix-stack.ix-coach-play",
        h("p.ix-strong", h("span.ix-caption", f"Move {at} of {of} "), shown.sentence),
        h("ul.ix-bullets", (h("li", h("ix:values", reason)) for reason in shown.reasons)),
        None if way else h("p", "That is the goal. Your own board comes back as you left it: now you."),
        h(
            "div.ix-line.ix-tight.ix-coach-buttons",
            at > 1 and _render_button("before", "Back", {"show": at - 1}),
            leave if way else None,
            _render_button("play", then, {"show": way}, class_="ix-do"),
        ),
        key="play",
        aria_label="How it is done",
        data_testid="play",
    )


def _render_buttons(one: Task, challenge: Challenge | None, every: str) -> Element:
    """An element with the buttons for help and for what comes next.

    Args:
        one: The task.
        challenge: The open challenge; None for a lesson step.
        every: The label of the button that leads to the list of all.
    """
    shows = challenge and challenge.fewest is not None and not one.done
    leads = "Next lesson" if 0 < one.number == one.of else "Next"
    leads = every if not one.next else "Skip" if one.waits else leads
    wanted = {"finish": True} if one.reads else {"go": one.next or {}}
    return h(
        "div.ix-line.ix-tight.ix-coach-buttons",
        one.back and _render_button("back", "Back", {"go": one.back}),
        (one.more or one.hints)
        and _render_button(
            "hint", "Hint", {"hint": True} if one.more else None, aria_disabled=None if one.more else "true"
        ),
        shows and _render_button("show", "Show me", {"show": 1}),
        _render_button("again", "Start again", {"restart": True}),
        (one.of or one.next)
        and _render_button(
            "next",
            "Done" if one.reads else leads,
            wanted,
            data_testid="next",
            data_ready=not one.waits,
            class_="ix-push" if one.waits else "ix-do ix-push",
        ),
    )


def _render_button(key: str, words: str, say: Mapping[str, Any] | None, **props: object) -> Element:
    """A button whose `key` identifies it among its siblings; `say` is the message that it sends."""
    return h("button.ix-button", words, key=key, data_do=key, say=say, **props)


def _is_step_done(place: Place, study: Study) -> bool:
    """Whether the student has done a lesson's step."""
    return (place.lesson, place.step) in study.progress.done


def _describe_skipped_step(study: Study) -> str:
    """A notice for a student who skips a step for the first time; else empty."""
    past = study.skipped
    if past is None or study.place is None:
        return ""
    if past.lesson == study.place.lesson:
        of, how = "", "press its number above whenever you want to do it"
    else:
        of, how = (f" of lesson {lessons()[past.lesson].number}", "it stays open, and Back leads to it")
    return f"You skipped step {past.step}{of}. That is fine: {how}."


def _render_lesson_end(lesson: Lesson | None, study: Study) -> Element:
    """An element for the end of an open lesson, shown once its last step is done."""
    place, progress = study.place, study.progress
    if lesson is None or place is None or not _is_step_done(place, study):
        return h("div.ix-notice", data_testid="end")
    missing = progress.list_open_steps(lesson.id)
    following = lessons()[place.next_place.lesson] if place.next_place else None
    whole = not following and all(map(progress.is_finished, lessons()))
    words = "The course is done." if whole else f"Lesson {lesson.number} is done."
    if missing:
        steps = f"{'step' if len(missing) == 1 else 'steps'} {', '.join(map(str, missing))}"
        words = f"This is the end of lesson {lesson.number}. Still open: {steps}."
    titles = [] if missing else titles_added_by(lesson.id)
    to, check = end_of_course_links(study), "Next: the final check, twelve questions"
    known = f"On the page “What each metric hides” you know these now: {', '.join(titles)}."
    return h(
        "div.ix-notice",
        h("b", f"{'' if missing else '✓ '}{words}"),
        h("p.ix-strong", f"Next: {following.number}. {following.title}")
        if following
        else h("p.ix-strong", h("a", check, href=to["check"], data_testid="then-check")),
        following and h("p.ix-caption", following.about),
        titles and h("p", h("a", known, href=to["hides"]), data_testid="added"),
        data_testid="end",
        data_kind=None if missing else "good",
    )
