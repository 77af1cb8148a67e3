"""Each lesson is walked to its end by a reader who does what it asks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from irviz.lessons.course import Place, lessons
from irviz.state.goals.action import Action
from tests.browser.explorer import visits
from tests.browser.learner import Learner

if TYPE_CHECKING:
    from tests.browser.conftest import OpenPage


def test_lesson_is_walked_to_its_end_doing_what_it_asks(visit: OpenPage) -> None:
    """By keyboard; each step of all is solved in `tests/lessons/test_course.py`."""
    lesson = lessons()["recall"]
    explorer = visit(f"learn?lesson={lesson.id}", reduced_motion="reduce")
    learner = Learner(explorer, keys=True)
    praise = learner.coach.locator(".ix-coach-praise")
    end = learner.coach.get_by_test_id("end")
    for number, step in enumerate(lesson.steps, 1):
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


def test_a_mistake_has_an_answer_until_it_is_undone(visit: OpenPage) -> None:
    place, mistake = Place("recall", 4), Action("move", "cat-in-a-box", 2, 7)
    explorer = visit(f"learn?lesson={place.lesson}&step={place.step}", reduced_motion="reduce")
    learner = Learner(explorer)
    learner.arrives(place)
    reply = learner.coach.locator(".ix-coach-reply")
    expect(reply).to_be_hidden()
    learner.act(mistake, place.lesson_step.desk)
    said = place.lesson_step.format_correction(mistake.apply(place.lesson_step.desk))
    expect(reply).to_have_text(re.sub(r"[*`]", "", said))
    expect(learner.next).to_have_attribute("data-ready", "false")
    learner.coach.get_by_role("button", name="Start again").click()
    expect(reply).to_be_hidden()


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
    expect(reply).to_contain_text("Right so far: one marked (rank 2).")
    learner.presses(learner.coach.get_by_role("button", name="Step 3", exact=True))
    learner.arrives(Place("relevant", 3))
    expect(explorer.page.locator(".ix-verdict .ix-badge").first).to_be_visible()
    expect(explorer.page.locator(".ix-cutoff").first).to_be_visible()
    expect(explorer.page.locator(".ix-scores")).to_be_hidden()


def test_what_is_moved_is_moved_by_hand_and_a_skipped_step_is_told_once(visit: OpenPage) -> None:
    explorer = visit("learn?lesson=relevant&step=4", reduced_motion="reduce")
    page, learner = explorer.page, Learner(explorer)
    learner.arrives(Place("relevant", 4))
    # One press of Ideal would do it, and teach nothing.
    expect(page.get_by_test_id("ideal")).to_be_hidden()
    order = explorer.order()
    explorer.card(order[0]).get_by_test_id("handle").focus()
    explorer.key("i")
    assert explorer.order() == order
    expect(page.locator(".ix-toast")).to_contain_text("locked")

    expect(learner.next).to_have_text("Skip")
    learner.presses(learner.next)
    learner.arrives(Place("relevant", 5))
    said = learner.coach.locator(".ix-coach-past")
    expect(said).to_contain_text("You skipped step 4. That is fine")
    # What the dashed frames are is said where there are some.
    expect(page.locator("[data-pointed]").first).to_be_visible()
    expect(learner.coach).to_contain_text("marks what this step is about")
    learner.presses(learner.next)
    learner.arrives(Place("relevant", 6))
    expect(said).to_be_hidden()
    expect(page.get_by_test_id("shuffle")).to_be_visible()  # which this step asks for
    learner.presses(learner.coach.get_by_role("button", name="Step 4, skipped"))
    learner.arrives(Place("relevant", 4))
    learner.does(Place("relevant", 4).lesson_step)
    expect(learner.coach.get_by_role("button", name="Step 4, done")).to_be_visible()
    expect(learner.next).to_have_text("Next")


def test_leaving_and_returning_keeps_what_was_done(visit: OpenPage) -> None:
    explorer = visit("learn?lesson=recall&step=3", reduced_motion="reduce")
    page, learner = explorer.page, Learner(explorer)
    step = Place("recall", 3).lesson_step
    learner.does(step)
    learner.presses(learner.next)
    learner.arrives(Place("recall", 4))
    explorer.drag("two-cats", 8)
    explorer.settle()
    left = explorer.order()
    link = explorer.search()
    assert "done=recall-3" in link

    # The link alone brings it all back: the step, what was done, and the board as it was.
    explorer.reload()
    learner.coach.get_by_role("heading", name=Place("recall", 4).lesson_step.title).wait_for()
    assert explorer.order() == left
    expect(learner.coach.locator(".ix-coach-dot[data-done]")).to_have_text(["3", "4"])

    # Another page has a board of its own, and on the way back one is where one was, in the middle of it.
    visits(page, "explore")
    explorer.settle()
    expect(page.locator(".ix-tabs button")).not_to_have_count(0)
    visits(page, "learn")
    learner.coach.get_by_role("heading", name=Place("recall", 4).lesson_step.title).wait_for()
    explorer.settle()
    assert explorer.order() == left
    learner.coach.get_by_role("button", name="All lessons").click()
    entry = page.locator(".ix-entry", has_text="2. Recall@k")
    expect(entry).to_contain_text("2 of 8 steps done")
    entry.click()
    learner.arrives(Place("recall", 1))

    # A question that has been answered is not asked again.
    last = Place("recall", len(lessons()["recall"].steps))
    learner.coach.get_by_role("button", name=f"Step {last.step}").click()
    learner.arrives(last)
    learner.answers(last.lesson_step)
    explorer.reload()
    expect(page.get_by_test_id("lens")).to_be_visible()
    expect(learner.coach.locator(".ix-coach-praise")).not_to_be_empty()
    expect(learner.coach.locator(".ix-coach-choices [aria-pressed=true]")).to_have_count(1)


def test_a_hint_stays_open_when_the_page_is_loaded_anew(visit: OpenPage) -> None:
    explorer = visit("learn?lesson=recall&step=2", reduced_motion="reduce")
    page = explorer.page
    hints = page.get_by_test_id("hints")
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(hints).not_to_be_empty()
    said = hints.inner_text()
    page.wait_for_url("**clues=1**")
    explorer.reload()
    expect(hints).to_have_text(said)
    # It is gone with its step.
    page.get_by_role("button", name="Back", exact=True).click()
    page.wait_for_url(lambda url: "clues=" not in url)


def test_back_leads_from_what_was_chosen_to_its_list(visit: OpenPage) -> None:
    path, chosen = "challenges", "First things first"
    explorer = visit(reduced_motion="reduce")
    page = explorer.page
    visits(page, path)
    entry = page.get_by_role("button", name=re.compile(f"^{re.escape(chosen)}"))
    entry.click()
    heading = page.get_by_test_id("coach").get_by_role("heading", level=2).first
    expect(heading).to_be_focused()
    task = page.get_by_role("heading", name=heading.inner_text(), exact=True)
    explorer.settle()
    address = page.url

    for _ in range(2):
        page.go_back()
        expect(entry).to_be_visible()
        expect(task).to_have_count(0)
        page.go_forward()
        expect(task).to_be_visible()
        explorer.settle()
        assert page.url == address
    page.go_back()
    expect(entry).to_be_visible()
    page.go_back()
    expect(page).to_have_url(re.compile(r"/(\?q=cat-in-a-box&k=3)?$"))
    explorer.settle()
