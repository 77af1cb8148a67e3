"""The end of the course as people use it: the final check, and what each metric hides."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from irviz.lessons.blind_spots import lines
from irviz.lessons.check.check import Check

if TYPE_CHECKING:
    from tests.browser.conftest import OpenPage
    from tests.browser.explorer import Explorer


def at(visit: OpenPage, path: str, part: str, **options: object) -> Explorer:
    explorer = visit(ready=False, **options)
    explorer.page.goto(f"{explorer.url}/{path}")
    expect(explorer.page.get_by_test_id(part).first).to_be_visible()
    return explorer


def test_questions_of_the_check_are_answered_left_and_looked_at_again(visit: OpenPage) -> None:
    small = {"width": 320, "height": 480}
    page = at(visit, "check?seed=4711", "question", viewport=small, has_touch=True, is_mobile=True).page
    shown, choices = page.get_by_test_id("question"), page.get_by_test_id("choice")
    said = ""
    for number, question in enumerate(Check(4711).questions[:2]):
        expect(shown).to_have_attribute("data-number", str(number + 1))
        expect(choices).to_have_text([one.words for one in question.choices])
        choice = question.right if number else (question.right + 1) % len(question.choices)
        said += str(choice + 1)
        if number:
            choices.nth(choice).tap()
        else:
            choices.nth(choice).press("Enter")
        expect(shown.locator(".ix-check-reply p").first).to_have_text(question.reply(choice), use_inner_text=False)
        expect(choices.nth(question.right)).to_have_attribute("data-mark", "right")
        expect(choices.nth(choice)).to_be_in_viewport(ratio=1)  # and not pushed out of sight by what it is told
        dot = page.get_by_role("button", name=re.compile(f"^Question {number + 1}, "))
        if number:
            expect(dot).to_have_attribute("data-done", "")
        else:
            expect(dot).to_have_attribute("data-mark", "wrong")  # and so it is no green one
            expect(dot).not_to_have_attribute("data-done", "")
            page.get_by_test_id("next").press("Enter")
    expect(page).to_have_url(re.compile(f"said={said}"))
    page.reload()  # whoever comes back goes on with the next question
    expect(shown).to_have_attribute("data-number", "3")
    page.get_by_role("button", name=re.compile("^Question 1, ")).tap()
    expect(shown).to_have_attribute("data-number", "1")
    choices.last.click(force=True)
    expect(page.locator(".ix-check-reply")).to_contain_text(Check(4711).questions[0].facts)
    expect(page).to_have_url(re.compile(f"said={said}"))


def test_it_is_printed_dark_on_white_without_what_is_pressed(visit: OpenPage) -> None:
    page = at(visit, "hides", "blind-spot", color_scheme="dark").page
    expect(page.get_by_test_id("blind-spot")).to_have_count(len(lines()))
    page.emulate_media(media="print", color_scheme="dark")
    page.evaluate("() => window.dispatchEvent(new Event('beforeprint'))")
    root = page.get_by_test_id("hides")
    expect(root).to_have_css("color", "rgb(31, 35, 40)")
    expect(root).to_have_css("display", "block")  # sheets cut a grid anywhere
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    expect(page.locator("[data-ix-head]")).to_be_hidden()
    bottom = page.get_by_test_id("blind-spot").last
    expect(bottom).to_be_visible()
    assert bottom.evaluate("one => getComputedStyle(one.closest('[data-ix-main]')).overflow") == "visible"
    page.evaluate("() => window.dispatchEvent(new Event('afterprint'))")
    expect(root).not_to_have_class(re.compile("ix-paper"))
    page.emulate_media(media="screen")
    expect(page.get_by_role("button", name="Print")).to_be_visible()
