"""The course holds what it promises: every step can be done, and every number in it is computed."""

import re
from collections.abc import Iterator

import pytest

from irviz.lessons.course import first_minute, lessons, untaught_metrics
from irviz.lessons.lesson import Lesson, Step
from irviz.metrics import AP, TOOLS, nDCG
from irviz.state.desk import Desk
from irviz.state.goals.action import VIEW_ACTIONS
from irviz.state.goals.solver import _Search
from irviz.state.locks import ACTIONS, PARTS, is_locked
from tests.each import each
from tests.lessons.reading import find_typed_numbers

ALL = lessons()
LESSON = pytest.mark.parametrize("lesson", ALL.values(), ids=lambda one: one.id)
STEPS = [
    (lesson, number, step) for lesson in (first_minute(), *ALL.values()) for number, step in enumerate(lesson.steps, 1)
]
STEP = each("step", [step for *_, step in STEPS])
ASKING = each("step", [step for *_, step in STEPS if step.ask])


def prose(step: Step) -> str:
    return re.sub(r"[*`]", "", step.format_prose())


# The whole


def test_the_course_goes_from_relevant_to_online() -> None:
    known = [
        "relevant",
        "recall",
        "precision",
        "reciprocal-rank",
        "average-precision",
        "mean-average-precision",
        "gain",
        "ndcg",
        "which-one",
        "tools",
        "ties",
        "offline-online",
    ]
    assert [name for name in ALL if name in known] == known
    assert [lesson.number for lesson in ALL.values()] == [*range(1, len(ALL) + 1)]


MET = {
    "an RR of .5 is always rank 2": "What a mean of one half hides",
    "1 / MRR is the average rank": "Not the average rank",
    "recall can always reach 1": "The ceiling",
    "recall is success": "Not the same as success",
    "a high nDCG is a good ranker": "High is not yet good",
    "AP averages over all ranks": "Only at relevant ranks",
    "AP divides by what was found": "Divided by all of them",
    "nDCG must rise with k": "Further down can be lower",
    "one name, one number": "One name, three numbers",
    "unjudged means irrelevant": "Nobody looked at this one",
    "bounds show what it could be": "What nobody has judged",
    "order never matters for precision": "The order counts",
    "it decides which are inside k": "What it does not hide",
    "a difference of .01 is a result": "A difference of a hundredth",
    "nDCG is always 100": "When everything is perfect",
}
"""Each misunderstanding, and the step in which the reader finds that it is one."""


@pytest.mark.parametrize("title", MET.values())
def test_each_misunderstanding_is_met_by_doing(title: str) -> None:
    step = next(step for *_, step in STEPS if step.title == title)

    assert step.ask
    assert step.praise


@LESSON
def test_nothing_is_shown_before_it_is_taught(lesson: Lesson) -> None:
    later = {*untaught_metrics(lesson.id)}
    for step in lesson.steps:
        for desk in (step.desk, *([step.outcome] if step.choices else [])):
            shown = {metric.name for metric in desk.metrics} - {*desk.hidden} | {desk.metric}
            assert "scores" in desk.off or not shown & later, (step.title, shown & later)
            drawn = {metric.name for metric in desk.charted} - {*desk.hidden}
            assert "curves" in desk.off or not drawn & later, (step.title, drawn & later)
        assert not {*step.predict} & later


def test_gain_is_drawn_where_it_is_taught() -> None:
    desks = [step.outcome if step.choices else step.desk for step in ALL["gain"].steps]
    drawn = [{metric.name for metric in desk.charted} - {*desk.hidden} for desk in desks if "curves" not in desk.off]
    assert drawn == [{"CG"}, *[{"CG", "DCG"}] * (len(desks) - 2)]
    assert ["scores" in desk.off for desk in desks[:2]] == [True, False]


@LESSON
def test_lessons_are_short(lesson: Lesson) -> None:
    assert 5 <= len(lesson.steps) <= 8
    assert 3 <= lesson.minutes <= 6
    assert len({step.title for step in lesson.steps}) == len(lesson.steps)
    assert lesson.about.endswith(".")
    assert lesson.credits
    assert lesson.tries


@LESSON
def test_lessons_take_about_as_long_as_they_say(lesson: Lesson) -> None:
    words = sum(len(f"{step.format_prose()} {step.praise}".split()) for step in lesson.steps)
    doing = sum(not step.is_reading for step in lesson.steps)

    assert lesson.minutes - 2 <= words / 180 + doing / 3 <= lesson.minutes + 1


@LESSON
def test_most_of_a_lesson_is_done_and_much_is_predicted(lesson: Lesson) -> None:
    asked = sum(not step.is_reading for step in lesson.steps)

    assert asked >= len(lesson.steps) - 1
    if lesson.id not in {"relevant", "which-one"}:
        assert any(step.predict for step in lesson.steps)


