"""What a class is asked about, on each page: saved states, lessons, two lists, challenges, own results and examples."""

from __future__ import annotations

import json
from base64 import b64decode
from io import BytesIO
from typing import TYPE_CHECKING

from PIL import Image
from playwright.sync_api import expect

from irviz.state.deck import SavedState, pack
from tests.browser.conftest import PHONE
from tests.browser.explorer import Explorer, visits
from tests.browser.test_example import photo, pictures, writes
from tests.browser.test_notes import opens, status
from tests.browser.test_phone import Phone, Teacher, unanswered
from tests.browser.test_room import Phones, Wall

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.conftest import OpenPage


TALK = tuple(map(SavedState, ("q=cat-in-a-box&k=3", "q=white-cat&k=3&top=2", "q=mean&k=5&set=two-engines")))


def test_the_questions_of_a_deck_one_after_the_other(visit: OpenPage) -> None:  # noqa: PLR0915 - one talk
    explorer = visit(f"?q=cat-in-a-box&k=3&present=1&deck={pack(TALK)}")
    wall = Wall(explorer)
    page = explorer.page
    place, toast = page.locator(".ix-present-place"), page.locator(".ix-toast")
    explorer.key("PageUp")
    page.get_by_role("button", name="Ask the class").click()
    phones = Phones(explorer.url, wall.code(), 1)

    def hold() -> None:
        explorer.drag(explorer.order()[4], 1, steps=3)
        expect(wall.button("Ask")).not_to_have_attribute("aria-disabled", "true")

    window = opens(explorer, key="n")
    window.keyboard.press("Escape")
    # What is only held back is dropped, and it is said.
    hold()
    expect(status(window)).to_contain_text("A change is held back")
    explorer.key("PageDown")
    expect(place).to_have_text("1 of 3")
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
        expect(toast).to_contain_text("While the class is asked, the boards stay")
        expect(place).to_have_text("1 of 3")
        assert explorer.opened() == "cat in a box"
        assert explorer.order() == held
    before = explorer.curves()
    wall.does("Close", "Reveal")
    expect(wall.strip.locator(".ix-do")).to_have_text("Reveal")  # nobody has answered: there is nothing to show
    explorer.key("a")
    expect(wall.button("Next")).not_to_have_attribute("aria-disabled", "true")
    explorer.settle()
    assert explorer.curves() != before, "the board moves, too"

    # Going on leaves a question that is over, and the next state asks its own.
    explorer.key("PageDown")
    expect(place).to_have_text("2 of 3")
    expect(wall.strip).to_contain_text("Make a change on the board")
    explorer.settle()
    assert phones.hears()["state"] == "waiting"
    hold()
    # A sum has no end to its line.
    wall.button("value").click()
    expect(wall.strip.locator(".ix-chip[data-metric='DCG']")).to_have_attribute("aria-disabled", "true")
    wall.does("Ask", "Close")
    asked = phones.hears()["question"]
    assert (asked["number"], asked["title"]) == (2, "white cat")
    # Two lists are masked when they come; after a question of values, any of their metrics can be asked about.
    wall.does("Close", "Reveal")
    wall.does("Reveal", "Next")
    explorer.settle()
    explorer.key("PageDown")
    expect(place).to_have_text("3 of 3")
    wall.choose("P")
    expect(page.locator("[data-testid=versus-row] td").first).to_have_text("?")


def test_which_of_two_lists_a_metric_prefers(visit: OpenPage) -> None:  # noqa: PLR0915 - two pages
    explorer = visit(ready=False)
    wall = Wall(explorer)
    page = explorer.page
    page.goto(f"{explorer.url}/compare")
    values = page.locator("[data-testid=versus-row] td")
    expect(values.first).to_have_text("0.600")
    phones = Phones(explorer.url, wall.open(), 3)
    expect(values.first).to_have_text("?")
    wall.choose("P", "nDCG")
    explorer.key("a")
    expect(wall.button("Close")).not_to_have_attribute("aria-disabled", "true")
    asked = phones.hears()["question"]
    assert asked["kind"] == "preference"
    assert "0.6" not in json.dumps(asked)
    phones.say(*[{"P": "first", "nDCG": "second"}] * 2, {"P": "second", "nDCG": "second"})
    expect(page.get_by_test_id("answered")).to_have_text("3 of 3 have answered")

    # Whatever is pressed, the page does not tell, and the lists stay.
    explorer.key("m", "1", "Escape")
    expect(values.filter(has_not_text="?")).to_have_count(0)
    page.get_by_test_id("present").click()
    before = page.get_by_test_id("card").evaluate_all("all => all.map(one => one.dataset.item)")
    page.get_by_test_id("relevance").first.click()
    expect(page.locator(".ix-toast")).to_contain_text("While the class is asked, the boards stay")
    after = page.get_by_test_id("card").evaluate_all("all => all.map(one => one.dataset.item)")
    assert after == before
    explorer.key("k")
    expect(page.locator(".ix-present-place")).to_have_text("no saved states")

    wall.does("Close", "Reveal")
    wall.does("Reveal", "Next")
    expect(page.locator("[data-testid=room-tally] [data-metric=P] .ix-room-way")).to_have_count(3)
    assert wall.counts("P") == [["2"], ["0"], ["1"]]
    outcome = page.get_by_test_id("outcome")
    expect(outcome.locator("[data-metric=P]")).to_contain_text("A 0.600, B 0.400")
    expect(outcome.locator("[data-metric=P]")).to_contain_text("67 % right")
    told = page.locator("[data-testid=versus-row]").filter(has_not_text="?")
    expect(told).to_have_count(2)  # what was asked, and nothing else
    assert phones.hears()["reveal"]["P"]["reason"] == "P@5 prefers A: it has 3 relevant results in the first 5, B 2."
    wall.button("Next").click()
    expect(values.filter(has_not_text="?")).to_have_count(0)

    # Where two metrics disagree, both are asked about.
    page.goto(f"{explorer.url}/disagree?a=RR@8&b=AP@8&present=1")
    expect(wall.button("Ask")).not_to_have_attribute("aria-disabled", "true")
    expect(page.get_by_test_id("disagree-order").first).not_to_contain_text("1.000")
    wall.does("Ask", "Close")
    phones.say(*[{"RR": "first", "AP": "first"}] * 2, number=2)
    explorer.key("ArrowRight")
    expect(page.get_by_role("alert")).to_contain_text("While the class is asked, the boards stay")
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


