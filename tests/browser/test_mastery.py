"""What one can do, as the page Learn has it: kept in this browser alone, taken along, and asked again."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from irviz.lessons.challenge import challenges
from irviz.lessons.check.check import draw_fresh_question
from irviz.lessons.course import lessons
from irviz.lessons.mastery import Review
from tests.browser.axe import axe
from tests.browser.conftest import PHONE
from tests.browser.learner import Learner

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.browser.conftest import OpenPage
    from tests.browser.explorer import Explorer

KNOWN = "() => JSON.parse(localStorage.getItem('irviz-learners'))?.learners[0].known ?? {}"
MONDAY, TUESDAY = 1_772_445_600_000, 1_772_532_000_000


def cell(page: Page, metric: str, way: str) -> Locator:
    return page.get_by_test_id("mastery").locator(f"[data-metric='{metric}'] [data-way={way}]")


def learns(explorer: Explorer, known: dict[str, Any], **link: str) -> None:
    """Let the browser have something, and come to Learn."""
    page = explorer.page
    one = {"done": "", "solved": "", "lesson": "", "step": "", **link, "known": known}
    kept = json.dumps({"version": 1, "now": 0, "learners": [one]})
    page.goto(f"{explorer.url}/learn")
    expect(page.locator(".ix-entry")).not_to_have_count(0)
    page.evaluate("(kept) => localStorage.setItem('irviz-learners', kept)", kept)
    page.reload()
    expect(page.get_by_test_id("mastery")).to_be_visible()


def test_what_was_shown_is_in_the_table_and_asked_again_on_another_day(visit: OpenPage) -> None:
    explorer = visit(ready=False, new=True)  # a clock that stands still does so for all pages of a browser
    page, url = explorer.page, explorer.url
    page.clock.set_fixed_time(MONDAY / 1000)
    page.goto(f"{url}/learn?lesson=recall&step=8")
    step = lessons()["recall"].steps[-1]
    wrong = next(at for at in range(len(step.choices)) if not step.is_right(at + 1))
    page.get_by_role("list", name="Your answer", exact=True).get_by_role("button").nth(wrong).click()
    again = page.get_by_test_id("fresh").get_by_role("button")
    again.nth(draw_fresh_question("recall", 0).right).click()
    expect(page.get_by_test_id("fresh")).to_have_count(0)

    page.wait_for_function(f"() => ({KNOWN})()['predicted-R']?.[2] === {MONDAY}")
    assert page.evaluate(KNOWN)["predicted-R"] == [0, 0, MONDAY]

    page.goto(f"{url}/learn")
    expect(cell(page, "R", "predicted")).to_contain_text("answered wrongly last")
    expect(page.get_by_test_id("review-later")).to_contain_text("predicting R")
    expect(page.get_by_test_id("review-offer")).to_have_count(0)
    assert "known" not in page.url
    assert axe(page, "[data-testid=mastery]") == []

    page.clock.set_fixed_time(TUESDAY / 1000)
    page.reload()
    expect(page.get_by_test_id("review-later")).to_have_count(0)
    offer = page.get_by_test_id("review-offer")
    expect(offer).to_contain_text("predicting R")
    offer.get_by_role("button").press("Enter")
    box = page.get_by_test_id("review")
    expect(box.get_by_role("heading")).to_be_focused()
    review = Review.of(["predicted-R"], TUESDAY // 1000, graded=True)
    assert review is not None
    expect(box).to_contain_text(review.questions[0].prompt)
    box.get_by_test_id("choice").nth(review.questions[0].right).press("Enter")
    expect(box).to_contain_text("Right.")
    assert page.evaluate(KNOWN)["predicted-R"] == [2, 2, TUESDAY]
    expect(cell(page, "R", "predicted")).to_have_text("✓yes")
    box.get_by_test_id("next").press("Enter")
    expect(page.get_by_role("heading", name="Learn", exact=True)).to_be_focused()
    expect(page.get_by_test_id("review-later")).to_be_visible()
    expect(offer).to_have_count(0)
    is_asked_before_it_is_shown(explorer)


def is_asked_before_it_is_shown(explorer: Explorer) -> None:
    """A prediction is an answer, and whoever takes the move back takes none of it back."""
    page = explorer.page
    explorer.open("?q=cat-in-a-box&k=3&predict=1")
    explorer.drag("white-cat-in-box", 1)
    ask = page.get_by_test_id("ask")
    expect(ask).to_be_visible()
    Learner(explorer).guess("RR", "up")
    Learner(explorer).guess("R", "up")
    ask.get_by_test_id("see").click()
    page.wait_for_function(f"() => ({KNOWN})()['predicted-R']?.[1] === 0")
    known = page.evaluate(KNOWN)
    assert known["predicted-RR"] == [2, 2, TUESDAY]
    explorer.press("undo")
    explorer.settle()
    assert page.evaluate(KNOWN) == known


def test_it_goes_along_as_a_file_and_comes_back(visit: OpenPage) -> None:
    explorer = visit(ready=False)
    page = explorer.page
    learns(explorer, {"computed-AP": [2, 0, MONDAY]}, done="recall-1", solved="first-hit")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    text = saved.value.path().read_text()

    page.get_by_test_id("forget").click()
    page.get_by_test_id("forget-all").click()
    expect(page.get_by_test_id("mastery")).to_have_count(0)
    expect(page.get_by_test_id("bring")).to_be_focused()
    field = page.get_by_label("A file of what you have done")

    def bring(words: str) -> None:
        field.set_input_files({"name": "ann.json", "mimeType": "", "buffer": words.encode()})

    for damaged, said in (
        (text[:40], "it is no JSON"),
        (text.replace("recall-1", "<b>"), "at “done”, words and numbers of irviz were expected"),
        (text.replace("2,", '"two",', 1), "at “known”, “computed-AP”, three whole numbers were expected"),
    ):
        bring(damaged)
        expect(page.get_by_role("alert").filter(has_text="ann.json")).to_contain_text(said)
        assert page.evaluate(KNOWN) == {}

    bring(text)
    expect(cell(page, "AP", "computed")).to_contain_text("answered wrongly last")
    expect(page.get_by_role("alert").filter(has_text="ann.json")).to_have_text("“ann.json” was added.")
    # What is here already is better, or later: bringing loses none of it.
    learns(explorer, {"computed-AP": [0, 2, TUESDAY], "computed-P": [2, 2, MONDAY]})
    bring(text)
    page.wait_for_function(f"() => ({KNOWN})()['computed-AP'][0] === 2")
    assert page.evaluate(KNOWN) == {"computed-AP": [2, 2, TUESDAY], "computed-P": [2, 2, MONDAY]}


ABOVE = """() => document.querySelector(".ix-row").getBoundingClientRect().bottom
  <= document.querySelector("[data-testid=play]").getBoundingClientRect().top"""
"""Whether what moves is above what is said of it, which covers the foot of a phone."""


def test_the_way_is_shown_and_ones_own_board_comes_back(visit: OpenPage) -> None:
    explorer = visit("challenges?challenge=clean-page", viewport=PHONE, color_scheme="dark")
    page = explorer.page
    coach = page.get_by_test_id("coach")
    explorer.lift("dog-in-box")
    explorer.key("ArrowLeft", "Space")
    explorer.settle()
    mine, address = explorer.order(), page.url
    show = coach.get_by_role("button", name="Show me")
    play = page.get_by_test_id("play")

    coach.locator(".ix-coach-title").scroll_into_view_if_needed()
    show.press("Enter")
    expect(play).to_contain_text("Move 1 of 2 ")
    page.wait_for_function(ABOVE)
    expect(play).to_contain_text("Precision@3 goes from 0.333 to 0.667: 2 of the first 3 are relevant")
    explorer.settle()
    assert explorer.order() != mine
    # The scores say what this move has changed, and not what was done before it.
    moved = page.locator("tr[data-metric=P] .ix-score-change")
    expect(moved).to_contain_text("0.333")
    assert axe(page, "[data-testid=coach]") == []
    page.get_by_test_id("share").press("Enter")
    expect(page.locator(".ix-share-said")).to_contain_text("of your own board, without the moves that are shown")
    page.keyboard.press("Escape")
    play.get_by_role("button", name="Leave").press("Escape")
    expect(show).to_be_focused()
    # All hints are there now; what one can do is not below them.
    page.set_viewport_size({"width": 320, "height": 480})
    expect(coach.get_by_role("button", name="Start again")).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    explorer.settle()
    assert explorer.order() == mine
    expect(moved).to_have_text("")

    page.keyboard.press("Enter")
    expect(play).to_contain_text("Move 1 of 2 ")
    page.keyboard.press("Enter")
    expect(play).to_contain_text("That is the goal.")
    expect(coach.locator(".ix-coach-clauses")).to_contain_text("✓ precision@3 is 1")
    page.keyboard.press("Enter")
    expect(show).to_be_focused()
    explorer.settle()
    assert explorer.order() == mine
    assert page.url.replace("&clues=3", "") == address
    explorer.press("undo")
    explorer.settle()
    assert explorer.order() != mine

    # Who does it now has done it with help.
    learner = Learner(explorer, keys=True)
    page.get_by_role("button", name="Start again").press("Enter")
    learner.solves(challenges()["clean-page"])
    expect(coach).to_contain_text("You had help")
    page.get_by_role("button", name="All challenges").press("Enter")
    expect(page.locator("[data-entry=clean-page]")).to_contain_text("done with help")
