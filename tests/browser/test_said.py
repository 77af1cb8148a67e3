"""What a screen reader is told, by keys alone: what changed, by how much, which way and why."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.hearing import LISTENS, Ears
from tests.browser.test_room import Wall

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.conftest import OpenPage
    from tests.browser.explorer import Explorer

SOME_TWENTY = 28
"""So many words are heard to their end."""


def hears(explorer: Explorer, words: str) -> None:
    """Wait for what is said, which is short."""
    expect(explorer.board.locator("> .ix-said")).to_have_text(words)
    assert len(words.split()) <= SOME_TWENTY


def reads(explorer: Explorer, words: str) -> None:
    """What stands where keys are on the chart."""
    expect(explorer.page.get_by_test_id("reading")).to_have_attribute("aria-valuetext", words)


@pytest.mark.parametrize("edition", ["host"])
def test_board_chart_prediction_and_two_lists_are_heard(visit: OpenPage) -> None:
    explorer = visit("?k=3")
    hear_the_board(explorer)
    read_the_chart(explorer)
    hear_a_prediction(explorer)
    hear_two_lists_and_less(explorer)
    hear_no_value(explorer)
    explorer.open("?q=white-cat-in-a-box&k=8&m=DCG")
    explorer.page.get_by_test_id("gain").select_option("exp")
    hears(explorer, "The conventions are changed. DCG@8 from 7.850 to 22.417, up 14.567.")


def hear_the_board(explorer: Explorer) -> None:
    page = explorer.page
    expect(page).to_have_title("cat in a box, Cats in boxes · Explore · irviz")

    explorer.divider.focus()
    explorer.key("ArrowRight")
    hears(
        explorer,
        "Cutoff k = 4. AP@4 from 0.125 to 0.250, up 0.125. "
        "The cutoff takes in the relevant picture at rank 4, with precision 2/4.",
    )
    explorer.key("a")
    said = explorer.board.locator("> .ix-said")
    expect(said).to_have_text(re.compile(r"^P@4 from 0.333 to 0.500, up 0.167. R@4 .*RR@4 stays 0.500. .*: the"))
    explorer.card("two-cats").get_by_test_id("relevance").focus()
    explorer.key("Space")
    hears(explorer, "Two cats: relevant. AP@4 from 0.250 to 0.550, up 0.300. P, R, F1, RR, nDCG up.")
    # In the air it is compared with what was before; what changes nothing repeats no score.
    explorer.lift("white-cat")
    hears(explorer, "White cat lifted from rank 6.")
    explorer.key("ArrowLeft")
    hears(explorer, "Rank 5 of 8. No score changes.")
    explorer.key("ArrowLeft", "Space")
    hears(
        explorer,
        "White cat at rank 4. AP@4 from 0.550 to 0.400, down 0.150. "
        "There is no relevant picture at rank 4 any more, where precision was 3/4.",
    )
    explorer.key("z")
    hears(
        explorer,
        "Undone: White cat at rank 6. AP@4 from 0.400 to 0.550, up 0.150. "
        "There is a relevant picture at rank 4 now, with precision 3/4.",
    )
    explorer.key("z")
    page.get_by_role("button", name="white cat", exact=True).press("Enter")
    hears(explorer, "white cat is open. AP@4 0.375.")
    expect(page).to_have_title("white cat, Cats in boxes · Explore · irviz")
    page.get_by_role("button", name="cat in a box", exact=True).press("Enter")


def read_the_chart(explorer: Explorer) -> None:
    """Along the ranks, across the metrics, both by one key alone, and the cutoff."""
    page = explorer.page
    page.get_by_test_id("reading").focus()
    reads(explorer, "AP@4 0.250, up 0.125, the cutoff")
    for key, words in (
        ("ArrowRight", "AP@5 0.400, up 0.150"),
        ("ArrowUp", "RR@5 0.500, unchanged"),
        ("Home", "RR@1 0.000"),
        ("End", "RR@8 0.500, unchanged"),
        ("ArrowDown", "AP@8 0.543, unchanged"),
        ("ArrowUp", "RR@8 0.500, unchanged"),
        ("Space", "AP@1 0.000"),
        ("Space", "AP@2 0.125, up 0.125"),
        ("End", "AP@8 0.543, unchanged"),
    ):
        explorer.key(key)
        reads(explorer, words)
    expect(page.locator(".ix-tip")).to_contain_text("AP@8")
    explorer.key("Enter")
    explorer.settle()
    assert explorer.k() == 8
    reads(explorer, "AP@8 0.543, unchanged, the cutoff")
    expect(explorer.board.locator("> .ix-said")).to_contain_text("Cutoff k = 8. AP@8 from 0.250")
    explorer.key("Tab")
    expect(page.locator(".ix-tip")).to_be_hidden()


def hear_a_prediction(explorer: Explorer) -> None:
    """The question, how it was marked, and keys go on where the change was made."""
    page = explorer.page
    page.get_by_test_id("predict").press("Enter")
    picture = explorer.card("two-cats").get_by_test_id("relevance")
    picture.focus()
    explorer.key("Space")
    hears(explorer, "Two cats: relevant. What will this do to the scores?")
    page.get_by_test_id("take-back").press("Enter")
    hears(explorer, "Taken back.")
    expect(picture).to_be_focused()
    explorer.key("Space")
    expect(page.get_by_test_id("ask")).to_be_visible()
    for button in page.locator("[data-guess=up]").all():
        button.press("Enter")
    page.get_by_test_id("see").press("Enter")
    expect(explorer.board.locator("> .ix-said")).to_have_text(
        re.compile(r"^Two cats: relevant. 5 of 6 predicted right; wrong: R. You said up. R@8 stayed at 1: ")
    )
    expect(picture).to_be_focused()
    # Half of what is typed is not told to be wrong; what is left so is, once.
    explorer.card("white-cat").get_by_test_id("relevance").press("Space")
    hears(explorer, "White cat: relevant. What will this do to the scores?")
    value = page.get_by_test_id("guess-value").first
    value.press_sequentially("2/")
    expect(value).to_have_attribute("aria-invalid", "true")
    expect(page.locator(".ix-ask-wrong")).not_to_have_attribute("role", "alert")
    explorer.key("Enter")
    hears(explorer, "“2/” cannot be P@8: write a number from 0 to 1, such as 0.15 or 3/20.")
    expect(value).to_be_focused()


def hear_two_lists_and_less(explorer: Explorer) -> None:
    """What changes nothing is said so; less is said to who wants less; and letters can be switched off."""
    page = explorer.page
    page.goto(f"{explorer.url}/compare")
    expect(page).to_have_title("Cats in boxes, two engines · Compare two lists · irviz")
    explorer.altered = True
    explorer.page.get_by_test_id("handle").nth(5).press("Space")
    explorer.key("ArrowRight")
    hears(explorer, "Rank 7 of 8. No score changes.")
    for _ in range(2):
        explorer.key("ArrowLeft")
    hears(
        explorer,
        "Rank 5 of 8. AP of A from 0.400 to 0.250, down 0.150. P, R, F1, nDCG down. B leads in 3 of 4 respects.",
    )
    explorer.key("Space")

    page.get_by_test_id("help").press("Enter")
    dialog = page.get_by_role("dialog", name="Words and keys")
    dialog.get_by_role("button", name="Keys", exact=True).press("Enter")
    amounts = dialog.get_by_role("group", name="A screen reader is told")
    amounts.get_by_role("button", name="Less").press("Enter")
    expect(amounts.get_by_role("button", pressed=True)).to_have_text("Less")
    letters = dialog.get_by_role("group", name="Keys of one letter or sign")
    letters.get_by_role("button", name="Off").press("Enter")
    explorer.key("Escape")

    explorer.divider.focus()
    explorer.key("ArrowRight")
    expect(explorer.board.locator("> .ix-said")).to_have_text(re.compile(r"^Cutoff k = 6. AP of "))
    explorer.key("z", "p")
    assert explorer.k() == 6
    expect(page.locator("html[data-ix-present='1']")).to_have_count(0)
    explorer.key("Control+z")
    expect(explorer.divider).to_have_attribute("data-k", "5")


def hear_no_value(explorer: Explorer) -> None:
    """A score without a value has none after several presses either."""
    explorer.open("?k=3&by=undefined-nan&cat-in-a-box=1-2-3-4-5-6-7-8.00000000")
    explorer.divider.focus()
    explorer.key("ArrowRight", "ArrowRight")
    hears(explorer, "Cutoff k = 5. AP@5 has no value.")


def test_a_walk_is_heard_in_order(visit: OpenPage) -> None:
    """All that is said in a lesson with a prediction, on a board, of own results and in a room, by keys alone."""
    explorer = visit("", ready=False, reduced_motion="reduce")
    explorer.inject(LISTENS)
    hear_a_lesson(explorer)
    hear_own_results(explorer)
    hear_a_room(explorer)
    explorer.problems.clear()  # Streamlit looks for itself below the address of any page but the first


def hear_a_lesson(explorer: Explorer) -> None:
    """What comes is where the focus goes; a change, how it was predicted, and what the lesson says of it."""
    page = explorer.page
    page.goto(f"{explorer.url}/learn")
    page.locator("[data-entry=recall]").press("Enter")
    expect(page.get_by_role("heading", name="How much was found?")).to_be_focused()
    ears = Ears(page)
    page.get_by_role("button", name="Hint").press("Enter")
    hint = "Half of four is two. The relevant pictures stand at ranks 2, 4, 5 and 7."
    ears.hear(hint)
    page.get_by_test_id("next").press("Enter")
    ears.hear("You skipped step 1. That is fine: press its number above whenever you want to do it.")
    expect(page.get_by_role("heading", name="Further down, never less")).to_be_focused()
    expect(page.locator(".ix-coach-heard")).not_to_contain_text(hint)
    explorer.divider.press("End")
    ears.hear("Cutoff k = 8. What will this do to the scores? Enter leads to the question.")
    explorer.key("Enter")
    expect(page.get_by_role("button", name="R@k goes up")).to_be_focused()
    page.get_by_role("button", name="R@k stays the same").press("Enter")
    page.get_by_test_id("see").press("Enter")
    ears.hear(
        "Cutoff k = 8. Predicted wrong. You said same. R@8 went up from 0.5 to 1: all 4 relevant pictures "
        "are within the first 8, before 2 within the first 4.",
        "Not as you predicted: you said that R@8 stays. Your answer would follow from each of these "
        "beliefs: “Recall says whether anything relevant was found.” “Recall divides by the cutoff.” "
        "“What is below the cutoff counts as well.” Recall is 1: where everything is retrieved, "
        "everything relevant is. It never falls as k grows, and at the end of the list it is the "
        "same for the best order and for the worst. "
        "A recall without its k says little.",
        most=80,  # with every belief that it would follow from
    )
    expect(explorer.divider).to_be_focused()


def hear_own_results(explorer: Explorer) -> None:
    page = explorer.page
    page.goto(f"{explorer.url}/results")
    page.get_by_role("button", name="Try it with a sample").press("Enter")
    expect(page.get_by_role("heading", name="Means over 14 queries")).to_be_focused()
    ears = Ears(page)
    page.get_by_label("Find a query").fill("white cat")
    query = page.get_by_test_id("query")
    expect(query).to_have_count(2)
    query.first.press("Enter")
    expect(page.get_by_role("heading", name="white cat", level=1)).to_be_focused()
    explorer.settle()
    ears.hear("2 queries")
    explorer.card("white-cat-in-box").get_by_test_id("relevance").press("u")
    ears.hear("White cat in a box: not judged. nDCG@8 from 0.840 to 0.540, down 0.300. P, F1, RR, AP down.")
    page.get_by_role("button", name="Back to all queries").press("Enter")
    expect(query.first).to_be_focused()


def hear_a_room(explorer: Explorer) -> None:
    """The wall and a phone, turn by turn; who has answered what is told by neither before its time."""
    explorer.open("")
    page = explorer.page
    wall, ears = Wall(explorer), Ears(page)
    explorer.key("p")
    expect(page.get_by_test_id("presenter")).to_be_visible()
    ears.hear("Presenting. Question mark: the keys. Escape: leave.")
    page.get_by_role("button", name="Class: ask the class").press("Enter")
    ears.hear(MAKE)
    expect(wall.strip.locator(".ix-room-code")).to_be_focused()
    phone: Page = page.context.new_page()
    phone.add_init_script(LISTENS)
    phone.goto(f"{explorer.url}/join/{wall.code()}")
    at_phone = Ears(phone)
    at_phone.hear("You are in. Look at the wall.")
    explorer.divider.press("ArrowRight")
    ears.hear("The cutoff goes from 3 to 4.")

    def does(name: str, *words: str, phone: str) -> None:
        wall.button(name).press("Enter")
        ears.hear(*words)
        at_phone.hear(phone)

    expect(wall.button("Ask")).not_to_have_attribute("aria-disabled", "true")
    does("Ask", "The question is open. What will AP@4 do?", phone="Question 1 is open. What will AP@4 do?")
    phone.get_by_role("radio", name="AP@4: up").press("Space")
    phone.get_by_role("button", name="Send").press("Enter")
    at_phone.hear("Sent. You can change it until it closes.")
    expect(page.get_by_test_id("answered")).to_have_text("1 of 1 has answered")
    does(
        "Close",
        "1 of 1 answered. Closed. Let them discuss it with a neighbour, then vote again.",
        phone="Closed. Talk with your neighbour. Your answer is in.",
    )
    does("Show answers", "AP@4: 1 up.", phone="How the class answered")
    does(
        "Reveal",
        "Cutoff k = 4. AP@4 from 0.125 to 0.250, up 0.125. "
        "The cutoff takes in the relevant picture at rank 4, with precision 2/4.",
        "AP@4: 100 % right.",
        phone="You were right.",
    )
    does("Next", MAKE, phone="You are in. Look at the wall.")
    phone.close()
    wall.button("End").press("Enter")
    page.get_by_role("button", name="End without downloading").press("Enter")
    expect(page.get_by_role("button", name="Class: ask the class")).to_be_focused()
    hear_presses(explorer)


def hear_presses(explorer: Explorer) -> None:
    """Several presses of the cutoff are not told one by one: what is told last is of all since."""
    explorer.page.evaluate("() => window.told.splice(0)")
    explorer.divider.focus()
    explorer.key(*["ArrowRight"] * 4)
    explorer.page.wait_for_function("() => window.told.at(-1)?.startsWith('Cutoff k = 8. AP@8 from ')")
    told = explorer.page.evaluate("() => window.told")
    assert len(told) < 4
    assert "to 0.543, up" in told[-1]
    explorer.settle()


MAKE = "Make a change on the board: it is held back until the class has said what it does."