def test_who_solves_a_challenge_is_counted(visit: OpenPage) -> None:
    explorer = visit("challenges?challenge=first-hit")
    wall = Wall(explorer)
    page = explorer.page
    code = wall.open()
    hand = Explorer(page.context.new_page(), explorer.url)
    hand.page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    solving = Phone(hand.page, hand.url)
    solving.open(f"join/{code}")
    solving.reads("You are in. Look at the wall.")
    wall.does("Ask", "Close")
    expect(page.get_by_test_id("answered")).to_have_text("0 of 1 have solved it")

    hand.page.get_by_role("link", name="Open the challenge").click()
    class_ = hand.page.get_by_test_id("class")
    expect(class_).to_contain_text(f"Your class {code} works on this.")

    hand.page.locator("[data-testid=card][data-rank='2'] [data-testid=handle]").focus()
    hand.key("Space", "ArrowLeft", "Space")
    expect(class_).to_contain_text("Your class has counted it: 1 move.")
    expect(page.get_by_test_id("answered")).to_have_text("1 of 1 has solved it")
    class_.get_by_role("link", name="Back to the class").click()
    solving.reads("You solved it in 1 move, and it is counted.", "#fault")
    hand.check()

    wall.does("Close", "Reveal")
    wall.does("Reveal", "Next")
    tally = page.get_by_test_id("room-tally")
    expect(tally.locator(".ix-room-way")).to_have_count(1)
    expect(tally).to_contain_text("1 move")
    expect(page.get_by_test_id("outcome")).to_contain_text("1 of them in the fewest moves")

    # Who listens hears of solving, too.
    wall.does("Next", "Ask")
    wall.does("Ask", "Close")
    wall.does("Close", "Reveal")
    expect(page.get_by_test_id("room-heard")).to_contain_text("0 of 1 solved it. Closed.")
    solving.hears("Closed. Look at the wall. You did not solve it in time.")
    # What is over does not come along to another page, however quickly somebody goes there.
    kept = wall.kept()
    page.goto("about:blank")
    Teacher(explorer.url, code, kept["host"]).do("reveal")
    page.goto(f"{explorer.url}/learn?lesson=ties&step=1&present=1")
    expect(wall.strip).to_contain_text("Make a change on the board")
    expect(page.get_by_test_id("outcome")).to_have_count(0)
    # And what was changed in a step of a lesson is no change in the next one.
    page.locator("[data-testid=card][data-rank='2'] [data-testid=handle]").focus()
    explorer.key("Space", "ArrowRight", "Space")
    for name, then in (("Ask", "Close"), ("Close", "Reveal"), ("Reveal", "Next")):
        wall.does(name, then)
    shown = page.get_by_test_id("score").filter(visible=True)
    expect(shown).to_contain_text("▼")
    explorer.key("PageDown")
    expect(shown).to_contain_text("P@3")
    expect(shown).not_to_contain_text("▼")


def test_what_is_never_answered_can_be_pressed_again(visit: OpenPage) -> None:
    explorer = visit("?present=1")
    wall = Wall(explorer)
    explorer.page.get_by_role("button", name="Ask the class").click()
    code = wall.code()
    explorer.drag(explorer.order()[4], 1, steps=3)
    expect(wall.button("Ask")).not_to_have_attribute("aria-disabled", "true")

    with unanswered(explorer.page, f"**/room/{code}"):
        wall.button("Ask").click()
        expect(wall.strip).to_contain_text("The server does not answer. Press again when it does.")
    explorer.drag(explorer.order()[7], 1, steps=3)
    expect(wall.strip).not_to_contain_text("The server does not answer")
    wall.does("Ask", "Close")


def test_a_class_is_given_the_pictures_of_an_own_example(visit: OpenPage) -> None:
    explorer = visit(ready=False)
    explorer.page.goto(f"{explorer.url}/example")
    form = writes(explorer)
    form.get_by_label("Picture of Jaguar E-Type", exact=True).set_input_files(photo(1))
    expect(pictures(explorer)).to_have_count(1)
    visits(explorer.page, "explore")
    expect(form.get_by_label("What is searched for")).to_have_count(0)
    expect(pictures(explorer)).to_have_count(1)
    wall, size = Wall(explorer), explorer.page.viewport_size
    assert size
    explorer.page.set_viewport_size({"width": 390, "height": 844})
    phones = Phones(explorer.url, wall.open(), 1)
    expect(explorer.page.get_by_test_id("here")).to_be_in_viewport(ratio=1)  # though it is below all else
    explorer.page.set_viewport_size(size)
    expect(explorer.page.get_by_role("group", name="Query", exact=True)).to_have_text("jaguar")

    explorer.drag(explorer.order()[2], 1, steps=3)
    wall.does("Ask", "Close")

    asked = phones.hears()["question"]
    [name] = {one["picture"] for one in asked["after"] if one["picture"]}
    kind, _, data = asked["pictures"][name].partition(",")
    assert kind == "data:image/jpeg;base64"
    assert Image.open(BytesIO(b64decode(data))).width == 64
