"""What a class is asked about, on each page: saved states, lessons, two lists, challenges, own results and examples."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from tests.browser.explorer import visits
from tests.browser.test_example import photo, pictures, writes
from tests.browser.test_phone import phone
from tests.browser.test_room import Phones, Wall

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.conftest import OpenPage
    from tests.browser.test_phone import Opening

__all__ = ["phone"]  # a fixture


def test_the_questions_of_a_deck_one_after_the_other(visit: OpenPage) -> None:
    explorer = visit()
    wall = Wall(explorer)
    page = explorer.page
    page.get_by_test_id("present").click()
    place, toast = page.locator(".ix-present-place"), page.locator(".ix-toast")
    explorer.key("k")
    expect(place).to_have_text("1 of 1")
    explorer.tab("white cat")
    explorer.key("k")
    expect(place).to_have_text("2 of 2")
    explorer.settle()
    page.get_by_role("button", name="Ask the class").click()
    phones = Phones(explorer.url, wall.code(), 1)

    def hold() -> None:
        explorer.drag(explorer.order()[4], 1)
        expect(wall.button("Ask")).not_to_have_attribute("aria-disabled", "true")

    # What is only held back is dropped, and it is said.
    hold()
    explorer.key("PageUp")
    expect(place).to_have_text("1 of 2")
    expect(toast).to_have_text("The change that was held back is dropped.")
    expect(wall.button("Ask")).to_have_attribute("aria-disabled", "true")
    expect(wall.strip).to_contain_text("Make a change on the board")

    # What the class is asked about stays, whichever way somebody wants to leave it.
    explorer.settle()
    hold()
    held = explorer.order()
    wall.does("Ask", "Close")
    leaving: list[Callable[[], None]] = [
        lambda: explorer.key("PageDown"),
        lambda: page.locator("[data-do=forward]").click(),
        lambda: explorer.tab("white cat"),
    ]
    for leave in leaving:
        leave()
        expect(toast).to_contain_text("The class is asked about this board")
        expect(place).to_have_text("1 of 2")
        assert explorer.opened() == "cat in a box"
        assert explorer.order() == held
    # Loaded again, the page still holds back what the class is asked about.
    page.reload()
    expect(wall.button("Close")).not_to_have_attribute("aria-disabled", "true")
    assert explorer.order() == held
    wall.does("Close", "Reveal")
    before = explorer.curves()
    wall.does("Reveal", "Next")
    explorer.settle()
    assert explorer.curves() != before, "the board moves, too"

    # Going on leaves a question that is over, and the next state asks its own.
    explorer.key("PageDown")
    expect(place).to_have_text("2 of 2")
    expect(wall.strip).to_contain_text("Make a change on the board")
    explorer.settle()
    assert phones.hears()["state"] == "waiting"
    hold()
    wall.does("Ask", "Close")
    asked = phones.hears()["question"]
    assert (asked["number"], asked["title"]) == (2, "white cat")


def test_a_metric_that_nobody_answered_is_not_misjudged(visit: OpenPage) -> None:
    explorer = visit()
    wall = Wall(explorer)
    phones = Phones(explorer.url, wall.open(), 2)
    explorer.drag(explorer.order()[4], 1)
    expect(wall.button("Ask")).not_to_have_attribute("aria-disabled", "true")
    wall.choose("P", "AP")
    wall.does("Ask", "Close")
    phones.say({"AP": "down"}, {"AP": "up"})
    wall.does("Close", "Reveal")
    wall.does("Reveal", "Next")
    outcome = explorer.page.get_by_test_id("outcome")
    expect(outcome.locator("[data-metric=P]")).to_contain_text("no answers")
    expect(outcome.locator("li").last).to_contain_text("Most misjudged: AP@3.")


def test_which_of_two_lists_a_metric_prefers(visit: OpenPage, phone: Opening) -> None:  # noqa: PLR0915 - two pages
    explorer = visit(new=True)
    wall = Wall(explorer)
    page = explorer.page
    page.goto(f"{explorer.url}/compare")
    values = page.locator("[data-testid=versus-row] td")
    expect(values.first).to_have_text("0.600")
    one = phone(f"join/{wall.open()}")
    expect(values.first).to_have_text("?")
    wall.choose("P", "nDCG")
    explorer.key("a")
    one.reads("Which list does each score prefer?")
    assert "0.6" not in one.text()
    code = wall.code()
    others = Phones(explorer.url, code, 2)
    others.say({"P": "second", "nDCG": "second"}, {"P": "first", "nDCG": "second"})
    one.page.get_by_role("radio", name="P@5: list A").check()
    one.page.get_by_role("radio", name="nDCG@5: list B").check()
    one.send()
    expect(page.get_by_test_id("answered")).to_have_text("3 of 3 have answered")

    # Whatever is pressed, the page does not tell, and the lists stay.
    explorer.key("m", "1", "Escape")
    expect(values.filter(has_not_text="?")).to_have_count(0)
    page.get_by_test_id("present").click()
    before = page.get_by_test_id("card").evaluate_all("all => all.map(one => one.dataset.item)")
    page.get_by_test_id("relevance").first.click()
    expect(page.locator(".ix-toast")).to_contain_text("The class is asked about this board")
    after = page.get_by_test_id("card").evaluate_all("all => all.map(one => one.dataset.item)")
    assert after == before

    wall.does("Close", "Show answers")
    wall.does("Show answers", "Reveal")
    expect(page.locator("[data-testid=room-tally] [data-metric=P] .ix-room-way")).to_have_count(3)
    assert wall.counts("P") == [["2"], ["0"], ["1"]]
    wall.does("Reveal", "Next")
    outcome = page.get_by_test_id("outcome")
    expect(outcome.locator("[data-metric=P]")).to_contain_text("A 0.600, B 0.400")
    expect(outcome.locator("[data-metric=P]")).to_contain_text("67 % right")
    told = page.locator("[data-testid=versus-row]").filter(has_not_text="?")
    expect(told).to_have_count(2)  # what was asked, and nothing else
    one.reads("A higher: A 0.600, B 0.400", "[aria-label='P@5'] .ix-strong")
    assert "P@5 prefers A: it has 3 relevant results in the first 5, B 2." in one.text()
    wall.button("Next").click()
    expect(values.filter(has_not_text="?")).to_have_count(0)

    # Where two metrics disagree, both are asked about.
    page.goto(f"{explorer.url}/disagree?a=RR@8&b=AP@8&present=1")
    expect(wall.button("Ask")).not_to_have_attribute("aria-disabled", "true")
    expect(page.get_by_test_id("disagree-order").first).not_to_contain_text("1.000")
    wall.does("Ask", "Close")
    one.reads("Which list does each score prefer?")
    others.say(*[{"RR": "first", "AP": "first"}] * 2, number=2)
    explorer.key("ArrowRight")
    expect(page.get_by_role("alert")).to_contain_text("The class is asked about this board")
    expect(page.locator(".ix-present-place")).to_have_text("Pair 1")
    wall.does("Close", "Reveal")
    wall.does("Reveal", "Next")
    expect(page.get_by_test_id("disagree-order").first).to_contain_text("1.000")
    expect(page.get_by_test_id("outcome")).to_contain_text("Most misjudged: AP@8 prefers B")
    came = page.get_by_test_id("outcome").bounding_box()
    bar = page.locator(".ix-present").bounding_box()
    assert came
    assert bar
    assert came["y"] + came["height"] <= bar["y"], "the answers are in sight"
    # The next pair is masked before anyone sees it.
    explorer.key("ArrowRight")
    expect(page.locator(".ix-present-place")).to_have_text("Pair 2")
    expect(page.get_by_test_id("disagree-value").first).to_contain_text("?")
    expect(wall.button("Ask")).not_to_have_attribute("aria-disabled", "true")
    wall.button("End").click()
    page.get_by_role("button", name="End without downloading").click()
    expect(wall.strip).to_be_hidden()
    # Whoever has asked says when the values come.
    expect(page.get_by_role("alert")).to_contain_text("The values stay masked")
    expect(page.get_by_test_id("disagree-value").first).to_contain_text("?")
    explorer.key("m")
    expect(page.get_by_test_id("disagree-value").first).not_to_contain_text("?")


def test_who_solves_a_challenge_is_counted_once(visit: OpenPage, phone: Opening) -> None:
    explorer = visit(new=True)
    wall = Wall(explorer)
    page = explorer.page
    page.goto(f"{explorer.url}/challenges?challenge=first-hit")
    expect(page.locator(".ix-coach h2")).to_have_text("First things first")
    explorer.settle()
    code = wall.open()
    solving, watching = phone(f"join/{code}"), phone(f"join/{code}")
    wall.does("Ask", "Close")
    expect(page.get_by_test_id("answered")).to_have_text("0 of 2 have solved it")
    watching.reads("Solve this challenge.")

    solving.page.get_by_role("link", name="Open the challenge").click()
    class_ = solving.page.get_by_test_id("class")
    expect(class_).to_contain_text(f"Your class {code} works on this.")

    def moves(rank: int, key: str) -> None:
        solving.page.locator(f"[data-testid=card][data-rank='{rank}'] [data-testid=handle]").focus()
        for one in ("Space", key, "Space"):
            solving.page.keyboard.press(one)

    moves(7, "ArrowRight")
    moves(2, "ArrowLeft")
    expect(class_).to_contain_text("Your class has counted it: 2 moves.")
    expect(page.get_by_test_id("answered")).to_have_text("1 of 2 has solved it")
    # Who finds a shorter way is counted with that, and once.
    solving.page.get_by_role("button", name="Start again").click()
    expect(solving.page.locator(".ix-coach-praise")).to_be_empty()
    moves(2, "ArrowLeft")
    expect(class_).to_contain_text("Your class has counted it: 1 move.")
    expect(page.get_by_test_id("answered")).to_have_text("1 of 2 has solved it")
    class_.get_by_role("link", name="Back to the class").click()
    solving.reads("You solved it in 1 move, and it is counted.", "#fault")

    wall.does("Close", "Show answers")
    wall.does("Show answers", "Reveal")
    tally = page.get_by_test_id("room-tally")
    expect(tally.locator(".ix-room-way")).to_have_count(1)
    expect(tally).to_contain_text("1 move")
    wall.does("Reveal", "Next")
    expect(page.get_by_test_id("outcome")).to_contain_text("1 of them in the fewest moves")
    watching.reads("You did not solve it in time.", "#fault")
    assert "It can be done in one move." in watching.text()


def test_a_class_sees_the_pictures_of_an_own_example(visit: OpenPage, phone: Opening) -> None:
    explorer = visit()
    form = writes(explorer)
    form.get_by_label("Picture of Jaguar E-Type", exact=True).set_input_files(photo(1))
    expect(pictures(explorer)).to_have_count(1)
    visits(explorer.page, "explore")
    expect(pictures(explorer)).to_have_count(1)
    wall = Wall(explorer)
    one = phone(f"join/{wall.open()}")

    explorer.drag(explorer.order()[2], 1)
    wall.does("Ask", "Close")

    one.reads("What will AP@3 do?")
    seen: Any = one.page.locator(".ix-list img[src^='data:image/jpeg']")
    expect(seen.first).to_be_visible()
    assert seen.first.evaluate("async one => (await one.decode(), one.naturalWidth)") == 64
