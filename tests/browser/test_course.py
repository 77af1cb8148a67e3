"""Each lesson is walked to its end by a reader who does what it asks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from irviz.lessons.course import Place, lessons
from tests.browser.learner import Learner

if TYPE_CHECKING:
    from irviz.lessons.lesson import Lesson
    from tests.browser.conftest import OpenPage


@pytest.mark.parametrize("lesson", lessons().values(), ids=lambda one: one.id)
def test_lesson_is_walked_to_its_end_doing_what_it_asks(visit: OpenPage, lesson: Lesson) -> None:
    """Odd lessons by mouse, even ones by keyboard."""
    explorer = visit(f"learn?lesson={lesson.id}", reduced_motion="reduce")
    learner = Learner(explorer, keys=lesson.number % 2 == 0)
    praise = learner.coach.locator(".ix-coach-praise")
    end = learner.coach.get_by_test_id("end")
    for number, step in enumerate(lesson.steps, 1):
        learner.arrives(Place(lesson.id, number))
        expect(end).to_be_empty()
        if step.ask:
            expect(learner.next).to_have_attribute("data-ready", "false")
            expect(praise).to_be_empty()
            desk = learner.does(step)
            expect(praise).to_have_text(re.sub(r"[*`]", "", step.praised(desk)))
        expect(learner.next).to_have_attribute("data-ready", "true")
        if number < len(lesson.steps):
            learner.presses(learner.next)
        elif not step.ask:
            expect(learner.next).to_have_text("Done")
            learner.presses(learner.next)
    words = f"Lesson {lesson.number} is done."
    expect(end.locator("b")).to_have_text(f"✓ {words}")
    expect(learner.coach.locator(".ix-coach-dot[data-done]")).to_have_count(len(lesson.steps))
    after = Place(lesson.id, len(lesson.steps)).after
    expect(learner.next).to_have_text("Next lesson" if after else "All lessons")
    expect(end).to_contain_text(lessons()[after.lesson].title if after else words)