@LESSON
def test_a_worked_example_comes_before_free_play(lesson: Lesson) -> None:
    first = lesson.steps[0].format_prose()

    if lesson.id in {"recall", "reciprocal-rank", "average-precision"}:
        assert "`" in first
    assert len(first) > 100


# Each step


@STEP
def test_steps_are_short(step: Step) -> None:
    assert len(step.format_prose().split()) <= 90
    assert len(step.praise.split()) <= 60
    assert len(step.hint.split()) <= 35
    assert "{" not in step.format_prose() + step.format_hint()
    assert "undefined" not in step.format_prose()


@STEP
def test_paragraphs_end_like_sentences(step: Step) -> None:
    for paragraph in re.split(r"\n\n", step.format_prose()):
        assert paragraph[0].isupper() or paragraph.startswith(("“", "*", "nDCG", "`"))
        assert paragraph[-1] in ".?!"


@STEP
def test_only_numbers_of_the_task_itself_are_typed(step: Step) -> None:
    task = f"{step.ask} {' '.join(step.start.values())} {' '.join(map(str, step.points))}"
    known = {"0", "1", *re.findall(r"\d+(?:\.\d+)?", task)}
    at = {
        "Two discounts": {"2"},  # the ranks that the paper left undiscounted
        "The share that was reached": {"2"},
    }

    for text in (step.prose, step.praise, step.hint):
        assert {*find_typed_numbers(text)} <= known | at.get(step.title, set())


@STEP
def test_each_step_can_be_opened_alone(step: Step) -> None:
    assert step.sets
    assert step.desk.metric in [metric.name for metric in step.desk.metrics]
    assert {*step.locks} <= {*PARTS, *ACTIONS}
    hidden = {*step.desk.hidden}
    pointed = {name for point in step.points if point.kind in {"score", "curve"} for name in point.names}
    assert not hidden & {*step.predict, *pointed}


@pytest.mark.exhaustive
@ASKING
def test_what_is_asked_for_can_be_done(step: Step) -> None:
    solution = step.find_solution()

    assert solution.moves is not None
    assert solution.moves <= 4
    assert not step.is_done(step.desk)
    desk = step.desk
    for action in solution.actions:
        after = action.apply(desk)
        assert step.permits(desk, after)
        desk = after
    assert step.is_done(desk)
    assert all(state.met for state in step.check(desk))
    assert step.hint
    assert step.praise


@ASKING
def test_no_tool_does_a_step_at_one_press_unless_it_is_asked_for(step: Step) -> None:
    for tool in ("ideal", "worst"):
        pressed = step.desk.replace_boards(*(getattr(board, tool)() for board in step.desk.visible))
        if step.is_done(pressed):
            asked = f"*{tool.capitalize()}*" in step.prose
            assert asked != is_locked("sort", step.locks), step.title


def endings(step: Step) -> Iterator[Desk]:
    """Desks that a reader may end on: those that meet the goal, up to one move later than need be."""
    assert step.ask
    search = _Search(step.desk, step.ask, frozenset(step.allow))
    level, seen = [search.encode_desk(step.desk)], {search.encode_desk(step.desk)}
    found = 0
    for _ in range((step.find_solution().moves or 0) + 2):
        following = []
        for state in level:
            view = search.find_view(state)
            if view is not None:
                desk = search.decode_state(state)
                for action in view:
                    desk = action.apply(desk)
                yield desk
                found += 1
                continue
            for _, reached in search.list_moves(state):
                if reached not in seen:
                    seen.add(reached)
                    following.append(reached)
        if found > 150 or len(seen) > 4000:
            return
        level = following


CHANGED = re.compile(r"(rose|fell|jumped) from \{([^{}]+)\} to \{now ([^{}]+)\}")


def test_what_is_said_of_tools_is_in_the_registry() -> None:
    trec_eval, spark, quepid = (TOOLS[name].metrics for name in ("trec_eval", "Spark", "Quepid"))

    assert trec_eval["AP"] == AP
    assert TOOLS["torchmetrics"].metrics["AP"] == AP(denominator="hits")
    assert trec_eval["nDCG"] == TOOLS["scikit-learn"].metrics["nDCG"](ideal="judged") == nDCG
    assert str(spark["nDCG"](ideal="judged")) == str(nDCG(gain="exp"))
    assert "exp-log2" in str(quepid["nDCG"])
    assert "uncut" in str(quepid["nDCG"])


def test_a_step_that_only_looks_locks_what_changes_the_work() -> None:
    looking = [step for *_, step in STEPS if {*step.allow} <= {*VIEW_ACTIONS}]

    assert looking
    assert all({"move", "judge", "cut"} <= {*step.locks} for step in looking)
