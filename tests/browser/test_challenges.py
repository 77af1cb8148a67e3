"""The page “Challenges” as people use it: a teacher writes one, a learner solves one."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import expect

from irviz.lessons.challenge import Challenge, challenges
from tests.browser.axe import axe
from tests.browser.learner import Learner

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.browser.conftest import OpenPage
    from tests.browser.explorer import Explorer


def says(row: Locator, metric: str, relation: str, value: str, k: str = "8") -> None:
    """Fill one condition of the form by keyboard."""
    row.get_by_label("Metric", exact=True).select_option(metric)
    row.get_by_label("Cutoff").fill(k)
    row.get_by_label("What is asked of it").select_option(relation)
    row.get_by_label("Value").fill(value)
    row.get_by_label("Value").press("Tab")


def solves(explorer: Explorer, challenge: Challenge) -> None:
    """Do by hand what the solver has found, and see that the page says so."""
    learner = Learner(explorer)
    expect(learner.coach.get_by_role("heading", level=2)).to_have_text(challenge.title)
    expect(learner.coach).to_contain_text("No moves so far")
    learner.solves(challenge)
    expect(learner.coach).to_contain_text("the fewest there are.")


def test_one_is_written(visit: OpenPage) -> None:
    teacher = visit(ready=False, reduced_motion="reduce")
    page = teacher.page
    page.goto(f"{teacher.url}/challenges")
    page.get_by_role("button", name="Write your own").press("Enter")
    form = page.get_by_test_id("author")
    verdict = page.get_by_test_id("verdict")
    check = form.get_by_role("button", name="Check it")
    expect(form.get_by_text("Goal: AP@3 goes up.")).to_be_visible()
    teacher.settle()

    an_empty_cutoff_is_the_boards(teacher, form)
    form.get_by_label("What is asked of it").select_option("=")
    expect(form.get_by_text("Not yet: condition 1 needs a number")).to_be_visible()
    # What is wrong is said beside its field, once, and the check leads there.
    value = form.get_by_label("Value")
    value.fill("abc")
    value.press("Tab")
    expect(value).to_have_attribute("aria-invalid", "true")
    expect(value).to_have_accessible_description("Condition 1 needs a number, such as 0.6, 3/5 or 60%, not “abc”.")
    expect(form.get_by_text("abc")).to_have_count(1)
    expect(form.get_by_role("status").filter(has_text="abc")).to_be_visible()
    check.press("Enter")
    expect(value).to_be_focused()
    expect(verdict).to_have_text("Not checked: mend the field that is marked, then check again.")
    expect(page).to_have_title("Write a challenge · Challenges · irviz")
    # Enter in a field is the form's button, and whoever writes stays in the field.
    value.fill("0,5")
    value.press("Enter")
    expect(value).not_to_have_attribute("aria-invalid", "true")
    expect(verdict).to_contain_text("It can")
    expect(value).to_be_focused()
    says(form.get_by_role("group", name="Condition 1"), "RR", "=", "1")
    expect(value).not_to_have_attribute("aria-invalid", "true")
    form.get_by_role("button", name="Add a condition").press("Enter")
    second = form.get_by_role("group", name="Condition 2")
    says(second, "AP", "<", "0.6")
    expect(form.get_by_text("Goal: RR@8 is 1 and AP@8 is below 0.6.")).to_be_visible()
    form.get_by_label("At most").fill("3")
    form.get_by_label("At most").press("Tab")
    check.press("Enter")
    expect(verdict).to_contain_text("It can be done in three moves, and not in fewer.")
    assert axe(page, "[data-testid=author]") == []
    page.reload()
    expect(form.get_by_label("At most")).to_have_value("3")
    what_is_typed_quickly_stays(form)
    form.get_by_role("button", name="All challenges").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    expect(page).to_have_title("Challenges · irviz")


def what_is_typed_quickly_stays(form: Locator) -> None:
    """Whoever goes on in the next field loses nothing to an answer that comes in between."""
    form.get_by_text("Title, task and hints").press("Enter")
    form.get_by_label("Title").press_sequentially("Two metrics")
    form.get_by_label("Title").press("Tab")
    form.get_by_label("Task").press_sequentially("Raise one of them, and let the other fall.", delay=5)
    form.get_by_label("move the cutoff").check()
    form.get_by_label("Hints").press_sequentially("Look at the first rank.")
    expect(form.get_by_text("Goal: RR@8 is 1 and AP@8 is below 0.6.")).to_be_visible()
    expect(form.get_by_label("Title")).to_have_value("Two metrics")
    expect(form.get_by_label("Task")).to_have_value("Raise one of them, and let the other fall.")
    expect(form.get_by_label("Hints")).to_have_value("Look at the first rank.")


def an_empty_cutoff_is_the_boards(teacher: Explorer, form: Locator) -> None:
    """The goal, the board and what a learner reads are about the same cutoff."""
    beside = form.locator(".ix-author-cutoff")
    expect(beside).to_have_text("An empty cutoff is that of the board, k = 3.")
    teacher.divider.press("ArrowRight")
    expect(beside).to_have_text("An empty cutoff is that of the board, k = 4.")
    expect(form.get_by_text("Goal: AP@4 goes up.")).to_be_visible()


def test_the_list_counts_what_is_done_and_the_browsers_back_leads_to_it(visit: OpenPage) -> None:
    explorer = visit(ready=False, reduced_motion="reduce")
    page = explorer.page
    page.goto(f"{explorer.url}/challenges?goal=AP%20%3D&solved=perfect")
    expect(page.get_by_role("alert")).to_contain_text("This challenge cannot be played: the goal")
    count = page.locator(".ix-list-count")
    expect(count).to_have_text(f"All of them: 1 of {len(challenges())} done")
    entry = page.locator("[data-entry=first-hit]")
    title = page.locator(".ix-coach-title")
    entry.press("Enter")
    expect(title).to_be_focused()
    expect(page.locator(".ix-row").first).to_be_in_viewport()
    buttons = page.locator(".ix-coach-buttons button:visible")
    assert len({box["y"] for one in buttons.all() if (box := one.bounding_box())}) == 1
    explorer.settle()
    address = page.url
    page.go_back()
    expect(entry).to_be_visible()
    expect(title).to_have_count(0)
    page.go_forward()
    expect(title).to_be_visible()
    explorer.settle()
    assert page.url == address
    solves(explorer, challenges()["first-hit"])
    page.get_by_role("button", name="All challenges").press("Enter")
    expect(count).to_have_text(f"All of them: 2 of {len(challenges())} done")
    expect(entry).to_have_attribute("data-done", "true")
    expect(entry).to_be_focused()
    solved = parse_qs(urlsplit(page.url).query)["solved"][0].split(".")
    assert {*solved} == {"first-hit", "perfect"}
