"""A lesson is walked to its end by a reader who does what it asks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from irviz.lessons.course import Place, Progress, lessons
from tests.browser.learner import Learner

if TYPE_CHECKING:
    from tests.browser.conftest import OpenPage


def test_lesson_is_walked_to_its_end_doing_what_it_asks(visit: OpenPage) -> None:
    """By keyboard, from a step of each kind on; each step of all is solved in `tests/lessons/test_course.py`."""
    lesson, first = lessons()["recall"], 6
    done = Progress(frozenset((lesson.id, number) for number in range(1, first)))
    explorer = visit(f"learn?lesson={lesson.id}&step={first}&done={done.write()}", reduced_motion="reduce")
    learner = Learner(explorer, keys=True)
    praise = learner.coach.locator(".ix-coach-praise")
    end = learner.coach.get_by_test_id("end")
    for number, step in enumerate(lesson.steps[first - 1 :], first):
        learner.arrives(Place(lesson.id, number))
        expect(end).to_be_empty()
        if step.choices:
            learner.answers(step)
        if step.ask:
            expect(learner.next).to_have_attribute("data-ready", "false")
            expect(praise).to_be_empty()
            desk = learner.does(step)
            expect(praise).to_contain_text(re.sub(r"[*`]", "", step.format_praise(desk)))
        expect(learner.next).to_have_attribute("data-ready", "true")
        if number < len(lesson.steps):
            learner.presses(learner.next)
        elif step.is_reading:
            expect(learner.next).to_have_text("Done")
            learner.presses(learner.next)
    words = f"Lesson {lesson.number} is done."
    expect(end.locator("b")).to_have_text(f"✓ {words}")
    expect(learner.coach.locator(".ix-coach-dot[data-done]")).to_have_count(len(lesson.steps))
    after = Place(lesson.id, len(lesson.steps)).next_place
    expect(learner.next).to_have_text("Next lesson" if after else "All lessons")
    expect(end).to_contain_text(lessons()[after.lesson].title if after else "Next: the final check")


def test_one_picture_too_many_is_told_before_anything_else_is_shown(visit: OpenPage) -> None:
    """The first step has pictures and nothing that is explained later."""
    explorer = visit("learn?lesson=relevant", reduced_motion="reduce")
    learner = Learner(explorer)
    learner.arrives(Place("relevant"))
    for later in (".ix-scores", ".ix-chart", ".ix-lens", ".ix-verdict .ix-badge", ".ix-cutoff"):
        expect(explorer.page.locator(later).first).to_be_hidden()
    for item in ("white-cat-in-box", "dog-in-box"):
        explorer.toggle(item)
    reply = learner.coach.locator(".ix-coach-reply")
    expect(reply).to_contain_text("At rank 8 is a box, and a dog is in it. Marked so far: 2.")
    explorer.toggle("dog-in-box")
    expect(reply).to_contain_text("Right so far: one marked, at rank 2.")
    learner.presses(learner.coach.get_by_role("button", name="Step 3", exact=True))
    learner.arrives(Place("relevant", 3))
    expect(explorer.page.locator(".ix-verdict .ix-badge").first).to_be_visible()
    expect(explorer.page.locator(".ix-cutoff").first).to_be_visible()
    expect(explorer.page.locator(".ix-scores")).to_be_hidden()
    # The browser leads back to where one was, and forward again.
    explorer.settle()
    explorer.page.go_back()
    learner.arrives(Place("relevant"))
    explorer.settle()
    explorer.page.go_forward()
    learner.arrives(Place("relevant", 3))
