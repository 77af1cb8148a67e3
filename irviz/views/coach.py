"""What the column beside the board says on the pages that teach: what to do, and how it stands.

With the list of all challenges, easier ones first, and on the page Learn what one can do: how it may be
shown, and fresh questions to review it.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from irviz.lessons.challenge import LEVELS, challenges, moves
from irviz.lessons.course import Place, lessons
from irviz.lessons.mastery import describe, is_graded, kinds_of, subjects
from irviz.lessons.study import Study
from irviz.metrics import METRICS
from irviz.state.goals.action import effort
from irviz.state.number_words import figure
from irviz.views.check import asked_data, question_data
from irviz.views.first import first_link
from irviz.views.hides import added_by, ways
from irviz.views.predictions import marks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from irviz.lessons.challenge import Challenge
    from irviz.lessons.course import Progress
    from irviz.lessons.demonstration import Demonstration
    from irviz.lessons.lesson import Lesson, Step
    from irviz.state.desk import Desk
    from irviz.state.session import Session


def lesson_data(study: Study, session: Session) -> dict[str, Any]:
    """What the column shows of a step, or the list of lessons."""
    return {
        "kind": "lessons",
        "all": "All lessons",
        "link": study.link,
        "note": study.note,
        **_list(study.progress),
        "ways": ways(study),
        "onwards": _onwards(study),
        "first": first_link(),
        "task": _step(study, session),
        **({} if study.task else {"mastery": mastery_data(), "review": review_data(study)}),
    }


def _list(progress: Progress) -> dict[str, Any]:
    """The lessons to choose from; one that was begun goes on where it was left."""
    every = [*lessons().values()]
    following = next((one.id for one in every if not progress.finished(one.id)), None)
    return {
        "lead": f"{len(every)} short lessons beside a live board, {sum(one.minutes for one in every)} "
        "minutes in all. Each can be opened by itself.",
        "list": [
            {
                "go": {"lesson": one.id, "step": str(missing[0] if missing else 1)},
                "title": f"{one.number}. {one.title}",
                "about": one.about,
                "remark": f"{one.minutes} min · {progress.of(one.id)} of {len(one.steps)} steps done"
                f"{_passed(progress.skipped(one.id))}",
                "done": not missing,
                "next": one.id == following,
            }
            for one in every
            for missing in [progress.open(one.id)]
        ],
    }


def _passed(steps: Sequence[int]) -> str:
    return f", {len(steps)} skipped" if steps else ""


def _skipped(study: Study) -> str:
    """What is said to somebody who has gone past a step, the first time."""
    past = study.skipped
    if past is None or study.place is None:
        return ""
    if past.lesson == study.place.lesson:
        return (
            f"You skipped step {past.step}. That is fine: press its number above whenever you want "
            "to do it."
        )
    lesson = lessons()[past.lesson]
    return (
        f"You skipped step {past.step} of lesson {lesson.number}. That is fine: it stays open, and "
        "Back leads to it."
    )


def _onwards(study: Study) -> dict[str, Any] | None:
    """Where somebody goes on who was here before."""
    place = study.onwards
    if place is None:
        return None
    lesson = lessons()[place.lesson]
    return {
        "go": place.link,
        "words": f"Continue: lesson {lesson.number}, step {place.step}",
        "about": f"{lesson.title}: {place.found.title}{_behind(study, place)}",
    }


def _behind(study: Study, place: Place) -> str:
    """Where there is something left to do before the place where somebody goes on, that it is."""
    for lesson in lessons().values():
        for step in study.progress.open(lesson.id):
            first = Place(lesson.id, step)
            if first == place:
                return ""
            return f" (where you were; lesson {lesson.number}, step {step} is still open)"
    return ""


def _step(study: Study, session: Session) -> dict[str, Any] | None:
    place, step = study.place, study.step
    if place is None or step is None:
        return None
    lesson: Lesson = lessons()[place.lesson]
    desk = session.desk
    asked = step.ask is not None
    done = asked and step.done(desk)
    right = study.right
    last = place.step == len(lesson.steps)
    return {
        "heading": f"{lesson.number}. {lesson.title}",
        "title": step.title,
        "prose": step.say(desk),
        "predicts": bool(step.predict),
        "points": [{"kind": point.kind, "names": list(point.names)} for point in step.points],
        "clauses": [],
        "moves": "",
        "made": 0,
        "page": "",
        "done": done,
        "praise": study.replied
        if right
        else _marked(step, session) + step.praised(desk)
        if done
        else "",
        "reply": "" if right else study.replied or step.replied(desk),
        "choices": [choice.words for choice in step.choices],
        "said": study.said,
        "answers": bool(study.said) + len(study.more),
        "evidence": study.evidence,
        "show": None,
        "playing": None,
        "wrong": study.said > 0 and not step.right(study.said),
        "fresh": asked_data(study.fresh) if study.fresh else None,
        "hints": [step.hinted(desk)] if study.clues and not done else [],
        "more": bool(step.hint) and not study.clues and not done,
        "number": place.step,
        "of": len(lesson.steps),
        "finished": [
            n for n in range(1, len(lesson.steps) + 1) if (lesson.id, n) in study.progress.done
        ],
        "skipped": list(study.progress.skipped(lesson.id, place.step)),
        "past": _skipped(study),
        "lesson": lesson.id,
        "back": place.before.link if place.before else None,
        "next": place.after.link if place.after else None,
        "waits": not (step.reads or done or right),
        "end": _end(place, study.progress) if last else None,
        "credits": list(lesson.credits) if last else [],
        "tries": [
            {"challenge": name, "title": challenges()[name].title}
            for name in (lesson.tries if last else ())
        ],
    }


def _end(place: Place, progress: Progress) -> dict[str, Any] | None:
    """What stands at the end of a lesson, once its last step is done."""
    lesson = lessons()[place.lesson]
    if (lesson.id, place.step) not in progress.done:
        return None
    missing = progress.open(lesson.id)
    following = lessons()[place.after.lesson] if place.after else None
    if missing:
        words = (
            f"This is the end of lesson {lesson.number}. Still open: "
            f"{'step' if len(missing) == 1 else 'steps'} {', '.join(map(str, missing))}."
        )
    elif following:
        words = f"Lesson {lesson.number} is done."
    else:
        open_ones = [one for one in lessons().values() if not progress.finished(one.id)]
        words = "The course is done." if not open_ones else f"Lesson {lesson.number} is done."
    titles = [] if missing else added_by(lesson.id)
    return {
        "words": words,
        "done": not missing,
        "following": f"{following.number}. {following.title}" if following else "",
        "about": following.about if following else "",
        "added": f"On the page “What each metric hides” you know these now: {', '.join(titles)}."
        if titles
        else "",
    }


def challenge_data(study: Study, session: Session) -> dict[str, Any]:
    """What the column shows of a challenge, or the list of them."""
    return {
        "kind": "challenges",
        "all": "All challenges",
        "link": study.link,
        "note": study.note,
        "lead": "",
        "list": [],
        "ways": {},
        "task": _challenge(study.challenge, study, session) if study.challenge else None,
    }


def page_of(challenge: Challenge) -> str:
    """Where a challenge is, relative to the dashboard.

    Example:
        >>> page_of(challenges()["first-hit"])
        'challenges?challenge=first-hit'
    """
    return f"challenges?{urlencode(Study(challenge=challenge).link)}"


_SAID = {"up": "goes up", "down": "goes down", "same": "stays"}


def _marked(step: Step, session: Session) -> str:
    """Whether the step came as it was predicted, before what it shows."""
    found = marks(session) if step.predict else {}
    wrong = [
        f"{name} {_SAID.get(one['said']) or 'is ' + figure(one['said'])}"
        for name, one in found.items()
        if not one["right"]
    ]
    if wrong:
        because = " ".join(filter(None, (one["because"] for one in found.values())))
        said = f"**Not as you predicted**: you said that {', and that '.join(wrong)}. {because}"
        return f"{said.strip()}\n\n"
    return "**As you predicted.**\n\n" if found else ""


def _challenge(challenge: Challenge, study: Study, session: Session) -> dict[str, Any]:
    desk = session.desk
    # After a reload the way begins with the board as it was left.
    path = (challenge.desk, *session.history.past, desk)
    shown = study.shown
    met = challenge.done(desk) and not shown
    done = met and challenge.within(path)
    names = [*challenges()]
    at = names.index(challenge.id) if challenge.id in names else -1
    return {
        "heading": f"{LEVELS[challenge.level]} · {at + 1} of {len(names)}"
        if at >= 0
        else "A challenge for you",
        "title": challenge.title,
        # Each line that a teacher wrote is one of its own.
        "prose": "\n\n".join(filter(None, challenge.task.splitlines())),
        "predicts": False,
        "points": [],
        "clauses": [
            *(
                {"words": one.words, "now": one.standing, "met": one.met}
                for one in challenge.check(desk)
            ),
            *_allowance(challenge, path),
        ],
        "moves": "" if done or shown else challenge.progress(path),
        "made": effort(path) if done else 0,
        "page": page_of(challenge),
        "done": done,
        "praise": f"{challenge.result(path)}{_helped(study)}\n\n{challenge.lesson(desk)}".strip()
        if met
        else "",
        "reply": "",
        "choices": [],
        "said": 0,
        "answers": int(done),
        "evidence": study.evidence,
        "show": not done and challenge.fewest is not None,
        "playing": _playing(shown) if shown else None,
        "wrong": False,
        "fresh": None,
        "hints": list(challenge.clues(desk)[: study.clues])
        if study.clues and not (done or shown)
        else [],
        "more": study.clues < challenge.steps and not (done or shown),
        "number": 0,
        "of": 0,
        "finished": [],
        "skipped": [],
        "past": "",
        "lesson": "",
        "back": None,
        "next": {"challenge": names[at + 1]} if 0 <= at < len(names) - 1 else None,
        "waits": not done,
        "end": None,
        "credits": [],
        "tries": [],
    }


def _helped(study: Study) -> str:
    """What is said of a challenge that was done with all the help there is."""
    return " You had help: another time it counts as solved alone." if study.helped else ""


def _playing(shown: Demonstration) -> dict[str, Any]:
    """What is said while the way to the goal is played."""
    return {
        "at": shown.at,
        "of": len(shown.actions),
        "words": shown.words,
        "reasons": list(shown.reasons),
    }


def _allowance(challenge: Challenge, path: Sequence[Desk]) -> list[dict[str, Any]]:
    """How many moves may be used, if that is said."""
    if challenge.most is None:
        return []
    words = f"at most {moves(challenge.most)}"
    return [{"words": words, "now": f"now {effort(path)}", "met": challenge.within(path)}]


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


def list_data(study: Study) -> dict[str, Any]:
    """Everything that the list shows."""
    every = [*challenges().values()]
    done = study.solved
    at = next((i for i, one in enumerate(every, 1) if one.id == study.last), 0)
    ahead = (one.id for one in (*every[at:], *every[:at]) if one.id not in done)
    following = next(ahead, None)
    return {
        "link": study.link,
        "note": study.note,
        "done": len(done),
        "of": len(every),
        "levels": [
            {
                "level": level,
                "title": title,
                "entries": [
                    {
                        "id": one.id,
                        "title": one.title,
                        "about": _sentence(one.about),
                        "graded": one.desk.top > 1,
                        "moves": moves(one.fewest or 0),
                        "done": one.id in done,
                        "next": one.id == following,
                        "current": one.id == study.last,
                    }
                    for one in every
                    if one.level == level
                ],
            }
            for level, title in LEVELS.items()
        ],
    }


def _sentence(words: str) -> str:
    """Words with a capital at their beginning, unless they begin with a symbol."""
    first = words[:1] if words.startswith("nDCG") else words[:1].upper()
    return f"{first}{words[1:]}."
