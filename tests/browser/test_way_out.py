"""The end of the course as people use it: the final check, and what each metric hides."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from irviz.lessons.blind_spots import lines
from irviz.lessons.check.check import FIRST, Check
from irviz.lessons.course import lessons
from tests.browser.conftest import PHONE
from tests.browser.explorer import visits

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.browser.conftest import OpenPage
    from tests.browser.explorer import Explorer

ALL_DONE = ".".join(
    "-".join([name, *(str(one) for one in range(1, len(lesson.steps) + 1))]) for name, lesson in lessons().items()
)
"""What a link says of somebody who has done the whole course."""


def at(visit: OpenPage, path: str, part: str, **options: object) -> Explorer:
    explorer = visit(ready=False, reduced_motion="reduce", **options)
    explorer.page.goto(f"{explorer.url}/{path}")
    expect(explorer.page.get_by_test_id(part).first).to_be_visible()
    return explorer


def seed_of(page: Page) -> int:
    found = re.search(r"seed=(\d+)", page.url)
    assert found
    return int(found[1])


def answer(page: Page, check: Check, choice: int, press: str = "click") -> Check:
    """Answer the question that is shown, and see that what is said is what is so."""
    number = len(check.said)
    question = check.questions[number]
    shown = page.get_by_test_id("question")
    expect(shown).to_have_attribute("data-number", str(number + 1))
    expect(shown.locator(".ix-check-prompt")).to_have_text(question.prompt)
    for one, listed in zip(shown.locator(".ix-tiles").all(), question.lists, strict=True):
        marks = [tile.get_attribute("data-relevant") for tile in one.locator(".ix-tile").all()]
        assert marks == [str(grade > 0).lower() for grade in listed.grades]
        expect(one).to_have_attribute("data-k", str(listed.k))
    shows = {"large numbers" if one > 1 else "✓ relevant" for listed in question.lists for one in listed.grades if one}
    legend = shown.get_by_test_id("legend")
    expect(legend).to_contain_text("large numbers" if "large numbers" in shows else "✓ relevant")
    choices = page.get_by_test_id("choice")
    expect(choices).to_have_text([one.words for one in question.choices])
    use(choices.nth(choice), press)
    expect(shown.locator(".ix-check-reply p").first).to_have_text(question.reply(choice), use_inner_text=False)
    expect(choices.nth(question.right)).to_have_attribute("data-mark", "right")
    dot = page.get_by_role("button", name=re.compile(f"^Question {number + 1}, "))
    if choice != question.right:
        expect(choices.nth(choice)).to_have_attribute("data-mark", "wrong")
        expect(dot).to_have_attribute("data-mark", "wrong")  # and so it is no green one
        expect(dot).not_to_have_attribute("data-done", "")
    else:
        expect(dot).to_have_attribute("data-done", "")
    return check.answer(number, choice)


def use(button: Locator, press: str) -> None:
    if press == "keys":
        button.press("Enter")
    elif press == "tap":
        button.tap()
    else:
        button.click()


HANDS: dict[str, dict[str, object]] = {"keys": {}, "tap": {"viewport": PHONE, "has_touch": True, "is_mobile": True}}


@pytest.mark.parametrize("press", HANDS)
def test_somebody_takes_the_check_and_is_led_to_what_to_repair(visit: OpenPage, press: str) -> None:
    explorer = visit(ready=False, reduced_motion="reduce", **HANDS[press])
    page = explorer.page
    page.goto(f"{explorer.url}/learn?done=recall-1-2")
    use(page.locator(".ix-coach").get_by_role("link", name="The final check"), press)
    expect(page.get_by_test_id("question")).to_be_visible()
    expect(page).to_have_url(re.compile(r"check\?.*seed=\d+"))
    check = Check(seed_of(page))

    while not check.is_over:  # by somebody who believes one thing, which a single question of the twelve shows
        number, question = len(check.said), check.questions[len(check.said)]
        held = [at for at, one in enumerate(question.choices) if "r-fixed" in one.beliefs]
        check = answer(page, check, (held or [question.right])[0], press)
        if number == 4:  # whoever comes back goes on with the next question
            expect(page).to_have_url(re.compile(f"said={check.link['said']}"))
            page.reload()
            expect(page.get_by_test_id("question")).to_have_attribute("data-number", "6")
        else:
            use(page.get_by_test_id("next"), press)

    findings = page.get_by_test_id("finding")
    assert len(check.said) > FIRST  # one question more has told
    assert [one.misconception.id for one in check.findings] == ["r-fixed"]
    expect(findings).to_have_count(len(check.findings))
    for shown, found in zip(findings.all(), check.findings, strict=True):
        expect(shown).to_have_attribute("data-misconception", found.misconception.id)
        expect(shown).to_contain_text(found.misconception.belief)
    first = check.findings[0].misconception
    use(findings.first.get_by_role("link"), press)
    expect(page.get_by_test_id("coach").get_by_role("heading", level=2)).to_have_text(first.step)
    expect(page).to_have_url(re.compile("done=recall-1-2"))

    page.go_back()
    expect(findings).to_have_count(len(check.findings))
    use(page.get_by_role("button", name="New questions"), press)
    expect(page.get_by_test_id("question")).to_have_attribute("data-number", "1")
    assert seed_of(page) != check.seed
    assert "said" not in page.url


def test_a_class_takes_the_questions_of_one_seed(visit: OpenPage) -> None:
    explorer = at(visit, "check", "question")
    page = explorer.page
    page.locator(".ix-check-seed summary").click()
    field = page.get_by_role("textbox", name="Another number")
    field.fill("cats")
    field.press("Enter")
    expect(page.get_by_role("alert")).to_have_text("The questions have numbers from 1 to 999999, not “cats”.")
    field.fill("4711")
    page.get_by_role("button", name="Take these questions").click()
    expect(page).to_have_url(re.compile(r"seed=4711$"))
    prompt = Check(4711).questions[0].prompt
    expect(page.locator(".ix-check-prompt")).to_have_text(prompt)
    expect(page.get_by_role("alert")).to_be_hidden()
    answer(page, Check(4711), 0)
    field.press("Enter")  # the same number begins anew
    expect(page).to_have_url(re.compile(r"seed=4711$"))
    expect(page.get_by_test_id("next")).to_have_count(0)
    given = page.get_by_role("textbox", name="Link to these questions").input_value()
    assert given.endswith("/check?seed=4711")

    student = at(visit, f"check?{given.split('?')[1]}", "question", new=True)
    expect(student.page.locator(".ix-check-prompt")).to_have_text(prompt)


def test_an_answered_question_is_looked_at_again_and_cannot_be_changed(visit: OpenPage) -> None:
    check = Check(4711)
    page = at(visit, "check?seed=4711", "question").page
    check = answer(page, check, 0)
    page.get_by_test_id("choice").nth(1).click(force=True)
    page.get_by_test_id("next").click()
    check = answer(page, check, 1)
    page.get_by_role("button", name=re.compile("^Question 1, ")).click()
    expect(page.get_by_test_id("question")).to_have_attribute("data-number", "1")
    expect(page.locator(".ix-check-reply")).to_contain_text(check.questions[0].facts)
    expect(page).to_have_url(re.compile("said=12"))


def test_what_each_metric_hides_is_there_for_all_and_a_lesson_that_is_done_is_marked(visit: OpenPage) -> None:
    explorer = visit(ready=False, reduced_motion="reduce")
    page = explorer.page
    spots, marked = page.get_by_test_id("blind-spot"), page.locator("[data-lesson][data-done=true]")
    page.goto(f"{explorer.url}/hides")
    expect(spots).to_have_count(len(lines()))
    expect(marked).to_have_count(0)
    page.goto(f"{explorer.url}/learn?lesson=recall&step=8&done=recall-1-2-3-4-5-6-7-8")
    page.get_by_test_id("added").get_by_role("link", name=re.compile("Recall, Success")).click()
    expect(spots).to_have_count(len(lines()))
    expect(marked).to_have_attribute("data-lesson", "recall")
    expect(marked.get_by_role("heading", level=2)).to_contain_text("✓ known")
    expect(page).to_have_url(re.compile(r"done=recall-1-2-3-4-5-6-7-8"))
    for spot, line in zip(spots.all(), lines().values(), strict=True):
        sides = spot.get_by_test_id("side")
        expect(sides).to_have_count(2)
        expect(sides.nth(0).locator("dl > div")).to_have_count(1 + len(line.telling))
        values = [[one.get_attribute("data-value") for one in side.locator("dl > div").all()] for side in sides.all()]
        assert values[0][0] == values[1][0]
        assert values[0][1:] != values[1][1:]
        for side, wanted in zip(sides.all(), line.sides, strict=True):
            tiles = side.locator(".ix-tile")
            shown = [one.get_attribute("data-relevant") == "true" for one in tiles.all()]
            assert shown == [grade > 0 for grades in wanted for grade in grades]
    visits(page, "learn")
    expect(page.locator("[data-entry=recall]")).to_have_attribute("data-done", "true")


def test_it_is_printed_dark_on_white_without_what_is_pressed(visit: OpenPage) -> None:
    page = at(visit, f"hides?done={ALL_DONE}", "blind-spot", color_scheme="dark").page
    expect(page.get_by_test_id("blind-spot")).to_have_count(len(lines()))
    page.emulate_media(media="print", color_scheme="dark")
    page.evaluate("() => window.dispatchEvent(new Event('beforeprint'))")
    root = page.get_by_test_id("hides")
    expect(root).to_have_css("color", "rgb(31, 35, 40)")
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    expect(page.locator("[data-ix-head]")).to_be_hidden()
    bottom = page.get_by_test_id("blind-spot").last
    expect(bottom).to_be_visible()
    assert bottom.evaluate("one => getComputedStyle(one.closest('[data-ix-main]')).overflow") == "visible"
    page.evaluate("() => window.dispatchEvent(new Event('afterprint'))")
    expect(root).not_to_have_class(re.compile("ix-paper"))
    page.emulate_media(media="screen")
    expect(page.get_by_role("button", name="Print")).to_be_visible()
