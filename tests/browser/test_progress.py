"""What a browser remembers of who learns in it, and that nothing in it can stop the course."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.browser.conftest import OpenPage
    from tests.browser.explorer import Explorer

KEPT = "() => JSON.parse(localStorage.getItem('irviz-learners'))"

FULL = """
const kept = Storage.prototype.setItem;
Storage.prototype.setItem = function (...what) {
  if (this === localStorage) throw new DOMException("full", "QuotaExceededError");
  kept.apply(this, what);
};
"""

ANN = {"done": "recall-1.average-precision-1-2", "solved": "first-hit", "lesson": "average-precision", "step": "3"}
NOBODY = dict.fromkeys(ANN, "")


def learns(explorer: Explorer, kept: object) -> None:
    """Let the browser have something, and come to Learn as the address alone would."""
    page = explorer.page
    page.evaluate("(kept) => localStorage.setItem('irviz-learners', kept)", kept)
    page.goto(f"{explorer.url}/learn")
    expect(page.locator(".ix-entry")).not_to_have_count(0)


def of(*learners: Mapping[str, object], version: int = 1, now: int = 0) -> str:
    return json.dumps({"version": version, "now": now, "learners": learners})


def test_who_comes_back_goes_on_beside_others(visit: OpenPage) -> None:
    explorer = visit()
    page = explorer.page
    # What cannot be read is said, and the course goes on.
    learns(explorer, of({**ANN, "lesson": "<img src=x onerror=alert(1)>"}))
    expect(page.locator(".ix-coach-memory")).to_contain_text("could not be read. The course goes on from here.")
    assert page.locator(".ix-coach img").count() == 0
    page.locator(".ix-entry").first.click()
    expect(page.locator(".ix-coach-dot[aria-current=step]")).to_have_text("1")
    explorer.settle()
    assert page.evaluate(KEPT)["learners"] == [{"done": "", "solved": "", "lesson": "relevant", "step": "1"}]

    remember = "(kept) => localStorage.setItem('irviz-learners', kept)"
    page.evaluate(remember, of({**ANN, "done": "offline-online-7", "lesson": "offline-online", "step": "7"}))
    explorer.open()
    expect(page.get_by_role("link", name="Continue: lesson 1, step 1")).to_be_visible()
    page.evaluate(remember, of(ANN))
    explorer.open()
    page.get_by_role("link", name="Continue: lesson 5, step 3").click()
    expect(page.locator(".ix-coach-dot[aria-current=step]")).to_have_text("3")
    expect(page.locator(".ix-coach-dot[data-done]")).to_have_text(["1", "2"])
    page.get_by_role("button", name="All lessons").click()
    expect(page.locator(".ix-entry", has_text="2. Recall@k")).to_contain_text("1 of ")
    expect(page.get_by_test_id("continue")).to_have_text("Continue: lesson 5, step 3")

    others_learn(explorer)
    page.get_by_role("group", name="Who learns").get_by_role("button", name="Learner 1").click()
    expect(page.get_by_test_id("continue")).to_have_text("Continue: lesson 5, step 3")
    page.get_by_test_id("forget").press("Enter")
    # Whoever learns now was not asked.
    page.get_by_role("group", name="Who learns").get_by_role("button", name="Learner 2").click()
    expect(page.get_by_test_id("forget")).to_be_visible()
    page.get_by_role("group", name="Who learns").get_by_role("button", name="Learner 1").click()
    keep = page.get_by_role("button", name="Keep it")
    expect(keep).to_be_visible()
    keep.press("Enter")
    expect(page.get_by_test_id("continue")).to_be_visible()
    expect(page.get_by_test_id("forget")).to_be_focused()


def others_learn(explorer: Explorer) -> None:
    """Somebody else learns in the same browser, for whom links are that somebody sends."""
    page = explorer.page
    who = page.get_by_role("group", name="Who learns")
    page.get_by_role("button", name="Somebody else learns").click()
    expect(page.get_by_role("link", name="New here?")).to_be_visible()
    expect(who.get_by_role("button", pressed=True)).to_have_text("Learner 2")
    assert "done=" not in explorer.search()
    # Who has pressed that by mistake goes back, and nobody has been added.
    who.get_by_role("button", name="Learner 1").click()
    expect(who).to_have_count(0)
    page.get_by_role("button", name="Somebody else learns").click()
    expect(who.get_by_role("button", pressed=True)).to_have_text("Learner 2")
    # A link with what nobody here has done is added to who learns now: only a press makes a learner.
    page.goto(f"{explorer.url}/learn?done=gain-1")
    expect(who.get_by_role("button", pressed=True)).to_have_text("Learner 2")
    expect(who.get_by_role("button")).to_have_count(2)
    page.wait_for_function(f"({KEPT})().learners[1].done === 'gain-1'")
    assert page.evaluate(KEPT)["learners"][0] == ANN


def test_two_tabs_of_one_learner_lose_nothing_of_each_other_and_forget_together(visit: OpenPage) -> None:
    explorer = visit()
    known = explorer.page
    learns(explorer, of({**NOBODY, "known": {"computed-AP": [2, 2, 1_772_445_600_000]}}))
    here, there = (known.context.new_page() for _ in range(2))
    can = known.get_by_test_id("mastery")
    expect(can.locator("[data-metric=AP] [data-way=computed]")).to_have_text("✓yes")
    here.goto(f"{explorer.url}/learn?lesson=recall&step=3")
    expect(here.locator(".ix-coach-dot[aria-current=step]")).to_have_text("3")
    there.goto(f"{explorer.url}/learn?lesson=recall&step=8")
    there.get_by_role("list", name="Your answer").get_by_role("button").first.click()
    expect(there.locator(".ix-coach-dot[data-done]")).to_have_text(["8"])

    # What is done there is done here, and the board that is open here stays as it is.
    expect(here.locator(".ix-coach-dot[data-done]")).to_have_text(["8"])
    assert "done=recall-8" in here.url
    expect(can.locator("[data-metric=R] [data-way=predicted]")).to_have_text("✓yes")
    expect(can.locator("[data-metric=AP] [data-way=computed]")).to_have_text("✓yes")
    assert len(known.evaluate(KEPT)["learners"]) == 1

    known.get_by_test_id("forget").click()
    known.get_by_test_id("forget-all").click()
    expect(here.locator(".ix-coach-dot[data-done]")).to_have_count(0)
    expect(known.locator(".ix-entry", has_text="1 of ")).to_have_count(0)
    assert "done=" not in known.url
    assert known.evaluate(KEPT)["learners"][0]["done"] == ""


def test_where_nothing_can_be_kept_the_address_has_it(visit: OpenPage) -> None:
    explorer = visit(ready=False)
    page = explorer.page
    explorer.inject(FULL)
    explorer.open("learn?lesson=recall&step=1&done=recall-1")
    page.get_by_test_id("next").click()
    expect(page.locator(".ix-coach-dot[aria-current=step]")).to_have_text("2")
    page.get_by_role("button", name="All lessons").click()

    expect(page.locator(".ix-coach-memory")).to_contain_text("This browser has no room left")
    expect(page.locator(".ix-entry", has_text="2. Recall@k")).to_contain_text("1 of ")
    assert "done=recall-1" in explorer.search()
